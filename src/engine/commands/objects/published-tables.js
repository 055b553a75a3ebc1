/** Tables as CREATE and ALTER PUBLICATION name them: found, locked with their children, and what may be published. */
import * as errors from '../../../errors/ddl/publications.js'
import { kindDetail } from '../../../errors/ddl/alter.js'
import { wrongObjectType } from '../../../errors/syntax.js'
import { asAnyone } from '../../session/access.js'
import { SHARE_UPDATE_EXCLUSIVE, lockRelation } from '../../session/ddl.js'
import { lockTree } from '../tables/trees.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */
/** @import { Session } from '../../session/session.js' */

/** @typedef {Tree<import('@pgsql/types').PublicationTable>} TableNode */
/** @typedef {{ relation: RelationDesc, where: ParseNode | null, columns: ParseNode[] | null }} NamedTable */

const SYSTEM_COLUMNS = new Set(['ctid', 'xmin', 'cmin', 'xmax', 'cmax', 'tableoid'])

/**
 * Children come along unless ONLY is said; those of partitioned tables need not.
 * @param {Session} session
 * @param {TableNode[]} nodes
 * @returns {Generator<Promise<unknown>, NamedTable[], void>}
 * @throws {DbError} 42P01, 42710
 */
export function* namedTables(session, nodes) {
  /** @type {Map<number, NamedTable>} */
  const found = new Map()
  for (const { relation: rangeVar, whereClause, columns } of nodes) {
    const oid = yield* lockRelation(session, rangeVar, SHARE_UPDATE_EXCLUSIVE, false, asAnyone)
    const relation = session.catalog().relation(oid)
    if (relation === undefined) throw wrongObjectType(`"${rangeVar.relname}" is an index`)
    const where = whereClause ?? null
    const named = columns?.length > 0 ? columns : null
    if (collides(found.get(oid), relation, where, named)) continue
    found.set(oid, { relation, where, columns: named })
    if (rangeVar.inh !== true || relation.kind === 'p') continue
    for (const child of yield* lockTree(session, oid, SHARE_UPDATE_EXCLUSIVE)) {
      if (child.oid === oid || collides(found.get(child.oid), child, where, named)) continue
      found.set(child.oid, { relation: child, where, columns: named })
    }
  }
  return [...found.values()]
}

/**
 * @param {NamedTable | undefined} other @param {RelationDesc} relation @param {ParseNode | null} where
 * @param {ParseNode[] | null} columns
 * @returns {boolean} it is named already, and that says the same
 * @throws {DbError} 42710
 */
function collides(other, relation, where, columns) {
  if (other === undefined) return false
  if (where !== null || other.where !== null) throw errors.redundantInPublication('WHERE clauses', relation.name)
  if (columns !== null || other.columns !== null) throw errors.redundantInPublication('column lists', relation.name)
  return true
}

/** @param {RelationDesc} relation @throws {DbError} 22023 */
export function requirePublishable({ name, kind, oid, persistence }) {
  const refused = (/** @type {string} */ what) =>
    errors.cannotPublish(name, `This operation is not supported for ${what} tables.`)
  if (kind !== 'r' && kind !== 'p') throw errors.cannotPublish(name, kindDetail(kind).detail ?? '')
  if (oid < FIRST_USER_OID) throw refused('system')
  if (persistence === 't') throw refused('temporary')
  if (persistence === 'u') throw refused('unlogged')
}

/**
 * @param {RelationDesc} relation
 * @param {ParseNode[] | null} columns String nodes
 * @returns {number[] | null} ascending
 * @throws {DbError} 42703, 42P10, 42710
 */
export function columnsListed(relation, columns) {
  if (columns === null) return null
  /** @type {number[]} */
  const attnums = []
  for (const { String: { sval: name } } of columns) {
    if (SYSTEM_COLUMNS.has(name)) throw errors.unpublishedColumn('system', name)
    const column = relation.columns.find((candidate) => !candidate.dropped && candidate.name === name)
    if (column === undefined) throw errors.undefinedPublishedColumn(name, relation.name)
    if (column.generated === 's') throw errors.unpublishedColumn('generated', name)
    if (attnums.includes(column.attnum)) throw errors.duplicatePublishedColumn(name)
    attnums.push(column.attnum)
  }
  return attnums.sort((one, other) => one - other)
}
