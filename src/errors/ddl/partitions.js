/** Errors of partition keys, bounds and rows. */
import { DbError } from '../db-error.js'
import { failingRow } from '../execution.js'
import { located } from '../syntax.js'

// Keys

/** @param {string} name @param {number} location */
export const noKeyColumn = (name, location) =>
  located('42703', `column "${name}" named in partition key does not exist`, {
    location,
    routine: 'ComputePartitionAttrs',
  })
/** @param {string} name @param {number} location */
export const systemKeyColumn = (name, location) =>
  located('42P17', `cannot use system column "${name}" in partition key`, { location })
/** @param {string} name @param {number} location */
export const generatedKeyColumn = (name, location) =>
  located('42P17', 'cannot use generated column in partition key', {
    detail: `Column "${name}" is a generated column.`,
    location,
  })
export const listOfOne = () => new DbError('42P17', 'cannot use "list" partition strategy with more than one column')
export const constantKey = () => new DbError('42P17', 'cannot use constant expression as partition key')
export const mutableKey = () => new DbError('42P17', 'functions in partition key expression must be marked IMMUTABLE')
export const tooManyKeys = () => new DbError('54011', 'cannot partition using more than 32 columns')
/** @param {string} type @param {string} method */
export const noKeyOpclass = (type, method) =>
  new DbError('42704', `data type ${type} has no default operator class for access method "${method}"`, {
    hint:
      method === 'hash'
        ? 'You must specify a hash operator class or define a default hash operator class for the data type.'
        : 'You must specify a btree operator class or define a default btree operator class for the data type.',
  })
export const partitionedChild = () => new DbError('42P17', 'cannot create partitioned table as inheritance child')

// Bounds

/** @param {string} strategy @param {number} location */
export const wrongBound = (strategy, location) =>
  located('42P16', `invalid bound specification for a ${strategy} partition`, { location })
/** @param {string} name */
export const notPartitioned = (name) => new DbError('42P17', `"${name}" is not partitioned`)
export const columnInBound = (/** @type {number} */ location) =>
  located('0A000', 'cannot use column reference in partition bound expression', { location })
/** @param {string} partition @param {string} other @param {number} location */
export const overlap = (partition, other, location) =>
  located('42P17', `partition "${partition}" would overlap partition "${other}"`, { location })
/** @param {string} partition @param {string} other @param {number} location */
export const secondDefault = (partition, other, location) =>
  located('42P17', `partition "${partition}" conflicts with existing default partition "${other}"`, { location })
export const hashDefault = () => new DbError('42P16', 'a hash-partitioned table may not have a default partition')
/** @param {'FROM' | 'TO'} side */
export const oneValuePerColumn = (side) =>
  new DbError('42P16', `${side} must specify exactly one value per partitioning column`)
export const nullInRange = () => new DbError('42P17', 'cannot specify NULL in range bound')
/** @param {string} partition @param {string} lower @param {string} upper @param {number} location */
export const emptyRange = (partition, lower, upper, location) =>
  located('42P17', `empty range bound specified for partition "${partition}"`, {
    detail: `Specified lower bound ${lower} is greater than or equal to upper bound ${upper}.`,
    location,
  })
/** @param {'MINVALUE' | 'MAXVALUE'} end @param {number} location */
export const afterInfinity = (end, location) =>
  located('42804', `every bound following ${end} must also be ${end}`, { location })
export const badModulus = () =>
  new DbError('42P16', 'modulus for hash partition must be an integer value greater than zero')
export const badRemainder = () =>
  new DbError('42P16', 'remainder for hash partition must be an integer value greater than or equal to zero')
export const remainderTooLarge = () => new DbError('42P16', 'remainder for hash partition must be less than modulus')
/** @param {string} detail */
export const modulusNoFactor = (detail) =>
  new DbError('42P17', 'every hash partition modulus must be a factor of the next larger modulus', { detail })
/** @param {string} type @param {string} column @param {number} location */
export const boundType = (type, column, location) =>
  located('42804', `specified value cannot be cast to type ${type} for column "${column}"`, { location })

// Rows

/** @param {string} table @param {string | undefined} schema @param {import('../execution.js').ShownKey} key */
export const noPartition = (table, schema, key) =>
  new DbError('23514', `no partition of relation "${table}" found for row`, {
    ...(key === null
      ? {}
      : { detail: `Partition key of the failing row contains (${key.columns}) = (${key.values}).` }),
    schema,
    table,
    routine: 'ExecFindPartition',
  })
/** @param {string} table @param {string | undefined} schema @param {import('../execution.js').ShownRow | null} row */
export const partitionViolation = (table, schema, row) =>
  new DbError('23514', `new row for relation "${table}" violates partition constraint`, {
    ...failingRow(row),
    schema,
    table,
    routine: 'ExecPartitionCheckEmitError',
  })
/** 0A000: ON CONFLICT DO UPDATE would take the row elsewhere. */
export const movedByConflict = () =>
  new DbError('0A000', 'invalid ON UPDATE specification', {
    detail: 'The result tuple would appear in a different partition than the original tuple.',
  })
/** @param {string} table @param {string} schema @param {boolean} isDefault */
export const rowsOutside = (table, schema, isDefault) =>
  new DbError(
    '23514',
    isDefault
      ? `updated partition constraint for default partition "${table}" would be violated by some row`
      : `partition constraint of relation "${table}" is violated by some row`,
    { schema, table, routine: 'ATRewriteTable' }
  )
/** @param {string} table */
export const partitionChanged = (table) =>
  new DbError('40001', `could not serialize access due to a concurrent change of partition "${table}"`)

/** 23502. @param {string} column @param {string} table @param {string} schema */
export const nullsInKey = (column, table, schema) =>
  new DbError('23502', `column "${column}" of relation "${table}" contains null values`, { schema, table, column })

/** 42809. @param {string} name */
export const notPartitionedIndex = (name) => new DbError('42809', `"${name}" is not a partitioned index`)

/** 42P17. @param {string} name */
export const notAnIndexToAttach = (name) => new DbError('42P17', `"${name}" is not an index`)

/** @param {string} code @param {string} child @param {string} parent @param {string} detail */
export const indexNotAttached = (code, child, parent, detail) =>
  new DbError(code, `cannot attach index "${child}" as a partition of index "${parent}"`, { detail })

/** 55000. @param {string} child @param {string} parent */
export const attachedElsewhere = (child, parent) =>
  new DbError('55000', `cannot attach index "${child}" as a partition of index "${parent}"`, {
    detail: `Index "${child}" is already attached to another index.`,
  })

/** 42P17 */
export const systemColumnInKey = () =>
  new DbError('42P17', 'partition key expressions cannot contain system column references')

/** 42P16. @param {number} position @param {string} type */
export const pseudoTypeInKey = (position, type) =>
  new DbError('42P16', `partition key column ${position} has pseudo-type ${type}`)
