/**
 * What a seed stands for: the mode, the lanes, how often the machine dies, when and how, which calls fail before, and
 * where the recoveries are cut.
 */
import { seededRandom } from '../../../src/util/prng.js'
import { CALLS, CODES } from '../../support/disk/faults.js'
import { LANES } from './lanes/index.js'

/** @import { Random } from '../../../src/util/prng.js' */
/** @import { Call, Fault } from '../../support/disk/faults.js' */
/** @import { Mode } from './history.js' */

/**
 * kill: the process dies at that write, the operating system lives. `path`: counted are the changes and syncs of such
 * files alone, so that what is rarely written is cut as often as what is written all the time. `later`: so many changes
 * of anything after that.
 * @typedef {{ kind: 'write' | 'sync' | 'kill', at: number, path?: RegExp, later?: number }} Cut
 */
/**
 * What goes wrong with the disk while the lanes run: calls that fail; room that runs out, for so many turns; a disk
 * that never writes over (copies) needs some for that, too.
 * @typedef {{ fault?: Fault, room?: number, roomReturns?: number, copies?: boolean }} Trouble
 */
/**
 * @typedef {object} Life
 * @property {number} seed of the lanes and of what a cut leaves
 * @property {Mode} mode the first one's, mostly: what a process in one mode leaves, one in another may go on with
 * @property {{ kind: 'cut' | 'kill', at: number }[]} recoveryCuts at which calls of the recoveries before it
 * @property {Fault | null} openFault a call that fails while it is opened
 * @property {number | null} openRoom while it is opened the disk has so much room, no more
 * @property {Trouble | null} trouble
 * @property {Cut} cut its end
 * @property {number} images others that the same cut could have left, looked at too
 */
/**
 * isNew: the directory is made by the first life. pool: of the engine; in the larger one synchronous code writes
 * batches larger than the cleaner's. rests: lanes run once more, to their own end.
 * largeSegments: of the log, of which the others are small. logBytes: of the log, between two checkpoints.
 * @typedef {{ seed: number, mode: Mode, isNew: boolean, pool: string, largeSegments: boolean, logBytes: number,
 * lanes: string[], lives: Life[], rests: boolean }} Plan
 */
/**
 * @typedef {object} Limits
 * @property {Mode[]} [modes]
 * @property {string[]} [lanes]
 * @property {number} [lives]
 * @property {string} [pool]
 * @property {boolean} [faults] in every life, or in none
 * @property {Call} [call] that fails in every life
 * @property {boolean} [full] in every life the disk has little room
 * @property {Cut['kind']} [ends] how lives end
 * @property {RegExp} [sort] lives end soon after a change of such a file; with `call`: that call fails of such a file
 * @property {number} [reach] lives end within so many changes
 * @property {boolean} [rest] every case rests
 * @property {boolean} [largeSegments] of the log
 * @property {boolean} [isNew] the directory is made by the first life
 * @property {Cut} [cut] of the first life
 */

/** Log that makes a checkpoint due: in half of the cases one may begin at any moment, in a loop without a turn, too. */
const LOG_BYTES = [2 << 20, 96 << 10]
/** Of so many cases one rests. */
const REST_EVERY = 3
/** … has large segments. */
const LARGE_SEGMENTS_EVERY = 6

/** What nearly everybody runs is tried most. @type {Mode[]} */
const ODDS = ['immediate', 'immediate', 'immediate', 'batch', 'none', 'off']
/** Sorts of files and directories, and how often they are written or synced in a life. */
const SORTS = /** @type {const} */ ([
  [/^control/, 8], [/^wal$/, 10], [/^wal\/preparing/, 8], [/^wal\/[0-9a-f]/, 60], [/^double-write\.0/, 12],
  [/^double-write\.1/, 8], [/^base$/, 10], [/\.free/, 12], [/^base\/[0-9a-f]{8}$/, 60], [/^base\/.*\.new$/, 20],
])

/** @param {number} seed @param {Limits} [limits] @returns {Plan} */
export function planOf(seed, limits = {}) {
  const random = seededRandom(seed * 7919 + 17)
  const mode = one(random, limits.modes ?? ODDS)
  const names = LANES.map(({ name }) => name)
  // A few lanes at a time: what all of them do together, none does often.
  const lanes = limits.lanes ?? Array.from({ length: 2 + random.below(4) }, () => one(random, names))
  if (limits.lanes === undefined && random.below(3) > 0) lanes.push('upkeep')
  if (limits.lanes === undefined && random.below(3) === 0) lanes.push('ticks')
  const count = limits.lives ?? 1 + random.below(3)
  const changes = seededRandom(seed * 31 + 5)
  const lives = Array.from({ length: count }, (_life, place) => {
    const modeOfLife = place > 0 && changes.below(3) === 0 ? one(changes, limits.modes ?? ODDS) : mode
    const anyKind = one(random, /** @type {const} */ (['write', 'write', 'sync', 'kill', 'kill']))
    const kind = limits.ends ?? anyKind
    const [path, pathReach] = random.below(3) === 0 ? one(random, SORTS) : [undefined, 0]
    const reach = path !== undefined ? pathReach : kind !== 'sync' ? 250 : mode === 'immediate' ? 120 : 30
    /** @type {Cut} */
    let cut = { kind, at: 1 + Math.floor(random.double() ** 1.5 * (limits.reach ?? reach)), path }
    if (path !== undefined && random.below(3) === 0) cut.later = random.below(12)
    if (limits.sort !== undefined && limits.call === undefined) {
      const at = 1 + random.below(limits.reach ?? 12)
      cut = { kind: limits.ends ?? 'write', path: limits.sort, at, later: random.below(8) }
    }
    const recoveryCuts = Array.from({ length: one(random, [0, 0, 1, 2]) }, () => ({
      kind: one(random, /** @type {const} */ (['cut', 'cut', 'kill'])),
      at: 1 + random.below(one(random, [20, 150, 600])),
    }))
    const seedOfLife = random.uint32() >>> 8
    const hasFaults = random.below(4) === 0
    const troubled = limits.full ?? limits.faults ?? hasFaults
    const trouble = troubled ? troubleOf(random, limits) : null
    const openFault = troubled && !limits.full && random.below(3) === 0 ? faultOf(random, 120, limits) : null
    const openRoom = trouble?.room !== undefined && random.below(2) === 0 ? random.below(60_000) : null
    return {
      seed: seedOfLife, mode: modeOfLife, cut, recoveryCuts, images: random.below(2), openFault, openRoom, trouble,
    }
  })
  if (limits.cut !== undefined) lives[0].cut = limits.cut
  const isNewToo = random.below(16) === 0
  const isNew = limits.isNew ?? isNewToo
  const pool = random.below(4) === 0 ? '5MB' : '2MB'
  return {
    seed, mode, isNew, pool: limits.pool ?? pool,
    largeSegments: limits.largeSegments ?? seededRandom(seed * 23 + 11).below(LARGE_SEGMENTS_EVERY) === 0,
    lanes: [...new Set(lanes)], lives, logBytes: LOG_BYTES[seededRandom(seed * 29 + 7).below(LOG_BYTES.length)],
    rests: limits.rest || seed % REST_EVERY === 0,
  }
}

/** @param {Random} random @param {number} reach @param {Limits} limits @returns {Fault} */
function faultOf(random, reach, limits) {
  const call = limits.call ?? one(random, CALLS)
  const times = random.below(4) === 0 ? 1 + random.below(30) : 1
  const at = 1 + Math.floor(random.double() ** 2 * (limits.sort === undefined ? reach : 3))
  return { call, path: limits.call === undefined ? undefined : limits.sort, at, times, code: one(random, CODES[call]) }
}

/** @param {Random} random @param {Limits} limits @returns {Trouble} */
function troubleOf(random, limits) {
  if (limits.call !== undefined) return { fault: faultOf(random, 60, limits) }
  if (!limits.full && random.below(4) > 0) return { fault: faultOf(random, 250, limits) }
  const roomReturns = random.below(2) === 0 ? 100 + random.below(400) : undefined
  return { room: random.below(one(random, [40_000, 1_500_000])), roomReturns, copies: random.below(4) === 0 }
}

/** @template T @param {Random} random @param {readonly T[]} list @returns {T} */
const one = (random, list) => list[random.below(list.length)]

/** @param {Plan} plan @returns {string} */
export function describe({ mode, isNew, pool, largeSegments, logBytes, lanes, lives }) {
  const told = lives.map(({ mode: itsMode, cut, recoveryCuts, openFault, openRoom, trouble }) =>
    [
      ...(itsMode === mode ? [] : [`mode ${itsMode}`]),
      ...recoveryCuts.map(({ kind, at }) => `recovery ${kind === 'cut' ? 'cut' : 'killed'} at call ${at}`),
      ...(openFault === null ? [] : [`opened while ${faultText(openFault)}`]),
      ...(openRoom === null ? [] : [`opened with room for ${openRoom} bytes`]),
      ...(trouble === null ? [] : [trouble.fault === undefined ? roomText(trouble) : faultText(trouble.fault)]),
      `${cut.kind} ${cut.at}${cut.path === undefined ? '' : ` of ${cut.path}`}${cut.later ? ` and ${cut.later}` : ''}`,
    ].join(', '),
  )
  const start = isNew ? 'a new directory; ' : largeSegments ? 'large segments; ' : ''
  return `mode ${mode}; pool ${pool}; log ${logBytes >> 10}kB; ${start}${lanes.join(' ')}; ${told.join('; then ')}`
}

/** @param {Trouble} trouble */
const roomText = ({ room, roomReturns, copies }) => `room for ${room} bytes`
  + (roomReturns === undefined ? '' : ` until turn ${roomReturns}`) + (copies ? ', also to write over' : '')

/** @param {Fault} fault */
function faultText({ call, path, at, times = 1, code }) {
  const which = `${call} ${at}${path === undefined ? '' : ` of ${path}`}`
  return `${which}${times === 1 ? '' : ` and ${times - 1} more`} fails with ${code}`
}
