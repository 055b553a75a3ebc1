/**
 * DISTINCT and DISTINCT ON: the first row of each key. Over sorted input rows are compared with the one before;
 * otherwise a table knows the keys that were there.
 */
import { expression } from '../expressions/compile.js'
import { baseType, comparedAs } from '../expressions/operations.js'
import { keyOf } from '../codegen/function.js'
import { Carry, mapKey, typeOrNull } from './carry.js'
import { kindOf } from './cells.js'
import { GroupCode } from './aggregate/group-code.js'
import { openGroups, sequenceOf } from './aggregate/sequence-code.js'
import { KeptText } from '../spill/kept-text.js'

/** @import { Distinct, IndexScan, Sort } from '../../planner/plan.js' */
/** @import { Expr } from '../../catalog/expr.js' */
/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

const BPCHAR = 1042

/** @param {any} node Distinct @param {FunctionBuilder} fn @param {() => void} consume */
export function produceDistinct(node, fn, consume) {
  const { module } = fn
  if (node.strategy === 'sorted') {
    sortedDistinct(node, fn, consume)
    return
  }
  const [table, row, hash, reader, aside, isFirst] = ['table', 'row', 'hash', 'rows', 'aside', 'isFirst'].map(
    (hint) => module.name(hint),
  )
  const carry = new Carry(fn, node.carry)
  const code = new GroupCode(fn, node.keys.map((/** @type {Expr} */ expr) => comparedAs(module, expr)))
  const places = node.keys.map((/** @type {any} */ _, /** @type {number} */ at) => at)
  const keyNames = node.keys.map(() => module.name('key'))
  const types = module.constant(
    [...carry.types(), ...code.keys.map(({ type, plain }) => (plain ? typeOrNull(fn, type) : null))],
    'types',
  )
  // What is given out and is a key as it is stands there already.
  const slots = [...carry.places.values()].map(({ expr, place }) => ({ expr, place, key: keyIndex(node, code, expr) }))
  const own = slots.filter(({ key }) => key < 0)
  fn.line(`let ${isFirst} = false`)
  fn.line(`const ${table} = ${code.make(types, Math.ceil(1.1 * (node.estimate?.rows ?? 0)))}`)
  /** @param {string[]} values of the carried places */
  const add = (values) => {
    fn.line(`const ${hash} = ${code.hashSource(places, keyNames)}`)
    fn.line(`${isFirst} = ${code.findSource(places, table, hash, keyNames)} < 0`)
    fn.open(`if (${isFirst}) {`)
    fn.line(`if (${table}.full) ${table}.putAside([${[...values, ...keyNames].join(', ')}], ${hash})`)
    fn.line(`else ${code.add}(${[table, hash, ...keyNames, ...own.map(({ place }) => values[place])].join(', ')})`)
    fn.close()
  }
  fn.produce(node.input, () => {
    node.keys.forEach((/** @type {Expr} */ expr, /** @type {number} */ at) => {
      const value = expression(fn, expr)
      code.keys[at].nullable ||= value.nullable
      const name = value.atom ? value.js : module.name('k')
      if (!value.atom) fn.line(`const ${name} = ${value.js}`)
      fn.line(`const ${keyNames[at]} = ${code.compared(at, name)}`)
    })
    add(carry.values())
  })
  const nullable = (/** @type {any} */ { expr }) => carry.places.get(keyOf(expr))?.nullable ?? true
  code.finish(own.map((slot) => kindOf(module, slot.expr.type, nullable(slot))))
  const sequence = sequenceOf(module, node.sequence, node.keys, (at) => {
    if (code.keys[at].plain) return at
    const { kind } = node.keys[at]
    const place = kind === 'column' || kind === 'slot'
      ? own.findIndex(({ expr }) => keyOf(expr) === keyOf(node.keys[at])) : -1
    return place < 0 ? -1 : code.valueAt(place)
  })
  fn.open('for (;;) {')
  openGroups(fn, sequence, table, row, isFirst)
  fn.loopHead()
  for (const slot of slots) {
    const column = slot.key >= 0 ? slot.key : code.valueAt(own.indexOf(slot))
    fn.bind(keyOf(slot.expr), { read: code.read(column, table, row, nullable(slot)), nullable: nullable(slot) })
  }
  consume()
  fn.close()
  fn.line(`const ${reader} = ${table}.nextRound()`)
  fn.line(`if (${reader} === null) break`)
  fn.open(`for (let ${aside} = ${reader}.next(); ${aside} !== undefined; ${aside} = ${reader}.next()) {`)
  fn.loopHead()
  keyNames.forEach((/** @type {string} */ name, /** @type {number} */ at) =>
    fn.line(`const ${name} = ${aside}[${carry.length + at}]`),
  )
  add(Array.from({ length: carry.length }, (_, at) => `${aside}[${at}]`))
  fn.close()
  fn.close()
}

/**
 * Which key a carried column or slot is, compared as itself; -1: none.
 * @param {any} node
 * @param {GroupCode} code
 * @param {Expr} expr
 */
const keyIndex = (node, code, expr) =>
  node.keys.findIndex(
    (/** @type {any} */ key, /** @type {number} */ at) =>
      code.keys[at].plain && (key.kind === 'column' || key.kind === 'slot') && keyOf(key) === keyOf(expr),
  )

/**
 * One value that is equal for rows which count as one.
 * @param {IndexScan | Sort | Distinct} node Distinct
 * @param {FunctionBuilder} fn
 */
function keySource(node, fn) {
  const names = node.keys.map((expr) => {
    const value = expression(fn, expr)
    if (value.atom) return value.js
    const name = fn.module.name('k')
    fn.line(`const ${name} = ${value.js}`)
    return name
  })
  return mapKey(fn, names, node.keys.map((/** @type {any} */ expr) => comparedAs(fn.module, expr)))
}

/**
 * Rows that count as one come next to each other, in an order that must stay.
 * @param {Distinct} node
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 */
function sortedDistinct(node, fn, consume) {
  const { module } = fn
  const before = module.name('before')
  const at = fn.lines.length
  fn.line(`let ${before}`)
  fn.produce(node.input, () => {
    const texts = node.input.node === 'sort' ? storedTexts(node, fn) : null
    if (texts === null) {
      const key = module.name('key')
      fn.line(`const ${key} = ${keySource(node, fn)}`)
      // NaN is itself here.
      fn.open(`if (${key} !== ${before} && (${key} === ${key} || ${before} === ${before})) {`)
      fn.line(`${before} = ${key}`)
    } else {
      const kept = module.constant(KeptText, 'KeptText')
      fn.lines[at] = `${'  '.repeat(fn.depth - 1)}const ${before} = [${texts.map(() => `new ${kept}()`).join(', ')}]`
      // Each is to keep its own.
      fn.open(`if (${texts.map((args, key) => `${before}[${key}].differs(${args})`).join(' | ')}) {`)
    }
    consume()
    fn.close()
  })
}

/**
 * Where the keys stand in rows of a sort, if all are texts that are equal when their bytes are (but for bpchar's
 * blanks), and nobody has read them: what is compared and given out as bytes is not decoded.
 * @param {Distinct} node
 * @param {FunctionBuilder} fn
 * @returns {string[] | null} arguments of `differs`
 */
function storedTexts(node, fn) {
  const found = node.keys.map((expr) => {
    if (expr.kind !== 'column' && expr.kind !== 'slot') return null
    const { text, js } = fn.peek(keyOf(expr)) ?? {}
    if (text === undefined || js !== undefined || comparedAs(fn.module, expr) < 0) return null
    return `${text.space}, ${text.at}, ${text.cell}, ${baseType(fn.module, expr.type) === BPCHAR}`
  })
  return found.every((text) => text !== null) ? found : null
}
