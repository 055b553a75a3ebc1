/** Temporary schemas of sessions that a crash has ended. */
import { DdlContext } from '../../catalog/ddl/context.js'
import { catalogShape } from '../../catalog/store/shapes.js'
import { isShortage } from '../../errors/storage.js'
import { dropContents } from '../session/temporary.js'
import { openDatabases } from './files.js'

/** @import { Cluster } from './cluster.js' */

const TEMPORARY_SCHEMA = /^pg_temp_\d+$/
/** A search path for looking things up by OID only. */
const EVERYWHERE = { namespaces: [11, 2200], temporary: 0, databaseOid: 0, roleOid: 10 }

/** What sessions of before a crash left. @param {Cluster} cluster just open, no session yet */
export function dropTemporaryAfterCrash(cluster) {
  const { at } = catalogShape('pg_namespace')
  for (const { catalog, store } of openDatabases(cluster)) {
    for (const { row } of store
      .scan('pg_namespace', store.latest())
      .filter((found) => TEMPORARY_SCHEMA.test(found.row[at.nspname]))) {
        const txn = cluster.txns.begin()
        try {
          dropContents(
            new DdlContext({ catalog, txn, path: EVERYWHERE, userOid: 10, files: cluster.ddlFiles }),
            row[at.oid],
          )
        } catch (error) {
          cluster.txns.abort(txn)
          if (!isShortage(error)) throw error
          return // who takes the place of such a session finds them
        }
        cluster.txns.commit(txn)
      }
  }
}
