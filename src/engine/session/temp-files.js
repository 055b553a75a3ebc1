/**
 * Temporary files of a session's statements: what they may take together (temp_file_limit), and what the log says of
 * each when it is gone (log_temp_files). What was set when a file was made holds for it.
 */
import { tire } from '../../util/effort.js'
import { tempFileLimit } from '../../errors/txn.js'
import { leaveLastRoom } from '../../storage/vfs/last-room.js'
import { isLogged } from './log-levels.js'
import { logAbout } from './server-log.js'

/** @import { VfsFile } from '../../storage/vfs/vfs.js' */
/** @import { Session } from './session.js' */

export class TempFiles {
  /** @param {Session} session */
  constructor(session) {
    this.session = session
    /** Of the files that are counted. */
    this.bytes = 0
    this.serial = 0
    /** Bytes read and written since the last rest. */
    this.moved = 0
  }

  /** @returns {Pick<VfsFile, 'readSync' | 'writeSync' | 'close'>} */
  tempFile() {
    const { settings, cluster } = this.session
    const limitKb = Number(settings.get('temp_file_limit'))
    const loggedKb = Number(settings.get('log_temp_files'))
    const file = new TiringFile(this, cluster.vfs.tempFile())
    return limitKb < 0 && loggedKb < 0 ? file : new CountedFile(this, file, limitKb, loggedKb)
  }

  /** A file was read or written. @param {number} byteCount */
  noteMoved(byteCount) {
    this.moved += byteCount + CALL_BYTES
    if (this.moved < TIRING_BYTES) return
    this.moved = 0
    tire()
  }

  /** @param {number} bytes of a file that is gone */
  say(bytes) {
    const { session } = this
    if (!isLogged('log', String(session.settings.get('log_min_messages')))) return
    const path = `base/pgsql_tmp/pgsql_tmp${session.pid}.${this.serial++}`
    logAbout(session, 'LOG', `temporary file: path "${path}", size ${bytes}`, { statement: session.query })
  }
}

/** What a call costs, as bytes; and so many bytes may take as long as a turn does, where the disk is behind. */
const CALL_BYTES = 16384
const TIRING_BYTES = 1 << 19

/** Closing more than this may take milliseconds. */
const LARGE_BYTES = 1 << 24

/** A file whose reads and writes make loops that count their rows give way. */
class TiringFile {
  /** @param {TempFiles} files @param {VfsFile} file */
  constructor(files, file) {
    this.files = files
    this.file = file
    this.end = 0
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} length @param {number} position */
  readSync(bytes, start, length, position) {
    this.files.noteMoved(length)
    return this.file.readSync(bytes, start, length, position)
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} length @param {number} position */
  writeSync(bytes, start, length, position) {
    this.files.noteMoved(length)
    if (position + length > this.end) {
      leaveLastRoom(this.files.session.cluster.vfs, this.file.path, position + length - this.end)
      this.end = position + length
    }
    this.file.writeSync(bytes, start, length, position)
  }

  close() {
    if (this.end > LARGE_BYTES && this.file.closeLater !== undefined) this.file.closeLater()
    else this.file.close()
  }
}

class CountedFile {
  /** @param {TempFiles} files @param {TiringFile} file @param {number} limitKb @param {number} loggedKb -1: none */
  constructor(files, file, limitKb, loggedKb) {
    this.files = files
    this.file = file
    this.limitKb = limitKb
    this.loggedKb = loggedKb
    this.bytes = 0
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} length @param {number} position */
  readSync(bytes, start, length, position) { return this.file.readSync(bytes, start, length, position) }

  /**
   * @param {Uint8Array} bytes @param {number} start @param {number} length @param {number} position
   * @throws {DbError} 53400
   */
  writeSync(bytes, start, length, position) {
    const more = position + length - this.bytes
    if (more > 0) {
      const { files, limitKb } = this
      if (limitKb >= 0 && files.bytes + more > limitKb * 1024) throw tempFileLimit(limitKb)
      files.bytes += more
      this.bytes += more
    }
    this.file.writeSync(bytes, start, length, position)
  }

  close() {
    this.files.bytes -= this.bytes
    this.file.close()
    if (this.loggedKb >= 0 && this.bytes >= this.loggedKb * 1024) this.files.say(this.bytes)
  }
}
