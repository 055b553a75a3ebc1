/**
 * What PostgreSQL says of a text before it runs: names longer than 63 bytes that it cuts (42622), precisions of times
 * and intervals beyond 6 that it reduces (22023).
 *
 * The grammar cuts names in silence, so the text is read once more; a glance at it tells that most texts need no second
 * reading.
 */

import { isNameStart, tokenEnd } from './tokens.js'

/** @typedef {{ severity: string, code: string, message: string, position?: number }} Notice */
/** @typedef {import('./parser.js').ParsedStatement} ParsedStatement */

const NAME_BYTES_MAX = 63
/** A name of more bytes has more UTF-16 units than this. */
const NAME_UNITS_MIN = 20
/** A character takes up to four bytes, but at least two UTF-16 units if it takes four. */
const MAYBE_LONG = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]{20}|"[^"]{20}/
const PRECISION = /\([ \t\n\f\r]*(?:[7-9]|\d\d)/g
const TIMED = /time|interval/i
const PRECISION_MAX = 6
const NO_PRECISION = 0xffff

/** What a text alone tells. @typedef {{ names: Notice[], mayReduce: boolean }} NoticesAhead */

/** @param {string} text @returns {NoticesAhead} */
export const noticesAhead = (text) => ({
  names: MAYBE_LONG.test(text) ? cutNames(text) : [], mayReduce: mayReducePrecision(text),
})

/** Whether a large number follows on a time's name in parentheses. @param {string} text @returns {boolean} */
function mayReducePrecision(text) {
  for (const { index } of text.matchAll(PRECISION))
    if (TIMED.test(text.slice(text.lastIndexOf('(', index - 1) + 1, index))) return true
  return false
}

/**
 * @param {string} text
 * @param {ParsedStatement[]} statements of it; they get theirs, names' are the first one's
 * @param {NoticesAhead} ahead
 */
export function addNotices(text, statements, { names, mayReduce }) {
  if (statements.length === 0) return
  if (mayReduce) {
    for (const statement of statements) {
      const reduced = reducedPrecisions(statement, text)
      if (reduced.length > 0) statement.notices = reduced
    }
  }
  if (names.length > 0) statements[0].notices = [...names, ...(statements[0].notices ?? [])]
}

/** @param {string} text @returns {Notice[]} */
function cutNames(text) {
  /** @type {Notice[]} */
  const notices = []
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = tokenEnd(text, at)
    if (end < 0) break
    const name = end - at > NAME_UNITS_MIN ? nameOf(text.slice(at, end)) : null
    if (name === null) continue
    const bytes = new TextEncoder().encode(name)
    if (bytes.length <= NAME_BYTES_MAX) continue
    let kept = NAME_BYTES_MAX
    while ((bytes[kept] & 0xc0) === 0x80) kept--
    notices.push({
      severity: 'NOTICE',
      code: '42622',
      message: `identifier "${name}" will be truncated to "${new TextDecoder().decode(bytes.subarray(0, kept))}"`,
    })
  }
  return notices
}

/** @param {string} token @returns {string | null} null: it is no name */
function nameOf(token) {
  if (token[0] === '"') return unquoted(token.slice(1, -1))
  if (!isNameStart(token.charCodeAt(0)) || token.endsWith("'")) return null
  return token.endsWith('"')
    ? unescaped(unquoted(token.slice(3, -1)))
    : token.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** @param {string} inside */
const unquoted = (inside) => inside.replaceAll('""', '"')

/** @param {string} name of U&"…" */
const unescaped = (name) => name.replace(/\\(?:\\|\+([\dA-Fa-f]{6})|([\dA-Fa-f]{4}))/g, (_all, long, short) => {
  const digits = long ?? short
  return digits === undefined ? '\\' : String.fromCodePoint(Number.parseInt(digits, 16))
})

const TYPES = /** @type {Record<string, [string, string]>} */ ({
  time: ['TIME', ''],
  timetz: ['TIME', ' WITH TIME ZONE'],
  timestamp: ['TIMESTAMP', ''],
  timestamptz: ['TIMESTAMP', ' WITH TIME ZONE'],
  interval: ['INTERVAL', ''],
})
const VALUES = /** @type {Record<string, string>} */ ({
  SVFOP_CURRENT_TIME_N: 'timetz',
  SVFOP_CURRENT_TIMESTAMP_N: 'timestamptz',
  SVFOP_LOCALTIME_N: 'time',
  SVFOP_LOCALTIMESTAMP_N: 'timestamp',
})

/** @param {ParsedStatement} statement @param {string} text of all statements @returns {Notice[]} */
function reducedPrecisions({ tag, node }, text) {
  /** @type {Notice[]} */
  const notices = []
  const tell = (/** @type {string} */ type, /** @type {number} */ precision, /** @type {number} */ location) => {
    const [name, zone] = TYPES[type]
    notices.push({
      severity: 'WARNING',
      code: '22023',
      message: `${name}(${precision})${zone} precision reduced to maximum allowed, ${PRECISION_MAX}`,
      ...(location < 0 ? {} : { position: characterAt(text, location) }),
    })
  }
  const look = (/** @type {any} */ tree, /** @type {boolean} */ placed) => {
    if (Array.isArray(tree)) {
      for (const part of tree) look(part, placed)
      return
    }
    if (tree === null || typeof tree !== 'object') return
    if (tree.names && tree.typmods) {
      const type = tree.names.at(-1)?.String?.sval
      const value = tree.typmods.at(-1)?.A_Const?.ival?.ival ?? 0
      if (
        Object.hasOwn(TYPES, type ?? '') &&
        value > PRECISION_MAX &&
        (type === 'interval' ? tree.typmods.length === 2 && value !== NO_PRECISION : true)
      )
        tell(type, value, placed ? (tree.location ?? 0) : -1)
      return
    }
    if (VALUES[tree.op] !== undefined && tree.typmod > PRECISION_MAX) tell(VALUES[tree.op], tree.typmod, -1)
    for (const field in tree) look(tree[field], placed)
  }
  /** Column definitions are looked at twice: when the statement is understood, and when the table is made. */
  const lookAtColumns = (/** @type {any[]} */ columns) => {
    for (const placed of [true, false]) for (const column of columns) look(column.typeName, placed)
    for (const column of columns) look({ ...column, typeName: null }, true)
  }
  switch (tag) {
    case 'CreateStmt': {
      const parts = node.tableElts ?? []
      lookAtColumns(parts.flatMap((/** @type {any} */ part) => part.ColumnDef ?? []))
      look(parts.filter((/** @type {any} */ part) => !part.ColumnDef), true)
      break
    }
    case 'AlterTableStmt':
      for (const { AlterTableCmd: command } of node.cmds ?? []) {
        if (command.subtype === 'AT_AddColumn') lookAtColumns([command.def.ColumnDef])
        else if (command.subtype === 'AT_AlterColumnType') {
          const { typeName, ...rest } = command.def.ColumnDef
          look([typeName, typeName], false)
          look(rest, true)
        } else look(command, true)
      }
      break
    case 'CreateDomainStmt': case 'CompositeTypeStmt': case 'CreateFunctionStmt': look(node, false); break
    default: look(node, true)
  }
  return notices
}

/** @param {string} text @param {number} offset in its UTF-8 @returns {number} 1-based */
const characterAt = (text, offset) =>
  Array.from(new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, offset))).length + 1
