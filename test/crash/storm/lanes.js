/**
 * The lanes of the storm, all at once on one cluster, and what must hold after a crash:
 *
 *   a, b, c      random statements in transactions (statements.js), each lane in a schema of its own: savepoints, failures, rollbacks, long texts
 *   long         one transaction that changes many rows and stays open over checkpoints, then commits or rolls back
 *   sequences    nextval in transactions that commit and that do not: no number is given twice
 *   databases    CREATE DATABASE, DROP DATABASE
 *   upkeep       VACUUM, CLUSTER, REINDEX, CREATE INDEX CONCURRENTLY on everybody's tables, CHECKPOINT
 *
 * Inside each transaction a lane notes what its schema looks like (rows, columns, constraints, indexes, views, types); after a crash it must look as at one of those points,
 * not earlier than the last acknowledged one.
 */
import assert from 'node:assert/strict'
import { DbError } from '../../../src/index.js'
import { seededRandom } from '../../../src/util/prng.js'
import { changing, upkeep } from './statements.js'

/** @import { Random } from '../../../src/util/prng.js' */
/** @import { Table } from './statements.js' */

export const SCHEMAS = ['a', 'b', 'c']
const LONG_ROWS = 4000

/** @typedef {{ name: string, states: string[], acknowledged: number }} Lane */
/**
 * @typedef {object} Story what happened until the cut
 * @property {Lane[]} lanes @property {number} sequence newest number that nextval gave in an answer @property {string[]} databases each list of them that may be found, newest last
 * @property {number} databasesAcknowledged @property {Map<string, number>} refused SQLSTATEs of statements that failed, for who wonders what a run was made of
 * @property {number} statements that went through @property {RegExp} tolerated SQLSTATEs that a statement may fail with although they are never the statement's own fault
 */

/** @returns {Story} */
export const emptyStory = () => ({ lanes: [], sequence: 0, databases: [''], databasesAcknowledged: 0, refused: new Map(), statements: 0, tolerated: /^$/ })

/** What a new directory is given. @param {any} db */
export async function fill(db) {
  for (const schema of SCHEMAS) await db.exec(`create schema ${schema}`)
  await db.exec(`create schema l; create table l.t (id int primary key, n int, note text, key text); create index on l.t (key);
    insert into l.t select g, 0, repeat('n', 300), 'k' || g from generate_series(1, ${LONG_ROWS}) g;
    create sequence public.s; create table public.numbers (n bigint primary key)`)
}

/** Runs what may fail as a user's statement may. @param {Story} story @param {() => Promise<any>} work @returns {Promise<boolean>} whether it went through */
async function attempt(story, work) {
  try {
    await work()
    story.statements++
    return true
  } catch (error) {
    // Internal errors and damage are never right, but where the test itself makes the disk fail.
    if (!(error instanceof DbError) || (/^(XX|58|57P|53100)/.test(error.code) && !story.tolerated.test(error.code))) throw error
    story.refused.set(error.code, (story.refused.get(error.code) ?? 0) + 1)
    return false
  }
}

/**
 * Starts all lanes; resolves when they are done, rejects when one failed.
 * @param {any} db @param {number} seed @param {Story} story filled while it runs @param {number} size transactions per lane
 */
export async function run(db, seed, story, size) {
  const lanes = SCHEMAS.map((schema, place) => changesLane(db, schema, seededRandom(seed * 31 + place), story, size))
  let going = true
  const others = [longLane, sequencesLane, databasesLane].map((lane, place) => lane(db, seededRandom(seed * 57 + place), story, Math.ceil(size / 3)))
  const upkeeping = upkeepLane(db, seededRandom(seed * 91), story, () => going)
  await Promise.race([upkeeping, Promise.all([...lanes, ...others])]) // the first failure is the storm's: others may wait for its locks for ever
  going = false
  await upkeeping
}

/** @param {any} session @param {string} schema @returns {Promise<Table[]>} */
async function tablesOf(session, schema) {
  return (await session.query(`select c.relname as name, c.relkind as kind, coalesce(p.relname, '') as parent from pg_class c left join pg_inherits on inhrelid = c.oid and c.relispartition left join pg_class p on p.oid = inhparent
    where c.relnamespace = '${schema}'::regnamespace and c.relkind in ('r', 'p', 'm') order by c.oid`)).rows
}

/** @param {any} db @param {string} schema @param {Random} random @param {Story} story @param {number} size */
async function changesLane(db, schema, random, story, size) {
  const session = await db.connect({ settings: { search_path: schema, work_mem: '64kB', maintenance_work_mem: '1MB' } })
  /** @type {Lane} */
  const lane = { name: schema, states: [''], acknowledged: 0 }
  if (!await attempt(story, async () => { lane.states[0] = await lookOf(session, schema) })) return
  story.lanes.push(lane)
  let number = random.below(1e6)
  for (let transaction = 0; transaction < size; transaction++) {
    await session.exec(`begin isolation level ${['read committed', 'read committed', 'repeatable read', 'serializable'][random.below(4)]}`)
    let usable = true
    for (let count = 1 + random.below(5); count > 0 && usable; count--) {
      const guarded = random.below(4) > 0
      if (guarded) await session.exec('savepoint s')
      const through = await attempt(story, async () => {
        await session.exec(changing(random, await tablesOf(session, schema), ++number))
      })
      if (!through && !guarded) usable = false
      else if (!through || (guarded && random.below(6) === 0)) await session.exec('rollback to s')
    }
    if (usable && random.below(7) > 0) {
      usable = await attempt(story, async () => {
        await session.exec('set constraints all immediate')
        lane.states.push(await lookOf(session, schema))
      })
      const states = lane.states.length
      if (usable && await attempt(story, () => session.exec('commit'))) lane.acknowledged = states - 1
      else await session.exec('rollback')
    } else await session.exec('rollback')
  }
  await session.release()
}

/** @param {any} db @param {Random} random @param {Story} story @param {number} size */
async function longLane(db, random, story, size) {
  const session = await db.connect({ settings: { search_path: 'l' } })
  /** @type {Lane} */
  const lane = { name: 'l', states: [''], acknowledged: 0 }
  if (!await attempt(story, async () => { lane.states[0] = await lookOf(session, 'l') })) return
  story.lanes.push(lane)
  for (let transaction = 0; transaction < size; transaction++) {
    const through = await attempt(story, async () => {
      await session.exec('begin')
      for (let part = 0; part < 3; part++) {
        await session.exec(['update l.t set n = n + 1', "update l.t set note = repeat('m', 200 + n * 150 % 700)", "update l.t set key = 'k' || id || n where id % 3 = 0", 'delete from l.t where id % 5 = 0',
          `insert into l.t select g, 0, 'again', 'k' || g from generate_series(1, ${LONG_ROWS}) g on conflict do nothing`][random.below(5)])
        for (let turn = 0; turn < 40; turn++) await new Promise((resolve) => setImmediate(resolve))
        if (part === 0) await session.exec('savepoint s')
        if (part === 1 && random.below(3) === 0) await session.exec('rollback to s')
      }
      if (random.below(2) === 0) return session.exec('rollback')
      lane.states.push(await lookOf(session, 'l'))
      await session.exec('commit')
      lane.acknowledged = lane.states.length - 1
    })
    if (!through) await session.exec('rollback')
  }
  await session.release()
}

/** @param {any} db @param {Random} random @param {Story} story @param {number} size */
async function sequencesLane(db, random, story, size) {
  const session = await db.connect()
  for (let round = 0; round < 3 * size; round++) {
    const isBlock = random.below(2) === 0
    const through = await attempt(story, async () => {
      if (isBlock) await session.exec('begin')
      for (let count = random.below(40); count >= 0; count--) {
        const { n } = (await session.query(['insert into numbers values (nextval(\'s\')) returning n', "select nextval('s') as n"][random.below(2)])).rows[0]
        assert.ok(Number(n) > story.sequence, `nextval gave ${n} after ${story.sequence}`)
        story.sequence = Number(n)
      }
      if (isBlock) await session.exec(random.below(2) === 0 ? 'commit' : 'rollback')
    })
    if (!through && isBlock) await session.exec('rollback')
  }
  await session.release()
}

/** @param {any} db @param {Random} random @param {Story} story @param {number} size */
async function databasesLane(db, random, story, size) {
  const session = await db.connect()
  let there = ''
  for (let round = 0; round < size / 2; round++) {
    for (let turn = random.below(200); turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve))
    story.databases.push(there === '' ? 'other' : '')
    if (!await attempt(story, () => session.exec(there === '' ? 'create database other' : 'drop database other'))) continue
    there = there === '' ? 'other' : ''
    story.databasesAcknowledged = story.databases.length - 1
  }
  await session.release()
}

/** @param {any} db @param {Random} random @param {Story} story @param {() => boolean} going */
async function upkeepLane(db, random, story, going) {
  const session = await db.connect({ settings: { maintenance_work_mem: '1MB' } })
  while (going()) {
    for (let turn = 30 + random.below(200); turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve))
    await attempt(story, async () => {
      const tables = (await session.query("select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = relnamespace where c.relkind in ('r', 'm') and nspname in ('a', 'b', 'c', 'l') order by c.oid")).rows
      await session.exec(upkeep(random, tables.map((/** @type {any} */ row) => row.name)))
    })
  }
  await session.release()
}

/** What a schema looks like, but for what upkeep changes. @param {any} session @param {string} schema @returns {Promise<string>} */
export async function lookOf(session, schema) {
  const lines = async (/** @type {string} */ query) => (await session.query({ text: query, rowMode: 'array' })).rows.map((/** @type {any[]} */ row) => row.join(' '))
  const where = `relnamespace = '${schema}'::regnamespace`
  const look = [
    ...await lines(`select relname, relkind, relispartition, relhasrules from pg_class where ${where} and relkind <> 'i' order by 1`),
    ...await lines(`select c.relname, attnum, attname, atttypid::regtype, atttypmod, attnotnull from pg_attribute join pg_class c on c.oid = attrelid where ${where} and relkind <> 'i' and attnum > 0 and not attisdropped order by 1, 2`),
    ...await lines(`select c.relname, conname, convalidated, pg_get_constraintdef(k.oid) from pg_constraint k join pg_class c on c.oid = conrelid where ${where} order by 1, 2`),
    ...await lines(`select pg_get_indexdef(c.oid) from pg_class c where ${where} and relkind in ('i', 'I') and relname !~ '(^ci_|_ccnew|_ccold)' order by 1`),
    ...await lines(`select typname, typtype from pg_type where typnamespace = '${schema}'::regnamespace order by 1`),
    ...await lines(`select proname from pg_proc where pronamespace = '${schema}'::regnamespace order by 1`),
  ]
  for (const { name, kind } of await tablesOf(session, schema)) {
    if (kind !== 'p') look.push(`${name}: ${(await lines(`select count(*), sum(hashtext(t::text)::bigint) from only ${schema}.${name} t`))[0]}`)
  }
  return look.join('\n')
}

/** After a crash: all that must hold. @param {any} db @param {Story} story @param {boolean} nothingLost every acknowledged commit is there */
export async function verify(db, story, nothingLost) {
  await db.cluster.maintenance.sweeping
  assert.deepEqual((await db.check()).problems, [])
  for (const { name, states, acknowledged } of story.lanes) {
    await db.exec(`set search_path = ${name}`) // definitions say the schema of what is not on it
    const found = await lookOf(db, name)
    const at = states.lastIndexOf(found)
    if (at < 0) assert.equal(found, states[acknowledged], `schema ${name} looks as after none of its ${states.length} transactions, ${acknowledged} acknowledged`)
    if (nothingLost) assert.ok(at >= acknowledged, `schema ${name}: transaction ${acknowledged} was acknowledged, it looks as after ${at}`)
  }
  await db.exec('reset search_path')
  const next = Number((await db.query("select nextval('s') as n")).rows[0].n)
  const top = Number((await db.query('select coalesce(max(n), 0) as n from numbers')).rows[0].n)
  assert.ok(next > top, `nextval gives ${next}, and ${top} is in a table`)
  if (nothingLost) assert.ok(next > story.sequence, `nextval gives ${next} again after ${story.sequence}`)
  story.sequence = next
  const databases = (await db.query("select coalesce(string_agg(datname, ','), '') as names from pg_database where datname = 'other'")).rows[0].names
  const possible = nothingLost ? story.databases.slice(story.databasesAcknowledged) : story.databases
  assert.ok(possible.includes(databases), `databases: ${databases}, not ${possible.join(' or ')}`)
  const { count } = (await db.query("select count(*)::int as count from pg_class where relnamespace::regnamespace::text like 'pg_temp%'")).rows[0]
  assert.equal(count, 0, 'what was temporary is gone')
}
