/**
 * `import('./module.js')` in src/, as esbuild is to see it: a namespace that is there, in a promise. Of a module that
 * is imported late esbuild makes a function, and of every module which that one needs. These are nearly all; they could
 * share no scope then, nor wait (lazy-modules.js). Behind namespaces they wait like any other until one is asked for.
 */
import { readFileSync } from 'node:fs'

/** @import { Plugin } from 'esbuild' */

const LATE = /\bimport\('(\.[^']+)'\)/g

/** @type {Plugin} */
export const lateImports = {
  name: 'late imports',
  setup: ({ onLoad }) => onLoad({ filter: /\/src\/.*\.js$/ }, ({ path }) => {
    const contents = withoutLateImports(readFileSync(path, 'utf8'))
    return contents === null ? undefined : { contents }
  }),
}

/** @param {string} text of a module @returns {string | null} null: it imports nothing late */
function withoutLateImports(text) {
  // Types in comments are written in the same way.
  const code = text.replace(/\/\*[^]*?\*\//g, (comment) => ' '.repeat(comment.length))
  /** @type {string[]} */
  const imports = []
  let at = 0
  let changed = ''
  for (const { 0: all, 1: path, index } of code.matchAll(LATE)) {
    const name = `late$${imports.length}`
    imports.push(`import * as ${name} from '${path}'`)
    changed += `${text.slice(at, index)}Promise.resolve().then(() => ${name})`
    at = index + all.length
  }
  return imports.length === 0 ? null : `${imports.join('\n')}\n${changed}${text.slice(at)}`
}
