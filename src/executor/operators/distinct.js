/** DISTINCT and DISTINCT ON: the first row of each key, in the order of first appearance. */
import { expression } from '../expressions/compile.js'
import { GroupTable } from '../spill/group-table.js'
import { Carry, mapKey } from './carry.js'
import { produce } from './produce.js'

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @param {any} node Distinct @param {FunctionBuilder} fn @param {() => void} consume */
export function produceDistinct(node, fn, consume) {
  const { module } = fn
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
    fn.line(`if (${table}.full) ${table}.putAside([${stored}, ${key}]); else ${table}.insert(${key}, [${stored}])`)
    fn.close()
  }
  produce(node.input, fn, () => {
    const names = node.keys.map((/** @type {any} */ expr) => {
      const value = expression(fn, expr)
      if (value.atom) return value.js
      const name = module.name('k')
      fn.line(`const ${name} = ${value.js}`)
      return name
    })
    fn.line(`const ${key} = ${mapKey(fn, names, node.keys.map((/** @type {any} */ expr) => expr.type))}`)
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

