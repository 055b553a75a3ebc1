/**
 * Hash join: the inner side becomes a JoinTable in a function of its own, the outer side probes it row by row. Joins that keep
 * unmatched outer rows run their probe loop once more with a row of nulls, so what follows is written once; unmatched inner rows (right, full) follow in a
 * loop behind. A build side beyond work_mem is joined in passes (spill/join-table.js).
 */
import { condition, expression, whenTrue } from '../expressions/compile.js'
import { keyOf } from '../codegen/function.js'
import { JoinTable } from '../spill/join-table.js'
import { Carry, mapKey } from './carry.js'
import { references } from './references.js'
import { produce } from './produce.js'

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @param {any} node HashJoin @param {FunctionBuilder} fn @param {() => void} consume */
export function produceHashJoin(node, fn, consume) {
  const { module } = fn
  const table = module.name('table')
  const { build, carry } = buildSide(node, fn)
  fn.line(`const ${table} = ${build.call()}`)
  const keepsOuter = node.join === 'left' || node.join === 'full'
  const existence = node.join === 'semi' || node.join === 'anti'
  const keepsInner = node.join === 'right' || node.join === 'full'
  const numbered = keepsOuter || existence
  const number = module.name('number')
  carry.fn = fn
  fn.open('do {')
  if (numbered) fn.line(`let ${number} = -1`)
  produce(node.outer, fn, () => {
    fn.settle()
    if (numbered) fn.line(`${number}++`)
    const first = probe(node, fn, table)
    if (existence) existenceProbe(node, fn, consume, { table, first, number, carry })
    else if (keepsOuter) outerProbe(node, fn, consume, { table, first, number, carry, mark: keepsInner })
    else innerProbe(node, fn, consume, { first, carry, mark: keepsInner })
  })
  if (keepsInner) {
    const row = module.name('row')
    fn.open(`for (const ${row} of ${table}.unmatched()) {`)
    fn.loopHead()
    for (const expr of node.outerNullable) fn.bind(keyOf(expr), { js: 'null', nullable: true })
    carry.bind(row)
    whenTrue(fn, node.filter, consume)
    fn.close()
  }
  fn.close(`} while (${table}.nextPass())`)
}

/** @param {any} node @param {FunctionBuilder} fn */
function buildSide(node, fn) {
  const { module } = fn
  /** @type {{ carry: Carry | null }} */
  const made = { carry: null }
  const build = module.define('build', fn, (inner) => {
    const at = inner.lines.length
    inner.line('')
    produce(node.inner, inner, () => {
      const wanted = [...references([node.carry, node.on, node.filter]).values()]
        .filter((expr) => inner.peek(keyOf(expr)) !== null && !inner.params.has(keyOf(expr)))
      const carry = new Carry(inner, wanted, 2)
      made.carry = carry
      const names = keyNames(inner, node.innerKeys)
      const nulls = names.filter((key) => key.nullable).map((key) => `${key.js} === null`).join(' || ')
      const entry = `[null, false${carry.values().map((js) => `, ${js}`).join('')}]`
      const keepsNull = node.join === 'right' || node.join === 'full'
      if (node.nullAware) inner.line('table.total++')
      if (nulls !== '') inner.open(`if (${nulls}) {`)
      if (nulls !== '') {
        inner.line('table.sawNull = true')
        if (keepsNull) inner.line(`table.add(null, ${entry})`)
        inner.swap()
      }
      inner.line(`table.add(${mapKey(inner, names.map((key) => key.js), node.keyTypes)}, ${entry})`)
      if (nulls !== '') inner.close()
      inner.lines[at] = `  const table = new ${module.constant(JoinTable, 'JoinTable')}(ctx, ${module.constant([null, ...carry.types()], 'types')})`
    })
    inner.line('return table')
  })
  return { build, carry: /** @type {Carry} */ (made.carry) }
}

/** @param {FunctionBuilder} fn @param {any[]} exprs */
function keyNames(fn, exprs) {
  return exprs.map((expr) => {
    const value = expression(fn, expr)
    if (value.atom) return value
    const name = fn.module.name('key')
    fn.line(`const ${name} = ${value.js}`)
    return { js: name, nullable: value.nullable, atom: true }
  })
}

/** The first entry of the chain of this row's key, null without one. @param {any} node @param {FunctionBuilder} fn @param {string} table */
function probe(node, fn, table) {
  const names = keyNames(fn, node.outerKeys)
  const nulls = names.filter((key) => key.nullable).map((key) => `${key.js} === null`).join(' || ')
  const first = fn.module.name('first')
  const found = `${table}.map.get(${mapKey(fn, names.map((key) => key.js), node.keyTypes)}) ?? null`
  fn.line(`const ${first} = ${nulls === '' ? found : `${nulls} ? null : ${found}`}`)
  if (node.nullAware) fn.line(`const ${first}n = ${table}.total > 0 && (${table}.sawNull${nulls === '' ? '' : ` || ${nulls}`})`)
  return first
}

/** @param {any} node @param {FunctionBuilder} fn @param {() => void} consume @param {{ first: string, carry: Carry, mark: boolean }} names */
function innerProbe(node, fn, consume, { first, carry, mark }) {
  const row = fn.module.name('row')
  fn.open(`for (let ${row} = ${first}; ${row} !== null; ${row} = ${row}[0]) {`)
  fn.loopHead()
  carry.bind(row)
  whenTrue(fn, node.on, () => {
    if (mark) fn.line(`${row}[1] = true`)
    whenTrue(fn, node.filter, consume)
  })
  fn.close()
}

/** @param {any} node @param {FunctionBuilder} fn @param {() => void} consume
 *  @param {{ table: string, first: string, number: string, carry: Carry, mark: boolean }} names */
function outerProbe(node, fn, consume, { table, first, number, carry, mark }) {
  const { module } = fn
  const next = module.name('next')
  const row = module.name('row')
  const hit = module.name('hit')
  fn.line(`let ${next} = ${first}, ${hit} = ${table}.wasMatched(${number})`)
  fn.open('for (;;) {')
  fn.loopHead()
  fn.line(`const ${row} = ${next}`)
  fn.open(`if (${row} !== null) {`)
  fn.line(`${next} = ${row}[0]`)
  carry.bind(row)
  if (node.on !== null) fn.line(`if (!${condition(fn, node.on)}) continue`)
  if (mark) fn.line(`${row}[1] = true`)
  fn.line(`if (!${hit} && !${table}.last) ${table}.markMatched(${number})`)
  fn.swap()
  fn.line(`if (${hit} || !${table}.last) break`)
  fn.close()
  fn.line(`${hit} = true`)
  for (const [key, slot] of carry.places) fn.bind(key, { read: `${row} === null ? null : ${row}[${slot.place}]`, nullable: true })
  whenTrue(fn, node.filter, consume)
  fn.close()
}

/** @param {any} node @param {FunctionBuilder} fn @param {() => void} consume @param {{ table: string, first: string, number: string, carry: Carry }} names */
function existenceProbe(node, fn, consume, { table, first, number, carry }) {
  const { module } = fn
  const row = module.name('row')
  const hit = module.name('hit')
  const before = `${table}.wasMatched(${number})`
  if (node.on === null) fn.line(`const ${hit} = ${first} !== null`)
  else {
    fn.line(`let ${hit} = false`)
    fn.open(`for (let ${row} = ${first}; ${row} !== null; ${row} = ${row}[0]) {`)
    fn.loopHead()
    carry.bind(row)
    whenTrue(fn, node.on, () => {
      fn.line(`${hit} = true`)
      fn.line('break')
    })
    fn.close()
  }
  if (node.join === 'semi') fn.open(`if (${hit} && !${before}) {`)
  else fn.open(`if (!${hit} && ${table}.last && !${before}${node.nullAware ? ` && !${first}n` : ''}) {`)
  if (node.join === 'semi') fn.line(`if (!${table}.last) ${table}.markMatched(${number})`)
  whenTrue(fn, node.filter, consume)
  if (node.join === 'anti') fn.swap(`} else if (${hit} && !${table}.last) {`)
  if (node.join === 'anti') fn.line(`${table}.markMatched(${number})`)
  fn.close()
}
