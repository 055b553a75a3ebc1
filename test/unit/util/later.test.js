/** Modules that are loaded when something of theirs is asked for, by a Node that can and by one that cannot. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { asDbError } from '../../../src/errors/engine.js'
import { temporaryDirectory } from '../../support/server-process.js'

/** @import { DbError } from '../../../src/errors/db-error.js' */

const ROOT = new URL('../../..', import.meta.url)
const INDEX = new URL('src/index.js', ROOT).href

/** @param {string} code of a module @param {string[]} [flags] @returns {string} what it prints */
const printed = (code, flags = []) =>
  execFileSync(process.execPath, [...flags, '--input-type=module', '-e', code], {
    encoding: 'utf8', cwd: fileURLToPath(ROOT), env: { ...process.env, NODE_OPTIONS: '' },
  }).trim()

const [major, minor] = process.versions.node.split('.').map(Number)
const AS_OLDER = major > 20 || minor >= 19 ? ['--no-experimental-require-module'] : []

/** Things of modules that are late: a command, PL/pgSQL, a type, functions, operators, an encoding, a routine. */
const RARE = `
  import { open } from '${INDEX}'
  const db = await open(':memory:')
  const run = (text) => db.prepare(text).run()
  run('create table t (id int primary key, at interval)')
  run("insert into t values (1, '1 day'), (2, '2 days')")
  run('create function twice(n int) returns int language plpgsql as $$ begin return n * 2; end $$')
  const [row] = db.prepare("select string_agg(twice(id)::text, ',' order by id desc) as ids, max(at)::text as at,"
    + " encode(convert_to('日', 'EUC_JP'), 'hex') as jp from t").all()
  let routine
  try { db.prepare('select * from nowhere').all() } catch (error) { routine = error.routine }
  console.log(JSON.stringify({ ...row, routine }))
  await db.close()`
const ANSWER = '{"ids":"4,2","at":"2 days","jp":"c6fc","routine":"parserOpenTable"}'

test('what is rare is there for synchronous callers when it is asked for', () => {
  assert.equal(printed(RARE), ANSWER)
})

test('a Node that requires no ES modules has all of it when a database is open', () => {
  assert.equal(printed(RARE, AS_OLDER), ANSWER)
})

test('of several that open a database at once each has all of it', () => {
  const several = `
    import { open } from '${INDEX}'
    const opened = async () => {
      const db = await open(':memory:')
      db.prepare('create table t (id int primary key, at interval)').run()
      await db.close()
      return 'created'
    }
    console.log((await Promise.all([opened(), opened(), opened()])).join(' '))`
  assert.equal(printed(several, AS_OLDER), 'created created created')
})

test('functions that cannot be loaded for want of stack are there when there is room', () => {
  const deep = `
    import { builtinFunction } from '${new URL('src/functions/registry.js', ROOT).href}'
    let tries = 0
    const dive = () => {
      try { dive() } catch (error) { if (!(error instanceof RangeError)) throw error }
      if (found) return
      tries++
      try { found = builtinFunction('jsonb_build_object') } catch (error) {
        if (!(error instanceof RangeError)) throw error
      }
    }
    let found
    dive()
    console.log(tries > 1, found?.name, builtinFunction('upper')?.name)`
  assert.equal(printed(deep), 'true jsonb_build_object upper')
})

test('importing the library loads no commands, tables of encodings or languages', () => {
  const loaded = printed(`
    import { Session } from 'node:inspector/promises'
    const session = new Session()
    session.connect()
    const seen = []
    session.on('Debugger.scriptParsed', ({ params: { url } }) => seen.push(url))
    await session.post('Debugger.enable')
    const { open } = await import('${INDEX}')
    const db = await open(':memory:')
    await db.query('select 1')
    console.log(seen.filter((url) => url.startsWith('${ROOT.href}src/')).join(' '))
    await db.close()`)
  assert.match(loaded, /src\/engine\/cluster\/cluster\.js/)
  for (const rare of ['commands/tables/create-table', 'strings/multibyte-tables', 'plpgsql/run', 'join/hash-join'])
    assert.ok(!loaded.includes(rare), rare)
})

test('a stack that has no room for the loader leaves it whole', () => {
  const deep = `
    import { later } from '${new URL('src/util/later.js', ROOT).href}'
    const rare = later('${INDEX}', './engine/commands/tables/create-table.js')
    let tries = 0
    const dive = () => {
      try { dive() } catch (error) { if (!(error instanceof RangeError)) throw error }
      if (loaded !== null) return
      tries++
      try { loaded = rare() } catch (error) { if (!(error instanceof RangeError)) throw error }
    }
    let loaded = null
    dive()
    console.log(tries > 1, typeof loaded?.runCreateTable)`
  assert.equal(printed(deep), 'true function')
})

test('a process whose descriptors are all in use loads what it needs', () => {
  const full = `
    import fs from 'node:fs'
    import { open } from '${INDEX}'
    const db = await open(':memory:')
    const held = []
    try { for (;;) held.push(fs.openSync('/dev/null')) } catch (error) { console.log(error.code) }
    await db.exec('create table t (id int primary key, e interval)')
    await db.exec("do 'begin perform 1; end'")
    console.log(await db.exec('select 1/0').catch((error) => error.code))
    for (const each of held) fs.closeSync(each)
    await db.close()`
  const few = `ulimit -n 1024; exec "${process.execPath}" --input-type=module -e "$0"`
  const env = { ...process.env, NODE_OPTIONS: '' }
  const told = execFileSync('sh', ['-c', few, full], { encoding: 'utf8', cwd: fileURLToPath(ROOT), env })
  assert.equal(told.trim(), 'EMFILE\n22012')
})

test('a module that cannot be opened for want of descriptors is 53000', () => {
  const refused = Object.assign(new Error("EMFILE: too many open files, open '/rare.js'"),
    { code: 'EMFILE', syscall: 'open', path: '/rare.js' })
  const told = /** @type {DbError} */ (asDbError(refused))
  assert.deepEqual([told.code, told.message], ['53000', 'could not open file "/rare.js": Too many open files'])
  const missing = Object.assign(new Error('no such module'), { code: 'ENOENT', syscall: 'open', path: '/rare.js' })
  assert.equal(asDbError(missing), missing)
})

const requires = /** @type {{ require_module?: boolean }} */ (process.features).require_module === true

test('what is left is loaded by itself, and nobody waits for it', { skip: !requires }, () => {
  const rest = `
    import { writeFileSync } from 'node:fs'
    import { pathToFileURL } from 'node:url'
    import { later, loadRest } from '${new URL('src/util/later.js', ROOT).href}'
    const dir = '${temporaryDirectory()}'
    for (const name of ['one', 'two']) {
      writeFileSync(dir + '/' + name + '.mjs', 'globalThis.seen = [globalThis.seen, "' + name + '"].join(" ")')
      later(pathToFileURL(dir + '/x.js').href, './' + name + '.mjs')
    }
    later(pathToFileURL(dir + '/x.js').href, './missing.mjs')
    loadRest(1)
    console.log(globalThis.seen ?? 'one that is not there waits')
    const until = setInterval(() => {
      if (!String(globalThis.seen).includes('one')) return
      clearInterval(until)
      console.log(globalThis.seen.trim())
    }, 1)`
  assert.equal(printed(rest), 'one that is not there waits\ntwo one')
})

test('an error is told without its routine where the table of them cannot be loaded', () => {
  const flags = requires ? ['--no-experimental-require-module'] : []
  assert.equal(printed(`
    import { DbError } from '${new URL('src/errors/db-error.js', ROOT).href}'
    const error = new DbError('42601', 'syntax error at or near "selec"')
    console.log(error.code, error.routine)`, flags), '42601 undefined')
})

test('what is loaded in a promise has its own late modules, on a Node that requires none', () => {
  const flags = requires ? ['--no-experimental-require-module'] : []
  const dir = temporaryDirectory()
  const later = new URL('src/util/later.js', ROOT).href
  assert.equal(printed(`
    import { writeFileSync } from 'node:fs'
    import { pathToFileURL } from 'node:url'
    import { soon } from '${later}'
    writeFileSync('${dir}/rare.mjs', 'export const answer = 42')
    writeFileSync('${dir}/part.mjs', 'import { later } from "${later}"\\n'
      + 'const rare = later(import.meta.url, "./rare.mjs")\\nexport const ask = () => rare().answer')
    const { ask } = await soon(pathToFileURL('${dir}/x.js').href, './part.mjs')
    console.log(ask())`, flags), '42')
})
