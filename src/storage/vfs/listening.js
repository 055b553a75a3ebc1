/**
 * Where the process that holds a data directory takes clients, for others that find it locked:
 * `<directory>/seawall.listening`, one line of JSON. What a process left that was killed names a pid that does not hold
 * the lock.
 */
/** @import { Vfs } from './vfs.js' */

const PATH = 'seawall.listening'

/** @typedef {{ pid: number, host: string, port: number }} Listening */

/** @param {Vfs} vfs @param {Omit<Listening, 'pid'>} where */
export function tellListening(vfs, where) {
  const bytes = Buffer.from(`${JSON.stringify({ pid: process.pid, ...where })}\n`)
  const file = vfs.open(PATH, { create: true })
  try {
    file.truncate(0)
    file.writeSync(bytes, 0, bytes.length, 0)
  } finally {
    file.close()
  }
}

/** @param {Vfs} vfs */
export function tellNoLonger(vfs) { if (vfs.exists(PATH)) vfs.unlink(PATH) }

/** @param {Vfs} vfs @param {number} pid of who holds the lock @returns {Listening | null} null: it takes no clients */
export function listeningOf(vfs, pid) {
  if (!vfs.exists(PATH)) return null
  const file = vfs.open(PATH, { readOnly: true })
  try {
    const bytes = Buffer.alloc(file.size())
    file.readSync(bytes, 0, bytes.length, 0)
    const said = JSON.parse(bytes.toString('utf8'))
    return said.pid === pid ? said : null
  } catch {
    return null // in the middle of being written
  } finally {
    file.close()
  }
}
