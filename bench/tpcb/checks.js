/**
 * What must hold after every run, whatever the speed: money moved on one side is found on the other three, and history
 * has one line for each transaction that was acknowledged. A bench whose check fails exits with 1.
 */

/**
 * @typedef {{ ok: boolean, accounts: bigint, tellers: bigint, branches: bigint, history: bigint, historyRows:
 *   number, committed: number }} CheckResult
 */

/**
 * @param {(query: string) => Promise<Record<string, any>[]>} rows @param {number} committed
 * @param {{ accounts: string, tellers: string, branches: string, history: string }} [names]
 * @returns {Promise<CheckResult>}
 */
export async function checkBalances(
  rows,
  committed,
  names = {
    accounts: 'pgbench_accounts', tellers: 'pgbench_tellers', branches: 'pgbench_branches', history: 'pgbench_history',
  },
) {
  const total = async (/** @type {string} */ query) => BigInt((await rows(query))[0].total ?? 0)
  const accounts = await total(`SELECT sum(abalance) AS total FROM ${names.accounts}`)
  const tellers = await total(`SELECT sum(tbalance) AS total FROM ${names.tellers}`)
  const branches = await total(`SELECT sum(bbalance) AS total FROM ${names.branches}`)
  const history = await total(`SELECT sum(delta) AS total FROM ${names.history}`)
  const historyRows = Number(await total(`SELECT count(*) AS total FROM ${names.history}`))
  const ok = accounts === tellers && tellers === branches && branches === history && historyRows === committed
  return { ok, accounts, tellers, branches, history, historyRows, committed }
}

/** @param {CheckResult} result @returns {string} */
export function describeCheck(result) {
  const sums = `accounts ${result.accounts}, tellers ${result.tellers}, branches ${result.branches}, history ${result.history}`
  const rows = `${result.historyRows} lines of history for ${result.committed} transactions`
  return result.ok ? `balances agree (${result.history}), ${rows}` : `CHECK FAILED: ${sums}; ${rows}`
}
