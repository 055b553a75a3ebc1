/**
 * ALTER COLUMN … TYPE in the catalog, and what depends on the column's type: indexes, constraints and statistics are
 * made again from their definitions, views and generated columns stand in the way. Converting rows is the caller's.
 */
import { columnInUse } from '../../../errors/ddl/alter.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { items } from '../../descriptors.js'
import { constraintDefinition, indexDefinition } from '../../deparse/definitions.js'
import { quoteIdentifier, quoteLiteral } from '../../deparse/names.js'
import { deparseOver } from '../../deparse/expressions.js'
import { qualifiedName } from '../../deparse/objects.js'
import { formatType } from '../../deparse/types.js'
import { exprFromText } from '../../expr-text.js'
import { describeObject } from '../../object-classes.js'
import { catalogShape } from '../../store/shapes.js'
import { anyArray } from '../../store/vectors.js'
import { attributeOf, updateAttribute } from './attributes.js'
import { CLASS, char } from '../context.js'
import { address, recordDependencies } from '../dependencies.js'
import { parentIndex } from './partition.js'

/** @import { ColumnDesc, RelationDesc } from '../../relation.js' */
/** @import { DdlContext, ObjectAddress } from '../context.js' */

/**
 * What has to be made again: its address, the statement that does it, and its comment. relationOid: of a domain's
 * constraint, the domain.
 * @typedef {{ object: ObjectAddress, relationOid: number, kind: 'constraint' | 'index' | 'domain', sql:
 *   string, name: string, flags: Record<string, boolean>, comment: string | null,
 *   indexComment: string | null,
 *   inherited: { isLocal: boolean, inheritCount: number } | null }} Rebuilt
 */

/**
 * Objects over the column, as statements that bring them back. Read before anything changes.
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {ColumnDesc} column
 * @returns {Rebuilt[]} indexes and constraints, oldest first
 * @throws {DbError} 0A000 views, generated columns …
 */
export function dependentsOnType(ddl, relation, column) {
  const { at } = catalogShape('pg_depend')
  /** @type {Map<number, Rebuilt>} */
  const found = new Map()
  for (const { row } of ddl.find('pg_depend', 'pg_depend_reference_index', [
    CLASS.RELATION,
    relation.oid,
    column.attnum,
  ])) {
    const object = address(row[at.classid], row[at.objid], row[at.objsubid])
    if (found.has(object.objectId)) continue
    const depends = () => `${describeObject(ddl.view, object)} depends on column "${column.name}"`
    switch (object.classId) {
      case CLASS.RELATION: {
        const index = ddl.view.index(object.objectId)
        // A sequence owned by the column stays as it is.
        if (index !== undefined)
          remember(ddl, found, index.constraintOid === 0 ? object : address(CLASS.CONSTRAINT, index.constraintOid))
        break
      }
      case CLASS.CONSTRAINT: remember(ddl, found, object); break
      case CLASS.ATTRDEF: {
        const user = generatedBy(ddl, object.objectId)
        if (user.attnum !== column.attnum || user.relationOid !== relation.oid) {
          throw columnInUse(
            'by a generated column',
            `Column "${column.name}" is used by generated column "${user.name}".`
          )
        }
        break
      }
      case CLASS.REWRITE: throw columnInUse('by a view or rule', depends())
      case CLASS.TRIGGER: throw columnInUse('in a trigger definition', depends())
      case 3256: throw columnInUse('in a policy definition', depends())
      case CLASS.PROC: throw columnInUse('by a function or procedure', depends())
      case 6106: throw columnInUse('by a publication WHERE clause', depends())
      case CLASS.STATISTICS: break
      default: throw featureNotSupported(`ALTER COLUMN TYPE with a dependent ${describeObject(ddl.view, object)}`)
    }
  }
  return [...found.values()].sort((a, b) => a.object.objectId - b.object.objectId)
}

/** @param {DdlContext} ddl @param {number} oid of pg_attrdef */
function generatedBy(ddl, oid) {
  const { at } = catalogShape('pg_attrdef')
  const { row } = ddl.one('pg_attrdef', 'pg_attrdef_oid_index', [oid])
  const { row: column, at: columnAt } = attributeOf(ddl, row[at.adrelid], row[at.adnum])
  return { relationOid: row[at.adrelid], attnum: row[at.adnum], name: column[columnAt.attname] }
}

/** @param {DdlContext} ddl @param {Map<number, Rebuilt>} found @param {ObjectAddress} object */
function remember(ddl, found, object) {
  if (found.has(object.objectId)) return
  const comment = commentOf(ddl, object)
  if (object.classId === CLASS.CONSTRAINT) {
    const { at } = catalogShape('pg_constraint')
    const { row } = ddl.one('pg_constraint', 'pg_constraint_oid_index', [object.objectId])
    // A partition's part of a key comes back with the whole.
    if (row[at.conparentid] !== 0) return
    const name = row[at.conname]
    if (row[at.contypid] !== 0) {
      found.set(object.objectId, {
        object, relationOid: row[at.contypid], kind: 'domain', name, comment, indexComment: null, inherited: null,
        flags: {},
        sql: `ALTER DOMAIN ${formatType(ddl.view, row[at.contypid])} ADD CONSTRAINT ${quoteIdentifier(name)} CHECK (${deparseOver(ddl.view, exprFromText(row[at.conbin]), null)})`,
      })
      return
    }
    const owner = /** @type {RelationDesc} */ (ddl.view.relation(row[at.conrelid]))
    const definition = constraintDefinition(ddl.view, owner, object.objectId)
    found.set(object.objectId, {
      object,
      relationOid: owner.oid,
      kind: 'constraint',
      name,
      comment,
      indexComment: !'pux'.includes(String.fromCharCode(row[at.contype]))
        ? null
        : commentOf(ddl, address(CLASS.RELATION, row[at.conindid])),
      inherited: { isLocal: row[at.conislocal], inheritCount: row[at.coninhcount] },
      flags: row[at.conindid] === 0 ? {} : indexFlags(ddl, row[at.conindid]),
      sql: `ALTER TABLE ONLY ${qualifiedName(ddl.view, owner.name, owner.namespaceOid)} ADD CONSTRAINT ${quoteIdentifier(name)} ${definition}${optionsText(ddl, row[at.conindid])}`,
    })
    return
  }
  if (parentIndex(ddl, object.objectId) !== 0) return
  const index = /** @type {import('../../relation.js').IndexDesc} */ (ddl.view.index(object.objectId))
  found.set(object.objectId, {
    object, relationOid: index.relationOid, kind: 'index', name: index.name, comment, indexComment: null,
    inherited: null, flags: indexFlags(ddl, index.oid), sql: indexDefinition(ddl.view, index),
  })
}

/** @param {DdlContext} ddl @param {number} indexOid 0: none */
function optionsText(ddl, indexOid) {
  const options = Object.entries(ddl.view.index(indexOid)?.options ?? {}).map(
    ([name, value]) => `${quoteIdentifier(name)}=${quoteLiteral(value)}`
  )
  return options.length === 0 ? '' : ` WITH (${options.join(', ')})`
}

/** @param {DdlContext} ddl @param {number} indexOid @returns {Record<string, boolean>} */
function indexFlags(ddl, indexOid) {
  const { at } = catalogShape('pg_index')
  const { row } = ddl.one('pg_index', 'pg_index_indexrelid_index', [indexOid])
  return { indisclustered: row[at.indisclustered], indisreplident: row[at.indisreplident] }
}

/** @param {DdlContext} ddl @param {ObjectAddress} object @returns {string | null} */
function commentOf(ddl, object) {
  const [found] = ddl.find('pg_description', 'pg_description_o_c_o_index', [object.objectId, object.classId, 0])
  return found === undefined ? null : found.row[catalogShape('pg_description').at.description]
}

/**
 * A rebuilt index is again the one that CLUSTER and replica identity go by.
 * @param {DdlContext} ddl
 * @param {number} indexOid
 * @param {Record<string, boolean>} flags
 */
export function restoreIndexFlags(ddl, indexOid, flags) {
  if (Object.values(flags).some(Boolean))
    ddl.update('pg_index', ddl.one('pg_index', 'pg_index_indexrelid_index', [indexOid]), flags)
}

/** @param {DdlContext} ddl @param {ObjectAddress} object @param {string} comment */
export function restoreComment(ddl, object, comment) {
  ddl.insert('pg_description', {
    objoid: object.objectId,
    classoid: object.classId,
    objsubid: object.subId,
    description: comment,
  })
}

/**
 * The column's row and dependencies. @param {DdlContext} ddl @param {RelationDesc} relation @param {ColumnDesc} column
 * @param {{ type: number, typmod: number, collation: number, dimensions: number }} target
 * @param {boolean} rewritten whether rows are: then none lacks the column
 */
export function setColumnType(ddl, relation, column, target, rewritten) {
  const type = /** @type {import('../../descriptors.js').TypeDesc} */ (ddl.view.type(target.type))
  const { row, at } = attributeOf(ddl, relation.oid, column.attnum)
  const self = address(CLASS.RELATION, relation.oid, column.attnum)
  const dependAt = catalogShape('pg_depend').at
  for (const found of ddl.find('pg_depend', 'pg_depend_depender_index', [self.classId, self.objectId, self.subId])) {
    if (
      [CLASS.TYPE, CLASS.COLLATION].includes(found.row[dependAt.refclassid]) &&
      found.row[dependAt.deptype] === char('n')
    )
      ddl.remove('pg_depend', found)
  }
  const missing =
    row[at.attmissingval] === null || rewritten ? null : anyArray(target.type, items(row[at.attmissingval]))
  updateAttribute(ddl, relation.oid, column.attnum, {
    atttypid: target.type,
    atttypmod: target.typmod,
    attcollation: target.collation,
    attndims: target.dimensions,
    attlen: type.length,
    attbyval: type.byValue,
    attalign: char(type.align),
    attstorage: char(type.storage),
    attcompression: 0,
    attmissingval: missing,
    atthasmissing: missing !== null,
  })
  recordDependencies(
    ddl,
    self,
    [address(CLASS.TYPE, target.type), address(CLASS.COLLATION, target.collation)].filter(
      (each) => each.objectId !== 0
    ),
    'n'
  )
  ddl.removeAll('pg_statistic', 'pg_statistic_relid_att_inh_index', [relation.oid, column.attnum])
  ddl.touchRelation(relation)
}
