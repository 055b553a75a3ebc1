/**
 * A Snowball algorithm as a JavaScript function. A command becomes statements that fall through when it succeeds and
 * leave a labelled block when it fails. Going backwards, places are kept as distances from the end, because what is
 * behind the cursor may change.
 */
import { readAlgorithm } from './read.js'
/** @import { Algorithm, Command, Expression } from './read.js' */

/** Where a failing command goes: what is to be put right first, and the block to leave. @typedef {{ before: string,
 *   label: string }} Exit */

/** @param {string} source @returns {(word: string) => string} */
export function compileStemmer(source) {
  const algorithm = readAlgorithm(source)
  const body = new Generator(algorithm).program()
  return new Function('Among', 'afterAmong', 'beforeAmong', body)(Among, findAfter, findBefore)
}

/** @typedef {{ text: string, index: number, routine: (() => boolean) | null }} Case */

/** Strings of which the longest that stands at a place is sought, and passes its routine. */
class Among {
  /** @param {[string, number, (() => boolean) | null][]} cases */
  constructor(cases) {
    this.cases = cases.map(([text, index, routine]) => ({ text, index, routine }))
      .sort((a, b) => b.text.length - a.text.length)
    /** By the character next to the cursor: most places have none. @type {Map<number, Case[]> | null} */
    this.byNext = null
    this.empty = this.cases.filter(({ text }) => text === '')
  }

  /** @param {boolean} backward @returns {Map<number, Case[]>} */
  byNextOf(backward) {
    /** @type {Map<number, Case[]>} */
    const made = new Map()
    for (const each of this.cases) {
      const code = each.text.charCodeAt(backward ? each.text.length - 1 : 0)
      const list = made.get(code)
      if (list !== undefined) list.push(each)
      else if (each.text !== '') made.set(code, [each])
    }
    for (const list of made.values()) list.push(...this.empty)
    return this.byNext = made
  }
}

/**
 * @param {Among} among always asked in one direction
 * @param {string} text
 * @param {number} cursor
 * @param {number} limit
 * @param {(end: number) => void} moved
 * @returns {number} -1: none
 */
function findAfter(among, text, cursor, limit, moved) {
  const byNext = among.byNext ?? among.byNextOf(false)
  const cases = (cursor < limit ? byNext.get(text.charCodeAt(cursor)) : undefined) ?? among.empty
  for (let at = 0; at < cases.length; at++) {
    const { text: sought, index, routine } = cases[at]
    const end = cursor + sought.length
    if (end > limit || !text.startsWith(sought, cursor)) continue
    moved(end)
    if (routine !== null && !routine()) continue
    moved(end)
    return index
  }
  moved(cursor)
  return -1
}

/** The same going backwards. @type {typeof findAfter} */
function findBefore(among, text, cursor, limit, moved) {
  const byNext = among.byNext ?? among.byNextOf(true)
  const cases = (cursor > limit ? byNext.get(text.charCodeAt(cursor - 1)) : undefined) ?? among.empty
  for (let at = 0; at < cases.length; at++) {
    const { text: sought, index, routine } = cases[at]
    const start = cursor - sought.length
    if (start < limit || !text.startsWith(sought, start)) continue
    moved(start)
    if (routine !== null && !routine()) continue
    moved(start)
    return index
  }
  moved(cursor)
  return -1
}

class Generator {
  /** @param {Algorithm} algorithm */
  constructor(algorithm) {
    this.algorithm = algorithm
    this.serial = 0
    /** @type {string[]} */
    this.amongs = []
    this.backward = false
    /** variables that hold places */
    this.marks = new Set([...algorithm.routines.values()].flatMap(({ body }) => marksOf(body)))
  }

  program() {
    const { names, groupings, routines } = this.algorithm
    const functions = [...routines].map(([name, { body, backward }]) => {
      this.backward = backward
      const made = this.command(body, { before: '', label: 'failed' })
      return `function r_${name}() { failed: { ${made} return true } return false }`
    })
    const variables = [...names].filter(([, kind]) => kind === 'integer' || kind === 'boolean' || kind === 'string')
      .map(([name, kind]) => `let v_${name} = ${kind === 'integer' ? 0 : kind === 'boolean' ? false : "''"};`)
    const sets = [...groupings].map(([name, letters]) => `const g_${name} = ${quoted([...letters].join(''))};`)
    const external = [...names].find(([, kind]) => kind === 'external')?.[0]
    const resets = [...names].filter(([, kind]) => kind !== 'routine' && kind !== 'external' && kind !== 'grouping')
      .map(([name, kind]) => `v_${name} = ${kind === 'integer' ? 0 : kind === 'boolean' ? false : "''"};`)
    return `'use strict'
let text = '', cursor = 0, limit = 0, back = 0, bra = 0, ket = 0
const moved = (at) => { cursor = at }
function replace(from, to, by) {
  const grown = by.length - (to - from)
  text = text.slice(0, from) + by + text.slice(to)
  limit += grown
  if (cursor >= to) cursor += grown
  else if (cursor > from) cursor = from
  return grown
}
function insert(by) {
  const at = cursor
  const grown = replace(at, at, by)
  if (at <= bra) bra += grown
  if (at <= ket) ket += grown
}
${sets.join('\n')}
${variables.join('\n')}
${functions.join('\n')}
${this.amongs.join('\n')}
function placeOfByte(count) {
  for (let at = 0; at < text.length; at++) {
    if (count <= 0) return at
    const code = text.charCodeAt(at)
    count -= code < 0x80 ? 1 : code < 0x800 ? 2 : 3
  }
  return text.length + count
}
return (word) => {
  text = word; cursor = 0; limit = word.length; back = 0; bra = 0; ket = limit
  ${resets.join(' ')}
  r_${external}()
  return text === '' ? word : text
}`
  }

  next() {
    return ++this.serial
  }

  /** The cursor as it is kept, and how it comes back. @param {string} name */
  keep(name) {
    return this.backward ? [`const ${name} = limit - cursor;`, `cursor = limit - ${name};`]
      : [`const ${name} = cursor;`, `cursor = ${name};`]
  }

  /** @param {Exit} exit */
  fail({ before, label }) {
    return `{ ${before} break ${label}; }`
  }

  /** @param {Command} command @param {Exit} exit @returns {string} */
  command(command, exit) {
    const { kind, list, name, text, value } = command
    const fail = this.fail(exit)
    const back = this.backward
    const id = this.next()
    const [save, restore] = this.keep(`c${id}`)
    const inner = `l${id}`
    const one = (/** @type {Exit} */ to, at = 0) => this.command(list[at], to)
    const within = { before: '', label: inner }
    const word = name === '' ? quoted(text) : `v_${name}`
    switch (kind) {
      case 'list': return list.map((each) => this.command(each, exit)).join('\n')
      case 'or': {
        const tries = list.slice(0, -1).map((each, at) =>
          `l${id}_${at}: { ${this.command(each, { before: '', label: `l${id}_${at}` })} break ${inner} } ${restore}`)
        return `${inner}: { ${save} ${tries.join('\n')} ${this.command(list[list.length - 1], exit)} }`
      }
      case 'and':
        return `{ ${save} ${list.map((each) => this.command(each, exit)).join(` ${restore}\n`)} }`
      case 'not': return `{ ${save} ${inner}: { ${one(within)} ${fail} } ${restore} }`
      case 'do': return `{ ${save} ${inner}: { ${one(within)} } ${restore} }`
      case 'try': return `o${id}: { ${save} ${inner}: { ${one(within)} break o${id} } ${restore} }`
      case 'test': return `{ ${save} ${one(exit)} ${restore} }`
      case 'fail': return `${one(exit)} ${fail}`
      case 'true': return ''
      case 'false': return fail
      case 'repeat':
        return `o${id}: for (;;) { ${save} ${inner}: { ${one(within)} continue o${id} } ${restore} break }`
      case 'loop': case 'atleast': {
        const counted = `for (let n${id} = ${this.expression(value)}; n${id} > 0; n${id}--) { ${one(exit)} }`
        return kind === 'loop' ? counted : `${counted} ${this.command({ ...command, kind: 'repeat' }, exit)}`
      }
      case 'goto': case 'gopast': {
        const step = back ? `if (cursor <= back) ${fail} cursor--` : `if (cursor >= limit) ${fail} cursor++`
        return `for (;;) { ${save} ${inner}: { ${one(within)} ${kind === 'goto' ? restore : ''} break } `
          + `${restore} ${step} }`
      }
      case 'next': return this.hop('1', fail)
      case 'hop': return this.hop(this.expression(value), fail)
      case 'setmark': return `v_${name} = cursor;`
      case 'tomark': {
        const to = this.expression(value)
        return `if (cursor ${back ? '<' : '>'} ${to}) ${fail} cursor = ${to};`
      }
      case 'atmark': return `if (cursor !== ${this.expression(value)}) ${fail}`
      case 'tolimit': return `cursor = ${back ? 'back' : 'limit'};`
      case 'atlimit': return back ? `if (cursor > back) ${fail}` : `if (cursor < limit) ${fail}`
      case '[': return back ? 'ket = cursor;' : 'bra = cursor;'
      case ']': return back ? 'bra = cursor;' : 'ket = cursor;'
      case 'delete': return "replace(bra, ket, '');"
      case '<-': return `replace(bra, ket, ${word});`
      case '->': return `v_${name} = text.slice(bra, ket);`
      case '=>': return `v_${name} = text.slice(cursor, limit);`
      case 'insert': case 'attach': {
        const stays = (kind === 'attach') !== back
        return stays ? `{ const c${id} = cursor; insert(${word}); cursor = c${id}; }` : `insert(${word});`
      }
      case 'set': return `v_${name} = true;`
      case 'unset': return `v_${name} = false;`
      case 'boolean': return `if (!v_${name}) ${fail}`
      case 'string': return this.literal(`v_${name}`, `v_${name}.length`, fail)
      case 'literal': return this.literal(quoted(text), String(text.length), fail)
      case 'grouping': case 'non': {
        const test = kind === 'non' ? '' : '!'
        return back ? `if (cursor <= back || ${test}g_${name}.includes(text[cursor - 1])) ${fail} cursor--;`
          : `if (cursor >= limit || ${test}g_${name}.includes(text[cursor])) ${fail} cursor++;`
      }
      case 'routine': case 'external': return `if (!r_${name}()) ${fail}`
      case 'assign':
        return this.assignment(name, text, this.marks.has(name) ? this.place(value) : this.expression(value))
      case 'compare': return `if (!(${this.comparison(/** @type {Expression} */ (value))})) ${fail}`
      case 'setlimit': return this.setlimit(list, exit, id)
      case 'backwards': case 'reverse': {
        this.backward = !back
        const made = this.command(list[0], exit)
        this.backward = back
        return kind === 'reverse' ? made : `back = cursor; cursor = limit;\n${made}\ncursor = back;`
      }
      case 'substring': return `a${command.id} = ${back ? 'beforeAmong' : 'afterAmong'}(among${command.id}, text, `
        + `cursor, ${back ? 'back' : 'limit'}, moved); if (a${command.id} < 0) ${fail}`
      case 'among': return this.among(command, exit)
      default: throw new Error(`snowball: ${kind}`)
    }
  }

  /** @param {string} count @param {string} fail */
  hop(count, fail) {
    return this.backward ? `if (cursor - ${count} < back) ${fail} cursor -= ${count};`
      : `if (cursor + ${count} > limit) ${fail} cursor += ${count};`
  }

  /** @param {string} word @param {string} length @param {string} fail */
  literal(word, length, fail) {
    return this.backward
      ? `if (cursor - back < ${length} || !text.startsWith(${word}, cursor - ${length})) ${fail} cursor -= ${length};`
      : `if (limit - cursor < ${length} || !text.startsWith(${word}, cursor)) ${fail} cursor += ${length};`
  }

  /**
   * A place that is told as a number counts bytes: the published stemmers for UTF-8 do, and what they answer is what
   * indexes hold.
   * @param {Expression | null} value
   */
  place(value) {
    return value?.op === 'number' ? `placeOfByte(${value.name})` : this.expression(value)
  }

  /** @param {Expression} comparison */
  comparison({ op, args, name }) {
    const [left, right] = args
    if (left.op !== 'name' || !this.marks.has(left.name) || right.op !== 'number')
      return this.expression({ op, args, name })
    return `v_${left.name} ${op} ${this.place(right)}`
  }

  /** @param {string} name @param {string} op @param {string} value */
  assignment(name, op, value) {
    return op === '/=' ? `v_${name} = Math.trunc(v_${name} / ${value});` : `v_${name} ${op} ${value};`
  }

  /** @param {Command[]} list @param {Exit} exit @param {number} id */
  setlimit([limit, inner], exit, id) {
    const [save, restore] = this.keep(`c${id}`)
    const set = this.backward ? `const m${id} = back; back = cursor;`
      : `const m${id} = limit - cursor; limit = cursor;`
    const reset = this.backward ? `back = m${id};` : `limit += m${id};`
    const before = `${reset} ${exit.before}`
    return `{ ${save} ${this.command(limit, exit)} ${set} ${restore}
      ${this.command(inner, { before, label: exit.label })} ${reset} }`
  }

  /** @param {Command} command @param {Exit} exit */
  among({ id, cases, actions, list }, exit) {
    const entries = cases.map(({ text, routine, action }) =>
      `[${quoted(text)}, ${action + 1}, ${routine === '' ? 'null' : `r_${routine}`}]`)
    this.amongs.push(`let a${id} = -1; const among${id} = new Among([${entries.join(', ')}]);`)
    const first = list.map((each) => this.command(each, exit)).join('\n')
    const made = actions.map((action, at) => `if (a${id} === ${at + 1}) { ${this.command(action, exit)} }`)
    return `${first} ${made.join(' else ')}`
  }

  /** @param {Expression | null} expression @returns {string} */
  expression(expression) {
    const { op, args, name } = /** @type {Expression} */ (expression)
    switch (op) {
      case 'number': return name
      case 'lengthOf': return `v_${name}.length`
      case 'negative': return `-(${this.expression(args[0])})`
      case 'name': return { cursor: 'cursor', limit: this.backward ? 'back' : 'limit', len: 'text.length',
        size: 'text.length', maxint: '2147483647', minint: '-2147483648' }[name] ?? `v_${name}`
      case '/': return `Math.trunc(${this.expression(args[0])} / ${this.expression(args[1])})`
      default: {
        const sign = op === '==' ? '===' : op === '!=' ? '!==' : op
        return `(${this.expression(args[0])} ${sign} ${this.expression(args[1])})`
      }
    }
  }
}

/** Variables that places are put into. @param {Command} command @returns {string[]} */
function marksOf({ kind, name, list, actions }) {
  return [...(kind === 'setmark' ? [name] : []), ...list.flatMap(marksOf), ...actions.flatMap(marksOf)]
}

/** @param {string} text */
const quoted = (text) => JSON.stringify(text)
