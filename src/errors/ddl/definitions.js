/** Errors of definitions in the catalog. */
import { DbError } from '../db-error.js'

/** 42601. @param {string} text */
export const invalidTypeName = (text) => new DbError('42601', `invalid type name "${text}"`)

/** 22023. @param {string} space */
export const unrecognizedParameterNamespace = (space) =>
  new DbError('22023', `unrecognized parameter namespace "${space}"`)

/** 22023. @param {string} opclass */
export const operatorClassHasNoOptions = (opclass) => new DbError('22023', `operator class ${opclass} has no options`)

/** 22023. @param {string} option @param {number} of */
export const notAMultiple = (option, of) => new DbError('22023', `${option} value must be a multiple of ${of}`)

/** 54000. */
export const oidsUsedUp = () => new DbError('54000', 'object identifiers are used up')

/** 54000. */
export const fileIdsUsedUp = () => new DbError('54000', 'file identifiers are used up')

/** 42883. @param {string} name */
export const noComparison2 = (name) => new DbError('42883', `could not identify a comparison function for type ${name}`)

/** 0A000. */
export const exclusionOnPartitioned = () =>
  new DbError('0A000', 'exclusion constraints are not supported on partitioned tables')

/** 0A000. @param {string} word */
export const keyBesidePartitionExpression = (word) =>
  new DbError('0A000', `unsupported ${word} constraint with partition key definition`, {
    detail: `${word} constraints cannot be used when partition keys include expressions.`,
  })

/** 0A000. @param {string} word @param {string} name @param {string} name2 */
export const keyWithoutPartitionColumns = (word, name, name2) =>
  new DbError('0A000', 'unique constraint on partitioned table must include all partitioning columns', {
    detail: `${word} constraint on table "${name}" lacks column "${name2}" which is part of the partition key.`,
  })

/** 42804. @param {string} name */
export const typeWithoutCollation = (name) => new DbError('42804', `collations are not supported by type ${name}`)

/** 42723. @param {string} name */
export const functionExists = (name) =>
  new DbError('42723', `function "${name}" already exists with same argument types`)

/** 42809. @param {string} name @param {string | number} what */
export const cannotChangeRoutineKind = (name, what) =>
  new DbError('42809', 'cannot change routine kind', { detail: `"${name}" is ${what}.` })

/** 42P13. @param {string | undefined} hint */
export const outputParametersChanged = (hint) =>
  new DbError('42P13', 'cannot change whether a procedure has output parameters', { hint })

/** 42P13. @param {string | undefined} hint */
export const returnTypeChanged = (hint) =>
  new DbError('42P13', 'cannot change return type of existing function', { hint })

/** 42P13. @param {string | undefined} hint */
export const outRowTypeChanged = (hint) =>
  new DbError('42P13', 'cannot change return type of existing function', {
    detail: 'Row type defined by OUT parameters is different.',
    hint,
  })

/** 42P13. @param {string | number} what @param {string | undefined} hint */
export const inputParameterRenamed = (what, hint) =>
  new DbError('42P13', `cannot change name of input parameter "${what}"`, { hint })

/** 42P13. @param {string | undefined} hint */
export const parameterDefaultsRemoved = (hint) =>
  new DbError('42P13', 'cannot remove parameter defaults from existing function', { hint })

/** 42723. @param {string} name */
export const operatorAlreadyExists = (name) => new DbError('42723', `operator ${name} already exists`)

/** 42P13. */
export const ownNegator = () => new DbError('42P13', 'operator cannot be its own negator or sort operator')

/** 42710. @param {string} shown */
export const castExists = (shown) => new DbError('42710', `cast from ${shown} already exists`)

/** 42P13. */
export const directArgumentCountChanged = () =>
  new DbError('42P13', 'cannot change number of direct arguments of an aggregate function')

/** 42710. @param {string} name */
export const collationAlreadyExists = (name) => new DbError('42710', `collation "${name}" already exists`)

/** 2BP01. @param {string | undefined} name */
export const collationIsRequired = (name) =>
  new DbError('2BP01', `cannot drop collation ${name} because it is required by the database system`)

/** 42P16. @param {string} name */
export const compositeOfItself = (name) =>
  new DbError('42P16', `composite type ${name} cannot be made a member of itself`)

/** 42710. @param {string} name @param {string} name2 */
export const domainConstraintTaken = (name, name2) =>
  new DbError('42710', `constraint "${name}" for domain "${name2}" already exists`)

/** 42704. @param {string} from @param {string} name */
export const undefinedDomainConstraint = (from, name) =>
  new DbError('42704', `constraint "${from}" for domain ${name} does not exist`)

/** 42710. @param {string} to @param {string} name */
export const domainConstraintExists = (to, name) =>
  new DbError('42710', `constraint "${to}" for domain ${name} already exists`)

/** 42710. @param {string} second @param {string} name */
export const multirangeTypeExists = (second, name) =>
  new DbError('42710',
    `type "${second}" already exists`, {
    detail: `Failed while creating a multirange type for type "${name}".`,
    hint: 'You can manually specify a multirange type name using the "multirange_type_name" attribute.',
  })

/** 42710. @param {string} name @param {string | undefined} schema */
export const typeAlreadyExistsInSchema = (name, schema) =>
  new DbError('42710', `type "${name}" already exists in schema "${schema}"`)
