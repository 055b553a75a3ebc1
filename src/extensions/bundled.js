/**
 * The extensions that come with the program: where each is. A module is loaded when its extension is created, or when a
 * directory that uses it is opened; what is said of extensions without loading any (version, comment) is in
 * catalog/known-extensions.js.
 */
import { addLibrary } from '../functions/libraries.js'
import { addLibraryDictionary } from '../functions/textsearch/library-dictionaries.js'
import { LIBRARY_DIRECTORY, librarySource } from '../catalog/languages.js'
import { addSettings } from '../config/settings.js'
import { addValueParts } from '../types/libraries.js'
import { soon } from '../util/later.js'

/** @import { FunctionImpl } from '../functions/impl.js' */
/** @import { SettingDef } from '../config/settings.js' */
/** @import { MakeDictionary } from '../functions/textsearch/library-dictionaries.js' */
/** @import { ValueParts } from '../types/libraries.js' */
/** @import { ObserverHost, StatementSeen } from './definition.js' */

/**
 * @typedef {object} ExtensionModule
 * @property {string} script SQL statements that make what it brings
 * @property {string} [library] as functions name it; the extension's own name unless said
 * @property {FunctionImpl[]} [functions] of the library
 * @property {ValueParts} [values] its types and index keys
 * @property {SettingDef[]} [settings]
 * @property {Record<string, MakeDictionary>} [dictionaries] by the symbol of their template's init function
 * @property {((host: ObserverHost) => (seen: StatementSeen) => void) | undefined} [observe] it is told of
 *   statements; asked once per cluster, when it is created or found
 */

/** @returns {Promise<typeof import('./triggers.js')>} */
const triggers = () => soon(import.meta.url, './triggers.js')
/** @returns {Promise<typeof import('./dictionaries.js')>} */
const dictionaries = () => soon(import.meta.url, './dictionaries.js')
/** @returns {Promise<typeof import('./sampling.js')>} */
const sampling = () => soon(import.meta.url, './sampling.js')

/**
 * One of a module that has several.
 * @param {() => Promise<{ extensions: Record<string, ExtensionModule> }>} load @param {string} name
 */
const oneOf = (load, name) => async () => ({ extension: (await load()).extensions[name] })

/** @type {Record<string, () => Promise<{ extension: ExtensionModule }>>} */
const MODULES = {
  adminpack: () => soon(import.meta.url, './adminpack.js'),
  bloom: () => soon(import.meta.url, './bloom.js'),
  btree_gin: () => soon(import.meta.url, './btree_gin.js'),
  citext: () => soon(import.meta.url, './citext/index.js'),
  hstore: () => soon(import.meta.url, './hstore/index.js'),
  intarray: () => soon(import.meta.url, './intarray/index.js'),
  ltree: () => soon(import.meta.url, './ltree/index.js'),
  cube: () => soon(import.meta.url, './cube/index.js'),
  earthdistance: () => soon(import.meta.url, './earthdistance.js'),
  lo: oneOf(triggers, 'lo'),
  tcn: oneOf(triggers, 'tcn'),
  dblink: () => soon(import.meta.url, './dblink.js'),
  dict_int: oneOf(dictionaries, 'dict_int'),
  dict_xsyn: oneOf(dictionaries, 'dict_xsyn'),
  moddatetime: oneOf(triggers, 'moddatetime'),
  insert_username: oneOf(triggers, 'insert_username'),
  refint: oneOf(triggers, 'refint'),
  seg: () => soon(import.meta.url, './seg/index.js'),
  isn: () => soon(import.meta.url, './isn/index.js'),
  amcheck: () => soon(import.meta.url, './amcheck.js'),
  intagg: () => soon(import.meta.url, './intagg.js'),
  autoinc: oneOf(triggers, 'autoinc'),
  pageinspect: () => soon(import.meta.url, './pageinspect/index.js'),
  pg_buffercache: () => soon(import.meta.url, './pg_buffercache.js'),
  pg_prewarm: () => soon(import.meta.url, './pg_prewarm.js'),
  pgrowlocks: () => soon(import.meta.url, './pgrowlocks.js'),
  postgres_fdw: () => soon(import.meta.url, './postgres_fdw.js'),
  pg_trgm: () => soon(import.meta.url, './pg_trgm/index.js'),
  file_fdw: () => soon(import.meta.url, './file_fdw.js'),
  fuzzystrmatch: () => soon(import.meta.url, './fuzzystrmatch/index.js'),
  pgcrypto: () => soon(import.meta.url, './pgcrypto/index.js'),
  pg_stat_statements: () => soon(import.meta.url, './pg_stat_statements/index.js'),
  pgstattuple: () => soon(import.meta.url, './pgstattuple.js'),
  sslinfo: () => soon(import.meta.url, './sslinfo.js'),
  tablefunc: () => soon(import.meta.url, './tablefunc.js'),
  tsm_system_rows: oneOf(sampling, 'tsm_system_rows'),
  tsm_system_time: oneOf(sampling, 'tsm_system_time'),
  unaccent: () => soon(import.meta.url, './unaccent/index.js'),
  'uuid-ossp': () => soon(import.meta.url, './uuid-ossp.js'),
  xml2: () => soon(import.meta.url, './xml2.js'),
}

/** Whether it comes with the program. @param {string} name */
export const isBundled = (name) => Object.hasOwn(MODULES, name)

/** @type {Map<string, ExtensionModule>} */
const loaded = new Map()

/** @param {string} name @returns {ExtensionModule | null} null: not loaded, or made without a module */
export const loadedExtension = (name) => loaded.get(name) ?? null

/** Whether a module has to be loaded first. @param {string} name */
export const isUnloaded = (name) => Object.hasOwn(MODULES, name) && !loaded.has(name)

/** @param {string} name of an extension that isUnloaded */
export async function loadExtension(name) {
  addExtensionModule(name, (await MODULES[name]()).extension)
}

/** @param {string} name @param {ExtensionModule} extension */
export function addExtensionModule(name, extension) {
  const { library = name, functions = [], values = {}, settings = [], dictionaries = {} } = extension
  for (const impl of functions) impl.extension = Object.hasOwn(MODULES, name) ? name : null
  addLibrary(library, () => functions)
  addValueParts(LIBRARY_DIRECTORY + library, values)
  addSettings(settings)
  for (const [symbol, make] of Object.entries(dictionaries)) {
    addLibraryDictionary(librarySource(LIBRARY_DIRECTORY + library, symbol), make)
  }
  loaded.set(name, extension)
}
