/** Blocks, their variables and exception handlers; and which function emits a statement. */
import { emitCase, emitExit, emitForCursor, emitForeach, emitForQuery, emitForRange, emitIf, emitLoop,
  emitWhile } from './control.js'
import { emitClose, emitFetch, emitOpen } from './cursors.js'
import { emitAssert, emitDiagnostics, emitRaise } from './messages.js'
import { emitReturn, emitReturnNext, emitReturnQuery } from './results.js'
import { isTired } from '../../../util/effort.js'
import { emitAssign, emitCall, emitDynamic, emitEnd, emitPerform, emitSql } from './statements.js'

/** @import { Steps } from '../../../util/effort.js' */
/** @typedef {import('../../host.js').Value} Value */

/** @typedef {import('../parse/names.js').Datum} Datum */
/** @typedef {import('../parse/tree.js').Block} Block */
/** @typedef {import('../parse/tree.js').Statement} Statement */
/** @typedef {import('./emitter.js').Emitter} Emitter */

/**
 * @typedef {{ emit: (emitter: Emitter, statement: Value) => void | Steps<void>,
 *   name: string | ((statement: Value) => string) }} Kind
 */
/** @type {Record<string, Kind>}
 */
const KINDS = {
  block: { emit: emitBlock, name: 'statement block' },
  assign: { emit: emitAssign, name: 'assignment' },
  if: { emit: emitIf, name: 'IF' },
  case: { emit: emitCase, name: 'CASE' },
  loop: { emit: emitLoop, name: 'LOOP' },
  while: { emit: emitWhile, name: 'WHILE' },
  forRange: { emit: emitForRange, name: 'FOR with integer loop variable' },
  forQuery: { emit: emitForQuery, name: (statement) => statement.query === null ? 'FOR over EXECUTE statement'
    : 'FOR over SELECT rows' },
  forCursor: { emit: emitForCursor, name: 'FOR over cursor' },
  foreach: { emit: emitForeach, name: 'FOREACH over array' },
  exit: { emit: emitExit, name: (statement) => statement.isExit ? 'EXIT' : 'CONTINUE' },
  return: { emit: emitReturn, name: 'RETURN' },
  returnNext: { emit: emitReturnNext, name: 'RETURN NEXT' },
  returnQuery: { emit: emitReturnQuery, name: 'RETURN QUERY' },
  raise: { emit: emitRaise, name: 'RAISE' },
  assert: { emit: emitAssert, name: 'ASSERT' },
  sql: { emit: emitSql, name: 'SQL statement' },
  dynamic: { emit: emitDynamic, name: 'EXECUTE' },
  perform: { emit: emitPerform, name: 'PERFORM' },
  call: { emit: emitCall, name: (statement) => statement.isCall ? 'CALL' : 'DO' },
  diagnostics: { emit: emitDiagnostics, name: (statement) => statement.stacked ? 'GET STACKED DIAGNOSTICS'
    : 'GET DIAGNOSTICS' },
  open: { emit: emitOpen, name: 'OPEN' },
  fetch: { emit: emitFetch, name: (statement) => statement.isMove ? 'MOVE' : 'FETCH' },
  close: { emit: emitClose, name: 'CLOSE' },
  end: { emit: emitEnd, name: (statement) => statement.isCommit ? 'COMMIT' : 'ROLLBACK' },
  null: { emit: () => undefined, name: 'NULL' },
}

const always = () => true

/**
 * Statements that compute expressions, which PostgreSQL counts as queries.
 * @type {Record<string, (statement: Statement) => boolean>}
 */
const COMPUTES = {
  assign: always, if: always, case: always, while: always, forRange: always, foreach: always, assert: always,
  dynamic: always,
  exit: ({ condition }) => condition !== null,
  return: ({ expression }) => expression !== null,
  raise: ({ params, options }) => params.length > 0 || options.length > 0,
  block: ({ variables }) => variables.some((/** @type {Datum} */ datum) => datum.initial !== null),
}

/** What is done at the line of a variable's declaration. */
export const INITIAL_VALUE = 'during statement block local variable initialization'

/** @param {Statement} statement @returns {string} as contexts of errors call it */
function statementName(statement) {
  const { name } = KINDS[statement.kind]
  return typeof name === 'string' ? name : name(statement)
}

/** A list of more statements is cut into parts of so many. */
const LIST_MAX = 200
const PART_STATEMENTS = 20

/**
 * V8 compiles a function at a stretch, when it is called first: in a long list some statements at a time are one.
 * Between these others have their turn.
 * @param {Emitter} emitter @param {Statement[]} list @returns {Steps<void>}
 */
function* emitStatements(emitter, list) {
  if (list.length <= LIST_MAX || emitter.slice !== null) {
    yield* emitEach(emitter, list)
    return
  }
  for (let at = 0; at < list.length; at += PART_STATEMENTS) {
    const part = list.slice(at, at + PART_STATEMENTS)
    emitter.line('if ((w = run.rest()) !== null) yield w')
    if (part.every(staysInside)) yield* emitPart(emitter, part)
    else yield* emitEach(emitter, part)
  }
}

/** @param {Emitter} emitter @param {Statement[]} list @returns {Steps<void>} */
function* emitPart(emitter, list) {
  const name = emitter.name('list')
  const { origin, guard } = emitter
  const start = emitter.lines.length
  // No jump leads out of a function: RAISE throws.
  emitter.guard = null
  yield* emitEach(emitter, list)
  emitter.guard = guard
  const isPlain = !emitter.lines.slice(start).some((line) => /\byield\b/.test(line))
  emitter.lines.splice(start, 0, `const ${name} = ${isPlain ? 'function' : 'function*'} () {`)
  emitter.origins.splice(start, 0, origin)
  emitter.close()
  emitter.line(isPlain ? `${name}()` : `yield* ${name}()`)
}

/**
 * Whether control leaves a statement at its end alone, or by an error.
 * @param {Statement} statement @returns {boolean}
 */
function staysInside(statement) {
  switch (statement.kind) {
    case 'exit': case 'return': return false
    case 'if': case 'case':
      return statement.branches.every((/** @type {{ body: Statement[] }} */ { body }) => body.every(staysInside))
        && (statement.otherwise === null || statement.otherwise.every(staysInside))
    case 'block':
      return statement.body.every(staysInside) && (statement.handlers === null
        || statement.handlers.list.every((/** @type {{ body: Statement[] }} */ { body }) => body.every(staysInside)))
    default: return statement.body === undefined || statement.body.every(staysInside)
  }
}

/** @param {Emitter} emitter @param {Statement[]} list @returns {Steps<void>} */
function* emitEach(emitter, list) {
  for (const statement of list) {
    if (statement.kind !== 'null') emitter.place(statement.line, `at ${statementName(statement)}`)
    if (COMPUTES[statement.kind]?.(statement)) emitter.firstQuery()
    const steps = KINDS[statement.kind].emit(emitter, statement)
    if (steps !== undefined) yield* steps
    if (isTired()) yield
  }
}

/** @param {Emitter} emitter @param {Block} block @returns {Steps<void>} */
function* emitBlock(emitter, block) {
  const label = emitter.name('B')
  emitter.labels.set(block.scope, label)
  emitter.open(`${label}: {`)
  for (const datum of block.variables) {
    emitInitial(emitter, datum)
    if (isTired()) yield
  }
  emitter.line('run.stuckLine = 0')
  if (block.handlers === null) yield* emitStatements(emitter, block.body)
  else yield* emitGuarded(emitter, block)
  emitter.close()
}

/** @param {Emitter} emitter @param {Datum} datum */
function emitInitial(emitter, datum) {
  emitter.place(datum.line, INITIAL_VALUE)
  const name = emitter.variable(datum)
  if (datum.kind === 'rec') {
    const call = datum.initial === null ? 'initialRecord' : 'record'
    emitter.line(`${name} = run.${call}(${emitter.constant(datum)})`)
  }
  if (datum.initial !== null) {
    if (datum.kind === 'rec') {
      emitter.line(emitter.value(datum.initial))
      emitter.assignValue(datum)
    } else {
      const value = emitter.value(datum.initial, { type: datum.type, typmod: datum.typmod })
      emitter.line(`${name} = ${emitter.guarded(datum, value)}`)
    }
  } else if (datum.kind === 'var') {
    const cursorName = datum.cursor === null ? null : JSON.stringify(datum.name)
    emitter.line(`${name} = ${cursorName ?? `run.initial(${emitter.constant(datum)})`}`)
  }
}

/**
 * A block with handlers: what it did can be undone.
 * @param {Emitter} emitter
 * @param {Block} block
 * @returns {Steps<void>}
 */
function* emitGuarded(emitter, block) {
  const handlers = /** @type {import('../parse/tree.js').Handlers} */ (block.handlers)
  const part = emitter.name('part')
  const isOpen = emitter.name('isOpen')
  // RAISE goes to the handlers by a jump, which costs less than to throw.
  const guard = { label: emitter.name('G'), thrown: emitter.name('thrown') }
  const before = emitter.name('before')
  emitter.line(`const ${before} = run.caught`)
  emitter.place(block.line, 'during statement block entry')
  emitter.line(`const ${part} = run.enter()`)
  emitter.line(`let ${isOpen} = true, ${guard.thrown} = null`)
  emitter.open('try {')
  emitter.open(`${guard.label}: try {`)
  const outer = emitter.guard
  emitter.guard = guard
  emitter.guards++
  yield* emitStatements(emitter, block.body)
  emitter.guards--
  emitter.guard = outer
  emitter.place(block.line, 'during statement block exit')
  emitter.close(`} catch (error) { ${guard.thrown} = error }`)
  emitter.open(`if (${guard.thrown} !== null) {`)
  emitter.line(`${isOpen} = false`)
  emitter.line(`const error = run.caughtBy(${guard.thrown}, ${part})`)
  for (const [at, { conditions, body }] of handlers.list.entries()) {
    emitter.open(`${at > 0 ? '} else ' : ''}if (run.takes(error, ${emitter.constant(conditions)})) {`)
    emitter.line('run.caught = error')
    emitter.line(`${emitter.variable(handlers.state)} = error.code`)
    emitter.line(`${emitter.variable(handlers.message)} = error.message`)
    yield* emitStatements(emitter, body)
    emitter.line(`run.caught = ${before}`)
  }
  emitter.close('} else throw error')
  emitter.close()
  emitter.close('} finally {')
  emitter.line(`run.caught = ${before}`)
  emitter.line(`if (${isOpen}) program.leave(${part})`)
  emitter.close()
}

/** @type {import('./emitter.js').StatementKinds} */
export const STATEMENT_KINDS = { block: emitBlock, statements: emitStatements, nameOf: statementName }
