/**
 * A set of keys with bounded memory: what a recursive UNION has given out, the values of a hashed `= ANY (subquery)`. A
 * JavaScript Set up to `ctx.workMem`; beyond, a table in two temporary files with linear hashing, so that it grows one
 * bucket at a time and no step takes long.
 *
 *   keys file     the keys one after the other, as text of a kind of its own
 *   table file    buckets of a page each; page = u16 entries, u32 overflow page + 1 (0: none), then entries of 18 bytes:
 *                 two hashes of 4 bytes, where the key is (f64: 8 bytes), u16 its length, 65535: longer, counted in 4
 *                 bytes before the key
 *   pages         bucket n is page 2 n, overflow pages have odd numbers; the pages used lately are in memory
 */
import { encodeUtf8, utf8Bytes } from '../../types/strings/text.js'
import { closeAtEnd } from './row-buffer.js'

const PAGE_BYTES = 4096
const HEAD_BYTES = 6
const ENTRY_BYTES = 18
const ENTRIES_MAX = Math.floor((PAGE_BYTES - HEAD_BYTES) / ENTRY_BYTES)
/** entries per bucket on average: the next bucket is split when there are more */
const ENTRIES_WANTED = Math.floor(ENTRIES_MAX * 0.6)
const FIRST_BUCKETS = 64
const LONG = 65535
const WORD_BYTES = 4
/** a Set's share for one key, beside a string's own bytes */
const KEY_BYTES = 40

export class KeySet {
  /** @param {import('../context.js').ExecContext} ctx */
  constructor(ctx) {
    this.ctx = ctx
    /** all keys, or only null and undefined when the others are in the table @type {Set<any>} */
    this.set = new Set()
    this.bytes = 0
    this.size = 0
    /** @type {KeyTable | null} */
    this.table = null
  }

  /** @param {any} key number, string, bool, BigInt or null @returns {boolean} whether it is new */
  add(key) {
    if (this.table !== null) {
      const isNew = this.table.add(key)
      if (isNew) this.size++
      return isNew
    }
    if (this.set.has(key)) return false
    this.set.add(key)
    this.size++
    this.bytes += KEY_BYTES + (typeof key === 'string' ? 24 + key.length : typeof key === 'number' ? 0 : 24)
    if (this.bytes > this.ctx.workMem && this.ctx.vfs !== null) this.spill()
    return true
  }

  /** @param {string | number | bigint | boolean | null} key */
  has(key) {
    return this.table === null ? this.set.has(key) : this.table.has(key)
  }

  spill() {
    const table = new KeyTable(this.ctx)
    for (const key of this.set) table.add(key)
    this.table = table
    this.set = new Set()
  }

  /** The keys are not needed any more. */
  clear() {
    this.table?.close()
    this.table = null
    this.set = new Set()
    this.bytes = 0
    this.size = 0
  }
}

class KeyTable {
  /** @param {import('../context.js').ExecContext} ctx */
  constructor(ctx) {
    this.pagesFile = ctx.vfs.tempFile()
    this.keysFile = ctx.vfs.tempFile()
    this.closed = false
    /** @type {(() => void) | null} */
    this.onClose = null
    closeAtEnd(ctx, this)
    this.count = 0
    /** buckets when this round of splits began, a power of two, and the next to be split */
    this.round = FIRST_BUCKETS
    this.next = 0
    this.overflowPages = 0
    /** pages in memory, least lately used first @type {Map<number, Page>} */
    this.cache = new Map()
    this.cacheMax = Math.max(16, Math.floor(ctx.workMem / 2 / PAGE_BYTES))
    /** the end of the keys file, which is appended to through a buffer */
    this.tail = new Uint8Array(65536)
    this.tailStart = 0
    this.tailUsed = 0
    // The key being looked for.
    this.key = new Uint8Array(256)
    this.keyBytes = 0
    this.hash = 0
    this.check = 0
    this.other = new Uint8Array(256)
    for (let bucket = 0; bucket < FIRST_BUCKETS; bucket++) this.newPage(2 * bucket)
  }

  /** Safe to call twice. */
  close() {
    if (this.closed) return
    this.closed = true
    this.cache.clear()
    this.pagesFile.close()
    this.keysFile.close()
    this.onClose?.()
  }

  /** @param {string | number | bigint | boolean | null} key */
  has(key) {
    this.take(key)
    return this.find(this.bucketOf(this.hash)) === null
  }

  /** @param {string | number | bigint | boolean | null} key @returns {boolean} whether it is new */
  add(key) {
    this.take(key)
    const last = this.find(this.bucketOf(this.hash))
    if (last === null) return false
    const position = this.append()
    this.put(last, this.hash, this.check, position, this.keyBytes)
    if (++this.count > (this.round + this.next) * ENTRIES_WANTED) this.split()
    return true
  }

  /**
   * Makes bytes and hashes of a key. Kinds are told apart by the first byte, as a Set tells them apart.
   * @param {string | number | bigint | boolean | null} key
   */
  take(key) {
    const text =
      typeof key === 'string'
        ? `s${key}`
        : typeof key === 'bigint'
          ? `n${key}`
          : typeof key === 'number'
            ? `d${key}`
            : `v${key}`
    const isAscii = text.length > LONG && utf8Bytes(text) === text.length
    const room = (isAscii ? text.length : 3 * text.length) + WORD_BYTES
    if (this.key.length < room) this.key = new Uint8Array(Math.ceil(room / WORD_BYTES) * WORD_BYTES)
    this.keyBytes = isAscii ? encodeUtf8(text, this.key, 0) : codeUnits(text, this.key)
    // By words: a key may be megabytes.
    const words = new Uint32Array(this.key.buffer, 0, Math.ceil(this.keyBytes / WORD_BYTES))
    this.key.fill(0, this.keyBytes, words.byteLength)
    let hash = 0x811c9dc5 ^ this.keyBytes
    let check = 0x2545f491
    for (let at = 0; at < words.length; at++) {
      const word = words[at]
      hash = Math.imul(hash ^ word ^ (word >>> 15), 0x01000193)
      hash ^= hash >>> 13
      check = Math.imul(check + word, 0x85ebca6b) ^ (check >>> 15)
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
    hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
    this.hash = (hash ^ (hash >>> 16)) >>> 0
    this.check = check >>> 0
  }

  /** @param {number} hash */
  bucketOf(hash) {
    const bucket = hash & (this.round - 1)
    return bucket < this.next ? hash & (2 * this.round - 1) : bucket
  }

  /**
   * Looks for the key taken.
   * @param {number} bucket
   * @returns {Page | null} null: it is there; otherwise the last page of the bucket
   */
  find(bucket) {
    let page = this.page(2 * bucket)
    for (;;) {
      const { view } = page
      const count = view.getUint16(0, true)
      for (let at = HEAD_BYTES, end = HEAD_BYTES + count * ENTRY_BYTES; at < end; at += ENTRY_BYTES) {
        if (
          view.getUint32(at, true) === this.hash && view.getUint32(at + 4, true) === this.check
          && this.isKey(view.getFloat64(at + 8, true), view.getUint16(at + 16, true))
        )
          return null
      }
      const overflow = view.getUint32(2, true)
      if (overflow === 0) return page
      page = this.page(overflow)
    }
  }

  /** Whether the key at a position is the one taken. @param {number} position @param {number} length */
  isKey(position, length) {
    const { keyBytes, key } = this
    if (length !== Math.min(keyBytes, LONG)) return false
    const head = length === LONG ? 4 : 0
    if (this.other.length < head + keyBytes) this.other = new Uint8Array(2 * (head + keyBytes))
    const { other } = this
    if (head > 0) {
      this.read(position, other, 4)
      if (new DataView(other.buffer).getUint32(0, true) !== keyBytes) return false
    }
    this.read(position + head, other, keyBytes)
    if (keyBytes >= LONG) return Buffer.compare(other.subarray(0, keyBytes), key.subarray(0, keyBytes)) === 0
    for (let at = 0; at < keyBytes; at++) if (other[at] !== key[at]) return false
    return true
  }

  /** @param {number} position in the keys file @param {Uint8Array} into @param {number} byteCount */
  read(position, into, byteCount) {
    if (position >= this.tailStart)
      into.set(this.tail.subarray(position - this.tailStart, position - this.tailStart + byteCount))
    else this.keysFile.readSync(into, 0, byteCount, position)
  }

  /** Writes the key taken behind the others. @returns {number} where */
  append() {
    const { keyBytes } = this
    const head = keyBytes >= LONG ? 4 : 0
    if (this.tailUsed + head + keyBytes > this.tail.length) {
      this.keysFile.writeSync(this.tail, 0, this.tailUsed, this.tailStart)
      this.tailStart += this.tailUsed
      this.tailUsed = 0
      if (head + keyBytes > this.tail.length) return this.write(keyBytes)
    }
    const at = this.tailUsed
    if (head > 0) new DataView(this.tail.buffer).setUint32(at, keyBytes, true)
    this.tail.set(this.key.subarray(0, keyBytes), at + head)
    this.tailUsed += head + keyBytes
    return this.tailStart + at
  }

  /** A key longer than the buffer is, straight into the file. @param {number} keyBytes @returns {number} where */
  write(keyBytes) {
    const at = this.tailStart
    new DataView(this.tail.buffer).setUint32(0, keyBytes, true)
    this.keysFile.writeSync(this.tail, 0, WORD_BYTES, at)
    this.keysFile.writeSync(this.key, 0, keyBytes, at + WORD_BYTES)
    this.tailStart = at + WORD_BYTES + keyBytes
    return at
  }

  /**
   * @param {Page} page the last of its bucket
   * @param {number} hash
   * @param {number} check
   * @param {number} position
   * @param {number} length
   */
  put(page, hash, check, position, length) {
    let target = page
    if (target.view.getUint16(0, true) === ENTRIES_MAX) {
      const number = 2 * this.overflowPages++ + 1
      target.view.setUint32(2, number, true)
      target.dirty = true
      target = this.newPage(number)
    }
    const { view } = target
    const count = view.getUint16(0, true)
    const at = HEAD_BYTES + count * ENTRY_BYTES
    view.setUint32(at, hash, true)
    view.setUint32(at + 4, check, true)
    view.setFloat64(at + 8, position, true)
    view.setUint16(at + 16, Math.min(length, LONG), true)
    view.setUint16(0, count + 1, true)
    target.dirty = true
  }

  /** One more bucket: it takes its share of the entries of another. */
  split() {
    const from = this.next
    const to = this.round + this.next
    /** @type {number[][]} */
    const entries = []
    for (let number = 2 * from; ;) {
      const page = this.page(number)
      const { view } = page
      const count = view.getUint16(0, true)
      for (let at = HEAD_BYTES, end = HEAD_BYTES + count * ENTRY_BYTES; at < end; at += ENTRY_BYTES) {
        entries.push([
          view.getUint32(at, true), view.getUint32(at + 4, true), view.getFloat64(at + 8, true),
          view.getUint16(at + 16, true),
        ])
      }
      const overflow = view.getUint32(2, true)
      // A page that overflowed keeps its overflow page, empty.
      view.setUint16(0, 0, true)
      page.dirty = true
      if (overflow === 0) break
      number = overflow
    }
    if (++this.next === this.round) {
      this.round *= 2
      this.next = 0
    }
    this.newPage(2 * to)
    for (const [hash, check, position, length] of entries) {
      const bucket = this.bucketOf(hash)
      let page = this.page(2 * bucket)
      while (page.view.getUint16(0, true) === ENTRIES_MAX && page.view.getUint32(2, true) !== 0)
        page = this.page(page.view.getUint32(2, true))
      this.put(page, hash, check, position, length)
    }
  }

  /** @param {number} number @returns {Page} */
  page(number) {
    const known = this.cache.get(number)
    if (known !== undefined) {
      // The order of use, without the cost of keeping it for every look at a cache that holds them all.
      if (this.cache.size === this.cacheMax) {
        this.cache.delete(number)
        this.cache.set(number, known)
      }
      return known
    }
    const page = this.frame(number)
    this.pagesFile.readSync(page.bytes, 0, PAGE_BYTES, number * PAGE_BYTES)
    return page
  }

  /** @param {number} number @returns {Page} empty */
  newPage(number) {
    const page = this.frame(number)
    page.bytes.fill(0)
    page.dirty = true
    return page
  }

  /** A page of memory, with whatever it held before. @param {number} number @returns {Page} */
  frame(number) {
    let page
    if (this.cache.size < this.cacheMax) {
      const bytes = new Uint8Array(PAGE_BYTES)
      page = { number, bytes, view: new DataView(bytes.buffer), dirty: false }
    } else {
      page = /** @type {Page} */ (this.cache.values().next().value)
      this.cache.delete(page.number)
      if (page.dirty) this.pagesFile.writeSync(page.bytes, 0, PAGE_BYTES, page.number * PAGE_BYTES)
      page.number = number
      page.dirty = false
    }
    this.cache.set(number, page)
    return page
  }
}

/**
 * Each unit of a string in one or three bytes: keys of several values hold half surrogates, which UTF-8 has no bytes
 * for.
 * @param {string} text
 * @param {Uint8Array} bytes
 * @returns {number} bytes written
 */
function codeUnits(text, bytes) {
  let end = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 255) bytes[end++] = unit
    else {
      bytes[end] = 255
      bytes[end + 1] = unit >>> 8
      bytes[end + 2] = unit & 255
      end += 3
    }
  }
  return end
}

/** @typedef {{ number: number, bytes: Uint8Array, view: DataView, dirty: boolean }} Page */
