/**
 * Forks that live while their parent goes on, is checkpointed, has its tables rewritten, truncated and dropped, and is
 * cut: each looks as the parent was when it was made, or as it made itself look since; forks of forks too. What a fork
 * shows of its parent is durable; nothing of a fork is in the parent's directory.
 */
import assert from 'node:assert/strict'
import { lookOfSchema, tablesOf } from './schema-look.js'
import { turns } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { Random } from '../../../../src/util/prng.js' */
/** @import { Database } from '../../../../src/library/database.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

export const name = 'forks'
export const tables = ['forks.t', 'forks.beside']

const ROWS = 400
const FORKS_MAX = 3

/** @typedef {{ db: Database, look: string }} Fork look: what it must look like */

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(`create schema forks; create table forks.t (id int primary key, k text, v text);
    create index on forks.t (k); alter table forks.t alter v set storage external;
    insert into forks.t select g, 'k' || g, repeat('v', g % 7 * 600) from generate_series(1, ${ROWS}) g;
    create table forks.beside (id int primary key, f text);
    insert into forks.beside select g, repeat('f', 400) from generate_series(1, 100) g`)
}

/** @param {EmbeddedSession} session */
export const look = (session) => lookOfSchema(session, 'forks')

/**
 * @param {Random} random @param {string[]} made tables made since
 * @returns {string} a change of what there is to look at
 */
function change(random, made) {
  const id = random.below(ROWS)
  const number = random.below(1e6)
  const changes = [
    `update forks.t set k = k || 'n' where id % 5 = ${random.below(5)}`,
    `update forks.t set v = repeat('w', id % 4 * 900) where id % 7 = ${random.below(7)}`,
    `delete from forks.t where id between ${id} and ${id + 30}`,
    `insert into forks.t select g, 'new', repeat('n', 300) from generate_series(${id}, ${id + 40}) g
      on conflict (id) do update set k = 'again'`,
    `create table forks.n${number} as select id, k, v from forks.t where id % 3 = 0;
      create index on forks.n${number} (k)`,
    'create index on forks.t (k, id); drop index forks.t_k_id_idx',
  ]
  if (made.length > 0) {
    const table = made[random.below(made.length)]
    changes.push(`drop table forks.${table}`, `truncate forks.${table}`, `delete from forks.${table} where id % 2 = 0`)
    if (made.length > 3) return `drop table forks.${table}`
  }
  return changes[random.below(changes.length)]
}

/** Changes nothing that anybody sees, but where the bytes are. */
const UPKEEP = [
  'checkpoint', 'checkpoint', 'vacuum forks.t', 'vacuum full forks.t', 'reindex table forks.t',
  'cluster forks.t using t_pkey',
]

/** @param {EmbeddedSession} session */
const madeIn = async (session) =>
  (await tablesOf(session, 'forks')).map((table) => table.name).filter((table) => /^n\d/.test(table))

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random } = lane
  const session = await lane.connect()
  const [beside, upkeep] = [await lane.connect(), await lane.connect()]
  /** @type {Fork[]} */
  const forks = []

  const parentStep = () => lane.step(session, async () => session.exec(change(random, await madeIn(session))))

  /** Made beside a transaction that never commits, and now and then beside one that does. */
  const makeFork = async () => {
    /** @type {Database[]} */
    const made = []
    const { states } = lane.lane
    const known = await look(session)
    const first = states.length
    if (random.below(2) === 0) await beside.exec("begin; update forks.beside set f = 'never' where id % 3 = 0")
    const begun = random.below(3) === 0 ? parentStep() : null // its pages may be under way to their files
    if (begun !== null) await Promise.race([begun, turns(random.below(30))])
    const making = lane.attempt(async () => { made.push(await lane.db.fork()) })
    const [isMade] = await Promise.all([making, begun ?? (random.below(2) === 0 ? parentStep() : null)])
    if (!isMade) return
    const [db] = made
    /** @type {string} */
    let seen
    try {
      seen = await look(db)
    } catch (error) {
      await db.close()
      throw error
    }
    const state = states.slice(first).findLast((one) => one.look === seen)
    assert.ok(seen === known || state !== undefined, `a fork looks as its parent never did\n${seen}\n---\n${known}`)
    if (seen !== known && state !== undefined) lane.history.tells(state.afterLsn)
    forks.push({ db, look: seen })
  }

  const forkStep = async (/** @type {Fork} */ fork) => {
    assert.equal(await look(fork.db), fork.look, 'a fork stays as it is')
    const kind = random.below(8)
    if (kind < 4) {
      await lane.attempt(async () => fork.db.exec(change(random, await madeIn(fork.db))))
      fork.look = await look(fork.db)
    } else if (kind < 6) await lane.attempt(() => fork.db.exec(lane.pick(UPKEEP)))
    else if (kind === 6) assert.deepEqual((await fork.db.check()).problems, [])
    else if (forks.length < FORKS_MAX) forks.push({ db: await fork.db.fork(), look: fork.look })
  }

  while (!lane.over()) {
    const kind = random.below(10)
    if (kind < 3) await parentStep()
    else if (kind < 5) {
      const ended = lane.history.checkpoint()
      const statement = lane.pick(UPKEEP)
      if (await lane.attempt(() => upkeep.exec(statement)) && statement === 'checkpoint') ended()
    } else if (forks.length === 0 || (kind === 5 && forks.length < FORKS_MAX)) {
      await lane.attempt(makeFork)
      await lane.attempt(() => beside.exec('rollback'))
    } else if (kind < 9) await lane.attempt(() => forkStep(lane.pick(forks)))
    else {
      const [fork] = forks.splice(random.below(forks.length), 1)
      await lane.attempt(() => fork.db.close())
    }
    await turns(random.below(15))
  }
  for (const { db } of forks) await lane.attempt(() => db.close())
  for (const each of [session, beside, upkeep]) await each.release()
}
