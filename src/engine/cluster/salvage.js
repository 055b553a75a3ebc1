/**
 * The rows of a damaged relation that can still be read, as a script of COPY: behind `seawall check --salvage`. Page by
 * page, by the rows' own bytes: no index, no snapshot, and no change. What cannot be read is said. Changes of
 * transactions that did not commit, and that could not be taken back, are in the rows: the quarantine knows whose, and
 * they are marked.
 */
import { copyOptions } from '../commands/copy/options.js'
import { rowWriter } from '../commands/copy/row-writer.js'
import { nothingToSalvage } from '../../errors/clusters.js'
import { headerFlags, headerXid, stubTarget } from '../../storage/heap/heap-env.js'
import { FLAG } from '../../storage/heap/tuple.js'
import { PAGE_BYTES, PAGE_KINDS, pageKind, slotCount, slotOffset } from '../../storage/page.js'
import { ByteWriter } from '../../util/byte-writer.js'
import { blockOf, slotOf } from '../../util/tuple-id.js'
import { quotedName } from '../../types/identifiers.js'

/** @import { BlockNumber } from '../../util/identifiers.js' */
/** @import { Session } from '../session/session.js' */
/** @import { ColumnDesc } from '../../catalog/relation.js' */

/**
 * @param {Session} session of its database @param {string | null} schema @param {string} name
 * @param {(text: string) => void} write the script @param {(line: string) => void} tell what could not be read
 * @returns {{ rows: number, lost: number }} rows written; pages and rows that are not
 * @throws {DbError} 42P01
 */
export function salvage(session, schema, name, write, tell) {
  session.block.ensure()
  const { files, pool } = session.cluster.storage
  files.salvaging = true
  try {
    const relation = session.catalog().relationByName(schema, name)
    if (relation === undefined || relation.heap === null) throw nothingToSalvage(name)
    const { heap } = relation
    heap.file.quarantined = false
    const xids = files.quarantine.byFile.get(heap.fileId)?.xids ?? new Set()
    const kept = relation.columns.filter((/** @type {ColumnDesc} */ column) => !column.dropped)
    const columns = kept.map((/** @type {ColumnDesc} */ column) => ({
      name: column.name, type: column.typeOid, typmod: column.typmod, ops: session.typeOps(column.typeOid),
    }))
    const out = new ByteWriter(64 * 1024)
    const writer = rowWriter(columns, copyOptions([], false, 'UTF8'), session.env, out)
    const done = { rows: 0, lost: 0 }
    const { view, bytes } = pool
    const lose = (/** @type {string} */ what, /** @type {unknown} */ error) => {
      done.lost++
      tell(`${what}: ${error instanceof Error ? error.message : error}`)
    }
    const names = columns.map((/** @type {{ name: string }} */ column) => quotedName(column.name)).join(', ')
    write(`COPY ${quotedName(name)} (${names}) FROM stdin;\n`)
    for (let block = 0; block < heap.file.blockCount; block++) {
      let count = 0
      try {
        const frame = pool.pin(heap.file, block)
        if (pageKind(view, frame * PAGE_BYTES) === PAGE_KINDS.HEAP) count = slotCount(view, frame * PAGE_BYTES)
        pool.unpin(frame)
      } catch (error) {
        lose(`block ${block}`, error)
      }
      for (let slot = 0; slot < count; slot++) {
        try {
          const at = itemAt(pool, heap.file, block, slot)
          if (at === 0) continue
          const flags = headerFlags(view, at)
          const isOpen = xids.has(headerXid(view, at))
          if (flags & FLAG.MOVED || (flags & FLAG.DELETED && !isOpen)) continue
          const target = flags & FLAG.FORWARD ? stubTarget(view, at) : -1
          const row = heap.layout.decode(
            bytes, view, target < 0 ? at : itemAt(pool, heap.file, blockOf(target), slotOf(target)),
          )
          if (isOpen) tell(`row (${block},${slot}) is as a transaction left it that did not commit`)
          out.reset()
          writer.row(kept.map((/** @type {ColumnDesc} */ column) => row[column.attnum - 1]))
          write(Buffer.from(out.bytes.buffer, out.bytes.byteOffset, out.at).toString())
          done.rows++
        } catch (error) {
          lose(`row (${block},${slot})`, error)
        }
      }
    }
    write('\\.\n')
    return done
  } finally {
    session.block.rollback()
  }
}

/**
 * A slot's item; good until another page is read.
 * @param {any} pool
 * @param {unknown} file
 * @param {BlockNumber} block
 * @param {number} slot
 * @returns {number} 0: there is none
 */
function itemAt(pool, file, block, slot) {
  const frame = pool.pin(file, block)
  const offset = slotOffset(pool.view, frame * PAGE_BYTES, slot)
  pool.unpin(frame)
  return offset === 0 ? 0 : frame * PAGE_BYTES + offset
}

