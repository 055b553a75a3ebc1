/** Errors of roles: their names, their members, what they own. */
import { DbError } from '../db-error.js'

/** @param {string} name */
export const undefinedRole = (name) => new DbError('42704', `role "${name}" does not exist`)
/** A role that is needed is not there any more: somebody dropped it. @param {number} oid */
export const roleDroppedMeanwhile = (oid) => new DbError('42704', `role ${oid} was concurrently dropped`)
/** A session's own role, dropped under it. @param {number} oid */
export const invalidRole = (oid) => new DbError('42704', `invalid role OID: ${oid}`)
/** @param {string} name */
export const duplicateRole = (name) => new DbError('42710', `role "${name}" already exists`)
/** 42939. @param {string} name */
export const reservedRoleAltered = (name) =>
  new DbError('42939', `role name "${name}" is reserved`, { detail: 'Cannot alter reserved roles.' })

/** 42939. @param {string} name @param {boolean} [isOfSystem] by its beginning */
export const reservedRole = (name, isOfSystem = false) =>
  new DbError(
    '42939', `role name "${name}" is reserved`,
    isOfSystem ? { detail: 'Role names starting with "pg_" are reserved.' } : {},
  )
/** 42501. @param {string} message @param {{ hint?: string }} [fields] */
export const roleDenied = (message, fields) => new DbError('42501', message, fields)
/** Of SET ROLE and SET SESSION AUTHORIZATION. @param {string} name */
export const unknownRoleSetting = (name) => new DbError('22023', `role "${name}" does not exist`)
/** @param {string} name */
export const mayNotSetRole = (name) => new DbError('42501', `permission denied to set role "${name}"`)
/** @param {string} name */
export const mayNotBeSession = (name) =>
  new DbError('42501', `permission denied to set session authorization "${name}"`)
/** @param {string} message */
export const featureRefused = (message) => new DbError('0A000', message)
/** @param {string} key */
export const notWithinDefiner = (key) =>
  new DbError('42501', `cannot set parameter "${key}" within security-definer function`)
/** 42501. @param {string} what */
export const restrictedOperation = (what) =>
  new DbError('42501', `cannot ${what} within security-restricted operation`)
/** @param {string} message */
export const roleInUse = (message) => new DbError('55006', message)
/** @param {string} detail a line per object */
export const roleHasObjects = (/** @type {string} */ name, detail) =>
  new DbError('2BP01', `role "${name}" cannot be dropped because some objects depend on it`, { detail })
/** @param {string} name */
export const roleRequired = (name) =>
  new DbError('2BP01', `cannot drop role ${name} because it is required by the database system`)
/** @param {string} what @param {string} name */
export const ownedBySystem = (what, name) =>
  new DbError('2BP01', `cannot ${what} objects owned by role ${name} because they are required by the database system`)
/** @param {string} statement */
export const specialRoleIn = (statement) => new DbError('22023', `cannot use special role specifier in ${statement}`)
/** @param {string} message */
export const invalidGrant = (message) => new DbError('0LP01', message)

/** 22023. */
export const disallowsOwn = () => new DbError('22023', 'cannot disallow connections for current database')

/** XX000. @param {string} role */
export const noExplicitMembers = (role) => new DbError('XX000', `role "${role}" cannot have explicit members`)

/** XX000. @param {string} role */
export const memberOfNone = (role) => new DbError('XX000', `role "${role}" cannot be a member of any role`)

/** 42704 */
export const publicIsNoRole = () => new DbError('42704', 'role "public" does not exist')
