/** Errors of functions that are not built in. */
import { DbError } from './db-error.js'

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

/** A JavaScript body comes with the program, never with a statement. */
export const javaScriptInStatement = () =>
  new DbError('0A000', 'defining a JavaScript function by a statement is not supported', {
    hint: 'Use createFunction() or createProcedure() in the program that opens the database.',
  })

/** @param {string} type */
export const javaScriptResult = (type) =>
  new DbError('0A000', `a JavaScript function that returns ${type} is not supported`)

/** Transactions do not end inside a call. @param {string} tag */
export const noTransactionControl = (tag) => new DbError('2D000', `${tag} is not allowed in a JavaScript function`)
