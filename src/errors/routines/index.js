/**
 * The error field `routine`: the name of the function in PostgreSQL's sources that reports a condition. It means
 * nothing inside Seawall, but drivers and programs key on it: node-postgres' users on `_bt_check_unique`, postgres.js
 * and asyncpg on the three of a statement whose plan is stale (they prepare it again and go on), others on
 * `parserOpenTable`, `auth_failed` and `ProcessInterrupts`.
 *
 * In PostgreSQL nearly every message stands in one place, so that SQLSTATE and words together say which: the files
 * beside this one list them, as PostgreSQL reported them to the golden scripts and its own. Words that several places
 * say are not there, unless the type or command they name decides; whoever raises those and knows the place names it.
 * What nobody knows has no routine.
 *
 * The form: a SQLSTATE; below it `  routine  message`, and further messages of the routine with four blanks before
 * them. `%` stands for anything, `…` for whatever follows; `@` before a message: only where the error has a place in
 * a text, `!`: only where it has none; the routine `?`: one of several.
 */
import { DATA } from './data.js'
import { DEFINITIONS } from './definitions.js'
import { GENERAL } from './general.js'
import { NAMES } from './names.js'
import { RULES } from './rules.js'
import { SYNTAX } from './syntax.js'

/** What has one place, whatever the words. @type {Readonly<Record<string, string>>} */
const BY_CODE = Object.freeze({
  '22009': 'DateTimeParseError',
  '22015': 'DateTimeParseError',
  '2201B': 'RE_compile_and_cache',
  '2200H': 'nextval_internal',
  '23P01': 'check_exclusion_or_unique_constraint',
  '25006': 'PreventCommandIfReadOnly',
  '25P02': 'exec_simple_query',
  '25P03': 'ProcessInterrupts',
  '26000': 'FetchPreparedStatement',
  '28000': 'InitializeSessionUserId',
  '28P01': 'auth_failed',
  '40P01': 'DeadLockReport',
  '428C9': 'rewriteTargetListIU',
  '42P05': 'StorePreparedStatement',
  '42P06': 'NamespaceCreate',
  '44000': 'ExecWithCheckOptions',
  '53300': 'InitPostgres',
  '54001': 'check_stack_depth',
  '57014': 'ProcessInterrupts',
  '57P01': 'ProcessInterrupts',
  '57P05': 'ProcessInterrupts',
})

/**
 * @typedef {object} Place a message, and who says it
 * @property {string | undefined} routine
 * @property {boolean | null} placed whether it is this only with a place in a text, or only without one
 * @property {string[]} parts what stands between what changes
 * @property {boolean} open whatever may follow
 */

/** By SQLSTATE; a text until it is asked for. @type {Map<string, string | Place[]> | null} */
let places = null

/**
 * @param {string} code @param {string} message
 * @param {boolean} placed whether the error knows its place in a text
 * @returns {string | undefined}
 */
export function routineOf(code, message, placed) {
  places ??= sections()
  let known = places.get(code)
  if (known === undefined) return BY_CODE[code]
  if (typeof known === 'string') places.set(code, known = placesOf(known))
  const found = known.find((place) => (place.placed === null || place.placed === placed) && says(place, message))
  return found === undefined ? BY_CODE[code] : found.routine
}

/** @returns {Map<string, string | Place[]>} */
function sections() {
  const found = new Map()
  for (const text of [DATA, DEFINITIONS, GENERAL, NAMES, RULES, SYNTAX]) {
    for (const section of text.split(/\n(?=[0-9A-Z]{5}\n)/)) found.set(section.slice(0, 5), section.slice(6))
  }
  found.delete('')
  return found
}

/** The most particular first. @param {string} section @returns {Place[]} */
function placesOf(section) {
  /** @type {Place[]} */
  const found = []
  let routine = ''
  for (const line of section.split('\n')) {
    const [, name = '', words = ''] = /^ {2}([^ ]+)(?: {2}(.*))?$/.exec(line) ?? ['', '', line.slice(4)]
    if (name !== '') routine = name
    if (words !== '') found.push(placeOf(routine, words))
  }
  const length = (/** @type {Place} */ { parts }) => parts.reduce((sum, part) => sum + part.length, 0)
  return found.sort((one, other) => length(other) - length(one))
}

/** @param {string} routine @param {string} words @returns {Place} */
function placeOf(routine, words) {
  const placed = words.startsWith('@') ? true : words.startsWith('!') ? false : null
  const open = words.endsWith('…')
  const parts = words.slice(placed === null ? 0 : 1, open ? -1 : undefined).split(/%+/)
  return { routine: routine === '?' ? undefined : routine, placed, parts, open }
}

/** @param {Place} place @param {string} message */
function says({ parts, open }, message) {
  if (!message.startsWith(parts[0])) return false
  if (parts.length === 1) return open || message.length === parts[0].length
  let at = parts[0].length
  const last = open ? '' : parts[parts.length - 1]
  for (let index = 1; index < parts.length - (open ? 0 : 1); index++) {
    const next = message.indexOf(parts[index], at)
    if (next < 0) return false
    at = next + parts[index].length
  }
  return message.length - last.length >= at && message.endsWith(last)
}
