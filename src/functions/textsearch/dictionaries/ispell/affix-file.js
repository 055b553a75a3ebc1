/**
 * Affix files, of ispell and of its successors (MySpell, Hunspell): which is which is found out on reading.
 */
import {
  affixSyntax, aliasesExceeded, mixedAffixFile, unknownFlagMode, wrongAliasCount,
} from '../../../../errors/text-search.js'
import { blanksEnd, isBlank } from '../../../../util/ascii.js'
import { utf8Bytes } from '../../../../types/strings/text.js'
import { compileRegex, parseFlags } from '../../../regex/compile.js'
import { Affix, simpleMask, toBytes } from './affix.js'
import { ANYWHERE, CROSS, CompoundFlags, FIRST, FORBIDDEN, LAST, MIDDLE, ONLY, PERMITTED } from './flags.js'
import { aliasOf } from './words.js'
/** @import { DictionaryHost } from '../dictionary.js' */
/** @import { FlagMode } from './flags.js' */

/** What an affix file says. */
export class Affixes {
  constructor() {
    /** @type {FlagMode} */
    this.mode = 'char'
    this.compounds = new CompoundFlags('char')
    this.hasCompounds = false
    /** sets of flags by number, the empty one first; null: words have their sets themselves @type {string[] | null} */
    this.aliases = null
    /** that were announced, and the empty one */
    this.aliasCount = 0
    /** @type {Affix[]} */
    this.list = []
  }
}

const FILE = ['affix', 'affix']

/** What begins a line of the newer format. */
const NEW_COMMANDS = ['COMPOUNDFLAG', 'COMPOUNDMIN', 'PFX', 'SFX']

/**
 * @param {DictionaryHost} host
 * @param {string} name of the file
 * @returns {Affixes}
 * @throws {DbError} F0000, 2201B, each with the line
 */
export function readAffixes(host, name) {
  const affixes = new Affixes()
  const reader = new OldFormat(host, affixes)
  let isNew = false
  host.eachLine(name, FILE[0], FILE[1], (line) => {
    isNew = isNew || reader.line(line)
    return !isNew
  })
  return isNew ? readNewFormat(host, name) : affixes
}

/** From the first that is no blank. @param {string} text @param {number} at */
const afterBlanks = (text, at) => text.slice(blanksEnd(text, at))

/** Begins with. @param {string} text @param {string[]} words */
const beginsWithOne = (text, words) => words.some((word) => text.startsWith(word))

/** The older one: `flag *A:` and then lines `[^E] > -E,ING`. */
class OldFormat {
  /** @param {DictionaryHost} host @param {Affixes} affixes */
  constructor(host, affixes) {
    this.host = host
    this.affixes = affixes
    /** @type {'' | 'suffixes' | 'prefixes'} */
    this.section = ''
    this.flag = ''
    this.places = 0
    /** something was read that the newer format does not have */
    this.isOld = false
  }

  /** @param {string} written @returns {boolean} the file has the newer format @throws {DbError} F0000 both */
  line(written) {
    const line = this.host.lower(written)
    if (line === '' || line[0] === '#') return false
    if (line.startsWith('compoundwords') && this.compoundFlag(written)) return false
    if (line.startsWith('suffixes') || line.startsWith('prefixes')) {
      this.section = line[0] === 's' ? 'suffixes' : 'prefixes'
      this.isOld = true
      return false
    }
    const isFlag = line.startsWith('flag')
    if (isFlag && this.flagLine(afterBlanks(written, 4))) {
      this.isOld = true
      return false
    }
    if (isFlag || beginsWithOne(written, NEW_COMMANDS)) {
      if (this.isOld) throw mixedAffixFile()
      return true
    }
    const entry = this.section === '' ? null : oldEntry(line, this.host.isLetter)
    if (entry !== null) {
      this.affixes.list.push(affixOf(this.host, this.flag, this.places, this.section === 'suffixes', entry))
    }
    return false
  }

  /** @param {string} written `compoundwords controlled Z` @returns {boolean} it is that */
  compoundFlag(written) {
    const at = written.search(/l/i)
    if (at < 0) return false
    const flag = /^[^ \t\n\v\f\r]*[ \t\n\v\f\r]+([^ \t\n\v\f\r]+)/.exec(written.slice(at))
    if (flag !== null && utf8Bytes(flag[1].slice(0, 1)) === 1) {
      this.affixes.compounds.add(flag[1], ANYWHERE)
      this.affixes.compounds.sort()
      this.affixes.hasCompounds = true
    }
    this.isOld = true
    return true
  }

  /** @param {string} text behind the word @returns {boolean} a flag of one letter, as the older format has them */
  flagLine(text) {
    this.places = text[0] === '*' ? CROSS : text[0] === '~' ? ONLY : 0
    const flag = /^[*~]?\\?([\0-\x7f])(?:$|[#: \t\n\v\f\r])/.exec(text)
    if (flag === null) return false
    this.flag = flag[1]
    return true
  }
}

/** @typedef {{ mask: string, found: string, added: string }} Entry */

/**
 * MASK > -FOUND,ADDED or MASK > ADDED; a minus alone for ADDED: nothing.
 * @param {string} line
 * @param {(code: number) => boolean} isLetter
 * @returns {Entry | null}
 * @throws {DbError} F0000
 */
function oldEntry(line, isLetter) {
  const arrow = line.indexOf('>')
  const before = (arrow < 0 ? line : line.slice(0, arrow)).replace(/[ \t\n\v\f\r]+/g, '')
  // the first letter belongs to the mask whatever it is
  if (arrow < 0 || before === '' || before[0] === '#') return null
  const parts = { found: '', added: '' }
  let state = 'first'
  for (const letter of line.slice(arrow + 1)) {
    const code = Number(letter.codePointAt(0))
    if (state === 'added' && letter === '#') break
    if (state === 'wanted' && letter === '-') break
    if (state === 'first' && letter === '-') state = 'found'
    else if (state === 'found' && letter === ',') state = 'wanted'
    else if (isLetter(code) || (state === 'first' && letter === "'")) {
      if (state === 'found') parts.found += letter
      else {
        parts.added += letter
        state = 'added'
      }
    } else if (!isBlank(code)) throw affixSyntax()
  }
  return parts.found === '' && parts.added === '' ? null : { mask: before, ...parts }
}

/**
 * @param {DictionaryHost} host @param {string} flag @param {number} places @param {boolean} isSuffix
 * @param {Entry} entry
 */
function affixOf(host, flag, places, isSuffix, { mask, found, added }) {
  return new Affix(flag, places, isSuffix, toBytes(found), toBytes(added), maskOf(host, mask, isSuffix))
}

/** @param {DictionaryHost} host @param {string} mask @param {boolean} isSuffix @throws {DbError} 2201B */
function maskOf(host, mask, isSuffix) {
  if (mask === '.' || mask === '') return null
  const simple = simpleMask(mask, isSuffix, host.isLetter)
  if (simple !== null) return simple
  const program = compileRegex(isSuffix ? `${mask}$` : `^${mask}`, parseFlags(''))
  return (/** @type {string} */ word) => program.test(word)
}

/** Commands that give a flag a meaning in compound words; the first that a line begins with counts. */
const COMPOUND_COMMANDS = /** @type {[string, number][]} */ ([
  ['COMPOUNDFLAG', ANYWHERE], ['COMPOUNDBEGIN', FIRST], ['COMPOUNDLAST', LAST], ['COMPOUNDEND', LAST],
  ['COMPOUNDMIDDLE', MIDDLE], ['ONLYINCOMPOUND', ONLY], ['COMPOUNDPERMITFLAG', PERMITTED],
  ['COMPOUNDFORBIDFLAG', FORBIDDEN],
])

/** @param {string} line */
const isComment = (line) => line === '' || line[0] === '#' || isBlank(line.charCodeAt(0))

/** @param {DictionaryHost} host @param {string} name @returns {Affixes} */
function readNewFormat(host, name) {
  const affixes = new Affixes()
  host.eachLine(name, FILE[0], FILE[1], (line) => {
    if (!isComment(line)) compoundCommand(affixes, line)
    return true
  })
  affixes.compounds.sort()
  const reader = new NewFormat(host, affixes)
  host.eachLine(name, FILE[0], FILE[1], (line) => {
    if (!isComment(line)) reader.line(line)
    return true
  })
  return affixes
}

/** How flags are written, and which of them are about compound words. @param {Affixes} affixes @param {string} line */
function compoundCommand(affixes, line) {
  const command = COMPOUND_COMMANDS.find(([word]) => line.startsWith(word))
  if (command !== undefined) {
    const [flag] = afterBlanks(line, command[0].length).split(/[ \t\n\v\f\r]/, 1)
    if (flag === '') throw affixSyntax()
    affixes.compounds.add(flag, command[1])
    affixes.hasCompounds = true
  } else if (line.startsWith('FLAG')) {
    const mode = afterBlanks(line, 4)
    if (mode.startsWith('long')) affixes.mode = 'long'
    else if (mode.startsWith('num')) affixes.mode = 'num'
    else if (mode !== '' && !mode.startsWith('default')) throw unknownFlagMode()
    affixes.compounds.mode = affixes.mode
  }
}

/** The newer one: `SFX A Y 1`, then `SFX A 0 S/2 [^S]`. */
class NewFormat {
  /** @param {DictionaryHost} host @param {Affixes} affixes */
  constructor(host, affixes) {
    this.host = host
    this.affixes = affixes
    this.isSuffix = false
    this.cross = 0
  }

  /** @param {string} line */
  line(line) {
    const fields = fieldsOf(line)
    const [type, flag = '', found = '', added = '', mask = ''] = fields
    const kind = this.host.lower(type)
    if (kind.startsWith('af')) return this.alias(flag)
    if (fields.length < 4 || !(kind.startsWith('sfx') || kind.startsWith('pfx'))) return
    const bytes = utf8Bytes(flag)
    if ((bytes > 1 && this.affixes.mode === 'char') || (bytes > 2 && this.affixes.mode === 'long')) return
    if (fields.length === 4) {
      this.isSuffix = kind.startsWith('sfx')
      this.cross = found[0] === 'y' || found[0] === 'Y' ? CROSS : 0
      return
    }
    const slash = added.indexOf('/')
    const places = slash < 0 ? 0 : this.affixes.compounds.placesOf(aliasOf(this.affixes, added.slice(slash + 1)))
    const { lower } = this.host
    this.affixes.list.push(affixOf(this.host, flag, this.cross | places, this.isSuffix, {
      mask: lower(mask),
      found: found[0] === '0' ? '' : lower(found),
      added: added[0] === '0' ? '' : lower(slash < 0 ? added : added.slice(0, slash)),
    }))
  }

  /** AF: the number of aliases, then each of them. @param {string} text */
  alias(text) {
    const { affixes } = this
    if (affixes.aliases === null) {
      const count = parseInt(text, 10)
      if (!(count > 0)) throw wrongAliasCount()
      affixes.aliases = ['']
      affixes.aliasCount = count + 1
    } else if (affixes.aliases.length >= affixes.aliasCount) throw aliasesExceeded(affixes.aliasCount - 1)
    else affixes.aliases.push(text)
  }
}

/** Up to five, a comment ends them. @param {string} line */
function fieldsOf(line) {
  const fields = []
  for (const field of line.split(/[ \t\n\v\f\r]+/)) {
    if (field === '') continue
    if (field[0] === '#' || fields.length === 5) break
    fields.push(field)
  }
  return fields
}
