/** What DDL statements share: a DdlContext over the session's transaction, names resolved and locked. */
import {
  crossDatabaseReference, parameterTwice, resetWithValue, undefinedSchema, noCreationSchema,
} from '../../errors/ddl/catalog.js'
import { undefinedRelationToOpen, creationInSystemCatalog } from '../../errors/settings.js'
import { tablesWithOids } from '../../errors/commands/tables.js'
import { placed } from '../../errors/syntax.js'
import { onlyTemporaryHere, temporaryElsewhere, temporarySchemaOfOthers } from '../../errors/ddl/temporary.js'
import { requireCreateIn } from '../../catalog/ddl/may-change.js'
import { SHARE_UPDATE_EXCLUSIVE } from '../../txn/lock-modes.js'
import { asker, asOwner, requireSchemaUsage } from './access.js'
import { waitFor } from './wait.js'
import { temporaryNamespace } from './temporary.js'

export { beginDdl, endDdl } from './ddl-context.js'
export {
  ACCESS_SHARE, ROW_SHARE, ROW_EXCLUSIVE, SHARE_UPDATE_EXCLUSIVE, SHARE, SHARE_ROW_EXCLUSIVE, EXCLUSIVE,
  ACCESS_EXCLUSIVE,
} from '../../txn/lock-modes.js'

/** @import { Access } from './access.js' */
/** @import { Session } from './session.js' */
/** @import { ParseNode } from '../../parser/tree.js' */
/** @import { Tree } from '../../parser/tree.js' */

/**
 * Finds a relation by RangeVar and locks it; the name is resolved again after a wait, as what it means may have
 * changed.
 * @param {Session} session @param {unknown} rangeVar @param {number} mode @param {boolean} [missingOk]
 * @param {Access | null} [access] asked before it is locked; unless given, a mode that keeps writers out is the owner's
 * @returns {Generator<Promise<unknown>, number, void>} OID, 0 when missing and that is fine
 * @throws {DbError} 42P01, 3F000
 */
export function* lockRelation(
  session, rangeVar, mode, missingOk = false, access = mode >= SHARE_UPDATE_EXCLUSIVE ? asOwner : null,
) {
  const txn = session.block.ensure()
  for (;;) {
    const oid = relationOidOf(session, rangeVar)
    if (oid === 0) {
      if (missingOk) return 0
      throw undefinedRelation(session, rangeVar)
    }
    access?.(session, oid)
    const wait = session.cluster.txns.locks.acquire(txn, oid, mode)
    if (wait === null) return oid
    yield* waitFor(session, wait, null)
    session.names.forget()
    if (relationOidOf(session, rangeVar) === oid) return oid
  }
}

/**
 * @param {Session} session
 * @param {number} oid
 * @param {number} mode
 * @returns {Generator<Promise<unknown>, boolean, void>} whether it had to wait
 */
export function* lockOid(session, oid, mode) {
  const wait = session.cluster.txns.locks.acquire(session.block.ensure(), oid, mode)
  if (wait === null) return false
  yield* waitFor(session, wait, null)
  session.names.forget()
  return true
}

/** @param {Session} session @param {any} rangeVar @returns {number} */
export function relationOidOf(session, rangeVar) {
  requireOwnDatabase(session, rangeVar)
  if (rangeVar.schemaname) requireSchemaUsage(session, rangeVar.schemaname)
  return session.catalog().relationOid(rangeVar.schemaname ?? null, rangeVar.relname)
}

/** @param {Session} session @param {any} rangeVar @throws {DbError} 0A000 */
function requireOwnDatabase(session, { catalogname, schemaname, relname, location }) {
  if (catalogname && catalogname !== session.database.name)
    throw placed(crossDatabaseReference(`"${catalogname}.${schemaname}.${relname}"`), location ?? -1)
}

/** @param {Session} session @param {any} rangeVar */
export function undefinedRelation(session, rangeVar) {
  if (rangeVar.schemaname && session.catalog().namespaceOid(rangeVar.schemaname) === 0) {
    return undefinedSchema(rangeVar.schemaname)
  }
  return undefinedRelationToOpen(rangeName(rangeVar))
}

/** @param {any} rangeVar */
export const rangeName = (rangeVar) =>
  rangeVar.schemaname ? `${rangeVar.schemaname}.${rangeVar.relname}` : rangeVar.relname

/**
 * Where a new relation goes: as named, the session's temporary schema (made if need be), or the first of the search
 * path.
 * @param {Session} session @param {any} rangeVar @param {boolean} [inCatalog] pg_catalog is open to it
 * @returns {number} namespace OID @throws {DbError} 3F000, 42P16, 42501
 */
export function creationNamespace(session, rangeVar, inCatalog = false) {
  requireOwnDatabase(session, rangeVar)
  const oid = namespaceFor(session, rangeVar)
  requireCreateIn(asker(session), oid)
  const persistence = rangeVar.relpersistence ?? 'p'
  if (oid !== session.temporaryOid) {
    const ofOthers = /^pg_temp_\d+$/.test(session.catalog().namespace(oid)?.name ?? '')
    if (ofOthers) throw persistence === 'u' ? onlyTemporaryHere() : temporarySchemaOfOthers()
    if (persistence === 't') throw temporaryElsewhere()
  } else if (persistence === 'u') throw onlyTemporaryHere()
  if (oid === 11 && !inCatalog) throw creationInSystemCatalog(rangeVar.relname)
  return oid
}

/** @param {Session} session @param {Tree<import('@pgsql/types').RangeVar>} rangeVar */
function namespaceFor(session, rangeVar) {
  const { schemaname } = rangeVar
  if (schemaname === 'pg_temp' || (!schemaname && rangeVar.relpersistence === 't')) return temporaryNamespace(session)
  const catalog = session.catalog()
  if (schemaname) {
    const oid = catalog.namespaceOid(schemaname)
    if (oid === 0) throw undefinedSchema(schemaname)
    return oid
  }
  if (session.names.createsTemporary()) return temporaryNamespace(session)
  if (catalog.creationNamespace === 0) throw noCreationSchema()
  return catalog.creationNamespace
}

/**
 * Of a relation made there: what the session makes in its temporary schema is temporary, also by the schema's name or
 * by the path. Work that is done for somebody else makes none.
 * @param {Session} session
 * @param {number} namespaceOid
 * @param {any} rangeVar
 * @returns {'p' | 'u' | 't'}
 */
export function persistenceIn(session, namespaceOid, rangeVar) {
  const persistence = namespaceOid === session.temporaryOid ? 't' : rangeVar.relpersistence ?? 'p'
  if (persistence === 't') session.identity.refuseRestricted('create temporary table')
  return persistence
}

/**
 * WITH (…) as name → text; null: given without a value.
 * @param {ParseNode[]} options DefElem nodes
 * @param {boolean} [isTable] which may be said to have no oids
 * @returns {Record<string, string | null>}
 */
export function storageOptions(options, isTable = false) {
  /** @type {Record<string, string | null>} */
  const chosen = Object.create(null)
  for (const { DefElem: option } of options ?? []) {
    const name = option.defnamespace ? `${option.defnamespace}.${option.defname}` : option.defname
    const { arg } = option
    if (isTable && option.defname === 'oids' && !option.defnamespace) {
      // What every table is.
      if (
        /^(?:false|off|0|no)$/i.test(
          String(
            arg?.String?.sval
              ?? arg?.Integer?.ival
              ?? (arg?.Boolean === undefined ? arg === undefined : arg.Boolean.boolval === true),
          ),
        )
      )
        continue
      throw tablesWithOids()
    }
    if (name in chosen) throw parameterTwice(option.defname)
    chosen[name] =
      arg === undefined
        ? null
        : String(
            arg.String?.sval
              ?? arg.Integer?.ival ?? arg.Float?.fval ?? arg.TypeName?.names?.at(-1)?.String?.sval
              ?? (arg.Boolean === undefined ? 0 : arg.Boolean.boolval === true),
          )
  }
  return chosen
}

/** The names of RESET (…). @param {ParseNode[]} options DefElem nodes @returns {string[]} @throws {DbError} 42601 */
export function resetOptions(options) {
  if (options.some(({ DefElem: option }) => option.arg !== undefined)) throw resetWithValue()
  return Object.keys(storageOptions(options))
}
