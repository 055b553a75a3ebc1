/**
 * What is wrong with a statement before it runs: its grammar, its names, its types. One constructor per condition of
 * class 42 (and the program limits the parser meets); each fixes the SQLSTATE. `position` is a 1-based character
 * position in the statement's text; the binder raises with `location` bytes and the parser's `positionOf` converts, see
 * `atLocation`.
 */
import { DbError } from './db-error.js'

/** @typedef {import('./db-error.js').DbErrorFields} Fields */
/**
 * @typedef {Fields & { location?: number }} Located location: byte offset in the source text, turned into `position` by
 *   the planner's entry
 */

/**
 * An error that knows where in the text it happened, as the parse tree counts (bytes).
 * @param {string} code @param {string} message @param {Located} [fields]
 */
export function located(code, message, fields = {}) {
  const error = new DbError(code, message, fields)
  if (fields.location !== undefined && fields.location >= 0) LOCATIONS.set(error, fields.location)
  return error
}

/**
 * An error raised by somebody who did not know where.
 * @template T
 * @param {T} error
 * @param {number} location bytes
 * @returns {T}
 */
export function placed(error, location) {
  if (error instanceof DbError && error.position === undefined && !LOCATIONS.has(error) && location >= 0)
    LOCATIONS.set(error, location)
  return error
}

/**
 * What goes wrong in `body` is told without its place, as PostgreSQL does where it has not got the statement's text.
 * @template T @param {() => T} body
 */
export function withoutPlaces(body) {
  try {
    return body()
  } catch (error) {
    if (error instanceof DbError) {
      LOCATIONS.delete(error)
      error.position = undefined
    }
    throw error
  }
}

/**
 * The same of work in steps. @template T @param {Generator<void, T, void>} steps
 * @returns {Generator<void, T, void>}
 */
export function* withoutPlacesSteps(steps) {
  for (;;) {
    const step = withoutPlaces(() => steps.next())
    if (step.done) return step.value
    yield
  }
}

/** @param {unknown} error */
export const isPlaced = (error) => error instanceof DbError && LOCATIONS.has(error)

/** @type {WeakMap<Error, number>} byte offsets of errors not yet converted */
const LOCATIONS = new WeakMap()

/**
 * Turns the byte location an error was raised with into its 1-based character position. Harmless when there is none;
 * without a text whoever has it does it.
 * @template T @param {T} error @param {string} text @returns {T}
 */
export function withPosition(error, text) {
  if (error instanceof DbError && error.position === undefined && error.internalPosition === undefined && text !== '') {
    const location = LOCATIONS.get(error)
    if (location !== undefined) error.position = characterOffset(text, location) + 1
  }
  return error
}

/**
 * How many characters (code points) the first `bytes` bytes of the UTF-8 form of `text` hold.
 * @param {string} text
 * @param {number} bytes
 */
export function characterOffset(text, bytes) {
  let seen = 0
  let characters = 0
  for (let at = 0; at < text.length && seen < bytes; at++, characters++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) seen += 1
    else if (unit < 0x800) seen += 2
    else if (unit >= 0xd800 && unit < 0xdc00 && at + 1 < text.length) { seen += 4; at++ } else seen += 3
  }
  return characters
}

/** 42601. @param {string} message @param {Located} [fields] */
export const syntaxError = (message, fields) => located('42601', message, fields)
/** 42601. @param {number} [location] of the first expression too many */
export const tooManyCells = (location) => located('42601', 'INSERT has more expressions than target columns',
  { location, routine: 'transformInsertRow' })
/** 42601. @param {number} location of the first column without an expression */
export const tooFewCells = (location) => located('42601', 'INSERT has more target columns than expressions',
  { location, routine: 'transformInsertRow' })
/** 54001 */
export const statementTooComplex = () => new DbError('54001', 'stack depth limit exceeded',
  { hint: 'The statement is nested too deeply; simplify its expressions or split it.' })
/** 53200 */
export const statementTooLong = () =>
  new DbError('53200', 'out of memory', {
    detail: "Reading the statement takes more than the parser's 1 GB.",
    hint: 'Send the statement in several parts; for many rows use COPY or fewer rows in each INSERT.',
  })
/**
 * 53200: WebAssembly reserves some 10 GB of addresses for the parser, and as many for the buffer pool.
 * @param {string} message V8's
 */
export const noAddressSpace = (message) => new DbError('53200', 'out of memory',
  { detail: `The parser could not be loaded: ${message}.`, hint: 'Where the virtual memory of a process is limited (ulimit -v), 24 GB are enough: only what is used counts against the machine.' })
/** 54023. @param {string} message @param {Located} [fields] */
export const tooManyArguments = (message, fields) => located('54023', message, fields)
/** What a target list, or a row, may have. */
export const TARGETS_MAX = 1664
/** 54011. @param {string} what has more than TARGETS_MAX @param {Located} [fields] */
export const tooManyColumns = (what, fields) =>
  located('54011', `${what} can have at most ${TARGETS_MAX} entries`, fields)
/** 42703. @param {string} message @param {Located} [fields] */
export const undefinedColumn = (message, fields) => located('42703', message, fields)
/** 42P01. @param {string} message @param {Located} [fields] */
export const undefinedTable = (message, fields) => located('42P01', message, fields)
/** 42883. @param {string} message @param {Located} [fields] */
export const undefinedFunction = (message, fields) => located('42883', message, fields)
/** 42704. @param {string} message @param {Located} [fields] */
export const undefinedObject = (message, fields) => located('42704', message, fields)
/** 42P02. @param {number} number @param {number} location */
export const undefinedParameter = (number, location) =>
  located('42P02', `there is no parameter $${number}`, { location })
/** 42702. @param {string} name @param {number} location */
export const ambiguousColumn = (name, location) =>
  located('42702', `column reference "${name}" is ambiguous`, { location, routine: 'colNameToVar' })
/** 42P09. @param {string} name @param {number} location */
export const ambiguousAlias = (name, location) =>
  located('42P09', `table reference "${name}" is ambiguous`, { location })
/** 42725. @param {string} message @param {Located} [fields] */
export const ambiguousFunction = (message, fields) => located('42725', message, fields)
/** 42P08. @param {string} message @param {Located} [fields] */
export const ambiguousParameter = (message, fields) => located('42P08', message, fields)
/** 42P18. @param {string} message @param {Located} [fields] */
export const indeterminateType = (message, fields) => located('42P18', message, fields)
/** 42804. @param {string} message @param {Located} [fields] */
export const datatypeMismatch = (message, fields) => located('42804', message, fields)
/** 42804. @param {string | undefined} name @param {string} given @param {string} wanted @param {number} location */
export const parameterMismatch = (name, given, wanted, location) =>
  located('42804', `parameter ${name} of type ${given} cannot be coerced to the expected type ${wanted}`,
    { hint: 'You will need to rewrite or cast the expression.', location })
/** 42846. @param {string} message @param {Located} [fields] */
export const cannotCoerce = (message, fields) => located('42846', message, fields)
/** 42803. @param {string} message @param {Located} [fields] */
export const groupingError = (message, fields) => located('42803', message, fields)
/** 42P20. @param {string} message @param {Located} [fields] */
export const windowingError = (message, fields) => located('42P20', message, fields)
/** 42P19. @param {string} message @param {Located} [fields] */
export const invalidRecursion = (message, fields) => located('42P19', message, fields)
/** 0A000. @param {string} clause @param {number} [location] */
export const notInRecursion = (clause, location) =>
  located('0A000', `${clause} in a recursive query is not implemented`, { location })
/** 42P19. @param {number} location */
export const aggregateInRecursion = (location) =>
  invalidRecursion("aggregate functions are not allowed in a recursive query's recursive term", { location })
/** 42P10. @param {string} message @param {Located} [fields] */
export const invalidColumnReference = (message, fields) => located('42P10', message, fields)
/** 42712. @param {string} message @param {Located} [fields] */
export const duplicateAlias = (message, fields) => located('42712', message, fields)
/** 42701. @param {string} message @param {Located} [fields] */
export const duplicateColumn = (message, fields) => located('42701', message, fields)
/**
 * 42809: an index, or a composite type, where a table is named.
 * @param {string} name @param {string} kind @param {Located} [fields]
 */
export const notOpenedAsTable = (name, kind, fields) =>
  located('42809', `"${name}" is ${kind === 'c' ? 'a composite type' : 'an index'}`, fields)
/** 42809. @param {string} message @param {Located} [fields] */
export const wrongObjectType = (message, fields) => located('42809', message, fields)
/** 42P21. @param {string} message @param {Located} [fields] */
export const collationMismatch = (message, fields) => located('42P21', message, fields)
/** 428C9. @param {string} message @param {Located} [fields] */
export const generatedAlways = (message, fields) => located('428C9', message, fields)
/** 3F000. @param {string} name @param {Located} [fields] */
export const undefinedSchema = (name, fields) => located('3F000', `schema "${name}" does not exist`, fields)
/** 22023. @param {string} message @param {Located} [fields] */
export const invalidParameter = (message, fields) => located('22023', message, fields)
/** 0A000 with a place. @param {string} message the whole sentence @param {Located} [fields] */
export const notSupportedAt = (message, fields) => located('0A000', message, fields)

/**
 * 42501. The caches above the catalogs hear of changes through DDL only; a row changed behind their back would break
 * the database.
 * @param {string} name @param {boolean} isSuperuser who would wonder
 */
export const systemCatalogIsReadOnly = (name, isSuperuser) => new DbError('42501',
  `permission denied for table ${name}`, isSuperuser ? { detail: 'System catalogs change through DDL only.' } : {})

/** 42601. @param {string} what @param {string} near @param {number} position */
export const syntaxErrorNear = (what, near, position) =>
  new DbError('42601', `${what} at or near "${near}"`, { position })

/** 0A000. @param {number} position */
export const unsafeEscapes = (position) =>
  new DbError('0A000', 'unsafe use of string constant with Unicode escapes', {
    detail: 'String constants with Unicode escapes cannot be used when standard_conforming_strings is off.',
    position,
  })

/** 22P06. @param {number} position */
export const unsafeQuote = (position) =>
  new DbError('22P06', "unsafe use of \\' in a string literal", {
    hint: "Use '' to write quotes in strings. \\' is insecure in client-only encodings.",
    position,
  })

/** 42601. @param {number} number @param {number} position */
export const parameterMisplaced = (number, position) =>
  new DbError('42601', `syntax error at or near "$${number}"`, { position })

/** 42601. @param {boolean} isValues @param {number} [position] of its parenthesis */
export const aliasMissing = (isValues, position) =>
  new DbError('42601', `${isValues ? 'VALUES' : 'subquery'} in FROM must have an alias`, {
    hint: `For example, FROM (${isValues ? 'VALUES' : 'SELECT'} ...) [AS] foo.`,
    ...(position === undefined ? {} : { position }),
  })

/** 42601. @param {string} message @param {number} position */
export const grammarRefuses = (message, position) => new DbError('42601', message, { position })
