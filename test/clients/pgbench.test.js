/** Stock pgbench, its own scripts in every protocol mode: no transaction fails and the balances agree. */
import assert from 'node:assert/strict'
import { afterAll, beforeAll, test } from 'vitest'
import pg from 'pg'
import { checkBalances } from '../../bench/tpcb/checks.js'
import { ServerProcess, missing, runClient, temporaryDirectory } from '../support/server-process.js'

const skip = missing('pgbench')
/** @type {ServerProcess} */
let server

beforeAll(async () => {
  if (skip) return
  server = await ServerProcess.start(temporaryDirectory())
  const { code, stderr } = await runClient(server, 'pgbench', ['-i', '-s', '1', '-q'])
  assert.equal(code, 0, stderr)
})
afterAll(async () => { await server?.stop() })

/** @param {string} query @returns {Promise<Record<string, any>[]>} */
async function rows(query) {
  const client = new pg.Client(server.address)
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}

test('pgbench -i makes pgbench\'s tables, rows and keys', async (context) => {
  if (skip) context.skip(skip)
  assert.deepEqual(
    await rows(
      'SELECT count(*)::int AS n, min(aid) AS low, max(aid) AS high, sum(abalance)::int AS total FROM pgbench_accounts'
    ),
    [{ n: 100000, low: 1, high: 100000, total: 0 }]
  )
  assert.deepEqual(await rows('SELECT count(*)::int AS n FROM pgbench_tellers'), [{ n: 10 }])
  assert.deepEqual((await rows("SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid::regclass::text LIKE 'pgbench%' ORDER BY 1")).map((row) => row.name),
    ['pgbench_accounts_pkey', 'pgbench_branches_pkey', 'pgbench_tellers_pkey'])
})

let committed = 0
for (const script of ['tpcb-like', 'simple-update', 'select-only']) {
  for (const mode of ['simple', 'extended', 'prepared']) {
    for (const clients of [1, 8]) {
      test(`${script}, ${mode}, ${clients} clients`, async (context) => {
        if (skip) context.skip(skip)
        const each = script === 'select-only' ? 100 : 20
        const { code, stdout, stderr } = await runClient(server, 'pgbench', [
          '-n', '-b', script, '-M', mode, '-c', String(clients), '-t', String(each), '--random-seed', '7',
        ])
        assert.equal(code, 0, stderr)
        assert.match(stdout, /number of failed transactions: 0 /)
        assert.match(
          stdout,
          new RegExp(`number of transactions actually processed: ${clients * each}/${clients * each}`)
        )
        if (script === 'tpcb-like') committed += clients * each
        if (script === 'simple-update') await rows('TRUNCATE pgbench_history')
      })
    }
  }
  if (script === 'tpcb-like') {
    test('the balances agree', async (context) => {
      if (skip) context.skip(skip)
      const result = await checkBalances(rows, committed)
      assert.ok(result.ok, `accounts ${result.accounts}, tellers ${result.tellers}, branches ${result.branches}, history ${result.history} in ${result.historyRows} rows of ${committed}`)
    })
  }
}
