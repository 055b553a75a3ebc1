/**
 * Some of the hostile statements with a short statement_timeout: each ends, with its answer or with an error that has a
 * name, and the server goes on. The whole list: `node test/hostile/run.js`.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { HostileServer } from './server.js'
import { STATEMENTS } from './statements.js'
import { rounds } from '../support/rounds.js'

const CHOSEN = /^(a huge text|reverse of a (huge|middle) text|upper of a middle wide text|lpad|rpad|format of great width|concat of many|position, quadratic|text that doubles( by concat)?|array that doubles|LIKE with .*|ILIKE .*|array_fill|array_cat|numeric (to the last digit|ln|sqrt)|factorial|to_char with a (huge|long) picture|bits of great length|jsonb path, filters within filters|10000 (ANDs|ORs)|10,000 pluses|chained CTEs, .*|chained subqueries that double a column|recursion without end|sleep)$/

test('hostile statements end, and the server does not', async () => {
  const server = await HostileServer.start()
  try {
    const chosen = STATEMENTS.filter(({ name }) => CHOSEN.test(name))
    assert.ok(chosen.length > 25)
    for (const statement of chosen.filter((_, at) => at % rounds(3, 1) === 0)) {
      const { died, outcome, message } = await server.run(statement, 150, false)
      assert.equal(died, false, `${statement.name}: ${outcome} ${message}`)
      assert.match(outcome, /^(ok|57014|53200|54000|54001|22003)$/, `${statement.name}: ${message}`)
    }
    const client = await server.connect()
    assert.match((await client.query('show event_loop_delay')).rows[0].event_loop_delay, /^\d+(ms|s)?$/)
    await client.end()
  } finally {
    await server.stop()
  }
})
