/** Conditions of settings: unknown names, values that do not fit, settings that may not change. */
import { shortReal } from '../util/short-real.js'
import { DbError } from './db-error.js'

/** PostgreSQL's function for settings whose values have a check of their own. */
const BY_HOOK = 'call_string_check_hook'

/** 42704. @param {string} name */
export const unknownSetting = (name) => new DbError('42704', `unrecognized configuration parameter "${name}"`)

/** 42602. @param {string} name of a setting of one's own */
export const invalidSettingName = (name) => new DbError('42602', `invalid configuration parameter name "${name}"`,
  { detail: 'Custom parameter names must be two or more simple identifiers separated by dots.' })

/**
 * 22023.
 * @param {string} name
 * @param {string} text
 * @param {string} [message]
 * @param {string} [hint]
 * @param {unknown} [cause]
 * @param {string} [detail]
 */
export const invalidSettingValue = (name, text, message, hint, cause, detail) =>
  new DbError('22023', message ?? `invalid value for parameter "${name}": "${text}"`, {
    detail, hint, cause,
    routine: detail === undefined && cause === undefined ? 'parse_and_validate_value' : BY_HOOK,
  })

/**
 * 22023.
 * @param {{ type: string, min: number | null, max: number | null, unit: string | null }} def
 * @param {number} value
 * @param {string} name as it was spelt
 */
export const settingOutOfRange = (def, value, name) => {
  const unit = def.unit === null ? '' : ` ${def.unit}`
  const print = def.type === 'real' ? shortReal : String
  return new DbError('22023', `${print(value)}${unit} is outside the valid range for parameter "${name}" `
    + `(${print(Number(def.min))} .. ${print(Number(def.max))})`)
}

/** 55P02. @param {string} name @param {string} why */
const cannotChangeSetting = (name, why) => new DbError('55P02', `parameter "${name}" ${why}`)

/**
 * Settings that no session, role or database may have of its own.
 * @param {string} name
 * @param {string} context
 * @throws {DbError} 55P02
 */
export function changedAtStartOnly(name, context) {
  if (context === 'internal') throw cannotChangeSetting(name, 'cannot be changed')
  if (context === 'postmaster') throw cannotChangeSetting(name, 'cannot be changed without restarting the server')
  if (context === 'sighup') throw cannotChangeSetting(name, 'cannot be changed now')
  if (context === 'backend' || context === 'superuser-backend')
    throw cannotChangeSetting(name, 'cannot be set after connection start')
}
/** @param {string} name */
export const maySetNothing = (name) => new DbError('42501', `permission denied to set parameter "${name}"`)
export const noLineBreaks = () => new DbError('22023', 'parameter value for ALTER SYSTEM must not contain a newline')

/** 22023. @param {string} name @param {string} text @param {string} [detail] */
export const refusedSettingValue = (name, text, detail) =>
  new DbError('22023', `invalid value for parameter "${name}": "${text}"`, { detail, routine: BY_HOOK })


/** 42P01. @param {string} relation */
export const undefinedRelationToOpen = (relation) =>
  new DbError('42P01', `relation "${relation}" does not exist`, { routine: 'RangeVarGetRelidExtended' })

/** 42501. @param {string} relation */
export const creationInSystemCatalog = (relation) =>
  new DbError('42501', `permission denied to create "pg_catalog.${relation}"`, {
    detail: 'System catalog modifications are currently disallowed.',
  })

/** 0A000. @param {string | number} type its name, or the OID of one that is not there */
export const unsupportedTypeOf = (type) => new DbError('0A000', `values of type ${type} are not supported`)

/** 0A000. @param {string} name @param {string} encoding */
export const noConversionToUtf8 = (name, encoding) =>
  new DbError('0A000', `invalid value for parameter "client_encoding": "${name}"`, {
    detail: `Conversion between ${encoding} and UTF8 is not supported.`,
  })

/** 0A000. @param {string} name @param {string} usual @param {string} value @param {string | undefined} hint */
export const onlyTheUsual = (name, usual, value, hint) =>
  new DbError('0A000', `${name} can only be ${usual}`, {
    detail: `Seawall has nothing that ${name} = ${value} would change, and does not say yes to what it does not do.`,
    hint,
  })
