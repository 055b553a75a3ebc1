/** tablefunc 1.0: tables turned on their side, trees walked, numbers by chance. */
import { formatType } from '../catalog/deparse/types.js'
import {
  badSourceColumns, crosstabColumns, duplicateCategory, infiniteRecursion, negativeRows, noCategories, noRowType,
  nullCategory, onlyInFrom, treeColumns, unlikeRowid, unlikeSource, wrongSerial,
} from '../errors/tablefunc.js'
import { charge } from '../errors/value-size.js'
import { Family } from '../functions/impl.js'
import { builtinType, isBuiltinType } from '../types/lookup.js'
import { INT4, TEXT } from '../types/oids.js'
import { chanceBytes } from './chance.js'
import { extensionScript } from './script.js'

/** @import { FunctionContext } from '../functions/impl.js' */
/** @import { Column, RoutineCall, RoutineQuery } from '../functions/routine-call.js' */

/** @import { TypeOps } from '../types/type-ops.js' */
/** @import { Datum } from './definition.js' */
/** A row's values, each as its type has it. @typedef {Datum[]} Row */
/** @typedef {Generator<Promise<unknown> | Row, void, void>} Rows */

const BATCH = 500
const NOT_THREE = 'The provided SQL must return 3 columns: rowid, category, and values.'
const LESS_THAN_THREE = 'The provided SQL must return 3  columns; rowid, category, and values.'
const family = new Family()

/** @param {RoutineCall} call @param {number} type @returns {TypeOps} */
function opsOf({ catalog }, type) {
  const base = catalog.baseType(type)
  return isBuiltinType(base) ? /** @type {TypeOps} */ (builtinType(base)) : catalog.userTypeOps(base)
}

/** @param {RoutineQuery} query @param {Row[]} rows the last @returns {Generator<Promise<unknown>, Row[], void>} */
function* rowsAfter(query, rows) {
  return rows.length < BATCH ? [] : yield* query.fetch(BATCH)
}

/** What makes texts of a query's columns. @param {RoutineCall} call @param {RoutineQuery} query */
function textMakers(call, query) {
  const { env } = call.context
  return query.columns.map(({ type }) => {
    const ops = opsOf(call, type)
    return (/** @type {unknown} */ value) => value === null ? null : ops.format(value, env)
  })
}

/**
 * What makes values of texts, as a column of the result has them.
 * @param {RoutineCall} call @param {Column[]} columns
 */
function valueMakers(call, columns) {
  const { env } = call.context
  return columns.map(({ type, typmod }) => {
    const ops = opsOf(call, type)
    return (/** @type {string | null} */ text) => text === null ? null : ops.parse(text, typmod, env)
  })
}

// ---- crosstab

/**
 * Consecutive rows of one name are a row, their values in the order in which they come.
 * @param {RoutineCall} call @param {string} text @returns {Rows}
 */
function* crosstab(call, text) {
  const query = yield* call.query(text)
  try {
    let rows = yield* query.fetch(BATCH)
    if (rows.length === 0) return
    if (query.columns.length !== 3) throw badSourceColumns(NOT_THREE)
    const columns = call.columns()
    if (columns === null) throw noRowType()
    const [name, , value] = query.columns
    if (columns.length < 2) throw unlikeSource()
    if (columns[0].type !== name.type) throw unlikeRowid()
    if (columns.some(({ type }, at) => at > 0 && type !== value.type)) throw unlikeSource()
    const texts = textMakers(call, query)
    const makers = valueMakers(call, columns)
    /** @type {(string | null)[] | null} */
    let made = null
    for (let filled = 0; rows.length > 0; rows = yield* rowsAfter(query, rows)) {
      for (const row of rows) {
        const rowName = texts[0](row[0])
        if (made === null || made[0] !== rowName) {
          if (made !== null) yield made.map((each, at) => makers[at](each))
          made = Array(columns.length).fill(null)
          made[0] = rowName
          filled = 0
        }
        if (++filled < columns.length) made[filled] = texts[2](row[2])
      }
    }
    if (made !== null) yield made.map((each, at) => makers[at](each))
  } finally {
    query.close()
  }
}

/** @param {RoutineCall} call @param {string} text @returns {Generator<Promise<unknown>, Map<string, number>, void>} */
function* readCategories(call, text) {
  /** @type {Map<string, number>} */
  const categories = new Map()
  const query = yield* call.query(text)
  try {
    const texts = textMakers(call, query)
    for (let rows = yield* query.fetch(BATCH); rows.length > 0; rows = yield* rowsAfter(query, rows)) {
      if (query.columns.length !== 1) throw noCategories()
      for (const [value] of rows) {
        const category = texts[0](value)
        if (category === null) throw nullCategory()
        if (categories.has(category)) throw duplicateCategory()
        categories.set(category, categories.size)
      }
      charge(categories.size * CATEGORY_BYTES, 'the categories')
    }
  } finally {
    query.close()
  }
  return categories
}
const CATEGORY_BYTES = 64

/**
 * The same where each category has its column, and further columns are taken from a name's first row.
 * @param {RoutineCall} call @param {string} text @param {string} categoriesText @returns {Rows}
 */
function* crosstabHash(call, text, categoriesText) {
  const columns = call.columns()
  if (columns === null) throw onlyInFrom()
  const categories = yield* readCategories(call, categoriesText)
  const query = yield* call.query(text)
  try {
    let rows = yield* query.fetch(BATCH)
    if (rows.length === 0) return
    const width = query.columns.length
    if (categories.size === 0) throw noCategories()
    if (width < 3) throw badSourceColumns(LESS_THAN_THREE)
    const ownColumns = width - 2
    const wanted = ownColumns + categories.size
    if (columns.length !== wanted) throw crosstabColumns(columns.length, wanted)
    const texts = textMakers(call, query)
    const makers = valueMakers(call, columns)
    /** @type {(string | null)[] | null} */
    let made = null
    for (; rows.length > 0; rows = yield* rowsAfter(query, rows)) {
      for (const row of rows) {
        const rowName = texts[0](row[0])
        if (made === null || made[0] !== rowName) {
          if (made !== null) yield made.map((each, at) => makers[at](each))
          made = Array(columns.length).fill(null)
          for (let at = 0; at < ownColumns; at++) made[at] = texts[at](row[at])
        }
        const category = texts[width - 2](row[width - 2])
        const at = category === null ? undefined : categories.get(category)
        if (at !== undefined) made[ownColumns + at] = texts[width - 1](row[width - 1])
      }
    }
    if (made !== null) yield made.map((each, at) => makers[at](each))
  } finally {
    query.close()
  }
}

// ---- connectby

/**
 * @typedef {object} Tree
 * @property {string} relation names are put into the query as they are
 * @property {string} key
 * @property {string} parent
 * @property {string} [order]
 * @property {string} start
 * @property {number} depthMax 0: none
 * @property {string} [delimiter] undefined: no branches are shown
 */

/** @param {string} text @returns {string} as a literal of SQL */
const quoted = (text) => `${text.includes('\\') ? 'E' : ''}'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`

/** @param {Column[]} columns @param {Tree} tree @param {(type: number) => string} nameOf @throws {DbError} 42804 */
function checkTreeColumns(columns, { delimiter, order }, nameOf) {
  const wanted = 3 + (delimiter === undefined ? 0 : 1) + (order === undefined ? 0 : 1)
  if (columns.length !== wanted) throw treeColumns('Query-specified return tuple has wrong number of columns.')
  if (columns[0].type !== columns[1].type) throw treeColumns('First two columns must be the same type.')
  if (columns[2].type !== INT4) throw treeColumns(`Third column must be type ${nameOf(INT4)}.`)
  if (delimiter !== undefined && columns[3].type !== TEXT) {
    throw treeColumns(`Fourth column must be type ${nameOf(TEXT)}.`)
  }
  if (order === undefined || columns[wanted - 1].type === INT4) return
  throw wrongSerial(wanted === 5 ? 'fifth' : 'fourth', nameOf(INT4))
}

/**
 * @param {Column[]} columns @param {RoutineQuery} query @param {(type: number) => string} nameOf
 * @throws {DbError} 42804
 */
function checkKeyTypes(columns, query, nameOf) {
  if (query.columns.length < 2) throw treeColumns('Query must return at least two columns.')
  for (const [at, what] of [[0, 'key'], [1, 'parent key']]) {
    const [given, wanted] = [query.columns[/** @type {number} */ (at)], columns[/** @type {number} */ (at)]]
    if (given.type === wanted.type) continue
    // PostgreSQL names them the wrong way round.
    throw treeColumns(
      `SQL ${what} field type ${nameOf(wanted.type)} does not match return ${what} field type ${nameOf(given.type)}.`)
  }
}

/** @param {RoutineCall} call @param {Tree} tree @returns {Rows} */
function* connectBy(call, tree) {
  const columns = call.columns()
  if (columns === null) throw onlyInFrom()
  const nameOf = (/** @type {number} */ type) => formatType(call.catalog, type)
  checkTreeColumns(columns, tree, nameOf)
  const makers = valueMakers(call, columns)
  const { key, parent, relation, order, delimiter, depthMax } = tree
  const between = delimiter ?? '~'
  let serial = 0
  /** @param {string | null} own @param {string | null} above @param {number} level @param {string} branch */
  const rowOf = (own, above, level, branch) => {
    const texts = [own, above, String(level)]
    if (delimiter !== undefined) texts.push(branch)
    if (order !== undefined) texts.push(String(++serial))
    return texts.map((text, at) => makers[at](text))
  }
  yield rowOf(tree.start, null, 0, tree.start)
  /**
   * Children still to be told of, level by level.
   * @type {{ branch: string, rows: (string | null)[][], at: number }[]}
   */
  const levels = []
  let waiting = 0
  /** @param {string} start @param {string} branch @returns {Generator<Promise<unknown>, void, void>} */
  const descend = function* (start, branch) {
    if (depthMax > 0 && levels.length >= depthMax) return
    const rows = yield* children(start)
    if (rows.length === 0) return
    charge((waiting += rows.length) * CHILD_BYTES, 'the rows of connectby')
    levels.push({ branch, rows, at: 0 })
  }
  /** @param {string} start @returns {Generator<Promise<unknown>, (string | null)[][], void>} */
  const children = function* (start) {
    const query = yield* call.query(`SELECT ${key}, ${parent} FROM ${relation} WHERE ${parent} = ${quoted(start)} ` +
      `AND ${key} IS NOT NULL AND ${key} <> ${parent}${order === undefined ? '' : ` ORDER BY ${order}`}`)
    try {
      const texts = textMakers(call, query)
      /** @type {(string | null)[][]} */
      const found = []
      for (let rows = yield* query.fetch(BATCH); rows.length > 0; rows = yield* rowsAfter(query, rows)) {
        if (found.length === 0) checkKeyTypes(columns, query, nameOf)
        for (const row of rows) found.push([texts[0](row[0]), texts[1](row[1])])
        charge((waiting + found.length) * CHILD_BYTES, 'the rows of connectby')
      }
      return found
    } finally {
      query.close()
    }
  }
  yield* descend(tree.start, tree.start)
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (level.at === level.rows.length) {
      waiting -= level.rows.length
      levels.pop()
      continue
    }
    const [own, above] = level.rows[level.at++]
    const { branch } = level
    const framed = `${between}${branch}${between}`
    if (own !== null && framed.includes(`${between}${own}${between}`)) throw infiniteRecursion()
    const longer = own === null ? branch : `${branch}${between}${own}`
    charge(longer.length, 'a branch')
    yield rowOf(own, above, levels.length, longer)
    if (own !== null) yield* descend(own, longer)
  }
}
const CHILD_BYTES = 128

family.routine('crosstab', crosstab)
family.routine('crosstab_hash', crosstabHash)
family.routine('connectby_text', (call, relation, key, parent, start, depthMax, delimiter) =>
  connectBy(call, { relation, key, parent, start, depthMax, delimiter }))
family.routine('connectby_text_serial', (call, relation, key, parent, order, start, depthMax, delimiter) =>
  connectBy(call, { relation, key, parent, order, start, depthMax, delimiter }))

// ---- normal_rand

/** @param {FunctionContext} ctx @returns {number} within 0 and 1, both excluded */
function chance(ctx) {
  for (;;) {
    const [a, b] = new Uint32Array(chanceBytes(ctx, 8).buffer)
    const number = (a * 2 ** 20 + (b >>> 12)) / 2 ** 52
    if (number > 0) return number
  }
}

/** Pairs of numbers with the density of a normal distribution (Marsaglia's polar method). */
family.context('normal_rand', function* (ctx, count, mean, deviation) {
  if (count < 0) throw negativeRows()
  for (let made = 0; made < count;) {
    const [u, v] = [2 * chance(ctx) - 1, 2 * chance(ctx) - 1]
    const square = u * u + v * v
    if (square >= 1 || square === 0) continue
    const factor = deviation * Math.sqrt(-2 * Math.log(square) / square)
    yield mean + u * factor
    if ((made += 2) <= count) yield mean + v * factor
  }
}, { set: true })

/** @param {number} categories */
const rowType = (categories) => `CREATE TYPE tablefunc_crosstab_${categories} AS (row_name text${
  Array.from({ length: categories }, (_, at) => `, category_${at + 1} text`).join('')})`

/** @type {import('./bundled.js').ExtensionModule} */
export const extension = {
  script: extensionScript({
    library: 'tablefunc',
    types: [2, 3, 4].map(rowType).join(';\n'),
    functions: [
      ['normal_rand(integer, double precision, double precision)', 'SETOF double precision', 'normal_rand', 'vsu'],
      ['crosstab(text)', 'SETOF record', 'crosstab', 'ssu'],
      ['crosstab2(text)', 'SETOF tablefunc_crosstab_2', 'crosstab', 'ssu'],
      ['crosstab3(text)', 'SETOF tablefunc_crosstab_3', 'crosstab', 'ssu'],
      ['crosstab4(text)', 'SETOF tablefunc_crosstab_4', 'crosstab', 'ssu'],
      ['crosstab(text, integer)', 'SETOF record', 'crosstab', 'ssu'],
      ['crosstab(text, text)', 'SETOF record', 'crosstab_hash', 'ssu'],
      ['connectby(text, text, text, text, integer, text)', 'SETOF record', 'connectby_text', 'ssu'],
      ['connectby(text, text, text, text, integer)', 'SETOF record', 'connectby_text', 'ssu'],
      ['connectby(text, text, text, text, text, integer, text)', 'SETOF record', 'connectby_text_serial', 'ssu'],
      ['connectby(text, text, text, text, text, integer)', 'SETOF record', 'connectby_text_serial', 'ssu'],
    ],
  }),
  functions: family.functions,
}
