/** DROP TABLE / INDEX / VIEW / SCHEMA and TRUNCATE. */
import { fireTruncate } from './truncate-triggers.js'
import { REMOVERS } from '../../../catalog/ddl/removers.js'
import { dropObjects, dropSteps } from '../../../catalog/ddl/drop.js'
import { CLASS } from '../../../catalog/ddl/context.js'
import { address } from '../../../catalog/ddl/dependencies.js'
import { moveSequence, ownedSequences } from '../../../catalog/ddl/tables/sequences.js'
import { sequenceParameters } from '../../../catalog/sequences.js'
import { requirePredicates } from '../../../catalog/ddl/indexes/index-build.js'
import { truncateRelation } from '../../../catalog/ddl/tables/truncate.js'
import { undefinedSchema } from '../../../errors/ddl/catalog.js'
import {
  undefinedRelationToDrop, otherKindToDrop, partitionedIndexConcurrently, concurrentlyOneIndex, concurrentlyNoCascade,
  notATable,
} from '../../../errors/commands/objects.js'
import { systemCatalog } from '../../../errors/ddl/row-security.js'
import { DbError, featureNotSupported } from '../../../errors/db-error.js'
import { requireAlone } from '../alone.js'
import { truncateOnlyPartitioned } from '../../../errors/ddl/inheritance.js'
import { lockAbove, lockTree } from '../tables/trees.js'
import { OBJECT_TYPES, commandTag, findNamed, requireNamedOwner } from './object-address.js'
import { refuseOthersTemporary, refuseWhileInUse } from '../in-use.js'
import { referringTables } from '../constraints/foreign-keys.js'
import { unwritable } from '../../../catalog/foreign.js'
import { LAYER } from '../../../profile/profile.js'
import { Turns, inTurns } from '../../turns/steps.js'
import { asDropper, asOwner, toTruncate } from '../../session/access.js'
import { ACCESS_EXCLUSIVE, beginDdl, endDdl, lockOid, lockRelation } from '../../session/ddl.js'
import { FIRST_UNPINNED_OID, FIRST_USER_OID } from '../../../types/oids.js'

/** @import { SequenceParameters } from '../../../catalog/sequences.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/** What each DROP takes. @type {Record<string, { word: string, kinds: string, tag: string, article: string }>} */
const DROPS = {
  OBJECT_TABLE: { word: 'table', kinds: 'rp', tag: 'DROP TABLE', article: 'a' },
  OBJECT_INDEX: { word: 'index', kinds: 'iI', tag: 'DROP INDEX', article: 'an' },
  OBJECT_VIEW: { word: 'view', kinds: 'v', tag: 'DROP VIEW', article: 'a' },
  OBJECT_SEQUENCE: { word: 'sequence', kinds: 'S', tag: 'DROP SEQUENCE', article: 'a' },
  OBJECT_FOREIGN_TABLE: { word: 'foreign table', kinds: 'f', tag: 'DROP FOREIGN TABLE', article: 'a' },
  OBJECT_MATVIEW: { word: 'materialized view', kinds: 'm', tag: 'DROP MATERIALIZED VIEW', article: 'a' },
}

/** Objects found by their names alone. */
const NAMED = new Set([
  'OBJECT_COLLATION', 'OBJECT_CONVERSION', 'OBJECT_TSPARSER', 'OBJECT_TSDICTIONARY', 'OBJECT_TSTEMPLATE',
  'OBJECT_TSCONFIGURATION', 'OBJECT_EXTENSION', 'OBJECT_LANGUAGE', 'OBJECT_FDW', 'OBJECT_FOREIGN_SERVER',
  'OBJECT_ACCESS_METHOD', 'OBJECT_STATISTIC_EXT', 'OBJECT_PUBLICATION', 'OBJECT_EVENT_TRIGGER',
])
/** No such object, or no such schema. */
const MISSING = new Set(['42704', '3F000'])

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').DropStmt>} node
 * @param {UtilityCall} call
 * @param {boolean} cascade
 */
function dropNamed(session, node, call, cascade) {
  const targets = []
  session.block.ensure()
  for (const object of node.objects) {
    try {
      const target = findNamed(session, node.removeType, object)
      if (target.objectId >= FIRST_UNPINNED_OID && !REMOVERS.has(target.classId))
        throw featureNotSupported(`DROP of a ${OBJECT_TYPES[node.removeType].words}`)
      requireNamedOwner(session, node.removeType, object, target, { dropping: true })
      targets.push(target)
    } catch (error) {
      if (!node.missing_ok || !(error instanceof DbError) || !MISSING.has(error.code)) throw error
      session.notice({
        severity: 'NOTICE', code: '00000', message: `${error.message.replace(' for encoding "UTF8"', '')}, skipping`,
      })
    }
  }
  if (targets.length > 0) {
    const ddl = beginDdl(session)
    dropObjects(ddl, targets, { cascade })
    endDdl(session, ddl)
  }
  call.sink.commandComplete(commandTag(node.removeType, 'DROP'))
}

const KIND_WORDS = /** @type {Record<string, string>} */ ({
  r: 'table', p: 'table', i: 'index', I: 'index', v: 'view', S: 'sequence', m: 'materialized view', f: 'foreign table',
  c: 'type',
})

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').DropStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runDrop(session, node, call) {
  const cascade = node.behavior === 'DROP_CASCADE'
  if (node.removeType === 'OBJECT_SCHEMA') return dropSchemas(session, node, call, cascade)
  const kind = DROPS[node.removeType]
  if (kind === undefined) {
    if (!NAMED.has(node.removeType))
      throw featureNotSupported(`DROP ${node.removeType.replace('OBJECT_', '').replaceAll('_', ' ')}`)
    dropNamed(session, node, call, cascade)
    return
  }
  if (node.concurrent) checkConcurrentDrop(session, node, call, cascade)
  const targets = []
  const turns = new Turns(session)
  for (const object of node.objects ?? []) {
    if (turns.isOver()) yield turns.next()
    const names = object.List.items.map((/** @type {any} */ item) => item.String.sval)
    const rangeVar = { relname: names.at(-1), schemaname: names.at(-2), catalogname: names.at(-3) }
    yield* lockAbove(session, rangeVar)
    const oid = yield* lockRelation(session, rangeVar, ACCESS_EXCLUSIVE, true, asDropper)
    if (oid === 0) {
      if (!node.missing_ok) {
        if (rangeVar.schemaname && session.catalog().namespaceOid(rangeVar.schemaname) === 0)
          throw undefinedSchema(rangeVar.schemaname)
        throw undefinedRelationToDrop(
          kind.word === 'index' || kind.word === 'foreign table', kind.word, rangeVar.relname,
        )
      }
      const missingSchema = rangeVar.schemaname && session.catalog().namespaceOid(rangeVar.schemaname) === 0
      session.notice({
        severity: 'NOTICE',
        code: '00000',
        message: missingSchema
          ? `schema "${rangeVar.schemaname}" does not exist, skipping`
          : `${kind.word} "${rangeVar.relname}" does not exist, skipping`,
      })
      continue
    }
    const index = session.catalog().index(oid)
    const actual = index !== undefined ? 'i' : session.catalog().relation(oid)?.kind ?? 'r'
    if (!kind.kinds.includes(actual)) {
      throw otherKindToDrop(
        rangeVar.relname, kind.article, kind.word, (KIND_WORDS[actual] ?? 'TABLE').toUpperCase(),
        /^[aeiou]/.test(KIND_WORDS[actual] ?? ''), KIND_WORDS[actual],
      )
    }
    if (index !== undefined) yield* lockOid(session, index.relationOid, ACCESS_EXCLUSIVE)
    if (index !== undefined && node.concurrent && isPermanent(session.catalog().relation(index.relationOid)))
      throw partitionedIndexConcurrently(index.name)
    if (oid < FIRST_USER_OID) throw systemCatalog(rangeVar.relname)
    if (index === undefined) yield* lockTree(session, oid, ACCESS_EXCLUSIVE)
    targets.push(address(CLASS.RELATION, oid))
  }
  if (targets.length > 0) {
    refuseWhileInUse(session, targets.map((target) => target.objectId), kind.tag)
    const ddl = beginDdl(session)
    yield* inTurns(session, dropSteps(ddl, targets, { cascade }), LAYER.execute)
    endDdl(session, ddl)
  }
  call.sink.commandComplete(kind.tag)
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').DropStmt>} node
 * @param {UtilityCall} call
 * @param {boolean} cascade
 * @throws {DbError} 0A000, 25001
 */
function checkConcurrentDrop(session, node, call, cascade) {
  if (node.objects.length > 1) throw concurrentlyOneIndex()
  if (cascade) throw concurrentlyNoCascade()
  requireAlone(session, call, 'DROP INDEX CONCURRENTLY')
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').DropStmt>} node
 * @param {UtilityCall} call
 * @param {boolean} cascade
 */
function dropSchemas(session, node, call, cascade) {
  const targets = []
  for (const object of node.objects) {
    const name = object.String.sval
    const oid = session.catalog().namespaceOid(name)
    if (oid === 0) {
      if (!node.missing_ok) throw undefinedSchema(name)
      session.notice({ severity: 'NOTICE', code: '00000', message: `schema "${name}" does not exist, skipping` })
    } else targets.push(address(CLASS.NAMESPACE, oid))
  }
  if (targets.length > 0) {
    const ddl = beginDdl(session)
    dropObjects(ddl, targets, { cascade })
    endDdl(session, ddl)
  }
  call.sink.commandComplete('DROP SCHEMA')
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').TruncateStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runTruncate(session, node, call) {
  /** @type {number[]} */
  const oids = []
  for (const { RangeVar: rangeVar } of node.relations) {
    const oid = yield* lockRelation(session, rangeVar, ACCESS_EXCLUSIVE, false, toTruncate)
    const relation = session.catalog().relation(oid)
    if (relation === undefined || !'rpf'.includes(relation.kind)) throw notATable(rangeVar.relname)
    if (oid < FIRST_USER_OID) throw systemCatalog(rangeVar.relname)
    if (relation.kind === 'p' && rangeVar.inh !== true) throw truncateOnlyPartitioned()
    const tree = rangeVar.inh === true ? yield* lockTree(session, oid, ACCESS_EXCLUSIVE) : [relation]
    for (const member of tree) if (member.kind === 'f') throw unwritable(session.catalog(), member, 'truncate')
    const added = tree.map((member) => member.oid).filter((member) => !oids.includes(member))
    refuseOthersTemporary(session, added, 'truncate')
    refuseWhileInUse(session, added, 'TRUNCATE')
    oids.push(...added)
  }
  yield* referringTables(session, oids, node.behavior === 'DROP_CASCADE')
  /** @type {number[]} */
  const sequences = []
  if (node.restart_seqs === true) {
    const looked = beginDdl(session)
    for (const sequence of oids.flatMap((oid) => ownedSequences(looked, oid, 0))) {
      yield* lockOid(session, sequence, ACCESS_EXCLUSIVE)
      asOwner(session, sequence)
      sequences.push(sequence)
    }
  }
  yield* fireTruncate(session, oids, 'before')
  const ddl = beginDdl(session)
  for (const oid of oids) {
    const relation = ddl.view.relation(oid)
    if (relation === undefined || relation.kind === 'p') continue
    requirePredicates(ddl, relation)
    truncateRelation(ddl, oid)
  }
  for (const sequence of sequences) {
    const { start } = /** @type {SequenceParameters} */ (sequenceParameters(ddl.view, sequence))
    moveSequence(ddl, sequence, { lastValue: start, isCalled: false })
  }
  endDdl(session, ddl)
  yield* fireTruncate(session, oids, 'after')
  call.sink.commandComplete('TRUNCATE TABLE')
}

/**
 * Concurrently is not said of temporary tables: nobody else is there.
 * @param {import('../../../catalog/relation.js').RelationDesc | undefined} relation
 */
const isPermanent = (relation) => relation?.kind === 'p' && relation.persistence !== 't'
