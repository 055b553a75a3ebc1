/** What the end of an aggregate takes counts as steps of the loop that asks for it: a window does so at every row. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { aggregates } from '../../../src/functions/aggregates/aggregates.js'
import { jsonAggregates } from '../../../src/functions/json/aggregates.js'

const bytes = new Uint8Array(1024)

test('the work of an aggregate\'s end grows with what it gathered', () => {
  /** @type {[Map<string, any>, string, (at: number) => unknown[]][]} */
  const cases = [
    [jsonAggregates, 'json_agg(anyelement)', (at) => [at]],
    [jsonAggregates, 'jsonb_agg(anyelement)', (at) => [at]],
    [jsonAggregates, 'json_object_agg(any,any)', (at) => [`k${at}`, at]],
    [jsonAggregates, 'jsonb_object_agg(any,any)', (at) => [`k${at}`, at]],
    [aggregates, 'array_agg(anynonarray)', (at) => [at]],
    [aggregates, 'string_agg(bytea,bytea)', () => [bytes, null]],
    [aggregates, 'xmlagg(xml)', () => ['<a/>']],
  ]
  for (const [among, name, row] of cases) {
    const impl = among.get(name)
    let state = impl.init({ result: 0, args: [23, 23] })
    assert.equal(impl.work(state), 0, name)
    for (let at = 0; at < 1000; at++) state = impl.step(state, ...row(at))
    assert.ok(impl.work(state) >= 1000 >> 5, `${name}: ${impl.work(state)}`)
  }
})
