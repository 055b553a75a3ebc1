/**
 * Hash partitioning by an operator class of one's own: its function over (value, seed), whose body is an expression,
 * becomes code like an index expression does.
 */
import { featureNotSupported } from '../../errors/db-error.js'
import { compileRowExpression } from '../../executor/evaluate.js'
import { expanded } from '../../planner/table-expressions.js'
import { contains } from '../../planner/expr-tools.js'
import { toInt8 } from '../../types/numbers/int8.js'
import { FIRST_USER_OID } from '../../types/oids.js'

/** @import { ExtendedHash } from '../../functions/comparison/partition-hash.js' */
/** @import { CatalogSnapshot } from '../../catalog/snapshot.js' */

const INT8 = 20

/**
 * @param {CatalogSnapshot} catalog
 * @param {number} oid of a function
 * @param {number} typeOid of the value
 * @returns {ExtendedHash}
 * @throws {DbError} 0A000
 */
export function userHash(catalog, oid, typeOid) {
  const column = (/** @type {number} */ attnum, /** @type {number} */ type) => ({
    kind: 'column', rt: 0, attnum, type, typmod: -1,
    collation: type === INT8 ? 0 : (catalog.type(type)?.collation ?? 0),
  })
  // Nobody asks for the hash of a null, so that a strict function's body stands for it whatever it does with nulls.
  const known = (/** @type {number} */ called) =>
    called === oid ? { ...catalog.func(oid), strict: false } : catalog.func(called)
  const expr = expanded(Object.create(catalog, { func: { value: known } }), {
    kind: 'func', oid, args: [column(1, typeOid), column(2, INT8)], variadic: false, retset: false, display: 'call',
    type: INT8, typmod: -1, collation: 0,
  })
  if (contains(expr, (node) => node.kind === 'sublink' || (node.kind === 'func' && node.oid >= FIRST_USER_OID))) {
    throw featureNotSupported(
      `hash partitioning by function ${catalog.func(oid)?.name}, which is more than an expression`,
    )
  }
  const compute = /** @type {(ctx: any, values: any[]) => any} */ (compileRowExpression(expr, catalog))
  return (value, seed) => compute(null, [value, toInt8(BigInt.asIntN(64, seed))])
}
