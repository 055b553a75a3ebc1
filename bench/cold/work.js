/**
 * Statements as they come when nothing is warm: SELECTs whose shape was never met, questions about the catalogs, schema
 * changes, scripts of them, and a few whose plan matters more than their text.
 */
import { seededRandom } from '../../src/util/prng.js'

/** @import { Random } from '../../src/util/prng.js' */

/**
 * @typedef {{ text: string, values?: unknown[], name?: string, rows?: number }} Sent
 *   name: of a prepared statement;
 *   rows: that it must give
 */
/** @typedef {{ before?: string[], timed: Sent[], after?: string[] }} Step what stands around it is not timed */

/** What the SELECTs read. */
export const SCHEMA = [
  'DROP TABLE IF EXISTS reviews, items, orders, customers, lines CASCADE',
  `CREATE TABLE customers (id int PRIMARY KEY, name text NOT NULL, email text UNIQUE, country text, joined date,
     score numeric(8, 2), active boolean DEFAULT true)`,
  `CREATE TABLE orders (id int PRIMARY KEY, customer_id int NOT NULL REFERENCES customers, placed timestamptz NOT NULL,
     status text NOT NULL, total numeric(10, 2), note text)`,
  `CREATE TABLE items (id int PRIMARY KEY, order_id int NOT NULL REFERENCES orders, product text NOT NULL,
     quantity int NOT NULL, price numeric(10, 2) NOT NULL)`,
  `INSERT INTO customers SELECT i, 'name ' || i, 'mail' || i || '@example.org', chr(65 + i % 26),
     '2020-01-01'::date + i, i % 1000 / 3.0, i % 7 <> 0 FROM generate_series(1, 1000) i`,
  `INSERT INTO orders SELECT i, 1 + i % 1000, '2024-01-01'::timestamptz + i * interval '1 hour',
     (ARRAY['new', 'paid', 'sent', 'done'])[1 + i % 4], i / 7.0, CASE WHEN i % 10 = 0 THEN 'note ' || i END
     FROM generate_series(1, 5000) i`,
  `INSERT INTO items SELECT i, 1 + i % 5000, 'product ' || i % 300, 1 + i % 5, i % 100 + 0.5
     FROM generate_series(1, 10000) i`,
  'CREATE INDEX ON orders (customer_id)',
  'CREATE INDEX ON orders (placed)',
  'CREATE INDEX ON items (order_id)',
  'CREATE TABLE lines (id int PRIMARY KEY, k int NOT NULL, filler char(60) NOT NULL)',
  `INSERT INTO lines SELECT i, (i * 7919) % 100000, 'filler' FROM generate_series(1, 100000) i`,
  'CREATE INDEX ON lines (k)',
  'ANALYZE',
]

const COLUMNS = {
  customers: ['id', 'name', 'email', 'country', 'joined', 'score', 'active'],
  orders: ['id', 'customer_id', 'placed', 'status', 'total', 'note'],
  items: ['id', 'order_id', 'product', 'quantity', 'price'],
}
/** @type {Record<keyof typeof COLUMNS, string[]>} */
const CONDITIONS = {
  customers: ['X.id = 17', 'X.id BETWEEN 20 AND 40', `X.email = 'mail77@example.org'`, 'X.id IN (5, 9, 77)'],
  orders: ['X.id = 1234', 'X.customer_id = 55', 'X.id BETWEEN 100 AND 120', 'X.customer_id IN (3, 4)'],
  items: ['X.id = 4321', 'X.order_id = 77', 'X.id < 30', 'X.order_id IN (10, 20, 30)'],
}
/** @type {Record<keyof typeof COLUMNS, string[]>} */
const FILTERS = {
  customers: ['X.active', `X.country <> 'Q'`, 'X.score > 10', 'X.joined IS NOT NULL'],
  orders: [`X.status = 'paid'`, 'X.note IS NULL', 'X.total < 500', `X.placed < '2024-06-01'`],
  items: ['X.quantity > 1', `X.product LIKE 'product 1%'`, 'X.price BETWEEN 1 AND 90', 'X.quantity + 1 < 6'],
}
const JOINS = /** @type {const} */ ([
  ['orders', 'customers', 'b.id = a.customer_id'],
  ['items', 'orders', 'b.id = a.order_id'],
  ['customers', 'orders', 'b.customer_id = a.id'],
  ['orders', 'items', 'b.order_id = a.id'],
])

/**
 * A SELECT of a shape of its own: its columns, conditions and names are drawn.
 * @param {Random} chance @param {number} id
 */
export function newSelect(chance, id) {
  const pick = (/** @type {readonly any[]} */ list) => list[chance.below(list.length)]
  const some = (/** @type {string[]} */ list, /** @type {string} */ alias) =>
    list.filter(() => chance.below(2) === 0).map((column) => `${alias}.${column}`)
  const kind = chance.below(6)
  const [first, second, on] = pick(JOINS)
  const where = (/** @type {string} */ table, /** @type {string} */ alias) => [
    pick(CONDITIONS[/** @type {keyof typeof COLUMNS} */ (table)]),
    ...chance.below(2) === 0 ? [pick(FILTERS[/** @type {keyof typeof COLUMNS} */ (table)])] : [],
  ].join(' AND ').replaceAll('X.', `${alias}.`)
  const columns = (/** @type {string} */ table, /** @type {string} */ alias) =>
    some(COLUMNS[/** @type {keyof typeof COLUMNS} */ (table)], alias)
  const own = `a.id AS c${id}`
  switch (kind) {
    case 0: return `SELECT ${[own, ...columns(first, 'a')].join(', ')} FROM ${first} a WHERE ${where(first, 'a')}`
    case 1: return `SELECT ${[own, ...columns(first, 'a')].join(', ')} FROM ${first} a WHERE ${where(first, 'a')}
      ORDER BY ${pick(['a.id', 'a.id DESC', '1'])} LIMIT ${10 + chance.below(10)}`
    case 2: return `SELECT ${[own, ...columns(first, 'a'), ...columns(second, 'b')].join(', ')}
      FROM ${first} a ${pick(['JOIN', 'LEFT JOIN'])} ${second} b ON ${on} WHERE ${where(first, 'a')}`
    case 3: return `SELECT count(*) AS n${id}, ${pick(['min', 'max'])}(a.id) FROM ${first} a WHERE ${where(first, 'a')}`
    case 4: return `SELECT b.id AS c${id}, count(*), max(a.id) FROM ${first} a JOIN ${second} b ON ${on}
      WHERE ${where(first, 'a')} GROUP BY b.id ORDER BY 2 DESC, 1`
    default: return `SELECT ${[own, ...columns(first, 'a')].join(', ')} FROM ${first} a WHERE ${where(first, 'a')}
      AND ${pick(['EXISTS', 'NOT EXISTS'])} (SELECT 1 FROM ${second} b WHERE ${on})`
  }
}

/** What an object mapper asks of a table. @param {string} table @returns {string[]} */
const questions = (table) => [
  `SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,
     pg_get_expr(d.adbin, d.adrelid) FROM pg_attribute a LEFT JOIN pg_attrdef d ON a.attrelid = d.adrelid
     AND a.attnum = d.adnum WHERE a.attrelid = '${table}'::regclass AND a.attnum > 0 AND NOT a.attisdropped
     ORDER BY a.attnum`,
  `SELECT i.relname, ix.indisunique, ix.indisprimary, array_agg(a.attname) FROM pg_index ix
     JOIN pg_class i ON i.oid = ix.indexrelid JOIN pg_attribute a ON a.attrelid = ix.indrelid
     AND a.attnum = ANY(ix.indkey) WHERE ix.indrelid = '${table}'::regclass GROUP BY 1, 2, 3 ORDER BY 1`,
  `SELECT conname, contype, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = '${table}'::regclass
     ORDER BY conname`,
  `SELECT column_name, data_type, is_nullable, column_default FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = '${table}' ORDER BY ordinal_position`,
]

/** @param {string} name */
const createTable = (name) => `CREATE TABLE ${name} (id serial PRIMARY KEY, code text UNIQUE,
  customer_id int REFERENCES customers (id), amount numeric(10, 2) DEFAULT 0 CHECK (amount >= 0),
  made timestamptz NOT NULL DEFAULT now())`

/** A migration of one application: some thirty statements. @param {number} round @returns {string[]} */
const migration = (round) => {
  const [user, team, post] = [`m${round}_users`, `m${round}_teams`, `m${round}_posts`]
  return [
    `CREATE TYPE m${round}_state AS ENUM ('draft', 'public', 'gone')`,
    `CREATE TABLE ${team} (id bigserial PRIMARY KEY, name varchar(80) NOT NULL, settings jsonb DEFAULT '{}' NOT NULL)`,
    `CREATE TABLE ${user} (id bigserial PRIMARY KEY, email varchar(200) NOT NULL, team_id bigint,
       made timestamptz DEFAULT CURRENT_TIMESTAMP NOT NULL)`,
    `CREATE TABLE ${post} (id bigserial PRIMARY KEY, author_id bigint NOT NULL, title text NOT NULL, body text,
       state m${round}_state DEFAULT 'draft' NOT NULL)`,
    `ALTER TABLE ${user} ADD CONSTRAINT ${user}_team FOREIGN KEY (team_id) REFERENCES ${team} (id) ON DELETE SET NULL`,
    `ALTER TABLE ${post} ADD CONSTRAINT ${post}_author FOREIGN KEY (author_id) REFERENCES ${user} (id)`,
    `CREATE UNIQUE INDEX ${user}_email ON ${user} (lower(email))`,
    `CREATE INDEX ${post}_state ON ${post} (state) WHERE state <> 'gone'`,
    `CREATE INDEX ${post}_author_title ON ${post} (author_id, title)`,
    `ALTER TABLE ${user} ADD COLUMN nick text`,
    `ALTER TABLE ${user} ADD COLUMN logins int DEFAULT 0 NOT NULL`,
    `INSERT INTO ${team} (name) VALUES ('first'), ('second')`,
    `INSERT INTO ${user} (email, team_id) SELECT 'u' || i || '@example.org', 1 + i % 2 FROM generate_series(1, 20) i`,
    `UPDATE ${user} SET nick = split_part(email, '@', 1) WHERE nick IS NULL`,
    `ALTER TABLE ${user} ALTER COLUMN nick SET NOT NULL`,
    `ALTER TABLE ${user} ALTER COLUMN logins TYPE bigint`,
    `INSERT INTO ${post} (author_id, title) SELECT id, 'about ' || nick FROM ${user}`,
    `CREATE VIEW ${post}_public AS SELECT p.id, p.title, u.nick FROM ${post} p JOIN ${user} u ON u.id = p.author_id
       WHERE p.state = 'public'`,
    `COMMENT ON TABLE ${post} IS 'what people wrote'`,
    `ALTER TABLE ${team} RENAME COLUMN settings TO options`,
    `CREATE FUNCTION m${round}_name(who bigint) RETURNS text LANGUAGE sql STABLE
       AS 'SELECT nick FROM ${user} WHERE id = who'`,
    `ALTER TABLE ${post} ADD CONSTRAINT ${post}_title CHECK (length(title) > 0)`,
    `CREATE TABLE m${round}_tags (post_id bigint REFERENCES ${post}, tag text, PRIMARY KEY (post_id, tag))`,
    `INSERT INTO m${round}_tags SELECT id, 'new' FROM ${post}`,
    `ALTER TABLE ${user} DROP COLUMN logins`,
    `DROP INDEX ${post}_author_title`,
  ]
}
/** @param {number} round */
const undoMigration = (round) => [
  `DROP TABLE m${round}_tags, m${round}_users, m${round}_teams, m${round}_posts CASCADE`,
  `DROP FUNCTION m${round}_name`,
  `DROP TYPE m${round}_state`,
]

const RANGES = Array.from({ length: 10 }, (_, at) => `k BETWEEN $${2 * at + 1} AND $${2 * at + 2}`).join(' OR ')

const sent = (/** @type {string} */ text) => ({ text })

/**
 * By name: what one round does. Rounds are numbered through, so that names and shapes are new.
 * @type {Record<string, (round: number) => Step>}
 */
export const WORK = {
  'SELECT of a new shape': (round) => ({ timed: [sent(newSelect(seededRandom(round + 1), round))] }),
  'introspection of a table': (round) => ({
    before: [createTable(`asked${round}`)],
    timed: questions(`asked${round}`).map(sent),
    after: [`DROP TABLE asked${round}`],
  }),
  'CREATE TABLE': (round) => ({ timed: [sent(createTable(`made${round}`))], after: [`DROP TABLE made${round}`] }),
  'DROP TABLE': (round) => ({ before: [createTable(`made${round}`)], timed: [sent(`DROP TABLE made${round}`)] }),
  'ADD COLUMN with a default': (round) => ({
    before: [`CREATE TABLE altered${round} (id int)`],
    timed: [sent(`ALTER TABLE altered${round} ADD COLUMN amount int DEFAULT 7`)],
    after: [`DROP TABLE altered${round}`],
  }),
  'CREATE INDEX on an empty table': (round) => ({
    before: [`CREATE TABLE altered${round} (id int, name text)`],
    timed: [sent(`CREATE INDEX altered${round}_name ON altered${round} (name)`)],
    after: [`DROP TABLE altered${round}`],
  }),
  'migration of 26 statements': (round) => ({ timed: migration(round).map(sent), after: undoMigration(round) }),
  'EXISTS two levels out, 10,000 rows': (round) => ({
    timed: [{
      text: `SELECT count(*) AS n${round} FROM orders o WHERE EXISTS (SELECT 1 FROM items i WHERE i.order_id = o.id
        AND NOT EXISTS (SELECT 1 FROM items j WHERE j.order_id = o.id AND j.quantity > i.quantity))`,
      rows: 1,
    }],
  }),
  'ten ranges of an index, prepared': (round) => ({
    timed: [{
      name: 'ranges',
      text: `SELECT count(k) FROM lines WHERE ${RANGES}`,
      values: Array.from({ length: 20 }, (_, at) => (round * 7919 + (at >> 1) * 9973) % 99_000 + 5 * (at % 2)),
      rows: 1,
    }],
  }),
}
