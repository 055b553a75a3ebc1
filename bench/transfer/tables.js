/**
 * The accounts before a run, and what must hold after it: no money made or lost, somebody's balance changed, and a row
 * of audit per transfer where there is one.
 */

/** @typedef {(text: string) => Promise<any[]>} Query rows of one statement */

/** @param {Query} query @param {number} accounts @param {number} balance */
export async function fill(query, accounts, balance) {
  await query('DROP TABLE IF EXISTS accounts')
  await query('DROP TABLE IF EXISTS transfer_audit')
  await query('CREATE TABLE accounts (id int PRIMARY KEY, balance bigint NOT NULL)')
  await query('CREATE TABLE transfer_audit (id bigserial PRIMARY KEY, from_id int NOT NULL, to_id int NOT NULL, amount bigint NOT NULL, ts timestamptz NOT NULL DEFAULT now())')
  await query(`INSERT INTO accounts SELECT i, ${balance} FROM generate_series(0, ${accounts - 1}) AS i`)
  await query('VACUUM ANALYZE accounts')
}

/**
 * @param {Query} query
 * @param {{ accounts: number, balance: number, test: number }} config
 * @param {number} acknowledged transfers whose answer came, at least
 */
export async function verify(query, config, acknowledged) {
  const [row] = await query(`SELECT count(*)::int AS n, sum(balance)::text AS total, count(*) FILTER (WHERE balance <> ${config.balance})::int AS changed FROM accounts`)
  if (row.n !== config.accounts) throw new Error(`there are ${row.n} accounts, not ${config.accounts}`)
  const expected = BigInt(config.accounts) * BigInt(config.balance)
  if (BigInt(row.total) !== expected) throw new Error(`the balances add up to ${row.total}, not ${expected}`)
  if (acknowledged > 0 && row.changed === 0) throw new Error('no balance has changed')
  if (config.test !== 2) return
  const [audit] = await query('SELECT count(*)::int AS n, coalesce(sum(amount), 0)::text AS total FROM transfer_audit')
  if (audit.n < acknowledged || Number(audit.total) !== audit.n)
    throw new Error(`${acknowledged} transfers were acknowledged, ${audit.n} rows of audit are there`)
}
