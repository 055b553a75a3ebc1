/** Whether the rows that are there obey a foreign key. */
import { quoteIdentifier } from '../../../catalog/deparse/names.js'
import { showsKey } from '../../../executor/shown-rows.js'
import { keyNotPresent, mixedNullKey } from '../../../errors/ddl/foreign-keys.js'
import { internalRows } from '../../statements/core/internal-query.js'

/** @import { Session } from '../../session/session.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */

/**
 * A table's own rows; a partitioned one's partitions'.
 * @param {Session} session
 * @param {RelationDesc} relation
 * @returns {string} for FROM
 */
export const qualifiedTable = (session, relation) => `${relation.kind === 'p' ? '' : 'ONLY '}${quoteIdentifier(session.catalog().namespace(relation.namespaceOid)?.name ?? '')}.${quoteIdentifier(relation.name)}`

/**
 * Do the rows there are obey it?
 * @param {Session} session
 * @param {RelationDesc} relation
 * @param {RelationDesc} referenced
 * @param {{ name: string, attnums: number[], referencedAttnums: number[], match: 's' | 'f' }} key
 * @returns {Generator<Promise<unknown>, void, void>}
 * @throws {DbError} 23503
 */
export function* checkRows(session, relation, referenced, { name, attnums, referencedAttnums, match }) {
  if (relation.heap?.file.blockCount === 0) return // a new table, mostly
  const own = attnums.map((attnum) => `fk.${quoteIdentifier(relation.columns[attnum - 1].name)}`)
  const other = referencedAttnums.map((attnum) => `pk.${quoteIdentifier(referenced.columns[attnum - 1].name)}`)
  const filled = own.map((column) => `${column} IS NOT NULL`).join(match === 'f' ? ' OR ' : ' AND ')
  const rows = yield* internalRows(
    session,
    `SELECT ${own.join(', ')} FROM ${qualifiedTable(session, relation)} fk LEFT OUTER JOIN ${qualifiedTable(session, referenced)} pk ON (${other
      .map((column, at) => `${column} OPERATOR(pg_catalog.=) ${own[at]}`)
      .join(' AND ')}) WHERE ${other[0]} IS NULL AND (${filled}) LIMIT 1`,
  )
  if (rows.length === 0) return
  const where = { schema: session.catalog().namespace(relation.namespaceOid)?.name, table: relation.name }
  if (rows[0].some((value) => value === null)) throw mixedNullKey(relation.name, name, where)
  const texts = rows[0].map((value, at) =>
    session.typeOps(relation.columns[attnums[at] - 1].typeOid).format(value, session.env),
  )
  const columns = attnums.map((attnum) => relation.columns[attnum - 1].name)
  const key = showsKey({ env: session.env, session }, relation, attnums)
    ? { columns: columns.join(', '), values: texts.join(', ') }
    : null
  throw keyNotPresent(relation.name, name, key, referenced.name, where)
}
