/**
 * One case: lanes on the simulated disk until it is cut, recovery that is cut as well, everything looked at, more of
 * the same on what was recovered, several times over; then a clean close, and a last look. Everything follows from the
 * plan's seed.
 */
import assert, { AssertionError } from 'node:assert/strict'
import { DbError, open } from '../../../src/index.js'
import { seededRandom } from '../../../src/util/prng.js'
import { ControlFile } from '../../../src/wal/control-file.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { simulatedTime } from '../../support/disk/simulated-time.js'
import { BATCH_TURNS, History } from './history.js'
import { LaneContext, lookQuery, turns } from './lane-context.js'
import { LANES } from './lanes/index.js'
import { LogFacts } from './log-facts.js'
import { compareLogs, LOG_FILES } from './logs.js'
import { isSound, laneName, looksRight, nothingIsLeft, verify } from './look.js'
import { Moments } from './moments.js'
import * as stuck from './stuck.js'
import { Watch } from './watch.js'

/** @import { Database } from '../../../src/index.js' */
/** @import { Mode } from './history.js' */
/** @import { LaneKind } from './lanes/index.js' */
/** @import { Moment } from './moments.js' */
/** @import { Life, Plan } from './plan.js' */

const SIZES = { bufferPool: '2MB', walSegmentBytes: 128 * 1024, maxWal: '2MB' }
const BEATS_SEGMENT_BYTES = 16 * 1024
/** They grow by a MB at a time, and a reserve is a part of one: as the usual ones do. */
const LARGE_SEGMENT_BYTES = 4 * 1024 * 1024
/**
 * So many images of each cut are looked at for their logs alone, which takes little time; more where the log may hold
 * what an earlier cut left.
 */
const LOG_IMAGES = 6
const LOG_IMAGES_AFTER_CUT = 16
/**
 * … and many where hardly anything else is on the disk: whether a frame begins where another has ended is a matter of
 * luck.
 */
const LOG_IMAGES_OF_BEATS = 60
/** A lane that goes on for so many turns is not stopped by its cut any more. */
const TURNS_MAX = 700
/** Nor one that went through so many statements. */
const STATEMENTS_MAX = 400
/** Directories that cases start from, kept for the next case of the same lanes. */
const BASES_MAX = 12
/** Of each life, and of each recovery, so many other moments are looked at. */
const MOMENTS_OF_LIFE = 4
const MOMENTS_OF_RECOVERY = 1
/** One in so many of these looks is at every page, too. */
const GLANCES_CHECKED = 8
/** Before the last close lanes go through so many statements, or turns. */
const REST_STATEMENTS = 60
const REST_TURNS = 200

/**
 * What a statement or an open may say when calls of the disk fail: no room, no descriptor or memory, no access, an
 * error of the disk, or a page that cannot be read.
 */
const FAULT_CODES = /^(53100|53000|53200|42501|58030|58P01|57P05|XX001)$/

/**
 * Where what is written over needs room as well, the log's own reserve gives it; but here it is smaller than a batch of
 * pages, which a rollback may have to write.
 */
const FULL_LOG = /write-ahead log|"wal/

/**
 * @param {FaultVfs} vfs @param {Mode} mode @param {number} seed @param {string} [bufferPool]
 * @param {number} [logBytes] between two checkpoints
 */
export async function openDisk(vfs, mode, seed, bufferPool = SIZES.bufferPool, logBytes = 0) {
  const time = simulatedTime(seed, () => vfs.off)
  vfs.options.reserve = true
  const logger = process.env.CRASH_LOG ? (/** @type {string} */ line) => console.log(`#   ${line}`) : undefined
  stuck.works(vfs, null)
  const db = await open({
    ...SIZES,
    bufferPool,
    vfs,
    ...time,
    logger,
    walSync: mode === 'off' ? 'immediate' : mode,
    settings: mode === 'off' ? { synchronous_commit: 'off' } : {},
  })
  stuck.works(vfs, db)
  if (logBytes > 0) db.cluster.maxWalBytes = logBytes // less than anybody can ask for
  return db
}

/**
 * As `openDisk`, and what the log said is on the pages then, or was undone.
 * @param {FaultVfs} disk without failures while it is opened @param {Plan} plan @param {Mode} mode @param {number} seed
 */
async function openCompared(disk, plan, mode, seed) {
  const view = disk.view('current')
  const facts = ControlFile.exists(/** @type {any} */ (view)) ? new LogFacts(view) : null
  const db = await openDisk(disk, mode, seed, plan.pool, plan.logBytes)
  facts?.areRecovered(disk.view('current'), db.cluster.oids.nextFile)
  assert.equal(db.cluster.storage.files.quarantine.byFile.size, 0, 'no relation is quarantined')
  return db
}

/** A closed directory with nothing in it, made once. @type {Map<number, Promise<FaultVfs>>} */
const empty = new Map()

/** @param {number} walSegmentBytes @returns {Promise<FaultVfs>} */
async function emptyDisk(walSegmentBytes) {
  const disk = new FaultVfs({ seed: 1 })
  await (await open({ ...SIZES, ...simulatedTime(1), walSegmentBytes, vfs: disk, walSync: 'none' })).close()
  return disk
}

/**
 * A closed directory that cases start from.
 * @param {string[]} names of its lanes
 * @param {number} walSegmentBytes
 * @returns {Promise<FaultVfs>}
 */
async function baseDisk(names, walSegmentBytes) {
  let made = empty.get(walSegmentBytes)
  if (made === undefined) empty.set(walSegmentBytes, (made = emptyDisk(walSegmentBytes)))
  const disk = (await made).crashImage(1)
  const db = await open({ ...SIZES, ...simulatedTime(1), walSegmentBytes, vfs: disk, walSync: 'none' })
  for (const { name, fill } of LANES) if (names.includes(name)) await fill(db)
  await db.close()
  return disk
}

/** Newest use last. @type {Map<string, Promise<FaultVfs>>} */
const bases = new Map()

/**
 * With the tables of the case's lanes and no others: filling them takes less time than checking everybody's would.
 * `beats` alone has small segments of the log, that come round often.
 * @param {Plan} plan @returns {Promise<FaultVfs>}
 */
export function baseOf({ lanes, largeSegments }) {
  const names = LANES.map(({ name }) => name).filter((name) => lanes.includes(name))
  const isBeats = names.join() === 'beats'
  const key = largeSegments && !isBeats ? `${names} large` : names.join()
  let base = bases.get(key)
  bases.delete(key)
  const segmentBytes = isBeats ? BEATS_SEGMENT_BYTES : largeSegments ? LARGE_SEGMENT_BYTES : SIZES.walSegmentBytes
  base ??= baseDisk(names, segmentBytes)
  bases.set(key, base)
  if (bases.size > BASES_MAX) bases.delete([...bases.keys()][0])
  return base
}

/**
 * lives, and how many of them the engine ended.
 * @typedef
 *   {{ lives: number, failed: number, writes: number, syncs: number, statements: number, refusals: Map<string, number>,
 *   trace: number }} Told
 */

/** @param {Plan} plan @returns {Promise<Told>} @throws what was wrong */
export async function simulate(plan) {
  const base = await baseOf(plan)
  const history = new History(plan.mode)
  stuck.begins(history)
  const lanes = LANES.filter(({ name }) => plan.lanes.includes(name))
  /** @type {Told} */
  const told = { lives: 0, failed: 0, writes: 0, syncs: 0, statements: 0, refusals: history.refusals, trace: 0 }
  let disk = plan.isNew ? new FaultVfs({ seed: plan.seed }) : base.crashImage(plan.seed, { seed: plan.seed })
  let isFilled = !plan.isNew
  let gone = /** @type {Gone} */ ({ killed: true, cutTurn: 0 })
  for (const life of plan.lives) {
    const { db, disk: opened, moments } = await recover(disk, plan, life, gone, isFilled ? history : null)
    if (!isFilled) {
      for (const { fill } of lanes) await fill(db)
      await db.checkpoint()
      isFilled = true
    }
    await lookAfter(db, opened, lanes, history, gone, life.seed % 4 === 0)
    history.mode = life.mode
    const cut = await live(db, opened, plan, life, lanes, history)
    told.lives++
    told.writes += opened.writeCount
    told.syncs += opened.syncCount
    told.trace = Math.imul(told.trace, 31) + opened.trace | 0
    told.failed += cut.failed && life.trouble !== null ? 1 : 0
    const logImages = plan.lanes.includes('beats') ? LOG_IMAGES_OF_BEATS
      : told.lives > 1 && !gone.killed ? LOG_IMAGES_AFTER_CUT : LOG_IMAGES
    gone = { killed: life.cut.kind === 'kill', cutTurn: cut.turn }
    for (let image = 0; image < logImages; image++)
      compareLogs(
        opened,
        opened.crashImage(life.seed + 7919 * image, {}, LOG_FILES),
        cut.endLsn,
        life.mode === 'immediate' ? history.toldAfterLsn : 0
      )
    await glanceAll([...moments, ...cut.moments], plan, life, lanes)
    // Other things the same cut could have left.
    for (let image = 0; image < life.images && !gone.killed; image++)
      await glance(opened.crashImage(life.seed + 101 * (image + 1)), plan, life, lanes, history.copy(), gone)
    disk = gone.killed ? opened.afterKill({ seed: life.seed }) : opened.crashImage(life.seed)
  }
  const last = plan.lives[plan.lives.length - 1]
  const after = { ...last, seed: last.seed + 1, openFault: null, openRoom: null }
  const { db, disk: opened, moments } = await recover(disk, plan, after, gone, history)
  await lookAfter(db, opened, lanes, history, gone, true)
  if (plan.rests) await rest(db, opened, last, lanes, history)
  await db.close()
  assert.deepEqual(opened.openFiles(), [], 'every file is closed')
  await glanceAll(moments, plan, after, lanes)
  const again = await openDisk(opened.crashImage(plan.seed), last.mode, plan.seed, plan.pool)
  assert.equal(again.cluster.recovered, '', 'a clean close leaves nothing to recover')
  await looksRight(again, lanes, history, () => true, true)
  await again.close()
  told.statements = history.statements
  return told
}

/** How the life before ended. @typedef {{ killed: boolean, cutTurn: number }} Gone */

/**
 * @param {Database} db
 * @param {FaultVfs} disk
 * @param {LaneKind[]} lanes
 * @param {History} history
 * @param {Gone} gone
 * @param {boolean} checks whether every page is looked at, too
 * @param {boolean} [atLocks] whether somebody still holds one
 */
async function lookAfter(db, disk, lanes, history, gone, checks, atLocks = true) {
  const { mode, durableMoment } = history
  if (checks) await isSound(db, disk)
  const nothingLost = mode === 'immediate' || gone.killed
  await (atLocks || checks ? verify : looksRight)(
    db,
    lanes,
    history,
    ({ answered, answeredTurn }) =>
      nothingLost || answered <= durableMoment || (mode === 'batch' && answeredTurn < gone.cutTurn - BATCH_TURNS),
    nothingLost
  )
}

/**
 * Opens what was left; the recovery may be cut as well, which makes a kill a power cut, and calls of it may fail: then
 * it is opened again.
 * @param {FaultVfs} disk @param {Plan} plan @param {Life} life @param {Gone} gone
 * @param {History | null} history of what is recovered, for a look at other moments of it; null: nothing is there yet
 */
async function recover(disk, plan, life, gone, history) {
  /** @type {Moment[]} */
  const moments = []
  const random = seededRandom(life.seed ^ 0x5ec0)
  const opening = async () => {
    const most = history === null ? 0 : MOMENTS_OF_RECOVERY
    const watch = new Moments(disk, history ?? new History(life.mode), random, most, () => gone.cutTurn)
    /** @type {unknown} */
    let failure = null
    const isWell = disk.faults.injected.length === 0
    const begun = isWell ? openCompared(disk, plan, life.mode, life.seed)
      : openDisk(disk, life.mode, life.seed, plan.pool, plan.logBytes)
    const db = await begun.catch((error) => { failure = error })
    watch.open = false
    moments.push(...watch.kept)
    if (watch.problem !== null || failure !== null) throw watch.problem ?? failure
    return /** @type {Database} */ (db)
  }
  for (const [attempt, cut] of life.recoveryCuts.entries()) {
    disk.options.crashAtCall = disk.callCount + cut.at
    try {
      const db = await opening()
      disk.options.crashAtCall = undefined
      if (!disk.off) return { db, disk, moments } // else what goes on besides met the cut, and the open needed no more
    } catch (error) {
      if (!disk.off || error instanceof AssertionError) throw error
    }
    if (cut.kind === 'kill') disk = disk.afterKill({ seed: life.seed + attempt })
    else {
      gone.killed = false
      disk = disk.crashImage(life.seed + attempt + 1)
    }
  }
  if (life.openRoom !== null && history !== null) return { db: await openFull(disk, plan, life), disk, moments }
  if (life.openFault === null) return { db: await opening(), disk, moments }
  disk.inject(life.openFault)
  try {
    const db = await opening()
    disk.heal()
    await thereIsRoom(db, disk)
    return { db, disk, moments }
  } catch (error) {
    if (!(error instanceof DbError) || !FAULT_CODES.test(error.code)) throw error
    await turns(40) // what was under way ends
    disk.heal()
    assert.deepEqual(disk.openFiles(), [], `an open that failed (${error.message}) gives back its descriptors`)
    return { db: await opening(), disk, moments }
  }
}

/**
 * Opens what was left while the disk is full: everything can be read, and written once there is room.
 * @param {FaultVfs} disk @param {Plan} plan @param {Life} life @returns {Promise<Database>}
 */
async function openFull(disk, plan, life) {
  disk.options.capacityBytes = disk.usedBytes() + Number(life.openRoom)
  const attempt = openDisk(disk, life.mode, life.seed, plan.pool, plan.logBytes)
  const db = await attempt.catch((error) => refusedForRoom(error, disk, plan, life))
  for (const { tables } of LANES.filter(({ name }) => plan.lanes.includes(name)))
    for (const table of tables) await db.query(lookQuery(table))
  disk.options.capacityBytes = undefined
  await thereIsRoom(db, disk)
  return db
}

/**
 * Recovery may need more than the log's reserve: somebody else has taken the room that was left for it. It is refused
 * then, once the reserve is spent, and opens when there is room.
 * @param {unknown} error @param {FaultVfs} disk @param {Plan} plan @param {Life} life @returns {Promise<Database>}
 */
async function refusedForRoom(error, disk, plan, life) {
  if (!(error instanceof DbError) || error.code !== '53100' || disk.exists('wal/reserve')) throw error
  await turns(40) // what was under way ends
  disk.options.capacityBytes = undefined
  assert.deepEqual(disk.openFiles(), [], `an open that failed (${error.message}) gives back its descriptors`)
  return openDisk(disk, life.mode, life.seed, plan.pool, plan.logBytes)
}

/** A log that has found no room looks again before long. @param {Database} db @param {FaultVfs} disk */
async function thereIsRoom(db, disk) {
  for (let turn = 0; !disk.off && !db.cluster.wal.tryOpen(); turn++) {
    assert.ok(turn < 1000, 'the log goes on when there is room again')
    await turns(1)
  }
}

/** @param {Moment[]} moments @param {Plan} plan @param {Life} life @param {LaneKind[]} lanes */
async function glanceAll(moments, plan, life, lanes) {
  for (const { image, history, turn } of moments)
    await glance(image, plan, life, lanes, history, { killed: false, cutTurn: turn })
}

/**
 * Opens another image of the same cut, or of another moment, and looks, no more.
 * @param {FaultVfs} disk
 * @param {Plan} plan
 * @param {Life} life
 * @param {LaneKind[]} lanes
 * @param {History} history as of then, nobody else's
 * @param {Gone} gone
 */
async function glance(disk, plan, life, lanes, history, gone) {
  const watch = new Watch(disk)
  const db = await openCompared(disk, plan, life.mode, life.seed + 7)
  if (watch.problem !== null) throw watch.problem
  await lookAfter(db, disk, lanes, history, gone, disk.random.below(GLANCES_CHECKED) === 0, false)
  disk.cut()
}

/**
 * A little of all lanes once more, on a sound disk and to their own end, with nobody cutting them off: what a rollback
 * or a purge forgets then, no sweep after a crash clears up before it is looked for.
 * @param {Database} db
 * @param {FaultVfs} disk
 * @param {Life} life
 * @param {LaneKind[]} lanes
 * @param {History} history
 */
async function rest(db, disk, life, lanes, history) {
  const end = history.statements + REST_STATEMENTS
  history.logPosition = () => db.cluster.wal.position
  history.tolerated = /^$/
  disk.options.capacityBytes = undefined
  disk.heal()
  let turn = 0
  const over = () => history.statements > end || turn > REST_TURNS
  const work = Promise.all(start(db, life.seed + 3, lanes, history, over))
  const counting = (async () => {
    while (!over()) {
      await turns(1)
      turn++
    }
  })()
  await work
  turn = Infinity
  await counting
  await nothingIsLeft(db, lanes)
  await db.exec('vacuum')
  await isSound(db, disk, false)
}

/**
 * Starts what the lanes do.
 * @param {Database} db
 * @param {number} seed
 * @param {LaneKind[]} lanes
 * @param {History} history
 * @param {() => boolean} over
 * @returns {Promise<void>[]}
 */
function start(db, seed, lanes, history, over) {
  return lanes.flatMap(({ name, run, look, parts = 1 }, place) =>
    Array.from({ length: parts }, (_part, part) => {
      const random = seededRandom(seed * 31 + place * 7 + part)
      return run(
        new LaneContext({
          name: laneName(name, parts, part),
          db,
          random,
          history,
          over,
          look: (session) => /** @type {any} */ (look)(session, part),
        }),
        part
      )
    })
  )
}

/**
 * Lanes until the cut, or until the engine has ended because the disk failed.
 * @param {Database} db
 * @param {FaultVfs} disk
 * @param {Plan} plan
 * @param {Life} life
 * @param {LaneKind[]} lanes
 * @param {History} history
 * @returns {Promise<{ turn: number, failed: boolean, endLsn: number, moments: Moment[] }>}
 */
async function live(db, disk, plan, life, lanes, history) {
  const { cut, trouble } = life
  const { wal } = db.cluster
  let turn = 0
  history.logPosition = () => wal.position
  const watch = new Moments(disk, history, seededRandom(life.seed ^ 0x11fe), MOMENTS_OF_LIFE, () => history.turn)
  watch.isBegun = true
  history.watch = watch
  if (cut.path !== undefined) disk.options.crashOn = { path: cut.path, at: cut.at, later: cut.later }
  else if (cut.kind === 'sync') disk.options.crashAtSync = disk.syncCount + cut.at
  else disk.options.crashAtWrite = disk.writeCount + cut.at
  history.tolerated = trouble === null ? /^$/ : FAULT_CODES
  if (trouble?.fault !== undefined) disk.inject(trouble.fault)
  if (trouble?.room !== undefined) disk.options.capacityBytes = disk.usedBytes() + trouble.room
  disk.options.copyOnWrite = trouble?.copies
  const before = history.statements
  const most = plan.lanes.join() === 'beats' ? 3 : 1 // a beat is soon over
  const isLate = () => turn > most * TURNS_MAX || history.statements > before + most * STATEMENTS_MAX
  const ended = () => disk.off || isLate() || (trouble !== null && wal.failed !== null)
  const work = start(db, life.seed, lanes, history, ended)
  const running = Promise.all(work).then(
    () => null,
    (error) => error
  )
  const cutOff = (async () => {
    while (!ended()) {
      await turns(1)
      history.turned(trouble === null)
      if (++turn !== trouble?.roomReturns) continue
      disk.options.capacityBytes = undefined
      if (wal.failed === null) await thereIsRoom(db, disk)
    }
    await turns(isLate() ? 200 : 20) // who waits for a lock of a session that died waits for ever
  })().catch((error) => error)
  const outcome = await Promise.race([running, cutOff])
  const failed = wal.failed !== null
  watch.open = false
  history.watch = null
  if (watch.problem !== null) throw watch.problem
  if (outcome instanceof Error && !disk.off && !(trouble !== null && failed)) throw outcome
  assert.ok(
    disk.off || !failed || trouble !== null,
    `the engine ended although nothing had failed: ${wal.failed?.detail}`
  )
  assert.ok(
    disk.off || !failed || trouble?.room === undefined || (trouble.copies && !FULL_LOG.test(`${wal.failed?.detail}`)),
    `the engine ended for want of room: ${wal.failed?.detail}`
  )
  const endTurn = history.turn
  disk.cut()
  await turns(2)
  history.tolerated = /^$/
  return { turn: endTurn, failed, endLsn: Math.max(wal.writtenLsn, wal.position), moments: watch.kept }
}
