/**
 * CREATE LANGUAGE … HANDLER. What a language does is its handler's, a function in C; PL/pgSQL's is the one that is
 * known here, so that a new language is PL/pgSQL under another name, for other owners or without being trusted.
 */
import { storeLanguage } from '../../../catalog/ddl/routines/languages.js'
import { JAVASCRIPT } from '../../../catalog/languages.js'
import { functionMustReturn } from '../../../errors/commands/routines.js'
import { roleDenied } from '../../../errors/ddl/roles.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { beginDdl, endDdl } from '../../session/ddl.js'
import { functionOfTypes } from './routine-names.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */

const LANGUAGE_HANDLER = 2280, INTERNAL = 2281, OID = 26

/**
 * @param {Session} session @param {Tree<import('@pgsql/types').CreatePLangStmt>} node @param {UtilityCall} call
 * @throws {DbError} 42501, 42883, 42809, 42710
 */
export function runCreateLanguage(session, node, call) {
  if (!session.superuser) throw roleDenied('must be superuser to create custom procedural language')
  session.block.ensure()
  if (node.plname === JAVASCRIPT) throw featureNotSupported(`another language called ${JAVASCRIPT}`)
  const handler = functionOfTypes(session, namesOf(node.plhandler), [])
  if (handler.returnType !== LANGUAGE_HANDLER) {
    throw functionMustReturn(namesOf(node.plhandler).join('.'), 'language_handler')
  }
  const inlineOid = ofPlpgsql(session, node.plinline, INTERNAL, 'plpgsql_inline_handler')
  const validatorOid = ofPlpgsql(session, node.plvalidator, OID, 'plpgsql_validator')
  const ddl = beginDdl(session)
  storeLanguage(ddl, {
    name: node.plname, trusted: node.pltrusted === true, handlerOid: handler.oid, inlineOid, validatorOid,
  }, node.replace === true)
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE LANGUAGE')
}

/** @param {ParseNode[]} parts @returns {string[]} */
const namesOf = (parts) => parts.map((part) => part.String.sval)

/**
 * What else a language has must be the handler's own.
 * @param {Session} session @param {ParseNode[] | undefined} parts @param {number} type of its argument
 * @param {string} source pg_proc.prosrc
 * @returns {number} OID, 0: nothing was said @throws {DbError} 42883, 0A000
 */
function ofPlpgsql(session, parts, type, source) {
  if (parts === undefined || parts.length === 0) return 0
  const found = functionOfTypes(session, namesOf(parts), [type])
  if (found.source !== source) throw featureNotSupported(`a language's function other than ${source}`)
  return found.oid
}
