/**
 * Sessions as text: every line of a .sql file is sent as one simple query, and everything the server says is compared
 * with the .expected file beside it. The expectations are what PostgreSQL 15 answers, but for settings whose defaults
 * differ. `UPDATE_GOLDEN=1` writes them anew; with `ORACLE_PORT` they come from the PostgreSQL that listens there, from
 * a database made for the purpose. `GOLDEN=name` picks one file, `GOLDEN=folder` all of one.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connected } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

const folder = dirname(fileURLToPath(import.meta.url))

const { GOLDEN, ORACLE_PORT, UPDATE_GOLDEN } = process.env

/** The same three members as a server of ours. @param {number} port */
async function oracle(port) {
  const admin = await connected(port, { database: 'postgres' })
  await admin.lines('DROP DATABASE IF EXISTS golden_oracle')
  await admin.lines('CREATE DATABASE golden_oracle')
  admin.end()
  return { port, log: [], close: async () => {} }
}

/** OIDs of types the script makes differ from run to run. @param {string} answer */
const comparable = (answer) =>
  answer.startsWith('T ')
    ? answer.replace(/:(\d{5,})\//g, (whole, oid) => (Number(oid) < 16384 ? whole : ':user/'))
    : answer

for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.sql'))
  .sort()) {
  if (GOLDEN !== undefined && !file.split(/[/.\\]/).includes(GOLDEN)) continue
  test(file, async () => {
    const server = ORACLE_PORT === undefined ? await startServer() : await oracle(Number(ORACLE_PORT))
    const client = await connected(server.port, ORACLE_PORT === undefined ? undefined : { database: 'golden_oracle' })
    try {
      let transcript = ''
      for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
        if (line === '') continue
        transcript += `${line}\n${(await client.lines(line)).map((answer) => `    ${comparable(answer)}\n`).join('')}`
      }
      const expected = join(folder, file.replace(/\.sql$/, '.expected'))
      if (UPDATE_GOLDEN) writeFileSync(expected, transcript)
      assert.equal(transcript, readFileSync(expected, 'utf8'))
      assert.deepEqual(server.log, [])
    } finally {
      client.end()
      await server.close()
    }
  })
}
