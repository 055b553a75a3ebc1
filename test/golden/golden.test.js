/**
 * Sessions as text: every line of a .sql file is sent as one simple query, and everything the server says is compared with the .expected file
 * beside it. The expectations are what PostgreSQL 15 answers, but for settings whose defaults differ. `UPDATE_GOLDEN=1` writes them anew.
 */
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connected } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

const folder = dirname(fileURLToPath(import.meta.url))

for (const file of readdirSync(folder).filter((name) => name.endsWith('.sql')).sort()) {
  test(file, async () => {
    const server = await startServer()
    const client = await connected(server.port)
    try {
      let transcript = ''
      for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
        if (line === '') continue
        transcript += `${line}\n${(await client.lines(line)).map((answer) => `    ${answer}\n`).join('')}`
      }
      const expected = join(folder, file.replace(/\.sql$/, '.expected'))
      if (process.env.UPDATE_GOLDEN) writeFileSync(expected, transcript)
      assert.equal(transcript, readFileSync(expected, 'utf8'))
      assert.deepEqual(server.log, [])
    } finally {
      client.end()
      await server.close()
    }
  })
}
