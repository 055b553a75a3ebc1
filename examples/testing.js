/** A database for each test: the schema is made once, a test gets a fork of it and leaves nothing behind. */
import { open } from 'seawall'

const template = await open(':memory:')
await template.exec(`
  CREATE TABLE accounts (id serial PRIMARY KEY, owner text NOT NULL UNIQUE, balance int NOT NULL CHECK (balance >= 0));
  INSERT INTO accounts (owner, balance) VALUES ('alice', 100), ('bob', 20)`)

/** @param {(db: import('seawall').Database) => Promise<void>} test */
async function withDatabase(test) {
  const db = await template.fork()
  try {
    await test(db)
  } finally {
    await db.close()
  }
}

await withDatabase(async (db) => {
  await db.exec("DELETE FROM accounts WHERE owner = 'bob'; INSERT INTO accounts (owner, balance) VALUES ('carol', 5)")
  console.log((await db.query('SELECT owner FROM accounts ORDER BY id')).rows.length)    // 2
})
await withDatabase(async (db) => {
  console.log((await db.query("SELECT balance FROM accounts WHERE owner = 'bob'")).rows)    // [ { balance: 20 } ]
})
await template.close()
