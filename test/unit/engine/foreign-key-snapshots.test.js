/**
 * A deferred foreign key in REPEATABLE READ: of a plain table the check sees what the transaction sees (40001 where
 * that is gone), of a partitioned one what is there now, as PostgreSQL's does.
 */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { open } from '../../../src/index.js'

const PARTITIONED = `create table par (id int primary key) partition by range (id);
  create table par1 partition of par for values from (0) to (10);
  create table par2 partition of par for values from (10) to (20)`
const PLAIN = 'create table par (id int primary key)'

/** What SET CONSTRAINTS says, by what another transaction did: its SQLSTATE, '' when all is well. */
const CASES = /** @type {[string, string, string, string, string][]} */ ([
  // what the other does, level, said of a partitioned table, of a plain one, the key that refers
  ['delete from par where id = 1', 'repeatable read', '23503', '40001', '1'],
  ['delete from par where id = 1', 'serializable', '23503', '40001', '1'],
  ['delete from par where id = 1', 'read committed', '23503', '23503', '1'],
  ['insert into par values (5)', 'repeatable read', '', '23503', '5'],
  ['insert into par values (5)', 'serializable', '', '23503', '5'],
  ['insert into par values (5)', 'read committed', '', '', '5'],
  ['update par set id = 12 where id = 1', 'repeatable read', '23503', '40001', '1'],
  ['update par set id = 12 where id = 1', 'read committed', '23503', '23503', '1'],
])

for (const [kind, definition] of [['partitioned', PARTITIONED], ['plain', PLAIN]]) {
  test(`a deferred foreign key to a ${kind} table`, async () => {
    const db = await open(':memory:')
    for (const [change, level, ofPartitioned, ofPlain, key] of CASES) {
      await db.exec(`drop table if exists ch, par cascade; ${definition}; insert into par values (1), (2), (11);
        create table ch (id int references par deferrable initially deferred)`)
      const other = await db.connect()
      await db.exec(`begin isolation level ${level}; select count(*) from par; insert into ch values (${key})`)
      await other.exec(change)
      const said = await db.exec('set constraints all immediate').then(
        () => '',
        (/** @type {any} */ error) => error.code,
      )
      assert.equal(said, kind === 'plain' ? ofPlain : ofPartitioned, `${change}, ${level}`)
      await db.exec('commit')
      assert.equal((await db.query('select count(*)::int n from ch')).rows[0].n, said === '' ? 1 : 0)
      await other.release()
    }
    await db.close()
  })
}
