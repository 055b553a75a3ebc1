/** Built-in types are made when they are asked for: under the OIDs that their families are listed with. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { ARRAY_PAIRS } from '../../../src/types/oids.js'
import { builtinType, FAMILIES } from '../../../src/types/registry.js'
import { isBuiltinType, ownType } from '../../../src/types/lookup.js'

test('a family makes the types that it is listed with', () => {
  for (const [oids, make] of FAMILIES)
    assert.deepEqual(make().map(({ oid }) => oid).sort(), [...oids].sort(), `of ${oids}`)
})

test('a type is built in before it is made, and the same whenever it is asked for', () => {
  for (const [element, array] of ARRAY_PAIRS) {
    if (!isBuiltinType(element)) continue
    assert.equal(isBuiltinType(array), true)
    assert.equal(builtinType(array)?.elementType, element)
    assert.equal(builtinType(array), builtinType(array))
  }
  assert.equal(isBuiltinType(16384), false)
  assert.equal(ownType(16384), undefined)
})
