/**
 * INSERT with many rows of VALUES, as query builders and dumps write it. The grammar would make a tree of every cell;
 * here the text is folded to its first row, and the other rows are what is left of them: where their cells are in the
 * text, or nothing but their number when the cells are parameters.
 *
 *   INSERT INTO t VALUES ($1, now(), $2), ($3, now(), $4) RETURNING *      INSERT INTO t VALUES ($1, now(), $2) RETURNING *      2 rows of 2 parameters
 *   INSERT INTO t VALUES (1, 'a', DEFAULT), (20, NULL, DEFAULT)            INSERT INTO t VALUES ($1, $2, DEFAULT)                2 rows of 2 literals
 *
 * Cells may be calls with literals in them (row-calls.js): (1, now(), md5('a')) is ($1, now(), md5($2)).
 *
 * It says no (null) to everything it does not fully understand; a yes means that each row is the first one with other
 * parameters or literals in it.
 */
import { BIGINT, INT, NUMBER, numberClass, ODD, plainNumberEnd, STRING } from './literals.js'
import { callText, firstCall, sameCall } from './row-calls.js'
import { spacesEnd, stringEnd } from './tokens.js'

/** @import { CallForm } from './row-calls.js' */

/**
 * @typedef {object} RowList
 * @property {string} text the statement with one row
 * @property {number} width parameters of a row
 * @property {number} count rows
 * @property {Cells | null} cells null: they are parameters
 */
/**
 * Literals row by row: what they are (classes of literals.js, and those below) and where.
 * @typedef {{ kinds: Uint8Array, starts: Int32Array, ends: Int32Array, types: number[] }} Cells types: of a row's
 *   parameters; 0: what the column says, -1: nothing but nulls
 */

export const NULL = 6
export const TRUE = 7
export const FALSE = 8

/** Fewer rows are not worth it. */
export const ROWS_MIN = 4
/** Cells there is memory for at first. */
const CELLS_FIRST = 1024

const NAME = String.raw`(?:[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|"[^"\0]+")`
/** Spaces, if any; at least one. */
const S = String.raw`[ \t\n\f\r]*`
const SS = String.raw`[ \t\n\f\r]+`
const HEAD = new RegExp(`^${S}insert${SS}into${SS}${NAME}(?:${S}\\.${S}${NAME}){0,2}(?:${SS}as${SS}${NAME})?${S}(?:\\(${S}${NAME}(?:${S},${S}${NAME})*${S}\\)${S})?`
  + `(?:overriding${SS}(?:system|user)${SS}value${SS})?values${S}(?=\\()`, 'iy')
const WORD = /[A-Za-z]+/y
const CAST = /(?:::[A-Za-z_]\w*(?:\[\])?)*/y
/**
 * In a row of parameters: what could hide a parenthesis or a parameter (dollar quotes and names have dollar signs,
 * too), or asks for more than the row.
 */
const UNCLEAR = /['"\\]|--|\/\*|\$(?!\d)|\bselect\b/i

/** @param {string} text @returns {RowList | null} */
export function foldRows(text) {
  HEAD.lastIndex = 0
  if (!HEAD.test(text)) return null
  const from = HEAD.lastIndex
  // Most have one row.
  const close = text.indexOf(')', from)
  if (close < 0 || !/[-+*/%|,): \t\n\f\r]/.test(text[close + 1] ?? '')) return null
  const dollar = text.indexOf('$', from)
  return dollar >= 0 && dollar < close ? parameterRows(text, from) : literalRows(text, from)
}

/**
 * The comma between two rows.
 * @param {string} text
 * @param {number} at behind a row
 * @returns {number} of the next row's parenthesis, -1: it was the last
 */
function nextRow(text, at) {
  at = spacesEnd(text, at)
  if (text.charCodeAt(at) !== 44) return -1
  at = spacesEnd(text, at + 1)
  return text.charCodeAt(at) === 40 ? at : -1
}

/**
 * What may stand behind the rows: no parameters, no second statement, and no comma that begins something else.
 * @param {string} rest
 */
const ends = (rest) => !/[$;]/.test(rest.replace(/;[ \t\n\f\r]*$/, '')) && !/^[ \t\n\f\r]*,/.test(rest)

/** @param {string} text @param {number} from @returns {RowList | null} */
function parameterRows(text, from) {
  const close = rowEnd(text, from)
  if (close < 0) return null
  const first = text.slice(from, close)
  if (UNCLEAR.test(first)) return null
  const parts = first.split(/\$\d+/)
  const numbers = first.match(/\$\d+/g) ?? []
  const width = numbers.length
  if (width === 0) return null
  for (let at = 0; at < width; at++) if (numbers[at] !== `$${at + 1}`) return null
  // $1a is no parameter, and f$1 and $1$2 are none.
  for (let at = 1; at <= width; at++)
    if (/^[\w$\u0080-\uffff]/.test(parts[at]) || /[\w$\u0080-\uffff]$/.test(parts[at - 1])) return null
  let count = 1
  let at = close
  for (let next = nextRow(text, at); next >= 0; next = nextRow(text, at)) {
    at = sameRow(text, next, parts, count * width)
    if (at < 0) return null
    count++
  }
  if (count < ROWS_MIN || !ends(text.slice(at))) return null
  return { text: text.slice(0, close) + text.slice(at), width, count, cells: null }
}

/** @param {string} text @param {number} at of a parenthesis @returns {number} behind the one that closes it */
function rowEnd(text, at) {
  for (let depth = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 40) depth++
    else if (unit === 41 && --depth === 0) return at + 1
  }
  return -1
}

/**
 * Whether a row is the first one with the parameters after `before`.
 * @param {string} text
 * @param {number} at
 * @param {string[]} parts between the first one's parameters
 * @param {number} before
 * @returns {number} behind it; -1: no
 */
function sameRow(text, at, parts, before) {
  const last = parts.length - 1
  for (let part = 0; part < last; part++) {
    if (!text.startsWith(parts[part], at)) return -1
    at += parts[part].length
    if (text.charCodeAt(at) !== 36) return -1
    let number = 0
    const digits = ++at
    for (let digit = text.charCodeAt(at) - 48; digit >= 0 && digit <= 9; digit = text.charCodeAt(++at) - 48)
      number = number * 10 + digit
    if (number !== before + part + 1 || text.charCodeAt(digits) === 48) return -1
  }
  return text.startsWith(parts[last], at) ? at + parts[last].length : -1
}

class LiteralScan {
  /** @param {string} text */
  constructor(text) {
    this.text = text
    this.kinds = new Uint8Array(CELLS_FIRST)
    this.starts = new Int32Array(CELLS_FIRST)
    this.ends = new Int32Array(CELLS_FIRST)
    this.count = 0
    /** By column, as the first row has it: DEFAULT or a literal, and the casts behind it. @type {boolean[]} */
    this.defaults = []
    /** @type {string[]} */
    this.casts = []
    /** Cells that are computed. @type {(CallForm | null)[]} */
    this.calls = []
    /** Is the first row read? */
    this.knows = false
  }

  /** @param {number} kind @param {number} start @param {number} end */
  add(kind, start, end) {
    if (this.count === this.kinds.length) {
      this.kinds = grown(new Uint8Array(this.count * 4), this.kinds)
      this.starts = grown(new Int32Array(this.count * 4), this.starts)
      this.ends = grown(new Int32Array(this.count * 4), this.ends)
    }
    this.kinds[this.count] = kind
    this.starts[this.count] = start
    this.ends[this.count++] = end
  }

  /**
   * One row.
   * @param {number} at of its parenthesis
   * @returns {number} behind it; -1: not understood, or another form than the first's
   */
  row(at) {
    const { text, defaults, knows } = this
    at++
    for (let column = 0; ; column++) {
      at = this.cell(spacesEnd(text, at), column)
      if (at < 0) return -1
      at = spacesEnd(text, at)
      const unit = text.charCodeAt(at++)
      if (unit === 41) return !knows || column + 1 === defaults.length ? at : -1
      if (unit !== 44) return -1
    }
  }

  /** @param {number} at @param {number} column @returns {number} */
  cell(at, column) {
    const { text, defaults, casts } = this
    if (this.knows) {
      if (column >= defaults.length) return -1
      const call = this.calls[column]
      if (call !== null) return sameCall(this, at, call)
    }
    const unit = text.charCodeAt(at)
    let end = -1
    let kind = 0
    if (unit === 39) {
      end = stringEnd(text, at)
      kind = STRING
    } else if (unit === 45 || (unit >= 48 && unit <= 57)) {
      const digits = unit === 45 ? at + 1 : at
      const digit = text.charCodeAt(digits)
      if (digit >= 48 && digit <= 57) end = plainNumberEnd(text, digits)
      if (end >= 0) kind = numberClass(text, digits, end)
      // Zero has no sign to see in the tree; the edges of the types belong with a minus to another.
      if (kind === ODD || (unit === 45 && !/[1-9]/.test(text.slice(digits, end)))) return -1
    } else {
      WORD.lastIndex = at
      if (!WORD.test(text)) return this.knows ? -1 : this.call(at)
      end = WORD.lastIndex
      if (/[\w$.(\u0080-\uffff]/.test(text[end] ?? '')) return this.knows ? -1 : this.call(at)
      switch (text.slice(at, end).toLowerCase()) {
        case 'null': kind = NULL; break
        case 'true': kind = TRUE; break
        case 'false': kind = FALSE; break
        case 'default': break
        default: return this.knows ? -1 : this.call(at)
      }
    }
    if (end < 0) return -1
    const cast = text.charCodeAt(end) === 58 ? castAt(text, end) : ''
    if (!this.knows) {
      defaults.push(kind === 0)
      casts.push(cast)
      this.calls.push(null)
    } else if (defaults[column] !== (kind === 0) || casts[column] !== cast) return -1
    // -1::int is -(1::int).
    if (cast !== '' && unit === 45) return -1
    if (kind !== 0) this.add(kind, at, end)
    return end + cast.length
  }

  /** A cell of the first row that is computed. @param {number} at @returns {number} */
  call(at) {
    const call = firstCall(this, at)
    if (call === null) return -1
    this.defaults.push(false)
    this.casts.push('')
    this.calls.push(call.form)
    return call.end
  }
}

/** @param {string} text @param {number} at */
function castAt(text, at) {
  CAST.lastIndex = at
  CAST.test(text)
  return text.slice(at, CAST.lastIndex)
}

/** @template {Uint8Array | Int32Array} T @param {T} into @param {T} from @returns {T} */
function grown(into, from) {
  into.set(from)
  return into
}

/** @param {string} text @param {number} from @returns {RowList | null} */
function literalRows(text, from) {
  const scan = new LiteralScan(text)
  let at = scan.row(from)
  if (at < 0) return null
  scan.knows = true
  const width = scan.count
  if (width === 0) return null
  let count = 1
  for (let next = nextRow(text, at); next >= 0; next = nextRow(text, at)) {
    at = scan.row(next)
    if (at < 0) return null
    count++
  }
  if (count < ROWS_MIN || !ends(text.slice(at))) return null
  const types = columnTypes(scan, width)
  if (types === null) return null
  const { defaults, casts, calls } = scan
  let parameter = 0
  const row = defaults
    .map((isDefault, column) => {
      if (isDefault) return 'DEFAULT'
      const call = calls[column]
      if (call === null) return `$${++parameter}${casts[column]}`
      parameter += call.kinds.length
      return callText(call, parameter - call.kinds.length + 1)
    })
    .join(', ')
  return {
    text: `${text.slice(0, from)}(${row})${text.slice(at)}`,
    width,
    count,
    cells: { kinds: scan.kinds, starts: scan.starts, ends: scan.ends, types },
  }
}

const STRINGS = 1
const BOOLEANS = 2
const INTS = 4
const BIGINTS = 8
const NUMBERS = 16
const GROUP = new Uint8Array(9)
GROUP[STRING] = STRINGS
GROUP[TRUE] = GROUP[FALSE] = BOOLEANS
GROUP[INT] = INTS
GROUP[BIGINT] = BIGINTS
GROUP[NUMBER] = NUMBERS

/**
 * The type of each column's literals: numbers of several classes are of the widest, which goes the same way into every
 * type that numbers go into.
 * @param {LiteralScan} scan
 * @param {number} width
 * @returns {number[] | null} null: a column has strings and numbers, say
 */
function columnTypes({ kinds, count }, width) {
  const groups = new Uint8Array(width)
  for (let at = 0, column = 0; at < count; at++) {
    groups[column] |= GROUP[kinds[at]]
    if (++column === width) column = 0
  }
  /** @type {number[]} */
  const types = []
  for (const group of groups) {
    if ((group & STRINGS) !== 0) {
      if (group !== STRINGS) return null
      types.push(0)
    } else if ((group & BOOLEANS) !== 0) {
      if (group !== BOOLEANS) return null
      types.push(16)
    } else types.push(group >= NUMBERS ? 1700 : group >= BIGINTS ? 20 : group >= INTS ? 23 : -1)
  }
  return types
}
