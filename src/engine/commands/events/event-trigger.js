/** CREATE EVENT TRIGGER, and ALTER EVENT TRIGGER … ENABLE, DISABLE. */
import { EVENTS } from '../../../catalog/event-triggers.js'
import { address } from '../../../catalog/ddl/dependencies.js'
import { enableEventTrigger, findEventTrigger, storeEventTrigger } from '../../../catalog/ddl/event-triggers.js'
import { requireOwner } from '../../../catalog/ddl/may-change.js'
import {
  duplicateEventTrigger, eventTriggerDenied, notEventTriggerFunction, undefinedEventTrigger, unknownEvent,
  unknownFilterTag, unknownFilterVariable, unsupportedFilterTag, variableTwice,
} from '../../../errors/event-triggers.js'
import { EVENT_TRIGGER } from '../../../types/oids.js'
import { beginDdl, endDdl } from '../../session/ddl.js'
import { functionOfTypes } from '../routines/routine-names.js'
import { tagFor } from './command-tags.js'

/** @import { DdlEvent } from '../../../catalog/event-triggers.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @typedef {import('../tables/create-trigger.js').ParseNode} ParseNode */

const PG_EVENT_TRIGGER = 3466

/**
 * @param {Session} session
 * @param {ParseNode} node CreateEventTrigStmt
 * @param {UtilityCall} call
 * @throws {DbError} 42501, 42601, 0A000, 42710, 42883, 42P17
 */
export function runCreateEventTrigger(session, node, call) {
  const name = node.trigname
  if (!session.identity.isSuperuser) throw eventTriggerDenied(name)
  const event = /** @type {DdlEvent | undefined} */ (EVENTS.find((known) => known === node.eventname))
  if (event === undefined) throw unknownEvent(node.eventname)
  const tags = filterTags(node.whenclause ?? [], event)
  const ddl = beginDdl(session)
  if (findEventTrigger(ddl, name) !== undefined) throw duplicateEventTrigger(name)
  const names = node.funcname.map((/** @type {ParseNode} */ part) => part.String.sval)
  const func = functionOfTypes(session, names, [])
  if (func.returnType !== EVENT_TRIGGER) throw notEventTriggerFunction(names.join('.'))
  storeEventTrigger(ddl, { name, event, functionOid: func.oid, tags })
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE EVENT TRIGGER')
}

/** @param {ParseNode[]} clauses WHEN @param {DdlEvent} event @returns {string[]} */
function filterTags(clauses, event) {
  /** @type {string[] | null} */
  let tags = null
  for (const clause of clauses) {
    const { defname, arg } = clause.DefElem
    if (defname !== 'tag') throw unknownFilterVariable(defname)
    if (tags !== null) throw variableTwice(defname)
    tags = arg.List.items.map((/** @type {ParseNode} */ item) => item.String.sval)
  }
  return (tags ?? []).map((given) => {
    const tag = given.toUpperCase()
    const known = tagFor(tag, event)
    if (known === 'unknown') throw unknownFilterTag(given)
    if (known === 'unsupported') throw unsupportedFilterTag(given)
    return tag
  })
}

/**
 * @param {Session} session
 * @param {ParseNode} node AlterEventTrigStmt
 * @param {UtilityCall} call
 * @throws {DbError} 42704, 42501
 */
export function runAlterEventTrigger(session, node, call) {
  const ddl = beginDdl(session)
  const found = findEventTrigger(ddl, node.trigname)
  if (found === undefined) throw undefinedEventTrigger(node.trigname)
  requireOwner(ddl, address(PG_EVENT_TRIGGER, found.row[0]))
  enableEventTrigger(ddl, found, node.tgenabled)
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER EVENT TRIGGER')
}
