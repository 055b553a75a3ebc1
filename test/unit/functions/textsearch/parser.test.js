/** The default parser beside its own longer way: plain words take a short one. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { Parser } from '../../../../src/functions/textsearch/parser.js'
import { TOKEN_TYPES } from '../../../../src/functions/textsearch/parser-states.js'
import { seededRandom } from '../../../../src/util/prng.js'

/** @param {string} text @param {boolean} [longWay] */
function tokens(text, longWay = false) {
  const parser = new Parser(text)
  if (longWay) parser.plain = () => false
  const found = []
  while (parser.next()) found.push(`${TOKEN_TYPES[parser.type - 1][0]} ${parser.token}`)
  return found
}

test('tokens are of 23 types and make up the whole text', () => {
  assert.equal(TOKEN_TYPES.length, 23)
  assert.deepEqual(tokens('Send to a.b@c-d.org, see http://x.com/y?z: 3.5e10 v1.2.3 <b>é-ä</b>'), ['asciiword Send', 'blank  ',
    'asciiword to', 'blank  ', 'email a.b@c-d.org', 'blank , ', 'asciiword see', 'blank  ', 'protocol http://',
    'url x.com/y?z:', 'host x.com', 'url_path /y?z:', 'blank  ', 'sfloat 3.5e10', 'blank  ', 'file v1.2.3', 'blank  ',
    'tag <b>', 'hword é-ä', 'hword_part é', 'blank -', 'hword_part ä', 'tag </b>'])
})

test('the short way of plain words finds what the long one finds', () => {
  const random = seededRandom(42)
  const parts = [
    'a', 'word', '1', '.', '-', '/', ':', '@', '_', '&', ';', '<', '>', ' ', '  ', ',', '"', "'", '\n', 'é', '(', ')',
    '?', '=',
  ]
  for (let round = 0; round < 2000; round++) {
    let text = ''
    for (let i = random.below(12); i >= 0; i--) text += parts[random.below(parts.length)]
    assert.deepEqual(tokens(text), tokens(text, true), JSON.stringify(text))
  }
})

test('a text of any length ends', () => {
  assert.equal(tokens('a-'.repeat(5000)).length > 0, true)
  assert.equal(tokens('<'.repeat(5000)).length > 0, true)
})
