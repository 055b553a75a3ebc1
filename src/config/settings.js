/**
 * Settings (GUCs): one table, checks that may fail, assignments that may not.
 *
 * A `Settings` object belongs to one session. A value has layers, newest wins: SET LOCAL (until the transaction ends),
 * SET (until the session ends, undone when its transaction aborts), the session's start-up value, the server's, the
 * table's default. Reading is a Map lookup of an already parsed value; hot readers subscribe with `onChange` instead of
 * asking.
 */
import { encodingName, isConvertible } from '../types/strings/encodings.js'
import { SERVER_SETTINGS_TABLE } from './server-settings-table.js'
import { SETTINGS_TABLE } from './settings-table.js'
import {
  changedAtStartOnly, invalidSettingName, invalidSettingValue, refusedSettingValue, settingOutOfRange, unknownSetting,
  noConversionToUtf8,
} from '../errors/settings.js'
import { canonicalTimeZone } from './time-zone.js'
import { refuseUnsupported } from './unsupported.js'
import { lowerAscii, trimBlanks } from '../util/ascii.js'
import { shortReal } from '../util/short-real.js'
import { wordTable } from '../util/word-table.js'
import { mergedDateStyle } from './date-style.js'
import { nameList } from '../types/identifiers.js'

/** @typedef {string | number | boolean} SettingValue */
/**
 * @typedef {{ name: string, type: string, unit: string | null, context: string, boot: string, min: number
 *   | null, max: number | null, values: string[] | null, category: string }} SettingDef
 */

/** @type {Map<string, SettingDef>} keyed by lower-case name */
const DEFINITIONS = new Map(
  [...SETTINGS_TABLE, ...SERVER_SETTINGS_TABLE].map(([name, type, unit, context, boot, min, max, values, category]) => [
    lowerAscii(name),
    { name, type, unit, context, boot, min, max, values, category },
  ])
)

/** The settings a client is told about at start-up and whenever they change. */
export const REPORTED_SETTINGS = [
  'application_name',
  'client_encoding',
  'DateStyle',
  'default_transaction_read_only',
  'in_hot_standby',
  'integer_datetimes',
  'IntervalStyle',
  'is_superuser',
  'server_encoding',
  'server_version',
  'session_authorization',
  'standard_conforming_strings',
  'TimeZone',
]

const MEMORY_UNITS = wordTable({ B: 1, kB: 1024, MB: 1048576, GB: 1073741824, TB: 1099511627776 })
const TIME_UNITS = wordTable({ us: 0.001, ms: 1, s: 1000, min: 60000, h: 3600000, d: 86400000 })
const BASE_UNITS = /** @type {Record<string, { family: Record<string, number>, factor: number }>} */ ({
  B: { family: MEMORY_UNITS, factor: 1 },
  kB: { family: MEMORY_UNITS, factor: 1024 },
  '8kB': { family: MEMORY_UNITS, factor: 8192 },
  MB: { family: MEMORY_UNITS, factor: 1048576 },
  ms: { family: TIME_UNITS, factor: 1 },
  s: { family: TIME_UNITS, factor: 1000 },
  min: { family: TIME_UNITS, factor: 60000 },
})

/** @param {string} name @returns {SettingDef | undefined} */
export const settingDefinition = (name) => DEFINITIONS.get(lowerAscii(name))

/** Settings that an extension brings, when its module is loaded. @param {SettingDef[]} settings */
export function addSettings(settings) {
  for (const def of settings) {
    const key = lowerAscii(def.name)
    if (DEFINITIONS.has(key)) continue
    DEFINITIONS.set(key, def)
    SHOWN.push(def)
  }
}

/** default_with_oids is only there for who turns it off. */
const SHOWN = [...DEFINITIONS.values()].filter((def) => def.name !== 'default_with_oids')

/** @returns {Iterable<SettingDef>} those that are shown, in the table's order */
export const allSettings = () => SHOWN

/**
 * @param {SettingDef} def
 * @param {string} text
 * @param {string} [name] as whoever sets it spelt it, for messages
 * @returns {SettingValue}
 * @throws {DbError} 22023
 */
export function parseSetting(def, text, name = def.name) {
  const value = readSetting(def, text, name)
  refuseUnsupported(def, value, usualValue(def))
  return value
}

/** @type {Map<SettingDef, SettingValue>} */
const usualValues = new Map()

/** Its default. @param {SettingDef} def @returns {SettingValue} */
export function usualValue(def) {
  let value = usualValues.get(def)
  if (value === undefined) usualValues.set(def, value = readSetting(def, def.boot, def.name))
  return value
}

/** @param {SettingDef} def @param {string} text @param {string} name @returns {SettingValue} */
function readSetting(def, text, name) {
  switch (def.type) {
    case 'bool': return parseBool(text, name)
    case 'integer': case 'real': return parseNumber(def, text, name)
    case 'enum': return parseEnum(def, text, name)
    default: return parseString(def, text)
  }
}

/** @param {string} text @param {string} name */
function parseBool(text, name) {
  const word = lowerAscii(trimBlanks(text))
  if (word !== '') {
    if (word === 'on' || word === '1' || 'true'.startsWith(word) || 'yes'.startsWith(word)) return true
    if (
      (word.length > 1 && 'off'.startsWith(word)) ||
      word === '0' ||
      'false'.startsWith(word) ||
      'no'.startsWith(word)
    )
      return false
  }
  throw invalidSettingValue(name, text, `parameter "${name}" requires a Boolean value`)
}

/** @param {SettingDef} def @param {string} text @param {string} name */
function parseNumber(def, text, name) {
  const match =
    /^[ \t-\r]*([-+]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?))[ \t-\r]*(.*?)[ \t-\r]*$/s.exec(
      text
    )
  if (!match) throw invalidSettingValue(name, text)
  let value = Number(match[1])
  if (value === Infinity || value === -Infinity) throw invalidSettingValue(name, text)
  const unit = match[2]
  if (unit !== '') {
    const base = def.unit === null ? undefined : BASE_UNITS[def.unit]
    if (base === undefined || !(unit in base.family)) {
      throw invalidSettingValue(name, text, undefined, base === undefined ? undefined
        : `Valid units for this parameter are ${base.family === MEMORY_UNITS ? '"B", "kB", "MB", "GB", and "TB"' : '"us", "ms", "s", "min", "h", and "d"'}.`)
    }
    value = (value * base.family[unit]) / base.factor
  }
  if (def.type === 'integer') {
    value = Math.round(value)
    if (value > 0x7fffffff || value < -0x80000000)
      throw invalidSettingValue(name, text, undefined, 'Value exceeds integer range.')
  }
  if ((def.min !== null && value < def.min) || (def.max !== null && value > def.max))
    throw settingOutOfRange(def, value, name)
  return value
}

/** @param {SettingDef} def @param {string} text @param {string} name */
function parseEnum(def, text, name) {
  const word = lowerAscii(trimBlanks(text))
  const values = /** @type {string[]} */ (def.values)
  const spelt = values.find((value) => value.toLowerCase() === word)
  if (spelt !== undefined) return def.name === 'wal_compression' && spelt === 'on' ? 'pglz' : spelt
  if (values.includes('on') && values.includes('off')) {
    if (['true', 'yes', '1'].includes(word)) return def.name === 'wal_compression' ? 'pglz' : 'on'
    if (['false', 'no', '0'].includes(word)) return 'off'
  }
  throw invalidSettingValue(name, text, undefined, `Available values: ${values.join(', ')}.`)
}

/** What wal_consistency_checking takes. */
const LOGGED_KINDS =
  ['all', 'heap2', 'heap', 'btree', 'hash', 'gin', 'gist', 'sequence', 'spgist', 'brin', 'generic']
/** A name that some system has for a locale. */
const LOCALE = /^(?:|C|POSIX|C\.(?:UTF-8|utf8)|English|[A-Za-z]+_[A-Z][A-Za-z ]*(?:\.[\w-]+)?(?:@\w+)?)$/

/** @param {SettingDef} def @param {string} text a list @param {string[]} words that may stand in it */
function wordList(def, text, words) {
  const names = nameList(text)
  const unknown = names?.find((name) => !words.includes(name))
  if (names !== null && unknown === undefined) return text
  throw invalidSettingValue(def.name, text, undefined, undefined, undefined,
    unknown === undefined ? 'List syntax is invalid.' : `Unrecognized key word: "${unknown}".`)
}

/** What plpgsql.extra_errors and extra_warnings take, if not all or none. */
const EXTRA_CHECKS = ['shadowed_variables', 'too_many_rows', 'strict_multi_assignment']

/** @param {SettingDef} def @param {string} text */
function extraChecks(def, text) {
  if (/^(all|none)$/i.test(text)) return text
  const single = nameList(text)?.find((name) => name === 'all' || name === 'none')
  if (single === undefined) return wordList(def, text, EXTRA_CHECKS)
  throw invalidSettingValue(def.name, text, undefined, undefined, undefined,
    `Key word "${single}" cannot be combined with other key words.`)
}

/** @param {SettingDef} def @param {string} text */
function parseString(def, text) {
  switch (def.name) {
    case 'DateStyle': return text
    case 'TimeZone': return canonicalTimeZone(text)
    case 'client_encoding': {
      const encoding = encodingName(text)
      if (encoding === undefined) throw refusedSettingValue(def.name, text)
      if (encoding === 'UTF8' || encoding === 'SQL_ASCII' || isConvertible(encoding)) return encoding
      throw noConversionToUtf8(text, encoding)
    }
    case 'search_path':
      if (nameList(text) === null)
        throw invalidSettingValue(def.name, text, undefined, undefined, undefined, 'List syntax is invalid.')
      return text
    case 'restrict_nonsystem_relation_kind': return wordList(def, text, ['view', 'foreign-table'])
    case 'wal_consistency_checking': return wordList(def, text, LOGGED_KINDS)
    case 'plpgsql.extra_errors': case 'plpgsql.extra_warnings': return extraChecks(def, text)
    case 'lc_messages': case 'lc_monetary': case 'lc_numeric': case 'lc_time':
      if (!LOCALE.test(text)) throw refusedSettingValue(def.name, text)
      return text
    case 'application_name': return Buffer.from(text).toString('latin1').replace(/[^\x20-\x7e]/g, '?').slice(0, 63)
    case 'timezone_abbreviations':
      if (!['default', 'australia', 'india'].includes(lowerAscii(text))) throw refusedSettingValue(def.name, text)
      return text
    default: return text
  }
}

const SIZE_STEPS = /** @type {[string, number][]} */ ([
  ['TB', 1099511627776], ['GB', 1073741824], ['MB', 1048576], ['kB', 1024], ['B', 1],
])
const TIME_STEPS = /** @type {[string, number][]} */ ([
  ['d', 86400000], ['h', 3600000], ['min', 60000], ['s', 1000], ['ms', 1], ['us', 0.001],
])

/**
 * As SHOW prints it: numbers with the largest unit that divides them.
 * @param {SettingDef} def
 * @param {SettingValue} value
 */
export function formatSetting(def, value) {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'string') return value
  if (FILE_MODES.has(def.name)) return `0${value.toString(8)}`
  if (def.unit === null || value <= 0) return def.type === 'integer' ? String(value) : shortReal(value)
  const base = BASE_UNITS[def.unit]
  const total = value * base.factor
  for (const [unit, size] of base.family === MEMORY_UNITS ? SIZE_STEPS : TIME_STEPS) {
    const count = total / size
    const whole = Math.round(count)
    const isWhole = def.type === 'integer' ? whole * size === total : Math.abs(whole / count - 1) <= 1e-8
    if (whole > 0 && isWhole) return `${whole}${unit}`
  }
  return (def.type === 'integer' ? String(value) : shortReal(value)) + def.unit
}

/** Shown as chmod takes them. */
const FILE_MODES = new Set(['data_directory_mode', 'log_file_mode', 'unix_socket_permissions'])


/** A custom setting (`app.user`): any name with a dot. @param {string} name @returns {SettingDef} */
const customDefinition = (name) => ({
  name, type: 'string', unit: null, context: 'user', boot: '', min: null, max: null, values: null,
  category: 'Customized Options',
})

/** Server-wide values: defaults overlaid with what the operator chose at open. */
export class ServerSettings {
  /** @param {Record<string, string>} [chosen] text values by name @throws {DbError} 22023, 42704 */
  constructor(chosen = {}) {
    /** @type {Map<string, SettingValue>} */
    this.values = new Map()
    /** Those that are measured when they are asked for. @type {Map<string, () => SettingValue>} */
    this.live = new Map()
    for (const [key, def] of DEFINITIONS) this.values.set(key, parseSetting(def, def.boot))
    for (const [name, text] of Object.entries(chosen))
      this.values.set(lowerAscii(name), parseSetting(required(name), text))
    if ('datestyle' in lowerKeys(chosen))
      this.values.set('datestyle', mergedDateStyle('ISO, MDY', String(this.values.get('datestyle')), 'ISO, MDY'))
  }

  /** @param {string} key in lower case @returns {SettingValue | undefined} */
  get(key) { return this.live.get(key)?.() ?? this.values.get(key) }
}

/**
 * Whether a setting may have a value at all. @param {string} name @param {string | null} text null: its default
 * @returns {{ name: string, context: string, custom: boolean }} the name as it is spelt @throws {DbError} 42704, 22023
 */
export function checkSetting(name, text) {
  const def = required(name)
  if (text !== null) {
    if (def.name === 'DateStyle') mergedDateStyle('ISO, MDY', text, 'ISO, MDY')
    else parseSetting(def, text, name)
  }
  return { name: def.name, context: def.context, custom: settingDefinition(name) === undefined }
}

/** @param {Record<string, string>} object */
const lowerKeys = (object) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key.toLowerCase(), value]))

/** @param {string} name @returns {SettingDef} */
function required(name) {
  const def = settingDefinition(name)
  if (def !== undefined) return def
  if (CUSTOM_NAME.test(name)) return customDefinition(name)
  throw name.includes('.') ? invalidSettingName(name) : unknownSetting(name)
}
/** Simple identifiers with dots between them. */
const CUSTOM_NAME = /^[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*(\.[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)+$/

export class Settings {
  /** @param {ServerSettings} server */
  constructor(server) {
    this.live = server.live
    /** @type {Map<string, SettingValue>} what is in force */
    this.current = new Map(server.values)
    /** @type {Map<string, SettingValue>} what RESET goes back to */
    this.reset = new Map(server.values)
    /** Undo entries of the open transaction, oldest first: restored backwards by rollback; `local` ones at commit too.
     *  @type {{ key: string, old: SettingValue | undefined, local: boolean }[]} */
    this.undo = []
    /** @type {((name: string, value: SettingValue) => void)[]} called after each change */
    this.listeners = []
    /** Whence what RESET goes back to is where it is not the server's, for pg_settings. @type {Map<string, string>} */
    this.sources = new Map()
    /** Grows with every change of a value in force. */
    this.changes = 0
  }

  /** @param {string} name @returns {SettingValue} @throws {DbError} 42704 */
  get(name) {
    const key = name.toLowerCase()
    const value = this.live.get(key)?.() ?? this.current.get(key)
    return value === undefined ? this.added(key, name) : value
  }

  /**
   * One that came after the session: an extension's.
   * @param {string} key @param {string} name @returns {SettingValue} @throws {DbError} 42704
   */
  added(key, name) {
    const def = DEFINITIONS.get(key)
    if (def === undefined) throw unknownSetting(name)
    return usualValue(def)
  }

  /** @param {string} name @returns {SettingValue | undefined} */
  find(name) { return this.current.get(name.toLowerCase()) }

  /** @param {string} name @returns {string} as SHOW prints it */
  show(name) {
    const value = this.get(name)
    return formatSetting(required(name), value)
  }

  /**
   * SET / SET LOCAL. Checked completely before anything changes.
   * @param {string} name @param {string | null} text null: back to the reset value
   * @param {boolean} local until the transaction ends
   * @throws {DbError} 42704, 22023, 55P02
   */
  set(name, text, local) {
    const def = required(name)
    changedAtStartOnly(def.name, def.context)
    const key = lowerAscii(def.name)
    const old = this.current.get(key)
    let value =
      text === null ? (this.reset.get(key) ?? (def.boot === '' ? '' : usualValue(def))) : parseSetting(def, text, name)
    if (key === 'datestyle' && text !== null) value = mergedDateStyle(String(old), text, String(this.reset.get(key)))
    this.undo.push({ key, old, local })
    this.assign(key, def.name, value)
  }

  /**
   * The operator's or the engine's own change: no context check, no undo.
   * @param {string} name @param {string} text @param {string} [source] of what the session begins with
   */
  setDirect(name, text, source) {
    const def = required(name)
    const key = lowerAscii(def.name)
    const value =
      key === 'datestyle'
        ? mergedDateStyle(String(this.current.get(key)), text, String(this.reset.get(key)))
        : parseSetting(def, text)
    this.reset.set(key, value)
    if (source !== undefined) this.sources.set(key, source)
    this.assign(key, def.name, value)
  }

  /**
   * The server's value has changed: it is this session's too, unless that has another.
   * @param {string} key
   * @param {SettingValue | undefined} old
   * @param {SettingValue} value
   */
  serverChanged(key, old, value) {
    if (this.reset.get(key) !== old) return
    this.reset.set(key, value)
    if (this.current.get(key) === old && !this.undo.some((entry) => entry.key === key))
      this.assign(key, DEFINITIONS.get(key)?.name ?? key, value)
  }

  /** @param {string} key @param {string} name @param {SettingValue} value */
  assign(key, name, value) {
    if (this.current.get(key) === value) return
    this.current.set(key, value)
    this.changes++
    for (const listener of this.listeners) listener(name, value)
  }

  /** RESET ALL / DISCARD ALL. */
  resetAll() {
    for (const key of [...this.current.keys()]) {
      const def = DEFINITIONS.get(key)
      if (def !== undefined && (def.context === 'internal' || key.startsWith('transaction_'))) continue
      if (key === 'role' || key === 'session_authorization') continue
      const value = this.reset.get(key)
      const old = this.current.get(key)
      if (old === value) continue
      this.undo.push({ key, old, local: false })
      this.putBack(key, value)
    }
  }

  /** A mark for savepoints. @returns {number} */
  mark() { return this.undo.length }

  /** Undoes everything after `mark`: rollback of a transaction (mark 0) or to a savepoint. @param {number} mark */
  rollbackTo(mark) {
    while (this.undo.length > mark) this.restore(/** @type {any} */ (this.undo.pop()))
  }

  /** Commit: only SET LOCAL values go back. */
  commit() { if (this.undo.length > 0) this.#keepAll() }

  #keepAll() {
    /**
     * The oldest local entry of a key holds the value to return to, unless a later plain SET of the key replaced it.
     */
    const entries = this.undo
    this.undo = []
    /** @type {Map<string, SettingValue | undefined>} */
    const after = new Map()
    for (const { key, old, local } of entries) {
      if (local) { if (!after.has(key)) after.set(key, old) } else after.delete(key)
    }
    for (const [key, old] of after) this.restore({ key, old, local: true })
  }

  /** @param {{ key: string, old: SettingValue | undefined, local: boolean }} entry */
  restore({ key, old }) { this.putBack(key, old) }

  /**
   * A custom setting that had no value is known from its first SET on, and empty.
   * @param {string} key @param {SettingValue | undefined} value undefined: it had none
   */
  putBack(key, value) {
    const def = DEFINITIONS.get(key)
    if (value !== undefined) this.assign(key, def?.name ?? key, value)
    else if (def === undefined) this.assign(key, key, '')
    else this.current.delete(key)
  }
}
