/** What CREATE OPERATOR CLASS, CREATE and ALTER OPERATOR FAMILY refuse. */
import { DbError } from '../db-error.js'

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
