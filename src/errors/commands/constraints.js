/** Errors of constraints that commands make. */
import { DbError } from '../db-error.js'

/** 42883. @param {string} typeName @param {string} text */
export const operatorDoesNotExist = (typeName, text) =>
  new DbError('42883', `operator does not exist: ${typeName} ${text} ${typeName}`, {
    hint: 'No operator matches the given name and argument types. You might need to add explicit type casts.',
  })

/** 42809. @param {string} relname */
export const constraintIsNotDeferrable = (relname) => new DbError('42809', `constraint "${relname}" is not deferrable`)

/** 42704. @param {string} relname */
export const constraintDoesNotExist = (relname) => new DbError('42704', `constraint "${relname}" does not exist`)

/** 42809. @param {string} constraint @param {string} relation */
export const notAForeignKey = (constraint, relation) =>
  new DbError('42809', `constraint "${constraint}" of relation "${relation}" is not a foreign key constraint`)
