/** CREATE EXTENSION, DROP EXTENSION. */
import { address } from '../../../catalog/ddl/dependencies.js'
import { dropObjects } from '../../../catalog/ddl/drop.js'
import { createExtension, EXTENSION, EXTENSIONS } from '../../../catalog/ddl/extensions.js'
import { DbError, featureNotSupported } from '../../../errors/db-error.js'
import { beginDdl, creationNamespace, endDdl } from '../../session/ddl.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */

/** @param {Session} session @param {string} name @returns {number} 0: it is not there */
const extensionOid = (session, name) => session.catalog().rowsWith('pg_extension', 'extname', name)[0]?.[0] ?? 0

/** @param {Session} session @param {any} node CreateExtensionStmt @param {UtilityCall} call */
export function runCreateExtension(session, node, call) {
  const name = node.extname
  if (extensionOid(session, name) !== 0) {
    if (!node.if_not_exists) throw new DbError('42710', `extension "${name}" already exists`)
    session.notice({ severity: 'NOTICE', code: '42710', message: `extension "${name}" already exists, skipping` })
    call.sink.commandComplete('CREATE EXTENSION')
    return
  }
  const known = Object.hasOwn(EXTENSIONS, name) ? EXTENSIONS[name] : undefined
  if (known === undefined) {
    throw new DbError('0A000', `extension "${name}" is not available`, { hint: 'The extension must first be installed on the system where PostgreSQL is running.' })
  }
  let schema = null
  for (const { DefElem: option } of node.options ?? []) {
    const text = option.arg?.String?.sval ?? ''
    if (option.defname === 'schema') schema = text
    else if (option.defname === 'new_version') {
      if (text !== known.version) throw new DbError('22023', `extension "${name}" has no installation script nor update path for version "${text}"`)
    } else if (option.defname !== 'cascade') throw featureNotSupported(`CREATE EXTENSION … ${option.defname}`)
  }
  if (schema !== null && session.catalog().namespaceOid(schema) === 0) throw new DbError('3F000', `schema "${schema}" does not exist`)
  const namespaceOid = creationNamespace(session, { schemaname: schema ?? undefined, relname: name, relpersistence: 'p' })
  const ddl = beginDdl(session)
  createExtension(ddl, { name, namespaceOid })
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE EXTENSION')
}

/** @param {Session} session @param {any} node DropStmt @param {UtilityCall} call */
export function runDropExtension(session, node, call) {
  const targets = []
  for (const { String: { sval: name } } of node.objects) {
    const oid = extensionOid(session, name)
    if (oid !== 0) targets.push(address(EXTENSION, oid))
    else if (!node.missing_ok) throw new DbError('42704', `extension "${name}" does not exist`)
    else session.notice({ severity: 'NOTICE', code: '00000', message: `extension "${name}" does not exist, skipping` })
  }
  if (targets.length > 0) {
    const ddl = beginDdl(session)
    dropObjects(ddl, targets, { cascade: node.behavior === 'DROP_CASCADE' })
    endDdl(session, ddl)
  }
  call.sink.commandComplete('DROP EXTENSION')
}

