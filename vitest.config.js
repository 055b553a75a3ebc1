/**
 * How the tests run: two processes at a time, with invariants checked. A process takes one file after the other, for to
 * load and warm up the engine takes longer than most of them; few have a process of their own. What is tested is loaded
 * by Node itself, as it is for users: Vite sees the test files and nothing else.
 */
import { defineConfig } from 'vitest/config'
import { leftToLong, longFiles } from './test/support/long-files.js'
import { LongestFirst } from './test/support/longest-first.js'
import Reporter from './test/support/reporter.js'

/** Who looks at what is a process's: memory, descriptors, loaded modules, turns of the event loop. */
export const ALONE = [
  'unit/engine/descriptors', 'unit/engine/folded', 'unit/library/gate',
  'unit/library/lazy-modules', 'unit/parser/grammar',
  'unit/storage/pool-memory', 'memory/memory.long', 'wire/silent-sockets', 'wire/strangers',
].map((name) => `test/${name}.test.js`)

/** Where the long tests run next, files that both would run are left to them. */
const NOT_NOW = [...leftToLong(), ...(process.env.TEST_LONG_FOLLOWS === undefined ? [] : longFiles())]

/** @param {boolean} isolate @param {string[]} include @param {string[]} exclude */
export const project = (isolate, include, exclude) => ({
  extends: /** @type {const} */ (true),
  test: {
    name: isolate ? 'alone' : 'shared', include, exclude,
    isolate,
    sequence: { groupOrder: isolate ? 0 : 1 },
  },
})

export default defineConfig({
  test: {
    projects: [
      project(true, ALONE, NOT_NOW),
      project(false, ['test/**/*.test.js'], [...ALONE, ...NOT_NOW]),
    ],
    server: { deps: { external: [/^(?!.*\.test\.js$).*\/(src|bench|bin|scripts|test|examples)\/.*\.js$/] } },
    // Vite does not see what Node loads, so a watch has to be told.
    forceRerunTriggers: [
      '**/src/**/*.js', '**/test/**/!(*.test).js', '**/test/**/*.{sql,expected,spec,json}', 'package.json',
      'vitest.config.js',
    ],
    setupFiles: ['test/support/setup.js'],
    pool: 'forks',
    maxWorkers: process.env.ORACLE_PORT === undefined ? 2 : 1, // what they make there has the same names
    sequence: { sequencer: LongestFirst },
    // A young generation that need not be collected all the time.
    execArgv: ['--conditions=development', '--max-semi-space-size=64'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    restoreMocks: true,
    slowTestThreshold: 10_000,
    disableConsoleIntercept: true,
    reporters: [new Reporter()],
    coverage: { provider: 'v8', include: ['src/**/*.js'], reporter: ['text-summary', 'html'] },
  },
})
