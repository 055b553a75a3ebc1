/** Stemmers are compiled from their published sources; what the compiler makes of the language is seen here. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { compileStemmer } from '../../../../src/functions/textsearch/snowball/generate.js'
import { stemmerOf } from '../../../../src/functions/textsearch/dictionaries/simple.js'

/** @param {string} body of `stem` @param {string} [declarations] */
const stemmer = (body, declarations = '') =>
  compileStemmer(`externals ( stem ) groupings ( v ) ${declarations} define v 'aeiou' define stem as ( ${body} )`)

test('commands move a cursor, fail, and are taken back', () => {
  assert.equal(stemmer("do ( [ 'ab' ] <- 'x' )")('abc'), 'xc')
  assert.equal(stemmer("do ( [ 'ab' ] <- 'x' )")('bab'), 'bab')
  assert.equal(stemmer("repeat ( goto 'a' [ 'a' ] delete )")('banana'), 'bnn')
  assert.equal(stemmer("gopast v gopast non-v [ tolimit ] delete")('banana'), 'ban')
  assert.equal(stemmer("not 'b' insert 'y'")('abc'), 'yabc')
  assert.equal(stemmer("try 'b' 'a' <+ 'z'")('bac'), 'bazc')
  assert.equal(stemmer("'x' or 'b' insert '-'")('bac'), 'b-ac')
  assert.equal(stemmer("test ( 'b' 'a' ) [ hop 2 ] delete")('bac'), 'c')
  assert.equal(stemmer("loop 2 next [ tolimit ] delete")('bac'), 'ba')
})

test('going backwards, what is cut off behind does not move what was kept', () => {
  assert.equal(stemmer("backwards ( do ( [ 's' ] delete ) [ 'e' ] delete )")('horses'), 'hors')
  assert.equal(stemmer("backwards ( [ substring ] among ( 'ing' 's' ( delete ) 'ies' ( <- 'y' ) ) )")('flies'), 'fly')
  assert.equal(stemmer("setmark p backwards setlimit tomark p for ( [ 's' ] delete )", 'integers ( p )')('s'), 's')
})

test('numbers count, and places told as numbers count bytes', () => {
  const long = stemmer('$(len > 3) [ next ] delete')
  assert.equal(long('abc'), 'abc')
  assert.equal(long('äbcd'), 'bcd')
  const marked = stemmer('gopast v setmark p try ( $p < 2 $p = 2 ) backwards ( [ next ] $p <= cursor delete )',
    'integers ( p )')
  assert.equal(marked('ab'), 'ab')
  assert.equal(marked('abc'), 'ab')
})

test('a stemmer that takes everything leaves the word', () => {
  assert.equal(stemmer('[ tolimit ] delete')('abc'), 'abc')
})

test('the sources are compiled when they are first used', () => {
  assert.equal(stemmerOf('English')('generalizations'), 'general')
  assert.equal(stemmerOf('porter')('generalizations'), 'gener')
  assert.equal(stemmerOf('dutch')('èse'), 'ès', 'a mark at the third byte')
  assert.throws(() => stemmerOf('klingon'), { code: '42704' })
})
