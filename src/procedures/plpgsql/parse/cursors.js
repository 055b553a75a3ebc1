/** OPEN, FETCH, MOVE and CLOSE. */
import { isRefcursor, readInto, readList } from './parts.js'

/** @typedef {import('../../host.js').Value} Value */

/** @typedef {import('./names.js').Datum} Datum */
/** @typedef {import('./reader.js').Reader} Reader */
/** @typedef {import('./tree.js').Expression} Expression */
/** @typedef {import('./tree.js').Statement} Statement */

/** @param {Reader} reader @returns {Datum} */
function needCursor(reader) {
  const { start } = reader.peek()
  const found = reader.variableHere()
  if (found === null) throw reader.unknownVariable()
  if (found.datum.kind !== 'var') throw reader.error('42804', 'cursor variable must be a simple variable', start)
  if (!isRefcursor(found.datum)) {
    throw reader.error('42804', `variable "${found.datum.name}" must be of type cursor or refcursor`, start)
  }
  reader.at += found.tokens
  return found.datum
}

/** @param {Reader} reader @param {number} line @returns {Statement} */
export function readOpen(reader, line) {
  const cursor = needCursor(reader)
  if (cursor.cursor !== null) {
    return { kind: 'open', line, cursor, args: readArguments(reader, cursor, [';']), scroll: cursor.cursor.scroll,
      query: null, dynamic: null, params: [] }
  }
  const scroll = reader.takeWords('no', 'scroll') ? false : reader.takeWords('scroll') ? true : null
  const forToken = reader.peek()
  if (!reader.takeWords('for')) throw reader.syntaxError(forToken, 'syntax error, expected "FOR"')
  if (reader.takeWords('execute')) {
    const { expression, ended } = reader.endedExpression(['using', ';'], 'USING or ;')
    return { kind: 'open', line, cursor, args: null, scroll, query: null, dynamic: expression,
      params: ended === 'using' ? readList(reader, [';']).list : [] }
  }
  const { text, at } = reader.sqlText([';'], ';', { isStatement: true })
  return { kind: 'open', line, cursor, args: null, scroll, query: reader.expressionOf('statement', text, at),
    dynamic: null, params: [] }
}

/**
 * What a bound cursor is opened with: by place, or name := value. The token behind is taken.
 * @param {Reader} reader @param {Datum} cursor @param {string[]} until @returns {Expression[] | null} in the order of
 *   its arguments
 */
export function readArguments(reader, cursor, until) {
  const args = /** @type {import('./names.js').CursorDefinition} */ (cursor.cursor).args
  const { start } = reader.peek()
  if (args === null) {
    if (reader.isOp('(')) throw reader.error('42601', `cursor "${cursor.name}" has no arguments`, start)
    needOneOf(reader, until)
    return null
  }
  if (!reader.takeOp('(')) throw reader.error('42601', `cursor "${cursor.name}" has arguments`, start)
  /** @type {(Expression | undefined)[]} */
  const given = new Array(args.parts.length)
  for (let at = 0, ended = ','; ended === ','; at++) {
    const token = reader.peek()
    let to = at
    const isNamed = (token.kind === 'word' || token.kind === 'quoted') && reader.isOp(':=', 1)
    if (isNamed) {
      to = args.partNames.indexOf(token.value)
      if (to < 0) {
        throw reader.error('42601', `cursor "${cursor.name}" has no argument named "${token.value}"`, token.start)
      }
      reader.at += 2
    }
    if (given[to] !== undefined) {
      throw reader.error('42601',
        `value for parameter "${args.partNames[to]}" of cursor "${cursor.name}" specified more than once`, token.start)
    }
    const text = reader.sqlText([',', ')'], ',\" or \")')
    given[to] = reader.expressionOf('expression', text.text, text.at)
    ended = text.ended
    if (ended === ',' && at === given.length - 1) {
      throw reader.error('42601', `too many arguments for cursor "${cursor.name}"`,
        reader.tokens[reader.at - 1].start)
    }
  }
  const missing = given.findIndex((item) => item === undefined)
  if (missing >= 0 || given.length < args.parts.length) {
    throw reader.error('42601', `not enough arguments for cursor "${cursor.name}"`, reader.tokens[reader.at - 1].start)
  }
  needOneOf(reader, until)
  return /** @type {Expression[]} */ (given)
}

/** @param {Reader} reader @param {string[]} values words or operators */
function needOneOf(reader, values) {
  const token = reader.next()
  if (!values.includes(token.value)) throw reader.syntaxError(token)
}

const ALL = Infinity

/**
 * FETCH [direction] [FROM | IN] cursor INTO target, and MOVE.
 * @param {Reader} reader @param {number} line @returns {Statement}
 */
export function readFetch(reader, line) {
  const { value, start } = reader.tokens[reader.at - 1]
  const isMove = value === 'move'
  const direction = readDirection(reader)
  const cursor = needCursor(reader)
  let into = null
  if (!isMove) {
    reader.needWord('into')
    into = readInto(reader, false).target
  }
  reader.needOp(';')
  if (!isMove && direction.isMany) {
    throw reader.error('0A000', 'FETCH statement cannot return multiple rows', start)
  }
  return { kind: 'fetch', line, isMove, cursor, target: into, direction: direction.direction, count: direction.count,
    expression: direction.expression }
}

/** @type {Record<string, [string, number]>} */
const WORDS = { next: ['FORWARD', 1], prior: ['BACKWARD', 1], first: ['ABSOLUTE', 1], last: ['ABSOLUTE', -1] }

/**
 * @param {Reader} reader
 * @returns {{ direction: string, count: number, expression: Expression | null, isMany: boolean }}
 */
function readDirection(reader) {
  const token = reader.peek()
  const one = { direction: 'FORWARD', count: 1, expression: null, isMany: false }
  const isCursor = reader.variableHere() !== null && !reader.isWord('from', 1) && !reader.isWord('in', 1)
  const word = token.kind === 'word' ? token.value : ''
  if (Object.hasOwn(WORDS, word)) {
    reader.at++
    needFrom(reader)
    return { ...one, direction: WORDS[word][0], count: WORDS[word][1] }
  }
  if (word === 'absolute' || word === 'relative') {
    reader.at++
    return { ...one, direction: word.toUpperCase(), expression: untilFrom(reader) }
  }
  if (word === 'all') {
    reader.at++
    needFrom(reader)
    return { ...one, count: ALL, isMany: true }
  }
  if (word === 'forward' || word === 'backward') {
    reader.at++
    const direction = word.toUpperCase()
    if (reader.takeWords('from') || reader.takeWords('in')) return { ...one, direction }
    if (reader.takeWords('all')) {
      needFrom(reader)
      return { ...one, direction, count: ALL, isMany: true }
    }
    // A cursor may follow at once.
    if (reader.variableHere() !== null && isRefcursor(/** @type {Value} */ (reader.variableHere()).datum)) {
      return { ...one, direction }
    }
    return { direction, count: 0, expression: untilFrom(reader), isMany: true }
  }
  if (reader.takeWords('from') || reader.takeWords('in') || isCursor) return one
  return { direction: 'FORWARD', count: 0, expression: untilFrom(reader), isMany: true }
}

/** @param {Reader} reader */
function needFrom(reader) {
  if (reader.takeWords('from') || reader.takeWords('in')) return
  throw reader.syntaxError(reader.peek(), 'expected FROM or IN')
}

/** @param {Reader} reader @returns {Expression} */
const untilFrom = (reader) => reader.endedExpression(['from', 'in'], 'FROM or IN').expression

/** @param {Reader} reader @param {number} line @returns {Statement} */
export function readClose(reader, line) {
  const cursor = needCursor(reader)
  reader.needOp(';')
  return { kind: 'close', line, cursor }
}
