/**
 * Tidy is a test: the tree keeps its shape or this fails. Imports point down, every module is reachable from an entry
 * point, the disk is touched only by the VFS and the command line, and nothing below the server reads the clock or
 * throws dice.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { readFileSync, readdirSync, existsSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { catalogTemplate } from '../src/catalog/template.js'
import { WholeTemplate } from '../src/storage/template.js'

const root = normalize(join(dirname(fileURLToPath(import.meta.url)), '..'))

/** A folder may import from itself and from every folder with a smaller number. */
const LAYER = /** @type {Record<string, number>} */ ({
  util: 0, errors: 1, profile: 2, types: 2, config: 3, 'storage/vfs': 4, wal: 5, storage: 6, txn: 7, 'storage/btree': 8,
  'storage/gin': 8.2, 'storage/heap': 8.3, 'storage/gist': 8.5, catalog: 9, functions: 10, extensions: 10.5,
  planner: 11, executor: 12, procedures: 12.5, parser: 5, engine: 13, 'engine/turns': 13, 'engine/session': 13.1,
  'engine/statements/core': 13.2, 'engine/statements/ways-in': 13.3, 'engine/commands': 13.4, 'engine/cluster': 13.5,
  'engine/door': 13.6, server: 14, library: 15, remote: 15.5, '.': 16, pg: 17, test: 17, worker: 17,
})
/**
 * Circles of files that are there: one of its files, how many they are. A circle that holds none of these fails, and
 * one that grows; who opens one strikes it here. To stay is the binder's own recursion alone (an expression holds a
 * query, which holds expressions).
 */
const CIRCLES = /** @type {Record<string, number>} */ ({
  'planner/bind/select.js': 41,
})
/** How often the type `any` is written in a folder: the numbers only fall. */
const ANY_MAX = /** @type {Record<string, number>} */ ({
  '.': 2, catalog: 325, config: 1, engine: 489, errors: 4, executor: 545, extensions: 1, functions: 429, library: 97,
  parser: 34, pg: 5, planner: 427, procedures: 132, profile: 9, remote: 35, server: 8, storage: 43, txn: 4, types: 192,
  util: 15, wal: 4,
})
/** How many errors a folder makes by their SQLSTATE (else: a constructor of src/errors): the numbers only fall. */
const INLINE_ERRORS_MAX = /** @type {Record<string, number>} */ ({ engine: 4, parser: 1, procedures: 3, remote: 3 })
/** The executor sees the planner's plan shapes and nothing else of it. */
const PLAN_SHAPES = new Set(['planner/plan.js', 'planner/plan-nodes.js'])

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

/** Relative imports, those that come later (util/later.js) too. */
const IMPORT = /(?:from|import|(?:later|soon)\(import\.meta\.url,)\s*\(?\s*'(\.[^']+)'/g

/** Relative imports of a file, those of types in comments included. @param {string} file */
const edges = (file) => [...read(file).matchAll(IMPORT)]
  .map((match) => relative('.', normalize(join(dirname(file), match[1]))).replaceAll('\\', '/'))

/** A file without its comments. @param {string} file */
const code = (file) => read(file).replace(/\/\*[\s\S]*?\*\//g, '')

/** Relative imports of a file's code. @param {string} file */
const codeEdges = (file) => [...code(file).matchAll(IMPORT)]
  .map((match) => relative('.', normalize(join(dirname(file), match[1]))).replaceAll('\\', '/'))

test('imports point down', () => {
  for (const file of files) {
    // Between the layers of the engine a type may name what stands above: what is handed down has a name there.
    const inEngine = file.startsWith('engine/')
    const held = inEngine ? new Set(codeEdges(file)) : null
    for (const to of edges(file)) {
      if (held !== null && to.startsWith('engine/') && !held.has(to)) continue
      if (!to.endsWith('.js') || to.startsWith('..')) continue
      const above = folder(file)
      const below = folder(to)
      if (above === 'executor' && below === 'planner') {
        assert.ok(PLAN_SHAPES.has(to), `${file} must not import ${to}`)
        continue
      }
      assert.ok(above === below || LAYER[below] < LAYER[above], `${file} (${above}) must not import ${to} (${below})`)
    }
  }
})

const LATER =
  /typeof import\('([^']+)'\)\} \*\/\n(?:export )?const \w+ = later\(import\.meta\.url, '([^']+)'\)/g

test('what comes later is typed as what it is, and is known in one form (scripts/package/late-imports.js)', () => {
  for (const file of files.filter((name) => name !== 'util/later.js')) {
    const text = read(file)
    let count = 0
    for (const [, type, path] of text.matchAll(LATER)) {
      count++
      assert.equal(type, path, file)
    }
    assert.equal(code(file).match(/\blater\(import\.meta/g)?.length ?? 0, count, file)
    assert.doesNotMatch(code(file), /\bimport\('\./, `${file}: soon()`)
  }
})

/** Sets of files each of which imports all others, by way of some. @returns {string[][]} sorted */
function circles() {
  const known = new Set(files)
  const index = new Map()
  const low = new Map()
  /** @type {string[]} */
  const stack = []
  const onStack = new Set()
  /** @type {string[][]} */
  const found = []
  /** @param {string} file */
  const visit = (file) => {
    index.set(file, index.size)
    low.set(file, index.get(file))
    stack.push(file)
    onStack.add(file)
    for (const to of codeEdges(file)) {
      if (!known.has(to)) continue
      if (!index.has(to)) {
        visit(to)
        low.set(file, Math.min(low.get(file), low.get(to)))
      } else if (onStack.has(to)) low.set(file, Math.min(low.get(file), index.get(to)))
    }
    if (low.get(file) !== index.get(file)) return
    const circle = stack.splice(stack.indexOf(file))
    for (const one of circle) onStack.delete(one)
    if (circle.length > 1) found.push(circle.sort())
  }
  for (const file of files) if (!index.has(file)) visit(file)
  return found
}

test('no file imports itself by way of others, but for the circles in the list', () => {
  const left = { ...CIRCLES }
  for (const circle of circles()) {
    const name = circle.find((file) => file in left) ?? ''
    assert.ok(name in left, `a circle of files: ${circle.join(' ')}`)
    assert.ok(circle.length <= left[name], `the circle of ${name} has grown to ${circle.length}: ${circle.join(' ')}`)
    delete left[name]
  }
  assert.deepEqual(left, {}, 'circles that are open now: strike them from the list')
})

test('the type any is written less and less', () => {
  /** @type {Record<string, number>} */
  const counts = {}
  for (const file of files) {
    const name = file.includes('/') ? file.slice(0, file.indexOf('/')) : '.'
    for (const comment of read(file).match(/\/\*\*[\s\S]*?\*\//g) ?? []) {
      const types = comment.match(/@\w+\s+\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g) ?? []
      for (const type of types) counts[name] = (counts[name] ?? 0) + (type.match(/\bany\b/g)?.length ?? 0)
    }
  }
  const above = Object.entries(counts).filter(([name, count]) => count > (ANY_MAX[name] ?? 0))
  assert.deepEqual(above, [], 'more than ANY_MAX says; who writes less lowers it')
})

test('who raises an error calls its constructor in src/errors, which knows its SQLSTATE', () => {
  /** @type {Record<string, number>} */
  const counts = {}
  for (const file of files.filter((name) => !name.startsWith('errors/'))) {
    const name = file.includes('/') ? file.slice(0, file.indexOf('/')) : '.'
    counts[name] = (counts[name] ?? 0) + (code(file).match(/\bnew DbError\(/g)?.length ?? 0)
  }
  const above = Object.entries(counts).filter(([name, count]) => count > (INLINE_ERRORS_MAX[name] ?? 0))
  assert.deepEqual(above, [], 'more than INLINE_ERRORS_MAX says; who writes less lowers it')
})

test('the library knows the door of an engine and nothing behind it', () => {
  for (const file of files.filter((name) => name.startsWith('library/'))) {
    for (const to of edges(file).filter((name) => name.startsWith('engine/'))) {
      assert.equal(to, 'engine/door/door.js', `${file} must not import ${to}`)
      assert.ok(!codeEdges(file).includes(to), 'the door is a shape')
    }
  }
})

test('every module is reachable from an entry point', () => {
  // Threads are started, not imported.
  const entries = ['index.js', 'pg/index.js', 'extension.js', 'test/index.js', 'engine/turns/long-call-thread.js']
  entries.push('worker/thread.js')
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
    // The loader keeps a descriptor, and reads nothing.
    if (!file.startsWith('storage/vfs/') && file !== 'util/later.js')
      assert.ok(!/'(node:)?fs(\/promises)?'/.test(text), `${file} imports node:fs`)
    if (!file.startsWith('server/') && !file.startsWith('library/') && folder(file) !== '.') {
      assert.ok(
        !/\bDate\.now\(|\bMath\.random\(|new Date\(\)/.test(text),
        `${file} reads an ambient clock or random source`,
      )
    }
  }
})

/** Of the tree's own tables and files, no user's text. */
const OWN_TEXT = ['catalog/views/', 'catalog/template.js']

test('blanks are PostgreSQL\'s (src/util/ascii.js), not those of JavaScript, which knows Unicode\'s', () => {
  for (const file of files.filter((name) => !OWN_TEXT.some((own) => name.startsWith(own)))) {
    for (const line of read(file).split('\n').filter((text) => !/^\s*(\/\*)?\*/.test(text))) {
      assert.ok(
        !/(^|[^\\\w])(\\\\)*\\[sS](?![\w\\])|\.trim(Start|End)?\(/.test(line.replace('[\\s\\S]', '')),
        `${file}: ${line}`,
      )
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
  const above = /^(engine\/(door|session|statements|commands|turns)|library|server|procedures)\//
  assert.deepEqual(filesOf(places(/\b(requestSync|syncSync|durable|durableInBatch)\(/, above)).sort(),
    ['engine/door/here.js', 'engine/session/gate.js', 'engine/session/stored-settings.js',
      'engine/session/telling-queue.js', 'engine/turns/others-turn.js', 'server/listener.js'],
    'somebody waits for the log beside the gate')
  assert.deepEqual(filesOf(places(/\.onNotice = |\.onNotification = /)).sort(),
    ['engine/door/here.js', 'engine/session/session.js', 'server/entrance.js'], 'somebody else hears of a session')
  assert.deepEqual(filesOf(places(/\bdoor\.(script|query)\(/, /^library\//)), ['library/session.js'],
    'statements run beside EmbeddedSession.answered')
})

test('what is done around a statement is done by its envelope', () => {
  const steps = /\b(fireDeferred|undoFailed|finishClose|session\.failed)\(|\.running = |gate\.(begin|end|succeeded)\(/
  const others = files.filter((file) => /^(engine|library|server|procedures)\//.test(file) && steps.test(code(file)))
  assert.deepEqual(others.sort(), [
    'engine/session/session.js', // finishClose, of a session that does nothing
    'engine/session/transaction-block.js', // abandon: the block of an idle session fails
    'engine/session/undo-ahead.js', // where undoFailed is
    'engine/statements/core/deferred.js', // where fireDeferred is
    'engine/statements/core/envelope.js',
    'engine/statements/ways-in/simple.js', // the gate between two statements of a text
  ])
})

test('the ready-made catalogs are of the data files and system views (else: node scripts/make-template.js)', () => {
  assert.ok(catalogTemplate() instanceof WholeTemplate)
})

const COLUMNS_MAX = 120
const BASELINE = join(root, 'test', 'tidy-baseline.json')
/** What is written by scripts, and answers of others. */
const NOT_OURS =
  /^src\/catalog\/data\/.*\.js$|^src\/types\/strings\/multibyte-tables\.js$|^test\/fixtures\/|^docs\/api\//

/** Per folder (of src and test: per folder in them) how many lines are too wide; rows of tables in prose may be. */
function wideLines() {
  const counts = /** @type {Record<string, number>} */ ({})
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8')
  const own = readdirSync(root, { withFileTypes: true }).filter(
    ({ name }) => !/^(node_modules|coverage|package|scratch|seawall-data|types|\..*)$/.test(name),
  )
  const all = own.flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(join(root, entry.name), { recursive: true, encoding: 'utf8' }).map(
          (file) => `${entry.name}/${file.replaceAll('\\', '/')}`,
        )
      : [entry.name],
  )
  for (const file of all.filter((name) => /\.(js|md)$/.test(name) && !NOT_OURS.test(name))) {
    const parts = dirname(file).split('/')
    const folder = parts.slice(0, /^(src|test)$/.test(parts[0]) ? 2 : 1).join('/')
    const wide = read(file)
      .split('\n')
      .filter((line) => line.length > COLUMNS_MAX && !(file.endsWith('.md') && /^\s*\|/.test(line)))
    counts[folder] = (counts[folder] ?? 0) + wide.length
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0).sort(([a], [b]) => a < b ? -1 : 1))
}

test(`lines wider than ${COLUMNS_MAX} columns only become fewer (then: UPDATE_TIDY=1 npx vitest run test/tidy.test.js)`, () => {
  const counts = wideLines()
  const baseline = JSON.parse(readFileSync(BASELINE, 'utf8'))
  const more = Object.entries(counts).filter(([folder, count]) => count > (baseline.wideLines[folder] ?? 0))
  assert.deepEqual(more.map(([folder, count]) => `${folder}: ${count}, were ${baseline.wideLines[folder] ?? 0}`), [])
  if (process.env.UPDATE_TIDY)
    writeFileSync(BASELINE, `${JSON.stringify({ ...baseline, wideLines: counts }, null, 2)}\n`)
})

test('the top folder holds no programs but configurations', () => {
  const programs = readdirSync(root).filter((name) => /\.[cm]?[jt]s$/.test(name))
  assert.deepEqual(programs.filter((name) => !name.includes('.config.')), [])
})
