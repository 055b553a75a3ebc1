/**
 * What is imported late in src/, as esbuild is to see it: `import('./module.js')` is a namespace that is there, in a
 * promise, and `later(import.meta.url, './module.js')` (src/util/later.js) gives one. Of a module that is imported late
 * esbuild makes a function, and of every module which that one needs. These are nearly all; they could share no scope
 * then, nor wait (lazy-modules.js). Behind namespaces they wait like any other until one is asked for.
 */
import { readFileSync } from 'node:fs'

/** @import { Plugin } from 'esbuild' */

const PROMISED = /\bimport\('(\.[^']+)'\)/g
const LATER = /\blater\(import\.meta\.url, '(\.[^']+)'\)/g

/** @type {Plugin} */
export const lateImports = plugin('late imports', (text) => withoutLater(withoutPromised(text)))

/** Where promises of modules may stay what they are. @type {Plugin} */
export const laterModules = plugin('later modules', (text) => withoutLater(text))

/** @param {string} name @param {(text: string) => string} change @returns {Plugin} */
function plugin(name, change) {
  return {
    name,
    setup: ({ onLoad }) => onLoad({ filter: /\/src\/.*\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      const contents = change(text)
      return contents === text ? undefined : { contents }
    }),
  }
}

/** @param {string} text of a module */
const withoutPromised = (text) =>
  withNamespaces(text, PROMISED, 'promised', (name) => `Promise.resolve().then(() => ${name})`)

/** @param {string} text of a module */
export const withoutLater = (text) => withNamespaces(text, LATER, 'later', (name) => `(() => ${name})`)

/**
 * @param {string} text of a module
 * @param {RegExp} pattern with a path
 * @param {string} prefix of namespaces' names
 * @param {(name: string) => string} use
 */
function withNamespaces(text, pattern, prefix, use) {
  // Types in comments are written in the same way.
  const code = text.replace(/\/\*[^]*?\*\//g, (comment) => ' '.repeat(comment.length))
  /** @type {string[]} */
  const imports = []
  let at = 0
  let changed = ''
  for (const { 0: all, 1: path, index } of code.matchAll(pattern)) {
    const name = `${prefix}$${imports.length}`
    imports.push(`import * as ${name} from '${path}'`)
    changed += `${text.slice(at, index)}${use(name)}`
    at = index + all.length
  }
  return imports.length === 0 ? text : `${imports.join('\n')}\n${changed}${text.slice(at)}`
}
