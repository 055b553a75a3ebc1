/** What the benches should reach: ratios to a rival in the same alternating run. */

/** @typedef {{ system: string, workload: string, tps: number, [key: string]: any }} Result */
/**
 * @typedef {{ work: string, reach: number, ratio: (results: Result[]) => number | null, lower?: (results:
 *   Result[]) => number }} Row lower: the reach after the same run's results
 */

/**
 * @param {string} workload its beginning
 * @param {string} ours
 * @param {string} rival
 * @returns {(results: Result[]) => number | null}
 */
const ratio = (workload, ours, rival) => (results) => {
  const of = (/** @type {string} */ system) =>
    results.find((result) => result.system === system && result.workload.startsWith(workload))?.tps
  const [a, b] = [of(ours), of(rival)]
  return a === undefined || b === undefined ? null : a / b
}

/**
 * @param {string} work
 * @param {number} reach
 * @param {string} workload
 * @param {string} ours
 * @param {string} rival
 * @returns {Row}
 */
const row = (work, reach, workload, ours, rival) => ({ work, reach, ratio: ratio(workload, ours, rival) })

/**
 * How many times less of something Seawall takes than PGlite, in a new directory.
 * @param {string} work @param {number} reach @param {string[]} figures that are added up @returns {Row}
 */
const less = (work, reach, figures) => ({ work, reach, ratio: (results) => {
  const of = (/** @type {string} */ system) => {
    const more = results.find((result) => result.system === system && result.workload === 'new directory')?.more
    return more === undefined ? NaN : figures.reduce((sum, figure) => sum + more[figure], 0)
  }
  const times = of('pglite') / of('seawall')
  return Number.isNaN(times) ? null : times
} })

/**
 * A row of pgbench is met at its ratio, or at 80 % of what canned answers carry in the same run, whichever is lower: no
 * engine in Node passes its own sockets.
 * @param {string} work @param {number} reach @param {string} workload @returns {Row}
 */
const belowCeiling = (work, reach, workload) => ({
  ...row(work, reach, workload, 'seawall', 'postgres'),
  lower: (results) => {
    const ceiling = ratio(workload, 'ceiling', 'postgres')(results)
    return ceiling === null ? reach : Math.min(reach, CEILING_SHARE * ceiling)
  },
})

const CEILING_SHARE = 0.8

/** @type {{ bench: string, args: string[], rows: Row[] }[]} */
export const TABLE = [
  {
    bench: 'pgbench',
    args: ['--scale', '10'],
    rows: [
      belowCeiling('pgbench TPC-B prepared, 1 client, to PostgreSQL', 1.2, 'tpcb-like prepared, 1 '),
      belowCeiling('pgbench TPC-B prepared, 8 clients', 1.4, 'tpcb-like prepared, 8 '),
      belowCeiling('pgbench TPC-B prepared, 32 clients', 2.2, 'tpcb-like prepared, 32'),
      belowCeiling('pgbench TPC-B simple, 8 clients', 1.3, 'tpcb-like simple, 8'),
      belowCeiling('pgbench TPC-B simple, 32 clients', 2.5, 'tpcb-like simple, 32'),
      belowCeiling('pgbench select-only prepared, 8 clients', 1.4, 'select-only'),
    ],
  },
  {
    bench: 'transfer',
    args: ['--against', 'procedure,sqlite', '--batch-size', '4000', '--inflight', '120'],
    rows: [
      row('transfer by one call, 120 in flight, alpha 0, to batched SQLite', 2, 'alpha 0', 'procedure', 'sqlite'),
      row('transfer by one call, 120 in flight, alpha 1.5', 2, 'alpha 1.5', 'procedure', 'sqlite'),
    ],
  },
  {
    bench: 'transfer',
    args: ['--against', 'procedure,postgres', '--connections', '50', '--inflight', '1', '--alpha', '0.5,1.5'],
    rows: [
      row(
        'transfer, 50 connections in turn, alpha 0.5, to a stored procedure',
        1.5,
        'alpha 0.5',
        'procedure',
        'postgres'
      ),
      row('transfer, 50 connections in turn, alpha 1.5', 5, 'alpha 1.5', 'procedure', 'postgres'),
    ],
  },
  {
    bench: 'transfer',
    args: [
      '--test',
      '2',
      '--against',
      'steps,postgres-steps',
      '--connections',
      '50',
      '--inflight',
      '1',
      '--alpha',
      '0.5,1.5',
    ],
    rows: [
      row('test 2 in SQL steps, alpha 0.5, to PostgreSQL', 1.5, 'alpha 0.5', 'steps', 'postgres-steps'),
      row('test 2 in SQL steps, alpha 1.5', 2, 'alpha 1.5', 'steps', 'postgres-steps'),
    ],
  },
  {
    bench: 'embedded',
    args: [],
    rows: [
      row('TPC-B embedded, immediate, to better-sqlite3 FULL', 1.2, 'immediate', 'seawall', 'sqlite'),
      row('TPC-B embedded, none, to OFF', 3, 'none', 'seawall', 'sqlite'),
    ],
  },
  {
    bench: 'kv',
    args: [],
    rows: [
      row('point read, 1M text keys, to better-sqlite3', 3, 'point read', 'seawall', 'sqlite'),
      row('scan of 100 rows', 4, 'scan', 'seawall', 'sqlite'),
      row('point write, none', 1.5, 'point write', 'seawall', 'sqlite'),
      row('100 writes per transaction', 4, '100 writes', 'seawall', 'sqlite'),
    ],
  },
  {
    bench: 'bulk',
    args: ['--checkpoints', '300000,1000000', '--chunks', '50000'],
    rows: [row('bulk upsert, 1M rows, batch, to SQLite NORMAL', 1.5, '1000000 rows', 'prepared', 'sqlite')],
  },
  {
    bench: 'copy',
    args: ['--scale', '50', '--rounds', '1'],
    rows: [row('COPY of pgbench_accounts, scale 50, to PostgreSQL', 1, 'COPY', 'seawall', 'postgres')],
  },
  {
    bench: 'open',
    args: [],
    rows: [
      less('cold open and first query, to PGlite, from the start of the process', 20, ['all ms']),
      less('without the start of Node: import, open, first query', 0, ['import ms', 'open ms', 'first query ms']),
      less('resident memory after it', 5, ['resident MB']),
    ],
  },
]
