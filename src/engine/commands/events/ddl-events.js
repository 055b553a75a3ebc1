/**
 * Event triggers around a command: when they fire, and what they may ask about it. A command has an EventState of its
 * own while some trigger could ask; the DDL underneath tells it of catalog rows (DdlContext.events).
 *
 *     ddl_command_start ── the command ── sql_drop (if anything went) ── ddl_command_end
 *                              └── table_rewrite, before a table's rows are written anew
 */
import { eventTriggers, mayBeAsked } from '../../../catalog/event-triggers.js'
import { addressOf, identityOf, objectWord, schemaAndName } from '../../../catalog/deparse/identity.js'
import { OBJECT_CLASSES, objectRow } from '../../../catalog/object-classes.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { collectedCommands } from './collected.js'
import { eventTag } from './command-tags.js'

/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { DroppedObject, EventNotes } from '../../../catalog/ddl/context.js' */
/** @import { DdlEvent, EventTriggerDesc } from '../../../catalog/event-triggers.js' */
/** @import { Prepared } from '../../statements/core/prepared.js' */
/** @import { Session } from '../../session/session.js' */

/** @typedef {Generator<Promise<unknown>, void, void>} Work */
/** @typedef {{ catalog: string, row: import('../../../catalog/descriptors.js').CatalogRow,
 *   how: 'made' | 'changed' | 'removed' }} Change */

/** Catalogs of objects of all databases, and event triggers: nobody is told. */
const UNTOLD = new Set([1260, 1262, 1213, 1261, 3466])

/** @typedef {{ statement: { tag: string, node: import('./collected.js').ParseNode }, from: number }} Element */

/** What is known of the command under way. @implements {EventNotes} */
export class EventState {
  /**
   * @param {EventState | null} previous of the command around it
   * @param {string} tag
   */
  constructor(previous, tag) {
    this.previous = previous
    this.tag = tag
    /** @type {import('./collected.js').CollectedCommand[]} */
    this.commands = []
    /** Last dropped first. @type {DroppedObject[]} */
    this.dropped = []
    /** Rows of catalogs that the command has made or changed. @type {Change[]} */
    this.changes = []
    /** Statements inside of it, and how many changes came before each. @type {Element[]} */
    this.elements = []
    /** A sql_drop trigger runs. */
    this.inDrop = false
    /** A table_rewrite trigger runs. @type {{ oid: number, reason: number } | null} */
    this.rewrite = null
  }

  /** @param {string} catalog @param {Change['row']} row @param {Change['how']} how */
  changed(catalog, row, how) {
    this.changes.push({ catalog, row, how })
  }

  /** CREATE SCHEMA begins one of its elements. @param {Element['statement']} statement */
  begins(statement) { this.elements.push({ statement, from: this.changes.length }) }

  /** The commands that it came to. @param {Session} session @param {Prepared} prepared */
  collect(session, prepared) {
    const { changes, elements } = this
    const upTo = (/** @type {number} */ at) => elements[at]?.from ?? changes.length
    this.commands = collectedCommands(session, prepared, this.tag, changes.slice(0, upTo(0)))
    elements.forEach(({ statement, from }, at) => {
      const tag = eventTag(statement.tag, statement.node) ?? ''
      this.commands.push(...collectedCommands(session, statement, tag, changes.slice(from, upTo(at + 1))))
    })
  }

  /**
   * Something is about to go.
   * @param {CatalogSnapshot} view
   * @param {import('../../../catalog/object-classes.js').ObjectAddress} object
   * @param {boolean} original named by the command
   * @param {boolean} normal by a normal dependency
   */
  drops(view, object, original, normal) {
    if (UNTOLD.has(object.classId)) return
    const identity = identityOf(view, addressOf(object.classId, object.objectId, object.subId))
    if (identity === null) return
    const { schema, name } = namesOf(view, object)
    const isTemporary = schema !== null && schema.startsWith('pg_temp_')
    this.dropped.unshift({
      object,
      original,
      normal,
      isTemporary,
      type: objectWord(view, object),
      schema: isTemporary ? 'pg_temp' : schema,
      name,
      identity,
    })
  }
}

/**
 * Parts of tables that are told with their table's schema: pg_attrdef, pg_trigger, pg_policy, by the column of the
 * table.
 */
const OF_TABLES = new Map([[2604, 'adrelid'], [2620, 'tgrelid'], [3256, 'polrelid']])

/**
 * Schema and name of what goes, as they are.
 * @param {CatalogSnapshot} view
 * @param {import('../../../catalog/object-classes.js').ObjectAddress} object
 * @returns {{ schema: string | null, name: string | null }}
 */
function namesOf(view, object) {
  const column = OF_TABLES.get(object.classId)
  const kind = OBJECT_CLASSES.get(object.classId)
  const row = column === undefined || kind === undefined ? undefined : objectRow(view, kind, object.objectId)
  if (column !== undefined && kind !== undefined && row !== undefined) {
    const table = view.relation(row[catalogShape(kind.catalog).at[column]])
    return { schema: table === undefined ? null : (view.namespace(table.namespaceOid)?.name ?? null), name: null }
  }
  const { schema, name } = schemaAndName(view, object)
  return {
    schema: schema === null ? null : unquoted(schema),
    name: name === null || object.subId !== 0 ? null : unquoted(name),
  }
}

/** @param {string} text as SQL writes it */
const unquoted = (text) => (text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text)

/**
 * @param {Session} session
 * @param {Prepared} prepared
 * @param {(session: Session) => Work} run the command
 * @returns {Work}
 */
export function* withEvents(session, prepared, run) {
  const tag = eventTag(prepared.tag, prepared.node)
  const triggers = tag === null ? [] : eventTriggers(session.catalog(), session.replicates)
  if (tag === null || triggers.length === 0) {
    yield* run(session)
    return
  }
  const { ddlEvents: previous } = session
  const state = mayBeAsked(session.catalog()) ? new EventState(previous, tag) : null
  session.ddlEvents = state
  try {
    yield* fire(session, triggers, 'ddl_command_start', tag)
    yield* run(session)
    if (state === null) return
    state.collect(session, prepared)
    if (state.dropped.length > 0) {
      state.inDrop = true
      yield* fire(session, eventTriggers(session.catalog(), session.replicates), 'sql_drop', tag)
      state.inDrop = false
    }
    yield* fire(session, eventTriggers(session.catalog(), session.replicates), 'ddl_command_end', tag)
  } finally {
    session.ddlEvents = previous
  }
}

/**
 * A table's rows are about to be written anew.
 * @param {Session} session
 * @param {number} oid
 * @param {number} reason bits of pg_event_trigger_table_rewrite_reason()
 * @returns {Work}
 */
export function* fireTableRewrite(session, oid, reason) {
  const { ddlEvents: state } = session
  if (state === null) return
  state.rewrite = { oid, reason }
  try {
    yield* fire(session, eventTriggers(session.catalog(), session.replicates), 'table_rewrite', state.tag)
  } finally {
    state.rewrite = null
  }
}

/**
 * @param {Session} session
 * @param {EventTriggerDesc[]} triggers
 * @param {DdlEvent} event
 * @param {string} tag
 * @returns {Work}
 */
function* fire(session, triggers, event, tag) {
  for (const trigger of triggers) {
    if (trigger.event !== event || (trigger.tags.length > 0 && !trigger.tags.includes(tag))) continue
    session.block.ensure().nextCommand()
    yield* session.procedures.eventTrigger(trigger.functionOid, event, tag)
    session.block.ensure().nextCommand()
  }
}
