/**
 * EXCLUDE's catalog part: an index that is not unique but says who excludes whom, the constraint over it, its trigger
 * when it may wait.
 */
import { int2Array, oidArray } from '../../store/vectors.js'
import { CONSTRAINT_DEFAULTS, relationOf } from './constraint-row.js'
import { CLASS, char } from '../context.js'
import { address, expressionDependencies, recordDependencies } from '../dependencies.js'
import { addConstraintTrigger } from './foreign-keys.js'
import { createIndex } from '../indexes/indexes.js'
import { chooseRelationName, joinedColumns, requireFreeName } from '../names.js'

/** @import { DdlContext } from '../context.js' */

/** unique_key_recheck */
const RECHECK = 1250
const ON_INSERT_OR_UPDATE = 1 | 4 | 16

/**
 * @param {DdlContext} ddl @param {number} relationOid
 * @param {{ name: string | null, method?: string, keys: import('../indexes/indexes.js').IndexKeyDefinition[],
 *   names: string[], include: number[], operators: number[], predicate: import('../../expr.js').Expr
 *   | null, deferrable: boolean, deferred: boolean, options: Record<string, string | null> }} exclusion names: of the
 *   columns, for a made-up name
 * @returns {number} OID of the index, still empty
 */
export function addExclusion(ddl, relationOid, exclusion) {
  const relation = relationOf(ddl, relationOid)
  const { keys, operators, predicate, deferrable, deferred } = exclusion
  if (exclusion.name !== null) requireFreeName(ddl, relation, exclusion.name)
  const name =
    exclusion.name ??
    chooseRelationName(ddl, relation.name, joinedColumns(exclusion.names), 'excl', relation.namespaceOid, true)
  const indexOid = createIndex(ddl, relationOid, {
    name,
    method: exclusion.method,
    keys,
    include: exclusion.include,
    predicate,
    options: exclusion.options,
    constraint: true,
    exclusion: true,
    immediate: !deferrable,
  })
  const oid = ddl.newOid()
  ddl.insert('pg_constraint', {
    ...CONSTRAINT_DEFAULTS, oid, conname: name, connamespace: relation.namespaceOid, contype: char('x'),
    conrelid: relationOid, conindid: indexOid, condeferrable: deferrable, condeferred: deferred, connoinherit: true,
    conkey: int2Array(keys.map((key) => key.attnum)), conexclop: oidArray(operators),
  })
  const self = address(CLASS.CONSTRAINT, oid)
  const found = [
    expressionDependencies(
      keys.flatMap((key) => (key.expr === null ? [] : [key.expr])),
      relationOid,
      ddl.view
    ),
    expressionDependencies(predicate ?? [], relationOid, ddl.view),
  ]
  const columns = [
    ...keys.filter((key) => key.attnum !== 0).map((key) => address(CLASS.RELATION, relationOid, key.attnum)),
    ...found.flatMap((part) => part.columns),
  ]
  recordDependencies(ddl, self, columns.length === 0 ? [address(CLASS.RELATION, relationOid)] : columns, 'a')
  recordDependencies(ddl, self, operators.map((operator) => address(CLASS.OPERATOR, operator)), 'n')
  recordDependencies(ddl, address(CLASS.RELATION, indexOid), [self], 'i')
  if (deferrable)
    addRecheckTrigger(ddl, relationOid, { constraint: oid, indexOid, prefix: 'Unique_ConstraintTrigger', deferred })
  ddl.touchRelation(relation)
  ddl.touch([indexOid])
  return indexOid
}

/**
 * What stands for a deferrable key.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {{ constraint: number, indexOid: number, prefix: string, deferred: boolean }} trigger
 */
export function addRecheckTrigger(ddl, relationOid, { constraint, indexOid, prefix, deferred }) {
  addConstraintTrigger(ddl, {
    constraint, relationOid, otherOid: 0, indexOid, prefix, function: RECHECK, type: ON_INSERT_OR_UPDATE,
    deferrable: true, deferred,
  })
}
