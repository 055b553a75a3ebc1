/** LISTEN and NOTIFY: sessions, of this program or over the wire, hear of each other when a transaction commits. */
import { open } from 'seawall'

const db = await open(':memory:')
await db.exec('CREATE TABLE jobs (id int PRIMARY KEY, what text)')
const heard = new Promise((resolve) => { db.listen('jobs', (payload) => resolve(payload)) })

const worker = await db.connect()
await worker.transaction(async (tx) => {
  await tx.query('INSERT INTO jobs VALUES (1, $1)', ['paint the gate'])
  await tx.notify('jobs', '1')                          // told when the row is there for everybody
})
const id = await heard
console.log((await db.query('SELECT what FROM jobs WHERE id = $1', [id])).rows)    // [ { what: 'paint the gate' } ]
await worker.release()
await db.close()
