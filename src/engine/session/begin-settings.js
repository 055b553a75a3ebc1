/**
 * What a session's settings are before its first statement: the role's and the database's, then what its client asks.
 */
import { settingDefinition } from '../../config/settings.js'
import { DbError } from '../../errors/db-error.js'
import { changedAtStartOnly } from '../../errors/settings.js'
import { requireSettable, requireStorableValue } from './change-setting.js'
import { settingChanged } from './session-settings.js'

/** @import { Session } from './session.js' */

/** Settings that are changed by who connects, and never after. */
const AT_START = new Set(['backend', 'superuser-backend'])

/**
 * @param {Session} session otherwise made
 * @param {{ user: string, settings: Record<string, string>, stored?: [string, string, string][] }} options stored: of
 *   the role and the database, looked at when they were stored
 * @returns {{ severity: string, code: string, message: string }[]} why stored ones were passed over, for the client
 * @throws {DbError} 25001, 42501, 42704, 22023, 55P02, 0A000
 */
export function beginSettings(session, { user, settings, stored = [] }) {
  // Whatever role it takes: who connected asks.
  for (const name of Object.keys(settings)) {
    const def = settingDefinition(name)
    if (def === undefined) continue
    if (!AT_START.has(def.context)) changedAtStartOnly(def.name, def.context)
    requireSettable(session, def.name.toLowerCase())
  }
  const doubts = []
  for (const [name, value, source] of stored) {
    // One that makes no sense any more keeps nobody out.
    try {
      begin(session, name, value, source)
    } catch (error) {
      session.cluster.log(`settings of role "${user}": ${error instanceof Error ? error.message : String(error)}`)
      if (!(error instanceof DbError)) continue
      const { code, message, detail, hint } = error
      doubts.push({ severity: 'WARNING', code, message, detail, hint })
    }
  }
  for (const [name, value] of Object.entries(settings)) {
    requireStorableValue(session, name, value)
    begin(session, name, value, 'client')
  }
  settingChanged(session, '')
  return doubts
}

/** @param {Session} session @param {string} name @param {string} value @param {string} source */
function begin(session, name, value, source) {
  const key = settingDefinition(name)?.name
  if (key === 'role' || key === 'session_authorization') session.identity.admit(key, value)
  // Who connects is who it says: another is nobody before it asks with a statement.
  if (key !== 'session_authorization') session.settings.setDirect(name, value, source)
}
