/** Makes a failing statement small: parts are left out or replaced by smaller ones as long as it goes on failing. */

/** @import { SqlNode } from './node.js' */

/** What a statement is tried at most, and for how long. */
const TRIES_MAX = 500
const MS_MAX = 20000

/** Stand-ins for an expression of a type. */
const SIMPLE = /** @type {Record<string, string[]>} */ ({
  bool: ['true', 'NULL::bool'],
  int4: ['1', 'NULL::int4'],
  int8: ['1::int8'],
  numeric: ['1.5'],
  float8: ['0.5::float8'],
  text: ["'a'::text"],
  date: ["DATE '2020-02-29'"],
})

/** @param {SqlNode} root @param {(text: string) => Promise<boolean>} fails @returns {Promise<string>} */
export async function shrink(root, fails) {
  let tries = 0
  let best = String(root)
  const end = performance.now() + MS_MAX
  /** @param {SqlNode} node @param {SqlNode | string} instead */
  const attempt = async (node, instead) => {
    const before = node.instead
    node.instead = instead
    const text = String(root)
    if (text.length < best.length && tries++ < TRIES_MAX && performance.now() < end && await fails(text)) {
      best = text
      return true
    }
    node.instead = before
    return false
  }
  for (let changed = true; changed && tries < TRIES_MAX && performance.now() < end;) {
    changed = false
    for (const node of [...root.walk()]) {
      if (node.instead !== null || node === root) continue
      if (node.optional && await attempt(node, '')) { changed = true; continue }
      if (node.type === null) continue
      const options = [
        ...(SIMPLE[node.type] ?? []),
        `NULL::${node.type}`,
        ...[...node.walk()].filter((inner) => inner !== node && inner.type === node.type),
      ]
      for (const option of options) {
        if (await attempt(node, option)) { changed = true; break }
      }
    }
  }
  return best
}
