/** Statements of a block: which one begins here, and those that are no loops. */
import { isTired } from '../../../util/effort.js'
import { readBlock } from './blocks.js'
import { readClose, readFetch, readOpen } from './cursors.js'
import { readFor, readForeach, readLoop, readWhile } from './loops.js'
import { readAssert, readDiagnostics, readRaise } from './messages.js'
import { fieldOf } from './names.js'
import { readInto, readList } from './parts.js'

/** @typedef {import('./names.js').Datum} Datum */
/** @typedef {import('./reader.js').Reader} Reader */
/** @typedef {import('./tree.js').Statement} Statement */
/** @import { Steps } from '../../../util/effort.js' */
/** @typedef {import('./tree.js').Expression} Expression */

/**
 * Keywords that begin a statement.
 * @type {Record<string, (reader: Reader, line: number) => Statement | Steps<Statement>>}
 */
const STATEMENTS = {
  if: readIf,
  case: readCase,
  exit: readExit,
  continue: readExit,
  return: readReturn,
  raise: readRaise,
  assert: readAssert,
  execute: readExecute,
  perform: readPerform,
  call: readCall,
  do: readCall,
  get: readDiagnostics,
  open: readOpen,
  fetch: readFetch,
  move: readFetch,
  close: readClose,
  commit: readEnd,
  rollback: readEnd,
  null: readNull,
}

/**
 * Those that may have a label.
 * @type {Record<string, (reader: Reader, line: number, label: string) => Steps<Statement>>}
 */
const LABELLED = { loop: readLoop, while: readWhile, for: readFor, foreach: readForeach }

/** Keywords that mean something only where no variable of that name is assigned to. */
const RESERVED_STATEMENTS = new Set(['if', 'case', 'execute', 'null', 'loop', 'while', 'for', 'foreach'])

/** @param {Reader} reader @param {string[]} until words, not taken @returns {Steps<Statement[]>} */
export function* readStatements(reader, until) {
  /** @type {Statement[]} */
  const list = []
  for (;;) {
    const token = reader.peek()
    if (token.kind === 'word' && until.includes(token.value)) return list
    if (token.kind === 'end') throw reader.syntaxError()
    const read = readStatement(reader)
    list.push(isSteps(read) ? yield* read : read)
    if (isTired()) yield
  }
}

/** @param {Statement | Steps<Statement>} read @returns {read is Steps<Statement>} */
const isSteps = (read) => 'next' in read

/** A block and the semicolon behind it. @param {Reader} reader @param {string} label @returns {Steps<Statement>} */
function* readNested(reader, label) {
  const block = yield* readBlock(reader, label)
  reader.needOp(';')
  return block
}

/** @param {Reader} reader @returns {Statement | Steps<Statement>} steps: of what has statements within */
function readStatement(reader) {
  const label = reader.label()
  const token = reader.peek()
  const line = reader.line(token.start)
  const word = token.kind === 'word' ? token.value : ''
  if (word === 'declare' || word === 'begin') {
    return readNested(reader, label)
  }
  const loop = Object.hasOwn(LABELLED, word) ? LABELLED[word] : undefined
  if (loop !== undefined) {
    reader.at++
    return loop(reader, line, label)
  }
  if (label !== '') throw reader.syntaxError()
  const assigned = assignmentHere(reader)
  if (assigned !== null && !RESERVED_STATEMENTS.has(word)) return readAssignment(reader, line, assigned)
  const read = Object.hasOwn(STATEMENTS, word) ? STATEMENTS[word] : undefined
  if (read === undefined) return readSql(reader, line)
  if (word === 'get' && !isDiagnostics(reader)) throw reader.syntaxError(reader.peek(1))
  if (word !== 'execute' || !isPrepared(reader)) {
    reader.at++
    return read(reader, line)
  }
  return readSql(reader, line)
}

/** EXECUTE is always dynamic here. @param {Reader} _reader */
const isPrepared = (_reader) => false

/** @param {Reader} reader */
const isDiagnostics = (reader) => ['diagnostics', 'current', 'stacked'].some((word) => reader.isWord(word, 1))

/** A variable behind which := = or [ comes, or a qualified one. @param {Reader} reader */
function assignmentHere(reader) {
  const found = reader.variableHere()
  if (found === null) return null
  if (found.tokens > 1) return found
  return ['=', ':=', '[', '.'].some((value) => reader.isOp(value, found.tokens)) || found.shown[0] === '$' ? found
    : null
}

/**
 * @param {Reader} reader @param {number} line @param {{ datum: Datum, tokens: number, names: number }} target
 * @returns {Statement}
 */
function readAssignment(reader, line, { datum, tokens, names }) {
  const { start } = reader.peek()
  reader.checkAssignable(datum, start)
  reader.at += tokens
  const { text } = reader.sqlText([';'], ';', { isStatement: true, from: start })
  return { kind: 'assign', line, target: datum, expression: reader.expressionOf('assign', text, start, names) }
}

/** @param {Reader} reader @param {number} line @returns {Steps<Statement>} */
function* readIf(reader, line) {
  const branches = [{ line, condition: reader.expression('then'), body: yield* reader.statements(BRANCH_ENDS) }]
  while (reader.isWord('elsif') || reader.isWord('elseif')) {
    const at = reader.line()
    reader.at++
    branches.push({ line: at, condition: reader.expression('then'), body: yield* reader.statements(BRANCH_ENDS) })
  }
  const otherwise = reader.takeWords('else') ? yield* reader.statements(['end']) : null
  needEnd(reader, 'if')
  return { kind: 'if', line, branches, otherwise }
}

const BRANCH_ENDS = ['elsif', 'elseif', 'else', 'end']

/** END IF; @param {Reader} reader @param {string} word */
function needEnd(reader, word) {
  reader.needWord('end')
  reader.needWord(word)
  reader.needOp(';')
}

/** @param {Reader} reader @param {number} line @returns {Steps<Statement>} */
function* readCase(reader, line) {
  const tested = reader.isWord('when') ? null : readTested(reader)
  /** @type {{ line: number, condition: Expression, body: Statement[] }[]} */
  const branches = []
  if (!reader.isWord('when')) throw reader.syntaxError()
  while (reader.isWord('when')) {
    const at = reader.line()
    reader.at++
    const { text, at: place } = reader.sqlText(['then'], 'THEN')
    const condition = reader.expressionOf('expression', text, place)
    branches.push({ line: at, condition, body: yield* reader.statements(['when', 'else', 'end']) })
  }
  const otherwise = reader.takeWords('else') ? yield* reader.statements(['end']) : null
  needEnd(reader, 'case')
  if (tested === null) return { kind: 'case', line, test: null, branches, otherwise }
  const test = { expression: tested, ...caseVariable(reader, line) }
  // The value is compared as SQL compares: "v" IN (text).
  for (const branch of branches) {
    const { condition } = branch
    branch.condition = { ...condition, text: `"${test.variable.name}" IN (${condition.text})` }
  }
  return { kind: 'case', line, test, branches, otherwise }
}

/** CASE expression WHEN. @param {Reader} reader @returns {Expression} */
function readTested(reader) {
  const { text, at } = reader.sqlText(['when'], 'WHEN')
  reader.at--
  return reader.expressionOf('expression', text, at)
}

/**
 * What a tested value is kept in: the one field of a row, since its type is known when it is computed.
 * @param {Reader} reader behind the CASE @param {number} line
 */
function caseVariable(reader, line) {
  const row = reader.makeDatum('rec', '*case*', line, { type: 2249 })
  const name = `__Case__Variable_${row.no}__`
  const variable = fieldOf(row, name)
  variable.no = row.no
  reader.scope.names.set(name, variable)
  return { row, variable }
}

/** EXIT and CONTINUE. @param {Reader} reader @param {number} line @returns {Statement} */
function readExit(reader, line) {
  const isExit = reader.tokens[reader.at - 1].value === 'exit'
  const { start } = reader.tokens[reader.at - 1]
  let target = null
  if (!reader.isOp(';') && !reader.isWord('when')) {
    const token = reader.anyName()
    target = reader.scope.labelled(token.value)
    if (target === null || target === reader.outer) {
      throw reader.error('42601',
        `there is no label "${token.value}" attached to any block or loop enclosing this statement`, token.start)
    }
    if (!isExit && !target.isLoop) {
      throw reader.error('42601', `block label "${token.value}" cannot be used in CONTINUE`, token.start)
    }
  } else {
    target = reader.scope.loop()
    if (target === null) {
      throw reader.error('42601', isExit ? 'EXIT cannot be used outside a loop, unless it has a label'
        : 'CONTINUE cannot be used outside a loop', start)
    }
  }
  const condition = reader.takeWords('when') ? reader.expression(';') : null
  if (condition === null) reader.needOp(';')
  return { kind: 'exit', line, isExit, target, condition }
}

/** @param {Reader} reader @param {number} line @returns {Statement} */
function readReturn(reader, line) {
  if (reader.takeWords('next')) return readReturnNext(reader, line)
  if (reader.takeWords('query')) return readReturnQuery(reader, line)
  const { retset, isProcedure } = reader.options
  const { start } = reader.peek()
  const refuse = (/** @type {string} */ what, /** @type {string} */ hint = '') => {
    if (!reader.takeOp(';')) {
      throw reader.error(isProcedure && reader.returnsVoid ? '42601' : '42804',
        `RETURN cannot have a parameter in ${what}`, start, hint || undefined)
    }
  }
  if (retset) {
    refuse('function returning set', 'Use RETURN NEXT or RETURN QUERY.')
    return { kind: 'return', line, datum: null, expression: null }
  }
  if (reader.outputs !== null) {
    refuse('function with OUT parameters')
    return { kind: 'return', line, datum: reader.outputs, expression: null }
  }
  if (reader.returnsVoid) {
    refuse(isProcedure ? 'a procedure' : 'function returning void')
    return { kind: 'return', line, datum: null, expression: null }
  }
  return { kind: 'return', line, ...returned(reader) }
}

/**
 * One variable and nothing else is returned as it is.
 * @param {Reader} reader @returns {{ datum: Datum | null, expression: Expression | null }}
 */
function returned(reader) {
  const found = reader.variableHere()
  if (found !== null && reader.isOp(';', found.tokens) && found.datum.kind !== 'field') {
    reader.at += found.tokens + 1
    return { datum: found.datum, expression: null }
  }
  return { datum: null, expression: reader.expression(';') }
}

/** @param {Reader} reader @param {number} line @returns {Statement} */
function readReturnNext(reader, line) {
  const { start } = reader.tokens[reader.at - 2]
  if (!reader.options.retset) throw reader.error('42804', 'cannot use RETURN NEXT in a non-SETOF function', start)
  if (reader.outputs !== null) {
    if (!reader.takeOp(';')) {
      throw reader.error('42804', 'RETURN NEXT cannot have a parameter in function with OUT parameters',
        reader.peek().start)
    }
    return { kind: 'returnNext', line, datum: reader.outputs, expression: null }
  }
  return { kind: 'returnNext', line, ...returned(reader) }
}

/** @param {Reader} reader @param {number} line @returns {Statement} */
function readReturnQuery(reader, line) {
  const { start } = reader.tokens[reader.at - 2]
  if (!reader.options.retset) throw reader.error('42804', 'cannot use RETURN QUERY in a non-SETOF function', start)
  if (reader.takeWords('execute')) {
    const { expression, ended } = reader.endedExpression([';', 'using'], '; or USING')
    return { kind: 'returnQuery', line, query: null, dynamic: expression, params: ended === 'using'
      ? readList(reader, [';']).list : [] }
  }
  const { text, at } = reader.sqlText([';'], ';', { isStatement: true })
  return { kind: 'returnQuery', line, query: reader.expressionOf('statement', text, at), dynamic: null, params: [] }
}

/** EXECUTE text [INTO [STRICT] …] [USING …]. @param {Reader} reader @param {number} line @returns {Statement} */
function readExecute(reader, line) {
  const first = reader.endedExpression(['into', 'using', ';'], 'INTO or USING or ;')
  const dynamic = first.expression
  let { ended } = first
  /** @type {{ target: Datum, strict: boolean } | null} */
  let into = null
  /** @type {Expression[]} */
  let params = []
  while (ended !== ';') {
    if (ended === 'into') {
      if (into !== null) throw reader.syntaxError(reader.tokens[reader.at - 1])
      into = readInto(reader)
      const token = reader.next()
      ended = token.value
      if (!['using', ';'].includes(ended)) throw reader.syntaxError(token)
    } else {
      if (params.length > 0) throw reader.syntaxError(reader.tokens[reader.at - 1])
      ;({ list: params, ended } = readList(reader, [';', 'into'], ', or ; or INTO'))
    }
  }
  return { kind: 'dynamic', line, dynamic, into, params }
}

/** @param {Reader} reader behind PERFORM @param {number} line @returns {Statement} */
function readPerform(reader, line) {
  const { start } = reader.tokens[reader.at - 1]
  // SELECT without anything is a statement.
  const text = reader.takeOp(';') ? '' : reader.sqlText([';'], ';', { isStatement: true }).text
  const from = reader.text.indexOf(text, start + 7)
  const padding = reader.text.slice(start + 7, from)
  // SELECT is a letter shorter than PERFORM: places count from the next one.
  return { kind: 'perform', line, query: reader.expressionOf('statement', `SELECT${padding}${text}`, start + 1) }
}

/** CALL and DO, whose texts are SQL's. @param {Reader} reader @param {number} line @returns {Statement} */
function readCall(reader, line) {
  const token = reader.tokens[reader.at - 1]
  reader.beginsOthers = true
  const { text } = reader.sqlText([';'], ';', { isStatement: true, from: token.start })
  return { kind: 'call', line, isCall: token.value === 'call',
    query: reader.expressionOf('statement', text, token.start) }
}

/** COMMIT and ROLLBACK. @param {Reader} reader @param {number} line @returns {Statement} */
function readEnd(reader, line) {
  const { value } = reader.tokens[reader.at - 1]
  reader.beginsOthers = true
  const chain = reader.takeWords('and', 'chain')
  if (!chain && reader.takeWords('and', 'no')) reader.needWord('chain')
  reader.needOp(';')
  return { kind: 'end', line, isCommit: value === 'commit', chain }
}

/** @param {Reader} reader @param {number} line @returns {Statement} */
function readNull(reader, line) {
  reader.needOp(';')
  return { kind: 'null', line }
}

/** An assignment to what is no variable. @param {Reader} reader */
function refuseUnknown(reader) {
  let ahead = 0
  while (['word', 'quoted'].includes(reader.peek(ahead).kind) && reader.isOp('.', ahead + 1)) ahead += 2
  if (!['word', 'quoted'].includes(reader.peek(ahead).kind)) return
  if (['=', ':=', '['].some((value) => reader.isOp(value, ahead + 1))) throw reader.unknownVariable()
}

/**
 * Any other SQL statement, perhaps with INTO variables, which are blanked out.
 * @param {Reader} reader @param {number} line @returns {Statement}
 */
function readSql(reader, line) {
  const first = reader.peek()
  // The one keyword of PL/pgSQL that begins a statement of SQL and none of its own.
  if (reader.isWord('table')) throw reader.syntaxError()
  if (first.kind === 'op' || first.kind === 'number' || first.kind === 'string') {
    if (first.value !== '(') throw reader.syntaxError()
  }
  refuseUnknown(reader)
  const start = first.start
  /** @type {{ target: Datum, strict: boolean } | null} */
  let into = null
  let blankFrom = 0
  let blankTo = 0
  let depth = 0
  let blocks = 0
  let before = ''
  for (;;) {
    const token = reader.peek()
    const value = token.kind === 'op' || token.kind === 'word' ? token.value : ''
    if (token.kind === 'end') throw reader.syntaxError(token, 'unexpected end of function definition')
    if (value === ';' && depth === 0 && blocks === 0) break
    if (value === '(' || value === '[') depth++
    else if (value === ')' || value === ']') depth--
    else if (first.value === 'create' && value === 'begin' && reader.isWord('atomic', 1)) blocks++
    else if (blocks > 0 && value === 'case') blocks++
    else if (blocks > 0 && value === 'end') blocks--
    reader.numberField()
    reader.at++
    if (value === 'into' && before !== 'insert' && before !== 'merge' && first.value !== 'import') {
      if (into !== null) throw reader.syntaxError(token, 'INTO specified more than once')
      blankFrom = token.start
      into = readInto(reader)
      blankTo = reader.peek().start
    }
    before = value
  }
  const end = reader.tokens[reader.at - 1].end
  reader.at++
  let text = reader.text.slice(start, end)
  if (into !== null) {
    const tail = reader.text.slice(blankTo, Math.max(end, blankTo))
    text = (reader.text.slice(start, blankFrom) + (tail.startsWith(';') || blankTo > end ? ''
      : ' '.repeat(blankTo - blankFrom) + tail)).replace(/[ \t\n\r\f]+$/, '')
  }
  return { kind: 'sql', line, into, query: reader.expressionOf('statement', text, start) }
}

