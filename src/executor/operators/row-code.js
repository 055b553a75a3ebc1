/**
 * Code for rows that are bytes in a RowSpace (spill/row-space.js): storing one, reading its cells, ordering rows by
 * keys. What may be null is known only when the code that makes the rows is written, so the functions are written after
 * it, and the lines that call them filled in then.
 */
import { OUT_OF_LINE } from '../../storage/heap/tuple.js'
import { decodeUtf8 } from '../../types/strings/utf8.js'
import { baseType, compareSource } from '../expressions/operations.js'
import { ANY, BOOL, FLOAT, INT, INT_OR_NULL, NUMERIC, WIDE, kindOfType } from '../spill/columns.js'
import { byteHead } from '../../util/byte-head.js'
import * as cells from '../spill/row-space.js'
import { typeOrNull, userOrder } from './carry.js'

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/**
 * @typedef {{ js: string, nullable: boolean, raw?: import('../codegen/function.js').RawRange }} Stored raw: its bytes
 *   in pool memory; `js` then reads the value
 */
/**
 * @typedef {{ place: number, type: number, desc: boolean, nullsFirst: boolean, opOid?: number }} RowKey type: what it
 *   is compared as
 */

/** Besides the kinds of Columns. */
const TEXT = 7
const FLOAT_OR_NULL = 8
/** bytea, uuid: bytes as a text's, ordered as they are */
const BYTES = 9
const WIDTH = [4, 8, 8, 1, 8, 8, 8, 8, 8, 8]
const SCALE_BYTES = 2
const WORD_BYTES = 4

/** text, varchar, name: ordered by their bytes */
const TEXT_TYPES = new Set([19, 25, 1043])
const BPCHAR = 1042
const BYTES_TYPES = new Set([17, 2950])
const FLOAT_TYPES = new Set([700, 701])
/** Kinds whose order is that of one number, exactly. */
const EXACT = new Set([INT, INT_OR_NULL, BOOL])

export class RowCode {
  /** @param {FunctionBuilder} fn @param {number[]} types of the cells */
  constructor(fn, types) {
    this.fn = fn
    this.types = types
    this.nullable = types.map(() => false)
    /** every place of the code that stores a row gives bytes for it */
    this.raw = types.map(() => true)
    /** @type {{ line: number, space: string, values: Stored[], call: (stored: string) => string }[]} */
    this.sites = []
    /** @type {number[]} */
    this.kinds = []
    /** by cell, in the row @type {number[]} */
    this.offsets = []
    /** of the scales of numerics @type {number[]} */
    this.scales = []
    this.fixedBytes = 0
    /** name of the sorter, if it may want only the first rows */
    this.bounded = ''
    /** @type {RowKey | undefined} */
    this.firstKey = undefined
    /** of the function that stores a row */
    this.storeName = ''
    /** cells of keys that only their type can compare @type {number[]} */
    this.general = []
  }

  /**
   * Here a row is stored.
   * @param {string} space source
   * @param {Stored[]} values
   * @param {(stored: string) => string} call what is done with the row's offset
   */
  store(space, values, call) {
    values.forEach(({ nullable, raw }, place) => {
      this.nullable[place] ||= nullable
      if (raw === undefined) this.raw[place] = false
    })
    this.sites.push({ line: this.fn.lines.length, space, values, call })
    this.fn.line('')
  }

  /**
   * All places are known.
   * @param {RowKey[]} keys the rows' order
   * @param {RowKey[]} [others] more that rows will be compared by
   * @returns {string} name of the RowOrder
   */
  finish(keys, others = []) {
    this.firstKey = keys[0]
    this.finishStored([...keys, ...others])
    return this.order(keys)
  }

  /** The same of rows that nobody orders. @param {RowKey[]} [keys] */
  finishStored(keys = []) {
    this.layOut(keys)
    this.storeName = this.writeStore()
    for (const { line, space, values, call } of this.sites)
      this.fn.lines[line] = this.siteLines(this.storeName, space, values, call)
  }

  /**
   * Instead of `finish`, before any row is stored: everything may be null and nothing is bytes yet.
   * @param {RowKey[]} [keys]
   * @param {RowKey[]} [others]
   * @returns {string} name of the RowOrder
   */
  begin(keys = [], others = []) {
    this.nullable.fill(true)
    this.raw.fill(false)
    return this.finish(keys, others)
  }

  /**
   * Source that stores a row, once `begin` was called.
   * @param {string} space
   * @param {string[]} values
   * @returns {string}
   */
  stored(space, values) {
    return `${this.storeName}(${[space, ...values].join(', ')})`
  }

  /** @param {RowKey[]} keys that `finish` was told of @returns {string} name of the RowOrder */
  order(keys) {
    const { module } = this.fn
    const order = module.name('rowOrder')
    const load = this.general.length === 0 ? 'null' : this.writeLoad()
    module.functions.push(`const ${order} = { head: ${this.writeHead(keys[0])}, tie: ${this.writeTie(keys)}, load: ${load}, general: ${this.general.length} }`)
    return order
  }

  /** @param {RowKey[]} keys */
  layOut(keys) {
    const { module } = this.fn
    this.types.forEach((type, place) => {
      const base = baseType(module, type)
      const kind = kindOfType(base, this.nullable[place])
      const text = TEXT_TYPES.has(base) || base === BPCHAR
      const bytes = BYTES_TYPES.has(base)
      this.kinds.push(text ? TEXT : bytes ? BYTES : kind === ANY && FLOAT_TYPES.has(base) ? FLOAT_OR_NULL : kind)
      if (!text && !bytes) this.raw[place] = false
    })
    for (const key of keys) if (this.isGeneral(key) && !this.general.includes(key.place)) this.general.push(key.place)
    // Kept beside as a value.
    for (const place of this.general) if (this.kinds[place] === BYTES) this.raw[place] = false
    let at = this.general.length > 0 ? 2 * WORD_BYTES : WORD_BYTES
    for (const width of [8, 4, 1]) {
      this.kinds.forEach((kind, place) => {
        if (WIDTH[kind] !== width) return
        this.offsets[place] = at
        at += width
      })
      if (width !== 4) continue
      this.kinds.forEach((kind, place) => {
        if (kind !== NUMERIC) return
        this.scales[place] = at
        at += SCALE_BYTES
      })
    }
    this.fixedBytes = at
  }

  /** @param {RowKey} key */
  isGeneral(key) {
    if (
      this.fn.module.catalog !== null && key.opOid !== undefined
      && this.fn.module.catalog.userComparison(key.opOid) !== null
    )
      return true
    const kind = this.kinds[key.place]
    return kind === ANY || (kind === TEXT && key.type < 0)
  }

  /** The function that writes a row: (space, values…), a text's bytes in three. @returns {string} its name */
  writeStore() {
    const { module } = this.fn
    const fixed = []
    const variable = []
    const params = ['space']
    for (let place = 0; place < this.kinds.length; place++) {
      const at = `at + ${this.offsets[place]}`
      const x = `x${place}`
      if (this.raw[place]) params.push(`${x}b`, `${x}s`, `${x}e`)
      else params.push(x)
      switch (this.kinds[place]) {
        case INT: fixed.push(`cells.setInt32(${at}, ${x}, true)`); break
        case INT_OR_NULL: fixed.push(`cells.setFloat64(${at}, ${this.nullable[place] ? `${x} === null ? NaN : ${x}` : x}, true)`); break
        case FLOAT: fixed.push(`cells.setFloat64(${at}, ${x}, true)`); break
        case FLOAT_OR_NULL: fixed.push(`${module.named('putFloat', cells.putFloat)}(cells, ${at}, ${x})`); break
        case BOOL: fixed.push(`cells.setUint8(${at}, ${x} === null ? 2 : ${x} ? 1 : 0)`); break
        case WIDE: variable.push(`end = space.putWide(at, ${this.offsets[place]}, end, ${x})`); break
        case NUMERIC: variable.push(`end = space.putNumeric(at, ${this.offsets[place]}, ${this.scales[place]}, end, ${x})`); break
        case TEXT: variable.push(this.raw[place] ? this.putRaw(place) : `end = space.putText(at, ${this.offsets[place]}, end, ${x})`); break
        case BYTES: variable.push(this.raw[place] ? this.putRaw(place) : `end = space.putBytes(at, ${this.offsets[place]}, end, ${x}, 0, ${x} === null ? -1 : ${x}.length)`); break
        default: variable.push(`end = space.putAny(at, ${this.offsets[place]}, end, ${x}, ${this.ops(place)})`)
      }
    }
    if (this.general.length > 0) fixed.push('cells.setUint32(at + 4, space.number, true)')
    this.general.forEach((place, index) => fixed.push(`space.box(${index}, ${this.raw[place] ? `${module.named('textOf', textOf)}(x${place}b, x${place}s, x${place}e)` : `x${place}`})`))
    return module.helper(
      'storeRow',
      params.join(', '),
      [
        '  const at = space.end', `  let end = at + ${this.fixedBytes}`,
        '  if (end > space.bytes.length) space.grow(end)', '  const cells = space.view',
        ...[...fixed, ...variable].map((line) => `  ${line}`), '  space.view.setUint32(at, end - at, true)',
        '  space.end = end', '  return at',
      ].join('\n'),
    )
  }

  /** Source that puts a text's bytes, the pool's unless it is a long one. @param {number} place */
  putRaw(place) {
    const args = `at, ${this.offsets[place]}, end, x${place}b, x${place}s, x${place}e`
    return `end = x${place}b === bytes ? space.putStored(${args}, view) : space.putBytes(${args})`
  }

  /** TypeOps of a cell, as a constant. @param {number} place */
  ops(place) {
    return this.fn.module.constant(typeOrNull(this.fn, this.types[place]), 'type')
  }

  /** @param {string} store @param {string} space @param {Stored[]} values @param {(stored: string) => string} call */
  siteLines(store, space, values, call) {
    const { module } = this.fn
    /** @type {string[]} */
    const lines = []
    const args = [space]
    values.forEach(({ js, raw }, place) => {
      if (!this.raw[place] || raw === undefined) {
        args.push(js)
        return
      }
      const x = module.name('x')
      const out = `${x}b = ${raw.layout}.varBytes(${raw.index}, bytes, view, ${raw.at}); ${x}s = 0; ${x}e = ${x}b.length`
      lines.push(`let ${x}b = bytes, ${x}s = 0, ${x}e = -1`, `${raw.isNull === null ? '{' : `if (!(${raw.isNull})) {`} ${x}s = ${raw.start}; ${x}e = ${raw.endWord}; if (${x}e < ${OUT_OF_LINE}) ${x}e += ${raw.at}; else { ${out} } }`)
      args.push(`${x}b`, `${x}s`, `${x}e`)
    })
    const head = this.bounded === '' ? null : this.headOfValue(lines, args, values)
    const pushed = call(`${store}(${args.join(', ')})`)
    lines.push(head === null ? pushed : `if (${head} <= ${this.bounded}.worst) ${pushed}`)
    return lines.map((line) => `    ${line}`).join('\n')
  }

  /**
   * Source of the head of a row that is not stored yet, where that is cheap: rows behind all that a bounded sort wants
   * need not be stored. NaN, which nothing is below, is not given.
   * @param {string[]} lines before it
   * @param {string[]} args of the storing function
   * @param {Stored[]} values
   * @returns {string | null}
   */
  headOfValue(lines, args, values) {
    const { module } = this.fn
    const key = this.firstKey
    if (key === undefined || this.isGeneral(key)) return null
    const { place, desc, nullsFirst } = key
    const at = 1 + values.slice(0, place).reduce((count, _, index) => count + (this.raw[index] ? 3 : 1), 0)
    const none = nullsFirst ? '-Infinity' : 'Infinity'
    const sign = desc ? '-' : ''
    const kind = this.kinds[place]
    if (this.raw[place]) {
      if (baseType(module, this.types[place]) === BPCHAR) return null
      const [bytes, start, end] = args.slice(at, at + 3)
      return `(${end} < 0 ? ${none} : ${sign}${module.named('byteHead', byteHead)}(${bytes}, ${start}, ${end} - ${start}))`
    }
    const isFloat = kind === FLOAT || kind === FLOAT_OR_NULL
    if (kind !== INT && kind !== INT_OR_NULL && kind !== WIDE && !isFloat) return null
    const name = module.name('x')
    lines.push(`const ${name} = ${args[at]}`)
    args[at] = name
    if (isFloat) return `(${name} === null ? ${none} : ${name} === ${name} ? ${sign}${name} : ${sign}Infinity)`
    const value = kind === WIDE ? `Number(${name})` : name
    return this.nullable[place] ? `(${name} === null ? ${none} : ${sign}${value})` : `${sign}${value}`
  }

  /**
   * Where a text's bytes are, for sinks that copy them.
   * @param {number} place
   * @param {string} space
   * @param {string} at
   * @returns {import('../codegen/function.js').TextCell | undefined}
   */
  textCell(place, space, at) {
    return this.kinds[place] === TEXT
      ? { space, at, cell: this.offsets[place], nullable: this.nullable[place] }
      : undefined
  }

  /** Source of a cell's value; null: SQL's. @param {number} place @param {string} space a name @param {string} at */
  read(place, space, at) {
    const { module } = this.fn
    const cell = `${at} + ${this.offsets[place]}`
    switch (this.kinds[place]) {
      case INT: return `${space}.view.getInt32(${cell}, true)`
      case INT_OR_NULL: return this.nullable[place] ? `${module.named('numberCell', numberCell)}(${space}.view, ${cell})` : `${space}.view.getFloat64(${cell}, true)`
      case FLOAT: return `${space}.view.getFloat64(${cell}, true)`
      case FLOAT_OR_NULL: return `${module.named('floatCell', cells.floatCell)}(${space}.view, ${cell})`
      case BOOL: return this.nullable[place] ? `${module.named('boolCell', boolCell)}(${space}.view.getUint8(${cell}))` : `(${space}.view.getUint8(${cell}) === 1)`
      case WIDE: return `${module.named('wideOfRow', cells.wideCell)}(${space}, ${at}, ${this.offsets[place]})`
      case NUMERIC: return `${module.named('numericOfRow', cells.numericCell)}(${space}, ${at}, ${this.offsets[place]}, ${this.scales[place]})`
      case TEXT: return `${module.named('textCell', cells.textCell)}(${space}, ${at}, ${this.offsets[place]})`
      case BYTES: return `${module.named('bytesCell', cells.bytesCell)}(${space}, ${at}, ${this.offsets[place]})`
      default: return `${module.named('anyCell', cells.anyCell)}(${space}, ${at}, ${this.offsets[place]}, ${this.ops(place)})`
    }
  }

  /**
   * A number that orders rows by the first key, as far as it goes.
   * @param {RowKey | undefined} key
   * @returns {string} name of the function
   */
  writeHead(key) {
    const { module } = this.fn
    if (key === undefined || this.isGeneral(key)) return module.helper('head', 'space, at', '  return 0')
    const { place, desc, nullsFirst } = key
    const cell = `at + ${this.offsets[place]}`
    const none = nullsFirst ? '-Infinity' : 'Infinity'
    /** @param {string} js */
    const turned = (js) => desc ? `-${js}` : js
    const nullTest = this.nullable[place] ? `  if (x === null) return ${none}\n` : ''
    switch (this.kinds[place]) {
      case INT: return module.helper('head', 'space, at', `  return ${turned(this.read(place, 'space', 'at'))}`)
      case INT_OR_NULL: return module.helper('head', 'space, at', `  const x = space.view.getFloat64(${cell}, true)\n  return x === x ? ${turned('x')} : ${none}`)
      case BOOL: return module.helper('head', 'space, at', `  const x = space.view.getUint8(${cell})\n  return x === 2 ? ${none} : ${turned('x')}`)
      case FLOAT: case FLOAT_OR_NULL: return module.helper('head', 'space, at', `  const x = ${this.read(place, 'space', 'at')}\n${nullTest}  return x === x ? ${turned('x')} : ${turned('Infinity')}`)
      case WIDE: return module.helper('head', 'space, at', `  const x = ${this.read(place, 'space', 'at')}\n${nullTest}  return ${turned('Number(x)')}`)
      case NUMERIC: return module.helper('head', 'space, at', `  const { view } = space\n  if (view.getUint32(${cell} + 4, true) === 0x7ff80000 && view.getUint32(${cell}, true) === 0) return ${none}
  return ${turned(`${module.named('numericCellHead', cells.numericCellHead)}(space, at, ${this.offsets[place]}, ${this.scales[place]})`)}`)
      default: return module.helper('head', 'space, at', `  const { view, bytes } = space\n  const start = view.getUint32(${cell}, true)\n  if (start === 0) return ${none}
  ${this.countLine(place, 'count', 'start', 'at')}\n  return ${turned(`${module.named('byteHead', byteHead)}(bytes, at + start, count)`)}`)
    }
  }

  /**
   * How many bytes of a text count.
   * @param {number} place
   * @param {string} name
   * @param {string} start
   * @param {string} at
   */
  countLine(place, name, start, at) {
    const { module } = this.fn
    const count = `view.getUint32(${at} + ${this.offsets[place] + 4}, true)`
    return `const ${name} = ${baseType(module, this.types[place]) === BPCHAR ? `${module.named('trimmedCount', cells.trimmedCount)}(bytes, ${at} + ${start}, ${count})` : count}`
  }

  /** The order of two rows whose heads are equal. @param {RowKey[]} keys @returns {string} */
  writeTie(keys) {
    return this.comparison(
      keys.filter((key, at) => at > 0 || this.isGeneral(key) || !EXACT.has(this.kinds[key.place])),
      'tie',
    )
  }

  /**
   * (space, a, b) -> the order of two rows by these keys; `finish` was told of them.
   * @param {RowKey[]} keys
   * @param {string} hint
   * @returns {string} name of the function
   */
  comparison(keys, hint) {
    const lines = keys.flatMap((key) => ['  {', ...this.keyLines(key), '  }'])
    return this.fn.module.helper(
      hint,
      'space, a, b',
      lines.length === 0
        ? '  return 0'
        : ['  const { view, bytes } = space', '  let order = 0', ...lines, '  return 0'].join('\n'),
    )
  }

  /** Lines that return unless the key is equal. @param {RowKey} key @returns {string[]} */
  keyLines(key) {
    const { module } = this.fn
    const { place, desc, nullsFirst } = key
    const nullFirst = nullsFirst ? -1 : 1
    if (!this.isGeneral(key) && (this.kinds[place] === TEXT || this.kinds[place] === BYTES)) {
      const compare = `${module.named('compareBytes', cells.compareBytes)}(bytes, a + x, m, b + y, n)`
      return [`    const x = view.getUint32(a + ${this.offsets[place]}, true), y = view.getUint32(b + ${this.offsets[place]}, true)`,
        `    if (x === 0 || y === 0) { if (x !== y) return x === 0 ? ${nullFirst} : ${-nullFirst} }`,
        `    else { ${this.countLine(place, 'm', 'x', 'a')}; ${this.countLine(place, 'n', 'y', 'b')}; if ((order = ${compare}) !== 0) return ${desc ? '-order' : 'order'} }`]
    }
    const own = key.opOid === undefined ? null : module.catalog.userComparison(key.opOid)
    const index = this.general.indexOf(place)
    const [x, y] = ['a', 'b'].map((row) =>
      this.isGeneral(key) ? `space.boxed[${index}][view.getUint32(${row} + 4, true)]` : this.read(place, 'space', row),
    )
    const compared =
      own === null ? compareSource(module, key.type, 'x', 'y') : `((ctx) => ${userOrder(module, own)})(space.ctx)`
    const test = `if ((order = ${compared}) !== 0) return ${desc ? '-order' : 'order'}`
    if (!this.nullable[place]) return [`    const x = ${x}, y = ${y}`, `    ${test}`]
    return [
      `    const x = ${x}, y = ${y}`,
      `    if (x === null || y === null) { if (x !== y) return x === null ? ${nullFirst} : ${-nullFirst} }`,
      `    else ${test}`,
    ]
  }

  /** A row that was read back: its general keys stand beside it again. @returns {string} */
  writeLoad() {
    const lines = [
      '  space.view.setUint32(at + 4, number, true)',
      ...this.general.map((place, index) => `  space.boxed[${index}][number] = ${this.read(place, 'space', 'at')}`),
    ]
    return this.fn.module.helper('loadKeys', 'space, at, number', lines.join('\n'))
  }
}

/** @param {DataView} view @param {number} at @returns {number | null} */
function numberCell(view, at) {
  const value = view.getFloat64(at, true)
  return value === value ? value : null
}

/** @param {number} cell @returns {boolean | null} */
const boolCell = (cell) => cell === 2 ? null : cell === 1

/** @param {Uint8Array} bytes @param {number} start @param {number} end negative: null */
const textOf = (bytes, start, end) => end < 0 ? null : decodeUtf8(bytes, start, end)
