/**
 * A Unix socket that somebody listens on: proof of life which the kernel gives, whatever process namespace asks, and
 * which ends with the process. The answer is the connection itself; nothing is said. A listener whose event loop is
 * busy is answered for by its backlog.
 *
 * A socket's path has 104 to 108 bytes; where the file's has more, its directory is reached by a descriptor
 * (/proc/self/fd/N). Where that is not to be had, or the file system has no sockets, there is none.
 */
import fs from 'node:fs'
import net from 'node:net'
import { basename, dirname } from 'node:path'

const PATH_BYTES_MAX = 100
const PATIENCE_MS = 5000

/**
 * @param {string} path
 * @returns {{ path: string, fd: number } | null} a path that fits, and the directory's descriptor if it needs one, else
 *   -1
 */
function reach(path) {
  if (process.platform === 'win32') return null // its pipes are no files
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return { path, fd: -1 }
  if (!fs.existsSync('/proc/self/fd')) return null
  const fd = fs.openSync(dirname(path), fs.constants.O_RDONLY)
  return { path: `/proc/self/fd/${fd}/${basename(path)}`, fd }
}

/**
 * Async: listens; never keeps the process alive. @param {string} path of a file that is not there
 * @returns {Promise<(() => void) | null>} ends it and removes the file; null: there are no sockets here
 */
export function listen(path) {
  const reached = reach(path)
  if (reached === null) return Promise.resolve(null)
  const server = net.createServer((socket) => { socket.destroy() })
  server.unref()
  const letGo = () => { if (reached.fd >= 0) fs.closeSync(reached.fd) }
  return new Promise((resolve) => {
    server.once('error', () => { letGo(); resolve(null) })
    server.listen({ path: reached.path, exclusive: true }, () => {
      server.removeAllListeners('error')
      server.on('error', () => undefined) // of one connection
      resolve(() => {
        server.close(letGo)
        fs.rmSync(path, { force: true })
      })
    })
  })
}

/**
 * Async: whether somebody listens.
 * @param {string} path
 * @returns {Promise<boolean | null>} null: the system does not say
 */
export function isListening(path) {
  const reached = reach(path)
  if (reached === null) return Promise.resolve(null)
  return new Promise((resolve) => {
    const socket = net.connect({ path: reached.path })
    const end = (/** @type {boolean | null} */ answer) => {
      socket.destroy()
      if (reached.fd >= 0) fs.closeSync(reached.fd)
      resolve(answer)
    }
    socket.setTimeout(PATIENCE_MS, () => end(null))
    socket.once('connect', () => end(true))
    socket.once('error', (error) => {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error)
      end(code === 'ECONNREFUSED' || code === 'ENOENT' ? false : code === 'EAGAIN' ? true : null)
    })
  })
}
