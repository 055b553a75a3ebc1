/**
 * Locks beside a model of them: three sessions lock a few rows and tables with every strength, change rows, and give
 * locks back by COMMIT, ROLLBACK and ROLLBACK TO. What two of them hold at one moment, by what they were answered, must
 * not conflict (PostgreSQL's tables of conflicts).
 */
import assert from 'node:assert/strict'
import { turns } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { Database } from '../../../../src/index.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

const ROWS = 5

export const name = 'holds'
export const tables = ['holds.t']
export const parts = 3

const STRENGTHS = ['key share', 'share', 'no key update', 'update']
const MODES = [
  'access share', 'row share', 'row exclusive', 'share update exclusive', 'share', 'share row exclusive', 'exclusive',
  'access exclusive',
]
/** With which others each mode conflicts, by their places. */
const CONFLICTS = [[7], [6, 7], [4, 5, 6, 7], [3, 4, 5, 6, 7], [2, 3, 5, 6, 7], [2, 3, 4, 5, 6, 7],
  [1, 2, 3, 4, 5, 6, 7], [0, 1, 2, 3, 4, 5, 6, 7]]

/** Statements about a table, and the places of the modes that they take. */
const TAKING = /** @type {[string, string, number][]} */ ([
  ['select count(*) from', '', 0], ['select from', ' for key share', 1], ['insert into', ' values (1)', 2],
  ['select count(*) from', '', 0], ['insert into', ' values (1)', 2], ['truncate', '', 7],
])

/** @param {string} what @param {number} a @param {number} b */
const conflict = (what, a, b) => what.startsWith('row') ? a + b >= 3 : CONFLICTS[a].includes(b)

/** @typedef {{ what: string, mode: number }} Hold */

class Holder {
  /** In the order in which they were taken. @type {Hold[]} */
  holds = []
  /** Of its savepoints: how much it held. @type {number[]} */
  marks = []
  /** A statement is under way: if it fails, all is given back before that is known. */
  isAsking = false
  /** What others were given meanwhile that must not be, unless it fails. @type {string[]} */
  suspicions = []

  /** From here on nothing of it counts. @param {number} keep */
  releases(keep) {
    this.holds.length = keep
    this.suspicions = []
  }
}

/** Who holds what, of the sessions of one open database. */
class Model {
  /** @type {Holder[]} */
  holders = []
  /** Statements that have begun or ended. */
  moves = 0

  /** @param {Holder} own @param {Hold} hold @returns {{ other: Holder, mode: number }[]} who must not let it have it */
  inTheWay(own, { what, mode }) {
    return this.holders.flatMap((other) => other === own ? [] : other.holds
      .filter((held) => held.what === what && conflict(what, held.mode, mode))
      .map((held) => ({ other, mode: held.mode })))
  }

  /** Nobody else does anything. @param {Holder} own */
  isQuiet(own) { return this.holders.every((other) => other === own || !other.isAsking) }
}

/** @type {WeakMap<Database, Model>} */
const models = new WeakMap()

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(`create schema holds; create table holds.t (id int primary key, k int unique, n int, v text);
    create table holds.a (i int); create table holds.b (i int);
    insert into holds.t select g, g, 0, repeat('h', 40) from generate_series(1, ${ROWS}) g`)
}

/** @param {LaneContext} lane @param {number} part */
export async function run(lane, part) {
  const { random } = lane
  const model = models.get(lane.db) ?? new Model()
  models.set(lane.db, model)
  const own = new Holder()
  model.holders.push(own)
  const session = await lane.connect()

  /** @param {Hold} hold answered just now */
  const takes = (hold) => {
    own.holds.push(hold)
    for (const { other, mode } of model.inTheWay(own, hold)) {
      const both = `${hold.what}: one session holds ${mode}, another was given ${hold.mode}`
      assert.ok(other.isAsking, both)
      other.suspicions.push(both)
    }
  }

  /**
   * @param {() => Promise<any>} work a statement
   * @param {(through: boolean) => void} [ended] in the breath in which it is not under way any more
   */
  const says = async (work, ended) => {
    model.moves++
    own.isAsking = true
    const through = await lane.attempt(work)
    own.isAsking = false
    model.moves++
    ended?.(through)
    return through
  }

  /** @param {() => Promise<Hold[]>} work a statement, and what it locks @returns {Promise<boolean>} */
  const asks = (work) => {
    /** @type {Hold[]} */
    let taken = []
    return says(async () => { taken = await work() }, (through) => {
      if (!through) return own.releases(own.marks.at(-1) ?? 0)
      assert.deepEqual(own.suspicions, [], 'what a session holds nobody else is given')
      taken.forEach(takes)
    })
  }

  /** @param {string} text @param {number} mode */
  const onRows = async (text, mode) => {
    const { rows } = await session.query(text)
    return rows.map(({ id }) => ({ what: `row ${id}`, mode }))
  }

  /** What nobody has locked is not refused. @param {number} id @param {number} mode */
  const atOnce = async (id, mode) => {
    const what = `row ${id}`
    const isFree = model.isQuiet(own) && model.inTheWay(own, { what, mode }).length === 0
    const { moves } = model
    try {
      return await onRows(`select id from holds.t where id = ${id} for ${STRENGTHS[mode]} nowait`, mode)
    } catch (error) {
      const { code, message } = /** @type {import('../../../../src/index.js').DbError} */ (error)
      const isRefused = code === '55P03' && message.includes(' on row ')
      assert.ok(!isRefused || !isFree || model.moves !== moves, `${what} is free, and was refused to ${mode}`)
      throw error
    }
  }

  /** The row that a transaction comes back to. */
  let usual = 1
  const one = async () => {
    const id = random.below(3) > 0 ? usual : 1 + random.below(ROWS)
    const mode = random.below(4)
    switch (random.below(9)) {
      case 0: {
        // Locks that plans take: the same texts each time.
        const table = lane.pick(['a', 'b'])
        const [before, after, place] = lane.pick(TAKING)
        await session.exec(`${before} holds.${table}${after}`)
        return [{ what: `table ${table}`, mode: place }]
      }
      case 1: {
        const table = lane.pick(['a', 'b'])
        const place = random.below(MODES.length)
        await session.exec(`lock table holds.${table} in ${MODES[place]} mode`)
        return [{ what: `table ${table}`, mode: place }]
      }
      case 2: return onRows(`update holds.t set n = n + 1, v = repeat('h', ${random.below(80)}) where id = ${id}
        returning id`, 2)
      case 3: return onRows(`update holds.t set k = -k where id = ${id} returning id`, 3)
      case 4:
        return onRows(`select id from holds.t where id >= ${id} order by id for ${STRENGTHS[mode]} skip locked`, mode)
      case 5:
      case 6: return atOnce(id, mode)
      default: return onRows(`select id from holds.t where id = ${id} for ${STRENGTHS[mode]}`, mode)
    }
  }

  /** @param {number} place of a savepoint */
  const goesBack = async (place) => {
    own.releases(own.marks[place])
    own.marks.length = place + 1
    const through = await says(() => session.exec(`rollback to s${place}`))
    if (random.below(2) === 0) await turns(random.below(30)) // what it gave back others ask for
    return through
  }

  while (!lane.over()) {
    if (!await says(() => session.exec('begin'))) continue
    usual = 1 + random.below(ROWS)
    for (let count = 1 + random.below(7); count > 0 && !lane.over(); count--) {
      const kind = random.below(5)
      if (kind === 0 && own.marks.length < 3) {
        if (!await says(() => session.exec(`savepoint s${own.marks.length}`))) break
        own.marks.push(own.holds.length)
      } else if (kind === 1 && own.marks.length > 0) {
        if (!await goesBack(random.below(own.marks.length))) break
      } else if (!await asks(one)) {
        if (own.marks.length === 0 || !await goesBack(own.marks.length - 1)) break
      }
      if (random.below(3) === 0) await turns(random.below(6))
    }
    own.releases(0)
    own.marks.length = 0
    if (!await says(() => session.exec(random.below(3) > 0 ? 'commit' : 'rollback')))
      await says(() => session.exec('rollback'))
  }
  await session.release()
}

/** @param {EmbeddedSession} db */
export async function verify(db) {
  const { rows } = await db.query('select count(*)::int as count from holds.t where k in (id, -id)')
  assert.equal(rows[0].count, ROWS, 'every row has its key')
}
