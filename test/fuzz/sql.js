/**
 * Target: SQL text. Statements of the golden scripts, their tokens dropped, doubled and exchanged, upon the tables
 * those scripts make.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { open } from '../../src/index.js'
import { acceptable, pick } from './episode.js'

/** @import { Random } from '../../src/util/prng.js' */

const GOLDEN = join(dirname(fileURLToPath(import.meta.url)), '../golden')
const TIMEOUT_MS = 300
const INPUTS = 60
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\$[^]*?\$\$|[a-z_][a-z0-9_]*|\d+(?:\.\d+)?|\s+|[<>=!~|@#&^%+\-*/]+|./giy
/** Where a value may stand, these may stand too. */
const VALUES = [
  'null', '0', '-1', "''", '2147483647', '-9223372036854775808', '1e308', "'NaN'", "'infinity'", 'true',
  'array[]::int[]', "'{}'", 'row(1, 2)', 'default', '(select 1)', '$1', '*',
]

/** @type {string[][] | null} by script */
let known = null

/** @returns {string[][]} */
function scripts() {
  known ??= readdirSync(GOLDEN, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) =>
      readFileSync(join(GOLDEN, name), 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !/pg_sleep|pg_terminate|alter system/i.test(line))
    )
  return known
}

/** @param {string} text @returns {string[]} */
const tokensOf = (text) => text.match(TOKEN) ?? []

/** @param {string} text @param {Random} random @returns {string} */
function mutated(text, random) {
  const tokens = tokensOf(text)
  for (let count = 1 + random.below(4); count > 0 && tokens.length > 0; count--) {
    const at = random.below(tokens.length)
    const other = tokensOf(pick(random, pick(random, scripts())))
    switch (random.below(7)) {
      case 0: tokens.splice(at, 1 + random.below(3)); break
      case 1: tokens.splice(at, 0, ...tokens.slice(at, at + 1 + random.below(6))); break
      case 2: tokens[at] = pick(random, other) ?? ''; break
      case 3: tokens.splice(at, random.below(8), ...other.slice(random.below(other.length + 1)).slice(0, 1 + random.below(12))); break
      case 4: tokens[at] = pick(random, VALUES); break
      case 5: [tokens[at], tokens[random.below(tokens.length)]] = [pick(random, tokens), tokens[at]]; break
      default: tokens.splice(at, 0, ' ', pick(random, other) ?? '', ' ')
    }
  }
  return tokens.join('')
}

/** @type {import('./episode.js').Target} */
export async function sql({ random, tried }, input) {
  const db = await open(':memory:')
  try {
    const statements = input === undefined ? pick(random, scripts()) : input.setup
    const session = await db.connect({ settings: { statement_timeout: String(TIMEOUT_MS), lock_timeout: '100' } })
    const run = async (/** @type {string} */ text, /** @type {boolean} */ asText) => {
      tried()
      try {
        if (asText) await session.exec(text)
        else await session.query(text, [])
      } catch (error) {
        acceptable(error, JSON.stringify(text))
      }
    }
    if (input !== undefined) {
      for (const text of [...statements, input.text]) await run(text, true)
    } else {
      for (let count = 0; count < INPUTS; count++) {
        // The script goes on beside, so that there is something to work upon.
        if (count % 2 === 0 && count / 2 < statements.length) await run(statements[count / 2], true)
        await run(
          mutated(random.below(3) > 0 ? pick(random, statements) : pick(random, pick(random, scripts())), random),
          random.below(3) > 0
        )
      }
    }
    await session.release()
    const { rows } = await db.query('select 6 * 7 as answer')
    if (rows[0].answer !== 42) throw new Error('others get wrong answers')
    const { problems } = await db.check()
    if (problems.length > 0) throw new Error(`check: ${problems.map((problem) => JSON.stringify(problem)).join('; ')}`)
  } finally {
    await db.close()
  }
}
