/**
 * A file system of 64 MB is filled a few times (`ROUNDS`) under the load of pg clients: each time writing is refused,
 * reading is not, and when the room is back everybody goes on, in the same process. Then it is killed: what was
 * acknowledged is there.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import pg from 'pg'
import { fill } from '../support/ballast.js'
import { ServerProcess, temporaryDirectory } from '../support/server-process.js'

const CLIENTS = 6
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const skip =
  process.platform === 'linux' && process.getuid?.() === 0
    ? false
    : 'only root mounts a file system on Linux: this is NOT tested here'
const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms))

class Client {
  acknowledged = 0
  /** Transactions whose COMMIT had no answer. */
  unknown = 0
  refused = 0
  /** @type {Error[]} */
  unexpected = []

  /** @param {number} id @param {any} address */
  constructor(id, address) {
    this.id = id
    this.connection = new pg.Client(address)
    this.connection.on('error', () => undefined)
  }

  /** @param {() => boolean} goesOn */
  async run(goesOn) {
    await this.connection.connect()
    while (goesOn()) {
      let stage = 'work'
      try {
        await this.connection.query('BEGIN')
        await this.connection.query('UPDATE branches SET balance = balance + 1 WHERE id = $1', [this.id])
        await this.connection.query("INSERT INTO history VALUES ($1, $2, repeat('h', 500))", [
          this.id,
          this.acknowledged + 1,
        ])
        stage = 'commit'
        await this.connection.query('COMMIT')
        this.acknowledged++
      } catch (error) {
        const { code } = /** @type {any} */ (error)
        if (code === '53100') this.refused++
        else if (goesOn()) this.unexpected.push(/** @type {Error} */ (error))
        if (stage === 'commit') this.unknown++
        await this.connection.query('ROLLBACK').catch(() => undefined)
        await pause(5)
      }
    }
    await this.connection.end().catch(() => undefined)
  }
}

/** @param {() => boolean} isTrue @param {string} what */
async function until(isTrue, what) {
  for (let waitedMs = 0; !isTrue(); waitedMs += 20) {
    assert.ok(waitedMs < 30_000, what)
    await pause(20)
  }
}

for (const mode of ['immediate', 'none'])
  test(`a disk that fills up, ${mode}`, { timeout: 120_000 }, async (context) => {
    if (skip) context.skip(skip)
    const mount = temporaryDirectory()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', mount])
    /** @type {ServerProcess | null} */
    let server = null
    try {
      const data = join(mount, 'data')
      const ballast = join(mount, 'ballast')
      server = await ServerProcess.start(data, ['--wal-sync', mode])
      const reader = new pg.Client(server.address)
      reader.on('error', () => undefined)
      await reader.connect()
      await reader.query('CREATE TABLE branches (id int PRIMARY KEY, balance int)')
      await reader.query('CREATE TABLE history (id int, number int, filler text)')
      await reader.query(`INSERT INTO branches SELECT g, 0 FROM generate_series(0, ${CLIENTS - 1}) g`)
      const { address } = server
      let goesOn = true
      const clients = Array.from({ length: CLIENTS }, (_, id) => new Client(id, address))
      const runs = clients.map((client) => client.run(() => goesOn))
      await until(() => clients.every((client) => client.acknowledged > 2), 'everybody begins')
      for (let round = 0; round < ROUNDS; round++) {
        const refused = clients.map((client) => client.refused)
        fill(ballast)
        await until(
          () => clients.every((client, id) => client.refused > refused[id]),
          `round ${round}: everybody is refused\n${server.log}`
        )
        const {
          rows: [{ total }],
        } = await reader.query('SELECT sum(balance)::int AS total FROM branches')
        assert.ok(total > 0, 'reading goes on')
        fs.rmSync(ballast)
        const before = clients.map((client) => client.acknowledged)
        await until(
          () => clients.every((client, id) => client.acknowledged > before[id] + 2),
          `round ${round}: everybody goes on\n${server.log}`
        )
      }
      assert.deepEqual(
        clients.flatMap((client) => client.unexpected),
        []
      )
      assert.equal(server.child.exitCode, null, 'the process lives')
      await reader.end()
      goesOn = false
      await server.stop('SIGKILL')
      await Promise.all(runs)

    server = await ServerProcess.start(data)
    const witness = new pg.Client(server.address)
    await witness.connect()
    for (const { id, acknowledged, unknown } of clients) {
      const {
        rows: [{ n, balance }],
      } = await witness.query(
        'SELECT (SELECT count(*)::int FROM history WHERE id = $1) AS n, balance FROM branches WHERE id = $1',
        [id],
      )
      assert.equal(n, balance, 'a transaction is there as a whole')
      assert.ok(
        n >= acknowledged && n <= acknowledged + unknown + 1,
        `client ${id}: ${n} transactions, ${acknowledged} acknowledged, ${unknown} unknown`,
      )
    }
    await witness.end()
    assert.equal(await server.stop(), 0)
  } finally {
    if (server !== null && server.child.exitCode === null) await server.stop('SIGKILL')
    execFileSync('umount', [mount])
  }
})
