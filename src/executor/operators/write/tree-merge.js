/**
 * MERGE into a partitioned table or one with children. Which clause a row of the join wants is decided where the join
 * is; what is done to a row of one member is a
 * function of its own, as in tree-modify.js. It locks the row, looks again when somebody changed it meanwhile, and says
 * what became of it:
 *   true   the row was changed      null   nothing is to be done
 *   false  it is gone or does not join any more: the source row counts as not matched      MovedRow  it goes to another
 *   partition
 */
import { condition } from '../../expressions/compile.js'
import { FunctionBuilder, columnKey } from '../../codegen/function.js'
import { MovedKeys } from '../../events/moved-key.js'
import { bindTuple, heapNames, relationOf } from '../scan/access.js'
import { keysToAct } from './foreign-keys.js'
import { memberStops } from './listeners.js'
import { emitPolicies, policiesAt } from './constraints.js'
import { asModify, eachAction, emitPlaceAgain, emitRefusedMerge, keptByListeners, pick } from './merge.js'
import { insertRow } from './insert-row.js'
import { newVersion } from './new-version.js'
import { bindNewRow } from './new-row.js'
import { mayYield, references } from '../references.js'
import { PartitionInserts } from './tree-insert.js'
import {
  RowWriters, callWriter, checksYield, insertsYield, memberChecks, memberModule, overMember, placeColumns,
} from './tree-members.js'
import { insertMoved, memberNode } from './tree-modify.js'
import { removeRow } from './remove-row.js'
import { emitWait } from '../waiting.js'
/** @import { MergeAction } from '../../../catalog/query.js' */

/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../codegen/module.js').Module} Module */

/** @param {any} node Merge with `tree` @param {FunctionBuilder} fn @param {() => void} consume */
export function produceTreeMerge(node, fn, consume) {
  const { module } = fn
  const top = /** @type {RelationDesc} */ (module.catalog.relation(node.relationOid))
  const relations = node.tree.members.map((/** @type {any} */ member) => relationOf(module, member.relationOid))
  const maps = new Map(node.tree.members.map((/** @type {any} */ member) => [member.relationOid, member.map]))
  const matched = node.actions.filter((/** @type {MergeAction} */ item) => item.matched)
  const seen = references([node.on, matched.map((/** @type {any} */ item) => [item.condition, item.assignments])])
  const inside = [...seen]
    .filter(([, expr]) => !(expr.kind === 'column' && (expr.rt === node.rt || expr.rt === node.returningRt)))
    .map(([key]) => key)
  const yields =
    module.generator
    && (memberStops(node, module)
      || checksYield(node)
      || mayYield([node.kept, node.on, matched.map((/** @type {any} */ item) => [item.condition, item.assignments])]))
  const changed = [...new Set(node.actions.flatMap((/** @type {any} */ item) => item.changedAttnums))]
  const referring = node.tree.moves ? keysToAct(top, changed) : []
  const place = referring.length === 0 ? [] : placeColumns(node.returningRt)
  const whole = { ...asModify(node, {}), relationOid: node.relationOid, tree: node.tree }
  const inserts = top.kind === 'p' ? module.constant(new PartitionInserts(whole, module, top, place), 'inserts') : null
  // Transition tables have a row that moves as one of the update's.
  // To row security it is an updated row, too.
  const captures = node.door?.update?.captures === true
  const staysOne = captures || policiesAt(node, 'insert').length + policiesAt(node, 'update').length > 0
  const moving = { ...whole, movedBy: 'update', ...(captures ? { movesIn: true } : {}) }
  const movedIn =
    staysOne && inserts !== null
      ? module.constant(new PartitionInserts(moving, module, top, place), 'inserts')
      : inserts
  const moves =
    referring.length === 0
      ? null
      : { keys: module.constant(new MovedKeys(referring, top, module.catalog), 'movedKeys'), at: 0 }
  /** @type {string[]} */
  let outer = []
  const writers = module.constant(
    new RowWriters(
      (relation) => memberWriter(node, module, top, relation, maps.get(relation.oid), outer, yields),
      relations,
    ),
    'writers',
  )
  fn.produce(node.input, () => {
    fn.settle()
    const tid = fn.resolve(columnKey({ rt: node.rt, attnum: -1 })).js
    const [action, done] = ['action', 'done'].map((hint) => module.name(hint))
    fn.line(`let ${action} = 0, ${done} = false`)
    fn.open(`if (${tid} !== null) {`)
    pick(node, fn, action, true)
    fn.swap()
    pick(node, fn, action, false)
    fn.close()
    if (matched.some((/** @type {any} */ item) => item.operation !== 'nothing')) {
      fn.open(`if (${action} > 0) {`)
      const oid = fn.resolve(columnKey({ rt: node.rt, attnum: -6 })).js
      outer = inside.filter((key) => fn.knows(key))
      const args = ['ctx', action, tid, ...outer.map((key) => fn.resolve(key).js)].join(', ')
      let result = callWriter(fn, `${writers}.of(${oid})`, args, yields)
      if (inserts !== null && node.tree.moves)
        result = insertMoved(fn, movedIn ?? inserts, result, moves, insertsYield(whole, module))
      fn.line(`${action} = 0`)
      fn.open(`if (${result} === false) {`)
      pick(node, fn, action, false)
      fn.swap()
      fn.line(`${done} = ${result} !== null`)
      fn.close()
      fn.close()
    }
    eachAction(node, false, (item, number) => {
      if (item.operation === 'nothing') return
      fn.open(`if (${action} === ${-number}) {`)
      if (inserts === null) insertRow(asModify(node, item), fn, top, () => fn.line(`${done} = true`))
      else {
        bindNewRow(asModify(node, item), fn)
        const args = [
          'ctx',
          ...top.columns.map((column) => fn.resolve(columnKey({ rt: node.returningRt, attnum: column.attnum })).js),
        ].join(', ')
        const result = callWriter(fn, `${inserts}.writerFor(${args})`, args, insertsYield(whole, module))
        // null: a BEFORE trigger skipped it.
        fn.line(`${done} = ${result} !== null`)
      }
      fn.close()
    })
    fn.open(`if (${done}) {`)
    consume()
    fn.close()
  })
}

/**
 * (ctx, action, tid, outer values) -> what became of the row.
 * @param {any} node
 * @param {Module} root
 * @param {RelationDesc} top
 * @param {RelationDesc} relation
 * @param {number[] | null} map
 * @param {string[]} outer
 * @param {boolean} yields
 */
function memberWriter(node, root, top, relation, map, outer, yields) {
  const module = memberModule(root, yields)
  module.outputs = []
  const fn = new FunctionBuilder(module, 'row', null)
  fn.ownParams = ['action', 'tid', ...outer]
  fn.bind(columnKey({ rt: node.rt, attnum: -1 }), { js: 'tid', nullable: false })
  for (const key of outer) fn.bind(key, { js: key, nullable: true })
  const over = (/** @type {any} */ expr) =>
    expr === null ? null : overMember(expr, [node.rt, node.returningRt], top, relation, map)
  const on = over(node.on)
  const own = {
    ...node,
    actions: node.actions.map((/** @type {any} */ item) =>
      item.matched ? { ...item, condition: over(item.condition) } : item,
    ),
  }
  const deletes = node.actions.some((/** @type {any} */ item) => item.operation === 'delete')
  const names = heapNames(module, relation)
  const [moved, status, at] = ['moved', 'status', 'at'].map((hint) => module.name(hint))
  fn.line(`let ${moved} = false`)
  const kept = keptByListeners(node, fn, relation)
  const row = fn.label()
  fn.open(`${row}: for (;;) {`)
  fn.line(`const ${status} = ${names.heap}.lockForUpdate(ctx.txn, tid, ctx.snapshot, ${deletes ? 4 : 3})`)
  fn.open(`if (${status} === 5) {`)
  emitWait(fn, `${names.heap}.wait`)
  fn.line(`continue ${row}`)
  fn.close()
  const likes = new Map()
  for (const item of own.actions)
    if (item.matched && item.operation === 'update')
      likes.set(item, memberNode({ ...asModify(node, item), tree: node.tree }, top, relation, map))
  emitRefusedMerge(fn, own, relation, 'action', status, (item) => likes.get(item).assignments)
  fn.line(`if (${status} === 1) return null`)
  fn.line(`if (${status} === 4) return false`)
  fn.line(`let ${at} = ${names.heap}.currentAt`)
  bindTuple(fn, node.rt, relation, at, 'tid')
  fn.open(`if (${status} === 3 && !${moved}) {`)
  fn.line(`${moved} = true`)
  if (yields) fn.settle()
  if (on !== null) fn.line(`if (!${condition(fn, on)}) return false`)
  pick(own, fn, 'action', true)
  fn.line('if (action === 0) return null')
  fn.line(`continue ${row}`)
  fn.close()
  eachAction(own, true, (item, number) => {
    if (item.operation === 'nothing') return
    fn.open(`if (action === ${number}) {`)
    if (item.operation === 'delete') {
      if (emitPolicies(fn, { checks: memberChecks(node, top, relation, map) }, relation, 'merge delete'))
        emitPlaceAgain(fn, names.heap, { at, tid: 'tid', row, strength: 4 })
      removeRow(
        fn, { ...node, doorMap: map }, relation, { at, tid: 'tid', skip: 'return null' },
        { refused: 'updated or deleted' },
      )
      fn.line('return true')
    } else {
      const like = likes.get(item)
      const lost = emitPolicies(fn, like, relation, 'merge update')
      newVersion(
        like, fn, relation,
        {
          rt: node.rt, assignments: like.assignments, at, tid: 'tid', row, kept, yields: lost || yields,
          refused: 'updated or deleted',
        },
        () => fn.line('return true'),
      )
    }
    fn.close()
  })
  fn.line('return null')
  fn.close()
  // Listeners left it alone.
  fn.line('return null')
  module.functions.push(fn.text())
  return module.build('row')
}
