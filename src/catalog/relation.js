/**
 * Relations as everything above sees them: a table, view, index or sequence with its columns, and for stored ones the
 * layout and the heap. A RelationDesc belongs to one version of its relation; DDL makes a new one.
 */
import { catalogShape } from './store/shapes.js'
import { builtins } from './store/builtins.js'
import { NO_POLICIES } from './policies.js'
import { NO_TRIGGERS } from './triggers.js'
import { BTREE } from '../types/oids.js'

/** @import { Expr } from './expr.js' */
/** @import { ForeignKeyDesc } from './foreign-key.js' */

/**
 * @typedef {object} ColumnDesc
 * @property {number} attnum 1-based, also of dropped columns
 * @property {string} name
 * @property {number} typeOid 0 for a dropped column
 * @property {number} typmod
 * @property {number} collation OID, 0 when the type has none
 * @property {boolean} notNull
 * @property {boolean} neverNull … and no version that anybody may still see is null there
 *   (`OlderNulls.mayHold`)
 * @property {boolean} hasDefault
 * @property {Expr | null} default
 * @property {'' | 'a' | 'd'} identity always, by default
 * @property {number} identitySequence OID of an identity column's sequence, else 0
 * @property {'' | 's'} generated stored
 * @property {boolean} dropped
 * @property {import('./kept-keys.js').Kept | null} keeps a dropped one in which rows keep a key of an index
 * @property {number} length typlen, kept for dropped columns too
 * @property {boolean} hasMissing added later: rows that are shorter read `missing`
 * @property {any} missing value, null when none
 * @property {number} statisticsTarget
 * @property {boolean} isLocal declared by the table itself (attislocal)
 * @property {number} inheritCount how many parents have it (attinhcount)
 */
/**
 * @typedef {object} IndexKey
 * @property {number} attnum 0 for an expression
 * @property {Expr | null} expr
 * @property {number} keptAt the column in which rows keep it, 0: none (kept-keys.js)
 * @property {number} typeOid of the key
 * @property {number} collation
 * @property {boolean} desc
 * @property {boolean} nullsFirst
 * @property {number} opclass OID
 * @property {number} family OID
 * @property {number} keysBy what its entries are made by: the family, where that is built in or (btree, hash) ordered
 *   in
 *   a way of its own; 0 the order of the type itself; below 0 a class of a library (types/libraries.js)
 */
/**
 * @typedef {object} IndexDesc
 * @property {number} oid
 * @property {string} name
 * @property {number} relationOid
 * @property {number} fileId
 * @property {boolean} unique
 * @property {boolean} nullsNotDistinct
 * @property {boolean} primary
 * @property {boolean} immediate false: of a deferrable constraint
 * @property {boolean} exclusion of EXCLUDE: keys must differ though it is not unique
 * @property {boolean} valid
 * @property {boolean} ready
 * @property {number} method pg_am OID of the method that keeps it, 403 btree
 * @property {number} accessMethod its pg_am OID, as the catalog says: another where an extension's method is kept as
 *   one of the engine's
 * @property {IndexKey[]} keys without INCLUDE columns
 * @property {number[]} keyAttnums 0 where an expression
 * @property {number[]} includedAttnums
 * @property {Expr | null} predicate
 * @property {number} predicateAt the column in which rows keep what it says, 0: none (kept-keys.js)
 * @property {number} constraintOid that owns it, else 0
 * @property {any} tree B+tree, null where nothing is stored
 * @property {string} storedText expressions and predicate as pg_index has them
 * @property {((bytes: Uint8Array, view: DataView, tupleAt: number, out: Uint8Array, outAt: number) => number) | null}
 *   extractKey key bytes of a tuple in
 *   pool memory; -1: the row is not in this partial index. Null where nothing is stored
 * @property {(() => { exprs: (Expr | null)[], predicate: Expr | null }) | null} computed its keys and predicate with
 *   the bodies of functions in place, made when first asked for; null: there is nothing to compute, or not yet
 * @property {{ relpages: number, reltuples: number }} stats
 * @property {Record<string, string>} options
 * @property {number} version of the relation it was read with
 */
/**
 * @typedef {{ oid: number, name: string, expr: Expr | null, attnums: number[], validated: boolean, noInherit: boolean,
 *   isLocal: boolean, inheritCount: number, load?: () => import('../util/effort.js').Steps<void> }} CheckDesc
 *   load: makes `expr` ready, which takes long where it is long
 */
/** @typedef {{ oid: number, name: string, type: 'p' | 'u' | 'c' | 'f' | 'x' | 't', deferrable: boolean, deferred:
 *   boolean, attnums: number[], indexOid: number, isLocal: boolean, inheritCount: number,
 *   parentOid: number, noInherit: boolean }} ConstraintDesc parentOid: the partitioned table's constraint it belongs
 *   to, else 0
 */
/**
 * @typedef {object} ColumnStats what ANALYZE found (pg_statistic)
 * @property {number} nullFraction
 * @property {number} width
 * @property {number} distinct as stadistinct: negative is a fraction of the rows
 * @property {any[]} commonValues
 * @property {number[]} commonFrequencies
 * @property {any[]} histogram bounds, ascending
 * @property {number} correlation
 */
/**
 * @typedef {object} RelationStats
 * @property {number} relpages
 * @property {number} reltuples -1: never analysed
 * @property {(attnum: number) => ColumnStats | null} column
 * @property {() => import('./joint-statistics.js').JointStats[]} joint
 */
/**
 * @typedef {object} RelationDesc
 * @property {number} oid
 * @property {number} fileId 0: nothing stored
 * @property {string} name
 * @property {number} namespaceOid
 * @property {number} ownerOid
 * @property {number} typeOid row type
 * @property {'r' | 'v' | 'i' | 'S' | 'm' | 'p' | 'I' | 'c' | 'f' | 't'} kind as pg_class.relkind
 * @property {'p' | 'u' | 't'} persistence
 * @property {ColumnDesc[]} columns columns[attnum - 1]
 * @property {any} layout TupleLayout, null where nothing is stored
 * @property {any} heap Heap, null where nothing is stored
 * @property {IndexDesc[]} indexes
 * @property {IndexDesc[]} unreadyIndexes left behind by a CREATE INDEX CONCURRENTLY that failed: nobody writes or reads
 *   them until REINDEX
 * @property {CheckDesc[]} checks
 * @property {ConstraintDesc[]} constraints all of them, checks too
 * @property {RelationStats} stats
 * @property {Record<string, string>} options reloptions
 * @property {string | null} viewSql defining query of a view, for the planner to expand
 * @property {import('./rules.js').RuleDesc[]} rules by name, a view's own query aside
 * @property {boolean} populated false: a materialized view that has no rows yet and cannot be read
 * @property {import('./triggers.js').TriggerDesc[]} triggers of users, by name; what constraints need of triggers is in
 *   the next two
 * @property {ForeignKeyDesc[]} foreignKeys its own
 * @property {ForeignKeyDesc[]} referencedBy those that refer to it
 * @property {boolean} isShared
 * @property {boolean} rowSecurity
 * @property {boolean} forceRowSecurity for its owner, too
 * @property {import('./policies.js').PolicyDesc[]} policies by name; none of a table without row security
 * @property {number} tablespaceOid
 * @property {number} ofType the composite type of a typed table, else 0
 * @property {number[]} parents OIDs, in the order they were named; pg_inherits
 * @property {number[]} children OIDs of direct children, ascending; those being detached are left out
 * @property {boolean} isPartition
 * @property {import('./partitions/bound.js').PartitionBound | null} bound of a partition
 * @property {import('./partitions/key.js').PartitionKey | null} partitionKey of a partitioned table
 * @property {number} version
 */

/** @type {() => null} */
const noColumnStats = () => null

const noJointStats = () => []

/** Statistics of a relation that was never analysed. @returns {RelationStats} */
const noStats = () => ({ relpages: 0, reltuples: -1, column: noColumnStats, joint: noJointStats })

/**
 * A descriptor with everything but the given fields at its neutral value. Every RelationDesc is made here, so all have
 * one shape.
 * @param {Partial<RelationDesc> & { oid: number, name: string, namespaceOid: number, columns: ColumnDesc[] }} fields
 * @returns {RelationDesc}
 */
export function relationDesc(fields) {
  return {
    oid: fields.oid, fileId: fields.fileId ?? 0, name: fields.name, namespaceOid: fields.namespaceOid,
    ownerOid: fields.ownerOid ?? 10, typeOid: fields.typeOid ?? 0, kind: fields.kind ?? 'r',
    persistence: fields.persistence ?? 'p', columns: fields.columns, layout: fields.layout ?? null,
    heap: fields.heap ?? null, indexes: fields.indexes ?? [], unreadyIndexes: fields.unreadyIndexes ?? [],
    checks: fields.checks ?? [], constraints: fields.constraints ?? [], stats: fields.stats ?? noStats(),
    options: fields.options ?? {}, viewSql: fields.viewSql ?? null, rules: fields.rules ?? NO_RULES,
    populated: fields.populated ?? true, triggers: fields.triggers ?? NO_TRIGGERS,
    foreignKeys: fields.foreignKeys ?? [], referencedBy: fields.referencedBy ?? [], isShared: fields.isShared ?? false,
    rowSecurity: fields.rowSecurity ?? false, forceRowSecurity: fields.forceRowSecurity ?? false,
    policies: fields.policies ?? NO_POLICIES, tablespaceOid: fields.tablespaceOid ?? 0, ofType: fields.ofType ?? 0,
    parents: fields.parents ?? NO_OIDS, children: fields.children ?? NO_OIDS, isPartition: fields.isPartition ?? false,
    bound: fields.bound ?? null, partitionKey: fields.partitionKey ?? null, version: fields.version ?? 0,
  }
}

/** @type {number[]} */
const NO_OIDS = []
/** @type {import('./rules.js').RuleDesc[]} */
const NO_RULES = []

/** @param {Partial<ColumnDesc> & { attnum: number, name: string, typeOid: number }} fields @returns {ColumnDesc} */
export function columnDesc(fields) {
  return {
    attnum: fields.attnum, name: fields.name, typeOid: fields.typeOid, typmod: fields.typmod ?? -1,
    collation: fields.collation ?? 0, notNull: fields.notNull ?? false,
    neverNull: fields.neverNull ?? fields.notNull ?? false, hasDefault: fields.hasDefault ?? false,
    default: fields.default ?? null, identity: fields.identity ?? '', identitySequence: fields.identitySequence ?? 0,
    generated: fields.generated ?? '', dropped: fields.dropped ?? false, keeps: fields.keeps ?? null,
    length: fields.length ?? -1, hasMissing: fields.hasMissing ?? false, missing: fields.missing ?? null,
    statisticsTarget: fields.statisticsTarget ?? -1, isLocal: fields.isLocal ?? true,
    inheritCount: fields.inheritCount ?? 0,
  }
}

/**
 * @param {Partial<IndexDesc> & { oid: number, name: string, relationOid: number, keys: IndexKey[] }} fields
 * @returns {IndexDesc}
 */
export function indexDesc(fields) {
  return {
    oid: fields.oid, name: fields.name, relationOid: fields.relationOid, fileId: fields.fileId ?? 0,
    unique: fields.unique ?? false, nullsNotDistinct: fields.nullsNotDistinct ?? false,
    primary: fields.primary ?? false, immediate: fields.immediate ?? true, exclusion: fields.exclusion ?? false,
    valid: fields.valid ?? true, ready: fields.ready ?? true, method: fields.method ?? BTREE,
    accessMethod: fields.accessMethod ?? fields.method ?? BTREE, keys: fields.keys,
    keyAttnums: fields.keyAttnums ?? fields.keys.map((key) => key.attnum),
    includedAttnums: fields.includedAttnums ?? [], predicate: fields.predicate ?? null,
    predicateAt: fields.predicateAt ?? 0, constraintOid: fields.constraintOid ?? 0, tree: fields.tree ?? null,
    storedText: fields.storedText ?? '', extractKey: fields.extractKey ?? null, computed: fields.computed ?? null,
    stats: fields.stats ?? { relpages: 0, reltuples: 0 }, options: fields.options ?? {}, version: fields.version ?? 0,
  }
}

/**
 * The descriptor of a system catalog, nothing stored yet (the store fills in fileId, layout, heap and trees).
 * @param {string} name @returns {RelationDesc}
 */
export function catalogRelation(name) {
  const shape = catalogShape(name)
  const columns = shape.columns.map((column, at) =>
    columnDesc({
      attnum: at + 1, name: column.name, typeOid: column.type, notNull: column.notNull, collation: column.collation,
      length: builtins.type(column.type)?.length ?? -1,
    }),
  )
  const indexes = shape.indexes.map((index) => indexDesc({
    oid: index.oid, name: index.name, relationOid: shape.oid, unique: index.unique, primary: index.primary,
    keys: index.attnums.map((attnum) => plainKey(columns[attnum - 1])),
  }))
  return relationDesc({
    oid: shape.oid, name: shape.name, namespaceOid: shape.namespaceOid, typeOid: shape.rowTypeOid, columns, indexes,
    isShared: shape.shared, tablespaceOid: shape.shared ? 1664 : 0,
  })
}

/**
 * Ascending key over a column with its type's default operator class.
 * @param {ColumnDesc} column
 * @returns {IndexKey}
 */
function plainKey(column) {
  const opclass = builtins.defaultOpclass(BTREE, column.typeOid)
  return { attnum: column.attnum, expr: null, keptAt: 0, typeOid: column.typeOid,
    collation: column.collation, desc: false, nullsFirst: false,
    opclass: opclass?.oid ?? 0, family: opclass?.family ?? 0, keysBy: opclass?.family ?? 0 }
}
