/**
 * Where few files may be open at once: Node reads the modules of a program many at a time, and each is an open file
 * until it is read (some 450 of them). Here each is imported once everything it imports is there, one by one, which
 * takes half a second longer. The published package is one script, and needs none of this.
 */
import { existsSync, readFileSync } from 'node:fs'

/** A limit from here on is enough for all at once. */
const DESCRIPTORS_ENOUGH = 1024
/** Static imports, and what is exported from elsewhere. */
const IMPORTED = /^(?:import|export)\b[^'"]*?['"](\.{1,2}\/[^'"]+\.js)['"]/gm

/** @returns {number} files this process may have open, as far as Linux says */
function descriptorsMax() {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity)
  } catch {
    return Infinity
  }
}

/**
 * Imports a module, and before it all that it imports.
 * @param {URL} first
 */
export async function importInSteps(first) {
  if (descriptorsMax() >= DESCRIPTORS_ENOUGH) return
  /** @type {string[]} */
  const order = []
  const seen = new Set()
  const visit = (/** @type {URL} */ url) => {
    if (seen.has(url.href) || !existsSync(url)) return
    seen.add(url.href)
    for (const [, path] of readFileSync(url, 'utf8').matchAll(IMPORTED)) visit(new URL(path, url))
    order.push(url.href)
  }
  visit(first)
  for (const href of order) await import(href)
}
