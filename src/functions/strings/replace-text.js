/**
 * replace() over long texts: on their UTF-8 bytes, in which a character never begins inside another. The engine's own replaceAll takes some hundred bytes for each place
 * found, which a text of a hundred megabytes may have as many of.
 */
import { programLimit } from '../../errors/data.js'
import { spend } from '../../util/effort.js'

/** Shorter texts go the engine's way. */
const SHORT_MAX = 65536
/** The longest text functions make: what a string of the engine holds. */
const BYTES_MAX = 268435455
/** Bytes between two looks at the time. */
const STRETCH = 1 << 20

/** @param {string} text @param {string} from @param {string} to */
export function replaceText(text, from, to) {
  if (from === '') return text
  if (text.length <= SHORT_MAX) return text.replaceAll(from, () => to)
  const bytes = Buffer.from(text)
  const wanted = Buffer.from(from)
  const count = countOf(bytes, wanted)
  if (count === 0) return text
  const by = Buffer.from(to)
  const length = bytes.length + count * (by.length - wanted.length)
  if (length > BYTES_MAX) throw programLimit('requested length too large')
  const out = Buffer.allocUnsafe(length)
  let at = 0
  let rest = 0
  for (let found = next(bytes, wanted, 0); found >= 0; found = next(bytes, wanted, rest)) {
    at = copy(bytes, rest, found, out, at)
    at = copy(by, 0, by.length, out, at)
    rest = found + wanted.length
  }
  copy(bytes, rest, bytes.length, out, at)
  return out.toString()
}

/** @param {Buffer} bytes @param {Buffer} wanted */
function countOf(bytes, wanted) {
  let count = 0
  for (let found = next(bytes, wanted, 0); found >= 0; found = next(bytes, wanted, found + wanted.length)) count++
  return count
}

/** Near places are found faster by looking than by asking. @param {Buffer} bytes @param {Buffer} wanted @param {number} from @returns {number} -1: nowhere */
function next(bytes, wanted, from) {
  const first = wanted[0]
  const near = Math.min(from + 64, bytes.length - wanted.length + 1)
  for (let at = from; at < near; at++) {
    if (bytes[at] !== first) continue
    let same = 1
    while (same < wanted.length && bytes[at + same] === wanted[same]) same++
    if (same === wanted.length) {
      spend(at - from + same)
      return at
    }
  }
  for (let at = Math.max(near, from); at < bytes.length; at += STRETCH) {
    spend(Math.min(STRETCH, bytes.length - at))
    const found = bytes.subarray(at, at + STRETCH + wanted.length - 1).indexOf(wanted)
    if (found >= 0) return at + found
  }
  return -1
}

/** @param {Buffer} source @param {number} from @param {number} to @param {Buffer} out @param {number} at @returns {number} end */
function copy(source, from, to, out, at) {
  if (to - from > 32) source.copy(out, at, from, to)
  else for (let place = from; place < to; place++) out[at + place - from] = source[place]
  return at + to - from
}
