/**
 * replace() over long texts: on their UTF-8 bytes, in which a character never begins inside another. The engine's own
 * replaceAll takes some hundred bytes for each place found, which a text of a hundred megabytes may have as many of.
 */
import { charge } from '../../errors/value-size.js'
import { atOnce } from './in-pieces.js'

/** Shorter texts go the engine's way. */
const SHORT_MAX = 65536
/** Bytes between two rests. */
const STRETCH = 1 << 20
/** Places between two rests. */
const PLACES = 8192

/** @param {string} text @param {string} from @param {string} to */
export const replaceText = (text, from, to) =>
  text.length <= SHORT_MAX
    ? from === ''
      ? text
      : text.replaceAll(from, () => to)
    : atOnce(replaceInLong(text, from, to))

/**
 * With a rest now and then.
 * @param {string} text
 * @param {string} from
 * @param {string} to
 * @returns {Generator<void, string, void>}
 */
export function* replaceInLong(text, from, to) {
  if (from === '') return text
  const bytes = Buffer.from(text)
  const wanted = Buffer.from(from)
  const count = yield* countOf(bytes, wanted)
  if (count === 0) return text
  const by = Buffer.from(to)
  const length = bytes.length + count * (by.length - wanted.length)
  charge(length, 'the result of replace()')
  const out = Buffer.allocUnsafe(length)
  let at = 0
  let rest = 0
  for (
    let found = yield* next(bytes, wanted, 0), places = 1;
    found >= 0;
    found = yield* next(bytes, wanted, rest), places++
  ) {
    at = copy(bytes, rest, found, out, at)
    at = copy(by, 0, by.length, out, at)
    rest = found + wanted.length
    if (places % PLACES === 0) yield
  }
  copy(bytes, rest, bytes.length, out, at)
  yield
  return out.toString()
}

/** @param {Buffer} bytes @param {Buffer} wanted @returns {Generator<void, number, void>} */
function* countOf(bytes, wanted) {
  let count = 0
  for (let found = yield* next(bytes, wanted, 0); found >= 0; found = yield* next(bytes, wanted, found + wanted.length))
    if (++count % PLACES === 0) yield
  return count
}

/**
 * Near places are found faster by looking than by asking.
 * @param {Buffer} bytes
 * @param {Buffer} wanted
 * @param {number} from
 * @returns {Generator<void, number, void>} -1: nowhere
 */
function* next(bytes, wanted, from) {
  const first = wanted[0]
  const near = Math.min(from + 64, bytes.length - wanted.length + 1)
  for (let at = from; at < near; at++) {
    if (bytes[at] !== first) continue
    let same = 1
    while (same < wanted.length && bytes[at + same] === wanted[same]) same++
    if (same === wanted.length) return at
  }
  // Much of what is wanted may be found again and again.
  const stretch = Math.max(4096, Math.floor(STRETCH / wanted.length))
  for (let at = Math.max(near, from); at < bytes.length; at += stretch) {
    const found = bytes.subarray(at, at + stretch + wanted.length - 1).indexOf(wanted)
    if (found >= 0) return at + found
    yield
  }
  return -1
}

/**
 * @param {Buffer} source
 * @param {number} from
 * @param {number} to
 * @param {Buffer} out
 * @param {number} at
 * @returns {number} end
 */
function copy(source, from, to, out, at) {
  if (to - from > 32) source.copy(out, at, from, to)
  else for (let place = from; place < to; place++) out[at + place - from] = source[place]
  return at + to - from
}
