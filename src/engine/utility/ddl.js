/** What DDL statements share: a DdlContext over the session's transaction, names resolved and locked, notices passed on. */
import { DdlContext } from '../../catalog/ddl/context.js'
import { DbError } from '../../errors/db-error.js'
import { waitFor } from '../run.js'

/** @import { Session } from '../session.js' */

export const ACCESS_SHARE = 1
export const ROW_EXCLUSIVE = 3
export const SHARE_UPDATE_EXCLUSIVE = 4
export const SHARE = 5
export const SHARE_ROW_EXCLUSIVE = 6
export const EXCLUSIVE = 7
export const ACCESS_EXCLUSIVE = 8

/** @param {Session} session @returns {DdlContext} */
export function beginDdl(session) {
  const txn = session.block.ensure()
  txn.nextCommand()
  session.block.started = true
  const ddl = new DdlContext({ catalog: session.database.catalog, txn, path: session.searchPath(), userOid: session.roleOid, files: session.cluster.ddlFiles })
  session.catalogSnapshot = null
  return ddl
}

/** @param {Session} session @param {DdlContext} ddl */
export function endDdl(session, ddl) {
  for (const notice of ddl.notices) session.notice({ severity: 'NOTICE', code: '00000', ...notice })
  session.block.txn.nextCommand()
  session.catalogSnapshot = null
}

/**
 * Finds a relation by RangeVar and locks it; the name is resolved again after a wait, as what it means may have changed.
 * @param {Session} session @param {any} rangeVar @param {number} mode @param {boolean} [missingOk]
 * @returns {Generator<Promise<unknown>, number, void>} OID, 0 when missing and that is fine
 * @throws {DbError} 42P01, 3F000
 */
export function* lockRelation(session, rangeVar, mode, missingOk = false) {
  const txn = session.block.ensure()
  for (;;) {
    const oid = relationOidOf(session, rangeVar)
    if (oid === 0) {
      if (missingOk) return 0
      throw undefinedRelation(session, rangeVar)
    }
    const wait = session.cluster.txns.locks.acquire(txn, oid, mode)
    if (wait === null) return oid
    yield* waitFor(session, wait, null)
    session.catalogSnapshot = null
    if (relationOidOf(session, rangeVar) === oid) return oid
  }
}

/** @param {Session} session @param {number} oid @param {number} mode @returns {Generator<Promise<unknown>, void, void>} */
export function* lockOid(session, oid, mode) {
  const wait = session.cluster.txns.locks.acquire(session.block.ensure(), oid, mode)
  if (wait !== null) {
    yield* waitFor(session, wait, null)
    session.catalogSnapshot = null
  }
}

/** @param {Session} session @param {any} rangeVar @returns {number} */
export function relationOidOf(session, rangeVar) {
  if (rangeVar.catalogname && rangeVar.catalogname !== session.database.name) {
    throw new DbError('0A000', `cross-database references are not implemented: "${rangeVar.catalogname}.${rangeVar.schemaname}.${rangeVar.relname}"`)
  }
  return session.catalog().relationOid(rangeVar.schemaname ?? null, rangeVar.relname)
}

/** @param {Session} session @param {any} rangeVar */
export function undefinedRelation(session, rangeVar) {
  if (rangeVar.schemaname && session.catalog().namespaceOid(rangeVar.schemaname) === 0) {
    return new DbError('3F000', `schema "${rangeVar.schemaname}" does not exist`)
  }
  return new DbError('42P01', `relation "${rangeName(rangeVar)}" does not exist`)
}

/** @param {any} rangeVar */
export const rangeName = (rangeVar) => rangeVar.schemaname ? `${rangeVar.schemaname}.${rangeVar.relname}` : rangeVar.relname

/** Where a new relation goes. @param {Session} session @param {any} rangeVar @returns {number} namespace OID @throws {DbError} 3F000, 42P16 */
export function creationNamespace(session, rangeVar) {
  const catalog = session.catalog()
  if (rangeVar.relpersistence === 't') return session.database.temporaryNamespace(session)
  if (rangeVar.schemaname) {
    const oid = catalog.namespaceOid(rangeVar.schemaname)
    if (oid === 0) throw new DbError('3F000', `schema "${rangeVar.schemaname}" does not exist`)
    if (oid === 11) throw new DbError('42501', `permission denied to create "${rangeName(rangeVar)}"`, { detail: 'System catalog modifications are currently disallowed.' })
    return oid
  }
  if (catalog.creationNamespace === 0) throw new DbError('3F000', 'no schema has been selected to create in')
  if (catalog.creationNamespace === 11) throw new DbError('42501', `permission denied to create "${rangeName(rangeVar)}"`, { detail: 'System catalog modifications are currently disallowed.' })
  return catalog.creationNamespace
}

/** WITH (…) as name → text; null: given without a value. @param {any[]} options DefElem nodes @returns {Record<string, string | null>} */
export function storageOptions(options) {
  /** @type {Record<string, string | null>} */
  const chosen = {}
  for (const { DefElem: option } of options ?? []) {
    const name = option.defnamespace ? `${option.defnamespace}.${option.defname}` : option.defname
    const { arg } = option
    chosen[name] = arg === undefined ? null : String(arg.String?.sval ?? arg.Integer?.ival ?? arg.Float?.fval ?? arg.TypeName?.names?.at(-1)?.String?.sval
      ?? (arg.Boolean === undefined ? 0 : arg.Boolean.boolval === true))
  }
  return chosen
}
