/**
 * Undo that does not fit memory: chunks of 1 MB in one unlinked temporary file. Who follows an old snapshot's versions
 * meets them in any order, so they are read back in pieces of 2 kB, some of which are kept:
 *
 *   chunk   [piece 0            )[piece 1            )[…          a piece is read with a little of the next one: most records end there that begin in it;
 *            ├─ record ─┤      ├─ record ─┤                       a longer one is read by itself
 *
 * A chunk is written to the first free place, and free places at the end are given back to the system some at a time.
 */
import { leaveLastRoom } from '../storage/vfs/last-room.js'
import { assert } from '../util/assert.js'

/** @import { Vfs, VfsFile } from '../storage/vfs/vfs.js' */

const PIECE_BYTES = 2048
const OVERHANG_BYTES = 512
const PIECES_MAX = 4096
/** Giving back a large file's blocks takes long: so many chunks at once. */
const GIVEN_BACK_CHUNKS = 16

/** Bytes of the file in memory. @typedef {{ bytes: Uint8Array, view: DataView, end: number }} Piece */

export class UndoFile {
  /**
   * @param {Pick<Vfs, 'tempFile' | 'freeBytes'>} vfs
   * @param {number} chunkBytes
   * @param {(view: DataView, at: number) => number} lengthOf a record that is there
   */
  constructor(vfs, chunkBytes, lengthOf) {
    this.vfs = vfs
    this.chunkBytes = chunkBytes
    this.lengthOf = lengthOf
    this.piecesPerChunk = chunkBytes / PIECE_BYTES
    /** @type {VfsFile | null} made when first needed */
    this.file = null
    /** By place in the file: whether a chunk is there. @type {boolean[]} */
    this.taken = []
    /** No place before it is free. */
    this.firstFree = 0
    /** Chunks in the file. */
    this.count = 0
    /** By number of the piece within the file, oldest read first. @type {Map<number, Piece>} */
    this.pieces = new Map()
    /** Where `find` stands. @type {Uint8Array} */
    this.bytes = new Uint8Array(0)
    /** @type {DataView} */
    this.view = new DataView(this.bytes.buffer)
    this.at = 0
    // Counters.
    this.piecesRead = 0
    this.chunksMax = 0
  }

  /** Bytes of chunks that are in the file. */
  get usedBytes() { return this.count * this.chunkBytes }

  /**
   * @param {Uint8Array} bytes of a chunk
   * @returns {number} its place
   * @throws {DbError} 53100, 58030: nothing has changed
   */
  put(bytes) {
    const file = this.file ??= /** @type {VfsFile} */ (this.vfs.tempFile())
    let place = this.firstFree
    while (this.taken[place] === true) place++
    if (place >= this.taken.length) leaveLastRoom(this.vfs, file.path, this.chunkBytes)
    file.writeSync(bytes, 0, this.chunkBytes, place * this.chunkBytes)
    this.taken[place] = true
    this.firstFree = place + 1
    this.count++
    if (this.count > this.chunksMax) this.chunksMax = this.count
    return place
  }

  /** Nobody asks for the chunk again. @param {number} place */
  free(place) {
    this.taken[place] = false
    this.count--
    if (place < this.firstFree) this.firstFree = place
    if (this.pieces.size === 0) return
    const first = place * this.piecesPerChunk
    for (let piece = first; piece < first + this.piecesPerChunk; piece++) this.pieces.delete(piece)
  }

  /** Free places at the end go back to the system, a few at a time. @returns {boolean} there are more */
  shrink() {
    const { taken } = this
    const before = taken.length
    if (before === 0 || taken[before - 1]) return false
    while (taken.length > 0 && !taken[taken.length - 1] && before - taken.length < GIVEN_BACK_CHUNKS) taken.pop()
    this.firstFree = Math.min(this.firstFree, taken.length)
    try {
      this.file?.truncate(taken.length * this.chunkBytes)
    } catch { /* the room is used again sooner or later */ }
    return taken.length > 0 && !taken[taken.length - 1]
  }

  /**
   * Stands `bytes`, `view`, `at` on a record.
   * @param {number} place of its chunk
   * @param {number} offset within it
   * @throws {DbError} 58030
   */
  find(place, offset) {
    const index = Math.floor(offset / PIECE_BYTES)
    const number = place * this.piecesPerChunk + index
    let piece = this.pieces.get(number)
    if (piece === undefined) {
      if (this.pieces.size >= PIECES_MAX) {
        for (const oldest of this.pieces.keys()) {
          this.pieces.delete(oldest)
          break
        }
      }
      const start = index * PIECE_BYTES
      piece = this.#read(
        place * this.chunkBytes + start,
        Math.min(PIECE_BYTES + OVERHANG_BYTES, this.chunkBytes - start)
      )
      this.pieces.set(number, piece)
    }
    const at = offset - index * PIECE_BYTES
    const length = this.lengthOf(piece.view, at)
    const long = at + length > piece.end
    const found = long ? this.#read(place * this.chunkBytes + offset, length) : piece
    this.bytes = found.bytes
    this.view = found.view
    this.at = long ? 0 : at
  }

  /**
   * @param {number} position
   * @param {number} length
   * @returns {Piece} in memory of its own: who stands on a record may look at others before it is done with it
   */
  #read(position, length) {
    const bytes = new Uint8Array(length)
    const got = /** @type {VfsFile} */ (this.file).readSync(bytes, 0, length, position)
    assert(got === length, 'spilled undo is read back whole')
    this.piecesRead++
    return { bytes, view: new DataView(bytes.buffer), end: length }
  }

  close() {
    this.file?.close()
    this.file = null
  }
}
