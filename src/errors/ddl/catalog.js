/**
 * What DDL can find wrong: objects that exist already or do not, dependencies in the way, definitions that contradict
 * themselves. Messages as PostgreSQL 15 words them. Name resolution in queries is src/errors/syntax.js.
 */
import { DbError } from '../db-error.js'

/** 0A000. @param {string} name with its database, a relation's in quotes */
export const crossDatabaseReference = (name) =>
  new DbError('0A000', `cross-database references are not implemented: ${name}`)
/** 42P07. @param {string} name @param {string} [routine] PostgreSQL's function */
export const duplicateRelation = (name, routine) =>
  new DbError('42P07', `relation "${name}" already exists`, { routine })
/** 42710. @param {string} what @param {string} name */
export const duplicateObject = (what, name) => new DbError('42710', `${what} "${name}" already exists`)
/** 42710. @param {string} constraint @param {string} relation */
export const duplicateConstraint = (constraint, relation) =>
  new DbError('42710', `constraint "${constraint}" for relation "${relation}" already exists`)
/** 42P06. @param {string} name */
export const duplicateSchema = (name) => new DbError('42P06', `schema "${name}" already exists`)
/** 42701, in a definition. @param {string} column */
export const columnSpecifiedTwice = (column) => new DbError('42701', `column "${column}" specified more than once`)
/** 42701. @param {string} column @param {string} relation */
export const duplicateColumn = (column, relation) =>
  new DbError('42701', `column "${column}" of relation "${relation}" already exists`)
/** 42701. @param {string} column */
export const systemColumnName = (column) =>
  new DbError('42701', `column name "${column}" conflicts with a system column name`)
/** 42704. @param {string} name */
export const undefinedIndex = (name) => new DbError('42704', `index "${name}" does not exist`)
/** 42703. @param {string} column @param {string} relation */
export const undefinedRelationColumn = (column, relation) =>
  new DbError('42703', `column "${column}" of relation "${relation}" does not exist`)
/** 42710: another of the same statement. @param {string} name */
export const duplicateCheck = (name) => new DbError('42710', `check constraint "${name}" already exists`)
/** 42703, in a key. @param {string} column */
export const undefinedKeyColumn = (column) =>
  new DbError('42703', `column "${column}" named in key does not exist`, { routine: 'ComputeIndexAttrs' })
/** 42704. @param {string} constraint @param {string} relation */
export const undefinedConstraint = (constraint, relation) =>
  new DbError('42704', `constraint "${constraint}" of relation "${relation}" does not exist`)
/** 42704. @param {string} constraint @param {string} table */
export const undefinedTableConstraint = (constraint, table) =>
  new DbError('42704', `constraint "${constraint}" for table "${table}" does not exist`)
/** 42704. @param {string} what @param {string} name */
export const undefinedCatalogObject = (what, name) => new DbError('42704', `${what} "${name}" does not exist`)
/** 3F000. @param {string} name */
export const undefinedSchema = (name) => new DbError('3F000', `schema "${name}" does not exist`)
/** 42P15. @param {string} named @param {string} made */
export const schemaMismatch = (named, made) =>
  new DbError('42P15', `CREATE specifies a schema (${named}) different from the one being created (${made})`)
/** 3F000 */
export const noCreationSchema = () => new DbError('3F000', 'no schema has been selected to create in')
/** 42939. @param {string} name */
export const reservedSchemaName = (name) =>
  new DbError('42939', `unacceptable schema name "${name}"`, {
    detail: 'The prefix "pg_" is reserved for system schemas.',
  })
/** 42P16. @param {string} relation */
export const multiplePrimaryKeys = (relation) =>
  new DbError('42P16', `multiple primary keys for table "${relation}" are not allowed`)
/** 42P16. @param {string} column */
export const columnInPrimaryKey = (column) => new DbError('42P16', `column "${column}" is in a primary key`)
/** 42P16. @param {string} column */
export const pseudoTypeColumn = (column, /** @type {string} */ type) =>
  new DbError('42P16', `column "${column}" has pseudo-type ${type}`)
/** 54011 */
export const tooManyTableColumns = () => new DbError('54011', 'tables can have at most 1600 columns')
/** 54011 */
export const tooManyIndexColumns = () => new DbError('54011', 'cannot use more than 32 columns in an index')
/** 42704. @param {string} type @param {string} method */
export const noDefaultOpclass = (type, method) =>
  new DbError('42704', `data type ${type} has no default operator class for access method "${method}"`, {
    hint: 'You must specify an operator class for the index or define a default operator class for the data type.',
  })
/**
 * 2BP01.
 * @param {string | null} object "table t"; null: there are several
 * @param {string} detail "view v depends on table t", a line each
 */
export const dependentsExist = (object, detail) =>
  new DbError(
    '2BP01',
    object === null
      ? 'cannot drop desired object(s) because other objects depend on them'
      : `cannot drop ${object} because other objects depend on it`,
    { detail, hint: 'Use DROP ... CASCADE to drop the dependent objects too.' }
  )
/** 2BP01. @param {string} object @param {string} owner */
export const requiredBy = (object, owner) => new DbError('2BP01', `cannot drop ${object} because ${owner} requires it`,
  { hint: `You can drop ${owner} instead.` })
/** 2BP01. @param {string} object */
export const requiredBySystem = (object) =>
  new DbError('2BP01', `cannot drop ${object} because it is required by the database system`)
/**
 * 23505 while building.
 * @param {string} index
 * @param {string | null} key "(a)=(1)"
 * @param {{ schema: string, table: string }} place
 */
export const cannotCreateUnique = (index, key, { schema, table }) =>
  new DbError('23505', `could not create unique index "${index}"`, {
    detail: key === null ? undefined : `Key ${key} is duplicated.`,
    schema,
    table,
    constraint: index,
    routine: 'comparetup_index_btree',
  })
/** 22023 / 42601 for storage parameters. @param {string} name */
export const unknownParameter = (name) => new DbError('22023', `unrecognized parameter "${name}"`)
/** @param {string} name */
export const parameterTwice = (name) => new DbError('22023', `parameter "${name}" specified more than once`)
export const resetWithValue = () => new DbError('42601', 'RESET must not include values for parameters')
/** 22023. @param {string} name @param {string} value @param {string} detail */
export const invalidParameter = (name, value, detail) =>
  new DbError('22023', `value ${value} out of bounds for option "${name}"`, { detail })
/**
 * 22023.
 * @param {string} name
 * @param {string} kind integer, boolean …
 * @param {string} value
 * @param {string} [detail]
 */
export const malformedParameter = (name, kind, value, detail) =>
  new DbError('22023', `invalid value for ${kind} option "${name}": ${value}`, { detail })

/** 23505. @param {string} index @param {string} catalog */
export const catalogKeyExists = (index, catalog) =>
  new DbError('23505', `duplicate key value violates unique constraint "${index}"`, {
    schema: 'pg_catalog',
    table: catalog,
    constraint: index,
  })
/** XX000. @param {string} catalog */
export const concurrentCatalogChange = (catalog) =>
  new DbError('XX000', 'tuple concurrently updated', { schema: 'pg_catalog', table: catalog })
/** XX000. @param {number} classId */
export const unknownObjectClass = (classId) => new DbError('XX000', `unrecognized object class: ${classId}`)
/** 0A000: an expression that is kept names a role. */
export const regroleConstant = () => new DbError('0A000', 'constant of the type regrole cannot be used here')
