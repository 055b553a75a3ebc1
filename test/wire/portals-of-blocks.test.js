/**
 * What is left of portals when their block fails, and when it ends within a message: PostgreSQL 15's answers.
 * The conversations follow one another on one connection.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import {
  bind, close, connected, describe, describeMessage, execute, parse, query, sync,
} from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

/** @type {[string, Buffer[], string][]} */
const CONVERSATIONS = [
  [
    'done portal, then failure',
    [
      query('begin'), parse('s1', 'select 2'), bind('p', 's1'), sync(), execute('p'), sync(), bind('p', 's1'),
      sync(), execute('p'), sync(), describe('P', 'p'), sync(), query('rollback'), execute('p'), sync(),
      close('S', 's1'), sync(),
    ],
    'C BEGIN | Z T | 1 | 2 | Z T | D "2" | C SELECT 1 | Z T | E ERROR 42P03 | Z E | E ERROR 25P02 | Z E | ' +
    'E ERROR 25P02 | Z E | C ROLLBACK | Z I | E ERROR 34000 | Z I | 3 | Z I',
  ],
  [
    'suspended, then failure',
    [
      query('begin'), parse('', 'select generate_series(1,5)'), bind('p', ''), execute('p', 2), sync(),
      query('select 1/0'), execute('p', 2), sync(), describe('P', 'p'), sync(), close('P', 'p'), sync(),
      execute('p', 2), sync(), query('rollback'),
    ],
    'C BEGIN | Z T | 1 | 2 | D "1" | D "2" | s | Z T | E ERROR 22012 | Z E | E ERROR 25P02 | Z E | ' +
    'E ERROR 25P02 | Z E | 3 | Z E | E ERROR 34000 | Z E | C ROLLBACK | Z I',
  ],
  [
    'under a savepoint',
    [
      query('begin'), parse('', 'select generate_series(1,5)'), bind('p', ''), execute('p', 2), sync(),
      query('savepoint s'), parse('', 'select generate_series(1,3)'), bind('q', ''), execute('q', 2), sync(),
      query('select 1/0'), execute('q'), sync(), execute('p'), sync(), describe('P', 'q'), sync(),
      query('rollback to s'), execute('p', 1), sync(), query('rollback to s'), execute('q'), sync(),
      query('rollback'),
    ],
    'C BEGIN | Z T | 1 | 2 | D "1" | D "2" | s | Z T | C SAVEPOINT | Z T | 1 | 2 | D "1" | D "2" | s | Z T | ' +
    'E ERROR 22012 | Z E | E ERROR 25P02 | Z E | E ERROR 25P02 | Z E | E ERROR 25P02 | Z E | C ROLLBACK | Z T | ' +
    'D "3" | s | Z T | C ROLLBACK | Z T | E ERROR 34000 | Z E | C ROLLBACK | Z I',
  ],
  [
    'utility',
    [
      query('begin'), parse('', 'show work_mem'), bind('w', ''), parse('', 'rollback'), bind('r', ''),
      parse('', 'set work_mem = 1000'), bind('x', ''), parse('', 'explain select 1'), bind('e', ''), sync(),
      query('select 1/0'), describe('P', 'w'), sync(), describe('P', 'x'), sync(), describe('P', 'r'), sync(),
      describe('P', 'e'), sync(), execute('w'), sync(), execute('x'), sync(), execute('nosuch'), sync(),
      describe('P', 'nosuch'), sync(), execute('r'), sync(), execute('r'), sync(),
    ],
    'C BEGIN | Z T | 1 | 2 | 1 | 2 | 1 | 2 | 1 | 2 | Z T | E ERROR 22012 | Z E | E ERROR 25P02 | Z E | n | Z E | ' +
    'n | Z E | E ERROR 25P02 | Z E | E ERROR 25P02 | Z E | E ERROR 25P02 | Z E | E ERROR 34000 | Z E | ' +
    'E ERROR 34000 | Z E | E ERROR 25P02 | Z E | E ERROR 25P02 | Z E',
  ],
  [
    'commit; begin',
    [
      query('begin'), parse('', 'select generate_series(1,5)'), bind('p', ''), execute('p', 2), sync(),
      query('commit; begin'), execute('p', 2), sync(), query('rollback; begin'), bind('p', ''), sync(),
      query('rollback'),
    ],
    'E ERROR 25P02 | Z E | E ERROR 25P02 | Z E | C ROLLBACK | C BEGIN | Z T | E ERROR 34000 | Z E | C ROLLBACK | ' +
    'C BEGIN | Z T | E ERROR 26000 | Z E | C ROLLBACK | Z I',
  ],
  [
    'commit in a pipeline',
    [
      parse('b', 'begin'), parse('c', 'commit'), parse('s', 'select generate_series(1,5)'), bind('', 'b'),
      execute(''), bind('p', 's'), execute('p', 2), bind('cc', 'c'), execute('cc'), bind('', 'b'), execute(''),
      execute('p', 2), sync(), query('rollback'),
    ],
    '1 | 1 | 1 | 2 | C BEGIN | 2 | D "1" | D "2" | s | 2 | C COMMIT | 2 | C BEGIN | E ERROR 34000 | Z E | ' +
    'C ROLLBACK | Z I',
  ],
  [
    'commit twice',
    [
      query('begin'), bind('cc', 'c'), execute('cc'), execute('cc'), sync(), query('rollback'),
    ],
    'C BEGIN | Z T | 2 | C COMMIT | E ERROR 34000 | Z I | N WARNING 25P01 | C ROLLBACK | Z I',
  ],
  [
    'commit unnamed',
    [
      query('begin'), bind('', 'c'), execute(''), execute(''), sync(), query('rollback'),
    ],
    'C BEGIN | Z T | 2 | C COMMIT | E ERROR 34000 | Z I | N WARNING 25P01 | C ROLLBACK | Z I',
  ],
  [
    'rollback and chain',
    [
      query('begin'), bind('p', 's'), execute('p', 2), sync(), query('rollback and chain'), execute('p'), sync(),
      query('rollback'),
    ],
    'C BEGIN | Z T | 2 | D "1" | D "2" | s | Z T | C ROLLBACK | Z T | E ERROR 34000 | Z E | C ROLLBACK | Z I',
  ],
  [
    'implicit',
    [
      bind('p', 's'), execute('p', 2), parse('', 'select 1/0'), bind('', ''), execute(''), sync(), execute('p'),
      sync(),
    ],
    '2 | D "1" | D "2" | s | 1 | E ERROR 22012 | Z I | E ERROR 34000 | Z I',
  ],
  [
    'call with commit',
    [
      query('create or replace procedure pr() language plpgsql as $$begin commit; end$$'),
      parse('cl', 'call pr()'), bind('p', 'cl'), bind('q', 's'), execute('q', 1), execute('p'), execute('q', 1),
      sync(), bind('q', 's'), execute('q', 1), sync(), bind('p', 'cl'), execute('p'), sync(),
    ],
    'C CREATE PROCEDURE | Z I | 1 | 2 | 2 | D "1" | s | C CALL | E ERROR 34000 | Z I | 2 | D "1" | s | Z I | 2 | ' +
    'C CALL | Z I',
  ],
  [
    'call with inout',
    [
      query('create or replace procedure pi(inout a int) language plpgsql as $$begin commit; a := a + 1; end$$'),
      parse('ci', 'call pi(4)'), bind('p', 'ci'), execute('p', 1), execute('p', 1), sync(),
    ],
    'C CREATE PROCEDURE | Z I | 1 | 2 | D "5" | s | C CALL | Z I',
  ],
  [
    'cursor of sql',
    [
      query('begin'), query('declare k cursor for select generate_series(1,5)'),
      query('declare h cursor with hold for select generate_series(1,5)'), query('select 1/0'), describe('P', 'k'),
      sync(), execute('k'), sync(), describe('P', 'h'), sync(), query('rollback'), describe('P', 'k'), sync(),
      query('begin; declare h cursor with hold for select generate_series(1,5); commit'), query('begin'),
      query('select 1/0'), describe('P', 'h'), sync(), execute('h'), sync(), query('rollback'), describe('P', 'h'),
      sync(), execute('h',2), sync(), query('close h'),
    ],
    'C BEGIN | Z T | C DECLARE CURSOR | Z T | C DECLARE CURSOR | Z T | E ERROR 22012 | Z E | E ERROR 25P02 | ' +
    'Z E | E ERROR 25P02 | Z E | E ERROR 25P02 | Z E | C ROLLBACK | Z I | E ERROR 34000 | Z I | C BEGIN | ' +
    'C DECLARE CURSOR | C COMMIT | Z I | C BEGIN | Z T | E ERROR 22012 | Z E | E ERROR 25P02 | Z E | ' +
    'E ERROR 25P02 | Z E | C ROLLBACK | Z I | T generate_series:23/4/-1/0 | Z I | D "1" | D "2" | s | Z I | ' +
    'C CLOSE CURSOR | Z I',
  ],
]

const QUERY = 'Q'.charCodeAt(0)
const SYNC = 'S'.charCodeAt(0)

test('portals of blocks', async () => {
  const server = await startServer()
  const client = await connected(server.port)
  try {
    for (const [name, sent, answers] of CONVERSATIONS) {
      client.socket.write(Buffer.concat(sent))
      const readies = sent.filter((part) => part[0] === QUERY || part[0] === SYNC).length
      assert.equal((await client.take('Z', readies)).map(describeMessage).join(' | '), answers, name)
    }
    assert.deepEqual(server.log, [])
  } finally {
    client.end()
    await server.close()
  }
})
