/**
 * Event triggers as the engine sees them: what stands around commands that define objects, read from pg_event_trigger.
 */
import { items } from './descriptors.js'
import { catalogShape } from './store/shapes.js'
import { firesIn } from './triggers.js'

/** @import { CatalogSnapshot } from './snapshot.js' */

/** @typedef {'ddl_command_start' | 'ddl_command_end' | 'sql_drop' | 'table_rewrite'} DdlEvent */
/**
 * @typedef {{ name: string, event: DdlEvent, functionOid: number, tags: string[] }} EventTriggerDesc tags: of the
 *   commands it is for; none: all
 */

export const EVENTS = /** @type {const} */ (['ddl_command_start', 'ddl_command_end', 'sql_drop', 'table_rewrite'])

/** @param {CatalogSnapshot} catalog */
export const hasEventTriggers = (catalog) => catalog.allRows('pg_event_trigger').length > 0

/**
 * Whether commands keep what triggers may ask about them: for any that is not disabled, whichever sessions it fires in,
 * but those of ddl_command_start, which are answered nothing then.
 * @param {CatalogSnapshot} catalog
 * @returns {boolean}
 */
export function mayBeAsked(catalog) {
  const { at } = catalogShape('pg_event_trigger')
  return catalog.allRows('pg_event_trigger').some(
    (row) => row[at.evtevent] !== 'ddl_command_start' && String.fromCharCode(row[at.evtenabled]) !== 'D',
  )
}

/**
 * Those that fire in a session, by name.
 * @param {CatalogSnapshot} catalog
 * @param {boolean} isReplica session_replication_role
 * @returns {EventTriggerDesc[]}
 */
export function eventTriggers(catalog, isReplica) {
  const rows = catalog.allRows('pg_event_trigger')
  if (rows.length === 0) return NONE
  const { at } = catalogShape('pg_event_trigger')
  return rows
    .filter((row) =>
      firesIn(/** @type {import('./triggers.js').FiresIn} */ (String.fromCharCode(row[at.evtenabled])), isReplica),
    )
    .map((row) => ({
      name: row[at.evtname], event: row[at.evtevent], functionOid: row[at.evtfoid],
      tags: row[at.evttags] === null ? [] : items(row[at.evttags]),
    }))
    .sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
}

/** @type {EventTriggerDesc[]} */
const NONE = []
