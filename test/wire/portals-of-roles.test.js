/**
 * Portals that were bound before SET ROLE: the plan, its policies and the leave to read are of who bound them, the
 * leave to write and current_user of who runs them. PostgreSQL 15's answers; conversations follow one another.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { bind, close, connected, describeMessage, execute, parse, query, sync } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

const SETUP = `
  create role por_low; create role por_other;
  create table nope(i int primary key); insert into nope values (42);
  create table seen(i int); insert into seen values (7); grant select on seen to por_low;
  create table t(s text primary key, v int default 0); alter table t enable row level security;
  insert into t values ('low'), ('other'), ('nobody');
  create policy l on t for all to por_low using (s = 'low');
  create policy o on t for all to por_other using (s = 'other');
  grant all on t to por_low, por_other;
  create function hidden() returns int language sql as 'select 5'; revoke execute on function hidden() from public;
  create table r(i int); create table rlog(i int); grant select, insert on r to por_low;
  create rule rr as on insert to r do also insert into rlog values (new.i);
  create view wt as select s, v from t; grant all on wt to por_low;
`

const END = [query('rollback')]

/** @param {string} text @param {(string | null)[]} values @param {Buffer[]} between @param {Buffer[]} [before] */
const boundThen = (text, values, between, before = []) => [
  query('begin'), ...before, parse('s', text), bind('p', 's', values), ...between, execute('p'), sync(), ...END,
  close('S', 's'), sync(),
]

/** @param {string} text */
const told = (text) => [parse('', text), bind('', ''), execute('')]

const TO_LOW = told('set local role por_low')
const RESET = told('reset role')
const LOW = query('set local role por_low')

/** @type {[string, Buffer[]][]} */
const CONVERSATIONS = [
  ['read as superuser, run as low', boundThen('select i from nope', [], TO_LOW)],
  ['read by key', boundThen('select i from nope where i = $1', ['42'], TO_LOW)],
  ['read as low', boundThen('select i from nope', [], RESET, [LOW])],
  ['read what both may', boundThen('select i, current_user from seen', [], RESET, [LOW])],
  ['policies of low', boundThen('select s from t order by s', [], RESET, [LOW])],
  ['policies of low, by key', boundThen('select s from t where s = $1', ['nobody'], RESET, [LOW])],
  ['no policies', boundThen('select s from t order by s', [], TO_LOW)],
  ['no policies, by key', boundThen('select s from t where s = $1', ['nobody'], TO_LOW)],
  ['another role in between',
    boundThen('select s from t', [], [...told('reset role'), ...told('set local role por_other')], [LOW])],
  ['update with policies of low', boundThen('update t set v = 1', [], RESET, [LOW])],
  ['update with policies of low, told', boundThen('update t set v = 1 returning s', [], RESET, [LOW])],
  ['update without policies', boundThen('update t set v = 1', [], TO_LOW)],
  ['update by key', boundThen('update t set v = 1 where s = $1', ['nobody'], RESET, [LOW])],
  ['insert that low may not see', boundThen('insert into t values ($1)', ['x'], RESET, [LOW])],
  ['write as superuser, run as low', boundThen('update nope set i = 1', [], TO_LOW)],
  ['write and read as superuser, run as low', boundThen('delete from nope returning i', [], TO_LOW)],
  ['write as low, run as superuser', boundThen('insert into nope values (1)', [], RESET, [LOW])],
  ['write within', boundThen('with d as (delete from nope returning i) select * from d', [], RESET, [LOW])],
  ['write within as superuser', boundThen('with d as (delete from nope returning i) select * from d', [], TO_LOW)],
  ['locked', boundThen('select i from seen for update', [], RESET, [LOW])],
  ['with a rule', boundThen('insert into r values (1)', [], RESET, [LOW])],
  ['with a rule, run as low', boundThen('insert into r values (1)', [], TO_LOW)],
  ['through a view', boundThen('update wt set v = 3 where s = $1', ['nobody'], RESET, [LOW])],
  ['a function of others', boundThen('select hidden()', [], RESET, [LOW])],
  ['a function, run by who may not', boundThen('select hidden(), i from seen', [], TO_LOW)],
  ['some rows at a time', [
    query('begin'), LOW, parse('s', 'select s from t order by s'), bind('p', 's'), ...RESET, bind('q', 's'),
    execute('p', 1), execute('q', 1), ...TO_LOW, execute('q', 1), execute('p', 1), execute('q', 3), sync(), ...END,
    close('S', 's'), sync(),
  ]],
  ['FETCH of it', [
    query('begin'), LOW, parse('s', 'select s from t order by s'), bind('p', 's'), sync(), query('reset role'),
    query('fetch all from p'), ...END, close('S', 's'), sync(),
  ]],
  ['a cursor', [
    query('begin'), LOW, query('declare c cursor for select s from t'), query('reset role'), query('fetch all from c'),
    query('declare d cursor for select i from nope'), LOW, query('fetch all from d'), ...END,
  ]],
  ['the role is gone', [
    query('begin'), query('create role por_gone'), query('grant select on nope to por_gone'),
    query('set local role por_gone'), parse('s', 'select i from nope'), bind('p', 's'), sync(), query('reset role'),
    query('drop owned by por_gone'), query('drop role por_gone'), execute('p'), sync(), ...END, close('S', 's'), sync(),
  ]],
  ['afterwards', [query('select i from nope'), query('select s, v from t order by s'), query('select current_user')]],
]

/** @type {Record<string, string>} */
const ANSWERS = {
  'read as superuser, run as low':
    'C BEGIN | Z T | 1 | 2 | 1 | 2 | C SET | D "42" | C SELECT 1 | S is_superuser=off | Z T | C ROLLBACK | ' +
    'S is_superuser=on | Z I | 3 | Z I',
  'read by key':
    'C BEGIN | Z T | 1 | 2 | 1 | 2 | C SET | D "42" | C SELECT 1 | S is_superuser=off | Z T | C ROLLBACK | ' +
    'S is_superuser=on | Z I | 3 | Z I',
  'read as low':
    'C BEGIN | Z T | C SET | S is_superuser=off | Z T | 1 | E ERROR 42501 | S is_superuser=on | Z E | ' +
    'C ROLLBACK | Z I | 3 | Z I',
  'read what both may':
    'C BEGIN | Z T | C SET | S is_superuser=off | Z T | 1 | 2 | 1 | 2 | C RESET | D "7" "postgres" | ' +
    'C SELECT 1 | S is_superuser=on | Z T | C ROLLBACK | Z I | 3 | Z I',
  'policies of low':
    'C BEGIN | Z T | C SET | S is_superuser=off | Z T | 1 | 2 | 1 | 2 | C RESET | D "low" | C SELECT 1 | ' +
    'S is_superuser=on | Z T | C ROLLBACK | Z I | 3 | Z I',
  'policies of low, by key':
    'C BEGIN | Z T | C SET | S is_superuser=off | Z T | 1 | 2 | 1 | 2 | C RESET | C SELECT 0 | ' +
    'S is_superuser=on | Z T | C ROLLBACK | Z I | 3 | Z I',
  'no policies':
    'C BEGIN | Z T | 1 | 2 | 1 | 2 | C SET | D "low" | D "nobody" | D "other" | C SELECT 3 | ' +
    'S is_superuser=off | Z T | C ROLLBACK | S is_superuser=on | Z I | 3 | Z I',
  'no policies, by key':
    'C BEGIN | Z T | 1 | 2 | 1 | 2 | C SET | D "nobody" | C SELECT 1 | S is_superuser=off | Z T | ' +
    'C ROLLBACK | S is_superuser=on | Z I | 3 | Z I',
  'another role in between':
    'C BEGIN | Z T | C SET | S is_superuser=off | Z T | 1 | 2 | 1 | 2 | C RESET | 1 | 2 | C SET | D "low" | ' +
    'C SELECT 1 | Z T | C ROLLBACK | S is_superuser=on | Z I | 3 | Z I',
  'update with policies of low':
    'C BEGIN | Z T | C SET | S is_superuser=off | Z T | 1 | 2 | 1 | 2 | C RESET | C UPDATE 1 | ' +
    'S is_superuser=on | Z T | C ROLLBACK | Z I | 3 | Z I',
  'update with policies of low, told':
    'C BEGIN | Z T | C SET | S is_superuser=off | Z T | 1 | 2 | 1 | 2 | C RESET | D "low" | C UPDATE 1 | ' +
    'S is_superuser=on | Z T | C ROLLBACK | Z I | 3 | Z I',
  'update without policies':
    'C BEGIN | Z T | 1 | 2 | 1 | 2 | C SET | C UPDATE 3 | S is_superuser=off | Z T | C ROLLBACK | ' +
    'S is_superuser=on | Z I | 3 | Z I',
  'update by key':
    'C BEGIN | Z T | C SET | S is_superuser=off | Z T | 1 | 2 | 1 | 2 | C RESET | C UPDATE 0 | ' +
    'S is_superuser=on | Z T | C ROLLBACK | Z I | 3 | Z I',
  'insert that low may not see':
    'C BEGIN | Z T | C SET | S is_superuser=off | Z T | 1 | 2 | 1 | 2 | C RESET | E ERROR 42501 | ' +
    'S is_superuser=on | Z E | C ROLLBACK | Z I | 3 | Z I',
  'write as superuser, run as low':
    'C BEGIN | Z T | 1 | 2 | 1 | 2 | C SET | E ERROR 42501 | Z E | C ROLLBACK | Z I | 3 | Z I',
  'write and read as superuser, run as low':
    'C BEGIN | Z T | 1 | 2 | 1 | 2 | C SET | E ERROR 42501 | Z E | C ROLLBACK | Z I | 3 | Z I',
  'write as low, run as superuser':
    'C BEGIN | Z T | C SET | S is_superuser=off | Z T | 1 | 2 | 1 | 2 | C RESET | C INSERT 0 1 | ' +
    'S is_superuser=on | Z T | C ROLLBACK | Z I | 3 | Z I',
  'write within':
    'C BEGIN | Z T | C SET | S is_superuser=off | Z T | 1 | 2 | 1 | 2 | C RESET | D "42" | C SELECT 1 | ' +
    'S is_superuser=on | Z T | C ROLLBACK | Z I | 3 | Z I',
  'write within as superuser':
    'C BEGIN | Z T | 1 | 2 | 1 | 2 | C SET | E ERROR 42501 | Z E | C ROLLBACK | Z I | 3 | Z I',
  'locked':
    'C BEGIN | Z T | C SET | S is_superuser=off | Z T | 1 | E ERROR 42501 | S is_superuser=on | Z E | ' +
    'C ROLLBACK | Z I | 3 | Z I',
  'with a rule':
    'C BEGIN | Z T | C SET | S is_superuser=off | Z T | 1 | 2 | 1 | 2 | C RESET | C INSERT 0 1 | ' +
    'S is_superuser=on | Z T | C ROLLBACK | Z I | 3 | Z I',
  'with a rule, run as low':
    'C BEGIN | Z T | 1 | 2 | 1 | 2 | C SET | C INSERT 0 1 | S is_superuser=off | Z T | C ROLLBACK | ' +
    'S is_superuser=on | Z I | 3 | Z I',
  'through a view':
    'C BEGIN | Z T | C SET | S is_superuser=off | Z T | 1 | 2 | 1 | 2 | C RESET | C UPDATE 1 | ' +
    'S is_superuser=on | Z T | C ROLLBACK | Z I | 3 | Z I',
  'a function of others':
    'C BEGIN | Z T | C SET | S is_superuser=off | Z T | 1 | E ERROR 42501 | S is_superuser=on | Z E | ' +
    'C ROLLBACK | Z I | 3 | Z I',
  'a function, run by who may not':
    'C BEGIN | Z T | 1 | 2 | 1 | 2 | C SET | D "5" "7" | C SELECT 1 | S is_superuser=off | Z T | ' +
    'C ROLLBACK | S is_superuser=on | Z I | 3 | Z I',
  'some rows at a time':
    'C BEGIN | Z T | C SET | S is_superuser=off | Z T | 1 | 2 | 1 | 2 | C RESET | 2 | D "low" | s | ' +
    'D "low" | s | 1 | 2 | C SET | D "nobody" | s | C SELECT 0 | D "other" | C SELECT 1 | Z T | C ROLLBACK | ' +
    'S is_superuser=on | Z I | 3 | Z I',
  'FETCH of it':
    'C BEGIN | Z T | C SET | S is_superuser=off | Z T | 1 | 2 | Z T | C RESET | S is_superuser=on | Z T | ' +
    'T s:25/-1/-1/0 | D "low" | C FETCH 1 | Z T | C ROLLBACK | Z I | 3 | Z I',
  'a cursor':
    'C BEGIN | Z T | C SET | S is_superuser=off | Z T | C DECLARE CURSOR | Z T | C RESET | ' +
    'S is_superuser=on | Z T | T s:25/-1/-1/0 | D "low" | C FETCH 1 | Z T | C DECLARE CURSOR | Z T | C SET | ' +
    'S is_superuser=off | Z T | T i:23/4/-1/0 | D "42" | C FETCH 1 | Z T | C ROLLBACK | S is_superuser=on | ' +
    'Z I',
  'the role is gone':
    'C BEGIN | Z T | C CREATE ROLE | Z T | C GRANT | Z T | C SET | S is_superuser=off | Z T | 1 | 2 | Z T | ' +
    'C RESET | S is_superuser=on | Z T | C DROP OWNED | Z T | C DROP ROLE | Z T | D "42" | C SELECT 1 | ' +
    'Z T | C ROLLBACK | Z I | 3 | Z I',
  'afterwards':
    'T i:23/4/-1/0 | D "42" | C SELECT 1 | Z I | T s:25/-1/-1/0 v:23/4/-1/0 | D "low" "0" | D "nobody" "0" | ' +
    'D "other" "0" | C SELECT 3 | Z I | T current_user:19/64/-1/0 | D "postgres" | C SELECT 1 | Z I',
}

const QUERY = 'Q'.charCodeAt(0)
const SYNC = 'S'.charCodeAt(0)

/** @param {import('../support/wire-client.js').WireClient} client @param {Buffer[]} sent */
async function answersTo(client, sent) {
  client.socket.write(Buffer.concat(sent))
  const readies = sent.filter((part) => part[0] === QUERY || part[0] === SYNC).length
  return (await client.take('Z', readies)).map(describeMessage).join(' | ')
}

test('portals of roles', async () => {
  const server = await startServer()
  const client = await connected(server.port)
  try {
    await answersTo(client, [query(SETUP)])
    for (const [name, sent] of CONVERSATIONS) assert.equal(await answersTo(client, sent), ANSWERS[name], name)
    assert.deepEqual(server.log, [])
  } finally {
    client.end()
    await server.close()
  }
})
