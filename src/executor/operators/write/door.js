/**
 * Code at the row-change door: what is written around the change of a row where its relation has listeners, and nothing
 * where it has none. README.md, "The row-change door", says what comes when.
 */
import { rightsToCall } from '../../call-rights.js'
import { mapExpr } from '../../../catalog/expr-text.js'
import { withoutKept } from '../../../catalog/kept-keys.js'
import { partitionConstraint } from '../../../catalog/partitions/constraint.js'
import { NEW_RT, OLD_RT, triggersFor } from '../../../catalog/triggers.js'
import { movedByTrigger } from '../../../errors/triggers.js'
import { columnKey } from '../../codegen/function.js'
import { Module } from '../../codegen/module.js'
import { CapturedRows } from '../../events/transition-rows.js'
import {
  RowTrigger,
  StatementGate,
  StatementTrigger,
  beginStatement,
  endStatement,
} from '../../events/trigger-event.js'
import { NOT_PLAIN, blindTo, fireRow, fireRowNow, isOn, refuseTriggered, relock } from '../../events/trigger-run.js'
import { condition, expression } from '../../expressions/compile.js'
import { makeRecord } from '../../expressions/composite.js'
import { heapNames } from '../scan/access.js'
import { retarget } from '../scan/index-keys.js'
import { ownerOf, partitionFailure, rowWhere } from './constraints.js'
import { typeOps } from '../../expressions/operations.js'

/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../../catalog/triggers.js').TriggerDesc} TriggerDesc */
/** @typedef {import('../../../catalog/triggers.js').TriggerOperation} TriggerOperation */
/** @typedef {import('../../events/trigger-run.js').When} When */
/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('./foreign-keys.js').DueEvent} DueEvent */
/** @import { ExecContext } from '../../context.js' */
/** @import { ColumnDesc } from '../../../catalog/relation.js' */
/** What a plan node says of its statement at the door: where the running StatementRun of each operation is kept, and
 * whether rows are captured for transition tables.
 * @typedef {{ [operation: string]: { run: string, captures: boolean, map: number[] | null } }} Door
 */

/**
 * WHEN as a function of the two rows.
 * @param {TriggerDesc} trigger
 * @param {RelationDesc} relation
 * @param {Module} root
 * @returns {When | null}
 */
function whenOf({ when }, relation, root) {
  if (when === null) return null
  const module = new Module({ generator: false, catalog: root.catalog, functions: root.implementations })
  const live = relation.columns.filter((column) => !column.dropped)
  const types = module.constant(
    relation.columns.map((column) => (column.dropped ? 0 : column.typeOid)),
    'types',
  )
  module.define('when', null, (fn) => {
    fn.ownParams = ['old', 'now']
    fn.line(`${module.constant(rightsToCall(when), 'rights')}(ctx)`)
    for (const [rt, row] of /** @type {const} */ ([
      [OLD_RT, 'old'],
      [NEW_RT, 'now'],
    ])) {
      for (const { attnum } of live)
        fn.bind(columnKey({ rt, attnum }), { read: `${row}[${attnum - 1}]`, nullable: true })
      fn.bind(columnKey({ rt, attnum: 0 }), {
        read: `${module.constant(makeRecord, 'makeRecord')}(${relation.typeOid}, ${row}, ${types})`,
        nullable: false,
      })
    }
    const expr = mapExpr(when, (node) =>
      node.kind === 'column' && node.attnum === TABLEOID
        ? { kind: 'const', value: relation.oid, type: node.type, typmod: -1, collation: 0, location: -1 }
        : undefined,
    )
    fn.line(`return ${condition(fn, expr)}`)
  })
  return module.build(module.lastName)
}

const TABLEOID = -6

/**
 * A listener with its WHEN, one per module.
 * @param {TriggerDesc} trigger
 * @param {RelationDesc} relation
 * @param {Module} module
 */
const listenerOf = (trigger, relation, module) =>
  module.memo(trigger, () => ({ trigger, when: whenOf(trigger, relation, module) }))

/**
 * The BEFORE ROW listeners of the row at hand.
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {TriggerOperation} operation
 * @param {number[] | null} changed
 * @param {{ old: string, now: string, tid?: string }} rows sources of arrays, 'null' where there is none; of the old
 *   row's place
 * @param {string} skip what is done with a row that is to be left alone
 * @param {string} [kept] a variable of theirs, null at first: what they said when the row was begun before
 * @param {string} [settle] done first where they may look at the table
 * @returns {string} name of the row as they leave it
 */
export function emitBefore(fn, relation, operation, changed, rows, skip, kept, settle) {
  const { module } = fn
  const checkRow = operation === 'insert' ? partitionGuard(relation, module) : null
  const call = gateCall(fn, relation, 'before', operation, changed, checkRow, rows, settle)
  const row = kept ?? module.name('row')
  fn.line(kept === undefined ? `const ${row} = ${call}` : `if (${row} === null) ${row} = ${call}`)
  fn.line(`if (${row} === null) ${skip}`)
  if (operation === 'insert' && relation.isPartition) emitFits(fn, relation, row)
  return row
}

/**
 * A partition's own listeners may have taken a row out of it, which was routed here as it was before them.
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {string} row
 */
function emitFits(fn, relation, row) {
  const { module } = fn
  const own = triggersFor(relation, 'row', 'before', 'insert', null).some(({ parentOid }) => parentOid === 0)
  const belongs = own ? belongsTo(relation, module) : null
  if (belongs === null) return
  const owner = ownerOf(null, relation, module.catalog)
  const types = relation.columns.map((column) => (column.dropped ? null : typeOps(module, column.typeOid)))
  const check = (/** @type {ExecContext} */ ctx, /** @type {unknown[]} */ fired) => {
    if (!belongs(ctx, fired)) throw partitionFailure(owner, fired, types, ctx)
  }
  fn.line(`${module.constant(check, 'fits')}(ctx, ${row})`)
}

/**
 * The INSTEAD OF listeners of a view's row at hand.
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {TriggerOperation} operation
 * @param {{ old: string, now: string }} rows sources of arrays, 'null' where there is none
 * @param {() => void} skip emits what is done when one of them says that nothing was
 * @returns {string} name of the row as they leave it
 */
export function emitInstead(fn, relation, operation, rows, skip) {
  const row = fn.module.name('row')
  fn.line(`const ${row} = ${gateCall(fn, relation, 'instead', operation, null, null, rows)}`)
  fn.open(`if (${row} === null) {`)
  skip()
  fn.close()
  return row
}

/**
 * Source: the row behind its listeners of one moment, null where it is to be left alone.
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {'before' | 'instead'} timing
 * @param {TriggerOperation} operation
 * @param {number[] | null} changed
 * @param {import('../../events/trigger-run.js').Gate['checkRow']} checkRow
 * @param {{ old: string, now: string, tid?: string }} rows
 * @param {string} [settle] done first where they may look at the table
 */
function gateCall(fn, relation, timing, operation, changed, checkRow, rows, settle) {
  const { module } = fn
  const listeners = listenersOf(module, relation, timing, operation, changed)
  const gate = module.constant({ relation, operation, listeners, checkRow }, 'gate')
  const given = `ctx, ${gate}, ${rows.old}, ${rows.now}, ${rows.tid ?? '-1'}`
  const fired = fn.temp()
  const now = `${fired} = ${module.constant(fireRowNow, 'fireRowNow')}(${given})`
  const isLater = `(${now}) === ${module.constant(NOT_PLAIN, 'NOT_PLAIN')}`
  const later = `yield* ${module.constant(fireRow, 'fireRow')}(${given})`
  return `${isLater} ? ${settle === undefined ? later : `((${settle}), (${later}))`} : ${fired}`
}

/**
 * @param {Module} module @param {RelationDesc} relation @param {'before' | 'instead'} timing
 * @param {TriggerOperation} operation @param {number[] | null} changed
 */
const listenersOf = (module, relation, timing, operation, changed) =>
  triggersFor(relation, 'row', timing, operation, changed).map((trigger) => listenerOf(trigger, relation, module))

/**
 * Source: whether rows to be inserted may gather behind their listeners, `blindTo` of trigger-run.js.
 * @param {FunctionBuilder} fn @param {RelationDesc} relation
 */
export function gathersSource({ module }, relation) {
  const gate = { relation, operation: 'insert', listeners: listenersOf(module, relation, 'before', 'insert', null) }
  return `${module.constant(blindTo, 'blindTo')}(ctx, ${module.constant(gate, 'gate')})`
}

/**
 * A clone of a partitioned table's trigger may not take the row out of the partition.
 * @param {RelationDesc} relation
 * @param {Module} root
 * @returns {import('../../events/trigger-run.js').Gate['checkRow']}
 */
function partitionGuard(relation, root) {
  const belongs = belongsTo(relation, root)
  if (belongs === null) return null
  const clones = new Set(
    relation.triggers
      .filter((/** @type {TriggerDesc} */ trigger) => trigger.parentOid !== 0)
      .map((/** @type {TriggerDesc} */ trigger) => trigger.name),
  )
  return (ctx, name, before, row) => {
    if (clones.has(name) && !belongs(ctx, row))
      throw movedByTrigger(name, rowWhere(relation, root.catalog).schema ?? '', relation.name)
  }
}

/**
 * Whether a row is one of the partition's.
 * @param {RelationDesc} relation
 * @param {Module} root
 * @returns {((ctx: ExecContext, row: unknown[]) => boolean) | null} null: any row is
 */
function belongsTo(relation, root) {
  const conditions = relation.isPartition ? partitionConstraint(root.catalog, relation) : []
  if (conditions.length === 0) return null
  const module = new Module({ generator: false, catalog: root.catalog, functions: root.implementations })
  module.define('belongs', null, (fn) => {
    fn.ownParams = ['row']
    for (const { attnum, dropped } of relation.columns)
      if (!dropped) fn.bind(columnKey({ rt: NEW_RT, attnum }), { read: `row[${attnum - 1}]`, nullable: true })
    fn.line(
      `return !(${conditions.map((item) => `${expression(fn, retarget(item, NEW_RT)).js} === false`).join(' || ')})`,
    )
  })
  return module.build(module.lastName)
}

/** The columns of the row as its listeners left it, under `rt`; generated ones are computed of them.
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {number} rt
 * @param {string} row
 * @returns {Map<number, { js: string, nullable: boolean }>} by attnum
 */
export function bindFired(fn, relation, rt, row) {
  const { module } = fn
  const values = new Map()
  const live = relation.columns.filter((column) => !column.dropped)
  const bind = (/** @type {ColumnDesc} */ column, /** @type {string} */ source) => {
    const js = module.name('fired')
    fn.line(`const ${js} = ${source}`)
    values.set(column.attnum, { js, nullable: true })
    fn.bind(columnKey({ rt, attnum: column.attnum }), { js, nullable: true })
  }
  for (const column of live) if (column.generated !== 's') bind(column, `${row}[${column.attnum - 1}]`)
  for (const column of live)
    if (column.generated === 's')
      bind(column, column.default === null ? 'null' : expression(fn, retarget(column.default, rt)).js)
  return values
}

/**
 * The old row as an array.
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {string} at source of its place in pool memory
 * @returns {string} name
 */
export function emitOldRow(fn, relation, at) {
  const old = fn.module.name('old')
  const decoded = `${heapNames(fn.module, relation).layout}.decode(bytes, view, ${at})`
  const { module } = fn
  const isWhole = !relation.columns.some(({ keeps }) => Boolean(keeps))
  const shown = () =>
    `${module.constant(withoutKept, 'withoutKept')}(${module.constant(relation, 'relation')}, ${decoded})`
  fn.line(`const ${old} = ${isWhole ? decoded : shown()}`)
  return old
}

/**
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {{ at: string, tid: string, strength: string }} row
 * @param {'updated' | 'deleted' | 'updated or deleted'} change
 */
export function emitRelock(fn, relation, { at, tid, strength }, change) {
  fn.line(
    `${at} = yield* ${fn.module.constant(relock, 'relock')}(ctx, ${heapNames(fn.module, relation).heap}, ${tid}, ${strength}, '${change}')`,
  )
}

/**
 * A row that was changed by this transaction since the statement began, behind its status.
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {string} status
 * @param {'updated' | 'deleted' | 'updated or deleted'} change
 */
export function emitRefusal(fn, relation, status, change) {
  fn.line(
    `if (${status} === 2) ${fn.module.constant(refuseTriggered, 'refuseTriggered')}(ctx, ${heapNames(fn.module, relation).heap}, '${change}')`,
  )
}

/**
 * One that follows a row's change: the log's target, the run it belongs to, and what decides.
 * @typedef {{ target: string, run?: string, captures?: boolean, trigger: TriggerDesc | null, when: When | null }}
 *   Follower
 */

/**
 * Who follows a row's change, in order.
 * @param {Module} module
 * @param {any} node Modify
 * @param {RelationDesc} relation
 * @param {TriggerOperation} operation
 * @param {number[] | null} changed
 * @param {import('../../events/transition-rows.js').Side} [side] of a row that moves to another partition
 * @returns {Follower[]}
 */
export function followers(module, node, relation, operation, changed, side) {
  /** @type {Follower[]} */
  const found = []
  const door = node.door?.[side === undefined ? operation : 'update']
  if (door?.captures) {
    const target = new CapturedRows(relation, node.doorMap ?? null, side ?? SIDES[operation])
    found.push({
      target: module.constant(target, 'captured'),
      run: door.run,
      captures: true,
      trigger: null,
      when: null,
    })
  }
  for (const trigger of triggersFor(relation, 'row', 'after', operation, changed)) {
    const wants = trigger.oldTable !== null || trigger.newTable !== null
    found.push({
      target: module.constant(new RowTrigger(trigger, relation, operation), 'after'),
      trigger,
      when: listenerOf(trigger, relation, module).when,
      ...(wants && door ? { run: door.run } : null),
    })
  }
  return found
}

/** @type {Record<string, import('../../events/transition-rows.js').Side>} */
const SIDES = { insert: 'new', update: 'both', delete: 'old' }

/**
 * Source: whether it follows the change of the row at hand.
 * @param {FunctionBuilder} fn
 * @param {Follower} follower
 * @param {TriggerOperation} operation
 * @param {{ old: () => string, now: () => string }} rows names of arrays
 */
export function followsSource(fn, { trigger, when }, operation, rows) {
  if (trigger === null) return 'true'
  const { module } = fn
  const on = `${module.constant(isOn, 'isOn')}(ctx.session, ${module.constant(trigger, 'trigger')})`
  if (when === null) return on
  return `${on} && ${module.constant(when, 'when')}(ctx, ${operation === 'insert' ? 'null' : rows.old()}, ${operation === 'delete' ? 'null' : rows.now()})`
}

/**
 * What follows the change of the row at hand: queued by emitQueue when it is done, decided now, while both versions are
 * known.
 * @param {FunctionBuilder} fn
 * @param {any} node Modify
 * @param {RelationDesc} relation
 * @param {TriggerOperation} operation
 * @param {number[] | null} changed
 * @param {{ old: () => string, now: () => string }} rows names of arrays
 * @param {import('../../events/transition-rows.js').Side} [side] of a row that moves to another partition
 * @returns {DueEvent[]}
 */
export function emitAfter(fn, node, relation, operation, changed, rows, side) {
  return followers(fn.module, node, relation, operation, changed, side).map((follower) => {
    const source = followsSource(fn, follower, operation, rows)
    const { target, run, captures } = follower
    if (source === 'true') return { target, due: source, run, captures }
    const due = fn.module.name('due')
    fn.line(`const ${due} = ${source}`)
    return { target, due, run, captures }
  })
}

/**
 * What stands at both ends of the statement's changes.
 * @param {any} node Modify or Merge
 * @param {FunctionBuilder} fn
 * @param {TriggerOperation[]} operations in PostgreSQL's order
 * @returns {{ node: any, begin: () => void, end: () => void }} the node with its `door`; begin writes what comes before
 *   its loop; end, called behind that, what comes at the statement's end
 */
export function statementDoor(node, fn, operations) {
  const { module } = fn
  const relation = module.catalog.relation(node.relationOid)
  const nothing = { node, begin: () => undefined, end: () => undefined }
  if (relation.triggers.length === 0) return nothing
  /** @type {Door} */
  const door = {}
  /** @type {{ gate: string, run: string }[]} */
  const gates = []
  for (const operation of operations) {
    const changed = operation === 'update' ? changedBy(node) : null
    const before = triggersFor(relation, 'statement', 'before', operation, changed).map((trigger) =>
      listenerOf(trigger, relation, module),
    )
    const after = triggersFor(relation, 'statement', 'after', operation, changed)
    const captures = relation.triggers.some(
      (/** @type {TriggerDesc} */ trigger) =>
        (trigger.oldTable !== null || trigger.newTable !== null) &&
        trigger.enabled !== 'D' &&
        trigger.operations.includes(operation),
    )
    if (before.length + after.length === 0 && !captures) continue
    const gate = new StatementGate(
      relation,
      operation,
      before,
      after.map((trigger) => ({
        target: new StatementTrigger(trigger, relation, operation),
        when: listenerOf(trigger, relation, module).when,
      })),
      captures,
    )
    const run = module.state()
    gates.push({ gate: module.constant(gate, 'statementGate'), run })
    door[operation] = { run, captures, map: null }
  }
  if (gates.length === 0) return nothing
  return {
    node: { ...node, door },
    begin: () => {
      for (const { gate, run } of gates)
        fn.line(`${run} = yield* ${module.constant(beginStatement, 'beginStatement')}(ctx, ${gate})`)
    },
    // What follows a WITH query comes behind the rows of the statement that reads it.
    end: () => {
      for (const { gate, run } of gates.reverse())
        module.atEnd.push(`${module.constant(endStatement, 'endStatement')}(ctx, ${gate}, ${run})`)
    },
  }
}

/** Columns that a statement's update assigns. @param {any} node Modify or Merge @returns {number[]} */
const changedBy = (node) =>
  node.actions?.flatMap((/** @type {any} */ item) => item.changedAttnums) ??
  (node.operation === 'update' ? node.changedAttnums : (node.onConflict?.changedAttnums ?? []))
