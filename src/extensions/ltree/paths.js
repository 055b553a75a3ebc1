/** ltree values: paths of labels. A value is the list of its labels; its stored form is its text. */
import { invalidParameter } from '../../errors/data.js'
import { ltreeSyntax, ltreeEndsEarly, tooManyLtreeLabels } from '../../errors/ltree.js'
import { encodeUtf8, toUtf8, utf8Bytes } from '../../types/strings/text.js'
import { decodeUtf8 } from '../../types/strings/utf8.js'
import { checkLabel, isLabelLetter } from './words.js'

/** @typedef {string[]} Path */

const LABELS_MAX = 65535

/** @param {number} at from 0 @param {string} [detail] */
const badSyntax = (at, detail) => ltreeSyntax(at + 1, detail)

/** @param {string} text @returns {Path} @throws {DbError} 42601, 42622, 54000 */
export function parsePath(text) {
  const letters = Array.from(text)
  if (letters.length === 0) return []
  let count = 1
  for (let at = 0; at < letters.length; at++) if (letters[at] === '.') count++
  requireCount(count, 'labels')
  const labels = []
  for (let at = 0; ; at++) {
    const start = at
    while (isLabelLetter(letters[at])) at++
    if (at === start) {
      if (at < letters.length) throw badSyntax(at)
      throw ltreeEndsEarly()
    }
    const label = letters.slice(start, at)
    checkLabel(label, at)
    labels.push(label.join(''))
    if (at === letters.length) break
    if (letters[at] !== '.') throw badSyntax(at)
  }
  return labels
}

/** @param {number} count @param {string} what @throws {DbError} 54000 */
function requireCount(count, what) {
  if (count > LABELS_MAX) throw tooManyLtreeLabels(what, count, LABELS_MAX)
}

/** @param {Path} a @param {Path} b @returns {Path} @throws {DbError} 54000 */
export function joined(a, b) {
  requireCount(a.length + b.length, 'levels')
  return [...a, ...b]
}

/** @param {Path} path */
export const formatPath = (path) => path.join('.')

/** Label by label, as bytes. @param {Path} a @param {Path} b @returns {number} */
export function comparePaths(a, b) {
  for (let at = 0; at < a.length && at < b.length; at++) {
    if (a[at] === b[at]) continue
    return Buffer.compare(toUtf8(a[at]), toUtf8(b[at]))
  }
  return a.length - b.length
}

/**
 * As ltree_cmp says it: the more, the earlier they differ.
 * @param {Path} a @param {Path} b
 */
export function distance(a, b) {
  const most = Math.min(a.length, b.length)
  let same = 0
  while (same < most && a[same] === b[same]) same++
  const weight = 10 * (a.length - same + 1)
  if (same === most) return (a.length - b.length) * weight
  const [left, right] = [toUtf8(a[same]), toUtf8(b[same])]
  const shorter = Math.min(left.length, right.length)
  return (Buffer.compare(left.subarray(0, shorter), right.subarray(0, shorter)) || left.length - right.length) * weight
}

/** Each label after 1, up to 0; then 0. @param {Path} path @param {Uint8Array} out @param {number} at */
export function putPath(path, out, at) {
  for (const label of path) {
    out[at++] = 1
    for (const byte of toUtf8(label)) out[at++] = byte
    out[at++] = 0
  }
  out[at++] = 0
  return at
}

/** @param {Path} ancestor @param {Path} path whether it begins with that @returns {boolean} */
export const isAncestor = (ancestor, path) =>
  ancestor.length <= path.length && ancestor.every((label, at) => label === path[at])

/** @param {Path} path @param {number} start @param {number} end @throws {DbError} 22023 */
export function subpath(path, start, end) {
  if (start < 0 || end < 0 || start >= path.length || start > end) throw invalidParameter('invalid positions')
  return path.slice(start, end)
}

/**
 * Where a path is within another.
 * @param {Path} path @param {Path} wanted @param {number} start @returns {number} -1: it is not
 */
export function indexOf(path, wanted, start) {
  const from = start >= 0 ? start : Math.max(0, path.length + start)
  if (path.length === 0 || wanted.length === 0) return -1
  for (let at = from; at + wanted.length <= path.length; at++) {
    if (wanted.every((label, place) => label === path[at + place])) return at
  }
  return -1
}

/** The longest path that all are below of. @param {Path[]} paths @returns {Path | null} */
export function commonAncestor(paths) {
  if (paths.length === 0 || paths.some((path) => path.length === 0)) return null
  const [first] = paths
  let count = first.length - 1
  for (const path of paths) {
    let same = 0
    while (same < count && same < path.length - 1 && first[same] === path[same]) same++
    count = same
  }
  return first.slice(0, count)
}

/**
 * Storage of values that are kept as texts.
 * @template Value
 * @param {(text: string) => Value} parse @param {(value: Value) => string} format
 * @returns {Pick<import('../../types/type-ops.js').TypeOpsFields, 'encodedBytes' | 'encode' | 'decode'>}
 */
export const storedAsText = (parse, format) => ({
  encodedBytes: (value) => utf8Bytes(format(value)),
  encode: (value, bytes, _view, at) => encodeUtf8(format(value), bytes, at),
  decode: (bytes, _view, start, end) => parse(decodeUtf8(bytes, start, end)),
})
