/**
 * What is imported late in src/ (src/util/later.js), as esbuild is to see it: `later(import.meta.url, './module.js')`
 * gives a namespace that is there, `soon` has one in a promise. Of `import('./module.js')` esbuild makes a function,
 * and of every module which that one needs. These are nearly all; they could share no scope then, nor wait
 * (lazy-modules.js). Behind namespaces they wait like any other until one is asked for.
 */
import { readFileSync } from 'node:fs'

/** @import { Plugin } from 'esbuild' */

const PROMISED = /\bsoon\(import\.meta\.url, '(\.[^']+)'\)/g
const LATER = /\blater\(import\.meta\.url, '(\.[^']+)'\)/g

/** @type {Plugin} */
export const lateImports = plugin('late imports', (text) => withoutLater(withoutPromised(text)))

/** For a bundle of which those in promises are functions. @type {Plugin} */
export const laterModules = plugin('later modules', (text) => withImports(text))

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
export const withImports = (text) =>
  withoutLater(text.replace(PROMISED, (_, path) => `import('${path}')`))

/** @param {string} text of a module */
const withoutLater = (text) => withNamespaces(text, LATER, 'later', (name) => `(() => ${name})`)

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
