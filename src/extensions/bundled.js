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

/** @type {Record<string, () => Promise<{ extension: ExtensionModule }>>} */
const MODULES = {
  adminpack: () => import('./adminpack.js'),
  bloom: () => import('./bloom.js'),
  btree_gin: () => import('./btree_gin.js'),
  citext: () => import('./citext/index.js'),
  hstore: () => import('./hstore/index.js'),
  intarray: () => import('./intarray/index.js'),
  ltree: () => import('./ltree/index.js'),
  cube: () => import('./cube/index.js'),
  earthdistance: () => import('./earthdistance.js'),
  lo: () => import('./triggers.js').then(({ extensions }) => ({ extension: extensions.lo })),
  tcn: () => import('./triggers.js').then(({ extensions }) => ({ extension: extensions.tcn })),
  dblink: () => import('./dblink.js'),
  dict_int: () => import('./dictionaries.js').then(({ extensions }) => ({ extension: extensions.dict_int })),
  dict_xsyn: () => import('./dictionaries.js').then(({ extensions }) => ({ extension: extensions.dict_xsyn })),
  moddatetime: () => import('./triggers.js').then(({ extensions }) => ({ extension: extensions.moddatetime })),
  insert_username: () => import('./triggers.js').then(({ extensions }) => ({ extension: extensions.insert_username })),
  refint: () => import('./triggers.js').then(({ extensions }) => ({ extension: extensions.refint })),
  seg: () => import('./seg/index.js'),
  isn: () => import('./isn/index.js'),
  amcheck: () => import('./amcheck.js'),
  intagg: () => import('./intagg.js'),
  autoinc: () => import('./triggers.js').then(({ extensions }) => ({ extension: extensions.autoinc })),
  pageinspect: () => import('./pageinspect/index.js'),
  pg_buffercache: () => import('./pg_buffercache.js'),
  pg_prewarm: () => import('./pg_prewarm.js'),
  pgrowlocks: () => import('./pgrowlocks.js'),
  postgres_fdw: () => import('./postgres_fdw.js'),
  pg_trgm: () => import('./pg_trgm/index.js'),
  file_fdw: () => import('./file_fdw.js'),
  fuzzystrmatch: () => import('./fuzzystrmatch/index.js'),
  pgcrypto: () => import('./pgcrypto/index.js'),
  pg_stat_statements: () => import('./pg_stat_statements/index.js'),
  pgstattuple: () => import('./pgstattuple.js'),
  sslinfo: () => import('./sslinfo.js'),
  tablefunc: () => import('./tablefunc.js'),
  tsm_system_rows: () => import('./sampling.js').then(({ extensions }) => ({ extension: extensions.tsm_system_rows })),
  tsm_system_time: () => import('./sampling.js').then(({ extensions }) => ({ extension: extensions.tsm_system_time })),
  unaccent: () => import('./unaccent/index.js'),
  'uuid-ossp': () => import('./uuid-ossp.js'),
  xml2: () => import('./xml2.js'),
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
