/**
 * The type checker keeps blocks, slots, row ids, transactions and positions of the log apart: each line below that must
 * be refused says so, and one that is taken fails `npm run check`.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { blockOf, slotOf, tidOf } from '../../../src/util/tuple-id.js'

/** @import { Lsn, Xid } from '../../../src/util/identifiers.js' */

/** @param {Lsn} lsn @param {Xid} xid */
const described = (lsn, xid) => `${xid} at ${lsn}`

test('numbers that name different things do not stand for each other', () => {
  const tid = tidOf(7, 3)
  const block = blockOf(tid)
  const slot = slotOf(tid)
  assert.deepEqual([block, slot], [7, 3])
  assert.equal(tidOf(block + 1, slot), tidOf(8, 3), 'a sum may be either')
  // @ts-expect-error a slot is no block
  assert.notEqual(tidOf(slot, block), tid)
  // @ts-expect-error a block has no slot
  assert.equal(slotOf(block), 7)
  /** @type {Lsn} */
  const lsn = 4096
  /** @type {Xid} */
  const xid = 12
  assert.equal(described(lsn, xid), '12 at 4096')
  // @ts-expect-error a position is no transaction
  assert.equal(described(xid, lsn), '4096 at 12')
})
