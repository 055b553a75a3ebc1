/** Rows of text search's objects: parsers, templates, dictionaries, configurations and their maps. */
import { catalogShape } from '../store/shapes.js'
import { address, recordDependencies, removeDependenciesOf } from './dependencies.js'
import { CLASS } from './context.js'
import { duplicateKey } from '../../errors/ddl/text-search.js'

/** @import { DdlContext, ObjectAddress } from './context.js' */

export const TS_PARSER = 3601
export const TS_DICTIONARY = 3600
export const TS_TEMPLATE = 3764
export const TS_CONFIGURATION = 3602

/** @type {Record<number, { catalog: string, prefix: string, index: string }>} */
const KINDS = {
  [TS_PARSER]: { catalog: 'pg_ts_parser', prefix: 'prs', index: 'pg_ts_parser_prsname_index' },
  [TS_DICTIONARY]: { catalog: 'pg_ts_dict', prefix: 'dict', index: 'pg_ts_dict_dictname_index' },
  [TS_TEMPLATE]: { catalog: 'pg_ts_template', prefix: 'tmpl', index: 'pg_ts_template_tmplname_index' },
  [TS_CONFIGURATION]: { catalog: 'pg_ts_config', prefix: 'cfg', index: 'pg_ts_config_cfgname_index' },
}

/**
 * @param {DdlContext} ddl
 * @param {number} classId
 * @param {string} name
 * @param {number} namespaceOid
 * @param {Record<string, unknown>} columns its others
 * @param {ObjectAddress[]} others what it is made of
 * @returns {number} OID
 * @throws {DbError} 23505 there is one of that name
 */
export function createTextSearchObject(ddl, classId, name, namespaceOid, columns, others) {
  const { catalog, prefix, index } = KINDS[classId]
  const { at } = catalogShape(catalog)
  const twin = ddl.scan(catalog).some(({ row }) =>
    row[at[`${prefix}name`]] === name && row[at[`${prefix}namespace`]] === namespaceOid)
  if (twin) throw duplicateKey(index, `${prefix}name, ${prefix}namespace`, `${name}, ${namespaceOid}`)
  const oid = ddl.newOid()
  const owner = classId === TS_DICTIONARY || classId === TS_CONFIGURATION ? { [`${prefix}owner`]: ddl.userOid } : {}
  ddl.insert(catalog, { oid, [`${prefix}name`]: name, [`${prefix}namespace`]: namespaceOid, ...owner, ...columns })
  recordDependencies(ddl, address(classId, oid), [address(CLASS.NAMESPACE, namespaceOid), ...others], 'n')
  ddl.touch([oid, namespaceOid])
  return oid
}

/** @param {DdlContext} ddl @param {number} oid @param {string | null} options as they are written */
export function setDictionaryOptions(ddl, oid, options) {
  ddl.update('pg_ts_dict', ddl.byOid('pg_ts_dict', oid), { dictinitoption: options })
  ddl.touch([oid])
}

/** A dictionary for tokens of a type: the how-manieth. @typedef {{ type: number, place: number, dictionary:
 * number }} Mapping */

/** @param {DdlContext} ddl @param {number} config @returns {Mapping[]} */
export function mappingsOf(ddl, config) {
  const { at } = catalogShape('pg_ts_config_map')
  return ddl.scan('pg_ts_config_map').filter(({ row }) => row[at.mapcfg] === config).map(({ row }) =>
    ({ type: row[at.maptokentype], place: row[at.mapseqno], dictionary: row[at.mapdict] }))
    .sort((a, b) => a.type - b.type || a.place - b.place)
}

/**
 * @param {DdlContext} ddl
 * @param {number} config
 * @param {Mapping[]} mappings all that it has from now on
 * @throws {DbError} 23505 two at one place
 */
export function setMappings(ddl, config, mappings) {
  const { at } = catalogShape('pg_ts_config_map')
  for (const found of ddl.scan('pg_ts_config_map'))
    if (found.row[at.mapcfg] === config) ddl.remove('pg_ts_config_map', found)
  /** @type {Set<string>} */
  const places = new Set()
  for (const { type, place, dictionary } of mappings) {
    const key = `${config}, ${type}, ${place}`
    if (places.has(key)) throw duplicateKey('pg_ts_config_map_index', 'mapcfg, maptokentype, mapseqno', key)
    places.add(key)
    ddl.insert('pg_ts_config_map', { mapcfg: config, maptokentype: type, mapseqno: place, mapdict: dictionary })
  }
  const self = address(TS_CONFIGURATION, config)
  const { at: of } = catalogShape('pg_ts_config')
  const { row } = ddl.byOid('pg_ts_config', config)
  removeDependenciesOf(ddl, self)
  recordDependencies(ddl, self, [
    address(CLASS.NAMESPACE, row[of.cfgnamespace]), address(TS_PARSER, row[of.cfgparser]),
    ...[...new Set(mappings.map(({ dictionary }) => dictionary))].map((oid) => address(TS_DICTIONARY, oid)),
  ], 'n')
  ddl.touch([config])
}

/** @param {DdlContext} ddl @param {ObjectAddress} object */
export function removeTextSearchObject(ddl, { classId, objectId }) {
  const { catalog } = KINDS[classId]
  if (classId === TS_CONFIGURATION) {
    const { at } = catalogShape('pg_ts_config_map')
    for (const found of ddl.scan('pg_ts_config_map'))
      if (found.row[at.mapcfg] === objectId) ddl.remove('pg_ts_config_map', found)
  }
  ddl.remove(catalog, ddl.byOid(catalog, objectId))
  ddl.touch([objectId])
}
