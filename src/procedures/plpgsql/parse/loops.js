/** LOOP, WHILE, FOR and FOREACH. */
import { readArguments } from './cursors.js'
import { isRefcursor, readList, readTarget } from './parts.js'

/** @import { Steps } from '../../../util/effort.js' */
/** @typedef {import('./names.js').Datum} Datum */
/** @typedef {import('./reader.js').Reader} Reader */
/** @typedef {import('./tree.js').Statement} Statement */

const INTEGER = { type: 23, typmod: -1, collation: 0, isRow: false }
const RECORD = { type: 2249, typmod: -1, collation: 0, isRow: true }

/** The statements of a loop and its end. @param {Reader} reader @param {string} label @returns {Steps<Statement[]>} */
function* readLoopBody(reader, label) {
  const body = yield* reader.statements(['end'])
  reader.needWord('end')
  reader.needWord('loop')
  reader.endLabel(label)
  reader.needOp(';')
  return body
}

/** @param {Reader} reader @param {number} line @param {string} label @returns {Steps<Statement>} */
export function readLoop(reader, line, label) {
  return reader.within(label, true, function* () {
    return { kind: 'loop', line, scope: reader.scope, body: yield* readLoopBody(reader, label) }
  })
}

/** @param {Reader} reader @param {number} line @param {string} label @returns {Steps<Statement>} */
export function readWhile(reader, line, label) {
  return reader.within(label, true, function* () {
    const condition = reader.expression('loop')
    return { kind: 'while', line, scope: reader.scope, condition, body: yield* readLoopBody(reader, label) }
  })
}

/** @param {Reader} reader behind FOR @param {number} line @param {string} label @returns {Steps<Statement>} */
export function readFor(reader, line, label) {
  return reader.within(label, true, function* () {
    const named = readLoopVariable(reader)
    reader.needWord('in')
    const start = reader.peek()
    if (reader.takeWords('execute')) return yield* readDynamic(reader, line, label, named)
    const cursor = reader.variableHere()
    if (cursor !== null && isRefcursor(cursor.datum)) {
      reader.at += cursor.tokens
      return yield* readCursorLoop(reader, line, label, named, cursor.datum, start.start)
    }
    return yield* readRange(reader, line, label, named)
  })
}

/**
 * What stands behind FOR: a variable, a list of them, or one name that is not known yet.
 * @typedef {{ name: string, isPlain: boolean, at: number, line: number, target: Datum | null }} LoopVariable
 */

/** @param {Reader} reader @returns {LoopVariable} */
function readLoopVariable(reader) {
  const token = reader.peek()
  const line = reader.line(token.start)
  const found = reader.variableHere()
  if (found === null) {
    if (reader.isOp('.', 1)) throw reader.unknownVariable()
    const { value } = reader.anyName()
    if (reader.isOp(',')) { reader.at--; throw reader.unknownVariable() }
    return { name: value, isPlain: true, at: token.start, line, target: null }
  }
  const isList = reader.isOp(',', found.tokens) || found.datum.kind === 'rec' || found.datum.kind === 'row'
  if (isList) return { name: found.shown, isPlain: found.tokens === 1 && !reader.isOp(',', 1),
      at: token.start, line, target: readTarget(reader) }
  reader.at += found.tokens
  return { name: found.shown, isPlain: found.tokens === 1, at: token.start, line, target: found.datum }
}

/**
 * A loop over rows needs something that takes one.
 * @param {Reader} reader @param {LoopVariable} named
 * @param {string} code SQLSTATE where there is no such variable @returns {Datum}
 */
function rowTarget(reader, { name, at, line, target }, code) {
  if (target === null) {
    throw reader.error(code,
      'loop variable of loop over rows must be a record variable or list of scalar variables', at)
  }
  reader.checkAssignable(target, at)
  return target.kind === 'rec' || target.kind === 'row' ? target
    : reader.makeDatum('row', '(unnamed row)', line, { parts: [target], partNames: [name] })
}

/**
 * @param {Reader} reader @param {number} line @param {string} label @param {LoopVariable} named
 * @returns {Steps<Statement>}
 */
function* readDynamic(reader, line, label, named) {
  const target = rowTarget(reader, named, '42804')
  const { expression, ended } = reader.endedExpression(['loop', 'using'], 'LOOP or USING')
  const params = ended === 'using' ? readList(reader, ['loop'], ', or LOOP').list : []
  return { kind: 'forQuery', line, scope: reader.scope, target, query: null, dynamic: expression, params,
    body: yield* readLoopBody(reader, label) }
}

/**
 * @param {Reader} reader @param {number} line @param {string} label @param {LoopVariable} named @param {Datum} cursor
 * @param {number} at @returns {Steps<Statement>}
 */
function* readCursorLoop(reader, line, label, named, cursor, at) {
  if (named.target !== null && !named.isPlain) {
    throw reader.error('42601', 'cursor FOR loop must have only one target variable', named.at)
  }
  if (cursor.cursor === null) throw reader.error('42601', 'cursor FOR loop must use a bound cursor variable', at)
  const args = readArguments(reader, cursor, ['loop'])
  // The row's variable is the loop's own.
  const target = reader.declare(named.name, named.line, RECORD)
  const body = yield* readLoopBody(reader, label)
  return { kind: 'forCursor', line, scope: reader.scope, target, cursor, args, body }
}

/**
 * FOR i IN a .. b, or over a query.
 * @param {Reader} reader @param {number} line @param {string} label @param {LoopVariable} named
 * @returns {Steps<Statement>}
 */
function* readRange(reader, line, label, named) {
  const reverseAt = reader.peek().start
  const reverse = reader.takeWords('reverse')
  const { text, at, ended } = reader.sqlText(['..', 'loop'], 'LOOP', { isStatement: true })
  if (ended === '..') {
    const lower = reader.expressionOf('expression', text, at)
    const { expression: upper, ended: next } = reader.endedExpression(['loop', 'by'], 'LOOP')
    const step = next === 'by' ? reader.expression('loop') : null
    if (!named.isPlain) throw reader.error('42601', 'integer FOR loop must have only one target variable', named.at)
    const target = reader.declare(named.name, named.line, INTEGER)
    return { kind: 'forRange', line, scope: reader.scope, target, lower, upper, step, reverse,
      body: yield* readLoopBody(reader, label) }
  }
  if (reverse) throw reader.error('42601', 'cannot specify REVERSE in query FOR loop', reverseAt)
  const query = reader.expressionOf('statement', text, at)
  const target = rowTarget(reader, named, '42601')
  return { kind: 'forQuery', line, scope: reader.scope, target, query, dynamic: null, params: [],
    body: yield* readLoopBody(reader, label) }
}

/** @param {Reader} reader behind FOREACH @param {number} line @param {string} label @returns {Steps<Statement>} */
export function readForeach(reader, line, label) {
  return reader.within(label, true, function* () {
    const named = readLoopVariable(reader)
    if (named.target === null) {
      throw reader.error('42804', 'loop variable of FOREACH must be a known variable or list of variables', named.at)
    }
    let slice = 0
    if (reader.takeWords('slice')) {
      const token = reader.next()
      if (token.kind !== 'number') throw reader.syntaxError(token)
      slice = Number(token.value)
    }
    reader.needWord('in')
    reader.needWord('array')
    const expression = reader.expression('loop')
    return { kind: 'foreach', line, scope: reader.scope, target: named.target, slice, expression,
      body: yield* readLoopBody(reader, label) }
  })
}
