#!/usr/bin/env node
/**
 * TPC-B as pgbench runs it, on Seawall embedded or over the wire, on any PostgreSQL, on SQLite.
 * `node bench/tpcb.js --help`.
 */
import { main } from './tpcb/main.js'

process.exitCode = await main(process.argv.slice(2))
