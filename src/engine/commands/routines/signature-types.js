/** Types in signatures of functions: a shell type stands there until its functions are made. */
import { DbError } from '../../../errors/db-error.js'
import { withoutPlaces } from '../../../errors/syntax.js'
import { functionTypeOf } from './routine-names.js'
import { findType } from '../types/types.js'
import { aggregateOfShellType, noArgumentType, sqlFunctionOfShellType } from '../../../errors/commands/routines.js'

/** @import { Session } from '../../session/session.js' */
/** @import { Tree } from '../../../parser/tree.js' */

const SQL = 14

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').TypeName>} node
 * @param {string} sourceText
 * @param {'argument' | 'return'} role
 * @param {number} language 0: of an aggregate
 * @returns {number} OID @throws {DbError} 42P13 a shell where it cannot be, 42704
 */
export function signatureType(session, node, sourceText, role, language) {
  const type = node.pct_type || node.arrayBounds?.length ? undefined : findType(session, node)
  if (type === undefined || type.defined) return typeIn(session, node, sourceText, role)
  if (language === 0) throw aggregateOfShellType(type.name)
  if (language === SQL) throw sqlFunctionOfShellType(role === 'return' ? 'return' : 'accept', type.name)
  session.notice({ severity: 'NOTICE', code: '42809', message: `${role} type ${type.name} is only a shell` })
  return type.oid
}

/** @param {Tree<import('@pgsql/types').TypeName>} node */
const typeNameText = ({ names, arrayBounds }) =>
  (names ?? []).map((part) => part.String.sval).join('.') + (arrayBounds?.length ? '[]' : '')

/**
 * @param {Session} session @param {Tree<import('@pgsql/types').TypeName>} node @param {string} sourceText
 * @param {'argument' | 'return'} role
 */
function typeIn(session, node, sourceText, role) {
  try {
    return withoutPlaces(() => functionTypeOf(session, node, sourceText))
  } catch (error) {
    const isMissing = role === 'argument' && error instanceof DbError && error.code === '42704' && !node.pct_type
    throw isMissing ? noArgumentType(typeNameText(node)) : error
  }
}
