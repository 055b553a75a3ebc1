/** Errors of VACUUM, ANALYZE, REINDEX and their like. */
import { DbError } from '../db-error.js'

/** 42809. @param {string} relname */
export const notATableOrView = (relname) => new DbError('42809', `"${relname}" is not a table or materialized view`)

/** 0A000. */
export const statisticsOfOneRelation = () =>
  new DbError('0A000', 'only a single relation is allowed in CREATE STATISTICS')

/** 0A000. */
export const statisticsOfRelationsOnly = () =>
  new DbError('0A000', 'CREATE STATISTICS only supports relation names in the FROM clause')

/** 42710. @param {string} name */
export const statisticsObjectAlreadyExists = (name) =>
  new DbError('42710', `statistics object "${name}" already exists`)

/** 42601. @param {string | number} what @param {number} [position] */
export const syntaxErrorAtOrNear = (what, position) =>
  new DbError('42601', `syntax error at or near "${what}"`, { position })

/** 0A000. */
export const kindsOfOneExpression = () =>
  new DbError('0A000', 'when building statistics on a single expression, statistics kinds may not be specified')

/** 42703. @param {string} name @param {string} routine PostgreSQL's function, which misses it */
export const columnDoesNotExist = (name, routine) =>
  new DbError('42703', `column "${name}" does not exist`, { routine })
