/**
 * A round: a schema and statements from one seed, sent to two sides. The first difference ends it, because what follows
 * would only repeat it; programs stand for themselves, and the next one follows.
 */
import { ChangeMaker } from './changes.js'
import { difference, isOfValues, isUndecided } from './compare.js'
import { oddStatement } from './inputs.js'
import { QueryMaker } from './queries.js'
import { Random } from './random.js'
import { Schema } from './schema.js'
import { shrink } from './shrink.js'
import { someProgram } from './programs.js'
import { story } from './stories.js'
import { OWN_TYPES, TYPES, literal } from './values.js'
import { sql } from './node.js'

/** @import { Answer, Side } from './compare.js' */
/** @import { SqlNode } from './node.js' */

/** Plans are to differ. */
const PLANS = [
  'enable_seqscan', 'enable_indexscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_nestloop', 'enable_hashagg',
  'enable_sort', 'enable_material',
]

/** How values are written, and where on earth. */
const STYLES = [
  [
    "SET DateStyle = 'ISO, MDY'", "SET DateStyle = 'ISO, DMY'", "SET DateStyle = 'SQL, MDY'",
    "SET DateStyle = 'SQL, DMY'", "SET DateStyle = 'German'", "SET DateStyle = 'Postgres, MDY'",
    "SET DateStyle = 'Postgres, DMY'",
  ],
  [
    "SET IntervalStyle = 'postgres'", "SET IntervalStyle = 'postgres_verbose'", "SET IntervalStyle = 'sql_standard'",
    "SET IntervalStyle = 'iso_8601'",
  ],
  [
    "SET TimeZone = 'UTC'", "SET TimeZone = 'Europe/Berlin'", "SET TimeZone = 'America/New_York'",
    "SET TimeZone = 'Asia/Kolkata'", "SET TimeZone = 'Australia/Sydney'", 'SET TimeZone = -3.5',
  ],
  ["SET bytea_output = 'hex'", "SET bytea_output = 'escape'"],
]

/** @typedef {{ seed: number, setup: string[], statement: string, what: string, original: string }} Finding */

/**
 * @param {number} seed
 * @param {Side} one
 * @param {Side} other
 * @param {{ statements: number, shrinks: boolean, stories?: boolean, programs?: boolean }} options stories, programs:
 *   nothing else
 * @returns {Promise<{ count: number, programs: number, errors: number, findings: Finding[],
 *   codes: Map<string, number> }>}
 */
export async function runRound(seed, one, other, { statements, shrinks, stories = false, programs = false }) {
  const random = new Random(seed)
  const schema = new Schema(random)
  const queries = new QueryMaker(random, schema)
  schema.addViews(queries)
  const changes = new ChangeMaker(queries)
  /** What has been done, for the setup of whoever looks into it. */
  const done = programs ? [] : [...schema.statements]
  for (const name of PLANS) done.push(random.chance(0.12) ? `SET ${name} = off` : `SET ${name} = on`)
  const isStyled = random.chance(0.35)
  done.push(...STYLES.map((styles) => isStyled ? random.pick(styles) : styles[0]))
  /** @type {Map<string, number>} */
  const codes = new Map()
  const result = { count: 0, programs: 0, errors: 0, findings: /** @type {Finding[]} */ ([]), codes }
  const [first, second] = await Promise.all([one.begin(done), other.begin(done)])
  for (let at = 0; at < done.length; at++) {
    const what = difference(first[at], second[at], { ordered: false })
    if (what !== null)
      return { ...result,
        findings: [{ seed, setup: done.slice(0, at), statement: done[at], what, original: done[at] }] }
  }
  const settings = done.length
  let failed = false
  /** @param {SqlNode} node @param {boolean} ordered */
  const check = async (node, ordered) => {
    const text = String(node)
    const [a, b] = await Promise.all([one.run(text), other.run(text)])
    result.count++
    failed = a.error !== ''
    if (failed) {
      result.errors++
      codes.set(a.error, (codes.get(a.error) ?? 0) + 1)
    }
    if (isUndecided(a, b)) return true
    // Whether a constant's error comes at once, later or never depends on who evaluates what first.
    if (node.isMisfit && (isOfValues(a.error) || isOfValues(b.error))) return false
    const what = difference(a, b, { ordered, text, told: programs, bag: node.isBag })
    if (what === null) {
      done.push(text)
      return false
    }
    const small = shrinks
      ? await shrink(node, (shorter) =>
          failsAgain(one, other, done, shorter, kindOf(what),
          { ordered, told: programs, bag: node.isBag }))
      : text
    result.findings.push({ seed, setup: [...done], statement: small, what, original: text })
    return true
  }
  for (let count = 0; count < statements; count++) {
    queries.begin()
    if (failed && changes.inBlock) {
      failed = false
      if (await check(changes.recover(), false)) return result
      continue
    }
    if (programs) {
      // What it makes it drops: the next one needs no more than the settings.
      done.length = settings
      for (const node of someProgram(changes)) {
        if (!await check(node, false)) continue
        done.length = settings
        await Promise.all([one.begin(done), other.begin(done)])
        break
      }
      result.programs++
      continue
    }
    if (stories) {
      for (const node of story(changes)) if (await check(node, false)) return result
      continue
    }
    const roll = random.below(10)
    if (random.chance(0.08)) {
      for (const node of specials(queries, changes, random)) if (await check(node, false)) return result
      continue
    }
    if (roll < 3) {
      if (await check(changes.statement(), false)) return result
      if (random.chance(0.15) && await check(tableQuery(schema, random), false)) return result
      continue
    }
    const types = random.times(random.between(1, 4), () =>
      random.chance(0.6) ? queries.exprs.someType() : random.pick(TYPES)
    )
    const ordered = random.chance(0.4)
    const scope = { columns: [], depth: 0 }
    const size = random.between(1, 3)
    if (await check(ordered ? queries.ordered(types, scope, size) : queries.select(types, scope, size), ordered))
      return result
  }
  if (programs) return result
  if (changes.inBlock && await check(changes.end(), false)) return result
  for (const table of schema.tables) if (await check(sql`SELECT * FROM ${table.name}`, false)) return result
  return result
}

/**
 * Odd inputs alone, which need no tables and no end at the first difference.
 * @param {number} seed
 * @param {Side} one
 * @param {Side} other
 * @param {number} count
 * @param {(statement: string, what: string) => void} found @returns {Promise<void>}
 */
export async function runInputs(seed, one, other, count, found) {
  const random = new Random(seed)
  await Promise.all([one.begin(OWN_TYPES), other.begin(OWN_TYPES)])
  for (let at = 0; at < count; at++) {
    const text = String(oddStatement(random))
    const [a, b] = await Promise.all([one.run(text), other.run(text)])
    const what = isUndecided(a, b) ? null : difference(a, b, { ordered: false, text, strict: true })
    if (what !== null) found(text, what)
  }
}

/**
 * Statements that stand for themselves, some of them in a row.
 * @param {QueryMaker} queries
 * @param {ChangeMaker} changes
 * @param {Random} random
 * @returns {SqlNode[]}
 */
function specials(queries, changes, random) {
  const types = random.times(random.between(1, 4), () => queries.exprs.someType())
  switch (random.below(10)) {
    case 7:
    case 8:
    case 9:
      return changes.inBlock ? [] : story(changes)
    case 5:
    case 6:
      return changes.inBlock ? [] : [misfit(queries.select(types, { columns: [], depth: 0 }, 2), queries, random)]
    case 0:
      return [queries.withTies(types, 2)]
    case 1:
      return [queries.locking(2)]
    case 2:
      return queries.prepared(types, 2)
    case 3:
      return changes.inBlock ? [] : changes.definition()
    default:
      return changes.inBlock ? [] : changes.madeTable(types)
  }
}

/**
 * The statement with one expression of another type than belongs there, or with a literal that has none yet: which
 * operator, function or common type is found then, or which error.
 * @param {SqlNode} node
 * @param {QueryMaker} queries
 * @param {Random} random
 * @returns {SqlNode}
 */
function misfit(node, queries, random) {
  const typed = [...node.walk()].filter((inner) => inner.type !== null)
  if (typed.length === 0) return node
  const place = random.pick(typed)
  const type = random.pick(TYPES)
  node.isMisfit = true
  place.instead = random.pick([
    String(queries.exprs.expr(type, { columns: [], depth: 9 }, 0)),
    String(queries.exprs.expr(type, { columns: [], depth: 9 }, 1)), `NULL::${type}`, 'NULL', "'1'", "'x'", "''", '1',
    '2.5', `ARRAY[${literal(random, type)}]`, `ROW(1, ${literal(random, type)})`, '*', 'nowhere', 'a2', 'count(*)',
    'generate_series(1, 2)', '(SELECT 1, 2)',
  ])
  return node
}

/** @param {Schema} schema @param {Random} random */
const tableQuery = (schema, random) => sql`SELECT * FROM ${random.pick(schema.tables).name}`

/** Two findings of one kind are taken for the same one while shrinking. @param {string} what */
const kindOf = (what) =>
  /^(error \S+ .*\/ (error )?\S+|\w+)/.exec(what.replace(/^\d+ \/ \d+ /, ''))?.[0].slice(0, 60) ?? what

/**
 * @param {Side} one
 * @param {Side} other
 * @param {string[]} done
 * @param {string} text
 * @param {string} kind
 * @param {{ ordered: boolean, told: boolean, bag: boolean }} how
 */
async function failsAgain(one, other, done, text, kind, { ordered, told, bag }) {
  const changes = !/^\s*(SELECT|WITH RECURSIVE|VALUES|\()/.test(text) || / FOR (UPDATE|SHARE|NO KEY|KEY)/.test(text)
  if (changes) await Promise.all([one, other].map((side) => side.begin(done)))
  const [a, b] = await Promise.all([one.run(text), other.run(text)])
  // A transaction block that fails by this is begun again.
  if (!changes && (a.error !== '' || b.error !== '')) await Promise.all([one, other].map((side) => side.begin(done)))
  if (isUndecided(a, b)) return false
  const what = difference(a, b, { ordered: ordered && / ORDER BY /.test(text), text, told, bag })
  return what !== null && kindOf(what) === kind
}
