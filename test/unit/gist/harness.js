/** Keys of gist trees for tests: a numrange and a text; and the entries a tree holds. */
import { GistKeys } from '../../../src/types/gist/keys.js'
import { builtinType } from '../../../src/types/registry.js'
import { DEFAULT_ENV } from '../../../src/types/type-ops.js'
import { Model } from '../btree/harness.js'

/** @import { GistTree } from '../../../src/storage/gist/tree.js' */

const NUMRANGE = 3906
const TEXT = 25
/** Families of extensions are ordered ones. */
const ORDERED = 20000

export const KEYS = new GistKeys([{ family: 3919, typeOid: NUMRANGE }, { family: ORDERED, typeOid: TEXT }])

/** @param {string} text */
export const rangeOf = (text) => /** @type {any} */ (builtinType(NUMRANGE)).parse(text, -1, DEFAULT_ENV)

const out = new Uint8Array(4096)

/** @param {string | null} range @param {string | null} text @returns {Uint8Array} */
export const keyOf = (range, text) => out.slice(0, KEYS.pack([range === null ? null : rangeOf(range), text], out, 0))

/** Every entry, named and ordered as Model does. @param {GistTree} tree @returns {string[]} */
export function entriesOf(tree) {
  const model = new Model()
  const names = []
  const walk = tree.cursor()
  for (let tid = walk.next(); tid >= 0; tid = walk.next())
    names.push(model.name(walk.saved.subarray(0, walk.savedEnd - 6), tid))
  return names.sort()
}
