/**
 * The tree of a gin index: entries of one row each, as in every tree, and postings (posting.js), which have many. Who
 * may be undone adds entries; what is nobody's any more goes into postings (`post`). Whoever asks for a row, or takes
 * it out, finds it in either.
 */
import { PAGE_BYTES } from '../page.js'
import {
  BEFORE, copyEntry, copyHead, ENTRY_BYTES_MAX, entryBytes, leafTid, nodeCount, nodeFree, nodeNext, nodePrefix,
  nodePrevious,
} from '../btree/node.js'
import { search } from '../btree/node-search.js'
import { merge, SPARSE_FREE_BYTES, split } from '../btree/structure.js'
import { BTree, EXISTED } from '../btree/tree.js'
import { TID_BYTES } from '../../util/tuple-id.js'
import {
  DELTA_BYTES, fillPosting, isPosting, MARK, mayBePosted, posted, POSTED_KEY_BYTES_MAX, POSTED_MAX, postingBound,
  postingLast, putBound, putDelta, putTail, readPosting, TAIL_BYTES, VARINT_BYTES_MAX, withoutTid,
} from './posting.js'
import { NOBODY } from './waiting.js'

/** @import { FrameNumber, Lsn, Tid, Xid } from '../../util/identifiers.js' */
/** @import { BTreeTxn } from '../btree/env.js' */

const NONE = Number.MAX_SAFE_INTEGER
/** Of a posting that tuple ids are put into the middle of. */
const POSTING_BYTES_MAX = ENTRY_BYTES_MAX - VARINT_BYTES_MAX

// Used within one call of what is below, and nobody yields meanwhile.
const probe = new Uint8Array(ENTRY_BYTES_MAX + TID_BYTES)
const beginning = new Uint8Array(ENTRY_BYTES_MAX + TID_BYTES)
const found = new Uint8Array(2 * ENTRY_BYTES_MAX)
const made = new Uint8Array(2 * ENTRY_BYTES_MAX)
const merged = new Float64Array(2 * POSTED_MAX)
const known = new Float64Array(POSTED_MAX)

export class GinTree extends BTree {
  /**
   * The place of the newest `findPosting`.
   * @type {{ frame: FrameNumber, position: number }} frame pinned; -1: there is none
   */
  place = { frame: -1, position: 0 }

  /** @override @param {Uint8Array} key @param {number} at @param {number} end @param {Tid} tid */
  has(key, at, end, tid) {
    return super.has(key, at, end, tid) || this.isPosted(key, at, end, tid)
  }

  /**
   * @override
   * @param {BTreeTxn} txn
   * @param {Uint8Array} key with TID_BYTES spare bytes behind `end`
   * @param {number} at
   * @param {number} end
   * @param {Tid} tid
   * @returns {number}
   */
  insert(txn, key, at, end, tid) {
    if (!this.isPosted(key, at, end, tid)) return super.insert(txn, key, at, end, tid)
    if (txn.serializable) txn.serializable.writesKey(this.file.fileId, key, at, end)
    txn.undo.indexKeep(this.file.fileId, key, at, end, tid)
    return EXISTED
  }

  /**
   * @override
   * @param {Uint8Array} key with TID_BYTES spare bytes behind `end`
   * @param {number} at
   * @param {number} end
   * @param {Tid} tid
   * @param {Xid} xid
   * @param {Lsn} prevLsn
   */
  remove(key, at, end, tid, xid, prevLsn) {
    const lsn = super.remove(key, at, end, tid, xid, prevLsn)
    return this.#unpost(key, at, end, tid) || lsn
  }

  /** @param {Uint8Array} key @param {number} at @param {number} end @param {Tid} tid */
  isPosted(key, at, end, tid) {
    const entryEnd = this.#copyPosting(key, at, end, tid)
    if (entryEnd === 0 || postingLast(found, entryEnd) < tid) return false
    const count = readPosting(found, entryEnd, known)
    let low = 0
    for (let high = count; low < high;) {
      const middle = (low + high) >> 1
      if (known[middle] < tid) low = middle + 1
      else high = middle
    }
    return low < count && known[low] === tid
  }

  /**
   * Tuple ids of a key's next posting: the first one with any that is not below `from`.
   * @param {Uint8Array} key @param {number} at @param {number} end
   * @param {number} from
   * @param {Float64Array} room for them
   * @returns {Float64Array} `room`, or more of it; `postedCount`: how many they are, those before `from` in the same
   *   posting too; 0: there are no more
   */
  postedFrom(key, at, end, from, room) {
    const { pool, view, bytes, place } = this
    this.#findPosting(key, at, end, from)
    let entryEnd = 0
    if (place.frame >= 0) {
      const base = place.frame * PAGE_BYTES
      const reaches = leafTid(view, bytes, base, place.position) - MARK >= from
      if (reaches) entryEnd = copyEntry(view, bytes, base, place.position, found, 0)
      pool.unpin(place.frame)
    }
    if (entryEnd === 0) entryEnd = this.#copyNext()
    const count = this.postedCount = entryEnd === 0 ? 0 : readPosting(found, entryEnd, known)
    const out = count > room.length ? new Float64Array(Math.min(2 * count, POSTED_MAX)) : room
    for (let i = 0; i < count; i++) out[i] = known[i]
    return out
  }

  postedCount = 0

  /**
   * Rows of all keys of a range, key by key.
   * @param {[from: Uint8Array, to: Uint8Array]} range keys that are not before the one, nor after the other and what
   *   begins with it
   * @param {(tid: Tid) => void} told may throw
   */
  eachInRange([from, to], told) {
    const { view, bytes } = this
    const cursor = this.cursor()
    try {
      cursor.setRange(from, 0, from.length, false, to, 0, to.length, true)
      cursor.toStart()
      while (cursor.nextRun()) {
        for (let index = cursor.index; index < cursor.high; index++) {
          const tid = leafTid(view, bytes, cursor.base, index)
          if (!isPosting(tid)) told(tid)
          else {
            const count = readPosting(found, copyEntry(view, bytes, cursor.base, index, found, 0), known)
            for (let at = 0; at < count; at++) told(known[at])
          }
        }
      }
    } finally {
      cursor.close()
    }
  }

  /**
   * Adds rows to a key's postings, for nobody: no transaction will undo it.
   * @param {Uint8Array} key with TID_BYTES spare bytes behind `end`
   * @param {number} at
   * @param {number} end
   * @param {Float64Array} tids ascending
   * @param {number} from
   * @param {number} to
   */
  post(key, at, end, tids, from, to) {
    while (from < to) {
      if (end - at > POSTED_KEY_BYTES_MAX || !mayBePosted(tids[from])) super.insert(NOBODY, key, at, end, tids[from++])
      else from = this.#postSome(key, at, end, tids, from, to)
    }
  }

  /**
   * @param {Uint8Array} key @param {number} at @param {number} end
   * @param {Float64Array} tids @param {number} from @param {number} to
   * @returns {number} how far it came
   */
  #postSome(key, at, end, tids, from, to) {
    const { pool, view, bytes, place } = this
    const tid = tids[from]
    this.#findPosting(key, at, end, tid)
    const beyond = this.nextBound
    let stop = from + 1
    while (stop < to && tids[stop] < beyond) stop++
    if (place.frame < 0) return this.#postAnew(key, at, end, tids, from, stop)
    const { frame, position } = place
    const base = frame * PAGE_BYTES
    const keyBytes = end - at
    const last = leafTid(view, bytes, base, position) - MARK
    let entryEnd = 0
    try {
      if (tid > last) {
        const left = keyBytes + TID_BYTES + TAIL_BYTES + DELTA_BYTES - entryBytes(view, base, position)
        if (left > 0) {
          const done = this.#append(frame, position, keyBytes, last, left, tids, from, stop)
          if (done > 0) return done
        } else entryEnd = -1
      }
      if (entryEnd === 0) entryEnd = copyEntry(view, bytes, base, position, found, 0)
    } finally {
      pool.unpin(frame)
    }
    if (entryEnd < 0) return this.#postAnew(key, at, end, tids, from, stop)
    if (tid > last) return this.#appendElsewhere(entryEnd, keyBytes, last, tids, from, stop)
    while (stop > from + 1 && tids[stop - 1] > last) stop--
    const room = Math.floor((POSTING_BYTES_MAX - entryEnd) / (2 * VARINT_BYTES_MAX))
    if (room <= 0) {
      if (!this.isPosted(key, at, end, tid)) super.insert(NOBODY, key, at, end, tid)
      return from + 1
    }
    stop = Math.min(stop, from + room)
    const count = mergeTids(readPosting(found, entryEnd, known), tids, from, stop)
    for (let i = 0; i < keyBytes + TID_BYTES; i++) made[i] = found[i]
    this.#replace(found, entryEnd, made, fillPosting(made, keyBytes, merged, 0, count, Infinity))
    return stop
  }

  /**
   * Adds rows at the end of a posting, on its page, if there is room for them.
   * @param {FrameNumber} frame pinned @param {number} position
   * @param {number} keyBytes
   * @param {Tid} last of it
   * @param {number} left bytes of deltas that it may take
   * @param {Float64Array} tids @param {number} from @param {number} to
   * @returns {number} how far it came; 0: the page has no room
   */
  #append(frame, position, keyBytes, last, left, tids, from, to) {
    const { view } = this
    const base = frame * PAGE_BYTES
    let out = 0
    for (; from < to && out < left; from++) {
      out = putDelta(made, out, tids[from] - last)
      last = tids[from]
    }
    if (nodeFree(view, base) < out) return 0
    const tail = putTail(made, out, keyBytes, last)
    this.logSplice(frame, position, entryBytes(view, base, position) - TAIL_BYTES, TAIL_BYTES, made, 0, tail)
    return from
  }

  /**
   * … where the page has to be split first.
   * @param {number} entryEnd of `found`
   * @param {number} keyBytes
   * @param {number} last
   * @param {Float64Array} tids @param {number} from @param {number} to
   */
  #appendElsewhere(entryEnd, keyBytes, last, tids, from, to) {
    const deltasEnd = entryEnd - TAIL_BYTES
    for (let i = 0; i < deltasEnd; i++) made[i] = found[i]
    let out = deltasEnd
    const stop = keyBytes + TID_BYTES + DELTA_BYTES
    while (from < to && out < stop) {
      out = putDelta(made, out, tids[from] - last)
      last = tids[from++]
    }
    this.#replace(found, entryEnd, made, putTail(made, out, keyBytes, last))
    return from
  }

  /** A new posting. @param {Uint8Array} key @param {number} at @param {number} end @param {Float64Array} tids
   * @param {number} from @param {number} to */
  #postAnew(key, at, end, tids, from, to) {
    const keyBytes = end - at
    for (let i = 0; i < keyBytes; i++) made[i] = key[at + i]
    putBound(made, keyBytes, tids[from])
    const madeEnd = fillPosting(made, keyBytes, tids, from, to, DELTA_BYTES)
    const { to: done } = posted
    super.insert(NOBODY, made, 0, madeEnd - TID_BYTES, tids[done - 1] + MARK)
    return done
  }

  /** @param {Uint8Array} key @param {number} at @param {number} end @param {Tid} tid @returns {Lsn} lsn or 0 */
  #unpost(key, at, end, tid) {
    const entryEnd = this.#copyPosting(key, at, end, tid)
    if (entryEnd === 0 || postingLast(found, entryEnd) < tid) return 0
    const left = withoutTid(found, entryEnd, tid, made)
    if (left < 0) return 0
    return left === 0 ? this.removeEntry(found, 0, entryEnd, 0, 0) : this.#replace(found, entryEnd, made, left)
  }

  /**
   * @param {Uint8Array} old
   * @param {number} oldEnd
   * @param {Uint8Array} entry with the same key and bound
   * @param {number} end
   * @returns {Lsn} lsn; 0: nothing was to be changed
   */
  #replace(old, oldEnd, entry, end) {
    const { pool, env, view, bytes } = this
    if (end === oldEnd && isSame(old, entry, end)) return 0
    for (;;) {
      const frame = this.descend(old, 0, oldEnd)
      const base = frame * PAGE_BYTES
      const position = search(view, bytes, base, 0, old, nodePrefix(view, base), oldEnd, BEFORE)
      if (nodeFree(view, base) < end - oldEnd) {
        const isLast = position + 1 === nodeCount(view, base)
        pool.unpin(frame)
        split(this, env.depth, isLast)
        continue
      }
      let lsn = 0
      let sparse = false
      try {
        lsn = this.#logDifference(frame, position, old, oldEnd, entry, end)
        sparse = end < oldEnd && nodeFree(view, base) > SPARSE_FREE_BYTES
      } finally {
        pool.unpin(frame)
      }
      while (sparse && env.depth > 0 && merge(this, env.depth)) pool.unpin(this.descend(entry, 0, end))
      return lsn
    }
  }

  /**
   * What is between what both have in common at their beginning and end.
   * @param {FrameNumber} frame pinned
   * @param {number} position
   * @param {Uint8Array} old the entry as it is, [0, oldEnd)
   * @param {number} oldEnd
   * @param {Uint8Array} entry as it is to be, [0, end)
   * @param {number} end
   * @returns {Lsn} lsn of the record
   */
  #logDifference(frame, position, old, oldEnd, entry, end) {
    const shorter = Math.min(oldEnd, end)
    let keep = 0
    while (keep < shorter && old[keep] === entry[keep]) keep++
    let same = 0
    while (same < shorter - keep && old[oldEnd - 1 - same] === entry[end - 1 - same]) same++
    return this.logSplice(frame, position, keep, oldEnd - same - keep, entry, keep, end - same)
  }

  /**
   * Copies the posting that a row belongs to, the one with the greatest bound that is not beyond it, to `found`; and
   * `nextBound` is the bound of the next posting of the key then, NONE: there is none.
   * @param {Uint8Array} key @param {number} at @param {number} end
   * @param {Tid} tid
   * @returns {number} its end; 0: there is none
   */
  #copyPosting(key, at, end, tid) {
    const { pool, place } = this
    this.#findPosting(key, at, end, tid)
    if (place.frame < 0) return 0
    const entryEnd = copyEntry(this.view, this.bytes, place.frame * PAGE_BYTES, place.position, found, 0)
    pool.unpin(place.frame)
    return entryEnd
  }

  /** Bound of the posting behind the newest one that was sought: NONE, there is none. */
  nextBound = NONE
  /** … and where it is. */
  nextBlock = 0
  nextPosition = 0

  /** @param {Uint8Array} key @param {number} at @param {number} end @param {Tid} tid */
  #findPosting(key, at, end, tid) {
    const { pool, view, bytes, place } = this
    const keyBytes = end - at
    for (let i = 0; i < keyBytes; i++) probe[i] = key[at + i]
    const probeEnd = putBound(probe, keyBytes, tid + 1)
    let frame = this.descend(probe, 0, probeEnd)
    let base = frame * PAGE_BYTES
    let position = search(view, bytes, base, 0, probe, nodePrefix(view, base), probeEnd, BEFORE)
    this.#noteNext(frame, position, keyBytes)
    while (position === 0) {
      const previous = nodePrevious(view, base)
      pool.unpin(frame)
      if (previous === 0) {
        place.frame = -1
        return
      }
      frame = pool.pin(this.file, previous)
      base = frame * PAGE_BYTES
      position = nodeCount(view, base)
    }
    if (this.#isPostingOf(base, position - 1, keyBytes)) {
      place.frame = frame
      place.position = position - 1
      return
    }
    pool.unpin(frame)
    place.frame = -1
  }

  /** What is at a position, or on the pages behind it: whether it is a posting of the key in `probe`.
   * @param {FrameNumber} frame stays pinned @param {number} position @param {number} keyBytes */
  #noteNext(frame, position, keyBytes) {
    const { pool, view, file } = this
    this.nextBound = NONE
    let base = frame * PAGE_BYTES
    let own = -1
    while (position === nodeCount(view, base)) {
      const next = nodeNext(view, base)
      if (own >= 0) pool.unpin(own)
      if (next === 0) return
      own = pool.pin(file, next)
      base = own * PAGE_BYTES
      position = 0
    }
    if (this.#isPostingOf(base, position, keyBytes)) {
      this.nextBound = postingBound(beginning, keyBytes)
      this.nextBlock = pool.frameBlock[own >= 0 ? own : frame]
      this.nextPosition = position
    }
    if (own >= 0) pool.unpin(own)
  }

  /** Whether an entry is a posting of the key in `probe`; its key and bound are in `beginning` then.
   * @param {number} base @param {number} position @param {number} keyBytes */
  #isPostingOf(base, position, keyBytes) {
    const { view, bytes } = this
    if (!isPosting(leafTid(view, bytes, base, position))) return false
    const most = keyBytes + TID_BYTES
    return copyHead(view, bytes, base, position, beginning, most) === most && isSame(beginning, probe, keyBytes)
  }

  /** Copies the posting behind the newest one that was sought to `found`. @returns {number} its end; 0: none */
  #copyNext() {
    if (this.nextBound === NONE) return 0
    const { pool } = this
    const frame = pool.pin(this.file, this.nextBlock)
    const entryEnd = copyEntry(this.view, this.bytes, frame * PAGE_BYTES, this.nextPosition, found, 0)
    pool.unpin(frame)
    return entryEnd
  }
}

/** @param {Uint8Array} a @param {Uint8Array} b @param {number} count */
function isSame(a, b, count) {
  for (let at = 0; at < count; at++) if (a[at] !== b[at]) return false
  return true
}

/**
 * Puts the first `count` of `known` and tids[from, to), each once, into `merged`.
 * @param {number} count @param {Float64Array} tids @param {number} from @param {number} to
 * @returns {number} how many
 */
function mergeTids(count, tids, from, to) {
  let out = 0
  for (let at = 0; at < count || from < to;) {
    const old = at < count ? known[at] : NONE
    const more = from < to ? tids[from] : NONE
    merged[out++] = old < more ? old : more
    if (old <= more) at++
    if (more <= old) from++
  }
  return out
}
