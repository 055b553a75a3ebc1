/**
 * Where the window frame of the current row lies in its partition. `seek` is called for every row in turn; both ends of
 * a frame only ever move forward, so each is a position that advances.
 *
 *   [head, tail)            the frame before EXCLUDE
 *   [groupStart, groupEnd) rows that are peers of the current one, `group` its number (both kept only when something
 *   asks: `peersNeeded`)
 *   spans                   the frame after EXCLUDE: up to three ranges of rows [from0, to0), [from1, to1), [from2, to2), in order
 */
import { badFrameOffset, nullFrameOffset } from '../../../errors/execution.js'

/** @import { ExecContext } from '../../context.js' */

const MODES = { rows: 0, range: 1, groups: 2 }
const [ROWS, RANGE] = [0, 1]
const BOUNDS = { unboundedPreceding: 0, preceding: 1, current: 2, following: 3, unboundedFollowing: 4 }
const [UNBOUNDED_PRECEDING, PRECEDING, CURRENT, FOLLOWING] = [0, 1, 2, 3]
const EXCLUDE = { none: 0, current: 1, group: 2, ties: 3 }

/**
 * @typedef {object} FrameSpec
 * @property {'rows' | 'range' | 'groups'} mode
 * @property {keyof typeof BOUNDS} start
 * @property {keyof typeof BOUNDS} end
 * @property {keyof typeof EXCLUDE} exclude
 * @property {boolean} peersNeeded somebody reads groupStart, groupEnd or group
 * @property {boolean} desc
 * @property {boolean} nullsFirst
 */
/** @typedef {(space: any, a: number, b: number) => number} RowCompare */
/** @typedef {(space: any, row: number) => any} RowKey */
/** @typedef {(ctx: any, value: any, base: any, offset: any, sub: boolean, less: boolean) => boolean} InRange */

export class WindowFrame {
  /**
   * @param {ExecContext} ctx
   * @param {import('../../spill/row-part.js').RowPart} part
   * @param {FrameSpec} spec
   * @param {RowCompare} peers 0: the rows are peers
   * @param {RowKey | null} key RANGE with offsets: reads the sort key
   * @param {any} startOffset
   * @param {any} endOffset undefined when there is none
   * @param {InRange | null} inRangeStart
   * @param {InRange | null} inRangeEnd
   */
  constructor(ctx, part, spec, peers, key, startOffset, endOffset, inRangeStart, inRangeEnd) {
    this.ctx = ctx
    this.part = part
    this.mode = MODES[spec.mode]
    this.start = BOUNDS[spec.start]
    this.end = BOUNDS[spec.end]
    this.exclude = EXCLUDE[spec.exclude]
    this.key = /** @type {RowKey} */ (key)
    this.desc = spec.desc
    this.nullsFirst = spec.nullsFirst
    this.peers = peers
    this.inRangeStart = inRangeStart
    this.inRangeEnd = inRangeEnd
    this.peersNeeded =
      spec.peersNeeded || this.exclude >= EXCLUDE.group
      || (this.mode !== ROWS && !(this.start === UNBOUNDED_PRECEDING && this.end === BOUNDS.unboundedFollowing))
    this.startOffset = checkedOffset(this.mode, startOffset, 'starting')
    this.endOffset = checkedOffset(this.mode, endOffset, 'ending')
    this.head = 0
    this.tail = 0
    this.group = 0
    this.groupStart = 0
    this.groupEnd = 0
    /** group number of the row at head, at tail */
    this.headGroup = 0
    this.tailGroup = 0
    this.from0 = this.to0 = this.from1 = this.to1 = this.from2 = this.to2 = 0
  }

  /** A new partition is complete in `part`. */
  begin() {
    this.head = this.tail = this.group = this.groupStart = this.groupEnd = this.headGroup = this.tailGroup = 0
  }

  /** @param {number} index of the current row */
  seek(index) {
    if (this.peersNeeded && index >= this.groupEnd) this.nextGroup(index)
    this.moveHead(index)
    this.moveTail(index)
    if (this.exclude === 0) {
      this.from0 = this.head
      this.to0 = this.tail > this.head ? this.tail : this.head
    } else this.cut(index)
  }

  /** @param {number} index first row of the next group */
  nextGroup(index) {
    const { part, peers } = this
    if (index > 0) this.group++
    this.groupStart = index
    let end = index + 1
    // Neighbours are compared: of two rows far apart the first might be gone from memory.
    while (end < part.length && peers(part.space, part.row(end - 1), part.row(end)) === 0) end++
    this.groupEnd = end
  }

  /** @param {number} index */
  moveHead(index) {
    const { start, mode, part } = this
    if (start === UNBOUNDED_PRECEDING) return
    if (start === CURRENT) this.head = mode === ROWS ? index : this.groupStart
    else if (mode === ROWS)
      this.head = clamp(start === PRECEDING ? index - this.startOffset : index + this.startOffset, part.length)
    else if (mode === RANGE) {
      const { key, nullsFirst } = this
      const inRange = /** @type {InRange} */ (this.inRangeStart)
      const sub = (start === PRECEDING) !== this.desc
      const base = key(part.space, part.row(index))
      for (; this.head < part.length; this.head++) {
        const value = key(part.space, part.row(this.head))
        if (value === null || base === null) {
          // Nulls are one block at an end of the partition: only the order of null and not null counts.
          if (nullsFirst ? value !== null || base === null : value === null || base !== null) break
        } else if (inRange(this.ctx, value, base, this.startOffset, sub, this.desc)) break
      }
    } else {
      const wanted = start === PRECEDING ? this.group - this.startOffset : this.group + this.startOffset
      while (this.head < part.length && this.headGroup < wanted) {
        this.head = this.afterGroup(this.head)
        this.headGroup++
      }
    }
  }

  /** @param {number} index */
  moveTail(index) {
    const { end, mode, part } = this
    if (end === BOUNDS.unboundedFollowing) this.tail = part.length
    else if (end === CURRENT) this.tail = mode === ROWS ? index + 1 : this.groupEnd
    else if (mode === ROWS)
      this.tail = clamp((end === PRECEDING ? index - this.endOffset : index + this.endOffset) + 1, part.length)
    else if (mode === RANGE) {
      const { key, nullsFirst } = this
      const inRange = /** @type {InRange} */ (this.inRangeEnd)
      const sub = (end === PRECEDING) !== this.desc
      const base = key(part.space, part.row(index))
      for (; this.tail < part.length; this.tail++) {
        const value = key(part.space, part.row(this.tail))
        if (value === null || base === null) {
          if (nullsFirst ? value !== null : base !== null) break
        } else if (!inRange(this.ctx, value, base, this.endOffset, sub, !this.desc)) break
      }
    } else {
      const wanted = end === FOLLOWING ? this.group + this.endOffset : this.group - this.endOffset
      while (this.tail < part.length && this.tailGroup <= wanted) {
        this.tail = this.afterGroup(this.tail)
        this.tailGroup++
      }
    }
  }

  /** The first row behind the group that starts at a row. @param {number} start */
  afterGroup(start) {
    if (start === this.groupStart) return this.groupEnd
    const { part, peers } = this
    let end = start + 1
    while (end < part.length && peers(part.space, part.row(end - 1), part.row(end)) === 0) end++
    return end
  }

  /** EXCLUDE: the frame without some rows around the current one. @param {number} index */
  cut(index) {
    const { head, exclude } = this
    const tail = this.tail > head ? this.tail : head
    const start = exclude === EXCLUDE.current ? index : this.groupStart
    const end = exclude === EXCLUDE.current ? index + 1 : this.groupEnd
    this.from0 = head
    this.to0 = between(start, head, tail)
    this.from1 = this.to1 = this.to0
    if (exclude === EXCLUDE.ties && index >= head && index < tail) {
      this.from1 = index
      this.to1 = index + 1
    }
    this.from2 = between(end, head, tail)
    this.to2 = tail
  }

  /** Row number of the frame's n-th row (0: the first), -1 when it has fewer. @param {number} n */
  at(n) {
    let left = n
    let size = this.to0 - this.from0
    if (left < size) return this.from0 + left
    if (this.exclude === 0) return -1
    left -= size
    size = this.to1 - this.from1
    if (left < size) return this.from1 + left
    left -= size
    return left < this.to2 - this.from2 ? this.from2 + left : -1
  }

  /** Row number of the frame's last row, -1 when it is empty. */
  last() {
    if (this.exclude !== 0) {
      if (this.to2 > this.from2) return this.to2 - 1
      if (this.to1 > this.from1) return this.to1 - 1
    }
    return this.to0 > this.from0 ? this.to0 - 1 : -1
  }
}

/** @param {number} position @param {number} length */
const clamp = (position, length) => (position < 0 ? 0 : position > length ? length : position)

/** @param {number} position @param {number} low @param {number} high */
const between = (position, low, high) => (position < low ? low : position > high ? high : position)

/**
 * ROWS and GROUPS count; RANGE's offset is checked by the type's in_range.
 * @param {number} mode
 * @param {any} offset
 * @param {'starting' | 'ending'} which
 */
function checkedOffset(mode, offset, which) {
  if (offset === undefined) return 0
  if (offset === null) throw nullFrameOffset(which)
  if (mode === RANGE) return offset
  if (offset < 0) throw badFrameOffset(which)
  return Number(offset)
}
