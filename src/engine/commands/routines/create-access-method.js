/**
 * CREATE ACCESS METHOD, and ALTER TABLE … SET ACCESS METHOD. Tables are kept in one way: another method for tables is
 * another name for it, as its handler says, which the catalog remembers for each table. One for indexes is known by its
 * name and its operator classes; no index is built with it (ddl/indexes).
 */
import { CLASS, char } from '../../../catalog/ddl/context.js'
import { address, recordDependencies } from '../../../catalog/ddl/dependencies.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { roleDenied } from '../../../errors/ddl/roles.js'
import { duplicateObject, undefinedSchema } from '../../../errors/ddl/catalog.js'
/** @import { DbError } from '../../../errors/db-error.js' */
import { beginDdl, endDdl } from '../../session/ddl.js'
import { namesOf } from '../objects/object-address.js'
import { functionMustReturn, noInternalFunction } from '../../../errors/commands/routines.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { FuncDesc } from '../../../catalog/descriptors.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { Tree } from '../../../parser/tree.js' */

const INTERNAL = 2281
/** The types of what handlers return, by pg_am.amtype. */
const HANDLER_TYPES = /** @type {Record<string, number>} */ ({ i: 325, t: 269 })

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreateAmStmt>} node
 * @param {UtilityCall} call
 * @throws {DbError} 42501, 42710, 42883, 42809
 */
export function runCreateAccessMethod(session, node, call) {
  const { amname, amtype } = node
  if (!session.superuser) {
    throw roleDenied(`permission denied to create access method "${amname}"`, {
      hint: 'Must be superuser to create an access method.',
    })
  }
  if (session.catalog().rows('pg_am', 'pg_am_name_index', [amname])[0] !== undefined)
    throw duplicateObject('access method', amname)
  const handler = handlerNamed(session, namesOf(node.handler_name), amtype)
  const ddl = beginDdl(session)
  const oid = ddl.newOid()
  ddl.insert('pg_am', { oid, amname, amhandler: handler, amtype: char(amtype) })
  recordDependencies(ddl, address(CLASS.ACCESS_METHOD, oid), [address(CLASS.PROC, handler)], 'n')
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE ACCESS METHOD')
}

/**
 * @param {Session} session
 * @param {string[]} names
 * @param {string} amtype
 * @returns {number}
 * @throws {DbError} 42883, 42809, 3F000
 */
function handlerNamed(session, names, amtype) {
  const catalog = session.catalog()
  const name = /** @type {string} */ (names.at(-1))
  const schema = names.length > 1 ? names[names.length - 2] : null
  if (schema !== null && catalog.namespaceOid(schema) === 0) throw undefinedSchema(schema)
  const found = catalog
    .functionsNamed(name, schema)
    .find((/** @type {FuncDesc} */ func) => func.argTypes.length === 1 && func.argTypes[0] === INTERNAL)
  if (found === undefined) throw noInternalFunction(names.join('.'))
  const wanted = HANDLER_TYPES[amtype]
  if (found.returnType !== wanted) throw functionMustReturn(name, formatType(catalog, wanted))
  return found.oid
}

/**
 * Another name for how a table is kept: nothing moves.
 * @param {DdlContext} ddl
 * @param {number} oid of the table
 * @param {number} method pg_am OID
 * @returns {boolean} whether it was another before
 */
export function changeTableMethod(ddl, oid, method) {
  const { at } = catalogShape('pg_class')
  const found = ddl.one('pg_class', 'pg_class_oid_index', [oid])
  const before = found.row[at.relam]
  if (before === method) return false
  ddl.update('pg_class', found, { relam: method })
  const { at: dependAt } = catalogShape('pg_depend')
  for (const one of ddl.find('pg_depend', 'pg_depend_depender_index', [CLASS.RELATION, oid, 0])) {
    if (one.row[dependAt.refclassid] === CLASS.ACCESS_METHOD && one.row[dependAt.refobjid] === before)
      ddl.remove('pg_depend', one)
  }
  recordDependencies(ddl, address(CLASS.RELATION, oid), [address(CLASS.ACCESS_METHOD, method)], 'n')
  ddl.touch([oid])
  return true
}
