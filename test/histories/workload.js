/**
 * Random transactions by several sessions, step by step: which session goes on is drawn too, so that a seed says all. A
 * step is over when every session has its answer or waits for a
 * lock. What was asked and answered is the history that checker.js judges.
 */
import { open } from '../../src/index.js'
import { seededRandom } from '../../src/util/prng.js'
import { simulatedTime } from '../support/disk/simulated-time.js'
import { MUTANTS } from './mutants.js'

/** @typedef {import('./checker.js').HistoryTransaction} HistoryTransaction */
/** @typedef {import('./checker.js').Level} Level */
/** @typedef {{ history: HistoryTransaction[], committed: number, undone: number, commands: number }} Run */

const SESSIONS = 5
const KEYS = 5
const GROUPS = 3
/** Errors that transactions which run beside each other may meet. */
const EXPECTED = new Set(['40001', '40P01', '23505'])

/** Changes of the tables' files beside the transactions, which change no row. */
const COMMANDS = [
  'reindex index lists_len',
  'reindex index log_g',
  'vacuum full lists',
  'cluster lists using lists_pkey',
  'cluster lists using lists_len',
  'reindex table lists',
  'reindex index lists_len',
  'vacuum lists',
  'analyze lists',
  'vacuum full log',
  'cluster log using log_g',
  'reindex table log',
  'reindex index concurrently lists_len',
  'drop index if exists lists_more',
  'create index if not exists lists_more on lists (len, k)',
]
/** To whose snapshots before it the table is empty afterwards, as in PostgreSQL. */
const REWRITES = [
  'alter table lists alter len type int8',
  'alter table lists alter len type int4',
  'alter table lists alter v type int8[]',
  'alter table lists alter v type int4[]',
]

/** One session, with at most one statement under way. */
class Actor {
  /** @param {World} world @param {any} session */
  constructor(world, session) {
    this.world = world
    this.session = session
    this.pending = false
    /** @type {AsyncGenerator<void, void, void> | Generator<void, void, void> | null} */
    this.program = null
    /** @type {unknown} */
    this.failure = null
  }

  get waits() { return this.pending && this.session.session.wait !== null }

  /** @param {string} sql @param {any[]} [values] @returns {Promise<any[][]>} rows as arrays */
  async ask(sql, values = []) {
    const { rows } = values.length === 0 && this.world.draw(2) === 0
      ? await this.session.query({ text: sql, rowMode: 'array' })
      : await this.session.query({ text: sql, values, rowMode: 'array' })
    return rows
  }

  /** Runs `steps` up to the next pause. @param {() => Promise<void>} step */
  go(step) {
    this.pending = true
    step().then(() => { this.pending = false }, (error) => { this.pending = false; this.failure = error })
  }
}

class World {
  /**
   * @param {any} db
   * @param {(below: number) => number} draw
   * @param {Level} level
   * @param {number} truncateEvery so many transactions
   */
  constructor(db, draw, level, truncateEvery) {
    this.truncateEvery = truncateEvery
    this.db = db
    this.draw = draw
    this.level = level
    this.clock = 0
    this.elements = 0
    /** Of the rows' file of `log`: who uses the table has it until his end, and TRUNCATE alone. */
    this.epoch = 0
    this.truncatedAt = 0
    /** @type {HistoryTransaction[]} */
    this.history = []
    /** Ends of commands after which older snapshots see `lists` empty. @type {number[]} */
    this.rewrites = []
    this.commands = 0
  }
}

/**
 * One transaction, a statement at a time. @param {Actor} actor @returns {AsyncGenerator<void, void, void>}
 */
async function* transaction(actor) {
  const { world } = actor
  const { draw } = world
  /** @type {HistoryTransaction} */
  const txn = { id: world.history.length, committed: false, startedAt: 0, endedAt: Infinity, operations: [] }
  world.history.push(txn)
  const truncates = draw(world.truncateEvery) === 0
  // Who comes to a table late leaves it to commands until then.
  const order = draw(4)
  try {
    await actor.ask(`begin isolation level ${world.level}`)
    yield
    txn.startedAt = ++world.clock
    if (truncates) {
      // Reads of the other table only: TRUNCATE does not ask what its own snapshot sees.
      for (let left = draw(3); left > 0; left--) {
        await listOperation(actor, txn, 3 + draw(4))
        yield
      }
      await actor.ask('truncate log')
      txn.operations.push({ kind: 'truncate', epoch: world.epoch + 1 })
      yield
      await actor.ask('commit')
      world.epoch++
      world.truncatedAt = ++world.clock
      txn.committed = true
      return
    }
    /** Where to go back to: what came after it never was. */
    let savepoint = -1
    const count = 1 + draw(5)
    for (let number = 0; number < count; number++) {
      const onLists = order === 0 ? number * 2 < count : order === 1 ? number * 2 >= count : draw(9) < 6
      if (onLists) await listOperation(actor, txn, draw(7))
      else await logOperation(actor, txn)
      yield
      if (savepoint < 0 && draw(10) === 0) {
        await actor.ask('savepoint s')
        savepoint = txn.operations.length
      } else if (savepoint >= 0 && draw(3) === 0) {
        await actor.ask('rollback to s')
        txn.operations.length = savepoint
        savepoint = -1
      }
    }
    if (draw(12) === 0) await actor.ask('rollback')
    else {
      await actor.ask('commit')
      txn.committed = true
    }
  } catch (error) {
    if (!EXPECTED.has(/** @type {any} */ (error).code)) throw error
    await actor.ask('rollback')
  } finally {
    txn.endedAt = ++world.clock
  }
}

/** @param {Actor} actor @param {HistoryTransaction} txn */
async function logOperation(actor, txn) {
  const { world } = actor
  const group = world.draw(GROUPS)
  if (world.draw(2) === 0) {
    txn.operations.push(await bag(actor, txn, group))
    return
  }
  const element = ++world.elements
  await actor.ask('insert into log values ($1, $2)', [group, element])
  txn.operations.push({ kind: 'insert', group, element, epoch: world.epoch })
}

/** @param {Actor} actor @param {HistoryTransaction} txn @param {number} which 0 to 2 append, 3 to 6 read */
async function listOperation(actor, txn, which) {
  const { world } = actor
  const { draw } = world
  const key = draw(KEYS)
  const at = ++world.clock
  switch (which) {
    case 0: case 1: {
      const element = ++world.elements
      await actor.ask('insert into lists values ($1, 1, array[$2::int4]) on conflict (k) do update set v = lists.v || $2, len = lists.len + 1', [key, element])
      txn.operations.push({ kind: 'append', key, element })
      return
    }
    case 2: {
      const element = ++world.elements
      const rows = await actor.ask('update lists set v = v || $2::int4, len = len + 1 where k = $1 returning k', [
        key,
        element,
      ])
      if (rows.length > 0) txn.operations.push({ kind: 'append', key, element })
      return
    }
    case 3: case 4: {
      const rows = await actor.ask(`select v::text from lists where k = ${key}${draw(10) === 0 ? ' for update' : ''}`)
      if (!isEmptied(world, txn))
        txn.operations.push({ kind: 'read', key, list: rows.length === 0 ? [] : listOf(rows[0][0]), at })
      return
    }
    default: {
      const least = 1 + draw(6)
      const rows = await actor.ask('select k, v::text from lists where len >= $1', [least])
      if (!isEmptied(world, txn))
        txn.operations.push({ kind: 'longer', least, lists: new Map(rows.map(([k, v]) => [k, listOf(v)])), at })
    }
  }
}

/**
 * @param {Actor} actor
 * @param {HistoryTransaction} txn
 * @param {number} group
 * @returns {Promise<import('./checker.js').Bag>}
 */
async function bag(actor, txn, group) {
  const { world } = actor
  const rows = await actor.ask(`select e from log where g = ${group}`)
  // To a snapshot of before a TRUNCATE the table is empty after it.
  const isOlder = world.level !== 'read committed' && txn.startedAt < world.truncatedAt
  return { kind: 'bag', group, elements: rows.map(([element]) => element), epoch: isOlder ? -1 : world.epoch }
}

/** @param {string} text @returns {number[]} */
const listOf = (text) => text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)

/** Is its snapshot older than the table's rows? @param {World} world @param {HistoryTransaction} txn */
const isEmptied = (world, txn) =>
  world.level !== 'read committed' && world.rewrites.some((endedAt) => endedAt > txn.startedAt)

/** @param {Actor} actor @returns {AsyncGenerator<void, void, void>} */
async function* command(actor) {
  const { world } = actor
  const rewrites = world.draw(8) === 0
  const list = rewrites ? REWRITES : COMMANDS
  try {
    await actor.ask(list[world.draw(list.length)])
    world.commands++
  } catch (error) {
    if (!EXPECTED.has(/** @type {any} */ (error).code)) throw error
  }
  if (rewrites) world.rewrites.push(++world.clock)
  yield
}

/** Until every session has its answer or waits. @param {Actor[]} actors */
async function settled(actors) {
  for (let quiet = 0; quiet < 2;) {
    await new Promise((resolve) => { setImmediate(resolve) })
    quiet = actors.every((actor) => !actor.pending || actor.waits) ? quiet + 1 : 0
  }
  for (const { failure } of actors) if (failure !== null) throw failure
}

/**
 * @param {number} seed @param {Level} level @param {{ transactions?: number, mutant?: string }} [options]
 * @returns {Promise<Run>}
 * @throws what a session was told that transactions beside each other are not to be told
 */
export async function runHistory(seed, level, { transactions = 40, mutant } = {}) {
  const dice = seededRandom(seed)
  const draw = (/** @type {number} */ below) => Math.floor(dice.double() * below)
  const db = /** @type {any} */ (await open({ path: ':memory:', ...simulatedTime(seed) }))
  try {
    await db.exec(`create table lists (k int primary key, len int not null, v int[] not null); create index lists_len on lists (len);
      create table log (g int, e int); create index log_g on log (g)`)
    if (mutant !== undefined) MUTANTS[mutant].apply(db.cluster)
    const world = new World(db, draw, level, mutant === undefined ? 10 : MUTANTS[mutant].truncateEvery ?? 10)
    // Small bounds now and then: what is remembered coarsely must be remembered all the same.
    if (draw(3) === 0)
      db.cluster.txns.serializable.setLimits({
        perTransaction: 10,
        perRelation: 1 + draw(4),
        perPage: 1 + draw(2),
        connections: 1,
      })
    const byIndex = draw(2) === 0
    /** @type {Actor[]} */
    const actors = []
    for (let number = 0; number <= SESSIONS; number++) {
      const session = await db.connect()
      if (byIndex) await session.exec('set enable_seqscan = off')
      actors.push(new Actor(world, session))
    }
    const commander = actors[SESSIONS]
    for (;;) {
      const ready = actors.filter(
        (actor) => !actor.pending && (actor.program !== null || world.history.length < transactions)
      )
      if (ready.length === 0) {
        if (actors.every((actor) => !actor.pending)) break
        throw new Error('sessions wait for each other, and nobody is told')
      }
      const actor = ready[draw(ready.length)]
      if (actor === commander && actor.program === null && draw(2) > 0) continue
      actor.go(async () => {
        actor.program ??= actor === commander ? command(actor) : transaction(actor)
        if ((await actor.program.next()).done) actor.program = null
      })
      await settled(actors)
    }
    await lastLook(world, actors[0])
    return {
      history: world.history,
      commands: world.commands,
      committed: world.history.filter((txn) => txn.committed).length,
      undone: world.history.filter((txn) => !txn.committed).length,
    }
  } finally {
    await db.close()
  }
}

/** What all of it came to, as one more transaction. @param {World} world @param {Actor} actor */
async function lastLook(world, actor) {
  const at = ++world.clock
  /** @type {HistoryTransaction} */
  const txn = { id: world.history.length, committed: true, startedAt: at, endedAt: at, operations: [] }
  const rows = await actor.ask('select k, v::text from lists')
  for (let key = 0; key < KEYS; key++)
    txn.operations.push({ kind: 'read', key, list: listOf(rows.find(([k]) => k === key)?.[1] ?? '{}'), at })
  for (let group = 0; group < GROUPS; group++) txn.operations.push(await bag(actor, txn, group))
  world.history.push(txn)
}
