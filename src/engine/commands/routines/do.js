/** DO: a body that is run once. */
import { javaScriptOff, noInlineCode } from '../../../errors/procedures.js'
import { permissionDenied } from '../../../errors/privileges.js'
import { requireLanguage } from '../../../catalog/ddl/may-change.js'
import { JAVASCRIPT, languageDesc, languageNamed } from '../../../catalog/languages.js'
import { asker } from '../../session/access.js'
import { transposed } from './body-errors.js'
import { mayEndTransaction } from '../../statements/core/call.js'
import { redundantOption } from '../../../errors/copy.js'
import { noInlineCodeSpecified, undefinedLanguage } from '../../../errors/commands/routines.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/**
 * @param {Session} session @param {Tree<import('@pgsql/types').DoStmt>} node @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runDo(session, node, call) {
  /** @type {string | null} */
  let source = null
  /** @type {string | null} */
  let language = null
  for (const { DefElem: option } of node.args ?? []) {
    const value = option.arg?.String?.sval ?? ''
    if (option.defname === 'as' ? source !== null : language !== null) {
      throw redundantOption(option.location ?? 0)
    }
    if (option.defname === 'as') source = value
    else language = value
  }
  if (source === null) throw noInlineCodeSpecified()
  language ??= 'plpgsql'
  session.block.ensure()
  const code = inlineCode(session, language)
  const mayEnd = mayEndTransaction(session, call)
  session.block.started = true
  session.procedures.host.program.mayEnd = mayEnd
  try {
    yield* session.procedures.runInline(code, source)
  } catch (error) {
    throw transposed(error, source, call.prepared.sourceText)
  }
  yield* session.envelope.beforeTag(call.describe)
  call.sink.commandComplete('DO')
}

/**
 * @param {Session} session @param {string} language
 * @returns {string} whose bodies these are (catalog/languages.js) @throws {DbError} 42704, 42501, 0A000
 */
function inlineCode(session, language) {
  if (language === JAVASCRIPT) {
    if (session.cluster.javaScriptBodies === null) throw javaScriptOff()
    if (!session.identity.isSuperuser) throw permissionDenied('language', language)
    return JAVASCRIPT
  }
  const oid = languageNamed(session.catalog(), language)
  const desc = languageDesc(session.catalog(), oid)
  if (desc === undefined) throw undefinedLanguage(language)
  requireLanguage(asker(session), oid)
  if (!desc.runsInline) throw noInlineCode(language)
  return desc.code
}
