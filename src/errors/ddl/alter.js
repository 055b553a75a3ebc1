/** What ALTER TABLE and its relatives can find wrong. Messages as PostgreSQL 15 words them. */
import { DbError } from '../db-error.js'

const KINDS = /** @type {Record<string, string>} */ ({
  r: 'tables', i: 'indexes', S: 'sequences', t: 'TOAST tables', v: 'views', m: 'materialized views',
  c: 'composite types', f: 'foreign tables', p: 'partitioned tables', I: 'partitioned indexes',
})

/** 42809. @param {string} action @param {string} relation @param {string} kind pg_class.relkind */
export const actionNotForKind = (action, relation, kind) =>
  new DbError('42809', `ALTER action ${action} cannot be performed on relation "${relation}"`, kindDetail(kind))
/** @param {string} kind */
export const kindDetail = (kind) => ({ detail: `This operation is not supported for ${KINDS[kind]}.` })
/** 0A000. @param {string} type */
export const cannotStoreOutOfLine = (type) =>
  new DbError('0A000', `column data type ${type} can only have storage PLAIN`)
/** 0A000. @param {string} type */
export const noCompression = (type) => new DbError('0A000', `column data type ${type} does not support compression`)
/** 22023. @param {string} method */
export const invalidCompression = (method) => new DbError('22023', `invalid compression method "${method}"`)
/** 22023. @param {string} storage */
export const invalidStorage = (storage) => new DbError('22023', `invalid storage type "${storage}"`)
/** 0A000. @param {string} column */
export const systemColumnAltered = (column) => new DbError('0A000', `cannot alter system column "${column}"`)
/** 0A000. @param {string} column */
export const systemColumnDropped = (column) => new DbError('0A000', `cannot drop system column "${column}"`)
/** 0A000. @param {string} column */
export const systemColumnRenamed = (column) => new DbError('0A000', `cannot rename system column "${column}"`)
/** 0A000. @param {string} column */
export const alteredTwice = (column) => new DbError('0A000', `cannot alter type of column "${column}" twice`)
/** 0A000. @param {string} user view or rule, trigger definition … @param {string} detail */
export const columnInUse = (user, detail) =>
  new DbError('0A000', `cannot alter type of a column used ${user}`, { detail })
/**
 * 42804.
 * @param {string} column
 * @param {string} type
 * @param {string | null} using the USING a hint suggests; null: there was one
 */
export const typeNotCastable = (column, type, using) =>
  using === null
    ? new DbError(
        '42804',
        `result of USING clause for column "${column}" cannot be cast automatically to type ${type}`,
        { hint: 'You might need to add an explicit cast.' }
      )
    : new DbError('42804', `column "${column}" cannot be cast automatically to type ${type}`, {
        hint: `You might need to specify "USING ${using}".`,
      })
/** 42804. @param {boolean} generated @param {string} column @param {string} type */
export const defaultNotCastable = (generated, column, type) =>
  new DbError('42804', `${generated ? 'generation expression' : 'default'} for column "${column}" cannot be cast automatically to type ${type}`)
/**
 * 42601.
 * @param {string} column
 * @param {string} relation
 * @param {string} kind "identity column"
 * @param {string} [hint]
 */
export const columnIsKind = (column, relation, kind, hint) =>
  new DbError('42601', `column "${column}" of relation "${relation}" is ${kind}`, { hint })
/** 42P16. @param {string} column */
export const columnInReplicaIdentity = (column) =>
  new DbError('42P16', `column "${column}" is in index used as replica identity`)
/** 22023. @param {number} target */
/** 0A000 */
export const columnByNumber = () => new DbError('0A000', 'cannot refer to non-index column by number')
/** 42703. @param {number} number @param {string} relation */
export const undefinedColumnNumber = (number, relation) =>
  new DbError('42703', `column number ${number} of relation "${relation}" does not exist`, {
    routine: 'ATExecSetStatistics',
  })
/** 42704. @param {string} index @param {string} table */
export const noSuchIndexForTable = (index, table) =>
  new DbError('42704', `index "${index}" for table "${table}" does not exist`)
/** 23502. @param {string} column @param {string} table @param {string} schema */
export const nullsInColumn = (column, table, schema) =>
  new DbError('23502', `column "${column}" of relation "${table}" contains null values`, {
    schema,
    table,
    column,
    routine: 'ATRewriteTable',
  })
/** 23514. @param {string} constraint @param {string} table @param {string} schema */
export const checkViolatedByRow = (constraint, table, schema) =>
  new DbError('23514', `check constraint "${constraint}" of relation "${table}" is violated by some row`, {
    schema,
    table,
    constraint,
    routine: 'ATRewriteTable',
  })
/** 42809. @param {string | undefined} name @param {string} what */
export const isNot = (name, what) => new DbError('42809', `"${name}" is not ${what}`)
/** 0A000 */
export const toastSchema = () => new DbError('0A000', 'cannot move objects into or out of TOAST schema')
/** 0A000 */
export const temporarySchemas = () => new DbError('0A000', 'cannot move objects into or out of temporary schemas')
/** 42P07. @param {string} name @param {string} schema */
export const relationExistsInSchema = (name, schema) =>
  new DbError('42P07', `relation "${name}" already exists in schema "${schema}"`, {
    routine: 'AlterRelationNamespaceInternal',
  })
/** 42809, 55000: ADD CONSTRAINT USING INDEX. @param {string} code @param {string} message @param {string} [detail] */
export const indexNotUsable = (code, message, detail) => new DbError(code, message, { detail })

/** 0A000. @param {string} command */
export const partsBesideOthers = (command) =>
  new DbError('0A000', `${command} with INHERIT or partition subcommands beside others is not supported`)

/** 42809 */
export const typedTableAttached = () => new DbError('42809', 'cannot attach a typed table as partition')

/** 0A000. @param {string} column @param {string} index */
export const statisticsOfIncluded = (column, index) =>
  new DbError('0A000', `cannot alter statistics on included column "${column}" of index "${index}"`)

/** 0A000. @param {string} column @param {string} index */
export const statisticsOfPlainColumn = (column, index) =>
  new DbError('0A000', `cannot alter statistics on non-expression column "${column}" of index "${index}"`, {
    hint: 'Alter statistics on table column instead.',
  })

/** 42809. @param {string} constraint @param {string} relation */
export const neitherForeignKeyNorCheck = (constraint, relation) =>
  new DbError('42809', `constraint "${constraint}" of relation "${relation}" is not a foreign key or check constraint`)

/** 0A000 */
export const foreignKeyNoInherit = () => new DbError('0A000', 'FOREIGN KEY constraints cannot be marked NO INHERIT')

/** 42809. @param {string} index */
export const indexOwnerFixed = (index) =>
  new DbError('42809', `cannot change owner of index "${index}"`, {
    hint: "Change the ownership of the index's table, instead.",
  })

/** 42809. @param {string} name @param {string} table */
export const notIndexForTable = (name, table) => new DbError('42809', `"${name}" is not an index for table "${table}"`)

/** 0A000. @param {string} index */
export const methodCannotCluster = (index) =>
  new DbError('0A000', `cannot cluster on index "${index}" because access method does not support clustering`)

/** 0A000. @param {string} index */
export const partialCannotCluster = (index) => new DbError('0A000', `cannot cluster on partial index "${index}"`)

/** 0A000. @param {string} index */
export const invalidCannotCluster = (index) => new DbError('0A000', `cannot cluster on invalid index "${index}"`)

/** 0A000 */
export const clusteredPartitioned = () => new DbError('0A000', 'cannot mark index clustered in partitioned table')

/** @param {string} code @param {string} what */
export const noReplicaIdentityBy = (code, what) => new DbError(code, `cannot use ${what} as replica identity`)

/** 42809. @param {string} index @param {string} column */
export const nullableReplicaIdentity = (index, column) =>
  new DbError('42809', `index "${index}" cannot be used as replica identity because column "${column}" is nullable`)

/** 42P16. @param {string} table @param {string} schema */
export const temporaryPersistence = (table, schema) =>
  new DbError('42P16', `cannot change logged status of table "${table}" because it is temporary`, { table, schema })

/**
 * 42P16.
 * @param {string} table
 * @param {string} from
 * @param {string} to
 * @param {string | undefined} other
 * @param {{ schema: string, constraint: string }} of the key
 */
export const persistenceOfReferenced = (table, from, to, other, { schema, constraint }) =>
  new DbError('42P16', `could not change table "${table}" to ${from} because it references ${to} table "${other}"`, {
    table,
    schema,
    constraint,
  })

/** 42809 */
export const accessMethodOfPartitioned = () =>
  new DbError('42809', 'cannot change access method of a partitioned table')

/** 0A000 */
export const twoAccessMethods = () => new DbError('0A000', 'cannot have multiple SET ACCESS METHOD subcommands')
