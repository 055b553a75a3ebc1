/** Conditions around publications. Texts are PostgreSQL's. */
import { DbError } from '../db-error.js'

/** 42710 @param {string} name */
export const duplicatePublication = (name) => new DbError('42710', `publication "${name}" already exists`)

/** 42704 @param {string} name */
export const undefinedPublication = (name) => new DbError('42704', `publication "${name}" does not exist`)

/** 42501 @param {'FOR ALL TABLES' | 'FOR TABLES IN SCHEMA'} what */
export const superuserPublication = (what) => new DbError('42501', `must be superuser to create ${what} publication`)

/** 42501 */
export const superuserSchemas = () => new DbError('42501', 'must be superuser to add or set schemas')

/** 42501 @param {string} name @param {'FOR ALL TABLES' | 'FOR TABLES IN SCHEMA'} what */
export const publicationOwnerDenied = (name, what) =>
  new DbError('42501', `permission denied to change owner of publication "${name}"`, {
    hint: `The owner of a ${what} publication must be a superuser.`,
  })

/** 42601 @param {string} name */
export const unknownPublicationParameter = (name) =>
  new DbError('42601', `unrecognized publication parameter: "${name}"`)

/** 42601 @param {string} value */
export const unknownPublished = (value) =>
  new DbError('42601', `unrecognized value for publication option "publish": "${value}"`)

/** 42601 */
export const invalidPublishList = () => new DbError('42601', 'invalid list syntax for "publish" option')

/** 55000 @param {string} name @param {'Schemas' | 'Tables'} what */
export const publishesAllTables = (name, what) =>
  new DbError('55000', `publication "${name}" is defined as FOR ALL TABLES`, {
    detail: `${what} cannot be added to or dropped from FOR ALL TABLES publications.`,
  })

/** 22023 @param {string} relation @param {string} detail */
export const cannotPublish = (relation, detail) =>
  new DbError('22023', `cannot add relation "${relation}" to publication`, { detail })

/** 22023 @param {string} schema @param {string} detail */
export const cannotPublishSchema = (schema, detail) =>
  new DbError('22023', `cannot add schema "${schema}" to publication`, { detail })

/** 42710 @param {'relation' | 'schema'} kind @param {string} name @param {string} publication */
export const alreadyPublished = (kind, name, publication) =>
  new DbError('42710', `${kind} "${name}" is already member of publication "${publication}"`)

/** 42704 @param {string} name */
export const relationNotPublished = (name) => new DbError('42704', `relation "${name}" is not part of the publication`)

/** 42704 @param {string} name */
export const schemaNotPublished = (name) =>
  new DbError('42704', `tables from schema "${name}" are not part of the publication`)

/** 42601 */
export const columnsOfDropped = () =>
  new DbError('42601', 'column list must not be specified in ALTER PUBLICATION ... DROP')

/** 42601 */
export const filterOfDropped = () =>
  new DbError('42601', 'cannot use a WHERE clause when removing a table from a publication')

/** 42710 @param {'WHERE clauses' | 'column lists'} what @param {string} table */
export const redundantInPublication = (what, table) =>
  new DbError('42710', `conflicting or redundant ${what} for table "${table}"`)

/** 22023 @param {string} relation */
export const filterOfPartitioned = (relation) =>
  new DbError('22023', `cannot use publication WHERE clause for relation "${relation}"`, {
    detail: 'WHERE clause cannot be used for a partitioned table when publish_via_partition_root is false.',
  })

/** 22023 @param {string} relation with its schema @param {string} publication @param {string} detail */
export const columnListRefused = (relation, publication, detail) =>
  new DbError('22023', `cannot use column list for relation "${relation}" in publication "${publication}"`, { detail })

/** 42703 @param {string} column @param {string} relation */
export const undefinedPublishedColumn = (column, relation) =>
  new DbError('42703', `column "${column}" of relation "${relation}" does not exist`)

/** 42P10 @param {'system' | 'generated'} kind @param {string} column */
export const unpublishedColumn = (kind, column) =>
  new DbError('42P10', `cannot use ${kind} column "${column}" in publication column list`)

/** 42710 @param {string} column */
export const duplicatePublishedColumn = (column) =>
  new DbError('42710', `duplicate column "${column}" in publication column list`)

/** 22023 @param {string} publication */
export const schemaBesideColumnLists = (publication) =>
  new DbError('22023', `cannot add schema to publication "${publication}"`, {
    detail:
      'Schemas cannot be added if any tables that specify a column list are already part of the publication.',
  })

/** 22023 @param {string} publication @param {'WHERE clause' | 'column list'} what @param {string} table */
export const rootNeeded = (publication, what, table) =>
  new DbError('22023', `cannot set parameter "publish_via_partition_root" to false for publication "${publication}"`, {
    detail: `The publication contains a ${what} for partitioned table "${table}", which is not allowed when `
      + '"publish_via_partition_root" is false.',
  })

/** 3F000 */
export const noCurrentSchema = () => new DbError('3F000', 'no schema has been selected for CURRENT_SCHEMA')

/** 0A000 @param {string} detail */
export const invalidRowFilter = (detail) =>
  new DbError('0A000', 'invalid publication WHERE expression', { detail })

/** 55000 @param {string} table */
export const unloggedPublished = (table) =>
  new DbError('55000', `cannot change table "${table}" to unlogged because it is part of a publication`, {
    detail: 'Unlogged relations cannot be replicated.',
  })

const CHANGES = {
  update: { verb: 'update', published: 'updates', hint: 'To enable updating the table' },
  delete: { verb: 'delete from', published: 'deletes', hint: 'To enable deleting from the table' },
}

/** 55000 @param {'update' | 'delete'} command @param {string} table */
export function noReplicaIdentity(command, table) {
  const { verb, published, hint } = CHANGES[command]
  return new DbError('55000',
    `cannot ${verb} table "${table}" because it does not have a replica identity and publishes ${published}`,
    { hint: `${hint}, set REPLICA IDENTITY using ALTER TABLE.` })
}

/** 42P10 @param {'update' | 'delete'} command @param {string} table @param {string} detail */
export const identityNotPublished = (command, table, detail) =>
  new DbError('42P10', `cannot ${CHANGES[command].verb} table "${table}"`, { detail })
