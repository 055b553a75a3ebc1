/** COPY: rows between a table or a query and the client, as text or CSV. */
import { DbError, featureNotSupported } from '../../errors/db-error.js'
import { nodeOf } from '../../parser/parser.js'
import { planCopyFrom } from '../../planner/table-expressions.js'
import { ByteWriter } from '../../util/byte-writer.js'
import { copyOptions } from '../copy/options.js'
import { RowReader } from '../copy/row-reader.js'
import { RowWriter } from '../copy/row-writer.js'
import { Execution, runSteps } from '../run.js'
import { Prepared } from '../prepared.js'
import { ROW_EXCLUSIVE, lockRelation, rangeName } from './ddl.js'

/** @import { Session } from '../session.js' */
/** @import { UtilityCall } from './dispatch.js' */

/** Rows between two looks at the client's back-pressure. */
const ROWS_PER_TURN = 512

/** @param {Session} session @param {any} node CopyStmt @param {UtilityCall} call @returns {Generator<Promise<unknown>, void, void>} */
export function* runCopy(session, node, call) {
  if (node.filename || node.is_program) throw featureNotSupported('COPY with a file of the server')
  const options = copyOptions(node.options ?? [], node.is_from === true)
  session.block.ensure()
  if (node.is_from) yield* copyFrom(session, node, options, call)
  else yield* copyTo(session, node, options, call)
}

/** @param {Session} session @param {any} node @param {import('../copy/options.js').CopyOptions} options @param {UtilityCall} call @returns {Generator<Promise<unknown>, void, void>} */
function* copyFrom(session, node, options, call) {
  if (session.block.readOnly) throw new DbError('25006', 'cannot execute COPY FROM in a read-only transaction')
  const oid = yield* lockRelation(session, node.relation, ROW_EXCLUSIVE)
  const relation = session.catalog().relation(oid)
  if (relation === undefined || (relation.kind !== 'r' && relation.kind !== 'p')) {
    throw new DbError('42809', `cannot copy to ${relation?.kind === 'v' ? 'view' : 'relation'} "${node.relation.relname}"`)
  }
  const columns = copyColumns(session, relation, node.attlist)
  checkForced(columns, [...options.forceNotNull, ...options.forceNull])
  const planned = planCopyFrom(session.catalog(), relation, columns.map((/** @type {any} */ column) => column.attnum), node.whereClause ?? null, { settings: session.settings })
  const prepared = new Prepared({ ...call.prepared.parsed }, call.prepared.sourceText, [])
  prepared.adopt(session, planned)
  const reader = new RowReader(relation.name, columns, options, session.env)
  call.sink.copyInBegin(0, columns.length)
  const execution = new Execution(call.sink, 'none', '', null, null)
  execution.source = new CopySource(session, reader, call.sink)
  try {
    yield* runSteps(session, prepared, [], execution)
    while (!reader.ended) {
      // What follows the end marker is read and dropped.
      const piece = call.sink.copyRead()
      if ((piece instanceof Promise ? yield* awaited(piece) : piece) === null) break
    }
  } catch (error) {
    if (error instanceof DbError && error.where === undefined && reader.lineNumber > 0) error.where = `COPY ${rangeName(node.relation)}, line ${execution.source.failedLine || execution.source.lineOf()}`
    throw error
  } finally {
    execution.finish(session)
  }
  call.sink.commandComplete(`COPY ${execution.rows}`)
}

/** @template T @param {Promise<T>} promise @returns {Generator<Promise<unknown>, T, void>} */
function* awaited(promise) {
  /** @type {any} */
  let value
  yield promise.then((result) => { value = result })
  return value
}

/** Rows of COPY data for the executor's external scan: `next()` gives a row, null at the end, undefined when `wait` must be awaited first. */
export class CopySource {
  /** @param {Session} session @param {RowReader} reader @param {import('../session.js').ResultSink} sink */
  constructor(session, reader, sink) {
    this.session = session
    this.reader = reader
    this.sink = sink
    /** @type {{ promise: Promise<void> } | null} */
    this.wait = null
    /** Set by the executor, which writes rows in batches: the line of the row it could not write. */
    this.failedLine = 0
  }

  lineOf() { return this.reader.lineNumber }

  /** @returns {any[] | null | undefined} */
  next() {
    for (;;) {
      const row = this.reader.next()
      if (row !== undefined) return row
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
    else this.reader.feed(piece)
  }
}

/** @param {Session} session @param {any} node @param {import('../copy/options.js').CopyOptions} options @param {UtilityCall} call @returns {Generator<Promise<unknown>, void, void>} */
function* copyTo(session, node, options, call) {
  const prepared = copySource(session, node, call)
  prepared.prepare(session)
  if (prepared.columns === null) throw new DbError('0A000', 'COPY query must have a RETURNING clause')
  const columns = prepared.columns.map((column) => ({ name: column.name, type: column.type, typmod: column.typmod, ops: session.typeOps(column.type) }))
  if (Array.isArray(options.forceQuote)) checkForced(columns, options.forceQuote)
  const out = new ByteWriter(64 * 1024)
  const writer = new RowWriter(columns, options, session.env, out)
  /** @type {any[][]} */
  const rows = []
  let count = 0
  const send = () => {
    for (const row of rows) {
      writer.row(row)
      call.sink.copyData(out.bytes, 0, out.at)
      out.reset()
    }
    count += rows.length
    rows.length = 0
  }
  call.sink.copyOutBegin(0, columns.length)
  if (options.header) {
    writer.header()
    call.sink.copyData(out.bytes, 0, out.at)
    out.reset()
  }
  const collector = { ...sinkOf(call.sink), output: 'rows', rows, highWater: ROWS_PER_TURN, drain: (/** @type {Session} */ of) => { send(); return call.sink.drain(of) } }
  const execution = new Execution(collector, 'rows', '', null, rows)
  try {
    yield* runSteps(session, prepared, call.params, execution)
    send()
  } finally {
    execution.finish(session)
    if (session.block.txn !== null) session.raiseGate(session.block.txn.gateLsn)
  }
  call.sink.copyOutEnd()
  call.sink.commandComplete(`COPY ${count}`)
}

/** @param {any} sink */
const sinkOf = (sink) => ({ copyData: sink.copyData.bind(sink) })

/** COPY t TO is a SELECT of its columns. @param {Session} session @param {any} node @param {UtilityCall} call @returns {Prepared} */
function copySource(session, node, call) {
  if (node.query) {
    const { tag, node: inner } = nodeOf(node.query)
    const prepared = new Prepared({ ...call.prepared.parsed, stmt: node.query, tag, node: inner }, call.prepared.sourceText, [])
    if (!prepared.isPlanned) throw featureNotSupported('COPY of this statement')
    return prepared
  }
  const { relation } = node
  const from = session.catalog().relation(session.catalog().relationOid(relation.schemaname ?? null, relation.relname))
  // Generated columns are left out.
  const names = from?.columns.some((/** @type {any} */ column) => column.generated !== '') ? copyColumns(session, from, node.attlist).map((/** @type {any} */ column) => column.name)
    : (node.attlist ?? []).map((/** @type {any} */ item) => item.String.sval)
  const fields = names.length === 0 ? [{ ResTarget: { val: { ColumnRef: { fields: [{ A_Star: {} }] } } } }]
    : names.map((/** @type {string} */ name) => ({ ResTarget: { val: { ColumnRef: { fields: [{ String: { sval: name } }] } } } }))
  if (from?.kind === 'v') throw new DbError('42809', `cannot copy from view "${relation.relname}"`, { hint: 'Try the COPY (SELECT ...) TO variant.' })
  const select = { targetList: fields, fromClause: [{ RangeVar: { ...relation, inh: false } }], limitOption: 'LIMIT_OPTION_DEFAULT', op: 'SETOP_NONE' }
  return new Prepared({ ...call.prepared.parsed, stmt: { SelectStmt: select }, tag: 'SelectStmt', node: select }, call.prepared.sourceText, [])
}

/** @param {Session} session @param {any} relation @param {any[] | undefined} list */
function copyColumns(session, relation, list) {
  const names = list?.length ? list.map((/** @type {any} */ item) => item.String.sval) : relation.columns.filter((/** @type {any} */ column) => !column.dropped && column.generated === '').map((/** @type {any} */ column) => column.name)
  const seen = new Set()
  return names.map((/** @type {string} */ name) => {
    const column = relation.columns.find((/** @type {any} */ candidate) => !candidate.dropped && candidate.name === name)
    if (column === undefined) throw new DbError('42703', `column "${name}" of relation "${relation.name}" does not exist`)
    if (column.generated !== '') throw new DbError('42P10', `column "${name}" is a generated column`, { detail: 'Generated columns cannot be used in COPY.' })
    if (seen.has(name)) throw new DbError('42701', `column "${name}" specified more than once`)
    seen.add(name)
    return { name, type: column.typeOid, typmod: column.typmod, attnum: column.attnum, ops: session.typeOps(column.typeOid) }
  })
}

/** @param {{ name: string }[]} columns @param {string[]} names */
function checkForced(columns, names) {
  for (const name of names) if (!columns.some((column) => column.name === name)) throw new DbError('42P10', `FORCE column "${name}" not referenced by COPY`)
}
