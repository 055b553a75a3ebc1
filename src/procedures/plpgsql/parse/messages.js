/** RAISE, ASSERT and GET DIAGNOSTICS. */
import { unknownCondition, tooFewForRaise, tooManyForRaise } from '../../../errors/plpgsql-run.js'
import { conditionCodes } from '../conditions.js'
import { readState } from './parts.js'
import { stringValue } from './tokens.js'

/** @typedef {import('../../host.js').Value} Value */

/** @typedef {import('./names.js').Datum} Datum */
/** @typedef {import('./reader.js').Reader} Reader */
/** @typedef {import('./tree.js').Expression} Expression */
/** @typedef {import('./tree.js').Statement} Statement */

const LEVELS = ['debug', 'log', 'info', 'notice', 'warning', 'exception']
const OPTIONS = ['errcode', 'message', 'detail', 'hint', 'column', 'constraint', 'datatype', 'table', 'schema']

/** @param {Reader} reader behind RAISE @param {number} line @returns {Statement} */
export function readRaise(reader, line) {
  const made =
    { kind: 'raise', line, level: 'exception', isBare: false, condition: '',
      format: /** @type {string | null} */ (null), params: /** @type {Expression[]} */ ([]),
    options: /** @type {{ name: string, expression: Expression }[]} */ ([]) }
  if (reader.takeOp(';')) return { ...made, isBare: true }
  const level = LEVELS.find((word) => reader.isWord(word))
  if (level !== undefined) {
    reader.at++
    made.level = level
  }
  const token = reader.next()
  if (token.kind === 'end') throw reader.syntaxError(token)
  let ended = ''
  if (token.kind === 'string') {
    made.format = stringValue(token.value)
    ;({ value: ended } = reader.next())
    if (![',', ';', 'using'].includes(ended)) throw reader.syntaxError(reader.tokens[reader.at - 1])
    while (ended === ',') {
      const next = reader.endedExpression([',', ';', 'using'], ', or ; or USING')
      made.params.push(next.expression)
      ended = next.ended
    }
  } else if (token.kind === 'word' && token.value === 'using') {
    ended = 'using'
  } else {
    made.condition = raisedCondition(reader, token)
    ended = reader.next().value
    if (ended !== ';' && ended !== 'using') throw reader.syntaxError(reader.tokens[reader.at - 1])
  }
  if (ended === 'using') made.options = readOptions(reader)
  checkParameters(made)
  return made
}

/** @param {Reader} reader @param {import('./tokens.js').Token} token @returns {string} a name, or a SQLSTATE */
function raisedCondition(reader, token) {
  if (token.kind === 'word' && token.value === 'sqlstate') return readState(reader)
  if (token.kind !== 'word' && token.kind !== 'quoted') throw reader.syntaxError(token)
  if (conditionCodes(token.value).length === 0) {
    throw unknownCondition(token.value)
  }
  return token.value
}

/** @param {Reader} reader behind USING @returns {{ name: string, expression: Expression }[]} */
function readOptions(reader) {
  const options = []
  for (;;) {
    const token = reader.next()
    if (token.kind === 'end') throw reader.syntaxError(token)
    if (token.kind !== 'word' || !OPTIONS.includes(token.value)) {
      throw reader.syntaxError(token, 'unrecognized RAISE statement option')
    }
    if (!reader.takeOp('=') && !reader.takeOp(':=')) {
      throw reader.syntaxError(reader.peek(), 'syntax error, expected "="')
    }
    const { expression, ended } = reader.endedExpression([',', ';'], ', or ;')
    options.push({ name: token.value, expression })
    if (ended === ';') return options
  }
}

/** @param {{ format: string | null, params: Value[] }} raise */
function checkParameters({ format, params }) {
  if (format === null) return
  const wanted = format.replaceAll('%%', '').split('%').length - 1
  if (wanted > params.length) throw tooFewForRaise()
  if (wanted < params.length) throw tooManyForRaise()
}

/** @param {Reader} reader @param {number} line @returns {Statement} */
export function readAssert(reader, line) {
  const { expression, ended } = reader.endedExpression([',', ';'], ', or ;')
  return { kind: 'assert', line, condition: expression, message: ended === ',' ? reader.expression(';') : null }
}

const CURRENT = ['row_count', 'pg_context']
const STACKED =
  ['returned_sqlstate', 'column_name', 'constraint_name', 'pg_datatype_name', 'message_text', 'table_name',
    'schema_name',
  'pg_exception_detail', 'pg_exception_hint', 'pg_exception_context']
const OLD = ['pg_routine_oid']

/** @param {Reader} reader behind GET @param {number} line @returns {Statement} */
export function readDiagnostics(reader, line) {
  const { start: getAt } = reader.tokens[reader.at - 1]
  const stacked = reader.takeWords('stacked')
  if (!stacked) reader.takeWords('current')
  reader.needWord('diagnostics')
  /** @type {{ target: Datum, item: string }[]} */
  const items = []
  do {
    const { start } = reader.peek()
    const target = reader.needVariable()
    if (target.kind === 'row' || target.kind === 'rec' || reader.isOp('[')) {
      throw reader.error('42601', `"${target.name}" is not a scalar variable`, start)
    }
    reader.checkAssignable(target, start)
    if (!reader.takeOp('=') && !reader.takeOp(':=')) throw reader.syntaxError()
    const token = reader.next()
    const item = token.kind === 'word' ? token.value : ''
    if (![...CURRENT, ...STACKED, ...OLD].includes(item) || item === 'pg_routine_oid') {
      throw reader.syntaxError(token, 'unrecognized GET DIAGNOSTICS item')
    }
    if ((stacked ? CURRENT : STACKED).includes(item)) {
      throw reader.error('42601',
        `diagnostics item ${item.toUpperCase()} is not allowed in GET ${stacked ? 'STACKED' : 'CURRENT'} DIAGNOSTICS`,
        getAt)
    }
    items.push({ target, item })
  } while (reader.takeOp(','))
  reader.needOp(';')
  return { kind: 'diagnostics', line, stacked, items }
}
