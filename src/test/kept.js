/**
 * Templates that outlive the process, for all that come:
 *
 *   <directory>/<key>            a template, whole: it gets this name when it has been closed
 *   <directory>/making           one that is being made, by who holds the lock
 *   <directory>/templates.lock…  the lock (storage/vfs/process-lock.js)
 *
 * The key is made of the version and of what makes this release's directories what they are.
 */
import { createHash } from 'node:crypto'
import { DIRECTORY_VERSION } from '../wal/directory-version.js'
import { DbError } from '../errors/db-error.js'
import { DiskVfs } from '../storage/vfs/disk-vfs.js'
import { removeDirectory, renameDirectory } from '../storage/vfs/own-directories.js'
import { soon, whenLoaded } from '../util/later.js'

/** @returns {Promise<typeof import('../catalog/template.js')>} */
const loadTemplates = () => soon(import.meta.url, '../catalog/template.js')
/** @returns {Promise<typeof import('../engine/cluster/cluster.js')>} */
const loadCluster = () => soon(import.meta.url, '../engine/cluster/cluster.js')

const LOCK = 'templates.lock'
const MAKING = 'making'
const LOOK_AGAIN_MS = 20
const ATTEMPTS_MAX = 5
const KEY = /^[0-9a-f]{16}$/

/**
 * @template T
 * @param {string} directory @param {string} version
 * @param {(path: string) => Promise<void>} make
 * @param {(path: string) => Promise<T>} use
 * @returns {Promise<T>} of the template
 */
export async function keptTemplate(directory, version, make, use) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await use(await pathOf(directory, version, make))
    } catch (error) {
      // Somebody with another version may just have removed it.
      const isGoing = error instanceof DbError && (error.code === '55006' || error.code === '58P01')
      if (!isGoing || attempt === ATTEMPTS_MAX) throw error
    }
  }
}

/**
 * @param {string} directory @param {string} version
 * @param {(path: string) => Promise<void>} make
 * @returns {Promise<string>} path of the template
 */
async function pathOf(directory, version, make) {
  const disk = new DiskVfs(directory)
  const { catalogTemplate } = await loadTemplates()
  const loading = whenLoaded()
  if (loading !== null) await loading
  const stamp = JSON.stringify([version, DIRECTORY_VERSION, catalogTemplate().stamp])
  const key = createHash('sha256').update(stamp).digest('hex').slice(0, 16)
  const path = `${directory}/${key}`
  if (disk.exists(key)) return path
  disk.mkdir('')
  const unlock = await lockWhenFree(disk)
  try {
    if (disk.exists(key)) return path // somebody else was first
    const making = `${directory}/${MAKING}`
    removeDirectory(making) // of one that was killed
    await make(making)
    renameDirectory(making, path)
    await removeOthers(disk, directory, key)
    return path
  } finally {
    unlock()
  }
}

/** @param {DiskVfs} disk @returns {Promise<() => void>} */
async function lockWhenFree(disk) {
  for (;;) {
    try {
      return await disk.lock(LOCK, `process ${process.pid}, which makes a template`)
    } catch (error) {
      if (!(error instanceof DbError) || error.code !== '55006') throw error
    }
    await new Promise((resolve) => { setTimeout(resolve, LOOK_AGAIN_MS) })
  }
}

/**
 * Those of other versions, unless somebody reads them.
 * @param {DiskVfs} disk @param {string} directory @param {string} key
 */
async function removeOthers(disk, directory, key) {
  const { ENGINE_LOCK } = await loadCluster()
  for (const name of disk.list('')) {
    if (name === key || !KEY.test(name)) continue
    const path = `${directory}/${name}`
    try {
      const unlock = await new DiskVfs(path).lock(ENGINE_LOCK, 'its remover')
      removeDirectory(path)
      unlock()
    } catch (error) {
      if (!(error instanceof DbError) || error.code !== '55006') throw error
    }
  }
}
