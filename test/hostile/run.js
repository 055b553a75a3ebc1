/**
 * Runs hostile statements against a server, each beside a client that asks `SELECT 1` all the time, and prints what the
 * server's own loop was delayed by, how long the statement took and what it ended with. By hand:
 * `node test/hostile/run.js [--timeout MS] [--cancel] [--grep PATTERN] [--worst MS] [--heap MB] [--patience MS]
 * [--where] [--runs N]`; runs: what is beyond 50 ms so often, the least of them counts (beside other work);
 * where: the frames that the thread was in while it was held longest;
 * patience: so long after its timeout a statement has no end, which on a loaded machine says little.
 */
import { parseArgs } from 'node:util'
import { STATEMENTS } from './statements.js'
import './further.js'
import './families.js'
import './blow-ups.js'
import './strangers.js'
import './kinds.js'
import './attackers.js'
import './outsiders.js'
import './latecomers.js'
import './besiegers.js'
import { HostileServer } from './server.js'

const { values: options } = parseArgs({
  options: {
    timeout: { type: 'string', default: '2000' },
    cancel: { type: 'boolean', default: false },
    grep: { type: 'string', default: '' },
    worst: { type: 'string', default: '0' },
    from: { type: 'string', default: '0' },
    heap: { type: 'string' },
    where: { type: 'boolean', default: false },
    runs: { type: 'string', default: '1' },
    patience: { type: 'string', default: '8000' },
  },
})
const timeoutMs = Number(options.timeout)
const pattern = new RegExp(options.grep)
const server = await HostileServer.start(options.heap === undefined ? undefined : Number(options.heap),
  options.where)
server.patienceMs = Number(options.patience)
let late = 0
let slow = 0
let died = 0
let number = 0
try {
  for (const statement of STATEMENTS) {
    if (!pattern.test(statement.name) || number++ < Number(options.from)) continue
    let result = await server.run(statement, timeoutMs, options.cancel)
    for (let run = 1; run < Number(options.runs) && !result.died && result.workMs > 50; run++) {
      const again = await server.run(statement, timeoutMs, options.cancel)
      if (again.died || again.workMs < result.workMs) result = again
    }
    if (result.died) died++
    if (result.workMs > 50) slow++
    if (result.lateMs > 1000) late++
    if (result.died || result.workMs >= Number(options.worst) || result.lateMs > 1000) {
      console.log(`${String(Math.round(result.loopMs)).padStart(7)} ms loop ${String(Math.round(result.workMs)).padStart(6)} ms work ${String(Math.round(result.elapsedMs)).padStart(7)} ms ${String(Math.round(Math.max(result.lateMs, 0))).padStart(5)} late ${String(result.memoryMb).padStart(5)} MB  ${result.died ? 'DIED ' : ''}${result.outcome.padEnd(6)} ${statement.name}${result.message === '' ? '' : `: ${result.message}`}`)
      if (result.where !== '') console.log(result.where)
    }
  }
} finally {
  await server.stop()
}
console.log(`${slow} delayed the loop beyond 50 ms, ${late} ended late, ${died} ended the process`)
