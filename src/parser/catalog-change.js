/**
 * UPDATE of the system catalogs is a command: no plan writes catalogs, DDL's own primitives do
 * (engine/commands/objects/catalog-change.js). Which rows are meant, and what they are to hold, is a query in it.
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
}

/**
 * @typedef {{ relname: string, schemaname?: string, alias?: { aliasname: string } }} Place
 * @typedef {{ UpdateStmt?: { relation: Place, targetList?: Target[], fromClause?: object[], whereClause?: object,
 *   withClause?: object } }} Tagged
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
 * @returns {T | object} {CatalogChangeStmt: {statement, query}}, where it is an UPDATE of such a catalog; otherwise
 *   itself. The query's columns: the key's, then what is assigned; of pg_settings set_config(), as PostgreSQL's rule
 *   has it
 */
export function ofCatalog(stmt) {
  const statement = stmt.UpdateStmt
  const relation = statement?.relation
  if (statement === undefined || relation === undefined || !Object.hasOwn(CHANGEABLE, relation.relname)) return stmt
  if ((relation.schemaname ?? 'pg_catalog') !== 'pg_catalog') return stmt
  const { key, columns } = CHANGEABLE[relation.relname]
  const alias = relation.alias?.aliasname ?? relation.relname
  const keys = key.map((column) => ({ ColumnRef: { fields: nameOf(alias, column), location: -1 } }))
  const values = (statement.targetList ?? []).map((/** @type {Target} */ { ResTarget: { name, val } }) => {
    const isPlain = Object.hasOwn(columns, name) && !val.MultiAssignRef && !val.SetToDefault
    if (!isPlain) return { A_Const: { isnull: true, location: -1 } } //   refused when it is run
    const typeName = { names: nameOf('pg_catalog', columns[name]), typemod: -1 }
    return { TypeCast: { arg: val, typeName, location: -1 } }
  })
  const outputs = relation.relname === 'pg_settings' ? [setConfig(keys[0], values[0])] : [...keys, ...values]
  const query = {
    targetList: outputs.map((val) => ({ ResTarget: { val, location: -1 } })),
    fromClause: [{ RangeVar: relation }, ...statement.fromClause ?? []],
    ...(statement.whereClause ? { whereClause: statement.whereClause } : null),
    ...(statement.withClause ? { withClause: statement.withClause } : null),
    limitOption: 'LIMIT_OPTION_DEFAULT', op: 'SETOP_NONE',
  }
  return { CatalogChangeStmt: { statement, query: { SelectStmt: query } } }
}
