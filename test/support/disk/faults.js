/**
 * Which calls of the simulated disk fail. Every call of a Vfs and of its files has a name here and is counted under it:
 *
 *   open create exists list mkdir rename unlink lock temporary      of the Vfs; `create`: an open that makes the file
 *   read write truncate allocate size sync                          of a file; temporary files' too
 *   syncDir                                                         of a directory
 *
 *   disk.inject({ call: 'open', path: /^base/, at: 3, code: 'EMFILE' })      the third such call from now on, once
 *   disk.inject({ at: 17, times: Infinity, code: 'EIO' })                    the 17th call whatever it is, and every later one
 *   disk.inject({ call: ['write', 'allocate'], code: 'ENOSPC' })             the next of these; short: a part of it was written
 *   disk.heal()                                                              nothing injected fails any more
 */
import { fileAccessError, systemError } from '../../../src/errors/storage.js'

/**
 * @typedef {'open' | 'create' | 'exists' | 'list' | 'mkdir' | 'rename' | 'unlink' | 'lock' | 'temporary'
 *   | 'read' | 'write' | 'truncate' | 'allocate' | 'size' | 'sync' | 'syncDir'} Call
 */

/** The verb of the error's text. */
const VERBS = /** @type {Record<Call, string>} */ ({
  open: 'open', create: 'create', exists: 'stat', list: 'list', mkdir: 'create', rename: 'rename', unlink: 'remove',
  lock: 'create', temporary: 'create', read: 'read', write: 'write', truncate: 'truncate', allocate: 'write',
  size: 'stat', sync: 'fsync', syncDir: 'fsync',
})
export const CALLS = /** @type {Call[]} */ (Object.keys(VERBS))

/** What each call may fail with, besides EIO. @type {Record<Call, string[]>} */
export const CODES = {
  open: ['EMFILE', 'ENFILE', 'ENOMEM', 'EIO', 'EACCES'],
  create: ['EMFILE', 'ENOSPC', 'EIO', 'EROFS'],
  exists: ['EIO', 'ENOMEM'],
  list: ['EMFILE', 'EIO', 'ENOMEM'],
  mkdir: ['ENOSPC', 'EIO'],
  rename: ['ENOSPC', 'EIO'],
  unlink: ['EIO', 'EROFS'],
  lock: ['ENOSPC', 'EIO'],
  temporary: ['EMFILE', 'ENOSPC', 'EIO'],
  read: ['EIO', 'ENOMEM'],
  write: ['ENOSPC', 'EIO', 'EDQUOT'],
  truncate: ['EIO', 'ENOSPC'],
  allocate: ['ENOSPC', 'EIO'],
  size: ['EIO', 'ENOMEM'],
  sync: ['EIO', 'ENOSPC'],
  syncDir: ['EIO', 'EMFILE', 'ENOSPC'],
}

/**
 * @typedef {object} Fault
 * @property {Call | Call[]} [call] any call if absent
 * @property {RegExp} [path] any path if absent; 'temporary file' for temporary ones
 * @property {number} [at] 1: the next such call
 * @property {number} [times] how many from there on fail: 1, or Infinity
 * @property {string} [code] system error, EIO if absent
 */

/**
 * @typedef {Fault & {seen: number, failed: number}} InjectedFault seen: such calls since, failed: how many of them
 *   failed
 */

export class Faults {
  /** Calls so far. @type {Record<Call, number>} */
  calls = /** @type {Record<Call, number>} */ (Object.fromEntries(CALLS.map((call) => [call, 0])))
  /** @type {InjectedFault[]} */
  injected = []
  /** What failed: for reports. @type {string[]} */
  told = []

  /** @param {Fault} fault @returns {InjectedFault} */
  inject(fault) {
    const injected = { ...fault, seen: 0, failed: 0 }
    this.injected.push(injected)
    return injected
  }

  heal() {
    this.injected = []
  }

  /** Counts a call. @param {Call} call @param {string} path @returns {Error | null} what it fails with */
  meet(call, path) {
    this.calls[call]++
    let error = null
    for (const fault of this.injected) {
      if (!matches(fault, call, path)) continue
      const { at = 1, times = 1, code = 'EIO' } = fault
      fault.seen++
      if (error !== null || fault.seen < at || fault.seen >= at + times) continue
      fault.failed++
      error = this.error(call, path, code)
    }
    return error
  }

  /** @param {Call} call @param {string} path @param {string} code */
  error(call, path, code) {
    this.told.push(`${call} ${path}: ${code}`)
    return fileAccessError(VERBS[call], path, systemError(code))
  }
}

/** @param {Fault} fault @param {Call} call @param {string} path */
function matches(fault, call, path) {
  if (fault.call !== undefined && (Array.isArray(fault.call) ? !fault.call.includes(call) : fault.call !== call))
    return false
  return fault.path === undefined || fault.path.test(path)
}
