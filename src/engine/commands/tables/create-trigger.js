/**
 * CREATE [OR REPLACE] [CONSTRAINT] TRIGGER, DROP TRIGGER, ALTER TRIGGER … RENAME TO, and which triggers fire (ALTER
 * TABLE … ENABLE, DISABLE TRIGGER).
 */
import { requireExecute } from '../../../catalog/guarded.js'
import { isSuperuser } from '../../../catalog/roles.js'
import { toTrigger } from '../../session/access.js'
import { char } from '../../../catalog/ddl/context.js'
import {
  changeTrigger,
  cloneTriggers,
  clonesOf,
  findTrigger,
  storeTrigger,
} from '../../../catalog/ddl/tables/triggers.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { TRIGGER_TYPE, operationsOf, timingOf } from '../../../catalog/triggers.js'
import { undefinedRelationColumn, columnSpecifiedTwice } from '../../../errors/ddl/catalog.js'
import { notOpenedAsTable } from '../../../errors/syntax.js'
import { kindDetail } from '../../../errors/ddl/alter.js'
import {
  duplicateTrigger, notTriggerFunction, refusedTrigger, undefinedTrigger, cannotHaveTriggers, triggerOfParent,
  systemTrigger,
} from '../../../errors/triggers.js'
import { bindTriggerWhen } from '../../../planner/bind/trigger.js'
import { FIRST_USER_OID, TRIGGER } from '../../../types/oids.js'
import { ACCESS_EXCLUSIVE, SHARE_ROW_EXCLUSIVE, beginDdl, endDdl, lockOid, lockRelation } from '../../session/ddl.js'
import { inTurns } from '../../turns/steps.js'
import { LAYER } from '../../../profile/profile.js'
import { functionOfTypes } from '../routines/routine-names.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../../catalog/descriptors.js').CatalogRow} CatalogRow */
/** @typedef {Record<string, any>} ParseNode of the parse tree */

/**
 * @param {Session} session
 * @param {ParseNode} node CreateTrigStmt
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runCreateTrigger(session, node, call) {
  const oid = yield* lockRelation(session, node.relation, SHARE_ROW_EXCLUSIVE, false, toTrigger)
  const relation = session.catalog().relation(oid)
  if (relation === undefined || relation.kind === 'c') {
    throw notOpenedAsTable(node.relation.relname, relation?.kind ?? 'i')
  }
  const referencedOid = node.constrrel ? yield* lockRelation(session, node.constrrel, 1, false, toTrigger) : 0
  yield* lockTree(session, relation, node.row === true)
  const type = typeOf(node)
  checkKind(relation, node, type)
  const { oldTable, newTable } = transitionTables(relation, node, type)
  const moment = {
    timing: timingOf(type),
    level: /** @type {'row' | 'statement'} */ (node.row ? 'row' : 'statement'),
    operations: operationsOf(type),
  }
  const options = { settings: session.settings, sourceText: call.prepared.sourceText, env: session.env }
  const when = node.whenClause
    ? yield* inTurns(
        session, bindTriggerWhen(node.whenClause, relation, moment, session.catalog(), options), LAYER.analyze,
      )
    : null
  const functionOid = triggerFunction(session, node.funcname)
  const written = node.funcname.map((/** @type {ParseNode} */ part) => part.String.sval).join('.')
  requireExecute(session.catalog(), session.roleOid, functionOid, written)
  const ddl = beginDdl(session)
  const found = findTrigger(ddl, oid, node.trigname)
  if (found !== undefined) checkReplaced(relation, node, found.row)
  const triggerOid = yield* inTurns(session, storeTrigger(
    ddl,
    relation,
    {
      name: node.trigname,
      functionOid,
      type,
      attnums: namedColumns(relation, node.columns ?? []),
      when,
      args: (node.args ?? []).map((/** @type {ParseNode} */ arg) => arg.String.sval),
      isConstraint: node.isconstraint === true,
      deferrable: node.deferrable === true,
      deferred: node.initdeferred === true,
      referencedOid,
      oldTable,
      newTable,
      enabled: char('O'),
      parentOid: 0,
    },
    found,
  ), LAYER.execute)
  if (relation.kind === 'p' && node.row) {
    for (const child of relation.children)
      cloneTriggers(ddl, relation, /** @type {RelationDesc} */ (ddl.view.relation(child)), triggerOid)
  }
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE TRIGGER')
}

/**
 * Partitions, which get clones.
 * @param {Session} session
 * @param {RelationDesc} relation
 * @param {boolean} asked whose they are: a statement's trigger is the whole table's alone
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* lockTree(session, relation, asked) {
  if (relation.kind !== 'p') return
  for (const oid of relation.children) {
    if (asked) toTrigger(session, oid)
    yield* lockOid(session, oid, SHARE_ROW_EXCLUSIVE)
    const child = session.catalog().relation(oid)
    if (child !== undefined) yield* lockTree(session, child, asked)
  }
}

/** tgtype. @param {ParseNode} node */
const typeOf = (node) => (node.row ? TRIGGER_TYPE.ROW : 0) | (node.timing ?? 0) | (node.events ?? 0)

/** @param {RelationDesc} relation @param {ParseNode} node @param {number} type @throws {DbError} 42809, 42501, 0A000 */
function checkKind(relation, node, type) {
  const { name, kind } = relation
  const instead = (type & TRIGGER_TYPE.INSTEAD) !== 0
  const row = node.row === true
  if (kind === 'r' || kind === 'p') {
    if (instead)
      throw refusedTrigger('42809', `"${name}" is a table`, { detail: 'Tables cannot have INSTEAD OF triggers.' })
    if (kind === 'p' && row && node.transitionRels?.length > 0) {
      throw refusedTrigger('0A000', `"${name}" is a partitioned table`, {
        detail: 'ROW triggers with transition tables are not supported on partitioned tables.',
      })
    }
  } else if (kind === 'v') {
    if (!instead && row)
      throw refusedTrigger('42809', `"${name}" is a view`, {
        detail: 'Views cannot have row-level BEFORE or AFTER triggers.',
      })
    if (type & TRIGGER_TYPE.TRUNCATE)
      throw refusedTrigger('42809', `"${name}" is a view`, { detail: 'Views cannot have TRUNCATE triggers.' })
  } else if (kind === 'f') checkForeign(name, node, type)
  else throw refusedTrigger('42809', `relation "${name}" cannot have triggers`, kindDetail(kind))
  if (relation.oid < FIRST_USER_OID) throw refusedTrigger('42501', `permission denied: "${name}" is a system catalog`)
  if (row && type & TRIGGER_TYPE.TRUNCATE)
    throw refusedTrigger('0A000', 'TRUNCATE FOR EACH ROW triggers are not supported')
  if (!instead) return
  if (!row) throw refusedTrigger('0A000', 'INSTEAD OF triggers must be FOR EACH ROW')
  if (node.whenClause) throw refusedTrigger('0A000', 'INSTEAD OF triggers cannot have WHEN conditions')
  if (node.columns?.length > 0) throw refusedTrigger('0A000', 'INSTEAD OF triggers cannot have column lists')
}

/** @param {string} name @param {ParseNode} node @param {number} type @throws {DbError} 42809 */
function checkForeign(name, node, type) {
  const refuse = (/** @type {string} */ what) =>
    refusedTrigger('42809', `"${name}" is a foreign table`, { detail: `Foreign tables cannot have ${what} triggers.` })
  if ((type & TRIGGER_TYPE.INSTEAD) !== 0) throw refuse('INSTEAD OF')
  if ((type & TRIGGER_TYPE.TRUNCATE) !== 0) throw refuse('TRUNCATE')
  if (node.isconstraint) throw refuse('constraint')
}

/**
 * REFERENCING.
 * @param {RelationDesc} relation
 * @param {ParseNode} node
 * @param {number} type
 * @returns {{ oldTable: string | null, newTable: string | null }}
 * @throws {DbError} 0A000, 42P17
 */
function transitionTables(relation, node, type) {
  /** @type {string | null} */
  let oldTable = null
  /** @type {string | null} */
  let newTable = null
  const refuse = (/** @type {string} */ message, code = '42P17') => refusedTrigger(code, message)
  const operations = operationsOf(type)
  for (const item of node.transitionRels ?? []) {
    const { name, isNew = false, isTable = false } = item.TriggerTransition
    if (!isTable)
      throw refusedTrigger('0A000', 'ROW variable naming in the REFERENCING clause is not supported', {
        hint: 'Use OLD TABLE or NEW TABLE for naming transition tables.',
      })
    if (relation.kind === 'f')
      throw refusedTrigger('42809', `"${relation.name}" is a foreign table`, {
        detail: 'Triggers on foreign tables cannot have transition tables.',
      })
    if (relation.kind === 'v')
      throw refusedTrigger('42809', `"${relation.name}" is a view`, {
        detail: 'Triggers on views cannot have transition tables.',
      })
    if (node.row && relation.isPartition)
      throw refuse('ROW triggers with transition tables are not supported on partitions', '0A000')
    if (node.row && relation.parents.length > 0)
      throw refuse('ROW triggers with transition tables are not supported on inheritance children', '0A000')
    if (timingOf(type) !== 'after') throw refuse('transition table name can only be specified for an AFTER trigger')
    if (type & TRIGGER_TYPE.TRUNCATE)
      throw refuse('TRUNCATE triggers with transition tables are not supported', '0A000')
    if (operations.length !== 1)
      throw refuse('transition tables cannot be specified for triggers with more than one event', '0A000')
    if (node.columns?.length > 0)
      throw refuse('transition tables cannot be specified for triggers with column lists', '0A000')
    if (isNew) {
      if (operations[0] === 'delete') throw refuse('NEW TABLE can only be specified for an INSERT or UPDATE trigger')
      if (newTable !== null) throw refuse('NEW TABLE cannot be specified multiple times')
      newTable = name
    } else {
      if (operations[0] === 'insert') throw refuse('OLD TABLE can only be specified for a DELETE or UPDATE trigger')
      if (oldTable !== null) throw refuse('OLD TABLE cannot be specified multiple times')
      oldTable = name
    }
  }
  if (oldTable !== null && oldTable === newTable) throw refuse('OLD TABLE name and NEW TABLE name cannot be the same')
  return { oldTable, newTable }
}

/**
 * @param {Session} session
 * @param {ParseNode[]} parts of its name
 * @returns {number} OID
 * @throws {DbError} 42883, 42P17
 */
function triggerFunction(session, parts) {
  const names = parts.map((part) => part.String.sval)
  const found = functionOfTypes(session, names, [])
  if (found.returnType !== TRIGGER) throw notTriggerFunction(names.join('.'))
  return found.oid
}

/**
 * UPDATE OF.
 * @param {RelationDesc} relation
 * @param {ParseNode[]} columns
 * @returns {number[]}
 * @throws {DbError} 42703, 42701
 */
function namedColumns(relation, columns) {
  /** @type {number[]} */
  const attnums = []
  for (const column of columns) {
    const name = column.String.sval
    const found = relation.columns.find((one) => one.name === name && !one.dropped)
    if (found === undefined)
      throw undefinedRelationColumn(name, relation.name)
    if (attnums.includes(found.attnum)) throw columnSpecifiedTwice(name)
    attnums.push(found.attnum)
  }
  return attnums
}

/**
 * A trigger of that name is there.
 * @param {RelationDesc} relation
 * @param {ParseNode} node
 * @param {CatalogRow} row
 * @throws {DbError} 42710
 */
function checkReplaced(relation, node, row) {
  const { at } = catalogShape('pg_trigger')
  if (!node.replace) throw duplicateTrigger(node.trigname, relation.name)
  if (row[at.tgisinternal] || row[at.tgparentid] !== 0) {
    throw refusedTrigger(
      '42710',
      `trigger "${node.trigname}" for relation "${relation.name}" is an internal or a child trigger`,
    )
  }
  if (row[at.tgconstraint] !== 0)
    throw refusedTrigger('42710', `trigger "${node.trigname}" for relation "${relation.name}" is a constraint trigger`)
}

/**
 * @param {Session} session
 * @param {ParseNode} node RenameStmt
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runRenameTrigger(session, node, call) {
  const oid = yield* lockRelation(session, node.relation, ACCESS_EXCLUSIVE)
  const ddl = beginDdl(session)
  const relation = ddl.view.relation(oid)
  const name = relation?.name ?? node.relation.relname
  if (relation === undefined || !'rvpf'.includes(relation.kind))
    throw cannotHaveTriggers(name, relation && kindDetail(relation.kind))
  const found = findTrigger(ddl, oid, node.subname)
  if (found === undefined) throw undefinedTrigger(node.subname, name)
  const { at } = catalogShape('pg_trigger')
  if (found.row[at.tgparentid] !== 0) {
    const parent = relation.parents[0] === undefined ? undefined : ddl.view.relation(relation.parents[0])
    throw triggerOfParent(node.subname, name, parent?.name)
  }
  for (const one of [found, ...clonesOf(ddl, found.row[at.oid])]) {
    const table = ddl.view.relation(one.row[at.tgrelid])
    if (findTrigger(ddl, one.row[at.tgrelid], node.newname) !== undefined)
      throw duplicateTrigger(node.newname, table?.name ?? name)
    changeTrigger(ddl, one, { tgname: node.newname })
  }
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER TRIGGER')
}

/** pg_trigger.tgenabled. */
const FIRES = /** @type {Record<string, string>} */ ({
  AT_EnableTrig: 'O',
  AT_EnableTrigAll: 'O',
  AT_EnableTrigUser: 'O',
  AT_DisableTrig: 'D',
  AT_DisableTrigAll: 'D',
  AT_DisableTrigUser: 'D',
  AT_EnableAlwaysTrig: 'A',
  AT_EnableReplicaTrig: 'R',
})

/**
 * ALTER TABLE … ENABLE, DISABLE TRIGGER.
 * @param {import('../../../catalog/ddl/context.js').DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {{ subtype: string, name?: string }} command
 * @param {boolean} recurse to the clones of partitions
 * @throws {DbError} 42704, 42501: foreign keys' and deferrable keys' own are a superuser's
 */
export function setTriggersEnabled(ddl, relation, command, recurse) {
  const { at } = catalogShape('pg_trigger')
  const enabled = char(FIRES[command.subtype])
  const users = command.subtype.endsWith('User')
  let any = false
  for (const found of ddl.find('pg_trigger', 'pg_trigger_tgrelid_tgname_index', [relation.oid])) {
    const { row } = found
    if (command.name !== undefined && row[at.tgname] !== command.name) continue
    any = true
    if (row[at.tgisinternal] && users) continue
    if (row[at.tgisinternal] && !isSuperuser(ddl.view, ddl.userOid)) throw systemTrigger(row[at.tgname])
    if (row[at.tgenabled] !== enabled) changeTrigger(ddl, found, { tgenabled: enabled })
    if (relation.kind !== 'p' || row[at.tgisinternal] || !recurse) continue
    for (const clone of clonesOf(ddl, row[at.oid]))
      if (clone.row[at.tgenabled] !== enabled) changeTrigger(ddl, clone, { tgenabled: enabled })
  }
  if (!any && command.name !== undefined) throw undefinedTrigger(command.name, relation.name)
}
