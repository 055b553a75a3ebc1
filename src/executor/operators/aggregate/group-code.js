/**
 * The code around a GroupTable: hashing the keys of a row, finding its group, making one. What a key is compared as is
 * a column of its own where that is not the value itself (arrays, jsonb: key-code.js).
 *
 *   columns of a group: what keys are compared as, then values, in the order of `keys` and `values`
 *
 * Which kinds of cells they are depends on what may be null, known only when the code that makes the rows is written;
 * so these functions are written after it.
 */
import { cellBytes, readCell, writeCell } from '../cells.js'
import { familyOf, hashSource, keptAs, kindOfKey, sameKeySource } from '../key-code.js'
import { INT } from '../../spill/columns.js'
import { GroupTable, mixHash } from '../../spill/group-table.js'

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {{ type: number, nullable: boolean, plain: boolean }} GroupKey plain: compared as the value itself */

export class GroupCode {
  /** @param {FunctionBuilder} fn @param {number[]} types what the keys are compared as */
  constructor(fn, types) {
    this.fn = fn
    const { module } = fn
    /** @type {GroupKey[]} */
    this.keys = types.map((type) => ({ type, nullable: false, plain: familyOf(module, type) !== 'canonical' }))
    /** name of the function that makes a group: (table, hash, what keys are compared as…, values…) */
    this.add = module.name('addGroup')
    /** of the columns: known by the end @type {number[]} */
    this.kinds = []
    /**
     * keys asked for together, and the function that finds them
     * @type {Map<string, { name: string, places: number[] }>}
     */
    this.finders = new Map()
  }

  /**
   * An expression that makes a table.
   * @param {string} types source: TypeOps of the rows put aside
   * @param {number} expected
   */
  make(types, expected) {
    const { module } = this.fn
    return `new ${module.constant(GroupTable, 'GroupTable')}(ctx, ${module.constant(this.kinds, 'kinds')}, ${types}, ${expected})`
  }

  /** Source of what a key's value is compared as. @param {number} at @param {string} name of the value */
  compared(at, name) {
    return keptAs(this.fn, name, this.keys[at].type)
  }

  /**
   * Source of the hash of a group's key.
   * @param {number[]} places which keys
   * @param {string[]} names of what they are compared as
   */
  hashSource(places, names) {
    return `${this.finder(places).name}Hash(${places.map((place) => names[place]).join(', ')})`
  }

  /**
   * Source of a group's number, -1: there is none.
   * @param {number[]} places
   * @param {string} table
   * @param {string} hash
   * @param {string[]} names
   */
  findSource(places, table, hash, names) {
    return `${this.finder(places).name}(${[table, hash, ...places.map((place) => names[place])].join(', ')})`
  }

  /** @param {number[]} places */
  finder(places) {
    const known = this.finders.get(places.join())
    if (known !== undefined) return known
    const made = { name: this.fn.module.name('findGroup'), places }
    this.finders.set(places.join(), made)
    return made
  }

  /** The column of a value. @param {number} at */
  valueAt(at) {
    return this.keys.length + at
  }

  /** @param {number} at of a column @param {string} table @param {string} group @param {boolean} nullable */
  read(at, table, group, nullable) {
    return readCell(this.fn.module, this.kinds[at], nullable, {
      rows: `${table}.rows`, at, column: `${table}.columns[${at}]`, row: group,
    })
  }

  /**
   * Writes the functions.
   * @param {number[]} valueKinds
   * @param {(values: string[]) => string} bytes source of what values weigh besides their cells; '' if nothing
   */
  finish(valueKinds, bytes = () => '') {
    const { fn: { module }, keys } = this
    keys.forEach(({ type, nullable }) => this.kinds.push(kindOfKey(module, type, nullable)))
    this.kinds.push(...valueKinds)
    const keyNames = keys.map((_, at) => `k${at}`)
    const valueNames = valueKinds.map((_, at) => `v${at}`)
    for (const { name, places } of this.finders.values()) this.writeFinder(name, places)
    const writes = this.kinds.map((kind, at) => `  ${writeCell(module, kind, { rows: 'table.rows', at, column: `columns[${at}]`, row: 'group' }, [...keyNames, ...valueNames][at])}`)
    const weights = [cellBytes(module, this.kinds, [...keyNames, ...valueNames]), bytes(valueNames)]
      .filter((text) => text !== '')
      .join(' + ')
    module.functions.push(`function ${this.add}(${['table', 'hash', ...keyNames, ...valueNames].join(', ')}) {
  const group = table.add(hash)
  const columns = table.columns
${writes.join('\n')}${weights === '' ? '' : `\n  table.bytes += ${weights}`}
  return group
}`)
  }

  /** @param {string} name @param {number[]} places */
  writeFinder(name, places) {
    const { module } = this.fn
    const names = places.map((place) => `k${place}`)
    const parts = places.map((place) =>
      hashSource(module, this.keys[place].type, `k${place}`, this.keys[place].nullable),
    )
    const hash = parts.reduce((text, part) => `${module.named('mixHash', mixHash)}(${text}, ${part})`, '0')
    module.functions.push(`function ${name}Hash(${names.join(', ')}) {\n  return ${hash}\n}`)
    const tests = places.map((place) => this.same(place))
    // One int4 is as fast to compare as its hash.
    const byHash = places.length === 1 && this.kinds[places[0]] === INT ? [] : ['hashes[group] === hash']
    module.functions.push(`function ${name}(${['table', 'hash', ...names].join(', ')}) {
  const { heads, mask${byHash.length > 0 ? ', hashes' : ''} } = table
${places.map((place) => `  const column${place} = table.columns[${place}]`).join('\n')}
  for (let at = hash & mask; ; at = (at + 1) & mask) {
    const group = heads[at] - 1
    if (group < 0${places.length === 0 ? ' || true' : ` || (${[...byHash, ...tests].join(' && ')})`}) return group
  }
}`)
  }

  /** Are they the same key? @param {number} place */
  same(place) {
    const { type, nullable } = this.keys[place]
    return sameKeySource(this.fn.module, type, this.kinds[place], `k${place}`, nullable, {
      rows: 'table.rows', at: place, column: `column${place}`, row: 'group',
    })
  }
}
