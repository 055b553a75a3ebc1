/** The registry goes through families only as far as it must; which it has come to may not change what a name means. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { FAMILIES, builtinFunction } from '../../../src/functions/registry.js'

test('no two families have a function of the same name', () => {
  /** @type {Map<string, object>} */
  const seen = new Map()
  for (const family of FAMILIES) {
    for (const impl of family()) {
      assert.equal(seen.has(impl.name), false, impl.name)
      seen.set(impl.name, impl)
    }
  }
  assert.ok(seen.size > 2000)
})

test('a function is found in whichever family it is, also by those that end in it', () => {
  assert.equal(builtinFunction('interval_dist')?.name, 'interval_dist')
  assert.equal(builtinFunction('int4eq')?.name, 'int4eq')
  assert.equal(builtinFunction('no_such_function'), undefined)
})
