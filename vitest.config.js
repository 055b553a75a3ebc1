/**
 * How the tests run: each file in a process of its own, two at a time, with invariants checked. What is tested is loaded by Node itself, as it is
 * for users: Vite sees the test files and nothing else.
 */
import { defineConfig } from 'vitest/config'
import Reporter from './test/support/reporter.js'

export default defineConfig({
  test: {
    include: ['test/**/*.test.js'],
    server: { deps: { external: [/^(?!.*\.test\.js$).*\/(src|bench|bin|scripts|test|examples)\/.*\.js$/] } },
    // Vite does not see what Node loads, so a watch has to be told.
    forceRerunTriggers: ['**/src/**/*.js', '**/test/**/!(*.test).js', '**/test/**/*.{sql,expected,spec,json}', 'package.json', 'vitest.config.js'],
    setupFiles: ['test/support/setup.js'],
    pool: 'forks',
    maxWorkers: 2,
    execArgv: ['--conditions=development'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    restoreMocks: true,
    slowTestThreshold: 10_000,
    disableConsoleIntercept: true,
    reporters: [new Reporter()],
    coverage: { provider: 'v8', include: ['src/**/*.js'], reporter: ['text-summary', 'html'] },
  },
})
