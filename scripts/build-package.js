/**
 * Makes the package that is published: the repository's files, and in lib/ all modules of src/ as one script (why, and
 * what it gains: docs/decisions/0005-the-package-is-one-script.md) and as one module for bundlers. The repository
 * itself needs none of this.
 *
 *     node scripts/build-package.js [DIR]      then: npm publish DIR
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { catalogTemplate } from '../src/catalog/template.js'
import { WholeTemplate } from '../src/storage/template.js'
import { fittedGrammar, largeFunctions } from './package/grammar.js'
import { lateImports } from './package/late-imports.js'
import { modulesOf, withPlainBuiltIns, withWaitingModules } from './package/lazy-modules.js'
import { exchanged, replaced, standalone } from './package/standalone.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const { positionals: [where] } = parseArgs({ allowPositionals: true })
const out = resolve(where ?? join(root, 'package'))
const lib = join(out, 'lib')

rmSync(out, { recursive: true, force: true })
mkdirSync(lib, { recursive: true })
const { scripts: { start, bench }, files, ...manifest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { '.': { types, default: source } } = manifest.exports
delete manifest.devDependencies
delete manifest.dependencies['libpg-query'] // is in the script, as is this:
delete manifest.dependencies.bcryptjs
for (const path of [...files, 'LICENSE', 'README.md']) {
  cpSync(join(root, path), join(out, path), { recursive: true })
}
writeFileSync(
  join(out, 'package.json'),
  `${JSON.stringify(
    {
      ...manifest,
      files: [...files, 'lib'],
      exports: { ...manifest.exports, '.': { types, module: './lib/standalone.js', default: source } },
      scripts: { start, bench },
    },
    null,
    2,
  )}\n`,
)

const {
  outputFiles: [bundle],
} = await build({
  // What a module of its own exports (`seawall/test`) is of the same script: one engine, one DbError.
  stdin: {
    contents: "export * from './src/index.js'\nexport * as forTests from './src/test/index.js'\n",
    resolveDir: root, sourcefile: 'package.js',
  },
  write: false,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // Line ends stay, so that a stack trace says something; comments go, but for the paths of the modules. What is not
  // ASCII is escaped: the text is read as Latin-1.
  charset: 'ascii', legalComments: 'none', logLevel: 'warning', absWorkingDir: root,
  define: { 'import.meta.url': 'moduleUrl' },
  plugins: [
    replaced('grammar', /src\/parser\/grammar-module\.js$/, compiledBefore),
    replaced('template', /src\/catalog\/template\.js$/, knownToFit),
    replaced('engine thread', /src\/remote\/worker-engine\.js$/, (source) =>
      exchanged(source, "new URL('../worker/thread.js', ", "new URL('./engine-thread.js', ")),
    // A script that vm runs cannot import: its loader, which is a module, does.
    replaced('parser of trees', /src\/library\/ast\.js$/, (source) =>
      exchanged(source, 'import(/* @vite-ignore */ NAME)', 'importModule(NAME)')),
    lateImports,
  ],
})

/** load.js has begun to compile the grammar's WebAssembly. */
function compiledBefore() {
  return 'export const compiledModule = compiledGrammar'
}

/**
 * That template.bin is of these catalogs is seen here, not by every process: it would read all of them for that.
 * @param {string} text
 */
function knownToFit(text) {
  if (!(catalogTemplate() instanceof WholeTemplate))
    throw new Error('src/catalog/data/template.bin is of other catalogs: node scripts/make-template.js')
  return exchanged(text, 'template.stamp === catalogStamp() ? template : null', 'template')
}

const before = '(function (require, exports, moduleUrl, __dirname, __filename, compiledGrammar, importModule) '
  + '{ "use strict"; const module = { exports };\n'
const write = (/** @type {string} */ text) =>
  writeFileSync(join(lib, 'seawall.js'), `${before}${text}\nObject.assign(exports, module.exports) })\n`)
const script = withPlainBuiltIns(bundle.text)
write(script)
const grammar = join(root, 'node_modules/libpg-query')
const wasm = readFileSync(join(grammar, 'wasm/libpg-query.wasm'))
writeFileSync(join(lib, 'libpg-query.wasm'), wasm)
cpSync(join(grammar, 'LICENSE'), join(lib, 'LICENSE.libpg-query'))
mkdirSync(join(lib, 'data'))
cpSync(join(root, 'src/catalog/data/template.bin'), join(lib, 'data/template.bin'))
// Stemmers, stop words and samples of dictionaries.
cpSync(join(root, 'src/functions/textsearch/data'), join(lib, 'data'), { recursive: true })
// Threads look for their file beside the script.
writeFileSync(join(lib, 'long-call-thread.js'), "import '../src/engine/turns/long-call-thread.js'\n")
writeFileSync(join(lib, 'engine-thread.js'), "import '../src/worker/thread.js'\n")
writeFileSync(join(lib, 'standalone.js'), await standalone(root, { knownToFit }))
const loader = readFileSync(join(root, 'scripts/package/load.js'), 'utf8')
writeFileSync(join(lib, 'load.js'), loader)
cpSync(join(root, 'scripts/package/index.js'), join(out, 'src/index.js'))
cpSync(join(root, 'scripts/package/engine.js'), join(out, 'bin/commands/engine.js'))
rmSync(join(out, 'bin/in-steps.js'))
cpSync(join(root, 'scripts/package/test.js'), join(out, 'src/test/index.js'))
symlinkSync(join(root, 'node_modules'), join(out, 'node_modules')) // to run it where it is; never published

// What every program does first is watched: modules of which it runs nothing wait, large functions of the grammar that
// it calls do not.
const watched = execFileSync(
  process.execPath,
  ['--trace-wasm-compilation-times', join(root, 'scripts/package/watch.js'), join(lib, 'load.js')],
  { encoding: 'utf8' }
)
writeFileSync(join(lib, 'libpg-query.wasm'), fittedGrammar(wasm, largeFunctions(watched)))
const ran = /** @type {number[]} */ (JSON.parse(watched.slice(watched.lastIndexOf('['))))
const needed = new Set(
  modulesOf(script)
    .filter(({ start, end }) => ran.some((at) => at - before.length >= start && at - before.length < end))
    .map(({ name }) => name)
)
write(withWaitingModules(script, (name) => !needed.has(name) && name.startsWith('src/')).text)
// Caches of another build's script are never read: V8 itself compares no more than the length of the text.
const made = readFileSync(join(lib, 'seawall.js'))
writeFileSync(
  join(lib, 'load.js'),
  exchanged(
    loader,
    "const BUILD = ''",
    `const BUILD = '${manifest.version}-${createHash('sha256').update(made).digest('hex').slice(0, 16)}'`
  )
)
