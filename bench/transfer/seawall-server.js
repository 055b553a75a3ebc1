/**
 * The server of the transfer bench: Seawall with the transfer as a function and a procedure in JavaScript, written with
 * the public `tx.get` and `tx.run`. Started by systems.js.
 */
import { open } from '../../src/index.js'
import { defineTransfers } from './routines.js'

const options = JSON.parse(process.argv[2])
const db = await open({ ...options, int8: 'number' })
defineTransfers(db)
const { port } = await db.serve({ port: 0, dedicated: true })
process.on('message', (/** @type {{ question: string }} */ { question }) => {
  if (question === 'stats') process.send?.({ subject: 'stats', value: db.stats() })
})
process.on('disconnect', () => {
  void db.close()
})
process.send?.({ subject: 'ready', value: port })
