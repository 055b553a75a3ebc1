/**
 * Publications as everything above sees them: who publishes a table, which tables a publication has, and whether what
 * is changed could be told to who subscribes (replica identity). Read from pg_publication and its two catalogs of
 * members, which have no index here: few databases have more than a handful.
 */
import { exprFromText, walkExpr } from './expr-text.js'
import { items } from './descriptors.js'
import { catalogShape } from './store/shapes.js'
import { FIRST_USER_OID } from '../types/oids.js'

/** @import { CatalogRow } from './descriptors.js' */
/** @import { RelationDesc } from './relation.js' */
/** @import { CatalogSnapshot } from './snapshot.js' */

/** Catalogs' OIDs, which are the classes of the objects. */
export const PUBLICATION = 6104
export const PUBLICATION_REL = 6106
export const PUBLICATION_NAMESPACE = 6237

/**
 * @typedef {object} PublicationDesc
 * @property {number} oid
 * @property {string} name
 * @property {number} ownerOid
 * @property {boolean} allTables
 * @property {boolean} inserts
 * @property {boolean} updates
 * @property {boolean} deletes
 * @property {boolean} truncates
 * @property {boolean} viaRoot publish_via_partition_root
 */
/**
 * A table named by a publication.
 * @typedef {object} PublishedTable
 * @property {number} oid of its row
 * @property {number} publicationOid
 * @property {number} relationOid
 * @property {string | null} filter stored expression; a row of the table is range-table number 1
 * @property {number[] | null} attnums null: all columns
 */

/** @param {CatalogRow} row of pg_publication @returns {PublicationDesc} */
export function publicationDesc(row) {
  const { at } = catalogShape('pg_publication')
  return {
    oid: row[at.oid],
    name: row[at.pubname],
    ownerOid: row[at.pubowner],
    allTables: row[at.puballtables],
    inserts: row[at.pubinsert],
    updates: row[at.pubupdate],
    deletes: row[at.pubdelete],
    truncates: row[at.pubtruncate],
    viaRoot: row[at.pubviaroot],
  }
}

/** @param {CatalogRow} row of pg_publication_rel @returns {PublishedTable} */
export function publishedTable(row) {
  const { at } = catalogShape('pg_publication_rel')
  return {
    oid: row[at.oid],
    publicationOid: row[at.prpubid],
    relationOid: row[at.prrelid],
    filter: row[at.prqual],
    attnums: row[at.prattrs] === null ? null : items(row[at.prattrs]),
  }
}

/** @param {CatalogSnapshot} catalog @param {number} publicationOid @returns {PublishedTable[]} named by it */
export const tablesNamed = (catalog, publicationOid) =>
  catalog.rowsWith('pg_publication_rel', 'prpubid', publicationOid).map(publishedTable)

/** @param {CatalogSnapshot} catalog @param {number} publicationOid @returns {number[]} schemas */
export function schemasNamed(catalog, publicationOid) {
  const { at } = catalogShape('pg_publication_namespace')
  return catalog.rowsWith('pg_publication_namespace', 'pnpubid', publicationOid).map((row) => row[at.pnnspid])
}

/** Tables of the users' that are logged. @param {RelationDesc | undefined} relation @returns {boolean} */
export const isPublishable = (relation) => relation !== undefined && (relation.kind === 'r' || relation.kind === 'p')
  && relation.persistence === 'p' && relation.oid >= FIRST_USER_OID

/** Innermost first. @param {CatalogSnapshot} catalog @param {RelationDesc} relation @returns {RelationDesc[]} */
function ancestorsOf(catalog, relation) {
  const found = []
  for (let child = relation; child.isPartition;) {
    const parent = catalog.relation(child.parents[0])
    if (parent === undefined) break
    found.push(parent)
    child = parent
  }
  return found
}

/**
 * @param {CatalogSnapshot} catalog @param {RelationDesc} relation
 * @returns {RelationDesc[]} it and, of a partitioned table, all below
 */
export function publicationTree(catalog, relation) {
  const found = [relation]
  for (const table of found) {
    if (table.kind !== 'p') continue
    for (const child of table.children) {
      const below = catalog.relation(child)
      if (below !== undefined) found.push(below)
    }
  }
  return found
}

/**
 * Whose row list a partition's changes go by: the topmost of its ancestors that the publication has, when it publishes
 * by the root.
 * @param {CatalogSnapshot} catalog
 * @param {PublicationDesc} publication
 * @param {RelationDesc} relation
 * @returns {PublishedTable | undefined} undefined: it names neither
 */
function publishedAs(catalog, publication, relation) {
  const tables = tablesNamed(catalog, publication.oid)
  const schemas = schemasNamed(catalog, publication.oid)
  let top = relation
  if (publication.viaRoot) {
    for (const ancestor of ancestorsOf(catalog, relation)) {
      const isNamed = tables.some(({ relationOid }) => relationOid === ancestor.oid)
      if (isNamed || schemas.includes(ancestor.namespaceOid)) top = ancestor
    }
  }
  return tables.find(({ relationOid }) => relationOid === top.oid)
}

/**
 * Every publication that a change of the table would go out by.
 * @param {CatalogSnapshot} catalog
 * @param {RelationDesc} relation
 * @returns {PublicationDesc[]}
 */
function publicationsOf(catalog, relation) {
  const all = catalog.allRows('pg_publication')
  if (all.length === 0 || !isPublishable(relation)) return NONE
  const family = [relation, ...ancestorsOf(catalog, relation)]
  return all.map(publicationDesc).filter((publication) => publication.allTables
    || tablesNamed(catalog, publication.oid).some(({ relationOid }) => family.some(({ oid }) => oid === relationOid))
    || schemasNamed(catalog, publication.oid).some((schema) => family.some((table) => table.namespaceOid === schema)))
}

/** @param {CatalogSnapshot} catalog @returns {boolean} */
export const hasPublications = (catalog) => catalog.allRows('pg_publication').length > 0

/** @type {PublicationDesc[]} */
const NONE = []

/** Whether a publication names the table itself. @param {CatalogSnapshot} catalog @param {number} oid */
export const isNamedByPublication = (catalog, oid) =>
  catalog.rowsWith('pg_publication_rel', 'prrelid', oid).length > 0

/**
 * What tells a row of the table from others.
 * @param {CatalogSnapshot} catalog
 * @param {RelationDesc} relation
 * @returns {{ full: boolean, attnums: number[] | null }} full: the whole row; null: nothing does
 */
function replicaIdentity(catalog, relation) {
  const { at } = catalogShape('pg_class')
  const [row] = catalog.rows('pg_class', 'pg_class_oid_index', [relation.oid])
  const letter = row === undefined ? 'n' : String.fromCharCode(row[at.relreplident])
  if (letter === 'f') return { full: true, attnums: null }
  if (letter === 'n') return { full: false, attnums: null }
  const usable = relation.indexes.filter((index) =>
    index.valid && index.unique && index.immediate && index.predicate === null)
  const { at: indexAt } = catalogShape('pg_index')
  const chosen = letter === 'd' ? usable.find((index) => index.primary) : usable.find((index) =>
    catalog.rows('pg_index', 'pg_index_indexrelid_index', [index.oid])[0]?.[indexAt.indisreplident] === true)
  return { full: false, attnums: chosen === undefined ? null : chosen.keyAttnums }
}

/**
 * What keeps rows of a table from being changed or deleted: a publication would have to tell of it and could not say
 * of which row. Asked when such a statement is planned; what publications say is part of the table's version.
 * @param {CatalogSnapshot} catalog
 * @param {RelationDesc} relation
 * @param {'update' | 'delete'} command
 * @returns {'filter' | 'columns' | 'identity' | null}
 */
export function unpublishableChange(catalog, relation, command) {
  if (relation.kind === 'p') return null
  const publications = publicationsOf(catalog, relation)
  if (publications.length === 0) return null
  const identity = replicaIdentity(catalog, relation)
  const concerned = publications.filter((one) => !one.allTables && (command === 'update' ? one.updates : one.deletes))
  if (concerned.some((one) => filterBeyondIdentity(catalog, one, relation, identity))) return 'filter'
  if (concerned.some((one) => listWithoutIdentity(catalog, one, relation, identity))) return 'columns'
  if (identity.full || identity.attnums !== null) return null
  return publications.some((one) => (command === 'update' ? one.updates : one.deletes)) ? 'identity' : null
}

/**
 * @param {CatalogSnapshot} catalog @param {number} from @param {RelationDesc} to
 * @returns {(attnum: number) => number} a column of one table as the other has it
 */
function columnsBetween(catalog, from, to) {
  if (from === to.oid) return (attnum) => attnum
  const source = catalog.relation(from)
  return (attnum) => {
    const name = source?.columns[attnum - 1]?.name
    return to.columns.find((column) => !column.dropped && column.name === name)?.attnum ?? 0
  }
}

/**
 * @param {CatalogSnapshot} catalog @param {PublicationDesc} publication @param {RelationDesc} relation
 * @param {{ full: boolean, attnums: number[] | null }} identity
 */
function filterBeyondIdentity(catalog, publication, relation, { full, attnums }) {
  if (full) return false
  const table = publishedAs(catalog, publication, relation)
  if (table === undefined || table.filter === null) return false
  const own = columnsBetween(catalog, table.relationOid, relation)
  let beyond = false
  walkExpr(exprFromText(table.filter), (node) => {
    if (node.kind === 'column' && !(attnums ?? []).includes(own(node.attnum))) beyond = true
  })
  return beyond
}

/**
 * @param {CatalogSnapshot} catalog @param {PublicationDesc} publication @param {RelationDesc} relation
 * @param {{ full: boolean, attnums: number[] | null }} identity
 */
function listWithoutIdentity(catalog, publication, relation, { full, attnums }) {
  const table = publishedAs(catalog, publication, relation)
  if (table === undefined || table.attnums === null) return false
  if (full) return true
  const own = columnsBetween(catalog, table.relationOid, relation)
  const listed = table.attnums.map(own)
  return (attnums ?? []).some((attnum) => !listed.includes(attnum))
}

/**
 * pg_get_publication_tables: what a publication has, partitions in place of partitioned tables unless it publishes by
 * the root.
 * @param {CatalogSnapshot} catalog
 * @param {PublicationDesc} publication
 * @returns {{ relationOid: number, named: PublishedTable | undefined }[]} named: with its filter and columns
 */
export function tablesOf(catalog, publication) {
  const named = tablesNamed(catalog, publication.oid)
  const schemas = schemasNamed(catalog, publication.oid)
  /** @type {Map<number, RelationDesc>} */
  const found = new Map()
  const add = (/** @type {RelationDesc} */ table) => {
    const own = publication.viaRoot ? [table] : publicationTree(catalog, table).filter(({ kind }) => kind !== 'p')
    for (const one of own) found.set(one.oid, one)
  }
  for (const { relationOid } of named) {
    const table = catalog.relation(relationOid)
    if (table !== undefined) add(table)
  }
  for (const table of publication.allTables || schemas.length > 0 ? publishable(catalog) : []) {
    if (publication.allTables || schemas.includes(table.namespaceOid)) add(table)
  }
  const byRoot = (/** @type {RelationDesc} */ table) => publication.viaRoot
    && ancestorsOf(catalog, table).some((ancestor) => found.has(ancestor.oid))
  return [...found.values()].filter((table) => !byRoot(table)).map((table) => ({
    relationOid: table.oid,
    named: publication.allTables || schemas.includes(table.namespaceOid) ? undefined
      : named.find(({ relationOid }) => relationOid === table.oid),
  }))
}

/** Every table that can be published. @param {CatalogSnapshot} catalog @returns {RelationDesc[]} */
export function publishable(catalog) {
  const { at } = catalogShape('pg_class')
  const kinds = ['r', 'p'].map((letter) => letter.charCodeAt(0))
  return catalog.allRows('pg_class')
    .filter((row) => row[at.oid] >= FIRST_USER_OID && kinds.includes(row[at.relkind]))
    .flatMap((row) => catalog.relation(row[at.oid]) ?? []).filter(isPublishable)
}
