/** CREATE RULE, DROP RULE, ALTER RULE … RENAME TO, and which rules fire (ALTER TABLE … ENABLE RULE). */
import { char } from '../../../catalog/ddl/context.js'
import { changeRule, findRule, storeRule, tableBecomesView } from '../../../catalog/ddl/tables/rules.js'
import { RETURN_RULE, storeReturnRule } from '../../../catalog/ddl/tables/views.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { qualifiedName } from '../../../catalog/deparse/objects.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { kindDetail } from '../../../errors/ddl/alter.js'
import {
  alreadyView, cannotBecomeView, cannotHaveRules, duplicateRule, invalidRule, ruleOnMaterializedView, undefinedRule,
  unsupportedRule,
} from '../../../errors/ddl/rules.js'
import { bindRule } from '../../../planner/bind/rule.js'
import { visibleTargets } from '../../../planner/bind/targets.js'
import { refuseWhileInUse } from '../in-use.js'
import { ACCESS_EXCLUSIVE, ACCESS_SHARE, beginDdl, endDdl, lockOid, lockRelation } from '../../session/ddl.js'
import { internalRows } from '../../statements/core/internal-query.js'
import { notOpenedAsTable } from '../../../errors/syntax.js'
import { systemCatalog } from '../../../errors/ddl/row-security.js'
import { filledTableToView, partitionToView, partitionedTableToView } from '../../../errors/commands/views.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { RuleBody } from '../../../catalog/rules.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { Tree } from '../../../parser/tree.js' */

const EVENTS = /** @type {Record<string, 'select' | 'insert' | 'update' | 'delete'>} */ ({
  CMD_SELECT: 'select', CMD_INSERT: 'insert', CMD_UPDATE: 'update', CMD_DELETE: 'delete',
})

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').RuleStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runCreateRule(session, node, call) {
  const oid = yield* lockRelation(session, node.relation, ACCESS_EXCLUSIVE)
  const event = EVENTS[node.event]
  const { relation, body } = yield* boundUnderLocks(session, node, event, oid, call.prepared.sourceText)
  if (event === 'select') yield* createSelectRule(session, node, relation, body)
  else {
    checkReturning(session, node, relation, body)
    const ddl = beginDdl(session)
    if (node.rulename === RETURN_RULE && relation.kind === 'v')
      throw invalidRule(`non-view rule for "${relation.name}" must not be named "${RETURN_RULE}"`)
    storeRule(ddl, relation, {
      name: node.rulename, event, instead: node.instead === true, replace: node.replace === true, body,
    })
    endDdl(session, ddl)
  }
  call.sink.commandComplete('CREATE RULE')
}

/**
 * Bound again after a wait.
 * @param {Session} session
 * @param {any} node
 * @param {'select' | 'insert' | 'update' | 'delete'} event
 * @param {number} oid
 * @param {string} sourceText
 * @returns {Generator<Promise<unknown>, { relation: RelationDesc, body: RuleBody }, void>}
 */
function* boundUnderLocks(session, node, event, oid, sourceText) {
  for (;;) {
    const relation = session.catalog().relation(oid)
    if (relation === undefined || relation.kind === 'c')
      throw notOpenedAsTable(node.relation.relname, relation?.kind ?? 'i')
    if (relation.kind === 'm') throw ruleOnMaterializedView()
    const { body, relations } = bindRule(node, event, relation, session.catalog(), {
      settings: session.settings, sourceText, env: session.env,
    })
    if (relation.kind !== 'r' && relation.kind !== 'v' && relation.kind !== 'p')
      throw cannotHaveRules(relation.name, /** @type {string} */ (kindDetail(relation.kind).detail))
    if (oid < FIRST_USER_OID) throw systemCatalog(relation.name)
    let waited = false
    for (const other of relations) if (yield* lockOid(session, other.oid, ACCESS_SHARE)) waited = true
    if (!waited) return { relation, body }
  }
}

/**
 * What RETURNING gives must be the relation's columns.
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').RuleStmt>} node
 * @param {RelationDesc} relation
 * @param {RuleBody} body
 */
function checkReturning(session, node, relation, body) {
  let found = false
  for (const action of body.actions) {
    const returning = action.command === 'utility' ? null : action.write?.returning
    if (!returning) continue
    if (found) throw unsupportedRule('cannot have multiple RETURNING lists in a rule')
    found = true
    if (body.qual !== null) throw unsupportedRule('RETURNING lists are not supported in conditional rules')
    if (node.instead !== true) throw unsupportedRule('RETURNING lists are not supported in non-INSTEAD rules')
    checkColumns(session, relation, returning, false)
  }
}

/**
 * @param {Session} session
 * @param {RelationDesc} relation
 * @param {import('../../../catalog/query.js').Target[]} targets
 * @param {boolean} isSelect of a rule on SELECT, which names the columns too
 */
function checkColumns(session, relation, targets, isSelect) {
  const what = isSelect ? "SELECT rule's target list" : 'RETURNING list'
  const whose = isSelect ? "SELECT rule's target" : "RETURNING list's"
  targets.forEach(({ name, expr }, at) => {
    const column = relation.columns[at]
    if (column === undefined) throw invalidRule(`${what} has too many entries`)
    if (column.dropped)
      throw unsupportedRule(
        isSelect
          ? 'cannot convert relation containing dropped columns to view'
          : 'cannot create a RETURNING list for a relation containing dropped columns',
      )
    if (isSelect && name !== column.name)
      throw invalidRule(
        `${whose} entry ${at + 1} has different column name from column "${column.name}"`,
        `SELECT target entry is named "${name}".`,
      )
    const types = (/** @type {number} */ typmod, /** @type {number} */ other) => `${isSelect ? 'SELECT target' : 'RETURNING list'} entry has type ${formatType(session.catalog(), expr.type, typmod)}, but column has type ${formatType(session.catalog(), column.typeOid, other)}.`
    if (expr.type !== column.typeOid)
      throw invalidRule(`${whose} entry ${at + 1} has different type from column "${column.name}"`, types(-1, -1))
    if (expr.typmod !== column.typmod && expr.typmod !== -1)
      throw invalidRule(
        `${whose} entry ${at + 1} has different size from column "${column.name}"`,
        types(expr.typmod, column.typmod),
      )
  })
  if (targets.length < relation.columns.length) throw invalidRule(`${what} has too few entries`)
}

/**
 * ON SELECT DO INSTEAD SELECT is what a view is: an empty table becomes one, a view's query is replaced.
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').RuleStmt>} node
 * @param {RelationDesc} relation
 * @param {RuleBody} body
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* createSelectRule(session, node, relation, body) {
  if (body.actions.length === 0)
    throw unsupportedRule('INSTEAD NOTHING rules on SELECT are not implemented', 'Use views instead.')
  if (body.actions.length > 1) throw unsupportedRule('multiple actions for rules on SELECT are not implemented')
  const [query] = body.actions
  if (node.instead !== true || query.command !== 'select')
    throw unsupportedRule('rules on SELECT must have action INSTEAD SELECT')
  if (query.ctes.some((cte) => cte.query.command !== 'select'))
    throw unsupportedRule('rules on SELECT must not contain data-modifying statements in WITH')
  if (body.qual !== null) throw unsupportedRule('event qualifications are not implemented for rules on SELECT')
  checkColumns(session, relation, visibleTargets(query), true)
  if (relation.kind === 'v' && node.replace !== true) throw alreadyView(relation.name)
  if (node.rulename !== RETURN_RULE)
    throw invalidRule(`view rule for "${relation.name}" must be named "${RETURN_RULE}"`)
  if (relation.kind !== 'v') yield* checkConvertible(session, relation)
  const ddl = beginDdl(session)
  if (relation.kind !== 'v') tableBecomesView(ddl, relation)
  storeReturnRule(ddl, relation.oid, query)
  endDdl(session, ddl)
}

/**
 * @param {Session} session
 * @param {RelationDesc} relation of a table
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* checkConvertible(session, relation) {
  const refuse = (/** @type {string} */ why) => cannotBecomeView(relation.name, why)
  if (relation.kind === 'p') throw partitionedTableToView(relation.name)
  if (relation.isPartition) throw partitionToView(relation.name)
  const { at } = catalogShape('pg_class')
  const [row] = session.catalog().rows('pg_class', 'pg_class_oid_index', [relation.oid])
  const full = yield* internalRows(
    session,
    `SELECT 1 FROM ONLY ${qualifiedName(session.catalog(), relation.name, relation.namespaceOid)} LIMIT 1`,
  )
  if (full.length > 0) throw filledTableToView(relation.name)
  if (relation.triggers.length > 0 || relation.foreignKeys.length > 0 || relation.referencedBy.length > 0)
    throw refuse('has triggers')
  if (row[at.relhasindex] && relation.indexes.length > 0) throw refuse('has indexes')
  if (relation.children.length > 0) throw refuse('has child tables')
  if (relation.parents.length > 0) throw refuse('has parent tables')
  if (row[at.relrowsecurity]) throw refuse('has row security enabled')
  refuseWhileInUse(session, [relation.oid], 'CREATE RULE')
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').RenameStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runRenameRule(session, node, call) {
  const oid = yield* lockRelation(session, node.relation, ACCESS_EXCLUSIVE)
  const ddl = beginDdl(session)
  const relation = ddl.view.relation(oid)
  const name = relation?.name ?? node.relation.relname
  if (relation === undefined || !'rvp'.includes(relation.kind))
    throw cannotHaveRules(name, relation && kindDetail(relation.kind).detail)
  const found = findRule(ddl, oid, node.subname)
  if (found === undefined) throw undefinedRule(node.subname, name)
  if (findRule(ddl, oid, node.newname) !== undefined) throw duplicateRule(node.newname, name)
  if (found.row[catalogShape('pg_rewrite').at.ev_type] === char('1'))
    throw invalidRule('renaming an ON SELECT rule is not allowed')
  changeRule(ddl, found, { rulename: node.newname })
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER RULE')
}
