/**
 * The server's files as values: pg_read_file, pg_read_binary_file, pg_stat_file, pg_ls_dir and its kind. They are
 * behind the door that COPY's are behind (decision 0024), and ask what PostgreSQL asks: who may not read any file gets
 * those below the data directory, as far as somebody let him call the function.
 */
import { isAbsolute, join, posix } from 'node:path'
import { hasPrivsOf, READ_SERVER_FILES } from '../../catalog/roles.js'
import { cannotDoWithFile, fileTooLong, relativePathInMemory, serverFilesClosed } from '../../errors/server-files.js'
import { lengthTooLarge, noReplicationSlot, noTablespaceWithOid, readsNegative } from '../../errors/functions.js'
import { denied } from '../../errors/privileges.js'
import { openDirectory, statNow, statOf } from '../../storage/vfs/server-files.js'
import { openForValue } from '../../storage/vfs/server-streams.js'
import * as T from '../../types/oids.js'
import { PgRecord } from '../../types/record.js'
import { receiveText } from '../../types/strings/utf8.js'
import { Family } from '../impl.js'
import { requireSuperuser } from '../catalog/administration.js'

/** @import { FunctionContext } from '../impl.js' */

const family = new Family()
export const serverFileFunctions = family.functions

const BYTES_MAX = 0x3fffffff - 4
/** Of a file that is read whole: what a string can hold. */
const WHOLE_MAX = 0x1fffffe8
const MS_AT_2000 = 946684800000
/** pg_default, pg_global */
const TABLESPACES = [1663, 1664]
const WAITS = { waits: true }

/**
 * @param {FunctionContext} ctx @param {string} name @returns {string} the path for the system
 * @throws {DbError} 42501, 42602
 */
function readablePath({ catalog, session }, name) {
  if (!hasPrivsOf(catalog, session.roleOid, READ_SERVER_FILES)) {
    const path = posix.normalize(name)
    if (posix.isAbsolute(path)) throw denied('absolute path not allowed')
    if (path === '..' || path.startsWith('../')) throw denied('path must be in or below the current directory')
  }
  const { options, vfs } = session.shared
  if (options.serverFiles === false) throw serverFilesClosed()
  if (name === '' || isAbsolute(name)) return name
  if (!isAbsolute(vfs.name)) throw relativePathInMemory()
  return join(vfs.name, name)
}

/** @param {unknown} error */
const isMissing = (error) => /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT'

/**
 * @param {string} path as messages show it @param {string} fullPath @param {number} offset below 0: from the end
 * @param {number} bytes or Infinity: all @param {boolean} missingOk
 */
async function bytesOf(path, fullPath, offset, bytes, missingOk) {
  const file = await openForValue(path, fullPath, missingOk)
  if (file === null) return null
  try {
    const from = offset >= 0 ? offset : file.size + offset
    if (from < 0) throw cannotDoWithFile('seek in file', path, { code: 'EINVAL' })
    return await file.readFrom(from, bytes, WHOLE_MAX, fileTooLong)
  } finally {
    await file.close()
  }
}

/**
 * @param {FunctionContext} ctx @param {string} path @param {number | bigint} [offset] @param {number | bigint} [bytes]
 * @param {boolean} [missingOk]
 * @returns {Generator<Promise<unknown>, Uint8Array | null, void>}
 */
function* read(ctx, path, offset = 0, bytes = Infinity, missingOk = false) {
  if (bytes < 0) throw readsNegative()
  const fullPath = readablePath(ctx, path)
  if (bytes !== Infinity && bytes > BYTES_MAX) throw lengthTooLarge()
  /** @type {Uint8Array | null} */
  let value = null
  yield bytesOf(path, fullPath, Number(offset), Number(bytes), missingOk).then((result) => { value = result })
  return value
}

/** @param {FunctionContext} ctx @param {[string, (number | bigint)?, (number | bigint)?, boolean?]} args */
function* readText(ctx, ...args) {
  const bytes = yield* read(ctx, ...args)
  return bytes === null ? null : receiveText(bytes, 0, bytes.length)
}

family.context(['pg_read_file_all', 'pg_read_file_off_len', 'pg_read_file_v2'], readText, WAITS)
family.context(['pg_read_binary_file_all', 'pg_read_binary_file_off_len', 'pg_read_binary_file'], read, WAITS)
// What adminpack 1.0 calls trusts no grant: only superusers may.
family.context('pg_read_file', function* (ctx, path, offset, bytes) {
  requireSuperuser(ctx, 'must be superuser to read files with adminpack 1.0',
    'Consider using pg_read_file(), which is part of core, instead.')
  return yield* readText(ctx, path, offset, bytes)
}, WAITS)

/** @param {number} ms since 1970 @returns {number} microseconds since 2000, of whole seconds */
const secondsOf = (ms) => (Math.floor(ms / 1000) * 1000 - MS_AT_2000) * 1000

const STAT_TYPES = [T.INT8, T.TIMESTAMPTZ, T.TIMESTAMPTZ, T.TIMESTAMPTZ, T.TIMESTAMPTZ, T.BOOL]

family.context(['pg_stat_file', 'pg_stat_file_1arg'], function* (ctx, path, missingOk = false) {
  const fullPath = readablePath(ctx, path)
  /** @type {PgRecord | null} */
  let row = null
  yield statOf(fullPath).then((stat) => {
    const times = [stat.atimeMs, stat.mtimeMs, stat.ctimeMs].map(secondsOf)
    row = new PgRecord(T.RECORD, [stat.size, ...times, null, stat.isDirectory()], STAT_TYPES)
  }, (error) => {
    if (!missingOk || !isMissing(error)) throw cannotDoWithFile('stat file', path, error)
  })
  return row
}, WAITS)

/** @param {string} shown as messages show it @param {string} path @param {boolean} missingOk */
function openedDirectory(shown, path, missingOk) {
  try {
    return openDirectory(path)
  } catch (error) {
    if (missingOk && isMissing(error)) return null
    throw cannotDoWithFile('open directory', shown, error)
  }
}

family.context(['pg_ls_dir', 'pg_ls_dir_1arg'], function* (ctx, path, missingOk = false, dots = false) {
  const directory = openedDirectory(path, readablePath(ctx, path), missingOk)
  if (directory === null) return
  try {
    if (dots) yield* ['.', '..']
    for (let name = directory.next(); name !== null; name = directory.next()) yield name
  } finally {
    directory.close()
  }
}, { set: true })

/**
 * Of the data directory: each file's name, size and time, but for hidden ones.
 * @param {FunctionContext} ctx @param {string} name @param {boolean} missingOk
 */
function* filesOf({ session: { shared: { vfs } } }, name, missingOk) {
  if (!isAbsolute(vfs.name)) return
  const path = join(vfs.name, name)
  const directory = openedDirectory(name, path, missingOk)
  if (directory === null) return
  try {
    for (let file = directory.next(); file !== null; file = directory.next()) {
      const stat = file.startsWith('.') ? null : statNow(join(path, file))
      if (stat !== null && stat.isFile()) yield [file, stat.size, secondsOf(stat.mtimeMs)]
    }
  } finally {
    directory.close()
  }
}

// Who may call these is a matter of their grants. There is no collector of logs, and nothing is archived or decoded.
family.context('pg_ls_waldir', (ctx) => filesOf(ctx, 'wal', false), { set: true })
family.context('pg_ls_logdir', (ctx) => filesOf(ctx, 'log', false), { set: true })
family.context('pg_ls_tmpdir_noargs', (ctx) => filesOf(ctx, 'temp', true), { set: true })
family.context('pg_ls_tmpdir_1arg', function* (ctx, oid) {
  if (!TABLESPACES.includes(oid)) throw noTablespaceWithOid(oid)
  yield* filesOf(ctx, 'temp', true)
}, { set: true })
family.context('pg_ls_replslotdir', function* (ctx, slot) { throw noReplicationSlot(slot) }, { set: true })
family.context(['pg_ls_archive_statusdir', 'pg_ls_logicalmapdir', 'pg_ls_logicalsnapdir'], () => [], { set: true })
