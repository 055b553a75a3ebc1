/** Constraints made of what exists: an index that becomes one's. */
import { plainType } from '../../../types/collation/types.js'
import { indexNotUsable } from '../../../errors/ddl/alter.js'
import {
  duplicateConstraint, duplicateRelation, multiplePrimaryKeys, undefinedIndex,
} from '../../../errors/ddl/catalog.js'
import { int2Array } from '../../store/vectors.js'
import { renameRelation } from '../tables/alter.js'
import { setNotNull } from './constraints.js'
import { CONSTRAINT_DEFAULTS } from './constraint-row.js'
import { CLASS, char } from '../context.js'
import { address, recordDependencies, removeDependenciesOf } from '../dependencies.js'

/** @import { IndexDesc, RelationDesc } from '../../relation.js' */
/** @import { DdlContext } from '../context.js' */

/**
 * ADD CONSTRAINT … USING INDEX: a unique index over plain columns becomes the constraint's, under its name.
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {{ name: string | null, indexName: string, primary: boolean, deferrable: boolean, deferred: boolean,
 *   onRename: (name: string) => void }} definition onRename: the index is to have that name
 * @returns {{ oid: number, newlyNotNull: number[] }}
 * @throws {DbError} 42704, 42809, 55000, 42P16
 */
export function adoptIndex(ddl, relation, { name, indexName, primary, deferrable, deferred, onRename }) {
  const oid = ddl.view.source.relationOid(relation.namespaceOid, indexName)
  const index = oid === 0 ? undefined : ddl.view.index(oid)
  if (index === undefined) throw undefinedIndex(indexName)
  checkUsable(ddl, relation, index)
  if (primary && relation.indexes.some((other) => other.primary)) throw multiplePrimaryKeys(relation.name)
  const constraintName = name ?? indexName
  if (constraintName !== indexName) {
    onRename(constraintName)
    if (ddl.view.source.relationOid(relation.namespaceOid, constraintName) !== 0)
      throw duplicateRelation(constraintName)
  }
  if (relation.constraints.some((constraint) => constraint.name === constraintName))
    throw duplicateConstraint(constraintName, relation.name)
  if (constraintName !== indexName) renameRelation(ddl, oid, constraintName)
  const attnums = index.keyAttnums
  const nullable = primary ? attnums.filter((attnum) => !relation.columns[attnum - 1].notNull) : []
  for (const attnum of nullable) setNotNull(ddl, relation.oid, attnum, true)
  const constraintOid = ddl.newOid()
  ddl.insert('pg_constraint', {
    ...CONSTRAINT_DEFAULTS,
    oid: constraintOid,
    conname: constraintName,
    connamespace: relation.namespaceOid,
    contype: char(primary ? 'p' : 'u'),
    conrelid: relation.oid,
    conindid: oid,
    connoinherit: true,
    conkey: int2Array(attnums),
    condeferrable: deferrable,
    condeferred: deferred,
  })
  ddl.update('pg_index', ddl.one('pg_index', 'pg_index_indexrelid_index', [oid]), {
    indisprimary: primary,
    indimmediate: !deferrable,
  })
  const self = address(CLASS.CONSTRAINT, constraintOid)
  removeDependenciesOf(ddl, address(CLASS.RELATION, oid))
  recordDependencies(ddl, self, attnums.map((attnum) => address(CLASS.RELATION, relation.oid, attnum)), 'a')
  recordDependencies(ddl, address(CLASS.RELATION, oid), [self], 'i')
  ddl.touchRelation(relation)
  ddl.touch([oid, constraintOid])
  return { oid: constraintOid, newlyNotNull: nullable }
}

/** @param {DdlContext} ddl @param {RelationDesc} relation @param {IndexDesc} index */
function checkUsable(ddl, relation, index) {
  if (index.constraintOid !== 0)
    throw indexNotUsable('55000', `index "${index.name}" is already associated with a constraint`)
  if (index.relationOid !== relation.oid)
    throw indexNotUsable('55000', `index "${index.name}" does not belong to table "${relation.name}"`)
  if (!index.valid) throw indexNotUsable('55000', `index "${index.name}" is not valid`)
  const detail = 'Cannot create a primary key or unique constraint using such an index.'
  if (!index.unique) throw indexNotUsable('42809', `"${index.name}" is not a unique index`, detail)
  if (index.keys.some((key) => key.expr !== null))
    throw indexNotUsable('42809', `index "${index.name}" contains expressions`, detail)
  if (index.predicate !== null) throw indexNotUsable('42809', `"${index.name}" is a partial index`, detail)
  index.keys.forEach((key, at) => {
    const column = relation.columns[key.attnum - 1]
    if (
      key.desc ||
      key.nullsFirst ||
      key.collation !== column.collation ||
      ddl.view.defaultOpclass(plainType(key.typeOid))?.oid !== key.opclass
    ) {
      throw indexNotUsable(
        '42809',
        `index "${index.name}" column number ${at + 1} does not have default sorting behavior`,
        detail
      )
    }
  })
}
