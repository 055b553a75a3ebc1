/** A tuple read as a whole says what its columns say one by one, whatever layout it was written under. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { TupleLayout } from '../../../src/storage/heap/tuple.js'
import { seededRandom } from '../../../src/util/prng.js'

/** @import { LayoutColumnSpec } from '../../../src/storage/heap/tuple.js' */
/** @import { Random } from '../../../src/util/prng.js' */

/** By type: its kind and how a value is drawn. @type {[number, any, (chance: Random) => any][]} */
const KINDS = [
  [16, 'bool', (chance) => chance.below(2) === 1],
  [18, 'char', (chance) => chance.below(128)],
  [21, 'int2', (chance) => chance.below(65536) - 32768],
  [23, 'int4', (chance) => chance.below(2 ** 31) - 2 ** 30],
  [26, 'uint4', (chance) => 2 ** 32 - 1 - chance.below(2 ** 31)],
  [20, 'int8', (chance) => chance.below(2) === 1 ? 2n ** 62n + 1n : -chance.below(2 ** 31)],
  [700, 'float4', (chance) => chance.below(100) / 4],
  [701, 'float8', (chance) => chance.below(1000) / 7],
  [25, 'var', (chance) => 'é'.repeat(chance.below(5))],
]

test('all kinds, with nulls, written under layouts of fewer, as many and more columns', () => {
  const chance = seededRandom(7)
  for (let round = 0; round < 200; round++) {
    const kinds = Array.from({ length: 12 }, () => KINDS[chance.below(KINDS.length)])
    /** @type {LayoutColumnSpec[]} */
    const specs = kinds.map(([typeOid, kind, draw], at) =>
      ({ typeOid, kind, added: at >= 8, missing: at >= 8 && chance.below(2) === 1 ? draw(chance) : null }))
    const values = kinds.map(([, , draw]) => chance.below(4) === 0 ? null : draw(chance))
    const layouts = [8, 10, 12].map((count) => TupleLayout.of(specs.slice(0, count)))
    const ofFile = new Map(layouts.map((layout) => [layout.columnCount, layout]))
    for (const layout of layouts) layout.ofFile = ofFile
    for (const writer of layouts) {
      const bytes = new Uint8Array(1024)
      const view = new DataView(bytes.buffer)
      writer.encode(values.slice(0, writer.columnCount), bytes, view, 40)
      for (const reader of layouts) {
        const expected = Array.from({ length: reader.columnCount }, (_, at) =>
          at < writer.columnCount ? values[at] : specs[at].missing)
        assert.deepEqual(reader.decode(bytes, view, 40), expected)
        assert.deepEqual(expected.map((_, at) => reader.read(at, bytes, view, 40)), expected)
      }
    }
  }
})
