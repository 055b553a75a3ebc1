/**
 * What forks of one origin know in common: of each database, what was read of its catalog and which statements were
 * planned. A template has one for all its forks; an open database has one for those that begin in the same state of
 * its catalogs, and another as soon as that changes.
 *
 *   fork opens   run() ── each database takes what is known
 *   fork ends    close(), or its first change of a catalog ── each database gives what it has learnt
 *
 * Databases that a fork makes are nobody else's: they have OIDs that no other fork's had.
 */
import { OWN } from '../statements/core/foreign-key-statements.js'
import { CommonReads } from '../../catalog/store/common-reads.js'
import { CommonStatements } from '../statements/core/common-statements.js'

/** @import { Cluster } from './cluster.js' */
/** @import { Database } from './database.js' */

export class Common {
  /** @param {number} nextOid of the origin: databases have smaller ones */
  constructor(nextOid) {
    this.nextOid = nextOid
    /** By OID. @type {Map<number, { reads: CommonReads, statements: CommonStatements }>} */
    this.databases = new Map()
  }

  /** A database of a fork that has just opened begins with what is known. @param {Database} database */
  give({ oid, catalog, planCache, foreignKeyPlans }) {
    if (oid >= this.nextOid) return
    let known = this.databases.get(oid)
    if (known === undefined) {
      this.databases.set(oid, known = { reads: new CommonReads(), statements: new CommonStatements() })
    }
    const { reads, statements } = known
    reads.giveTo(catalog.shared)
    planCache.common = statements
    const { epoch, schemaEpoch } = catalog
    catalog.beforeChange = () => {
      catalog.beforeChange = null
      if (catalog.epoch !== epoch || catalog.schemaEpoch !== schemaEpoch) return
      reads.takeFrom(catalog.shared)
      planCache.share()
      for (const [name, statement] of foreignKeyPlans) {
        if (!name.endsWith(OWN)) statements.addForeignKey(name, statement)
      }
    }
  }
}

/**
 * What is known to the forks of an open cluster, and of which state.
 * @type {WeakMap<Cluster, { state: string, common: Common }>}
 */
const known = new WeakMap()

/** @param {Cluster} cluster of which a fork is being made @returns {Common} of those that begin as this one does */
export function commonOf(cluster) {
  let state = ''
  for (const [oid, { catalog }] of cluster.databases) state += `${oid}:${catalog.epoch}:${catalog.namespaceEpoch};`
  let found = known.get(cluster)
  if (found === undefined || found.state !== state) {
    known.set(cluster, found = { state, common: new Common(cluster.oids.nextOid) })
  }
  return found.common
}
