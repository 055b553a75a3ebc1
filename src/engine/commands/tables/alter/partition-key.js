/** Whether a partitioned table's key needs a column. */
import { usesColumn as inExpression } from '../../../../catalog/expr-text.js'

/** @param {import('../../../../catalog/partitions/key.js').PartitionKey} key @param {number} attnum */
export const usesColumn = (key, attnum) =>
  key.parts.some((part) => part.attnum === attnum || (part.expr !== null && inExpression(part.expr, attnum)))
