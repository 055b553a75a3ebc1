/** The code of one aggregate call inside Aggregate: evaluating its inputs, stepping its state, making its result. */
import { condition, expression } from '../expressions/compile.js'
import { comparedAs, functionInfo, rowComparedAs } from '../expressions/operations.js'
import { Sorter } from '../spill/sorter.js'
import { orderedSets, orderedSetsByFinal } from '../../functions/ordered-sets.js'
import { aggregateKey, aggregateSource } from './aggregate-states.js'
import { finishSorter, rowComparator, typeOrNull } from './carry.js'

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** pg_proc OIDs of aggregates whose state holds what came in: array_agg, string_agg, json_agg, json_object_agg, jsonb_agg, jsonb_object_agg, xmlagg. */
const GROWING = new Set([2335, 4053, 3538, 3545, 3175, 3197, 3267, 3270, 2901])

/** @param {FunctionBuilder} fn @param {any} call Aggref of a user's aggregate */
const isOrderedSet = (fn, call) => fn.module.catalog.aggregate(call.oid)?.kind !== 'n'

/** The built-in set behind a user's ordered-set aggregate. @param {FunctionBuilder} fn @param {any} call */
function userSet(fn, call) {
  if (!isOrderedSet(fn, call)) return null
  const { catalog } = fn.module
  const { transFunc, finalFunc } = catalog.aggregate(call.oid)
  const source = (/** @type {number} */ oid) => oid === 0 || oid >= 16384 ? '' : catalog.func(oid)?.source ?? ''
  return source(transFunc).startsWith('ordered_set_transition') ? orderedSetsByFinal.get(source(finalFunc)) ?? null : null
}

/** @type {import('./aggregate-states.js').AggregateSource} */
const FIRST_VALUE = { initial: 'null', skipsNulls: false, step: () => {}, finish: (cell) => ({ js: cell, nullable: true }) }

/** The code of one aggregate call: inputs (filter, arguments, sort keys) -> state -> result. */
export class AggregateCode {
  /** @param {FunctionBuilder} fn @param {any} call Aggref */
  constructor(fn, call) {
    this.fn = fn
    this.call = call
    /** Not an aggregate: the value that begins the group is all there is. */
    this.first = call.first === true
    this.sorted = call.distinct || call.orderBy.length > 0
    this.set = call.oid >= 16384 ? userSet(fn, call) : call.directArgs.length > 0 || call.orderBy.length > 0 ? orderedSets.get(aggregateKey(fn.module, functionInfo(fn.module, call.oid))) ?? null : null
    // A user's transition function sees the rows as they come: to sort is its own business.
    if (this.set === null && call.oid >= 16384 && isOrderedSet(fn, call)) this.sorted = false
    /** @type {import('./aggregate-states.js').AggregateSource} */
    this.source = this.first ? FIRST_VALUE : this.set === null ? aggregateSource(fn, call) : { initial: '0', skipsNulls: !this.set.keepsNulls, step: () => {}, finish: (cell) => ({ js: cell, nullable: true }) }
    this.grows = !this.sorted && GROWING.has(call.oid)
    this.nullable = call.args.map(() => false)
    /** @type {string} */
    this.comparator = ''
  }

  inputTypes() {
    const { call } = this
    return [...(call.filter === null ? [] : [16]), ...call.args.map((/** @type {any} */ arg) => arg.type), ...call.orderBy.map((/** @type {any} */ key) => key.expr.type)]
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
    call.args.forEach((/** @type {any} */ arg, /** @type {number} */ at) => names.push(this.input(expression(fn, arg), guard, at)))
    for (const key of call.orderBy) names.push(this.input(expression(fn, key.expr), guard, -1))
    return names
  }

  /** @param {import('../codegen/function.js').Value} value @param {string} guard @param {number} at */
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
    if (this.comparator === '') {
      const width = call.args.length
      const keys = call.orderBy.map((/** @type {any} */ key, /** @type {number} */ at) => ({ place: width + at, type: comparedAs(fn.module, key.expr, key.collation), desc: key.desc, nullsFirst: key.nullsFirst, nullable: true, opOid: key.opOid }))
      if (call.distinct) call.args.forEach((/** @type {any} */ arg, /** @type {number} */ place) => keys.push({ place, type: rowComparedAs(fn.module, arg), desc: false, nullsFirst: false, nullable: true, opOid: undefined }))
      this.comparator = rowComparator(fn, keys, 'aggregateOrder')
      if (call.distinct) {
        this.same = rowComparator(fn, call.args.map((/** @type {any} */ arg, /** @type {number} */ place) => ({ place, type: rowComparedAs(fn.module, arg), desc: false, nullsFirst: false, nullable: true })), 'sameInput')
      }
    }
    const types = fn.module.constant([...call.args, ...call.orderBy.map((/** @type {any} */ key) => key.expr)].map((/** @type {any} */ expr) => typeOrNull(fn, expr.type)), 'types')
    return `new ${fn.module.constant(Sorter, 'Sorter')}(ctx, ${this.comparator}, ${types})`
  }

  /** One input row. @param {string[]} names @param {string} cell */
  step(names, cell) {
    const { fn, call } = this
    const args = call.filter === null ? names : names.slice(1)
    if (call.filter !== null) fn.open(`if (${names[0]}) {`)
    if (this.sorted) {
      const strict = this.source.skipsNulls ? call.args.map((/** @type {any} */ _, /** @type {number} */ at) => `${args[at]} !== null`).join(' && ') : ''
      fn.line(`${strict === '' ? '' : `if (${strict}) `}${cell}.push([${args.join(', ')}])`)
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
    const state = fn.module.name('state')
    const row = fn.module.name('row')
    const before = fn.module.name('before')
    fn.line(`let ${state} = ${this.source.initial}`)
    if (call.distinct) fn.line(`let ${before} = null`)
    finishSorter(fn, cell)
    fn.open(`for (let ${row} = ${cell}.next(); ${row} !== undefined; ${row} = ${cell}.next()) {`)
    fn.loopHead()
    if (call.distinct) {
      fn.line(`if (${before} !== null && ${this.same}(${before}, ${row}) === 0) continue`)
      fn.line(`${before} = ${row}`)
    }
    this.source.step(state, call.args.map((/** @type {any} */ _, /** @type {number} */ at) => `${row}[${at}]`), call.args.map(() => true))
    fn.close()
    fn.bindValue(key, this.source.finish(state))
  }

  /** Ordered-set aggregates: the sorted rows go through a state of functions/ordered-sets.js. @param {import('../../functions/ordered-sets.js').OrderedSet} set @param {string} cell @param {string} key */
  finishSet(set, cell, key) {
    const { fn, call } = this
    const { module } = fn
    const state = module.name('set')
    const row = module.name('row')
    const same = rowComparator(fn, call.args.map((/** @type {any} */ arg, /** @type {number} */ place) => ({ place, type: comparedAs(module, arg), desc: false, nullsFirst: false, nullable: true })), 'sameInput')
    // The hypothetical row has its values where the arguments of a row are, which are the sort keys.
    const compare = rowComparator(fn, call.orderBy.map((/** @type {any} */ item, /** @type {number} */ place) => ({ place, type: comparedAs(module, item.expr, item.collation), desc: item.desc, nullsFirst: item.nullsFirst, nullable: true, opOid: item.opOid })), 'setOrder')
    const order = `{ compare: ${compare}, same: ${same}, elementType: ${module.catalog.type(call.type)?.elementType ?? 0} }`
    const direct = call.directArgs.map((/** @type {any} */ arg) => expression(fn, arg).js)
    fn.line(`const ${state} = ${module.constant(set, 'orderedSet')}.create(${cell}.pushed, [${direct.join(', ')}], ${order})`)
    finishSorter(fn, cell)
    fn.open(`for (let ${row} = ${cell}.next(); ${row} !== undefined; ${row} = ${cell}.next()) {`)
    fn.loopHead()
    fn.line(`if (${state}.step(${row})) break`)
    fn.close()
    fn.bindValue(key, { js: `${state}.result()`, nullable: true })
  }
}
