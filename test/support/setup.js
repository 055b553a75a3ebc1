/** Runs in each test process first, and again before each file that it takes. */
if (!process.listeners('SIGTERM').some((listener) => listener.name === 'exitWithTests')) {
  // Vitest ends a process by SIGTERM: temporary directories are removed on exit.
  process.on('SIGTERM', function exitWithTests() { process.exit() })
}
