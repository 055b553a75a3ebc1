/**
 * What PL/pgSQL meets when a body is compiled or run; of its text: plpgsql.js.
 * Messages as PostgreSQL 15 words them.
 */
import { DbError } from './db-error.js'

/** 42601. @param {string} message @param {string} where */
export const wrongColumnCount = (message, where) => new DbError('42601', message, { where })

/** 42601. @param {number} count @param {string} query */
export const queriedColumns = (count, query) =>
  new DbError('42601', `query returned ${count} column${count === 1 ? '' : 's'}`, { where: `query: ${query}` })

/** 21000. @param {string} query */
export const severalRows = (query) =>
  new DbError('21000', 'query returned more than one row', { where: `query: ${query}` })

/** 42804 */
export const nonCompositeToRecord = () => new DbError('42804', 'cannot assign non-composite value to a record variable')

/** 42704. @param {string} name */
export const unknownCondition = (name) => new DbError('42704', `unrecognized exception condition "${name}"`)

/** 42601 */
export const tooFewForRaise = () => new DbError('42601', 'too few parameters specified for RAISE')

/** 42601 */
export const tooManyForRaise = () => new DbError('42601', 'too many parameters specified for RAISE')

/** 42809. @param {string} type */
export const typeNotComposite = (type) => new DbError('42809', `type ${type} is not composite`)

/** 0A000. @param {string} name */
export const triggerFunctionCalled = (name) =>
  new DbError('0A000', 'trigger functions can only be called as triggers', {
    where: `compilation of PL/pgSQL function "${name}" near line 1`,
  })

/** 0A000. @param {string} type */
export const cannotReturnType = (type) => new DbError('0A000', `PL/pgSQL functions cannot return type ${type}`)

/** 0A000. @param {string} type */
export const cannotAcceptType = (type) => new DbError('0A000', `PL/pgSQL functions cannot accept type ${type}`)

/** 42P13 */
export const eventTriggerArguments = () =>
  new DbError('42P13', 'event trigger functions cannot have declared arguments')

/** 42P13 */
export const triggerArguments = () =>
  new DbError('42P13', 'trigger functions cannot have declared arguments', {
    hint: 'The arguments of the trigger can be accessed through TG_NARGS and TG_ARGV instead.',
  })

/** 0Z002 */
export const raiseOutsideHandler = () =>
  new DbError('0Z002', 'RAISE without parameters cannot be used outside an exception handler')

/** 22004 */
export const nullRaiseOption = () => new DbError('22004', 'RAISE statement option cannot be null')

/** P0004. @param {string | null} message */
export const assertionFailed = (message) => new DbError('P0004', message ?? 'assertion failed')

/** 0Z002 */
export const stackedOutsideHandler = () =>
  new DbError('0Z002', 'GET STACKED DIAGNOSTICS cannot be used outside an exception handler')

/** 20000 */
export const caseNotFound = () =>
  new DbError('20000', 'case not found', { hint: 'CASE statement is missing ELSE part.' })

/** 22004. @param {string} what */
export const nullForBound = (what) => new DbError('22004', `${what} of FOR loop cannot be null`)

/** 22004 */
export const nullForBy = () => new DbError('22004', 'BY value of FOR loop cannot be null')

/** 22023 */
export const forByNotPositive = () => new DbError('22023', 'BY value of FOR loop must be greater than zero')

/** 22004 */
export const nullForeach = () => new DbError('22004', 'FOREACH expression must not be null')

/** 42804. @param {string} type */
export const foreachNeedsArray = (type) =>
  new DbError('42804', `FOREACH expression must yield an array, not type ${type}`)

/** 2202E. @param {number} slice @param {number} most */
export const sliceOutOfRange = (slice, most) =>
  new DbError('2202E', `slice dimension (${slice}) is out of the valid range 0..${most}`)

/** 42804 */
export const sliceIntoScalar = () => new DbError('42804', 'FOREACH ... SLICE loop variable must be of an array type')

/** 42804 */
export const elementIntoArray = () => new DbError('42804', 'FOREACH loop variable must not be of an array type')

/** 42804 */
export const nonCompositeResult = () =>
  new DbError('42804', 'cannot return non-composite value from function returning composite type')

/** Of RETURN NEXT with a row of other columns. */
export const WRONG_RECORD = 'wrong record type supplied in RETURN NEXT'

/** 42804: a scalar variable where a row has another number of columns. */
export const wrongNextResult = () => new DbError('42804', 'wrong result type supplied in RETURN NEXT')

/** 0A000 */
export const materializeRefused = () =>
  new DbError('0A000', 'materialize mode required, but it is not allowed in this context')

/** 42601. @param {string} option */
export const raiseOptionTwice = (option) => new DbError('42601', `RAISE option already specified: ${option}`)

/** 42804. @param {string} message @param {string} types @param {number} position */
export const returnedTypesDiffer = (message, types, position) =>
  new DbError('42804', message, { detail: `Returned type ${types} in column ${position}.` })

/** 42804. @param {string} message @param {number} given @param {number} expected */
export const returnedColumnsDiffer = (message, given, expected) =>
  new DbError('42804', message, {
    detail: `Number of returned columns (${given}) does not match expected column count (${expected}).`,
  })

/** 42601. @param {number} position */
export const endOfInput = (position) => new DbError('42601', 'syntax error at end of input', { position })

/** 42601. @param {import('./db-error.js').DbErrorFields} [fields] */
export const noDestination = (fields) => new DbError('42601', 'query has no destination for result data', fields)

/** 42601 */
export const intoWithoutData = () => new DbError('42601', 'INTO used with a command that cannot return data')

/** P0002. @param {string | undefined} detail */
export const noRowsReturned = (detail) => new DbError('P0002', 'query returned no rows', { detail })

/** P0003. @param {string} message @param {string} [detail] @param {string} [hint] */
export const tooManyRowsReturned = (message, detail, hint) => new DbError('P0003', message, { detail, hint })

/** 22004 */
export const nullQueryText = () => new DbError('22004', 'query string argument of EXECUTE is null')

/** 42601. @param {string} name */
export const outputArgumentNotWritable = (name) =>
  new DbError(
    '42601',
    `procedure parameter "${name}" is an output parameter but corresponding argument is not writable`
  )

/** 22005. @param {string} name */
export const constantAssigned = (name) => new DbError('22005', `variable "${name}" is declared CONSTANT`)

/** 42P03. @param {string} cursor */
export const cursorInUse = (cursor) => new DbError('42P03', `cursor "${cursor}" already in use`)

/** 22004. @param {string} variable */
export const nullCursorVariable = (variable) => new DbError('22004', `cursor variable "${variable}" is null`)

/** 22004 */
export const nullCursorPosition = () => new DbError('22004', 'relative or absolute cursor position is null')

/** 42601. @param {string} query */
export const noTuplesReturned = (query) => new DbError('42601', `${query} query does not return tuples`)

/** 0A000. @param {string} variable @param {string} type */
export const pseudoTypeVariable = (variable, type) =>
  new DbError('0A000', `variable "${variable}" has pseudo-type ${type}`)

/** 42809. @param {string} relation */
export const relationNotComposite = (relation) =>
  new DbError('42809', `relation "${relation}" does not have a composite type`)

/** 0A000: a statement that does not belong into a body. @param {string} message @param {string} [hint] */
export const notInBody = (message, hint) => new DbError('0A000', message, { hint })

/** 42804: plpgsql.extra_errors. @param {string} message @param {{ detail: string, hint: string }} fields */
export const extraCheckFailed = (message, fields) => new DbError('42804', message, fields)

/** 42804. @param {number} number of the variable @param {string} now @param {string} before */
export const typeOfVariableChanged = (number, now, before) =>
  new DbError('42804', `type of parameter ${number} (${now}) does not match that when preparing the plan (${before})`)
