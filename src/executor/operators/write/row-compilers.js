/** Compilers that stand above the row changes (expressions, keys, deferred checks), handed down by compile.js. */

/** @import { IndexDesc } from '../../../catalog/relation.js' */
/** @import { Module } from '../../codegen/module.js' */
/** @import { TupleLayout } from '../../../storage/heap/tuple.js' */

/**
 * @type {(index: any, layout: any, module: any) => (bytes: Uint8Array, view: DataView, at: number, out: Uint8Array,
 *   outAt: number) => number}
 */
let keyExtractor = () => { throw new Error('key extractors are registered by compile.js') }

/**
 * Key bytes of an index from a tuple. Where they are computed, the relation's own code makes them: it calls no function
 * that wants a session.
 * @param {IndexDesc} index @param {TupleLayout} layout @param {Module} module
 */
export function extractorOf(index, layout, module) {
  const isComputed = index.predicate !== null || index.keys.some((key) => key.expr !== null)
  return isComputed && index.extractKey !== null ? index.extractKey : keyExtractor(index, layout, module)
}

/** @type {(expr: any, catalog: any) => (ctx: any, values: any[]) => any} */
export let rowExpression = () => { throw new Error('row expressions are registered by compile.js') }

/** @type {(relation: any, index: any, module: any) => any} */
export let uniqueCheck = () => { throw new Error('unique checks are registered by compile.js') }

/**
 * compile.js hands its compilers down here.
 * @param {typeof keyExtractor} makeExtractor
 * @param {typeof rowExpression} makeExpression
 * @param {typeof uniqueCheck} makeCheck of a deferrable constraint
 */
export function setCompilers(makeExtractor, makeExpression, makeCheck) {
  uniqueCheck = makeCheck
  keyExtractor = makeExtractor
  rowExpression = makeExpression
}
