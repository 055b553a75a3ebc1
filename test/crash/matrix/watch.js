/**
 * What must hold of the disk at every moment of a life and of a recovery, not only after a cut. Looked at from outside,
 * at each write and each answer, which takes next to nothing:
 *
 *  - a page is written into its file only when the record its LSN names is durable;
 *  - the log that is read from the disk as it stands ends with the frame that was just written, whatever an earlier
 *    incarnation has left behind it;
 *  - a page is written over in place only when a copy of what is written is durable in an area: it may be torn;
 *  - a torn page is made whole by the newest copy there is of it;
 *  - a copy in a double-write area is written over, or no longer believed, only when its page is durable in its file;
 *  - where the control file lets redo start, every change before is durable in its page;
 *  - a recovery from there comes to the same as one from where it started before (two-starts.js);
 *  - what was answered or shown in `immediate` lies in the durable log;
 *  - every incarnation's frames carry an epoch of their own, that the control file holds for good;
 *  - a file goes only when the durable log has an end for it (removals.js).
 *
 * Throwing into the engine would be taken for a failure of the disk: the first problem is kept, for who runs the case.
 */
import assert from 'node:assert/strict'
import { relationPath } from '../../../src/errors/pages.js'
import {
  CRC_OFFSET, PAGE_BYTES, pageBlockNo, pageCrc, pageFileId, pageLsn, pageProblem,
} from '../../../src/storage/page.js'
import { crc32 } from '../../../src/util/crc32.js'
import { ControlFile } from '../../../src/wal/control-file.js'
import {
  FRAME_BYTES_MIN, FRAME_EPOCH_OFFSET, FRAME_HEADER_BYTES, FRAME_LSN_OFFSET, paddedLength, uint64,
} from '../../../src/wal/frame.js'
import { LogReader } from '../../../src/wal/log-reader.js'
import { segmentPath } from '../../../src/wal/segment.js'
import { DiskView } from '../../support/disk/disk-view.js'
import { LogFacts } from './log-facts.js'
import { isOverForGood } from './removals.js'
import { startAlike } from './two-starts.js'

/** @import { FaultVfs } from '../../support/disk/fault-vfs.js' */
/** @import { Change } from '../../support/disk/unsynced.js' */
/** @import { LogGeometry } from '../../../src/wal/frame.js' */
/** @import { ControlFields } from '../../../src/wal/control-file.js' */

const RELATION = /^base\/[0-9a-f]{8}$/
const AREA = /^double-write\.[01]$/
const AREAS = ['double-write.0', 'double-write.1']
const SEGMENT = /^wal\/([0-9a-f]{16})$/
const LENGTH_OFFSET = 4

export class Watch {
  /** The first thing that did not hold. @type {Error | null} */
  problem = null
  /** @type {LogGeometry | null} */
  #geometry = null
  /** The durable log goes on at least to here; where its last frame begins. */
  #durableEnd = 0
  #lastFrame = 0
  /** A recovery writes again what it has found of the log. */
  #isAgain = false
  #redoLsn = 0
  /** Of the incarnations before. */
  #epochBefore = -1
  /** Recovery has repeated what it has to, and a frame was written. */
  isBegun = false
  /** What the control file said before. @type {ControlFields | null} */
  #control = null
  #head = new Uint8Array(PAGE_BYTES)
  #headView = new DataView(this.#head.buffer)

  /** @param {FaultVfs} disk */
  constructor(disk) {
    this.disk = disk
    disk.watch = this
    const found = /** @type {any} */ (disk.view('current'))
    if (!ControlFile.exists(found)) return
    this.#control = ControlFile.open(found).fields
    this.#redoLsn = this.#control.redoLsn
    this.#epochBefore = this.#control.epoch
  }

  /** A file is about to be changed. @param {string} path @param {Change} change */
  changes(path, change) {
    if (this.problem !== null || change.kind !== 'write') return
    this.#holds(() => {
      if (AREA.test(path)) this.#areaIsOver(path, change)
      else if (RELATION.test(path)) {
        this.#logIsThere(path, change)
        this.#copyIsThere(path, change)
        this.#isNewest(path, change)
      }
      else if (SEGMENT.test(path)) this.#isAgain = this.#isThere(path, change)
    })
  }

  /** It was. @param {string} path @param {Change} change */
  changed(path, change) {
    if (this.problem !== null || change.kind !== 'write') return
    if (path === 'control') this.#holds(() => this.#redoStarts())
    const segment = SEGMENT.exec(path)
    if (segment !== null && !this.#isAgain) this.#holds(() => this.#logEnds(parseInt(segment[1], 16), change))
  }

  /** A file is about to be removed. @param {string} path */
  removes(path) {
    if (this.problem !== null || !this.isBegun || !RELATION.test(path)) return
    this.#holds(() => isOverForGood(this.disk.view('durable'), path))
  }

  /** Somebody was told of what was logged behind a position. @param {number} lsn */
  told(lsn) {
    if (this.problem !== null || lsn === 0) return
    this.#holds(() => {
      const end = this.#durableTo(lsn)
      assert.ok(end > lsn, `somebody was told of what was logged behind ${lsn}, the durable log ends at ${end}`)
    })
  }

  /** @param {() => void} rule */
  #holds(rule) {
    try {
      rule()
    } catch (error) {
      this.problem = /** @type {Error} */ (error)
    }
  }

  /** @returns {LogGeometry | null} null: the directory is not made yet */
  #geometryOf() {
    if (this.#geometry === null) {
      const view = /** @type {any} */ (this.disk.view('durable'))
      if (!ControlFile.exists(view)) return null
      const { systemIdentifier, walSegmentBytes, redoLsn } = ControlFile.open(view).fields
      this.#geometry = { systemIdentifier, segmentBytes: walSegmentBytes }
      this.#lastFrame = redoLsn
    }
    return this.#geometry
  }

  /** @param {number} lsn @returns {number} where the durable log ends, if it does not reach further than that anyway */
  #durableTo(lsn) {
    if (this.#durableEnd > lsn) return this.#durableEnd
    const geometry = this.#geometryOf()
    if (geometry === null) return Infinity
    const view = /** @type {any} */ (this.disk.view('durable'))
    // The segment of the last frame that was seen may have been recycled since.
    if (!view.exists(segmentPath(Math.floor(this.#lastFrame / geometry.segmentBytes))))
      this.#lastFrame = ControlFile.open(view).fields.redoLsn
    const reader = new LogReader(view, geometry, { closedCleanly: true })
    reader.seek(this.#lastFrame)
    while (reader.next());
    this.#durableEnd = reader.endOfLog
    this.#lastFrame = Math.max(this.#lastFrame, reader.frameLsn)
    return this.#durableEnd
  }

  /** @param {string} path @param {Change & { kind: 'write' }} change of pages */
  #logIsThere(path, { position, bytes }) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const first = (PAGE_BYTES - position % PAGE_BYTES) % PAGE_BYTES
    for (let at = first; at + PAGE_BYTES <= bytes.length; at += PAGE_BYTES) {
      const lsn = pageLsn(view, at)
      if (lsn < this.#durableEnd) continue
      const end = this.#durableTo(lsn)
      const block = (position + at) / PAGE_BYTES
      assert.ok(end > lsn, `block ${block} of ${path} is written as of ${lsn}, the durable log ends at ${end}`)
    }
  }

  /**
   * Pages that nothing durable stands in the place of may be torn: redo makes them.
   * @param {string} path @param {Change & { kind: 'write' }} change of whole pages
   */
  #copyIsThere(path, { position, bytes }) {
    const durable = this.disk.view('durable')
    if (!durable.exists(path) || !AREAS.every((area) => durable.exists(area))) return
    const [file, written] = [durable.open(path), new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)]
    for (let at = 0; at + PAGE_BYTES <= bytes.length; at += PAGE_BYTES) {
      if (file.readSync(this.#head, 0, PAGE_BYTES, position + at) < PAGE_BYTES || isEmpty(this.#head)) continue
      if (Buffer.compare(this.#head, bytes.subarray(at, at + PAGE_BYTES)) === 0) continue
      const crc = written.getUint32(at + CRC_OFFSET, true)
      const block = (position + at) / PAGE_BYTES
      assert.ok(
        AREAS.some((area) => this.#hasCopy(durable.open(area), path, block, crc)),
        `block ${block} of ${path} is written over, and no copy of it is durable`
      )
    }
  }

  /** @param {string} path @param {Change & { kind: 'write' }} change of one page that may stand there torn */
  #isNewest(path, { position, bytes }) {
    const view = this.disk.view('current')
    if (!view.exists(path)) return // dropped while the write was under way: nobody reads it any more
    const [page, pageView] = [this.#head, this.#headView]
    if (bytes.length !== PAGE_BYTES || view.open(path).readSync(page, 0, PAGE_BYTES, position) < PAGE_BYTES) return
    const block = position / PAGE_BYTES
    if (isEmpty(page) || pageProblem(pageView, page, 0, parseInt(path.slice(5), 16), block) === '') return
    let newest = { sequence: -1, crc: 0 }
    for (const area of AREAS.filter((path) => view.exists(path)).map((path) => view.open(path))) {
      if (area.readSync(page, 0, PAGE_BYTES, 0) < PAGE_BYTES) continue
      const [sequence, count] = [pageView.getFloat64(8, true), pageView.getUint32(24, true)]
      if (count > 1024 || pageView.getUint32(0, true) !== crc32(page, 4, 32 + 4 * count)) continue
      for (let index = 0; index < count && sequence > newest.sequence; index++) {
        if (area.readSync(page, 0, PAGE_BYTES, (1 + index) * PAGE_BYTES) < PAGE_BYTES) continue
        const crc = pageView.getUint32(CRC_OFFSET, true)
        if (relationPath(pageFileId(pageView, 0)) !== path || pageBlockNo(pageView, 0) !== block) continue
        if (crc === pageCrc(page, 0)) newest = { sequence, crc }
      }
    }
    if (newest.sequence < 0) return
    const written = new DataView(bytes.buffer, bytes.byteOffset, PAGE_BYTES).getUint32(CRC_OFFSET, true)
    assert.equal(written, newest.crc, `block ${block} of ${path} is torn, and made what an older copy of it is`)
  }

  /** @param {any} area as it is durable @param {string} path @param {number} block @param {number} crc of the page */
  #hasCopy(area, path, block, crc) {
    const [page, view] = [this.#head, this.#headView]
    if (area.readSync(page, 0, PAGE_BYTES, 0) < PAGE_BYTES) return false
    const count = view.getUint32(24, true)
    const listed = Array.from({ length: Math.min(count, 1024) }, (_copy, index) => view.getUint32(32 + 4 * index, true))
    for (let index = listed.indexOf(crc); index >= 0; index = listed.indexOf(crc, index + 1)) {
      area.readSync(page, 0, PAGE_BYTES, (1 + index) * PAGE_BYTES)
      if (relationPath(pageFileId(view, 0)) !== path || pageBlockNo(view, 0) !== block) continue
      if (view.getUint32(CRC_OFFSET, true) === crc && pageCrc(page, 0) === crc) return true
    }
    return false
  }

  /** @param {string} path @param {Change & { kind: 'write' }} change */
  #isThere(path, { position, bytes }) {
    const length = Math.min(bytes.length, FRAME_HEADER_BYTES)
    this.disk.view('current').open(path).readSync(this.#head, 0, length, position)
    return Buffer.compare(this.#head.subarray(0, length), bytes.subarray(0, length)) === 0
  }

  /** @param {number} number of the segment @param {Change & { kind: 'write' }} change */
  #logEnds(number, { position, bytes }) {
    const geometry = this.#geometryOf()
    if (geometry === null || bytes.length < FRAME_BYTES_MIN) return
    const { segmentBytes } = geometry
    const lsn = number * segmentBytes + position
    const frame = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (uint64(frame, FRAME_LSN_OFFSET) !== lsn) return
    if (paddedLength(frame.getUint32(LENGTH_OFFSET, true)) !== bytes.length) return
    this.#epochIsNew(frame.getUint32(FRAME_EPOCH_OFFSET, true))
    const end = lsn + bytes.length
    if (![end, (number + 1) * segmentBytes].some((at) => this.#looksLikeFrame(at, segmentBytes))) return
    const reader = new LogReader(/** @type {any} */ (this.disk.view('current')), geometry, { closedCleanly: true })
    reader.seek(lsn)
    while (reader.next());
    assert.ok(reader.endOfLog <= end, `the log was written up to ${end}, and is read up to ${reader.endOfLog}`)
  }

  /** @param {number} epoch of a frame that was written */
  #epochIsNew(epoch) {
    if (!this.isBegun) {
      const held = ControlFile.open(/** @type {any} */ (this.disk.view('durable'))).fields.epoch
      assert.ok(epoch > this.#epochBefore, `frames of this life have epoch ${epoch}, as some before have`)
      assert.ok(epoch <= held, `frames have epoch ${epoch}, the control file holds ${held} for good`)
    }
    this.isBegun = true
  }

  /** The control file was written. Pages that were changed without a record may be lost: they have the LSN they had. */
  #redoStarts() {
    const view = this.disk.view('current')
    const fields = ControlFile.open(/** @type {any} */ (view)).fields
    this.#startsAlike(view, fields)
    const { redoLsn } = fields
    if (redoLsn <= this.#redoLsn) return
    // Of what was logged since redo last moved on all is in the files, synced, whatever their names are by now.
    if (this.#redoLsn > 0)
      new LogFacts(view, this.#redoLsn, redoLsn)
        .areOnPages(new DiskView(view.tree, 'durable'), `redo starts at ${redoLsn},`)
    this.#redoLsn = redoLsn
    for (const path of view.list('base').map((name) => `base/${name}`)) {
      if (!RELATION.test(path)) continue
      for (const { position, bytes } of this.disk.pagesUnsynced(path)) {
        for (let at = 0; at + PAGE_BYTES <= bytes.length; at += PAGE_BYTES) {
          const lsn = pageLsn(new DataView(bytes.buffer, bytes.byteOffset + at, PAGE_BYTES), 0)
          if (lsn >= redoLsn || lsn === 0) continue
          view.open(path, 'durable').readSync(this.#head, 0, PAGE_BYTES, position + at)
          const block = (position + at) / PAGE_BYTES
          assert.ok(
            pageLsn(this.#headView, 0) >= lsn,
            `redo is to start at ${redoLsn}, the change of block ${block} of ${path} at ${lsn} is not durable`
          )
        }
      }
    }
  }

  /** @param {DiskView} view @param {ControlFields} fields */
  #startsAlike(view, fields) {
    const before = this.#control
    this.#control = fields
    if (before === null || before.checkpointLsn === fields.checkpointLsn) return
    const touched = new Set([...new LogFacts(view, fields.redoLsn).newest.values()].map(({ fileId }) => fileId))
    startAlike(view, this.disk.view('durable'), before, fields, touched)
  }

  /** Whether there are bytes that begin as a frame does. @param {number} lsn @param {number} segmentBytes */
  #looksLikeFrame(lsn, segmentBytes) {
    const view = this.disk.view('current')
    const path = segmentPath(Math.floor(lsn / segmentBytes))
    if (!view.exists(path)) return false
    const count = view.open(path).readSync(this.#head, 0, FRAME_HEADER_BYTES, lsn % segmentBytes)
    return count === FRAME_HEADER_BYTES && this.#headView.getUint32(LENGTH_OFFSET, true) >= FRAME_BYTES_MIN
  }

  /** @param {string} path @param {Change & { kind: 'write' }} change of an area: its header goes first */
  #areaIsOver(path, { position, bytes }) {
    if (position !== 0) return
    this.#copiesAreOver(path, 'is written over')
    const oldest = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getFloat64(16, true)
    const view = this.disk.view('current')
    for (const other of AREAS) {
      if (other === path || !view.exists(other) || view.open(other).readSync(this.#head, 0, PAGE_BYTES, 0) < PAGE_BYTES)
        continue
      if (this.#headView.getFloat64(8, true) < oldest) this.#copiesAreOver(other, 'is not believed any more')
    }
  }

  /** @param {string} path of an area whose copies nobody may need @param {string} why they are none from here on */
  #copiesAreOver(path, why) {
    const view = this.disk.view('current')
    const area = view.open(path)
    const count = area.readSync(this.#head, 0, PAGE_BYTES, 0) < PAGE_BYTES ? 0 : this.#headView.getUint32(24, true)
    const copy = new Uint8Array(PAGE_BYTES)
    const copyView = new DataView(copy.buffer)
    for (let index = 0; index < count; index++) {
      const listed = this.#headView.getUint32(32 + 4 * index, true)
      area.readSync(copy, 0, PAGE_BYTES, (1 + index) * PAGE_BYTES)
      if (copyView.getUint32(CRC_OFFSET, true) !== listed) continue
      const [file, block] = [relationPath(pageFileId(copyView, 0)), pageBlockNo(copyView, 0)]
      for (const change of this.disk.pagesUnsynced(file)) {
        const at = block * PAGE_BYTES - change.position
        if (at < 0 || at + PAGE_BYTES > change.bytes.length) continue
        const written = new DataView(change.bytes.buffer, change.bytes.byteOffset + at, PAGE_BYTES)
        assert.ok(
          written.getUint32(CRC_OFFSET, true) !== listed,
          `the copy of block ${block} of ${file} in ${path} ${why}, and the page is not synced`
        )
      }
    }
  }
}

/** @param {Uint8Array} page */
const isEmpty = (page) => page.every((byte) => byte === 0)
