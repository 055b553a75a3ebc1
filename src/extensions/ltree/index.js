/** ltree 1.2: paths of labels, queries over them, arrays of them. */
import { arraySubscript, invalidBinary, nullNotAllowed } from '../../errors/data.js'
import { Family } from '../../functions/impl.js'
import { hash32 } from '../index-keys.js'
import { setColumn } from '../../types/gist/sets.js'
import { orderedColumn } from '../../types/gist/scalars.js'
import { sendText, toUtf8 } from '../../types/strings/text.js'
import { receivedText } from '../../types/strings/utf8.js'
import { TypeOps } from '../../types/type-ops.js'
import { keyType, valueFunctions } from '../value-functions.js'
import { formatLquery, lqueryWork, matchesLquery, matchesLquerySteps, parseLquery } from './lquery.js'
import {
  formatLtxtquery, ltxtqueryWork, matchesLtxtquery, matchesLtxtquerySteps, parseLtxtquery,
} from './ltxtquery.js'
import {
  commonAncestor, comparePaths, distance, formatPath, indexOf, isAncestor, joined, parsePath, putPath, storedAsText,
  subpath,
} from './paths.js'
import { ltreeScript } from './script.js'

/** @import { PgArray } from '../../types/array.js' */
/** @import { TypeOfLibrary } from '../../types/libraries.js' */
/** @import { TypeOpsFields } from '../../types/type-ops.js' */
/** @import { ImplOptions } from '../../functions/impl.js' */
/** @import { Steps } from '../../util/effort.js' */
/** @import { Item } from './lquery.js' */
/** @import { Node } from './ltxtquery.js' */
/** @import { Path } from './paths.js' */

/** Of binary formats: a byte, then the text. */
const FORMAT_VERSION = 1

/**
 * @template Value
 * @param {string} what as errors call it
 * @param {(text: string) => Value} parse @param {(value: Value) => string} format
 * @param {Partial<TypeOpsFields>} [more]
 */
const typeOf = (what, parse, format, more) => (/** @type {TypeOfLibrary} */ { oid, name, category }) => new TypeOps({
  oid, name, category, kind: 'var', parse, format,
  receive: (bytes, start, end, _typmod, env) => {
    if (bytes[start] !== FORMAT_VERSION) throw invalidBinary(`unsupported ${what} version number ${bytes[start]}`)
    return parse(receivedText(bytes, start + 1, end, env))
  },
  send: (value, writer, env) => {
    writer.u8(FORMAT_VERSION)
    sendText(format(value), writer, env)
  },
  ...storedAsText(parse, format),
  ...more,
})

const family = new Family()
const WHOLE = 0xffff

family.all({
  ltree_cmp: distance,
  ltree_lt: (a, b) => comparePaths(a, b) < 0,
  ltree_le: (a, b) => comparePaths(a, b) <= 0,
  ltree_eq: (a, b) => comparePaths(a, b) === 0,
  ltree_ge: (a, b) => comparePaths(a, b) >= 0,
  ltree_gt: (a, b) => comparePaths(a, b) > 0,
  ltree_ne: (a, b) => comparePaths(a, b) !== 0,
  subltree: subpath,
  subpath: (path, offset, length) => {
    const start = offset < 0 ? path.length + offset : offset
    const end = length === undefined ? WHOLE : length < 0 ? path.length + length : start + length
    return subpath(path, start, end)
  },
  ltree_index: (path, wanted, start = 0) => indexOf(path, wanted, start),
  nlevel: (path) => path.length,
  ltree2text: formatPath,
  text2ltree: parsePath,
  lca: (...paths) => commonAncestor(paths),
  _lca: (array) => commonAncestor(pathsOf(array)),
  ltree_isparent: (a, b) => isAncestor(a, b),
  ltree_risparent: (a, b) => isAncestor(b, a),
  ltree_addltree: joined,
  ltree_addtext: (a, b) => joined(a, parsePath(b)),
  ltree_textadd: (a, b) => joined(parsePath(a), b),
})

/** Of an array that is a list without nulls (2202E, 22004). @param {PgArray} array @returns {PgArray['values']} */
function elementsOf({ dims, values }) {
  if (dims.length > 1) throw arraySubscript('array must be one-dimensional')
  if (values.includes(null)) throw nullNotAllowed('array must not contain nulls')
  return values
}

/** @param {PgArray} array @returns {Path[]} */
const pathsOf = (array) => elementsOf(array)

/** @param {Path} path @param {PgArray} queries of lqueries */
const matchesAny = (path, queries) => elementsOf(queries).some((items) => matchesLquery(path, items))

/** @param {Path} path @param {PgArray} queries @returns {Steps<boolean>} */
function* matchesAnySteps(path, queries) {
  for (const items of elementsOf(queries)) if (yield* matchesLquerySteps(path, items)) return true
  return false
}

/** @param {Path} path @param {PgArray} queries */
const anyWork = (path, { values }) =>
  values.reduce((sum, items) => items === null ? sum : sum + lqueryWork(path, items), 0)

/**
 * A test that may take long: what one costs, and the same with rests.
 * @template Other
 * @typedef {{ work: (path: Path, other: Other) => number, steps: (path: Path, other: Other) => Steps<boolean> }} Long
 */

/**
 * @template Other
 * @param {PgArray} paths
 * @param {Other} other
 * @param {Long<Other>['steps']} steps
 * @returns {Steps<Path | null>} the first that passes
 */
function* firstSteps(paths, other, steps) {
  for (const path of pathsOf(paths)) if (yield* steps(path, other)) return path
  return null
}

/**
 * @template Other
 * @param {PgArray} paths
 * @param {Other} other
 * @param {Long<Other>['steps']} steps
 * @returns {Steps<boolean>}
 */
function* someSteps(paths, other, steps) { return (yield* firstSteps(paths, other, steps)) !== null }

/**
 * A test of a path with something, both ways round, and of the paths of an array.
 * @template Other
 * @param {(path: Path, other: Other) => boolean} test
 * @param {{ plain?: string, turned?: string, array: string, arrayTurned: string, extract?: string }} names
 * @param {Long<Other>} [long]
 */
function addTest(test, { plain, turned, array, arrayTurned, extract }, long) {
  const [same, other, each, eachTurned, first] = long === undefined ? [] : optionsOf(long)
  if (plain !== undefined) family.add(plain, test, same)
  if (turned !== undefined) family.add(turned, (other, path) => test(path, other), other)
  family.add(array, (paths, other) => pathsOf(paths).some((path) => test(path, other)), each)
  family.add(arrayTurned, (other, paths) => pathsOf(paths).some((path) => test(path, other)), eachTurned)
  if (extract === undefined) return
  family.add(extract, (paths, other) => pathsOf(paths).find((path) => test(path, other)) ?? null, first)
}

/** @template Other @param {Long<Other>} long @returns {ImplOptions[]} of addTest's functions, in its order */
function optionsOf({ work, steps }) {
  const workOfAll = (/** @type {PgArray} */ { values }, /** @type {Other} */ other) =>
    values.reduce((sum, path) => path === null ? sum : sum + work(path, other), 0)
  return [
    { work, steps },
    { work: (other, path) => work(path, other), steps: (other, path) => steps(path, other) },
    { work: workOfAll, steps: (paths, other) => someSteps(paths, other, steps) },
    { work: (other, paths) => workOfAll(paths, other), steps: (other, paths) => someSteps(paths, other, steps) },
    { work: workOfAll, steps: (paths, other) => firstSteps(paths, other, steps) },
  ]
}

addTest((path, other) => isAncestor(path, other),
  { array: '_ltree_isparent', arrayTurned: '_ltree_r_isparent', extract: '_ltree_extract_isparent' })
addTest((path, other) => isAncestor(other, path),
  { array: '_ltree_risparent', arrayTurned: '_ltree_r_risparent', extract: '_ltree_extract_risparent' })
addTest(matchesLquery, {
  plain: 'ltq_regex', turned: 'ltq_rregex', array: '_ltq_regex', arrayTurned: '_ltq_rregex',
  extract: '_ltq_extract_regex',
}, { work: lqueryWork, steps: matchesLquerySteps })
addTest(matchesAny,
  { plain: 'lt_q_regex', turned: 'lt_q_rregex', array: '_lt_q_regex', arrayTurned: '_lt_q_rregex' },
  { work: anyWork, steps: matchesAnySteps })
addTest(matchesLtxtquery, {
  plain: 'ltxtq_exec', turned: 'ltxtq_rexec', array: '_ltxtq_exec', arrayTurned: '_ltxtq_rexec',
  extract: '_ltxtq_extract_exec',
}, { work: ltxtqueryWork, steps: matchesLtxtquerySteps })

// ---- indexes

const [ANCESTOR_OF, BELOW] = [10, 11]

/** The first and the last path with something: a path's descendants follow it. @param {number} typeOid */
function pathColumn(typeOid) {
  const column = orderedColumn(typeOid)
  return {
    ...column,
    /** @type {import('../../types/gist/keys.js').GistColumn['consistent']} */
    consistent: (key, query, strategy, isLeaf) => {
      if (strategy === BELOW) {
        return comparePaths(key.high, query) >= 0 && (comparePaths(key.low, query) <= 0 || isAncestor(query, key.low))
      }
      if (strategy === ANCESTOR_OF) return comparePaths(key.low, query) <= 0 && (!isLeaf || isAncestor(key.low, query))
      return strategy > BELOW || column.consistent(key, query, strategy, isLeaf)
    },
  }
}

const pathsColumn = () => setColumn({
  // Each path and all above it: one that is below a path has it among them.
  members: (/** @type {PgArray} */ array) => array.values.flatMap((path) => path === null ? [] : membersOf(path)),
  query: (strategy, value) => strategy === ANCESTOR_OF ? memberOf(value) : -1,
  consistent: (key, member) => member < 0 || key.has(member),
})

/** @param {Path} path @returns {number[]} it, and all that it is below of */
const membersOf = (path) => [0, ...path.map((_, at) => memberOf(path.slice(0, at + 1)))]

/** @param {Path} path */
const memberOf = (path) => path.length === 0 ? 0 : hash32(toUtf8(formatPath(path)), 0)

/** @type {import('../bundled.js').ExtensionModule} */
export const extension = {
  script: ltreeScript,
  functions: [
    ...valueFunctions({
      input: ['ltree_in', 'lquery_in', 'ltxtq_in', 'ltree_gist_in'],
      output: ['ltree_out', 'lquery_out', 'ltxtq_out', 'ltree_gist_out'],
      send: ['ltree_send', 'lquery_send', 'ltxtq_send'],
    }),
    ...family.functions,
  ],
  values: {
    types: {
      ltree_in: typeOf('ltree', parsePath, formatPath, {
        compare: comparePaths, hash: (path) => hash32(toUtf8(formatPath(path)), 0) | 0, putKey: putPath,
      }),
      lquery_in: typeOf('lquery', parseLquery, formatLquery),
      ltxtq_in: typeOf('ltxtquery', parseLtxtquery, formatLtxtquery),
      ltree_gist_in: keyType,
    },
    natural: ['ltree_cmp'],
    gist: { ltree_consistent: pathColumn, _ltree_consistent: pathsColumn },
  },
}
