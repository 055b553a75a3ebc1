/** CREATE SCHEMA. */
import { createNamespace } from '../../catalog/ddl/namespace.js'
import { DbError, featureNotSupported } from '../../errors/db-error.js'
import { beginDdl, endDdl } from './ddl.js'

/** @import { Session } from '../session.js' */
/** @import { UtilityCall } from './dispatch.js' */

/** @param {Session} session @param {any} node CreateSchemaStmt @param {UtilityCall} call */
export function runCreateSchema(session, node, call) {
  if (node.schemaElts?.length) throw featureNotSupported('CREATE SCHEMA with schema elements')
  const owner = node.authrole?.rolename ?? (node.authrole ? session.user : null)
  const role = owner === null ? null : session.cluster.role(owner)
  if (owner !== null && role === null) throw new DbError('42704', `role "${owner}" does not exist`)
  const name = node.schemaname ?? /** @type {string} */ (owner)
  if (node.if_not_exists && session.catalog().namespaceOid(name) !== 0) {
    session.notice({ severity: 'NOTICE', code: '42P06', message: `schema "${name}" already exists, skipping` })
  } else {
    const ddl = beginDdl(session)
    createNamespace(ddl, name, { ownerOid: role?.oid ?? session.roleOid })
    endDdl(session, ddl)
  }
  call.sink.commandComplete('CREATE SCHEMA')
}
