/**
 * A directory: what was committed is there again, and how soon a commit is safe is chosen per database or transaction.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from 'seawall'

const dir = mkdtempSync(join(tmpdir(), 'seawall-example-'))
const first = await open(dir, { walSync: 'immediate' })
await first.exec('CREATE TABLE log (line text)')
await first.query('INSERT INTO log VALUES ($1)', ['synced when the promise resolves'])
await first.transaction(async (tx) => {
  await tx.exec('SET LOCAL synchronous_commit = off')   // this one answers at once and is synced a little later
  await tx.query('INSERT INTO log VALUES ($1)', ['synced soon'])
})
await first.flushed()                                   // everything so far is durable
await first.close()

const again = await open(dir)
console.log((await again.query('SELECT count(*)::int FROM log')).rows)    // [ { count: 2 } ]
await again.close()
rmSync(dir, { recursive: true })
