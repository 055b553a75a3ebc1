/**
 * SELECT … FOR UPDATE and friends. Each row is locked on its way up; a version newer than the snapshot takes the row's
 * place if it still satisfies the recheck (EvalPlanQual), a deleted row is dropped.
 */
import { condition, expression } from '../expressions/compile.js'
import { columnKey, slotKey } from '../codegen/function.js'
import { rowNotAvailable } from '../../errors/execution.js'
import { STRENGTH } from '../../txn/row-locks.js'
import { bindTuple, heapNames, relationOf } from './scan/access.js'
import { TreeMember } from './write/tree-members.js'
import { emitWait } from './waiting.js'

/** @import { Binding } from '../codegen/function.js' */
/** @import { LockRows } from '../../planner/plan.js' */
/** @import { RelationDesc } from '../../catalog/relation.js' */
/** @import { Wait } from '../../txn/wait.js' */
/** @import { RowLock } from '../../planner/plan.js' */

/** As the plan names them. @type {Record<string, number>} */
const STRENGTH_NAMED = {
  keyshare: STRENGTH.KEY_SHARE, share: STRENGTH.SHARE, nokeyupdate: STRENGTH.NO_KEY_UPDATE, update: STRENGTH.UPDATE,
}

/** @param {LockRows} node @param {import('../codegen/function.js').FunctionBuilder} fn @param {() => void} consume */
export function produceLockRows(node, fn, consume) {
  const { module } = fn
  fn.produce(node.input, () => {
    fn.settle()
    const row = fn.label()
    const moved = module.name('moved')
    fn.line(`let ${moved} = false`)
    fn.open(`${row}: do {`)
    for (const lock of node.locks) {
      const relation = lock.tree ? module.catalog.relation(lock.relationOid) : relationOf(module, lock.relationOid)
      const names = lock.tree ? treeMember(fn, lock) : heapNames(module, relation)
      const tid = fn.resolve(columnKey({ rt: lock.rt, attnum: -1 }))
      const status = module.name('status')
      const again = fn.label()
      const at = module.name('at')
      // The nullable side of an outer join has nothing to lock.
      fn.line(`let ${at} = -1`)
      fn.open(`${again}: for (;${tid.js} !== null;) {`)
      fn.line(`const ${status} = ${names.heap}.lockForUpdate(ctx.txn, ${tid.js}, ctx.snapshot, ${STRENGTH_NAMED[lock.strength]})`)
      fn.line(`if (${status} === 0) { ${at} = ${names.heap}.currentAt; break ${again} }`)
      fn.open(`if (${status} === 5) {`)
      if (lock.wait === 'block') {
        emitWait(fn, `${names.heap}.wait`)
        fn.line(`continue ${again}`)
      } else {
        fn.line(`${module.constant(giveUp, 'giveUp')}(${names.heap}.wait)`)
        fn.line(
          lock.wait === 'skip'
            ? `break ${row}`
            : `throw ${module.constant(rowNotAvailable, 'rowNotAvailable')}(${JSON.stringify(relation.name)})`,
        )
      }
      fn.close()
      fn.line(`if (${status} !== 3) break ${row}`)
      fn.line(`${moved} = true`)
      fn.line(`${at} = ${names.heap}.currentAt`)
      fn.line(`break ${again}`)
      fn.close()
      rebind(fn, lock, relation, at, tid.js, names)
    }
    if (node.recheck !== null) fn.line(`if (${moved} && !${condition(fn, node.recheck)}) break ${row}`)
    if (node.again !== null) computeAgain(fn, node.again, moved)
    consume()
    fn.close('} while (false)')
  })
}

/**
 * @param {import('../codegen/function.js').FunctionBuilder} fn
 * @param {NonNullable<LockRows['again']>} again @param {string} moved source: the row is another version now
 */
function computeAgain(fn, { node, outputs }, moved) {
  const names = outputs.map((_, index) => {
    const name = fn.module.name('again')
    fn.line(`let ${name} = ${fn.resolve(slotKey({ node, index })).js}`)
    return name
  })
  fn.open(`if (${moved}) {`)
  outputs.forEach((output, index) => fn.line(`${names[index]} = ${expression(fn, output).js}`))
  fn.close()
  names.forEach((js, index) => fn.bind(slotKey({ node, index }), { js, nullable: true }))
}

/** Nobody waits for the row after all. @param {Wait} wait */
function giveUp(wait) {
  if (wait.done) return
  wait.finish()
  wait.place.leave(wait)
}

/**
 * The locked version's columns, read at once (another lock may move the page's bytes), null where there was no row.
 * @param {import('../codegen/function.js').FunctionBuilder} fn
 * @param {RowLock} lock
 * @param {RelationDesc} relation
 * @param {string} at
 * @param {string} tid
 * @param {any} names
 */
function rebind(fn, lock, relation, at, tid, names) {
  const { rt } = lock
  const wanted = relation.columns.filter(
    (column) => !column.dropped && fn.peek(columnKey({ rt, attnum: column.attnum })) !== null,
  )
  const before = wanted.map((column) => fn.resolve(columnKey({ rt, attnum: column.attnum })))
  if (names.member === undefined) bindTuple(fn, rt, relation, at, tid)
  const reads = wanted.map((/** @type {any} */ column) =>
    names.member === undefined
      ? /** @type {Binding} */ (fn.peek(columnKey({ rt, attnum: column.attnum }))).read
      : `${names.member}.read(${column.attnum}, ${at})`,
  )
  wanted.forEach((column, /** @type {number} */ index) => {
    const name = fn.module.name('locked')
    fn.line(`const ${name} = ${at} < 0 ? ${before[index].js} : ${reads[index]}`)
    fn.bind(columnKey({ rt, attnum: column.attnum }), { js: name, nullable: true })
  })
  fn.bind(columnKey({ rt, attnum: -1 }), { js: tid, nullable: true })
}

/**
 * The table of a tree that the row at hand is in.
 * @param {import('../codegen/function.js').FunctionBuilder} fn
 * @param {any} lock
 * @returns {{ heap: string, member: string }}
 */
function treeMember(fn, lock) {
  const { module } = fn
  const members = new Map(
    lock.tree.map((/** @type {any} */ item) => [
      item.relationOid,
      new TreeMember(relationOf(module, item.relationOid), item.map),
    ]),
  )
  const member = module.name('member')
  const oid = fn.resolve(columnKey({ rt: lock.rt, attnum: -6 })).js
  fn.line(`const ${member} = ${oid} === null ? null : ${module.constant(members, 'members')}.get(${oid})`)
  return { heap: `${member}.heap`, member }
}
