/**
 * Transactions: a session of their own, rolled back when they throw, tried again when PostgreSQL would ask for that.
 */
import { DbError, open } from 'seawall'

const db = await open(':memory:')
await db.exec('CREATE TABLE stock (item text PRIMARY KEY, count int NOT NULL CHECK (count >= 0))')
await db.query('INSERT INTO stock VALUES ($1, $2)', ['chairs', 3])

// One that fails leaves nothing behind.
try {
  await db.transaction(async (tx) => {
    await tx.query('UPDATE stock SET count = count - 1')
    await tx.query('UPDATE stock SET count = count - 5')
  })
} catch (error) {
  if (!(error instanceof DbError)) throw error
  console.log(error.code, error.constraint)             // 23514 stock_count_check
}
console.log((await db.query('SELECT count FROM stock')).rows)    // [ { count: 3 } ]

// A transaction inside another is a savepoint.
await db.transaction(async (tx) => {
  await tx.query('UPDATE stock SET count = 2')
  await tx.transaction(async (inner) => { await inner.query('UPDATE stock SET count = -1') }).catch(() => 'refused')
})
console.log((await db.query('SELECT count FROM stock')).rows)    // [ { count: 2 } ]

// Two that each read what the other writes: SERIALIZABLE lets one of them commit, and `retry` runs the other again.
const takeOne = () => db.transaction(async (tx) => {
  const { rows: [{ count }] } = await tx.query('SELECT count FROM stock')
  if (count > 0) await tx.query('UPDATE stock SET count = $1', [count - 1])
  return count
}, { isolation: 'serializable', retry: 5 })
const seen = await Promise.all([takeOne(), takeOne()])
console.log(seen.sort())                                // [ 1, 2 ]
await db.close()
