/** RAISE, ASSERT, GET DIAGNOSTICS. */

/** @typedef {import('../../host.js').Value} Value */
/** @typedef {import('../parse/tree.js').Statement} Statement */

/** @typedef {import('./emitter.js').Emitter} Emitter */

/** @param {Emitter} emitter @param {Statement} statement */
export function emitRaise(emitter, statement) {
  if (statement.isBare) {
    emitter.throws('run.again()')
    return
  }
  const values = statement.params.map((/** @type {Value} */ param) => `run.shown(${emitter.value(param)}, run.type)`)
  const options =
    statement.options.map((/** @type {Value} */ option) =>
      `[${JSON.stringify(option.name)}, run.option(${emitter.value(option.expression)}, run.type)]`)
  const { level, condition, format } = statement
  const raise = emitter.constant({ level, condition, format })
  const given = `${raise}, [${values.join(', ')}], [${options.join(', ')}]`
  if (level === 'exception') emitter.throws(`run.raised(${given})`)
  else emitter.line(`run.raise(${given})`)
}

/** @param {Emitter} emitter @param {Statement} statement */
export function emitAssert(emitter, { condition, message }) {
  emitter.open('if (run.asserts) {')
  const name = emitter.name('is')
  emitter.line(`const ${name} = ${emitter.value(condition, { type: 16, typmod: -1 })}`)
  const text = message === null ? 'null' : `run.shownOrNull(${emitter.value(message)}, run.type)`
  emitter.line(`if (${name} !== true) throw run.assertion(${text})`)
  emitter.close()
}

/** @param {Emitter} emitter @param {Statement} statement */
export function emitDiagnostics(emitter, { stacked, items }) {
  if (stacked) emitter.line('run.requireCaught()')
  for (const { target, item } of items) {
    emitter.line(`run.diagnostic(${JSON.stringify(item)})`)
    emitter.assignValue(target)
  }
}
