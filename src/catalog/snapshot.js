/**
 * CatalogSnapshot: what a planner sees of the catalog. Built-ins come from the static data; everything that can change
 * comes from an ObjectSource: the shared cache of committed objects, or the private view of a transaction that did DDL.
 * Unqualified names go along the search path (pg_catalog first unless it is named in it, before it the session's
 * temporary schema for relations and types).
 *
 * Missing objects are `undefined`, never an exception: the caller knows which message PostgreSQL gives.
 */
import { builtins } from './store/builtins.js'
import { optionsOf } from './store/options.js'
import { catalogShape } from './store/shapes.js'
import {
  orderingOps, hashOps, defaultOpclass, isNaturalOrder, keysByClass, userComparison,
} from './operator-classes.js'
import { NO_FAMILIES } from './user-families.js'
import { USAGE } from './acl.js'
import { privilegesOn, SCHEMA } from './guarded.js'
import { typeNamed } from './type-name.js'
import { permissionDenied } from '../errors/privileges.js'
import { asReplica } from './replica.js'
import { userTypeOps } from './user-types.js'
import { collatorOf, COLLATION_VERSION } from '../types/collation/collator.js'
import { isPlainLocale } from '../types/collation/locale-names.js'
import { collatedType } from '../types/collation/types.js'
import { BTREE, FIRST_USER_OID } from '../types/oids.js'

/**
 * @import { AggregateDesc, CastDesc, CatalogRow, CollationDesc, DatabaseDesc, FamilyOperator, FuncDesc, HashOps,
 * NamespaceDesc, OpClassDesc, OperatorDesc, OrderingOps, RoleDesc, TypeDesc } from './descriptors.js'
 */
/** @import { IndexDesc, RelationDesc } from './relation.js' */
/** @import { Roles } from './roles.js' */
/** @import { UserFamilies } from './user-families.js' */
/** @import { Collator } from '../types/collation/collator.js' */
/** @import { TypeOps } from '../types/type-ops.js' */

const PG_CATALOG = 11

/**
 * @typedef {object} ObjectSource what changes: asked for after the built-ins
 * @property {{ storage: object | null }} [reader] whose rows they are
 * @property {(oid: number) => RelationDesc | undefined} relation tables, views, sequences; not indexes
 * @property {(namespaceOid: number, name: string) => number} relationOid of any relation, index or not; 0 when none
 * @property {(oid: number) => IndexDesc | undefined} index
 * @property {(oid: number) => TypeDesc | undefined} type
 * @property {(namespaceOid: number, name: string) => number} typeOid 0 when none
 * @property {(oid: number) => FuncDesc | undefined} func
 * @property {(name: string) => FuncDesc[]} functionsNamed
 * @property {(oid: number) => NamespaceDesc | undefined} namespace
 * @property {(name: string) => number} namespaceOid 0 when none
 * @property {() => Roles} roles
 * @property {(oid: number) => RoleDesc | undefined} role
 * @property {(name: string) => RoleDesc | undefined} roleByName
 * @property {(oid: number) => DatabaseDesc | undefined} database
 * @property {(name: string) => DatabaseDesc | undefined} databaseByName
 * @property {(catalog: string, index: string, values: any[]) => CatalogRow[]} rows of one catalog, not cached
 * @property {(catalog: string) => CatalogRow[]} allRows
 * @property {(oid: number | string) => number} version 0 for built-ins, grows with every committed change
 * @property {(name: string) => OperatorDesc[]} [operatorsNamed] user-defined
 * @property {(oid: number) => OperatorDesc | undefined} [operator]
 * @property {(source: number, target: number) => CastDesc | undefined} [cast]
 * @property {(oid: number) => AggregateDesc | undefined} [aggregate]
 * @property {(oid: number) => CollationDesc | undefined} [collation]
 * @property {(name: string) => CollationDesc[]} [collationsNamed] user-defined
 * @property {() => UserFamilies} [userFamilies]
 * @property {Set<number>} [unsafeEnumValues] pg_enum OIDs that the transaction added to existing types
 */

/**
 * @typedef {{ namespaces: number[], temporary: number, databaseOid: number, roleOid: number, replicates?: boolean }}
 *   SearchPath
 *   namespaces: OIDs in the order of the setting, missing ones left out; temporary: the session's temporary schema, 0
 *   while it
 *   has none; roleOid: who asks; replicates: the session applies changes made elsewhere
 */

/**
 * As a plan's compiler and its run see it: what a plan names was there when it was made, and its dependencies and locks
 * see to it that it still is, so nothing that is asked for is missing.
 * @typedef {{ [K in 'relation' | 'index' | 'type' | 'func' | 'function' | 'operator' | 'cast' | 'aggregate' | 'opclass'
 *   | 'collation' | 'orderingOps' | 'hashOps' | 'userTypeOps' | 'familyMember']:
 *   (...args: Parameters<CatalogSnapshot[K]>) => NonNullable<ReturnType<CatalogSnapshot[K]>> } & CatalogSnapshot}
 *   KnownCatalog
 */

/** @type {OperatorDesc[]} */
const NO_OPERATORS = []
/** @type {CollationDesc[]} */
const NO_COLLATIONS = []
const ANY_ENCODING = -1
const UTF8 = 6
const DEFAULT_COLLATION = 100
const C_COLLATION = 950

/** Snapshots made so far, of whatever database: their serial numbers. */
let made = 0

export class CatalogSnapshot {
  /**
   * @param {ObjectSource} source
   * @param {SearchPath} path
   * @param {boolean} isPrivate of a transaction that did DDL: plans made here must not enter a shared cache
   */
  constructor(source, path, isPrivate) {
    this.source = source
    /** Its alone among all there ever were: for who is to know it again and must not keep it in memory. */
    this.serial = ++made
    /** How the session whose snapshot it is writes and reads values; null: nobody's in particular. @type {any} */
    this.env = null
    this.databaseOid = path.databaseOid
    /** The current role, whose privileges count. */
    this.roleOid = path.roleOid
    /** undefined: not asked for yet @type {boolean | undefined} */
    this.plainByDefault = undefined
    this.isPrivate = isPrivate
    this.temporaryNamespace = path.temporary
    const named = path.namespaces
    /**
     * Where functions and operators are looked for, other than in a temporary schema: nobody's function is hidden by
     * one there.
     * @type {number[]}
     */
    this.searchPath = named.includes(PG_CATALOG) ? named : [PG_CATALOG, ...named]
    /** Where relations and types are looked for. @type {number[]} */
    this.relationPath =
      path.temporary === 0 || named.includes(path.temporary) ? this.searchPath : [path.temporary, ...this.searchPath]
    /** Where an unqualified CREATE goes; 0 when nowhere. */
    this.creationNamespace = named.length === 0 ? 0 : named[0]
    /** The setting as resolved: part of a plan cache's key. */
    this.replicates = path.replicates === true
    this.pathKey = `${this.relationPath.join(',')}${this.replicates ? ' replica' : ''}`
  }

  /** @param {number | string} oid or a name's key: what functions, operators, casts or types of it there are */
  version(oid) {
    return this.source.version(oid)
  }

  // Rows of catalogs that have no descriptors

  /**
   * @param {string} catalog
   * @param {string} index one of its indexes
   * @param {any[]} values of the index's first columns
   * @returns {CatalogRow[]} in key order
   */
  rows(catalog, index, values) {
    return this.source.rows(catalog, index, values)
  }

  /**
   * Rows with a value in one column, by whatever index there is, else by a scan.
   * @param {string} catalog
   * @param {string} column
   * @param {any} value
   * @returns {CatalogRow[]}
   */
  rowsWith(catalog, column, value) {
    const { at, indexes } = catalogShape(catalog)
    const index = indexes.find((candidate) => candidate.attnums[0] === at[column] + 1)
    return index === undefined
      ? this.allRows(catalog).filter((row) => row[at[column]] === value)
      : this.rows(catalog, index.name, [value])
  }

  /** @param {string} catalog @returns {CatalogRow[]} */
  allRows(catalog) {
    return this.source.allRows(catalog)
  }

  // Relations

  /** @param {number} oid @returns {RelationDesc | undefined} */
  relation(oid) {
    const relation = this.source.relation(oid)
    return this.replicates ? asReplica(relation) : relation
  }

  /**
   * Whether an index is that one, or a partition's part of it.
   * @param {number} oid
   * @param {number} ancestor
   * @returns {boolean}
   */
  isPartitionIndexOf(oid, ancestor) {
    const { at } = catalogShape('pg_inherits')
    for (let index = oid; index !== 0;) {
      if (index === ancestor) return true
      const [row] = this.rows('pg_inherits', 'pg_inherits_relid_seqno_index', [index])
      index = row === undefined ? 0 : row[at.inhparent]
    }
    return false
  }

  /**
   * Of any relation kind.
   * @param {string | null} schema null: along the search path
   * @param {string} name
   * @returns {number} 0 when none
   */
  relationOid(schema, name) {
    if (schema !== null) {
      const namespaceOid = this.usedNamespace(schema)
      return namespaceOid === 0 ? 0 : this.source.relationOid(namespaceOid, name)
    }
    for (const namespaceOid of this.relationPath) {
      const oid = this.source.relationOid(namespaceOid, name)
      if (oid !== 0) return oid
    }
    return 0
  }

  /**
   * @param {string | null} schema
   * @param {string} name
   * @returns {RelationDesc | undefined} undefined for an index too: see relationOid
   */
  relationByName(schema, name) {
    const oid = this.relationOid(schema, name)
    return oid === 0 ? undefined : this.source.relation(oid)
  }

  /** @param {number} oid @returns {IndexDesc | undefined} */
  index(oid) {
    return this.source.index(oid)
  }

  /**
   * Parameters of an index column's operator class.
   * @param {number} oid
   * @param {number} attnum in the index
   * @returns {Record<string, string> | null} null: none
   */
  indexClassOptions(oid, attnum) {
    const [row] = this.rows('pg_attribute', 'pg_attribute_relid_attnum_index', [oid, attnum])
    const options = row?.[catalogShape('pg_attribute').at.attoptions] ?? null
    return options === null ? null : optionsOf(options)
  }

  /** @param {number} oid of an index @param {number} attnum @returns {string} what its column is called */
  indexColumnName(oid, attnum) {
    return this.rows('pg_attribute', 'pg_attribute_relid_attnum_index', [oid, attnum])[0][
      catalogShape('pg_attribute').at.attname
    ]
  }

  /**
   * @param {import('./relation.js').IndexDesc} index
   * @returns {string[]} what its columns are called, included ones last
   */
  indexColumnNames({ oid, keys, includedAttnums }) {
    return Array.from({ length: keys.length + includedAttnums.length }, (_, at) => this.indexColumnName(oid, at + 1))
  }

  /** Whether the relation is found by its bare name. @param {RelationDesc | { oid: number, name: string }} relation */
  isVisible(relation) {
    return this.relationOid(null, relation.name) === relation.oid
  }

  // Types

  /** @param {number} oid @returns {TypeDesc | undefined} */
  type(oid) {
    return builtins.type(oid) ?? this.source.type(oid)
  }

  /** Operations of a type that is not built in. @param {number} oid @returns {TypeOps | undefined} */
  userTypeOps(oid) {
    const type = this.type(oid)
    return type === undefined ? undefined : (type.ops ??= userTypeOps(this, type)) ?? undefined
  }

  /**
   * Whether another snapshot is of the same database: its own view of it, or the shared one.
   * @param {any} other CatalogSnapshot
   */
  knows(other) {
    return other.source === this.source || other.source?.shared === this.source
  }

  /** Added by this transaction to a type that was there before. @param {number} oid of pg_enum */
  isUnsafeEnumValue(oid) {
    return this.isPrivate && this.source.unsafeEnumValues?.has(oid) === true
  }

  /**
   * @param {string | null} schema
   * @param {string} name internal name: int4, not integer
   * @returns {TypeDesc | undefined}
   */
  typeByName(schema, name) {
    if (schema !== null) {
      const namespaceOid = this.usedNamespace(schema)
      return namespaceOid === 0 ? undefined : this.typeIn(namespaceOid, name)
    }
    for (const namespaceOid of this.relationPath) {
      const type = this.typeIn(namespaceOid, name)
      if (type !== undefined) return type
    }
    return undefined
  }

  /** @param {string} text as SQL names types @returns {number} OID @throws {DbError} 42601, 42704, 3F000 */
  typeNamed(text) { return typeNamed(this, text) }

  /** @param {number} namespaceOid @param {string} name @returns {TypeDesc | undefined} */
  typeIn(namespaceOid, name) {
    for (const type of builtins.typesNamed(name)) if (type.namespaceOid === namespaceOid) return type
    const oid = this.source.typeOid(namespaceOid, name)
    return oid === 0 ? undefined : this.type(oid)
  }

  /** The array type over an element type, 0 when it has none. @param {number} elementOid */
  arrayType(elementOid) {
    return this.type(elementOid)?.arrayType ?? 0
  }

  /** Element type of a true array, 0 for anything else. @param {number} oid */
  elementType(oid) {
    const type = this.type(oid)
    return type !== undefined && type.subscriptFunction === 6179 ? type.elementType : 0
  }

  /** The type below a domain (below all of them), the type itself otherwise. @param {number} oid */
  baseType(oid) {
    if (oid < 0) return oid //                         texts of a collation: types/collation/types.js
    for (let type = this.type(oid); type !== undefined && type.kind === 'd'; type = this.type(oid)) oid = type.baseType
    return oid
  }

  // Functions, operators, casts

  /** @param {number} oid @returns {FuncDesc | undefined} */
  func(oid) {
    return builtins.func(oid) ?? this.source.func(oid)
  }

  /** The same. @param {number} oid */
  function(oid) {
    return this.func(oid)
  }

  /**
   * Every function, aggregate, window function and procedure of that name on the search path (or in the schema),
   * nearest first; one that another nearer one with the same argument types hides is left out. Do not change the array.
   * @param {string} name
   * @param {string | null} [schema]
   * @returns {FuncDesc[]}
   */
  functionsNamed(name, schema = null) {
    const found = builtins.functionsNamed(name)
    const own = this.source.functionsNamed(name)
    if (schema !== null) {
      const namespaceOid = this.usedNamespace(schema)
      return [...found, ...own].filter((func) => func.namespaceOid === namespaceOid)
    }
    if (own.length === 0 && found.every((func) => func.namespaceOid === PG_CATALOG)) return found
    return this.visible([...found, ...own], (func) => func.argTypes.join())
  }

  /** @param {number} oid @returns {OperatorDesc | undefined} */
  operator(oid) {
    return builtins.operator(oid) ?? this.source.operator?.(oid)
  }

  /**
   * Operators of that name on the search path, or in the schema; with types given, only those that declare exactly
   * them.
   * @param {string} name
   * @param {number} [left] 0: prefix operators only
   * @param {number} [right]
   * @param {string | null} [schema]
   * @returns {OperatorDesc[]}
   */
  operatorsNamed(name, left, right, schema = null) {
    const builtin = builtins.operatorsNamed(name)
    const own = this.source.operatorsNamed?.(name) ?? NO_OPERATORS
    let found = builtin
    if (schema !== null) {
      const namespaceOid = this.usedNamespace(schema)
      found =
        namespaceOid === PG_CATALOG && own.length === 0
          ? builtin
          : [...builtin, ...own].filter((operator) => operator.namespaceOid === namespaceOid)
    } else if (own.length > 0)
      found = this.visible([...builtin, ...own], (operator) => `${operator.left},${operator.right}`)
    if (left === undefined && right === undefined) return found
    return found.filter(
      (operator) => (left === undefined || operator.left === left) && (right === undefined || operator.right === right),
    )
  }

  /** The pg_cast entry, if any. @param {number} source @param {number} target @returns {CastDesc | undefined} */
  cast(source, target) {
    return builtins.cast(source, target) ?? this.source.cast?.(source, target)
  }

  /** @param {number} oid of the function @returns {AggregateDesc | undefined} */
  aggregate(oid) {
    return builtins.aggregate(oid) ?? this.source.aggregate?.(oid)
  }

  /** Whether values of `source` are values of `target` as they are. @param {number} source @param {number} target */
  isBinaryCoercible(source, target) {
    if (source === target) return true
    const base = this.baseType(source)
    if (base === target) return true
    const cast = this.cast(base, target)
    return cast?.method === 'b' && cast.context === 'i'
  }

  // Operator classes

  /**
   * @param {number} typeOid
   * @returns {OrderingOps | undefined} of the default btree operator class; undefined: no order
   */
  orderingOps(typeOid) {
    return orderingOps(this, typeOid)
  }

  /** @param {number} typeOid @returns {HashOps | undefined} of the default hash operator class */
  hashOps(typeOid) {
    return hashOps(this, typeOid)
  }

  /**
   * @param {number} typeOid
   * @param {number} [method] pg_am OID, btree unless given
   * @returns {OpClassDesc | undefined}
   */
  defaultOpclass(typeOid, method = BTREE) {
    return defaultOpclass(this, typeOid, method)
  }

  /** @param {number} opOid an ordering operator */
  userComparison(opOid) {
    return userComparison(this, opOid)
  }

  /** Whether a support function compares or hashes as its type does by itself. @param {number} oid */
  isNaturalOrder(oid) {
    return isNaturalOrder(this, oid)
  }

  /**
   * What entries of an index over a class are made by: IndexKey.keysBy.
   * @param {import('./descriptors.js').OpClassDesc} opclass
   */
  keysByClass(opclass) {
    return keysByClass(
      opclass,
      (family, left, right, number) => this.func(this.familyFunction(family, left, right, number))?.source ?? '',
    )
  }

  /** Operator classes and families that are not built in. @returns {UserFamilies} */
  families() {
    return this.source.userFamilies?.() ?? NO_FAMILIES
  }

  /** @param {number} oid @returns {OpClassDesc | undefined} */
  opclass(oid) {
    return oid < FIRST_USER_OID ? builtins.opclass(oid) : this.families().byOid.get(oid)
  }

  /**
   * @param {string} name
   * @param {number} method
   * @param {string | null} [schema]
   * @returns {OpClassDesc | undefined} nearest first
   */
  opclassByName(name, method, schema = null) {
    const builtin = builtins.opclassesNamed(name).find((opclass) => opclass.method === method)
    if (builtin !== undefined && schema === null) return builtin
    const all = [
      ...(builtin === undefined ? [] : [builtin]),
      ...this.families().opclasses.filter((opclass) => opclass.name === name && opclass.method === method),
    ]
    for (const namespaceOid of schema === null ? this.searchPath : [this.usedNamespace(schema)]) {
      if (schema === null && namespaceOid === this.temporaryNamespace) continue
      const found = all.find((opclass) => opclass.namespaceOid === namespaceOid)
      if (found !== undefined) return found
    }
    return undefined
  }

  /**
   * Families an operator belongs to, with its strategy there (btree 1 < 2 <= 3 = 4 >= 5 >).
   * @param {number} operatorOid
   * @returns {FamilyOperator[]}
   */
  familiesOf(operatorOid) {
    const builtin = builtins.familiesOf(operatorOid)
    return builtin.length > 0 ? builtin : this.families().byOperator.get(operatorOid) ?? builtin
  }

  /**
   * An operator's place in one family: a built-in one may be in a family that was made here.
   * @param {number} operatorOid
   * @param {number} family
   * @param {'s' | 'o'} purpose search, order
   * @returns {FamilyOperator | undefined}
   */
  familyMember(operatorOid, family, purpose) {
    const members = family < FIRST_USER_OID ? this.familiesOf(operatorOid) : this.families().byOperator.get(operatorOid)
    return members?.find((member) => member.family === family && member.purpose === purpose)
  }

  /**
   * @param {number} family
   * @param {number} left
   * @param {number} right
   * @param {number} strategy
   * @returns {number} operator OID or 0
   */
  familyOperator(family, left, right, strategy) {
    const builtin = family < FIRST_USER_OID ? builtins.familyOperator(family, left, right, strategy) : 0
    if (builtin !== 0 || (family < FIRST_USER_OID && left < FIRST_USER_OID && right < FIRST_USER_OID)) return builtin
    return this.families().operators.get(`${family},${left},${right},${strategy}`) ?? 0
  }

  /**
   * @param {number} family
   * @param {number} left
   * @param {number} right
   * @param {number} number
   * @returns {number} function OID or 0
   */
  familyFunction(family, left, right, number) {
    const builtin = family < FIRST_USER_OID ? builtins.familyFunction(family, left, right, number) : 0
    if (builtin !== 0 || (family < FIRST_USER_OID && left < FIRST_USER_OID && right < FIRST_USER_OID)) return builtin
    return this.families().functions.get(`${family},${left},${right},${number}`) ?? 0
  }

  // Collations, namespaces, roles, databases

  /** @param {number} oid @returns {CollationDesc | undefined} */
  collation(oid) {
    return builtins.collation(oid) ?? this.source.collation?.(oid)
  }

  /** @param {string | null} schema @param {string} name @returns {CollationDesc | undefined} */
  collationByName(schema, name) {
    const all = [...builtins.collationsNamed(name), ...(this.source.collationsNamed?.(name) ?? NO_COLLATIONS)].filter(
      (collation) => collation.encoding === ANY_ENCODING || collation.encoding === UTF8,
    )
    for (const namespaceOid of schema === null ? this.searchPath : [this.usedNamespace(schema)]) {
      const found = all.find((collation) => collation.namespaceOid === namespaceOid)
      if (found !== undefined) return found
    }
    return undefined
  }

  /**
   * What texts of a type and a collation are compared as: the type itself where C's order is meant
   * (types/collation/types.js).
   * @param {number} type @param {number} collation @returns {number}
   */
  collatedType(type, collation) {
    const collator = this.collator(collation)
    return collator === null ? type : collatedType(this.baseType(type), collator)
  }

  /** What orders texts by a collation; null: C does. @param {number} oid @returns {Collator | null} */
  collator(oid) {
    if (oid === 0 || oid === DEFAULT_COLLATION || oid === C_COLLATION) return null
    const found = this.collation(oid)
    if (found === undefined || found.provider !== 'i') return null
    if (found.version !== null && found.version !== COLLATION_VERSION) this.onOtherVersion?.(found)
    return collatorOf(found.icuLocale ?? '', found.deterministic)
  }

  /**
   * Whether letters are ASCII's only: by a collation, or, for the default one, by the LC_CTYPE that the database was
   * made with.
   * @param {number} oid 0: the default one
   */
  hasPlainLetters(oid) {
    if (oid === C_COLLATION) return true
    if (oid === 0 || oid === DEFAULT_COLLATION) {
      return this.plainByDefault ??= isPlainLocale(this.database(this.databaseOid)?.ctype ?? null)
    }
    const found = this.collation(oid)
    return found !== undefined && found.provider === 'c' && isPlainLocale(found.ctype)
  }

  /**
   * Told of a collation whose order may not be the one things were made by.
   * @type {((collation: CollationDesc) => void) | undefined}
   */
  onOtherVersion = undefined

  /** @param {number} oid @returns {NamespaceDesc | undefined} */
  namespace(oid) {
    return this.source.namespace(oid)
  }

  /** @param {string} name pg_temp stands for the session's own @returns {number} 0 when none */
  namespaceOid(name) {
    if (name === 'pg_catalog') return PG_CATALOG
    return name === 'pg_temp' ? this.temporaryNamespace : this.source.namespaceOid(name)
  }

  /**
   * A schema that is named to find something in it: who asks must have USAGE of it.
   * @param {string} name @returns {number} 0 when there is none @throws {DbError} 42501
   */
  usedNamespace(name) {
    const oid = this.namespaceOid(name)
    if (oid !== 0 && oid !== PG_CATALOG && privilegesOn(this, this.roleOid, SCHEMA, oid, USAGE) === 0) {
      throw permissionDenied('schema', name)
    }
    return oid
  }

  /** @param {string} name @returns {NamespaceDesc | undefined} */
  namespaceByName(name) {
    const oid = this.namespaceOid(name)
    return oid === 0 ? undefined : this.source.namespace(oid)
  }

  /** Roles and their members, for the questions of roles.js. @returns {Roles} */
  roles() {
    return this.source.roles()
  }

  /** @param {number} oid @returns {RoleDesc | undefined} */
  role(oid) {
    return this.source.role(oid)
  }

  /** @param {string} name @returns {RoleDesc | undefined} */
  roleByName(name) {
    return this.source.roleByName(name)
  }

  /** @param {number} oid @returns {DatabaseDesc | undefined} */
  database(oid) {
    return this.source.database(oid)
  }

  /** @param {string} name @returns {DatabaseDesc | undefined} */
  databaseByName(name) {
    return this.source.databaseByName(name)
  }

  /**
   * @template {{ namespaceOid: number }} T
   * @param {T[]} candidates
   * @param {(candidate: T) => string} signature
   * @returns {T[]}
   */
  visible(candidates, signature) {
    /** @type {T[]} */
    const seen = []
    const signatures = new Set()
    for (const namespaceOid of this.searchPath) {
      if (namespaceOid === this.temporaryNamespace) continue
      for (const candidate of candidates) {
        if (candidate.namespaceOid !== namespaceOid || signatures.has(signature(candidate))) continue
        signatures.add(signature(candidate))
        seen.push(candidate)
      }
    }
    return seen
  }
}
