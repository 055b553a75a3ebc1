/** psql as it is: its backslash commands, tables of results, error reports, COPY. */
import assert from 'node:assert/strict'
import { afterAll, beforeAll, test } from 'vitest'
import { ServerProcess, missing, runClient, temporaryDirectory } from '../support/server-process.js'

const skip = missing('psql')
/** @type {ServerProcess} */
let server
/** @param {...string} commands @returns {ReturnType<typeof runClient>} */
const psql = (...commands) => runClient(server, 'psql', commands.flatMap((command) => ['-c', command]))

beforeAll(async () => {
  if (skip) return
  server = await ServerProcess.start(temporaryDirectory())
  const { stderr } = await psql(
    'CREATE TABLE books (id int PRIMARY KEY, title text NOT NULL, price numeric(8,2) DEFAULT 9.99, CHECK (price > 0))',
    'CREATE INDEX ON books (title, price DESC)',
    "INSERT INTO books VALUES (1, 'Sea', 12), (2, 'Wall', DEFAULT)"
  )
  assert.equal(stderr, '')
})
afterAll(async () => { await server?.stop() })

test('rows are printed as a table', async (context) => {
  if (skip) context.skip(skip)
  const { stdout, code } = await psql('SELECT * FROM books ORDER BY id')
  assert.equal(code, 0)
  assert.equal(
    stdout,
    ' id | title | price \n----+-------+-------\n  1 | Sea   | 12.00\n  2 | Wall  |  9.99\n(2 rows)\n\n'
  )
})

test('\\d of a table: columns, defaults, indexes, checks', async (context) => {
  if (skip) context.skip(skip)
  const { stdout, stderr } = await psql('\\d books')
  assert.equal(stderr, '')
  assert.equal(stdout, [
    '                  Table "public.books"',
    ' Column |     Type     | Collation | Nullable | Default ',
    '--------+--------------+-----------+----------+---------',
    ' id     | integer      |           | not null | ',
    ' title  | text         |           | not null | ',
    ' price  | numeric(8,2) |           |          | 9.99',
    'Indexes:',
    '    "books_pkey" PRIMARY KEY, btree (id)',
    '    "books_title_price_idx" btree (title, price DESC)',
    'Check constraints:',
    '    "books_price_check" CHECK (price > 0::numeric)', '', '',
  ].join('\n'))
})

test('\\dt, \\di and \\l list what is there', async (context) => {
  if (skip) context.skip(skip)
  assert.match((await psql('\\dt')).stdout, /^ public \| books \| table \| postgres$/m)
  assert.match((await psql('\\di')).stdout, /^ public \| books_pkey +\| index \| postgres \| books$/m)
  assert.match((await psql('\\l')).stdout, /^ postgres +\| postgres \| UTF8/m)
  assert.match((await psql('\\dt nothing')).stderr, /Did not find any relation named "nothing"/)
})

test('errors come with severity, text and place, and the session goes on', async (context) => {
  if (skip) context.skip(skip)
  const { stdout, stderr } = await psql(
    'SELECT 1 / 0',
    'SELECT nope FROM books',
    "INSERT INTO books VALUES (1, 'again')",
    'SELECT 42 AS alive'
  )
  assert.match(stderr, /ERROR: {2}division by zero/)
  assert.match(stderr, /ERROR: {2}column "nope" does not exist\nLINE 1: SELECT nope FROM books\n {15}\^/)
  assert.match(stderr, /ERROR: {2}duplicate key value violates unique constraint "books_pkey"\nDETAIL: {2}Key \(id\)=\(1\) already exists\./)
  assert.match(stdout, /alive \n-+\n +42/)
})

test('a failed block refuses everything until it ends', async (context) => {
  if (skip) context.skip(skip)
  const { stdout, stderr } = await psql('BEGIN', 'SELECT 1 / 0', 'SELECT 1', 'COMMIT', 'SELECT count(*) FROM books')
  assert.match(stderr, /current transaction is aborted/)
  assert.match(stdout, /ROLLBACK\n count \n-+\n +2/)
})

test('COPY out', async (context) => {
  if (skip) context.skip(skip)
  assert.equal((await psql('COPY (SELECT id, title FROM books ORDER BY id) TO STDOUT')).stdout, '1\tSea\n2\tWall\n')
  assert.equal(
    (await psql('COPY (SELECT id, title FROM books ORDER BY id) TO STDOUT (FORMAT csv, HEADER)')).stdout,
    'id,title\n1,Sea\n2,Wall\n'
  )
})
