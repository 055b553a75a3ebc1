/** information_schema's views of triggers (views.js): a row for each event that fires one. */
import { HERE, named, notOthers, nulls, owned, writable } from './phrases.js'
import { INFORMATION_SCHEMA, systemView } from './text.js'

/** Bits of pg_trigger.tgtype. */
const ROW = 1
const BEFORE = 2
const INSTEAD = 64

/** Triggers somebody made, of tables and views. */
const TRIGGERS = `pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid and not t.tgisinternal join pg_catalog.pg_namespace n on n.oid = c.relnamespace`

export const TRIGGER_VIEWS = [
  systemView(INFORMATION_SCHEMA, 13440, 'triggers', `trigger_catalog sql_identifier ${HERE}
    trigger_schema sql_identifier n.nspname
    trigger_name sql_identifier t.tgname
    event_manipulation character_data ev.word
    ${named('event_object', 'event_object_table', 'n.nspname', 'c.relname')}
    action_order cardinal_number rank() over (partition by t.tgrelid, ev.bit, t.tgtype & ${ROW | BEFORE | INSTEAD} order by t.tgname)
    action_condition character_data case when ${owned('c.relowner')} then (pg_catalog.regexp_match(pg_catalog.pg_get_triggerdef(t.oid), '.{35,} WHEN \\((.+)\\) EXECUTE FUNCTION'))[1] end
    action_statement character_data pg_catalog.substring(pg_catalog.pg_get_triggerdef(t.oid), 'EXECUTE FUNCTION .*$')
    action_orientation character_data case when t.tgtype & ${ROW} <> 0 then 'ROW' else 'STATEMENT' end
    action_timing character_data case t.tgtype & ${BEFORE | INSTEAD} when ${BEFORE} then 'BEFORE' when ${INSTEAD} then 'INSTEAD OF' else 'AFTER' end
    action_reference_old_table sql_identifier t.tgoldtable
    action_reference_new_table sql_identifier t.tgnewtable
    ${nulls('sql_identifier', 'action_reference_old_row action_reference_new_row')}
    ${nulls('time_stamp', 'created')}`,
    `from ${TRIGGERS} join (values (4, 'INSERT'), (8, 'DELETE'), (16, 'UPDATE')) ev(bit, word) on t.tgtype & ev.bit <> 0
    where ${notOthers('n')} and ${writable('c')}`
  ),
  systemView(
    INFORMATION_SCHEMA,
    13435,
    'triggered_update_columns',
    `${named('trigger', 'trigger_name', 'n.nspname', 't.tgname')}
    ${named('event_object', 'event_object_table', 'n.nspname', 'c.relname')}
    event_object_column sql_identifier a.attname`, `from ${TRIGGERS} join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = any (t.tgattr::pg_catalog.int2[])
    where ${notOthers('n')} and (${owned('c.relowner')} or pg_catalog.has_column_privilege(c.oid, a.attnum, 'INSERT, UPDATE, REFERENCES'))`),
]
