/**
 * One process at a time, by files, because Node offers no flock.
 *
 * Each contender creates a file of its own, `<path>.<pid>.<identity>`, and then looks who else has one:
 *
 *   a living process      the contender removes its own file and reports that process
 *   a dead process        its file is removed: names are never reused, so this cannot hit a living one
 *   nobody                the lock is held; releasing removes the file
 *
 * Of two holders the one that looked later would have seen the other's file, so there is never more than one. Two that start in
 * the same instant may both give up; that is safe, and a person tries again.
 *
 * A process is known by pid, boot and start time, so a pid reused after a crash or a reboot does not look alive. Without /proc
 * (macOS, Windows) only the pid is known: there, a stale file whose pid was reused must be removed by hand. Containers that
 * share a directory but not a pid namespace do not see each other: not protected, as with PostgreSQL's own lock file.
 */
import fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { directoryInUse, fileAccessError } from '../../errors/storage.js'
import { assert } from '../../util/assert.js'

/**
 * @param {string} directory the data directory, for the message
 * @param {string} path of the lock; its directory must exist
 * @param {string} holderText what to tell others about this process
 * @returns {() => void} releases the lock
 */
export function takeProcessLock(directory, path, holderText) {
  const own = `${basename(path)}.${process.pid}.${identityOf(process.pid) ?? 'unknown'}`
  const ownPath = join(dirname(path), own)
  try {
    fs.writeFileSync(ownPath, holderText, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (/** @type {{code?: string}} */ (error).code !== 'EEXIST') throw fileAccessError('create', own, error)
    throw directoryInUse(directory, process.pid, textOf(ownPath))
  }
  try {
    for (const name of fs.readdirSync(dirname(path))) {
      if (name === own || !name.startsWith(`${basename(path)}.`)) continue
      const [pid, identity] = name.slice(basename(path).length + 1).split('.')
      if (!/^[0-9]+$/.test(pid) || identity === undefined) continue
      const otherPath = join(dirname(path), name)
      if (isAlive(Number(pid), identity)) throw directoryInUse(directory, Number(pid), textOf(otherPath))
      fs.rmSync(otherPath, { force: true })
    }
  } catch (error) {
    fs.rmSync(ownPath, { force: true })
    throw error
  }
  let held = true
  return () => {
    assert(held, 'a lock is released once')
    held = false
    fs.rmSync(ownPath, { force: true })
  }
}

/** @param {string} path */
function textOf(path) {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch {
    return '' // released between the two looks: the message goes without
  }
}

/** @param {number} pid @param {string} identity as in the lock file's name */
function isAlive(pid, identity) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (/** @type {{code?: string}} */ (error).code === 'ESRCH') return false
  }
  const now = identityOf(pid)
  return now === null || identity === 'unknown' || now === identity
}

/**
 * What tells this process from an earlier one with the same pid: start time in clock ticks since boot, and the boot. A zombie is
 * 'ended': its files are closed. @param {number} pid @returns {string | null} null where the system does not say
 */
function identityOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // fields from the third on: state, ppid, …
    if (fields[0] === 'Z' || fields[0] === 'X') return 'ended'
    return `${fields[19]}-${fs.readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8)}`
  } catch {
    return null
  }
}
