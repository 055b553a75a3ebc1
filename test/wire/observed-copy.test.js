/** COPY FROM STDIN of a server whose statements are observed. */
import { expect, test } from 'vitest'
import { connected, copyData, copyDone, describeMessage, query } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

test('the data of COPY arrives when pg_stat_statements counts', async () => {
  const server = await startServer()
  try {
    const client = await connected(server.port)
    await client.query('CREATE EXTENSION pg_stat_statements')
    await client.query('CREATE TABLE copied (a int)')
    client.send(query('COPY copied FROM STDIN'))
    const asked = await client.take('G')
    client.send(copyData('1\n2\n'), copyDone())
    const answer = await client.take('Z')
    expect([...asked, ...answer].map(describeMessage)).toEqual(['G 0000010000', 'C COPY 2', 'Z I'])
    client.end()
  } finally {
    await server.close()
  }
})
