/**
 * Tidy is a test: the tree keeps its shape or this fails. Imports point down, every module is reachable from an entry point,
 * the disk is touched only by the VFS and the command line, and nothing below the server reads the clock or throws dice.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { readFileSync, readdirSync, existsSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { catalogTemplate } from '../src/catalog/template.js'
import { WholeTemplate } from '../src/storage/template.js'

const root = normalize(join(dirname(fileURLToPath(import.meta.url)), '..'))

/** A folder may import from itself and from every folder with a smaller number. */
const LAYER = /** @type {Record<string, number>} */ ({
  util: 0, errors: 1, profile: 2, types: 2, config: 3, 'storage/vfs': 4, wal: 5, storage: 6, txn: 7, 'storage/heap': 8, 'storage/btree': 8, 'storage/gist': 8.5,
  catalog: 9, functions: 10, planner: 11, executor: 12, procedures: 12.5, parser: 5, engine: 13, server: 14, library: 15, '.': 16,
})
/** The executor sees the planner's plan shapes and nothing else of it. */
const PLAN_SHAPES = new Set(['planner/plan.js'])

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.js')).map((file) => file.replaceAll('\\', '/'))

/** @param {string} file */
const read = (file) => readFileSync(join(root, 'src', file), 'utf8')

/** @param {string} file the longest folder with a layer number that holds it */
function folder(file) {
  let at = dirname(file).replaceAll('\\', '/')
  while (!(at in LAYER) && at !== '.') at = dirname(at)
  return at
}

/** Relative imports of a file, those of types in comments included. @param {string} file */
const edges = (file) => [...read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
  .map((match) => relative('.', normalize(join(dirname(file), match[1]))).replaceAll('\\', '/'))

test('imports point down', () => {
  for (const file of files) {
    for (const to of edges(file)) {
      if (!to.endsWith('.js') || to.startsWith('..')) continue
      const above = folder(file)
      const below = folder(to)
      if (above === 'executor' && below === 'planner') { assert.ok(PLAN_SHAPES.has(to), `${file} must not import ${to}`); continue }
      assert.ok(above === below || LAYER[below] < LAYER[above], `${file} (${above}) must not import ${to} (${below})`)
    }
  }
})

test('every module is reachable from an entry point', () => {
  // The thread of a long call is started, not imported.
  const entries = ['index.js', 'engine/turns/long-call-thread.js']
  for (const dir of ['bin', 'bench']) {
    if (!existsSync(join(root, dir))) continue
    for (const name of readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.js')) continue
      const text = readFileSync(join(root, dir, name), 'utf8')
      for (const match of text.matchAll(/(?:from|import)\s*\(?\s*'([^']*\/src\/[^']+)'/g)) {
        entries.push(match[1].replace(/^.*\/src\//, ''))
      }
    }
  }
  const live = new Set(entries)
  for (const file of live) for (const to of files.includes(file) ? edges(file) : []) live.add(to)
  for (const condition of ['util/invariants-on.js', 'util/invariants-off.js']) live.add(condition)
  assert.deepEqual(files.filter((file) => !live.has(file)), [], 'modules nobody imports')
})

test('only the VFS touches the disk, and nothing below the server reads the clock or throws dice', () => {
  for (const file of files) {
    const text = read(file).replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
    if (!file.startsWith('storage/vfs/')) assert.ok(!/'(node:)?fs(\/promises)?'/.test(text), `${file} imports node:fs`)
    if (!file.startsWith('server/') && !file.startsWith('library/') && folder(file) !== '.') {
      assert.ok(!/\bDate\.now\(|\bMath\.random\(|new Date\(\)/.test(text), `${file} reads an ambient clock or random source`)
    }
  }
})

/** Of the tree's own tables and files, no user's text. */
const OWN_TEXT = ['catalog/views/', 'catalog/template.js']

test('blanks are PostgreSQL\'s (src/util/ascii.js), not those of JavaScript, which knows Unicode\'s', () => {
  for (const file of files.filter((name) => !OWN_TEXT.some((own) => name.startsWith(own)))) {
    for (const line of read(file).split('\n').filter((text) => !/^\s*(\/\*)?\*/.test(text))) {
      assert.ok(!/(^|[^\\\w])(\\\\)*\\[sS](?![\w\\])|\.trim(Start|End)?\(/.test(line.replace('[\\s\\S]', '')), `${file}: ${line}`)
    }
  }
})

test('what leaves a session leaves by its gate', () => {
  /** @param {RegExp} pattern @param {RegExp} [within] folders */
  const places = (pattern, within = /./) => files.filter((file) => within.test(file)).flatMap((file) => {
    const lines = read(file).replace(/\/\*[\s\S]*?\*\//g, '').split('\n')
    return lines.filter((line) => pattern.test(line)).map((line) => `${file}: ${line.trim()}`)
  })
  const filesOf = (/** @type {string[]} */ list) => [...new Set(list.map((place) => place.replace(/: .*/, '')))]
  assert.deepEqual(filesOf(places(/socket\.(write|end)\([^)]/)), ['server/outbox.js'], 'bytes go to a socket elsewhere')
  assert.deepEqual(places(/outbox\.send\(|gateOfStrangers\(\) : /), [
    'server/connection.js: const lsn = session === null ? listener.gateOfStrangers() : session.gate.ask()',
    'server/connection.js: if (this.outbox.send(lsn)) listener.holding(this)',
  ])
  const above = /^(engine\/(session|statements|commands|turns)|library|server|procedures)\//
  assert.deepEqual(filesOf(places(/\b(requestSync|syncSync|durable|durableInBatch)\(/, above)).sort(),
    ['engine/session/gate.js', 'engine/session/stored-settings.js', 'engine/session/telling-queue.js',
      'engine/turns/others-turn.js', 'library/database.js', 'server/listener.js'],
    'somebody waits for the log beside the gate')
  assert.deepEqual(filesOf(places(/\.onNotice = |\.onNotification = /)).sort(),
    ['engine/session/session.js', 'index.js', 'library/database.js', 'server/connection.js'], 'somebody else hears of a session')
  assert.deepEqual(filesOf(places(/\b(simpleQuery|drive)\(/, /^library\//)), ['library/database.js'],
    'statements run beside EmbeddedSession.answered')
})

test('the ready-made catalogs are of the data files and system views (else: node scripts/make-template.js)', () => {
  assert.ok(catalogTemplate() instanceof WholeTemplate)
})
