import { expect, test } from 'vitest'
import { open } from '../../../src/index.js'
import { logsError } from '../../../src/engine/session/log-messages.js'

test('an error that is no DbError is logged as an internal one', async () => {
  /** @type {string[]} */
  const lines = []
  const db = await open({ logger: (/** @type {any} */ line) => { lines.push(String(line)) } })
  await db.exec('set log_min_messages = error; set log_error_verbosity = verbose')
  logsError(/** @type {any} */ (db.door).session, new Error('the power is cut'))
  expect(lines.join('\n')).toContain('ERROR:  XX000: the power is cut')
  await db.close()
})
