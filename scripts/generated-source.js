/**
 * Writes down every function the executor generates while the statements of test/golden run, file by file: what a
 * change of the generator makes of statements it should
 * leave alone is a diff of two directories.
 *
 *   node --conditions=development scripts/generated-source.js OUT [NAME]     NAME: a part of the golden files' paths
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Module } from '../src/executor/codegen/module.js'
import { connected } from '../test/support/wire-client.js'
import { startServer } from '../test/support/wire-server.js'

const golden = join(dirname(fileURLToPath(import.meta.url)), '..', 'test', 'golden')
const [out, part = ''] = process.argv.slice(2)
if (out === undefined) throw new Error('generated-source.js: the directory to write to is missing')
mkdirSync(out, { recursive: true })

/** @type {string[]} */
let sources = []
const build = Module.prototype.build
Module.prototype.build = function keptBuild(entry) {
  sources.push(this.source(entry))
  return build.call(this, entry)
}

for (const file of readdirSync(golden, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.sql') && name.includes(part))
  .sort()) {
  sources = []
  const server = await startServer()
  const client = await connected(server.port)
  for (const line of readFileSync(join(golden, file), 'utf8').split('\n')) if (line !== '') await client.lines(line)
  client.end()
  await server.close()
  writeFileSync(join(out, file.replaceAll(/[/\\]/g, '-')), sources.join('\n// ----\n'))
}
