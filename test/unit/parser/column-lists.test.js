/** SET (a, b, …) = (…) of many columns is read with its source once, and means what it means one by one. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { readLists } from '../../../src/parser/column-lists.js'
import { loadParser, parse } from '../../../src/parser/parser.js'

const COUNT = 60
/** @param {(at: number) => string} item */
const list = (item) => Array.from({ length: COUNT }, (_, at) => item(at)).join(', ')
const LONG = `/* ${'é'.repeat(2048)} */`
const columns = list((at) => `c${at}`)

/** @param {import('../../../src/parser/wide.js').Tree} tree @returns {number} */
const size = (tree) => JSON.stringify(tree).length

test('the source of many columns is in the tree once', async () => {
  await loadParser()
  const update = (/** @type {string} */ rest) => parse(`${LONG} UPDATE t SET ${rest}`)[0].node
  const values = `(SELECT ${list((at) => `'v' || c${at}`)})`
  const node = update(`a = 1, (${columns}) = ${values}, b = 'é' WHERE d = 2`)
  assert.equal(node.targetList.length, COUNT + 2)
  assert.equal(node.targetList[1].ResTarget.val.MultiAssignRef.source.SubLink.subLinkType, 'EXPR_SUBLINK')
  assert.equal(node.targetList[2].ResTarget.val.MultiAssignRef.source, undefined)
  assert.equal(node.targetList[COUNT].ResTarget.val.MultiAssignRef.ncolumns, COUNT)
  assert.ok(size(node) < 60 * COUNT * 10)
  // Places are those of the whole text.
  const text = `${LONG} UPDATE t SET (${columns}) = ROW (${list((at) => `x${at}`)})`
  const row = parse(text)[0].node.targetList[0].ResTarget.val.MultiAssignRef.source.RowExpr
  assert.equal(row.args[7].ColumnRef.location, Buffer.byteLength(text.slice(0, text.indexOf('x7'))))
})

test('what is no list of columns is read as it is', async () => {
  await loadParser()
  for (const [text, pieces] of /** @type {[string, number][]} */ ([
    [`SELECT 1 AS set, (${columns}) = (${columns}) ${LONG}`, 3],
    [`UPDATE t SET a = 1 WHERE (${columns}) = (SELECT ${columns}) ${LONG}`, 1],
    [`UPDATE t SET x = 'set (${columns}) = (${columns})' ${LONG}`, 1],
    [`UPDATE t SET (${columns}) = (${columns}) + 1 ${LONG}`, 1],
    [`INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET (${columns}) /* x */ = (${columns}) ${LONG}`, 2],
    [`WITH u AS (UPDATE t SET (${columns}) = (${columns}), (${columns}) = (${columns})) SELECT 1 ${LONG}`, 3],
    [`WITH u AS (UPDATE t SET (${columns}) = (${columns}) RETURNING a) SELECT (${columns}) = (1) ${LONG}`, 2],
  ])) {
    let read = 0
    const tree = readLists(text, (piece) => {
      read++
      return { stmts: parse(piece).map(({ stmt }) => ({ stmt })) }
    })
    if (text.startsWith('SELECT')) assert.equal(tree.stmts[0].stmt.SelectStmt.targetList[1].ResTarget.val.A_Expr.lexpr
      .RowExpr.args.length, COUNT)
    assert.equal(read, pieces, text.slice(0, 60))
  }
})

test('answers and errors are those of short lists', async () => {
  const db = await open()
  const wrong = async (/** @type {string} */ sql) => {
    try {
      await db.query(sql)
    } catch (error) {
      const { code, message, position } = /** @type {any} */ (error)
      return `${code} ${message} ${position}`
    }
    return ''
  }
  await db.query(`CREATE TABLE t (k int PRIMARY KEY, ${list((at) => `c${at} int`)})`)
  await db.query(`INSERT INTO t VALUES (1, ${list(String)}), (2, ${list(String)})`)
  const source = `(SELECT ${list((at) => `${at} + x.k`)} FROM t x WHERE x.k = t.k)`
  await db.query(`UPDATE t SET (${columns}) = ${source} ${LONG} WHERE k = 2`)
  assert.deepEqual((await db.query('SELECT c0, c59 FROM t ORDER BY k')).rows, [{ c0: 0, c59: 59 }, { c0: 2, c59: 61 }])
  await db.query(`INSERT INTO t VALUES (1) ON CONFLICT (k) DO UPDATE ${LONG} SET (${columns}) = (${list((at) =>
    at === 59 ? 'DEFAULT' : `excluded.k + ${at}`)})`)
  assert.deepEqual((await db.query('SELECT c0, c58, c59 FROM t WHERE k = 1')).rows, [{ c0: 1, c58: 59, c59: null }])
  const begin = `UPDATE t SET (${columns}) =`
  for (const rest of [
    '(SELECT 1)', '(1, 2)', `(SELECT ${columns} FROM)`, `(${columns}) garbage é`, `(${columns}, nix)`,
  ]) {
    const said = await wrong(`${begin} ${rest} ${LONG}`)
    const at = Number(said.split(' ').at(-1))
    assert.match(said, /^(42601|42703) /)
    assert.ok(at > begin.length && at <= begin.length + rest.length + 1, said)
  }
  await db.close()
})
