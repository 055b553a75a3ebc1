/**
 * Looks at a whole cluster: every table with its indexes (check-relation.js), the catalogs against each other (nothing
 * is half made or half dropped), and the files against the catalogs (none is missing, none is left over). Behind
 * `seawall check`, `db.check()` and the crash tests.
 */
import { catalogShape } from '../../catalog/store/shapes.js'
import { cannotBeDescribed } from '../../errors/clusters.js'
import { readSequence } from '../../storage/heap/sequence.js'
import { checkRelation, findingOf } from './check-relation.js'
import { typesInUse, useTypes } from '../../types/lookup.js'
import { nextTurn } from '../turns/drive.js'
import { knownFiles, openDatabases } from './files.js'
import { FIRST_USER_OID } from '../../types/oids.js'

/** @import { Cluster } from './cluster.js' */
/** @import { Database } from './database.js' */
/** @import { Finding } from './check-relation.js' */

/**
 * @typedef {{ databases: number, tables: number, indexes: number, rows: number, entries: number, staleEntries: number,
 *   pages: number, problems: (Finding & { database: string })[] }} CheckReport
 */

/** Where all was well, VACUUM has removed such things: here it would remove what is left of rows that were lost. */
const EVIDENCE = 'Rows may have been lost: keep a copy of the directory before VACUUM, REINDEX or a restore removes what is left of them.'

/** A search path for looking things up by OID only. */
const EVERYWHERE = { namespaces: [11, 2200], temporary: 0, databaseOid: 0, roleOid: 10 }

/** Catalog columns that name rows of pg_class; 0 names none. */
const POINTS_AT_CLASS = /** @type {[string, string][]} */ ([
  ['pg_attribute', 'attrelid'], ['pg_attrdef', 'adrelid'], ['pg_index', 'indexrelid'], ['pg_index', 'indrelid'],
  ['pg_constraint', 'conrelid'], ['pg_constraint', 'conindid'], ['pg_type', 'typrelid'], ['pg_rewrite', 'ev_class'],
  ['pg_statistic', 'starelid'],
])

/**
 * Async: others get their turn between two tables, so a running cluster may be looked at; files are compared only while
 * no transaction writes.
 * @param {Cluster} cluster @returns {Promise<CheckReport>}
 */
export async function checkCluster(cluster) {
  /** @type {CheckReport} */
  const report = { databases: 0, tables: 0, indexes: 0, rows: 0, entries: 0, staleEntries: 0, pages: 0, problems: [] }
  /** @type {Database[]} */
  let databases = []
  guard(report, '', 'pg_database', () => { databases = openDatabases(cluster) })
  for (const database of databases) {
    report.databases++
    for (const oid of among(database, () => relationsOf(database, report, 'rm'))) {
      await nextTurn()
      among(database, () => checkTable(database, oid, report))
    }
    among(database, () => {
      for (const oid of relationsOf(database, report, 'S')) checkSequence(database, oid, report)
    })
    guard(report, database.name, 'catalogs', () => among(database, () => checkCatalogs(database, report)))
  }
  await cluster.storage.files.settled()
  guard(report, '', 'files', () => checkFiles(cluster, report))
  return report
}

/**
 * Runs a step among the types of its database: those in use are of whoever ran last, who may be in another, or in
 * another cluster of this process.
 * @template T @param {Database} database @param {() => T} step @returns {T}
 */
function among(database, step) {
  const inUse = typesInUse()
  useTypes(database.storage.types)
  try {
    return step()
  } finally {
    useTypes(inUse)
  }
}

/**
 * Runs a step; whatever it stumbles over is a finding: what is damaged makes programs fail in ways that nobody thought
 * of.
 * @param {CheckReport} report @param {string} database @param {string} relation @param {() => void} step
 */
function guard(report, database, relation, step) {
  try {
    step()
  } catch (error) {
    report.problems.push({ database, relation, ...findingOf(error) })
  }
}

/** @param {Database} database @param {CheckReport} report @param {string} kinds of pg_class @returns {number[]} OIDs */
function relationsOf({ store, name }, report, kinds) {
  const { at } = catalogShape('pg_class')
  /** @type {number[]} */
  let oids = []
  guard(report, name, 'pg_class', () => {
    oids = store
      .scan('pg_class', store.latest())
      .map(({ row }) => row)
      .filter((row) => kinds.includes(String.fromCharCode(row[at.relkind])))
      .map((row) => row[at.oid])
  })
  return oids
}

/** @param {Database} database @param {number} oid @param {CheckReport} report */
function checkSequence({ cluster, catalog, store, name }, oid, report) {
  const { at } = catalogShape('pg_class')
  guard(report, name, `relation ${oid}`, () => {
    const [found] = store.find('pg_class', 'pg_class_oid_index', [oid], store.latest())
    if (found === undefined) return // dropped meanwhile
    guard(report, name, found.row[at.relname], () => {
      readSequence(cluster.heapEnv, cluster.storage.files.open(found.row[at.relfilenode]))
      report.pages++
      if (catalog.snapshot(null, EVERYWHERE).relation(oid) === undefined) throw cannotBeDescribed()
    })
  })
}

/** @param {Database} database @param {number} oid @param {CheckReport} report */
function checkTable(database, oid, report) {
  const { cluster, catalog, store, name } = database
  try {
    const relation = catalog.snapshot(null, EVERYWHERE).relation(oid)
    if (relation === undefined) return // dropped meanwhile
    const found = checkRelation(relation, store.latest(), database.storage.compileKey)
    report.tables++
    report.indexes += relation.indexes.length
    for (const count of /** @type {const} */ (['rows', 'entries', 'staleEntries', 'pages']))
      report[count] += found[count]
    report.problems.push(...found.problems.map((problem) => ({ ...problem, database: name })))
    const isSettled = cluster.txns.unsettled.isEmpty && !cluster.txns.sweepFiles.has(relation.fileId)
    if (found.staleEntries > 0 && isSettled) {
      report.problems.push({
        database: name, relation: relation.name, code: 'XX002',
        message: `${found.staleEntries} index entries belong to no row`,
        detail: `${EVIDENCE} Of rows: ${found.staleTids.join(', ')}.`,
      })
    }
    if (found.orphanPages > 0 && isSettled) {
      report.problems.push({
        database: name, relation: relation.name, code: 'XX002',
        message: `${found.orphanPages} pages hold out-of-line values that no row has`, detail: EVIDENCE,
      })
    }
  } catch (error) {
    report.problems.push({ database: name, relation: `relation ${oid}`, ...findingOf(error) })
  }
}

/** @param {Database} database @param {CheckReport} report */
function checkCatalogs({ store, name }, report) {
  const found = (/** @type {string} */ relation, /** @type {string} */ message) => {
    report.problems.push({ database: name, relation, code: 'XX001', message })
  }
  const rowsOf = (/** @type {string} */ catalog) => store.scan(catalog, store.latest()).map(({ row }) => row)
  const { at } = catalogShape('pg_class')
  const classes = new Map(rowsOf('pg_class').map((row) => [row[at.oid], row]))
  for (const [catalog, column] of POINTS_AT_CLASS) {
    const place = catalogShape(catalog).at[column]
    for (const row of rowsOf(catalog))
      if (row[place] !== 0 && !classes.has(row[place]))
        found(catalog, `column "${column}" names relation ${row[place]}, which pg_class does not have`)
  }
  /** @type {Map<number, number>} */
  const counts = new Map()
  const attributeAt = catalogShape('pg_attribute').at
  for (const row of rowsOf('pg_attribute'))
    if (row[attributeAt.attnum] > 0)
      counts.set(row[attributeAt.attrelid], (counts.get(row[attributeAt.attrelid]) ?? 0) + 1)
  const types = new Set(rowsOf('pg_type').map((row) => row[catalogShape('pg_type').at.oid]))
  const indexes = new Set(rowsOf('pg_index').map((row) => row[catalogShape('pg_index').at.indexrelid]))
  for (const [oid, row] of classes) {
    if (oid < FIRST_USER_OID) continue // static data leaves out what nobody looks up
    const relation = row[at.relname]
    if ((counts.get(oid) ?? 0) !== row[at.relnatts])
      found(relation, `has ${counts.get(oid) ?? 0} columns in pg_attribute and ${row[at.relnatts]} in pg_class`)
    if (row[at.reltype] !== 0 && !types.has(row[at.reltype]))
      found(relation, `its row type ${row[at.reltype]} is not in pg_type`)
    if (row[at.relkind] === 105 && !indexes.has(oid)) found(relation, 'is an index that pg_index does not have')
  }
}

/** @param {Cluster} cluster @param {CheckReport} report */
function checkFiles(cluster, report) {
  const { txns, storage, vfs } = cluster
  if (!txns.unsettled.isEmpty || storage.files.leaving.size > 0) return
  const known = knownFiles(cluster)
  const there = new Set(
    vfs
      .list('base')
      .filter((name) => /^[0-9a-f]{8}$/.test(name))
      .map((name) => Number.parseInt(name, 16)),
  )
  for (const fileId of known)
    if (!storage.files.exists(fileId))
      report.problems.push({ database: '', relation: `file ${hex(fileId)}`, code: '58P01', message: 'is missing' })
  for (const fileId of there)
    if (!known.has(fileId))
      report.problems.push({
        database: '', relation: `file ${hex(fileId)}`, code: 'XX001', message: 'belongs to no relation',
      })
}

/** @param {number} fileId */
const hex = (fileId) => `base/${fileId.toString(16).padStart(8, '0')}`
