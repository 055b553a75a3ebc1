/** Words that texts repeat are known by their hash; they hold no text that they were cut from. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { KnownWords, hashed } from '../../../../src/functions/textsearch/known-words.js'
import { open } from '../../../../src/index.js'
import { ownText } from '../../../../src/util/own-text.js'
import { seededRandom } from '../../../../src/util/prng.js'

const bytesOf = (/** @type {string} */ text) => new TextEncoder().encode(text)
const hashOf = (/** @type {string} */ text) => bytesOf(text).reduce(hashed, 0)

test('two words are found where their hash belongs, and make room for a third', () => {
  const known = new KnownWords()
  const lexemes = [{ text: 'cat', flags: 0, variant: 0 }]
  const hash = hashOf('cats')
  assert.equal(known.find(bytesOf('two cats'), 4, 8, hash), false)
  known.keep(bytesOf('cats'), 0, 4, lexemes)
  assert.equal(known.find(bytesOf('my cats too'), 3, 7, hash), true)
  assert.deepEqual(known.lexemesThere(), lexemes)
  assert.equal(known.lexemeLength, 3)
  assert.equal(String.fromCharCode(...(known.bytes ?? []).slice(known.lexemeAt, known.lexemeAt + 3)), 'cat')
  assert.equal(known.find(bytesOf('cat'), 0, 3, hashOf('cat')), false)
  assert.equal(known.find(bytesOf('dogs'), 0, 4, hash), false)
  known.keep(bytesOf('dogs'), 0, 4, [])
  assert.equal(known.find(bytesOf('dogs'), 0, 4, hash), true)
  assert.equal(known.lexemeLength, 0)
  assert.deepEqual(known.lexemesThere(), [])
  for (const others of [null, [...lexemes, ...lexemes], [{ text: 'cat', flags: 1, variant: 0 }],
    [{ text: 'ö'.repeat(17), flags: 0, variant: 0 }]]) {
    known.keep(bytesOf('dogs'), 0, 4, others)
    assert.equal(known.find(bytesOf('dogs'), 0, 4, hash), true)
    assert.equal(known.lexemesThere(), others)
    assert.equal(known.lexemeLength, -1)
  }
  assert.equal(known.find(bytesOf('cats'), 0, 4, hash), true)
  assert.equal(known.lexemeLength, 3)
  for (const third of ['cows', 'pigs', 'hens']) {
    assert.equal(known.find(bytesOf(third), 0, 4, hash), false)
    known.keep(bytesOf(third), 0, 4, [{ text: third, flags: 0, variant: 0 }])
    assert.equal(known.find(bytesOf(third), 0, 4, hash), true)
    assert.equal(known.lexemesThere()?.[0].text, third)
  }
  const left = ['cats', 'dogs', 'cows', 'pigs', 'hens'].filter((text) => known.find(bytesOf(text), 0, 4, hash))
  assert.deepEqual(left, ['pigs', 'hens'])
  assert.equal(ownText('x'.repeat(30).slice(2)), 'x'.repeat(28))
  assert.equal(ownText('e\u0301𝄞'.repeat(9).slice(4)), 'e\u0301𝄞'.repeat(8))
})

const PARTS = ['fat', 'Rats', 'running', 'the', 'of', 'e-mail', 'a@b.de', 'http://x.org/a?b=1', '3.14', '-7e3',
  'wörter', '<b>', '&amp;', 'x_y', 'foo-bar-baz', 'a', 'internationalisation', 'l'.repeat(40),
  '1a2b', "don't", '.', '/usr/bin',
  'supernova', 'zoo', 'zoological', '\u0000x'.slice(1), '漢字', '#', '+1', 'v1.2.3', ...'abcdefgh']
const BETWEEN = [' ', ' ', ' ', ', ', '\n', '', '-', '.', '  ', '; ']

test('texts read by their bytes have the vectors of those read by their characters', async () => {
  const db = await open(':memory:')
  try {
    const chance = seededRandom(24)
    const one = (/** @type {string[]} */ of) => of[chance.below(of.length)]
    const part = () => (chance.below(3) === 0 ? one(BETWEEN) : ' ') + one(PARTS)
    const texts = Array.from({ length: 800 }, (_, at) =>
      Array.from({ length: chance.below(at % 50 === 0 ? 400 : 14) }, part).join(''))
    for (const configuration of ['english', 'simple', 'german', 'several']) {
      if (configuration === 'several') await db.exec(`CREATE EXTENSION dict_xsyn;
        ALTER TEXT SEARCH DICTIONARY xsyn (rules = 'xsyn_sample', keeporig = true, matchsynonyms = true);
        CREATE TEXT SEARCH CONFIGURATION several (COPY = simple);
        ALTER TEXT SEARCH CONFIGURATION several ALTER MAPPING FOR asciiword WITH xsyn, english_stem`)
      const { rows } = await db.query(`SELECT t, to_tsvector($1::text::regconfig, t)::text AS short,
        to_tsvector($1::text::regconfig, t || repeat(' ', 2000))::text AS long FROM unnest($2::text[]) t`,
      [configuration, texts])
      for (const row of rows) assert.equal(row.short, row.long, `${configuration}: ${row.t}`)
    }
  } finally {
    await db.close()
  }
})

test('short and long texts have the same words, whatever came before', async () => {
  const db = await open(':memory:')
  try {
    const text = 'The fat Rats and rats, e-mail a@b.de ats fat THE 3.14 wörter rats'
    const said = `to_tsvector('english', $1::text)`
    const { rows: [row] } = await db.query(`SELECT ${said}::text AS short,
      (SELECT string_agg(lexeme || ':' || (SELECT string_agg(p::text, ',') FROM unnest(positions) p), ' '
         ORDER BY lexeme COLLATE "C")
       FROM unnest(to_tsvector('english', $1 || repeat(' ', 2000)))) AS long`, [text])
    assert.equal(String(row.short).replaceAll(`'`, ''), row.long)
    await db.exec(`CREATE TEXT SEARCH CONFIGURATION mine (COPY = simple)`)
    await db.query(`SELECT to_tsvector('mine', 'running')`)
    await db.exec(`ALTER TEXT SEARCH CONFIGURATION mine ALTER MAPPING FOR asciiword WITH english_stem`)
    const { rows } = await db.query(`SELECT to_tsvector('mine', 'running')::text AS words`)
    assert.deepEqual(rows, [{ words: `'run':1` }])
  } finally {
    await db.close()
  }
})
