import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { open } from '../../../../src/index.js'
import { temporaryDirectory } from '../../../support/server-process.js'

/** @type {string} */
let directory
/** @type {Awaited<ReturnType<typeof open>>} */
let db

beforeAll(async () => {
  directory = temporaryDirectory()
  db = await open(directory)
  mkdirSync(join(directory, 'tsearch_data'))
})
afterAll(() => db.close())

/** @param {string} name @param {string | Uint8Array} text */
const write = (name, text) => writeFileSync(join(directory, 'tsearch_data', name), text)

/** What making a dictionary of files says. @param {string} sql */
async function refusal(sql) {
  const error = await db.query(`CREATE TEXT SEARCH DICTIONARY tried (${sql})`).then(() => null, (reason) => reason)
  if (error === null) await db.query('DROP TEXT SEARCH DICTIONARY tried')
  return error === null ? null : { code: error.code, message: error.message, where: error.where ?? '' }
}

/** @param {string} affixes @param {string} [words] */
function ispell(affixes, words = 'book/A\n') {
  write('mine.affix', affixes)
  write('mine.dict', words)
  return refusal('TEMPLATE = ispell, DICTFILE = mine, AFFFILE = mine')
}

describe('a malformed affix file is named with its line', () => {
  test.each([
    ['suffixes\nflag *A:\n  [^E] > -E,ING5\n', 3, 'syntax error'],
    ['suffixes\nflag *A:\n  [^E] > ING\nSFX A Y 1\n', 4, 'affix file contains both old-style and new-style commands'],
    ['SFX A Y 1\nCOMPOUNDFLAG  \n', 2, 'syntax error'],
    ['FLAG many\nSFX A Y 1\n', 1, 'Ispell dictionary supports only "default", "long", and "num" flag values'],
    ['SFX A Y 1\nAF none\n', 2, 'invalid number of flag vector aliases'],
    ['SFX A Y 1\nAF 1\nAF A\nAF B\n', 4, 'number of aliases exceeds specified number 1'],
    ['SFX A Y 1\nFLAG num\nCOMPOUNDFLAG x\n', 3, 'invalid affix flag "x"'],
    ['SFX A Y 1\nFLAG num\nCOMPOUNDFLAG 65001\n', 3, 'affix flag "65001" is out of range'],
    ['COMPOUNDFLAG aa\nFLAG long\nSFX A Y 1\nSFX A 0 S/aab .\n', 4, 'invalid affix flag "b" with "long" flag value'],
  ])('%j', async (affixes, line, message) => {
    const refused = await ispell(affixes)
    expect(refused).toMatchObject({ code: 'F0000', message })
    expect(refused?.where).toContain(`line ${line} of configuration file "`)
    expect(refused?.where).toContain('tsearch_data/mine.affix"')
  })

  test('a mask that is no regular expression', async () => {
    const refused = await ispell('SFX A Y 1\nSFX A 0 X [a\n')
    expect(refused).toMatchObject({ code: '2201B', message: 'invalid regular expression: brackets [] not balanced' })
    expect(refused?.where).toContain('line 2 of configuration file "')
  })

  test('flags of a word, in the file of words', async () => {
    const refused = await ispell('FLAG num\nCOMPOUNDFLAG 7\nSFX 7 Y 1\n', 'foot/7\nbook/7x\n')
    expect(refused).toMatchObject({ code: 'F0000', message: 'invalid character in affix flag "x"' })
    expect(refused?.where).toMatch(/line 2 of configuration file ".*mine\.dict"$/)
  })

  test('bytes that are no text', async () => {
    write('mine.dict', Buffer.from('book\nb\xff\xfe\n', 'latin1'))
    const refused = await refusal('TEMPLATE = ispell, DICTFILE = mine, AFFFILE = mine')
    expect(refused).toMatchObject({ code: '22021' })
    expect(refused?.where).toMatch(/line 2 of configuration file ".*mine\.dict"$/)
  })
})

describe('a malformed thesaurus is named with its line', () => {
  test.each([
    ['one : two\n : three\n', 2, 'unexpected delimiter'],
    ['# none\none two three\n', 2, 'unexpected end of line'],
    ['one : two * three\n', 1, 'unexpected end of line or lexeme'],
  ])('%j', async (rules, line, message) => {
    write('mine.ths', rules)
    const refused = await refusal('TEMPLATE = thesaurus, DICTFILE = mine, DICTIONARY = simple')
    expect(refused).toMatchObject({ code: 'F0000', message })
    expect(refused?.where).toContain(`line ${line} of configuration file "`)
  })

  test.each([
    ['one : two\nthe : three\n', 'thesaurus sample word "the" is a stop word (rule 2)'],
    ['one : the\n', 'thesaurus substitute word "the" is a stop word (rule 1)'],
  ])('%j', async (rules, message) => {
    write('mine.ths', rules)
    const refused = await refusal('TEMPLATE = thesaurus, DICTFILE = mine, DICTIONARY = english_stem')
    expect(refused).toMatchObject({ code: 'F0000', message })
  })
})

test('files of the data directory come before the program\'s own, and are read again by ALTER', async () => {
  write('synonym_sample.syn', 'one eins\n')
  await db.query('CREATE TEXT SEARCH DICTIONARY own (TEMPLATE = synonym, SYNONYMS = synonym_sample)')
  const lexemes = async () => (await db.query(`SELECT ts_lexize('own', 'one') AS found`)).rows[0].found
  expect(await lexemes()).toEqual(['eins'])
  write('synonym_sample.syn', 'one zwei\n')
  expect(await lexemes()).toEqual(['eins'])
  await db.query('ALTER TEXT SEARCH DICTIONARY own (nothing)')
  expect(await lexemes()).toEqual(['zwei'])
})

test('words beyond ASCII are compared by their letters', async () => {
  write('mine.affix', 'COMPOUNDFLAG Z\nSFX A Y 2\nSFX A 0 ÉS [^é]\nSFX A é ée é\nPFX B Y 1\nPFX B 0 ÜBER .\n')
  write('mine.dict', 'straße/ABZ\ncafé/AZ\nöl/Z\n')
  await db.query('CREATE TEXT SEARCH DICTIONARY beyond (TEMPLATE = ispell, DICTFILE = mine, AFFFILE = mine)')
  const { rows } = await db.query(`SELECT word, ts_lexize('beyond', word) AS found FROM unnest(
    '{ÜBERSTRASSE,überstraße,straßeés,cafée,CAFÉÖL,ölcafé,überstraßeés}'::text[]) word`)
  expect(rows.map(({ word, found }) => [word, found])).toEqual([
    ['ÜBERSTRASSE', null], ['überstraße', ['straße']], ['straßeés', ['straße']], ['cafée', ['café']],
    ['CAFÉÖL', ['café', 'öl']], ['ölcafé', ['öl', 'café']], ['überstraßeés', ['straße']],
  ])
})
