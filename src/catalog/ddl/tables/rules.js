/**
 * Rules in the catalog: their rows in pg_rewrite, what they depend on, and a table that a rule on SELECT makes a view.
 */
import { EVENT_TYPES } from '../../rules.js'
import { catalogShape } from '../../store/shapes.js'
import { queryDependencies, queryToText } from '../../stored-query.js'
import { duplicateRule } from '../../../errors/ddl/rules.js'
import { CLASS, char } from '../context.js'
import { address, recordDependencies, removeDependenciesOf } from '../dependencies.js'

/** @import { Tid } from '../../../util/identifiers.js' */
/** @import { DdlContext } from '../context.js' */
/** @import { RelationDesc } from '../../relation.js' */
/** @import { RuleBody } from '../../rules.js' */

/**
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {string} name
 * @returns {{ tid: Tid, row: any[] } | undefined}
 */
export const findRule = (ddl, relationOid, name) =>
  ddl.find('pg_rewrite', 'pg_rewrite_rel_rulename_index', [relationOid, name])[0]

/**
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {{ name: string, event: 'update' | 'insert' | 'delete', instead: boolean, replace: boolean, body: RuleBody }}
 *   rule
 * @throws {DbError} 42710
 */
export function storeRule(ddl, relation, { name, event, instead, replace, body }) {
  const { at } = catalogShape('pg_rewrite')
  const found = findRule(ddl, relation.oid, name)
  if (found !== undefined && !replace) throw duplicateRule(name, relation.name)
  const columns = {
    ev_type: char(EVENT_TYPES[event]),
    is_instead: instead,
    ev_qual: body.qual === null ? '<>' : queryToText(body.qual),
    ev_action: queryToText(body),
  }
  const oid = found === undefined ? ddl.newOid() : found.row[at.oid]
  const self = address(CLASS.REWRITE, oid)
  if (found === undefined) {
    ddl.insert('pg_rewrite', { oid, rulename: name, ev_class: relation.oid, ev_enabled: char('O'), ...columns })
    ddl.update('pg_class', ddl.one('pg_class', 'pg_class_oid_index', [relation.oid]), { relhasrules: true })
  } else {
    ddl.update('pg_rewrite', found, columns)
    removeDependenciesOf(ddl, self)
  }
  recordDependencies(ddl, self, [address(CLASS.RELATION, relation.oid)], 'a')
  recordDependencies(
    ddl,
    self,
    queryDependencies(body, (type) => ddl.view.type(type)?.relationOid ?? 0).filter(
      (target) => target.classId !== CLASS.RELATION || target.objectId !== relation.oid || target.subId !== 0
    ),
    'n'
  )
  ddl.touch([relation.oid])
}

/**
 * @param {DdlContext} ddl
 * @param {{ tid: Tid, row: any[] }} found of pg_rewrite
 * @param {Record<string, any>} changes
 */
export function changeRule(ddl, found, changes) {
  ddl.update('pg_rewrite', found, changes)
  ddl.touch([found.row[catalogShape('pg_rewrite').at.ev_class]])
}

/** An empty table becomes a view: what it stored goes. @param {DdlContext} ddl @param {RelationDesc} relation */
export function tableBecomesView(ddl, relation) {
  const found = ddl.one('pg_class', 'pg_class_oid_index', [relation.oid])
  const { at } = catalogShape('pg_class')
  if (found.row[at.relfilenode] !== 0) ddl.files?.dropAtCommit(found.row[at.relfilenode], ddl.txn)
  ddl.removeAll('pg_statistic', 'pg_statistic_relid_att_inh_index', [relation.oid])
  ddl.update('pg_class', found, {
    relkind: char('v'), relam: 0, relfilenode: 0, relpages: 0, reltuples: 0, relallvisible: 0, reltoastrelid: 0,
    relhasindex: false, relfrozenxid: 0, relminmxid: 0, relreplident: char('n'),
  })
  ddl.touch([relation.oid])
}
