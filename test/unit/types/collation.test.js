/**
 * Collations of ICU: locales, order, and one form for all texts that are equal, held against the collator itself over
 * random texts of many scripts.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { Collator, collatorOf } from '../../../src/types/collation/collator.js'
import { collatedInfo, collatedType, plainType } from '../../../src/types/collation/types.js'
import { parseLocale } from '../../../src/types/collation/locale.js'
import { PgArray } from '../../../src/types/array.js'
import { encodeKeyPart } from '../../../src/types/key.js'
import { builtinType } from '../../../src/types/registry.js'
import { compareText } from '../../../src/types/strings/text.js'
import { BPCHAR, INT4, TEXT } from '../../../src/types/oids.js'
import { seededRandom } from '../../../src/util/prng.js'
import { rounds } from '../../support/rounds.js'

const TEXT_ARRAY = 1009

const LETTERS = [
  "abcABCszSZhHoO019 -_.,'é", 'aAåÅäÄæÆøöcČčhsßẞœﬁ①½ⅷ\u0301\u030a\u0323\u0308', 'дДёЁйабвÇçñÑłŁđĐþÞ', 'αΑάΆσςΣᾳᾼ',
  'カガかがアァ日本語ﾊﾟﾊﾊﾞ', 'กขเแไะาำ', '한글ㄱㅏᄒᆞᄀᆨ', 'اأإآ\ufefcلابپ٣3', 'aA\u0001\u200b\u00ad\u034f\ufe0f-–—‐ \u00a0\u3000',
  'llLLchCHrzRZ', '\u0915\u093c\u0958\u093f\u0928\u0940\u0929', 'dzǳǅǄDZ',
].map((letters) => [...letters])
const LOCALES = [
  'und', 'und-u-ks-level1', 'und-u-ks-level2', 'und-u-ks-level1-kc', 'und-u-ks-level2-kc', 'und-u-ka-shifted',
  'und-u-ka-shifted-ks-level1', 'und-u-ka-shifted-ks-level4', 'und-u-kn-ks-level2', 'und-u-kn', 'und-u-ks-identic',
  'da-u-ks-level1', 'da-u-ks-level2', 'sv-u-ks-level1', 'de-u-co-phonebk-ks-level1', 'cs-u-ks-level1', 'ja-u-ks-level1',
  'ja-u-ks-level2', 'zh-u-ks-level1', 'tr-u-ks-level2', 'th-u-ks-level1', 'es-u-co-trad-ks-level1', 'ko-u-ks-level2',
  'hi-u-ks-level1', 'ar-u-ks-level1', 'fr-CA-u-ks-level2', 'cy-u-ks-level2',
]

test('equal texts, and no others, have one form', () => {
  const random = seededRandom(11)
  const letter = (/** @type {string[]} */ pool) => pool[random.below(pool.length)]
  const text = () => {
    const pool = letter(/** @type {any} */ (LETTERS))
    return Array.from({ length: 1 + random.below(5) }, () => letter(/** @type {any} */ (pool))).join('')
  }
  const like = (/** @type {string} */ one) => {
    switch (random.below(7)) {
      case 0: return one.toUpperCase()
      case 1: return one.toLowerCase()
      case 2: return one.normalize('NFD')
      case 3: return one.normalize('NFKC')
      case 4: return one.normalize('NFD').replace(/\p{M}/gu, '')
      case 5: return one.replace(/[ \-–—‐]/g, '')
      default: return one.slice(0, -1) + text()
    }
  }
  for (const locale of LOCALES) {
    const collator = new Collator(locale, false)
    let equal = 0
    for (let round = 0; round < rounds(400, 1500); round++) {
      const a = text()
      const b = random.below(4) === 0 ? text() : like(a)
      const same = collator.order(a, b) === 0
      if (same) equal++
      assert.equal(collator.canonical(a) === collator.canonical(b), same, `${locale}: ${JSON.stringify([a, b])}`)
    }
    assert.ok(equal > rounds(80, 300), `${locale}: some texts were equal`)
  }
})

test('a deterministic collation orders what is equal by bytes', () => {
  const collator = collatorOf('en-u-ks-level1', true)
  const words = ['b', 'B', 'a', 'Á', 'A', 'á']
  assert.deepEqual(words.slice().sort(collator.compare), ['A', 'a', 'Á', 'á', 'B', 'b'])
  assert.equal(collator.compare('\u00e9', 'e\u0301') < 0, compareText('\u00e9', 'e\u0301') < 0)
  assert.equal(collator.equals('a', 'A'), false)
  assert.equal(collator.canonical('Á'), 'Á')
})

test('locales in both spellings', () => {
  const { language, ...parsed } = parseLocale('de_AT@collation=phonebook;colStrength=secondary;colNumeric=yes')
  assert.deepEqual(parsed, {
    tag: 'de-AT-u-co-phonebk', strength: 2, caseLevel: false, shifted: null, numeric: true, caseFirst: null,
    search: false,
  })
  assert.equal(language, 'de-AT')
  assert.deepEqual(
    { ...parseLocale('de-AT-u-co-phonebk-kn-ks-level2') },
    { ...parseLocale('de_AT@collation=phonebook;colStrength=secondary;colNumeric=yes') }
  )
  assert.equal(parseLocale('xx-NOWHERE').tag, 'en')
  assert.equal(parseLocale('').tag, 'en')
  assert.equal(parseLocale('und-u-kf-upper-ka-shifted').caseFirst, 'upper')
  assert.throws(() => parseLocale('und-u-ks-foo'), { code: 'XX000' })
  assert.throws(() => parseLocale('und-u-kr-latn-digit'), { code: '0A000' })
  assert.throws(() => parseLocale('en-US-u-va-posix'), { code: '0A000' })
})

test('case by language', () => {
  const { casing } = collatorOf('tr', true)
  assert.equal(casing.upper('i'), 'İ')
  assert.equal(casing.lower('I'), 'ı')
  const english = collatorOf('en', true).casing
  assert.equal(english.initcap('it\'s a dog-house ǆ ﬁne ΟΔΟΣ'), 'It\'s A Dog-House ǅ Fine Οδος')
  assert.equal(collatorOf('nl', true).casing.initcap('ijsland'), 'IJsland')
})

test('types of one collation', () => {
  const insensitive = collatorOf('und-u-ks-level2', false)
  const type = collatedType(TEXT, insensitive)
  assert.ok(type < 0)
  assert.equal(collatedType(TEXT, insensitive), type)
  assert.equal(plainType(type), TEXT)
  assert.equal(collatedType(INT4, insensitive), INT4)
  assert.equal(collatedInfo(collatedType(TEXT, collatorOf('en', true)))?.canonical, null)
  const bytes = (/** @type {number} */ of, /** @type {any} */ value) => {
    const out = new Uint8Array(64)
    return Buffer.from(out.subarray(0, encodeKeyPart(of, value, false, false, out, 0))).toString('hex')
  }
  assert.equal(bytes(type, 'abc'), bytes(type, 'ABC'))
  assert.notEqual(bytes(type, 'abc'), bytes(type, 'abd'))
  const blank = collatedType(BPCHAR, insensitive)
  assert.equal(bytes(blank, 'a  '), bytes(blank, 'A'))
  const list = collatedType(TEXT_ARRAY, insensitive)
  const array = (/** @type {string[]} */ ...values) => new PgArray(TEXT, [values.length], [1], values)
  assert.equal(bytes(list, array('a', 'B')), bytes(list, array('A', 'b')))
  assert.equal(builtinType(list)?.compare?.(array('a'), array('A')), 0)
  assert.equal(builtinType(list)?.equals?.(array('a'), array('b')), false)
})
