/** Words that texts repeat are known by their hash; they hold no text that they were cut from. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { KnownWords } from '../../../../src/functions/textsearch/known-words.js'
import { open } from '../../../../src/index.js'
import { ownText } from '../../../../src/util/own-text.js'

test('a word is found where its hash belongs, and makes room for another', () => {
  const known = new KnownWords()
  const lexemes = [{ text: 'cat', flags: 0, variant: 0 }]
  assert.equal(known.find('two cats', 4, 4), undefined)
  known.keep('cats', lexemes)
  assert.equal(known.find('cats', 0, 4), lexemes)
  assert.equal(known.find('my cats too', 3, 4), lexemes)
  assert.equal(known.find('cat', 0, 3), undefined)
  known.at = 7
  known.keep('the', null)
  known.keep('of', [])
  assert.equal(known.words[7], 'of')
  assert.equal(ownText('x'.repeat(30).slice(2)), 'x'.repeat(28))
  assert.equal(ownText('e\u0301𝄞'.repeat(9).slice(4)), 'e\u0301𝄞'.repeat(8))
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
