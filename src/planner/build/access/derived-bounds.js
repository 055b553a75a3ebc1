/**
 * Bounds of an index that follow from a condition which is no comparison of its column: LIKE and regular expressions that begin with a fixed text, and (a, b) > (x, y), which says a >= x.
 * They say less than the condition, which stays the scan's recheck.
 */
/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {{ strategy: number, op: '<' | '<=' | '>' | '>=', left: Expr, value: Expr, oid: number }} Derived oid: an operator whose family the index must be of; 0: the order of bytes */

const TEXT = 25
/** prosrc of the operators' functions */
const LIKE = new Set(['textlike'])
const REGEX = new Set(['textregexeq'])
const STARTS = new Set(['text_starts_with'])
/** Longer texts bound no better. */
const PREFIX_MAX = 200
const STRATEGIES = { '<': 1, '<=': 2, '>=': 4, '>': 5 }

/** @param {any} catalog @param {Expr} condition @returns {Derived[]} */
export function derivedBounds(catalog, condition) {
  if (condition.kind === 'rowcompare') return firstFields(condition)
  if (condition.kind !== 'op' || condition.args.length !== 2) return []
  const [left, pattern] = condition.args
  if (pattern.kind !== 'const' || typeof pattern.value !== 'string') return []
  const source = catalog.function(condition.funcOid)?.source
  const found = LIKE.has(source) ? likePrefix(pattern.value) : REGEX.has(source) ? regexPrefix(pattern.value) : STARTS.has(source) ? pattern.value : ''
  const prefix = [...found].slice(0, PREFIX_MAX).join('')
  if (prefix === '') return []
  /** @param {string} value @returns {Expr} */
  const text = (value) => ({ kind: 'const', value, type: TEXT, typmod: -1, collation: pattern.collation, location: -1 })
  const after = following(prefix)
  return [{ strategy: 4, op: '>=', left, value: text(prefix), oid: 0 }, .../** @type {Derived[]} */ (after === null ? [] : [{ strategy: 1, op: '<', left, value: text(after), oid: 0 }])]
}

/** @param {any} condition RowCompare @returns {Derived[]} */
function firstFields({ op, opOids, left, right, inputCollations }) {
  if (inputCollations?.[0]) return []
  const inclusive = op === '<' ? '<=' : op === '>' ? '>=' : op
  const turned = inclusive === '<=' ? '>=' : '<='
  return [{ strategy: STRATEGIES[/** @type {'<='} */ (inclusive)], op: inclusive, left: left[0], value: right[0], oid: opOids[0] },
    { strategy: STRATEGIES[/** @type {'<='} */ (turned)], op: turned, left: right[0], value: left[0], oid: opOids[0] }]
}

/** What every text begins with that the pattern matches. @param {string} pattern @returns {string} */
function likePrefix(pattern) {
  let prefix = ''
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '%' || pattern[at] === '_') break
    if (pattern[at] === '\\') at++
    prefix += pattern[at] ?? ''
  }
  return prefix
}

/** The same of a regular expression: plain letters behind ^, but for one that may be missing. @param {string} pattern @returns {string} */
function regexPrefix(pattern) {
  const found = /^\^([A-Za-z0-9 _@/,:;'"<>=&%#~-]+)(.?)/u.exec(pattern)
  if (found === null || pattern.includes('|')) return ''
  return '*?{'.includes(found[2]) && found[2] !== '' ? [...found[1]].slice(0, -1).join('') : found[1]
}

/** The least text behind all that begin with this one, in the order of UTF-8. @param {string} prefix @returns {string | null} */
function following(prefix) {
  const points = [...prefix].map((character) => /** @type {number} */ (character.codePointAt(0)))
  while (points.length > 0) {
    const last = /** @type {number} */ (points.pop())
    if (last >= 0x10ffff) continue
    return String.fromCodePoint(...points, last + 1 >= 0xd800 && last < 0xe000 ? 0xe000 : last + 1)
  }
  return null
}

/** Once each. @param {{ condition: Expr }[]} matches @returns {Expr[]} */
export const conditionsOf = (matches) => [...new Set(matches.map(({ condition }) => condition))]
