/** The database of this program, open for PostgreSQL's clients as well: here node-postgres, in a shell psql. */
import { open } from 'seawall'
import pg from 'pg'

const db = await open(':memory:')
const server = await db.serve({ port: 0 })              // any free port; only loopback addresses without `auth`

const client = new pg.Client({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' })
await client.connect()
await client.query('CREATE TABLE visits (page text, at timestamptz DEFAULT now())')
await client.query('INSERT INTO visits VALUES ($1)', ['/'])
await client.end()

// What the client committed is here.
console.log((await db.query('SELECT page, at <= now() AS past FROM visits')).rows)    // [ { page: '/', past: true } ]
await db.close()                                        // ends the server too
