/** Conditions met while a statement runs: constraints, cardinality, limits. Texts and details are PostgreSQL's. */
import { DbError, featureNotSupported } from './db-error.js'

/** 42883. @param {number} oid */
export const undefinedFunction = (oid) => new DbError('42883', `function with OID ${oid} does not exist`)

/** 0A000. @param {string} signature name(types) */
export const functionNotSupported = (signature) => featureNotSupported(`function ${signature}`)

/** 21000 */
export const tooManySubqueryRows = () =>
  new DbError('21000', 'more than one row returned by a subquery used as an expression', {
    routine: 'ExecSetParamPlan',
  })

/** 21000. ON CONFLICT DO UPDATE met a row of its own statement. */
export const affectedTwice = () =>
  new DbError('21000', 'ON CONFLICT DO UPDATE command cannot affect row a second time', {
    hint: 'Ensure that no rows proposed for insertion within the same command have duplicate constrained values.',
    routine: 'ExecOnConflictUpdate',
  })

/** @typedef {{ schema?: string, table?: string, column?: string, constraint?: string }} Where */

/**
 * Columns of a key with their values, printed; null: whoever asks may not see them.
 * @typedef {{ columns: string, values: string } | null} ShownKey
 */

/**
 * A row, printed: its columns' names if they are not all there.
 * @typedef {{ columns: string | null, values: string }} ShownRow
 */

/** @param {ShownRow | null} row null: whoever asks may see nothing of it */
export const failingRow = (row) => (row === null ? {}
  : { detail: `Failing row contains ${row.columns === null ? '' : `(${row.columns}) = `}(${row.values}).` })

/** 23505. @param {string} constraint @param {ShownKey} key @param {Where} where */
export const uniqueViolation = (constraint, key, where) =>
  new DbError('23505', `duplicate key value violates unique constraint "${constraint}"`, {
    ...where,
    constraint,
    ...(key === null ? {} : { detail: `Key (${key.columns})=(${key.values}) already exists.` }),
  })

/**
 * 23502.
 * @param {string} column
 * @param {string} table
 * @param {ShownRow | null} row the failing row
 * @param {Where} where
 */
export const notNullViolation = (column, table, row, where) =>
  new DbError('23502', `null value in column "${column}" of relation "${table}" violates not-null constraint`, {
    ...where,
    column,
    ...failingRow(row),
  })

/**
 * 23514.
 * @param {string} constraint
 * @param {string} table
 * @param {ShownRow | null} row the failing row
 * @param {Where} where
 */
export const checkViolation = (constraint, table, row, where) =>
  new DbError('23514', `new row for relation "${table}" violates check constraint "${constraint}"`, {
    ...where,
    constraint,
    ...failingRow(row),
  })

/** 2201W */
export const negativeLimit = () => new DbError('2201W', 'LIMIT must not be negative')

/** 2201X */
export const negativeOffset = () => new DbError('2201X', 'OFFSET must not be negative')

/** 22004 */
export const arraySubscriptNull = () => new DbError('22004', 'array subscript in assignment must not be null')

/** 2202E */
export const wrongSubscriptCount = () => new DbError('2202E', 'wrong number of array subscripts')

/** 2202E */
export const arraySubscriptOutOfRange = () => new DbError('2202E', 'array subscript out of range')

/** 2202E */
export const sliceBoundsReversed = () => new DbError('2202E', 'upper bound cannot be less than lower bound')

/** 2202E */
export const sourceArrayTooSmall = () => new DbError('2202E', 'source array too small')

/** 2202E */
export const arrayBoundsRequired = () => new DbError('2202E', 'array slice subscript must provide both boundaries',
  { detail: 'When assigning to a slice of an empty array value, slice boundaries must be fully specified.' })

/** 2202E */
export const arrayDimensionMismatch = () =>
  new DbError('2202E', 'multidimensional arrays must have array expressions with matching dimensions')

/** 22013. @param {'starting' | 'ending'} which */
export const badFrameOffset = (which) => new DbError('22013', `frame ${which} offset must not be negative`)

/** 22004. @param {'starting' | 'ending'} which */
export const nullFrameOffset = (which) => new DbError('22004', `frame ${which} offset must not be null`)

/** 22013. RANGE with a negative offset. */
export const badRangeOffset = () => new DbError('22013', 'invalid preceding or following size in window function')

/** 22014 */
export const badNtile = () => new DbError('22014', 'argument of ntile must be greater than zero')

/** 22016 */
export const badNthValue = () => new DbError('22016', 'argument of nth_value must be greater than zero')

/** 21000. Two source rows met one target row. */
export const mergedTwice = () =>
  new DbError('21000', 'MERGE command cannot affect row a second time', {
    hint: 'Ensure that not more than one source row matches any one target row.',
    routine: 'ExecMergeMatched',
  })
/** 55P03: NOWAIT. @param {string} relation */
export const rowNotAvailable = (relation) =>
  new DbError('55P03', `could not obtain lock on row in relation "${relation}"`, { routine: 'heap_lock_tuple' })

/** 0A000 */
export const fixedArraySlice = () => new DbError('0A000', 'slices of fixed-length arrays not implemented')

/** XX000. @param {number} oid */
export const functionReturnedNull = (oid) => new DbError('XX000', `function ${oid} returned NULL`)

/** 42804. @param {string} detail */
export const rowsDoNotMatch = (detail) =>
  new DbError('42804', 'function return row and query-specified return row do not match', { detail })
