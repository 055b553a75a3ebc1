/** Runs in each test process first, and again before each file that it takes. */
import v8 from 'node:v8'
import { beforeEach } from 'vitest'

// As a server's process (src/server/process-memory.js): most of what tests run is new and runs once, and is not worth
// to be optimized as early as V8 does. It takes a fifth of their processor time.
for (const flag of ['--interrupt-budget=540000', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'])
  v8.setFlagsFromString(flag)

if (!process.listeners('SIGTERM').some((listener) => listener.name === 'exitWithTests')) {
  // Vitest ends a process by SIGTERM: temporary directories are removed on exit.
  process.on('SIGTERM', function exitWithTests() { process.exit() })
}

// Who has promised to end by then (CI, on a slow machine) leaves the rest out, and says which tests these are.
const until = Number(process.env.TEST_UNTIL ?? Infinity)
if (until < Infinity) {
  beforeEach((context) => {
    if (Date.now() > until) context.skip('no time is left')
  })
}
