/**
 * `seawall tls-cert`, and a server with what it makes: psql where it is installed, and `pg`. SIGHUP makes it read its
 * files again.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import pg from 'pg'
import { ServerProcess, missing, runClient, temporaryDirectory } from '../support/server-process.js'

const PROGRAM = fileURLToPath(new URL('../../bin/seawall.js', import.meta.url))
/** @param {...string} args */
const seawall = (...args) => execFileSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' })

test('certificates for development, and what is let in with them', { timeout: 60000 }, async (context) => {
  const [dir, certs] = [temporaryDirectory(), temporaryDirectory()]
  const at = (/** @type {string} */ name) => join(certs, name)
  assert.equal(seawall('tls-cert', certs), `${at('server.crt')}\n${at('server.key')}\n`)
  seawall('tls-cert', certs, '--client', 'postgres')
  assert.equal(statSync(at('server.key')).mode & 0o777, 0o600)
  const again = spawnSync(process.execPath, [PROGRAM, 'tls-cert', certs], { encoding: 'utf8' })
  assert.match(again.stderr, /is there already/)
  assert.equal(spawnSync(process.execPath, [PROGRAM, 'tls-cert', certs, '--client', '../x']).status, 64)
  const half = spawnSync(process.execPath, [PROGRAM, 'serve', ':memory:', '--tls-cert', at('server.crt')])
  assert.deepEqual([half.status, String(half.stderr)], [64, 'seawall: --tls-cert and --tls-key go together\n'])

  seawall('init', dir)
  writeFileSync(join(dir, 'pg_hba.conf'), 'hostssl all all all cert\n')
  const flags = ['--tls-cert', at('server.crt'), '--tls-key', at('server.key'), '--tls-ca', at('server.crt')]
  const server = await ServerProcess.start(dir, flags)
  try {
    const read = (/** @type {string} */ name) => readFileSync(at(name), 'utf8')
    const shown = { cert: read('postgres.crt'), key: read('postgres.key') }
    const ssl = { ca: read('server.crt'), servername: 'localhost', ...shown }
    const client = new pg.Client({ ...server.address, ssl })
    await client.connect()
    const { rows } = await client.query('select client_dn from pg_stat_ssl where pid = pg_backend_pid()')
    assert.deepEqual(rows, [{ client_dn: '/CN=postgres' }])
    await client.end()
    await assert.rejects(new pg.Client(server.address).connect(), { code: '28000', message: /^no pg_hba\.conf entry/ })

    writeFileSync(join(dir, 'pg_hba.conf'), 'host all all all trust\n')
    server.child.kill('SIGHUP')
    for (let tries = 0; ; tries++) {
      const plain = new pg.Client(server.address)
      const isIn = await plain.connect().then(() => true, () => false)
      await plain.end().catch(() => undefined)
      if (isIn) break
      assert.ok(tries < 200, server.log)
      await new Promise((resolve) => { setTimeout(resolve, 20) })
    }
    assert.match(server.log, /received SIGHUP/)

    const skip = missing('psql')
    if (skip) context.skip(skip)
    const psql = async (/** @type {string} */ info) =>
      runClient(server, 'psql', ['-Atc', 'select ssl from pg_stat_ssl where pid = pg_backend_pid()', info])
    const named = `host=localhost hostaddr=127.0.0.1 sslmode=verify-full sslrootcert=${at('server.crt')}`
    assert.deepEqual(await psql(named), { code: 0, stdout: 't\n', stderr: '' })
    assert.match((await psql(named.replace('=localhost', '=elsewhere'))).stderr, /does not match host name "elsewhere"/)
  } finally {
    await server.stop()
  }
})
