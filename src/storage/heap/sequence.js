/**
 * A sequence's page: block 0 of its file, a heap page with one tuple (last_value int8, log_cnt int8, is_called bool)
 * that no transaction wrote, so that every snapshot sees it and an ordinary scan reads it.
 *
 *   SEQUENCE_SET   fileId u32, last_value i64, log_cnt i64, is_called u8      redo makes the page anew
 *
 * A record says how far values may have been handed out: who counts in memory logs ahead, and a crash skips what was
 * not used. `show` brings the page up to what memory says without a record; the next value must then be logged again.
 */
import { RECORD_KINDS } from '../../wal/record-kinds.js'
import { PAGE_BYTES, PAGE_KINDS, initPage, pageKind, slotInsert, slotOffset } from '../page.js'
import { ATTRIBUTES_AT, TUPLE_BYTES_MIN, TupleLayout, readInt8, writeInt8 } from './tuple.js'
import { setHeader } from './heap-env.js'

/** @import { FrameNumber, Lsn } from '../../util/identifiers.js' */
/** @import { HeapEnv } from './heap-env.js' */
/** @import { LogRecord, RelationFile } from '../relation-files.js' */

const RECORD_BYTES = 21
const layout = TupleLayout.of([
  { typeOid: 20, kind: 'int8' },
  { typeOid: 20, kind: 'int8' },
  { typeOid: 16, kind: 'bool' },
])
const [LAST_VALUE, LOG_CNT, IS_CALLED] = layout.columns.map((column) => column.offset)

/** @typedef {{ lastValue: number | bigint, logCnt: number, isCalled: boolean }} SequenceValue */

/**
 * Writes and logs the page; makes it when the file is empty.
 * @param {HeapEnv} env
 * @param {RelationFile} file
 * @param {number | bigint} lastValue
 * @param {number} logCnt
 * @param {boolean} isCalled
 * @returns {number} the log's position that must be durable before what follows from it is told
 */
export function setSequence(env, file, lastValue, logCnt, isCalled) {
  const { pool, wal } = env
  const frame = file.blockCount === 0 ? pool.extend(file) : pool.pin(file, 0)
  let at
  try {
    at = wal.reserve(RECORD_BYTES)
  } catch (error) {
    pool.unpin(frame)
    throw error
  }
  const log = wal.view
  log.setUint32(at, file.fileId, true)
  writeInt8(log, at + 4, lastValue)
  writeInt8(log, at + 12, logCnt)
  log.setUint8(at + 20, isCalled ? 1 : 0)
  fill(env, frame, lastValue, logCnt, isCalled)
  const lsn = wal.seal(RECORD_KINDS.SEQUENCE_SET, 0, 0, at + RECORD_BYTES)
  pool.markDirty(frame, lsn)
  pool.unpin(frame)
  return wal.position
}

/**
 * What memory knows, on the page, for whoever scans it.
 * @param {HeapEnv} env
 * @param {RelationFile} file
 * @param {SequenceValue} value
 */
export function showSequence(env, file, { lastValue, logCnt, isCalled }) {
  const { pool } = env
  const frame = pool.pin(file, 0)
  fill(env, frame, lastValue, logCnt, isCalled)
  pool.markHint(frame)
  pool.unpin(frame)
}

/** @param {HeapEnv} env @param {RelationFile} file @returns {SequenceValue} */
export function readSequence({ pool }, file) {
  const { view } = pool
  const frame = pool.pin(file, 0)
  const at = frame * PAGE_BYTES + slotOffset(view, frame * PAGE_BYTES, 0)
  const value = {
    lastValue: readInt8(view, at + LAST_VALUE),
    logCnt: Number(readInt8(view, at + LOG_CNT)),
    isCalled: view.getUint8(at + IS_CALLED) !== 0,
  }
  pool.unpin(frame)
  return value
}

/** @param {HeapEnv} env @returns {Record<number, (record: LogRecord, lsn: Lsn) => void>} */
export const sequenceRedoTable = (env) => ({
  [RECORD_KINDS.SEQUENCE_SET]: ({ view, at }, lsn) => {
    const frame = env.pool.pinRedo(view.getUint32(at, true), 0, lsn, true)
    if (frame < 0) return
    fill(env, frame, readInt8(view, at + 4), Number(readInt8(view, at + 12)), view.getUint8(at + 20) !== 0)
    env.pool.markDirty(frame, lsn)
    env.pool.unpin(frame)
  },
})

/**
 * @param {HeapEnv} env
 * @param {FrameNumber} frame
 * @param {number | bigint} lastValue
 * @param {number} logCnt
 * @param {boolean} isCalled
 */
function fill(env, frame, lastValue, logCnt, isCalled) {
  const { view, bytes } = env.pool
  const base = frame * PAGE_BYTES
  if (pageKind(view, base) !== PAGE_KINDS.HEAP) {
    initPage(view, bytes, base, PAGE_KINDS.HEAP)
    const made = base + slotInsert(view, bytes, base, 0, Math.max(TUPLE_BYTES_MIN, layout.varStart))
    bytes.fill(0, made, made + layout.varStart)
    setHeader(view, made, 0, 0, 0)
    view.setUint16(made + ATTRIBUTES_AT, layout.columnCount, true)
    env.changes++
  }
  const to = base + slotOffset(view, base, 0)
  writeInt8(view, to + LAST_VALUE, lastValue)
  writeInt8(view, to + LOG_CNT, logCnt)
  bytes[to + IS_CALLED] = isCalled ? 1 : 0
}
