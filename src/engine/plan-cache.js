/**
 * Statements by their exact text: what parses to the same tree is planned and compiled once for all sessions of a database. Least
 * recently used out first, in two generations: a text found in the old one moves to the young one; when the young one is full it
 * becomes the old one. A hit costs one Map lookup.
 */
import { parse } from '../parser/parser.js'
import { Prepared } from './prepared.js'

export class PlanCache {
  /** @param {{ entriesMax?: number, textMax?: number }} [limits] textMax: longer texts are not kept */
  constructor({ entriesMax = 2000, textMax = 20_000 } = {}) {
    this.generationMax = Math.max(1, entriesMax >> 1)
    this.textMax = textMax
    /** @type {Map<string, Prepared[]>} */
    this.young = new Map()
    /** @type {Map<string, Prepared[]>} */
    this.old = new Map()
    this.hits = 0
    this.misses = 0
  }

  /** @param {string} text @returns {Prepared[]} one per statement @throws {DbError} 42601 */
  lookUp(text) {
    let found = this.young.get(text)
    if (found !== undefined) { this.hits++; return found }
    found = this.old.get(text)
    if (found === undefined) {
      this.misses++
      found = parse(text).map((parsed) => new Prepared(parsed, text, []))
      if (text.length > this.textMax) return found
    } else this.hits++
    if (this.young.size >= this.generationMax) {
      this.old = this.young
      this.young = new Map()
    }
    this.young.set(text, found)
    return found
  }

  clear() {
    this.young.clear()
    this.old.clear()
  }
}
