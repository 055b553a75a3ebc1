/** What the inputs of ltree, lquery and ltxtquery refuse. Messages as PostgreSQL 15 words them. */
import { DbError } from './db-error.js'

/** 42601. @param {number} position @param {string | undefined} detail */
export const lquerySyntax = (position, detail) =>
  new DbError('42601', `lquery syntax error at character ${position}`, { detail })

/** 42601 */
export const lqueryEndsEarly = () => new DbError('42601', 'lquery syntax error', { detail: 'Unexpected end of input.' })

/** 54000. @param {string} which @param {number} limit @param {number} most @param {number} position */
export const lqueryLimit = (which, limit, most, position) =>
  new DbError('54000', 'lquery syntax error', {
    detail: `${which} limit (${limit}) exceeds the maximum allowed (${most}), at character ${position}.`,
  })

/** 42601. @param {number | null} low @param {number} high @param {number} position */
export const lqueryLowAboveHigh = (low, high, position) =>
  new DbError('42601', 'lquery syntax error', {
    detail: `Low limit (${low}) is greater than high limit (${high}), at character ${position}.`,
  })

/** 54000. @param {number} count @param {number} most */
export const tooManyLqueryItems = (count, most) =>
  new DbError('54000', `number of lquery items (${count}) exceeds the maximum allowed (${most})`)

/** 42601 */
export const ltxtquerySyntax = () => new DbError('42601', 'syntax error')

/** 42601 */
export const ltxtqueryOperand = () => new DbError('42601', 'operand syntax error')

/** 42601 */
export const ltxtqueryModifiers = () => new DbError('42601', 'modifiers syntax error')

/** 42601. @param {number} position @param {string | undefined} detail */
export const ltreeSyntax = (position, detail) =>
  new DbError('42601', `ltree syntax error at character ${position}`, { detail })

/** 42601 */
export const ltreeEndsEarly = () => new DbError('42601', 'ltree syntax error', { detail: 'Unexpected end of input.' })

/** 54000. @param {string} what @param {number} count @param {number} most */
export const tooManyLtreeLabels = (what, count, most) =>
  new DbError('54000', `number of ltree ${what} (${count}) exceeds the maximum allowed (${most})`)

/** 42622. @param {number} length @param {number} most @param {number} position */
export const ltreeLabelTooLong = (length, most, position) =>
  new DbError('42622', 'label string is too long', {
    detail: `Label length is ${length}, must be at most ${most}, at character ${position}.`,
  })
