/**
 * CREATE TEXT SEARCH PARSER, TEMPLATE, DICTIONARY and CONFIGURATION; ALTER of the latter two. Dropping, renaming,
 * moving and owning are every object's (drop.js, object-names.js).
 */
import { denied } from '../../../errors/privileges.js'
import {
  TS_CONFIGURATION, TS_DICTIONARY, TS_PARSER, TS_TEMPLATE, createTextSearchObject, mappingsOf, setDictionaryOptions,
  setMappings,
} from '../../../catalog/ddl/text-search.js'
import { CLASS } from '../../../catalog/ddl/context.js'
import { address } from '../../../catalog/ddl/dependencies.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import {
  isRequired, notRecognized, parserAndCopy, requiresParameter, undefinedMapping, undefinedSupportFunction,
  undefinedTokenType,
} from '../../../errors/ddl/text-search.js'
import { madeDictionary } from '../../../functions/textsearch/configurations.js'
import { readOptions, writtenOptions } from '../../../functions/textsearch/options.js'
import { TOKEN_TYPES } from '../../../functions/textsearch/parser-states.js'
import { beginDdl, creationNamespace, endDdl } from '../../session/ddl.js'
import { qualifiedOf } from '../routines/definition.js'
import { nameOf } from '../types/types.js'
import { commandTag, findNamed, OBJECT_TYPES, requireNamedOwner } from './object-address.js'

/** @import { DdlContext, ObjectAddress } from '../../../catalog/ddl/context.js' */
/** @import { Mapping } from '../../../catalog/ddl/text-search.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/** @typedef {Tree<import('@pgsql/types').DefElem>} Item */
/** @typedef {Tree<import('@pgsql/types').DefineStmt>} DefineStmt */
/** What a definition makes of an object. @typedef {{ columns: Record<string, unknown>, others: ObjectAddress[] }}
 * Made */

/** @typedef {{ classId: number, define: (session: Session, items: Item[]) => Made }} Creator */

const CREATORS = /** @type {Record<string, Creator>} */ ({
  OBJECT_TSPARSER: { classId: TS_PARSER, define: parserOf },
  OBJECT_TSTEMPLATE: { classId: TS_TEMPLATE, define: templateOf },
  OBJECT_TSDICTIONARY: { classId: TS_DICTIONARY, define: dictionaryOf },
})

/** @param {{ definition?: { DefElem: Item }[] }} node @returns {Item[]} */
const itemsOf = (node) => (node.definition ?? []).map(({ DefElem }) => DefElem)

/** What reads texts by functions of its own. @type {Record<string, string>} */
const SUPERUSERS = { OBJECT_TSPARSER: 'parsers', OBJECT_TSTEMPLATE: 'templates' }

/** @param {Session} session @param {DefineStmt} node @param {UtilityCall} call */
export function runCreateTextSearch(session, node, call) {
  const superusers = SUPERUSERS[node.kind]
  if (superusers !== undefined && !session.superuser) {
    throw denied(`must be superuser to create text search ${superusers}`)
  }
  const target = nameOf(node.defnames)
  const namespaceOid = creationNamespace(session, target)
  if (node.kind === 'OBJECT_TSCONFIGURATION') createConfiguration(session, target.relname, namespaceOid, itemsOf(node))
  else {
    const { classId, define } = CREATORS[node.kind]
    const { columns, others } = define(session, itemsOf(node))
    const ddl = beginDdl(session)
    createTextSearchObject(ddl, classId, target.relname, namespaceOid, columns, others)
    endDdl(session, ddl)
  }
  call.sink.commandComplete(commandTag(node.kind, 'CREATE'))
}

/** @param {Session} session @param {string} type @param {string[]} names @returns {number} @throws {DbError} 42704 */
const find = (session, type, names) =>
  findNamed(session, type, { List: { items: names.map((sval) => ({ String: { sval } })) } }).objectId

/**
 * Functions by the names of a definition's parameters.
 * @param {Session} session
 * @param {Item[]} items
 * @param {string} what
 * @param {Record<string, [column: string, types: string]>} known
 * @returns {Made}
 */
function functionsOf(session, items, what, known) {
  /** @type {Record<string, unknown>} */
  const columns = {}
  for (const [column] of Object.values(known)) columns[column] = 0
  const others = []
  for (const item of items) {
    if (!(item.defname in known)) throw notRecognized(what, item.defname)
    const [column, types] = known[item.defname]
    const names = qualifiedOf(item)
    const schema = names.length > 1 ? names[names.length - 2] : null
    const [func] = session.catalog().functionsNamed(names[names.length - 1], schema)
    if (func === undefined) throw undefinedSupportFunction(`${names.join('.')}(${types})`)
    columns[column] = func.oid
    others.push(address(CLASS.PROC, func.oid))
  }
  return { columns, others }
}

/** @param {Session} session @param {Item[]} items @returns {Made} */
function parserOf(session, items) {
  const made = functionsOf(session, items, 'parser', {
    start: ['prsstart', 'internal, integer'], gettoken: ['prstoken', 'internal, internal, internal'],
    end: ['prsend', 'internal'], headline: ['prsheadline', 'internal, internal, tsquery'],
    lextypes: ['prslextype', 'internal'],
  })
  const required = { prsstart: 'start', prstoken: 'gettoken', prsend: 'end', prslextype: 'lextypes' }
  for (const [column, method] of Object.entries(required))
    if (made.columns[column] === 0) throw isRequired(`parser ${method} method`)
  return made
}

/** @param {Session} session @param {Item[]} items @returns {Made} */
function templateOf(session, items) {
  const made = functionsOf(session, items, 'template', {
    init: ['tmplinit', 'internal'], lexize: ['tmpllexize', 'internal, internal, internal, internal'],
  })
  if (made.columns.tmpllexize === 0) throw isRequired('template lexize method')
  return made
}

/** @param {Item} item @returns {[string, string, boolean]} */
function optionOf({ defname, arg }) {
  if (arg === undefined) throw requiresParameter(defname)
  if (arg.Integer) return [defname, String(arg.Integer.ival ?? 0), true]
  if (arg.Float) return [defname, arg.Float.fval, true]
  const text = arg.String?.sval ?? (arg.TypeName === undefined ? '' : namesOf(arg.TypeName.names).join('.'))
  return [defname, text, false]
}

/** @param {Session} session @param {Item[]} items @returns {Made} */
function dictionaryOf(session, items) {
  let template = 0
  /** @type {[string, string, boolean][]} */
  const options = []
  for (const item of items) {
    if (item.defname === 'template') template = find(session, 'OBJECT_TSTEMPLATE', qualifiedOf(item))
    else options.push(optionOf(item))
  }
  if (template === 0) throw isRequired('template')
  const written = writtenOptions(options)
  madeDictionary(session.expressionContext([]), template, written, 0)
  return {
    columns: { dicttemplate: template, dictinitoption: written === '' ? null : written },
    others: [address(TS_TEMPLATE, template)],
  }
}

/** @param {Session} session @param {string} name @param {number} namespaceOid @param {Item[]} items */
function createConfiguration(session, name, namespaceOid, items) {
  let parser = 0
  let source = 0
  for (const item of items) {
    if (item.defname === 'parser') parser = find(session, 'OBJECT_TSPARSER', qualifiedOf(item))
    else if (item.defname === 'copy') source = find(session, 'OBJECT_TSCONFIGURATION', qualifiedOf(item))
    else throw notRecognized('configuration', item.defname)
  }
  if (source !== 0 && parser !== 0) throw parserAndCopy()
  const ddl = beginDdl(session)
  if (source !== 0)
    parser = ddl.byOid('pg_ts_config', source).row[catalogShape('pg_ts_config').at.cfgparser]
  if (parser === 0) throw isRequired('parser')
  const oid = createTextSearchObject(ddl, TS_CONFIGURATION, name, namespaceOid, { cfgparser: parser },
    [address(TS_PARSER, parser)])
  if (source !== 0) setMappings(ddl, oid, mappingsOf(ddl, source))
  endDdl(session, ddl)
}

/** @param {{ String: { sval: string } }[]} list */
const namesOf = (list) => list.map((part) => part.String.sval)

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').AlterTSDictionaryStmt>} node
 * @param {UtilityCall} call
 */
export function runAlterDictionary(session, node, call) {
  const oid = find(session, 'OBJECT_TSDICTIONARY', namesOf(node.dictname))
  const ddl = beginDdl(session)
  requireNamedOwner(session, 'OBJECT_TSDICTIONARY', node.dictname, {
    classId: OBJECT_TYPES.OBJECT_TSDICTIONARY.classId, objectId: oid, subId: 0,
  })
  const { at } = catalogShape('pg_ts_dict')
  const { row } = ddl.byOid('pg_ts_dict', oid)
  let options = readOptions(row[at.dictinitoption] ?? '')
  for (const { DefElem: item } of node.options ?? []) {
    options = options.filter(([key]) => key !== item.defname)
    if (item.arg !== undefined) options.push(optionOf(item))
  }
  const written = writtenOptions(options)
  madeDictionary(session.expressionContext([]), row[at.dicttemplate], written, 0)
  setDictionaryOptions(ddl, oid, written === '' ? null : written)
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER TEXT SEARCH DICTIONARY')
}

/**
 * @param {{ String: { sval: string } }[]} list
 * @returns {[number, string][]} types of tokens
 * @throws {DbError} 22023
 */
const tokenTypesOf = (list) => namesOf(list).map((name) => {
  const index = TOKEN_TYPES.findIndex(([alias]) => alias === name)
  if (index < 0) throw undefinedTokenType(name)
  return [index + 1, name]
})

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').AlterTSConfigurationStmt>} node
 * @param {UtilityCall} call
 */
export function runAlterConfiguration(session, node, call) {
  const oid = find(session, 'OBJECT_TSCONFIGURATION', namesOf(node.cfgname))
  const ddl = beginDdl(session)
  requireNamedOwner(session, 'OBJECT_TSCONFIGURATION', node.cfgname, {
    classId: OBJECT_TYPES.OBJECT_TSCONFIGURATION.classId, objectId: oid, subId: 0,
  })
  const before = mappingsOf(ddl, oid)
  const types = tokenTypesOf(node.tokentype ?? [])
  setMappings(ddl, oid, node.dicts === undefined ? dropped(session, before, types, node.missing_ok === true)
    : mapped(session, node, before, types.map(([type]) => type)))
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER TEXT SEARCH CONFIGURATION')
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').AlterTSConfigurationStmt>} node
 * @param {Mapping[]} before
 * @param {number[]} types
 * @returns {Mapping[]}
 */
function mapped(session, node, before, types) {
  /** @typedef {{ List: { items: { String: { sval: string } }[] } }} Name */
  const dictionaries = (node.dicts ?? []).map((/** @type {Name} */ each) =>
    find(session, 'OBJECT_TSDICTIONARY', namesOf(each.List.items)))
  if (node.replace) {
    const [from, to] = dictionaries
    return before.map((each) => each.dictionary === from && (types.length === 0 || types.includes(each.type))
      ? { ...each, dictionary: to } : each)
  }
  const kept = node.override ? before.filter(({ type }) => !types.includes(type)) : before
  const added = types.flatMap((type) =>
    dictionaries.map((/** @type {number} */ dictionary, /** @type {number} */ at) =>
      ({ type, place: at + 1, dictionary })))
  return [...kept, ...added]
}

/** @param {Session} session @param {Mapping[]} before @param {[number, string][]} types @param {boolean} missingOk */
function dropped(session, before, types, missingOk) {
  for (const [type, name] of types) {
    if (before.some((each) => each.type === type)) continue
    const error = undefinedMapping(name)
    if (!missingOk) throw error
    session.notice({ severity: 'NOTICE', code: '00000', message: `${error.message}, skipping` })
  }
  return before.filter((each) => !types.some(([type]) => type === each.type))
}
