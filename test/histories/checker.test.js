/**
 * The checker of histories itself: hand-made ones, each with the anomaly it shows, and with the levels that allow it.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { check } from './checker.js'

/** @typedef {import('./checker.js').HistoryTransaction} HistoryTransaction */

let clock = 0
const append = (/** @type {number} */ key, /** @type {number} */ element) =>
  /** @type {const} */ ({ kind: 'append', key, element })
const read = (/** @type {number} */ key, /** @type {number[]} */ ...list) => ({
  kind: /** @type {const} */ ('read'),
  key,
  list,
  at: ++clock,
})
const longer = (/** @type {number} */ least, /** @type {Record<number, number[]>} */ lists) => ({
  kind: /** @type {const} */ ('longer'),
  least,
  lists: new Map(Object.entries(lists).map(([key, list]) => [Number(key), list])),
  at: ++clock,
})
const insert = (/** @type {number} */ group, /** @type {number} */ element, epoch = 0) =>
  /** @type {const} */ ({ kind: 'insert', group, element, epoch })
const bag = (/** @type {number} */ group, /** @type {number[]} */ elements, epoch = 0) =>
  /** @type {const} */ ({ kind: 'bag', group, elements, epoch })
const truncate = (/** @type {number} */ epoch) => /** @type {const} */ ({ kind: 'truncate', epoch })

/** All beside each other. @param {import('./checker.js').Operation[][]} transactions @returns {HistoryTransaction[]} */
const beside = (...transactions) =>
  transactions.map((operations, id) => ({ id, committed: true, startedAt: 0, endedAt: 1e9, operations }))
/** @param {HistoryTransaction[]} history @param {...number} ids */
const undone = (history, ...ids) => history.map((txn) => ids.includes(txn.id) ? { ...txn, committed: false } : txn)

const LEVELS = /** @type {const} */ (['read committed', 'repeatable read', 'serializable'])
/** @param {HistoryTransaction[]} history */
const namesAt = (history) =>
  LEVELS.map((level) => [...new Set(check(history, level).map(({ name }) => name))].sort().join(' '))

/**
 * By name: a history, and what it is at each level.
 * @type {Record<string, [HistoryTransaction[], string, string, string]>}
 */
const HISTORIES = {
  'one after the other': [
    beside([append(1, 1)], [read(1, 1), append(1, 2)], [read(1, 1, 2), append(2, 3)], [read(2, 3), read(1, 1, 2)]),
    '',
    '',
    '',
  ],
  'G0': [
    beside([append(1, 1), append(2, 2)], [append(1, 3), append(2, 4)], [read(1, 1, 3), read(2, 4, 2)]),
    'G0',
    'G0',
    'G0',
  ],
  'G1a': [undone(beside([append(1, 1)], [read(1, 1)], [read(1)]), 0), 'G1a', 'G1a', 'G1a'],
  'G1b': [beside([append(1, 1), append(1, 2)], [read(1, 1)], [read(1, 1, 2)]), 'G1b', 'G-single G1b', 'G-single G1b'],
  'G1c': [beside([append(1, 1), read(2, 2)], [append(2, 2), read(1, 1)]), 'G1c', 'G1c', 'G1c'],
  'G1c by a bag': [beside([insert(1, 1), read(2, 2)], [append(2, 2), bag(1, [1])]), 'G1c', 'G1c', 'G1c'],
  'a read that is torn (G-single)': [
    beside([append(1, 1), append(2, 2)], [read(1, 1), read(2)], [read(1, 1), read(2, 2)]),
    '',
    'G-single',
    'G-single',
  ],
  'a lost update': [
    beside([read(1), append(1, 1)], [read(1), append(1, 2)], [read(1, 1, 2)]),
    '',
    'G-single',
    'G-single',
  ],
  'two torn reads (G-nonadjacent)': [
    beside([append(1, 1)], [append(2, 2)], [read(1, 1), read(2)], [read(2, 2), read(1)], [read(1, 1), read(2, 2)]),
    '',
    'G-nonadjacent',
    'G-nonadjacent',
  ],
  'write skew (G2)': [beside([read(1), append(2, 2)], [read(2), append(1, 1)], [read(1, 1), read(2, 2)]), '', '', 'G2'],
  'write skew by predicates': [beside([bag(1, []), insert(2, 2)], [bag(2, []), insert(1, 1)]), '', '', 'G2'],
  'write skew by lengths': [
    beside([longer(1, {}), append(2, 2)], [longer(1, {}), append(1, 1)], [read(1, 1), read(2, 2)]),
    '',
    '',
    'G2',
  ],
  'write skew with TRUNCATE': [
    beside([bag(1, [5]), append(1, 1)], [read(1), truncate(1)], [insert(1, 5)], [read(1, 1)]),
    '',
    '',
    'G2',
  ],
  'TRUNCATE of what was not there': [
    beside([bag(1, []), append(1, 1)], [read(1), truncate(1)], [insert(2, 5)], [read(1, 1)]),
    '',
    '',
    '',
  ],
  'a phantom (G-single)': [beside([insert(1, 1), append(1, 2)], [bag(1, []), read(1, 2)]), '', 'G-single', 'G-single'],
  'a list that is too short for its predicate': [
    beside([append(1, 1)], [longer(2, { 1: [1] })], [read(1, 1)]),
    'order',
    'order',
    'order',
  ],
  'what was before TRUNCATE, after it': [
    beside([insert(1, 1)], [truncate(1)], [bag(1, [1], 1)]),
    'order',
    'order',
    'order',
  ],
  'a list in two orders': [
    beside([append(1, 1)], [append(1, 2)], [read(1, 1, 2)], [read(1, 2)]),
    'order',
    'G-single order',
    'G-single order',
  ],
  'an element twice': [beside([append(1, 1)], [read(1, 1, 1)]), 'twice', 'twice', 'twice'],
  'a commit that is lost': [beside([append(1, 1)], [append(1, 2)], [read(1, 1)]), 'lost', 'lost', 'lost'],
  'a read that changes': [beside([append(1, 1)], [read(1), read(1, 1)]), '', 'G-single internal', 'G-single internal'],
  'its own writes unseen': [beside([read(1), append(1, 1), read(1)], [read(1, 1)]), '', 'internal', 'internal'],
  'a snapshot of the past': [
    [
      { id: 0, committed: true, startedAt: 1, endedAt: 2, operations: [append(1, 1)] },
      { id: 1, committed: true, startedAt: 3, endedAt: 9, operations: [{ ...read(1), at: 4 }] },
      { id: 2, committed: true, startedAt: 5, endedAt: 9, operations: [{ ...read(1, 1), at: 6 }] },
    ],
    'stale',
    'stale',
    'stale',
  ],
}

for (const [name, [history, ...expected]] of Object.entries(HISTORIES)) {
  test(name, () => { assert.deepEqual(namesAt(history), expected) })
}

test('what is found says how', () => {
  const [{ what }] = check(HISTORIES['write skew (G2)'][0], 'serializable')
  assert.equal(what, 'T0 -(rw list 1 before 1)-> T1 -(rw list 2 before 2)-> T0')
})
