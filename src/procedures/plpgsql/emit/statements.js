/** Assignments and SQL statements. */
import { emitOwnArray } from './owned-arrays.js'

/** @typedef {import('../parse/tree.js').Statement} Statement */

/** @typedef {import('./emitter.js').Emitter} Emitter */
/** @typedef {import('../parse/names.js').Datum} Datum */

/** @param {Emitter} emitter @param {Statement} statement */
export function emitAssign(emitter, { target, expression }) {
  const wanted = target.kind === 'var' ? { type: target.type, typmod: target.typmod } : null
  const query = emitter.query(expression, wanted, target)
  emitter.computes(query)
  if (target.kind === 'field' && target.parent?.fixed !== undefined) emitFixedField(emitter, target, query)
  else if (emitOwnArray(emitter, target, query)) return
  else if (target.kind === 'var') {
    emitter.line(`${emitter.variable(target)} = ${emitter.guarded(target, emitter.valueOf(query))}`)
  }
  else {
    emitter.line(emitter.valueOf(query))
    emitter.assignValue(target)
  }
}

/**
 * A field whose place and type are known.
 * @param {Emitter} emitter @param {Datum} target @param {import('../query.js').Query} query
 */
function emitFixedField(emitter, target, query) {
  const { names, types, typmods } = /** @type {import('../records.js').Shape} */ (target.parent?.fixed)
  const at = names.indexOf(target.name)
  const made = emitter.inlinedValue(query)
  if (made !== null && made.type === types[at]) {
    // Lengths and scales are not the expression's business: they are asked for behind it.
    const value = typmods[at] < 0 ? made.source
      : `run.cast(${made.source}, ${made.type}, ${made.typmod}, ${made.type}, ${typmods[at]})`
    emitter.line(`run.setPlace(${emitter.variable(target)}, ${at}, ${value})`)
    return
  }
  emitter.line(emitter.computed(query))
  emitter.assignValue(target)
}

/** @param {Emitter} emitter @param {Statement} statement */
export function emitSql(emitter, { query, into }) {
  const made = emitter.call(emitter.query(query))
  const found = `if (run.setsFound) ${emitter.variable(emitter.body.found)} = run.found`
  if (into === null) {
    emitter.line(`yield* run.execute(${made})`)
  } else {
    const run = `yield* run.executeInto(${made}, ${into.strict})`
    // INTO that refuses the rows has set FOUND, which a handler may ask for.
    emitter.line(emitter.guards > 0 ? `try { ${run} } finally { ${found} }` : run)
    emitter.assignRow(into.target)
  }
  emitter.line(found)
}

/** @param {Emitter} emitter @param {Statement} statement */
export function emitPerform(emitter, { query }) {
  const made = emitter.query(query)
  emitter.line(`yield* run.perform(${emitter.constant(made, 'q')}, ${emitter.params(made)})`)
  emitter.found('run.found')
}

/** @param {Emitter} emitter @param {Statement} statement */
export function emitDynamic(emitter, { dynamic, into, params }) {
  const text = emitter.name('text')
  emitter.line(`const ${text} = run.dynamicText(${emitter.value(dynamic)}, run.type)`)
  const strict = into === null ? 'null' : String(into.strict)
  emitter.line(`yield* run.executeDynamic(${text}, ${emitter.arguments(params)}, ${strict})`)
  if (into !== null) emitter.assignRow(into.target)
}

/** CALL and DO. @param {Emitter} emitter @param {Statement} statement */
export function emitCall(emitter, { query, isCall }) {
  const made = emitter.query(query)
  const name = emitter.constant(made, 'q')
  emitter.line(`yield* run.call(${name}, ${emitter.params(made)}, ${isCall})`)
  if (!isCall) return
  // Which of the variables are outputs is known when the procedure is.
  emitter.open('if (run.row !== null) {')
  emitter.firstQuery()
  emitter.line(`const { outputs } = run`)
  const seen = new Set()
  for (const datum of made.datums) {
    if (seen.has(datum)) continue
    seen.add(datum)
    const at = `outputs.lastIndexOf(${emitter.constant(datum)})`
    emitter.open(`if (${at} >= 0) {`)
    emitter.line(`run.column = ${at}`)
    if (datum.kind === 'var') {
      emitter.line(`${emitter.variable(datum)} = run.part(run.column, ${emitter.constant(datum)})`)
    }
    else if (datum.kind === 'field') {
      emitter.line(`run.partOfField(run.column, ${emitter.variable(datum)}, ${JSON.stringify(datum.name)})`)
    } else emitter.line(`run.partOfRecord(run.column, ${emitter.replaced(datum)})`)
    emitter.close()
  }
  emitter.close()
}

/** COMMIT and ROLLBACK. @param {Emitter} emitter @param {Statement} statement */
export function emitEnd(emitter, { isCommit, chain }) { emitter.line(`yield* run.end(${isCommit}, ${chain})`) }
