/** The code of one aggregate call inside Aggregate: evaluating its inputs, stepping its state, making its result. */
import { condition, expression } from '../../expressions/compile.js'
import { comparedAs, functionInfo, rowComparedAs } from '../../expressions/operations.js'
import { inSteps } from '../../expressions/large-calls.js'
import { RowPart } from '../../spill/row-part.js'
import { RowSorter } from '../../spill/row-sorter.js'
import { orderedSets, orderedSetsByFinal } from '../../../functions/aggregates/ordered-sets.js'
import { aggregateKey, aggregateSource } from './aggregate-states.js'
import { finishSorter, rowComparator } from '../carry.js'
import { RowCode } from '../row-code.js'
import { FIRST_USER_OID } from '../../../types/oids.js'
/** @import { Aggref, Expr, SortKey } from '../../../catalog/expr.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

/**
 * pg_proc OIDs of aggregates whose state holds what came in: array_agg, string_agg, json_agg, json_object_agg,
 * jsonb_agg, jsonb_object_agg, xmlagg.
 */
const GROWING = new Set([2335, 4053, 3538, 3545, 3175, 3197, 3267, 3270, 2901])

/** @param {FunctionBuilder} fn @param {Aggref} call Aggref of a user's aggregate */
const isOrderedSet = (fn, call) => fn.module.catalog.aggregate(call.oid)?.kind !== 'n'

/** The built-in set behind a user's ordered-set aggregate. @param {FunctionBuilder} fn @param {Aggref} call */
function userSet(fn, call) {
  if (!isOrderedSet(fn, call)) return null
  const { catalog } = fn.module
  const { transFunc, finalFunc } = catalog.aggregate(call.oid)
  const source = (/** @type {number} */ oid) => oid === 0 || oid >= FIRST_USER_OID ? '' : catalog.func(oid)?.source ?? ''
  return source(transFunc).startsWith('ordered_set_transition')
    ? (orderedSetsByFinal.get(source(finalFunc)) ?? null)
    : null
}

/** @type {import('./aggregate-states.js').AggregateSource} */
const FIRST_VALUE = {
  initial: 'null', skipsNulls: false, step: () => {}, finish: (cell) => ({ js: cell, nullable: true }),
}

/** The code of one aggregate call: inputs (filter, arguments, sort keys) -> state -> result. */
export class AggregateCode {
  /** @param {FunctionBuilder} fn @param {Aggref} call */
  constructor(fn, call) {
    this.fn = fn
    this.call = call
    /** Not an aggregate: the value that begins the group is all there is. */
    this.first = call.first === true
    this.sorted = call.distinct || call.orderBy.length > 0
    this.set =
      call.oid >= FIRST_USER_OID
        ? userSet(fn, call)
        : call.directArgs.length > 0 || call.orderBy.length > 0
          ? (orderedSets.get(aggregateKey(fn.module, functionInfo(fn.module, call.oid))) ?? null)
          : null
    // A user's transition function sees the rows as they come: to sort is its own business.
    if (this.set === null && call.oid >= FIRST_USER_OID && isOrderedSet(fn, call)) this.sorted = false
    /** @type {import('./aggregate-states.js').AggregateSource} */
    this.source = this.first
      ? FIRST_VALUE
      : this.set === null
        ? aggregateSource(fn, call)
        : {
            initial: '0',
            skipsNulls: !this.set.keepsNulls,
            step: () => {},
            finish: (cell) => ({ js: cell, nullable: true }),
          }
    this.grows = !this.sorted && GROWING.has(call.oid)
    this.nullable = call.args.map(() => false)
    /**
     * Of inputs that are sorted: name of their RowOrder, and of the comparison that says which are the same; the slot
     * of the sorter.
     */
    this.order = this.same = this.held = ''
    /** @type {RowCode | null} */
    this.code = null
    /** One group after the other: they share the sorter. */
    this.oneAtATime = false
  }

  inputTypes() {
    const { call } = this
    return [
      ...(call.filter === null ? [] : [16]), ...call.args.map((/** @type {Expr} */ arg) => arg.type),
      ...call.orderBy.map((/** @type {SortKey} */ key) => key.expr.type),
    ]
  }

  /** Evaluates the inputs into locals. @returns {string[]} */
  inputs() {
    const { fn, call } = this
    const names = []
    if (call.filter !== null) {
      const name = fn.module.name('wanted')
      fn.line(`const ${name} = ${condition(fn, call.filter)}`)
      names.push(name)
    }
    // Arguments are evaluated only for rows the filter lets through.
    const guard = call.filter === null ? '' : `!${names[0]} ? null : `
    call.args.forEach((/** @type {Expr} */ arg, /** @type {number} */ at) =>
      names.push(this.input(expression(fn, arg), guard, at)),
    )
    for (const key of call.orderBy) names.push(this.input(expression(fn, key.expr), guard, -1))
    return names
  }

  /** @param {import('../../codegen/function.js').Value} value @param {string} guard @param {number} at */
  input(value, guard, at) {
    if (at >= 0) this.nullable[at] ||= value.nullable || guard !== ''
    if (value.atom && guard === '') return value.js
    const name = this.fn.module.name('x')
    this.fn.line(`const ${name} = ${guard}${value.js}`)
    return name
  }

  /** @returns {string} */
  initial() {
    if (!this.sorted) return this.source.initial
    const { fn, call } = this
    if (this.order === '') {
      const width = call.args.length
      const values = [...call.args, ...call.orderBy.map((/** @type {SortKey} */ key) => key.expr)]
      /** @type {import('../row-code.js').RowKey[]} */
      const keys = call.orderBy.map((/** @type {SortKey} */ key, /** @type {number} */ at) => ({
        place: width + at, type: comparedAs(fn.module, key.expr, key.collation), desc: key.desc,
        nullsFirst: key.nullsFirst, opOid: key.opOid,
      }))
      const inputs = call.distinct
        ? call.args.map((/** @type {Expr} */ arg, /** @type {number} */ place) => ({
            place,
            type: rowComparedAs(fn.module, arg),
            desc: false,
            nullsFirst: false,
          }))
        : []
      this.code = new RowCode(fn, values.map((expr) => expr.type))
      this.order = this.code.begin([...keys, ...inputs])
      if (call.distinct) this.same = this.code.comparison(inputs, 'sameInput')
      if (this.oneAtATime) this.held = fn.module.state()
    }
    const made = `new ${fn.module.constant(RowSorter, 'RowSorter')}(ctx, ${this.order})`
    return !this.oneAtATime ? made : `${this.held} === undefined ? (${this.held} = ${made}) : ${this.held}.reset()`
  }

  /** One input row. @param {string[]} names @param {string} cell */
  step(names, cell) {
    const { fn, call } = this
    const args = call.filter === null ? names : names.slice(1)
    if (call.filter !== null) fn.open(`if (${names[0]}) {`)
    if (this.sorted) {
      const strict = this.source.skipsNulls
        ? call.args.map((/** @type {any} */ _, /** @type {number} */ at) => `${args[at]} !== null`).join(' && ')
        : ''
      fn.line(`${strict === '' ? '' : `if (${strict}) `}${cell}.push(${/** @type {RowCode} */ (this.code).stored(`${cell}.space`, args)})`)
    } else this.source.step(cell, args.slice(0, call.args.length), this.nullable)
    if (call.filter !== null) fn.close()
  }

  /** Binds the result. @param {string} cell @param {string} key */
  finish(cell, key) {
    const { fn, call } = this
    if (!this.sorted) {
      fn.bindValue(key, this.source.finish(cell))
      return
    }
    if (this.set !== null) {
      this.finishSet(this.set, cell, key)
      return
    }
    const code = /** @type {RowCode} */ (this.code)
    const state = fn.module.name('state')
    fn.line(`let ${state} = ${this.source.initial}`)
    finishSorter(fn, cell)
    if (call.distinct) {
      const part = fn.module.name('part')
      fn.line(`const ${part} = new ${fn.module.constant(RowPart, 'RowPart')}(ctx, ${cell}, ${this.order})`)
      fn.open(`while (${part}.begin()) {`)
      fn.open(`while (${part}.take()) {`)
      fn.loopHead()
      fn.line(`if (${this.same}(${part}.space, ${part}.first(), ${part}.last) !== 0) { ${part}.putBack(); break }`)
      fn.line(`${part}.skip()`)
      fn.close()
      this.stepSorted(code, state, `${part}.space`, `${part}.first()`)
    } else {
      const row = fn.module.name('row')
      fn.open(`for (let ${row} = ${cell}.next(); ${row} >= 0; ${row} = ${cell}.next()) {`)
      fn.loopHead()
      this.stepSorted(code, state, `${cell}.space`, row)
    }
    fn.close()
    fn.bindValue(key, this.source.finish(state))
  }

  /** @param {RowCode} code @param {string} state @param {string} space @param {string} row */
  stepSorted(code, state, space, row) {
    const { fn, call } = this
    const args = call.args.map((/** @type {any} */ _, /** @type {number} */ at) => {
      const name = fn.module.name('x')
      fn.line(`const ${name} = ${code.read(at, space, row)}`)
      return name
    })
    this.source.step(state, args, call.args.map(() => true))
  }

  /**
   * Ordered-set aggregates: the sorted rows go through a state of functions/aggregates/ordered-sets.js.
   * @param {import('../../../functions/aggregates/ordered-sets.js').OrderedSet} set
   * @param {string} cell
   * @param {string} key
   */
  finishSet(set, cell, key) {
    const { fn, call } = this
    const { module } = fn
    const state = module.name('set')
    const row = module.name('row')
    const same = rowComparator(
      fn,
      call.args.map((/** @type {Expr} */ arg, /** @type {number} */ place) => ({
        place, type: comparedAs(module, arg), desc: false, nullsFirst: false, nullable: true,
      })),
      'sameInput',
    )
    // The hypothetical row has its values where the arguments of a row are, which are the sort keys.
    const compare = rowComparator(
      fn,
      call.orderBy.map((/** @type {SortKey} */ item, /** @type {number} */ place) => ({
        place, type: comparedAs(module, item.expr, item.collation), desc: item.desc, nullsFirst: item.nullsFirst,
        nullable: true, opOid: item.opOid,
      })),
      'setOrder',
    )
    const order = `{ compare: ${compare}, same: ${same}, elementType: ${module.catalog.type(call.type)?.elementType ?? 0} }`
    const direct = call.directArgs.map((/** @type {Expr} */ arg) => expression(fn, arg).js)
    fn.line(
      `const ${state} = ${module.constant(set, 'orderedSet')}.create(${cell}.pushed, [${direct.join(', ')}], ${order})`,
    )
    finishSorter(fn, cell)
    const code = /** @type {RowCode} */ (this.code)
    fn.open(`for (let ${row} = ${cell}.next(); ${row} >= 0; ${row} = ${cell}.next()) {`)
    fn.loopHead()
    fn.line(`if (${state}.step([${code.types.map((_, at) => code.read(at, `${cell}.space`, row)).join(', ')}])) break`)
    fn.close()
    const result = `${state}.result()`
    if (module.generator) fn.settle()
    const steps = `yield* ${module.constant(inSteps, 'inSteps')}(ctx, ${state}.resultSteps())`
    const js = module.generator ? `(${state}.resultSteps === undefined ? ${result} : ${steps})` : result
    fn.bindValue(key, { js, nullable: true })
  }
}

/** Bit i is set when key i is not in the set. @param {number[]} set @param {number} keyCount */
export function absentMask(set, keyCount) {
  let mask = 0
  for (let at = 0; at < keyCount; at++) if (!set.includes(at)) mask |= 1 << at
  return mask
}
