/** What an event trigger's function may ask about the command it stands at. */
import { eventTriggerOnly } from '../../errors/administration.js'
import { arrayOf } from '../../types/array.js'
import * as T from '../../types/oids.js'
import { Family } from '../impl.js'

const family = new Family()
export const eventTriggerFunctions = family.functions

family.context(
  'pg_event_trigger_ddl_commands',
  function* ({ session }) {
    const state = session?.ddlEvents ?? null
    if (state === null) throw eventTriggerOnly('pg_event_trigger_ddl_commands')
    for (const { object, tag, type, schema, identity, inExtension } of state.commands) {
      const { classId = null, objectId = null, subId = null } = object ?? {}
      yield [classId, objectId, subId, tag, type, schema, identity, inExtension, '']
    }
  },
  { set: true },
)

family.context(
  'pg_event_trigger_dropped_objects',
  function* ({ session }) {
    const state = session?.ddlEvents ?? null
    if (state === null || !state.inDrop) throw eventTriggerOnly('pg_event_trigger_dropped_objects')
    for (const { object, original, normal, isTemporary, type, schema, name, identity } of state.dropped) {
      const { classId, objectId, subId } = object
      const lists = [arrayOf(T.TEXT, identity.names), arrayOf(T.TEXT, identity.args)]
      yield [classId, objectId, subId, original, normal, isTemporary, type, schema, name, identity.text, ...lists]
    }
  },
  { set: true },
)

for (const [name, field] of /** @type {const} */ ([
  ['pg_event_trigger_table_rewrite_oid', 'oid'],
  ['pg_event_trigger_table_rewrite_reason', 'reason'],
])) {
  family.context(name, ({ session }) => {
    const rewrite = session?.ddlEvents?.rewrite ?? null
    if (rewrite === null) throw eventTriggerOnly(name)
    return rewrite[field]
  })
}
