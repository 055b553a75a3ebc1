/** RETURN and its kind. */
import { WRONG_RECORD } from '../../../errors/plpgsql-run.js'
import { RECORD } from '../records.js'

/** @typedef {import('../parse/tree.js').Statement} Statement */

/** @typedef {import('./emitter.js').Emitter} Emitter */
/** @typedef {import('../parse/names.js').Datum} Datum */

/** `run.value` and `run.type` are a variable's. @param {Emitter} emitter @param {Datum} datum */
function emitDatum(emitter, datum) {
  const name = emitter.shared(datum)
  if (datum.kind === 'row') {
    const parts = datum.parts.map((/** @type {Datum} */ part) => emitter.shared(part))
    emitter.line(`run.giveRow(${emitter.constant(datum)}, [${parts.join(', ')}])`)
  }
  else if (datum.kind === 'rec') emitter.line(`run.giveRecord(${name})`)
  else if (datum.kind === 'field') emitter.line(`run.giveField(${name}, ${JSON.stringify(datum.name)})`)
  else emitter.line(`run.give(${name}, ${datum.type}, ${datum.typmod}, null)`)
}

/** @param {Emitter} emitter @param {Statement} statement */
export function emitReturn(emitter, { datum, expression }) {
  if (emitter.routine.retset) {
    emitter.line('return null')
    return
  }
  if (datum !== null && datum.fixed !== undefined && datum.type === RECORD) {
    emitter.line(`return run.fixedRow(${emitter.variable(datum)})`)
    return
  }
  if (datum !== null) emitDatum(emitter, datum)
  else if (expression !== null) emitter.line(emitter.valueOf(emitter.computes(emitter.query(expression))))
  else emitter.line('run.give(null, 2278, -1, null)')
  emitter.line('return run.finish()')
}

/** @param {Emitter} emitter @param {Statement} statement */
export function emitReturnNext(emitter, { datum, expression }) {
  emitter.line('run.resultRows()')
  if (datum?.kind === 'rec') {
    emitter.line(`run.returnNextRecord(${emitter.variable(datum)})`)
    return
  }
  if (datum?.kind === 'row') {
    const parts = datum.parts.map((/** @type {Datum} */ part) => emitter.shared(part))
    emitter.line(`run.returnNextOutputs(${emitter.constant(datum)}, [${parts.join(', ')}])`)
    return
  }
  if (datum !== null) emitDatum(emitter, datum)
  else emitter.line(emitter.value(expression))
  if (datum !== null && datum.kind !== 'field') {
    emitter.line('run.returnNextScalar()')
    return
  }
  const mismatch = datum === null ? 'returned record type does not match expected record type' : WRONG_RECORD
  emitter.line(`run.returnNext(${JSON.stringify(mismatch)})`)
}

/** @param {Emitter} emitter @param {Statement} statement */
export function emitReturnQuery(emitter, { query, dynamic, params }) {
  emitter.line('run.resultRows()')
  if (query !== null) {
    const made = emitter.query(query)
    emitter.line(`yield* run.returnRows(yield* run.openRows(${emitter.call(made)}, true))`)
  } else {
    const text = emitter.name('text')
    emitter.line(`const ${text} = run.dynamicText(${emitter.value(dynamic)}, run.type)`)
    emitter.line(`yield* run.returnDynamic(${text}, ${emitter.arguments(params)})`)
  }
  emitter.found('run.found')
}
