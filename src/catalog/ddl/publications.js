/**
 * Publications' rows: pg_publication, the tables they name (pg_publication_rel) and the schemas
 * (pg_publication_namespace). Whoever is published by one is touched when it changes: what an UPDATE may do depends on
 * it (catalog/publications.js).
 */
import { alreadyPublished, duplicatePublication, undefinedPublication } from '../../errors/ddl/publications.js'
import { exprToText } from '../expr-text.js'
import {
  PUBLICATION, PUBLICATION_NAMESPACE, PUBLICATION_REL, publicationDesc, publicationTree, publishable, publishedTable,
  schemasNamed, tablesNamed,
} from '../publications.js'
import { catalogShape } from '../store/shapes.js'
import { int2Vector } from '../store/vectors.js'
import { CLASS } from './context.js'
import { address, expressionDependencies, recordDependencies } from './dependencies.js'

/** @import { Expr } from '../expr.js' */
/** @import { PublicationDesc } from '../publications.js' */
/** @import { RelationDesc } from '../relation.js' */
/** @import { DdlContext, ObjectAddress } from './context.js' */

/** Columns of pg_publication that options set. @typedef {Record<string, boolean>} PublicationColumns */
/**
 * @typedef {{ relation: RelationDesc, filter: Expr | null, attnums: number[] | null }} TableToPublish
 *   attnums: ascending
 */

/** @param {DdlContext} ddl @param {string} name @returns {PublicationDesc} @throws {DbError} 42704 */
export function publicationNamed(ddl, name) {
  const [row] = ddl.view.rowsWith('pg_publication', 'pubname', name)
  if (row === undefined) throw undefinedPublication(name)
  return publicationDesc(row)
}

/**
 * @param {DdlContext} ddl @param {string} name @param {boolean} allTables @param {PublicationColumns} columns
 * @returns {PublicationDesc} @throws {DbError} 42710
 */
export function createPublication(ddl, name, allTables, columns) {
  if (ddl.view.rowsWith('pg_publication', 'pubname', name).length > 0) throw duplicatePublication(name)
  const oid = ddl.newOid()
  ddl.insert('pg_publication', {
    oid,
    pubname: name,
    pubowner: ddl.userOid,
    puballtables: allTables,
    pubinsert: true,
    pubupdate: true,
    pubdelete: true,
    pubtruncate: true,
    pubviaroot: false,
    ...columns,
  })
  ddl.touch([oid])
  const made = publicationNamed(ddl, name)
  touchPublished(ddl, made)
  return made
}

/** @param {DdlContext} ddl @param {PublicationDesc} publication @param {PublicationColumns} columns */
export function setPublicationOptions(ddl, publication, columns) {
  ddl.update('pg_publication', ddl.byOid('pg_publication', publication.oid), columns)
  touchPublished(ddl, publication)
}

/**
 * Whoever gives it members writes its row, so that nobody drops it meanwhile.
 * @param {DdlContext} ddl @param {PublicationDesc} publication
 */
export function holdPublication(ddl, publication) {
  const { tid, row } = ddl.byOid('pg_publication', publication.oid)
  ddl.catalog.store.update(ddl.txn, 'pg_publication', tid, row)
}

/**
 * @param {DdlContext} ddl @param {PublicationDesc} publication @param {TableToPublish} table
 * @throws {DbError} 42710
 */
export function publishTable(ddl, publication, { relation, filter, attnums }) {
  if (tablesNamed(ddl.view, publication.oid).some(({ relationOid }) => relationOid === relation.oid)) {
    throw alreadyPublished('relation', relation.name, publication.name)
  }
  const oid = ddl.newOid()
  ddl.insert('pg_publication_rel', {
    oid,
    prpubid: publication.oid,
    prrelid: relation.oid,
    prqual: filter === null ? null : exprToText(filter),
    prattrs: attnums === null ? null : int2Vector(attnums),
  })
  const self = address(PUBLICATION_REL, oid)
  recordDependencies(ddl, self, [address(PUBLICATION, publication.oid), address(CLASS.RELATION, relation.oid)], 'a')
  const needs = filter === null ? { columns: [], others: [] } : expressionDependencies(filter, relation.oid, ddl.view)
  const listed = (attnums ?? []).map((attnum) => address(CLASS.RELATION, relation.oid, attnum))
  recordDependencies(ddl, self, [...listed, ...needs.columns, ...needs.others], 'n')
  touchTrees(ddl, [relation])
}

/** @param {DdlContext} ddl @param {PublicationDesc} publication @param {number} schemaOid @throws {DbError} 42710 */
export function publishSchema(ddl, publication, schemaOid) {
  if (schemasNamed(ddl.view, publication.oid).includes(schemaOid)) {
    throw alreadyPublished('schema', ddl.view.namespace(schemaOid)?.name ?? '', publication.name)
  }
  const oid = ddl.newOid()
  ddl.insert('pg_publication_namespace', { oid, pnpubid: publication.oid, pnnspid: schemaOid })
  recordDependencies(ddl, address(PUBLICATION_NAMESPACE, oid),
    [address(PUBLICATION, publication.oid), address(CLASS.NAMESPACE, schemaOid)], 'a')
  touchSchemas(ddl, [schemaOid])
}

/** Its row; the rest is the walk's (drop.js). @param {DdlContext} ddl @param {ObjectAddress} object */
export function removePublicationObject(ddl, { classId, objectId }) {
  if (classId === PUBLICATION) {
    const found = ddl.byOid('pg_publication', objectId)
    ddl.remove('pg_publication', found)
    ddl.touch([objectId])
    if (publicationDesc(found.row).allTables) touchTrees(ddl, publishable(ddl.view))
  } else if (classId === PUBLICATION_REL) {
    const found = ddl.byOid('pg_publication_rel', objectId)
    ddl.remove('pg_publication_rel', found)
    const table = ddl.view.relation(publishedTable(found.row).relationOid)
    if (table !== undefined) touchTrees(ddl, [table])
  } else {
    const found = ddl.byOid('pg_publication_namespace', objectId)
    ddl.remove('pg_publication_namespace', found)
    touchSchemas(ddl, [found.row[catalogShape('pg_publication_namespace').at.pnnspid]])
  }
}

/** Plans that change what it publishes are made anew. @param {DdlContext} ddl @param {PublicationDesc} publication */
function touchPublished(ddl, publication) {
  if (publication.allTables) {
    touchTrees(ddl, publishable(ddl.view))
    return
  }
  touchTrees(ddl, tablesNamed(ddl.view, publication.oid).flatMap(({ relationOid }) =>
    ddl.view.relation(relationOid) ?? []))
  touchSchemas(ddl, schemasNamed(ddl.view, publication.oid))
}

/** @param {DdlContext} ddl @param {number[]} schemas */
function touchSchemas(ddl, schemas) {
  if (schemas.length === 0) return
  touchTrees(ddl, publishable(ddl.view).filter(({ namespaceOid }) => schemas.includes(namespaceOid)))
}

/** @param {DdlContext} ddl @param {RelationDesc[]} tables */
function touchTrees(ddl, tables) {
  const { view } = ddl
  for (const table of tables) for (const one of publicationTree(view, table)) ddl.touchRelation(one)
}
