/**
 * Texts already parsed: a bounded map from the exact text to its statements, least recently used out first. Trees are shared,
 * so nobody may change one. Bounded by entries and by the characters of their texts (a tree weighs about 30 bytes per character).
 *
 * The second cache of DESIGN.md D2, keyed by the text with literals lifted out, sits behind this one; its rules are in README.md
 * beside the lexer that would make its keys. Parsing costs 11 us, so this one alone serves clients that send parameters.
 */
import { parse } from './parser.js'

/** @typedef {import('./parser.js').ParsedStatement} ParsedStatement */

export class StatementCache {
  /** @param {{ entriesMax?: number, charactersMax?: number, textMax?: number }} [limits] textMax: longer texts are parsed but not kept */
  constructor({ entriesMax = 2048, charactersMax = 2_000_000, textMax = 20_000 } = {}) {
    this.entriesMax = entriesMax
    this.charactersMax = charactersMax
    this.textMax = textMax
    /** @type {Map<string, ParsedStatement[]>} in order of use, oldest first */
    this.entries = new Map()
    this.characters = 0
    this.hits = 0
    this.misses = 0
  }

  /** @param {string} text @returns {ParsedStatement[]} shared: read only. Errors are not cached */
  parse(text) {
    const found = this.entries.get(text)
    if (found !== undefined) {
      this.hits++
      // Re-inserting on every hit would cost a delete and a set per statement: only the older half moves up.
      if (this.entries.size > this.entriesMax / 2) {
        this.entries.delete(text)
        this.entries.set(text, found)
      }
      return found
    }
    this.misses++
    const statements = parse(text)
    if (text.length <= this.textMax) this.keep(text, statements)
    return statements
  }

  /** @param {string} text @param {ParsedStatement[]} statements */
  keep(text, statements) {
    this.entries.set(text, statements)
    this.characters += text.length
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.entriesMax && this.characters <= this.charactersMax) break
      this.entries.delete(oldest)
      this.characters -= oldest.length
    }
  }
}
