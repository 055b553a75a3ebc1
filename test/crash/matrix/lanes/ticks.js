/**
 * One writer commits the numbers 1, 2, 3 …, and makes a table now and then; witnesses outside look by every way out
 * there is. Whatever a witness was shown must be there after the crash, where the mode gates answers (immediate) or
 * only the process died: rows of long and short answers, COPY, notifications by who wrote nothing, counts, errors,
 * notices, and shapes. What the synchronous `get` and `all` show is nobody's business: they are not gated.
 */
import assert from 'node:assert/strict'
import { DbError } from '../../../../src/index.js'
import { bind, cells, describe, execute, fields, parse, sync } from '../../../support/wire-client.js'
import { linesOf, turns } from '../lane-context.js'
import { listenerOf, WireClient } from '../wire.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */
/** @import { History } from '../history.js' */
/** @import { Message } from '../wire.js' */

export const name = 'ticks'
export const tables = ['ticks.t', 'ticks.last']

const TICK = 'a tick'
const TABLE = 'a table'
/** Roles go, one after the other: that one is gone only an error tells. */
const ROLE = 'a role that is gone'
const ROLES = 40
/** Numbers that make an answer long enough to leave in pieces. */
const LONG = "select n, repeat('x', 700) from ticks.t order by n desc limit 60"

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec('create schema ticks; create table ticks.t (n int primary key, m int not null default 0); insert into ticks.t select generate_series(1, 100)')
  await db.exec('create table ticks.last (n int not null, m int not null default 0)')
  await db.exec('insert into ticks.last values (100)')
  for (let role = 1; role <= ROLES; role++) await db.exec(`create role gone_${role}`)
}

const STANDING = `select count(*), max(n),
  (select count(*) from pg_class where relname like 'made\\_%' and relkind = 'r'),
  (select count(*) from pg_roles where rolname like 'gone\\_%') from ticks.t`

/** @param {EmbeddedSession} session */
const standing = async (session) => (await linesOf(session, STANDING))[0]

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random, history, db } = lane
  const listener = listenerOf(db)
  const writer = await lane.connect()
  const before = await lane.first(() => standing(writer))
  if (before === null) return
  const first = before.split(' ').map(Number)
  const state = { tick: first[1], tables: first[2], roles: ROLES - first[3] }
  history.show(TICK, 0, '')
  const witnesses = await Promise.all([
    simple(lane, listener), extended(lane, listener), copied(lane, listener), hearing(lane, listener),
    noticing(lane, listener, state), embedded(lane), failing(lane), teller(lane),
  ])
  const insert = writer.prepare('insert into ticks.t values ($1)')
  const wire = await clientOf(lane, listener)
  const watching = witnesses.map((witness) => witness())
  const writing = (async () => {
    while (!lane.over()) {
      const next = state.tick + 1
      history.begins(TICK, next)
      history.begins(TABLE, state.tables + 1)
      const way = random.below(8)
      if (way === 5 && state.roles < ROLES) {
        const role = state.roles + 1
        history.begins(ROLE, role)
        if (!await lane.attempt(() => writer.exec(`drop role gone_${role}`))) continue
        state.roles = role
        history.show(ROLE, role, 'DROP ROLE')
        continue
      }
      const through = await lane.attempt(async () => {
        if (way === 0) insert.run(next)
        else if (way === 1)
          await writer.exec(
            `begin; insert into ticks.t values (${next}); update ticks.t set m = m + 1 where n % 50 = 1;
            update ticks.last set n = ${next}; commit`
          )
        else if (way === 2) refuse(await wire.query(`insert into ticks.t values (${next})`))
        else if (way === 3 && random.below(3) === 0) {
          await writer.exec(`create table ticks.made_${state.tables + 1} (a int)`)
          history.show(TABLE, ++state.tables, 'CREATE TABLE')
          return
        } else if (way === 4) {
          await writer.exec(`begin; insert into ticks.t values (${next}); update ticks.last set n = ${next}`)
          await turns(1 + random.below(12)) // somebody comes to wait for the key or the row, and is told at the commit
          history.begins(TICK, next)
          await writer.exec('commit')
        } else await writer.query('insert into ticks.t values ($1)', [next])
        state.tick = next
        history.show(TICK, next, 'its own answer')
      })
      if (!through && way === 4) await lane.attempt(() => writer.exec('rollback'))
      if (random.below(3) === 0) await turns(random.below(5))
    }
  })()
  await Promise.race([writing, Promise.all(watching).then(() => writing)])
  await Promise.all(watching)
  await writer.release()
  await listener.close()
}

/** @param {LaneContext} lane @param {import('../../../../src/server/listener.js').Listener} listener */
async function clientOf(lane, listener) {
  const client = new WireClient(listener)
  await client.start(lane.settings)
  return client
}

/** An error among messages is thrown as the library would. @param {Message[]} messages */
function refuse(messages) {
  const error = messages.find(({ type }) => type === 'E')
  if (error !== undefined) throw new DbError(fields(error).C, fields(error).M)
}

/** @param {Message} message @param {number} [column] @returns {number} */
const cell = (message, column = 0) => Number(cells(message)[column]?.toString())

/** Repeats until the run is over. @param {LaneContext} lane @param {() => Promise<any>} work */
const again = (lane, work) => async () => {
  while (!lane.over()) {
    await lane.attempt(work)
    await turns(1 + lane.random.below(8))
  }
}

/**
 * Simple queries: rows of answers long and short, counts, plans that say how many rows they met.
 * @param {LaneContext} lane
 * @param {any} listener
 */
async function simple(lane, listener) {
  const client = await clientOf(lane, listener)
  let by = ''
  client.onMessage = (message) => {
    if (message.type === 'D' && by !== 'EXPLAIN ANALYZE') lane.history.show(TICK, cell(message), by)
    if (message.type === 'D' && by === 'EXPLAIN ANALYZE') {
      const rows = /ticks\.t|on t .*actual.* rows=([0-9]+)/.exec(cells(message)[0]?.toString() ?? '')
      if (rows !== null && rows[1] !== undefined) lane.history.show(TICK, Number(rows[1]), by)
    }
    if (message.type === 'C' && by === 'a tag')
      lane.history.show(TICK, Number(/[0-9]+/.exec(message.body.toString())?.[0]), by)
  }
  return again(lane, async () => {
    const [name, text] = lane.pick([
      ['a long SELECT', LONG],
      ['a short SELECT', 'select max(n) from ticks.t'],
      ['EXPLAIN ANALYZE', 'explain analyze select n from ticks.t'],
      ['a tag', 'update ticks.t set m = m'],
      ['a cursor', 'begin; declare c cursor for select n from ticks.t order by n desc; fetch 3 from c; commit'],
      ['a short SELECT in a block', 'begin; select max(n) from ticks.t; commit'],
      ['a function of SQL', 'select max(n) + 0 from ticks.t where n > 0'],
      ['a locked row', 'select n from ticks.last for update'],
      ['a changed row', 'update ticks.last set m = m + 1 returning n'],
    ])
    by = name
    refuse(await client.query(text))
  })
}

/**
 * The extended protocol: portals in pieces, pipelines, shapes of tables.
 * @param {LaneContext} lane
 * @param {any} listener
 */
async function extended(lane, listener) {
  const client = await clientOf(lane, listener)
  const { history } = lane
  let by = ''
  client.onMessage = (message) => { if (message.type === 'D') history.show(TICK, cell(message), by) }
  return again(lane, async () => {
    by = lane.pick(['a portal in pieces', 'a pipeline', 'Describe', 'Describe in a block'])
    if (by.startsWith('Describe')) {
      const number = (history.shown.get(TABLE) ?? 0) + 1
      if (by === 'Describe in a block') refuse(await client.query('begin'))
      client.send(Buffer.concat([parse('', `select a from ticks.made_${number}`), describe('S', ''), sync()]))
      const messages = await client.until('Z')
      if (messages.some(({ type }) => type === 'T')) history.show(TABLE, number, by)
      if (by === 'Describe in a block') refuse(await client.query('rollback'))
      return
    }
    const one = (/** @type {string} */ text, /** @type {number} */ rows) => [
      parse('', text),
      bind('', ''),
      execute('', rows),
    ]
    client.send(
      Buffer.concat(
        by === 'a pipeline'
          ? [...one('select max(n) from ticks.t', 0), ...one(LONG, 0), sync()]
          : [...one(LONG, 20), execute('', 20), execute('', 0), sync()]
      )
    )
    refuse(await client.until('Z'))
  })
}

/** COPY TO STDOUT. @param {LaneContext} lane @param {any} listener */
async function copied(lane, listener) {
  const client = await clientOf(lane, listener)
  client.onMessage = (message) => {
    if (message.type === 'd') lane.history.show(TICK, Number(message.body.toString().split('\t')[0]), 'COPY TO STDOUT')
  }
  return again(lane, async () => {
    refuse(
      await client.query(
        lane.pick([`copy (${LONG}) to stdout`, 'copy ticks.t to stdout', 'copy (select max(n) from ticks.t) to stdout'])
      )
    )
  })
}

/** Notifications. @param {LaneContext} lane @param {any} listener */
async function hearing(lane, listener) {
  const client = await clientOf(lane, listener)
  client.onMessage = ({ type, body }) => {
    if (type !== 'A') return
    const [channel, payload] = body.toString('utf8', 4).split('\0')
    if (channel === 'ticks') lane.history.show(TICK, Number(payload), 'a notification')
    else lane.history.show(TABLE, Number(payload.split('_')[1]), 'a notification of a name')
  }
  await client.query('listen ticks; listen names')
  const session = await lane.connect()
  await session.listen('ticks', (payload) => lane.history.show(TICK, Number(payload), 'a notification to the library'))
  return async () => {
    while (!lane.over()) await turns(20)
  }
}

/** Who wrote nothing but notifies. @param {LaneContext} lane */
async function teller(lane) {
  const session = await lane.connect()
  return again(lane, async () => {
    if (lane.random.below(2) === 0) await session.query("select pg_notify('ticks', max(n)::text) from ticks.t")
    else {
      const name = `'ticks.made_${(lane.history.shown.get(TABLE) ?? 0) + 1}'`
      await session.query(`select pg_notify('names', ${name}) where to_regclass(${name}) is not null`)
    }
  })
}

/**
 * Notices and refusals: what exists already.
 * @param {LaneContext} lane
 * @param {any} listener
 * @param {{ tables: number, roles: number }} state
 */
async function noticing(lane, listener, state) {
  const client = await clientOf(lane, listener)
  let number = 0
  let by = ''
  client.onMessage = (message) => {
    const { C } = message.type === 'N' || message.type === 'E' ? fields(message) : { C: '' }
    if (C === '42P07') lane.history.show(TABLE, number, by)
    if (C === '23505') lane.history.show(TICK, number, by)
    if (C === '22023') lane.history.show(ROLE, number, by)
  }
  return again(lane, async () => {
    const way = lane.random.below(4)
    if (way < 2 && state.roles < ROLES) {
      by = 'an error of SET ROLE'
      number = state.roles + 1
      await client.query(`begin; set local role gone_${number}; rollback`)
      if (!lane.over()) await client.query('rollback')
    } else if (way === 2) {
      by = 'a notice'
      number = state.tables + (lane.history.shown.get(TABLE) === state.tables ? 0 : 1)
      if (number === 0) return
      await client.query(`begin; create table if not exists ticks.made_${number} (a int); rollback`)
    } else {
      by = 'an error'
      number = (lane.history.shown.get(TICK) ?? 0) + 1
      await client.query(`begin; insert into ticks.t values (${number}); rollback`)
      if (lane.over()) return
      await client.query('rollback')
    }
  })
}

/** The library's promises, and its COPY. @param {LaneContext} lane */
async function embedded(lane) {
  const session = await lane.connect()
  const show = (/** @type {any} */ value, /** @type {string} */ by) => lane.history.show(TICK, Number(value), by)
  return again(
    lane,
    lane.pick([
      async () => show((await session.query('select max(n) as n from ticks.t')).rows[0].n, 'query()'),
      async () => {
        for await (const piece of session.copyTo(`(${LONG})`))
          for (const line of piece.toString().split('\n')) if (line !== '') show(line.split('\t')[0], 'copyTo()')
      },
    ])
  )
}

/** What run() and query() refuse, and how many rows they say there are. @param {LaneContext} lane */
async function failing(lane) {
  const session = await lane.connect()
  const insert = session.prepare('insert into ticks.t values ($1)')
  const count = session.prepare('update ticks.t set m = m where n > 0')
  return again(lane, async () => {
    const number = (lane.history.shown.get(TICK) ?? 0) + 1
    const way = lane.random.below(3)
    try {
      if (way === 0)
        await session.transaction(async (tx) => {
          await tx.query('insert into ticks.t values ($1)', [number])
          throw new DbError('22000', 'not meant')
        })
      else if (way === 1)
        session.transactionSync(() => {
          insert.run(number)
          throw new DbError('22000', 'not meant')
        })
      else lane.history.show(TICK, count.run().changes, 'the count of run()')
    } catch (error) {
      if (!(error instanceof DbError)) throw error
      // Inside transactionSync an error is the program's own; out of it, it is told.
      if (error.code === '23505')
        lane.history.show(TICK, number, way === 0 ? 'an error of query()' : 'an error of transactionSync()')
      else if (error.code !== '22000') throw error
    }
  })
}

/** @param {EmbeddedSession} db @param {History} history @param {boolean} nothingLost */
export async function verify(db, history, nothingLost) {
  const [count, top, made, roles] = (await standing(db)).split(' ').map(Number)
  assert.equal(count, top, 'ticks are there without a gap')
  if (nothingLost) {
    for (const [what, found] of Object.entries({ [TICK]: top, [TABLE]: made, [ROLE]: ROLES - roles })) {
      const shown = history.shown.get(what) ?? 0
      assert.ok(
        found >= shown,
        `${what} ${shown} was shown by ${history.shownBy.get(what)}, the last one there is ${found}`
      )
    }
  }
  history.shown.set(TICK, top)
  history.shown.set(TABLE, made)
  history.shown.set(ROLE, ROLES - roles)
}
