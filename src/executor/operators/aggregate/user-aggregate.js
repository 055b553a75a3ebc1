/**
 * Aggregates made by CREATE AGGREGATE: a state that the transition function takes from row to row, and a final function
 * over it, which for an ordered-set aggregate takes the direct arguments as well. A strict transition function
 * skips rows with nulls; without an initial value its first row's argument is the first state (`undefined` says that
 * there was none yet).
 */
import { callFunction } from '../../expressions/calls.js'
import { functionInfo, typeOps } from '../../expressions/operations.js'
import { expression } from '../../expressions/compile.js'

/** @import { Aggref } from '../../../catalog/expr.js' */
/** @import { FuncDesc } from '../../../catalog/descriptors.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('./aggregate-states.js').AggregateSource} AggregateSource */

/**
 * @param {FunctionBuilder} fn
 * @param {Aggref} call with `transType`
 * @param {FuncDesc} info
 * @returns {AggregateSource | null} null: the catalog has no such aggregate
 */
export function userAggregate(fn, call, info) {
  const { module } = fn
  const aggregate = module.catalog.aggregate(info.oid)
  if (aggregate === undefined) return null
  const stateType = call.transType ?? aggregate.transType
  const { strict } = functionInfo(module, aggregate.transFunc)
  const argTypes = call.args.map((arg) => arg.type)
  const trans = {
    type: stateType, args: [stateType, ...argTypes].map((type) => ({ type })), variadic: call.variadic ?? false,
  }
  const borrowed = strict && aggregate.initialValue === null
  /** @param {string} js @param {boolean} nullable */
  const value = (js, nullable) => ({ js, nullable, atom: true })
  return {
    initial: aggregate.initialValue === null ? (borrowed ? 'undefined' : 'null') : `${module.constant(typeOps(module, stateType), 'state')}.parse(${JSON.stringify(aggregate.initialValue)}, -1, ctx.env)`,
    skipsNulls: strict,
    step: (cell, args, nullable) => {
      const tests = strict ? args.filter((_, at) => nullable[at]).map((name) => `${name} !== null`).join(' && ') : ''
      fn.open(tests === '' ? '{' : `if (${tests}) {`)
      if (borrowed) fn.open(`if (${cell} === undefined) ${cell} = ${args[0]}; else if (${cell} !== null) {`)
      else if (strict) fn.open(`if (${cell} !== null) {`)
      const state = module.name('state')
      fn.line(`const ${state} = ${cell}`)
      const next = callFunction(
        fn, aggregate.transFunc,
        [value(state, !strict), ...args.map((name, at) => value(name, !strict && nullable[at]))], trans,
      )
      fn.line(`${cell} = ${next.js}`)
      if (strict) fn.close()
      fn.close()
    },
    finish: (cell) => {
      const state = borrowed ? `(${cell} === undefined ? null : ${cell})` : cell
      if (aggregate.finalFunc === 0) return { js: state, nullable: true }
      const extra = aggregate.finalExtra ? argTypes : []
      const direct = call.directArgs ?? []
      const final = {
        type: call.type,
        args: [{ type: stateType }, ...direct, ...extra.map((/** @type {number} */ type) => ({ type }))],
        variadic: false,
      }
      return callFunction(
        fn,
        aggregate.finalFunc,
        [
          { js: state, nullable: true, atom: false }, ...direct.map((arg) => expression(fn, arg)),
          ...extra.map(() => value('null', true)),
        ],
        final,
      )
    },
  }
}
