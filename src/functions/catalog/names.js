/** Names of objects: what is visible without a schema, to_reg* lookups that answer null, comments. */
import { catalogShape } from '../../catalog/store/shapes.js'
import { formatType } from '../../types/format-type.js'
import { badTypeName } from '../../errors/data.js'
import { trimSqlSpaces } from '../../util/ascii.js'
import { DbError } from '../../errors/db-error.js'
import { builtinType } from '../../types/lookup.js'
import * as T from '../../types/oids.js'
import { Family } from '../impl.js'
import { KEYWORDS } from './keywords.js'

const family = new Family()
export const nameFunctions = family.functions

family.context('format_type', (ctx, oid, typmod) =>
  oid === null ? null : formatType(oid, typmod ?? -1, ctx.catalog, typmod !== null)
)
family.typed('pg_typeof', (ctx, types) => types.args[0])

/** Types whose names have types of arguments, which must be there. */
const SIGNATURES = new Set([T.REGPROCEDURE, T.REGOPERATOR])

/** A name, or null where the type's input would raise. @param {string} prosrc @param {number} type */
const lookUp = (prosrc, type) => family.context(prosrc, ({ env }, text) => {
  if (/^[ \t-\r]*\d+[ \t-\r]*$/.test(text)) {
    if (type === T.REGTYPE) throw badTypeName(`syntax error at or near "${trimSqlSpaces(text)}"`, text)
    return null
  }
  try {
    return /** @type {any} */ (builtinType(type)).parse(text, -1, env)
  } catch (error) {
    if (error instanceof DbError && error.code === '42704' && SIGNATURES.has(type)) throw error
    if (error instanceof DbError && ['42P01', '42704', '42883', '42725', '3F000'].includes(error.code)) return null
    throw error
  }
})
lookUp('to_regclass', T.REGCLASS)
lookUp('to_regproc', T.REGPROC)
lookUp('to_regprocedure', T.REGPROCEDURE)
lookUp('to_regoper', T.REGOPER)
lookUp('to_regoperator', T.REGOPERATOR)
lookUp('to_regtype', T.REGTYPE)
lookUp('to_regnamespace', T.REGNAMESPACE)
lookUp('to_regrole', T.REGROLE)
lookUp('to_regcollation', T.REGCOLLATION)

// ---- visible without a schema; null for an OID that names nothing

/** @param {string} prosrc @param {(catalog: any, oid: number) => boolean | null} visible */
const visibility = (prosrc, visible) => family.context(prosrc, (ctx, oid) => visible(ctx.catalog, oid))
visibility('pg_table_is_visible', (catalog, oid) => {
  const relation = catalog.relation(oid) ?? catalog.index(oid)
  return relation === undefined ? null : catalog.relationOid(null, relation.name) === oid
})
visibility('pg_type_is_visible', (catalog, oid) => {
  const type = catalog.type(oid)
  return type === undefined ? null : catalog.typeByName(null, type.name)?.oid === oid
})
visibility('pg_function_is_visible', (catalog, oid) => {
  const func = catalog.func(oid)
  return func === undefined
    ? null
    : catalog.functionsNamed(func.name).some((/** @type {any} */ other) => other.oid === oid)
})
visibility('pg_operator_is_visible', (catalog, oid) => {
  const operator = catalog.operator(oid)
  return operator === undefined
    ? null
    : catalog.operatorsNamed(operator.name, operator.left, operator.right)[0]?.oid === oid
})
visibility('pg_collation_is_visible', (catalog, oid) => {
  const collation = catalog.collation(oid)
  return collation === undefined ? null : catalog.collationByName(null, collation.name)?.oid === oid
})

/**
 * Catalogs whose objects are found by name along the path, without a descriptor: prosrc, catalog, columns of schema and
 * name, and what else makes two of a name different.
 * @type {[string, string, string, string, string?][]}
 */
const IN_SCHEMAS = [
  ['pg_opfamily_is_visible', 'pg_opfamily', 'opfnamespace', 'opfname', 'opfmethod'],
  ['pg_opclass_is_visible', 'pg_opclass', 'opcnamespace', 'opcname', 'opcmethod'],
  ['pg_conversion_is_visible', 'pg_conversion', 'connamespace', 'conname'],
  ['pg_statistics_obj_is_visible', 'pg_statistic_ext', 'stxnamespace', 'stxname'],
  ['pg_ts_parser_is_visible', 'pg_ts_parser', 'prsnamespace', 'prsname'],
  ['pg_ts_dict_is_visible', 'pg_ts_dict', 'dictnamespace', 'dictname'],
  ['pg_ts_template_is_visible', 'pg_ts_template', 'tmplnamespace', 'tmplname'],
  ['pg_ts_config_is_visible', 'pg_ts_config', 'cfgnamespace', 'cfgname'],
]
for (const [prosrc, name, column, nameColumn, part] of IN_SCHEMAS) {
  visibility(prosrc, (catalog, oid) => {
    const { at } = catalogShape(name)
    const [row] = catalog.rowsWith(name, 'oid', oid)
    if (row === undefined) return null
    const schemas = catalog
      .rowsWith(name, nameColumn, row[at[nameColumn]])
      .filter((/** @type {any[]} */ other) => part === undefined || other[at[part]] === row[at[part]])
      .map((/** @type {any[]} */ other) => other[at[column]])
    return (
      catalog.searchPath.find((/** @type {number} */ namespaceOid) => schemas.includes(namespaceOid)) ===
      row[at[column]]
    )
  })
}

// ---- comments

/** @param {any} catalog @param {number} oid @param {string} className @param {number} part */
function comment(catalog, oid, className, part) {
  const classOid = catalog.relationOid('pg_catalog', className)
  const { at } = catalogShape('pg_description')
  const [row] = catalog.rows('pg_description', 'pg_description_o_c_o_index', [oid, classOid, part])
  return row === undefined ? null : row[at.description]
}
family.context('obj_description(oid,name)', ({ catalog }, oid, className) => comment(catalog, oid, className, 0))
family.context('obj_description(oid)', ({ catalog }, oid) => {
  const { at } = catalogShape('pg_description')
  const row = catalog
    .rows('pg_description', 'pg_description_o_c_o_index', [oid])
    .find((/** @type {any[]} */ candidate) => candidate[at.objsubid] === 0)
  return row === undefined ? null : row[at.description]
})
family.context('col_description(oid,int4)', ({ catalog }, oid, attnum) => comment(catalog, oid, 'pg_class', attnum))
family.context('shobj_description(oid,name)', ({ catalog }, oid, className) => {
  const { at } = catalogShape('pg_shdescription')
  const [row] = catalog.rows('pg_shdescription', 'pg_shdescription_o_c_index', [
    oid,
    catalog.relationOid('pg_catalog', className),
  ])
  return row === undefined ? null : row[at.description]
})

const CATEGORIES = /** @type {Record<string, string>} */ ({
  U: 'unreserved',
  C: 'unreserved (cannot be function or type name)',
  T: 'reserved (can be function or type name)',
  R: 'reserved',
})
family.add(
  'pg_get_keywords',
  function* () {
    const words = Object.entries(KEYWORDS).flatMap(([key, text]) =>
      text.split(/[ \n]+/).map((word) => ({ word, category: key[0], bare: key.length === 1 }))
    )
    words.sort((a, b) => (a.word < b.word ? -1 : 1))
    for (const { word, category, bare } of words)
      yield [word, category.charCodeAt(0), bare, CATEGORIES[category], bare ? 'can be bare label' : 'requires AS']
  },
  { set: true }
)
