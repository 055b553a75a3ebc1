/**
 * One relation with its columns, constraints, parents, policies, rules, triggers and indexes: catalog rows ->
 * RelationDesc.
 *
 * Expressions stored with a relation (defaults, checks, index keys and predicates) name its columns with range-table
 * number 1.
 */
import { checking } from '#invariants'
import { items, opclassDesc } from '../descriptors.js'
import { columnDesc, indexDesc, relationDesc } from '../relation.js'
import { exprFromText, exprFromTextSteps, sharedExprFromText } from '../expr-text.js'
import { triggerFacts } from '../foreign-key.js'
import { keptOf } from '../kept-keys.js'
import { boundFromText } from '../partitions/bound.js'
import { partitionKeyOf } from '../partitions/key.js'
import { policyDesc } from '../policies.js'
import { ruleDesc } from '../rules.js'
import { optionsOf } from './options.js'
import { rowsOf } from './own-reads.js'
import { catalogShape } from './shapes.js'
import { assert } from '../../util/assert.js'

/** @import { PolicyDesc } from '../policies.js' */
/** @import { Expr } from '../expr.js' */
/** @import { CheckDesc, ColumnDesc, ConstraintDesc, IndexDesc, RelationDesc } from '../relation.js' */
/** @import { CatalogStore, RelationStorage, TypeFinder } from './contract.js' */
/** @import { IndexReader } from './index-reader.js' */
/** @import { OwnReads } from './own-reads.js' */
/** @import { StatisticsReader } from './statistics-reader.js' */

/**
 * In pg_attribute.attcacheoff, which PostgreSQL only uses in memory: tuples without the column may exist. Kept when the
 * column is dropped, as the tuples are.
 */
export const ADDED_LATER = -2

/** Its condition is read when somebody asks for it: of tens of thousands of terms that takes long. */
class StoredCheck {
  /** @type {Expr | null} */
  #expr = null

  /** @param {string} text @param {Omit<CheckDesc, 'expr'>} fields */
  constructor(text, { oid, name, attnums, validated, noInherit, isLocal, inheritCount }) {
    this.oid = oid
    this.name = name
    this.attnums = attnums
    this.validated = validated
    this.noInherit = noInherit
    this.isLocal = isLocal
    this.inheritCount = inheritCount
    this.text = text
  }

  /** @returns {Expr} */
  get expr() { return this.#expr ??= exprFromText(this.text) }

  /** For who can rest meanwhile. @returns {import('../../util/effort.js').Steps<void>} */
  *load() { this.#expr ??= yield* exprFromTextSteps(this.text) }
}

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

export class RelationReader {
  /**
   * @param {CatalogStore} store
   * @param {RelationStorage | null} storage
   * @param {IndexReader} indexes
   * @param {StatisticsReader} statistics
   */
  constructor(store, storage, indexes, statistics) {
    this.store = store
    this.storage = storage
    this.indexes = indexes
    this.statistics = statistics
  }

  /** @param {number} oid
   * @param {any} snapshot
   * @param {number} version
   * @param {TypeFinder} [types] user-defined ones, as this snapshot has them
   * @param {OwnReads | null} [reads] a transaction's own view; null: what is committed
   * @param {RelationDesc} [committed] as everybody sees it now, if that is known: parts of it that the transaction has
   *   not changed are its own
   * @returns {RelationDesc | undefined}
   */
  relation(oid, snapshot, version, types, reads = null, committed = undefined) {
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
     * @param {T} [known] what is committed
     */
    const part = (what, catalogsOf, read, known) => {
      if (reads === null) return read()
      const isOwn = known !== undefined && reads.wroteNone(catalogsOf(oid, known))
      if (isOwn && checking) assertAlike(known, read())
      return reads.part(`${what} ${oid}`, snapshot.csn, isOwn ? () => known : read, (value) => catalogsOf(oid, value))
    }
    const find = (/** @type {string} */ catalog, /** @type {string} */ index, /** @type {unknown[]} */ key) =>
      this.store.find(catalog, index, key, snapshot)
    const columns = part('columns', PARTS.columns, () => this.columns(oid, row[at.relnatts], snapshot),
      committed?.columns)
    const constraints = part('constraints', PARTS.constraints, () => this.constraints(oid, snapshot),
      committed && { list: committed.constraints, checks: committed.checks })
    const parents = part('parents', PARTS.parents, () => this.parents(oid, snapshot), committed?.parents)
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
      fileId: stored ? this.indexes.fileOf(oid, row[at.relfilenode], row[at.relisshared]) : 0,
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
        relpages: row[at.relpages], reltuples: row[at.reltuples], column: this.statistics.columnStats(oid),
        joint: this.statistics.jointStats(oid),
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
      const indexes = this.indexes.indexes(relation, snapshot)
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
    const { statistics } = this
    relation.stats = { relpages, reltuples, column: statistics.columnStats(oid), joint: statistics.jointStats(oid) }
    if (this.storage !== null && layout !== null) {
      relation.heap = this.storage.heap(relation.fileId, layout, relation, true)
    }
    const here = (/** @type {IndexDesc} */ index) => this.indexes.withTree(indexDesc(index), relation)
    relation.indexes = known.indexes.map(here)
    relation.unreadyIndexes = known.unreadyIndexes.map(here)
    return relation
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
        checks.push(new StoredCheck(row[at.conbin], {
          oid: row[at.oid], name: row[at.conname], attnums, validated: row[at.convalidated],
          noInherit: row[at.connoinherit], isLocal: row[at.conislocal], inheritCount: row[at.coninhcount],
        }))
    }
    return { list, checks }
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
}

/**
 * Two readings of a part say the same; of columns, what is known of nulls in older rows aside, which time makes less.
 * @param {unknown} a @param {unknown} b
 */
function assertAlike(a, b) {
  const text = (/** @type {unknown} */ part) => JSON.stringify(part, (key, value) =>
    key === 'neverNull' ? undefined : typeof value === 'bigint' ? String(value) : value)
  assert(text(a) === text(b), 'what is committed and not written is what the transaction reads')
}

/** "char" column that is empty or a letter. @param {number} value */
const flag = (value) => value === 0 ? '' : String.fromCharCode(value)
