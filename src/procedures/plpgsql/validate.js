/** What is looked at when a function in PL/pgSQL is made. */
import { isPolymorphic } from '../../planner/bind/expressions/polymorphic.js'
import { formatType } from '../../catalog/deparse/types.js'
import {
  cannotAcceptType, cannotReturnType, eventTriggerArguments, triggerArguments,
} from '../../errors/plpgsql-run.js'
import { addContext } from '../../errors/db-error.js'
import { RECORD } from './records.js'
import { EVENT_TRIGGER, PlpgsqlRoutine, TRIGGER, VOID, compilationOf } from './routine.js'

/** @import { Steps } from '../../util/effort.js' */
/** @typedef {import('../host.js').Value} Value */
/** @typedef {import('../host.js').ProcedureHost} ProcedureHost */

/**
 * A function about to be made. @param {ProcedureHost} host @param {Value} definition FunctionDefinition
 * @returns {Steps<void>} @throws {DbError} 0A000, 42P13, 42601 …
 */
export function* validatePlpgsql(host, definition) {
  const catalog = host.catalog()
  const { returnType, argTypes } = definition
  const result = catalog.type(returnType)
  const isTrigger = returnType === TRIGGER || returnType === EVENT_TRIGGER
  if (result?.kind === 'p' && ![RECORD, VOID].includes(returnType) && !isTrigger && !isPolymorphic(returnType)) {
    throw cannotReturnType(formatType(catalog, returnType))
  }
  for (const type of argTypes) {
    if (catalog.type(type)?.kind === 'p' && type !== RECORD && !isPolymorphic(type)) {
      throw cannotAcceptType(formatType(catalog, type))
    }
  }
  if (host.session.settings.get('check_function_bodies') !== true) return
  if (isTrigger && argTypes.length > 0) {
    const error = returnType === EVENT_TRIGGER ? eventTriggerArguments() : triggerArguments()
    addContext(error, compilationOf(definition.name, 1))
    throw error
  }
  const call = { oid: 0, args: argTypes, result: returnType }
  yield* PlpgsqlRoutine.inSteps(host, { ...definition, oid: 0 }, call, true)
}
