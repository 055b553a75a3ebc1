/**
 * Who is told of statements: extensions that say so (extensions/definition.js, hooks), from when they are created, or
 * found in a database when the directory is opened. Without one, `cluster.observers` is null and nobody counts.
 */
import { loadedExtension } from '../../extensions/bundled.js'

/** @import { Cluster } from '../cluster/cluster.js' */
/** @import { ObserverHost, StatementSeen } from '../../extensions/definition.js' */

/** @param {Cluster} cluster @param {string} name of an extension there is @returns {void} */
export function observeFor(cluster, name) {
  const make = loadedExtension(name)?.observe
  if (make === undefined || cluster.observing.has(name)) return
  const observer = make(hostOf(cluster))
  cluster.observing.add(name)
  cluster.observers = [...cluster.observers ?? [], (seen) => told(cluster, name, observer, seen)]
}

/**
 * What fails there is no statement's failure.
 * @param {Cluster} cluster @param {string} name @param {(seen: StatementSeen) => void} observer
 * @param {StatementSeen} seen
 */
function told(cluster, name, observer, seen) {
  try {
    observer(seen)
  } catch (error) {
    cluster.log(`extension "${name}": ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** @param {Cluster} cluster @returns {ObserverHost} */
const hostOf = (cluster) => ({
  shared: cluster,
  now: () => cluster.clock.nowMicros(),
  read: (path) => cluster.vfs.exists(path) ? readFile(cluster, path) : null,
  write: (path, bytes) => writeFile(cluster, path, bytes),
  remove: (path) => { if (cluster.vfs.exists(path)) cluster.vfs.unlink(path) },
  whenClosed: (save) => void cluster.onClose.push(() => { if (cluster.wal.failed === null) save() }),
})

/** @param {Cluster} cluster @param {string} path @returns {Uint8Array} */
function readFile({ vfs }, path) {
  const file = vfs.open(path, {})
  try {
    const bytes = new Uint8Array(file.size())
    return bytes.subarray(0, file.readSync(bytes, 0, bytes.length, 0))
  } finally {
    file.close()
  }
}

/**
 * Nothing waits until it is on disk: what a power cut leaves of it is not read (the reader's check).
 * @param {Cluster} cluster @param {string} path @param {Uint8Array} bytes
 */
function writeFile({ vfs }, path, bytes) {
  const beside = `${path}.new`
  const file = vfs.open(beside, { create: true })
  try {
    file.truncate(0)
    file.writeSync(bytes, 0, bytes.length, 0)
  } finally {
    file.close()
  }
  vfs.rename(beside, path)
}
