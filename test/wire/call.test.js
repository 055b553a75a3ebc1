/**
 * CALL of a JavaScript procedure by Bind and Execute has a way of its own: the same answers as through a simple query,
 * which takes the general one.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { bind, connected, describeMessage, execute, fields, parse, sync } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

/** @param {import('../../src/index.js').Database} db */
async function define(db) {
  await db.exec('create table account(id int primary key, balance int8 not null check (balance >= 0)); insert into account values (1, 100), (2, 100), (3, 100)')
  db.createProcedure('move', { args: ['int4', 'int4', 'int8'] }, (tx, from, to, amount) => {
    tx.run('update account set balance = balance + $2 where id = $1', to, amount)
    tx.run('update account set balance = balance - $2 where id = $1', from, amount)
    if (tx.get('select 1 as one from account where id = $1', to) === undefined) throw new Error('no such account')
  })
  db.createProcedure('note', { args: ['text'] }, (tx, text) => {
    if (text === null) tx.run('insert into account values (1, 1)')
    else tx.run('select pg_notify($1, $2)', 'heard', text)
  })
}

/**
 * @param {import('../support/wire-client.js').WireClient} client
 * @param {string} text
 * @param {(string | null)[]} values
 */
async function byExecute(client, text, values) {
  client.send(parse('', text), bind('', '', values), execute(''), sync())
  return client.take('Z')
}

/** An answer without what only one protocol says. @param {import('../support/wire-client.js').Message[]} answers */
const told = (answers) =>
  answers
    .filter((answer) => !'12n'.includes(answer.type))
    .map((answer) =>
      answer.type === 'E' ? JSON.stringify({ ...fields(answer), P: undefined }) : describeMessage(answer)
    )

test('a CALL gives the same answers both ways', async () => {
  const server = await startServer()
  await define(server.db)
  const [one, two] = await Promise.all([connected(server.port), connected(server.port)])
  /** Statements of one run; $n is replaced for the simple query. @type {[string, (string | null)[]][]} */
  const script = [
    ['call move($1, $2, $3)', ['1', '2', '30']],
    ['call move($1, $2, $3)', ['1', '2', '300']], // a CHECK fails: nothing of it stays
    ['call move($1, $2, $3)', ['1', '9', '1']],
    ['call note($1)', ['something']],
    ['call note($1)', [null]],
    ['call nowhere($1)', ['1']],
    ['begin', []],
    ['call move($1, $2, $3)', ['2', '3', '5']],
    ['savepoint s', []],
    ['call move($1, $2, $3)', ['2', '3', '500']],
    ['rollback to s', []],
    ['call move($1 + 0, $2, $3)', ['3', '1', '7']],
    ['commit', []],
    ['begin transaction read only', []],
    ['call move($1, $2, $3)', ['2', '3', '5']],
    ['rollback', []],
    ['select * from account order by id', []],
  ]
  /** @type {string[][][]} */
  const heard = []
  for (const simple of [true, false]) {
    await one.query("delete from account; insert into account values (1, 100), (2, 100), (3, 100); listen heard")
    const lines = []
    for (const [text, values] of script) {
      const spelled = text.replace(/\$(\d)/g, (_, number) =>
        values[Number(number) - 1] === null
          ? 'null::text'
          : `${/move/.test(text) ? '' : "text '"}${values[Number(number) - 1]}${/move/.test(text) ? '' : "'"}`
      )
      lines.push(
        told(simple ? await one.query(spelled) : await byExecute(one, text, values)).filter(
          (line) => !line.startsWith('T ')
        )
      )
    }
    heard.push(lines)
  }
  assert.deepEqual(
    heard[1].map((lines) => lines.map((line) => line.replace('nowhere(unknown)', 'nowhere(text)'))),
    heard[0]
  )
  // A portal is run once, whether it failed or not.
  await one.query('begin')
  one.send(
    parse('p', 'call move($1, $2, $3)'),
    bind('bad', 'p', ['1', '2', '9000']),
    bind('good', 'p', ['1', '2', '0']),
    sync()
  )
  await one.take('Z')
  await one.query('savepoint s')
  for (const [portal, code] of [['bad', '23514'], ['bad', '55000'], ['good', ''], ['good', '55000']]) {
    one.send(execute(portal), sync())
    assert.equal(
      (await one.take('Z'))
        .filter((answer) => answer.type === 'E')
        .map((answer) => fields(answer).C)
        .join(),
      code
    )
    if (code !== '') await one.query('rollback to s')
  }
  await one.query('rollback')
  // One that meets another's row waits and then does its work on what is there.
  await two.query('begin; update account set balance = 1000 where id = 1')
  const waiting = byExecute(one, 'call move($1, $2, $3)', ['1', '2', '900'])
  await new Promise((resolve) => { setTimeout(resolve, 50) })
  assert.deepEqual(told(one.messages), [])
  await two.query('commit')
  assert.deepEqual(told(await waiting), ['C CALL', 'Z I'])
  assert.deepEqual((await two.lines('select balance from account where id = 1')).slice(1), [
    'D "100"',
    'C SELECT 1',
    'Z I',
  ])
  assert.deepEqual(server.log, [])
  one.end()
  two.end()
  await server.close()
})
