/**
 * Stock pgbench on a file system of 64 MB that is filled under it, a few times (`ROUNDS=10`): the clients are refused
 * (53100) and end, the server lives and reads; when the room is back it answers again, in the same process. What
 * pgbench logged as done is the record from outside: all of it is in the history, and the history's sum is that of the
 * balances.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import pg from 'pg'
import { fill } from '../support/ballast.js'
import { ServerProcess, temporaryDirectory } from '../support/server-process.js'

const CLIENTS = 4
const ROUNDS = Number(process.env.ROUNDS ?? 2)
const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms))

const isRoot = process.platform === 'linux' && process.getuid?.() === 0
const skip = !isRoot ? 'only root mounts a file system on Linux: this is NOT tested here'
  : spawnSync('pgbench', ['--version']).status !== 0 ? 'there is no pgbench: this is NOT tested here' : ''

/** How many transactions pgbench logged as done. @param {string} directory of its logs @returns {number} */
function logged(directory) {
  const files = fs.readdirSync(directory).filter((name) => name.startsWith('pgbench_log'))
  const lines = files.flatMap((name) => fs.readFileSync(join(directory, name), 'utf8').trim().split('\n'))
  return lines.filter((line) => line !== '').length
}

/** @param {any} client @param {string} query @returns {Promise<number[]>} its first row */
const row = async (client, query) => (await client.query({ text: query, rowMode: 'array' })).rows[0].map(Number)

/** Sums of the four tables agree. @param {any} client @param {number} done @param {number} unknown */
async function isWhole(client, done, unknown) {
  const sums = await row(client, `select (select coalesce(sum(delta), 0) from pgbench_history),
    (select sum(abalance) from pgbench_accounts), (select sum(tbalance) from pgbench_tellers),
    (select sum(bbalance) from pgbench_branches)`)
  assert.deepEqual(sums, new Array(4).fill(sums[0]), 'the sums agree')
  const [count] = await row(client, 'select count(*) from pgbench_history')
  assert.ok(count >= done, `${done} transactions were acknowledged, ${count} are there`)
  assert.ok(
    count <= done + unknown,
    `${done} transactions were acknowledged, ${unknown} had no answer, ${count} are there`
  )
}

test('pgbench on a disk that fills up', { timeout: 600_000 }, async (context) => {
  if (skip !== '') context.skip(skip)
  const [mount, logs] = [temporaryDirectory(), temporaryDirectory()]
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', mount])
  /** @type {ServerProcess | null} */
  let server = null
  try {
    const [data, ballast] = [join(mount, 'data'), join(mount, 'ballast')]
    server = await ServerProcess.start(data, [])
    const { child, address } = server
    const { host: PGHOST, port } = address
    const env = { ...process.env, PGHOST, PGPORT: String(port), PGUSER: 'postgres', PGDATABASE: 'postgres' }
    execFileSync('pgbench', ['-i', '-s', '1', '-q'], { env, stdio: 'ignore' })
    const witness = new pg.Client(address)
    await witness.connect()
    for (let round = 1; round <= ROUNDS; round++) {
      const before = logged(logs)
      const bench = spawn('pgbench', ['-n', '-l', '-c', String(CLIENTS), '-T', '600'], { env, cwd: logs })
      let said = ''
      bench.stderr.on('data', (chunk) => { said += chunk })
      const ended = once(bench, 'exit')
      const [start] = await row(witness, 'select count(*) from pgbench_history')
      for (let waits = 0; waits < 1500; waits++) {
        if ((await row(witness, 'select count(*) from pgbench_history'))[0] > start + 20 * round) break
        await pause(20)
      }
      // Until all clients have been refused: what others give back meanwhile is taken too.
      let isOver = false
      ended.then(() => { isOver = true })
      for (let waits = 0; !isOver && waits < 3000; waits++) {
        fill(ballast)
        await pause(20)
      }
      assert.ok(isOver, `round ${round}: every client is refused, or goes on for ever\n${said}\n${server.log}`)
      assert.match(said, /could not extend|No space left/, 'refused for want of room')
      const done = logged(logs)
      assert.ok(done > before, `round ${round}: something was done`)
      await isWhole(witness, done, CLIENTS * round)
      const more = "create table refused as select repeat('r', 100) from generate_series(1, 100000)"
      await assert.rejects(witness.query(more), { code: '53100' })
      fs.rmSync(ballast)
      let answer = null
      for (let waits = 0; answer === null && waits < 500; waits++) {
        answer = await witness.query('create table again (a int); drop table again').catch(() => null)
        if (answer === null) await pause(20)
      }
      assert.ok(answer !== null, `round ${round}: writing goes on when there is room\n${server.log}`)
      assert.equal(child.exitCode, null, 'in the same process')
    }
    const done = logged(logs)
    console.log(`# ${ROUNDS} fills, ${done} transactions`)
    await witness.end()
    await server.stop('SIGKILL')
    server = await ServerProcess.start(data)
    const after = new pg.Client(server.address)
    await after.connect()
    await isWhole(after, done, CLIENTS * ROUNDS)
    await after.end()
    assert.equal(await server.stop(), 0)
  } finally {
    if (server !== null && server.child.exitCode === null) await server.stop('SIGKILL')
    execFileSync('umount', [mount])
  }
})
