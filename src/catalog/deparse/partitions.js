/** A partition key as PARTITION BY has it: pg_get_partkeydef. */
import { collationName, operatorClassName } from './visible.js'
import { deparseOver, looksLikeFunction } from './expressions.js'
import { quoteIdentifier } from './names.js'
import { BTREE, HASH } from '../../types/oids.js'

/** @import { CatalogSnapshot } from '../snapshot.js' */
/** @import { RelationDesc } from '../relation.js' */

const WORDS = { l: 'LIST', r: 'RANGE', h: 'HASH' }

/** @param {CatalogSnapshot} catalog @param {RelationDesc} relation partitioned @returns {string} */
export function partitionKeyText(catalog, relation) {
  const key = /** @type {import('../partitions/key.js').PartitionKey} */ (relation.partitionKey)
  const parts = key.parts.map((part) => {
    const own = part.attnum > 0 ? relation.columns[part.attnum - 1].collation : (part.expr?.collation ?? 0)
    let text =
      part.expr === null
        ? quoteIdentifier(relation.columns[part.attnum - 1].name)
        : expressionText(catalog, part.expr, relation)
    if (part.collation !== 0 && part.collation !== own) text += ` COLLATE ${collationName(catalog, part.collation)}`
    if (catalog.defaultOpclass(part.typeOid, key.strategy === 'h' ? HASH : BTREE)?.oid !== part.opclass)
      text += ` ${operatorClassName(catalog, part.opclass)}`
    return text
  })
  return `${WORDS[key.strategy]} (${parts.join(', ')})`
}

/** @param {CatalogSnapshot} catalog @param {import('../expr.js').Expr} expr @param {RelationDesc} relation */
function expressionText(catalog, expr, relation) {
  const text = deparseOver(catalog, expr, relation)
  return looksLikeFunction(expr) ? text : `(${text})`
}
