/** tsvector_update_trigger(), tsvector_update_trigger_column(): keep a column of vectors like columns of text. */
import {
  vectorTriggerMisused, undefinedTriggerColumn, triggerColumnType, nullConfiguration,
} from '../errors/triggers.js'
import { textSearchParameter } from '../errors/text-search.js'
import { configuration, namedObject } from '../functions/textsearch/configurations.js'
import { vectorOfParsed } from '../functions/textsearch/documents.js'
import { ParsedText, parseText } from '../functions/textsearch/lexize.js'
import { splitQualifiedName } from '../types/identifiers.js'
import * as T from '../types/oids.js'

/** @typedef {import('../catalog/triggers.js').TriggerData} TriggerData */
/** @typedef {import('../functions/impl.js').FunctionContext} FunctionContext */
/** @typedef {import('../catalog/relation.js').ColumnDesc} ColumnDesc */

const CHARACTERS = new Set([T.TEXT, T.VARCHAR, T.BPCHAR])

/** @param {string} why */
const misused = (why) => vectorTriggerMisused(why)

/** @param {TriggerData} data @param {string} name @param {string} what @returns {ColumnDesc} @throws {DbError} 42703 */
function columnNamed({ relation }, name, what) {
  const column = relation.columns.find((each) => each.name === name && !each.dropped)
  if (column === undefined) throw undefinedTriggerColumn(what, name)
  return column
}

/** @param {string} name @param {string} type */
const wrongType = (name, type) => triggerColumnType(name, type)

/**
 * @param {TriggerData} data
 * @param {FunctionContext} ctx
 * @param {boolean} byColumn the configuration is in a column
 * @returns {unknown[] | null} the row with its vector
 * @throws {DbError} 42703, 42804, 22004, 22023; XX000 as PostgreSQL: it is called for something else
 */
export function updateVector(data, ctx, byColumn) {
  const { trigger, operation, old, new: row } = data
  if (trigger.level === 'statement') throw misused('must be fired for row')
  if (trigger.timing !== 'before') throw misused('must be fired BEFORE event')
  if (row === null) throw misused('must be fired for INSERT or UPDATE')
  if (trigger.args.length < 3) throw misused('arguments must be tsvector_field, ts_config, text_field1, ...)')
  const [vectorName, configName, ...textNames] = trigger.args
  const vector = columnNamed(data, vectorName, 'tsvector column')
  if (ctx.catalog.baseType(vector.typeOid) !== T.TSVECTOR) throw wrongType(vectorName, 'tsvector')
  const config = configuration(ctx, byColumn ? configOfColumn(data, row, configName) : configOfName(ctx, configName))
  let isNeeded = operation === 'insert'
  const parsed = new ParsedText()
  for (const name of textNames) {
    const { typeOid, attnum } = columnNamed(data, name, 'column')
    if (!CHARACTERS.has(ctx.catalog.baseType(typeOid))) throw wrongType(name, 'a character')
    const text = row[attnum - 1]
    if (old !== null && old[attnum - 1] !== text) isNeeded = true
    if (text !== null) parseText(config, parsed, text, (notice) => ctx.session.notice(notice))
  }
  if (!isNeeded) return row
  const changed = [...row]
  changed[vector.attnum - 1] = vectorOfParsed(parsed)
  return changed
}

/** @param {TriggerData} data @param {unknown[]} row @param {string} name @returns {number} */
function configOfColumn(data, row, name) {
  const { typeOid, attnum } = columnNamed(data, name, 'configuration column')
  if (typeOid !== T.REGCONFIG) throw wrongType(name, 'regconfig')
  const oid = row[attnum - 1]
  if (oid === null) throw nullConfiguration(name)
  return Number(oid)
}

/** @param {FunctionContext} ctx @param {string} name @returns {number} */
function configOfName(ctx, name) {
  if (splitQualifiedName(name).length < 2)
    throw textSearchParameter(`text search configuration name "${name}" must be schema-qualified`)
  return namedObject(ctx.catalog, 'pg_ts_config', 'cfgname', 'configuration', name)
}
