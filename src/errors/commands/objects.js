/**
 * An object that a command names and cannot have: there is none, or one of another kind, or it may not be changed so.
 * Messages as PostgreSQL 15 words them.
 */
import { DbError } from '../db-error.js'

/** 55006. @param {string} command @param {string} relation */
export const usedByActiveQueries = (command, relation) =>
  new DbError('55006', `cannot ${command} "${relation}" because it is being used by active queries in this session`)

/** 42809. @param {string} relation @param {string} kind */
export const noCommentOn = (relation, kind) =>
  new DbError('42809', `cannot set comment on relation "${relation}"`, {
    detail: `This operation is not supported for ${kind}.`,
  })

/** 42704. @param {string} constraint @param {string} domain */
export const noConstraintForDomain = (constraint, domain) =>
  new DbError('42704', `constraint "${constraint}" for domain ${domain} does not exist`)

/** @param {boolean} isIndexOrForeignTable @param {string} kind @param {string} name */
export const undefinedRelationToDrop = (isIndexOrForeignTable, kind, name) =>
  new DbError(isIndexOrForeignTable ? '42704' : '42P01', `${kind} "${name}" does not exist`)

/**
 * 42809.
 * @param {string} name
 * @param {string} article
 * @param {string} kind
 * @param {string} command
 * @param {boolean} startsWithVowel
 * @param {string} actual
 */
export const otherKindToDrop = (name, article, kind, command, startsWithVowel, actual) =>
  new DbError('42809', `"${name}" is not ${article} ${kind}`, {
    hint: `Use DROP ${command} to remove ${startsWithVowel ? 'an' : 'a'} ${actual}.`,
  })

/** 0A000. @param {string} index */
export const partitionedIndexConcurrently = (index) =>
  new DbError('0A000', `cannot drop partitioned index "${index}" concurrently`)

/** 0A000 */
export const concurrentlyOneIndex = () =>
  new DbError('0A000', 'DROP INDEX CONCURRENTLY does not support dropping multiple objects')

/** 0A000 */
export const concurrentlyNoCascade = () => new DbError('0A000', 'DROP INDEX CONCURRENTLY does not support CASCADE')

/** 42809. @param {string} name */
export const notATable = (name) => new DbError('42809', `"${name}" is not a table`)

/** 42809. @param {string} name */
export const isACompositeType = (name) =>
  new DbError('42809', `"${name}" is a composite type`, { hint: 'Use ALTER TYPE instead.' })

/** @param {boolean} isDatabase @param {string} words @param {string} name */
export const undefinedObjectNamed = (isDatabase, words, name) =>
  new DbError(isDatabase ? '3D000' : '42704', `${words} "${name}" does not exist`)

/** 42704. @param {string} words @param {string} name @param {boolean} isCollation */
export const undefinedInSchema = (words, name, isCollation) =>
  new DbError('42704', `${words} "${name}"${isCollation ? ' for encoding "UTF8"' : ''} does not exist`)

/** 42704. @param {string} words @param {string} name @param {string} method */
export const undefinedForAccessMethod = (words, name, method) =>
  new DbError('42704', `${words} "${name}" does not exist for access method "${method}"`)

/** 42P01. @param {string | undefined} schema @param {string} relation */
export const undefinedRelationNamed = (schema, relation) =>
  new DbError('42P01', `relation "${schema ? `${schema}.` : ''}${relation}" does not exist`)

/** 42704. @param {string} word @param {string} name @param {boolean} isRule @param {string} relation */
export const undefinedOfRelation = (word, name, isRule, relation) =>
  new DbError('42704', `${word} "${name}" for ${isRule ? 'relation' : 'table'} "${relation}" does not exist`)

/** 42704. @param {number} oid */
export const undefinedLargeObjectNumber = (oid) => new DbError('42704', `large object ${oid} does not exist`)

/** 42704. @param {string} source @param {string} target */
export const undefinedCast = (source, target) =>
  new DbError('42704', `cast from type ${source} to type ${target} does not exist`)

/** 42704. @param {string} type @param {string} language */
export const undefinedTransform = (type, language) =>
  new DbError('42704', `transform for type ${type} language "${language}" does not exist`)

/** 42725. @param {string} word @param {string} name */
export const routineNameNotUnique = (word, name) =>
  new DbError('42725', `${word} name "${name}" is not unique`, {
    hint: `Specify the argument list to select the ${word} unambiguously.`,
  })

/** 42883. @param {string} word @param {string} name */
export const noSuchRoutine = (word, name) =>
  new DbError('42883', `could not find ${word === 'aggregate' ? 'an' : 'a'} ${word} named "${name}"`)

/** 42883. @param {boolean} isStar @param {string} name @param {string} word @param {string} types */
export const noSuchSignature = (isStar, name, word, types) =>
  new DbError('42883', isStar ? `aggregate ${name}(*) does not exist` : `${word} ${name}(${types}) does not exist`)

/**
 * 42809.
 * @param {string} signature
 * @param {boolean} isNamed by the word function: an aggregate was wanted
 * @param {string} word what was wanted
 */
export const notThatRoutine = (signature, isNamed, word) =>
  new DbError('42809', `${isNamed ? 'function ' : ''}${signature} is not ${word === 'aggregate' ? 'an' : 'a'} ${word}`)

/** 42809. @param {string} type @param {string} element */
export const arrayTypeOf = (type, element) =>
  new DbError('42809', `cannot alter array type ${type}`, {
    hint: `You can alter type ${element}, which will alter the array type as well.`,
  })

/** 42723. @param {string} name @param {string} types @param {string | null | undefined} schema */
export const functionExistsInSchema = (name, types, schema) =>
  new DbError('42723', `function ${name}${types} already exists in schema "${schema}"`)

/** 42710. @param {string} kind @param {string} name @param {string | null} [schema] null: its names are in none */
export const objectExists = (kind, name, schema = null) =>
  new DbError('42710', `${kind} "${name}" already exists${schema === null ? '' : ` in schema "${schema}"`}`)

/** 42809. @param {string} index */
export const indexSchemaFixed = (index) =>
  new DbError('42809', `cannot change schema of index "${index}"`, { hint: 'Change the schema of the table instead.' })

/** 0A000. @param {string} sequence @param {string | undefined} table */
export const ownedSequenceMoved = (sequence, table) =>
  new DbError('0A000', 'cannot move an owned sequence into another schema', {
    detail: `Sequence "${sequence}" is linked to table "${table}".`,
  })

/** 42601. @param {string} name */
export const tooManyDots = (name) => new DbError('42601', `improper relation name (too many dotted names): ${name}`)

/** 42601 */
export const columnUnqualified = () => new DbError('42601', 'column name must be qualified')

/** 42703. @param {string} column @param {string} relation */
export const noDefaultOfColumn = (column, relation) =>
  new DbError('42703', `default value for column "${column}" of relation "${relation}" does not exist`)

/** 42601 */
export const relationAndObjectNeeded = () => new DbError('42601', 'must specify relation and object name')

/** 42601. @param {string} name */
export const tooManyDotsInName = (name) =>
  new DbError('42601', `improper qualified name (too many dotted names): ${name}`)

/** 22023. @param {string} kind */
export const unknownDefaultAclKind = (kind) =>
  new DbError('22023', `unrecognized default ACL object type "${kind}"`, {
    hint: 'Valid object types are "r", "S", "f", "T", "n".',
  })

/** 42809. @param {string} relation @param {import('../db-error.js').DbErrorFields} [fields] */
export const columnsNotRenamed = (relation, fields) =>
  new DbError('42809', `cannot rename columns of relation "${relation}"`, fields)

/** 22023. @param {string | undefined} provider */
export const noLabelProvider = (provider) =>
  new DbError(
    '22023',
    provider ? `security label provider "${provider}" is not loaded` : 'no security label providers have been loaded'
  )
