/**
 * Looks at a whole cluster: every table with its indexes (check-relation.js), the catalogs against each other (nothing is half made or half
 * dropped), and the files against the catalogs (none is missing, none is left over). Behind `seawall check`, `db.check()` and the crash tests.
 */
import { catalogShape } from '../../catalog/store/shapes.js'
import { DbError } from '../../errors/db-error.js'
import { checkRelation } from './check-relation.js'
import { typesInUse, useTypes } from '../../types/lookup.js'
import { nextTurn } from '../statements/drive.js'
import { knownFiles, openDatabases } from './files.js'

/** @import { Cluster } from './cluster.js' */
/** @import { Database } from './database.js' */
/** @import { Finding } from './check-relation.js' */

/** @typedef {{ databases: number, tables: number, indexes: number, rows: number, entries: number, staleEntries: number, pages: number, problems: (Finding & { database: string })[] }} CheckReport */

/** A search path for looking things up by OID only. */
const EVERYWHERE = { namespaces: [11, 2200], temporary: 0, databaseOid: 0 }

/** Catalog columns that name rows of pg_class; 0 names none. */
const POINTS_AT_CLASS = /** @type {[string, string][]} */ ([
  ['pg_attribute', 'attrelid'], ['pg_attrdef', 'adrelid'], ['pg_index', 'indexrelid'], ['pg_index', 'indrelid'], ['pg_constraint', 'conrelid'],
  ['pg_constraint', 'conindid'], ['pg_type', 'typrelid'], ['pg_rewrite', 'ev_class'], ['pg_statistic', 'starelid'],
])

/**
 * Async: others get their turn between two tables, so a running cluster may be looked at; files are compared only while no transaction writes.
 * @param {Cluster} cluster @returns {Promise<CheckReport>}
 */
export async function checkCluster(cluster) {
  /** @type {CheckReport} */
  const report = { databases: 0, tables: 0, indexes: 0, rows: 0, entries: 0, staleEntries: 0, pages: 0, problems: [] }
  for (const database of openDatabases(cluster)) {
    report.databases++
    for (const oid of tablesOf(database)) {
      await nextTurn()
      checkTable(database, oid, report)
    }
    checkCatalogs(database, report)
  }
  await cluster.storage.files.settled()
  checkFiles(cluster, report)
  return report
}

/** @param {Database} database @returns {number[]} OIDs of what has rows */
function tablesOf({ store }) {
  const { at } = catalogShape('pg_class')
  return store.scan('pg_class', store.latest()).map(({ row }) => row).filter((row) => 'rm'.includes(String.fromCharCode(row[at.relkind]))).map((row) => row[at.oid])
}

/** @param {Database} database @param {number} oid @param {CheckReport} report */
function checkTable(database, oid, report) {
  const { cluster, catalog, store, name } = database
  const inUse = typesInUse()
  useTypes(database.storage.types)
  try {
    const relation = catalog.snapshot(null, EVERYWHERE).relation(oid)
    if (relation === undefined) return // dropped meanwhile
    const found = checkRelation(relation, store.latest())
    report.tables++
    report.indexes += relation.indexes.length
    for (const count of /** @type {const} */ (['rows', 'entries', 'staleEntries', 'pages'])) report[count] += found[count]
    report.problems.push(...found.problems.map((problem) => ({ ...problem, database: name })))
    const isSettled = cluster.txns.unsettled.isEmpty && !cluster.txns.sweepFiles.has(relation.fileId)
    if (found.staleEntries > 0 && isSettled) {
      report.problems.push({ database: name, relation: relation.name, code: 'XX002', message: `${found.staleEntries} index entries belong to no row`, detail: 'They cost space only; VACUUM removes them.' })
    }
  } catch (error) {
    if (!(error instanceof DbError)) throw error
    report.problems.push({ database: name, relation: `relation ${oid}`, code: error.code, message: error.message, detail: error.detail })
  } finally {
    useTypes(inUse)
  }
}

/** @param {Database} database @param {CheckReport} report */
function checkCatalogs({ store, name }, report) {
  const found = (/** @type {string} */ relation, /** @type {string} */ message) => { report.problems.push({ database: name, relation, code: 'XX001', message }) }
  const rowsOf = (/** @type {string} */ catalog) => store.scan(catalog, store.latest()).map(({ row }) => row)
  const { at } = catalogShape('pg_class')
  const classes = new Map(rowsOf('pg_class').map((row) => [row[at.oid], row]))
  for (const [catalog, column] of POINTS_AT_CLASS) {
    const place = catalogShape(catalog).at[column]
    for (const row of rowsOf(catalog)) if (row[place] !== 0 && !classes.has(row[place])) found(catalog, `column "${column}" names relation ${row[place]}, which pg_class does not have`)
  }
  /** @type {Map<number, number>} */
  const counts = new Map()
  const attributeAt = catalogShape('pg_attribute').at
  for (const row of rowsOf('pg_attribute')) if (row[attributeAt.attnum] > 0) counts.set(row[attributeAt.attrelid], (counts.get(row[attributeAt.attrelid]) ?? 0) + 1)
  const types = new Set(rowsOf('pg_type').map((row) => row[catalogShape('pg_type').at.oid]))
  const indexes = new Set(rowsOf('pg_index').map((row) => row[catalogShape('pg_index').at.indexrelid]))
  for (const [oid, row] of classes) {
    if (oid < 16384) continue // static data leaves out what nobody looks up
    const relation = row[at.relname]
    if ((counts.get(oid) ?? 0) !== row[at.relnatts]) found(relation, `has ${counts.get(oid) ?? 0} columns in pg_attribute and ${row[at.relnatts]} in pg_class`)
    if (row[at.reltype] !== 0 && !types.has(row[at.reltype])) found(relation, `its row type ${row[at.reltype]} is not in pg_type`)
    if (row[at.relkind] === 105 && !indexes.has(oid)) found(relation, 'is an index that pg_index does not have')
  }
}

/** @param {Cluster} cluster @param {CheckReport} report */
function checkFiles(cluster, report) {
  const { txns, storage, vfs } = cluster
  if (!txns.unsettled.isEmpty || storage.files.leaving.size > 0) return
  const known = knownFiles(cluster)
  const there = new Set(vfs.list('base').filter((name) => /^[0-9a-f]{8}$/.test(name)).map((name) => Number.parseInt(name, 16)))
  for (const fileId of known) if (!storage.files.exists(fileId)) report.problems.push({ database: '', relation: `file ${hex(fileId)}`, code: '58P01', message: 'is missing' })
  for (const fileId of there) if (!known.has(fileId)) report.problems.push({ database: '', relation: `file ${hex(fileId)}`, code: 'XX001', message: 'belongs to no relation' })
}

/** @param {number} fileId */
const hex = (fileId) => `base/${fileId.toString(16).padStart(8, '0')}`
