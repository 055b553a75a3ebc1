/** What a session keeps of its settings in parsed form, because every transaction or statement asks for it. */
import { ServerSettings } from '../../config/settings.js'
import { statementLogOf } from './server-log.js'

/** @import { Session } from './session.js' */

/** Settings that change what the planner would choose: part of a plan's identity. */
const PLANNER_SETTING = new RegExp('^(enable_|.*_cost$|.*collapse_limit$|effective_cache_size$|constraint_exclusion$|'
  + 'default_transaction_read_only$|transform_null_equals$|restrict_nonsystem_relation_kind$|array_nulls$|'
  + 'quote_all_identifiers$|work_mem$|hash_mem_multiplier$)')

/** Encodings in which a letter's second byte may be a backslash. */
const CLIENT_ONLY = new Set(['SJIS', 'BIG5', 'GBK', 'UHC', 'GB18030', 'JOHAB', 'SHIFT_JIS_2004'])

/** @type {Map<string, import('../../config/settings.js').SettingValue> | null} */
let defaults = null

/** @param {Session} session @param {string} name that changed; '' for all */
export function settingChanged(session, name) {
  const settings = session.settings
  if (name === '' || PLANNER_SETTING.test(name)) {
    let key = ''
    // Sessions begin with values of their own (startup packet, ALTER ROLE SET), and share plans: what counts is where
    // they differ from what Seawall comes with.
    defaults ??= new ServerSettings().values
    for (const [setting, value] of settings.current)
      if (PLANNER_SETTING.test(setting) && value !== defaults.get(setting)) key += `${setting}=${value};`
    session.plannerKey = key
  }
  session.workMemBytes = Number(settings.get('work_mem')) * 1024
  session.valueBytesMax = Number(settings.get('max_value_size')) * 1024
  session.statementTimeoutMs = Number(settings.get('statement_timeout'))
  session.lockTimeoutMs = Number(settings.get('lock_timeout'))
  session.idleInTransactionTimeoutMs = Number(settings.get('idle_in_transaction_session_timeout'))
  session.idleSessionTimeoutMs = Number(settings.get('idle_session_timeout'))
  session.idlesNotForever = session.idleInTransactionTimeoutMs > 0 || session.idleSessionTimeoutMs > 0
  session.defaultIsolation = String(settings.get('default_transaction_isolation'))
  session.defaultReadOnly = settings.get('default_transaction_read_only') === true
  session.defaultDeferrable = settings.get('default_transaction_deferrable') === true
  if (name === '' || name.startsWith('log_')) session.statementLog = statementLogOf(session)
  session.standardStrings = settings.get('standard_conforming_strings') === true
  if (name === '' || name === 'backslash_quote' || name === 'client_encoding') {
    const quote = settings.get('backslash_quote')
    const encoding = String(settings.get('client_encoding'))
    session.refusesQuotes = quote === 'off' || (quote === 'safe_encoding' && CLIENT_ONLY.has(encoding))
  }
  if (name === '' || name === 'synchronous_commit') {
    const chosen = settings.get('synchronous_commit') !== 'off'
    session.waitsForSync =
      chosen && (session.cluster.walSync === 'immediate' || (session.cluster.walSync === 'batch' && name !== ''))
  }
  if (name === 'track_functions' || name === '') session.tracksFunctions = String(settings.get('track_functions'))
  if (name === 'session_replication_role' || name === '')
    session.replicates = settings.get('session_replication_role') === 'replica'
  if (name === 'session_replication_role' || name === 'search_path' || name === '') session.names.forgetPath()
  if (name === 'role' || name === 'session_authorization' || name === '') session.identity.settingsChanged()
  if (name === '' || name === 'array_nulls') session.env.arrayNulls = settings.get('array_nulls') !== false
  if (name === '' || name === 'quote_all_identifiers')
    session.quotesAll = settings.get('quote_all_identifiers') === true
  if (name === '' || name === 'xmlbinary' || name === 'xmloption') {
    session.env.xmlBinary = settings.get('xmlbinary') === 'hex' ? 'hex' : 'base64'
    session.env.xmlOption = settings.get('xmloption') === 'document' ? 'document' : 'content'
  }
  if (
    name === '' || name === 'DateStyle' || name === 'TimeZone' || name === 'extra_float_digits'
    || name === 'bytea_output' || name === 'IntervalStyle'
  ) {
    const env = session.env
    env.dateStyle = String(settings.get('DateStyle'))
    env.timeZone = String(settings.get('TimeZone'))
    env.extraFloatDigits = Number(settings.get('extra_float_digits'))
    env.byteaOutput = /** @type {'hex' | 'escape'} */ (settings.get('bytea_output'))
    env.intervalStyle = /** @type {any} */ (settings.get('IntervalStyle'))
  }
}
