/**
 * CREATE TYPE of a shell and of a base type, ALTER TYPE … SET. A base type's values are read and printed by functions in C, of which there are none here: its definition is
 * checked as far as it goes, then refused.
 */
import { createShellType } from '../../../catalog/ddl/types/types.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { DbError, featureNotSupported } from '../../../errors/db-error.js'
import { beginDdl, creationNamespace, endDdl } from '../../session/ddl.js'
import { qualifiedOf } from '../routines/definition.js'
import { nameOf, requireType } from './types.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */

const CSTRING = 2275
const OID = 26
const INT4 = 23

const ATTRIBUTES = new Set(['like', 'internallength', 'input', 'output', 'receive', 'send', 'typmod_in', 'typmod_out', 'analyze', 'analyse', 'subscript', 'category', 'preferred', 'delimiter',
  'element', 'default', 'passedbyvalue', 'alignment', 'storage', 'collatable'])
const CHANGEABLE = new Set(['storage', 'receive', 'send', 'typmod_in', 'typmod_out', 'analyze', 'subscript'])

/** @param {Session} session @param {any} node DefineStmt @param {UtilityCall} call */
export function runCreateBaseType(session, node, call) {
  const target = nameOf(node.defnames)
  const namespaceOid = creationNamespace(session, target)
  const existing = session.catalog().typeIn(namespaceOid, target.relname)
  const shell = existing !== undefined && !existing.defined ? existing : undefined
  const full = node.definition !== undefined
  if ((existing !== undefined && shell === undefined && existing.category !== 'A') || (shell !== undefined && !full)) throw new DbError('42710', `type "${target.relname}" already exists`)
  if (!full) {
    const ddl = beginDdl(session)
    createShellType(ddl, { name: target.relname, namespaceOid })
    endDdl(session, ddl)
    call.sink.commandComplete('CREATE TYPE')
    return
  }
  if (shell === undefined) {
    throw new DbError('42710', `type "${target.relname}" does not exist`, { hint: 'Create the type as a shell type, then create its I/O functions, then do a full CREATE TYPE.' })
  }
  refuseDefinition(session, shell, attributesOf(session, node))
}

/** @param {Session} session @param {any} node DefineStmt @returns {Map<string, any>} DefElem by name */
function attributesOf(session, node) {
  const items = new Map()
  for (const { DefElem: item } of node.definition) {
    const name = item.defname === 'analyse' ? 'analyze' : item.defname
    if (!ATTRIBUTES.has(name)) {
      session.notice({ severity: 'WARNING', code: '42601', message: `type attribute "${item.defname}" not recognized` })
      continue
    }
    if (items.has(name)) throw new DbError('42601', 'conflicting or redundant options', { position: (item.location ?? -1) + 1 || undefined })
    items.set(name, item)
  }
  return items
}

/** @param {Session} session @param {any} shell TypeDesc @param {Map<string, any>} items @throws {DbError} 42P17, 42883, 42725, and 0A000 when nothing is wrong with it */
function refuseDefinition(session, shell, items) {
  if (!items.has('input')) throw new DbError('42P17', 'type input function must be specified')
  if (!items.has('output')) throw new DbError('42P17', 'type output function must be specified')
  if (items.has('typmod_out') && !items.has('typmod_in')) throw new DbError('42P17', 'type modifier output function is useless without a type modifier input function')
  const catalog = session.catalog()
  const find = (/** @type {string[]} */ names, /** @type {number[]} */ types) => catalog.functionsNamed(names.at(-1), names.length > 1 ? names.at(-2) : null)
    .find((/** @type {any} */ func) => func.argTypes.join() === types.join())
  const missing = (/** @type {string[]} */ names, /** @type {number} */ type) => new DbError('42883', `function ${names.join('.')}(${formatType(catalog, type)}) does not exist`)
  const input = qualifiedOf(items.get('input'))
  const [short, long] = [find(input, [CSTRING]), find(input, [CSTRING, OID, INT4])]
  if (short !== undefined && long !== undefined) throw new DbError('42725', `type input function ${input.join('.')} has multiple matches`)
  const reader = short ?? long
  if (reader === undefined) throw missing(input, CSTRING)
  if (reader.returnType !== shell.oid) throw new DbError('42P17', `type input function ${input.join('.')} must return type ${formatType(catalog, shell.oid)}`)
  const output = qualifiedOf(items.get('output'))
  const printer = find(output, [shell.oid])
  if (printer === undefined) throw missing(output, shell.oid)
  if (printer.returnType !== CSTRING) throw new DbError('42P17', `type output function ${output.join('.')} must return type cstring`)
  throw featureNotSupported('a base type')
}

/** @param {Session} session @param {any} node AlterTypeStmt */
export function runAlterType(session, node) {
  const type = requireType(session, { names: node.typeName })
  const shown = formatType(session.catalog(), type.oid)
  if (type.kind !== 'b' || (type.subscriptFunction === 6179 && type.elementType !== 0)) throw new DbError('42809', `${shown} is not a base type`)
  for (const { DefElem: item } of node.options ?? []) {
    if (CHANGEABLE.has(item.defname)) continue
    throw new DbError('42601', `type attribute "${item.defname}" ${ATTRIBUTES.has(item.defname) ? 'cannot be changed' : 'not recognized'}`)
  }
  throw featureNotSupported(`changing the built-in type ${shown}`)
}
