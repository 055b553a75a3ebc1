/**
 * Rows in an unlinked temporary file: appended through one buffer, read back in order from any row's position. Reads
 * and writes are of 64 kB and synchronous: they go to the operating system's cache, and slices of the generator body
 * stand between them.
 */

const BUFFER_BYTES = 65536
/** Up to so many bytes are copied one by one: a call costs more. */
const SHORT_BYTES = 32
const NOTHING = new Uint8Array(0)

/**
 * Buffers that nobody uses now. Their memory is outside the heap: left to the collector it would stay long after its
 * use.
 * @type {Uint8Array[]}
 */
const spare = []
const SPARE_MAX = 32

const takeBuffer = () => spare.pop() ?? new Uint8Array(BUFFER_BYTES)

/** @param {Uint8Array | null} buffer @returns {null} */
function giveBack(buffer) {
  if (buffer !== null && buffer.length === BUFFER_BYTES && spare.length < SPARE_MAX) spare.push(buffer)
  return null
}

export class TempFile {
  /** @param {any} vfs @param {import('./row-codec.js').RowCodec | null} codec null: only bytes go in */
  constructor(vfs, codec) {
    this.file = vfs.tempFile()
    this.codec = codec
    /** only while rows are appended @type {Uint8Array | null} */
    this.buffer = null
    this.used = 0
    /** bytes already handed to the file */
    this.flushed = 0
    this.closed = false
    /** told once @type {(() => void) | null} */
    this.onClose = null
  }

  /** Where the next row will start. */
  get position() {
    return this.flushed + this.used
  }

  /** @param {unknown[]} row */
  append(row) {
    const codec = /** @type {import('./row-codec.js').RowCodec} */ (this.codec)
    const byteCount = codec.encode(row)
    this.appendBytes(codec.bytes, 0, byteCount)
  }

  /** @param {Uint8Array} bytes @param {number} from @param {number} to */
  appendBytes(bytes, from, to) {
    const byteCount = to - from
    if (this.used + byteCount > BUFFER_BYTES) this.writeOut()
    if (byteCount > BUFFER_BYTES) {
      this.file.writeSync(bytes, from, byteCount, this.flushed)
      this.flushed += byteCount
      return
    }
    const buffer = this.buffer ??= takeBuffer()
    if (byteCount <= SHORT_BYTES)
      for (let index = 0; index < byteCount; index++) buffer[this.used + index] = bytes[from + index]
    else buffer.set(bytes.subarray(from, to), this.used)
    this.used += byteCount
  }

  writeOut() {
    if (this.buffer === null || this.used === 0) return
    this.file.writeSync(this.buffer, 0, this.used, this.flushed)
    this.flushed += this.used
    this.used = 0
  }

  /** No more rows come for now. */
  flush() {
    this.writeOut()
    this.buffer = giveBack(this.buffer)
  }

  /** @param {number} start @param {number} end @param {number} columnCount */
  reader(start, end, columnCount) {
    this.flush()
    return new TempReader(this, start, end, columnCount)
  }

  /** Safe to call twice. */
  close() {
    if (this.closed) return
    this.closed = true
    this.buffer = giveBack(this.buffer)
    this.file.close()
    this.onClose?.()
  }
}

class TempReader {
  /** @param {TempFile} temp @param {number} start @param {number} end @param {number} columnCount */
  constructor(temp, start, end, columnCount) {
    this.temp = temp
    this.position = start
    this.end = end
    this.columnCount = columnCount
    this.bytes = takeBuffer()
    this.view = new DataView(this.bytes.buffer)
    this.at = 0
    this.filled = 0
  }

  /** @returns {any[] | undefined} */
  next() {
    if (!this.have(4)) {
      this.close()
      return undefined
    }
    const byteCount = this.view.getUint32(this.at, true)
    this.have(4 + byteCount)
    const row = /** @type {import('./row-codec.js').RowCodec} */ (this.temp.codec).decode(
      this.bytes, this.view, this.at + 4, this.columnCount,
    )
    this.at += 4 + byteCount
    return row
  }

  /** No more rows are wanted. */
  close() {
    this.end = this.position = this.at = this.filled = 0
    this.bytes = giveBack(this.bytes) ?? NOTHING
  }

  /** Makes the next bytes available. @param {number} byteCount */
  have(byteCount) {
    if (this.filled - this.at >= byteCount) return true
    const rest = this.filled - this.at
    if (rest + this.end - this.position < byteCount) return false
    if (byteCount > this.bytes.length) {
      const bytes = new Uint8Array(byteCount + BUFFER_BYTES)
      bytes.set(this.bytes.subarray(this.at, this.filled))
      this.bytes = bytes
      this.view = new DataView(bytes.buffer)
    } else this.bytes.copyWithin(0, this.at, this.filled)
    this.at = 0
    this.filled = rest
    while (this.filled < byteCount) {
      const want = Math.min(this.bytes.length - this.filled, this.end - this.position)
      const got = this.temp.file.readSync(this.bytes, this.filled, want, this.position)
      if (got <= 0) return false
      this.filled += got
      this.position += got
    }
    return true
  }
}
