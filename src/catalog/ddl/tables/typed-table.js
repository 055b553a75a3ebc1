/** The link of a typed table to its type: pg_class.reloftype and a dependency. */
import { catalogShape } from '../../store/shapes.js'
import { CLASS } from '../context.js'
import { address, recordDependencies } from '../dependencies.js'

/** @import { DdlContext } from '../context.js' */
/** @import { RelationDesc } from '../../relation.js' */

/**
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {number} typeOid 0: a table like any other from now on
 */
export function setOfType(ddl, relation, typeOid) {
  const { at } = catalogShape('pg_depend')
  if (relation.ofType !== 0) {
    for (const found of ddl.find('pg_depend', 'pg_depend_depender_index', [CLASS.RELATION, relation.oid, 0])) {
      if (found.row[at.refclassid] === CLASS.TYPE && found.row[at.refobjid] === relation.ofType)
        ddl.remove('pg_depend', found)
    }
  }
  if (typeOid !== 0) recordDependencies(ddl, address(CLASS.RELATION, relation.oid), [address(CLASS.TYPE, typeOid)], 'n')
  ddl.update('pg_class', ddl.one('pg_class', 'pg_class_oid_index', [relation.oid]), { reloftype: typeOid })
  ddl.touchRelation(relation)
}
