/**
 * INTERSECT and EXCEPT by a table of the first side's rows, which counts how many equal ones came from either side.
 * What is given out is the first row of its kind, as PostgreSQL does.
 *
 *   how often a row is given out, l of the first side and r of the second
 *   intersect r > 0: 1      all: min(l, r)      except r = 0: 1      all: max(l - r, 0)
 *
 * Once the table is full, rows it does not hold are put aside with their side, as those of aggregates are
 * (spill/group-table.js).
 */
import { expression } from '../expressions/compile.js'
import { slotKey } from '../codegen/function.js'
import { FLOAT } from '../spill/columns.js'
import { typeOrNull } from './carry.js'
import { kindOf } from './cells.js'
import { GroupCode } from './aggregate/group-code.js'
import { openGroups, sequenceOf } from './aggregate/sequence-code.js'

/** @import { SetOp } from '../../planner/plan.js' */
/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @param {SetOp} node @param {FunctionBuilder} fn @param {() => void} consume */
export function hashedSetOp(node, fn, consume) {
  const { module } = fn
  const width = node.types.length
  const [table, isFirst, group, hash, rows, row, times] =
    ['table', 'isFirst', 'g', 'hash', 'rows', 'row', 'times'].map((hint) => module.name(hint))
  const code = new GroupCode(fn, node.types)
  const places = node.types.map((_, at) => at)
  // Keys that are not compared as they are have their values behind.
  const valueKeys = places.filter((at) => !code.keys[at].plain)
  const [left, right] = [width + valueKeys.length, width + valueKeys.length + 1]
  const keyNames = places.map(() => module.name('key'))
  const comparedNames = places.map((at) => code.keys[at].plain ? keyNames[at] : module.name('compared'))
  const types = module.constant([...node.types.map((type) => typeOrNull(fn, type)), null], 'types')
  fn.line(`let ${isFirst} = false`)
  fn.line(`const ${table} = ${code.make(types, Math.ceil(1.1 * (node.estimate?.rows ?? 0)))}`)
  /** A row of a side, with its keys bound. @param {0 | 1} side */
  const count = (side) => {
    places.forEach((at) => {
      if (!code.keys[at].plain) fn.line(`const ${comparedNames[at]} = ${code.compared(at, keyNames[at])}`)
    })
    fn.line(`const ${hash} = ${code.hashSource(places, comparedNames)}`)
    fn.line(`let ${group} = ${code.findSource(places, table, hash, comparedNames)}`)
    if (side === 0) fn.line(`${isFirst} = ${group} < 0`)
    fn.open(`if (${group} < 0) {`)
    fn.line(`if (${table}.full) ${table}.putAside([${[...keyNames, side].join(', ')}], ${hash})`)
    const values = [...comparedNames, ...valueKeys.map((at) => keyNames[at]), 0, 0]
    if (side === 0) fn.line(`else ${group} = ${code.add}(${[table, hash, ...values].join(', ')})`)
    fn.close()
    fn.line(`if (${group} >= 0) ${table}.columns[${side === 0 ? left : right}][${group}] += 1`)
  }
  for (const [side, { input, outputs }] of /** @type {const} */ ([[0, node.left], [1, node.right]])) {
    fn.open('{')
    fn.produce(input, () => {
      places.forEach((at) => {
        const value = expression(fn, outputs[at])
        code.keys[at].nullable ||= value.nullable
        fn.line(`const ${keyNames[at]} = ${value.js}`)
      })
      count(side)
    })
    fn.close()
  }
  code.finish([...valueKeys.map((at) => kindOf(module, node.types[at], code.keys[at].nullable)), FLOAT, FLOAT])
  const columnOf = (/** @type {number} */ at) => code.keys[at].plain ? at : width + valueKeys.indexOf(at)
  const sequence = sequenceOf(module, node.sequence, node.left.outputs, columnOf)
  fn.open('for (;;) {')
  openGroups(fn, sequence, table, group, isFirst)
  const [l, r] = [left, right].map((at) => `${table}.columns[${at}][${group}]`)
  const often = node.op === 'intersect'
    ? node.all ? `Math.min(${l}, ${r})` : `${r} > 0 ? 1 : 0`
    : node.all ? `${l} - ${r}` : `${r} === 0 ? 1 : 0`
  fn.open(`for (let ${times} = ${often}; ${times} > 0; ${times}--) {`)
  fn.loopHead()
  places.forEach((at) => {
    const { nullable } = code.keys[at]
    fn.bind(slotKey({ node: node.id, index: at }), { read: code.read(columnOf(at), table, group, nullable), nullable })
  })
  consume()
  fn.close()
  fn.close()
  fn.line(`const ${rows} = ${table}.nextRound()`)
  fn.line(`if (${rows} === null) break`)
  fn.open(`for (let ${row} = ${rows}.next(); ${row} !== undefined; ${row} = ${rows}.next()) {`)
  fn.loopHead()
  keyNames.forEach((name, at) => fn.line(`const ${name} = ${row}[${at}]`))
  fn.open(`if (${row}[${width}] === 0) {`)
  count(0)
  fn.close()
  fn.open('else {')
  count(1)
  fn.close()
  fn.close()
  fn.close()
}
