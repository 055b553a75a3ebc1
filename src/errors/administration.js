/** Errors of functions that only make sense in a certain place. */
import { DbError } from './db-error.js'

const EVENTS = /** @type {Record<string, string>} */ ({
  pg_event_trigger_ddl_commands: 'an',
  pg_event_trigger_dropped_objects: 'a sql_drop',
})

/** @param {string} name of the function */
export const eventTriggerOnly = (name) =>
  new DbError('39P03', `${name}() can only be called in ${EVENTS[name] ?? 'a table_rewrite'} event trigger function`)
/** 22023: an argument of pg_prewarm. @param {string} message @param {string} [hint] */
export const refusedPrewarm = (message, hint) => new DbError('22023', message, { hint })
