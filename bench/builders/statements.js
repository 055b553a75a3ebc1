/**
 * Statements as query builders, data loaders and scripts send them: long, and of another length or with other values
 * each time. Each says how many rows it changes or gives.
 */

/**
 * @typedef {{ text: string, values?: any[], rows: number }} Sent rows: in the answer, of all statements of the text
 *   together
 */

export const SCHEMA = `DROP TABLE IF EXISTS items;
  CREATE TABLE items (id int PRIMARY KEY, name text NOT NULL, amount int, price numeric(10, 2), made timestamptz DEFAULT now());
  INSERT INTO items SELECT i, 'item ' || i, i % 100, i / 4.0 FROM generate_series(1, 100000) i;
  CREATE INDEX ON items (amount);
  ANALYZE items`

const list = (/** @type {number} */ count, /** @type {(at: number) => unknown} */ make, separator = ', ') =>
  Array.from({ length: count }, (_, at) => make(at)).join(separator)
/** New ids of each statement: never met again. */
const newId = (/** @type {number} */ round, /** @type {number} */ at) => 1_000_000 + round * 2000 + at
/** Ids that are there, others in each round. */
const oldId = (/** @type {number} */ round, /** @type {number} */ at) => 1 + (round * 37 + at * 7) % 100_000
const parameters = (/** @type {number} */ count, from = 1) => list(count, (at) => `$${from + at}`)
/** The length of a list differs from round to round. */
const lengthOf = (/** @type {number} */ about, /** @type {number} */ round) => about + round % Math.ceil(about / 4)

/** @type {Record<string, (round: number) => Sent>} */
export const STATEMENTS = {
  'INSERT of 10 rows, literals': (round) => ({ text: `INSERT INTO items (id, name, amount, price) VALUES ${list(10, (at) => `(${newId(round, at)}, 'new ${at}', ${at % 3 ? at : 'NULL'}, ${at / 2})`)}`, rows: 10 }),
  'INSERT of 1000 rows, literals': (round) => ({ text: `INSERT INTO items (id, name, amount, price) VALUES ${list(1000, (at) => `(${newId(round, at)}, 'new ${at}', ${at % 3 ? at : 'NULL'}, ${at / 2})`)}`, rows: 1000 }),
  'INSERT of 1000 rows, parameters': (round) => {
    const count = lengthOf(1000, round)
    return { text: `INSERT INTO items (id, name, amount, price) VALUES ${list(count, (at) => `(${parameters(4, 4 * at + 1)})`)}`, values: Array.from({ length: count }, (_, at) => [newId(round, at), `new ${at}`, at, at / 2]).flat(), rows: count }
  },
  'IN of 20 parameters': (round) => inList(20, round),
  'IN of 200 parameters': (round) => inList(200, round),
  'IN of 1000 parameters': (round) => inList(1000, round),
  'IN of 200 literals': (round) => ({
    text: `SELECT * FROM items WHERE id IN (${list(lengthOf(200, round), (at) => oldId(round, at))})`,
    rows: lengthOf(200, round),
  }),
  'UPDATE by IN of 200': (round) => ({
    text: `UPDATE items SET amount = $1 WHERE id IN (${parameters(lengthOf(200, round), 2)})`,
    values: [round % 100, ...Array.from({ length: lengthOf(200, round) }, (_, at) => oldId(round, at))],
    rows: lengthOf(200, round),
  }),
  '= ANY of an array of 1000': (round) => ({
    text: 'SELECT * FROM items WHERE id = ANY($1)',
    values: [Array.from({ length: 1000 }, (_, at) => oldId(round, at))],
    rows: 1000,
  }),
  'script of 100 UPDATEs': (round) => ({
    text: list(100, (at) => `UPDATE items SET amount = ${at} WHERE id = ${oldId(round, at)}`, '; '),
    rows: 100,
  }),
  'script of 100 INSERTs': (round) => ({
    text: list(
      100,
      (at) => `INSERT INTO items (id, name, amount) VALUES (${newId(round, at)}, 'it''s ${at}', ${at});`,
      '\n'
    ),
    rows: 100,
  }),
}

/** @param {number} about @param {number} round @returns {Sent} */
function inList(about, round) {
  const count = lengthOf(about, round)
  return {
    text: `SELECT * FROM items WHERE id IN (${parameters(count)})`,
    values: Array.from({ length: count }, (_, at) => oldId(round, at)),
    rows: count,
  }
}
