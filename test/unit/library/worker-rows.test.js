/** Long answers, read in the program's own thread: in slices, with small young generations, in small arrays. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { PerformanceObserver, constants } from 'node:perf_hooks'
import { open } from '../../../src/index.js'
import { ResultCollector } from '../../../src/library/result.js'
import { LongText } from '../../../src/remote/joined-messages.js'
import { later, rest, restIsDue } from '../../../src/remote/rests.js'

test('rows of a long answer are all there, in their order, as objects and as arrays', async () => {
  const db = await open(':memory:', { worker: true })
  const text = "SELECT i, 'row ' || i AS t FROM generate_series(1, 50000) i"
  const { rows, rowCount } = await db.query(text)
  assert.equal(rowCount, 50000)
  assert.equal(rows.length, 50000)
  rows.forEach((row, at) => assert.deepEqual(row, { i: at + 1, t: `row ${at + 1}` }))
  const arrays = (await db.query({ text, rowMode: 'array' })).rows
  assert.deepEqual([arrays.length, arrays[0], arrays[49999]], [50000, [1, 'row 1'], [50000, 'row 50000']])
  let count = 0
  for await (const row of db.stream(text)) assert.equal(row.i, ++count)
  assert.equal(count, 50000)
  await db.close()
})

test('a statement after a long one has its own rows', async () => {
  const db = await open(':memory:', { worker: true })
  const results = await db.exec('SELECT generate_series(1, 40000) a; SELECT 1 b; SELECT generate_series(1, 20000) c')
  const told = results.map(({ rows }) => [rows.length, rows[0]])
  assert.deepEqual(told, [[40000, { a: 1 }], [1, { b: 1 }], [20000, { c: 1 }]])
  await db.close()
})

test('the young generation is collected while a long answer is read', async () => {
  const db = await open(':memory:', { worker: true })
  let forced = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind, flags } = /** @type {any} */ (entry).detail
      const isForced = (flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0
      if (kind === constants.NODE_PERFORMANCE_GC_MINOR && isForced) forced++
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  await db.query("SELECT i, 'row ' || i AS t FROM generate_series(1, 100000) i")
  await new Promise((resolve) => { setTimeout(resolve, 10) })
  observer.disconnect()
  assert.ok(forced >= 4, `${forced} collections`)
  await db.close()
})

test('rows are kept in several arrays until the statement has ended, and are one then', () => {
  const collector = new ResultCollector({ int8: 'string', numeric: 'string', parsers: {} }, true)
  collector.of(/** @type {any} */ ({ typeOps: () => ({ elementType: 0 }), catalog: () => ({ type: () => undefined }) }))
  collector.rowDescription(/** @type {any} */ ([{ name: 'a', type: 23, typmod: -1, tableOid: 0, attnum: 0 }]), [4])
  for (let at = 0; at < 100_000; at++) {
    collector.rows.push([at])
    if (collector.rows.length === collector.highWater) void collector.drain()
    assert.ok(collector.made.length < 32 * 1024)
  }
  assert.ok(collector.before.length > 1)
  collector.commandComplete('SELECT 100000')
  const [{ rows }] = collector.results
  assert.equal(rows.length, 100_000)
  rows.forEach((row, at) => assert.equal(row[0], at))
})

test('parts of a long text end between characters, whatever pieces they come in', () => {
  const text = 'a漢😀é'.repeat(60_000)
  const bytes = Buffer.from(text)
  for (const piece of [4096, 65_537, bytes.length]) {
    for (const known of [bytes.length, undefined]) {
      const long = new LongText(known)
      for (let at = 0; at < bytes.length; at += piece) long.add(bytes.subarray(at, at + piece))
      assert.equal(long.end().toString(), text)
      assert.equal(long.length, text.length)
      assert.ok(long.parts.length > 1)
    }
  }
})

test('who waits for a slice has it in turn, one worker of several does not keep the others out', async () => {
  /** @type {string[]} */
  const order = []
  const work = async (/** @type {string} */ name) => {
    for (let at = 0; at < 3; at++) {
      order.push(name)
      while (!restIsDue()) { /* works */ }
      await rest()
    }
  }
  await Promise.all([work('a'), work('b'), work('c')])
  assert.deepEqual(order, ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c'])
  await new Promise((resolve) => { later(() => resolve(undefined)) })
})

test('who is one too many hears so, however many come at once', async () => {
  const db = await open(':memory:', { worker: true })
  const asked = await Promise.allSettled(Array.from({ length: 110 }, () => db.connect()))
  const codes = asked.map((one) => one.status === 'fulfilled' ? 'in' : /** @type {any} */ (one.reason).code)
  assert.deepEqual([...new Set(codes)].sort(), ['53300', 'in'])
  assert.ok(codes.filter((code) => code === 'in').length >= 99)
  await db.close()
})
