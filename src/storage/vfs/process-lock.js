/**
 * One process at a time, by files, because Node offers no flock.
 *
 * Each contender listens on a socket of its own, `<path>.s<token>.sock`, then creates a file of its own,
 * `<path>.<pid>.<identity>.s<token>`, and then looks who else has one:
 *
 *   a living process      the contender removes its own files and reports that process
 *   a dead process        its files are removed: names are never reused, so this cannot hit a living one
 *   nobody                the lock is held; releasing removes the files
 *
 * Of two holders the one that looked later would have seen the other's file, so there is never more than one. Two that
 * start in the same instant may both give up; that is safe, and a person tries again.
 *
 * Alive is whose socket takes a connection, in whatever container it is: two containers that share a directory have the
 * same pids, and do not see each other's. Where that says nothing, because the file system has no sockets or the file
 * was written under another kernel (another machine, or this one before its reboot):
 *
 *   same boot, same pid namespace     pid and start time, as /proc has them
 *   otherwise                         the holder touches its file every BEAT_MS: who does that while one watches is alive
 *
 * Shared holders say so in their files and do not see each other: who only reads the directory. An exclusive one and a
 * shared one do.
 *
 * A holder that finds its file gone, or another in its place, no longer holds the lock and says so (`onLost`): somebody
 * who could not see it has taken over.
 */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import { basename, dirname, join, resolve as absolute } from 'node:path'
import { directoryInUse, fileAccessError } from '../../errors/storage.js'
import { assert } from '../../util/assert.js'
import { isListening, listen } from './holder-socket.js'

const BEAT_MS = 2000
/** Who has not touched its file for so long, on this very host, need not be watched. */
const SILENT_MS = 60000

/**
 * What a lock file says of its holder.
 * @typedef {{ text: string, boot: string, pids: string, host: string, socket: boolean, shared?: boolean
 *   }} Holder
 */

/** How often a shared contender looks again at a file that is just being written, which may be a shared one's. */
const LOOKS_MAX = 100
const LOOK_AGAIN_MS = 5

/**
 * Locks being taken or held by this process, which would be asking itself: what it says of itself.
 * @type {Map<string, { text: string, shared: boolean, count: number }>}
 */
const own = new Map()

/** @param {string} key */
function disown(key) {
  const known = own.get(key)
  if (known !== undefined && --known.count === 0) own.delete(key)
}

/**
 * Async.
 * @param {string} directory the data directory, for the message
 * @param {string} path of the lock; its directory must exist
 * @param {string} holderText what to tell others about this process
 * @param {(error: Error) => void} [onLost] the lock is no longer held, though nobody released it
 * @param {boolean} [shared] others may hold it, if they share it too
 * @returns {Promise<() => void>} releases the lock @throws {import('../../errors/db-error.js').DbError} 55006
 */
export async function takeProcessLock(directory, path, holderText, onLost = () => undefined, shared = false) {
  const key = absolute(path)
  const known = own.get(key)
  if (known !== undefined && !(shared && known.shared)) throw directoryInUse(directory, process.pid, known.text)
  if (known === undefined) own.set(key, { text: holderText, shared, count: 1 })
  else known.count++
  const token = `s${randomBytes(6).toString('hex')}`
  const name = `${basename(path)}.${process.pid}.${identityOf(process.pid) ?? 'unknown'}.${token}`
  const ownPath = join(dirname(path), name)
  const closeSocket = await listen(socketOf(path, token))
  const release = () => {
    disown(key)
    fs.rmSync(ownPath, { force: true })
    closeSocket?.()
  }
  try {
    /** @type {Holder} */
    const holder = {
      text: holderText,
      boot: bootOf(),
      pids: pidNamespace(),
      host: os.hostname(),
      socket: closeSocket !== null,
      ...(shared ? { shared } : {}),
    }
    try {
      fs.writeFileSync(ownPath, JSON.stringify(holder), { flag: 'wx', mode: 0o600 })
    } catch (error) {
      throw fileAccessError('create', name, error)
    }
    await lookAtOthers(directory, path, name, shared)
  } catch (error) {
    release()
    throw error
  }
  const { ino } = fs.statSync(ownPath)
  let held = true
  const timer = setInterval(() => {
    const lost = beat(ownPath, ino)
    if (lost === null || !held) return
    clearInterval(timer)
    onLost(lost)
  }, BEAT_MS)
  timer.unref()
  return () => {
    assert(held, 'a lock is released once')
    held = false
    clearInterval(timer)
    release()
  }
}

/**
 * Says that the holder lives.
 * @param {string} path
 * @param {number} ino of its file
 * @returns {Error | null} why it holds the lock no longer
 */
function beat(path, ino) {
  try {
    if (fs.statSync(path).ino !== ino) return fileAccessError('keep', path, 'another file has taken its place')
    const fd = fs.openSync(path, 'r+')
    try {
      fs.writeSync(fd, '{', 0) // as it is: the file system's own clock says when
    } finally {
      fs.closeSync(fd)
    }
    return null
  } catch (error) {
    // What the system cannot do now says nothing of the lock.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT' ? fileAccessError('keep', path, error) : null
  }
}

/**
 * Removes what the dead have left.
 * @param {string} directory
 * @param {string} path
 * @param {string} ownName
 * @param {boolean} shared
 * @throws {import('../../errors/db-error.js').DbError} 55006 somebody lives
 */
async function lookAtOthers(directory, path, ownName, shared) {
  const prefix = `${basename(path)}.`
  const files = fs.readdirSync(dirname(path)).filter((name) => name.startsWith(prefix) && name !== ownName)
  const tokens = new Set([ownName.slice(ownName.lastIndexOf('.') + 1)])
  for (const name of files) {
    const [pid, identity, token = ''] = name.slice(prefix.length).split('.')
    if (!/^[0-9]+$/.test(pid) || identity === undefined) continue
    const otherPath = join(dirname(path), name)
    const holder = shared ? await settledHolder(otherPath) : holderIn(otherPath)
    if (shared && holder?.shared) {
      tokens.add(token)
      continue
    }
    if (await isAlive(path, otherPath, Number(pid), identity, token, holder, join(dirname(path), ownName)))
      throw directoryInUse(directory, Number(pid), holder?.text ?? '')
    fs.rmSync(otherPath, { force: true })
    fs.rmSync(socketOf(path, token), { force: true })
    tokens.add(token)
  }
  // A socket whose file is gone: of one that was killed between the two.
  for (const name of files) {
    const [, token] = /^(s[0-9a-f]+)\.sock$/.exec(name.slice(prefix.length)) ?? []
    if (token !== undefined && !tokens.has(token) && (await isListening(join(dirname(path), name))) === false)
      fs.rmSync(join(dirname(path), name), { force: true })
  }
}

/** @param {string} path @param {string} token */
const socketOf = (path, token) => `${path}.${token === '' ? 's' : token}.sock`

/**
 * @param {string} path of the lock
 * @param {string} file of the other one
 * @param {number} pid
 * @param {string} identity
 * @param {string} token
 * @param {Holder | null} holder null: a version that wrote none, or one that is just writing it
 * @param {string} ownFile made just now, by the same clock
 * @returns {Promise<boolean>}
 */
async function isAlive(path, file, pid, identity, token, holder, ownFile) {
  if (token === '') return isRunning(pid, identity)
  // It has just begun, or was killed then: its socket is older than its file.
  if (holder === null) return await isListening(socketOf(path, token)) === true || isTouched(file)
  const sameKernel = holder.boot === bootOf()
  if (holder.socket) {
    const answer = await isListening(socketOf(path, token))
    if (answer === true || (answer === false && sameKernel)) return answer
  }
  if (sameKernel && holder.pids === pidNamespace() && holder.pids !== '') return isRunning(pid, identity)
  if (holder.host === os.hostname() && mtimeOf(ownFile) - mtimeOf(file) > SILENT_MS) return false
  return isTouched(file)
}

/** Async: whether its holder touches the file while we watch. @param {string} file @returns {Promise<boolean>} */
async function isTouched(file) {
  const before = mtimeOf(file)
  for (let waitedMs = 0; waitedMs < 3.5 * BEAT_MS; waitedMs += BEAT_MS / 10) {
    await new Promise((resolve) => { setTimeout(resolve, BEAT_MS / 10) })
    const now = mtimeOf(file)
    if (now < 0) return false
    if (now !== before) return true
  }
  return false
}

/** @param {string} file @returns {number} -1: it is gone */
function mtimeOf(file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? -1
}

/** @param {string} file @returns {Holder | null} */
function holderIn(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return null // released between the two looks, or not written yet, or by an older version
  }
}

/** As `holderIn`, of a file that may be in the middle of being written. @param {string} file */
async function settledHolder(file) {
  for (let looks = 0; ; looks++) {
    const holder = holderIn(file)
    if (holder !== null || looks === LOOKS_MAX || mtimeOf(file) < 0) return holder
    await new Promise((resolve) => { setTimeout(resolve, LOOK_AGAIN_MS) })
  }
}

/** @param {number} pid @param {string} identity as in the lock file's name */
function isRunning(pid, identity) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (/** @type {{code?: string}} */ (error).code === 'ESRCH') return false
  }
  const now = identityOf(pid)
  return now === null || identity === 'unknown' || now === identity
}

/**
 * What tells this process from an earlier one with the same pid: start time in clock ticks since boot, and the boot. A
 * zombie is 'ended': its files are closed.
 * @param {number} pid
 * @returns {string | null} null where the system does not say
 */
function identityOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // fields from the third on: state, ppid, …
    if (fields[0] === 'Z' || fields[0] === 'X') return 'ended'
    return `${fields[19]}-${bootOf().slice(0, 8)}`
  } catch {
    return null
  }
}

/** Which run of which kernel this is; where it does not say, which host. */
function bootOf() {
  try {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 36)
  } catch {
    return `host ${os.hostname()}`
  }
}

/** Whose pids these are. @returns {string} '' where the system does not say */
function pidNamespace() {
  try {
    return fs.readlinkSync('/proc/self/ns/pid')
  } catch {
    return process.platform === 'linux' ? '' : 'all'
  }
}
