/** Parts that several kinds of statements have. */
import { stringValue } from './tokens.js'

/** @typedef {import('./names.js').Datum} Datum */
/** @typedef {import('./reader.js').Reader} Reader */
/** @typedef {import('./tree.js').Expression} Expression */

export const REFCURSOR = 1790

/** @param {Datum} datum */
export const isRefcursor = (datum) => datum.kind === 'var' && datum.type === REFCURSOR

/**
 * Expressions with commas between.
 * @param {Reader} reader
 * @param {string[]} until
 * @param {string} [expected]
 * @returns {{ list: Expression[], ended: string }}
 */
export function readList(reader, until, expected = `, or ${until[0].toUpperCase()}`) {
  /** @type {Expression[]} */
  const list = []
  for (;;) {
    const { expression, ended } = reader.endedExpression([',', ...until], expected)
    list.push(expression)
    if (ended !== ',') return { list, ended }
  }
}

/** Where a row goes, behind INTO. @param {Reader} reader @returns {{ target: Datum, strict: boolean }} */
export function readInto(reader, mayBeStrict = true) {
  const strict = mayBeStrict && reader.takeWords('strict')
  return { strict, target: readTarget(reader) }
}

/** A row variable, or a list of others. @param {Reader} reader @returns {Datum} */
export function readTarget(reader) {
  const line = reader.line()
  const { start } = reader.peek()
  const first = reader.needVariable()
  reader.checkAssignable(first, start)
  if (first.kind === 'rec' || first.kind === 'row') {
    if (reader.isOp(','))
      throw reader.error('42601', 'record variable cannot be part of multiple-item INTO list', reader.peek().start)
    return first
  }
  const parts = [first]
  const names = [first.name]
  while (reader.takeOp(',')) {
    const at = reader.peek().start
    const found = reader.variableHere()
    if (found === null) throw reader.unknownVariable()
    if (found.datum.kind === 'rec' || found.datum.kind === 'row')
      throw reader.error('42601', `"${found.shown}" is not a scalar variable`, at)
    reader.checkAssignable(found.datum, at)
    reader.at += found.tokens
    parts.push(found.datum)
    names.push(found.shown)
  }
  return reader.makeDatum('row', '(unnamed row)', line, { parts, partNames: names })
}

/** 'XXXXX' behind SQLSTATE. @param {Reader} reader @returns {string} */
export function readState(reader) {
  const token = reader.next()
  if (token.kind !== 'string') throw reader.syntaxError(token)
  const code = stringValue(token.value)
  if (!/^[0-9A-Z]{5}$/.test(code)) throw reader.syntaxError(token, 'invalid SQLSTATE code')
  return code
}
