/** Errors of functions that are not built in. */
import { DbError, featureNotSupported } from './db-error.js'

/** @param {string} name */
export const javaScriptMissing = (name) =>
  new DbError('55000', `function "${name}" is written in JavaScript, and this program has not defined it`, {
    hint: 'The program that opens the database defines it with createFunction() or createProcedure().',
  })

/** 0A000: of a function that returns trigger or event_trigger. */
export const triggerOnly = () => new DbError('0A000', 'trigger functions can only be called as triggers')

/** @param {string} name */
export const javaScriptPromise = (name) =>
  new DbError('39000', `function "${name}" returned a promise`, { hint: 'Declare it as an async function.' })

/** 0A000: bodies in SQL are off. */
export const javaScriptOff = () =>
  new DbError('0A000', 'JavaScript in SQL is not allowed in this database', {
    hint: 'Open the database with { javascript: true }, or start the server with --javascript. '
      + 'Functions of the program itself are defined by createFunction() and createProcedure().',
  })

/** 54001. */
export const callsTooDeep = () => new DbError('54001', 'stack depth limit exceeded', {
  hint: 'Increase the configuration parameter "max_stack_depth" (currently 2048kB), '
    + 'after ensuring the platform\'s stack depth limit is adequate.',
})

/** 0A000. @param {string} language */
export const noInlineCode = (language) =>
  new DbError('0A000', `language "${language}" does not support inline code execution`)

/** 42710. @param {string} name */
export const languageExists = (name) => new DbError('42710', `language "${name}" already exists`)

/** @param {string} name @param {string} message the engine's */
export const javaScriptSyntax = (name, message) =>
  new DbError('42601', `the body of JavaScript function "${name}" cannot be read: ${message}`)

/** @param {string} name */
export const javaScriptWaitsInSet = (name) =>
  new DbError('0A000', `a JavaScript function that both yields and awaits ("${name}") is not supported`, {
    hint: 'An async body may return an array of the rows.',
  })

/** @param {string} name */
export const javaScriptRow = (name) =>
  new DbError('42804', `JavaScript function "${name}" did not return a row of its result`, {
    hint: 'A row is an object with the columns\' names, or an array in their order.',
  })

/** @param {string} type */
export const javaScriptResult = (type) =>
  new DbError('0A000', `a JavaScript function that returns ${type} is not supported`)

/** Transactions do not end inside a call. @param {string} tag */
export const noTransactionControl = (tag) => new DbError('2D000', `${tag} is not allowed in a JavaScript function`)

/** A trigger's function of a library that is called, in its own words. @param {string} name */
export const notFired = (name) => NOT_FIRED[name]?.() ?? new DbError('XX000', `${name}: not fired by trigger manager`)

/** @type {Record<string, () => DbError>} */
const NOT_FIRED = {
  autoinc: () => new DbError('XX000', 'not fired by trigger manager'),
  triggered_change_notification: () => calledAsFunction('triggered_change_notification'),
}

/** @param {string} name of a trigger's function */
export const calledAsFunction = (name) => new DbError('39P01', `${name}: must be called as trigger`)

/** A built-in constraint's function that is called. @param {string} name */
export const calledAsConstraint = (name) =>
  new DbError('39P01', `function "${name}" was not called by trigger manager`)

/** 0A000. @param {string} name of a function */
export const waitsHere = (name) => featureNotSupported(`function ${name}, which may wait, in this place`)

/** 42P11 @param {string} tag */
export const notACursor = (tag) => new DbError('42P11', `cannot open ${tag} query as cursor`)

/** 42P11 */
export const severalStatements = () => new DbError('42P11', 'cannot open multi-query plan as cursor')

/** 25P01 */
export const callIsOver = () => new DbError('25P01', 'the call this transaction belongs to is over')

