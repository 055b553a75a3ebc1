/**
 * What the clients of a server that is going to be killed do: transfers, some of which lock rows first; transactions
 * that only lock; tables made, changed and dropped. Each keeps its own account of what it asked for and what was
 * acknowledged.
 */
import assert from 'node:assert/strict'

/** @import { Random } from '../../src/util/prng.js' */

export const ACCOUNTS = 5000
/** Of them so many clients change the schema. */
const DEFINERS = 3

/**
 * issued: asked for; tables: the newest step of each definer.
 * @typedef {{ issued: number[], acknowledged: number[] }} Account
 */
/** @typedef {Account & { tables: Account }} Ledger by client */

/** @param {number} count @returns {Account} */
const account = (count) => ({ issued: new Array(count).fill(0), acknowledged: new Array(count).fill(0) })

/** @param {number} count of clients @returns {Ledger} */
export const emptyLedger = (count) => ({ ...account(count), tables: account(DEFINERS) })

/** What two clients may do to each other; the transaction is rolled back. */
const LOST_A_RACE = /^(40P01|40001|55P03)$/

/**
 * Does one transaction after the other until the server is gone.
 * @param {any} client @param {() => Promise<void>} transaction
 */
async function untilKilled(client, transaction) {
  for (;;) {
    try {
      await transaction()
    } catch (error) {
      const code = String(/** @type {any} */ (error).code)
      if (LOST_A_RACE.test(code)) {
        await client.query('rollback').catch(() => undefined) // the server may be gone by now: the next one tells
        continue
      }
      // The server is gone: no SQLSTATE. Anything it still said is a failure.
      if (/^[0-9A-Z]{5}$/.test(code) && code !== 'EPIPE') throw error
      return
    }
  }
}

/** @param {any} client @param {Random} random */
async function lockRows(client, random) {
  const strength = ['update', 'no key update', 'share', 'key share'][random.below(4)]
  const first = 1 + random.below(ACCOUNTS)
  await client.query(`select aid from accounts where aid between ${first} and ${first + random.below(20)}
    order by aid for ${strength}`)
}

/** @param {any} client @param {number} number of the client @param {Random} random @param {Ledger} ledger */
export function transfers(client, number, random, ledger) {
  return untilKilled(client, async () => {
    const line = ledger.issued[number] + 1
    const aid = 1 + random.below(ACCOUNTS)
    const delta = random.below(2001) - 1000
    await client.query('begin')
    if (random.below(3) === 0) await lockRows(client, random)
    if (random.below(8) === 0) { // only locks
      await client.query(random.below(2) === 0 ? 'commit' : 'rollback')
      return
    }
    if (random.below(5) === 0) {
      await client.query('savepoint s')
      await client.query('update accounts set balance = balance + 1000000 where aid = $1', [aid])
      await client.query('rollback to s')
    }
    const branch = 1 + random.below(3)
    const note = `note ${random.below(1e6)} ${'n'.repeat(random.below(200))}`
    await client.query('update accounts set balance = balance + $1 where aid = $2', [delta, aid])
    await client.query('update branches set balance = balance + $1 where bid = $2', [delta, branch])
    await client.query('insert into history values ($1, $2, $3, $4, $5)', [number, line, aid, delta, note])
    ledger.issued[number] = line
    await client.query('commit')
    ledger.acknowledged[number] = line
  })
}

/** Rows of a definer's table after so many steps. @param {number} step */
const rowsOf = (step) => 10 + step % 200

/** @param {any} client @param {number} number of the definer @param {Random} random @param {Ledger} ledger */
export function definitions(client, number, random, { tables }) {
  return untilKilled(client, async () => {
    const step = tables.issued[number] + 1
    const table = `made_${number}_${step}`
    await client.query(`begin; create table ${table} (a int primary key, b text)`)
    await client.query(`insert into ${table} select g, repeat('b', g) from generate_series(1, ${rowsOf(step)}) g`)
    await client.query(`create index on ${table} (b)`)
    if (random.below(2) === 0) await client.query(`alter table ${table} add c int default 7, alter a type bigint`)
    if (random.below(3) === 0) await client.query('truncate emptied; insert into emptied values (1)')
    if (random.below(4) === 0) { // none of it
      await client.query('rollback')
      return
    }
    if (step > 1) await client.query(`drop table made_${number}_${step - 1}`)
    await client.query('insert into definitions values ($1, $2)', [number, step])
    tables.issued[number] = step
    await client.query('commit')
    tables.acknowledged[number] = step
    if (random.below(20) === 0) await client.query(random.below(2) === 0 ? 'checkpoint' : 'vacuum accounts')
  })
}

/** @param {Account} account @param {number} client @param {number} newest found @param {string} what */
function reconcile({ issued, acknowledged }, client, newest, what) {
  assert.ok(newest <= issued[client], `${what} ${client}: ${newest} is there, ${issued[client]} was asked for last`)
  assert.ok(
    newest >= acknowledged[client],
    `${what} ${client}: ${acknowledged[client]} was acknowledged, ${newest} is there`
  )
  issued[client] = acknowledged[client] = newest
}

/** What is left is what the ledger allows, and is brought to it. @param {any} db @param {Ledger} ledger */
export async function judge(db, ledger) {
  const rows = async (/** @type {string} */ query) =>
    (await db.query({ text: query, rowMode: 'array' })).rows.map((/** @type {any[]} */ row) => row.map(Number))
  const [[accounts]] = await rows('select sum(balance) from accounts')
  const [[branches]] = await rows('select sum(balance) from branches')
  const [[history]] = await rows('select coalesce(sum(delta), 0) from history')
  assert.deepEqual([accounts, branches], [history, history], 'the sums agree')
  /** @type {Map<number, number>} */
  const newest = new Map()
  for (const [client, found, line] of await rows('select client, count(*), max(number) from history group by client')) {
    assert.equal(found, line, `client ${client}: no gap`)
    newest.set(client, line)
  }
  for (let client = 0; client < ledger.issued.length; client++)
    reconcile(ledger, client, newest.get(client) ?? 0, 'client')
  const steps = new Map(await rows('select definer, max(step) from definitions group by definer'))
  for (let definer = 0; definer < DEFINERS; definer++) {
    const step = steps.get(definer) ?? 0
    reconcile(ledger.tables, definer, step, 'definer')
    const { rows: made } = await db.query(
      `select relname from pg_class where relkind = 'r' and relname like 'made\\_${definer}\\_%'`
    )
    const names = made.map((/** @type {{ relname: string }} */ { relname }) => relname)
    assert.deepEqual(names, step === 0 ? [] : [`made_${definer}_${step}`], `definer ${definer}: the tables there are`)
    if (step > 0) assert.deepEqual(await rows(`select count(*) from made_${definer}_${step}`), [[rowsOf(step)]])
  }
  const [[free]] = await rows('select count(*) from (select from accounts for update nowait) x')
  assert.equal(free, ACCOUNTS, 'nobody holds a lock')
}
