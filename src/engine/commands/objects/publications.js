/**
 * CREATE PUBLICATION and ALTER PUBLICATION: what would be told to whom. Nothing is sent from here, there is no logical
 * decoding; the objects are kept, shown and dumped, and what they forbid is forbidden. Dropping, renaming, owning and
 * commenting are every object's (drop.js, object-names.js).
 */
import {
  createPublication, holdPublication, publicationNamed, publishSchema, publishTable, setPublicationOptions,
} from '../../../catalog/ddl/publications.js'
import { address } from '../../../catalog/ddl/dependencies.js'
import { dropObjects } from '../../../catalog/ddl/drop.js'
import { requireCreateInDatabase, requireOwner } from '../../../catalog/ddl/may-change.js'
import { exprToText } from '../../../catalog/expr-text.js'
import {
  PUBLICATION, PUBLICATION_NAMESPACE, PUBLICATION_REL, schemasNamed, tablesNamed,
} from '../../../catalog/publications.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { undefinedSchema } from '../../../errors/ddl/catalog.js'
import * as errors from '../../../errors/ddl/publications.js'
import { bindRowFilter } from '../../../planner/bind/row-filter.js'
import { beginDdl, endDdl } from '../../session/ddl.js'
import { publicationOptions } from './publication-options.js'
import { columnsListed, namedTables, requirePublishable } from './published-tables.js'

/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { PublicationDesc } from '../../../catalog/publications.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { NamedTable, TableNode } from './published-tables.js' */

/** A list of what to publish, found. @typedef {{ tables: TableNode[], schemas: number[] }} Wanted */
/** @typedef {Generator<Promise<unknown>, void, void>} Work */

const TABLE = 'PUBLICATIONOBJ_TABLE'
const SCHEMA = 'PUBLICATIONOBJ_TABLES_IN_SCHEMA'

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreatePublicationStmt>} node
 * @param {UtilityCall} call
 * @returns {Work}
 * @throws {DbError} 42501, 42710, 42601 and those of its tables
 */
export function* runCreatePublication(session, node, call) {
  const allTables = node.for_all_tables === true
  session.block.ensure()
  requireCreateInDatabase({ view: session.catalog(), userOid: session.roleOid })
  if (allTables && !session.superuser) throw errors.superuserPublication('FOR ALL TABLES')
  if (session.catalog().rowsWith('pg_publication', 'pubname', node.pubname).length > 0) {
    throw errors.duplicatePublication(node.pubname)
  }
  const columns = publicationOptions(node.options ?? [])
  const wanted = wantedObjects(session, node.pubobjects ?? [])
  if (wanted.schemas.length > 0 && !session.superuser) throw errors.superuserPublication('FOR TABLES IN SCHEMA')
  const tables = yield* namedTables(session, wanted.tables)
  const ddl = beginDdl(session)
  const publication = createPublication(ddl, node.pubname, allTables, columns)
  const add = tableAdder(session, ddl, publication, call, wanted.schemas.length > 0)
  for (const table of tables) add(table)
  for (const schema of wanted.schemas) addSchema(ddl, publication, schema)
  endDdl(session, ddl)
  session.notice({
    severity: 'WARNING', code: '55000', message: 'wal_level is insufficient to publish logical changes',
    hint: 'Set wal_level to "logical" before creating subscriptions.',
  })
  call.sink.commandComplete('CREATE PUBLICATION')
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').AlterPublicationStmt>} node
 * @param {UtilityCall} call
 * @returns {Work}
 * @throws {DbError} 42704, 42501, 55000 and those of its tables
 */
export function* runAlterPublication(session, node, call) {
  session.block.ensure()
  const first = beginDdl(session)
  const publication = publicationNamed(first, node.pubname)
  requireOwner(first, address(PUBLICATION, publication.oid))
  if (node.options?.length > 0) {
    const columns = publicationOptions(node.options)
    if (columns.pubviaroot === false && !publication.allTables) requireNoListsOfRoots(first, publication)
    setPublicationOptions(first, publication, columns)
    endDdl(session, first)
  } else {
    const wanted = wantedObjects(session, node.pubobjects ?? [])
    refuseMembers(session, publication, wanted, node.action)
    const tables = yield* namedTables(session, wanted.tables)
    const ddl = beginDdl(session)
    // Somebody may have changed it while tables were waited for.
    const current = publicationNamed(ddl, node.pubname)
    holdPublication(ddl, current)
    alterTables(session, ddl, { publication: current, tables, wanted, action: node.action, call })
    alterSchemas(ddl, current, wanted.schemas, node.action)
    endDdl(session, ddl)
  }
  call.sink.commandComplete('ALTER PUBLICATION')
}

/**
 * @param {Session} session
 * @param {PublicationDesc} publication
 * @param {Wanted} wanted
 * @param {string} action
 * @throws {DbError} 42501, 55000
 */
function refuseMembers(session, publication, { tables, schemas }, action) {
  if (action !== 'AP_DropObjects' && schemas.length > 0 && !session.superuser) throw errors.superuserSchemas()
  if (!publication.allTables) return
  if (schemas.length > 0) throw errors.publishesAllTables(publication.name, 'Schemas')
  if (tables.length > 0) throw errors.publishesAllTables(publication.name, 'Tables')
}

/**
 * @param {Session} session
 * @param {ParseNode[]} objects PublicationObjSpec nodes
 * @returns {Wanted}
 * @throws {DbError} 3F000
 */
function wantedObjects(session, objects) {
  const specs = objects.map(({ PublicationObjSpec: spec }) => spec)
  const schemas = specs.filter(({ pubobjtype }) => pubobjtype !== TABLE).map(({ pubobjtype, name }) => {
    const catalog = session.catalog()
    if (pubobjtype !== SCHEMA) {
      if (catalog.creationNamespace === 0) throw errors.noCurrentSchema()
      return catalog.creationNamespace
    }
    const oid = catalog.namespaceOid(name)
    if (oid === 0) throw undefinedSchema(name)
    return oid
  })
  const tables = specs.filter(({ pubobjtype }) => pubobjtype === TABLE).map(({ pubtable }) => pubtable)
  return { tables, schemas: [...new Set(schemas)] }
}

const PG_CATALOG = 11
/** pg_toast */
const TOAST = 99

/**
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {PublicationDesc} publication
 * @param {UtilityCall} call
 * @param {boolean} withSchemas
 * @returns {(table: NamedTable, isThere?: boolean) => void} isThere: it stays as it is
 */
function tableAdder(session, ddl, publication, call, withSchemas) {
  return (named, isThere = false) => {
    const { relation } = named
    const { filter, columns } = readTable(session, publication, named, call, withSchemas)
    requireOwner(ddl, address(RELATION, relation.oid))
    if (isThere) return
    requirePublishable(relation)
    publishTable(ddl, publication, { relation, filter, attnums: columnsListed(relation, columns) })
  }
}

const RELATION = 1259

/**
 * @param {Session} session
 * @param {PublicationDesc} publication
 * @param {NamedTable} named
 * @param {UtilityCall} call
 * @param {boolean} withSchemas
 */
function readTable(session, publication, { relation, where, columns }, call, withSchemas) {
  const catalog = session.catalog()
  const byPartition = relation.kind === 'p' && !publication.viaRoot
  if (where !== null && byPartition) throw errors.filterOfPartitioned(relation.name)
  const options = { settings: session.settings, sourceText: call.prepared.sourceText, env: session.env }
  const filter = where === null ? null : bindRowFilter(where, relation, catalog, options)
  if (columns !== null && (withSchemas || byPartition)) {
    const schema = catalog.namespace(relation.namespaceOid)?.name
    throw errors.columnListRefused(`${schema}.${relation.name}`, publication.name, withSchemas
      ? 'Column lists cannot be specified in publications containing FOR TABLES IN SCHEMA elements.'
      : 'Column lists cannot be specified for partitioned tables when publish_via_partition_root is false.')
  }
  return { filter, columns }
}

/**
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {{ publication: PublicationDesc, tables: NamedTable[], wanted: Wanted, action: string,
 *   call: UtilityCall }} parts
 */
function alterTables(session, ddl, { publication, tables, wanted, action, call }) {
  const there = tablesNamed(ddl.view, publication.oid)
  if (action === 'AP_DropObjects') {
    for (const { relation, where, columns } of tables) {
      if (columns !== null) throw errors.columnsOfDropped()
      const found = there.find(({ relationOid }) => relationOid === relation.oid)
      if (found === undefined) throw errors.relationNotPublished(relation.name)
      if (where !== null) throw errors.filterOfDropped()
      dropMember(ddl, PUBLICATION_REL, found.oid)
    }
    return
  }
  const isSet = action === 'AP_SetObjects'
  const withSchemas = wanted.schemas.length > 0 || (!isSet && schemasNamed(ddl.view, publication.oid).length > 0)
  const add = tableAdder(session, ddl, publication, call, withSchemas)
  /** Those that stay as they are. @type {Set<number>} */
  const kept = new Set()
  if (isSet) {
    for (const old of there) {
      const named = tables.find(({ relation }) => relation.oid === old.relationOid)
      if (named !== undefined) {
        const { filter, columns } = readTable(session, publication, named, call, withSchemas)
        const text = filter === null ? null : exprToText(filter)
        const attnums = columnsListed(named.relation, columns)
        if (text === old.filter && String(attnums) === String(old.attnums)) {
          kept.add(old.relationOid)
          continue
        }
      }
      dropMember(ddl, PUBLICATION_REL, old.oid)
    }
  }
  for (const table of tables) add(table, kept.has(table.relation.oid))
}

/**
 * Whoever may change the publication takes its members away.
 * @param {DdlContext} ddl @param {number} classId @param {number} oid
 */
const dropMember = (ddl, classId, oid) => dropObjects(ddl, [address(classId, oid)], { cascade: true, isTrusted: true })

/**
 * @param {DdlContext} ddl @param {PublicationDesc} publication @param {number[]} schemas @param {string} action
 */
function alterSchemas(ddl, publication, schemas, action) {
  const { at } = catalogShape('pg_publication_namespace')
  const rows = ddl.view.rowsWith('pg_publication_namespace', 'pnpubid', publication.oid)
  const drop = (/** @type {any[]} */ row) => dropMember(ddl, PUBLICATION_NAMESPACE, row[at.oid])
  if (action === 'AP_DropObjects') {
    for (const schema of schemas) {
      const row = rows.find((one) => one[at.pnnspid] === schema)
      if (row === undefined) throw errors.schemaNotPublished(ddl.view.namespace(schema)?.name ?? '')
      drop(row)
    }
    return
  }
  if (action === 'AP_SetObjects') for (const row of rows) if (!schemas.includes(row[at.pnnspid])) drop(row)
  const isListed = tablesNamed(ddl.view, publication.oid).some(({ attnums }) => attnums !== null)
  const isAdd = action === 'AP_AddObjects'
  if (isAdd && schemas.length > 0 && isListed) throw errors.schemaBesideColumnLists(publication.name)
  for (const schema of schemas) {
    const isThere = rows.some((row) => row[at.pnnspid] === schema)
    if (!isThere || isAdd) addSchema(ddl, publication, schema)
  }
}

/**
 * @param {DdlContext} ddl @param {PublicationDesc} publication @param {number} schema
 * @throws {DbError} 22023, 42710
 */
function addSchema(ddl, publication, schema) {
  const name = ddl.view.namespace(schema)?.name ?? ''
  if (schema === PG_CATALOG || schema === TOAST) {
    throw errors.cannotPublishSchema(name, 'This operation is not supported for system schemas.')
  }
  if (/^pg_(toast_)?temp_/.test(name)) throw errors.cannotPublishSchema(name, 'Temporary schemas cannot be replicated.')
  publishSchema(ddl, publication, schema)
}

/** @param {DdlContext} ddl @param {PublicationDesc} publication @throws {DbError} 22023 */
function requireNoListsOfRoots(ddl, publication) {
  for (const { relationOid, filter, attnums } of tablesNamed(ddl.view, publication.oid)) {
    const relation = ddl.view.relation(relationOid)
    if (relation?.kind !== 'p') continue
    if (filter !== null) throw errors.rootNeeded(publication.name, 'WHERE clause', relation.name)
    if (attnums !== null) throw errors.rootNeeded(publication.name, 'column list', relation.name)
  }
}
