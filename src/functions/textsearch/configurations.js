/**
 * Configurations and dictionaries as the catalog has them, made ready: a configuration says which dictionaries the
 * tokens of each type go through. What is made is kept as long as nobody changes it in the catalog; ALTER TEXT SEARCH
 * DICTIONARY makes files be read again.
 */
import { featureNotSupported } from '../../errors/db-error.js'
import { lookupFailed, undefinedTextSearch } from '../../errors/text-search.js'
import { catalogShape } from '../../catalog/store/shapes.js'
import { isTextLetter, lowerText } from '../../types/collation/letters.js'
import { splitQualifiedName } from '../../types/identifiers.js'
import { lowerAscii } from '../../util/ascii.js'
import { assert } from '../../util/assert.js'
import { DictionaryHost } from './dictionaries/dictionary.js'
import { ispellDictionary } from './dictionaries/ispell.js'
import { simpleDictionary, snowballDictionary, synonymDictionary } from './dictionaries/simple.js'
import { thesaurusDictionary } from './dictionaries/thesaurus.js'
import { KnownWords } from './known-words.js'
import { libraryDictionary } from './library-dictionaries.js'
import { TOKEN_TYPES } from './parser-states.js'
import { readOptions } from './options.js'
/** @import { FunctionContext } from '../impl.js' */
/** @import { CatalogSnapshot } from '../../catalog/snapshot.js' */
/** @import { StoredRelations } from '../../catalog/store/relation-storage.js' */
/** @import { Dictionary } from './dictionaries/dictionary.js' */
/** @import { Configuration } from './lexize.js' */

export const DEFAULT_PARSER = 3722
/** pg_proc of the parser that there is: its prsstart. */
export const DEFAULT_PARSER_START = 3717

/** Templates, by the function that makes a dictionary of one. */
const TEMPLATES = /** @type {Record<string, (options: [string, string][], host: DictionaryHost) => Dictionary>} */ ({
  dsimple_init: simpleDictionary, dsynonym_init: synonymDictionary, dispell_init: ispellDictionary,
  thesaurus_init: thesaurusDictionary, dsnowball_init: snowballDictionary,
})

/**
 * A configuration, and the versions of what it was made of: an object that somebody changed has another one.
 * @typedef {{ config: Configuration, versions: [number, number][] }} Known
 */
/** A dictionary, with the versions of those that it asks. @typedef {{ dictionary: Dictionary, versions: [number,
 * number][] }} KnownDictionary */
/** What a database has made. @typedef {{ dictionaries: Map<string, KnownDictionary>, configurations: Map<number,
 * Known> }} Made */
/** By a database's stored relations, whoever asks. @type {WeakMap<object, Made>} */
const madeByDatabase = new WeakMap()
/** Dictionaries kept of a database, of all their versions. */
const DICTIONARIES_KEPT = 200

/** The database's relations. @param {CatalogSnapshot} catalog */
function storageOf(catalog) {
  const storage = /** @type {StoredRelations | null | undefined} */ (catalog.source.reader?.storage)
  assert(storage !== null && storage !== undefined, 'text is searched in a database that is stored')
  return storage
}

/** @param {CatalogSnapshot} catalog @returns {Made} */
function madeOf(catalog) {
  const storage = storageOf(catalog)
  let made = madeByDatabase.get(storage)
  if (made === undefined) {
    made = { dictionaries: new Map(), configurations: new Map() }
    madeByDatabase.set(storage, made)
  }
  return made
}

/**
 * Rows by a column.
 * @param {CatalogSnapshot} catalog
 * @param {string} name
 * @param {string} column
 * @param {unknown} value
 */
const rowOf = (catalog, name, column, value) => catalog.rowsWith(name, column, value)[0]

/**
 * @param {FunctionContext} ctx
 * @param {number} oid
 * @returns {Configuration}
 * @throws {DbError} XX000 there is none
 */
export function configuration(ctx, oid) {
  const catalog = /** @type {CatalogSnapshot} */ (ctx.catalog)
  const { configurations } = madeOf(catalog)
  const known = configurations.get(oid)
  if (known !== undefined && isCurrent(catalog, known.versions)) return known.config
  const row = rowOf(catalog, 'pg_ts_config', 'oid', oid)
  if (row === undefined) throw lookupFailed('configuration', oid)
  checkParser(catalog, row[catalogShape('pg_ts_config').at.cfgparser])
  const { at } = catalogShape('pg_ts_config_map')
  const maps = catalog.rowsWith('pg_ts_config_map', 'mapcfg', oid)
    .sort((a, b) => a[at.maptokentype] - b[at.maptokentype] || a[at.mapseqno] - b[at.mapseqno])
  /** @type {Dictionary[][]} */
  const byType = Array.from({ length: TOKEN_TYPES.length + 1 }, () => [])
  /** @type {Map<number, [number, number]>} */
  const versions = new Map([[oid, [oid, catalog.version(oid)]]])
  for (const map of maps) {
    const known = knownDictionary(ctx, map[at.mapdict])
    byType[map[at.maptokentype]].push(known.dictionary)
    versions.set(map[at.mapdict], [map[at.mapdict], catalog.version(map[at.mapdict])])
    for (const part of known.versions) versions.set(part[0], part)
  }
  const config = {
    byType, single: !byType.some((list) => list.some((each) => each.wantsMore)),
    plainLetters: catalog.hasPlainLetters(0), known: new KnownWords(),
  }
  configurations.set(oid, { config, versions: [...versions.values()] })
  return config
}

/** OIDs of dictionaries, by type of token. @param {FunctionContext} ctx @param {number} oid @returns {number[][]} */
export function dictionariesOf(ctx, oid) {
  configuration(ctx, oid)
  const { at } = catalogShape('pg_ts_config_map')
  /** @type {number[][]} */
  const byType = Array.from({ length: TOKEN_TYPES.length + 1 }, () => [])
  const maps = [...ctx.catalog.rowsWith('pg_ts_config_map', 'mapcfg', oid)]
    .sort((a, b) => a[at.mapseqno] - b[at.mapseqno])
  for (const map of maps) byType[map[at.maptokentype]].push(map[at.mapdict])
  return byType
}

/** What a configuration is made of, itself first. @param {FunctionContext} ctx @param {number} oid */
export function partsOf(ctx, oid) {
  configuration(ctx, oid)
  const { configurations } = madeOf(ctx.catalog)
  return /** @type {Known} */ (configurations.get(oid)).versions.map(([each]) => each)
}

/** @param {CatalogSnapshot} catalog @param {[number, number][]} versions */
function isCurrent(catalog, versions) {
  for (let i = 0; i < versions.length; i++) if (catalog.version(versions[i][0]) !== versions[i][1]) return false
  return true
}

/**
 * @param {CatalogSnapshot} catalog
 * @param {number} oid
 * @throws {DbError} XX000 none, 0A000 another than the default one
 */
export function checkParser(catalog, oid) {
  if (oid === DEFAULT_PARSER) return
  const row = rowOf(catalog, 'pg_ts_parser', 'oid', oid)
  if (row === undefined) throw lookupFailed('parser', oid)
  const { at } = catalogShape('pg_ts_parser')
  if (Number(row[at.prsstart]) !== DEFAULT_PARSER_START)
    throw featureNotSupported(`text search parser "${row[at.prsname]}"`)
}

/** @param {FunctionContext} ctx @param {number} oid @returns {Dictionary} @throws {DbError} XX000 */
export const dictionary = (ctx, oid) => knownDictionary(ctx, oid).dictionary

/** @param {FunctionContext} ctx @param {number} oid @returns {KnownDictionary} @throws {DbError} XX000 */
function knownDictionary(ctx, oid) {
  const catalog = /** @type {CatalogSnapshot} */ (ctx.catalog)
  const row = rowOf(catalog, 'pg_ts_dict', 'oid', oid)
  if (row === undefined) throw lookupFailed('dictionary', oid)
  const { at } = catalogShape('pg_ts_dict')
  return madeDictionary(ctx, row[at.dicttemplate], row[at.dictinitoption] ?? '', oid)
}

/**
 * @param {FunctionContext} ctx
 * @param {number} template
 * @param {string} written options
 * @param {number} oid 0: it is only looked whether it can be made
 * @returns {KnownDictionary}
 */
export function madeDictionary(ctx, template, written, oid) {
  const { dictionaries } = madeOf(ctx.catalog)
  const key = `${oid} ${oid === 0 ? 0 : ctx.catalog.version(oid)} ${written}`
  const known = oid === 0 ? undefined : dictionaries.get(key)
  if (known !== undefined && isCurrent(ctx.catalog, known.versions)) return known
  /** @type {[number, number][]} */
  const versions = []
  const made = {
    dictionary: templateOf(ctx, template)(
      readOptions(written).map(([name, value]) => [name, value]), hostOf(ctx, versions)),
    versions,
  }
  if (oid !== 0) {
    if (dictionaries.size >= DICTIONARIES_KEPT) dictionaries.clear()
    dictionaries.set(key, made)
  }
  return made
}

/** @param {FunctionContext} ctx @param {number} oid */
function templateOf(ctx, oid) {
  const row = rowOf(ctx.catalog, 'pg_ts_template', 'oid', oid)
  if (row === undefined) throw lookupFailed('template', oid)
  const { at } = catalogShape('pg_ts_template')
  const init = ctx.catalog.func(Number(row[at.tmplinit]))?.source
  const make = TEMPLATES[init ?? ''] ?? libraryDictionary(init ?? '')
  if (make === undefined) throw featureNotSupported(`text search template "${row[at.tmplname]}"`)
  return make
}

/** @param {number} code */
const isAsciiLetter = (code) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

/** @param {FunctionContext} ctx @param {[number, number][]} versions of the dictionaries that are asked for */
function hostOf(ctx, versions) {
  const plain = ctx.catalog.hasPlainLetters(0)
  return new DictionaryHost(storageOf(ctx.catalog).files.vfs, plain ? lowerAscii : lowerText,
    plain ? isAsciiLetter : isTextLetter,
    (name) => {
      const oid = namedObject(ctx.catalog, 'pg_ts_dict', 'dictname', 'dictionary', name)
      const known = knownDictionary(ctx, oid)
      versions.push([oid, ctx.catalog.version(oid)], ...known.versions)
      return known.dictionary
    })
}

/**
 * The OID of what a text names: schema.name.
 * @param {CatalogSnapshot} catalog
 * @param {string} relation
 * @param {string} column its name's
 * @param {string} what
 * @param {string} text
 * @returns {number}
 * @throws {DbError} 42704
 */
export function namedObject(catalog, relation, column, what, text) {
  const names = splitQualifiedName(text)
  const name = names[names.length - 1]
  const rows = catalog.rowsWith(relation, column, name)
  const namespaces = names.length > 1 ? [catalog.namespaceOid(names[names.length - 2])] : catalog.searchPath
  for (const namespace of namespaces) for (const row of rows) if (row[2] === namespace) return row[0]
  throw undefinedTextSearch(what, text)
}

/**
 * default_text_search_config.
 * @param {FunctionContext} ctx
 * @returns {number} its OID
 * @throws {DbError} 42704
 */
export function currentConfiguration(ctx) {
  const name = String(ctx.session.settings.get('default_text_search_config'))
  const catalog = /** @type {CatalogSnapshot} */ (ctx.catalog)
  return namedObject(catalog, 'pg_ts_config', 'cfgname', 'configuration', name)
}

