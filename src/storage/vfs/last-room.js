/**
 * The last of a disk's room is left alone by what only grows: where nothing is overwritten, frames and pages that have
 * their blocks need some for a moment all the same (write-over.js).
 */
import { fileAccessError, systemError } from '../../errors/storage.js'

/** @import { Vfs } from './vfs.js' */

const LAST_ROOM_BYTES = 16 * 1024

/** @param {Pick<Vfs, 'freeBytes'>} vfs @param {number} bytes that something is to grow by */
export const leavesLastRoom = (vfs, bytes) => vfs.freeBytes() >= bytes + LAST_ROOM_BYTES

/** @param {Pick<Vfs, 'freeBytes'>} vfs @param {string} path @param {number} bytes @throws {DbError} 53100 */
export function leaveLastRoom(vfs, path, bytes) {
  if (!leavesLastRoom(vfs, bytes)) throw fileAccessError('extend', path, systemError('ENOSPC'))
}
