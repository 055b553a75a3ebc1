/**
 * pg_terminate_backend(): a session ends from outside, idle, in a block or in the middle of a statement, and what it
 * had open is undone.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { connected, fields, query } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

/** @param {(client: any, other: any, port: number) => Promise<void>} talk */
async function twoClients(talk) {
  const server = await startServer()
  const client = await connected(server.port)
  const other = await connected(server.port)
  try {
    await talk(client, other, server.port)
    assert.deepEqual(server.log, [])
  } finally {
    client.end()
    other.end()
    await server.close()
  }
}

/** @param {any} client @returns {Promise<string>} */
const pidOf = async (client) => /"(\d+)"/.exec((await client.lines('select pg_backend_pid()')).join())?.[1] ?? ''

test('an idle session in a block: it is told, its changes are undone', () =>
  twoClients(async (client, other) => {
    await client.lines('create table t (a int primary key)')
    await other.lines('begin')
    await other.lines('insert into t values (1)')
    const pid = await pidOf(other)
    assert.deepEqual(await client.lines(`select pg_terminate_backend(${pid}, 5000)`), [
      'T pg_terminate_backend:16/1/-1/0',
      'D "t"',
      'C SELECT 1',
      'Z I',
    ])
    assert.equal(fields((await other.take('E', 1)).at(-1)).C, '57P01')
    assert.deepEqual(await client.lines('insert into t values (1) returning a'), [
      'T a:23/4/-1/0',
      'D "1"',
      'C INSERT 0 1',
      'Z I',
    ])
    assert.deepEqual(await client.lines(`select count(*) from pg_stat_activity where pid = ${pid}`), [
      'T count:20/8/-1/0',
      'D "0"',
      'C SELECT 1',
      'Z I',
    ])
  }))

test('a session that runs a statement', () =>
  twoClients(async (client, other) => {
    const pid = await pidOf(other)
    other.socket.write(query('select pg_sleep(60)'))
    await client.lines('select pg_sleep(0.05)')
    assert.deepEqual(
      await client.lines(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where pid = ${pid}`),
      ['T pg_terminate_backend:16/1/-1/0', 'D "t"', 'C SELECT 1', 'Z I']
    )
    assert.equal(fields((await other.take('E', 1)).at(-1)).C, '57P01')
  }))

test('itself, and nobody', () =>
  twoClients(async (client, other) => {
    assert.deepEqual(await client.lines('select pg_terminate_backend(0)'), [
      'T pg_terminate_backend:16/1/-1/0',
      'N WARNING 01000',
      'D "f"',
      'C SELECT 1',
      'Z I',
    ])
    other.socket.write(query('select pg_terminate_backend(pg_backend_pid())'))
    const told = fields((await other.take('E', 1)).at(-1))
    assert.deepEqual([told.S, told.C], ['FATAL', '57P01'])
  }))
