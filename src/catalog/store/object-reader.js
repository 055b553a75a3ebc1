/**
 * Catalog rows -> descriptors: reads what one object consists of through the catalog's indexes, under the snapshot it
 * is given. Keeps nothing.
 *
 * Expressions stored with a relation (defaults, checks, index keys and predicates) name its columns with range-table
 * number 1.
 */
import { catalogShape } from './shapes.js'
import {
  aggregateDesc, castDesc, collationDesc, operatorDesc, databaseDesc, funcDesc, items, namespaceDesc, opclassDesc,
  roleDesc, typeDesc,
} from '../descriptors.js'
import { columnDesc, indexDesc, relationDesc } from '../relation.js'
import { exprFromText, sharedExprFromText } from '../expr-text.js'
import { keptAt, keptOf } from '../kept-keys.js'
import { boundFromText } from '../partitions/bound.js'
import { partitionKeyOf } from '../partitions/key.js'
import { builtins } from './builtins.js'
import { FIRST_USER_OID } from '../../types/oids.js'
import { keysOfMethod, methodOfHandler } from '../extension-methods.js'
import { keysByClass } from '../operator-classes.js'
import { jointStatsOf } from '../joint-statistics.js'
import { ruleDesc } from '../rules.js'
import { policyDesc } from '../policies.js'
import { collatorOf } from '../../types/collation/collator.js'
import { collatedType } from '../../types/collation/types.js'
import { EnumValues } from '../../types/enum.js'
import { triggerFacts } from '../foreign-key.js'
import { rowsOf } from './own-reads.js'

/** @import { Tid } from '../../util/identifiers.js' */
/** @import { OwnReads } from './own-reads.js' */
/** @import { PolicyDesc } from '../policies.js' */
/** @import { ColumnDesc, ColumnStats, ConstraintDesc, IndexDesc, IndexKey, RelationDesc } from '../relation.js' */
/**
 * @import { AggregateDesc, CastDesc, CollationDesc, OperatorDesc, CatalogRow, DatabaseDesc, DomainConstraint, FuncDesc,
 * NamespaceDesc, RoleDesc, TypeDesc } from '../descriptors.js'
 */

/**
 * In pg_attribute.attcacheoff, which PostgreSQL only uses in memory: tuples without the column may exist. Kept when the
 * column is dropped, as the tuples are.
 */
export const ADDED_LATER = -2

/** @typedef {{ tid: Tid, row: CatalogRow }} Found */
/** @typedef {{ userTypeOps: (oid: number) => import('../../types/type-ops.js').TypeOps | undefined }} TypeFinder */
/**
 * Catalog rows where they are kept. `key` is a prefix of the index's columns.
 * @typedef {object} CatalogStore
 * @property {(catalog: string, index: string, key: any[], snapshot: any, from?: unknown[]) => Found[]} find
 * @property {(catalog: string, oidIndex: string) => boolean} hasUserObjects false: none of its rows, in whatever state,
 *   is of an object that is not built in
 * @property {(catalog: string, snapshot: any) => Found[]} scan
 * @property {(txn: any, catalog: string, row: CatalogRow) => number} insert checks unique indexes
 * @property {(txn: any, catalog: string, rows: CatalogRow[], areFresh?: boolean) => void} insertMany as insert;
 *   areFresh: no
 *   other row can have their keys
 * @property {(txn: any, catalog: string, tid: Tid, row: CatalogRow) => void} update checks unique indexes
 * @property {(txn: any, catalog: string, tid: Tid, row?: CatalogRow) => void} remove row: as it is there
 * @property {(txn: any, key: number, mode: number) => void} lock a lock by number, until the transaction ends
 * @property {() => any} latest a snapshot of everything committed, good until the next yield
 * @property {(txn: any) => any} own the same and everything the transaction did, good until the next yield
 * @property {(txn: object) => OwnReads} beginOwn the transaction begins to change the catalog: what its own view keeps
 * @property {(txn: object) => void} endOwn it has ended
 * @property {(snapshot: any) => void} again makes one of `own` good again after a yield: it sees what was committed
 *   meanwhile, too
 */
/**
 * How a relation's stored part is opened; null fields of a descriptor stay null without one.
 * @typedef {object} RelationStorage
 * @property {(columns: ColumnDesc[], types?: TypeFinder) => any} layout
 * @property {(fileId: number, layout: any, relation: RelationDesc, committed?: boolean) => any} heap committed: it is
 *   no transaction's own view
 * @property {(relationOid: number) => boolean} mayHoldNulls … where its columns are NOT NULL: older snapshots see them
 * @property {(index: IndexDesc, relation: RelationDesc) => void} attachIndex sets tree, extractKey
 * @property {((index: IndexDesc, relation: RelationDesc) => any) | null} compileKey key extractor of an index with
 *   expressions or a predicate
 * @property {(relationOid: number, isShared: boolean) => number} catalogFile file of a system catalog or of its index
 */

/** Whose rows are asked for. @typedef {Parameters<CatalogStore['find']>[3]} CatalogNow */

/** What parts of a relation are read from (own-reads.js). */
const PARTS = {
  /** An identity column's sequence is known by pg_depend. @param {number} oid @param {ColumnDesc[]} columns */
  columns: (oid, columns) => {
    const catalogs = [rowsOf('pg_attribute', oid), rowsOf('pg_attrdef', oid)]
    return columns.some(({ identity }) => identity !== '') ? [...catalogs, 'pg_depend'] : catalogs
  },
  constraints: (/** @type {number} */ oid) => [rowsOf('pg_constraint', oid)],
  /** Foreign keys to it are others' constraints. @param {number} oid */
  triggers: (oid) => [rowsOf('pg_trigger', oid), 'pg_constraint'],
  parents: (/** @type {number} */ oid) => [rowsOf('pg_inherits', oid)],
}

/** Below are C, POSIX, the default and ICU's own, all deterministic. */
const FIRST_COLLATION = 16384

export class ObjectReader {
  /** @param {CatalogStore} store @param {RelationStorage | null} storage */
  constructor(store, storage) {
    this.store = store
    this.storage = storage
  }

  /** @param {number} oid
   * @param {any} snapshot
   * @param {number} version
   * @param {TypeFinder} [types] user-defined ones, as this snapshot has them
   * @param {OwnReads | null} [reads] a transaction's own view; null: what is committed
   * @returns {RelationDesc | undefined}
   */
  relation(oid, snapshot, version, types, reads = null) {
    const [found] = this.store.find('pg_class', 'pg_class_oid_index', [oid], snapshot)
    if (found === undefined) return undefined
    const { at } = catalogShape('pg_class')
    const row = found.row
    const kind = /** @type {any} */ (String.fromCharCode(row[at.relkind]))
    if (kind === 'i' || kind === 'I') return undefined
    const stored = kind === 'r' || kind === 'm' || kind === 'S' || kind === 't'
    /**
     * @template T
     * @param {string} what
     * @param {(oid: number, value: T) => string[]} catalogsOf
     * @param {() => T} read
     */
    const part = (what, catalogsOf, read) =>
      reads === null ? read() : reads.part(`${what} ${oid}`, snapshot.csn, read, (value) => catalogsOf(oid, value))
    const find = (/** @type {string} */ catalog, /** @type {string} */ index, /** @type {unknown[]} */ key) =>
      this.store.find(catalog, index, key, snapshot)
    const columns = part('columns', PARTS.columns, () => this.columns(oid, row[at.relnatts], snapshot))
    const constraints = part('constraints', PARTS.constraints, () => this.constraints(oid, snapshot))
    const parents = part('parents', PARTS.parents, () => this.parents(oid, snapshot))
    const triggers = row[at.relhastriggers]
      ? part('triggers', PARTS.triggers, () => triggerFacts(find, oid))
      : undefined
    const relation = relationDesc({
      oid,
      name: row[at.relname],
      namespaceOid: row[at.relnamespace],
      ownerOid: row[at.relowner],
      typeOid: row[at.reltype],
      ofType: row[at.reloftype],
      kind,
      persistence: /** @type {any} */ (String.fromCharCode(row[at.relpersistence])),
      columns,
      constraints: constraints.list,
      checks: constraints.checks,
      fileId: stored ? this.fileOf(oid, row[at.relfilenode], row[at.relisshared]) : 0,
      options: optionsOf(row[at.reloptions]),
      ...triggers,
      isShared: row[at.relisshared],
      rowSecurity: row[at.relrowsecurity],
      forceRowSecurity: row[at.relforcerowsecurity],
      policies: kind === 'r' || kind === 'p' ? this.policies(oid, row[at.relrowsecurity], snapshot) : undefined,
      tablespaceOid: row[at.reltablespace],
      version,
      ...(row[at.relhasrules] ? this.rules(oid, snapshot) : null),
      populated: row[at.relispopulated],
      stats: {
        relpages: row[at.relpages], reltuples: row[at.reltuples], column: this.columnStats(oid),
        joint: this.jointStats(oid),
      },
      parents,
      children: row[at.relhassubclass] ? this.children(oid, snapshot) : undefined,
      isPartition: row[at.relispartition],
      bound: row[at.relpartbound] === null ? null : boundFromText(row[at.relpartbound]),
      partitionKey: kind === 'p' ? this.partitionKey(oid, columns, snapshot) : null,
    })
    if (this.storage !== null && stored) {
      relation.layout = this.storage.layout(columns, types)
      relation.heap = this.storage.heap(relation.fileId, relation.layout, relation, reads === null)
    }
    if (row[at.relhasindex]) {
      const indexes = this.indexes(relation, snapshot)
      relation.indexes = indexes.filter((index) => index.ready)
      relation.unreadyIndexes = indexes.filter((index) => !index.ready)
    }
    return relation
  }

  /**
   * A relation that was read elsewhere, of a database that was the same then, with what is stored of it here.
   * @param {RelationDesc} known without its stores (common-reads.js) @returns {RelationDesc}
   */
  attached(known) {
    const { oid, stats: { relpages, reltuples } } = known
    const relation = relationDesc(known)
    const layout = relation.layout = known.layout?.bare() ?? null // it leads to its heap
    relation.stats = { relpages, reltuples, column: this.columnStats(oid), joint: this.jointStats(oid) }
    if (this.storage !== null && layout !== null) {
      relation.heap = this.storage.heap(relation.fileId, layout, relation, true)
    }
    const here = (/** @type {IndexDesc} */ index) => this.withTree(indexDesc(index), relation)
    relation.indexes = known.indexes.map(here)
    relation.unreadyIndexes = known.unreadyIndexes.map(here)
    return relation
  }

  /** @param {IndexDesc} index @param {RelationDesc} relation @returns {IndexDesc} */
  withTree(index, relation) {
    if (this.storage !== null && relation.kind !== 'p') this.storage.attachIndex(index, relation)
    return index
  }

  /**
   * Of a table without row security they concern nobody who asks for it.
   * @param {number} oid @param {boolean} isOn @param {unknown} snapshot @returns {PolicyDesc[] | undefined} by name
   */
  policies(oid, isOn, snapshot) {
    if (!isOn) return undefined
    const found = this.store.find('pg_policy', 'pg_policy_polrelid_polname_index', [oid], snapshot)
    return found.map(({ row }) => policyDesc(row))
  }

  /** @param {number} oid @param {any} snapshot @returns {number[]} in the order the table names them */
  parents(oid, snapshot) {
    const { at } = catalogShape('pg_inherits')
    return this.store
      .find('pg_inherits', 'pg_inherits_relid_seqno_index', [oid], snapshot)
      .map(({ row }) => row[at.inhparent])
  }

  /**
   * @param {number} oid
   * @param {any} snapshot
   * @returns {number[]} by OID; those being detached are no longer children
   */
  children(oid, snapshot) {
    const { at } = catalogShape('pg_inherits')
    return this.store
      .find('pg_inherits', 'pg_inherits_parent_index', [oid], snapshot)
      .filter(({ row }) => !row[at.inhdetachpending])
      .map(({ row }) => row[at.inhrelid])
      .sort((a, b) => a - b)
  }

  /** @param {number} oid of a partitioned table @param {ColumnDesc[]} columns @param {any} snapshot */
  partitionKey(oid, columns, snapshot) {
    const [found] = this.store.find('pg_partitioned_table', 'pg_partitioned_table_partrelid_index', [oid], snapshot)
    return found === undefined ? null : partitionKeyOf(found.row, columns, (opclassOid) => {
      const [opclass] = this.store.find('pg_opclass', 'pg_opclass_oid_index', [opclassOid], snapshot)
      return opclass === undefined ? undefined : opclassDesc(opclass.row)
    })
  }

  /** @param {number} oid @param {number} filenode @param {boolean} isShared */
  fileOf(oid, filenode, isShared) {
    return filenode === 0 && this.storage !== null ? this.storage.catalogFile(oid, isShared) : filenode
  }

  /**
   * @param {number} relationOid
   * @param {number} count pg_class.relnatts
   * @param {any} snapshot
   * @returns {ColumnDesc[]}
   */
  columns(relationOid, count, snapshot) {
    const { at } = catalogShape('pg_attribute')
    /** @type {Map<number, string> | null} */
    let defaults = null
    const columns = /** @type {ColumnDesc[]} */ (new Array(count))
    const holdsNulls = this.storage !== null && this.storage.mayHoldNulls(relationOid)
    // System columns stand in front of them.
    const key = [relationOid]
    const found = this.store.find('pg_attribute', 'pg_attribute_relid_attnum_index', key, snapshot, [relationOid, 1])
    for (const { row } of found) {
      const attnum = row[at.attnum]
      if (attnum < 1) continue
      if (row[at.atthasdef] && defaults === null) defaults = this.defaults(relationOid, snapshot)
      const text = defaults?.get(attnum)
      const keeps = row[at.attisdropped] && row[at.attoptions] !== null ? keptOf(items(row[at.attoptions])) : null
      columns[attnum - 1] = columnDesc({
        attnum, name: row[at.attname], typeOid: keeps?.typeOid ?? row[at.atttypid], keeps, typmod: row[at.atttypmod],
        collation: row[at.attcollation], notNull: row[at.attnotnull], neverNull: row[at.attnotnull] && !holdsNulls,
        hasDefault: row[at.atthasdef], default: text === undefined ? null : sharedExprFromText(text),
        identity: /** @type {any} */ (flag(row[at.attidentity])),
        identitySequence: row[at.attidentity] === 0 ? 0 : this.identitySequence(relationOid, attnum, snapshot),
        generated: /** @type {any} */ (flag(row[at.attgenerated])), dropped: row[at.attisdropped],
        length: row[at.attlen], hasMissing: row[at.atthasmissing] || row[at.attcacheoff] === ADDED_LATER,
        missing: row[at.attmissingval] === null ? null : items(row[at.attmissingval])[0],
        statisticsTarget: row[at.attstattarget], isLocal: row[at.attislocal], inheritCount: row[at.attinhcount],
      })
    }
    return columns
  }

  /**
   * @param {number} relationOid
   * @param {number} attnum
   * @param {any} snapshot
   * @returns {number} OID, 0: dropped in between
   */
  identitySequence(relationOid, attnum, snapshot) {
    const { at } = catalogShape('pg_depend')
    const found = this.store.find('pg_depend', 'pg_depend_reference_index', [1259, relationOid, attnum], snapshot)
      .find(({ row }) => row[at.classid] === 1259 && row[at.deptype] === 105 && row[at.objsubid] === 0)
    return found === undefined ? 0 : found.row[at.objid]
  }

  /** @param {number} relationOid @param {any} snapshot @returns {Map<number, string>} attnum -> stored expression */
  defaults(relationOid, snapshot) {
    const { at } = catalogShape('pg_attrdef')
    return new Map(this.store.find('pg_attrdef', 'pg_attrdef_adrelid_adnum_index', [relationOid], snapshot)
      .map(({ row }) => [row[at.adnum], row[at.adbin]]))
  }

  /** @param {number} relationOid @param {any} snapshot */
  constraints(relationOid, snapshot) {
    const { at } = catalogShape('pg_constraint')
    /** @type {ConstraintDesc[]} */
    const list = []
    const checks = []
    for (const { row } of this.store.find(
      'pg_constraint', 'pg_constraint_conrelid_contypid_conname_index', [relationOid], snapshot,
    )) {
      const type = /** @type {any} */ (String.fromCharCode(row[at.contype]))
      const attnums = row[at.conkey] === null ? [] : items(row[at.conkey])
      list.push({
        oid: row[at.oid], name: row[at.conname], type, deferrable: row[at.condeferrable], deferred: row[at.condeferred],
        attnums, indexOid: row[at.conindid], isLocal: row[at.conislocal], inheritCount: row[at.coninhcount],
        parentOid: row[at.conparentid], noInherit: row[at.connoinherit],
      })
      if (type === 'c')
        checks.push({
          oid: row[at.oid], name: row[at.conname], expr: exprFromText(row[at.conbin]), attnums,
          validated: row[at.convalidated], noInherit: row[at.connoinherit], isLocal: row[at.conislocal],
          inheritCount: row[at.coninhcount],
        })
    }
    return { list, checks }
  }

  /** @param {RelationDesc} relation @param {any} snapshot @returns {IndexDesc[]} by OID, as PostgreSQL lists them */
  indexes(relation, snapshot) {
    const found = this.store.find('pg_index', 'pg_index_indrelid_index', [relation.oid], snapshot)
    const { at } = catalogShape('pg_index')
    return found.map(({ row }) => this.indexOf(relation, row, at, snapshot)).sort((a, b) => a.oid - b.oid)
  }

  /**
   * The family an index of a user's operator class belongs to: that of its type's own class when both compare by the
   * same function, for then they are the same order.
   * @param {number} opclassOid @param {any} snapshot @returns {number}
   */
  userFamily(opclassOid, snapshot) {
    const opclass = this.userOpclass(opclassOid, snapshot)
    if (opclass === null) return 0
    const [support] = this.store.find(
      'pg_amproc', 'pg_amproc_fam_proc_index', [opclass.family, opclass.inputType, opclass.inputType, 1], snapshot,
    )
    const usual = builtins.defaultOpclass(opclass.method, opclass.inputType)
    if (support === undefined || usual === undefined) return opclass.family
    return builtins.familyFunction(usual.family, opclass.inputType, opclass.inputType, 1)
      === support.row[catalogShape('pg_amproc').at.amproc]
      ? usual.family
      : opclass.family
  }

  /** @param {number} oid @param {CatalogNow} snapshot @returns {import('../descriptors.js').OpClassDesc | null} */
  userOpclass(oid, snapshot) {
    const [found] = this.store.find('pg_opclass', 'pg_opclass_oid_index', [oid], snapshot)
    return found === undefined ? null : opclassDesc(found.row)
  }

  /**
   * What entries over a user's class are made by: IndexKey.keysBy.
   * @param {number} opclassOid
   * @param {CatalogNow} snapshot
   * @returns {number}
   */
  userKeysBy(opclassOid, snapshot) {
    const opclass = this.userOpclass(opclassOid, snapshot)
    if (opclass === null) return 0
    const family = this.userFamily(opclassOid, snapshot)
    if (family !== opclass.family) return family
    return keysByClass(opclass, (...key) => {
      const [support] = this.store.find('pg_amproc', 'pg_amproc_fam_proc_index', key, snapshot)
      if (support === undefined) return ''
      const [func] = this.store.find(
        'pg_proc', 'pg_proc_oid_index', [support.row[catalogShape('pg_amproc').at.amproc]], snapshot,
      )
      return func === undefined ? '' : funcDesc(func.row, 0).source
    })
  }

  /**
   * @param {number} methodOid of pg_am
   * @param {CatalogNow} snapshot
   * @returns {import('../extension-methods.js').ExtensionMethod | undefined} undefined: no extension's
   */
  broughtMethod(methodOid, snapshot) {
    if (methodOid < FIRST_USER_OID) return undefined
    const [method] = this.store.find('pg_am', 'pg_am_oid_index', [methodOid], snapshot)
    if (method === undefined) return undefined
    const handler = method.row[catalogShape('pg_am').at.amhandler]
    const [func] = this.store.find('pg_proc', 'pg_proc_oid_index', [handler], snapshot)
    return func === undefined ? undefined : methodOfHandler(funcDesc(func.row, 0).source)
  }

  /**
   * @param {RelationDesc} relation
   * @param {CatalogRow} row
   * @param {Record<string, number>} at
   * @param {any} snapshot
   * @returns {IndexDesc}
   */
  indexOf(relation, row, at, snapshot) {
    const oid = row[at.indexrelid]
    const [{ row: classRow }] = this.store.find('pg_class', 'pg_class_oid_index', [oid], snapshot)
    const classAt = catalogShape('pg_class').at
    const keyCount = row[at.indnkeyatts]
    const attnums = items(row[at.indkey])
    const options = items(row[at.indoption])
    const opclasses = items(row[at.indclass])
    const collations = items(row[at.indcollation])
    const exprs = row[at.indexprs] === null ? [] : exprFromText(row[at.indexprs])
    const brought = this.broughtMethod(classRow[classAt.relam], snapshot)
    /** @type {IndexKey[]} */
    const keys = []
    for (let key = 0, expr = 0; key < keyCount; key++) {
      const keyExpr = attnums[key] === 0 ? exprs[expr++] : null
      const place = keyExpr === null ? 0 : keptAt(relation, oid, key + 1)
      keys.push({
        attnum: attnums[key], expr: keyExpr, keptAt: place,
        typeOid: keyExpr === null ? relation.columns[attnums[key] - 1].typeOid : keyExpr.type,
        collation: collations[key], desc: (options[key] & 1) !== 0, nullsFirst: (options[key] & 2) !== 0,
        opclass: opclasses[key],
        family: builtins.opclass(opclasses[key])?.family ?? this.userFamily(opclasses[key], snapshot),
        keysBy: brought !== undefined ? keysOfMethod(brought)
          : builtins.opclass(opclasses[key])?.family ?? this.userKeysBy(opclasses[key], snapshot),
      })
      if (collations[key] >= FIRST_COLLATION) keys[key].typeOid = this.keyType(keys[key], snapshot)
    }
    const index = indexDesc({
      oid,
      name: classRow[classAt.relname],
      relationOid: relation.oid,
      unique: row[at.indisunique],
      primary: row[at.indisprimary],
      nullsNotDistinct: row[at.indnullsnotdistinct],
      immediate: row[at.indimmediate],
      exclusion: row[at.indisexclusion],
      valid: row[at.indisvalid],
      ready: row[at.indisready],
      method: brought?.keptAs ?? classRow[classAt.relam],
      accessMethod: classRow[classAt.relam],
      keys,
      includedAttnums: attnums.slice(keyCount),
      predicate: row[at.indpred] === null ? null : exprFromText(row[at.indpred]),
      predicateAt: row[at.indpred] === null ? 0 : keptAt(relation, oid, 0),
      storedText: `${row[at.indexprs] ?? ''}\n${row[at.indpred] ?? ''}`,
      constraintOid:
        relation.constraints.find((constraint) => constraint.indexOid === oid && constraint.type !== 'f')?.oid ?? 0,
      fileId: this.fileOf(oid, classRow[classAt.relfilenode], relation.isShared),
      options: optionsOf(classRow[classAt.reloptions]),
      stats: { relpages: classRow[classAt.relpages], reltuples: classRow[classAt.reltuples] },
      version: relation.version,
    })
    return this.withTree(index, relation)
  }

  /**
   * Texts of a nondeterministic collation are kept by the form that equal ones share (types/collation).
   * @param {IndexKey} key
   * @param {any} snapshot
   * @returns {number}
   */
  keyType(key, snapshot) {
    const collation = builtins.collation(key.collation) ?? this.collation(key.collation, snapshot)
    if (collation === undefined || collation.provider !== 'i' || collation.deterministic) return key.typeOid
    let base = key.typeOid
    for (
      let type = builtins.type(base) ?? this.type(base, snapshot, 0);
      type?.kind === 'd';
      type = builtins.type(base) ?? this.type(base, snapshot, 0)
    )
      base = type.baseType
    return collatedType(base, collatorOf(collation.icuLocale ?? '', false))
  }

  /** Whether REPLICA IDENTITY goes by the index. @param {number} indexOid @param {any} snapshot @returns {boolean} */
  isReplicaIdentity(indexOid, snapshot) {
    const [found] = this.store.find('pg_index', 'pg_index_indexrelid_index', [indexOid], snapshot)
    return found !== undefined && found.row[catalogShape('pg_index').at.indisreplident]
  }

  /** The relation an index belongs to, 0 when there is no such index. @param {number} indexOid @param {any} snapshot */
  relationOfIndex(indexOid, snapshot) {
    const [found] = this.store.find('pg_index', 'pg_index_indexrelid_index', [indexOid], snapshot)
    return found === undefined ? 0 : found.row[catalogShape('pg_index').at.indrelid]
  }

  /**
   * Statistics are read when a planner first asks for a column's.
   * @param {number} relationOid
   * @returns {(attnum: number) => ColumnStats | null}
   */
  columnStats(relationOid) {
    /** @type {Map<number, ColumnStats> | null} */
    let byAttnum = null
    return (attnum) => {
      byAttnum ??= new Map(
        this.store
          .find('pg_statistic', 'pg_statistic_relid_att_inh_index', [relationOid], this.store.latest())
          .map(({ row }) => [row[catalogShape('pg_statistic').at.staattnum], statsOf(row)]),
      )
      return byAttnum.get(attnum) ?? null
    }
  }

  /**
   * The latest rows with a value in a column, which an index may begin with.
   * @param {string} catalog
   * @param {string} column
   * @param {number} value
   * @returns {CatalogRow[]}
   */
  rowsBy(catalog, column, value) {
    const { at, indexes } = catalogShape(catalog)
    const index = indexes.find(({ attnums }) => attnums[0] === at[column] + 1)
    const found =
      index === undefined
        ? this.store.scan(catalog, this.store.latest())
        : this.store.find(catalog, index.name, [value], this.store.latest())
    return found.map(({ row }) => row).filter((row) => row[at[column]] === value)
  }

  /**
   * Likewise, of several columns together, the oldest statistics object first.
   * @param {number} relationOid
   * @returns {() => import('../joint-statistics.js').JointStats[]}
   */
  jointStats(relationOid) {
    /** @type {import('../joint-statistics.js').JointStats[] | null} */
    let known = null
    return () => {
      known ??= this.rowsBy('pg_statistic_ext', 'stxrelid', relationOid)
        .sort(
          (one, other) => one[catalogShape('pg_statistic_ext').at.oid] - other[catalogShape('pg_statistic_ext').at.oid],
        )
        .flatMap((row) =>
          this.rowsBy('pg_statistic_ext_data', 'stxoid', row[catalogShape('pg_statistic_ext').at.oid]).map((data) =>
            jointStatsOf(row, data),
          ),
        )
      return known
    }
  }

  /** A view's query and what rules there are. @param {number} relationOid @param {any} snapshot */
  rules(relationOid, snapshot) {
    const { at } = catalogShape('pg_rewrite')
    const found = this.store.find('pg_rewrite', 'pg_rewrite_rel_rulename_index', [relationOid], snapshot)
    return {
      viewSql: found.find(({ row }) => row[at.rulename] === '_RETURN')?.row[at.ev_action] ?? null,
      rules: found.flatMap(({ row }) => ruleDesc(row, at) ?? []),
    }
  }

  /** @param {number} namespaceOid @param {string} name @param {any} snapshot @returns {number} 0 when none */
  relationOid(namespaceOid, name, snapshot) {
    const [found] = this.store.find('pg_class', 'pg_class_relname_nsp_index', [name, namespaceOid], snapshot)
    return found === undefined ? 0 : found.row[catalogShape('pg_class').at.oid]
  }

  /** @param {number} oid @param {any} snapshot @param {number} version @returns {TypeDesc | undefined} */
  type(oid, snapshot, version) {
    const [found] = this.store.find('pg_type', 'pg_type_oid_index', [oid], snapshot)
    if (found === undefined) return undefined
    const type = typeDesc(found.row, version)
    if (type.kind === 'e') type.enumValues = this.enumValues(oid, snapshot)
    else if (type.kind === 'r' || type.kind === 'm')
      type.range = this.range(type.kind === 'r' ? 'rngtypid' : 'rngmultitypid', oid, snapshot)
    else if (type.kind === 'd') type.constraints = this.domainConstraints(oid, snapshot)
    return type
  }

  /** @param {string} column of pg_range @param {number} oid @param {any} snapshot */
  range(column, oid, snapshot) {
    const { at } = catalogShape('pg_range')
    const found = column === 'rngtypid' ? this.store.find('pg_range', 'pg_range_rngtypid_index', [oid], snapshot)
      : this.store.scan('pg_range', snapshot).filter(({ row }) => row[at[column]] === oid)
    return found.length === 0
      ? null
      : {
          oid: found[0].row[at.rngtypid],
          subtype: found[0].row[at.rngsubtype],
          multirange: found[0].row[at.rngmultitypid],
          collation: found[0].row[at.rngcollation],
          canonical: found[0].row[at.rngcanonical],
        }
  }

  /** @param {number} typeOid @param {any} snapshot */
  enumValues(typeOid, snapshot) {
    const { at } = catalogShape('pg_enum')
    const list = this.store.find('pg_enum', 'pg_enum_typid_sortorder_index', [typeOid], snapshot)
      .map(({ row }) => ({ oid: row[at.oid], label: row[at.enumlabel], order: row[at.enumsortorder] }))
    return new EnumValues(list.sort((a, b) => a.order - b.order))
  }

  /**
   * A domain's own checks; those of the domains below it are theirs.
   * @param {number} typeOid
   * @param {any} snapshot
   * @returns {DomainConstraint[]}
   */
  domainConstraints(typeOid, snapshot) {
    const { at } = catalogShape('pg_constraint')
    return this.store
      .find('pg_constraint', 'pg_constraint_contypid_index', [typeOid], snapshot)
      .map(({ row }) => ({
        oid: row[at.oid], name: row[at.conname], text: row[at.conbin], expr: null, validated: row[at.convalidated],
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** @param {number} namespaceOid @param {string} name @param {any} snapshot @returns {number} 0 when none */
  typeOid(namespaceOid, name, snapshot) {
    const [found] = this.store.find('pg_type', 'pg_type_typname_nsp_index', [name, namespaceOid], snapshot)
    return found === undefined ? 0 : found.row[catalogShape('pg_type').at.oid]
  }

  /** @param {number} oid @param {any} snapshot @param {number} version @returns {FuncDesc | undefined} */
  func(oid, snapshot, version) {
    const [found] = this.store.find('pg_proc', 'pg_proc_oid_index', [oid], snapshot)
    return found === undefined ? undefined : funcDesc(found.row, version)
  }

  /**
   * User-defined ones only.
   * @param {string} name
   * @param {any} snapshot
   * @param {(oid: number) => number} versionOf
   * @returns {FuncDesc[]}
   */
  functionsNamed(name, snapshot, versionOf) {
    if (!this.store.hasUserObjects('pg_proc', 'pg_proc_oid_index')) return []
    const { at } = catalogShape('pg_proc')
    return this.store
      .find('pg_proc', 'pg_proc_proname_args_nsp_index', [name], snapshot)
      .filter(({ row }) => builtins.func(row[at.oid]) === undefined)
      .map(({ row }) => funcDesc(row, versionOf(row[at.oid])))
  }

  /** User-defined ones only. @param {string} name @param {any} snapshot @returns {OperatorDesc[]} */
  operatorsNamed(name, snapshot) {
    if (!this.store.hasUserObjects('pg_operator', 'pg_operator_oid_index')) return []
    const { at } = catalogShape('pg_operator')
    return this.store.find('pg_operator', 'pg_operator_oprname_l_r_n_index', [name], snapshot)
      .filter(({ row }) => builtins.operator(row[at.oid]) === undefined).map(({ row }) => operatorDesc(row))
  }

  /** @param {number} oid @param {any} snapshot @returns {OperatorDesc | undefined} */
  operator(oid, snapshot) {
    const [found] = this.store.find('pg_operator', 'pg_operator_oid_index', [oid], snapshot)
    return found === undefined ? undefined : operatorDesc(found.row)
  }

  /** @param {number} oid @param {any} snapshot @returns {CollationDesc | undefined} */
  collation(oid, snapshot) {
    const [found] = this.store.find('pg_collation', 'pg_collation_oid_index', [oid], snapshot)
    return found === undefined ? undefined : collationDesc(found.row)
  }

  /** Those that are not built in. @param {string} name @param {any} snapshot @returns {CollationDesc[]} */
  collationsNamed(name, snapshot) {
    const { at } = catalogShape('pg_collation')
    return this.store.find('pg_collation', 'pg_collation_name_enc_nsp_index', [name], snapshot)
      .filter(({ row }) => builtins.collation(row[at.oid]) === undefined).map(({ row }) => collationDesc(row))
  }

  /** @param {number} source @param {number} target @param {any} snapshot @returns {CastDesc | undefined} */
  cast(source, target, snapshot) {
    const [found] = this.store.find('pg_cast', 'pg_cast_source_target_index', [source, target], snapshot)
    return found === undefined ? undefined : castDesc(found.row)
  }

  /** @param {number} oid of the function @param {any} snapshot @returns {AggregateDesc | undefined} */
  aggregate(oid, snapshot) {
    const [found] = this.store.find('pg_aggregate', 'pg_aggregate_fnoid_index', [oid], snapshot)
    return found === undefined ? undefined : aggregateDesc(found.row)
  }

  /** @param {number} oid @param {any} snapshot @param {number} version @returns {NamespaceDesc | undefined} */
  namespace(oid, snapshot, version) {
    const [found] = this.store.find('pg_namespace', 'pg_namespace_oid_index', [oid], snapshot)
    return found === undefined ? undefined : namespaceDesc(found.row, version)
  }

  /** @param {string} name @param {any} snapshot @returns {number} 0 when none */
  namespaceOid(name, snapshot) {
    const [found] = this.store.find('pg_namespace', 'pg_namespace_nspname_index', [name], snapshot)
    return found === undefined ? 0 : found.row[catalogShape('pg_namespace').at.oid]
  }

  /** @param {string} index @param {any} key @param {any} snapshot @returns {RoleDesc | undefined} */
  role(index, key, snapshot) {
    const [found] = this.store.find('pg_authid', index, [key], snapshot)
    return found === undefined ? undefined : roleDesc(found.row)
  }

  /** @param {string} index @param {any} key @param {any} snapshot @returns {DatabaseDesc | undefined} */
  database(index, key, snapshot) {
    const [found] = this.store.find('pg_database', index, [key], snapshot)
    return found === undefined ? undefined : databaseDesc(found.row)
  }
}

/** "char" column that is empty or a letter. @param {number} value */
const flag = (value) => value === 0 ? '' : String.fromCharCode(value)

/** reloptions as an object. @param {any} array text[] of name=value @returns {Record<string, string>} */
export function optionsOf(array) {
  /** @type {Record<string, string>} */
  const options = {}
  for (const item of array === null ? [] : items(array))
    options[item.slice(0, item.indexOf('='))] = item.slice(item.indexOf('=') + 1)
  return options
}

/**
 * Slot kinds of pg_statistic: 1 most common values, 2 histogram, 3 correlation.
 * @param {CatalogRow} row
 * @returns {ColumnStats}
 */
function statsOf(row) {
  const { at } = catalogShape('pg_statistic')
  /** @type {ColumnStats} */
  const stats = {
    nullFraction: row[at.stanullfrac], width: row[at.stawidth], distinct: row[at.stadistinct], commonValues: [],
    commonFrequencies: [], histogram: [], correlation: 0,
  }
  for (let slot = 1; slot <= 5; slot++) {
    const kind = row[at[`stakind${slot}`]]
    const numbers = row[at[`stanumbers${slot}`]]
    const values = row[at[`stavalues${slot}`]]
    if (kind === 1) {
      stats.commonValues = items(values)
      stats.commonFrequencies = items(numbers)
    } else if (kind === 2) stats.histogram = items(values)
    else if (kind === 3) stats.correlation = items(numbers)[0]
  }
  return stats
}

