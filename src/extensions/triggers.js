/**
 * Extensions that are a trigger's function: lo 1.1 (large objects go with the rows that name them), tcn 1.0 (listeners
 * are told which rows change), moddatetime and insert_username 1.0 (who changed a row, and when), autoinc 1.0 (numbers
 * of a sequence), refint 1.0 (rows that name a row of another table).
 */
import { featureNotSupported } from '../errors/db-error.js'
import {
  brokenTrigger, keyInUse, noAttribute, noPrimaryKey, noSuchKey, noTriggerColumn, triggerProtocol, wrongTriggerColumn,
} from '../errors/extension-triggers.js'
import { Family } from '../functions/impl.js'
import { builtinFunction } from '../functions/registry.js'
import { formatType } from '../catalog/deparse/types.js'
import { builtinType, isBuiltinType } from '../types/lookup.js'
import { INT4, TEXT, TIMESTAMP, TIMESTAMPTZ } from '../types/oids.js'
import { findRelation } from '../types/reg.js'
import { functionScript } from './script.js'

/** @import { ColumnDesc, RelationDesc } from '../catalog/relation.js' */
/** @import { FunctionImpl } from '../functions/impl.js' */
/** @import { RoutineCall, TriggerRun } from '../functions/routine-call.js' */
/** @import { ExtensionModule } from './bundled.js' */
/** @import { Datum } from './definition.js' */

/** @param {string} name @returns {FunctionImpl} */
const builtin = (name) => /** @type {FunctionImpl} */ (builtinFunction(name))

/** @param {RelationDesc} relation @param {string} name @returns {ColumnDesc | undefined} */
const columnNamed = ({ columns }, name) => columns.find((column) => !column.dropped && column.name === name)

// ---- lo

const lo = new Family()
lo.routine('lo_manage', function* ({ context }, /** @type {TriggerRun} */ run) {
  const { level, name, args, relation, old, new: row } = run
  if (level !== 'row') throw brokenTrigger(name, 'must be fired for row')
  if (args.length === 0) throw brokenTrigger(name, 'no column name provided in the trigger definition')
  const column = columnNamed(relation, args[0])
  if (column === undefined) throw brokenTrigger(name, `column "${args[0]}" does not exist`)
  const at = column.attnum - 1
  if (old !== null && old[at] !== null && (row === null || row[at] !== old[at])) {
    yield* builtin('be_lo_unlink').call(context, Number(old[at]))
  }
})

// ---- tcn

const TCN = 'triggered_change_notification'

/** @param {string} text @param {string} mark */
const quoted = (text, mark) => mark + text.replaceAll(mark, mark + mark) + mark

const tcn = new Family()
tcn.routine(TCN, function* (call, /** @type {TriggerRun} */ { level, timing, event, args, relation, old, new: row }) {
  if (timing !== 'AFTER') throw triggerProtocol(TCN, 'must be called after the change')
  if (level !== 'row') throw triggerProtocol(TCN, 'must be called for each row')
  if (args.length > 1) throw triggerProtocol(TCN, 'must not be called with more than one parameter')
  const key = /** @type {RelationDesc} */ (relation).indexes.find(({ primary }) => primary)
  if (key === undefined) throw noPrimaryKey(TCN)
  const values = /** @type {Datum[]} */ (old ?? row)
  const parts = key.keyAttnums.map((attnum) => {
    const { name, typeOid } = /** @type {ColumnDesc} */ (relation.columns[attnum - 1])
    return `${quoted(name, '"')}=${quoted(textOf(call, typeOid, values[attnum - 1]), "'")}`
  })
  call.session.notifyChannel(args[0] ?? 'tcn', [quoted(relation.name, '"'), event[0], ...parts].join(','))
})

/** @param {RoutineCall} call @param {number} type @param {Datum} value @returns {string} */
function textOf({ catalog, context }, type, value) {
  const base = catalog.baseType(type)
  return (isBuiltinType(base) ? builtinType(base) : catalog.userTypeOps(base)).format(value, context.env)
}

// ---- moddatetime, insert_username

/**
 * The column that a BEFORE ROW trigger fills.
 * @param {string} func @param {TriggerRun} run @param {(column: ColumnDesc) => boolean} fits @param {string} wanted
 * @returns {ColumnDesc} @throws {DbError} XX000, 09000
 */
function filledColumn(func, { level, timing, args, relation }, fits, wanted) {
  if (level !== 'row') throw brokenTrigger(func, 'must be fired for row')
  if (timing !== 'BEFORE') throw brokenTrigger(func, 'must be fired before event')
  if (args.length !== 1) throw brokenTrigger(`${func} (${relation.name})`, 'A single argument was expected')
  const column = columnNamed(relation, args[0])
  if (column === undefined) throw noTriggerColumn(relation.name, args[0])
  if (!fits(column)) throw wrongTriggerColumn(args[0], relation.name, wanted)
  return column
}

/** @param {Datum[]} row @param {ColumnDesc} column @param {Datum} value @returns {Datum[]} */
const withValue = (row, { attnum }, value) => row.with(attnum - 1, value)

const moddatetime = new Family()
moddatetime.routine('moddatetime', function* ({ context }, /** @type {TriggerRun} */ run) {
  if (run.event !== 'UPDATE') throw brokenTrigger('moddatetime', `cannot process ${run.event} events`)
  const column = filledColumn('moddatetime', run, ({ typeOid }) => typeOid === TIMESTAMP || typeOid === TIMESTAMPTZ,
    'TIMESTAMP or TIMESTAMPTZ')
  const now = builtin('now').call(context)
  const value = column.typeOid === TIMESTAMPTZ ? now : builtin('timestamptz_timestamp').call(context, now)
  return withValue(/** @type {Datum[]} */ (run.new), column, value)
})

const insertUsername = new Family()
insertUsername.routine('insert_username', function* ({ session }, /** @type {TriggerRun} */ run) {
  if (run.event === 'DELETE') throw brokenTrigger('insert_username', 'cannot process DELETE events')
  const column = filledColumn('insert_username', run, ({ typeOid }) => typeOid === TEXT, 'TEXT')
  return withValue(/** @type {Datum[]} */ (run.new), column, session.user)
})

const autoinc = new Family()
autoinc.routine('autoinc', function* ({ context, catalog }, /** @type {TriggerRun} */ run) {
  const { level, timing, event, args, relation } = run
  if (level !== 'row') throw brokenTrigger('autoinc', 'must be fired for row')
  if (timing !== 'BEFORE') throw brokenTrigger('autoinc', 'must be fired before event')
  if (event !== 'INSERT' && event !== 'UPDATE') throw brokenTrigger('autoinc', `cannot process ${event} events`)
  if (args.length <= 0 || args.length % 2 !== 0) {
    throw brokenTrigger(`autoinc (${relation.name})`, 'even number gt 0 of arguments was expected')
  }
  let row = /** @type {Datum[]} */ (run.new)
  for (let at = 0; at < args.length; at += 2) {
    const column = columnNamed(relation, args[at])
    if (column === undefined) throw noTriggerColumn(relation.name, args[at])
    if (column.typeOid !== INT4) throw wrongTriggerColumn(args[at], relation.name, 'INT4')
    if (row[column.attnum - 1] !== null && row[column.attnum - 1] !== 0) continue
    const sequence = findRelation(catalog, args[at + 1])
    let value = Number(builtin('nextval_oid').call(context, sequence)) | 0
    if (value === 0) value = Number(builtin('nextval_oid').call(context, sequence)) | 0
    row = withValue(row, column, value)
  }
  return row
})

// ---- refint

/** @param {string} name */
const identifier = (name) => name.split('.').map((part) => quoted(part, '"')).join('.')

/**
 * A condition: columns have the values that other columns of a row have; null: one of those is null.
 * @param {RoutineCall} call @param {RelationDesc} relation @param {Datum[]} row @param {string[]} from of the row
 * @param {string[]} to @returns {string | null} @throws {DbError} 42703
 */
function conditionOf(call, relation, row, from, to) {
  const columns = from.map((name) => {
    const column = columnNamed(relation, name)
    if (column === undefined) throw noAttribute(name, relation.name)
    return column
  })
  if (columns.some(({ attnum }) => row[attnum - 1] === null)) return null
  return columns.map(({ attnum, typeOid }, at) => {
    const text = textOf(call, typeOid, row[attnum - 1])
    return `${identifier(to[at])} = ${quoted(text, "'")}::${formatType(call.catalog, typeOid)}`
  }).join(' AND ')
}

/**
 * @param {RoutineCall} call @param {string} table @param {string} condition
 * @returns {Generator<Promise<unknown>, boolean, void>}
 */
function* hasRow(call, table, condition) {
  const query = yield* call.query(`SELECT 1 FROM ${identifier(table)} WHERE ${condition} LIMIT 1`)
  try {
    return (yield* query.fetch(1)).length > 0
  } finally {
    query.close()
  }
}

const PRIMARY = 'check_primary_key'
const FOREIGN = 'check_foreign_key'
const ACTIONS = ['r', 'c', 's']

const refint = new Family()
refint.routine(PRIMARY, function* (call, /** @type {TriggerRun} */ { level, event, args, name, relation, new: row }) {
  if (level !== 'row') throw brokenTrigger(PRIMARY, 'must be fired for row')
  if (event === 'DELETE') throw brokenTrigger(PRIMARY, 'cannot process DELETE events')
  if (args.length % 2 !== 1 || args.length < 3) {
    throw brokenTrigger(PRIMARY, 'odd number of arguments should be specified')
  }
  const half = (args.length - 1) / 2
  const table = args[half]
  const condition = conditionOf(call, relation, /** @type {Datum[]} */ (row), args.slice(0, half), args.slice(half + 1))
  if (condition !== null && !(yield* hasRow(call, table, condition))) throw noSuchKey(name, table)
  return row
})
refint.routine(FOREIGN, function* (call, /** @type {TriggerRun} */ run) {
  const { level, event, args, name, relation, old, new: row } = run
  if (level !== 'row') throw brokenTrigger(FOREIGN, 'must be fired for row')
  if (event === 'INSERT') throw brokenTrigger(FOREIGN, 'cannot process INSERT events')
  if (args.length < 5) throw brokenTrigger(FOREIGN, `too short ${args.length} (< 5) list of arguments`)
  const tables = Number.parseInt(args[0], 10)
  if (!(tables >= 1)) throw brokenTrigger(FOREIGN, `${args[0]} (< 1) number of references specified`)
  const action = args[1][0]?.toLowerCase() ?? ''
  if (!ACTIONS.includes(action)) throw brokenTrigger(FOREIGN, `invalid action ${args[1]}`)
  const rest = args.slice(2)
  const keys = Math.floor((rest.length - tables) / (tables + 1))
  if (keys <= 0 || rest.length !== (keys + 1) * tables + keys) {
    throw brokenTrigger(FOREIGN, `invalid number of arguments ${args.length} for ${tables} references`)
  }
  const own = rest.slice(0, keys)
  const given = /** @type {Datum[]} */ (old)
  const isSame = row !== null && own.every((column) => {
    const { attnum, typeOid } = columnNamed(relation, column) ?? { attnum: 0, typeOid: 0 }
    if (attnum === 0) throw noAttribute(column, relation.name)
    if (row[attnum - 1] === null || given[attnum - 1] === null) return row[attnum - 1] === given[attnum - 1]
    return textOf(call, typeOid, row[attnum - 1]) === textOf(call, typeOid, given[attnum - 1])
  })
  for (let at = keys; at < rest.length && !isSame; at += keys + 1) {
    const condition = conditionOf(call, relation, given, own, rest.slice(at + 1, at + 1 + keys))
    if (condition === null) break
    // What would change other rows is a statement that writes.
    if (action !== 'r') throw featureNotSupported(`${FOREIGN} with the action ${args[1]}`)
    if (yield* hasRow(call, rest[at], condition)) throw keyInUse(name, rest[at])
  }
  return row ?? old
})

/**
 * @param {string} library @param {string} name @param {Family} family @param {string} [before]
 * @returns {ExtensionModule}
 */
const triggerModule = (library, name, family, before = '') => ({
  script: `${before}${functionScript(library, [[`${name}()`, 'trigger', name, 'vu']])}`, functions: family.functions,
})

/** @type {Record<string, ExtensionModule>} */
export const extensions = {
  lo: triggerModule('lo', 'lo_manage', lo, `CREATE DOMAIN lo AS pg_catalog.oid;
    CREATE FUNCTION lo_oid(lo) RETURNS pg_catalog.oid AS 'SELECT $1::pg_catalog.oid'
      LANGUAGE sql STRICT IMMUTABLE PARALLEL SAFE;`),
  tcn: triggerModule('tcn', TCN, tcn),
  moddatetime: triggerModule('moddatetime', 'moddatetime', moddatetime),
  autoinc: triggerModule('autoinc', 'autoinc', autoinc),
  refint: {
    script: functionScript('refint', [
      [`${PRIMARY}()`, 'trigger', PRIMARY, 'vu'], [`${FOREIGN}()`, 'trigger', FOREIGN, 'vu'],
    ]),
    functions: refint.functions,
  },
  insert_username: triggerModule('insert_username', 'insert_username', insertUsername),
}
