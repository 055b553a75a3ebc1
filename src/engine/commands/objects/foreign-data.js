/**
 * FOREIGN DATA WRAPPER, SERVER and USER MAPPING: made and altered; user mappings, which have no name, dropped as well.
 * What they describe is kept, shown and dumped; nothing is read by it.
 */
import { USAGE } from '../../../catalog/acl.js'
import {
  alterServer, alterWrapper, createMapping, createServer, createWrapper, setMappingOptions,
} from '../../../catalog/ddl/foreign.js'
import { address } from '../../../catalog/ddl/dependencies.js'
import { dropObjects } from '../../../catalog/ddl/drop.js'
import { requireOwner } from '../../../catalog/ddl/may-change.js'
import {
  HANDLERS, mappingOf, PUBLIC_MAPPING, SERVER, serverNamed, serverOf, unreached, USER_MAPPING, WRAPPER, wrapperNamed,
  wrapperOf,
} from '../../../catalog/foreign.js'
import { privilegesOn } from '../../../catalog/guarded.js'
import { hasPrivsOf, isSuperuser } from '../../../catalog/roles.js'
import { functionMustReturn } from '../../../errors/commands/routines.js'
import { DbError, featureNotSupported } from '../../../errors/db-error.js'
import {
  duplicateMapping, duplicateServer, duplicateWrapper, undefinedMapping, undefinedServer, undefinedWrapper,
  wrapperDenied, wrapperOwnerDenied,
} from '../../../errors/ddl/foreign.js'
import { conflictingOptions } from '../../../errors/ddl/sequences.js'
import { mustBeOwner, permissionDenied } from '../../../errors/privileges.js'
import { asker } from '../../session/access.js'
import { beginDdl, creationNamespace, endDdl } from '../../session/ddl.js'
import { roleOf } from '../databases/role-spec.js'
import { functionOfTypes } from '../routines/routine-names.js'
import { changedOptions } from './foreign-options.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { ObjectAddress } from '../../../catalog/ddl/context.js' */
/** @import { MappingDesc, ServerDesc, WrapperDesc } from '../../../catalog/foreign.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */
/** @typedef {Generator<Promise<unknown>, void, void>} Steps */

const TEXT_ARRAY = 1009, OID = 26, FDW_HANDLER = 3115

/**
 * @param {Session} session @param {Tree<import('@pgsql/types').CreateFdwStmt>} node @param {UtilityCall} call
 * @returns {Steps} @throws {DbError} 42501, 42710, 42883, 42809
 */
export function* runCreateWrapper(session, node, call) {
  const name = node.fdwname
  if (!session.superuser) throw wrapperDenied('create', name)
  session.block.ensure()
  if (wrapperNamed(session.catalog(), name) !== undefined) throw duplicateWrapper(name)
  const { handlerOid = 0, validatorOid = 0 } = functionsNamed(session, node.func_options ?? [])
  const options = yield* changedOptions(session, { current: [], validatorOid, classId: WRAPPER }, node.options)
  const ddl = beginDdl(session)
  createWrapper(ddl, name, { handlerOid, validatorOid, options })
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE FOREIGN DATA WRAPPER')
}

/**
 * @param {Session} session @param {Tree<import('@pgsql/types').AlterFdwStmt>} node @param {UtilityCall} call
 * @returns {Steps} @throws {DbError} 42501, 42704
 */
export function* runAlterWrapper(session, node, call) {
  const name = node.fdwname
  if (!session.superuser) throw wrapperDenied('alter', name)
  session.block.ensure()
  const wrapper = wrapperNamed(session.catalog(), name)
  if (wrapper === undefined) throw undefinedWrapper(name)
  const { handlerOid, validatorOid } = functionsNamed(session, node.func_options ?? [])
  if (handlerOid !== undefined) {
    warn(session, 'changing the foreign-data wrapper handler can change behavior of existing foreign tables')
  }
  if (validatorOid !== undefined && validatorOid !== 0) {
    warn(session, 'changing the foreign-data wrapper validator can cause the options for dependent objects '
      + 'to become invalid')
  }
  const of = { current: wrapper.options, validatorOid: validatorOid ?? wrapper.validatorOid, classId: WRAPPER }
  const options = node.options === undefined ? undefined : yield* changedOptions(session, of, node.options)
  const ddl = beginDdl(session)
  alterWrapper(ddl, wrapper, { handlerOid, validatorOid, options })
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER FOREIGN DATA WRAPPER')
}

/** @param {Session} session @param {string} message */
const warn = (session, message) => session.notice({ severity: 'WARNING', code: '01000', message })

/**
 * HANDLER and VALIDATOR, each at most once. @param {Session} session @param {ParseNode[]} nodes DefElem
 * @returns {{ handlerOid?: number, validatorOid?: number }} 0: NO was said
 * @throws {DbError} 42601, 42883, 42809
 */
function functionsNamed(session, nodes) {
  /** @type {{ handlerOid?: number, validatorOid?: number }} */
  const found = {}
  for (const { DefElem: { defname, arg, location } } of nodes) {
    const names = arg?.List.items.map((/** @type {ParseNode} */ item) => item.String.sval)
    if (defname === 'handler') {
      if (found.handlerOid !== undefined) throw conflictingOptions(location ?? -1)
      found.handlerOid = names === undefined ? 0 : handlerNamed(session, names)
    } else {
      if (found.validatorOid !== undefined) throw conflictingOptions(location ?? -1)
      found.validatorOid = names === undefined ? 0 : functionOfTypes(session, names, [TEXT_ARRAY, OID]).oid
    }
  }
  return found
}

/**
 * Handlers are functions in C that PostgreSQL's extensions bring: here, file_fdw's and postgres_fdw's.
 * @param {Session} session @param {string[]} names @returns {number}
 */
function handlerNamed(session, names) {
  const found = functionOfTypes(session, names, [])
  if (found.returnType !== FDW_HANDLER) throw functionMustReturn(names.join('.'), 'fdw_handler')
  if (HANDLERS.includes(found.source)) return found.oid
  throw featureNotSupported('HANDLER of a foreign-data wrapper')
}

/**
 * @param {Session} session @param {Tree<import('@pgsql/types').CreateForeignServerStmt>} node
 * @param {UtilityCall} call @returns {Steps} @throws {DbError} 42710, 42704, 42501
 */
export function* runCreateServer(session, node, call) {
  const name = node.servername
  session.block.ensure()
  const catalog = session.catalog()
  if (serverNamed(catalog, name) === undefined) {
    const wrapper = wrapperNamed(catalog, node.fdwname)
    if (wrapper === undefined) throw undefinedWrapper(node.fdwname)
    requireWrapper(session, session.roleOid, wrapper)
    const of = { current: [], validatorOid: wrapper.validatorOid, classId: SERVER }
    const options = yield* changedOptions(session, of, node.options)
    const ddl = beginDdl(session)
    createServer(ddl, name, wrapper, { type: node.servertype ?? null, version: node.version ?? null, options })
    endDdl(session, ddl)
  } else if (node.if_not_exists) {
    session.notice({ severity: 'NOTICE', code: '42710', message: `server "${name}" already exists, skipping` })
  } else throw duplicateServer(name)
  call.sink.commandComplete('CREATE SERVER')
}

/**
 * @param {Session} session @param {Tree<import('@pgsql/types').AlterForeignServerStmt>} node
 * @param {UtilityCall} call @returns {Steps} @throws {DbError} 42704, 42501
 */
export function* runAlterServer(session, node, call) {
  session.block.ensure()
  const server = knownServer(session, node.servername)
  requireOwner(asker(session), address(SERVER, server.oid))
  const { validatorOid } = wrapperOf(session.catalog(), server.wrapperOid)
  const of = { current: server.options, validatorOid, classId: SERVER }
  const options = node.options === undefined ? undefined : yield* changedOptions(session, of, node.options)
  const ddl = beginDdl(session)
  alterServer(ddl, server, { version: node.has_version ? node.version ?? null : undefined, options })
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER SERVER')
}

/** @param {Session} session @param {string} name @returns {ServerDesc} @throws {DbError} 42704 */
export function knownServer(session, name) {
  const server = serverNamed(session.catalog(), name)
  if (server === undefined) throw undefinedServer(name)
  return server
}

/** @param {Session} session @param {number} role @param {WrapperDesc} wrapper @throws {DbError} 42501 */
function requireWrapper(session, role, { oid, name }) {
  if (privilegesOn(session.catalog(), role, WRAPPER, oid, USAGE) === 0) {
    throw permissionDenied('foreign-data wrapper', name)
  }
}

/** @param {Session} session @param {ServerDesc} server @throws {DbError} 42501 */
export function requireServer(session, { oid, name }) {
  if (privilegesOn(session.catalog(), session.roleOid, SERVER, oid, USAGE) === 0) {
    throw permissionDenied('foreign server', name)
  }
}

// ---- user mappings

/** @typedef {{ oid: number, name: string }} MappedUser oid 0: everybody who has no mapping of their own */

/**
 * @param {Session} session @param {import('@pgsql/types').RoleSpec} spec
 * @returns {MappedUser} @throws {DbError} 42704
 */
const mappedUser = (session, spec) =>
  spec.roletype === 'ROLESPEC_PUBLIC' ? { oid: 0, name: PUBLIC_MAPPING } : roleOf(session, spec)

/**
 * The server's owner may map anybody, others only themselves and where they may use the server.
 * @param {Session} session @param {MappedUser} user @param {ServerDesc} server @throws {DbError} 42501
 */
function requireMapper(session, user, server) {
  if (hasPrivsOf(session.catalog(), session.roleOid, server.ownerOid)) return
  if (user.oid !== session.roleOid) throw mustBeOwner('foreign server', server.name)
  requireServer(session, server)
}

/**
 * @param {Session} session @param {Tree<import('@pgsql/types').CreateUserMappingStmt>} node
 * @param {UtilityCall} call @returns {Steps} @throws {DbError} 42704, 42501, 42710
 */
export function* runCreateMapping(session, node, call) {
  session.block.ensure()
  const user = mappedUser(session, node.user)
  const server = knownServer(session, node.servername)
  requireMapper(session, user, server)
  if (mappingOf(session.catalog(), server.oid, user.oid) === undefined) {
    const options = yield* changedOptions(session, ofMapping(session, server, []), node.options)
    const ddl = beginDdl(session)
    createMapping(ddl, user, server, options)
    endDdl(session, ddl)
  } else {
    const refused = duplicateMapping(user.name, server.name)
    if (!node.if_not_exists) throw refused
    session.notice({ severity: 'NOTICE', code: '42710', message: `${refused.message}, skipping` })
  }
  call.sink.commandComplete('CREATE USER MAPPING')
}

/** @param {Session} session @param {ServerDesc} server @param {string[]} current */
const ofMapping = (session, server, current) =>
  ({ current, validatorOid: wrapperOf(session.catalog(), server.wrapperOid).validatorOid, classId: USER_MAPPING })

/**
 * @param {Session} session @param {Tree<import('@pgsql/types').AlterUserMappingStmt>} node
 * @param {UtilityCall} call @returns {Steps} @throws {DbError} 42704, 42501
 */
export function* runAlterMapping(session, node, call) {
  session.block.ensure()
  const user = mappedUser(session, node.user)
  const server = knownServer(session, node.servername)
  const mapping = knownMapping(session, user, server)
  requireMapper(session, user, server)
  const options = yield* changedOptions(session, ofMapping(session, server, mapping.options), node.options)
  const ddl = beginDdl(session)
  setMappingOptions(ddl, mapping, options)
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER USER MAPPING')
}

/**
 * @param {Session} session @param {MappedUser} user @param {ServerDesc} server
 * @returns {MappingDesc} @throws {DbError} 42704
 */
function knownMapping(session, user, server) {
  const mapping = mappingOf(session.catalog(), server.oid, user.oid)
  if (mapping === undefined) throw undefinedMapping(user.name, server.name)
  return mapping
}

/**
 * @param {Session} session @param {Tree<import('@pgsql/types').DropUserMappingStmt>} node @param {UtilityCall} call
 * @throws {DbError} 42704, 42501
 */
export function runDropMapping(session, node, call) {
  session.block.ensure()
  const mapping = mappingToDrop(session, node)
  if (mapping !== null) {
    const ddl = beginDdl(session)
    dropObjects(ddl, [address(USER_MAPPING, mapping.oid)], { cascade: false, isTrusted: true })
    endDdl(session, ddl)
  }
  call.sink.commandComplete('DROP USER MAPPING')
}

/**
 * @param {Session} session @param {Tree<import('@pgsql/types').DropUserMappingStmt>} node
 * @returns {MappingDesc | null} null: it is not there, which is fine
 */
function mappingToDrop(session, node) {
  try {
    const user = mappedUser(session, node.user)
    const server = knownServer(session, node.servername)
    const mapping = knownMapping(session, user, server)
    requireMapper(session, user, server)
    return mapping
  } catch (error) {
    if (!node.missing_ok || !(error instanceof DbError) || error.code !== '42704') throw error
    session.notice({ severity: 'NOTICE', code: '00000', message: `${error.message}, skipping` })
    return null
  }
}

// ---- owners, and what else is about servers

/**
 * Who may give a wrapper or a server to whom, beyond being its owner and a member of the new one.
 * @param {Session} session @param {ObjectAddress} object @param {number} owner
 * @throws {DbError} 42501
 */
export function requireForeignOwner(session, { classId, objectId }, owner) {
  const catalog = session.catalog()
  if (classId === WRAPPER) {
    const { name } = wrapperOf(catalog, objectId)
    if (!session.superuser) throw wrapperDenied('change owner of', name)
    if (!isSuperuser(catalog, owner)) throw wrapperOwnerDenied(name)
  } else if (!session.superuser) {
    const server = serverOf(catalog, objectId)
    if (server.ownerOid !== owner) requireWrapper(session, owner, wrapperOf(catalog, server.wrapperOid))
  }
}

/**
 * IMPORT FOREIGN SCHEMA: the wrapper would be asked what is there, and none can be.
 * @param {Session} session @param {Tree<import('@pgsql/types').ImportForeignSchemaStmt>} node
 * @returns {never} @throws {DbError} 42704, 42501, 3F000, 55000
 */
export function runImportSchema(session, node) {
  session.block.ensure()
  const server = knownServer(session, node.server_name)
  requireServer(session, server)
  creationNamespace(session, { schemaname: node.local_schema })
  throw unreached(session.catalog(), wrapperOf(session.catalog(), server.wrapperOid))
}
