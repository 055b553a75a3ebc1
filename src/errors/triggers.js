/** Conditions around triggers. Texts are PostgreSQL's. */
import { DbError } from './db-error.js'

/** 39P01 */
export const triggerReturnsNothing = () =>
  new DbError('39P01', 'BEFORE STATEMENT trigger cannot return a value', { routine: 'ExecBSInsertTriggers' })

/** 27000. @param {'updated' | 'deleted'} change */
export const modifiedByTrigger = (change) =>
  new DbError('27000', `tuple to be ${change} was already modified by an operation triggered by the current command`, {
    hint: 'Consider using an AFTER trigger instead of a BEFORE trigger to propagate changes to other rows.',
    routine: change === 'updated' ? 'ExecUpdate' : 'ExecDelete',
  })

/** 0A000. @param {string} trigger @param {string} schema @param {string} partition */
export const movedByTrigger = (trigger, schema, partition) =>
  new DbError('0A000', 'moving row to another partition during a BEFORE FOR EACH ROW trigger is not supported', {
    detail: `Before executing trigger "${trigger}", the row was to be in partition "${schema}.${partition}".`,
    routine: 'ExecBRInsertTriggers',
  })
