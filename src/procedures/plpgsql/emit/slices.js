/**
 * Loops that only compute with numbers run in slices: as many rounds as are left until others' turn, in an inner loop
 * whose variables are locals of its own that are known to be numbers. So V8 keeps them unboxed, and nothing is asked
 * about NULL; a variable that may be null in the ordinary loop is boxed anew in each round.
 *
 *     L: for (…) {
 *       if (--program.fuel < 0 …) yield …
 *       if (typeof v2 === 'number' && …) {       all that the body names
 *         let x2 = +v2
 *         F: for (; rounds; ) { body over x2 … }
 *         v2 = x2
 *         continue
 *       }
 *       body over v2 …                           where one of them is null, or a bigint beyond a number
 *     }
 */

/** @import { Steps } from '../../../util/effort.js' */
/** @typedef {import('../parse/tree.js').Statement} Statement */
/** @typedef {import('../parse/names.js').Datum} Datum */
/** @typedef {import('../parse/names.js').Scope} Scope */
/** @typedef {import('./emitter.js').Emitter} Emitter */

/** int8, int2, int4, float4, float8. */
const NUMBERS = new Set([20, 21, 23, 700, 701])
const BOOLEAN = 16

/**
 * The slice that is being emitted.
 * @typedef {object} Slice
 * @property {Scope} scope of its loop
 * @property {string} label of the inner loop
 * @property {string} out local that is true when the whole loop is over
 * @property {Map<Datum, string>} locals
 * @property {boolean} fits so far
 */

/** @param {Statement[]} list @param {Set<Datum>} assigned @returns {boolean} it does nothing but compute and branch */
function onlyComputes(list, assigned) {
  return list.every((statement) => {
    switch (statement.kind) {
      case 'null': return true
      case 'exit': return true
      case 'if':
        return statement.branches.every((/** @type {{ body: Statement[] }} */ { body }) => onlyComputes(body, assigned))
          && (statement.otherwise === null || onlyComputes(statement.otherwise, assigned))
      case 'assign': {
        const { target } = statement
        assigned.add(target)
        return target.kind === 'var' && (NUMBERS.has(target.type) || target.type === BOOLEAN)
      }
      default: return false
    }
  })
}

/**
 * Emits a slice in front of a loop's ordinary round, or nothing.
 * @param {Emitter} emitter @param {Statement} statement the loop
 * @param {{ head: (slice: Slice) => string, round: (slice: Slice) => void, before: string[], after: string[] }} parts
 *   head: of the inner loop; round: what one round begins with; before, after: around the inner loop
 * @returns {Steps<void>}
 */
export function* emitSlice(emitter, statement, { head, round, before, after }) {
  /** @type {Set<Datum>} */
  const assigned = new Set()
  // A handler would see the variables as they were before the slice.
  if (emitter.guards > 0 || emitter.slice !== null || !onlyComputes(statement.body, assigned)) return
  /** @type {Slice} */
  const slice = { scope: statement.scope, label: emitter.name('F'), out: emitter.name('out'), locals: new Map(),
    fits: true }
  const { current, origin } = emitter
  const at = emitter.lines.length
  const places = emitter.places.length
  emitter.slice = slice
  round(slice)
  yield* emitter.statements(statement.body)
  emitter.slice = null
  const lines = emitter.lines.splice(at)
  const origins = emitter.origins.splice(at)
  emitter.origin = origin
  if (!slice.fits || slice.locals.size === 0) {
    emitter.places.length = places
    emitter.current = current
    return
  }
  const own = [...slice.locals]
  const tests = own.filter(([datum]) => datum !== statement.target)
    .map(([datum]) => testOf(datum, emitter.variable(datum)))
  emitter.open(`if (${['program.fuel > 0', ...tests].join(' && ')}) {`)
  for (const [datum, local] of own) {
    emitter.line(`let ${local} = ${startOf(datum, emitter.variable(datum), datum === statement.target)}`)
  }
  emitter.line(`let ${slice.out} = false`)
  for (const line of before) emitter.line(line)
  emitter.open(`${slice.label}: ${head(slice)} {`)
  lines.forEach((line, index) => {
    emitter.lines.push(line)
    emitter.origins.push(origins[index])
  })
  emitter.close()
  for (const line of after) emitter.line(line)
  for (const [datum, local] of own) if (assigned.has(datum)) emitter.line(`${emitter.variable(datum)} = ${local}`)
  emitter.line(`if (${slice.out}) break ${emitter.labels.get(statement.scope)}`)
  emitter.line('continue')
  emitter.close()
  emitter.current = current
  emitter.line(`run.at = ${current}`)
}

/** @param {Datum} datum @param {string} js @returns {string} */
function testOf({ type }, js) {
  if (NUMBERS.has(type)) return `typeof ${js} === 'number'`
  return type === BOOLEAN ? `typeof ${js} === 'boolean'` : `${js} !== null`
}

/** @param {Datum} datum @param {string} js @param {boolean} isCounter @returns {string} */
function startOf({ type }, js, isCounter) {
  if (isCounter) return '0'
  return NUMBERS.has(type) ? `+${js}` : js
}
