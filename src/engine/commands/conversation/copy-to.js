/** COPY TO: rows of a table or a query as bytes for the client, or for a file of the server. */
import { cannotCopyFrom, copyRefuses } from '../../../errors/copy.js'
import { ruleOfCopy } from '../../../errors/ddl/rules.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { policiesFor } from '../../../catalog/policies.js'
import { SELECT } from '../../../catalog/acl.js'
import { permit } from '../../statements/core/permit.js'
import { nodeOf } from '../../../parser/parser.js'
import { ByteWriter } from '../../../util/byte-writer.js'
import { copyOptions } from '../copy/options.js'
import { longRows, rowWriter } from '../copy/row-writer.js'
import { toldOf } from '../../session/progress.js'
import { runSteps } from '../../statements/core/run.js'
import { Execution } from '../../statements/core/execution.js'
import { Prepared } from '../../statements/core/prepared.js'
import { relationOidOf, undefinedRelation } from '../../session/ddl.js'
import { checkForced, otherSide, openedRelation, requireGranted, copyColumns } from './copy-columns.js'

/** @import { DbError } from '../../../errors/db-error.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { FileToWrite } from '../copy/server-file.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { ResultSink } from '../../statements/core/result-sink.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/** PostgreSQL's number for what this COPY does. */
const COPY_TO = 2

/** Rows between two looks at the client's back-pressure. */
const ROWS_PER_TURN = 512

/** Rows go to a file together, in pieces of so much. */
const PIECE_BYTES = 32 * 1024

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CopyStmt>} node
 * @param {UtilityCall} call
 * @param {FileToWrite | null} file of the server, which takes them
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* copyTo(session, node, call, file) {
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
  const to = file ?? call.sink
  const out = new ByteWriter(64 * 1024)
  const writer = rowWriter(columns, options, options.format === 'binary' ? session.clientEnv : session.env, out)
  /** @type {any[][]} */
  const rows = []
  let count = 0
  let bytes = 0
  const isLong = longRows(columns)
  const flush = () => {
    bytes += out.at
    if (out.at > 0) to.copyData(out.bytes, 0, out.at)
    out.reset()
  }
  // A client gets a message for each row.
  const sendRow = () => { if (file === null || out.at >= PIECE_BYTES) flush() }
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
  /** @param {unknown[]} row */
  function* rowSteps(row) {
    if (isLong(row)) {
      yield* writer.rowSteps(row)
      yield
    } else writer.row(row)
    sendRow()
  }
  /** What is to be sent does not grow with every long row. @param {Session} of @returns {Promise<void>} */
  const sendInTurns = async (of) => {
    for (const row of rows) {
      for (const work = of.longCall({ steps: () => rowSteps(row) }, []), step = { done: false }; !step.done;) {
        const next = work.next()
        step.done = next.done === true
        if (!step.done) await next.value
      }
      if (isLong(row)) await to.drain(of)
    }
    sent()
    await to.drain(of)
  }
  if (file === null) call.sink.copyOutBegin(options.format === 'binary' ? 1 : 0, columns.length)
  else yield* file.begin()
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
      return to.drain(of)
    },
  }
  const execution = new Execution(collector, 'rows', '', null, rows)
  const params = () => ({ 1: bytes, 3: count, 5: COPY_TO, 6: otherSide(node) })
  const relationOid = node.relation ? relationOidOf(session, node.relation) : 0
  try {
    yield* toldOf(
      session, { command: 'COPY', relationOid, params }, runSteps(session, prepared, call.params, execution),
    )
    for (const row of rows) {
      yield* session.longCall({ steps: () => rowSteps(row) }, [])
      const drained = isLong(row) ? to.drain(session) : null
      if (drained !== null) yield drained
    }
    sent()
    writer.end()
    flush()
  } finally {
    execution.finish(session)
  }
  if (file === null) call.sink.copyOutEnd()
  else yield* file.end()
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
