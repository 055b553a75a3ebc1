/**
 * Makes src/types/collation/letters-table.js: which characters are letters and each other's other case in the locale
 * C.UTF-8 of the C library that a PostgreSQL 15 runs with. Needs one
 * (the usual PG* environment variables), and a database of it made with that locale:
 *
 *     createdb -T template0 --locale=C.UTF-8 letters && PGDATABASE=letters node scripts/extract-letters.js
 *
 * `lower` and `upper`: stretches of characters that have another case: where one begins, counted from the end of the
 * one before; how many; every how manieth; how far the other case is.
 * Classes: stretches that belong to it, each as its distance from the end of the one before and how much longer than
 * one it is. All numbers in base 36, with a sign where negative.
 */
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const LIBRARY = 'glibc 2.36'
const target = join(dirname(fileURLToPath(import.meta.url)), '..', 'src', 'types', 'collation', 'letters-table.js')
const client = new pg.Client()
await client.connect()
const { rows: [{ ctype }] } = await client.query(
  'select datctype ctype from pg_database where datname = current_database()')
if (!/^C\.utf-?8$/i.test(ctype)) throw new Error(`the database has LC_CTYPE ${ctype}`)
const { rows } = await client.query({ rowMode: 'array', text: `select c, ascii(upper(l)), ascii(lower(l)),
    l ~ '[[:alpha:]]', l ~ '[[:print:]]', l ~ '[[:upper:]]', l ~ '[[:lower:]]', l ~ '[[:space:]]'
  from generate_series(1, 1114111) c, chr(case when c between 55296 and 57343 then 1 else c end) l
  where c not between 55296 and 57343 order by c` })
await client.end()

/** @param {[number, number][]} pairs by character @returns {string} */
function stretches(pairs) {
  const parts = []
  let end = 0
  for (let at = 0; at < pairs.length;) {
    const [from, to] = pairs[at]
    let best = 1
    let bestStep = 1
    for (const step of [1, 2]) {
      let count = 1
      const follows = (/** @type {[number, number] | undefined} */ pair) => pair?.[0] === from + step * count
        && pair[1] === to + step * count
      while (follows(pairs[at + count])) count++
      if (count > best) [best, bestStep] = [count, step]
    }
    parts.push([from - end, best, bestStep, to - from].map((value) => value.toString(36)).join(' '))
    end = from + bestStep * (best - 1)
    at += best
  }
  return parts.join(',')
}

/** @param {number} column @returns {string} */
function classOf(column) {
  const numbers = []
  let end = 0
  for (let at = 0; at < rows.length;) {
    if (!rows[at][column]) { at++; continue }
    const from = rows[at][0]
    let to = from
    while (++at < rows.length && rows[at][column] && rows[at][0] === to + 1) to++
    numbers.push(from - end, to - from)
    end = to
  }
  return numbers.map((value) => value.toString(36)).join(' ')
}

/** @param {number} column @returns {[number, number][]} */
const changed = (column) => rows.filter((row) => row[column] !== row[0]).map((row) => [row[0], row[column]])

/** Where a text may be broken, so that no line is too wide. */
const LINES = { true: /(.{1,118},)(?=.)/g, false: /(.{1,118}) /g }
/** @param {string} name @param {string} text */
function written(name, text) {
  const lines = text.replace(LINES[text.includes(',') ? 'true' : 'false'], '$1\n')
  return `  ${name}: \`\n${lines}\`,\n`
}

const classes = ['isAlpha', 'isPrint', 'isUpper', 'isLower', 'isSpace']
  .map((name, at) => written(name, classOf(3 + at)))
const about = `The letters of the locale C.UTF-8 (${LIBRARY}); made by scripts/extract-letters.js, which says how.`
writeFileSync(target, `/** ${about} */
export const LETTERS = {
${written('lower', stretches(changed(2)))}${written('upper', stretches(changed(1)))}${classes.join('')}}
`)
