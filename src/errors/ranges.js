/**
 * Ranges and multiranges: what is wrong with their text and their bounds, and what their operators refuse. Messages as
 * PostgreSQL 15 words them.
 */
import { DbError } from './db-error.js'

/** 22P02. @param {string} text @param {string} detail */
export const malformedRange = (text, detail) => new DbError('22P02', `malformed range literal: "${text}"`, { detail })
/** 22P02. @param {string} text @param {string} detail */
export const malformedMultirange = (text, detail) =>
  new DbError('22P02', `malformed multirange literal: "${text}"`, { detail })
/** 22000. */
export const boundsReversed = () =>
  new DbError('22000', 'range lower bound must be less than or equal to range upper bound')
/** 22000. */
export const unionNotContiguous = () => new DbError('22000', 'result of range union would not be contiguous')
/** 22000. */
export const differenceNotContiguous = () => new DbError('22000', 'result of range difference would not be contiguous')
/** 42601. */
export const invalidBoundFlags = () =>
  new DbError('42601', 'invalid range bound flags', { hint: 'Valid values are "[]", "[)", "(]", and "()".' })
/** 22000. */
export const nullBoundFlags = () => new DbError('22000', 'range constructor flags argument must not be null')
/** 22004. */
export const nullInMultirange = () => new DbError('22004', 'multirange values cannot contain null members')
/** 21000. */
export const multirangeOfMatrix = () =>
  new DbError('21000', 'multiranges cannot be constructed from multidimensional arrays')
