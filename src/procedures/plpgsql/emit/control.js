/** Branches and loops. */
import { isTired } from '../../../util/effort.js'
import { INTEGER } from './wanted.js'
import { emitOpenBound } from './cursors.js'
import { emitSlice } from './slices.js'

/** @import { Steps } from '../../../util/effort.js' */
/** @typedef {import('../parse/tree.js').Statement} Statement */

/** @typedef {import('./emitter.js').Emitter} Emitter */
/** @typedef {import('../parse/names.js').Datum} Datum */

/** @param {Emitter} emitter @param {Statement} statement */
export function emitIf(emitter, statement) { return emitBranches(emitter, statement, () => undefined) }

/**
 * @param {Emitter} emitter @param {Statement} statement
 * @param {() => void} otherwise what follows when there is no ELSE
 * @returns {Steps<void>}
 */
function* emitBranches(emitter, statement, otherwise) {
  const { branches } = statement
  for (const [at, branch] of branches.entries()) {
    if (at > 0) {
      emitter.close('} else {')
      emitter.place(statement.line, `at ${emitter.kinds.nameOf(statement)}`)
    }
    emitter.open(`if (${emitter.condition(branch.condition)}) {`)
    yield* emitter.statements(branch.body)
    if (isTired()) yield
  }
  emitter.close('} else {')
  if (statement.otherwise !== null) yield* emitter.statements(statement.otherwise)
  else otherwise()
  for (let at = 0; at < branches.length; at++) emitter.close()
}

/** @param {Emitter} emitter @param {Statement} statement @returns {Steps<void>} */
export function* emitCase(emitter, statement) {
  if (statement.test !== null) {
    const { expression, row, variable } = statement.test
    const name = emitter.variable(row)
    emitter.line(emitter.value(expression))
    emitter.line(`${name} = run.single(${emitter.constant(row)}, ${JSON.stringify(variable.name)})`)
  }
  yield* emitBranches(emitter, statement, () => emitter.line('throw run.noCase()'))
}

/** @param {Emitter} emitter @param {Statement} statement @returns {string} label */
function labelOf(emitter, statement) {
  const label = emitter.name('L')
  emitter.labels.set(statement.scope, label)
  return label
}

/** @param {Emitter} emitter @param {Statement} statement @returns {Steps<void>} */
export function* emitLoop(emitter, statement) {
  emitter.open(`${labelOf(emitter, statement)}: for (;;) {`)
  emitter.breathe()
  yield* emitSlice(emitter, statement, countedSlice(emitter, () => undefined))
  yield* emitter.statements(statement.body)
  emitter.close()
}

/**
 * As many rounds as there is fuel for.
 * @param {Emitter} emitter @param {(slice: import('./slices.js').Slice) => void} round
 */
function countedSlice(emitter, round) {
  const left = emitter.name('left')
  return { before: [`let ${left} = program.fuel`], after: [`program.fuel = ${left}`],
    head: () => `for (; ${left} > 0; ${left}--)`, round }
}

/** @param {Emitter} emitter @param {Statement} statement @returns {Steps<void>} */
export function* emitWhile(emitter, statement) {
  emitter.open(`${labelOf(emitter, statement)}: for (;;) {`)
  emitter.breathe()
  yield* emitSlice(emitter, statement, countedSlice(emitter, ({ label, out }) => {
    emitter.place(statement.line, 'at WHILE')
    emitter.line(`if (!(${emitter.condition(statement.condition)})) { ${out} = true; break ${label} }`)
  }))
  emitter.place(statement.line, 'at WHILE')
  emitter.firstQuery()
  emitter.line(`if (!(${emitter.condition(statement.condition)})) break`)
  yield* emitter.statements(statement.body)
  emitter.close()
}

/** @param {Emitter} emitter @param {Statement} statement */
export function emitExit(emitter, { isExit, target, condition }) {
  const { slice } = emitter
  // Loops on the way out say so, too.
  const passes = [...emitter.tellers].some((scope) => isWithin(scope, target))
  if (slice !== null && target !== slice.scope) slice.fits = false
  const label = slice === null ? emitter.labels.get(target) : slice.label
  const jump = !isExit
    ? `continue ${label}`
    : slice === null
      ? `break ${label}`
      : `{ ${slice.out} = true; break ${label} }`
  if (condition !== null) emitter.open(`if (${emitter.condition(condition)}) {`)
  if (passes) emitter.found('true')
  emitter.line(jump)
  if (condition !== null) emitter.close()
}

/** @param {import('../parse/names.js').Scope} inner @param {import('../parse/names.js').Scope} outer another one */
function isWithin(inner, outer) {
  for (let scope = inner.parent; scope !== null; scope = scope.parent) if (scope === outer) return true
  return false
}

/**
 * The statements of a loop that sets FOUND.
 * @param {Emitter} emitter @param {Statement} statement @returns {Steps<void>}
 */
function* emitRound(emitter, statement) {
  emitter.tellers.add(statement.scope)
  yield* emitter.statements(statement.body)
  emitter.tellers.delete(statement.scope)
}

/** FOR i IN a .. b. @param {Emitter} emitter @param {Statement} statement @returns {Steps<void>} */
export function* emitForRange(emitter, statement) {
  const { lower, upper, step, reverse, target } = statement
  const from = emitter.name('from')
  const to = emitter.name('to')
  const by = emitter.name('by')
  const at = emitter.name('i')
  const found = emitter.name('found')
  emitter.line(`const ${from} = run.bound(${emitter.value(lower, INTEGER)}, 'lower bound')`)
  emitter.line(`const ${to} = run.bound(${emitter.value(upper, INTEGER)}, 'upper bound')`)
  emitter.line(`const ${by} = ${step === null ? '1' : `run.step(${emitter.value(step, INTEGER)})`}`)
  emitter.line(`let ${found} = false`)
  // Beyond the last value of its type it ends; JavaScript's numbers go on far enough.
  const [ahead, next] = reverse ? [`${at} >= ${to}`, `${at} -= ${by}`] : [`${at} <= ${to}`, `${at} += ${by}`]
  const last = reverse ? `${at} >= -2147483648` : `${at} <= 2147483647`
  emitter.open(`${labelOf(emitter, statement)}: for (let ${at} = ${from}; ${ahead} && ${last}; ${next}) {`)
  emitter.breathe()
  emitter.line(`${found} = true`)
  const [stop, own, first] = [emitter.name('stop'), emitter.name('n'), emitter.name('first')]
  const end = reverse ? `Math.max(+${to}, -2147483648, ${own} - program.fuel * ${by})`
    : `Math.min(+${to}, 2147483647, ${own} + program.fuel * ${by})`
  yield* emitSlice(emitter, statement, {
    before: [`let ${own} = +${at}`, `const ${first} = ${own}, ${stop} = ${end}`],
    head: () => `for (; ${own} ${reverse ? '>=' : '<='} ${stop}; ${own} ${reverse ? '-=' : '+='} ${by})`,
    round: () => emitter.line(`${emitter.variable(target)} = ${own}`),
    // Its header takes the last step.
    after: [`program.fuel -= Math.abs(${own} - ${first}) / ${by}`, `${at} = ${own} ${reverse ? '+' : '-'} ${by}`],
  })
  emitter.line(`${emitter.variable(target)} = ${at}`)
  yield* emitRound(emitter, statement)
  emitter.close()
  emitter.found(found)
}

/**
 * A loop over rows that `rows` gives in pieces.
 * @param {Emitter} emitter @param {Statement} statement @param {string} loop source of a RowLoop
 * @returns {Steps<void>}
 */
function* emitRowLoop(emitter, statement, loop) {
  const name = emitter.name('loop')
  const found = emitter.name('found')
  emitter.line(`const ${name} = ${loop}`)
  emitter.line(`let ${found} = false`)
  emitter.open('try {')
  emitter.open(`${labelOf(emitter, statement)}: for (;;) {`)
  emitter.breathe()
  emitter.place(statement.line, `at ${emitter.kinds.nameOf(statement)}`)
  emitter.line(`if (!${name}.next() && !(yield* ${name}.more())) break`)
  emitter.line(`${found} = true`)
  emitter.line(`run.row = ${name}.row`)
  emitter.line(`run.columns = ${name}.columns`)
  emitter.assignRow(statement.target)
  yield* emitRound(emitter, statement)
  emitter.close()
  emitter.open(`if (!${found}) {`)
  emitter.line('run.row = null')
  emitter.line(`run.columns = ${name}.columns`)
  emitter.assignRow(statement.target)
  emitter.close()
  emitter.close('} finally {')
  emitter.line(`${name}.close()`)
  emitter.close()
  emitter.found(found)
}

/** @param {Emitter} emitter @param {Statement} statement @returns {Steps<void>} */
export function* emitForQuery(emitter, statement) {
  const { target, query, dynamic, params } = statement
  if (target.kind === 'rec') emitRecord(emitter, target)
  if (query === null) {
    const text = emitter.name('text')
    emitter.line(`const ${text} = run.dynamicText(${emitter.value(dynamic)}, run.type)`)
    yield* emitRowLoop(emitter, statement, `yield* run.openDynamic(${text}, ${emitter.arguments(params)})`)
    return
  }
  const made = emitter.query(query)
  const opened = `run.openRows(${emitter.constant(made, 'q')}, ${emitter.params(made)}, false)`
  yield* emitRowLoop(emitter, statement, `yield* ${opened}`)
}

/** The variable of a loop over a cursor is made by the loop. @param {Emitter} emitter @param {Datum} datum */
function emitRecord(emitter, datum) {
  const name = emitter.variable(datum)
  emitter.line(`${name} ??= run.record(${emitter.constant(datum)})`)
}

/** @param {Emitter} emitter @param {Statement} statement @returns {Steps<void>} */
export function* emitForCursor(emitter, statement) {
  emitRecord(emitter, statement.target)
  emitOpenBound(emitter, statement.cursor, statement.args)
  yield* emitRowLoop(emitter, statement, `run.cursorLoop(${emitter.variable(statement.cursor)})`)
  if (statement.cursor.initial === null) emitter.line(`run.closedLoop(${emitter.variable(statement.cursor)})`)
}

/** @param {Emitter} emitter @param {Statement} statement @returns {Steps<void>} */
export function* emitForeach(emitter, statement) {
  const { target, slice, expression } = statement
  const items = emitter.name('items')
  const at = emitter.name('i')
  const found = emitter.name('found')
  emitter.line(emitter.value(expression))
  emitter.line(`const ${items} = run.items(run.value, run.type, ${slice}, ${emitter.constant(target)})`)
  emitter.line(`let ${found} = false`)
  emitter.open(`${labelOf(emitter, statement)}: for (let ${at} = 0; ${at} < ${items}.count; ${at}++) {`)
  emitter.breathe()
  emitter.place(statement.line, 'at FOREACH over array')
  emitter.line(`${found} = true`)
  emitter.line(`run.value = ${items}.at(${at})`)
  emitter.line(`run.type = ${items}.type`)
  emitter.line('run.typmod = -1')
  if (target.kind === 'row') {
    emitter.line('run.spread()')
    emitter.assignRow(target)
  } else emitter.assignValue(target)
  yield* emitRound(emitter, statement)
  emitter.close()
  emitter.found(found)
}
