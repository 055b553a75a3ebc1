/** What CREATE OPERATOR CLASS, CREATE and ALTER OPERATOR FAMILY refuse. */
import { DbError, featureNotSupported } from '../db-error.js'

/** 42P17 @param {string} message @param {{ hint?: string }} [fields] */
export const badFamilyMember = (message, fields) => new DbError('42P17', message, fields)
/** @param {string} member @param {string} family */
export const duplicateFamilyMember = (member, family) =>
  new DbError('42710', `${member} already exists in operator family "${family}"`)
/** @param {string} member @param {string} family */
export const missingFamilyMember = (member, family) =>
  new DbError('42704', `${member} does not exist in operator family "${family}"`)
/** @param {'class' | 'family'} kind @param {string} name @param {string} method */
export const duplicateOperatorObject = (kind, name, method) =>
  new DbError('42710', `operator ${kind} "${name}" for access method "${method}" already exists`)
/** @param {string} opclass @param {string} type @param {string} known */
export const secondDefaultClass = (opclass, type, known) =>
  new DbError('42710', `could not make operator class "${opclass}" be default for type ${type}`, {
    detail: `Operator class "${known}" already is the default.`,
  })

/** 0A000: it would be there, and serve nothing. @param {string} opclass @param {string} method @param {string} type */
export const classOfUnordered = (opclass, method, type) =>
  featureNotSupported(`${method} operator class "${opclass}" over type ${type}, which has no "compare" and "key",`, {
    hint: 'Give the type "compare" and "key" where the extension is defined: the operators < <= = >= > <> and the ' +
      'default operator classes of btree and hash come with them.',
  })

/** 0A000. @param {string} opclass @param {string} method */
export const classOfBroughtExtension = (opclass, method) =>
  featureNotSupported(`${method} operator class "${opclass}" of an extension that a program brings`, {
    hint: 'Classes of such an extension are of btree and hash, and come with the "compare" and "key" of its types.',
  })
