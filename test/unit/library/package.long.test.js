/**
 * The package that is published: one script of all modules, the code cache that its first program leaves, one module
 * for bundlers, and the command line on top. It is the same program as the repository.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'seawall-package-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
// What the tests run under is not what a program runs under.
const cache = join(dir, 'cache')
const made = join(dir, 'package')
const env = { ...process.env, NODE_OPTIONS: '', SEAWALL_CACHE_DIR: cache }

/** @param {string} code a module @returns {any} what it prints, as JSON */
const run = (code) =>
  JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', code], { env, encoding: 'utf8' }))

const ANSWERS = (/** @type {string} */ from) => `
  import { DbError, Statement, open } from ${JSON.stringify(pathToFileURL(join(from, 'src/index.js')).href)}
  const db = await open(':memory:')
  await db.exec("create table t (a int primary key, b text); insert into t select g, 'row ' || g from generate_series(1, 100) g")
  const { rows } = await db.query("select a % 3 as k, count(*), max(b), avg(a)::numeric(10, 2), json_agg(a order by a) filter (where a < 9) from t group by 1 order by 1")
  const error = await db.query('select a / 0 from t').catch((error) => error)
  const statement = db.prepare('select b from t where a = $1')
  const views = (await db.query('select count(*)::int as n from pg_class')).rows
  const words = (await db.query("select to_tsvector('english', 'The cats') || to_tsvector('yiddish', 'x') as v")).rows
  const { rows: there } = await db.query('select name from pg_available_extensions order by name')
  for (const { name } of there) await db.exec('create extension if not exists "' + name + '" cascade')
  const late = (await db.query("select hstore('a', '1') -> 'a' as a, similarity('word', 'words') as s")).rows
  console.log(JSON.stringify([rows, error.code, error.message, error instanceof DbError, statement instanceof Statement, statement.get(7), views, words,
    there, late]))
  await db.close()`

/** What the package's loader says of the code cache. */
const LOADED = () =>
  run(`import { cacheFile, loadBundle } from ${JSON.stringify(pathToFileURL(join(made, 'lib/load.js')).href)}
  console.log(JSON.stringify([cacheFile(), loadBundle().script.cachedDataRejected ?? null]))`)

beforeAll(() => { execFileSync(process.execPath, [join(ROOT, 'scripts/build-package.js'), made], { env }) }, 120_000)

test('the package answers as the repository does, from its code cache and without', () => {
  const expected = run(ANSWERS(ROOT))
  assert.equal(expected[1], '22012')
  assert.deepEqual(run(ANSWERS(made)), expected)
  const [file, rejected] = LOADED()
  assert.ok(file.startsWith(cache) && existsSync(file), 'the first program has left its code cache')
  assert.equal(rejected, false)
  assert.deepEqual(run(ANSWERS(made)), expected)
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  assert.equal(
    execFileSync(process.execPath, [join(made, 'bin/seawall.js'), '--version'], { env, encoding: 'utf8' }).trim(),
    version,
  )
  assert.ok(existsSync(join(made, 'src/engine/cluster/cluster.js')), 'the sources are there to be read')
})

test('the command line too reads the script, and no modules beside it that are in it', async () => {
  const seen = join(dir, 'seen.mjs')
  writeFileSync(seen, `import { register } from 'node:module'
    register('data:text/javascript,' + encodeURIComponent(\`export async function resolve(name, context, next) {
      if (/src.(engine|executor|storage|server.listener)/.test(name)) throw new Error('read: ' + name)
      return next(name, context)
    }\`))`)
  const own = { ...env, SEAWALL_CACHE_DIR: join(dir, 'served') }
  /** @type {bigint[]} when what is in the cache's folder was written */
  const kept = []
  for (let start = 0; start < 2; start++) {
    const server = spawn(
      process.execPath,
      ['--import', seen, join(made, 'bin/seawall.js'), 'serve', ':memory:', '--port', '0'],
      { env: own, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    const said = ['', '']
    server.stderr.on('data', (text) => { said[1] += text })
    const code = await new Promise((resolve) => {
      server.on('close', resolve)
      server.stdout.on('data', (text) => {
        said[0] += text
        for (const file of readdirSync(join(dir, 'served'), { recursive: true, encoding: 'utf8' }).sort())
          kept.push(statSync(join(dir, 'served', file), { bigint: true }).mtimeNs)
        server.kill('SIGTERM')
      })
    })
    assert.equal(code, 0, said[1])
    assert.match(said[0], /^psql /)
  }
  assert.equal(kept.length, 4, 'a folder and its code cache, for servers that do not end within a minute')
  assert.deepEqual(kept.slice(2), kept.slice(0, 2), 'which the second finds good')
})

test('modules share one scope, and what a first statement does not need waits', () => {
  const script = readFileSync(join(made, 'lib/seawall.js'), 'latin1')
  const functions = script.match(/^ {2}"src\/[^"]+"\(\) \{$/gm) ?? []
  assert.deepEqual(functions, [], 'an import() has made functions of them')
  const waiting = script.match(/^function \$\$\d+\(\) \{$/gm) ?? []
  assert.ok(waiting.length > 900, `only ${waiting.length} modules wait`)
})

test('a first statement in memory asks for none of the built-in modules that take long to be there', () => {
  const file = join(dir, 'first.mjs') // a text given to Node makes it load crypto
  writeFileSync(file, `const { open } = await import(${JSON.stringify(pathToFileURL(join(made, 'src/index.js')).href)})
    const db = await open(':memory:')
    await db.query('create table t (a int primary key, b text)')
    await db.query('insert into t values (1, $1)', ['x'])
    await db.query('select * from t where a = $1', [1])
    await db.close()
    console.log(process.moduleLoadList.join('\\n'))`)
  const loaded = execFileSync(process.execPath, [file], { env, encoding: 'utf8' }).split('\n')
  assert.ok(loaded.includes('NativeModule fs'))
  const slow = ['crypto', 'tls', 'http', 'worker_threads'].map((name) => `NativeModule ${name}`)
  assert.deepEqual(loaded.filter((name) => slow.includes(name)), [])
})

test('node-postgres in process is in the package', () => {
  const program = `import { Pool } from ${JSON.stringify(pathToFileURL(join(made, 'src/pg/index.js')).href)}
    const pool = new Pool({ connectionString: ':memory:' })
    const { rows } = await pool.query('select $1::int + 1 as n', [41])
    await pool.end()
    console.log(rows[0].n)`
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' })
  assert.equal(out.trim(), '42')
})

test('the thread of an engine, its module and the parser of trees are in the package', () => {
  const functions = join(dir, 'functions.mjs')
  writeFileSync(functions, `export default (db) => {
    db.createFunction('twice', { args: ['int4'], returns: 'int4' }, (n) => n * 2)
  }`)
  const program = join(dir, 'thread.mjs')
  const library = pathToFileURL(join(made, 'src/index.js')).href
  writeFileSync(program, `import { DbError, open } from ${JSON.stringify(library)}
    const told = []
    const db = await open(':memory:', { worker: ${JSON.stringify(functions)} })
    told.push((await db.query('select twice($1) as n', [21])).rows[0].n)
    const error = await db.query('select 1 / 0').catch((error) => error)
    told.push(error.code, error instanceof DbError)
    const fork = await db.fork()
    told.push((await fork.query('select 1 as n')).rows[0].n)
    await fork.close()
    await db.close()
    const here = await open(':memory:')
    const tree = { type: 'select', columns: [{ expr: { type: 'integer', value: 7 }, alias: { name: 'n' } }] }
    told.push((await here.query(tree)).rows[0].n)
    for await (const row of here.stream(tree)) told.push(row.n)
    await here.close()
    console.log(JSON.stringify(told))`)
  assert.deepEqual(JSON.parse(execFileSync(process.execPath, [program], { env, encoding: 'utf8' })),
    [42, '22012', true, 1, 7, 7])
})

test('databases of templates are in the package, and of the same engine', () => {
  const from = (/** @type {string} */ path) => JSON.stringify(pathToFileURL(join(made, path)).href)
  const program = join(dir, 'templates.mjs')
  writeFileSync(program, `import { Database, DbError } from ${from('src/index.js')}
    import { createTemplate } from ${from('src/test/index.js')}
    const template = await createTemplate({ migrate: (db) => db.exec('create table t (a int check (a > 0))') })
    const db = await template.fork()
    const { code } = await db.query('insert into t values (0)').catch((error) => error instanceof DbError ? error : {})
    const { rows } = await db.query('insert into t values (1) returning a')
    console.log(JSON.stringify([db instanceof Database, code, rows]))
    await db.close()
    await template.close()`)
  // The grammar's package is no dependency of the published one: nothing may look for it.
  const hidden = join(dir, 'hidden.mjs')
  writeFileSync(hidden, `import { register } from 'node:module'
    register('data:text/javascript,' + encodeURIComponent(\`export async function resolve(name, context, next) {
      if (name === 'libpg-query') throw new Error('looked for')
      return next(name, context)
    }\`))`)
  const out = execFileSync(process.execPath, ['--import', hidden, program], { env, encoding: 'utf8' })
  assert.deepEqual(JSON.parse(out), [true, '23514', [{ a: 1 }]])
})

test('a code cache that others may write, or that is damaged, is not used', () => {
  const [file] = LOADED()
  chmodSync(file, 0o666)
  assert.equal(LOADED()[1], process.platform === 'win32' ? false : null, 'others may write it')
  writeFileSync(file, 'nothing of the kind')
  chmodSync(file, 0o600)
  assert.equal(LOADED()[1], true, 'V8 refuses it')
  assert.equal(LOADED()[1], false, 'and the program that found it so has left another')
})

test('nothing of the machine is in the package, nothing runs when it is installed, and a cache directory can be declined', () => {
  const { scripts, dependencies } = JSON.parse(readFileSync(join(made, 'package.json'), 'utf8'))
  assert.deepEqual(Object.keys(scripts).sort(), ['bench', 'start'])
  assert.deepEqual(Object.keys(dependencies), ['commander', 'pg'])
  assert.deepEqual(readdirSync(join(made, 'lib')).sort(), [
    'LICENSE.libpg-query', 'data', 'engine-thread.js', 'libpg-query.wasm', 'load.js', 'long-call-thread.js',
    'seawall.js', 'standalone.js',
  ])
  for (const file of ['load.js', 'seawall.js', 'standalone.js'])
    assert.equal(readFileSync(join(made, 'lib', file), 'latin1').includes(ROOT), false, file)
  env.SEAWALL_CACHE_DIR = ''
  assert.deepEqual(LOADED(), [null, null])
  env.SEAWALL_CACHE_DIR = cache
})

test('a program bundled with the package is one file that runs anywhere, long calls on their thread included', async () => {
  const program = `${ANSWERS(made).replace(/from ".*?"/, "from 'seawall'")}
    const other = await open(process.argv[2])
    const { rows: [row] } = await other.query("select repeat('ab', 20000) || 'c' ~ '^(a|b|ab)*d$' as matches")
    await other.close()
    if (row.matches !== false) throw new Error('a regular expression matches what it must not')`
  for (const format of /** @type {const} */ (['esm', 'cjs'])) {
    const outfile = join(dir, `bundled-${format}`, format === 'esm' ? 'program.mjs' : 'program.cjs')
    const text =
      format === 'esm'
        ? program
        : `import { DbError, Statement, open } from 'seawall'\n(async () => {${program.replace(/import .*\n/, '')}})()`
    await build({
      stdin: { contents: text, resolveDir: dir }, alias: { seawall: join(made, 'lib/standalone.js') }, outfile, format,
      bundle: true, platform: 'node', logLevel: 'error',
    })
    const answers = JSON.parse(
      execFileSync(process.execPath, [outfile, join(dir, `data-${format}`)], {
        env, encoding: 'utf8', cwd: join(outfile, '..'),
      }),
    )
    assert.deepEqual(answers, run(ANSWERS(ROOT)), format)
  }
  assert.equal(
    JSON.parse(readFileSync(join(made, 'package.json'), 'utf8')).exports['.'].module, './lib/standalone.js',
    'where bundlers look',
  )
})
