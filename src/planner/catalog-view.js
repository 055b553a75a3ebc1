/**
 * The planner's reading glasses on a catalog snapshot: what type, function and operator resolution ask, with answers
 * kept for the length of one statement. It also notes every object a plan depends on.
 */
import { formatType } from '../types/format-type.js'
import { ANYARRAY, FIRST_USER_OID, INT2VECTOR, OIDVECTOR } from '../types/oids.js'
import { undefinedObject } from '../errors/syntax.js'

/** @typedef {import('../catalog/descriptors.js').TypeDesc} TypeInfo */
/** @typedef {import('../catalog/descriptors.js').FuncDesc} FunctionInfo */
/** @typedef {import('../catalog/descriptors.js').OperatorDesc} OperatorInfo */
/** @typedef {import('../catalog/descriptors.js').CastDesc} CastInfo */

const PG_CATALOG = 11

export class CatalogView {
  /** @param {any} catalog CatalogSnapshot, see docs/seams.md section 8 @param {unknown} [settings] */
  constructor(catalog, settings = {}) {
    this.catalog = catalog
    this.settings = settings
    /** @type {Map<number, number>} */
    this.dependencies = new Map()
    /** Names looked up among functions, operators, casts and types, as the catalog's keys. @type {Set<string>} */
    this.names = new Set()
  }

  /** @param {number} oid @returns {TypeInfo} */
  type(oid) {
    const found = this.catalog.type(oid)
    if (!found) throw undefinedObject(`type with OID ${oid} does not exist`)
    if (oid >= FIRST_USER_OID) {
      this.dependsOn(oid, found.version)
      // The fields of a row are its relation's.
      if (found.kind === 'c') this.dependsOn(found.relationOid, this.catalog.version(found.relationOid))
    }
    return found
  }

  /** @param {number} oid the type under a domain (and its domains), or itself */
  baseType(oid) {
    let info = this.type(oid)
    while (info.kind === 'd') info = this.type(info.baseType)
    return info.oid
  }

  /**
   * The length that a domain gives to its base type: it is said by the innermost domain, those over it have none.
   * @param {number} oid
   * @returns {number} typmod, -1: none
   */
  baseTypmod(oid) {
    let typmod = -1
    for (let info = this.type(oid); info.kind === 'd'; info = this.type(info.baseType)) typmod = info.typmod
    return typmod
  }

  /**
   * Whether a test for null asks for the fields of a row: then IS NULL and IS NOT NULL are not each other's opposite.
   * @param {import('../catalog/expr.js').NullTest} test
   */
  testsFields({ arg, scalar }) {
    return (
      scalar !== true && (arg.kind === 'row' || arg.type === 2249 || this.type(this.baseType(arg.type)).kind === 'c')
    )
  }

  /**
   * Element type of a real array type (subscripted, variable length), 0 otherwise.
   * @param {number} oid
   * @returns {number}
   */
  elementType(oid) {
    const info = this.type(oid)
    if (info.kind === 'd') return this.elementType(info.baseType)
    return info.length === -1 && (info.category === 'A' || oid === RECORD_ARRAY) ? info.elementType : 0
  }

  /** @param {number} oid @returns {number} 0 when there is none */
  arrayType(oid) { return this.type(oid).arrayType }

  /** @param {number} oid */
  isPreferred(oid) { return this.type(oid).preferred }

  /** @param {number} oid */
  category(oid) { return this.type(oid).category }

  /** @param {number} from @param {number} to @returns {CastInfo | null} a row of pg_cast */
  cast(from, to) {
    const found = this.catalog.cast(from, to) ?? null
    if (found === null || found.oid >= FIRST_USER_OID) this.names.add(`c:${from}.${to}`)
    return found
  }

  /** The same bytes serve as the other type. @param {number} from @param {number} to */
  binaryCoercible(from, to) {
    if (from === to) return true
    if (to === 2276 || to === 2283 || to === 5077) return true
    const base = this.baseType(from)
    if (base === to) return true
    if (to === ANYARRAY || to === 5078) return this.elementType(base) !== 0 || base === OIDVECTOR || base === INT2VECTOR
    if (to === 2776 || to === 5079) return this.elementType(base) === 0
    if (to === 3500) return this.type(base).kind === 'e'
    if (to === 3831 || to === 5080) return this.type(base).kind === 'r'
    if (to === 4537 || to === 4538) return this.type(base).kind === 'm'
    if (to === 2249 && this.type(base).kind === 'c') return true
    if (to === 2287 && this.elementType(base) !== 0 && this.type(this.elementType(base)).kind === 'c') return true
    const cast = this.cast(base, to)
    return cast !== null && cast.method === 'b' && cast.context === 'i'
  }

  /** @param {number} oid @param {number} [typmod] as PostgreSQL prints a type in messages @returns {string} */
  typeName(oid, typmod = -1) { return formatType(oid, typmod, this.catalog, typmod >= 0) }

  /** Which function a set-returning, polymorphic… call names. @param {number} oid @returns {FunctionInfo} */
  function(oid) {
    const found = this.catalog.func(oid)
    if (!found) throw undefinedObject(`function with OID ${oid} does not exist`)
    if (oid >= FIRST_USER_OID) this.dependsOn(oid, found.version)
    return found
  }

  /** @param {number} oid @returns {OperatorInfo} */
  operator(oid) { return this.catalog.operator(oid) }

  /** @param {number} oid @param {number} version */
  dependsOn(oid, version) { this.dependencies.set(oid, version) }

  /** Functions of a name: another one may fit a call better. @param {string} name @param {string | null} schema */
  functionsNamed(name, schema) {
    this.names.add(`f:${name}`)
    return this.catalog.functionsNamed(name, schema)
  }

  /** @param {string} name @param {string | null} schema @returns {OperatorInfo[]} */
  operatorsNamed(name, schema) {
    this.names.add(`o:${name}`)
    return this.catalog.operatorsNamed(name, undefined, undefined, schema)
  }

  /**
   * One that is nearer on the search path may come.
   * @param {string | null} schema @param {string} name @returns {TypeInfo | undefined}
   */
  typeByName(schema, name) {
    const found = this.catalog.typeByName(schema, name)
    if (schema !== null) return found
    for (const namespaceOid of this.catalog.relationPath) {
      if (namespaceOid === found?.namespaceOid) break
      if (namespaceOid !== PG_CATALOG) this.names.add(`t:${namespaceOid}.${name}`)
    }
    return found
  }

  /**
   * What a plan depends on, names among it.
   * @returns {Map<number | string, number>} to the version it was planned under
   */
  allDependencies() {
    /** @type {Map<number | string, number>} */
    const all = new Map(this.dependencies)
    for (const name of this.names) all.set(name, this.catalog.version(name))
    return all
  }

  /**
   * A relation found by name. Without a schema also that nothing of its name comes before it on the search path.
   * @param {any} relation its descriptor, or an index's
   * @param {string | null} schema
   */
  dependsOnNamed(relation, schema) {
    this.dependsOn(relation.oid, relation.version)
    if (schema !== null) return
    for (const namespaceOid of this.catalog.relationPath) {
      if (namespaceOid === relation.namespaceOid) return
      if (namespaceOid !== PG_CATALOG) this.dependsOn(namespaceOid, this.catalog.version(namespaceOid))
    }
  }
}

/** _record: a pseudo-type that is an array all the same. */
const RECORD_ARRAY = 2287
