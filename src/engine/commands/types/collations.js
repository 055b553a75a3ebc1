/**
 * CREATE COLLATION and ALTER COLLATION … REFRESH VERSION. Renaming, moving, owning and dropping are every object's
 * (object-names.js, drop.js).
 */
import { CLASS } from '../../../catalog/ddl/context.js'
import { collationExists, createCollation, setCollationVersion } from '../../../catalog/ddl/types/collations.js'
import { quoteIdentifier } from '../../../catalog/deparse/names.js'
/** @import { DbError } from '../../../errors/db-error.js' */
import { localeNotFound, redundantOption, versionMismatch } from '../../../errors/ddl/collations.js'
import { located } from '../../../errors/syntax.js'
import { COLLATION_VERSION, collatorOf } from '../../../types/collation/collator.js'
import { isKnownLocale } from '../../../types/collation/locale-names.js'
import { beginDdl, creationNamespace, endDdl } from '../../session/ddl.js'
import { flagOf, qualifiedOf } from '../routines/definition.js'
import { findNamed, requireNamedOwner } from '../objects/object-address.js'
import { nameOf } from './types.js'
import {
  defaultCollationNotCopied, lcCollateNeeded, lcCtypeNeeded, localeNeeded, nondeterministicNeedsIcu,
  unexpectedNullInPgCollation, unrecognizedCollationProvider,
} from '../../../errors/commands/types.js'
import { needsParameter } from '../../../errors/copy.js'
import { FIRST_USER_OID } from '../../../types/oids.js'
import { address } from '../../../catalog/ddl/dependencies.js'

/** @import { CollationDesc } from '../../../catalog/descriptors.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */

const KNOWN = new Set(['from', 'locale', 'lc_collate', 'lc_ctype', 'provider', 'deterministic', 'version'])
const UTF8 = 6

/** @param {Session} session @param {Tree<import('@pgsql/types').DefineStmt>} node @param {UtilityCall} call */
export function runCreateCollation(session, node, call) {
  const target = nameOf(node.defnames)
  const namespaceOid = creationNamespace(session, target)
  const definition = definitionOf(session, node)
  const ddl = beginDdl(session)
  if (node.if_not_exists && collationExists(ddl, target.relname, namespaceOid)) {
    session.notice({
      severity: 'NOTICE', code: '42710', message: `collation "${target.relname}" already exists, skipping`,
    })
  } else {
    createCollation(ddl, { name: target.relname, namespaceOid, ...definition })
    if (definition.icuLocale !== null) {
      collatorOf(definition.icuLocale, definition.deterministic)
      if (definition.version !== COLLATION_VERSION)
        session.notice(
          versionMismatch(
            target.relname,
            `${quoteIdentifier(ddl.view.namespace(namespaceOid)?.name ?? '')}.${quoteIdentifier(target.relname)}`,
            definition.version ?? '', COLLATION_VERSION,
          ),
        )
    }
  }
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE COLLATION')
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').DefineStmt>} node
 * @returns {Omit<import('../../../catalog/ddl/types/collations.js').CollationDefinition, 'name' | 'namespaceOid'>}
 */
function definitionOf(session, node) {
  /** @type {Map<string, any>} */
  const items = new Map()
  for (const { DefElem: item } of node.definition ?? []) {
    if (!KNOWN.has(item.defname))
      throw located('42601', `collation attribute "${item.defname}" not recognized`, { location: item.location ?? 0 })
    if (items.has(item.defname)) throw redundantOption(undefined, item.location ?? 0)
    items.set(item.defname, item)
  }
  if (items.has('locale') && (items.has('lc_collate') || items.has('lc_ctype')))
    throw redundantOption('LOCALE cannot be specified together with LC_COLLATE or LC_CTYPE.')
  if (items.has('from')) {
    if (items.size > 1) throw redundantOption('FROM cannot be specified together with any other options.')
    return copied(session, qualifiedOf(items.get('from')))
  }
  const text = (/** @type {string} */ name) => items.has(name) ? wordOf(items.get(name)) : null
  const provider = text('provider')?.toLowerCase() ?? 'libc'
  if (provider !== 'icu' && provider !== 'libc') throw unrecognizedCollationProvider(text('provider'))
  const deterministic = !items.has('deterministic') || flagOf(items.get('deterministic'))
  const locale = text('locale')
  const version = text('version')
  if (provider === 'icu') {
    if (locale === null) throw localeNeeded()
    return {
      provider: 'i', deterministic, encoding: -1, collate: null, ctype: null, icuLocale: locale,
      version: version ?? COLLATION_VERSION,
    }
  }
  const collate = locale ?? text('lc_collate')
  const ctype = locale ?? text('lc_ctype')
  if (collate === null) throw lcCollateNeeded()
  if (ctype === null) throw lcCtypeNeeded()
  if (!deterministic) throw nondeterministicNeedsIcu()
  for (const name of [collate, ctype]) if (!isKnownLocale(name)) throw localeNotFound(name)
  return { provider: 'c', deterministic, encoding: UTF8, collate, ctype, icuLocale: null, version }
}

/** @param {Tree<import('@pgsql/types').DefElem>} item @returns {string} */
function wordOf(item) {
  const { arg } = item
  if (arg?.String) return arg.String.sval
  if (arg?.TypeName) return arg.TypeName.names.map((part) => part.String.sval).join('.')
  if (arg?.Integer) return String(arg.Integer.ival ?? 0)
  if (arg?.Float) return arg.Float.fval
  throw needsParameter(item.defname)
}

/** What another collation is, as of now. @param {Session} session @param {string[]} names */
function copied(session, names) {
  const from = findCollation(session, names)
  if (from.provider === 'd') throw defaultCollationNotCopied()
  return {
    provider: /** @type {'i' | 'c'} */ (from.provider), deterministic: from.deterministic, encoding: from.encoding,
    collate: from.collate, ctype: from.ctype, icuLocale: from.icuLocale,
    version: from.provider === 'i' ? COLLATION_VERSION : null,
  }
}

/** @param {Session} session @param {string[]} names @returns {CollationDesc} @throws {DbError} 42704 */
function findCollation(session, names) {
  const object = findNamed(session, 'OBJECT_COLLATION', {
    List: { items: names.map((sval) => ({ String: { sval } })) },
  })
  return /** @type {CollationDesc} */ (session.catalog().collation(object.objectId))
}

/** @param {Session} session @param {Tree<import('@pgsql/types').AlterCollationStmt>} node @param {UtilityCall} call */
export function runAlterCollation(session, node, call) {
  const collation = findCollation(session, node.collname.map((part) => part.String.sval))
  requireNamedOwner(session, 'OBJECT_COLLATION', node.collname, address(CLASS.COLLATION, collation.oid))
  if (collation.provider === 'd') throw unexpectedNullInPgCollation()
  const version = collation.provider === 'i' && collation.oid >= FIRST_USER_OID ? COLLATION_VERSION : null
  if (version === collation.version)
    session.notice({ severity: 'NOTICE', code: '00000', message: 'version has not changed' })
  else {
    session.notice({
      severity: 'NOTICE', code: '00000', message: `changing version from ${collation.version} to ${version}`,
    })
    const ddl = beginDdl(session)
    setCollationVersion(ddl, collation.oid, /** @type {string} */ (version))
    endDdl(session, ddl)
  }
  call.sink.commandComplete('ALTER COLLATION')
}
