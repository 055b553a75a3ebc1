/** node-postgres in process: the code is the driver's, the database is in this program. */
import { Pool } from 'seawall/pg'

const pool = new Pool({ connectionString: ':memory:' }) // or { directory: './data' }
await pool.query('create table notes (id int generated always as identity, body text)')

const client = await pool.connect() // a session of its own
try {
  await client.query('begin')
  await client.query('insert into notes (body) values ($1), ($2)', ['first', 'second'])
  await client.query('commit')
} finally {
  client.release()
}

const { rows } = await pool.query('select id, body from notes order by id')
console.log(rows)    // [ { id: 1, body: 'first' }, { id: 2, body: 'second' } ]
await pool.end() // closes the database
