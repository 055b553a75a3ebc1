/** Metaphone (Philips 1990): how an English word sounds, as a few consonants; 0 is th, X is sh. */

const VOWEL = 1
/** Letters that are their own sound. */
const KEPT = 2
/** Letters that H changes. */
const WITH_H = 4
/** Letters before which C and G are soft. */
const SOFTENS = 8
/** Letters after which GH is silent. */
const SILENCES = 16
/** Of A to Z. */
const TRAITS = [1, 16, 4, 16, 9, 2, 4, 16, 9, 2, 0, 2, 2, 2, 1, 4, 0, 2, 4, 4, 1, 0, 0, 0, 8, 0]

/** @param {string} letter upper case @param {number} trait */
const is = (letter, trait) => {
  const at = letter.charCodeAt(0) - 65
  return at >= 0 && at < 26 && (TRAITS[at] & trait) !== 0
}
/** @param {string} letter */
const isLetter = (letter) => letter >= 'A' && letter <= 'Z'

/** @param {string} text @param {number} most sounds @returns {string} */
export function metaphone(text, most) {
  const word = text.replace(/[a-z]/g, (letter) => letter.toUpperCase())
  const letter = (/** @type {number} */ at) => word[at] ?? ''
  let at = 0
  while (at < word.length && !isLetter(word[at])) at++
  if (at === word.length) return ''
  const [first, taken] = beginning(letter(at), letter(at + 1))
  let sounds = first
  at += taken
  for (; at < word.length && sounds.length < most; at++) {
    const [here, before] = [letter(at), letter(at - 1)]
    if (!isLetter(here) || (here === before && here !== 'C')) continue
    const [sound, skipped] = soundAt(letter, at)
    sounds += sound
    at += skipped
  }
  return sounds.slice(0, most)
}

/** How a word begins. @param {string} first @param {string} next @returns {[sounds: string, letters: number]} */
function beginning(first, next) {
  switch (first) {
    case 'A': return next === 'E' ? ['E', 2] : ['A', 1]
    case 'G': case 'K': case 'P': return next === 'N' ? ['N', 2] : ['', 0]
    case 'X': return ['S', 1]
    case 'E': case 'I': case 'O': case 'U': return [first, 1]
    case 'W':
      if (next === 'R' || next === 'H') return [next, 2]
      return is(next, VOWEL) ? ['W', 2] : ['', 0]
    default: return ['', 0]
  }
}

/**
 * @param {(at: number) => string} letter '' beyond the word
 * @param {number} at
 * @returns {[sounds: string, skipped: number]} skipped: letters behind it that are part of the sound
 */
function soundAt(letter, at) {
  const [here, before, next, second] = [letter(at), letter(at - 1), letter(at + 1), letter(at + 2)]
  switch (here) {
    case 'B': return [before === 'M' ? '' : 'B', 0]
    case 'C':
      if (is(next, SOFTENS)) return [next === 'I' && second === 'A' ? 'X' : before === 'S' ? '' : 'S', 0]
      if (next === 'H') return [second === 'R' || before === 'S' ? 'K' : 'X', 1]
      return ['K', 0]
    case 'D': return next === 'G' && is(second, SOFTENS) ? ['J', 1] : ['T', 0]
    case 'G': return soundOfG(letter, at)
    case 'H': return [is(next, VOWEL) && !is(before, WITH_H) ? 'H' : '', 0]
    case 'K': return [before === 'C' ? '' : 'K', 0]
    case 'P': return [next === 'H' ? 'F' : 'P', 0]
    case 'Q': return ['K', 0]
    case 'S':
      if (next === 'I' && (second === 'O' || second === 'A')) return ['X', 0]
      if (next === 'H') return ['X', 1]
      if (next === 'C' && second === 'H' && letter(at + 3) === 'W') return ['X', 2]
      return ['S', 0]
    case 'T':
      if (next === 'I' && (second === 'O' || second === 'A')) return ['X', 0]
      return next === 'H' ? ['0', 1] : ['T', 0]
    case 'V': return ['F', 0]
    case 'W': return [is(next, VOWEL) ? 'W' : '', 0]
    case 'X': return ['KS', 0]
    case 'Y': return [is(next, VOWEL) ? 'Y' : '', 0]
    case 'Z': return ['S', 0]
    default: return [is(here, KEPT) ? here : '', 0]
  }
}

/** @param {(at: number) => string} letter @param {number} at @returns {[sounds: string, skipped: number]} */
function soundOfG(letter, at) {
  const [before, next, second] = [letter(at - 1), letter(at + 1), letter(at + 2)]
  if (next === 'H') return is(letter(at - 3), SILENCES) || letter(at - 4) === 'H' ? ['', 0] : ['F', 1]
  if (next === 'N') return [!isLetter(second) || (second === 'E' && letter(at + 3) === 'D') ? '' : 'K', 0]
  return [is(next, SOFTENS) && before !== 'G' ? 'J' : 'K', 0]
}
