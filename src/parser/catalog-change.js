/**
 * UPDATE of the system catalogs is a command: no plan writes catalogs, DDL's own primitives do
 * (engine/commands/objects/catalog-change.js). Which rows are meant, and what they are to hold, is a query in it.
 * INSERT and DELETE are the same of what COMMENT ON writes (comment-rows.js beside it).
 */

/**
 * What tells a row, and what can be changed, with types.
 * @type {Record<string, { key: string[], columns: Record<string, string> }>}
 */
export const CHANGEABLE = {
  pg_index: { key: ['indexrelid', 'indrelid'], columns: { indisready: 'bool', indisvalid: 'bool' } },
  pg_attribute: { key: ['attrelid', 'attnum'], columns: { atttypmod: 'int4', attnotnull: 'bool' } },
  pg_enum: { key: ['enumtypid', 'enumlabel'], columns: { enumlabel: 'text' } },
  pg_constraint: { key: ['oid', 'conrelid', 'conname'], columns: { conname: 'text', convalidated: 'bool' } },
  pg_database: {
    key: ['oid', 'datname'], columns: { datallowconn: 'bool', datconnlimit: 'int4', datistemplate: 'bool' },
  },
  pg_class: { key: ['oid'], columns: { reltuples: 'float4', relpages: 'int4' } },
  pg_settings: { key: ['name'], columns: { setting: 'text' } },
  pg_description: { key: ['objoid', 'classoid', 'objsubid'], columns: { description: 'text' } },
  pg_shdescription: { key: ['objoid', 'classoid'], columns: { description: 'text' } },
}

/** Catalogs whose rows come and go by hand, too: the types of their columns. @type {Record<string, string[]>} */
export const COMMENT_CATALOGS = {
  pg_description: ['oid', 'oid', 'int4', 'text'],
  pg_shdescription: ['oid', 'oid', 'text'],
}

/**
 * @typedef {{ relname: string, schemaname?: string, alias?: { aliasname: string } }} Place
 * @typedef {{ relation: Place, whereClause?: object, withClause?: object }} Write
 * @typedef {Write & { targetList?: Target[], fromClause?: object[] }} Update
 * @typedef {Write & { usingClause?: object[] }} Delete
 * @typedef {Write & { cols?: Target[], selectStmt?: object }} Insert
 * @typedef {{ UpdateStmt?: Update, DeleteStmt?: Delete, InsertStmt?: Insert }} Tagged
 */
/** @typedef {{ ResTarget: { name: string, val: { MultiAssignRef?: object, SetToDefault?: object } } }} Target */

/** @param {string[]} parts */
const nameOf = (...parts) => parts.map((part) => ({ String: { sval: part } }))

const isLocal = { A_Const: { boolval: { boolval: false }, location: -1 } }

/** set_config(name, value, false). @param {object | undefined} name @param {object | undefined} value */
const setConfig = (name, value) => {
  const call = { funcname: nameOf('pg_catalog', 'set_config'), args: [name, value, isLocal] }
  return { FuncCall: { ...call, funcformat: 'COERCE_EXPLICIT_CALL', location: -1 } }
}

/**
 * @template {Tagged} T @param {T} stmt tagged
 * @returns {T | object} {CatalogChangeStmt: {statement, query}}, where it is an UPDATE of such a catalog;
 *   CatalogInsertStmt and CatalogDeleteStmt; otherwise itself. The query's columns: the key's, then what is assigned;
 *   of pg_settings set_config(), as PostgreSQL's rule has it; of an INSERT what it gives
 */
export function ofCatalog(stmt) {
  const { UpdateStmt: update, InsertStmt: insert, DeleteStmt: remove } = stmt
  if (update !== undefined && isOf(CHANGEABLE, update.relation)) {
    return { CatalogChangeStmt: { statement: update, query: { SelectStmt: changed(update) } } }
  }
  if (insert?.selectStmt !== undefined && isOf(COMMENT_CATALOGS, insert.relation)) {
    return { CatalogInsertStmt: { statement: insert, query: { SelectStmt: added(insert, insert.selectStmt) } } }
  }
  if (remove !== undefined && isOf(COMMENT_CATALOGS, remove.relation)) {
    const query = meant(remove, keysOf(remove.relation), remove.usingClause)
    return { CatalogDeleteStmt: { statement: remove, query: { SelectStmt: query } } }
  }
  return stmt
}

/** @param {object} catalogs @param {Place} relation @returns {boolean} */
const isOf = (catalogs, { relname, schemaname = 'pg_catalog' }) =>
  schemaname === 'pg_catalog' && Object.hasOwn(catalogs, relname)

/** @param {Place} relation @returns {object[]} what tells a row */
const keysOf = ({ relname, alias }) =>
  CHANGEABLE[relname].key.map((column) => ({
    ColumnRef: { fields: nameOf(alias?.aliasname ?? relname, column), location: -1 },
  }))

/** @param {string} type @param {object} arg */
const cast = (type, arg) =>
  ({ TypeCast: { arg, typeName: { names: nameOf('pg_catalog', type), typemod: -1 }, location: -1 } })

/**
 * A SELECT of the rows that a statement means.
 * @param {Write} statement @param {object[]} outputs @param {object[]} [others]
 */
const meant = ({ relation, whereClause, withClause }, outputs, others = []) => ({
  targetList: outputs.map((val) => ({ ResTarget: { val, location: -1 } })),
  fromClause: [{ RangeVar: relation }, ...others],
  ...(whereClause ? { whereClause } : null),
  ...(withClause ? { withClause } : null),
  limitOption: 'LIMIT_OPTION_DEFAULT', op: 'SETOP_NONE',
})

/** What an INSERT adds, by position, as the named columns' types. @param {Insert} statement @param {object} source */
function added({ relation, cols, withClause }, source) {
  const types = COMMENT_CATALOGS[relation.relname]
  const names = [...CHANGEABLE[relation.relname].key, 'description']
  const given = cols?.map((column) => column.ResTarget.name) ?? names
  const columns = given.map((_, at) => `column${at + 1}`)
  const values = given.map((name, at) =>
    cast(types[names.indexOf(name)] ?? 'text', { ColumnRef: { fields: nameOf('given', columns[at]), location: -1 } }))
  const alias = { aliasname: 'given', colnames: nameOf(...columns) }
  return {
    targetList: values.map((val) => ({ ResTarget: { val, location: -1 } })),
    fromClause: [{ RangeSubselect: { subquery: source, alias } }],
    ...(withClause ? { withClause } : null),
    limitOption: 'LIMIT_OPTION_DEFAULT', op: 'SETOP_NONE',
  }
}

/** @param {Update} statement */
function changed(statement) {
  const { relation } = statement
  const { columns } = CHANGEABLE[relation.relname]
  const keys = keysOf(relation)
  const values = (statement.targetList ?? []).map((/** @type {Target} */ { ResTarget: { name, val } }) => {
    const isPlain = Object.hasOwn(columns, name) && !val.MultiAssignRef && !val.SetToDefault
    if (!isPlain) return { A_Const: { isnull: true, location: -1 } } //   refused when it is run
    return cast(columns[name], val)
  })
  const outputs = relation.relname === 'pg_settings' ? [setConfig(keys[0], values[0])] : [...keys, ...values]
  return meant(statement, outputs, statement.fromClause)
}
