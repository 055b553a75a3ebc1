/** CREATE TYPE … AS RANGE: what its attributes say, checked; then the catalog's part. */
import { createRange } from '../../../catalog/ddl/types/ranges.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { featureNotSupported } from '../../../errors/db-error.js'
/** @import { DbError } from '../../../errors/db-error.js' */
import { opclassRefuses, undefinedOpclass } from '../../../errors/ddl/indexes.js'
import { CANONICAL } from '../../../types/range/types.js'
import { requireExecute } from '../../../catalog/guarded.js'
import { beginDdl, creationNamespace, endDdl } from '../../session/ddl.js'
import { definedType, qualifiedOf, requireFunction } from '../routines/definition.js'
import { nameOf } from './types.js'
import {
  badRangeSubtype, canonicalNeedsShell, canonicalNotImmutable, canonicalReturns, conflictingOrRedundantOptions,
  rangeCollationUnused, rangeWithoutOpclass, subtypeDiffNotImmutable, subtypeDiffReturns, subtypeRequired,
  typeNameTaken, undefinedCollationUtf8, unknownTypeAttribute,
} from '../../../errors/commands/types.js'
import { BTREE } from '../../../types/oids.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */
/** @import { TypeDesc } from '../../../catalog/descriptors.js' */

const FLOAT8 = 701
/** Language of built-in functions. */
const INTERNAL = 12

/** @param {Session} session @param {Tree<import('@pgsql/types').CreateRangeStmt>} node @param {UtilityCall} call */
export function runCreateRange(session, node, call) {
  const target = nameOf(node.typeName)
  const namespaceOid = creationNamespace(session, target)
  const catalog = session.catalog()
  const existing = catalog.typeIn(namespaceOid, target.relname)
  const shell = existing !== undefined && !existing.defined ? existing : undefined
  if (existing !== undefined && shell === undefined && existing.category !== 'A') throw typeNameTaken(target.relname)
  const items = attributesOf(node)
  const subtypeItem = items.get('subtype')
  if (subtypeItem === undefined) throw subtypeRequired()
  const subtype = definedType(session, subtypeItem, call.prepared.sourceText)
  const type = catalog.type(subtype)
  if (type.kind === 'p') throw badRangeSubtype(formatType(catalog, subtype))
  const opclass = opclassOf(session, items.get('subtype_opclass'), subtype)
  const collation = collationOf(session, items.get('collation'), type)
  const canonical = items.has('canonical')
    ? canonicalFunction(session, qualifiedOf(items.get('canonical')), shell, subtype)
    : 0
  const diff = items.has('subtype_diff') ? diffFunction(session, qualifiedOf(items.get('subtype_diff')), subtype) : 0
  if (session.typeOps(subtype).compare === undefined)
    throw featureNotSupported(`a range over type ${formatType(catalog, subtype)}`)
  const multirange = items.has('multirange_type_name') ? nameOf(nodesOf(items.get('multirange_type_name'))) : null
  const ddl = beginDdl(session)
  createRange(ddl, {
    name: target.relname, namespaceOid, multirangeName: multirange?.relname ?? null,
    multirangeNamespace: multirange === null ? namespaceOid : creationNamespace(session, multirange), subtype, opclass,
    collation, canonical, diff, shellOid: shell?.oid ?? 0,
  })
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE TYPE')
}

const KNOWN = new Set(['subtype', 'subtype_opclass', 'collation', 'canonical', 'subtype_diff', 'multirange_type_name'])

/** @param {Tree<import('@pgsql/types').CreateRangeStmt>} node @returns {Map<string, any>} DefElem by name */
function attributesOf(node) {
  const items = new Map()
  for (const { DefElem: item } of node.params ?? []) {
    if (!KNOWN.has(item.defname)) throw unknownTypeAttribute(item.defname)
    if (items.has(item.defname)) throw conflictingOrRedundantOptions((item.location ?? -1) + 1 || undefined)
    items.set(item.defname, item)
  }
  return items
}

/**
 * String nodes of a qualified name.
 * @param {Tree<import('@pgsql/types').DefElem>} item
 * @returns {{ String: { sval: string } }[]}
 */
const nodesOf = (item) => qualifiedOf(item).map((sval) => ({ String: { sval } }))

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').DefElem>} item or undefined
 * @param {number} subtype
 * @returns {number} OID
 * @throws {DbError} 42704, 42804
 */
function opclassOf(session, item, subtype) {
  const catalog = session.catalog()
  const own = catalog.defaultOpclass(subtype)
  if (item === undefined) {
    if (own !== undefined) return own.oid
    throw rangeWithoutOpclass(formatType(catalog, subtype))
  }
  const names = qualifiedOf(item)
  const found = catalog.opclassByName(/** @type {string} */ (names.at(-1)), BTREE)
  if (found === undefined) throw undefinedOpclass(names.join('.'), 'btree')
  if (!catalog.isBinaryCoercible(subtype, found.inputType) && own?.inputType !== found.inputType)
    throw opclassRefuses(names.join('.'), formatType(catalog, subtype))
  // With the collation "C" that there is, the pattern classes order as the default ones do.
  if (found.family !== own?.family && !/_pattern_ops$/.test(found.name))
    throw featureNotSupported(`a range with operator class "${found.name}"`)
  return found.oid
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').DefElem>} item or undefined
 * @param {TypeDesc} type of the subtype
 * @returns {number} OID, 0: none
 */
function collationOf(session, item, type) {
  if (item === undefined) return type.collation
  if (type.collation === 0) throw rangeCollationUnused()
  const names = qualifiedOf(item)
  const found = session
    .catalog()
    .collationByName(names.length > 1 ? names[0] : null, /** @type {string} */ (names.at(-1)))
  if (found === undefined) throw undefinedCollationUtf8(names.join('.'))
  return found.oid
}

/**
 * A function over ranges that are not there yet: in PostgreSQL it cannot be in SQL (nor be called by it) and is in C.
 * What it can be here is one of those PostgreSQL brings, under a name of its own (LANGUAGE internal).
 * @param {Session} session
 * @param {string[]} names
 * @param {TypeDesc} shell or undefined
 * @param {number} subtype
 * @returns {number} OID
 * @throws {DbError} 42883, 42P17, 0A000
 */
function canonicalFunction(session, names, shell, subtype) {
  if (shell === undefined) {
    throw canonicalNeedsShell()
  }
  const func = requireFunction(session, names, [shell.oid])
  const shown = `${names.join('.')}(${formatType(session.catalog(), shell.oid)})`
  if (func.returnType !== shell.oid) throw canonicalReturns(shown)
  if (func.volatility !== 'i') throw canonicalNotImmutable(shown)
  requireExecute(session.catalog(), session.roleOid, func.oid)
  if (func.language !== INTERNAL || CANONICAL[subtype]?.source !== func.source)
    throw featureNotSupported(`a range whose canonical function is ${shown}`)
  return func.oid
}

/**
 * @param {Session} session
 * @param {string[]} names
 * @param {number} subtype
 * @returns {number} OID
 * @throws {DbError} 42883, 42P17
 */
function diffFunction(session, names, subtype) {
  const func = requireFunction(session, names, [subtype, subtype])
  const shown = `${names.join('.')}(${func.argTypes.map((/** @type {number} */ type) => formatType(session.catalog(), type)).join(', ')})`
  if (func.returnType !== FLOAT8) throw subtypeDiffReturns(shown)
  if (func.volatility !== 'i') throw subtypeDiffNotImmutable(shown)
  requireExecute(session.catalog(), session.roleOid, func.oid)
  return func.oid
}
