/**
 * Damage of a disk at rest: bits that flip, files cut short, pages that became zeros. The disk (FaultVfs) is closed
 * meanwhile; what was damaged is said, for the report.
 */

/** @import { Random } from '../../../src/util/prng.js' */
/** @import { FaultVfs } from './fault-vfs.js' */

/**
 * Flips one bit of a file of one of the paths, chosen by size.
 * @param {FaultVfs} disk
 * @param {RegExp} paths
 * @param {Random} random
 * @returns {{ path: string, position: number, bit: number } | null} null: there is no byte
 */
export function flipBit(disk, paths, random) {
  const files = disk
    .allFiles()
    .filter((path) => paths.test(path))
    .map((path) => ({ path, size: disk.atRest(path)[0].size }))
  let place = random.below(files.reduce((sum, { size }) => sum + size, 0))
  for (const { path, size } of files) {
    if (place < size) {
      const bit = random.below(8)
      change(disk, path, place, 1, (bytes) => { bytes[0] ^= 1 << bit })
      return { path, position: place, bit }
    }
    place -= size
  }
  return null
}

/** @param {FaultVfs} disk @param {string} path @param {number} position @param {number} length */
export function zero(disk, path, position, length) {
  change(disk, path, position, length, (bytes) => { bytes.fill(0) })
}

/** @param {FaultVfs} disk @param {string} path @param {number} size */
export function cutShort(disk, path, size) {
  for (const bytes of disk.atRest(path)) if (bytes.size > size) bytes.truncate(size)
}

/**
 * Changes bytes in place, in every state they are kept in.
 * @param {FaultVfs} disk
 * @param {string} path
 * @param {number} position
 * @param {number} length
 * @param {(bytes: Uint8Array) => void} how
 */
export function change(disk, path, position, length, how) {
  for (const stored of disk.atRest(path)) {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, stored.size - position)))
    stored.read(bytes, 0, bytes.length, position)
    how(bytes)
    stored.write(bytes, 0, bytes.length, position)
  }
}
