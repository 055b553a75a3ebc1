/** Expressions that are the same are so without regard to how quickly others are told apart. */
import { expect, test } from 'vitest'
import { exprKey, sameExpr } from '../../../src/planner/expr-tools.js'

/** @param {number} value @param {number} [type] */
const constant = (value, type = 701) =>
  /** @type {any} */ ({ kind: 'const', value, type, typmod: -1, location: value })
/** @param {any[]} args @param {number} [oid] */
const call = (args, oid = 591) => /** @type {any} */ ({ kind: 'op', oid, type: 701, args, location: args.length })
/** @param {number} attnum @param {number} [type] */
const column = (attnum, type = 701) => /** @type {any} */ ({ kind: 'column', rt: 1, attnum, type })

test('each of a list beside each: as their keys say', () => {
  const list = [
    constant(1), constant(0), constant(-0), constant(NaN), constant(1, 23), column(1), column(1, 700), column(2),
  ]
  const all = [...list, ...list.map((arg) => call([arg, column(1)])), call([column(1)]), call([column(1)], 592)]
  for (const a of all) {
    for (const b of all) expect(sameExpr(a, { ...b }), `${exprKey(a)} ${exprKey(b)}`).toBe(exprKey(a) === exprKey(b))
  }
})
