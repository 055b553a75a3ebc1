/** OPEN, FETCH, MOVE, CLOSE. */
import { INTEGER } from './wanted.js'

/** @typedef {import('../parse/tree.js').Statement} Statement */

/** @typedef {import('./emitter.js').Emitter} Emitter */
/** @typedef {import('../parse/names.js').Datum} Datum */

/** @param {Emitter} emitter @param {Statement} statement */
export function emitOpen(emitter, { cursor, args, scroll, query, dynamic, params }) {
  const name = emitter.variable(cursor)
  if (cursor.isConstant) emitter.line(`run.checkCursor(${name}, ${emitter.constant(cursor)})`)
  if (cursor.cursor !== null) emitOpenBound(emitter, cursor, args)
  else if (query !== null) {
    const made = emitter.query(query)
    emitter.line(`${name} = yield* run.openCursor(${name}, ${emitter.call(made)}, ${scroll})`)
  } else {
    const text = emitter.name('text')
    emitter.line(`const ${text} = run.dynamicText(${emitter.value(dynamic)}, run.type)`)
    emitter.line(`${name} = yield* run.openDynamicCursor(${name}, ${text}, ${emitter.arguments(params)}, ${scroll})`)
  }
}

/**
 * @param {Emitter} emitter @param {Datum} cursor a bound one
 * @param {import('../parse/tree.js').Expression[] | null} args
 */
export function emitOpenBound(emitter, cursor, args) {
  const { query, scroll, args: row } = /** @type {import('../parse/names.js').CursorDefinition} */ (cursor.cursor)
  const name = emitter.variable(cursor)
  args?.forEach((expression, at) => {
    const part = /** @type {Datum} */ (row).parts[at]
    if (part.kind === 'var') {
      emitter.line(`${emitter.variable(part)} = ${emitter.value(expression, { type: part.type, typmod: part.typmod })}`)
    }
    else {
      emitter.line(`${emitter.variable(part)} = run.record(${emitter.constant(part)})`)
      emitter.line(emitter.value(expression))
      emitter.assignValue(part)
    }
  })
  // PostgreSQL computes them by a SELECT INTO, which shows.
  if (args !== null && args.length > 0) {
    emitter.found('true')
    emitter.line('run.rowCount = 1')
  }
  const made = emitter.query(query)
  emitter.line(`${name} = yield* run.openCursor(${name}, ${emitter.call(made)}, ${scroll})`)
}

/** @param {Emitter} emitter @param {Statement} statement */
export function emitFetch(emitter, { isMove, cursor, target, direction, count, expression }) {
  const wanted = expression === null ? String(count) : `run.howMany(${emitter.value(expression, INTEGER)})`
  const name = JSON.stringify(cursor.name)
  const variable = emitter.variable(cursor)
  const isNext = direction === 'FORWARD' && expression === null && count === 1 && !isMove
  const unless = isNext ? `if (!run.fetchNext(${variable})) ` : ''
  emitter.line(`${unless}yield* run.fetch(${variable}, 'FETCH_${direction}', ${wanted}, ${isMove}, ${name})`)
  if (!isMove) emitter.assignRow(target)
  emitter.found('run.found')
}

/** @param {Emitter} emitter @param {Statement} statement */
export function emitClose(emitter, { cursor }) {
  emitter.line(`run.close(${emitter.variable(cursor)}, ${JSON.stringify(cursor.name)})`)
}
