/**
 * What a configuration knows of words: the lexemes of those that its texts repeat, found by a hash that is made while
 * a word is read, so that no string is made of it. A word takes the place of another with its hash's place.
 */

import { ownText } from '../../util/own-text.js'

/** @import { Lexeme } from './dictionaries/dictionary.js' */

/** Of each database that searches and each of its configurations; four times as many are 2 % faster. */
const PLACES = 1 << 14
/** Longer words repeat rarely. */
export const KNOWN_LENGTH_MAX = 32

export class KnownWords {
  constructor() {
    /** @type {(string | undefined)[]} */
    this.words = new Array(PLACES)
    /** @type {(Lexeme[] | null)[]} */
    this.lexemes = new Array(PLACES)
    /** where the newest that was sought belongs */
    this.at = 0
  }

  /**
   * @param {string} text
   * @param {number} start @param {number} length
   * @returns {Lexeme[] | null | undefined} undefined: not known
   */
  find(text, start, length) {
    let hash = length
    const end = start + length
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    const place = this.at = (hash ^ (hash >>> 16)) & (PLACES - 1)
    const word = this.words[place]
    if (word === undefined || word.length !== length) return undefined
    for (let at = 0; at < length; at++) if (word.charCodeAt(at) !== text.charCodeAt(start + at)) return undefined
    return this.lexemes[place]
  }

  /** Of the word that was sought last. @param {string} word @param {Lexeme[] | null} lexemes */
  keep(word, lexemes) {
    this.words[this.at] = ownText(word)
    this.lexemes[this.at] = lexemes
  }
}
