/**
 * currtid2(): where a row is now, given where it was. A row keeps its tuple id through updates here, so that it is the
 * answer itself, once it is one of the relation's.
 */
import { isStoredQuery, loadQuery } from '../../catalog/stored-query.js'
import { SELECT } from '../../catalog/acl.js'
import { privilegesOn, RELATION, relationWord } from '../../catalog/guarded.js'
import { invalidParameter } from '../../errors/data.js'
import { permissionDenied } from '../../errors/privileges.js'
import { tidBlock, tidOffset } from '../../types/numbers/integers.js'
import { TID } from '../../types/oids.js'
import { findRelation } from '../../types/reg.js'
import { Family } from '../impl.js'
import { relationIsIndex, cannotReadTid } from '../../errors/functions.js'

/** @import { Tid } from '../../util/identifiers.js' */
/** @import { CatalogSnapshot } from '../../catalog/snapshot.js' */
/** @import { RelationDesc } from '../../catalog/relation.js' */
/** @import { RangeEntry, Target } from '../../catalog/query.js' */

const family = new Family()
export const tupleIdFunctions = family.functions

const CTID = -1

/**
 * The table whose ctid a view's column of that name is.
 * @param {CatalogSnapshot} catalog
 * @param {RelationDesc} view
 * @returns {RelationDesc}
 * @throws {DbError} XX000
 */
function tableOfView(catalog, view) {
  const at = view.columns.findIndex((column) => !column.dropped && column.name === 'ctid')
  if (at < 0) throw cannotReadTid('currtid cannot handle views with no CTID')
  if (view.columns[at].typeOid !== TID) throw cannotReadTid('ctid isn\'t of type TID')
  if (view.viewSql !== null && isStoredQuery(view.viewSql)) {
    const { query } = loadQuery(view.viewSql, (/** @type {number} */ oid) => catalog.relation(oid))
    const { expr } = query.targets.filter((/** @type {Target} */ target) => !target.resjunk)[at]
    const entry =
      expr.kind === 'column' && expr.attnum === CTID
        ? query.entries.find((/** @type {RangeEntry} */ one) => one.rt === expr.rt)
        : undefined
    if (entry?.relation) return entry.relation
  }
  throw cannotReadTid('currtid cannot handle this view')
}

/**
 * @param {CatalogSnapshot} catalog @param {number} role who must be granted SELECT of it all, through a view too
 * @param {RelationDesc} relation @param {Tid} tid @returns {number} @throws {DbError} 42501, XX000, 22023
 */
function newestOf(catalog, role, relation, tid) {
  if (privilegesOn(catalog, role, RELATION, relation.oid, SELECT) === 0) {
    throw permissionDenied(relationWord(catalog, relation.oid), relation.name)
  }
  if (relation.kind === 'v') return newestOf(catalog, role, tableOfView(catalog, relation), tid)
  const schema = catalog.namespace(relation.namespaceOid)?.name
  if (!'rmtS'.includes(relation.kind))
    throw cannotReadTid(`cannot look at latest visible tid for relation "${schema}.${relation.name}"`)
  const blockCount = relation.heap?.file?.blockCount ?? 1
  if (tidOffset(tid) === 0 || tidBlock(tid) >= blockCount) {
    throw invalidParameter(`tid (${tidBlock(tid)}, ${tidOffset(tid)}) is not valid for relation "${relation.name}"`)
  }
  return tid
}

family.context('currtid_byrelname', ({ catalog, session }, name, tid) => {
  const oid = findRelation(catalog, name)
  const relation = catalog.relation(oid)
  if (relation !== undefined) return newestOf(catalog, session.roleOid, relation, tid)
  throw relationIsIndex(catalog.index(oid)?.name ?? name)
})
