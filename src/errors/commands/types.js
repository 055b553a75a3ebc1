/** Errors of commands on types, domains, operators and what belongs to them. */
import { DbError } from '../db-error.js'

/** 42710. @param {string} relname */
export const typeNameTaken = (relname) => new DbError('42710', `type "${relname}" already exists`)

/** 42601. @param {number | undefined} position */
export const conflictingOrRedundantOptions = (position) =>
  new DbError('42601', 'conflicting or redundant options', { position })

/** 22023 */
export const elementWithoutSubscript = () =>
  new DbError('22023', 'element type cannot be specified without a subscripting function')

/** 42804. @param {string} name */
export const badElementType = (name) => new DbError('42804', `array element type cannot be ${name}`)

/** 42601. @param {string} defname @param {string} name */
export const invalidArgumentFor = (defname, name) => new DbError('42601', `invalid argument for ${defname}: "${name}"`)

/** 42P17. @param {string | null | undefined} name */
export const unrecognizedCollationProvider = (name) => new DbError('42P17', `unrecognized collation provider: ${name}`)

/** 42P17. */
export const localeNeeded = () => new DbError('42P17', 'parameter "locale" must be specified')

/** 42P17. */
export const lcCollateNeeded = () => new DbError('42P17', 'parameter "lc_collate" must be specified')

/** 42P17. */
export const lcCtypeNeeded = () => new DbError('42P17', 'parameter "lc_ctype" must be specified')

/** 0A000. */
export const nondeterministicNeedsIcu = () =>
  new DbError('0A000', 'nondeterministic collations not supported with this provider')

/** 42P17. */
export const defaultCollationNotCopied = () => new DbError('42P17', 'collation "default" cannot be copied')

/** XX000. */
export const unexpectedNullInPgCollation = () => new DbError('XX000', 'unexpected null in pg_collation')

/** 42P17. */
export const conversionOfSqlAscii = () =>
  new DbError('42P17', 'encoding conversion to or from "SQL_ASCII" is not supported')

/** 42710. @param {string} for_encoding_name @param {string} to_encoding_name */
export const defaultConversionExists = (for_encoding_name, to_encoding_name) =>
  new DbError('42710', `default conversion for ${for_encoding_name} to ${to_encoding_name} already exists`)

/** XX000. @param {string | number} what @param {string | number} what2 */
export const wrongSourceEncoding = (what, what2) =>
  new DbError('XX000', `expected source encoding "${what}", but got "${what2}"`)

/** XX000. @param {string | number} what @param {string | number} what2 */
export const wrongDestinationEncoding = (what, what2) =>
  new DbError('XX000', `expected destination encoding "${what}", but got "${what2}"`)

/** 42704. @param {string} which @param {string} name */
export const encodingDoesNotExist = (which, name) => new DbError('42704', `${which} encoding "${name}" does not exist`)

/** 42P17. @param {string | number} what */
export const conversionReturns = (what) =>
  new DbError('42P17', `encoding conversion function ${what} must return type integer`)

/** 42601. */
export const subtypeRequired = () => new DbError('42601', 'type attribute "subtype" is required')

/** 42804. @param {string} name */
export const badRangeSubtype = (name) => new DbError('42804', `range subtype cannot be ${name}`)

/** 42601. @param {string} defname */
export const unknownTypeAttribute = (defname) => new DbError('42601', `type attribute "${defname}" not recognized`)

/** 42704. @param {string} name */
export const rangeWithoutOpclass = (name) =>
  new DbError('42704', `data type ${name} has no default operator class for access method "btree"`, {
    hint: 'You must specify an operator class for the range type or define a default operator class for the subtype.',
  })

/** 42809. */
export const rangeCollationUnused = () =>
  new DbError('42809', 'range collation specified but subtype does not support collation')

/** 42704. @param {string | number} what */
export const undefinedCollationUtf8 = (what) =>
  new DbError('42704', `collation "${what}" for encoding "UTF8" does not exist`)

/** 42P17. */
export const canonicalNeedsShell = () =>
  new DbError('42P17', 'cannot specify a canonical function without a pre-created shell type', {
    hint: 'Create the type as a shell type, then create its canonicalization function, then do a full CREATE TYPE.',
  })

/** 42P17. @param {string} shown */
export const canonicalReturns = (shown) =>
  new DbError('42P17', `range canonical function ${shown} must return range type`)

/** 42P17. @param {string} shown */
export const canonicalNotImmutable = (shown) =>
  new DbError('42P17', `range canonical function ${shown} must be immutable`)

/** 42P17. @param {string} shown */
export const subtypeDiffReturns = (shown) =>
  new DbError('42P17', `range subtype diff function ${shown} must return type double precision`)

/** 42P17. @param {string} shown */
export const subtypeDiffNotImmutable = (shown) =>
  new DbError('42P17', `range subtype diff function ${shown} must be immutable`)

/** 42804. @param {string} name */
export const badDomainBase = (name) => new DbError('42804', `"${name}" is not a valid base type for a domain`)

/** 42601. */
export const multipleDefaults = () => new DbError('42601', 'multiple default expressions')

/** 42601. */
export const conflictingNullConstraints = () => new DbError('42601', 'conflicting NULL/NOT NULL constraints')

/** 42P17. */
export const domainCheckNoInherit = () =>
  new DbError('42P17', 'check constraints for domains cannot be marked NO INHERIT')

/** 42601. */
export const uniqueOnDomain = () => new DbError('42601', 'unique constraints not possible for domains')

/** 42601. */
export const primaryKeyOnDomain = () => new DbError('42601', 'primary key constraints not possible for domains')

/** 42601. */
export const exclusionOnDomain = () => new DbError('42601', 'exclusion constraints not possible for domains')

/** 42601. */
export const foreignKeyOnDomain = () => new DbError('42601', 'foreign key constraints not possible for domains')

/** 0A000. */
export const deferrabilityOnDomain = () =>
  new DbError('0A000', 'specifying constraint deferrability not supported for domains')

/** 42809. @param {string} name */
export const notADomain = (name) => new DbError('42809', `${name} is not a domain`)

/** 42704. @param {string} name @param {string} name2 */
export const noConstraintOfDomain = (name, name2) =>
  new DbError('42704', `constraint "${name}" of domain "${name2}" does not exist`)

/** 0A000. @param {string} name @param {string} name2 @param {string} name3 */
export const typeUsedByColumn = (name, name2, name3) =>
  new DbError('0A000', `cannot alter type "${name}" because column "${name2}.${name3}" uses it`)

/** 42704. @param {string} name */
export const onlyAShell = (name) => new DbError('42704', `type "${name}" is only a shell`)

/** 42809. @param {string} name */
export const notAnEnum = (name) => new DbError('42809', `${name} is not an enum`)

/** 42809. @param {string} name */
export const notADomainQuoted = (name) => new DbError('42809', `"${name}" is not a domain`)

/** 42809. @param {string} shown */
export const isRowType = (shown) =>
  new DbError('42809', `${shown} is a table's row type`, { hint: 'Use ALTER TABLE instead.' })

/** 42809. @param {string} shown @param {string} name */
export const arrayTypeNotAltered = (shown, name) =>
  new DbError('42809', `cannot alter array type ${shown}`, {
    hint: `You can alter type ${name}, which will alter the array type as well.`,
  })

/** 42501. @param {string} shown */
export const mustBeOwnerOfType = (shown) => new DbError('42501', `must be owner of type ${shown}`)
