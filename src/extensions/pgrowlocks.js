/**
 * pgrowlocks 1.2: which rows of a table are locked or being changed, and by whom. A row's header knows one holder; what
 * several hold is in the table of shared holders (txn/row-locks.js).
 */
import { STAT_SCAN_TABLES } from '../catalog/roles.js'
import { Family } from '../functions/impl.js'
import { notATable } from '../errors/commands/objects.js'
import { partitionedHasNoRows } from '../errors/extensions.js'
import { arrayOf } from '../types/array.js'
import { INT4, TEXT, XID } from '../types/oids.js'
import { headerFlags, headerUndo, headerXid } from '../storage/heap/heap-env.js'
import { FLAG } from '../storage/heap/tuple.js'
import { PAGE_KINDS, pageKind, slotCount, slotOffset } from '../storage/page.js'
import { tidOf } from '../util/tuple-id.js'
import { extensionScript } from './script.js'
import { eachPage, requireSelect, storedNamed } from './storage-looks.js'

/** @import { Tid, Xid } from '../util/identifiers.js' */
/** @import { RoutineCall } from '../functions/routine-call.js' */
/** @typedef {{ xid: Xid, mode: string }} Holder */

/** By strength, 1 to 4 (txn/README.md). */
const LOCKS = ['For Key Share', 'For Share', 'For No Key Update', 'For Update']
const SHARED_LOCKS = ['Key Share', 'Share', 'For No Key Update', 'For Update']

/**
 * @param {RoutineCall} call @param {string} name of a table
 * @returns {Generator<Promise<unknown> | unknown[], void, void>} rows @throws {DbError} 42809, 42P01, 42501
 */
function* lockedRows(call, name) {
  const stored = storedNamed(call, name)
  const { relation, kind, file } = stored
  if (kind === 'p') throw partitionedHasNoRows(name)
  if (relation === null || file === null || kind !== 'r') throw notATable(name)
  requireSelect(call, stored, STAT_SCAN_TABLES)
  const { txns, rowLocks, ring, undo } = relation.heap.env
  const own = call.session.block.txn?.xid ?? 0
  /** @type {{ tid: Tid, holders: Holder[] }[]} */
  const found = []
  yield* eachPage(call, file, (view, base, block) => {
    if (pageKind(view, base) !== PAGE_KINDS.HEAP) return
    for (let slot = 0; slot < slotCount(view, base); slot++) {
      const offset = slotOffset(view, base, slot)
      if (offset === 0) continue
      const at = base + offset
      const flags = headerFlags(view, at)
      const tid = tidOf(block, slot)
      /** @type {Holder[]} */
      const holders = flags & FLAG.SHARED ? rowLocks.holdsOf(relation.heap.fileId, tid).map(
        (/** @type {{ txn: { xid: Xid }, strength: number }} */ { txn, strength }) =>
          ({ xid: txn.xid, mode: SHARED_LOCKS[strength - 1] })
      ) : []
      const xid = headerXid(view, at)
      const isActive = headerUndo(view, at) >= undo.low && ring.of(xid) === 0
      // Its own changes nobody is told of, as in PostgreSQL.
      const isTold = (flags & FLAG.LOCKED) !== 0 || ((flags & FLAG.INSERTED) === 0 && xid !== own)
      if (isActive && isTold && !holders.some((holder) => holder.xid === xid)) {
        holders.push({ xid, mode: modeOf(flags, holders.length > 0) })
      }
      if (holders.length > 0) found.push({ tid, holders })
    }
  })
  for (const { tid, holders } of found) {
    yield [
      tid, holders[0].xid, holders.length > 1, arrayOf(XID, holders.map(({ xid }) => xid)),
      arrayOf(TEXT, holders.map(({ mode }) => mode)),
      arrayOf(INT4, holders.map(({ xid }) => pidOf(call, txns.activeWithXid(xid)))),
    ]
  }
}

/** @param {number} flags of a row's header @param {boolean} isShared */
function modeOf(flags, isShared) {
  if (flags & FLAG.LOCKED) return (isShared ? SHARED_LOCKS : LOCKS)[(flags & FLAG.STRENGTH) >>> 2]
  return flags & (FLAG.KEY_CHANGED | FLAG.DELETED) ? 'Update' : 'No Key Update'
}

/** @param {RoutineCall} call @param {unknown} txn @returns {number} 0: nobody's who is there */
const pidOf = (call, txn) =>
  [...call.session.shared.sessions].find((/** @type {{ block: { txn: unknown }, pid: number }} */ { block }) =>
    block.txn === txn && txn !== null)?.pid ?? 0

const family = new Family()
family.routine('pgrowlocks', lockedRows)

/** @type {import('./bundled.js').ExtensionModule} */
export const extension = {
  script: extensionScript({
    library: 'pgrowlocks',
    functions: [[
      `pgrowlocks(relname text, OUT locked_row tid, OUT locker xid, OUT multi boolean, OUT xids xid[],
        OUT modes text[], OUT pids integer[])`, 'SETOF record', 'pgrowlocks', 'vs',
    ]],
  }),
  functions: family.functions,
}
