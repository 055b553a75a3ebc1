/**
 * The program own-server.js starts: opens the directory, serves it, answers questions, and closes when its parent lets
 * go of it.
 */
import { limitHeap } from '../../src/server/process-memory.js'
import { open } from '../../src/index.js'

const db = await open(JSON.parse(process.argv[2]))
// As `seawall serve` does.
limitHeap(db.cluster.storage.pool.bytes.length)
const { port } = await db.serve({ port: 0, dedicated: true, ...JSON.parse(process.argv[3]) })
const { profile } = db.cluster

/** @param {string} subject @param {unknown} value */
const say = (subject, value) => process.send?.({ subject, value: value ?? null })

process.on('message', (/** @type {{ question: string, argument: number }} */ { question, argument }) => {
  switch (question) {
    case 'stats': say('stats', db.stats()); break
    case 'startProfile': say('startProfile', profile?.start()); break
    case 'profile': say('profile', profile?.report(argument)); break
    default: throw new Error(`unknown question ${question}`)
  }
})
process.on('disconnect', () => { void db.close() })
say('ready', port)
