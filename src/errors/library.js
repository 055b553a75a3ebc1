/** What programs can do wrong with the library. */
import { DbError } from './db-error.js'

/** 22023. @param {string | number} what */
export const notAFunction = (what) => new DbError('22023', `${what} is not a function`)

/** 22023. @param {string} name */
export const unknownOption2 = (name) => new DbError('22023', `open() has no option "${name}"`)

/** 22023. @param {string} name @param {string | number} what @param {string | number} value */
export const optionNotAmong = (name, what, value) => new DbError('22023', `${name} must be ${what}, not "${value}"`)

/** @param {unknown} given */
const kindOf = (given) => given === null ? 'null' : Array.isArray(given) ? 'an array' : typeof given

/** 22023. @param {unknown} given */
export const notAQuery = (given) => new DbError('22023', 'a query is a text, or an object with one', {
  detail: `It is ${kindOf(given)}.`,
})

/** 22023. @param {unknown} given */
export const valuesNotArray = (given) => new DbError('22023', 'the values of a query are an array', {
  detail: `It is ${kindOf(given)}.`,
})

/** 22023. @param {string} method @param {unknown} given */
export const notAText = (method, given) => new DbError('22023', `${method}() takes a text`, {
  detail: `It is ${kindOf(given)}.`,
})

/** 22023. @param {unknown} given */
export const notLimits = (given) => new DbError('22023', 'the limits of a query are an object', {
  detail: `It is ${kindOf(given)}.`,
})

/** 22023. @param {string} name */
export const limitUnknown = (name) => new DbError('22023', `a query has no limit "${name}"`, {
  hint: 'There are signal and timeout.',
})

/** 22023. @param {unknown} given */
export const notASnapshot = (given) => new DbError('22023', 'restore() takes what snapshot() returned', {
  detail: `It is ${kindOf(given)}.`,
})

/** 22023. @param {unknown} given */
export const pathIsNone = (given) => new DbError('22023', 'open() takes a path, a URL or options', {
  detail: `It is ${kindOf(given)}.`,
})

/** 22023. @param {unknown} given */
export const optionsAreNone = (given) => new DbError('22023', 'the options of open() are an object', {
  detail: `It is ${kindOf(given)}.`,
})

/** 22023. @param {string} option */
export const optionNeedsDirectory = (option) => new DbError('22023', `${option} of open() is for a directory`)

/** 22023. @param {string} name */
export const optionNeedsWriting = (name) =>
  new DbError('22023', `the option ${name} of open() has no meaning with mode "ro"`)

/** 0A000. @param {string} name */
export const optionOfEngines = (name) =>
  new DbError('0A000', `the option ${name} of open() is not supported for a server`, {
    hint: 'It is about the engine in this process; a server has its own configuration.',
  })

/** 0A000. @param {string} name of a procedure */
export const bodyMustBeAsync = (name) => new DbError('0A000', `a body of ${name} that is not async is not supported`,
  { hint: 'Statements on a server have to be awaited: async (tx, …) => { await tx.run(…) }.' })

/** 0A000. */
export const restoresMemoryOnly = () => new DbError('0A000', 'restore() of a directory is not supported', {
  hint: 'Fork it: db.fork() is a database in memory, which can be taken back.',
})

/** 55006. */
export const restoresUnserved = () => new DbError('55006', 'restore() of a database that serves clients', {
  hint: 'They are sessions of what would be gone: close what serve() gave, or fork the snapshot\'s database instead.',
})

/** 0A000. @param {string} name */
export const optionNotInWorker = (name) =>
  new DbError('0A000', `the option ${name} of open() is not supported with worker`, {
    hint: 'Objects of this thread are nothing in another: name a module by the option worker, which has them.',
  })

/** 0A000. */
export const copyFromInQuery = () =>
  new DbError('0A000', 'COPY FROM STDIN through query() is not supported', { hint: 'Use copyFrom().' })

/** 0A000. */
export const copyToInQuery = () =>
  new DbError('0A000', 'COPY TO STDOUT through query() is not supported', { hint: 'Use copyTo().' })

/** 42601. */
export const statementReturnsNoRows = () =>
  new DbError('42601', 'the statement returns no rows', { hint: 'Use run().' })

/** 08P01. @param {number} wanted @param {number} given */
export const parameterCountMismatch = (wanted, given) =>
  new DbError('08P01', `the statement has ${wanted} parameters, ${given} were given`)

/** 22021. */
export const zeroByteInText = () => new DbError('22021', 'invalid byte sequence for encoding "UTF8": 0x00')

/** 22P02. @param {string | number} what */
export const parameterCannotBe = (what) => new DbError('22P02', `a parameter cannot be a ${what}`)

/** 22023. */
export const parameterIsPromise = () =>
  new DbError('22023', 'a parameter cannot be a promise', { hint: 'Await it first.' })

/** 22007. */
export const parameterIsInvalidDate = () => new DbError('22007', 'a parameter is an invalid Date')

/** 0A000. @param {unknown} cause */
export const astParserMissing = (cause) => new DbError('0A000', 'pgsql-ast-parser is not installed', {
  detail: 'Statements as trees are its.', hint: 'npm install pgsql-ast-parser', cause,
})

/** 0A000. @param {string} text @param {unknown} [cause] what pgsql-ast-parser says */
export const treeCannotBeSaid = (text, cause) =>
  new DbError('0A000', 'the grammar of pgsql-ast-parser cannot say this statement', {
    detail: (text.length > 200 ? `${text.slice(0, 200)}…` : text)
      + (cause instanceof Error ? `\n${firstLine(cause.message)}` : ''),
    hint: 'Run it as text, which PostgreSQL\'s own grammar reads.', cause,
  })

/** @param {string} text */
const firstLine = (text) => text.slice(0, text.indexOf('\n') < 0 ? undefined : text.indexOf('\n'))

/** 22023. @param {unknown} given */
export const treeIsNoStatement = (given) =>
  new DbError('22023', 'a statement of pgsql-ast-parser is an object with a type', {
    detail: `It is ${kindOf(given)}.`,
  })

/** 38000: what a program's interceptor threw. @param {unknown} cause */
export const interceptFailed = (cause) =>
  new DbError('38000', cause instanceof Error ? cause.message : String(cause), { cause })

/** 22023. @param {string} what @param {string | undefined} hint */
export const mustNotBeAsync = (what, hint) => new DbError('22023', `${what} must not be async`, { hint })

/** 22023. @param {unknown} timeout */
export const badTimeout = (timeout) => new DbError('22023', `timeout must be a number of milliseconds, not ${timeout}`)

/** 25001 */
export const transactionInTransaction = () => new DbError('25001', 'transactionSync() inside a transaction')

/** 08003 */
export const sessionReleased = () => new DbError('08003', 'the session was released')

/** 08P01. @param {string} message */
export const bindCountMismatch = (message) => new DbError('08P01', message)

/** 22023. @param {string} name */
export const bodyIsNoFunction = (name) => new DbError('22023', `the body of ${name} is not a function`)

/** 22023. @param {string} volatility */
export const unknownVolatility = (volatility) =>
  new DbError('22023', `volatility "${volatility}" is not known`, { hint: 'It is immutable, stable or volatile.' })

/** 22023. @param {string} name */
export const generatorWithoutSetof = (name) =>
  new DbError('22023', `the body of ${name} is a generator, but it does not return setof`)

/** 55000 */
export const snapshotClosed = () => new DbError('55000', 'the snapshot was closed')

/** 42703. @param {string | undefined} column */
export const unknownTriggerColumn = (column) =>
  new DbError('42703', `the row that a trigger gave has a column "${column}", the table has none`)

/** 39P01 */
export const badTriggerAnswer = () => new DbError('39P01', 'a trigger gives a row, null or nothing')

/** 08001 */
export const noServerHere = () =>
  new DbError('08001', 'seawall/pg runs in this process and connects to no server', {
    hint: 'Say where the data is: use(db), { db }, { directory } or SEAWALL_DATA. For a server, import pg.',
  })

/** 0A000 */
export const copyFromStdinHere = () => new DbError('0A000', 'COPY FROM STDIN is not supported here')

/** 08003 */
export const connectionClosed = () => new DbError('08003', 'the connection to the server is closed')

/** 0A000. @param {string} what @param {string} why */
export const notOverConnection = (what, why) =>
  new DbError('0A000', `${what} is not supported over a connection`, { hint: why })

/** 57014. @param {unknown} cause */
export const statementTimedOut = (cause) =>
  new DbError('57014', 'canceling statement due to statement timeout', { cause })

/** 58000. @param {string} message @param {unknown} cause */
export const engineThreadFailed = (message, cause) => new DbError('58000', `the engine's thread: ${message}`, { cause })

/** 22023. @param {unknown} cause what its import threw */
export const workerModuleFailed = (cause) =>
  new DbError('22023', `the module of option "worker" cannot be loaded: ${messageOf(cause)}`, { cause })

/** @param {unknown} error */
const messageOf = (error) => error instanceof Error ? error.message : String(error)

/** 08003 */
export const databaseClosed = () => new DbError('08003', 'the database was closed')
