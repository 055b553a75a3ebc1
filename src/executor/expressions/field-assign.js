/** UPDATE … SET c.f = …: a copy of a composite value with one field replaced. */
import { PgRecord } from '../../types/record.js'
/** @import { Expr, FieldAssign } from '../../catalog/expr.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */

/** @param {FunctionBuilder} fn @param {FieldAssign} expr @returns {Value} */
export function compileFieldAssign(fn, expr) {
  const { catalog } = fn.module
  const columns = catalog.relation(catalog.type(expr.type).relationOid).columns
  const types = fn.module.constant(
    columns.map((column) => (column.dropped ? 0 : column.typeOid)),
    'types',
  )
  const record = fn.expression(expr.arg).js
  const source = fn.expression(expr.source).js
  return { js: `${fn.module.constant(withField, 'withField')}(${expr.type}, ${types}, ${record}, ${expr.attnum - 1}, ${source})`, nullable: false }
}

/**
 * @param {number} typeOid
 * @param {number[]} types
 * @param {PgRecord | null} record
 * @param {number} place
 * @param {Expr} value
 */
function withField(typeOid, types, record, place, value) {
  const values = types.map((_, at) => record?.values[at] ?? null)
  values[place] = value
  return new PgRecord(typeOid, values, types)
}
