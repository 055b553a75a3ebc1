/**
 * A call that has come often is run without its messages being taken apart. Where its row is locked it must wait: the
 * place in the row's queue it has got by then stays its own, and what ends a wait ends this one too.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { bind, connected, describeMessage, execute, parse, sync } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

test('a known call that meets a locked row waits like any other, in its turn', async () => {
  const server = await startServer()
  try {
    const holder = await connected(server.port)
    await holder.lines('create table t (a int primary key, b int); insert into t values (1, 0), (2, 0)')
    await holder.lines('create table u (a int primary key, b int); insert into u values (1, 5)')
    const texts = [
      'begin', 'update t set b = b + $2::int where a = $1::int returning b', 'commit',
      'update t set b = (select u.b from u where u.a = 1) + $2::int where a = $1::int returning b',
    ]
    const clients = [await connected(server.port), await connected(server.port), await connected(server.port)]
    /** @param {typeof holder} client @param {number} at @param {string[]} values */
    const call = async (client, at, ...values) => {
      client.send(Buffer.concat([bind('', `s${at}`, values), execute(''), sync()]))
      return (await client.take('Z')).map(describeMessage).join(', ')
    }
    for (const client of clients) {
      client.send(Buffer.concat([...texts.map((text, at) => parse(`s${at}`, text)), sync()]))
      await client.take('Z')
      for (let round = 0; round < 5; round++) {
        assert.equal(await call(client, 0), '2, C BEGIN, Z T')
        await call(client, 1, '2', '1')
        assert.equal(await call(client, 2), '2, C COMMIT, Z I')
      }
    }
    await holder.lines('begin; update t set b = 100 where a = 1')
    /** So many wait for a lock. @param {number} count */
    const haveMet = async (count) => {
      for (let waiting = 0; waiting < count;) {
        const rows = await holder.lines("select count(*) from pg_stat_activity where wait_event_type = 'Lock'")
        waiting = Number(/D "(\d+)"/.exec(rows.join())?.[1] ?? count)
      }
    }
    const answers = /** @type {string[]} */ ([])
    const waits = clients.map(async (client, at) => {
      await call(client, 0)
      answers.push(await call(client, 1, '1', String(at + 1)))
      await call(client, 2)
    })
    await haveMet(3)
    await holder.lines('commit')
    await Promise.all(waits)
    assert.deepEqual(answers, ['101', '103', '106'].map((b) => `2, D "${b}", C UPDATE 1, Z T`))

    // What it waited for decides: the row is another by then, or gone; a repeatable read may not have it.
    for (const [change, isolation, expected] of [
      ['delete from t where a = 1', 'read committed', '2, C UPDATE 0, Z T'],
      ['update t set a = 7 where a = 1', 'read committed', '2, C UPDATE 0, Z T'],
      // All else is as it was before the wait: who comes under the key meanwhile is not seen.
      ['delete from t where a = 1; insert into t values (1, 50)', 'read committed', '2, C UPDATE 0, Z T'],
      ['update t set a = 7 where a = 1; insert into t values (1, 50)', 'read committed', '2, C UPDATE 0, Z T'],
      ['update t set b = 40 where a = 1', 'read committed', '2, D "41", C UPDATE 1, Z T'],
      ['update t set b = -1 where a = 1', 'repeatable read', '2, E ERROR 40001, Z E'],
    ]) {
      await holder.lines('delete from t where a = 7; insert into t values (1, 0) on conflict do nothing')
      await holder.lines(`begin; ${change}`)
      await clients[0].lines(`begin isolation level ${isolation}`)
      const waits = call(clients[0], 1, '1', '1')
      await haveMet(1)
      await holder.lines('commit')
      assert.equal(await waits, expected, change)
      await clients[0].lines('rollback')
    }
    for (let round = 0; round < 5; round++) await call(clients[0], 3, '2', '1')
    await holder.lines('begin; update u set b = 70; update t set b = 1 where a = 1')
    const read = call(clients[0], 3, '1', '1')
    await haveMet(1)
    await holder.lines('commit')
    assert.equal(await read, '2, D "6", C UPDATE 1, Z I')

    await holder.lines('begin; update t set b = 0 where a = 1')
    await clients[0].lines("set lock_timeout = '20ms'")
    await call(clients[0], 0)
    assert.equal(await call(clients[0], 1, '1', '1'), '2, E ERROR 55P03, Z E')
    await clients[0].lines('rollback')
    // Each waits for the other's row.
    await call(clients[1], 0)
    await call(clients[1], 1, '2', '1')
    const waiting = call(clients[1], 1, '1', '1')
    const [mine] = await Promise.all([holder.lines('update t set b = 0 where a = 2'), waiting.catch(() => {})])
    const said = `${mine.join()} ${await waiting}`
    assert.equal(said.match(/40P01/g)?.length, 1, said)
    for (const client of [...clients, holder]) client.end()
  } finally {
    await server.close()
  }
})
