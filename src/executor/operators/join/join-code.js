/**
 * The keys of a JoinTable: functions that hash them, find the chain of equal ones, store those of its head. Written
 * when both sides' keys are known; a key is stored only where none of a row's is null.
 */
import { cellBytes, writeCell } from '../cells.js'
import { hashSource, keptAs, kindOfKey, sameKeySource } from '../key-code.js'
import { typeOrNull } from '../carry.js'
import { baseType } from '../../expressions/operations.js'
import { expression } from '../../expressions/compile.js'
import { INT, isIntType } from '../../spill/columns.js'
import { mixHash } from '../../spill/group-table.js'

/** @import { Expr } from '../../../catalog/expr.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

export class JoinCode {
  /** @param {FunctionBuilder} fn @param {any} node HashJoin */
  constructor(fn, { innerKeys, outerKeys, keyTypes }) {
    const { module } = fn
    this.module = module
    const isInt = (/** @type {number} */ at) =>
      [innerKeys[at], outerKeys[at]].every((key) => isIntType(baseType(module, key.type)))
    /** What one is compared as: an int4 compared with an int8 has the cell of an int8. @type {number[]} */
    this.types = keyTypes.map((/** @type {number} */ type, /** @type {number} */ at) =>
      isIntType(baseType(module, type)) && !isInt(at) ? INT8 : type,
    )
    this.kinds = this.types.map((type) => kindOfKey(module, type, false))
    this.hashed = this.kinds.length > 2 || this.kinds.some((kind) => kind !== INT)
    this.hashName = module.name('hashKey')
    this.findName = module.name('findKey')
    this.putName = module.name('putKey')
    this.code = module.name('joinCode')
  }

  /** TypeOps of [hash, key…]. @param {FunctionBuilder} fn @returns {any[]} */
  asideTypes(fn) {
    return [null, ...this.types.map((type) => typeOrNull(fn, type))]
  }

  /**
   * Names of a row's keys as they are compared, and whether one of them is null.
   * @param {FunctionBuilder} fn
   * @param {Expr[]} exprs
   * @returns {{ names: string[], nulls: string }} nulls: a condition, '' if none can be
   */
  keys(fn, exprs) {
    const values = exprs.map((expr, at) => {
      const value = expression(fn, expr)
      let { js } = value
      if (!value.atom) {
        js = fn.module.name('key')
        fn.line(`const ${js} = ${value.js}`)
      }
      const kept = keptAs(fn, js, this.types[at])
      if (kept === js) return { js, nullable: value.nullable }
      const name = fn.module.name('kept')
      fn.line(`const ${name} = ${kept}`)
      return { js: name, nullable: value.nullable }
    })
    return {
      names: values.map(({ js }) => js),
      nulls: values
        .filter(({ nullable }) => nullable)
        .map(({ js }) => `${js} === null`)
        .join(' || '),
    }
  }

  /** @param {string[]} names */
  hash(names) {
    return `${this.hashName}(${names.join(', ')})`
  }

  /** @param {string} table @param {string} hash @param {string[]} names */
  find(table, hash, names) {
    return `${this.findName}(${[table, hash, ...names].join(', ')})`
  }

  /** @param {string} table @param {string} row @param {string[]} names */
  put(table, row, names) {
    return `${this.putName}(${[table, row, ...names].join(', ')})`
  }

  /** Writes the functions. @param {number} first the keys' first column */
  finish(first) {
    const { module, kinds, types, hashed, hashName, findName, putName } = this
    const names = types.map((_, at) => `k${at}`)
    const mix = module.named('mixHash', mixHash)
    const mixed = (/** @type {string[]} */ parts) => parts.reduce((text, part) => `${mix}(${text}, ${part})`, '0')
    const hash = mixed(types.map((type, at) => hashSource(module, type, names[at], false)))
    const tests = types.map((type, at) =>
      sameKeySource(module, type, kinds[at], names[at], false, {
        rows: 'table.rows', at: first + at, column: `column${at}`, row: 'row',
      }),
    )
    const cells = kinds.map((kind, at) => `  ${writeCell(module, kind, { rows: 'table.rows', at: first + at, column: `table.columns[${first + at}]`, row: 'row' }, names[at])}`)
    const weight = cellBytes(module, kinds, names)
    const held = names.map((_, at) => `values[${1 + at}]`).join(', ')
    module.functions.push(`function ${hashName}(${names.join(', ')}) {
  return ${hash}
}`, `function ${findName}(table, hash, ${names.join(', ')}) {
  const { heads, mask, columns${hashed ? ', hashes' : ''} } = table
${names.map((_, at) => `  const column${at} = columns[${first + at}]\n`).join('')}  for (let at = hash & mask; ; at = (at + 1) & mask) {
    const row = heads[at] - 1
    if (row < 0 || (${[...(hashed ? ['hashes[row] === hash'] : []), ...tests].join(' && ') || 'true'})) return row
  }
}`, `function ${putName}(table, row, ${names.join(', ')}) {
${cells.join('\n')}${weight === '' ? '' : `\n  table.bytes += ${weight}`}
}`, `const ${this.code} = {
  find: (table, hash, values) => ${findName}(table, hash, ${held}),
  put: (table, row, values) => ${putName}(table, row, ${held}),
  rehash: (table, row) => ${hashed ? 'table.hashes[row]' : hashName + `(${names.map((_, at) => `table.columns[${first + at}][row]`).join(', ')})`},
}`)
  }
}

const INT8 = 20
