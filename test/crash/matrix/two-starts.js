/**
 * A recovery that begins where a new checkpoint says must come to what one comes to that begins where the checkpoint
 * before it said: at the moment the control file names the new one, the same log is read from both places. Whatever a
 * checkpoint has to say again, and whatever it may forget, shows there and then, not when a cut happens to need it:
 *
 *  - the same transactions have not ended, each with the same newest record, and all that undo reads of them is kept;
 *    where they have deleted rows, purge is known to have work, should they commit;
 *  - nothing that was handed out is handed out again: transaction ids, undo pointers, oids, ids of files;
 *  - each file that is there is known to be as long, and is out of use if it was;
 *  - files that are to be removed are, or nothing of them is left on the disk and in the log.
 */
import assert from 'node:assert/strict'
import { analyze } from '../../../src/engine/cluster/recovery.js'
import { relationPath } from '../../../src/errors/pages.js'
import { RecordedLengths } from '../../../src/storage/file-lengths.js'
import { Quarantine } from '../../../src/storage/quarantine.js'
import { RECORD_KINDS } from '../../../src/wal/record-kinds.js'

/** @import { DiskView } from '../../support/disk/disk-view.js' */
/** @import { ControlFields } from '../../../src/wal/control-file.js' */
/** @import { Analysis } from '../../../src/engine/cluster/recovery.js' */

/** As relation-files.js has it. */
const INTENT = 0

/**
 * What a recovery finds before it repeats anything.
 * @typedef {object} Found
 * @property {Analysis} analysis
 * @property {RecordedLengths} lengths
 * @property {Quarantine} quarantine
 * @property {Map<number, number>} leaving files to be removed, by whom: 0 is nobody that might not have ended
 * @property {number} nextOid
 * @property {number} nextFileId
 * @property {Map<number, number>} previous where undo goes on, by record
 * @property {Map<number, number>} deletes files in which rows were deleted, by record
 */

/** @param {any} view @param {ControlFields} fields @param {number} [fromLsn] @returns {Found} */
function found(view, fields, fromLsn = fields.redoLsn) {
  const geometry = { systemIdentifier: fields.systemIdentifier, segmentBytes: fields.walSegmentBytes }
  const [lengths, quarantine] = [new RecordedLengths(), new Quarantine()]
  let { nextOid, nextFileId } = fields
  const [leaving, previous, deletes] = [new Map(), new Map(), new Map()]
  const kinds = RECORD_KINDS
  const visit = (/** @type {any} */ record) => {
    const { kind, xid, lsn, prevLsn, view: bytes, at } = record
    if (xid !== 0) previous.set(lsn, prevLsn)
    if (kind === kinds.HEAP_DELETE) deletes.set(lsn, bytes.getUint32(at, true))
    if (lsn < fields.redoLsn) return
    if (kind === kinds.FILE_LENGTHS) {
      if (lsn < fields.checkpointLsn) lengths.note(record)
    } else if (kind === kinds.FILE_QUARANTINE) quarantine.note(record)
    else if (kind === kinds.FILE_CREATE) leaving.delete(bytes.getUint32(at, true))
    else if (kind === kinds.FILE_DROP) {
      const fileId = bytes.getUint32(at, true)
      if (bytes.getUint8(at + 4) === INTENT) leaving.set(fileId, xid)
      else leaving.delete(fileId)
    } else if (kind === kinds.OID_RANGE) {
      nextOid = Math.max(nextOid, bytes.getUint32(at, true))
      nextFileId = Math.max(nextFileId, bytes.getUint32(at + 4, true))
    }
  }
  const analysis = analyze(view, geometry, { ...fields, redoLsn: fromLsn, cleanShutdown: true }, visit)
  return { analysis, lengths, quarantine, leaving, nextOid, nextFileId, previous, deletes }
}

/**
 * @param {DiskView} view as everybody reads the disk now
 * @param {DiskView} durable what of it is there after a power cut, for sure
 * @param {ControlFields} before
 * @param {ControlFields} after
 * @param {Set<number>} touched files that the log changes behind the new start
 */
export function startAlike(view, durable, before, after, touched) {
  const old = found(view, before)
  const young = found(view, after)
  const where = `redo from ${after.redoLsn} by the checkpoint at ${after.checkpointLsn}, not from ${before.redoLsn},`
  assert.deepEqual(
    new Map([...young.analysis.losers].sort()), new Map([...old.analysis.losers].sort()),
    `${where} finds others that have not ended`
  )
  for (const [what, value, least] of /** @type {[string, number, number][]} */ ([
    ['a transaction id', young.analysis.nextXid, old.analysis.nextXid],
    ['an undo pointer', young.analysis.undoPointer, old.analysis.undoPointer],
    ['an oid', young.nextOid, old.nextOid], ["a file's id", young.nextFileId, old.nextFileId],
  ]))
    assert.ok(value >= least, `${where} hands ${what} out again: ${value}, and ${least} was next`)
  isKept(view, before, after, young)
  for (const [fileId, known] of old.lengths.byFile) {
    if (!view.exists(relationPath(fileId)) || old.leaving.has(fileId)) continue
    const count = young.lengths.byFile.get(fileId)?.blockCount ?? -1
    assert.ok(
      count >= known.blockCount,
      `${where} finds ${count} blocks in ${relationPath(fileId)}, which has ${known.blockCount}`
    )
  }
  for (const fileId of old.quarantine.byFile.keys()) {
    if (!view.exists(relationPath(fileId)) || old.leaving.has(fileId)) continue
    assert.ok(young.quarantine.has(fileId), `${where} takes ${relationPath(fileId)} for sound`)
  }
  for (const [fileId, xid] of old.leaving) {
    if (old.analysis.losers.has(xid) || young.leaving.has(fileId)) continue
    const path = relationPath(fileId)
    assert.ok(!durable.exists(path), `${where} does not know that ${path} is to be removed, and its name is there`)
    assert.ok(!touched.has(fileId), `${where} does not know that ${path} was removed, and finds changes of it`)
  }
}

/**
 * Undo finds all it reads, and purge what it has to do.
 * @param {any} view @param {ControlFields} before @param {ControlFields} after @param {Found} young
 */
function isKept(view, before, after, { analysis: { losers, purgeFiles }, leaving }) {
  if (losers.size === 0) return
  const { previous, deletes } = found(view, before, Math.min(before.logStartLsn, before.redoLsn))
  for (const [xid, lastLsn] of losers) {
    for (let lsn = lastLsn; lsn !== 0; lsn = previous.get(lsn) ?? 0) {
      assert.ok(
        lsn >= after.logStartLsn,
        `the log is given up before ${after.logStartLsn}, transaction ${xid} has not ended and has a record at ${lsn}`
      )
      const fileId = deletes.get(lsn)
      if (fileId === undefined || lsn > after.checkpointLsn || purgeFiles.has(fileId) || leaving.has(fileId)) continue
      const path = relationPath(fileId)
      assert.fail(`the checkpoint at ${after.checkpointLsn} does not say that ${xid} leaves work for purge in ${path}`)
    }
  }
}
