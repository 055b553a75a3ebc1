/** What the commands about text search's objects refuse. */
import { DbError } from '../db-error.js'

/** 23505: a catalog's index. @param {string} index @param {string} columns @param {string} values */
export const duplicateKey = (index, columns, values) =>
  new DbError('23505', `duplicate key value violates unique constraint "${index}"`, {
    detail: `Key (${columns})=(${values}) already exists.`,
  })

/** 42601. @param {string} what @param {string} name */
export const notRecognized = (what, name) =>
  new DbError('42601', `text search ${what} parameter "${name}" not recognized`)

/** 42P17. @param {string} what */
export const isRequired = (what) => new DbError('42P17', `text search ${what} is required`)

/** 42601. */
export const parserAndCopy = () => new DbError('42601', 'cannot specify both PARSER and COPY options')

/** 22023. @param {string} name */
export const undefinedTokenType = (name) => new DbError('22023', `token type "${name}" does not exist`)

/** 42704. @param {string} name */
export const undefinedMapping = (name) => new DbError('42704', `mapping for token type "${name}" does not exist`)

/** 42601. @param {string} name */
export const requiresParameter = (name) => new DbError('42601', `${name} requires a parameter`)

/** 42883. @param {string} name */
export const undefinedSupportFunction = (name) => new DbError('42883', `function ${name} does not exist`)
