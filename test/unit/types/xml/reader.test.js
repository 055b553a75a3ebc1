import assert from 'node:assert/strict'
import { test } from 'vitest'
import { XmlReader } from '../../../../src/types/xml/reader.js'
import { shownXml, readDeclaration } from '../../../../src/types/xml/declaration.js'
import { nameOfXml, xmlNameOf } from '../../../../src/types/xml/names.js'
import { parseXml, readXml } from '../../../../src/types/xml/xml.js'
import { turnUntil, watchedBy } from '../../../../src/util/effort.js'

/** What a sink is told of a text, as lines. @param {string} text */
function told(text, isDocument = false) {
  /** @type {string[]} */
  const lines = []
  /** @type {import('../../../../src/types/xml/reader.js').XmlSink} */
  const sink = {
    open: (name, attributes) => void lines.push(['open', name, ...attributes.map((one) => one.join('='))].join(' ')),
    close: () => void lines.push('close'),
    text: (value) => void lines.push(`text ${value}`),
    section: (value) => void lines.push(`section ${value}`),
    comment: (value) => void lines.push(`comment ${value}`),
    instruction: (target, value) => void lines.push(`instruction ${target} ${value}`),
  }
  const steps = new XmlReader(text, (detail) => new Error(detail), sink).read(0, isDocument)
  while (!steps.next().done);
  return lines
}

test('a sink is told of every piece, references replaced', () => {
  assert.deepEqual(told('<a b="&lt;&#65;"\tc=\'x\ny\'>t&amp;<![CDATA[<&]]><?p i?><!--c--><d/></a>'), [
    'open a b=<A c=x y', 'text t&', 'section <&', 'instruction p i', 'comment c', 'open d', 'close', 'close',
  ])
})

test('entities of the document type', () => {
  assert.deepEqual(told('<!DOCTYPE a [<!ENTITY e "v"><!ENTITY e "w"><!ENTITY s SYSTEM "f">]><a>&e;&s;</a>', true),
    ['open a', 'text v', 'close'])
})

test('what is wrong is said with its line', () => {
  assert.throws(() => told('<a>\n<b>\n</a>'), /line 3: Opening and ending tag mismatch: b and a/)
  assert.throws(() => told('<a>\n&e;</a>'), /Entity 'e' not defined/)
})

test('a declaration is shown where it says something', () => {
  assert.equal(shownXml('<?xml version="1.0" encoding="UTF-8"?>\n<a/>'), '<a/>')
  assert.equal(shownXml('<?xml version=\'1.1\'?><a/>'), '<?xml version="1.1"?><a/>')
  assert.equal(shownXml('<?xml version="1.0" standalone="no" ?><a/>'), '<?xml version="1.0" standalone="no"?><a/>')
  assert.equal(/** @type {{ length: number }} */ (readDeclaration('<?xml-stylesheet?>')).length, 0)
  assert.equal(typeof readDeclaration('<?xml encoding="x"?>'), 'string')
})

test('names there and back', () => {
  for (const name of ['a', 'a b', '1', 'a_xb', 'x:y', 'ä', '🎉', 'a.b']) {
    assert.equal(nameOfXml(xmlNameOf(name, { fully: true, period: true })), name)
  }
  assert.equal(xmlNameOf('xml', { fully: true }), '_x0078_ml')
})

test('a long text rests', () => {
  const text = `<a>${'<b c="d">e</b>'.repeat(200_000)}</a>`
  let rests = 0
  let now = 0
  watchedBy(null) // a session of another test's, where files share a process
  turnUntil(0, () => now++)
  for (const steps = readXml(text, 'document'); !steps.next().done;) rests++
  turnUntil(Infinity, () => performance.now())
  assert.ok(rests > 1000, `${rests} rests`)
  assert.equal(parseXml(text, 'content'), text)
})
