/**
 * CREATE, ALTER and DROP EXTENSION. An extension is made by its script (../../../extensions): statements that run like
 * anybody's, with the extension's schema first in the search path; what they make is noted as the extension's.
 */
import { address } from '../../../catalog/ddl/dependencies.js'
import { dropObjects } from '../../../catalog/ddl/drop.js'
import { createExtension, EXTENSION } from '../../../catalog/ddl/extensions.js'
import { createNamespace } from '../../../catalog/ddl/namespace.js'
import { KNOWN_EXTENSIONS } from '../../../catalog/known-extensions.js'
import { DbError, featureNotSupported } from '../../../errors/db-error.js'
import {
  extensionExists, extensionNotAvailable, noScriptFor, noSuchExtension, noUpdatePath, onlyInSchema,
} from '../../../errors/extensions.js'
import { isUnloaded, loadedExtension, loadExtension } from '../../../extensions/bundled.js'
import { parse } from '../../../parser/parser.js'
import { Prepared } from '../../statements/core/prepared.js'
import { beginDdl, creationNamespace, endDdl } from '../../session/ddl.js'

/** @import { KnownExtension } from '../../../catalog/known-extensions.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall, UtilityRunner } from '../dispatch.js' */

/**
 * @typedef {(session: Session, prepared: Prepared, call: Omit<UtilityCall, 'prepared'>) =>
 *   Generator<Promise<unknown>, void, void>} RunStatement
 */

/** @typedef {{ defname: string, arg?: { String?: { sval: string } } }} DefElem */
/** @import { CatalogRow } from '../../../catalog/descriptors.js' */

/** @param {Session} session @param {string} name @returns {CatalogRow | undefined} its row of pg_extension */
const rowOf = (session, name) => session.catalog().rowsWith('pg_extension', 'extname', name)[0]

/** @param {RunStatement} run of a script's statements @returns {UtilityRunner} */
export const extensionRunner = (run) => (session, node, call) => runCreateExtension(session, node, call, run)

/**
 * @param {Session} session @param {{ extname: string, if_not_exists?: boolean, options?: { DefElem: DefElem }[] }} node
 * @param {UtilityCall} call @param {RunStatement} run
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* runCreateExtension(session, node, call, run) {
  const name = node.extname
  session.block.ensure()
  if (rowOf(session, name) !== undefined) {
    if (!node.if_not_exists) throw extensionExists(name)
    session.notice({ severity: 'NOTICE', code: '42710', message: `extension "${name}" already exists, skipping` })
    call.sink.commandComplete('CREATE EXTENSION')
    return
  }
  const known = Object.hasOwn(KNOWN_EXTENSIONS, name) ? KNOWN_EXTENSIONS[name] : undefined
  if (known === undefined) throw extensionNotAvailable(name)
  if (isUnloaded(name)) yield loadExtension(name)
  const { schema } = readOptions(name, known, node.options ?? [])
  const schemaName = known.schema ?? schema
  if (known.schema !== null && schema !== null && schema !== known.schema) throw onlyInSchema(name, known.schema)
  if (schemaName !== null && session.catalog().namespaceOid(schemaName) === 0) {
    if (schemaName !== known.schema) throw new DbError('3F000', `schema "${schemaName}" does not exist`)
    const ddl = beginDdl(session)
    createNamespace(ddl, schemaName, { ownerOid: session.roleOid })
    endDdl(session, ddl)
  }
  const namespaceOid = creationNamespace(session, {
    schemaname: schemaName ?? undefined, relname: name, relpersistence: 'p',
  })
  const ddl = beginDdl(session)
  const oid = createExtension(ddl, name, namespaceOid)
  endDdl(session, ddl)
  yield* runScript(session, name, { oid, namespaceOid }, call, run)
  call.sink.commandComplete('CREATE EXTENSION')
}

/**
 * @param {string} name @param {KnownExtension} known @param {{ DefElem: DefElem }[]} options @returns {{ schema: string | null }}
 * @throws {DbError} 22023, 0A000
 */
function readOptions(name, known, options) {
  /** @type {string | null} */
  let schema = null
  for (const { DefElem: option } of options) {
    const text = option.arg?.String?.sval ?? ''
    if (option.defname === 'schema') schema = text
    else if (option.defname === 'new_version') {
      if (text !== known.version) throw noScriptFor(name, text)
    } else if (option.defname !== 'cascade') throw featureNotSupported(`CREATE EXTENSION … ${option.defname}`)
  }
  return { schema }
}

/**
 * @param {Session} session @param {string} name @param {{ oid: number, namespaceOid: number }} extension
 * @param {UtilityCall} call @param {RunStatement} run
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* runScript(session, name, { oid, namespaceOid }, call, run) {
  const extension = loadedExtension(name)
  if (extension === null) return
  const { script } = extension
  session.names.makesIn(session.catalog().namespace(namespaceOid)?.name ?? null)
  session.extensionOid = oid
  try {
    const quiet = { ...call, sink: Object.create(call.sink, { commandComplete: { value: () => {} } }) }
    for (const parsed of parse(script)) yield* run(session, new Prepared(parsed, script, []), quiet)
  } finally {
    session.extensionOid = 0
    session.names.makesIn(null)
  }
}

/**
 * ALTER EXTENSION … UPDATE.
 * @param {Session} session @param {{ extname: string, options?: { DefElem: DefElem }[] }} node
 * @param {UtilityCall} call
 */
export function runAlterExtension(session, node, call) {
  session.block.ensure()
  const name = node.extname
  if (rowOf(session, name) === undefined) throw noSuchExtension(name)
  const { version } = KNOWN_EXTENSIONS[name]
  const wanted = node.options?.find((/** @type {{ DefElem: DefElem }} */ option) => option.DefElem.defname === 'new_version')
  const to = wanted?.DefElem.arg?.String?.sval ?? version
  if (to !== version) throw noUpdatePath(name, version, to)
  const message = `version "${version}" of extension "${name}" is already installed`
  session.notice({ severity: 'NOTICE', code: '00000', message })
  call.sink.commandComplete('ALTER EXTENSION')
}

/**
 * @param {Session} session @param {UtilityCall} call
 * @param {{ objects: { String: { sval: string } }[], missing_ok?: boolean, behavior: string }} node DropStmt
 */
export function runDropExtension(session, node, call) {
  const targets = []
  for (const { String: { sval: name } } of node.objects) {
    const row = rowOf(session, name)
    if (row !== undefined) targets.push(address(EXTENSION, row[0]))
    else if (!node.missing_ok) throw noSuchExtension(name)
    else {
      const message = `extension "${name}" does not exist, skipping`
      session.notice({ severity: 'NOTICE', code: '00000', message })
    }
  }
  if (targets.length > 0) {
    const ddl = beginDdl(session)
    dropObjects(ddl, targets, { cascade: node.behavior === 'DROP_CASCADE' })
    endDdl(session, ddl)
  }
  call.sink.commandComplete('DROP EXTENSION')
}
