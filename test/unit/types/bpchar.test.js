/** Equality of bpchar without making the texts whose blanks are gone: as if they were made. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { compareBpchar, equalBpchar } from '../../../src/types/strings/text.js'
import { seededRandom } from '../../../src/util/prng.js'

const SEED = Number(process.env.SEED ?? 7)

test(`trailing blanks count for nothing (seed ${SEED})`, () => {
  const { below } = seededRandom(SEED)
  const text = () => Array.from({ length: below(5) }, () => 'ab é\t'[below(5)]).join('') + ' '.repeat(below(4))
  for (let round = 0; round < 50000; round++) {
    const a = text()
    const b = below(4) === 0 ? `${a.replace(/ +$/, '')}${' '.repeat(below(4))}` : text()
    const wanted = a.replace(/ +$/, '') === b.replace(/ +$/, '')
    assert.equal(equalBpchar(a, b), wanted, JSON.stringify([a, b]))
    assert.equal(compareBpchar(a, b) === 0, wanted)
  }
})
