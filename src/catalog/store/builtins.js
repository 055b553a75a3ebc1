/**
 * The built-in objects, served from the static data without touching a heap: types, functions, operators, casts,
 * aggregates, operator classes. They cannot change, so one instance serves every database of the process. A descriptor
 * is made when it is first asked for and then kept.
 */
import { staticTable } from './static-data.js'
import {
  aggregateDesc, castDesc, collationDesc, familyOperator, funcDesc, opclassDesc, operatorDesc, typeDesc,
} from '../descriptors.js'
import { FIRST_USER_OID } from '../../types/oids.js'

/**
 * @import { AggregateDesc, CastDesc, CollationDesc, FamilyOperator, FuncDesc, OpClassDesc, OperatorDesc, TypeDesc }
 *   from '../descriptors.js'
 */

/**
 * One catalog with an `oid` first column, in its order, found by OID and by name.
 * @template T
 */
class NamedObjects {
  /** @param {string} catalog @param {number} nameAt position of the name column @param {(row: any[]) => T} make */
  constructor(catalog, nameAt, make) {
    this.table = staticTable(catalog)
    this.nameAt = nameAt
    this.make = make
    /** @type {Map<number, T>} */
    this.made = new Map()
    /** @type {Map<string, T[]>} */
    this.madeByName = new Map()
    /** Names that were looked for in vain. @type {Set<string>} */
    this.absent = new Set()
  }

  /** @param {number} oid @returns {T | undefined} */
  get(oid) {
    const made = this.made.get(oid)
    if (made !== undefined || oid >= FIRST_USER_OID) return made
    const row = this.table.rowOf(oid)
    if (row < 0) return undefined
    const object = this.make(this.table.values(row))
    this.made.set(oid, object)
    return object
  }

  /** @param {string} name @returns {T[]} the same array every time; do not change it */
  named(name) {
    const made = this.madeByName.get(name)
    if (made !== undefined) return made
    if (this.absent.has(name)) return NOTHING
    const rows = this.table.rowsWhere(this.nameAt, name)
    if (rows.length === 0) {
      // Names of users' own objects are asked for as well, at every statement that is planned; there is no end of
      // those.
      if (this.absent.size >= ABSENT_MAX) this.absent.clear()
      this.absent.add(name)
      return NOTHING
    }
    const objects = rows.map((row) => /** @type {T} */ (this.get(Number(this.table.cell(row, 0)))))
    this.madeByName.set(name, objects)
    return objects
  }
}

/** @type {any[]} */
const NOTHING = []
const ABSENT_MAX = 4096

/**
 * Functions written in SQL have no prosrc of their own here: name(type names) stands for the implementation.
 * @param {any[]} row
 * @returns {FuncDesc}
 */
function builtinFunction(row) {
  const func = funcDesc(row, 0)
  if (func.language === SQL_LANGUAGE)
    func.source = `${func.name}(${func.argTypes.map((oid) => builtins.type(oid)?.name).join(',')})`
  return func
}

const SQL_LANGUAGE = 14

/** A domain with its rules. @param {import('../descriptors.js').CatalogRow} row @returns {TypeDesc} */
function builtinTypeDesc(row) {
  const type = typeDesc(row, 0)
  if (type.kind !== 'd') return type
  const constraints = staticTable('pg_constraint')
  const [nameAt, textAt] = ['conname', 'conbin'].map((column) => constraints.at(column))
  type.constraints = constraints.rowsWhere(constraints.at('contypid'), String(type.oid))
    .map((at) => /** @type {import('../descriptors.js').CatalogRow} */ (constraints.values(at)))
    .map((values) => ({ oid: values[0], name: values[nameAt], text: values[textAt], expr: null, validated: true }))
  return type
}

/**
 * @template T
 * @param {() => T} make
 */
function lazily(make) {
  /** @type {T | undefined} */
  let made
  return () => made ??= make()
}

const types = lazily(() => new NamedObjects('pg_type', 1, builtinTypeDesc))
const functions = lazily(() => new NamedObjects('pg_proc', 1, builtinFunction))
const operators = lazily(() => new NamedObjects('pg_operator', 1, operatorDesc))
const collations = lazily(() => new NamedObjects('pg_collation', 1, collationDesc))
const opclasses = lazily(() => new NamedObjects('pg_opclass', 2, opclassDesc))

const casts = lazily(() => {
  /** @type {Map<number, CastDesc>} */
  const byPair = new Map()
  const table = staticTable('pg_cast')
  for (let row = 0; row < table.count; row++) {
    const cast = castDesc(table.values(row))
    byPair.set(cast.source * 65536 + cast.target, cast)
  }
  return byPair
})

const aggregates = lazily(() => {
  /** @type {Map<number, AggregateDesc>} */
  const byOid = new Map()
  const table = staticTable('pg_aggregate')
  for (let row = 0; row < table.count; row++) {
    const aggregate = aggregateDesc(table.values(row))
    byOid.set(aggregate.oid, aggregate)
  }
  return byOid
})

/** @type {Map<number, FamilyOperator[]>} */
const familiesByOperator = new Map()

/** @param {number} operatorOid @returns {FamilyOperator[]} */
function familiesOf(operatorOid) {
  let members = familiesByOperator.get(operatorOid)
  if (members === undefined) {
    const amop = staticTable('pg_amop')
    members =
      operatorOid >= FIRST_USER_OID
        ? NOTHING
        : amop.rowsWhere(amop.at('amopopr'), String(operatorOid)).map((row) => familyOperator(amop.values(row)))
    if (operatorOid < FIRST_USER_OID) familiesByOperator.set(operatorOid, members)
  }
  return members
}

/** Operators by family, types and strategy. */
const familyOperators = lazily(() => {
  /** @type {Map<string, number>} */
  const byKey = new Map()
  const amop = staticTable('pg_amop')
  for (let row = 0; row < amop.count; row++) {
    const { purpose, family, left, right, strategy, operator } = familyOperator(amop.values(row))
    if (purpose === 's') byKey.set(`${family},${left},${right},${strategy}`, operator)
  }
  return byKey
})

const familyFunctions = lazily(() => {
  /** @type {Map<string, number>} */
  const byKey = new Map()
  const amproc = staticTable('pg_amproc')
  const at = [
    amproc.at('amprocfamily'),
    amproc.at('amproclefttype'),
    amproc.at('amprocrighttype'),
    amproc.at('amprocnum'),
  ]
  const functionAt = amproc.at('amproc')
  for (let row = 0; row < amproc.count; row++) {
    const values = amproc.values(row)
    byKey.set(at.map((column) => values[column]).join(','), Number(values[functionAt]))
  }
  return byKey
})

/** Rows of the default operator class per access method and input type, as declared (no coercion). */
const defaultOpclasses = lazily(() => {
  /** @type {Map<number, number>} */
  const byKey = new Map()
  const table = staticTable('pg_opclass')
  const [methodAt, typeAt, defaultAt] = ['opcmethod', 'opcintype', 'opcdefault'].map((column) => table.at(column))
  for (let row = 0; row < table.count; row++) {
    if (table.cell(row, defaultAt) === 't')
      byKey.set(Number(table.cell(row, methodAt)) * 65536 + Number(table.cell(row, typeAt)), Number(table.cell(row, 0)))
  }
  return byKey
})

const relations = lazily(() => new NamedObjects('pg_class', 1, (row) => row))

export const builtins = {
  /** @param {number} oid @returns {TypeDesc | undefined} */
  type: (oid) => types().get(oid),
  /** All are in pg_catalog or information_schema. @param {string} name @returns {TypeDesc[]} */
  typesNamed: (name) => types().named(name),
  /** The type whose text a function reads. @param {string} source prosrc @returns {number} OID, 0: none */
  typeReadBy: (source) => {
    const procs = staticTable('pg_proc')
    const readers = procs.rowsWhere(procs.at('prosrc'), source).map((row) => procs.cell(row, 0) ?? '')
    const table = staticTable('pg_type')
    for (const oid of readers) {
      const [row] = table.rowsWhere(table.at('typinput'), oid)
      if (row !== undefined) return Number(table.cell(row, 0))
    }
    return 0
  },
  /** @param {number} oid @returns {FuncDesc | undefined} */
  func: (oid) => functions().get(oid),
  /** @param {string} name @returns {FuncDesc[]} */
  functionsNamed: (name) => functions().named(name),
  /** @param {number} oid @returns {OperatorDesc | undefined} */
  operator: (oid) => operators().get(oid),
  /** @param {string} name @returns {OperatorDesc[]} */
  operatorsNamed: (name) => operators().named(name),
  /** @param {number} source @param {number} target @returns {CastDesc | undefined} */
  cast: (source, target) => source < 65536 && target < 65536 ? casts().get(source * 65536 + target) : undefined,
  /** @param {number} oid @returns {AggregateDesc | undefined} */
  aggregate: (oid) => aggregates().get(oid),
  /** @param {number} oid @returns {CollationDesc | undefined} */
  collation: (oid) => collations().get(oid),
  /** @param {string} name @returns {CollationDesc[]} */
  collationsNamed: (name) => collations().named(name),
  /** @param {number} oid @returns {OpClassDesc | undefined} */
  opclass: (oid) => opclasses().get(oid),
  /** @param {string} name @returns {OpClassDesc[]} */
  opclassesNamed: (name) => opclasses().named(name),
  /** @param {number} method @param {number} inputType @returns {OpClassDesc | undefined} */
  defaultOpclass: (method, inputType) =>
    inputType < 65536 ? opclasses().get(defaultOpclasses().get(method * 65536 + inputType) ?? 0) : undefined,
  /**
   * @param {number} family
   * @param {number} left
   * @param {number} right
   * @param {number} strategy
   * @returns {number} operator OID, 0 when none
   */
  familyOperator: (family, left, right, strategy) =>
    familyOperators().get(`${family},${left},${right},${strategy}`) ?? 0,
  /**
   * @param {number} family
   * @param {number} left
   * @param {number} right
   * @param {number} number
   * @returns {number} function OID, 0 when none
   */
  familyFunction: (family, left, right, number) => familyFunctions().get(`${family},${left},${right},${number}`) ?? 0,
  /** Where an operator stands in operator families. @param {number} operatorOid @returns {FamilyOperator[]} */
  familiesOf,
  /** The pg_class row of a catalog or catalog index. @param {number} oid @returns {any[] | undefined} */
  classRow: (oid) => relations().get(oid),
  /** @param {string} name @returns {any[][]} */
  classRowsNamed: (name) => relations().named(name),
}
