/**
 * DROP: finds everything that depends on what is dropped, refuses (2BP01) or cascades as asked, then removes dependents before what they need.
 */
import { dependentsExist, requiredBy, requiredBySystem } from '../../errors/catalog.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { catalogShape } from '../shapes.js'
import { describeObject } from '../deparse/objects.js'
import { CLASS, char } from './context.js'
import { address, removeDependenciesOf } from './dependencies.js'

/** @import { DdlContext, ObjectAddress } from './context.js' */

/**
 * One object on the way out. `why` is the strongest reason: 'original' named by the statement, 'auto' goes silently, 'normal' only with CASCADE.
 * @typedef {{ object: ObjectAddress, why: 'original' | 'auto' | 'normal', because: ObjectAddress | null }} Doomed
 */

/**
 * Drops objects, all or none. Their locks are held; whether they may be dropped by this user was checked.
 * @param {DdlContext} ddl @param {ObjectAddress[]} targets @param {{ cascade: boolean }} options
 * @throws {DbError} 2BP01
 */
export function dropObjects(ddl, targets, { cascade }) {
  for (const target of targets) {
    if (target.subId === 0 && ddl.isPinned(target.objectId)) throw requiredBySystem(describeObject(ddl.view, ddl, target))
  }
  const doomed = findDoomed(ddl, targets)
  const reported = [...doomed.values()].filter((entry) => entry.why === 'normal')
  if (reported.length > 0) {
    if (!cascade) {
      throw dependentsExist(describeObject(ddl.view, ddl, targets[0]), reported.map((entry) =>
        `${describeObject(ddl.view, ddl, entry.object)} depends on ${describeObject(ddl.view, ddl, /** @type {ObjectAddress} */ (entry.because))}`), targets.length > 1)
    }
    const lines = reported.map((entry) => `drop cascades to ${describeObject(ddl.view, ddl, entry.object)}`)
    ddl.notices.push(lines.length === 1 ? { message: lines[0] }
      : { message: `drop cascades to ${lines.length} other objects`, detail: lines.join('\n') })
  }
  for (const entry of [...doomed.values()].reverse()) removeObject(ddl, entry.object, doomed)
}

/** @param {DdlContext} ddl @param {number} oid @param {{ cascade: boolean }} options table, view, sequence or index */
export const dropRelation = (ddl, oid, options) => dropObjects(ddl, [address(CLASS.RELATION, oid)], options)

/** @param {DdlContext} ddl @param {number} oid @param {{ cascade: boolean }} options */
export const dropNamespace = (ddl, oid, options) => dropObjects(ddl, [address(CLASS.NAMESPACE, oid)], options)

/** @param {DdlContext} ddl @param {number} relationOid @param {number} attnum @param {{ cascade: boolean }} options */
export const dropColumn = (ddl, relationOid, attnum, options) => dropObjects(ddl, [address(CLASS.RELATION, relationOid, attnum)], options)

/** @param {DdlContext} ddl @param {number} oid of pg_constraint @param {{ cascade: boolean }} options */
export const dropConstraint = (ddl, oid, options) => dropObjects(ddl, [address(CLASS.CONSTRAINT, oid)], options)

/** @param {ObjectAddress} object */
const keyOf = ({ classId, objectId, subId }) => `${classId},${objectId},${subId}`

/** Everything that goes, what is needed before what needs it. @param {DdlContext} ddl @param {ObjectAddress[]} targets @returns {Map<string, Doomed>} */
function findDoomed(ddl, targets) {
  /** @type {Map<string, Doomed>} */
  const doomed = new Map()
  const named = new Set(targets.map(keyOf))
  for (const target of targets) {
    refuseParts(ddl, target, named)
    visit(ddl, { object: target, why: 'original', because: null }, doomed)
  }
  return doomed
}

/** A part (an index of a constraint, a row type) is not dropped by itself. @param {DdlContext} ddl @param {ObjectAddress} target @param {Set<string>} named */
function refuseParts(ddl, target, named) {
  const { at } = catalogShape('pg_depend')
  for (const { row } of ddl.find('pg_depend', 'pg_depend_depender_index', [target.classId, target.objectId, target.subId])) {
    if (row[at.deptype] !== char('i')) continue
    const owner = address(row[at.refclassid], row[at.refobjid], row[at.refobjsubid])
    if (!named.has(keyOf(owner))) throw requiredBy(describeObject(ddl.view, ddl, target), describeObject(ddl.view, ddl, owner))
  }
}

/** @param {DdlContext} ddl @param {Doomed} entry @param {Map<string, Doomed>} doomed */
function visit(ddl, entry, doomed) {
  const key = keyOf(entry.object)
  const known = doomed.get(key)
  if (known !== undefined) {
    // Reached again by a milder road: it then goes silently. Order: the later place, so that dependents stay behind what they need.
    if (entry.why === 'auto' && known.why === 'normal') known.why = 'auto'
    if (known.why === 'original' || entry.why !== 'original') return
    known.why = 'original'
    return
  }
  doomed.set(key, entry)
  for (const { object, type } of dependents(ddl, entry.object)) {
    visit(ddl, { object, why: type === char('n') ? 'normal' : 'auto', because: entry.object }, doomed)
  }
}

/** @param {DdlContext} ddl @param {ObjectAddress} object @returns {{ object: ObjectAddress, type: number }[]} oldest first */
function dependents(ddl, object) {
  const { at } = catalogShape('pg_depend')
  const key = object.subId === 0 ? [object.classId, object.objectId] : [object.classId, object.objectId, object.subId]
  return ddl.find('pg_depend', 'pg_depend_reference_index', key).map(({ row }) => row)
    .filter((row) => row[at.objid] !== object.objectId || row[at.classid] !== object.classId)
    .map((row) => ({ object: address(row[at.classid], row[at.objid], row[at.objsubid]), type: row[at.deptype] }))
    // Automatic ones first: what goes along silently must not be met as a CASCADE victim before.
    .sort((a, b) => Number(a.type === char('n')) - Number(b.type === char('n')) || a.object.objectId - b.object.objectId)
}

/** @param {DdlContext} ddl @param {ObjectAddress} object @param {Map<string, Doomed>} doomed */
function removeObject(ddl, object, doomed) {
  switch (object.classId) {
    case CLASS.RELATION:
      if (object.subId === 0) removeRelation(ddl, object.objectId)
      else if (!doomed.has(keyOf(address(CLASS.RELATION, object.objectId)))) removeColumn(ddl, object.objectId, object.subId)
      break
    case CLASS.TYPE: removeType(ddl, object.objectId); break
    case CLASS.ATTRDEF: removeDefault(ddl, object.objectId); break
    case CLASS.CONSTRAINT: removeConstraint(ddl, object.objectId); break
    case CLASS.NAMESPACE: removeNamespace(ddl, object.objectId); break
    case CLASS.REWRITE: ddl.removeAll('pg_rewrite', 'pg_rewrite_oid_index', [object.objectId]); break
    default: throw featureNotSupported(`dropping an object of catalog ${object.classId}`)
  }
  removeDependenciesOf(ddl, object)
}

/** @param {DdlContext} ddl @param {number} oid */
function removeRelation(ddl, oid) {
  const { at } = catalogShape('pg_class')
  const found = ddl.one('pg_class', 'pg_class_oid_index', [oid])
  const { row } = found
  const owner = row[at.relkind] === char('i') ? ddl.catalog.reader.relationOfIndex(oid, ddl.catalog.store.own(ddl.txn)) : 0
  if (row[at.relfilenode] !== 0) ddl.files?.dropAtCommit(row[at.relfilenode], ddl.txn)
  ddl.removeAll('pg_attribute', 'pg_attribute_relid_attnum_index', [oid])
  ddl.removeAll('pg_statistic', 'pg_statistic_relid_att_inh_index', [oid])
  ddl.removeAll('pg_index', 'pg_index_indexrelid_index', [oid])
  ddl.remove('pg_class', found)
  for (let column = 1; column <= row[at.relnatts]; column++) ddl.removeAll('pg_depend', 'pg_depend_depender_index', [CLASS.RELATION, oid, column])
  ddl.touchRelationName(row[at.relnamespace], row[at.relname])
  ddl.touch([oid, ...(owner === 0 ? [] : [owner])])
}

/** @param {DdlContext} ddl @param {number} oid @param {number} attnum */
function removeColumn(ddl, oid, attnum) {
  ddl.update('pg_attribute', ddl.one('pg_attribute', 'pg_attribute_relid_attnum_index', [oid, attnum]), {
    attname: `........pg.dropped.${attnum}........`, atttypid: 0, attnotnull: false, attstattarget: 0, atthasdef: false, atthasmissing: false,
    attmissingval: null, attisdropped: true, attidentity: 0, attgenerated: 0, attcollation: 0, attacl: null, attoptions: null,
  })
  ddl.removeAll('pg_statistic', 'pg_statistic_relid_att_inh_index', [oid, attnum])
  ddl.touch([oid])
}

/** @param {DdlContext} ddl @param {number} oid */
function removeType(ddl, oid) {
  const { at } = catalogShape('pg_type')
  const found = ddl.one('pg_type', 'pg_type_oid_index', [oid])
  ddl.remove('pg_type', found)
  ddl.touchTypeName(found.row[at.typnamespace], found.row[at.typname])
  ddl.touch([oid])
}

/** @param {DdlContext} ddl @param {number} oid of pg_attrdef */
function removeDefault(ddl, oid) {
  const { at } = catalogShape('pg_attrdef')
  const found = ddl.one('pg_attrdef', 'pg_attrdef_oid_index', [oid])
  const relationOid = found.row[at.adrelid]
  ddl.remove('pg_attrdef', found)
  for (const column of ddl.find('pg_attribute', 'pg_attribute_relid_attnum_index', [relationOid, found.row[at.adnum]])) {
    ddl.update('pg_attribute', column, { atthasdef: false, attgenerated: 0 })
  }
  ddl.touch([relationOid])
}

/** @param {DdlContext} ddl @param {number} oid of pg_constraint */
function removeConstraint(ddl, oid) {
  const { at } = catalogShape('pg_constraint')
  const found = ddl.one('pg_constraint', 'pg_constraint_oid_index', [oid])
  const relationOid = found.row[at.conrelid]
  if (found.row[at.contype] === char('c') && relationOid !== 0) {
    const relation = ddl.one('pg_class', 'pg_class_oid_index', [relationOid])
    ddl.update('pg_class', relation, { relchecks: relation.row[catalogShape('pg_class').at.relchecks] - 1 })
  }
  ddl.remove('pg_constraint', found)
  ddl.touch([oid, relationOid])
}

/** @param {DdlContext} ddl @param {number} oid */
function removeNamespace(ddl, oid) {
  const found = ddl.one('pg_namespace', 'pg_namespace_oid_index', [oid])
  ddl.remove('pg_namespace', found)
  ddl.touch([oid], [`n:${found.row[catalogShape('pg_namespace').at.nspname]}`])
}
