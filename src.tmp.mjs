import { open } from './src/index.js'
import { SCHEMA } from './bench/programs/work.js'
import { readFileSync } from 'node:fs'
const db = await open(':memory:')
for (const s of SCHEMA) if (/FUNCTION/.test(s) && !/TRIGGER/.test(s)) await db.exec(s)
if (process.argv[3]) await db.exec(readFileSync(process.argv[3], 'utf8'))
try { await db.query(process.argv[2]) } catch (e) { console.log(e.message) }
for (const { routine } of db.session.procedures.routines.values()) console.log(routine.func.name, routine.isPlain, routine.isGenerator, '\n' + routine.source)
await db.close()
