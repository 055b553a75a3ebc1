/**
 * What applications ask of a few tables: rows by key, lists, joins, counts, pages, upserts, queues. Each statement is
 * prepared and runs many times with parameters that are drawn; both systems draw the same ones.
 */

/** @import { Random } from '../../src/util/prng.js' */

/**
 * @typedef {object} Query
 * @property {string} name @property {string} text
 * @property {(draw: Draw) => unknown[]} [values]
 * @property {'writes'} [kind] it runs in a transaction that is rolled back while answers are compared
 * @property {boolean} [unordered] its rows may come in any order
 */
/** @typedef {ReturnType<typeof drawer>} Draw */

export const CUSTOMERS = 100_000
export const PRODUCTS = 20_000
export const ORDERS = 300_000
export const LINES = 900_000
const EVENTS = 200_000
const SETTINGS = 10_000

/** @param {Random} chance */
export const drawer = (chance) => ({
  /** @param {number} below */
  number: (below) => chance.below(below),
  customer: () => 1 + chance.below(CUSTOMERS),
  product: () => 1 + chance.below(PRODUCTS),
  order: () => 1 + chance.below(ORDERS),
  day: () => `2024-${String(1 + chance.below(12)).padStart(2, '0')}-${String(1 + chance.below(28)).padStart(2, '0')}`,
})

/** Rows are functions of their numbers, so that both systems have the same. */
export const SCHEMA = [
  'DROP TABLE IF EXISTS events, comments, settings, jobs, lines, orders, products, customers CASCADE',
  `CREATE TABLE customers (id int PRIMARY KEY, email text NOT NULL UNIQUE, name text NOT NULL, country text NOT NULL,
     city int NOT NULL, active boolean NOT NULL, joined date NOT NULL, balance numeric(12, 2) NOT NULL)`,
  `INSERT INTO customers SELECT i, 'user' || i || '@example.org', 'name ' || md5(i::text), chr(65 + i % 26),
     i % 500, i % 7 <> 0, '2020-01-01'::date + i % 1500, i % 10000 / 4.0 FROM generate_series(1, ${CUSTOMERS}) i`,
  'CREATE INDEX ON customers (country, city)',
  'CREATE INDEX ON customers (name)',
  `CREATE TABLE products (id int PRIMARY KEY, sku text NOT NULL UNIQUE, category int NOT NULL, name text NOT NULL,
     price numeric(10, 2) NOT NULL, stock int NOT NULL)`,
  `INSERT INTO products SELECT i, 'sku-' || i * 7919 % 1000003, i % 200, 'product ' || md5(i::text),
     i % 997 + 0.95, i % 100 FROM generate_series(1, ${PRODUCTS}) i`,
  'CREATE INDEX ON products (category, price)',
  `CREATE TABLE orders (id int PRIMARY KEY, customer_id int NOT NULL REFERENCES customers, status text NOT NULL,
     placed timestamptz NOT NULL, region int NOT NULL, channel int NOT NULL, total numeric(10, 2) NOT NULL,
     note text)`,
  `INSERT INTO orders SELECT i, 1 + i::bigint * 7919 % ${CUSTOMERS},
     CASE WHEN i % 1000 = 0 THEN 'open' WHEN i % 50 = 0 THEN 'paid' WHEN i % 7 = 0 THEN 'sent' ELSE 'done' END,
     '2024-01-01 00:00+00'::timestamptz + i::bigint * 31337 % ${ORDERS} * interval '105 seconds',
     i % 101, i * 31 % 103, i % 5000 / 7.0, CASE WHEN i % 10 = 0 THEN 'note ' || i END
     FROM generate_series(1, ${ORDERS}) i`,
  'CREATE INDEX ON orders (customer_id, placed)',
  'CREATE INDEX ON orders (placed, id)',
  'CREATE INDEX ON orders (region)',
  'CREATE INDEX ON orders (channel)',
  `CREATE INDEX ON orders (placed) WHERE status = 'open'`,
  `CREATE TABLE lines (order_id int NOT NULL, no int NOT NULL, product_id int NOT NULL, quantity int NOT NULL,
     price numeric(10, 2) NOT NULL, PRIMARY KEY (order_id, no))`,
  `INSERT INTO lines SELECT 1 + i / 3, 1 + i % 3, 1 + i::bigint * 7919 % ${PRODUCTS}, 1 + i % 5, i % 997 + 0.95
     FROM generate_series(0, ${LINES - 1}) i`,
  'CREATE INDEX ON lines (product_id)',
  `CREATE TABLE events (id int PRIMARY KEY, customer_id int NOT NULL, at timestamptz NOT NULL, kind text NOT NULL,
     payload jsonb NOT NULL)`,
  `INSERT INTO events SELECT i, 1 + i * 31 % 5000, '2024-01-01 00:00+00'::timestamptz + i * interval '90 seconds',
     'kind ' || i % 12, jsonb_build_object('page', 'p' || i % 100, 'ms', i % 1000, 'tags', ARRAY[i % 3, i % 5])
     FROM generate_series(1, ${EVENTS}) i`,
  'CREATE INDEX ON events (customer_id, at)',
  `CREATE TABLE comments (id int PRIMARY KEY, parent_id int, post_id int NOT NULL, body text NOT NULL)`,
  `INSERT INTO comments SELECT i, CASE WHEN i % 10 <> 1 THEN i - 1 - i % 2 END, i / 10, 'comment ' || i
     FROM generate_series(1, 50000) i`,
  'CREATE INDEX ON comments (parent_id)',
  'CREATE INDEX ON comments (post_id)',
  'CREATE TABLE settings (key text PRIMARY KEY, value text NOT NULL, hits int NOT NULL)',
  `INSERT INTO settings SELECT 'key' || i, 'value ' || i, 0 FROM generate_series(1, ${SETTINGS}) i`,
  'CREATE TABLE jobs (id int PRIMARY KEY, state text NOT NULL, due int NOT NULL, owner int)',
  `INSERT INTO jobs SELECT i, CASE WHEN i % 20 = 0 THEN 'ready' ELSE 'done' END, i * 7919 % 100000, NULL
     FROM generate_series(1, 100000) i`,
  `CREATE INDEX ON jobs (due) WHERE state = 'ready'`,
  'VACUUM ANALYZE',
]

/** @type {Query[]} */
export const QUERIES = [
  { name: 'row by primary key', text: 'SELECT * FROM customers WHERE id = $1', values: (d) => [d.customer()] },
  { name: 'row by unique text', text: 'SELECT id, name, active FROM customers WHERE email = $1',
    values: (d) => [`user${d.customer()}@example.org`] },
  { name: '100 rows by a range of keys', text: 'SELECT * FROM customers WHERE id BETWEEN $1 AND $1 + 99 ORDER BY id',
    values: (d) => [d.number(CUSTOMERS - 100)] },
  { name: 'ten keys of an array', text: 'SELECT * FROM customers WHERE id = ANY($1::int[])', unordered: true,
    values: (d) => [Array.from({ length: 10 }, () => d.customer())] },
  { name: 'newest orders of a customer', values: (d) => [d.customer()],
    text: 'SELECT id, status, placed, total FROM orders WHERE customer_id = $1 ORDER BY placed DESC LIMIT 20' },
  { name: 'order and customer', values: (d) => [d.order()],
    text: `SELECT o.id, o.placed, o.total, c.name, c.email FROM orders o JOIN customers c ON c.id = o.customer_id
      WHERE o.id = $1` },
  { name: 'order with lines and products', values: (d) => [d.order()],
    text: `SELECT l.no, l.quantity, l.price, p.sku, p.name FROM lines l JOIN products p ON p.id = l.product_id
      WHERE l.order_id = $1 ORDER BY l.no` },
  { name: 'four tables, lines of a customer', values: (d) => [d.customer()], unordered: true,
    text: `SELECT c.name, o.id, l.no, p.name FROM customers c JOIN orders o ON o.customer_id = c.id
      JOIN lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE c.id = $1` },
  { name: '100 orders with their customers', values: (d) => [d.order()],
    text: `SELECT o.*, c.name, c.country FROM orders o JOIN customers c ON c.id = o.customer_id
      WHERE o.id BETWEEN $1 AND $1 + 99 ORDER BY o.id` },
  { name: 'left join and count per customer', values: (d) => [d.customer()],
    text: `SELECT c.id, c.name, count(o.id), max(o.placed) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id
      WHERE c.id BETWEEN $1 AND $1 + 19 GROUP BY c.id ORDER BY c.id` },
  { name: 'subquery of each of 20 rows', values: (d) => [d.customer()],
    text: `SELECT c.id, (SELECT count(*) FROM orders o WHERE o.customer_id = c.id) AS orders,
      (SELECT sum(o.total) FROM orders o WHERE o.customer_id = c.id) AS total
      FROM customers c WHERE c.id BETWEEN $1 AND $1 + 19 ORDER BY c.id` },
  { name: 'lateral, three newest of 20 customers', values: (d) => [d.customer()],
    text: `SELECT c.id, n.id AS order_id, n.placed FROM customers c CROSS JOIN LATERAL
      (SELECT o.id, o.placed FROM orders o WHERE o.customer_id = c.id ORDER BY o.placed DESC LIMIT 3) n
      WHERE c.id BETWEEN $1 AND $1 + 19 ORDER BY c.id, n.placed DESC` },
  { name: 'row_number, two newest of 20 customers', values: (d) => [d.customer()],
    text: `SELECT * FROM (SELECT o.customer_id, o.id, row_number() OVER (PARTITION BY o.customer_id
      ORDER BY o.placed DESC) AS n FROM orders o WHERE o.customer_id BETWEEN $1 AND $1 + 19) s WHERE n <= 2
      ORDER BY customer_id, n` },
  { name: 'distinct on', values: (d) => [d.customer()],
    text: `SELECT DISTINCT ON (customer_id) customer_id, id, placed FROM orders WHERE customer_id BETWEEN $1 AND $1 + 49
      ORDER BY customer_id, placed DESC` },
  { name: 'json of an order', values: (d) => [d.order()],
    text: `SELECT o.id, (SELECT json_agg(json_build_object('no', l.no, 'product', l.product_id, 'price', l.price)
      ORDER BY l.no) FROM lines l WHERE l.order_id = o.id) AS lines FROM orders o WHERE o.id = $1` },
  { name: 'count of a range of an index', values: (d) => [d.day()],
    text: `SELECT count(*) FROM orders WHERE placed >= $1::timestamptz
      AND placed < $1::timestamptz + interval '7 days'` },
  { name: 'count of a customer', text: 'SELECT count(*) FROM orders WHERE customer_id = $1',
    values: (d) => [d.customer()] },
  { name: 'next page by key', values: (d) => [d.day(), d.order()],
    text: `SELECT id, placed, total FROM orders WHERE (placed, id) < ($1::timestamptz, $2)
      ORDER BY placed DESC, id DESC LIMIT 20` },
  { name: 'page by offset', values: (d) => [d.number(50) * 20],
    text: 'SELECT id, placed, total FROM orders ORDER BY placed DESC, id DESC LIMIT 20 OFFSET $1' },
  { name: 'names by prefix', values: (d) => [`name ${d.number(4096).toString(16).padStart(3, '0')}%`],
    text: 'SELECT id, name FROM customers WHERE name LIKE $1 ORDER BY name LIMIT 50' },
  { name: 'names with something inside', values: (d) => [`%${d.number(4096).toString(16).padStart(3, '0')}f%`],
    text: 'SELECT id, name FROM products WHERE name ILIKE $1 ORDER BY id LIMIT 20' },
  { name: 'min and max by index', text: 'SELECT min(placed), max(placed) FROM orders' },
  { name: 'max of a customer', text: 'SELECT max(placed) FROM orders WHERE customer_id = $1',
    values: (d) => [d.customer()] },
  { name: 'one or the other of two indexes', values: (d) => [d.number(101), d.number(103)],
    text: 'SELECT count(*), sum(total) FROM orders WHERE region = $1 OR channel = $2' },
  { name: 'both of two indexes', values: (d) => [d.number(101), d.number(103)],
    text: 'SELECT count(*), sum(total) FROM orders WHERE region = $1 AND channel = $2' },
  { name: 'both of two indexes, one of few values', values: (d) => [d.number(101), d.number(80)],
    text: 'SELECT count(*), sum(total) FROM orders WHERE region = $1 AND channel BETWEEN $2 AND $2 + 20' },
  { name: 'partial index by a parameter', values: () => ['open'],
    text: 'SELECT id, placed FROM orders WHERE status = $1 ORDER BY placed LIMIT 20' },
  { name: 'IN of a subquery', values: (d) => [d.number(500)],
    text: `SELECT id, total FROM orders
      WHERE customer_id IN (SELECT id FROM customers WHERE country = 'C' AND city = $1)
      ORDER BY id` },
  { name: 'EXISTS', values: (d) => [d.number(500)],
    text: `SELECT id, name FROM customers c WHERE country = 'D' AND city = $1
      AND EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.total > 100) ORDER BY id` },
  { name: 'NOT EXISTS', values: (d) => [d.number(500)],
    text: `SELECT id, name FROM customers c WHERE country = 'D' AND city = $1
      AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.status = 'sent') ORDER BY id` },
  { name: 'groups of a day', values: (d) => [d.day()],
    text: `SELECT status, count(*), sum(total) FROM orders WHERE placed >= $1::timestamptz
      AND placed < $1::timestamptz + interval '1 day' GROUP BY status ORDER BY status` },
  { name: 'days of a month', values: (d) => [d.number(12)],
    text: `SELECT date_trunc('day', placed) AS day, count(*), avg(total) FROM orders
      WHERE placed >= '2024-01-01'::timestamptz + $1 * interval '1 month'
      AND placed < '2024-02-01'::timestamptz + $1 * interval '1 month' GROUP BY 1 ORDER BY 1` },
  { name: 'sales of categories in a day', values: (d) => [d.day()],
    text: `SELECT p.category, sum(l.quantity * l.price) AS sold, count(DISTINCT o.customer_id) FROM orders o
      JOIN lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE o.placed >= $1::timestamptz
      AND o.placed < $1::timestamptz + interval '1 day' GROUP BY p.category ORDER BY sold DESC, 1 LIMIT 10` },
  { name: 'groups with HAVING', values: (d) => [d.customer()],
    text: `SELECT customer_id, count(*) FROM orders WHERE customer_id BETWEEN $1 AND $1 + 500 GROUP BY customer_id
      HAVING sum(total) > 1000 ORDER BY 2 DESC, 1 LIMIT 10` },
  { name: 'best sellers of a category', values: (d) => [d.number(200)],
    text: `SELECT p.id, p.name, sum(l.quantity) AS sold FROM products p JOIN lines l ON l.product_id = p.id
      WHERE p.category = $1 GROUP BY p.id ORDER BY sold DESC, p.id LIMIT 10` },
  { name: 'all groups of a table', text: 'SELECT status, count(*), sum(total) FROM orders GROUP BY status ORDER BY 1' },
  { name: 'count of a table', text: 'SELECT count(*) FROM orders' },
  { name: 'ten best of a table', text: 'SELECT id, total FROM orders ORDER BY total DESC, id LIMIT 10' },
  { name: 'running sum of a customer', values: (d) => [1 + d.number(5000)],
    text: `SELECT id, at, sum((payload->>'ms')::int) OVER (ORDER BY at) FROM events WHERE customer_id = $1
      ORDER BY at` },
  { name: 'fields of JSON', values: (d) => [1 + d.number(5000), `p${d.number(100)}`],
    text: `SELECT id, payload->>'ms' AS ms FROM events WHERE customer_id = $1 AND payload->>'page' = $2 ORDER BY id` },
  { name: 'JSON contained', values: (d) => [1 + d.number(5000)],
    text: `SELECT count(*) FROM events WHERE customer_id = $1 AND payload @> '{"tags": [1]}'` },
  { name: 'tree of comments', values: (d) => [1 + 10 * d.number(4999)],
    text: `WITH RECURSIVE tree AS (SELECT id, parent_id, 1 AS depth FROM comments WHERE id = $1
      UNION ALL SELECT c.id, c.parent_id, t.depth + 1 FROM tree t JOIN comments c ON c.parent_id = t.id)
      SELECT * FROM tree ORDER BY id` },
  { name: 'union of two tables, newest first', values: (d) => [1 + d.number(5000)],
    text: `SELECT id, placed AS at, 'order' AS what FROM orders WHERE customer_id = $1 UNION ALL
      SELECT id, at, kind FROM events WHERE customer_id = $1 ORDER BY at DESC, id LIMIT 20` },
  { name: 'ten ranges of an index', values: (d) => Array.from({ length: 10 }, () => d.customer())
    .flatMap((at) => [at, at + 5]),
    text: `SELECT count(id) FROM customers WHERE ${Array.from({ length: 10 }, (_, at) =>
      `id BETWEEN $${2 * at + 1} AND $${2 * at + 2}`).join(' OR ')}` },
  { name: 'upsert', kind: 'writes', values: (d) => [`key${d.number(2 * SETTINGS)}`, `value ${d.number(1000)}`],
    text: `INSERT INTO settings VALUES ($1, $2, 1) ON CONFLICT (key) DO UPDATE SET value = excluded.value,
      hits = settings.hits + 1 RETURNING hits` },
  { name: 'update by primary key', kind: 'writes', values: (d) => [d.customer(), d.number(100)],
    text: 'UPDATE customers SET balance = balance + $2 WHERE id = $1 RETURNING balance' },
  { name: 'update of what a second index finds', kind: 'writes', values: (d) => [d.customer()], unordered: true,
    text: `UPDATE orders SET note = 'seen' WHERE customer_id = $1 RETURNING id` },
  { name: 'update of an indexed column', kind: 'writes', values: (d) => [d.order(), d.number(101)],
    text: 'UPDATE orders SET region = $2 WHERE id = $1 RETURNING region' },
  { name: 'update from a join', kind: 'writes', values: (d) => [d.order()], unordered: true,
    text: `UPDATE products p SET stock = p.stock - l.quantity FROM lines l
      WHERE l.order_id = $1 AND p.id = l.product_id RETURNING p.id` },
  { name: 'next job of a queue', kind: 'writes', values: (d) => [d.number(100)],
    text: `UPDATE jobs SET owner = $1 WHERE id = (SELECT id FROM jobs WHERE state = 'ready' ORDER BY due LIMIT 1
      FOR UPDATE SKIP LOCKED) RETURNING id` },
]
