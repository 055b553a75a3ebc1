/** TPC-H's tables on a server: made, filled, indexed and analysed unless they are there already at the same scale. */
import { readFileSync } from 'node:fs'
import { copyIn } from './connection.js'
import { TABLES, rows } from './generate.js'

/** @param {any} client @param {number} scale @param {(text: string) => void} say */
export async function loadTables(client, scale, say) {
  if (await isLoaded(client, scale)) return
  for (const table of TABLES) await client.query(`DROP TABLE IF EXISTS ${table}`)
  await client.query(readFileSync(new URL('./schema.sql', import.meta.url), 'utf8'))
  for (const table of TABLES) {
    await copyIn(client, table, chunks(table, scale))
    say(table)
  }
  await client.query(readFileSync(new URL('./indexes.sql', import.meta.url), 'utf8'))
  await client.query('ANALYZE')
  say('indexes')
}

/** @param {any} client @param {number} scale */
async function isLoaded(client, scale) {
  try {
    const { rows: [found] } = await client.query('SELECT (SELECT count(*) FROM customer) AS customers, (SELECT count(*) FROM pg_class WHERE relname = \'customer_c_nationkey_idx\') AS indexes')
    return Number(found.customers) === Math.round(150000 * scale) && Number(found.indexes) > 0
  } catch {
    return false
  }
}

/** @param {string} table @param {number} scale @returns {Generator<string>} a few thousand lines at a time */
function* chunks(table, scale) {
  let lines = []
  for (const line of rows(table, scale)) {
    lines.push(line)
    if (lines.length < 2000) continue
    yield `${lines.join('\n')}\n`
    lines = []
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`
}
