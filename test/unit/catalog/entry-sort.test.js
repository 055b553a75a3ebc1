/** Index entries sort as Buffer.compare sorts them, in memory and through a file, whatever the budget. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { EntrySorter } from '../../../src/catalog/ddl/indexes/entry-sort.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { seededRandom } from '../../../src/util/prng.js'

const seed = 20261121
console.log(`# seed ${seed}`)

/** @param {EntrySorter} sorter @returns {Buffer[]} */
function sorted(sorter) {
  for (const steps = sorter.finishSteps(); !steps.next().done;) { /* nobody waits */ }
  const entries = []
  while (sorter.next()) entries.push(Buffer.from(sorter.bytes.subarray(sorter.from, sorter.to)))
  return entries
}

for (const memoryBytes of [200, 5000, 1 << 20]) {
  test(`entries that come in order, or nearly, come out so with ${memoryBytes} bytes of memory`, () => {
    for (const swapped of [-1, 0, 700, 1498]) {
      const sorter = new EntrySorter(memoryBytes, () => new MemoryVfs().tempFile())
      const expected = Array.from({ length: 1500 }, (_, index) =>
        Buffer.from(`same beginning ${String(index >> 1).padStart(5, '0')}${index & 1 ? 'b' : ''}`),
      )
      const given = expected.slice()
      if (swapped >= 0) [given[swapped], given[swapped + 1]] = [given[swapped + 1], given[swapped]]
      for (const entry of given) sorter.add(entry, entry.length)
      assert.deepEqual(sorted(sorter), expected)
      sorter.close()
    }
  })

  test(`entries come out in order with ${memoryBytes} bytes of memory`, () => {
    const random = seededRandom(seed)
    const sorter = new EntrySorter(memoryBytes, () => new MemoryVfs().tempFile())
    const expected = []
    for (let index = 0; index < 1500; index++) {
      // Few different bytes, so that many entries share their beginning or are one another's.
      const entry = Buffer.from(
        Array.from({ length: 1 + random.below(12) }, () =>
          index % 5 === 0 ? 255 - random.below(40) : random.below(3),
        ),
      )
      expected.push(entry)
      sorter.add(entry, entry.length)
    }
    const got = sorted(sorter)
    assert.deepEqual(got, expected.sort(Buffer.compare))
    sorter.close()
  })
}

/**
 * Entries as indexes have them: none is the beginning of another.
 * @type {Record<string, (index: number, random: ReturnType<typeof seededRandom>) => string>}
 */
const KINDS = {
  'short ones': (index, random) =>
    String.fromCharCode(65 + random.below(60), 65 + random.below(60)) + String(index).padStart(7, '0'),
  'ones that grow': (index) => 'x'.repeat(index >> 9) + '!' + String((index * 7919) % 30011).padStart(6, '0'),
  'long beginnings': (index, random) => `${'the same '.repeat(8)}${['one', 'other'][random.below(2)].repeat(random.below(2) * 30 + 1)}/${String((index * 7919) % 30011).padStart(6, '0')}`,
  'few values': (index, random) =>
    `${'value'.repeat(1 + random.below(9))}|${String((index * 7919) % 30011).padStart(6, '0')}`,
  'like numbers': (index) =>
    String.fromCharCode(1, 128, 0, index % 7, index % 11) + String((index * 7919) % 30011).padStart(6, '0'),
  'backwards': (index) => `a common start ${String(99999 - index).padStart(24, '0')}`,
}

for (const [kind, make] of Object.entries(KINDS)) {
  for (const memoryBytes of [3000, 300000, 1 << 24]) {
    test(`${kind} with ${memoryBytes} bytes of memory`, () => {
      const random = seededRandom(seed)
      const sorter = new EntrySorter(memoryBytes, () => new MemoryVfs().tempFile())
      const expected = Array.from({ length: memoryBytes < 10000 ? 2000 : 30000 }, (_, index) =>
        Buffer.from(make(index, random), 'latin1'),
      )
      // A buffer that is used again and again, with what was in it before behind the entry.
      const key = new Uint8Array(4096).fill(77)
      for (const entry of expected) {
        key.set(entry)
        sorter.add(key, entry.length)
      }
      const got = sorted(sorter)
      assert.equal(got.length, expected.length)
      expected.sort(Buffer.compare)
      assert.ok(got.every((entry, index) => entry.equals(expected[index])))
      sorter.close()
    })
  }
}
