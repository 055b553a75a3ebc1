/** COPY: rows between a table or a query and the client, as text, CSV or binary. The formats are in ../copy. */
import {
  cannotCopyFrom, cannotCopyTo, copyRefuses, forcedColumnMissing, generatedInCopy, copyOfIndex, copyOfCompositeType,
  freezeAfterActivity, freezeOfOlderTable, undefinedCopiedColumn,
} from '../../../errors/copy.js'
import { ruleOfCopy } from '../../../errors/ddl/rules.js'
import { undefinedRelationColumn, columnSpecifiedTwice } from '../../../errors/ddl/catalog.js'
import { DbError, featureNotSupported } from '../../../errors/db-error.js'
import { readOnlyTransaction } from '../../../errors/engine.js'
import { policiesFor } from '../../../catalog/policies.js'
import { copyFromRefused, wouldBeAffected } from '../../../errors/ddl/row-security.js'
import { hasInsteadTrigger, triggersFor } from '../../../catalog/triggers.js'
import { INSERT, SELECT } from '../../../catalog/acl.js'
import { Needs } from '../../../planner/needs.js'
import { permit } from '../../statements/core/permit.js'
import { requireNeeds } from '../../statements/core/require-needs.js'
import { nodeOf } from '../../../parser/parser.js'
import { planCopyFrom } from '../../../planner/copy-from.js'
import { bindCopyWhere } from '../../../planner/table-expressions.js'
import { ByteWriter } from '../../../util/byte-writer.js'
import { BinaryReader } from '../copy/binary-reader.js'
import { CsvReader } from '../copy/csv-reader.js'
import { copyOptions } from '../copy/options.js'
import { longRows, rowWriter } from '../copy/row-writer.js'
import { TextReader } from '../copy/text-reader.js'
import { toldOf } from '../../session/progress.js'
import { runSteps } from '../../statements/core/run.js'
import { Execution } from '../../statements/core/execution.js'
import { Prepared } from '../../statements/core/prepared.js'
import { EXECUTE_SERVER_PROGRAM, hasPrivsOf, READ_SERVER_FILES, WRITE_SERVER_FILES } from '../../../catalog/roles.js'
import { copyFilesDenied } from '../../../errors/privileges.js'
import { ROW_EXCLUSIVE, lockRelation, relationOidOf, undefinedRelation } from '../../session/ddl.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { ResultSink } from '../../statements/core/result-sink.js' */
/** @import { Tree } from '../../../parser/tree.js' */
/** @import { TypeEnv } from '../../../types/type-ops.js' */

const READERS = { text: TextReader, csv: CsvReader, binary: BinaryReader }

/**
 * @param {string} table
 * @param {import('../copy/row-reader.js').CopyColumn[]} columns
 * @param {import('../copy/options.js').CopyOptions} options
 * @param {TypeEnv} env
 */
const rowReader = (table, columns, options, env) => new READERS[options.format](table, columns, options, env)

/** PostgreSQL's numbers for what a COPY does, and with what. */
const COPY_FROM = 1
const COPY_TO = 2
const PIPE = 3

/** Errors of keys that indexes find: which row has them is known when it is written. */
const OF_KEYS = new Set(['23505', '23P01'])

/** Rows between two looks at the client's back-pressure. */
const ROWS_PER_TURN = 512

/**
 * Files and programs are the server's own user's. @param {Session} session
 * @param {Tree<import('@pgsql/types').CopyStmt>} node @throws {DbError} 42501
 */
function requireFiles(session, node) {
  const [role, name, what] = node.is_program
    ? [EXECUTE_SERVER_PROGRAM, 'pg_execute_server_program', 'to or from an external program']
    : node.is_from ? [READ_SERVER_FILES, 'pg_read_server_files', 'from a file']
      : [WRITE_SERVER_FILES, 'pg_write_server_files', 'to a file']
  if (!hasPrivsOf(session.catalog(), session.roleOid, role)) throw copyFilesDenied(name, what)
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CopyStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runCopy(session, node, call) {
  if (node.filename || node.is_program) {
    requireFiles(session, node)
    throw featureNotSupported('COPY with a file of the server')
  }
  session.block.ensure()
  if (node.is_from) yield* copyFrom(session, node, call)
  else yield* copyTo(session, node, call)
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CopyStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* copyFrom(session, node, call) {
  const { sourceText } = call.prepared
  const oid = yield* lockRelation(session, node.relation, ROW_EXCLUSIVE)
  const relation = openedRelation(session, node.relation, oid)
  // It says what is wrong with its condition before what is wrong with its options.
  if (node.whereClause)
    bindCopyWhere(session.catalog(), node.whereClause, relation, {
      settings: session.settings, sourceText, env: session.env,
    })
  refuseRowSecurity(session, relation)
  if (session.block.readOnly && relation.persistence !== 't') throw readOnlyTransaction('COPY FROM')
  const options = copyOptions(node.options ?? [], true, session.settings.show('client_encoding'))
  const columns = copyColumns(session, relation, node.attlist)
  requireGranted(session, relation, INSERT, columns)
  checkForced(relation, columns, options.forceNotNull, 'FORCE_NOT_NULL')
  checkForced(relation, columns, options.forceNull, 'FORCE_NULL')
  const format = options.format === 'binary' ? 1 : 0
  const isTold = relation.kind === 'v' && hasInsteadTrigger(relation, 'insert')
  if (relation.kind !== 'r' && relation.kind !== 'p' && !isTold) {
    call.sink.copyInBegin(format, columns.length)
    throw cannotCopyTo(relation.kind, node.relation.relname)
  }
  const planned = planCopyFrom(
    session.catalog(), relation, columns.map((column) => column.attnum), node.whereClause ?? null,
    { settings: session.settings, sourceText, env: session.env },
  )
  // Rows are kept back and written some at a time unless triggers are to see them one by one.
  const singly = isTold || triggersFor(relation, 'row', 'before', 'insert').length > 0
  const prepared = new Prepared({ ...call.prepared.parsed }, call.prepared.sourceText, [])
  prepared.adopt(session, planned)
  const reader = rowReader(relation.name, columns, options, format === 1 ? session.clientEnv : session.env)
  call.sink.copyInBegin(format, columns.length)
  if (options.freeze) checkFreeze(session, relation)
  const execution = new Execution(call.sink, 'none', '', null, null)
  const source = new CopySource(session, reader, call.sink)
  execution.source = source
  const work = runSteps(session, prepared, [], execution)
  const params = () => {
    const rows = execution.ctx?.rowCount ?? 0
    return {
      1: source.bytes, 3: rows, 4: node.whereClause ? Math.max(0, source.rows - rows) : 0, 5: COPY_FROM, 6: PIPE,
    }
  }
  try {
    yield* toldOf(session, { command: 'COPY', relationOid: oid, params },
      session.procedures.within(() => source.place(), work))
    while (!reader.ended) {
      // What follows the end marker is read and dropped.
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
 * Of the table, or of each column that is copied.
 * @param {Session} session @param {{ oid: number, name: string }} relation @param {number} mask
 * @param {{ attnum: number }[]} columns @throws {DbError} 42501
 */
function requireGranted(session, relation, mask, columns) {
  const needs = new Needs()
  const need = needs.relation(relation, 0, mask)
  for (const { attnum } of columns) (mask === INSERT ? need.inserted : need.selected).add(attnum)
  requireNeeds(session.catalog(), session.roleOid, needs)
}

/** @template T @param {Promise<T>} promise @returns {Generator<Promise<unknown>, T, void>} */
function* awaited(promise) {
  /** @type {any} */
  let value
  yield promise.then((result) => { value = result })
  return value
}

/**
 * Rows of COPY data for the executor's external scan: `next()` gives a row, null at the end, undefined when `wait` must
 * be awaited first.
 */
class CopySource {
  /**
   * @param {Session} session
   * @param {import('../copy/text-reader.js').TextReader | CsvReader | BinaryReader} reader
   * @param {import('../../statements/core/result-sink.js').ResultSink} sink
   */
  constructor(session, reader, sink) {
    this.session = session
    this.reader = reader
    this.sink = sink
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
      const piece = this.sink.copyRead()
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
 * The table as the catalog has it.
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').RangeVar>} rangeVar
 * @param {number} oid
 * @returns {import('../../../catalog/relation.js').RelationDesc}
 * @throws {DbError} 42809
 */
function openedRelation(session, rangeVar, oid) {
  const relation = session.catalog().relation(oid)
  if (relation === undefined) throw copyOfIndex(rangeVar.relname)
  if (relation.kind === 'c') throw copyOfCompositeType(rangeVar.relname)
  return relation
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

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CopyStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* copyTo(session, node, call) {
  const prepared = copySource(session, node, call)
  const options = copyOptions(node.options ?? [], false, session.settings.show('client_encoding'))
  yield* prepared.prepareInTurns(session)
  permit(session, prepared)
  checkRules(/** @type {any} */ (prepared.planned).steps)
  if (prepared.columns === null) throw copyRefuses('COPY query must have a RETURNING clause')
  const columns = prepared.columns.map((column) => ({
    name: column.name, type: column.type, typmod: column.typmod, ops: session.typeOps(column.type),
  }))
  if (Array.isArray(options.forceQuote))
    checkForced(
      node.relation ? session.catalog().relation(relationOidOf(session, node.relation)) : null, columns,
      options.forceQuote, 'FORCE_QUOTE',
    )
  const out = new ByteWriter(64 * 1024)
  const writer = rowWriter(columns, options, options.format === 'binary' ? session.clientEnv : session.env, out)
  /** @type {any[][]} */
  const rows = []
  let count = 0
  let bytes = 0
  const isLong = longRows(columns)
  const sendRow = () => {
    bytes += out.at
    call.sink.copyData(out.bytes, 0, out.at)
    out.reset()
  }
  const sent = () => {
    count += rows.length
    rows.length = 0
  }
  const sendShort = () => {
    for (let at = 0; at < rows.length; at++) {
      writer.row(rows[at])
      sendRow()
    }
    sent()
  }
  function* sendLong() {
    for (const row of rows) {
      if (isLong(row)) {
        yield* writer.rowSteps(row)
        yield
      } else writer.row(row)
      sendRow()
    }
    sent()
  }
  /** @param {Session} of @returns {Promise<void>} */
  const sendInTurns = async (of) => {
    for (const work = of.longCall({ steps: sendLong }, []), step = { done: false }; !step.done;) {
      const next = work.next()
      step.done = next.done === true
      if (!step.done) await next.value
    }
    await call.sink.drain(of)
  }
  const flush = () => {
    if (out.at > 0) call.sink.copyData(out.bytes, 0, out.at)
    out.reset()
  }
  call.sink.copyOutBegin(options.format === 'binary' ? 1 : 0, columns.length)
  // What the binary format begins with goes along with the first row, a header line by itself.
  writer.begin()
  if (options.format !== 'binary') flush()
  const collector = {
    ...sinkOf(call.sink),
    output: 'rows',
    rows,
    highWater: ROWS_PER_TURN,
    drain: (/** @type {Session} */ of) => {
      if (rows.some(isLong)) return sendInTurns(of)
      sendShort()
      return call.sink.drain(of)
    },
  }
  const execution = new Execution(collector, 'rows', '', null, rows)
  const params = () => ({ 1: bytes, 3: count, 5: COPY_TO, 6: PIPE })
  const relationOid = node.relation ? relationOidOf(session, node.relation) : 0
  try {
    yield* toldOf(
      session, { command: 'COPY', relationOid, params }, runSteps(session, prepared, call.params, execution),
    )
    yield* session.longCall({ steps: sendLong }, [])
    writer.end()
    flush()
  } finally {
    execution.finish(session)
  }
  call.sink.copyOutEnd()
  yield* session.envelope.beforeTag(call.describe)
  call.sink.commandComplete(`COPY ${count}`)
}

/**
 * A statement that rules make several of has no one result.
 * @param {{ source: string }[] | null} steps
 * @throws {DbError} 0A000
 */
function checkRules(steps) {
  if (steps === null) return
  if (steps.length === 0) throw ruleOfCopy('DO INSTEAD NOTHING')
  if (steps.length === 1) return
  for (const { source } of steps) {
    if (source === 'maybeInstead') throw ruleOfCopy('conditional DO INSTEAD')
    if (source === 'also') throw ruleOfCopy('DO ALSO')
  }
  throw ruleOfCopy('multi-statement DO INSTEAD')
}

/** @param {ResultSink} sink */
const sinkOf = (sink) => ({ copyData: sink.copyData.bind(sink) })

/**
 * COPY t TO is a SELECT of its columns.
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CopyStmt>} node
 * @param {UtilityCall} call
 * @returns {Prepared}
 */
function copySource(session, node, call) {
  if (node.query) {
    const { tag, node: inner } = nodeOf(node.query)
    if (inner.intoClause) throw copyRefuses('COPY (SELECT INTO) is not supported')
    if (tag === 'MergeStmt') throw copyRefuses('MERGE not supported in COPY')
    const prepared = new Prepared(
      { ...call.prepared.parsed, stmt: node.query, tag, node: inner }, call.prepared.sourceText, [],
    )
    if (!prepared.isPlanned) throw featureNotSupported('COPY of this statement')
    prepared.paramsFixed = true
    return prepared
  }
  const { relation: rangeVar } = node
  const oid = relationOidOf(session, rangeVar)
  if (oid === 0) throw undefinedRelation(session, rangeVar)
  const relation = openedRelation(session, rangeVar, oid)
  if (relation.kind !== 'r') {
    requireGranted(session, relation, SELECT, copyColumns(session, relation, node.attlist))
    // Where policies count it is a query of the table alone, as PostgreSQL has it.
    const isQuery = policiesFor(session.catalog(), relation, session.roleOid) !== 'none'
    if (!isQuery) throw cannotCopyFrom(relation.kind, rangeVar.relname)
  }
  // Generated columns are left out.
  const fields = copyColumns(session, relation, node.attlist).map(({ name }) => ({
    ResTarget: { val: { ColumnRef: { fields: [{ String: { sval: name } }] } } },
  }))
  const select = {
    targetList: fields, fromClause: [{ RangeVar: { ...rangeVar, inh: false } }], limitOption: 'LIMIT_OPTION_DEFAULT',
    op: 'SETOP_NONE',
  }
  return new Prepared(
    { ...call.prepared.parsed, stmt: { SelectStmt: select }, tag: 'SelectStmt', node: select },
    call.prepared.sourceText, [],
  )
}

/**
 * @param {Session} session
 * @param {RelationDesc} relation
 * @param {unknown[] | undefined} list
 * @returns {(import('../copy/row-reader.js').CopyColumn & { attnum: number })[]}
 */
function copyColumns(session, relation, list) {
  const names = list?.length
    ? list.map((/** @type {any} */ item) => item.String.sval)
    : relation.columns.filter((column) => !column.dropped && column.generated === '').map((column) => column.name)
  const seen = new Set()
  return names.map((/** @type {string} */ name) => {
    const column = relation.columns.find((candidate) => !candidate.dropped && candidate.name === name)
    if (column === undefined) throw undefinedRelationColumn(name, relation.name)
    if (column.generated !== '') throw generatedInCopy(name)
    if (seen.has(name)) throw columnSpecifiedTwice(name)
    seen.add(name)
    return {
      name, type: column.typeOid, typmod: column.typmod, attnum: column.attnum, ops: session.typeOps(column.typeOid),
    }
  })
}

/**
 * @param {RelationDesc} relation null: a query
 * @param {{ name: string }[]} columns
 * @param {string[]} names
 * @param {string} option
 * @throws {DbError} 42703, 42P10
 */
function checkForced(relation, columns, names, option) {
  names.forEach((name, at) => {
    if (
      relation === null
        ? columns.every((column) => column.name !== name)
        : relation.columns.every((column) => column.dropped || column.name !== name)
    ) {
      throw undefinedCopiedColumn(name, relation === null ? null : relation.name)
    }
    if (names.indexOf(name) !== at) throw columnSpecifiedTwice(name)
    if (columns.every((column) => column.name !== name)) throw forcedColumnMissing(option, name)
  })
}
