/** Extensions that a directory's databases use: their modules are loaded while it is opened. */
import { isUnloaded, loadExtension } from '../../extensions/bundled.js'
import { catalogShape } from '../../catalog/store/shapes.js'
import { observeFor } from '../session/observers.js'
import { openDatabases } from './files.js'

/** @import { Cluster } from './cluster.js' */

const EXTENSION_CATALOG = 3079
const FILES_PER_DATABASE = 16384

/**
 * Whether somebody has written to pg_extension: it has a file then, where others share the template's. Asked of the
 * directory's names, as most have no extension and would read a database's catalogs for nothing.
 * @param {Cluster} cluster
 */
export const hasExtensionCatalogs = ({ vfs }) => vfs.exists('base') && vfs.list('base')
  .some((name) => parseInt(name, 16) % FILES_PER_DATABASE === EXTENSION_CATALOG)

/**
 * A module that cannot be loaded is told of in the log; what needs it says so when it is used.
 * @param {Cluster} cluster just open, no session yet
 */
export async function loadExtensions(cluster) {
  const { at } = catalogShape('pg_extension')
  for (const { store } of openDatabases(cluster)) {
    for (const { row } of store.scan('pg_extension', store.latest())) {
      const name = row[at.extname]
      if (isUnloaded(name)) {
        await loadExtension(name).catch((error) => cluster.log(`extension "${name}": ${error.message}`))
      }
      observeFor(cluster, name)
    }
  }
}
