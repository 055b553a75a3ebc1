/**
 * What databases that began as one have read of their catalogs: forks of one template, or of one state of a parent. A
 * fork begins with what its siblings have read, and gives what it has read itself for as long as its catalog is as it
 * began; from its first change on it keeps things to itself, and forgets what it changes, as caches do.
 *
 *   names, functions, types, operators …   descriptors that nothing changes: the same objects for all
 *   relations, their indexes               without heap, trees, key functions and statistics, which are one database's:
 *                                          each puts its own in (ObjectReader.attached)
 *
 * Nothing in here leads to a database: forks come and go, and this stays.
 */
import { SPEAKS_OF_USERS } from '../expr-text.js'
import { indexDesc, relationDesc } from '../relation.js'

/** @import { Roles } from '../roles.js' */
/** @import { TypeDesc } from '../descriptors.js' */
/** @import { IndexDesc, RelationDesc } from '../relation.js' */
/** @import { UserFamilies } from '../user-families.js' */
/** @import { CachedSource } from './cached-source.js' */

/** Maps of a source whose values are the same for all. */
const SAME_FOR_ALL = /** @type {const} */ (['functions', 'namespaces', 'oids', 'functionLists', 'operatorLists',
  'operators', 'casts', 'aggregates', 'collations', 'collationLists'])

export class CommonReads {
  constructor() {
    this.functions = new Map()
    this.namespaces = new Map()
    this.oids = new Map()
    this.functionLists = new Map()
    this.operatorLists = new Map()
    this.operators = new Map()
    this.casts = new Map()
    this.aggregates = new Map()
    this.collations = new Map()
    this.collationLists = new Map()
    /** @type {Map<number, TypeDesc | undefined>} */
    this.types = new Map()
    /** Without their stores. @type {Map<number, RelationDesc>} */
    this.relations = new Map()
    /** Relations by their indexes. @type {Map<number, number>} */
    this.indexOwners = new Map()
    /** OIDs of no relation. @type {Set<number>} */
    this.noRelations = new Set()
    /** @type {UserFamilies | null} */
    this.families = null
    /** @type {Roles | null} */
    this.roles = null
  }

  /** @param {CachedSource} source of committed objects: it has these, unless it knows better */
  giveTo(source) {
    for (const name of SAME_FOR_ALL) addNew(source[name], this[name])
    for (const [oid, type] of this.types) if (!source.types.has(oid)) source.types.set(oid, ownType(type))
    for (const oid of this.noRelations) if (!source.relations.has(oid)) source.relations.set(oid, undefined)
    addNew(source.readBefore, this.relations)
    addNew(source.indexOwners, this.indexOwners)
    source.families ??= this.families
    source.sharedRoles.current ??= this.roles
  }

  /** @param {CachedSource} source of committed objects, which are what they were at the beginning */
  takeFrom(source) {
    for (const name of SAME_FOR_ALL) addNew(this[name], source[name])
    addNew(this.types, source.types)
    for (const [oid, relation] of source.relations) {
      if (relation === undefined) this.noRelations.add(oid)
      else if (!this.relations.has(oid) && relation.version > 0 && isShareable(relation)) this.#add(relation)
    }
    this.families ??= source.families
    this.roles ??= source.sharedRoles.current
  }

  /** @param {RelationDesc} relation */
  #add(relation) {
    const bare = relationDesc(relation)
    bare.heap = null
    bare.layout = relation.layout?.bare() ?? null // it leads to its heap
    const { relpages, reltuples } = relation.stats
    bare.stats = { relpages, reltuples, column: notRead, joint: notRead }
    bare.indexes = relation.indexes.map(bareIndex)
    bare.unreadyIndexes = relation.unreadyIndexes.map(bareIndex)
    this.relations.set(relation.oid, bare)
    for (const { oid } of [...bare.indexes, ...bare.unreadyIndexes]) this.indexOwners.set(oid, relation.oid)
  }
}

/** @param {IndexDesc} index @returns {IndexDesc} */
const bareIndex = (index) => indexDesc({ ...index, tree: null, extractKey: null, computed: null })

/** @returns {never} */
const notRead = () => { throw new Error('statistics are read by who has the tables') }

/**
 * Expressions that are expanded with the bodies of functions are known by the object they are, and a body may be
 * another's in each database.
 * @param {RelationDesc} relation
 */
const isShareable = ({ indexes, unreadyIndexes, partitionKey }) =>
  ![...indexes, ...unreadyIndexes].some(({ storedText }) => SPEAKS_OF_USERS.test(storedText))
  && !(partitionKey?.parts ?? []).some(({ expr }) => expr !== null && expr !== undefined)

/** What is compiled of a domain's rules is kept by its descriptor. @param {TypeDesc | undefined} type */
const ownType = (type) =>
  type?.kind === 'd' ? { ...type, constraints: type.constraints.map((constraint) => ({ ...constraint })) } : type

/** @template K, V @param {Map<K, V>} to @param {Map<K, V>} from */
function addNew(to, from) {
  if (to.size === from.size) return // what one has of the other is all of it, or nearly
  for (const [key, value] of from) if (!to.has(key)) to.set(key, value)
}
