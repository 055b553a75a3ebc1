/** What can be wrong with sequences, their options and their values; texts are PostgreSQL's. */
import { DbError } from '../db-error.js'
import { syntaxError } from '../syntax.js'

/** 2200H. @param {'maximum' | 'minimum'} which @param {string} name @param {number | bigint} limit */
export const sequenceExhausted = (which, name, limit) =>
  new DbError('2200H', `nextval: reached ${which} value of sequence "${name}" (${limit})`)
/**
 * 22003.
 * @param {number | bigint} value
 * @param {string} name
 * @param {number | bigint} min
 * @param {number | bigint} max
 */
export const valueOutOfBounds = (value, name, min, max) =>
  new DbError('22003', `setval: value ${value} is out of bounds for sequence "${name}" (${min}..${max})`)
/** 55000. @param {string} name */
export const currvalUndefined = (name) =>
  new DbError('55000', `currval of sequence "${name}" is not yet defined in this session`)
/** 55000 */
export const lastvalUndefined = () => new DbError('55000', 'lastval is not yet defined in this session')
/** 42809. @param {string} name */
export const notASequence = (name) => new DbError('42809', `"${name}" is not a sequence`)
/** XX000. @param {number} oid */
export const noRelationWithOid = (oid) => new DbError('XX000', `could not open relation with OID ${oid}`)
/** XX000: a relation that is no sequence. @param {number} oid */
export const noSequenceWithOid = (oid) => new DbError('XX000', `cache lookup failed for sequence ${oid}`)
/** 42P01. @param {number} oid */
export const undefinedRelationWithOid = (oid) => new DbError('42P01', `relation with OID ${oid} does not exist`)
/**
 * 55P03: a sequence that was not known when the statement was planned is being changed by somebody.
 * @param {string} name
 */
export const sequenceLocked = (name) => new DbError('55P03', `could not obtain lock on relation "${name}"`)
/** 25006. @param {string} call */
export const readOnlyForSequence = (call) => new DbError('25006', `cannot execute ${call} in a read-only transaction`)
/** 42601. @param {number} location of the second one */
export const conflictingOptions = (location) => syntaxError('conflicting or redundant options', { location })
/** 22023. @param {string} message */
export const invalidSequenceOption = (message) => new DbError('22023', message)
/** 42601 */
export const invalidOwnedBy = () =>
  new DbError('42601', 'invalid OWNED BY option', { hint: 'Specify OWNED BY table.column or OWNED BY NONE.' })
/** 55000. @param {'owner' | 'schema'} what */
export const ownedByOther = (what) =>
  new DbError(
    '55000',
    what === 'owner'
      ? 'sequence must have same owner as table it is linked to'
      : 'sequence must be in same schema as table it is linked to'
  )
/** 0A000. @param {string} sequence @param {string} table */
export const identityOwnership = (sequence, table) =>
  new DbError('0A000', 'cannot change ownership of identity sequence', {
    detail: `Sequence "${sequence}" is linked to table "${table}".`,
  })

/** 22P02. @param {string} text */
export const badSequenceNumber = (text) => new DbError('22P02', `invalid input syntax for type bigint: "${text}"`)

/** 42809. @param {string} relation @param {string} kinds */
export const ownerOfWrongKind = (relation, kinds) =>
  new DbError('42809', `sequence cannot be owned by relation "${relation}"`, {
    detail: `This operation is not supported for ${kinds}.`,
  })
