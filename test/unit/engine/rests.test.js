/**
 * Commands whose rounds are short but many rest between them: each turn is counted where slices are as short as can be.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { TempFiles } from '../../../src/engine/session/temp-files.js'
import { TypedSet } from '../../../src/executor/spill/typed-set.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { unwatchedBy, watchedBy } from '../../../src/util/effort.js'

/** @param {string} setup @param {string} text @returns {Promise<number>} turns that others had meanwhile */
async function turnsOf(setup, text) {
  const db = await open(':memory:')
  try {
    await db.exec(setup)
    db.session.cluster.slices.next = () => 0
    let turns = 0
    let over = false
    const count = () => {
      if (over) return
      turns++
      setImmediate(count)
    }
    setImmediate(count)
    await db.exec(text)
    over = true
    return turns
  } finally {
    await db.close()
  }
}

/** @param {number} count @param {(at: number) => string} part */
const list = (count, part) => Array.from({ length: count }, (_, at) => part(at)).join()

test('ALTER TABLE rests between its subcommands', async () => {
  assert.ok(await turnsOf('CREATE TABLE t (a int)', `ALTER TABLE t ${list(60, (at) => `ADD c${at} int`)}`) >= 60)
})

test('a cursor that moves far rests between the rows it asks for', async () => {
  const cursor = 'BEGIN; DECLARE c SCROLL CURSOR FOR SELECT 1 FROM generate_series(1, 20000)'
  assert.ok(await turnsOf(cursor, 'MOVE 20000 IN c') >= 39)
  assert.ok(await turnsOf(`${cursor}; MOVE 20000 IN c`, 'MOVE BACKWARD 20000 IN c') >= 38)
})

test('ANALYZE rests while it looks at columns together', async () => {
  const columns = list(6, (at) => `c${at}`)
  const setup = `CREATE TABLE t (${list(6, (at) => `c${at} int`)});
    INSERT INTO t SELECT ${list(6, (at) => `i % ${at + 5}`)} FROM generate_series(1, 6000) i`
  const alone = await turnsOf(setup, 'ANALYZE t')
  const together = await turnsOf(`${setup}; CREATE STATISTICS s ON ${columns} FROM t`, 'ANALYZE t')
  assert.ok(together - alone > 100, `${together} and ${alone}`)
})

test('CREATE TYPE rests between its labels', async () => {
  assert.ok(await turnsOf('', `CREATE TYPE e AS ENUM (${list(640, (at) => `'l${at}'`)})`) >= 20)
})

test('CREATE TABLE rests between its CHECKs and defaults', async () => {
  assert.ok(await turnsOf('', `CREATE TABLE t (a int, ${list(40, (at) => `CHECK (a > ${at})`)})`) >= 80)
  assert.ok(await turnsOf('', `CREATE TABLE t (${list(40, (at) => `c${at} int DEFAULT ${at}`)})`) >= 40)
})

test('reads and writes of temporary files make the loops around them give way', () => {
  let tired = 0
  const watcher = /** @type {any} */ ({ tire: () => { tired++ } })
  const session = { settings: { get: () => -1 }, cluster: { vfs: new MemoryVfs() } }
  const file = new TempFiles(/** @type {any} */ (session)).tempFile()
  watchedBy(watcher)
  try {
    const page = new Uint8Array(65536).fill(7)
    for (let at = 0; at < 32; at++) file.writeSync(page, 0, page.length, at * page.length)
    assert.ok(tired >= 4, `${tired} by writes`)
    tired = 0
    for (let at = 0; at < 500; at++) file.readSync(page, 0, 4096, at * 4096)
    assert.ok(tired >= 15, `${tired} by reads of pages`)
    assert.equal(page[4095], 7)
  } finally {
    unwatchedBy(watcher)
    file.close()
  }
})

test('a set that has no more room keeps what it holds where it is', () => {
  const ctx = /** @type {any} */ ({ workMem: 65536, cursors: [], vfs: new MemoryVfs() })
  const set = new TypedSet(ctx, [])
  const keys = set.more()
  assert.equal(set.more(), keys)
  assert.deepEqual([keys.add('a'), keys.add('a'), keys.size], [true, false, 1])
})

test('a body of many statements rests between those that are planned', async () => {
  const body = Array.from({ length: 100 }, (_, at) => `PERFORM count(*) FROM pg_class WHERE oid = ${at};`).join('\n')
  assert.ok(await turnsOf('', `DO $$ BEGIN ${body} END $$`) > 40)
})

test('long messages make the loop around them rest', async () => {
  const turns = await turnsOf('', `DO $$ BEGIN FOR i IN 1 .. 20 LOOP RAISE NOTICE '%', repeat('x', 100000); END LOOP;
    END $$`)
  assert.ok(turns >= 19, String(turns))
})

test('a long list of a partition rests between what is made of it', async () => {
  assert.ok(await turnsOf('CREATE TABLE t (a int) PARTITION BY LIST (a)',
    `CREATE TABLE t1 PARTITION OF t FOR VALUES IN (${list(3000, (at) => String(at))})`) >= 3)
})

test('a body that another thread compiles does what a short one does, and knows its lines', async () => {
  const db = await open(':memory:')
  try {
    const block = 'BEGIN n := n + 1; EXCEPTION WHEN OTHERS THEN NULL; END;\n'
    await db.exec(`CREATE FUNCTION long(fails bool) RETURNS int LANGUAGE plpgsql AS $$DECLARE n int := 0; BEGIN
${block.repeat(1500)}IF fails THEN RAISE EXCEPTION 'here'; END IF; RETURN n; END $$`)
    assert.equal((await db.query('SELECT long(false) AS n')).rows[0].n, 1500)
    await assert.rejects(db.query('SELECT long(true)'), (/** @type {any} */ error) =>
      error.message === 'here' && error.where === 'PL/pgSQL function long(boolean) line 1502 at RAISE')
    assert.equal((await db.query('SELECT long(false) AS n')).rows[0].n, 1500)
  } finally {
    await db.close()
  }
})

test('a function that runs statements rests between them', async () => {
  const tables = Array.from({ length: 300 }, (_, at) => `CREATE TABLE s.t${at} (a int);`).join('')
  for (const name of ['schema_to_xml', 'schema_to_xmlschema']) {
    const turns = await turnsOf(`CREATE SCHEMA s; ${tables}`, `SELECT ${name}('s', true, false, '')`)
    assert.ok(turns >= 300, `${name} ${turns}`)
  }
})

test('xml of many attributes or references in one place', async () => {
  const attributes = "(SELECT string_agg('a' || i || '=\"&lt;\"', ' ') FROM generate_series(1, 20000) i)"
  assert.ok(await turnsOf('', `SELECT ('<a ' || ${attributes} || '/>')::xml`) >= 10)
  const db = await open(':memory:')
  try {
    await assert.rejects(db.query(`SELECT ('<a ' || ${attributes} || ' a19999="1"/>')::xml`),
      { code: '2200N' })
    assert.equal((await db.query(`SELECT length(('<a ' || ${attributes} || '/>')::xml::text) AS n`)).rows[0].n, 268898)
    const references = "xmlparse(DOCUMENT '<a>' || repeat('&amp;x', 5000) || '</a>')"
    const { rows } = await db.query(`SELECT (xpath('string(/a)', ${references}))[1]::text AS t`)
    assert.equal(rows[0].t.length, 30000)
  } finally {
    await db.close()
  }
})

test('one row that is compared with many patterns rests between them', async () => {
  const patterns = (/** @type {number} */ count) => list(count, (at) => `'x(${at}|y{1,${at % 9 + 2}})+z'`)
  const few = await turnsOf('', `SELECT 'text' ~ ANY (ARRAY[${patterns(20)}])`)
  const many = await turnsOf('', `SELECT 'text' ~ ANY (ARRAY[${patterns(4000)}])`)
  assert.ok(many >= few + 4, `${many} and ${few}`)
  await turnsOf('', `DO $$ BEGIN ASSERT NOT 'text' ~ ANY (ARRAY[${patterns(400)}]);
    ASSERT ('text' ~ ANY (ARRAY[${patterns(400)}, NULL])) IS NULL; ASSERT 'text' !~ ALL (ARRAY[${patterns(400)}]);
    ASSERT 'xyz' ~ ANY (ARRAY[${patterns(400)}]); END $$`)
})

test('a rule of many actions rests between them', async () => {
  const setup = `CREATE TABLE t (a int); CREATE TABLE u (a int);
    CREATE RULE r AS ON INSERT TO t DO ALSO (${
  list(60, (at) => `INSERT INTO u VALUES (NEW.a + ${at})`).replaceAll('),', ');')})`
  assert.ok(await turnsOf(setup, 'INSERT INTO t VALUES (1)') >= 240)
  const db = await open(':memory:')
  await db.exec(`${setup}; INSERT INTO t VALUES (1), (2)`)
  const { rows } = await db.query('SELECT count(*)::int AS n, sum(a)::int AS s FROM u')
  assert.deepEqual(rows, [{ n: 120, s: 3720 }])
  await db.close()
})

test('CREATE DOMAIN rests between its CHECKs', async () => {
  const checks = Array.from({ length: 40 }, (_, at) => `CHECK (VALUE > ${at})`).join(' ')
  assert.ok(await turnsOf('', `CREATE DOMAIN d AS int ${checks}`) >= 80)
})

test('what rests of its own accord goes on where nobody can wait', async () => {
  const db = await open(':memory:')
  try {
    db.prepare('CREATE DOMAIN d AS int CHECK (VALUE > 0) CHECK (VALUE < 9)').run()
    assert.deepEqual(db.prepare('SELECT 8::d AS n').get(), { n: 8 })
    assert.throws(() => db.prepare('SELECT 9::d').get(), { code: '23514' })
  } finally {
    await db.close()
  }
})

test('ALTER TABLE rests among the constant parts of a CHECK, and computes them', async () => {
  const setup = `CREATE TABLE t (a int, CHECK (${
    Array.from({ length: 1200 }, (_, at) => `a = ${at} * 2 + 1`).join(' OR ')})); INSERT INTO t VALUES (1), (7)`
  assert.ok(await turnsOf(setup, 'ALTER TABLE t ALTER a TYPE bigint') >= 18)
  const db = await open(':memory:')
  await db.exec(`CREATE TABLE t (a int[]); INSERT INTO t VALUES ('{1, 2}')`)
  await db.exec('ALTER TABLE t ADD CHECK (a <> (ARRAY[1, 2] || 3)), ADD CHECK (a[1] IN (abs(-1), 1 + 1))')
  await assert.rejects(db.exec('ALTER TABLE t ADD CHECK (a[1] IN (1, 2 / 0))'), { code: '22012' })
  await db.close()
})
