/**
 * The startup packet's `options`: the switches of a PostgreSQL server process, read as its getopt reads them (switches
 * in one word, values in the same word or the next, other words behind), each a setting. What only a server's own
 * command line may say (-D, -C, -E, -j, -r, -v) says nothing here.
 */
import { argumentWithoutValue, invalidReplication, unknownArgument } from '../errors/protocol.js'

/** Letters, with a colon where a value belongs to them. */
const SWITCHES = 'B:bc:C:D:d:EeFf:h:ijk:lN:nOPp:r:S:sTt:v:W:-:'

/** What a letter sets to its value. @type {Record<string, string>} */
const VALUED = {
  B: 'shared_buffers', h: 'listen_addresses', k: 'unix_socket_directories', N: 'max_connections', p: 'port',
  S: 'work_mem', W: 'post_auth_delay',
}
/** What a letter alone sets. @type {Record<string, [name: string, value: string]>} */
const PLAIN = {
  e: ['datestyle', 'euro'], F: ['fsync', 'false'], i: ['listen_addresses', '*'], l: ['ssl', 'true'],
  O: ['allow_system_table_mods', 'true'], P: ['ignore_system_indexes', 'true'], s: ['log_statement_stats', 'true'],
}
/** What -f turns off. @type {Record<string, string>} */
const PLANS = {
  s: 'enable_seqscan', i: 'enable_indexscan', o: 'enable_indexonlyscan', b: 'enable_bitmapscan', t: 'enable_tidscan',
  n: 'enable_nestloop', m: 'enable_mergejoin', h: 'enable_hashjoin',
}

/** What -t logs. */
const STATISTICS = [['pa', 'parser'], ['pl', 'planner'], ['e', 'executor']]

/**
 * Words between white space; a backslash takes the next character as it is.
 * @param {string} text @returns {string[]}
 */
function words(text) {
  /** @type {string[]} */
  const found = []
  for (let at = 0; at < text.length;) {
    while (at < text.length && isSpace(text[at])) at++
    if (at === text.length) break
    let word = ''
    for (let escaped = false; at < text.length && (escaped || !isSpace(text[at])); at++) {
      escaped = !escaped && text[at] === '\\'
      if (!escaped) word += text[at]
    }
    found.push(word)
  }
  return found
}

/** @param {string} char */
const isSpace = (char) => char === ' ' || (char >= '\t' && char <= '\r')

/**
 * Words and switches, in GNU getopt's way: what is no switch moves behind those that are.
 */
class Switches {
  /** @param {string[]} args */
  constructor(args) {
    this.args = args
    /** The word that is next. */
    this.at = 1
    this.value = ''
    this.rest = ''
    /** Words passed over, which are no switches. */
    this.passedFrom = 1
    this.passedTo = 1
  }

  /** What was passed over changes places with what came after. */
  exchange() {
    const { args, at, passedFrom, passedTo } = this
    const moved = args.splice(passedFrom, passedTo - passedFrom)
    args.splice(passedFrom + at - passedTo, 0, ...moved)
    this.passedFrom += at - passedTo
    this.passedTo = at
  }

  /** Passed words are brought to where they belong. */
  settle() {
    if (this.passedFrom !== this.passedTo && this.passedTo !== this.at) this.exchange()
    else if (this.passedTo !== this.at) this.passedFrom = this.at
  }

  /** @returns {boolean} whether there is another */
  nextWord() {
    const { args } = this
    this.settle()
    while (this.at < args.length && (args[this.at].length < 2 || args[this.at][0] !== '-')) this.at++
    this.passedTo = this.at
    if (args[this.at] === '--') {
      this.at++
      if (this.passedFrom !== this.passedTo) this.exchange()
      else this.passedFrom = this.at
      this.passedTo = this.at = args.length
    }
    if (this.at < args.length) return true
    if (this.passedFrom !== this.passedTo) this.at = this.passedFrom
    return false
  }

  /** @returns {string} a letter; '?': an unknown one, or without its value; '': no more */
  next() {
    const { args } = this
    if (this.rest === '') {
      if (!this.nextWord()) return ''
      this.rest = args[this.at].slice(1)
    }
    const letter = this.rest[0]
    this.rest = this.rest.slice(1)
    if (this.rest === '') this.at++
    const known = letter === ':' ? -1 : SWITCHES.indexOf(letter)
    if (known < 0) return '?'
    if (SWITCHES[known + 1] !== ':') return letter
    if (this.rest !== '') {
      this.value = this.rest
      this.at++
    } else if (this.at === args.length) return '?'
    else this.value = args[this.at++]
    this.rest = ''
    return letter
  }
}

/**
 * @param {string} letter @param {string} value
 * @returns {[name: string, value: string][] | null} null: not so
 * @throws {DbError} 42601
 */
function settingsOf(letter, value) {
  if (letter === '?') return null
  if (letter in VALUED) return [[VALUED[letter], value]]
  if (letter in PLAIN) return [PLAIN[letter]]
  if (letter === 'f') return value[0] in PLANS ? [[PLANS[value[0]], 'false']] : null
  if (letter === 't') {
    const [, name] = STATISTICS.find(([start]) => value.startsWith(start)) ?? []
    return name === undefined ? null : [[`log_${name}_stats`, 'true']]
  }
  if (letter === 'd') return debugging(Number.parseInt(value, 10) || 0)
  if (letter !== 'c' && letter !== '-') return []
  const equals = value.indexOf('=')
  const name = (equals < 0 ? value : value.slice(0, equals)).replaceAll('-', '_')
  if (equals < 0) throw argumentWithoutValue(`${letter === '-' ? '--' : '-c '}${value}`)
  return [[name, value.slice(equals + 1)]]
}

/** What -d sets. @param {number} level @returns {[name: string, value: string][]} */
function debugging(level) {
  /** @type {[name: string, value: string][]} */
  const settings = [['log_min_messages', level > 0 ? `debug${level}` : 'notice']]
  if (level >= 2) settings.push(['log_statement', 'all'])
  for (const [at, name] of ['parse', 'plan', 'rewritten'].entries())
    if (level >= at + 3) settings.push([`debug_print_${name}`, 'true'])
  return settings
}

/** @param {string} text @returns {[name: string, value: string][]} in their order @throws {DbError} 42601 */
export function startupOptions(text) {
  const switches = new Switches(['postgres', ...words(text)])
  /** @type {[name: string, value: string][]} */
  const settings = []
  for (let letter; (letter = switches.next()) !== '';) {
    const made = settingsOf(letter, switches.value)
    // The one before is complained about.
    if (made === null) throw unknownArgument(switches.args[switches.at - 1])
    settings.push(...made)
  }
  if (switches.at < switches.args.length) throw unknownArgument(switches.args[switches.at])
  return settings
}

/**
 * Whether a start-up packet asks for a connection that replicates.
 * @param {Map<string, string>} parameters @returns {boolean} @throws {DbError} 22023
 */
export function wishesReplication(parameters) {
  const value = parameters.get('replication')
  if (value === undefined || /^(f|fa|fal|fals|false|n|no|off?|0)$/i.test(value)) return false
  if (value === 'database' || /^(t|tr|tru|true|y|ye|yes|on|1)$/i.test(value)) return true
  throw invalidReplication(value)
}
