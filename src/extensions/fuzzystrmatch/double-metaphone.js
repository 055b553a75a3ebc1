/**
 * Double Metaphone (Philips 2000): how a name sounds, in English and perhaps in the language it comes from. Up to four
 * sounds of each; 0 is th, X is sh.
 *
 * A letter's rules say which sounds it has, the second ones where they differ, and how many letters belong to them.
 */
const SOUNDS_MAX = 4

/** @typedef {[letters: number, sounds?: string, others?: string]} Heard */

class Name {
  /** @param {string} text */
  constructor(text) {
    this.text = text
    this.length = text.length
    this.last = text.length - 1
    this.isSlavic = /W|K|CZ|WITZ/.test(text)
    this.isGermanic = /^(?:VAN |VON |SCH)/.test(text)
    this.isSpanish = text.startsWith('SAN ')
  }

  /** @param {number} at @returns {string} a letter; '' beyond the name */
  letter(at) { return this.text[at] ?? '' }

  /**
   * Is one of these there? Of one length.
   * @param {number} at
   * @param {string} several parted by blanks
   * @returns {boolean}
   */
  has(at, several) {
    if (at < 0 || at >= this.length) return false
    return several.split(' ').some((one) => this.padded(at, one.length) === one)
  }

  /** @param {number} at @param {number} length */
  padded(at, length) { return this.text.slice(at, at + length) }

  /** @param {number} at */
  isVowel(at) { return at >= 0 && /^[AEIOUY]$/.test(this.letter(at)) }
}

/**
 * @param {string} text a letter per byte: PostgreSQL's letters are bytes, the ones beyond ASCII Latin-1's
 * @returns {[string, string]}
 */
export function doubleMetaphone(text) {
  const name = new Name(text.replace(/[a-z]/g, (letter) => letter.toUpperCase()))
  let at = name.has(0, 'GN KN PN WR PS') ? 1 : 0
  let [one, other] = ['', '']
  if (name.letter(0) === 'X') {
    one = other = 'S'
    at++
  }
  while ((one.length < SOUNDS_MAX || other.length < SOUNDS_MAX) && at < name.length) {
    const [letters, sounds = '', others = sounds] = heardAt(name, at)
    one += sounds
    other += others
    at += letters
  }
  return [one.slice(0, SOUNDS_MAX), other.slice(0, SOUNDS_MAX)]
}

/** Letters with one sound, twice as well as once. @type {Record<string, string>} */
const PLAIN = { B: 'P', F: 'F', K: 'K', N: 'N', Q: 'K', V: 'F' }

/** @param {Name} name @param {number} at @returns {Heard} */
function heardAt(name, at) {
  const here = name.letter(at)
  const plain = PLAIN[here]
  if (plain !== undefined) return [name.letter(at + 1) === here ? 2 : 1, plain]
  switch (here) {
    case 'A': case 'E': case 'I': case 'O': case 'U': case 'Y': return at === 0 ? [1, 'A'] : [1]
    case '\u00c7': return [1, 'S']
    case '\u00d1': return [1, 'N']
    case 'C': return heardC(name, at)
    case 'D': return heardD(name, at)
    case 'G': return heardG(name, at)
    case 'H': return (at === 0 || name.isVowel(at - 1)) && name.isVowel(at + 1) ? [2, 'H'] : [1]
    case 'J': return heardJ(name, at)
    case 'L': return heardL(name, at)
    case 'M': {
      const isDumb = name.has(at - 1, 'UMB') && (at + 1 === name.last || name.has(at + 2, 'ER'))
      return [isDumb || name.letter(at + 1) === 'M' ? 2 : 1, 'M']
    }
    case 'P':
      if (name.letter(at + 1) === 'H') return [2, 'F']
      return [name.has(at + 1, 'P B') ? 2 : 1, 'P']
    case 'R': {
      const isFrench = at === name.last && !name.isSlavic && name.has(at - 2, 'IE') && !name.has(at - 4, 'ME MA')
      return [name.letter(at + 1) === 'R' ? 2 : 1, isFrench ? '' : 'R', 'R']
    }
    case 'S': return heardS(name, at)
    case 'T': return heardT(name, at)
    case 'W': return heardW(name, at)
    case 'X': {
      const isFrench = at === name.last && (name.has(at - 3, 'IAU EAU') || name.has(at - 2, 'AU OU'))
      return [name.has(at + 1, 'C X') ? 2 : 1, isFrench ? '' : 'KS']
    }
    case 'Z': return heardZ(name, at)
    default: return [1]
  }
}

/** @param {Name} name @param {number} at @returns {Heard} */
function heardC(name, at) {
  const isGermanic = at > 1 && !name.isVowel(at - 2) && name.has(at - 1, 'ACH') && name.letter(at + 2) !== 'I'
    && (name.letter(at + 2) !== 'E' || name.has(at - 2, 'BACHER MACHER'))
  if (isGermanic) return [2, 'K']
  if (at === 0 && name.has(at, 'CAESAR')) return [2, 'S']
  if (name.has(at, 'CHIA')) return [2, 'K']
  if (name.has(at, 'CH')) return heardCh(name, at)
  if (name.has(at, 'CZ') && !name.has(at - 2, 'WICZ')) return [2, 'S', 'X']
  if (name.has(at + 1, 'CIA')) return [3, 'X']
  if (name.has(at, 'CC') && !(at === 1 && name.letter(0) === 'M')) {
    if (!name.has(at + 2, 'I E H') || name.has(at + 2, 'HU')) return [2, 'K']
    return [3, (at === 1 && name.letter(at - 1) === 'A') || name.has(at - 1, 'UCCEE UCCES') ? 'KS' : 'X']
  }
  if (name.has(at, 'CK CG CQ')) return [2, 'K']
  if (name.has(at, 'CI CE CY')) return name.has(at, 'CIO CIE CIA') ? [2, 'S', 'X'] : [2, 'S']
  if (/^ [CQG]$/.test(name.padded(at + 1, 2))) return [3, 'K']
  return [name.has(at + 1, 'C K Q') && !name.has(at + 1, 'CE CI') ? 2 : 1, 'K']
}

/** @param {Name} name @param {number} at @returns {Heard} */
function heardCh(name, at) {
  if (at > 0 && name.has(at, 'CHAE')) return [2, 'K', 'X']
  const isGreek = at === 0 && (name.has(1, 'HARAC HARIS') || name.has(1, 'HOR HYM HIA HEM')) && !name.has(0, 'CHORE')
  if (isGreek) return [2, 'K']
  const isHard = name.isGermanic || name.has(at - 2, 'ORCHES ARCHIT ORCHID')
    || name.has(at + 2, 'T S') || ((name.has(at - 1, 'A O U E') || at === 0) && isBeforeHard(name, at + 2))
  if (isHard) return [2, 'K']
  if (at === 0) return [2, 'X']
  return name.has(0, 'MC') ? [2, 'K'] : [2, 'X', 'K']
}

/** @param {Name} name @param {number} at behind CH */
const isBeforeHard = (name, at) => at >= name.length || name.has(at, 'L R N M B H F V W') || name.letter(at) === ' '

/** @param {Name} name @param {number} at @returns {Heard} */
function heardD(name, at) {
  if (name.has(at, 'DG')) return name.has(at + 2, 'I E Y') ? [3, 'J'] : [2, 'TK']
  return [name.has(at, 'DT DD') ? 2 : 1, 'T']
}

/** @param {Name} name @param {number} at @returns {Heard} */
function heardG(name, at) {
  const next = name.letter(at + 1)
  if (next === 'H') return heardGh(name, at)
  if (next === 'N') {
    if (at === 1 && name.isVowel(0) && !name.isSlavic) return [2, 'KN', 'N']
    if (!name.has(at + 2, 'EY') && !name.isSlavic) return [2, 'N', 'KN']
    return [2, 'KN']
  }
  if (name.has(at + 1, 'LI') && !name.isSlavic) return [2, 'KL', 'L']
  if (at === 0 && (next === 'Y' || name.has(1, 'ES EP EB EL EY IB IL IN IE EI ER'))) return [2, 'K', 'J']
  if ((name.has(at + 1, 'ER') || next === 'Y') && !name.has(0, 'DANGER RANGER MANGER') && !name.has(at - 1, 'E I')
    && !name.has(at - 1, 'RGY OGY')) return [2, 'K', 'J']
  if (name.has(at + 1, 'E I Y') || name.has(at - 1, 'AGGI OGGI')) {
    if (name.isGermanic || name.has(at + 1, 'ET')) return [2, 'K']
    return isEnding(name, at + 1, 'IER') ? [2, 'J'] : [2, 'J', 'K']
  }
  return [next === 'G' ? 2 : 1, 'K']
}

/** The name ends with this, or a blank follows. @param {Name} name @param {number} at @param {string} text */
const isEnding = (name, at, text) => name.padded(at, text.length + 1).padEnd(text.length + 1, ' ') === `${text} `

/** @param {Name} name @param {number} at @returns {Heard} */
function heardGh(name, at) {
  if (at > 0 && !name.isVowel(at - 1)) return [2, 'K']
  if (at === 0) return [2, name.letter(2) === 'I' ? 'J' : 'K']
  const isSilent = (at > 1 && name.has(at - 2, 'B H D'))
    || (at > 2 && name.has(at - 3, 'B H D')) || (at > 3 && name.has(at - 4, 'B H'))
  if (isSilent) return [2]
  if (at > 2 && name.letter(at - 1) === 'U' && name.has(at - 3, 'C G L R T')) return [2, 'F']
  return at > 0 && name.letter(at - 1) !== 'I' ? [2, 'K'] : [2]
}

/** @param {Name} name @param {number} at @returns {Heard} */
function heardJ(name, at) {
  if (name.has(at, 'JOSE') || name.isSpanish) {
    const isSpanish = (at === 0 && name.letter(at + 4) === ' ') || (at === 0 && name.length === 4) || name.isSpanish
    return isSpanish ? [1, 'H'] : [1, 'J', 'H']
  }
  const letters = name.letter(at + 1) === 'J' ? 2 : 1
  if (at === 0) return [letters, 'J', 'A']
  if (name.isVowel(at - 1) && !name.isSlavic && name.has(at + 1, 'A O')) return [letters, 'J', 'H']
  if (at === name.last) return [letters, 'J', '']
  return !name.has(at + 1, 'L T K S N M B Z') && !name.has(at - 1, 'S K L') ? [letters, 'J'] : [letters]
}

/** @param {Name} name @param {number} at @returns {Heard} */
function heardL(name, at) {
  if (name.letter(at + 1) !== 'L') return [1, 'L']
  const isSpanish = (at === name.length - 3 && name.has(at - 1, 'ILLO ILLA ALLE'))
    || ((name.has(name.last - 1, 'AS OS') || name.has(name.last, 'A O')) && name.has(at - 1, 'ALLE'))
  return isSpanish ? [2, 'L', ''] : [2, 'L']
}

/** @param {Name} name @param {number} at @returns {Heard} */
function heardS(name, at) {
  if (name.has(at - 1, 'ISL YSL')) return [1]
  if (at === 0 && name.has(at, 'SUGAR')) return [1, 'X', 'S']
  if (name.has(at, 'SH')) return [2, name.has(at + 1, 'HEIM HOEK HOLM HOLZ') ? 'S' : 'X']
  if (name.has(at, 'SIO SIA') || name.has(at, 'SIAN')) return name.isSlavic ? [3, 'S'] : [3, 'S', 'X']
  if ((at === 0 && name.has(1, 'M N L W')) || name.has(at + 1, 'Z')) return [name.has(at + 1, 'Z') ? 2 : 1, 'S', 'X']
  if (name.has(at, 'SC')) return heardSc(name, at)
  const letters = name.has(at + 1, 'S Z') ? 2 : 1
  return at === name.last && name.has(at - 2, 'AI OI') ? [letters, '', 'S'] : [letters, 'S']
}

/** @param {Name} name @param {number} at @returns {Heard} */
function heardSc(name, at) {
  if (name.letter(at + 2) === 'H') {
    if (name.has(at + 3, 'OO ER EN UY ED EM')) return name.has(at + 3, 'ER EN') ? [3, 'X', 'SK'] : [3, 'SK']
    return at === 0 && !name.isVowel(3) && name.letter(3) !== 'W' ? [3, 'X', 'S'] : [3, 'X']
  }
  return [3, name.has(at + 2, 'I E Y') ? 'S' : 'SK']
}

/** @param {Name} name @param {number} at @returns {Heard} */
function heardT(name, at) {
  if (name.has(at, 'TION') || name.has(at, 'TIA TCH')) return [3, 'X']
  if (name.has(at, 'TH') || name.has(at, 'TTH')) {
    const isHard = name.has(at + 2, 'OM AM') || name.isGermanic
    return isHard ? [2, 'T'] : [2, '0', 'T']
  }
  return [name.has(at + 1, 'T D') ? 2 : 1, 'T']
}

/** @param {Name} name @param {number} at @returns {Heard} */
function heardW(name, at) {
  if (name.has(at, 'WR')) return [2, 'R']
  let [one, other] = ['', '']
  if (at === 0 && (name.isVowel(1) || name.has(0, 'WH'))) [one, other] = name.isVowel(1) ? ['A', 'F'] : ['A', 'A']
  if ((at === name.last && name.isVowel(at - 1)) || name.has(at - 1, 'EWSKI EWSKY OWSKI OWSKY') || name.has(0, 'SCH')) {
    return [1, one, `${other}F`]
  }
  if (name.has(at, 'WICZ WITZ')) return [4, `${one}TS`, `${other}FX`]
  return [1, one, other]
}

/** @param {Name} name @param {number} at @returns {Heard} */
function heardZ(name, at) {
  if (name.letter(at + 1) === 'H') return [2, 'J']
  const isSlavic = name.has(at + 1, 'ZO ZI ZA') || (name.isSlavic && at > 0 && name.letter(at - 1) !== 'T')
  return [name.letter(at + 1) === 'Z' ? 2 : 1, 'S', isSlavic ? 'TS' : 'S']
}
