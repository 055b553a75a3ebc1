/**
 * What names mean in a body: blocks within blocks, each with an optional label, the function's arguments in the
 *   outermost, labelled with the
 * function's name.
 */

/**
 * A variable. `no` is its number in the function, by which generated code calls it.
 *   var    one value of a type that is no row
 *   rec    a row: of a composite type, or (type 2249) of whatever was put into it last
 *   row    several variables that receive one row: INTO a, b; OUT arguments
 *   field  one field of a rec
 * @typedef {object} Datum
 * @property {'var' | 'rec' | 'row' | 'field'} kind
 * @property {number} no
 * @property {string} name
 * @property {number} line
 * @property {number} type OID
 * @property {number} typmod
 * @property {number} collation 0: its type's
 * @property {boolean} isConstant
 * @property {boolean} notNull
 * @property {import('./tree.js').Expression | null} initial of `:=`
 * @property {CursorDefinition | null} cursor of a bound cursor
 * @property {Datum | null} parent of a field
 * @property {Datum[]} parts of a row
 * @property {string[]} partNames
 * @property {import('../records.js').Shape} [fixed] of a record: the row it has all through the body
 * @property {string} promise TG_NAME …: what it is filled with when a trigger's function begins
 */
/** @typedef {{ query: import('./tree.js').Expression, args: Datum | null, scroll: boolean | null }} CursorDefinition */

/** Names in the order in which they were given; of others as well that had them before. */
class Names {
  /** @param {Names} [before] what is added to it from now on does not count */
  constructor(before) {
    /** @type {Map<string, { datum: Datum, place: number }>} */
    this.own = new Map()
    this.before = before
    this.beforeCount = before === undefined ? 0 : before.own.size
  }

  /** @param {string} name @returns {Datum | undefined} */
  get(name) {
    const own = this.own.get(name)
    if (own !== undefined || this.before === undefined) return own?.datum
    const found = this.before.own.get(name)
    return found !== undefined && found.place < this.beforeCount ? found.datum : undefined
  }

  /** @param {string} name */
  has(name) { return this.get(name) !== undefined }

  /** @param {string} name @param {Datum} datum */
  set(name, datum) { this.own.set(name, { datum, place: this.own.get(name)?.place ?? this.own.size }) }
}

/** One level of names. */
export class Scope {
  /** @param {Scope | null} parent @param {string} label '' @param {boolean} [isLoop] */
  constructor(parent, label, isLoop = false) {
    this.parent = parent
    this.label = label
    this.isLoop = isLoop
    /** Names of a block's handlers alone, under its label: EXIT means the block. */
    this.isHandlers = false
    this.names = new Names()
  }

  /** The names known by now, whatever is declared later. @returns {Scope} */
  asItIs() {
    const scope = new Scope(this.parent, this.label, this.isLoop)
    scope.names = new Names(this.names)
    return scope
  }

  /**
   * The variable a name means. @param {string} first @param {string} [second] @param {string} [third]
   * @returns {{ datum: Datum, used: number } | null} used: how many of the names led to it
   */
  find(first, second, third) {
    for (let scope = /** @type {Scope | null} */ (this); scope !== null; scope = scope.parent) {
      const plain = scope.names.get(first)
      if (plain !== undefined && (second === undefined || plain.kind !== 'var')) return { datum: plain, used: 1 }
      if (second === undefined || scope.label !== first) continue
      const labelled = scope.names.get(second)
      if (labelled !== undefined && (third === undefined || labelled.kind !== 'var')) {
        return { datum: labelled, used: 2 }
      }
    }
    return null
  }

  /** @param {string} label @returns {Scope | null} */
  labelled(label) {
    for (let scope = /** @type {Scope | null} */ (this); scope !== null; scope = scope.parent) {
      if (scope.label === label && !scope.isHandlers) return scope
    }
    return null
  }

  /** The innermost loop around. @returns {Scope | null} */
  loop() {
    for (let scope = /** @type {Scope | null} */ (this); scope !== null; scope = scope.parent) {
      if (scope.isLoop) return scope
    }
    return null
  }
}

/**
 * @param {Datum['kind']} kind @param {number} no @param {string} name @param {number} line @param {Partial<Datum>} more
 * @returns {Datum}
 */
export const makeDatum = (kind, no, name, line, more) => ({
  kind, no, name, line, type: 0, typmod: -1, collation: 0, isConstant: false, notNull: false, initial: null,
    cursor: null, parent: null, parts: [],
  partNames: [], promise: '', ...more,
})

/** One datum per field and record. @type {WeakMap<Datum, Map<string, Datum>>} */
const FIELDS = new WeakMap()

/** @param {Datum} parent @param {string} name @returns {Datum} without a number until a reader gives it one */
export function fieldOf(parent, name) {
  let fields = FIELDS.get(parent)
  if (fields === undefined) FIELDS.set(parent, fields = new Map())
  let datum = fields.get(name)
  if (datum === undefined) {
    datum = { ...parent, kind: 'field', parent, name, type: 0, typmod: -1, collation: 0, no: -1 }
    fields.set(name, datum)
  }
  return datum
}
