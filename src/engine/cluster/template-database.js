/**
 * template1 is empty in a new cluster and has no catalogs of its own: it stands for those of the first database as they
 * were at first. Who connects to it (createdb and many administration tools do, to have some database that is always
 * there) gets it catalogs of its own, a copy of that image.
 */
import { DdlContext } from '../../catalog/ddl/context.js'
import { catalogShape } from '../../catalog/store/shapes.js'
import { tooManyDatabases } from '../../errors/clusters.js'

/** @import { Cluster } from './cluster.js' */

const SLOT_MAX = 16382
/** A search path for looking things up by OID only. */
const EVERYWHERE = { namespaces: [11, 2200], temporary: 0, databaseOid: 0, roleOid: 10 }

/**
 * A number in file ids of system catalogs that no database ever had.
 * @param {Cluster} cluster
 * @returns {number}
 * @throws {DbError} 54000
 */
export function newSlot(cluster) {
  const { store } = cluster.anyDatabase()
  const { at } = catalogShape('pg_database')
  for (const { row } of store.scan('pg_database', store.latest()))
    cluster.lastSlot = Math.max(cluster.lastSlot, row[at.datminmxid])
  if (cluster.lastSlot >= SLOT_MAX) throw tooManyDatabases()
  return ++cluster.lastSlot
}

/**
 * Gives a template database catalogs of its own.
 * @param {Cluster} cluster
 * @param {number} oid of its row
 * @returns {number} its slot from now on
 */
export function giveCatalogs(cluster, oid) {
  const slot = newSlot(cluster)
  const txn = cluster.txns.begin()
  try {
    const ddl = new DdlContext({
      catalog: cluster.anyDatabase().catalog, txn, path: EVERYWHERE, userOid: 10, files: cluster.ddlFiles,
    })
    ddl.update('pg_database', ddl.one('pg_database', 'pg_database_oid_index', [oid]), { datminmxid: slot })
    cluster.copyCatalogs(slot, txn)
  } catch (error) {
    cluster.txns.abort(txn)
    throw error
  }
  cluster.txns.commit(txn)
  return slot
}
