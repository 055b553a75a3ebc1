/**
 * Foreign data as everything above sees it: wrappers, servers, user mappings, and which server a foreign table is of.
 * Their catalogs have no indexes here: few databases have more than a handful of rows in them.
 */
import { foreignTableIsRead, notReached, wrapperWithoutHandler } from '../errors/ddl/foreign.js'
import { librarySource } from './languages.js'
import { catalogShape } from './store/shapes.js'

/** @import { DbError } from '../errors/db-error.js' */
/** @import { CatalogRow } from './descriptors.js' */
/** @import { CatalogSnapshot } from './snapshot.js' */
/** @import { PgArray } from '../types/array.js' */

/** Catalogs' OIDs, which are the classes of the objects and what validators are told. */
export const WRAPPER = 2328
export const SERVER = 1417
export const USER_MAPPING = 1418
export const FOREIGN_TABLE = 3118
export const ATTRIBUTE = 1249

/** Handlers that a wrapper may have. */
const FILE_HANDLER = librarySource('$libdir/file_fdw', 'file_fdw_handler')
export const HANDLERS = [FILE_HANDLER, librarySource('$libdir/postgres_fdw', 'postgres_fdw_handler')]

/** Whose mapping is everybody's. */
export const PUBLIC_MAPPING = 'public'

/**
 * @typedef {object} WrapperDesc
 * @property {number} oid
 * @property {string} name
 * @property {number} handlerOid 0: none, nothing can be read by it
 * @property {number} validatorOid 0: none, options are taken as they are
 * @property {string[]} options each "name=value"
 */
/**
 * @typedef {object} ServerDesc
 * @property {number} oid
 * @property {string} name
 * @property {number} ownerOid
 * @property {number} wrapperOid
 * @property {string[]} options
 */
/** @typedef {{ oid: number, userOid: number, serverOid: number, options: string[] }} MappingDesc userOid 0: PUBLIC's */

/** Options as rows hold them. @param {PgArray | null} array @returns {string[]} */
export const optionsOf = (array) => array === null ? [] : /** @type {string[]} */ (array.values)

/** @param {CatalogRow} row of pg_foreign_data_wrapper @returns {WrapperDesc} */
function wrapperDesc(row) {
  const { at } = catalogShape('pg_foreign_data_wrapper')
  return {
    oid: row[at.oid], name: row[at.fdwname], handlerOid: row[at.fdwhandler], validatorOid: row[at.fdwvalidator],
    options: optionsOf(row[at.fdwoptions]),
  }
}

/** @param {CatalogRow} row of pg_foreign_server @returns {ServerDesc} */
function serverDesc(row) {
  const { at } = catalogShape('pg_foreign_server')
  return {
    oid: row[at.oid], name: row[at.srvname], ownerOid: row[at.srvowner], wrapperOid: row[at.srvfdw],
    options: optionsOf(row[at.srvoptions]),
  }
}

/** @param {CatalogRow} row of pg_user_mapping @returns {MappingDesc} */
function mappingDesc(row) {
  const { at } = catalogShape('pg_user_mapping')
  return {
    oid: row[at.oid], userOid: row[at.umuser], serverOid: row[at.umserver], options: optionsOf(row[at.umoptions]),
  }
}

/** @param {CatalogSnapshot} catalog @param {string} name @returns {WrapperDesc | undefined} */
export const wrapperNamed = (catalog, name) =>
  catalog.rowsWith('pg_foreign_data_wrapper', 'fdwname', name).map(wrapperDesc)[0]

/** @param {CatalogSnapshot} catalog @param {number} oid @returns {WrapperDesc} which is there: servers need it */
export const wrapperOf = (catalog, oid) => wrapperDesc(catalog.rowsWith('pg_foreign_data_wrapper', 'oid', oid)[0])

/** @param {CatalogSnapshot} catalog @param {string} name @returns {ServerDesc | undefined} */
export const serverNamed = (catalog, name) => catalog.rowsWith('pg_foreign_server', 'srvname', name).map(serverDesc)[0]

/** @param {CatalogSnapshot} catalog @param {number} oid @returns {ServerDesc} which is there */
export const serverOf = (catalog, oid) => serverDesc(catalog.rowsWith('pg_foreign_server', 'oid', oid)[0])

/**
 * @param {CatalogSnapshot} catalog @param {number} serverOid @param {number} userOid
 * @returns {MappingDesc | undefined}
 */
export const mappingOf = (catalog, serverOid, userOid) =>
  catalog.rowsWith('pg_user_mapping', 'umserver', serverOid).map(mappingDesc).find((one) => one.userOid === userOid)

/**
 * @param {CatalogSnapshot} catalog @param {number} relationOid of a foreign table
 * @returns {{ server: ServerDesc, wrapper: WrapperDesc, options: string[] }}
 */
export function foreignTableOf(catalog, relationOid) {
  const { at } = catalogShape('pg_foreign_table')
  const [row] = catalog.rowsWith('pg_foreign_table', 'ftrelid', relationOid)
  const server = serverOf(catalog, row[at.ftserver])
  return { server, wrapper: wrapperOf(catalog, server.wrapperOid), options: optionsOf(row[at.ftoptions]) }
}

/** Is it a file's, which can be read? @param {CatalogSnapshot} catalog @param {number} relationOid a foreign table's */
export function isFileTable(catalog, relationOid) {
  const { wrapper: { handlerOid } } = foreignTableOf(catalog, relationOid)
  return handlerOid !== 0 && catalog.func(handlerOid)?.source === FILE_HANDLER
}

/** Of what is said in pg_foreign_table and pg_attribute, "name=value" each. @param {string[]} options */
export const optionValues = (options) => options.map((option) => {
  const at = option.indexOf('=')
  return /** @type {[name: string, value: string]} */ ([option.slice(0, at), option.slice(at + 1)])
})

/**
 * What reading a foreign table that is no file's, or writing any, ends with: no wrapper has a handler that does it.
 * @param {CatalogSnapshot} catalog @param {number} relationOid
 * @returns {DbError} 55000, 0A000
 */
export function unreachable(catalog, relationOid) {
  return unreached(catalog, foreignTableOf(catalog, relationOid).wrapper)
}

/**
 * What writing one ends with. @param {CatalogSnapshot} catalog @param {{ oid: number, name: string }} table
 * @param {string} command insert, update, delete, truncate @returns {DbError} 55000, 0A000
 */
export const unwritable = (catalog, { oid, name }, command) =>
  isFileTable(catalog, oid) ? foreignTableIsRead(command, name) : unreachable(catalog, oid)

/**
 * What asking a wrapper ends with. @param {CatalogSnapshot} catalog @param {WrapperDesc} wrapper
 * @returns {DbError} 55000, 0A000
 */
export function unreached(catalog, { name, handlerOid }) {
  if (handlerOid === 0) return wrapperWithoutHandler(name)
  return notReached(name, catalog.func(handlerOid)?.source === FILE_HANDLER ? 'files' : 'other servers')
}
