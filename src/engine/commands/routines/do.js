/** DO: a body that is run once. */
import { javaScriptOff } from '../../../errors/procedures.js'
import { permissionDenied } from '../../../errors/privileges.js'
import { JAVASCRIPT, languageNamed } from '../../../catalog/languages.js'
import { DbError } from '../../../errors/db-error.js'
import { transposed } from './body-errors.js'
import { mayEndTransaction } from '../../statements/core/call.js'
import { conflictingOrRedundantOptions, noInlineCodeSpecified } from '../../../errors/commands/routines.js'

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
      throw conflictingOrRedundantOptions()
    }
    if (option.defname === 'as') source = value
    else language = value
  }
  if (source === null) throw noInlineCodeSpecified()
  language ??= 'plpgsql'
  session.block.ensure()
  if (language === JAVASCRIPT) {
    if (session.cluster.javaScriptBodies === null) throw javaScriptOff()
    if (!session.identity.isSuperuser) throw permissionDenied('language', language)
  } else if (languageNamed(session.catalog(), language) === 0) {
    throw new DbError('42704', `language "${language}" does not exist`, /^pl/.test(language)
      ? { hint: 'Use CREATE EXTENSION to load the language into the database.' } : {})
  }
  const mayEnd = mayEndTransaction(session, call)
  session.block.started = true
  session.procedures.host.program.mayEnd = mayEnd
  try {
    yield* session.procedures.runInline(language, source)
  } catch (error) {
    throw transposed(error, source, call.prepared.sourceText)
  }
  call.sink.commandComplete('DO')
}
