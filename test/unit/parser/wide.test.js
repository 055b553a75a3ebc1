/**
 * Long conditions and VALUES lists are folded and give what they give one by one; the grammar's work on long texts is
 * another thread's. Counted, not timed.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { Known, LongText, Rest, readingAhead } from '../../../src/parser/ahead.js'
import { noticesAhead } from '../../../src/parser/notices.js'
import { foldedTree, loadParser, parse } from '../../../src/parser/parser.js'
import { cutTree, joinedTree } from '../../../src/parser/pieces.js'
import { WIDE_MIN, unfolded } from '../../../src/parser/wide.js'
import { rounds } from '../../support/rounds.js'

/** @param {number} count @param {(at: number) => string} item @param {string} separator */
const chain = (count, item, separator) => Array.from({ length: count }, (_, at) => item(at)).join(separator)

/** @param {string} text */
const where = (text) => parse(`SELECT 1 FROM t WHERE ${text}`)[0].node.whereClause.BoolExpr

test('alike terms become one, others stay, and all can be had again', async () => {
  await loadParser()
  const wide = where(`${chain(WIDE_MIN, (at) => `a = ${at}`, ' OR ')} OR b IS NULL`)
  assert.equal(wide.args.length, 1)
  assert.equal(wide.wide.length, 1)
  assert.deepEqual(wide.wide[0].lists[0].slice(0, 3), [0, 1, 2])
  assert.equal(wide.wide[0].count, WIDE_MIN)
  const short = where(chain(3, (at) => `a = ${at}`, ' OR '))
  const again = unfolded(wide.wide[0])
    .slice(0, 3)
    .map((term) => JSON.stringify(term).replace(/"location":\d+,?/g, ''))
  assert.deepEqual(
    again,
    short.args.map((/** @type {any} */ term) =>
      JSON.stringify(term)
        .replace(/"location":\d+,?/g, '')
        .replace('"ival":{}', '"ival":{"ival":0}')
    )
  )
  assert.equal(where(chain(WIDE_MIN, (at) => `f${at}(a)`, ' OR ')).wide, undefined)
  assert.equal(where(chain(WIDE_MIN - 1, (at) => `a = ${at}`, ' OR ')).wide, undefined)
  const rows = where(`1 = 1 AND (a, b) IN (${chain(WIDE_MIN, (at) => `(${at}, 'x${at}')`, ', ')}, (c, d))`).args[1]
  assert.equal(rows.A_Expr.wide[0].count, WIDE_MIN)
  assert.equal(rows.A_Expr.rexpr.List.items.length, 1)
  const values = parse(`VALUES ${chain(WIDE_MIN, (at) => `(${at}, 'x${at}')`, ', ')}`)[0].node
  assert.equal(values.wideRows.lists.length, 2)
  assert.equal(values.valuesLists.length, WIDE_MIN)
})

test('a tree goes to another thread in pieces and is the same there', async () => {
  await loadParser()
  const text = `SELECT ${chain(4000, (at) => `f${at}(a, ARRAY[${at}, 2])`, ', ')} FROM t WHERE ${chain(
    WIDE_MIN,
    (at) => `a <> ${at}`,
    ' AND '
  )}`
  const tree = () => ({
    stmts: [
      { stmt: parse(text.replace(/ WHERE.*/, ''))[0].stmt },
      { stmt: { List: { items: [1, { BoolExpr: { boolop: 'AND_EXPR', args: [] } }] } } },
    ],
  })
  const cut = structuredClone(cutTree(tree()))
  assert.ok(cut.pieces.length > 5)
  const steps = joinedTree(cut)
  let rests = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) rests++
  assert.deepEqual(step.value, tree())
  assert.equal(rests, cut.pieces.length)
})

test('long texts are asked for before they are needed', async () => {
  await loadParser()
  const text = `SELECT ${chain(5000, (at) => `a${at}`, ' + ')}`
  assert.throws(
    () => readingAhead(new Known(), () => parse(text)),
    (error) => error instanceof LongText && error.text === text
  )
  const known = new Known([[text, { tree: { stmts: [{ stmt: { SelectStmt: { targetList: [] } } }] } }]])
  const [statement] = readingAhead(known, () => parse(text))
  assert.equal(statement.tag, 'SelectStmt')
  assert.equal(readingAhead(known, () => parse(text))[0], statement)
})

test('very long texts are looked through a stretch after the other, and read as short ones', async () => {
  await loadParser()
  const filling = `'${"''".repeat(1_100_000)}'`
  for (const [before, after] of [
    ['SELECT json_value(', ')'], ['SELECT ', ", E'a\\vb', 'c' -- comment\n 'd'"], ['SELECT a', ' FROM x.y.z'],
    ['SELECT ', ' AS system_user, 1_000'], ['SET x = $1, ', ''],
  ]) {
    const told = (/** @type {() => unknown} */ call) => {
      try {
        return JSON.stringify(call(), (key, value) => key === 'text' || key === 'sval' ? value.slice(-40) : value)
      } catch (error) {
        if (error instanceof LongText || error instanceof Rest) throw error
        return `${/** @type {Error} */ (error).message}`.slice(0, 200)
      }
    }
    const text = before + filling + after
    const known = new Known()
    let rests = 0
    const ahead = (/** @type {string} */ asked) => told(() => readingAhead(known, () => parse(asked)))
    for (;;) {
      try {
        assert.equal(ahead(text), told(() => parse(text)))
        break
      } catch (error) {
        if (error instanceof LongText) {
          try {
            known.set(error.text, { tree: foldedTree(error.text) })
          } catch (failure) {
            known.set(error.text, { failure })
          }
        } else if (error instanceof Rest) rests++
        else throw error
      }
    }
    assert.ok(rests >= 4, String(rests))
  }
})

test('what is looked for in a whole text is found in a long one as in a short one', async () => {
  /** @type {string[]} */
  let notices = []
  const db = await open(':memory:', { onNotice: ({ message }) => notices.push(message) })
  for (const length of [1, 100_000]) {
    notices = []
    const long = `SELECT '${'x'.repeat(length)}'::text AS "${'n'.repeat(70)}", interval(1) '1' < interval(9) '1'`
    await db.query(long)
    assert.deepEqual(notices, [`identifier "${'n'.repeat(70)}" will be truncated to "${'n'.repeat(63)}"`,
      'INTERVAL(9) precision reduced to maximum allowed, 6'])
    await assert.rejects(db.query(`SELECT '${'x'.repeat(length)}' IS JSON`), { code: '42601' })
  }
  // Times without parentheses behind them are not looked at again and again.
  assert.equal(noticesAhead(`${'a time '.repeat(200_000)} interval (5) '1'`).mayReduce, false)
  assert.equal(noticesAhead(`f(time) (12) timestamp with time zone ( 9)`).mayReduce, true)
  await db.close()
})

test('wide conditions answer as their parts do', async () => {
  const db = await open(':memory:')
  await db.exec("CREATE TABLE t (id int PRIMARY KEY, a int, b text, d date); INSERT INTO t SELECT i, nullif(i % 100, 7), 'x' || i, date '2020-01-01' + i FROM generate_series(1, 150) i")
  const ask = async (/** @type {string} */ condition) =>
    JSON.stringify((await db.query(`SELECT count(*) AS n, sum(id) AS s FROM t WHERE ${condition}`)).rows)
  const count = WIDE_MIN + 70
  /** @type {((at: number) => string)[]} */
  const terms = [(at) => `a = ${at * 3}`, (at) => `a <> ${at + 30}`, (at) => `(a = ${at} AND id < ${at * 2})`,
    (at) => `b = 'x${at}'`, (at) => `b LIKE 'x${at}%'`, (at) => `d = '2020-01-${at % 9 + 10}'`,
    (at) => `id::numeric = ${at}`, (at) => `a + ${at} > 1100`, (at) => `NOT (a = ${at})`,
      (at) => `a IS DISTINCT FROM ${at}`, (at) => `coalesce(a, ${at}) = 5`, (at) => `${at} = a`,
    (at) => `a IN (${at}, ${at + 5})`, (at) => at % 2 === 0 ? `a = ${at}` : `id > ${at}`,
      (at) => `a = ${at}.5 + 0.5`, (at) => `b::bpchar = 'x${at} '`, (at) => `EXISTS (SELECT ${at})`]
  for (const term of rounds(terms.filter((_, at) => at % 3 === 0), terms)) {
    for (const [operator, test] of [
      ['AND', 'IS TRUE'],
      ['OR', 'IS TRUE'],
    ]) {
      const parts = Array.from(
        { length: Math.ceil(count / 400) },
        (_, part) =>
          `((${chain(Math.min(400, count - part * 400), (at) => term(part * 400 + at), ` ${operator} `)}) ${test})`
      )
      assert.equal(
        await ask(chain(count, term, ` ${operator} `)),
        await ask(parts.join(` ${operator} `)),
        `${term} ${operator}`
      )
    }
  }
  const plan = (await db.query(`EXPLAIN SELECT * FROM t WHERE ${chain(count,
    (at) => `(id = ${at} AND a > ${at})`, ' OR ')}`)).rows.map((row) => Object.values(row)[0]).join('\n')
  assert.match(plan, /Filter: \(\(\(id = 0\) AND \(a > 0\)\) OR \(\(id = 1\) AND \(a > 1\)\) OR/)
  await assert.rejects(db.query(`SELECT * FROM t WHERE ${chain(count,
    (at) => `d = '2020-01-${at % 40 + 1}'`, ' OR ')}`), { code: '22008' })
  await db.exec(`CREATE VIEW v AS SELECT id FROM t WHERE ${chain(count, (at) => `id <> ${at + 10}`, ' AND ')}`)
  assert.deepEqual((await db.query('SELECT count(*) AS n FROM v')).rows, [{ n: '9' }])
  await db.close()
})

test('long lists of IN answer as their parts do', async () => {
  const db = await open(':memory:')
  await db.exec("CREATE TABLE t (id int PRIMARY KEY, a int, b text)")
  await db.exec("INSERT INTO t SELECT i, nullif(i % 100, 7), 'x' || i FROM generate_series(1, 150) i")
  const ask = async (/** @type {string} */ condition) =>
    JSON.stringify((await db.query(`SELECT count(*) AS n, sum(id) AS s FROM t WHERE ${condition}`)).rows)
  const count = WIDE_MIN + 70
  const lists = /** @type {[string, (at: number) => string][]} */ ([
    ['(id, b)', (at) => `(${at}, 'x${at}')`], ['(a, id)', (at) => `(${at}, ${at + 100})`],
    ['(id, b)', (at) => `(${at} + 1, 'x' || (${at} + 1))`], ['a', (at) => `id - ${at * 100}`],
    ['a', (at) => at % 2 === 0 ? `id - ${at}` : `${at}`], ['b', (at) => `'x' || ${at}`],
    ['(a, random() < 2)', (at) => `(${at}, true)`], ['(a, b)', (at) => at === 900 ? '(id, b)' : `(${at}, NULL)`],
    ['a', (at) => `(SELECT ${at})`], ["b || ''", (at) => `'x${at}'`],
  ])
  for (const [left, item] of rounds(lists.filter((_, at) => at % 2 === 0), lists)) {
    for (const not of ['', 'NOT ']) {
      const parts = Array.from({ length: Math.ceil(count / 400) }, (_, part) =>
        `(${left} ${not}IN (${chain(Math.min(400, count - part * 400), (at) => item(part * 400 + at), ', ')}))`)
      assert.equal(
        await ask(`${left} ${not}IN (${chain(count, item, ', ')})`),
        await ask(`(${parts.join(not === '' ? ' OR ' : ' AND ')})`), `${left} ${not}IN ${item}`
      )
    }
  }
  await assert.rejects(ask(`(id, b) IN (${chain(count, (at) => `(${at}, ${at})`, ', ')})`), { code: '42883' })
  await db.exec(`CREATE VIEW v AS SELECT id FROM t WHERE (id, a) IN (${chain(count, (at) => `(${at}, ${at})`, ', ')})`)
  assert.deepEqual((await db.query('SELECT count(*) AS n FROM v')).rows, [{ n: '98' }])
  const { rows: [{ text }] } = await db.query("SELECT pg_get_viewdef('v') AS text")
  assert.match(/** @type {string} */ (text), /\(t\.id = 1093\) AND \(t\.a = 1093\)/)
  await db.close()
})

test('wide VALUES are the rows that were written', async () => {
  const db = await open(':memory:')
  const ask = async (/** @type {string} */ text) => Object.values((await db.query(text)).rows[0])
  const count = WIDE_MIN + 70
  const sum = String(count * (count - 1) / 2)
  for (const row of /** @type {((at: number) => string)[]} */ ([(at) => `(${at}, 'x${at}')`,
    (at) => `(${at} + 0, 'x' || ${at})`, (at) => `(${at}, date '2020-01-01' + ${at})`, (at) => `(${at}, NULL)`,
    (at) => `(${at % 2 === 0 ? at : `'${at}'`}, 1)`, (at) => `(${at}, (SELECT ${at}))`])) {
    const rows = chain(count, row, ', ')
    assert.deepEqual(
      await ask(
        `SELECT count(*) AS n, sum(a) AS s, count(*) FILTER (WHERE a % 7 = 1) AS f FROM (VALUES ${rows}) v(a, b)`
      ),
      [String(count), sum, String(Math.ceil((count - 1) / 7))],
      String(row)
    )
    assert.deepEqual(await ask(`SELECT count(*) AS n FROM (VALUES ${rows}) v(a, b) WHERE a < 5`), ['5'])
  }
  await db.exec("CREATE TABLE t (id int GENERATED BY DEFAULT AS IDENTITY, a bigint, b varchar(6), d date DEFAULT '2020-02-02'); CREATE VIEW w AS SELECT a, b FROM t; CREATE TABLE u (a int); CREATE RULE r AS ON INSERT TO u DO ALSO INSERT INTO t (a) VALUES (new.a)")
  await db.query(`INSERT INTO t (a, b) VALUES ${chain(count, (at) => `(${at}, 'x' || ${at})`, ', ')}`)
  await db.query(`INSERT INTO w (a, b) VALUES ${chain(count, (at) => `(${at} * 1, 'y' || ${at})`, ', ')}`)
  await db.query(`INSERT INTO t (a, d) VALUES ${chain(count, (at) => `(${at}, DEFAULT)`, ', ')}`)
  await db.query(`INSERT INTO u VALUES ${chain(count, (at) => `(${at} * 1)`, ', ')}`)
  assert.deepEqual(
    await ask('SELECT count(*) AS n, sum(a) AS s, max(id) AS i, count(b) AS b, min(d::text) AS d FROM t'),
    [String(4 * count), String(4 * Number(sum)), 4 * count, String(2 * count), '2020-02-02']
  )
  await assert.rejects(
    db.query(`INSERT INTO t (a, b) VALUES ${chain(count, (at) => `(${at}, 'xxxxx' || ${at})`, ', ')}`),
    { code: '22001' }
  )
  await assert.rejects(
    db.query(`INSERT INTO t (a, d) VALUES ${chain(count, (at) => `(1 + ${at}, '2020-13-1')`, ', ')}`),
    { code: '22008' }
  )
  await db.close()
})
