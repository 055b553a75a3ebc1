/**
 * Makes the package that is published: the repository's files, and in lib/ all modules of src/ as one script with its code cache (why, and what it gains:
 * docs/decisions/0005-the-package-is-one-script.md). The repository itself needs none of this.
 *
 *     node scripts/build-package.js --types [DIR]      then: npm publish DIR
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { catalogTemplate } from '../src/catalog/template.js'
import { WholeTemplate } from '../src/storage/template.js'
import { fittedGrammar, largeFunctions } from './package/grammar.js'
import { modulesOf, withWaitingModules } from './package/lazy-modules.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const { positionals: [where], values: { types } } = parseArgs({ allowPositionals: true, options: { types: { type: 'boolean', default: false } } })
const out = resolve(where ?? join(root, 'package'))
const lib = join(out, 'lib')

rmSync(out, { recursive: true, force: true })
mkdirSync(lib, { recursive: true })
const { scripts: { start, bench }, files, ...manifest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
delete manifest.devDependencies
delete manifest.dependencies['libpg-query'] // is in the script
for (const path of [...files, 'LICENSE', 'README.md']) {
  if (path === 'types') continue
  cpSync(join(root, path), join(out, path), { recursive: true })
}
if (types) execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'tsconfig.types.json'), '--outDir', join(out, 'types')], { cwd: root, stdio: 'inherit' })
writeFileSync(join(out, 'package.json'), `${JSON.stringify({ ...manifest, files: [...files, 'lib'],
  scripts: { start, bench, postinstall: 'node -e "import(\'./lib/warm.js\').catch(() => 0)"' } }, null, 2)}\n`)

const { outputFiles: [bundle] } = await build({
  entryPoints: [join(root, 'src/index.js')], write: false, bundle: true, platform: 'node', target: 'node20', format: 'cjs',
  // Line ends stay, so that a stack trace says something; comments go, but for the paths of the modules. What is not ASCII is escaped: the text is read as Latin-1.
  charset: 'ascii', legalComments: 'none', logLevel: 'warning', absWorkingDir: root,
  define: { 'import.meta.url': 'moduleUrl' },
  plugins: [replaced('grammar', /src\/parser\/grammar-module\.js$/, compiledBefore), replaced('template', /src\/catalog\/template\.js$/, knownToFit)],
})

/** A module whose text is another in the package. @param {string} name @param {RegExp} filter @param {(text: string) => string} change @returns {import('esbuild').Plugin} */
function replaced(name, filter, change) {
  return { name, setup: ({ onLoad }) => onLoad({ filter }, ({ path }) => ({ contents: change(readFileSync(path, 'utf8')) })) }
}

/** load.js has begun to compile the grammar's WebAssembly. */
function compiledBefore() {
  return 'export const compiledModule = compiledGrammar'
}

/** That template.bin is of these catalogs is seen here, not by every process: it would read all of them for that. @param {string} text */
function knownToFit(text) {
  if (!(catalogTemplate() instanceof WholeTemplate)) throw new Error('src/catalog/data/template.bin is of other catalogs: node scripts/make-template.js')
  const changed = text.replace('template.stamp === catalogStamp() ? template : null', 'template')
  if (changed === text) throw new Error('src/catalog/template.js looks at its template differently')
  return changed
}

const before = '(function (require, exports, moduleUrl, __dirname, __filename, compiledGrammar) { "use strict"; const module = { exports };\n'
const write = (/** @type {string} */ text) => writeFileSync(join(lib, 'seawall.js'), `${before}${text}\nObject.assign(exports, module.exports) })\n`)
write(bundle.text)
const grammar = join(root, 'node_modules/libpg-query')
const wasm = readFileSync(join(grammar, 'wasm/libpg-query.wasm'))
writeFileSync(join(lib, 'libpg-query.wasm'), wasm)
cpSync(join(grammar, 'LICENSE'), join(lib, 'LICENSE.libpg-query'))
mkdirSync(join(lib, 'data'))
cpSync(join(root, 'src/catalog/data/template.bin'), join(lib, 'data/template.bin'))
// Threads look for their file beside the script.
writeFileSync(join(lib, 'long-call-thread.js'), "import '../src/engine/waits/long-call-thread.js'\n")
for (const name of ['load.js', 'warm.js']) cpSync(join(root, 'scripts/package', name), join(lib, name))
cpSync(join(root, 'scripts/package/index.js'), join(out, 'src/index.js'))
symlinkSync(join(root, 'node_modules'), join(out, 'node_modules')) // to run it where it is; never published

// What every program does first is watched: modules of which it runs nothing wait, large functions of the grammar that it calls do not.
const watched = execFileSync(process.execPath, ['--trace-wasm-compilation-times', join(lib, 'warm.js'), 'first'], { encoding: 'utf8' })
writeFileSync(join(lib, 'libpg-query.wasm'), fittedGrammar(wasm, largeFunctions(watched)))
const ran = /** @type {number[]} */ (JSON.parse(watched.slice(watched.lastIndexOf('['))))
const needed = new Set(modulesOf(bundle.text).filter(({ start, end }) => ran.some((at) => at - before.length >= start && at - before.length < end)).map(({ name }) => name))
write(withWaitingModules(bundle.text, (name) => !needed.has(name) && name.startsWith('src/')).text)
for (const flags of [[], ['cli']]) execFileSync(process.execPath, [join(lib, 'warm.js'), ...flags], { stdio: 'inherit' })
