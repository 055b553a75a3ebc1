/**
 * The control file: the few facts that must be known before the log can be read. Two slots of 8 kB, written in turn and
 * synced, so that a torn write leaves the older one; only the first 512 bytes of a slot are used, one sector.
 *
 *   OFFSET SIZE FIELD (little-endian)                      OFFSET SIZE FIELD
 *        0    8 magic "SEAWALL\0"                              56    8 redoLsn: redo starts here
 *        8    4 version of the directory                       64    8 logStartLsn: log before it may be gone
 *       12    4 crc32 of bytes [0, 12) and [16, 512)           72    8 nextXid
 *       16    8 sequence: the larger valid one counts          80    8 nextOid
 *       24    8 systemIdentifier                               88    8 nextFileId
 *       32    4 pageBytes                                      96    8 checkpointTime: ms since 1970, 0 unknown
 *       36    4 walSegmentBytes                               104    4 flags: 1 = clean shutdown
 *       40    4 epoch of the log                              108   16 mockSecret, random; zero: not made yet
 *       44    4 zero                                          124  388 zero
 *       48    8 checkpointLsn: the CHECKPOINT record, 0 none
 *
 * A slot is valid iff magic and CRC match and its version is one that is opened. The first 16 bytes keep their meaning
 * in every later version, so that a newer one is refused by name instead of as damage. The file is created under
 * another name, synced and renamed, after everything else of a new data directory is durable: where it exists, the
 * directory is complete.
 */
import { dataCorrupted, formatNotSupported } from '../errors/storage.js'
import { assert } from '../util/assert.js'
import { crc32 } from '../util/crc32.js'
import { DIRECTORY_VERSION, OLDEST_VERSION } from './directory-version.js'
import { putUint64, uint64 } from './frame.js'

/** @import { Lsn, Xid } from '../util/identifiers.js' */
/** @import { Vfs, VfsFile } from '../storage/vfs/vfs.js' */

export const CONTROL_PATH = 'control'
const CREATING_PATH = 'control.creating'
const NO_VERSION = -1
const SLOT_BYTES = 8192
const USED_BYTES = 512
const MAGIC = 0x004c4c4157414553n // "SEAWALL\0" read as a little-endian number

const MAGIC_OFFSET = 0
const VERSION_OFFSET = MAGIC_OFFSET + 8
const CRC_OFFSET = VERSION_OFFSET + 4
const SEQUENCE_OFFSET = CRC_OFFSET + 4
const SYSTEM_OFFSET = SEQUENCE_OFFSET + 8
const PAGE_BYTES_OFFSET = SYSTEM_OFFSET + 8
const SEGMENT_BYTES_OFFSET = PAGE_BYTES_OFFSET + 4
const EPOCH_OFFSET = SEGMENT_BYTES_OFFSET + 4
const CHECKPOINT_OFFSET = EPOCH_OFFSET + 8
const REDO_OFFSET = CHECKPOINT_OFFSET + 8
const LOG_START_OFFSET = REDO_OFFSET + 8
const NEXT_XID_OFFSET = LOG_START_OFFSET + 8
const NEXT_OID_OFFSET = NEXT_XID_OFFSET + 8
const NEXT_FILE_OFFSET = NEXT_OID_OFFSET + 8
const TIME_OFFSET = NEXT_FILE_OFFSET + 8
const FLAGS_OFFSET = TIME_OFFSET + 8
const SECRET_OFFSET = FLAGS_OFFSET + 4
const SECRET_BYTES = 16
assert(FLAGS_OFFSET === 104, 'control file fields add up to the documented size')
const FLAG_CLEAN_SHUTDOWN = 1

/**
 * @typedef {object} ControlFields
 * @property {number} version of the directory: what is in it, and how (directory-version.js)
 * @property {bigint} systemIdentifier of the cluster; never changes
 * @property {number} pageBytes never changes
 * @property {number} walSegmentBytes never changes
 * @property {number} epoch of the log: raised by one, durably, before each `new Wal`
 * @property {Lsn} checkpointLsn the CHECKPOINT record; 0 before the first
 * @property {Lsn} redoLsn where redo starts
 * @property {Lsn} logStartLsn what recovery and undo need of the log starts here
 * @property {Xid} nextXid
 * @property {number} nextOid
 * @property {number} nextFileId
 * @property {number} checkpointTime
 * @property {boolean} cleanShutdown
 * @property {string} [mockSecret] what salts of roles that do not exist are made of, in hexadecimal; '': not made yet
 */

export class ControlFile {
  #file
  #sequence
  #bytes = new Uint8Array(USED_BYTES)

  /** @param {VfsFile} file @param {number} sequence @param {ControlFields} fields */
  constructor(file, sequence, fields) {
    this.#file = file
    this.#sequence = sequence
    /** What the newest valid slot says. @type {Readonly<ControlFields>} */
    this.fields = Object.freeze(fields)
  }

  /** Whether the root is a complete data directory. @param {Vfs} vfs */
  static exists(vfs) {
    return vfs.exists(CONTROL_PATH)
  }

  /** Whether the data directory was closed, not left by a crash. @param {Vfs} vfs @throws {DbError} as `open` */
  static wasClosed(vfs) {
    const control = ControlFile.open(vfs)
    control.close()
    return control.fields.cleanShutdown
  }

  /**
   * The last step of making a data directory: everything else in it is synced, names included.
   * @param {Vfs} vfs @param {Omit<ControlFields, 'version'>} facts @returns {ControlFile}
   */
  static create(vfs, facts) {
    const fields = { ...facts, version: DIRECTORY_VERSION }
    assert(!vfs.exists(CONTROL_PATH), 'a data directory is created once')
    const file = vfs.open(CREATING_PATH, { create: true })
    file.truncate(0)
    file.allocate(2 * SLOT_BYTES)
    const control = new ControlFile(file, 0, fields)
    control.#write(fields)
    vfs.rename(CREATING_PATH, CONTROL_PATH)
    vfs.syncDir('')
    return control
  }

  /**
   * @param {Vfs} vfs @returns {ControlFile}
   * @throws {import('../errors/db-error.js').DbError} XX001 both slots damaged; 22023 a format that this version does
   *   not read; 58P01 no such file
   */
  static open(vfs) {
    const file = vfs.open(CONTROL_PATH)
    /** @type {{sequence: number, fields: ControlFields} | null} */
    let newest = null
    let otherVersion = NO_VERSION
    const bytes = new Uint8Array(USED_BYTES)
    const view = new DataView(bytes.buffer)
    try {
      for (const slot of [0, 1]) {
        if (
          file.readSync(bytes, 0, USED_BYTES, slot * SLOT_BYTES) < USED_BYTES ||
          view.getBigUint64(MAGIC_OFFSET, true) !== MAGIC
        )
          continue
        if (view.getUint32(CRC_OFFSET, true) !== slotCrc(bytes)) continue
        const version = view.getUint32(VERSION_OFFSET, true)
        if (version < OLDEST_VERSION || version > DIRECTORY_VERSION) otherVersion = version
        else if (newest === null || uint64(view, SEQUENCE_OFFSET) > newest.sequence)
          newest = { sequence: uint64(view, SEQUENCE_OFFSET), fields: decode(view) }
      }
    } catch (error) {
      file.close()
      throw error
    }
    if (otherVersion === NO_VERSION && newest !== null) return new ControlFile(file, newest.sequence, newest.fields)
    file.close()
    if (otherVersion === NO_VERSION) {
      throw dataCorrupted('the control file is damaged', {
        detail: 'Neither of its two copies has a valid checksum.',
        hint: 'Restore the data directory from a copy.',
      })
    }
    throw formatNotSupported(`the data directory is of version ${otherVersion}, this release of Seawall opens versions ${OLDEST_VERSION} and ${DIRECTORY_VERSION}`, otherVersion > DIRECTORY_VERSION
      ? 'Open it with the newer release that wrote it.'
      : 'Open it once with each release in between, which upgrades it; or dump it with the release that wrote it (pg_dump), and restore that into a new directory.')
  }

  /**
   * Changes some facts, durably when it returns. A failure is final, as for the log.
   * @param {Partial<ControlFields>} changes
   */
  update(changes) {
    const fields = { ...this.fields, ...changes }
    assert(
      fields.systemIdentifier === this.fields.systemIdentifier &&
        fields.walSegmentBytes === this.fields.walSegmentBytes,
      'geometry never changes'
    )
    this.#write(fields)
    this.fields = Object.freeze(fields)
  }

  /**
   * As `update`, synced off the main thread; one at a time.
   * @param {Partial<ControlFields>} changes
   * @returns {Promise<void>}
   */
  async updateLater(changes) {
    const fields = { ...this.fields, ...changes }
    const sequence = this.#put(fields)
    await this.#file.sync()
    assert(sequence === this.#sequence + 1, 'the control file is changed by one at a time')
    this.#sequence = sequence
    this.fields = Object.freeze(fields)
  }

  close() {
    this.#file.close()
  }

  /** @param {ControlFields} fields */
  #write(fields) {
    const sequence = this.#put(fields)
    this.#file.syncSync()
    this.#sequence = sequence
  }

  /** Writes the older slot. @param {ControlFields} fields @returns {number} its sequence number */
  #put(fields) {
    const sequence = this.#sequence + 1
    encode(this.#bytes, sequence, fields)
    this.#file.writeSync(this.#bytes, 0, USED_BYTES, (sequence % 2) * SLOT_BYTES)
    return sequence
  }
}

/** @param {Uint8Array} bytes of one slot */
const slotCrc = (bytes) => crc32(bytes, SEQUENCE_OFFSET, USED_BYTES, crc32(bytes, 0, CRC_OFFSET))

/** @param {Uint8Array} bytes @param {number} sequence @param {ControlFields} fields */
function encode(bytes, sequence, fields) {
  const view = new DataView(bytes.buffer)
  bytes.fill(0)
  view.setBigUint64(MAGIC_OFFSET, MAGIC, true)
  view.setUint32(VERSION_OFFSET, fields.version, true)
  putUint64(view, SEQUENCE_OFFSET, sequence)
  view.setBigUint64(SYSTEM_OFFSET, fields.systemIdentifier, true)
  view.setUint32(PAGE_BYTES_OFFSET, fields.pageBytes, true)
  view.setUint32(SEGMENT_BYTES_OFFSET, fields.walSegmentBytes, true)
  view.setUint32(EPOCH_OFFSET, fields.epoch, true)
  putUint64(view, CHECKPOINT_OFFSET, fields.checkpointLsn)
  putUint64(view, REDO_OFFSET, fields.redoLsn)
  putUint64(view, LOG_START_OFFSET, fields.logStartLsn)
  putUint64(view, NEXT_XID_OFFSET, fields.nextXid)
  putUint64(view, NEXT_OID_OFFSET, fields.nextOid)
  putUint64(view, NEXT_FILE_OFFSET, fields.nextFileId)
  putUint64(view, TIME_OFFSET, Math.floor(fields.checkpointTime))
  view.setUint32(FLAGS_OFFSET, fields.cleanShutdown ? FLAG_CLEAN_SHUTDOWN : 0, true)
  const { mockSecret = '' } = fields
  for (let at = 0; at < mockSecret.length; at += 2)
    bytes[SECRET_OFFSET + at / 2] = parseInt(mockSecret.slice(at, at + 2), 16)
  view.setUint32(CRC_OFFSET, slotCrc(bytes), true)
}

/** @param {DataView} view @returns {ControlFields} */
const decode = (view) => ({
  version: view.getUint32(VERSION_OFFSET, true),
  systemIdentifier: view.getBigUint64(SYSTEM_OFFSET, true),
  pageBytes: view.getUint32(PAGE_BYTES_OFFSET, true),
  walSegmentBytes: view.getUint32(SEGMENT_BYTES_OFFSET, true),
  epoch: view.getUint32(EPOCH_OFFSET, true),
  checkpointLsn: uint64(view, CHECKPOINT_OFFSET),
  redoLsn: uint64(view, REDO_OFFSET),
  logStartLsn: uint64(view, LOG_START_OFFSET),
  nextXid: uint64(view, NEXT_XID_OFFSET),
  nextOid: uint64(view, NEXT_OID_OFFSET),
  nextFileId: uint64(view, NEXT_FILE_OFFSET),
  checkpointTime: uint64(view, TIME_OFFSET),
  cleanShutdown: (view.getUint32(FLAGS_OFFSET, true) & FLAG_CLEAN_SHUTDOWN) !== 0,
  mockSecret: secretText(view),
})

/** @param {DataView} view */
function secretText(view) {
  let text = ''
  for (let at = 0; at < SECRET_BYTES; at++) text += view.getUint8(SECRET_OFFSET + at).toString(16).padStart(2, '0')
  return /^0*$/.test(text) ? '' : text
}
