/** Errors of the extension tablefunc. */
import { DbError } from './db-error.js'

/** 22023. @param {string} detail */
export const badSourceColumns = (detail) => new DbError('22023', 'invalid source data SQL statement', { detail })

/** 42601. */
export const unlikeSource = () => new DbError('42601', 'return and sql tuple descriptions are incompatible')

/** 42804. */
export const unlikeRowid = () => new DbError('42804', 'invalid return type', {
  detail: 'SQL rowid datatype does not match return rowid datatype.',
})

/** 0A000: nobody says which columns there are. */
export const noRowType = () =>
  new DbError('0A000', 'function returning record called in context that cannot accept type record')

/** 42601. */
export const noCategories = () =>
  new DbError('42601', 'provided "categories" SQL must return 1 column of at least one row')

/** 42601. */
export const nullCategory = () => new DbError('42601', 'provided "categories" SQL must not return NULL values')

/** 42710. */
export const duplicateCategory = () => new DbError('42710', 'duplicate category name')

/** 42601. @param {number} given @param {number} wanted */
export const crosstabColumns = (given, wanted) => new DbError('42601', 'invalid return type', {
  detail: `Query-specified return tuple has ${given} columns but crosstab returns ${wanted}.`,
})

/** 42804. @param {string} detail */
export const treeColumns = (detail) => new DbError('42804', 'invalid return type', { detail })

/** 42804. @param {string} which @param {string} type */
export const wrongSerial = (which, type) =>
  new DbError('42804', `query-specified return tuple not valid for Connectby: ${which} column must be type ${type}`)

/** 42P19. */
export const infiniteRecursion = () => new DbError('42P19', 'infinite recursion detected')

/** 22023. */
export const negativeRows = () => new DbError('22023', 'number of rows cannot be negative')

/** 0A000. */
export const onlyInFrom = () =>
  new DbError('0A000', 'materialize mode required, but it is not allowed in this context')
