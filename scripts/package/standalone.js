/**
 * lib/standalone.js: the library as one ES module that looks for nothing beside itself, for programs that are bundled.
 * Bundlers find it by the condition "module" of the package's exports, which Node does not know. The grammar's
 * WebAssembly, the catalogs' template and the thread of long calls are text in it. It has no code cache and no modules
 * that wait: a bundle is one file, and what becomes of it is the bundler's.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { build } from 'esbuild'
import { laterModules, withImports } from './late-imports.js'

/** @import { BuildOptions, Plugin } from 'esbuild' */

/** Bytes as an expression that gives them back. @param {Uint8Array} bytes */
const embedded = (bytes) =>
  `inflateRawSync(Buffer.from(${JSON.stringify(deflateRawSync(bytes, { level: 9 }).toString('base64'))}, 'base64'))`
const INFLATE = "import { inflateRawSync } from 'node:zlib'\n"

/** Replaces what must be there. @param {string} text @param {string} from @param {string} to */
export function exchanged(text, from, to) {
  if (!text.includes(from)) throw new Error(`no longer in the sources: ${from}`)
  return text.replace(from, () => to)
}

/**
 * A module whose text is another in the package.
 * @param {string} name
 * @param {RegExp} filter
 * @param {(text: string) => string} change
 * @returns {Plugin}
 */
export function replaced(name, filter, change) {
  return {
    name,
    setup: ({ onLoad }) => onLoad({ filter }, ({ path }) => ({
      contents: withImports(change(readFileSync(path, 'utf8'))),
    })),
  }
}

/** What the grammar's CommonJS requires of Node is imported: an ES module has no require. @type {Plugin} */
const nodeModulesImported = {
  name: 'node-modules-imported',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'require-call' ? { path, namespace: 'imported' } : { path, external: true }
    )
    onLoad({ filter: /^node:/, namespace: 'imported' }, ({ path }) => ({
      contents: `export * from ${JSON.stringify(path)}`,
    }))
  },
}

/** Files of text search, as a function that gives one. @param {string} root */
function embeddedFiles(root) {
  const folder = join(root, 'src/functions/textsearch/data')
  const files = Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  return `
let archive = null
function embeddedFile(name) {
  archive ??= JSON.parse(${embedded(Buffer.from(JSON.stringify(files)))}.toString())
  return archive[name] === undefined ? null : Buffer.from(archive[name])
}`
}

/** @type {BuildOptions} */
const COMMON = {
  write: false, bundle: true, platform: 'node', target: 'node20', charset: 'ascii', legalComments: 'none',
  logLevel: 'warning',
}

/**
 * @param {string} root of the repository
 * @param {{ knownToFit: (text: string) => string }} template what the package's template module reads, once it was seen
 *   to fit
 * @returns {Promise<string>} the module's text
 */
export async function standalone(root, { knownToFit }) {
  const thread = await build({
    ...COMMON,
    entryPoints: [join(root, 'src/engine/turns/long-call-thread.js')],
    absWorkingDir: root,
    format: 'cjs',
    minifyWhitespace: true,
    define: { 'import.meta.url': '""' },
    plugins: [laterModules],
  })
  const wasm = readFileSync(join(root, 'node_modules/libpg-query/wasm/libpg-query.wasm'))
  const template = readFileSync(join(root, 'src/catalog/data/template.bin'))
  const { outputFiles: [{ text }] } = await build({
    ...COMMON, entryPoints: [join(root, 'src/index.js')], absWorkingDir: root, format: 'esm', minifyWhitespace: true,
    define: { 'import.meta.url': '"file:///seawall/standalone.js"', __dirname: '"/"', __filename: '"/seawall.js"' },
    plugins: [
      nodeModulesImported,
      replaced(
        'grammar', /src\/parser\/grammar-module\.js$/,
        () => `${INFLATE}export const compiledModule = WebAssembly.compile(${embedded(wasm)})\n`,
      ),
      replaced(
        'template',
        /src\/catalog\/template\.js$/,
        (source) =>
          INFLATE
          + exchanged(
            knownToFit(source), "readPackageFile(new URL('./data/template.bin', import.meta.url))", embedded(template),
          ),
      ),
      replaced(
        'text search',
        /src\/functions\/textsearch\/files\.js$/,
        (source) =>
          INFLATE
          + exchanged(source, 'readPackageFile(new URL(`./data/${name}`, import.meta.url))', 'embeddedFile(name)')
          + embeddedFiles(root),
      ),
      replaced(
        'thread',
        /src\/engine\/turns\/long-calls\.js$/,
        (source) =>
          INFLATE
          + exchanged(
            source, "new Worker(new URL('./long-call-thread.js', import.meta.url), {",
            `new Worker(${embedded(Buffer.from(thread.outputFiles[0].text))}.toString(), { eval: true,`,
          ),
      ),
      laterModules,
    ],
  })
  return text
}
