import { test } from 'vitest'
import assert from 'node:assert/strict'
import { Linter } from 'eslint'
import rule from '../../../scripts/driven-generators.js'

/** @param {string} code @returns {number[]} lines of what the rule finds */
function found(code) {
  const messages = new Linter().verify(code, /** @type {any} */ ([{
    plugins: { seawall: { rules: { 'driven-generators': rule } } }, rules: { 'seawall/driven-generators': 'error' },
  }]))
  return messages.map(({ line }) => line)
}

test('a generator of src that is called and not driven is found', () => {
  assert.deepEqual(found(`import { planQuery, takeIn } from '.'; function* f() {
    takeIn(ctx)
    const { node } = planQuery(state, query)
    if (planQuery(state, query)) return planQuery(state, query).node
    yield planQuery(state, query)
    x ? planQuery(state, query) : null
  }`), [2, 3, 4, 4, 5, 6])
})

test('one that is driven, or given to somebody, is not', () => {
  assert.deepEqual(found(`import { planQuery, takeIn } from '.'; function* f() {
    yield* takeIn(ctx)
    atOnce(takeIn(ctx))
    const plan = yield* planQuery(state, query), again = (yield* planQuery(state, query)).node
    const steps = x ? planQuery(state, query) : null
    for (const step of planQuery(state, query)) use(step)
    planQuery(state, query).next()
    notOfSrc()
    return planQuery(state, query)
  }`), [])
})

test('a function of its own that has the name of a generator is none', () => {
  assert.deepEqual(found(`function f(planQuery) {
    const takeIn = () => 1
    takeIn()
    planQuery()
  }`), [])
})
