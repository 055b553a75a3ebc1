/**
 * CREATE TYPE of a base type, ALTER TYPE … SET: what their definitions may say. Messages as PostgreSQL 15 words them.
 */
import { DbError } from '../db-error.js'

/** 42P17: a definition that says too little, or what does not fit together. @param {string} message */
export const badTypeDefinition = (message) => new DbError('42P17', message)

/** 22023: a word that an attribute does not know. @param {string} attribute @param {string} word */
export const unknownWord = (attribute, word) => new DbError('22023', `${attribute} "${word}" not recognized`)

/** 22023. @param {string} word */
export const badCategory = (word) =>
  new DbError('22023', `invalid type category "${word}": must be simple ASCII`)

/** 42601. @param {string} name @param {string} what it must be */
export const attributeNeeds = (name, what) => new DbError('42601', `${name} requires ${what}`)

/** 42883. @param {string} name @param {string} types */
export const noSuchTypeFunction = (name, types) => new DbError('42883', `function ${name}(${types}) does not exist`)

/** 42P17. @param {string} role as input, typmod_in @param {string} name @param {string} type */
export const mustReturn = (role, name, type) =>
  new DbError('42P17', `type ${role} function ${name} must return type ${type}`)

/** 42725. @param {string} name */
export const severalInputFunctions = (name) =>
  new DbError('42725', `type input function ${name} has multiple matches`)

/** 42710. @param {string} name */
export const noShell = (name) => new DbError('42710', `type "${name}" does not exist`, {
  hint: 'Create the type as a shell type, then create its I/O functions, then do a full CREATE TYPE.',
})

/** 42809. @param {string} shown */
export const notBaseType = (shown) => new DbError('42809', `${shown} is not a base type`)

/** 42601. @param {string} name @param {boolean} known */
export const unchangeableAttribute = (name, known) =>
  new DbError('42601', `type attribute "${name}" ${known ? 'cannot be changed' : 'not recognized'}`)
