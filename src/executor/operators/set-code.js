/** The code around a TypedSet (spill/typed-set.js): adding keys and looking for them. */
import { baseType } from '../expressions/operations.js'
import { canonicalKey } from '../canonical-key.js'
import { TypedSet } from '../spill/typed-set.js'
import { GroupCode } from './aggregate/group-code.js'
import { familyOf } from './key-code.js'
import { typeOrNull } from './carry.js'

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

export class SetCode {
  /** @param {FunctionBuilder} fn @param {number[]} types what the keys are compared as */
  constructor(fn, types) {
    this.fn = fn
    this.groups = new GroupCode(fn, types)
    this.places = types.map((_, at) => at)
    this.addName = fn.module.name('addKey')
    this.hasName = fn.module.name('hasKey')
  }

  /** Source of an empty set. */
  make() {
    const { module } = this.fn
    return `new ${module.constant(TypedSet, 'TypedSet')}(ctx, ${module.constant(this.groups.kinds, 'kinds')})`
  }

  /**
   * Source of whether a key is new; it is in the set then.
   * @param {string} set
   * @param {{ js: string, nullable: boolean }[]} values names
   */
  add(set, values) {
    values.forEach(({ nullable }, at) => { this.groups.keys[at].nullable ||= nullable })
    return `${this.addName}(${[set, ...this.kept(values.map(({ js }) => js))].join(', ')})`
  }

  /** Source of whether a key is there, none of whose values is null. @param {string} set @param {string[]} names */
  has(set, names) {
    return `${this.hasName}(${[set, ...this.kept(names)].join(', ')})`
  }

  /** @param {string[]} names */
  kept(names) {
    return names.map((name, at) => this.groups.compared(at, name))
  }

  /** All values are known: writes the functions. */
  finish() {
    const { groups, places, fn: { module } } = this
    const names = places.map((at) => `k${at}`)
    const hash = groups.hashSource(places, names)
    const found = `${groups.findSource(places, 'set.table', 'hash', names)} >= 0`
    groups.finish([])
    module.functions.push(`function ${this.addName}(${['set', ...names].join(', ')}) {
  const hash = ${hash}
  if (${found}) return false
  if (set.table.full) return set.more().add(${this.text(names)})
  ${groups.add}(${['set.table', 'hash', ...names].join(', ')})
  return true
}`, `function ${this.hasName}(${['set', ...names].join(', ')}) {
  const hash = ${hash}
  return ${found} || set.spilled !== null && set.spilled.has(${this.text(names)})
}`)
  }

  /** Source of a key as one value that is the same for equal ones. @param {string[]} names @returns {string} */
  text(names) {
    const parts = names.map((name, at) => this.part(name, at))
    if (parts.length === 0) return '0'
    if (parts.length === 1) return parts[0]
    return `\`${parts.map((part, at) => `\${${names[at]} === null ? '\\udfff' : ${part}}`).join('\\0')}\``
  }

  /** @param {string} name @param {number} at */
  part(name, at) {
    const { module } = this.fn
    const { type, nullable } = this.groups.keys[at]
    if (!['numeric', 'blank', 'bytes'].includes(familyOf(module, type))) return name
    const canonical = `${module.constant(canonicalKey(baseType(module, type), typeOrNull(this.fn, type)), 'canonical')}(${name})`
    return nullable ? `(${name} === null ? null : ${canonical})` : canonical
  }
}
