/**
 * Queues of who waits for a row: however many wait, the same are granted, blocked and told of a deadlock as if each
 * were looked at by itself.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { RowLocks, STRENGTH, strengthsConflict } from '../../../src/txn/row-locks.js'
import { breakDeadlock } from '../../../src/txn/wait-graph.js'
import { seededRandom } from '../../../src/util/prng.js'
import { rounds } from '../../support/rounds.js'

/** Transactions and rows with holders in a table, over the queues that are tested. */
class World {
  /** @param {number} count of transactions */
  constructor(count) {
    this.locks = new RowLocks()
    /** @type {any[]} */
    this.txns = Array.from({ length: count }, (_, pid) => ({
      pid,
      xid: pid + 1,
      waiting: null,
      waitedBy: null,
      rowHolds: [],
      rejected: false,
    }))
    /** @type {{ txn: any, tid: number, strength: number }[]} */
    this.held = []
    this.looks = 0
    this.rows = {
      grantRow: (
        /** @type {any} */ txn,
        /** @type {number} */ tid,
        /** @type {number} */ strength,
        /** @type {any[]} */ blockers
      ) => {
        this.looks++
        for (const other of this.conflicting(txn, tid, strength)) blockers.push(other)
        if (blockers.length === 0) this.held.push({ txn, tid, strength })
        return true
      },
    }
  }

  /** @param {any} txn @param {number} tid @param {number} strength @returns {any[]} */
  conflicting(txn, tid, strength) {
    return [
      ...new Set(
        this.held
          .filter((hold) => hold.tid === tid && hold.txn !== txn && strengthsConflict(hold.strength, strength))
          .map((hold) => hold.txn)
      ),
    ]
  }

  /** @param {number} at @param {number} tid @param {number} strength */
  lock(at, tid, strength) {
    const txn = this.txns[at]
    if (txn.waiting !== null) return
    const blockers = this.conflicting(txn, tid, strength)
    if (blockers.length === 0) { this.held.push({ txn, tid, strength }); return }
    const wait = this.locks.wait(
      txn, this.rows, 1, tid, strength, blockers, this.held.some((hold) => hold.txn === txn && hold.tid === tid),
    )
    wait.promise.catch(() => { txn.rejected = true })
  }

  /** @param {number} at */
  end(at) {
    const txn = this.txns[at]
    if (txn.waiting !== null) txn.waiting.cancel(new Error('ended'))
    this.held = this.held.filter((hold) => hold.txn !== txn)
    this.locks.wake(txn)
  }

  queues() { return [...this.locks.queues.get(1)?.values() ?? []] }

  /** Who waits where and is blocked by whom, and who holds what. */
  state() {
    return {
      waits: this.queues()
        .map((queue) => [
          queue.tid,
          queue.waiters.map((wait) => [wait.txn.pid, wait.mode, queue.blockersOf(wait).map((txn) => txn.pid)]),
        ])
        .sort(),
      held: this.held.map((hold) => `${hold.txn.pid}:${hold.tid}:${hold.strength}`).sort(),
    }
  }
}

/** Looks at every waiter by itself. @this {any} */
function advancePlainly() {
  for (let index = 0; index < this.waiters.length; index++) {
    const wait = this.waiters[index]
    wait.blockers = this.waiters
      .slice(0, index)
      .filter((/** @type {any} */ ahead) => strengthsConflict(ahead.mode, wait.mode))
      .map((/** @type {any} */ ahead) => ahead.txn)
    const behind = wait.blockers.length
    this.rows.grantRow(wait.txn, this.tid, wait.mode, wait.blockers)
    if (wait.blockers.length === 0) {
      this.waiters.splice(index--, 1)
      wait.finish()
      continue
    }
    wait.blockers.splice(0, behind)
    for (const blocker of wait.blockers) {
      blocker.waitedBy ??= []
      if (!blocker.waitedBy.includes(this)) blocker.waitedBy.push(this)
    }
    if (breakDeadlock(wait)) return
  }
  if (this.waiters.length === 0) this.locks.dropQueue(this)
}

test('the same wait, for the same, as when each is looked at by itself, and for somebody', async () => {
  const random = seededRandom(11)
  for (let round = 0; round < rounds(30, 60); round++) {
    const world = new World(3 + random.below(20))
    const plain = new World(world.txns.length)
    const rows = 1 + random.below(3)
    let ends = 0
    for (let step = 0; step < 300; step++) {
      const at = random.below(world.txns.length)
      if (random.below(3) === 0) {
        for (const each of [world, plain]) each.end(at)
        ends++
      } else {
        const tid = random.below(rows)
        const strength = random.below(4) === 0 ? 1 + random.below(4) : 3 + random.below(2)
        for (const each of [world, plain]) each.lock(at, tid, strength)
        for (const queue of plain.queues()) queue.advance = advancePlainly
      }
      // A rejected wait is its statement's error: the transaction ends.
      await Promise.resolve()
      await Promise.resolve()
      for (const each of [world, plain])
        for (const [index, txn] of each.txns.entries())
          if (txn.rejected) {
            txn.rejected = false
            each.end(index)
          }
      assert.deepEqual(world.state(), plain.state(), `round ${round}, step ${step}`)
      for (const queue of world.queues()) {
        queue.waiters.forEach((wait, place) => {
          const ahead = queue.waiters
            .slice(0, place)
            .filter((other) => strengthsConflict(other.mode, wait.mode))
            .map((other) => other.txn.pid)
          const holders = world.conflicting(wait.txn, queue.tid, wait.mode).map((txn) => txn.pid)
          assert.ok(
            holders.length > 0 || ahead.length > 0,
            `round ${round}, step ${step}: ${wait.txn.pid} waits for nobody`
          )
          for (const blocker of wait.blockers)
            assert.ok(
              blocker.waitedBy?.includes(queue),
              `round ${round}, step ${step}: the end of ${blocker.pid} would wake nobody`
            )
        })
      }
      // Nobody waits in a circle.
      for (const txn of world.txns) {
        const seen = new Set()
        const reach = (/** @type {any} */ of) => {
          for (const next of of.waiting?.place.blockersOf(of.waiting) ?? [])
            if (!seen.has(next)) {
              seen.add(next)
              reach(next)
            }
        }
        reach(txn)
        assert.ok(!seen.has(txn), `round ${round}, step ${step}: ${txn.pid} waits for itself`)
      }
    }
    assert.ok(ends > 0)
  }
})

test('the end of a holder looks at two waiters, however many there are', () => {
  const world = new World(200)
  for (let at = 0; at < 200; at++) world.lock(at, 0, 3)
  world.looks = 0
  world.end(0)
  assert.deepEqual([world.held.map((hold) => hold.txn.pid), world.looks], [[1], 2])
})

test('a lock that cannot be written is the trouble of who waits for it, not of who ends', async () => {
  const world = new World(5)
  const { rows } = world
  const { grantRow } = rows
  const failure = new Error('no room for undo')
  rows.grantRow = (txn, tid, strength, blockers) => {
    if (txn.pid === 1 || txn.pid === 2) throw failure
    return grantRow(txn, tid, strength, blockers)
  }
  world.lock(0, 7, STRENGTH.UPDATE)
  for (const at of [1, 2, 3, 4]) world.lock(at, 7, STRENGTH.UPDATE)
  const promises = world.txns.map((txn) => txn.waiting?.promise)
  world.end(0)
  assert.deepEqual(world.txns.map((txn) => txn.waiting !== null), [false, false, false, false, true])
  assert.deepEqual(world.held.map(({ txn }) => txn.pid), [3])
  for (const at of [1, 2]) await assert.rejects(promises[at], failure)
  await promises[3]
  world.end(3)
  await promises[4]
  assert.equal(world.locks.queueCount, 0)
})
