/**
 * Foreign data's rows: pg_foreign_data_wrapper, pg_foreign_server, pg_user_mapping, pg_foreign_table. Options are a
 * text[] of "name=value"; who may what, and what a validator says of them, is settled by who calls.
 */
import { duplicateMapping, duplicateServer, duplicateWrapper } from '../../errors/ddl/foreign.js'
import { assert } from '../../util/assert.js'
import { mappingOf, SERVER, serverNamed, USER_MAPPING, WRAPPER, wrapperNamed } from '../foreign.js'
import { catalogShape } from '../store/shapes.js'
import { textArray } from '../store/vectors.js'
import { CLASS } from './context.js'
import { address, recordDependencies } from './dependencies.js'
import { updateAttribute } from './tables/attributes.js'

/** @import { DdlContext, ObjectAddress } from './context.js' */
/** @import { WrapperDesc, ServerDesc, MappingDesc } from '../foreign.js' */

/** As rows hold them: none are null. @param {string[]} options */
const stored = (options) => options.length === 0 ? null : textArray(options)

/**
 * @typedef {object} WrapperParts
 * @property {number} [handlerOid]
 * @property {number} [validatorOid]
 * @property {string[]} [options]
 */

/** @param {number[]} functions OIDs, 0: none @returns {ObjectAddress[]} */
const functionsOf = (functions) => functions.filter((oid) => oid !== 0).map((oid) => address(CLASS.PROC, oid))

/** @param {DdlContext} ddl @param {string} name @param {WrapperParts} parts @throws {DbError} 42710 */
export function createWrapper(ddl, name, { handlerOid = 0, validatorOid = 0, options = [] }) {
  if (wrapperNamed(ddl.view, name) !== undefined) throw duplicateWrapper(name)
  const oid = ddl.newOid()
  ddl.insert('pg_foreign_data_wrapper', {
    oid, fdwname: name, fdwowner: ddl.userOid, fdwhandler: handlerOid, fdwvalidator: validatorOid,
    fdwoptions: stored(options),
  })
  recordDependencies(ddl, address(WRAPPER, oid), functionsOf([handlerOid, validatorOid]), 'n')
  ddl.touch([oid])
}

/** @param {DdlContext} ddl @param {WrapperDesc} wrapper @param {WrapperParts} parts those that change */
export function alterWrapper(ddl, wrapper, { handlerOid, validatorOid, options }) {
  ddl.update('pg_foreign_data_wrapper', ddl.byOid('pg_foreign_data_wrapper', wrapper.oid), {
    ...handlerOid === undefined ? null : { fdwhandler: handlerOid },
    ...validatorOid === undefined ? null : { fdwvalidator: validatorOid },
    ...options === undefined ? null : { fdwoptions: stored(options) },
  })
  ddl.touch([wrapper.oid])
  if (handlerOid === undefined && validatorOid === undefined) return
  const { at } = catalogShape('pg_depend')
  for (const found of ddl.find('pg_depend', 'pg_depend_depender_index', [WRAPPER, wrapper.oid, 0])) {
    if (found.row[at.refclassid] === CLASS.PROC) ddl.remove('pg_depend', found)
  }
  const functions = functionsOf([handlerOid ?? wrapper.handlerOid, validatorOid ?? wrapper.validatorOid])
  recordDependencies(ddl, address(WRAPPER, wrapper.oid), functions, 'n')
}

/**
 * @param {DdlContext} ddl @param {string} name @param {WrapperDesc} wrapper
 * @param {{ type: string | null, version: string | null, options: string[] }} parts
 * @throws {DbError} 42710
 */
export function createServer(ddl, name, wrapper, { type, version, options }) {
  if (serverNamed(ddl.view, name) !== undefined) throw duplicateServer(name)
  const oid = ddl.newOid()
  ddl.insert('pg_foreign_server', {
    oid, srvname: name, srvowner: ddl.userOid, srvfdw: wrapper.oid, srvtype: type, srvversion: version,
    srvoptions: stored(options),
  })
  recordDependencies(ddl, address(SERVER, oid), [address(WRAPPER, wrapper.oid)], 'n')
  ddl.touch([oid])
}

/**
 * @param {DdlContext} ddl @param {ServerDesc} server
 * @param {{ version?: string | null, options?: string[] }} changes
 */
export function alterServer(ddl, server, { version, options }) {
  ddl.update('pg_foreign_server', ddl.byOid('pg_foreign_server', server.oid), {
    ...version === undefined ? null : { srvversion: version },
    ...options === undefined ? null : { srvoptions: stored(options) },
  })
  ddl.touch([server.oid])
}

/**
 * @param {DdlContext} ddl @param {{ oid: number, name: string }} user @param {ServerDesc} server
 * @param {string[]} options
 * @throws {DbError} 42710
 */
export function createMapping(ddl, user, server, options) {
  if (mappingOf(ddl.view, server.oid, user.oid) !== undefined) throw duplicateMapping(user.name, server.name)
  const oid = ddl.newOid()
  ddl.insert('pg_user_mapping', { oid, umuser: user.oid, umserver: server.oid, umoptions: stored(options) })
  recordDependencies(ddl, address(USER_MAPPING, oid), [address(SERVER, server.oid)], 'n')
  ddl.touch([oid])
}

/** @param {DdlContext} ddl @param {MappingDesc} mapping @param {string[]} options */
export function setMappingOptions(ddl, mapping, options) {
  ddl.update('pg_user_mapping', ddl.byOid('pg_user_mapping', mapping.oid), { umoptions: stored(options) })
  ddl.touch([mapping.oid])
}

/**
 * What makes a relation of kind f one of a server.
 * @param {DdlContext} ddl @param {number} relationOid @param {ServerDesc} server @param {string[]} options
 */
export function makeForeign(ddl, relationOid, server, options) {
  ddl.insert('pg_foreign_table', { ftrelid: relationOid, ftserver: server.oid, ftoptions: stored(options) })
  recordDependencies(ddl, address(CLASS.RELATION, relationOid), [address(SERVER, server.oid)], 'n')
  ddl.touch([relationOid])
}

/** @param {DdlContext} ddl @param {number} relationOid @param {string[]} options */
export function setForeignTableOptions(ddl, relationOid, options) {
  ddl.update('pg_foreign_table', foreignTableRow(ddl, relationOid), { ftoptions: stored(options) })
  ddl.touch([relationOid])
}

/** @param {DdlContext} ddl @param {number} relationOid @param {number} attnum @param {string[]} options */
export const setForeignColumnOptions = (ddl, relationOid, attnum, options) =>
  updateAttribute(ddl, relationOid, attnum, { attfdwoptions: stored(options) })

/** With its relation. @param {DdlContext} ddl @param {number} relationOid */
export const forgetForeign = (ddl, relationOid) => ddl.remove('pg_foreign_table', foreignTableRow(ddl, relationOid))

/** @param {DdlContext} ddl @param {number} relationOid */
function foreignTableRow(ddl, relationOid) {
  const { at } = catalogShape('pg_foreign_table')
  const found = ddl.scan('pg_foreign_table').find(({ row }) => row[at.ftrelid] === relationOid)
  assert(found !== undefined, `pg_foreign_table has a row for ${relationOid}`)
  return found
}
