/**
 * Transactions of several statements as applications send them, after the mixes of TATP, SmallBank and TPC-C, over
 * tables of our own making.
 */
import { seededRandom } from '../../src/util/prng.js'

/** @import pg from 'pg' */
/** @typedef {InstanceType<typeof pg.Client>} Client */
/** @typedef {(text: string, values?: unknown[]) => Promise<any[]>} Ask a prepared statement; its rows */

/**
 * @typedef {object} Mix
 * @property {string[]} schema
 * @property {(ask: Ask, below: (n: number) => number) => Promise<void>} transaction
 * @property {string} balanced of the data afterwards: no row, or it is wrong
 */

const SUBSCRIBERS = 100_000
const ACCOUNTS = 100_000
const [WAREHOUSES, DISTRICTS, CUSTOMERS, ITEMS] = [2, 10, 3000, 10_000]

/** Seven kinds of transactions about a subscriber, four fifths of which read. @type {Mix} */
const tatp = {
  schema: [
    'DROP TABLE IF EXISTS call_forwarding, special_facility, access_info, subscriber',
    `CREATE TABLE subscriber (s_id int PRIMARY KEY, sub_nbr text NOT NULL UNIQUE, bit_1 int, hex_1 int, byte2_1 int,
       msc_location int, vlr_location int)`,
    `CREATE TABLE access_info (s_id int REFERENCES subscriber, ai_type int, data1 int, data2 int, data3 text,
       data4 text, PRIMARY KEY (s_id, ai_type))`,
    `CREATE TABLE special_facility (s_id int REFERENCES subscriber, sf_type int, is_active int, error_cntrl int,
       data_a int, data_b text, PRIMARY KEY (s_id, sf_type))`,
    `CREATE TABLE call_forwarding (s_id int, sf_type int, start_time int, end_time int, numberx text,
       PRIMARY KEY (s_id, sf_type, start_time),
       FOREIGN KEY (s_id, sf_type) REFERENCES special_facility (s_id, sf_type))`,
    `INSERT INTO subscriber SELECT i, lpad(i::text, 15, '0'), i % 2, i % 16, i % 256, i, i
       FROM generate_series(1, ${SUBSCRIBERS}) i`,
    `INSERT INTO access_info SELECT i, t, i % 256, t, 'abc', 'abcde' FROM generate_series(1, ${SUBSCRIBERS}) i,
       generate_series(1, 4) t WHERE (i + t) % 3 > 0`,
    `INSERT INTO special_facility SELECT i, t, (i % 7 > 0)::int, i % 256, t, 'abcde'
       FROM generate_series(1, ${SUBSCRIBERS}) i, generate_series(1, 4) t WHERE (i + t) % 3 > 0`,
    `INSERT INTO call_forwarding SELECT s_id, sf_type, h * 8, h * 8 + 5, 'number' FROM special_facility,
       generate_series(0, 2) h WHERE (s_id + h) % 2 = 0`,
    'VACUUM ANALYZE',
  ],
  async transaction(ask, below) {
    const id = 1 + below(SUBSCRIBERS)
    const type = 1 + below(4)
    const number = String(id).padStart(15, '0')
    const chance = below(100)
    if (chance < 35) await ask('SELECT * FROM subscriber WHERE s_id = $1', [id])
    else if (chance < 45) {
      await ask(`SELECT cf.numberx FROM special_facility sf, call_forwarding cf WHERE sf.s_id = $1 AND sf.sf_type = $2
        AND sf.is_active = 1 AND cf.s_id = sf.s_id AND cf.sf_type = sf.sf_type AND cf.start_time <= $3
        AND $4 < cf.end_time`, [id, type, 8 * below(3), 1 + below(24)])
    } else if (chance < 80)
      await ask('SELECT data1, data2, data3, data4 FROM access_info WHERE s_id = $1 AND ai_type = $2', [id, type])
    else if (chance < 82) {
      await ask('BEGIN')
      await ask('UPDATE subscriber SET bit_1 = $2 WHERE s_id = $1', [id, below(2)])
      await ask('UPDATE special_facility SET data_a = $3 WHERE s_id = $1 AND sf_type = $2', [id, type, below(256)])
      await ask('COMMIT')
    } else if (chance < 96)
      await ask('UPDATE subscriber SET vlr_location = $2 WHERE sub_nbr = $1', [number, below(1e9)])
    else {
      await ask('BEGIN')
      const [{ s_id: found }] = await ask('SELECT s_id FROM subscriber WHERE sub_nbr = $1', [number])
      const facilities = await ask('SELECT sf_type FROM special_facility WHERE s_id = $1', [found])
      if (chance < 98 && facilities.length > 0) {
        await ask(`INSERT INTO call_forwarding VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
          [found, facilities[below(facilities.length)].sf_type, 8 * below(3), 1 + below(24), 'number'])
      } else {
        await ask('DELETE FROM call_forwarding WHERE s_id = $1 AND sf_type = $2 AND start_time = $3',
          [found, type, 8 * below(3)])
      }
      await ask('COMMIT')
    }
  },
  balanced: `SELECT 1 FROM call_forwarding c WHERE NOT EXISTS (SELECT 1 FROM special_facility s
    WHERE s.s_id = c.s_id AND s.sf_type = c.sf_type)`,
}

/** Accounts with savings and checking; what is paid is paid to somebody. @type {Mix} */
const smallbank = {
  schema: [
    'DROP TABLE IF EXISTS checking, savings, account',
    'CREATE TABLE account (id int PRIMARY KEY, name text NOT NULL UNIQUE)',
    'CREATE TABLE savings (id int PRIMARY KEY REFERENCES account, balance int NOT NULL)',
    'CREATE TABLE checking (id int PRIMARY KEY REFERENCES account, balance int NOT NULL)',
    `INSERT INTO account SELECT i, 'customer' || i FROM generate_series(1, ${ACCOUNTS}) i`,
    `INSERT INTO savings SELECT i, 10000 FROM generate_series(1, ${ACCOUNTS}) i`,
    `INSERT INTO checking SELECT i, 10000 FROM generate_series(1, ${ACCOUNTS}) i`,
    'VACUUM ANALYZE',
  ],
  async transaction(ask, below) {
    const [from, to] = [1 + below(ACCOUNTS), 1 + below(ACCOUNTS)].sort((a, b) => a - b)
    const idOf = async (/** @type {number} */ at) =>
      (await ask('SELECT id FROM account WHERE name = $1', [`customer${at}`]))[0].id
    const add = (/** @type {'savings' | 'checking'} */ table, /** @type {number} */ id, /** @type {number} */ sum) =>
      ask(`UPDATE ${table} SET balance = balance + $2 WHERE id = $1`, [id, sum])
    await ask('BEGIN')
    switch (below(4)) {
      case 0: {
        const id = await idOf(from)
        await ask('SELECT balance FROM savings WHERE id = $1', [id])
        await ask('SELECT balance FROM checking WHERE id = $1', [id])
        break
      }
      case 1: {
        const [one, other] = [await idOf(from), await idOf(to)]
        await add('checking', one, -5)
        await add('checking', other, 5)
        break
      }
      case 2: {
        const id = await idOf(from)
        await add('savings', id, -20)
        await add('checking', id, 20)
        break
      }
      default: {
        const [one, other] = [await idOf(from), await idOf(to)]
        const [{ balance }] = await ask('SELECT balance FROM savings WHERE id = $1 FOR UPDATE', [one])
        await add('savings', one, -balance)
        await add('checking', other, balance)
      }
    }
    await ask('COMMIT')
  },
  balanced: `SELECT 1 FROM (SELECT sum(balance) AS s FROM savings) a, (SELECT sum(balance) AS s FROM checking) b
    WHERE a.s + b.s <> ${ACCOUNTS * 20_000}`,
}

/** Orders of some ten lines, payments, deliveries, two questions. @type {Mix} */
const tpcc = {
  schema: [
    'DROP TABLE IF EXISTS order_line, new_order, oorder, history, customer, district, stock, item, warehouse CASCADE',
    'CREATE TABLE warehouse (w_id int PRIMARY KEY, w_name text, w_tax numeric(4, 4), w_ytd numeric(12, 2))',
    `CREATE TABLE district (d_w_id int, d_id int, d_name text, d_tax numeric(4, 4), d_ytd numeric(12, 2),
       d_next_o_id int, PRIMARY KEY (d_w_id, d_id))`,
    `CREATE TABLE customer (c_w_id int, c_d_id int, c_id int, c_last text, c_first text, c_credit text,
       c_discount numeric(4, 4), c_balance numeric(12, 2), c_ytd numeric(12, 2), c_payments int, c_data text,
       PRIMARY KEY (c_w_id, c_d_id, c_id))`,
    `CREATE TABLE history (h_c_id int, h_d_id int, h_w_id int, h_date timestamp, h_amount numeric(6, 2), h_data text)`,
    'CREATE TABLE item (i_id int PRIMARY KEY, i_name text, i_price numeric(5, 2), i_data text)',
    `CREATE TABLE stock (s_w_id int, s_i_id int, s_quantity int, s_dist text, s_ytd int, s_orders int, s_data text,
       PRIMARY KEY (s_w_id, s_i_id))`,
    `CREATE TABLE oorder (o_w_id int, o_d_id int, o_id int, o_c_id int, o_carrier int, o_lines int, o_entry timestamp,
       PRIMARY KEY (o_w_id, o_d_id, o_id))`,
    'CREATE TABLE new_order (no_w_id int, no_d_id int, no_o_id int, PRIMARY KEY (no_w_id, no_d_id, no_o_id))',
    `CREATE TABLE order_line (ol_w_id int, ol_d_id int, ol_o_id int, ol_number int, ol_i_id int, ol_quantity int,
       ol_amount numeric(6, 2), ol_delivered timestamp, ol_dist text,
       PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number))`,
    `INSERT INTO warehouse SELECT w, 'warehouse', 0.1, 0 FROM generate_series(1, ${WAREHOUSES}) w`,
    `INSERT INTO district SELECT w, d, 'district', 0.05, 0, 101 FROM generate_series(1, ${WAREHOUSES}) w,
       generate_series(1, ${DISTRICTS}) d`,
    `INSERT INTO customer SELECT w, d, c, 'last' || c % 1000, 'first' || c, 'GC', 0.1, 0, 0, 0, repeat('x', 200)
       FROM generate_series(1, ${WAREHOUSES}) w, generate_series(1, ${DISTRICTS}) d,
       generate_series(1, ${CUSTOMERS}) c`,
    'CREATE INDEX ON customer (c_w_id, c_d_id, c_last, c_first)',
    `INSERT INTO item SELECT i, 'item ' || i, 1 + i % 100, 'data' FROM generate_series(1, ${ITEMS}) i`,
    `INSERT INTO stock SELECT w, i, 50 + i % 50, 'distribution information', 0, 0, repeat('d', 40)
       FROM generate_series(1, ${WAREHOUSES}) w, generate_series(1, ${ITEMS}) i`,
    `INSERT INTO oorder SELECT w, d, o, 1 + o * 7 % ${CUSTOMERS}, 1, 10, '2024-01-01'
       FROM generate_series(1, ${WAREHOUSES}) w, generate_series(1, ${DISTRICTS}) d, generate_series(1, 100) o`,
    `INSERT INTO order_line SELECT o_w_id, o_d_id, o_id, n, 1 + (o_id * 37 + n * 101) % ${ITEMS}, 5, 10, o_entry, 'dist'
       FROM oorder, generate_series(1, 10) n`,
    `INSERT INTO new_order SELECT o_w_id, o_d_id, o_id FROM oorder WHERE o_id > 70`,
    'CREATE INDEX ON oorder (o_w_id, o_d_id, o_c_id, o_id)',
    'VACUUM ANALYZE',
  ],
  async transaction(ask, below) {
    const [w, d, c] = [1 + below(WAREHOUSES), 1 + below(DISTRICTS), 1 + below(CUSTOMERS)]
    const chance = below(100)
    await ask('BEGIN')
    if (chance < 45) await newOrder(ask, below, w, d, c)
    else if (chance < 88) await payment(ask, below, w, d, c)
    else if (chance < 92) await orderStatus(ask, w, d, c)
    else if (chance < 96) await delivery(ask, w)
    else {
      const [{ next }] = await ask('SELECT d_next_o_id AS next FROM district WHERE d_w_id = $1 AND d_id = $2', [w, d])
      await ask(`SELECT count(DISTINCT s_i_id) FROM order_line, stock WHERE ol_w_id = $1 AND ol_d_id = $2
        AND ol_o_id < $3 AND ol_o_id >= $3 - 20 AND s_w_id = $1 AND s_i_id = ol_i_id AND s_quantity < $4`,
      [w, d, next, 15])
    }
    await ask('COMMIT')
  },
  balanced: `SELECT 1 FROM warehouse WHERE w_ytd <> (SELECT sum(d_ytd) FROM district WHERE d_w_id = w_id)
    UNION ALL SELECT 1 FROM district WHERE d_next_o_id - 1 <> (SELECT max(o_id) FROM oorder WHERE o_w_id = d_w_id
      AND o_d_id = d_id)
    UNION ALL SELECT 1 FROM (SELECT sum(o_lines) AS n FROM oorder) o, (SELECT count(*) AS n FROM order_line) l
      WHERE o.n <> l.n`,
}

/** @param {Ask} ask @param {(n: number) => number} below @param {number} w @param {number} d @param {number} c */
async function newOrder(ask, below, w, d, c) {
  await ask(`SELECT c_discount, c_last, c_credit, w_tax FROM customer, warehouse
    WHERE w_id = $1 AND c_w_id = w_id AND c_d_id = $2 AND c_id = $3`, [w, d, c])
  const [{ o }] = await ask(`UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = $1 AND d_id = $2
    RETURNING d_next_o_id - 1 AS o, d_tax`, [w, d])
  const lines = 5 + below(11)
  await ask('INSERT INTO oorder VALUES ($1, $2, $3, $4, NULL, $5, now())', [w, d, o, c, lines])
  await ask('INSERT INTO new_order VALUES ($1, $2, $3)', [w, d, o])
  // In the order of items, so that transactions wait for each other and do not meet head on.
  const items = Array.from({ length: lines }, () => 1 + below(ITEMS)).sort((a, b) => a - b)
  for (const [at, item] of items.entries()) {
    const [{ i_price: price }] = await ask('SELECT i_price, i_name, i_data FROM item WHERE i_id = $1', [item])
    const [{ s_quantity: stock }] = await ask(`SELECT s_quantity, s_data, s_dist FROM stock
      WHERE s_i_id = $1 AND s_w_id = $2 FOR UPDATE`, [item, w])
    const quantity = 1 + below(10)
    await ask(`UPDATE stock SET s_quantity = $3, s_ytd = s_ytd + $4, s_orders = s_orders + 1
      WHERE s_i_id = $1 AND s_w_id = $2`, [item, w, stock >= quantity + 10 ? stock - quantity : stock + 91, quantity])
    await ask('INSERT INTO order_line VALUES ($1, $2, $3, $4, $5, $6, $7, NULL, $8)',
      [w, d, o, at + 1, item, quantity, (quantity * price).toFixed(2), 'distribution information'])
  }
}

/** @param {Ask} ask @param {(n: number) => number} below @param {number} w @param {number} d @param {number} c */
async function payment(ask, below, w, d, c) {
  const amount = (1 + below(500_000) / 100).toFixed(2)
  let id = c
  if (below(100) < 60) {
    const found = await ask(`SELECT c_id FROM customer WHERE c_w_id = $1 AND c_d_id = $2 AND c_last = $3
      ORDER BY c_first`, [w, d, `last${c % 1000}`])
    id = found[found.length >> 1].c_id
  }
  await ask('UPDATE warehouse SET w_ytd = w_ytd + $2 WHERE w_id = $1 RETURNING w_name', [w, amount])
  await ask('UPDATE district SET d_ytd = d_ytd + $3 WHERE d_w_id = $1 AND d_id = $2 RETURNING d_name', [w, d, amount])
  await ask(`UPDATE customer SET c_balance = c_balance - $4, c_ytd = c_ytd + $4, c_payments = c_payments + 1
    WHERE c_w_id = $1 AND c_d_id = $2 AND c_id = $3 RETURNING c_first, c_last, c_credit, c_balance`, [w, d, id, amount])
  await ask('INSERT INTO history VALUES ($1, $2, $3, now(), $4, $5)', [id, d, w, amount, 'warehouse    district'])
}

/** @param {Ask} ask @param {number} w @param {number} d @param {number} c */
async function orderStatus(ask, w, d, c) {
  await ask(`SELECT c_balance, c_first, c_last FROM customer WHERE c_w_id = $1 AND c_d_id = $2 AND c_id = $3`,
    [w, d, c])
  const [last] = await ask(`SELECT o_id, o_carrier, o_entry FROM oorder WHERE o_w_id = $1 AND o_d_id = $2
    AND o_c_id = $3 ORDER BY o_id DESC LIMIT 1`, [w, d, c])
  if (last === undefined) return
  await ask(`SELECT ol_i_id, ol_quantity, ol_amount, ol_delivered FROM order_line WHERE ol_w_id = $1 AND ol_d_id = $2
    AND ol_o_id = $3`, [w, d, last.o_id])
}

/** @param {Ask} ask @param {number} w */
async function delivery(ask, w) {
  for (let d = 1; d <= DISTRICTS; d++) {
    const [oldest] = await ask(`DELETE FROM new_order WHERE no_w_id = $1 AND no_d_id = $2 AND no_o_id =
      (SELECT min(no_o_id) FROM new_order WHERE no_w_id = $1 AND no_d_id = $2) RETURNING no_o_id AS o`, [w, d])
    if (oldest === undefined) continue
    const [{ c }] = await ask(`UPDATE oorder SET o_carrier = 5 WHERE o_w_id = $1 AND o_d_id = $2 AND o_id = $3
      RETURNING o_c_id AS c`, [w, d, oldest.o])
    await ask(`UPDATE order_line SET ol_delivered = now() WHERE ol_w_id = $1 AND ol_d_id = $2 AND ol_o_id = $3`,
      [w, d, oldest.o])
    await ask(`UPDATE customer SET c_balance = c_balance + (SELECT sum(ol_amount) FROM order_line WHERE ol_w_id = $1
      AND ol_d_id = $2 AND ol_o_id = $4) WHERE c_w_id = $1 AND c_d_id = $2 AND c_id = $3`, [w, d, c, oldest.o])
  }
}

/** @type {Record<string, Mix>} */
export const MIXES = { 'TATP': tatp, 'SmallBank': smallbank, 'TPC-C': tpcc }

/**
 * One client's loop, until `isOver`.
 * @param {Client} client @param {Mix} mix @param {number} seed @param {() => boolean} isOver
 * @param {(ms: number) => void} done after each transaction, with what it took
 */
export async function runClient(client, mix, seed, isOver, done) {
  const chance = seededRandom(seed)
  /** @type {Map<string, string>} */
  const names = new Map()
  /** @type {Ask} */
  const ask = async (text, values) => {
    if (values === undefined) return (await client.query(text)).rows
    let name = names.get(text)
    if (name === undefined) names.set(text, name = `s${names.size}`)
    return (await client.query({ name, text, values })).rows
  }
  while (!isOver()) {
    const startMs = performance.now()
    try {
      await mix.transaction(ask, (n) => chance.below(n))
    } catch (error) {
      // Deadlocks and races are the application's to repeat.
      if (!/^40/.test(/** @type {{ code?: string }} */ (error).code ?? '')) throw error
      await client.query('ROLLBACK')
      continue
    }
    done(performance.now() - startMs)
  }
}
