/**
 * The workload: pgbench's built-in TPC-B, table by table and statement by statement, so that figures stand beside stock
 * pgbench's.
 *
 *   per unit of scale: 1 branch, 10 tellers, 100,000 accounts       a transaction: one account, its new balance, one teller, one branch, one
 *   keys are 1..N, balances begin at 0, fillers as pgbench's        line of history; the delta is uniform in -5000..5000, keys are uniform
 */
import { seededRandom } from '../../src/util/prng.js'

export const ACCOUNTS_PER_BRANCH = 100000
export const TELLERS_PER_BRANCH = 10
const DELTA_MAX = 5000

/** Makes empty tables, dropping older ones. */
const SCHEMA = [
  'DROP TABLE IF EXISTS pgbench_accounts, pgbench_branches, pgbench_history, pgbench_tellers',
  'CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))',
  'CREATE TABLE pgbench_tellers (tid int NOT NULL, bid int, tbalance int, filler char(84)) WITH (fillfactor=100)',
  'CREATE TABLE pgbench_accounts (aid int NOT NULL, bid int, abalance int, filler char(84)) WITH (fillfactor=100)',
  'CREATE TABLE pgbench_branches (bid int NOT NULL, bbalance int, filler char(88)) WITH (fillfactor=100)',
]

/** @param {number} scale @returns {string[]} what fills the tables and indexes them */
const load = (scale) => [
  `INSERT INTO pgbench_branches (bid, bbalance) SELECT bid, 0 FROM generate_series(1, ${scale}) AS bid`,
  `INSERT INTO pgbench_tellers (tid, bid, tbalance) SELECT tid, (tid - 1) / ${TELLERS_PER_BRANCH} + 1, 0 FROM generate_series(1, ${scale * TELLERS_PER_BRANCH}) AS tid`,
  `INSERT INTO pgbench_accounts (aid, bid, abalance, filler) SELECT aid, (aid - 1) / ${ACCOUNTS_PER_BRANCH} + 1, 0, '' FROM generate_series(1, ${scale * ACCOUNTS_PER_BRANCH}) AS aid`,
  'ALTER TABLE pgbench_branches ADD PRIMARY KEY (bid)',
  'ALTER TABLE pgbench_tellers ADD PRIMARY KEY (tid)',
  'ALTER TABLE pgbench_accounts ADD PRIMARY KEY (aid)',
]

/** After the load. */
const SETTLE = [
  'VACUUM ANALYZE pgbench_branches',
  'VACUUM ANALYZE pgbench_tellers',
  'VACUUM ANALYZE pgbench_accounts',
  'CHECKPOINT',
]

/**
 * Makes the tables anew.
 * @param {number} scale
 * @param {(statement: string) => Promise<unknown>} execute each is a message of its own: some refuse to run in a
 *   transaction block
 */
export async function fillTables(scale, execute) {
  for (const statement of [...SCHEMA, ...load(scale), ...SETTLE]) await execute(statement)
}

/** @typedef {'aid' | 'bid' | 'tid' | 'delta'} Variable */
/** @typedef {{ name: string, text: string, variables: Variable[] }} Step */

/** @type {Record<'account' | 'balance' | 'teller' | 'branch' | 'history', Step>} */
export const STEP = {
  account: {
    name: 'account',
    text: 'UPDATE pgbench_accounts SET abalance = abalance + $1 WHERE aid = $2',
    variables: ['delta', 'aid'],
  },
  balance: { name: 'balance', text: 'SELECT abalance FROM pgbench_accounts WHERE aid = $1', variables: ['aid'] },
  teller: {
    name: 'teller',
    text: 'UPDATE pgbench_tellers SET tbalance = tbalance + $1 WHERE tid = $2',
    variables: ['delta', 'tid'],
  },
  branch: {
    name: 'branch',
    text: 'UPDATE pgbench_branches SET bbalance = bbalance + $1 WHERE bid = $2',
    variables: ['delta', 'bid'],
  },
  history: {
    name: 'history',
    text: 'INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES ($1, $2, $3, $4, CURRENT_TIMESTAMP)',
    variables: ['tid', 'bid', 'aid', 'delta'],
  },
}

/** The whole transaction, in order. @type {Step[]} */
export const TRANSACTION = [
  { name: 'begin', text: 'BEGIN', variables: [] }, STEP.account, STEP.balance, STEP.teller, STEP.branch, STEP.history,
  { name: 'end', text: 'END', variables: [] },
]

/** The variables of one transaction after the other, the same for the same seed. */
export class Draws {
  /** @param {number} seed @param {number} scale */
  constructor(seed, scale) {
    this.random = seededRandom(seed)
    this.accounts = scale * ACCOUNTS_PER_BRANCH
    this.branches = scale
    this.tellers = scale * TELLERS_PER_BRANCH
    this.aid = this.bid = this.tid = this.delta = 0
  }

  /** Draws in pgbench's order. */
  next() {
    const { random } = this
    this.aid = 1 + random.below(this.accounts)
    this.bid = 1 + random.below(this.branches)
    this.tid = 1 + random.below(this.tellers)
    this.delta = random.below(2 * DELTA_MAX + 1) - DELTA_MAX
  }
}

/**
 * One generator per client, all from one seed.
 * @param {number} seed
 * @param {number} clients
 * @param {number} scale
 * @returns {Draws[]}
 */
export function drawsPerClient(seed, clients, scale) {
  const seeds = seededRandom(seed)
  return Array.from({ length: clients }, () => new Draws(seeds.uint32(), scale))
}

/** @param {Step} step @param {Draws} draw @returns {number[]} the values of $1, $2 … */
export function valuesOf(step, draw) {
  const values = new Array(step.variables.length)
  for (let index = 0; index < values.length; index++) values[index] = draw[step.variables[index]]
  return values
}

/**
 * The statement with its values written into it, as the simple protocol needs it.
 * @param {Step} step
 * @returns {(draw: Draws) => string}
 */
export function literalText(step) {
  const parts = step.text.split(/\$\d/)
  const { variables } = step
  return (draw) => {
    let text = parts[0]
    for (let index = 0; index < variables.length; index++) text += draw[variables[index]] + parts[index + 1]
    return text
  }
}
