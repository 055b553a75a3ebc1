/** COPY FROM: the client's bytes, or those of a file of the server, as rows of a table. */
import { cannotCopyTo, copyRefuses, freezeAfterActivity, freezeOfOlderTable } from '../../../errors/copy.js'
import { DbError } from '../../../errors/db-error.js'
import { readOnlyTransaction } from '../../../errors/engine.js'
import { policiesFor } from '../../../catalog/policies.js'
import { copyFromRefused, wouldBeAffected } from '../../../errors/ddl/row-security.js'
import { hasInsteadTrigger, triggersFor } from '../../../catalog/triggers.js'
import { INSERT } from '../../../catalog/acl.js'
import { copyCondition, planCopyFrom } from '../../../planner/copy-from.js'
import { copyOptions } from '../copy/options.js'
import { awaited } from '../copy/server-file.js'
import { rowReader } from '../copy/readers.js'
import { toldOf } from '../../session/progress.js'
import { computeConstantParts } from '../../statements/core/constant-parts.js'
import { requireCalls } from '../../statements/core/permit.js'
import { runSteps } from '../../statements/core/run.js'
import { Execution } from '../../statements/core/execution.js'
import { Prepared } from '../../statements/core/prepared.js'
import { ROW_EXCLUSIVE, lockRelation } from '../../session/ddl.js'
import { openedRelation, copyColumns, requireGranted, checkForced, otherSide } from './copy-columns.js'

/** @import { Session } from '../../session/session.js' */
/** @import { FileToRead } from '../copy/server-file.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { ResultSink } from '../../statements/core/result-sink.js' */
/** @typedef {{ copyRead: () => Buffer | null | Promise<Buffer | null> }} CopyInput the client, or a file */
/** @import { Tree } from '../../../parser/tree.js' */

/** PostgreSQL's number for what this COPY does. */
const COPY_FROM = 1

/** Errors of keys that indexes find: which row has them is known when it is written. */
const OF_KEYS = new Set(['23505', '23P01'])

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CopyStmt>} node
 * @param {UtilityCall} call
 * @param {FileToRead | null} file of the server, whose bytes they are
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* copyFrom(session, node, call, file) {
  const { sourceText } = call.prepared
  const oid = yield* lockRelation(session, node.relation, ROW_EXCLUSIVE)
  const relation = openedRelation(session, node.relation, oid)
  // What is wrong with its condition is said before it is asked who copies, and that before its options are read.
  const where = !node.whereClause ? null : copyCondition(session.catalog(), relation, node.whereClause, {
    settings: session.settings, sourceText, env: session.env,
  })
  computeConstantParts(session, where)
  const columns = copyColumns(session, relation, node.attlist)
  requireGranted(session, relation, INSERT, columns, where)
  refuseRowSecurity(session, relation)
  if (session.block.readOnly && relation.persistence !== 't') throw readOnlyTransaction('COPY FROM')
  const options = copyOptions(node.options ?? [], true, session.settings.show('client_encoding'))
  checkForced(relation, columns, options.forceNotNull, 'FORCE_NOT_NULL')
  checkForced(relation, columns, options.forceNull, 'FORCE_NULL')
  const format = options.format === 'binary' ? 1 : 0
  const isTold = relation.kind === 'v' && hasInsteadTrigger(relation, 'insert')
  if (relation.kind !== 'r' && relation.kind !== 'p' && !isTold) {
    yield* begin(call.sink, file, format, columns.length)
    throw cannotCopyTo(relation.kind, node.relation.relname)
  }
  const planned = planCopyFrom(
    session.catalog(), relation, columns.map((column) => column.attnum), where,
    { settings: session.settings, sourceText, env: session.env },
  )
  requireCalls(session, defaultsOf(planned, relation, columns))
  // Rows are kept back and written some at a time unless triggers are to see them one by one.
  const singly = isTold || triggersFor(relation, 'row', 'before', 'insert').length > 0
  const prepared = new Prepared({ ...call.prepared.parsed }, call.prepared.sourceText, [])
  prepared.adopt(session, planned)
  const reader = rowReader(relation.name, columns, options, format === 1 ? session.clientEnv : session.env)
  yield* begin(call.sink, file, format, columns.length)
  if (options.freeze) checkFreeze(session, relation)
  const execution = new Execution(call.sink, 'none', '', null, null)
  const source = new CopySource(session, reader, file ?? call.sink)
  execution.source = source
  const work = runSteps(session, prepared, [], execution)
  const params = () => {
    const rows = execution.ctx?.rowCount ?? 0
    return {
      1: source.bytes, 2: file?.size ?? 0, 3: rows, 4: node.whereClause ? Math.max(0, source.rows - rows) : 0,
      5: COPY_FROM, 6: otherSide(node),
    }
  }
  try {
    yield* toldOf(session, { command: 'COPY', relationOid: oid, params },
      session.procedures.within(() => source.place(), work))
    while (file === null && !reader.ended) {
      // What a client sends behind the end marker is read and dropped.
      const piece = call.sink.copyRead()
      if ((piece instanceof Promise ? yield* awaited(piece) : piece) === null) break
    }
  } catch (error) {
    if (error instanceof DbError && reader.lineNumber > 0) {
      const where = source.place(!singly && OF_KEYS.has(error.code))
      // A trigger's function has said where in it.
      if (error.where === undefined) error.where = where === '' ? undefined : where
      else if (where !== '' && !error.where.startsWith('COPY ')) error.where += `\n${where}`
    }
    throw error
  } finally {
    execution.finish(session)
  }
  yield* session.envelope.beforeTag(call.describe)
  call.sink.commandComplete(`COPY ${execution.rows}`)
}

/**
 * The other side is told to begin, or found not to be there.
 * @param {ResultSink} sink @param {FileToRead | null} file @param {0 | 1} format @param {number} columnCount
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* begin(sink, file, format, columnCount) {
  if (file !== null) yield* file.begin()
  else sink.copyInBegin(format, columnCount)
}

/**
 * What columns get that are not copied.
 * @param {import('../../../planner/plan.js').PlannedStatement} planned @param {RelationDesc} relation
 * @param {{ attnum: number }[]} columns @returns {Expr[]}
 */
function defaultsOf(planned, relation, columns) {
  const copied = new Set(columns.map(({ attnum }) => attnum))
  const { values } = /** @type {{ values: Expr[] }} */ (/** @type {unknown} */ (planned.root))
  return values.filter((_, index) => !copied.has(index + 1) && relation.columns[index].generated !== 's')
}

/**
 * Rows of COPY data for the executor's external scan: `next()` gives a row, null at the end, undefined when `wait` must
 * be awaited first.
 */
class CopySource {
  /**
   * @param {Session} session
   * @param {import('../copy/readers.js').AnyReader} reader
   * @param {CopyInput} input
   */
  constructor(session, reader, input) {
    this.session = session
    this.reader = reader
    this.input = input
    /** @type {{ promise: Promise<void> } | null} */
    this.wait = null
    /** Set by the executor, which writes rows in batches: the line of the row it could not write. */
    this.failedLine = 0
    /** Of data that arrived. */
    this.bytes = 0
    /** Read one by one: those of a COPY with a WHERE. */
    this.rows = 0
    /** The line of the row that was handed out last, until the next is asked for. */
    this.rowLine = 0
    /** There are no more rows. */
    this.isOver = false
  }

  lineOf() { return this.reader.lineNumber }

  /**
   * Where it is, as a context line; '' before the first row and after the last, when statements' and AFTER triggers
   * fire.
   * @param {boolean} [lineAlone] not what the line says
   */
  place(lineAlone = false) {
    const { reader, failedLine, rowLine } = this
    if (failedLine > 0) return `COPY ${reader.table}, line ${failedLine}`
    if (reader.lineNumber === 0 || this.isOver) return ''
    const says = lineAlone || rowLine !== reader.lineNumber ? '' : reader.quotedRow()
    return `COPY ${reader.table}, line ${reader.lineNumber}${says}`
  }

  /** @returns {any[] | null | undefined} */
  next() {
    for (;;) {
      this.rowLine = 0
      const row = this.reader.next()
      if (row !== undefined) {
        this.rows++
        this.rowLine = this.reader.lineNumber
        this.isOver = row === null
        return row
      }
      const piece = this.input.copyRead()
      if (piece instanceof Promise) {
        this.wait = { promise: piece.then((bytes) => this.take(bytes)) }
        return undefined
      }
      this.take(piece)
    }
  }

  /** @param {Buffer | null} piece */
  take(piece) {
    if (piece === null) this.reader.end()
    else {
      this.bytes += piece.length
      this.reader.feed(piece)
    }
  }
}

/**
 * Rows that policies would be asked of come by INSERT.
 * @param {Session} session
 * @param {import('../../../catalog/relation.js').RelationDesc} relation
 * @throws {DbError} 0A000, 42501
 */
function refuseRowSecurity(session, relation) {
  const who = policiesFor(session.catalog(), relation, session.roleOid)
  if (who === 'none') return
  if (session.settings.get('row_security') === false) throw wouldBeAffected(relation.name, who === 'owner')
  throw copyFromRefused()
}

/**
 * FREEZE changes nothing here, but says that nobody else can see the table yet.
 * @param {Session} session
 * @param {import('../../../catalog/relation.js').RelationDesc} relation
 * @throws {DbError}
 */
function checkFreeze(session, relation) {
  if (relation.kind === 'p') throw copyRefuses('cannot perform COPY FREEZE on a partitioned table')
  for (const portal of session.portals.values()) if (portal.name !== '') throw freezeAfterActivity()
  if (!session.block.madeHere(relation.fileId)) throw freezeOfOlderTable()
}
