/** CREATE SEQUENCE and ALTER SEQUENCE, and the options that identity columns take too. */
import {
  changeSequence, completeOptions, createSequence, setSequenceOwner,
} from '../../../catalog/ddl/tables/sequences.js'
import { sequenceParameters } from '../../../catalog/sequences.js'
import { bigintOutOfRange } from '../../../errors/data.js'
import {
  conflictingOptions, invalidOwnedBy, badSequenceNumber, notASequence, ownerOfWrongKind,
} from '../../../errors/ddl/sequences.js'
import { undefinedColumn } from '../../../errors/functions.js'
import { notSupportedAt, syntaxError } from '../../../errors/syntax.js'
import { typeOfName } from '../../../planner/table-expressions.js'
import {
  ACCESS_SHARE, SHARE_ROW_EXCLUSIVE, beginDdl, creationNamespace, endDdl, lockRelation, persistenceIn,
} from '../../session/ddl.js'
import { refuseOthersTemporary } from '../in-use.js'
import { requireNewTablespace } from '../../session/tablespaces.js'

/** @import { SequenceOptions } from '../../../catalog/ddl/tables/sequences.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */

/** @typedef {SequenceOptions & { ownedBy?: string[], name?: string[] }} ReadOptions */

/**
 * DefElem nodes as options.
 * @param {Session} session
 * @param {ParseNode[]} nodes
 * @returns {ReadOptions}
 * @throws {DbError} 42601, 22023, 22003
 */
export function readSequenceOptions(session, nodes) {
  /** @type {ReadOptions} */
  const options = {}
  const seen = new Set()
  for (const { DefElem: option } of nodes ?? []) {
    const { defname: name, arg } = option
    if (seen.has(name)) throw conflictingOptions(option.location)
    seen.add(name)
    switch (name) {
      case 'as': options.typeOid = typeOfName(session.catalog(), arg.TypeName).type; break
      case 'increment': options.increment = integer(arg); break
      case 'start': options.start = integer(arg); break
      case 'restart': options.restart = arg === undefined ? null : integer(arg); break
      case 'maxvalue': options.max = arg === undefined ? null : integer(arg); break
      case 'minvalue': options.min = arg === undefined ? null : integer(arg); break
      case 'cache': options.cache = integer(arg); break
      case 'cycle': options.cycle = arg.Boolean.boolval === true; break
      case 'owned_by': options.ownedBy = names(arg); break
      case 'sequence_name': options.name = names(arg); break
      default: throw notSupportedAt(`the sequence option "${name}" is not supported`, { location: option.location })
    }
  }
  return options
}

/** @param {ParseNode} arg List of String */
const names = (arg) => arg.List.items.map((item) => item.String.sval)

/** @param {ParseNode} arg Integer or Float @returns {bigint} */
function integer(arg) {
  if (arg?.Integer !== undefined) return BigInt(arg.Integer.ival ?? 0)
  const text = arg?.Float?.fval
  if (text === undefined) throw syntaxError('a number is needed here')
  if (!/^[+-]?\d+$/.test(text)) throw badSequenceNumber(text)
  const value = BigInt(text)
  if (BigInt.asIntN(64, value) !== value)
    throw Object.assign(bigintOutOfRange(), { message: `value "${text}" is out of range for type bigint` })
  return value
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreateSeqStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runCreateSequence(session, node, call) {
  const { sequence } = node
  const namespaceOid = creationNamespace(session, sequence)
  if (node.if_not_exists && session.catalog().source.relationOid(namespaceOid, sequence.relname) !== 0) {
    session.notice({
      severity: 'NOTICE', code: '42P07', message: `relation "${sequence.relname}" already exists, skipping`,
    })
    call.sink.commandComplete('CREATE SEQUENCE')
    return
  }
  const options = readSequenceOptions(session, node.options)
  if (options.name !== undefined) throw syntaxError('invalid sequence option SEQUENCE NAME')
  const persistence = persistenceIn(session, namespaceOid, sequence)
  requireNewTablespace(session, undefined, persistence === 't')
  const ddl = beginDdl(session)
  const oid = createSequence(ddl, { name: sequence.relname, namespaceOid, persistence, options })
  if (options.ownedBy !== undefined) yield* ownBy(session, ddl, oid, options.ownedBy)
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE SEQUENCE')
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').AlterSeqStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runAlterSequence(session, node, call) {
  const { sequence } = node
  const oid = yield* lockRelation(session, sequence, SHARE_ROW_EXCLUSIVE, node.missing_ok === true)
  if (oid === 0)
    session.notice({
      severity: 'NOTICE', code: '00000', message: `relation "${sequence.relname}" does not exist, skipping`,
    })
  else {
    if (session.catalog().relation(oid)?.kind !== 'S') throw notASequence(sequence.relname)
    refuseOthersTemporary(session, [oid], 'access')
    const options = readSequenceOptions(session, node.options)
    if (options.name !== undefined) throw syntaxError('invalid sequence option SEQUENCE NAME')
    const ddl = beginDdl(session)
    alterSequence(session, ddl, oid, options, false)
    if (options.ownedBy !== undefined) yield* ownBy(session, ddl, oid, options.ownedBy)
    endDdl(session, ddl)
  }
  call.sink.commandComplete('ALTER SEQUENCE')
}

/**
 * Changes parameters and position as the options say.
 * @param {Session} session
 * @param {any} ddl
 * @param {number} oid
 * @param {SequenceOptions} options
 * @param {boolean} identity
 */
export function alterSequence(session, ddl, oid, options, identity) {
  const relation = ddl.view.relation(oid)
  const current = sequenceParameters(ddl.view, oid)
  if (current === undefined) throw notASequence(relation.name)
  const { lastValue, isCalled } = session.cluster.sequences.of(ddl.view, relation)
  const { parameters, position } = completeOptions(ddl, options, { ...current, lastValue, isCalled }, identity)
  changeSequence(ddl, oid, parameters, position)
}

/**
 * OWNED BY.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {number} oid of the sequence
 * @param {string[]} parts
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* ownBy(session, ddl, oid, parts) {
  if (parts.length === 1) {
    if (parts[0] !== 'none') throw invalidOwnedBy()
    setSequenceOwner(ddl, oid, null)
    return
  }
  const [columnName, relname, schemaname, catalogname] = [...parts].reverse()
  const relationOid = yield* lockRelation(session, { relname, schemaname, catalogname }, ACCESS_SHARE)
  const relation = ddl.view.relation(relationOid)
  if (relation === undefined || !['r', 'f', 'v', 'p'].includes(relation.kind)) {
    const kind = relation === undefined ? 'indexes' : OWNERLESS[relation.kind]
    throw ownerOfWrongKind(relname, kind)
  }
  const column = relation.columns.find((candidate) => candidate.name === columnName && !candidate.dropped)
  if (column === undefined) throw undefinedColumn(columnName, relation.name)
  setSequenceOwner(ddl, oid, { relationOid, attnum: column.attnum })
}

const OWNERLESS = /** @type {Record<string, string>} */ ({
  S: 'sequences', m: 'materialized views', c: 'composite types', t: 'TOAST tables',
})
