/**
 * Makes src/types/strings/multibyte-tables.js: PostgreSQL 15's own conversions between UTF-8 and the encodings with
 * characters of several bytes. Needs a running PostgreSQL 15 (the usual PG* environment variables):
 *
 *     node scripts/extract-encodings.js
 *
 * An encoding is the base64 of deflated numbers, each as 7 bits a byte, the lowest first: how many runs there are, then
 * of each run how far its first code is behind the end of the run before, the same of its characters (zigzag: 2n or -2n
 * - 1), and how long it is, all gaps first, then all characters, then all lengths. Codes are as
 * src/types/strings/multibyte.js numbers them. Then: count of pairs (code, first and second character), and count of
 * exceptions (character, code; code 0: none) where a character is not written with its lowest code.
 */
import { writeFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import pg from 'pg'
import { codeOf, measureOf } from '../src/types/strings/multibyte-codes.js'

const ENCODINGS = [
  'EUC_JP', 'EUC_CN', 'EUC_KR', 'EUC_TW', 'EUC_JIS_2004', 'SJIS', 'BIG5', 'GBK', 'UHC', 'GB18030', 'JOHAB',
  'SHIFT_JIS_2004',
]

const client = new pg.Client()
await client.connect()
await client.query(`create function pg_temp.reads(b bytea, e text) returns text language plpgsql as $$ begin return convert_from(b, e); exception when others then return null; end $$`)
await client.query(`create function pg_temp.writes(t text, e text) returns bytea language plpgsql as $$ begin return convert_to(t, e); exception when others then return null; end $$`)

const TWO = `select decode(lpad(to_hex(i), 2, '0'), 'hex') b from generate_series(128, 255) i union all select decode(to_hex(i * 256 + j), 'hex') from generate_series(128, 255) i, generate_series(48, 255) j`
const THREE = `select decode('8f' || to_hex(i * 256 + j), 'hex') b from generate_series(161, 255) i, generate_series(161, 255) j`
const TAIWAN = `select decode('8e' || to_hex(p) || to_hex(i * 256 + j), 'hex') b from generate_series(161, 176) p, generate_series(161, 254) i, generate_series(161, 254) j`
const FOUR = `select decode(to_hex(129 + i / 12600) || to_hex(48 + (i / 1260) % 10) || to_hex(129 + (i / 10) % 126) || to_hex(48 + i % 10), 'hex') b from generate_series(0, 39420) i`
const MORE = /** @type {Record<string, string>} */ ({
  EUC_JP: THREE,
  EUC_JIS_2004: THREE,
  EUC_TW: TAIWAN,
  GB18030: FOUR,
})
/** All characters of the first plane, and those of the second one that the encodings have. */
const CHARACTERS = 'select i from generate_series(128, 55295) i union all select i from generate_series(57344, 65535) i union all select i from generate_series(131072, 195103) i'

/** @param {string} encoding */
async function tableOf(encoding) {
  const sources = [TWO, ...(MORE[encoding] === undefined ? [] : [MORE[encoding]])].join(' union all ')
  const { rows: read } = await client.query(
    `select b, t from (select b, pg_temp.reads(b, $1) t from (${sources}) x) y where t is not null`,
    [encoding]
  )
  const { rows: written } = await client.query(
    `select i, b from (select i, pg_temp.writes(chr(i), $1) b from (${CHARACTERS}) x) y where b is not null`,
    [encoding]
  )
  /** @type {[number, number][]} */
  const singles = []
  /** @type {number[][]} */
  const pairs = []
  const lowest = new Map()
  for (const { code, characters } of read
    .map(({ b, t }) => ({
      code: measureOf(encoding)(b, 0, b.length) === b.length ? codeOf(encoding, b, 0, b.length) : -1,
      characters: [...t],
    }))
    .sort((a, b) => a.code - b.code)) {
    // Two characters of one byte each are not one of two.
    if (code < 0) continue
    if (characters.length === 2) pairs.push([code, ...characters.map((one) => one.codePointAt(0))])
    if (characters.length !== 1) continue
    const character = characters[0].codePointAt(0)
    singles.push([code, character])
    if (!lowest.has(character)) lowest.set(character, code)
  }
  /** @type {number[][]} */
  const exceptions = []
  for (const { i, b } of written) {
    const code = codeOf(encoding, b, 0, b.length)
    if (lowest.get(i) !== code && !(encoding === 'GB18030' && i > 0xffff)) exceptions.push([i, code])
    lowest.delete(i)
  }
  for (const character of lowest.keys()) exceptions.push([character, 0])
  return numbers(runsOf(singles), pairs, exceptions)
}

/** @param {[number, number][]} singles @returns {number[][]} first code, first character, length */
function runsOf(singles) {
  /** @type {number[][]} */
  const runs = []
  for (const [code, character] of singles) {
    const last = runs.at(-1)
    if (last !== undefined && last[0] + last[2] === code && last[1] + last[2] === character) last[2]++
    else runs.push([code, character, 1])
  }
  return runs
}

/** @param {number[][]} runs @param {number[][]} pairs @param {number[][]} exceptions @returns {string} */
function numbers(runs, pairs, exceptions) {
  const ends = [[0, 0, 0], ...runs].map(([code, character, length]) => [code + length, character + length])
  const steps = runs.map(([, character], at) => character - ends[at][1])
  const all = [
    runs.length, ...runs.map(([code], at) => code - ends[at][0]),
    ...steps.map((step) => (step < 0 ? -2 * step - 1 : 2 * step)), ...runs.map(([, , length]) => length), pairs.length,
    ...pairs.flat(), exceptions.length, ...exceptions.flat(),
  ]
  const bytes = []
  for (let number of all) {
    for (; number > 127; number = Math.floor(number / 128)) bytes.push(number % 128 + 128)
    bytes.push(number)
  }
  return deflateRawSync(Buffer.from(bytes), { level: 9 }).toString('base64')
}

const lines = []
for (const encoding of ENCODINGS) lines.push(`  ${encoding}: '${await tableOf(encoding)}',\n`)
await client.end()
writeFileSync(new URL('../src/types/strings/multibyte-tables.js', import.meta.url), `/** Encodings with characters of several bytes, in the form scripts/extract-encodings.js makes and describes. @type {Record<string, string>} */
export const MULTIBYTE = {
${lines.join('')}}
`)
