/** Event triggers' rows in pg_event_trigger. */
import { arrayOf } from '../../types/array.js'
import { CLASS, char } from './context.js'
import { address, recordDependencies } from './dependencies.js'

/** @import { DdlContext } from './context.js' */
/** @typedef {import('../store/contract.js').Found} FoundRow */

const EVENT_TRIGGER = 3466
const TEXT = 25

/** @param {DdlContext} ddl @param {string} name @returns {FoundRow | undefined} */
export const findEventTrigger = (ddl, name) => ddl.scan('pg_event_trigger').find(({ row }) => row[1] === name)

/**
 * @param {DdlContext} ddl
 * @param {{ name: string, event: string, functionOid: number, tags: string[] }} trigger tags: none: all commands
 */
export function storeEventTrigger(ddl, { name, event, functionOid, tags }) {
  const oid = ddl.newOid()
  ddl.insert('pg_event_trigger', {
    oid,
    evtname: name,
    evtevent: event,
    evtowner: ddl.userOid,
    evtfoid: functionOid,
    evtenabled: char('O'),
    evttags: tags.length === 0 ? null : arrayOf(TEXT, tags),
  })
  recordDependencies(ddl, address(EVENT_TRIGGER, oid), [address(CLASS.PROC, functionOid)], 'n')
  ddl.touch([oid])
}

/** @param {DdlContext} ddl @param {FoundRow} found @param {string} enabled letter */
export const enableEventTrigger = (ddl, found, enabled) =>
  ddl.update('pg_event_trigger', found, { evtenabled: char(enabled) })
