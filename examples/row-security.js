/**
 * Row security as PostgREST and Supabase use it: one connection, and for each request a transaction that takes the role
 * the request is made in and leaves the claims of its token in a setting, which the policies read.
 */
import { DbError, open } from 'seawall'

const db = await open(':memory:')
await db.exec(`
  CREATE ROLE anon; CREATE ROLE authenticated; CREATE SCHEMA auth;
  CREATE FUNCTION auth.uid() RETURNS int LANGUAGE sql STABLE AS
    $$ SELECT (nullif(current_setting('request.jwt.claims', true), '')::json ->> 'sub')::int $$;
  CREATE TABLE note (id int PRIMARY KEY, owner int NOT NULL, shared bool DEFAULT false, body text);
  INSERT INTO note VALUES (1, 7, true, 'for all'), (2, 7, false, 'my own'), (3, 8, false, 'hers');
  ALTER TABLE note ENABLE ROW LEVEL SECURITY;
  CREATE POLICY read_shared ON note FOR SELECT USING (shared);
  CREATE POLICY own ON note TO authenticated USING (owner = auth.uid()) WITH CHECK (owner = auth.uid());
  GRANT USAGE ON SCHEMA auth TO anon, authenticated;
  GRANT SELECT ON note TO anon;
  GRANT SELECT, INSERT, UPDATE, DELETE ON note TO authenticated`)

/** What a request does, as whom. Both settings end with the transaction. */
/** @type {(role: 'anon' | 'authenticated', claims: object, sql: string) => Promise<object[]>} */
const request = (role, claims, sql) =>
  db.transaction(async (tx) => {
    await tx.exec(`SET LOCAL ROLE ${role}`)
    await tx.query('SELECT set_config(\'request.jwt.claims\', $1, true)', [JSON.stringify(claims)])
    return (await tx.query(sql)).rows
  })

const read = 'SELECT id FROM note ORDER BY id'
console.log(await request('anon', {}, read))                       // [ { id: 1 } ]
console.log(await request('authenticated', { sub: 7 }, read))      // [ { id: 1 }, { id: 2 } ]
console.log(await request('authenticated', { sub: 8 }, read))      // [ { id: 1 }, { id: 3 } ]

// What is not theirs is not there to be changed, and nothing can be given to others.
const rename = 'UPDATE note SET body = \'mine now\' RETURNING id'
console.log(await request('authenticated', { sub: 8 }, rename))    // [ { id: 3 } ]
try {
  await request('authenticated', { sub: 8 }, 'INSERT INTO note VALUES (4, 7)')
} catch (error) {
  if (!(error instanceof DbError)) throw error
  console.log(error.code)                                          // 42501
}
console.log((await db.query('SELECT count(*)::int FROM note')).rows)    // [ { count: 3 } ]
await db.close()
