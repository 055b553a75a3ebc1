import { open } from './src/index.js'
import { SCHEMA } from './bench/programs/work.js'
import { readFileSync } from 'node:fs'
const db = await open(':memory:')
for (const s of SCHEMA) if (/FUNCTION (blocks|twenty|steps)/.test(s)) await db.exec(s)
await db.exec(readFileSync('/tmp/i21/speed.sql', 'utf8'))
const W = { blocks: 'select blocks(6000)', f_query: 'select count(*) from f_query(100000)', f_next: 'select count(*) from f_next(100000)', f_table: 'select count(*) from f_table(100000)', f_row: 'select sum(x) from f_row(100000)', f_fib: 'select f_fib(20)', f_fetch: 'select f_fetch(50000)', f_num: 'select f_num(100000)', f_rec: 'select f_rec(100000)', f_calls: 'select f_calls(100000)', f_small: 'select count(*) from generate_series(1,10000) g, f_small(g)' }
const only = process.argv[2]?.split(','), N = +(process.argv[3] ?? 12)
for (const [k, t] of Object.entries(W)) { if (only && !only.includes(k)) continue
  let best = 1e9; for (let i = 0; i < N; i++) { const c = process.cpuUsage(); await db.query(t); const d = process.cpuUsage(c); best = Math.min(best, (d.user + d.system) / 1000) }
  console.log(k.padEnd(8), best.toFixed(2)) }
await db.close()
