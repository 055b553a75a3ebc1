/** Blocks, declarations and exception handlers. */
import { unknownCondition } from '../../../errors/plpgsql-run.js'
import { isTired } from '../../../util/effort.js'
import { conditionCodes } from '../conditions.js'
import { Scope } from './names.js'
import { REFCURSOR, readState } from './parts.js'

/** @import { Steps } from '../../../util/effort.js' */
/** @typedef {import('./names.js').Datum} Datum */
/** @typedef {import('./reader.js').Reader} Reader */
/** @typedef {import('./reader.js').ResolvedType} ResolvedType */
/** @typedef {import('./tree.js').Block} Block */
/** @typedef {import('./tree.js').Condition} Condition */
/** @typedef {import('./tree.js').ParsedBody} ParsedBody */

const TEXT = { type: 25, typmod: -1, collation: 0, isRow: false }

/** The whole body. @param {Reader} reader @param {Datum} found @returns {Steps<ParsedBody>} @throws {DbError} */
export function* readBody(reader, found) {
  readDirectives(reader)
  const label = reader.label()
  const block = yield* readBlock(reader, label)
  reader.takeOp(';')
  if (reader.peek().kind !== 'end') throw reader.syntaxError()
  const { datums, outer, variableConflict, printStrictParams, beginsOthers } = reader
  return { block, datums, outer, found, variableConflict, printStrictParams, beginsOthers }
}

const DIRECTIVES = new Set(['variable_conflict', 'print_strict_params', 'option'])

/** #variable_conflict and its like. @param {Reader} reader */
function readDirectives(reader) {
  while (reader.takeOp('#')) {
    const directive = reader.next()
    const { value } = directive
    if (!DIRECTIVES.has(value)) throw reader.syntaxError(directive)
    const word = reader.next().value
    if (value === 'variable_conflict' && ['error', 'use_variable', 'use_column'].includes(word)) {
      reader.variableConflict = word
    }
    else if (value === 'print_strict_params' && ['on', 'off'].includes(word)) reader.printStrictParams = word === 'on'
    else if (value !== 'option' || word !== 'dump') throw reader.syntaxError(reader.tokens[reader.at - 1])
  }
}

/** @param {Reader} reader at DECLARE or BEGIN @param {string} label @returns {Steps<Block>} BEGIN's line */
export function readBlock(reader, label) {
  return reader.within(label, false, function* () {
    /** @type {Datum[]} */
    const variables = []
    if (reader.takeWords('declare')) yield* readDeclarations(reader, variables)
    const line = reader.line()
    reader.needWord('begin')
    const body = yield* reader.statements(['end', 'exception'])
    const handlers = reader.isWord('exception') ? yield* readHandlers(reader) : null
    reader.needWord('end')
    reader.endLabel(label)
    return { kind: /** @type {'block'} */ ('block'), line, label, variables, body, handlers, scope: reader.scope }
  })
}

/** @param {Reader} reader behind DECLARE @param {Datum[]} variables @returns {Steps<void>} */
function* readDeclarations(reader, variables) {
  reader.declaring = true
  while (!reader.isWord('begin')) {
    if (reader.takeWords('declare')) continue
    if (reader.isOp('<<')) {
      throw reader.error('42601', 'block label must be placed before DECLARE, not after', reader.peek().start)
    }
    readDeclaration(reader, variables)
    if (isTired()) yield
  }
  reader.declaring = false
}

/** @param {Reader} reader @param {Datum[]} variables */
function readDeclaration(reader, variables) {
  const token = reader.anyName(true)
  const line = reader.line(token.start)
  if (reader.scope.names.has(token.value)) throw reader.syntaxError(token, 'duplicate declaration')
  warnOfShadow(reader, token)
  if (reader.takeWords('alias')) {
    reader.needWord('for')
    const datum = readAliased(reader)
    reader.needOp(';')
    reader.scope.names.set(token.value, datum)
    return
  }
  const scroll = reader.takeWords('no', 'scroll') ? false : reader.takeWords('scroll') ? true : null
  if (scroll !== null || reader.isWord('cursor')) {
    reader.needWord('cursor')
    variables.push(readCursor(reader, token.value, line, scroll))
    return
  }
  const isConstant = reader.takeWords('constant')
  const type = readType(reader)
  let { collation } = type
  const collateAt = reader.peek().start
  if (reader.takeWords('collate')) collation = readCollation(reader, type, collateAt)
  const notAt = reader.peek().start
  const notNull = reader.takeWords('not')
  if (notNull) reader.needWord('null')
  /** @type {import('./tree.js').Expression | null} */
  let initial = null
  if (reader.takeOp(':=') || reader.takeOp('=') || reader.takeWords('default')) initial = reader.expression(';')
  else if (!reader.takeOp(';')) throw reader.syntaxError()
  if (notNull && initial === null) {
    throw reader.error(
      '22004', `variable "${token.value}" must have a default value, since it's declared NOT NULL`, notAt,
    )
  }
  variables.push(reader.declare(token.value, line, { ...type, collation }, { isConstant, notNull, initial }))
}

/** What ALIAS FOR names. @param {Reader} reader @returns {Datum} */
function readAliased(reader) {
  const found = reader.variableHere()
  const { start, value } = reader.peek()
  if (found === null) throw reader.error('42704', `variable "${value}" does not exist`, start)
  reader.at += found.tokens
  return found.datum
}

/** @param {Reader} reader @param {import('./tokens.js').Token} token of a new name */
function warnOfShadow(reader, token) {
  const { extra, warn } = reader.options
  const level = extra('shadowed_variables')
  if (level === 'none' || reader.scope.find(token.value) === null) return
  const message = `variable "${token.value}" shadows a previously defined variable`
  if (level === 'error') throw reader.error('42712', message, token.start)
  warn(message, token.start)
}

/** @param {Reader} reader @param {ResolvedType} type @param {number} at @returns {number} OID */
function readCollation(reader, type, at) {
  const start = reader.peek().start
  do reader.anyName()
  while (reader.takeOp('.'))
  const oid = reader.options.collationOf(reader.text.slice(start, reader.tokens[reader.at - 1].end), start)
  if (type.isRow || type.collation === 0) {
    throw reader.error('42804', `collations are not supported by type ${reader.options.typeName(type.type)}`, at)
  }
  return oid
}

/**
 * A type's name: up to what cannot be part of one. Also v%TYPE, t.c%TYPE, t%ROWTYPE, each perhaps with [].
 * @param {Reader} reader @returns {ResolvedType}
 */
export function readType(reader) {
  const first = reader.peek()
  const start = first.start
  const known = readCopiedType(reader)
  if (known !== null) return known
  let depth = 0
  for (;; reader.at++) {
    const token = reader.peek()
    const { kind, value } = token
    if (kind === 'end' || (kind === 'op' && value === ';')) {
      if (depth !== 0) throw reader.syntaxError(token, 'mismatched parentheses')
      if (kind === 'end') throw reader.syntaxError(token, 'incomplete data type declaration')
      break
    }
    if (depth === 0 && kind === 'op' && (value === ',' || value === ')' || value === ':=' || value === '=')) break
    if (depth === 0 && kind === 'word' && ['collate', 'not', 'default', 'is', 'for'].includes(value)) break
    if (kind === 'op' && value === '(') depth++
    else if (kind === 'op' && value === ')') depth--
  }
  const last = reader.tokens[reader.at - 1]
  if (last === undefined || last.end <= start) throw reader.syntaxError(reader.peek(), 'missing data type declaration')
  return reader.options.typeOf(reader.text.slice(start, reader.peek().start), start)
}

/** %TYPE and %ROWTYPE. @param {Reader} reader @returns {ResolvedType | null} */
function readCopiedType(reader) {
  /** @type {string[]} */
  const names = []
  let ahead = 0
  for (;;) {
    const token = reader.peek(ahead)
    if (token.kind !== 'word' && token.kind !== 'quoted' && token.kind !== 'param') return null
    names.push(token.value)
    ahead++
    if (!reader.isOp('.', ahead)) break
    ahead++
  }
  if (!reader.isOp('%', ahead)) return null
  const word = reader.peek(ahead + 1).value
  if (word !== 'type' && word !== 'rowtype') return null
  const type = word === 'rowtype' ? reader.options.rowType(names) : copiedType(reader, names)
  if (type === null) return null
  reader.at += ahead + 2
  return type
}

/**
 * @param {Reader} reader @param {string[]} names
 * @returns {ResolvedType | null} null: rows and their fields have none to copy
 */
function copiedType(reader, names) {
  const found = reader.scope.find(names[0], names[1], names[2])
  if (found !== null && found.used === names.length && found.datum.kind === 'var') {
    const { type, typmod, collation } = found.datum
    return { type, typmod, collation, isRow: false }
  }
  return names.length > 1 ? reader.options.columnType(names) : null
}

/**
 * @param {Reader} reader behind CURSOR @param {string} name @param {number} line @param {boolean | null} scroll
 * @returns {Datum}
 */
function readCursor(reader, name, line, scroll) {
  const before = reader.scope
  reader.scope = new Scope(before.asItIs(), name)
  /** @type {Datum | null} */
  let args = null
  if (reader.takeOp('(')) {
    /** @type {Datum[]} */
    const parts = []
    do {
      const token = reader.anyName(true)
      if (reader.scope.names.has(token.value)) throw reader.syntaxError(token, 'duplicate declaration')
      parts.push(reader.declare(token.value, reader.line(token.start), readType(reader)))
    } while (reader.takeOp(','))
    reader.needOp(')')
    args = reader.makeDatum('row', '(unnamed row)', line, { parts, partNames: parts.map((part) => part.name) })
  }
  if (!reader.takeWords('is') && !reader.takeWords('for')) throw reader.syntaxError()
  const { text, at } = reader.sqlText([';'], ';', { isStatement: true })
  const query = reader.expressionOf('statement', text, at)
  reader.scope = before
  const type = { type: REFCURSOR, typmod: -1, collation: 0, isRow: false }
  return reader.declare(name, line, type, { cursor: { query, args, scroll } })
}

/** @param {Reader} reader at EXCEPTION @returns {Steps<import('./tree.js').Handlers>} */
function* readHandlers(reader) {
  const line = reader.line()
  reader.needWord('exception')
  // The body before them still means those of a handler around it.
  return yield* reader.within(reader.scope.label, false, () => handlersIn(reader, line))
}

/** @param {Reader} reader @param {number} line @returns {Steps<import('./tree.js').Handlers>} */
function* handlersIn(reader, line) {
  reader.scope.isHandlers = true
  const state = reader.declare('sqlstate', line, TEXT, { isConstant: true })
  const message = reader.declare('sqlerrm', line, TEXT, { isConstant: true })
  const list = []
  do {
    const at = reader.line()
    reader.needWord('when')
    /** @type {Condition[]} */
    const conditions = []
    do conditions.push(readCondition(reader))
    while (reader.takeWords('or'))
    reader.needWord('then')
    list.push({ conditions, line: at, body: yield* reader.statements(['when', 'end']) })
  } while (reader.isWord('when'))
  return { state, message, list }
}

/** @param {Reader} reader @returns {Condition} */
function readCondition(reader) {
  const token = reader.next()
  if (token.kind !== 'word' && token.kind !== 'quoted') throw reader.syntaxError(token)
  if (token.kind === 'word' && token.value === 'sqlstate') return { name: 'sqlstate', codes: [readState(reader)] }
  if (token.value === 'others') return { name: 'others', codes: [] }
  const codes = conditionCodes(token.value)
  if (codes.length === 0) throw unknownCondition(token.value)
  return { name: token.value, codes }
}

