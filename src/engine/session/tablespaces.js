/**
 * Whose a tablespace is. Everything lies in one place, and pg_default is what is meant anyway; pg_global is for what
 * all databases share, and takes nothing else.
 */
import { onlySharedInGlobal, undefinedTablespace } from '../../errors/commands/tablespaces.js'
import { permissionDenied } from '../../errors/privileges.js'
import { CREATE } from '../../catalog/acl.js'
import { privilegesOn, TABLESPACE } from '../../catalog/guarded.js'
import { catalogShape } from '../../catalog/store/shapes.js'
import { nameList } from '../../types/identifiers.js'

/** @import { Session } from './session.js' */

/** @param {Session} session @param {string} name @returns {boolean | null} null: there is none of that name */
function mayUse(session, name) {
  const catalog = session.catalog()
  const [row] = catalog.rowsWith('pg_tablespace', 'spcname', name)
  if (row === undefined) return null
  return privilegesOn(catalog, session.roleOid, TABLESPACE, row[catalogShape('pg_tablespace').at.oid], CREATE) !== 0
}

/** @param {Session} session @param {string} name @throws {DbError} 42704, 42501 */
export function requireTablespace(session, name) {
  const may = mayUse(session, name)
  if (may === null) throw undefinedTablespace(name)
  if (!may) throw permissionDenied('tablespace', name)
}

/**
 * @param {Session} session
 * @param {string | undefined} name none: where it is
 * @throws {DbError} 42704, 42501, 22023
 */
export function requireUsualTablespace(session, name) {
  if (!name || name === 'pg_default') return
  requireTablespace(session, name)
  throw onlySharedInGlobal()
}

/**
 * The place of something new: sequences, views, composite types and the indexes of keys ask for theirs too.
 * @param {Session} session
 * @param {string | undefined} name none: default_tablespace, or of what is temporary temp_tablespaces
 * @param {boolean} isTemporary
 * @throws {DbError} 42704, 42501, 22023
 */
export function requireNewTablespace(session, name, isTemporary) {
  if (name) return requireUsualTablespace(session, name)
  if (isTemporary) return requireTemporaryTablespace(session)
  const usual = String(session.settings.get('default_tablespace'))
  if (usual !== '' && mayUse(session, usual) !== null) requireUsualTablespace(session, usual)
}

/**
 * Of those named, one that may be used is taken.
 * @param {Session} session @throws {DbError} 22023
 */
function requireTemporaryTablespace(session) {
  const names = nameList(String(session.settings.get('temp_tablespaces'))) ?? []
  const able = names.filter((name) => name === '' || mayUse(session, name))
  if (able.length > 0 && able.every((name) => name === 'pg_global')) throw onlySharedInGlobal()
}
