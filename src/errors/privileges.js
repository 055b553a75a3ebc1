/** Errors of GRANT, REVOKE and of who may do what. */
import { DbError } from './db-error.js'

/** @param {string} kind as acldefault() takes it */
export const kindUnknown = (kind) => new DbError('XX000', `unrecognized objtype abbreviation: ${kind}`)
export const grantsToPublic = () => new DbError('0LP01', 'grant options can only be granted to roles')
export const grantsToGrantor = () => new DbError('0LP01', 'grant options cannot be granted back to your own grantor')
export const dependentPrivileges = () =>
  new DbError('2BP01', 'dependent privileges exist', { hint: 'Use CASCADE to revoke them too.' })
/** @param {string} what @param {string} name @returns {DbError} 42501: a privilege is wanted */
export const permissionDenied = (what, name) => new DbError('42501', `permission denied for ${what} ${name}`)
/** @param {string} column @param {string} relation */
export const columnDenied = (column, relation) =>
  new DbError('42501', `permission denied for column "${column}" of relation "${relation}"`)
/** @param {string} what @param {string} name @returns {DbError} 42501: only its owner may */
export const mustBeOwner = (what, name) => new DbError('42501', `must be owner of ${what} ${name}`)
/** 42501. @param {string} message @param {{ hint?: string, detail?: string }} [fields] */
export const denied = (message, fields) => new DbError('42501', message, fields)
/** 42501. @param {string} name of a setting */
export const settingHidden = (name) => new DbError('42501',
  `must be superuser or have privileges of pg_read_all_settings to examine "${name}"`,
  { routine: 'GetConfigOptionByName' })
/** @param {string} name @param {string} what */
export const invalidPrivilege = (name, what) => new DbError('0LP01', `invalid privilege type ${name} for ${what}`)
/** @param {string} name */
export const unknownPrivilegeWord = (name) => new DbError('42601', `unrecognized privilege type "${name}"`)
export const schemasInSchema = () =>
  new DbError('0LP01', 'cannot use IN SCHEMA clause when using GRANT/REVOKE ON SCHEMAS')
/** @param {string} name */
export const invalidParameterName = (name) => new DbError('42602', `invalid parameter name "${name}"`)
/** 42501. Row security trusts such functions with rows that are not to be seen. */
export const leakproofDenied = () => new DbError('42501', 'only superuser can define a leakproof function')
/** 0LP01. @param {string} message @param {{ hint?: string }} [fields] */
export const invalidGrantOperation = (message, fields) => new DbError('0LP01', message, fields)
/** 42809. @param {string} message @param {{ detail?: string }} [fields] */
export const wrongKind = (message, fields) => new DbError('42809', message, fields)
/** 42501. The types' bytes would have to be alike. */
export const castWithoutFunctionDenied = () =>
  new DbError('42501', 'must be superuser to create a cast WITHOUT FUNCTION')
/** 42501. @param {string} what @param {string} [verb] */
export const superusersOperator = (what, verb = 'create') =>
  new DbError('42501', `must be superuser to ${verb} an operator ${what}`)
/** 42501. @param {string} role whose privileges would do @param {string} what COPY's other side */
export const copyFilesDenied = (role, what) =>
  new DbError('42501', `must be superuser or have privileges of the ${role} role to COPY ${what}`,
    { hint: "Anyone can COPY to stdout or from stdin. psql's \\copy command also works for anyone." })
/** 42501. Its functions are trusted with bytes. */
export const baseTypeDenied = () => new DbError('42501', 'must be superuser to create a base type')
/** 42501. @param {string} name @param {boolean} isTrusted */
export const extensionDenied = (name, isTrusted) =>
  new DbError('42501', `permission denied to create extension "${name}"`, {
    hint: isTrusted ? 'Must have CREATE privilege on current database to create this extension.'
      : 'Must be superuser to create this extension.',
  })
/** 42501. @param {'cancel' | 'terminate'} verb @param {boolean} ofSuperuser */
export const signalDenied = (verb, ofSuperuser) => {
  const [what, done] = verb === 'cancel' ? ['query', 'canceled'] : ['process', 'terminated']
  return new DbError('42501', ofSuperuser ? `must be a superuser to ${verb} superuser ${what}`
    : `must be a member of the role whose ${what} is being ${done} or member of pg_signal_backend`)
}

/** 22P02: a text that is no item of an access list. @param {string} message @param {{ hint?: string }} [fields] */
export const malformedAclItem = (message, fields) => new DbError('22P02', message, fields)

/** 42622, of a role's name in an aclitem. */
export const identifierTooLong = () =>
  new DbError('42622', 'identifier too long', { detail: 'Identifier must be less than 64 characters.' })
