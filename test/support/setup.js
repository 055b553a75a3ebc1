/** Runs in each test process first. Vitest ends a process by SIGTERM: temporary directories are removed on exit. */
process.once('SIGTERM', () => process.exit())
