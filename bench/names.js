/** The benches there are: `npm run bench -- NAME`, `seawall bench NAME`, `node bench/NAME.js`. */
export const BENCHES = Object.freeze({
  tpcb: 'TPC-B as pgbench runs it',
  embedded: 'TPC-B in the program itself, one caller, synchronous calls',
  pgbench: 'stock pgbench, its scripts and protocols',
  transfer: 'money transfers, one call each or in SQL steps',
  bulk: 'upserts of 13 columns under four indexes',
  copy: 'COPY, a primary key, and the commits of others meanwhile',
  beside: 'commits at fixed times beside long statements',
  builders: 'many rows, long lists and many statements in a text',
  apps: 'queries of an application, TATP, SmallBank, TPC-C: processor time',
  programs: 'functions, triggers and exception blocks in PL/pgSQL: processor time',
  texts: 'full text and trigrams over short documents: processor time',
  cold: 'new SELECTs, introspection, schema changes, migrations',
  kv: 'point reads and writes, scans and batches on text keys',
  open: 'cold start, first query, resident memory',
  tpch: 'the 22 queries of TPC-H',
  wal: 'the log alone: commits per sync, latency',
})
