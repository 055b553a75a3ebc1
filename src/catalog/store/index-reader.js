/**
 * The indexes of a relation: pg_index and pg_class rows -> IndexDesc, with what their operator classes and access
 * methods make of each key.
 */
import { funcDesc, items, opclassDesc } from '../descriptors.js'
import { indexDesc } from '../relation.js'
import { exprFromText } from '../expr-text.js'
import { keptAt } from '../kept-keys.js'
import { FIRST_USER_OID } from '../../types/oids.js'
import { keysOfMethod, methodOfHandler } from '../extension-methods.js'
import { keysByClass } from '../operator-classes.js'
import { collatorOf } from '../../types/collation/collator.js'
import { collatedType } from '../../types/collation/types.js'
import { builtins } from './builtins.js'
import { optionsOf } from './options.js'
import { catalogShape } from './shapes.js'

/** @import { CatalogRow } from '../descriptors.js' */
/** @import { IndexDesc, IndexKey, RelationDesc } from '../relation.js' */
/** @import { CatalogNow, CatalogStore, RelationStorage } from './contract.js' */
/** @import { ObjectReader } from './object-reader.js' */

/** Below are C, POSIX, the default and ICU's own, all deterministic. */
const FIRST_COLLATION = 16384

export class IndexReader {
  /**
   * @param {CatalogStore} store
   * @param {RelationStorage | null} storage
   * @param {ObjectReader} objects collations and types of keys
   */
  constructor(store, storage, objects) {
    this.store = store
    this.storage = storage
    this.objects = objects
  }

  /** @param {RelationDesc} relation @param {any} snapshot @returns {IndexDesc[]} by OID, as PostgreSQL lists them */
  indexes(relation, snapshot) {
    const found = this.store.find('pg_index', 'pg_index_indrelid_index', [relation.oid], snapshot)
    const { at } = catalogShape('pg_index')
    return found.map(({ row }) => this.indexOf(relation, row, at, snapshot)).sort((a, b) => a.oid - b.oid)
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

  /** @param {IndexDesc} index @param {RelationDesc} relation @returns {IndexDesc} */
  withTree(index, relation) {
    if (this.storage !== null && relation.kind !== 'p') this.storage.attachIndex(index, relation)
    return index
  }

  /** @param {number} oid @param {number} filenode @param {boolean} isShared */
  fileOf(oid, filenode, isShared) {
    return filenode === 0 && this.storage !== null ? this.storage.catalogFile(oid, isShared) : filenode
  }

  /**
   * Texts of a nondeterministic collation are kept by the form that equal ones share (types/collation).
   * @param {IndexKey} key
   * @param {any} snapshot
   * @returns {number}
   */
  keyType(key, snapshot) {
    const collation = builtins.collation(key.collation) ?? this.objects.collation(key.collation, snapshot)
    if (collation === undefined || collation.provider !== 'i' || collation.deterministic) return key.typeOid
    let base = key.typeOid
    for (
      let type = builtins.type(base) ?? this.objects.type(base, snapshot, 0);
      type?.kind === 'd';
      type = builtins.type(base) ?? this.objects.type(base, snapshot, 0)
    )
      base = type.baseType
    return collatedType(base, collatorOf(collation.icuLocale ?? '', false))
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
}
