/**
 * What the server's log says of sessions and their statements, by PostgreSQL's settings: log_statement, log_duration,
 * log_min_duration_statement, log_min_duration_sample, log_statement_sample_rate, log_transaction_sample_rate,
 * log_connections, log_disconnections, log_line_prefix. A statement is logged before it runs; how long it took when it
 * has ended well. One that cannot be parsed is not.
 */
import { isLogged } from './log-levels.js'
import { clipped } from '../../util/buffer-text.js'
import { formatTimestamptz } from '../../types/datetime/datetime.js'
import { isBuiltinType } from '../../types/lookup.js'
import { builtinType } from '../../types/registry.js'
import { DEFAULT_ENV } from '../../types/type-ops.js'

/** @import { Prepared } from '../statements/core/prepared.js' */
/** @import { Portal } from '../statements/core/portal.js' */
/** @import { Cluster } from '../cluster/cluster.js' */
/** @import { Session } from './session.js' */

const LEVELS = ['none', 'ddl', 'mod', 'all']
const DDL = 1
const MOD = 2
const ALL = 3
/** Tags of the parse tree, as PostgreSQL's GetCommandLogLevel has them. */
const DEFINING = new RegExp('^(?:Create|Alter|Drop|Comment|Grant|Rename|Define|Index|View|Rule|RefreshMatView|Cluster|'
  + 'ReassignOwned|SecLabel|CompositeType|ImportForeignSchema)')
const CHANGING = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt', 'TruncateStmt'])

/** From which level of log_statement on it is logged. @param {Prepared} prepared @returns {number} */
function levelOf({ tag, parsed: { node } }) {
  if (CHANGING.has(tag) || (tag === 'CopyStmt' && node.is_from === true)) return MOD
  if (tag === 'SelectStmt') return node.intoClause === undefined ? ALL : DDL
  return DEFINING.test(tag) ? DDL : ALL
}

/**
 * When a statement's duration is said.
 * @typedef {object} Durations
 * @property {boolean} every log_duration @property {number} leastMs -1: none
 * @property {number} sampleMs from which on some are @property {number} rate of those @property {number} ofTransactions
 */

/** @param {Session} session @returns {StatementLog | null} null: nothing is to be said of statements */
export function statementLogOf(session) {
  const { settings } = session
  const level = LEVELS.indexOf(String(settings.get('log_statement')))
  /** @type {Durations} */
  const durations = {
    every: settings.get('log_duration') === true,
    leastMs: Number(settings.get('log_min_duration_statement')),
    sampleMs: Number(settings.get('log_min_duration_sample')),
    rate: Number(settings.get('log_statement_sample_rate')),
    ofTransactions: Number(settings.get('log_transaction_sample_rate')),
  }
  const { every, leastMs, sampleMs, ofTransactions } = durations
  const isSilent = level === 0 && !every && leastMs < 0 && sampleMs < 0 && ofTransactions === 0
  return isSilent ? null : new StatementLog(session, level, durations)
}

export class StatementLog {
  /** @param {Session} session @param {number} level @param {Durations} durations */
  constructor(session, level, durations) {
    this.session = session
    this.level = level
    this.durations = durations
    this.startedMs = 0
    /** What is said of the statement that runs; null: none does. @type {string | null} */
    this.statement = null
    this.isSaid = false
    /** Of which transaction it was last decided whether it is one of the sample. @type {unknown} */
    this.decidedFor = null
    this.isSampled = false
  }

  /** @param {string} text @param {Portal | null} portal that it is executed from */
  begins(text, portal) {
    const { session } = this
    this.startedMs = session.cluster.clock.monotonicMs()
    this.statement =
      portal === null ? `statement: ${text}` : `execute ${nameOf(session, portal)}: ${text}${valuesOf(session, portal)}`
    this.isSaid = this.isWanted(text, portal)
    if (this.isSaid) say(session, this.statement)
  }

  /** @param {string} text @param {Portal | null} portal */
  isWanted(text, portal) {
    if (this.level === 0) return false
    try {
      const { plans } = this.session
      const statements = portal !== null ? [portal.prepared]
        : plans.findPieces(text)?.map(({ prepared }) => prepared) ?? plans.find(text)
      return statements.some((prepared) => levelOf(prepared) <= this.level)
    } catch {
      return false // it says so itself when it is run
    }
  }

  /** @param {boolean} isWell */
  ends(isWell) {
    const { statement } = this
    this.statement = null
    if (statement === null || !isWell) return
    const tookMs = this.session.cluster.clock.monotonicMs() - this.startedMs
    const { every, leastMs, sampleMs, rate } = this.durations
    const isLong = (leastMs >= 0 && tookMs >= leastMs) || (sampleMs >= 0 && tookMs >= sampleMs && this.isDrawn(rate))
      || this.isOfSample()
    if (!isLong && !every) return
    say(this.session, `duration: ${tookMs.toFixed(3)} ms${isLong && !this.isSaid ? `  ${statement}` : ''}`)
  }

  /** Whether its transaction is one of those of which every statement is said. */
  isOfSample() {
    const { transactionStart } = this.session
    if (this.decidedFor !== transactionStart) {
      this.decidedFor = transactionStart
      this.isSampled = this.isDrawn(this.durations.ofTransactions)
    }
    return this.isSampled
  }

  /** @param {number} rate of all, 0 to 1 */
  isDrawn(rate) { return rate > 0 && (rate >= 1 || this.session.random.double() <= rate) }
}

/** @param {Session} session @param {Portal} portal */
function nameOf(session, portal) {
  for (const [name, prepared] of session.prepared) {
    if (prepared === portal.prepared && name !== '') return portal.name === '' ? name : `${name}/${portal.name}`
  }
  return portal.name === '' ? '<unnamed>' : `<unnamed>/${portal.name}`
}

/** @param {Session} session @param {Portal} portal @returns {string} a line of its own; empty when there are none */
function valuesOf(session, { params, prepared }) {
  if (params.length === 0) return ''
  const catalog = session.catalog()
  const opsOf = (/** @type {number} */ oid) => {
    const base = catalog.baseType(oid)
    return isBuiltinType(base) ? builtinType(base) : catalog.userTypeOps(base)
  }
  const most = Number(session.settings.get('log_parameter_max_length'))
  if (most === 0) return ''
  const texts = params.map((value, at) => {
    if (value === null || value === undefined) return `$${at + 1} = NULL`
    const whole = opsOf(prepared.paramTypes[at])?.format(value, session.env) ?? ''
    const text = most < 0 ? whole : clipped(whole, most)
    return `$${at + 1} = '${text.replaceAll("'", "''")}'`
  })
  return `\n${prefixOf(session)}DETAIL:  parameters: ${texts.join(', ')}`
}

/**
 * Whom a line of the log is about: a session, a client that is none yet, or the server.
 * @typedef {object} LogSubject
 * @property {Pick<Cluster, 'log' | 'clock' | 'serverSettings'>} cluster
 * @property {{ get: (name: string) => unknown }} settings @property {string} user
 * @property {{ name: string }} database
 * @property {{ address: string | null, port: number }} client @property {number} pid
 * @property {number | bigint} backendStart
 */

/** @param {LogSubject} subject @param {string} text @param {{ detail?: string }} [more] */
export function say(subject, text, more) {
  // What the server says of itself has no session's settings.
  const least = subject.settings.get('log_min_messages')
  if (least === undefined || least === '' || isLogged('log', String(least))) logAbout(subject, 'LOG', text, more)
}

/**
 * @param {LogSubject} subject @param {string} level @param {string} text
 * @param {{ detail?: string, hint?: string, query?: string, context?: string, location?: string, statement?: string,
 *   code?: string }} [more]
 */
export function logAbout(subject, level, text, { detail, hint, query, context, location, statement, code } = {}) {
  const prefix = prefixOf(subject, code)
  const lines = [`${level}:  ${text}`]
  if (detail !== undefined) lines.push(`DETAIL:  ${detail.replaceAll('\n', '\n\t')}`)
  if (hint !== undefined) lines.push(`HINT:  ${hint}`)
  if (query !== undefined) lines.push(`QUERY:  ${query.replaceAll('\n', '\n\t')}`)
  if (context !== undefined) lines.push(`CONTEXT:  ${context.replaceAll('\n', '\n\t')}`)
  if (location !== undefined) lines.push(`LOCATION:  ${location}`)
  if (statement !== undefined) lines.push(`STATEMENT:  ${statement.replaceAll('\n', '\n\t')}`)
  subject.cluster.log(lines.map((line) => prefix + line).join('\n'))
}

/** Lines that are about nobody. @param {LogSubject['cluster']} cluster @returns {LogSubject} */
export const serverSubject = (cluster) => ({
  cluster, settings: { get: () => '' }, user: '', database: { name: '' }, client: { address: '', port: -1 },
  pid: process.pid, backendStart: cluster.clock.nowMicros(),
})

/** A session of a client begins. @param {Session} session */
export function saysConnected(session) {
  if (session.settings.get('log_connections') !== true) return
  const { client, database, encryption } = session
  const application = String(session.settings.get('application_name'))
  // Where the server wants it of all, it was said before the client was let in.
  if (session.cluster.serverSettings.values.get('log_connections') !== true) saysReceived(session, client)
  const { version, cipher, bits } = encryption ?? {}
  say(session, `connection authorized: user=${session.user} database=${database.name}`
    + `${application === '' ? '' : ` application_name=${application}`}`
    + `${encryption === null ? '' : ` SSL enabled (protocol=${version}, cipher=${cipher}, bits=${bits})`}`)
}

/** @param {LogSubject} subject @param {LogSubject['client']} client */
export const saysReceived = (subject, { address, port }) =>
  say(subject, `connection received: host=${address === null ? '[local]' : `${address} port=${port}`}`)

/** It is over. @param {Session} session */
export function saysDisconnected(session) {
  if (session.settings.get('log_disconnections') !== true) return
  const { client, database } = session
  const ms = Math.max(0, session.cluster.clock.nowMicros() - Number(session.backendStart)) / 1000
  const two = (/** @type {number} */ value) => String(Math.floor(value)).padStart(2, '0')
  const seconds = ((ms / 1000) % 60).toFixed(3).padStart(6, '0')
  say(session, `disconnection: session time: ${Math.floor(ms / 3600000)}:${two((ms / 60000) % 60)}:${seconds} `
    + `user=${session.user} database=${database.name} host=${client.address === null ? '[local]' : `${client.address} port=${client.port}`}`)
}

/** log_line_prefix, with what it names. @param {LogSubject} session @param {string} [code] SQLSTATE */
function prefixOf(session, code = '00000') {
  const pattern = String(session.cluster.serverSettings.values.get('log_line_prefix'))
  return pattern.replace(/%(-?\d*)(.)/g, (_all, width, letter) => {
    const value = letter === 'e' ? code : partOf(session, letter)
    const count = Number(width)
    return count < 0 ? value.padEnd(-count) : value.padStart(count)
  })
}

/**
 * @param {LogSubject} session @param {string} letter of an escape of log_line_prefix; one that means nothing here is
 * empty
 */
function partOf(session, letter) {
  const { cluster, client } = session
  switch (letter) {
    case 'a': return String(session.settings.get('application_name'))
    case 'u': return session.user
    case 'd': return session.database.name
    case 'r': return client.address === null ? '[local]' : `${client.address}(${client.port})`
    case 'h': return client.address ?? '[local]'
    case 'b': return 'client backend'
    case 'p': return String(session.pid)
    case 'm': return stamp(session, 1000)
    case 't': return stamp(session, 1000000)
    case 'n': return (cluster.clock.nowMicros() / 1e6 + SECONDS_TO_2000).toFixed(3)
    case 'c': return `${hexOf(startOf(session))}.${hexOf(session.pid)}`
    case 's': return stamp(session, 1000000, Number(session.backendStart))
    case 'x': return '0'
    case '%': return '%'
    default: return ''
  }
}

const SECONDS_TO_2000 = 946684800
/** @param {number} value */
const hexOf = (value) => value.toString(16)
/** In seconds since 1970. @param {LogSubject} session */
const startOf = (session) => Math.floor(Number(session.backendStart) / 1e6) + SECONDS_TO_2000

/**
 * In log_timezone. @param {LogSubject} session @param {number} unit microseconds that count
 * @param {number} [at] microseconds since 2000; now unless said
 */
function stamp({ cluster }, unit, at = cluster.clock.nowMicros()) {
  const micros = Math.floor(at / unit) * unit
  const timeZone = String(cluster.serverSettings.values.get('log_timezone'))
  const text = formatTimestamptz(micros, { ...DEFAULT_ENV, dateStyle: 'ISO, MDY', timeZone })
  const [, day, , fraction = ''] = /** @type {string[]} */ (/^([\d-]+ [\d:]+)(\.(\d+))?/.exec(text))
  return `${day}${unit === 1000 ? `.${fraction.padEnd(3, '0')}` : ''} ${timeZone}`
}
