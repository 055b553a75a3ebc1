/**
 * The row-change door: listeners for every moment at every table of a scenario, and what they saw against what
 * PostgreSQL 15's triggers report of the same statements
 * (test/fixtures/row-door.json). Each way in is gone twice: with BEFORE ROW listeners, which take rows out of their
 * batches, and without, where rows stay in them.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { open } from '../../../src/index.js'
import { WAYS } from '../../support/row-door-scenarios.js'

/** @type {Record<string, string[]>} */
const EXPECTED = JSON.parse(readFileSync(new URL('../../fixtures/row-door.json', import.meta.url), 'utf8'))

/** @param {any} relation @param {any[] | null} row */
const print = (relation, row) =>
  row === null
    ? '<NULL>'
    : `(${relation.columns
        .filter((/** @type {any} */ column) => !column.dropped)
        .map((/** @type {any} */ column) => text(row[column.attnum - 1]))
        .join()})`

/** As a row's output function. @param {any} value */
const text = (value) => (value === null ? '' : /[ "()]/.test(String(value)) ? `"${value}"` : String(value))

/** @param {any} db @param {string} name @param {string[]} seen @param {{ rows: boolean, clone: boolean }} which */
function listen(db, name, seen, { rows, clone }) {
  const catalog = db.session.catalog()
  const relation = catalog.relationByName('public', name)
  const levels = clone ? ['statement'] : ['row', 'statement']
  const own = levels.flatMap((level) => ['after', 'before'].map((timing) => listener(timing, level)))
  const cloned = clone ? ['after', 'before'].map((timing) => listener(timing, 'row')) : []
  relation.triggers = [...own, ...cloned].filter(
    (trigger) => rows || trigger.level === 'statement' || trigger.timing === 'after',
  )

  /** @param {string} timing @param {string} level @returns {any} */
  function listener(timing, level) {
    return {
      oid: 0,
      name: `${timing}_${level}`,
      relationOid: relation.oid,
      functionOid: 0,
      timing,
      level,
      operations: ['insert', 'update', 'delete'],
      attnums: [],
      when: null,
      args: [],
      enabled: 'O',
      constraintOid: 0,
      referencedOid: 0,
      deferrable: false,
      deferred: false,
      oldTable: null,
      newTable: null,
      parentOid: 0,
      listener: (/** @type {any} */ data) => {
        seen.push(
          `${timing} ${level} ${data.operation} ${data.relation.name}: ${print(data.relation, data.old)} -> ${print(data.relation, data.new)}`,
        )
        return level === 'statement' ? null : (data.new ?? data.old)
      },
    }
  }
}

/** @param {any} way @param {boolean} rows with BEFORE ROW listeners @returns {Promise<string[]>} */
async function seenOf(way, rows) {
  const db = await open(':memory:')
  try {
    /** @type {string[]} */
    const seen = []
    for (const line of way.setup) await db.exec(line)
    const isTree = way.setup.some((/** @type {string} */ line) => line.includes('partition by'))
    way.tables.forEach((/** @type {string} */ name, /** @type {number} */ at) =>
      listen(db, name, seen, { rows, clone: isTree && at > 0 }),
    )
    for (const step of way.run) {
      if (typeof step === 'string') await db.exec(step)
      else if ('copy' in step) await db.copyFrom(step.copy, [`${step.lines.join('\n')}\n`])
      else db.prepare(step.many).runMany(step.rows)
      if (way.clones !== undefined && typeof step === 'string' && step.startsWith('create table'))
        listen(db, way.clones[0], seen, { rows, clone: false })
    }
    return seen
  } finally {
    await db.close()
  }
}

for (const way of WAYS) {
  test(`${way.name}: every changed row is seen once, in PostgreSQL's order`, async () => {
    assert.deepEqual(await seenOf(way, true), EXPECTED[way.name])
  })
  test(`${way.name}, without BEFORE ROW listeners`, async () => {
    assert.deepEqual(
      await seenOf(way, false),
      EXPECTED[way.name].filter((line) => !line.startsWith('before row')),
    )
  })
}
