/** DISTINCT and DISTINCT ON: the first row of each key. Over sorted input rows are compared with the one before; otherwise a table knows the keys that were there. */
import { expression } from '../expressions/compile.js'
import { comparedAs } from '../expressions/operations.js'
import { GroupTable } from '../spill/group-table.js'
import { Carry, mapKey } from './carry.js'
import { produce } from './produce.js'

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @param {any} node Distinct @param {FunctionBuilder} fn @param {() => void} consume */
export function produceDistinct(node, fn, consume) {
  const { module } = fn
  if (node.strategy === 'sorted') {
    sortedDistinct(node, fn, consume)
    return
  }
  const table = module.name('table')
  const row = module.name('row')
  const key = module.name('key')
  const carry = new Carry(fn, node.carry)
  const types = module.constant([...carry.types(), null], 'types')
  fn.line(`const ${table} = new ${module.constant(GroupTable, 'GroupTable')}(ctx, ${types})`)
  /** @param {() => string} values */
  const add = (values) => {
    fn.open(`if (!${table}.map.has(${key})) {`)
    const stored = values()
    fn.line(`if (${table}.full) ${table}.putAside([${stored}, ${key}], ${key}); else ${table}.insert(${key}, [${stored}])`)
    fn.close()
  }
  produce(node.input, fn, () => {
    fn.line(`const ${key} = ${keySource(node, fn)}`)
    const values = carry.values()
    add(() => values.join(', '))
  })
  const reader = module.name('rows')
  const aside = module.name('aside')
  fn.open('for (;;) {')
  fn.open(`for (const ${row} of ${table}.map.values()) {`)
  fn.loopHead()
  carry.bind(row)
  consume()
  fn.close()
  fn.line(`const ${reader} = ${table}.nextRound()`)
  fn.line(`if (${reader} === null) break`)
  fn.open(`for (let ${aside} = ${reader}.next(); ${aside} !== undefined; ${aside} = ${reader}.next()) {`)
  fn.loopHead()
  fn.line(`const ${key} = ${aside}[${carry.length}]`)
  add(() => Array.from({ length: carry.length }, (_, at) => `${aside}[${at}]`).join(', '))
  fn.close()
  fn.close()
}

/** One value that is equal for rows which count as one. @param {any} node Distinct @param {FunctionBuilder} fn */
function keySource(node, fn) {
  const names = node.keys.map((/** @type {any} */ expr) => {
    const value = expression(fn, expr)
    if (value.atom) return value.js
    const name = fn.module.name('k')
    fn.line(`const ${name} = ${value.js}`)
    return name
  })
  return mapKey(fn, names, node.keys.map((/** @type {any} */ expr) => comparedAs(fn.module, expr)))
}

/** Rows that count as one come next to each other, in an order that must stay. @param {any} node Distinct @param {FunctionBuilder} fn @param {() => void} consume */
function sortedDistinct(node, fn, consume) {
  const { module } = fn
  const before = module.name('before')
  const key = module.name('key')
  fn.line(`let ${before}`)
  produce(node.input, fn, () => {
    fn.line(`const ${key} = ${keySource(node, fn)}`)
    // NaN is itself here.
    fn.open(`if (${key} !== ${before} && (${key} === ${key} || ${before} === ${before})) {`)
    fn.line(`${before} = ${key}`)
    consume()
    fn.close()
  })
}
