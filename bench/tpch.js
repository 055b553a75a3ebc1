/** `node bench/tpch.js --help` */
import { main } from './tpch/main.js'

process.exitCode = await main(process.argv.slice(2))
