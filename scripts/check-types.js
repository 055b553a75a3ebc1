/**
 * `npm run check`: everything passes TypeScript's checker, and types/index.d.ts is what the library's declarations come
 * to. With `--write` (`npm run types`) it makes that file anew. It is in the repository so that a change of the API
 * shows in review. What the checker found is kept in node_modules/.cache: only what has changed is checked again, and
 * who uses it.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { rollUp } from './roll-up-types.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const writes = process.argv.includes('--write')
const out = join(root, 'types')
const cache = join(root, 'node_modules', '.cache', 'types')

/** What package.json exports. */
const ENTRIES = ['index.js', 'pg/index.js', 'extension.js', 'test/index.js']

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
const parsed = ts.parseJsonConfigFileContent(config, ts.sys, root)
const checking = { ...parsed.options, incremental: true, tsBuildInfoFile: join(cache, 'check.tsbuildinfo') }
const emit = { noEmit: false, declaration: true, emitDeclarationOnly: true, newLine: ts.NewLineKind.LineFeed }
const options = { ...parsed.options, ...emit, rootDir: root, outDir: out }
const host = sharingHost()

if (!writes) {
  // What was found last time holds for files that have not changed and use nothing that has.
  const whole = ts.createIncrementalProgram({ rootNames: parsed.fileNames, options: checking, host })
  const diagnostics = [
    ...whole.getOptionsDiagnostics(), ...whole.getGlobalDiagnostics(), ...whole.getSyntacticDiagnostics(),
    ...whole.getSemanticDiagnostics(),
  ]
  whole.emit() // the cache and nothing else
  if (diagnostics.length > 0) {
    console.error(ts.formatDiagnosticsWithColorAndContext(diagnostics, host))
    process.exit(1)
  }
}

// A program of its own: the order in which unions are printed depends on what was looked at before.
const library = parsed.fileNames.filter(
  (name) => ENTRIES.some((entry) => name === join(root, 'src', entry)) || /\/src\/.*\.d\.ts$/.test(name)
)
const program = ts.createProgram(library, options, host)
/** @param {string} path below src @returns {string} */
function declarationsOf(path) {
  const source = program.getSourceFile(join(root, 'src', path))
  if (source === undefined) throw new Error(`the library's types need src/${path}, which is not there`)
  let emitted = ''
  program.emit(source, (_name, declarations) => { emitted = declarations }, undefined, true)
  if (emitted === '') throw new Error(`src/${path} has no declarations: tsc --declaration says why`)
  return emitted
}

const [main, ...others] = ENTRIES
/** By path below types. @type {Map<string, string>} */
const texts = new Map([['index.d.ts', rollUp(main, declarationsOf)]])
// The others are as they are, with the files they need besides the main one.
const wanted = new Set(others)
for (const path of wanted) {
  // Classes of pg extend a package's that has no types: what they inherit is any.
  const declared = declarationsOf(path)
  const inherits = path.startsWith('pg/')
  const text = inherits
    ? declared.replace(/^export class \w+ \{\n/gm, '$&    [inherited: string]: any;\n')
    : declared
  texts.set(path.replace(/\.js$/, '.d.ts'), text)
  for (const [, to] of text.matchAll(/(?:from|import\()\s*["'](\.[^"']+\.js)["']/g)) {
    const other = join(dirname(path), to).replaceAll('\\', '/')
    if (other !== main) wanted.add(other)
  }
}

if (writes) {
  rmSync(out, { recursive: true, force: true })
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(out, path)), { recursive: true })
    writeFileSync(join(out, path), text)
  }
} else {
  const there = existsSync(out)
    ? readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'))
    : []
  const old = [...texts].filter(
    ([path, text]) => !existsSync(join(out, path)) || readFileSync(join(out, path), 'utf8') !== text
  )
  if (old.length > 0 || there.length !== texts.size) {
    console.error(
      `types/ is not what src says (${old.map(([path]) => path)}): npm run types, and look at the difference`
    )
    process.exit(1)
  }
}

/** Programs share the files they have read. */
function sharingHost() {
  const made = ts.createIncrementalCompilerHost(checking)
  const read = made.getSourceFile
  /** @type {Map<string, ts.SourceFile | undefined>} */
  const files = new Map()
  made.getSourceFile = (name, ...how) => {
    if (!files.has(name)) files.set(name, read.call(made, name, ...how))
    return files.get(name)
  }
  return made
}
