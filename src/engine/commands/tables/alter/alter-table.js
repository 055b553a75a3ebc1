/**
 * ALTER TABLE, INDEX, VIEW, SEQUENCE … with subcommands. As PostgreSQL has it: first every subcommand is looked at and
 * checked against the kind of relation, then all of them run in the order of their passes (drops first, constraints
 * last), whatever their order in the statement; at the end one pass over the rows rewrites and checks them
 * (alter/rows.js).
 */
import { isDetaching } from '../../../../catalog/detaching.js'
import { inheritors } from '../../../../catalog/inheritance.js'
import { systemCatalog } from '../../../../errors/ddl/row-security.js'
import { isACompositeType } from '../../../../errors/commands/objects.js'
import { featureNotSupported } from '../../../../errors/db-error.js'
import { actionNotForKind, isNot } from '../../../../errors/ddl/alter.js'
import { detachIncomplete } from '../../../../errors/ddl/inheritance.js'
import { PASS, PASS_COUNT, passOf } from './passes.js'
import { SUBCOMMANDS } from './subcommands.js'
import { alterPersistence } from './relation.js'
import { dropDependentsOnTypes, restoreDependents } from './column-type.js'
import { finishRows } from './rows.js'
import { AlterStatement } from './work.js'
import { ACCESS_EXCLUSIVE, SHARE_ROW_EXCLUSIVE, lockOid, lockRelation } from '../../../session/ddl.js'
import { buildContext } from '../../../session/context.js'
import { typedFollowers } from '../typed-tables.js'
import { refuseOthersTemporary, refuseWhileInUse } from '../../in-use.js'
import { indexTable, kindOf } from '../../objects/relation-kind.js'
import { lockTree } from '../trees.js'
import { FIRST_USER_OID } from '../../../../types/oids.js'

/** @import { Session } from '../../../session/session.js' */
/** @import { UtilityCall } from '../../dispatch.js' */
/** @import { TableWork } from './work.js' */
/** @import { Tree } from '../../../../parser/tree.js' */

const TAGS = /** @type {Record<string, string>} */ ({
  OBJECT_TABLE: 'ALTER TABLE', OBJECT_INDEX: 'ALTER INDEX', OBJECT_VIEW: 'ALTER VIEW',
  OBJECT_SEQUENCE: 'ALTER SEQUENCE', OBJECT_MATVIEW: 'ALTER MATERIALIZED VIEW', OBJECT_TYPE: 'ALTER TYPE',
  OBJECT_FOREIGN_TABLE: 'ALTER FOREIGN TABLE',
})
/** What a statement that names a kind takes, and how it says so. */
const OF_KIND = /** @type {Record<string, [string, string]>} */ ({
  OBJECT_INDEX: ['iI', 'an index'], OBJECT_VIEW: ['v', 'a view'], OBJECT_SEQUENCE: ['S', 'a sequence'],
  OBJECT_MATVIEW: ['m', 'a materialized view'], OBJECT_TYPE: ['c', 'a composite type'],
  OBJECT_FOREIGN_TABLE: ['f', 'a foreign table'],
})

/** @param {any} command AlterTableCmd @returns {number} lock mode: a new foreign key keeps writers out, not readers */
function lockFor({ subtype, def }) {
  if (subtype === 'AT_AddConstraint' && def.Constraint.contype === 'CONSTR_FOREIGN') return SHARE_ROW_EXCLUSIVE
  return SUBCOMMANDS[subtype]?.lock ?? ACCESS_EXCLUSIVE
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').AlterTableStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runAlterTable(session, node, call) {
  const tag = TAGS[node.objtype]
  if (tag === undefined) throw featureNotSupported(`ALTER ${String(node.objtype).replace('OBJECT_', '')}`)
  const commands = node.cmds.map((item) => item.AlterTableCmd)
  const lock = Math.max(...commands.map(lockFor))
  const oid = yield* lockRelation(session, node.relation, lock, node.missing_ok === true)
  if (oid === 0) {
    session.notice({
      severity: 'NOTICE', code: '00000', message: `relation "${node.relation.relname}" does not exist, skipping`,
    })
    call.sink.commandComplete(tag)
    return
  }
  const kind = kindOf(session, oid)
  checkKind(node, kind, oid)
  if (kind === 'i' || kind === 'I') yield* lockOid(session, indexTable(session, oid), lock)
  const recurse = node.relation.inh === true
  const tree =
    recurse && (session.catalog().relation(oid)?.children.length ?? 0) > 0 ? yield* lockTree(session, oid, lock) : []
  refuseOthersTemporary(session, [oid], kind === 'S' ? 'access' : 'alter')
  refuseWhileInUse(session, [oid, ...tree.map((relation) => relation.oid)], tag)
  yield* alterRelation(session, oid, commands, { recurse, sourceText: call.prepared.sourceText })
  call.sink.commandComplete(tag)
}

/**
 * @param {Tree<import('@pgsql/types').AlterTableStmt>} node
 * @param {string} kind
 * @param {number} oid
 * @throws {DbError} 42809, 42501
 */
export function checkKind(node, kind, oid) {
  const name = node.relation.relname
  if (oid < FIRST_USER_OID) throw systemCatalog(name)
  const wanted = OF_KIND[node.objtype]
  if (wanted !== undefined && !wanted[0].includes(kind)) throw isNot(name, wanted[1])
  if (wanted === undefined && kind === 'c') throw isACompositeType(name)
}

/**
 * All subcommands on one relation, which is locked, and on those below it as far as they reach.
 * @param {Session} session
 * @param {number} oid
 * @param {any[]} commands AlterTableCmd
 * @param {{ recurse: boolean, sourceText: string }} options
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* alterRelation(session, oid, commands, { recurse, sourceText }) {
  const statement = new AlterStatement(session, sourceText)
  const partition = session.catalog().relation(oid)
  if (partition !== undefined && isDetaching(session.catalog(), partition)) throw detachIncomplete(partition.name)
  /** @type {{ pass: number, command: any, work: TableWork, reach: import('./subcommands.js').Reach }[]} */
  const planned = []
  for (const command of commands) {
    const entry = subcommand(command)
    const tree =
      recurse && entry.each === true ? inheritors(session.catalog(), oid).map((relation) => relation.oid) : [oid]
    for (const member of tree.length === 0 ? [oid] : tree) {
      const kind = kindOf(session, member)
      if (!entry.kinds.includes(kind))
        throw actionNotForKind(
          entry.action, session.catalog().relation(member)?.name ?? session.catalog().index(member)?.name ?? '', kind,
        )
      planned.push({
        pass: passOf(command), command, work: member === oid ? statement.workOf(oid) : statement.below(member),
        reach: { recurse, recursing: member !== oid },
      })
    }
    for (const follower of typedFollowers(session, session.catalog().relation(oid), command)) {
      yield* lockOid(session, follower, ACCESS_EXCLUSIVE)
      refuseWhileInUse(
        session, [follower, ...(yield* lockTree(session, follower, ACCESS_EXCLUSIVE)).map((relation) => relation.oid)],
        'ALTER TYPE',
      )
      planned.push({
        pass: passOf(command), command, work: statement.below(follower), reach: { recurse: true, recursing: false },
      })
    }
  }
  // It decides over rewriting, which everything else wants to know.
  for (const { command, work } of planned)
    if (command.subtype === 'AT_SetLogged' || command.subtype === 'AT_SetUnLogged') alterPersistence(work, command)
  const { breathe } = buildContext(session)
  for (let pass = 0; pass < PASS_COUNT; pass++) {
    if (pass === PASS.OLD_INDEX) for (const work of statement.works.values()) yield* restoreDependents(work, 'index')
    if (pass === PASS.OLD_CONSTRAINT)
      for (const work of statement.works.values()) yield* restoreDependents(work, 'constraint')
    for (let at = 0; at < planned.length; at++) {
      if (planned[at].pass !== pass) continue
      const { command, work, reach } = planned[at]
      const steps = subcommand(command).run(work, command, reach)
      if (steps !== undefined) yield* steps
      for (const later of work.queued.splice(0))
        planned.push({ pass: passOf(later), command: later, work, reach })
      work.step()
      const turn = breathe?.() ?? null
      if (turn !== null) yield turn
    }
    if (pass === PASS.ALTER_TYPE) dropDependentsOnTypes([...statement.works.values()])
  }
  for (const work of statement.works.values()) yield* finishRows(work)
  // Foreign keys look at several tables' rows.
  for (const work of statement.works.values()) for (const after of work.afterRows) yield* after()
}

/** @param {Tree<import('@pgsql/types').AlterTableCmd>} command */
function subcommand(command) {
  const entry = SUBCOMMANDS[command.subtype]
  if (entry === undefined)
    throw featureNotSupported(
      `ALTER TABLE … ${command.subtype
        .replace('AT_', '')
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .toUpperCase()}`,
    )
  return entry
}
