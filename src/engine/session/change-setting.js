/**
 * SET and all that does the same: SET LOCAL, RESET, set_config(). Some settings are more than their value: a
 * transaction's characteristics, roles, names of objects.
 */
import { checkSetting, parseSetting, settingDefinition, usualValue } from '../../config/settings.js'
import { builtinType } from '../../types/registry.js'
import { REGCONFIG } from '../../types/oids.js'
import { idleWarning } from '../../config/unsupported.js'
import { changedAtStartOnly, maySetNothing, refusedSettingValue } from '../../errors/settings.js'
import { undefinedTablespace } from '../../errors/commands/tablespaces.js'
import { DbError } from '../../errors/db-error.js'
import { SET } from '../../catalog/acl.js'
import { PARAMETER, privilegesOn } from '../../catalog/guarded.js'
import { catalogShape } from '../../catalog/store/shapes.js'
import { lowerAscii } from '../../util/ascii.js'
import { nameList } from '../../types/identifiers.js'
import { tableMethod } from './access-methods.js'
import { FAILED } from './transaction-block.js'
import { requireTablespace } from './tablespaces.js'
/** @import { Session } from './session.js' */

/**
 * The characteristics that SET TRANSACTION names in its way, and what RESET makes of them.
 * @type {Map<string, { option: 'isolation' | 'readOnly' | 'deferrable', usual: string }>}
 */
const CHARACTERISTICS = new Map([
  ['transaction_isolation', { option: 'isolation', usual: 'read committed' }],
  ['transaction_read_only', { option: 'readOnly', usual: 'off' }],
  ['transaction_deferrable', { option: 'deferrable', usual: 'off' }],
])

/**
 * @param {Session} session
 * @param {string} name
 * @param {string | null} text null: back to what it is without SET
 * @param {boolean} local until the transaction ends
 * @throws {DbError} 42704, 22023, 55P02, 25001, 0A000
 */
export function changeSetting(session, name, text, local) {
  const key = name.toLowerCase()
  const characteristic = CHARACTERISTICS.get(key)
  if (characteristic !== undefined) {
    const def = /** @type {import('../../config/settings.js').SettingDef} */ (settingDefinition(key))
    session.block.ensure()
    session.block.setCharacteristics({ [characteristic.option]: parseSetting(def, text ?? characteristic.usual, name) })
    return
  }
  if (key === 'session_authorization' || key === 'role') {
    session.identity.change(key, text, local)
    return
  }
  const def = settingDefinition(key)
  if (def !== undefined) changedAtStartOnly(def.name, def.context)
  requireSettable(session, key)
  if (text !== null && session.block.state !== FAILED) checkNamed(session, key, text)
  session.settings.set(name, text, local)
  if (text !== null) warnIfIdle(session, key, text)
}

/**
 * What changes nothing is said to: for the session, and where it is stored for others.
 * @param {Session} session @param {string} key @param {string} text of its value, known to be good
 */
export function warnIfIdle(session, key, text) {
  const def = settingDefinition(key)
  if (def === undefined) return
  const warning = idleWarning(def.name, parseSetting(def, text), usualValue(def))
  if (warning !== null) session.notice(warning)
}

/**
 * What only superusers set, unless they gave leave (GRANT SET ON PARAMETER).
 * @param {Session} session @param {string} key @throws {DbError} 42501
 */
export function requireSettable(session, key) {
  const def = settingDefinition(key)
  if (def === undefined || !def.context.startsWith('superuser') || maySet(session, key)) return
  throw maySetNothing(def.name)
}

/** @param {Session} session @param {string} key @returns {boolean} it is a superuser, or was granted SET */
const maySet = (session, key) => session.superuser || hasParameter(session, key, SET)

/**
 * What was granted of a parameter. @param {Session} session @param {string} key in lower case
 * @param {number} privilege SET, ALTER_SYSTEM @returns {boolean}
 */
export function hasParameter(session, key, privilege) {
  const catalog = session.catalog()
  const [row] = catalog.rowsWith('pg_parameter_acl', 'parname', key)
  const oid = row === undefined ? 0 : row[catalogShape('pg_parameter_acl').at.oid]
  return oid !== 0 && privilegesOn(catalog, session.roleOid, PARAMETER, oid, privilege) !== 0
}

/**
 * A setting that is stored for later, with a function, a role or a database: nobody asks again when it is applied. One
 * that nobody knows may turn out to be an extension's for superusers.
 * @param {Session} session @param {string} written its name @throws {DbError} 42501, 42602, 42704, 55P02
 */
export function requireStorable(session, written) {
  const { name, context, custom } = checkSetting(written, null)
  changedAtStartOnly(name, context)
  const key = lowerAscii(name)
  if (!custom) requireSettable(session, key)
  else if (!maySet(session, key)) throw maySetNothing(written)
}

/**
 * A transaction's characteristics may be stored as they are now, and not otherwise: their check is that of SET.
 * @param {Session} session @param {string} name @param {string} text @throws {DbError} 25001
 */
export function requireStorableValue(session, name, text) {
  const characteristic = CHARACTERISTICS.get(lowerAscii(name))
  if (characteristic === undefined) return
  const def = /** @type {import('../../config/settings.js').SettingDef} */ (settingDefinition(lowerAscii(name)))
  session.block.refuseAfterQuery({ [characteristic.option]: parseSetting(def, text, name) })
}

/**
 * Settings that name an object, which must be there.
 * @param {Session} session
 * @param {string} key
 * @param {string} text
 * @throws {DbError} 22023, 55000
 */
function checkNamed(session, key, text) {
  const invalid = (/** @type {string} */ detail) => refusedSettingValue(key, text, detail)
  if (
    key === 'default_tablespace' && text !== ''
    && session.catalog().rowsWith('pg_tablespace', 'spcname', text).length === 0
  )
    throw invalid(`Tablespace "${text}" does not exist.`)
  if (key === 'temp_tablespaces') {
    const names = nameList(text)
    if (names === null) throw invalid('List syntax is invalid.')
    for (const name of names) {
      const isThere = name === '' || session.catalog().rowsWith('pg_tablespace', 'spcname', name).length > 0
      if (!isThere) throw undefinedTablespace(name)
      if (name !== '' && name !== 'pg_default') requireTablespace(session, name)
    }
  }
  if (key === 'default_text_search_config') {
    try {
      // a session that did nothing yet has no catalog in its own
      builtinType(REGCONFIG)?.parse(text, -1, session.catalog().env)
    } catch (error) {
      if (!(error instanceof DbError) || error.code !== '42704') throw error
      throw refusedSettingValue(key, text)
    }
  }
  if (key !== 'default_table_access_method') return
  if (text === '') throw invalid('default_table_access_method cannot be empty.')
  if (session.catalog().rowsWith('pg_am', 'amname', text).length === 0)
    throw invalid(`Table access method "${text}" does not exist.`)
  tableMethod(session, text)
}

/**
 * Puts back what a function's own settings had replaced.
 * @param {Session} session
 * @param {string} key
 * @param {any} old
 */
export function restoreSetting(session, key, old) {
  if (key === 'transaction_read_only') session.block.restoreReadOnly(old === true)
  else session.settings.restore({ key, old, local: true })
}
