/** Puts a mutant's edits into modules as they are loaded: a hook for `module.register`, on a thread of its own. */

/** @import { Edit } from './mutant.js' */

/** @type {Edit[]} */
let edits = []

/** @param {{ edits: Edit[] }} data */
export function initialize(data) {
  edits = data.edits
}

/**
 * @param {string} url
 * @param {any} context
 * @param {(url: string, context: any) => Promise<{ format: string, source?: any, shortCircuit?: boolean }>} nextLoad
 */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context)
  const own = edits.filter(({ file }) => url.endsWith(`/${file}`))
  if (own.length === 0) return loaded
  return { ...loaded, source: own.reduce((source, edit) => changed(source, edit), String(loaded.source)) }
}

/** @param {string} source @param {Edit} edit @returns {string} */
export function changed(source, { file, find, replace }) {
  const pieces = source.split(find)
  if (pieces.length !== 2) throw new Error(`${file} has ${pieces.length - 1} places that read\n${find}`)
  return pieces.join(replace)
}
