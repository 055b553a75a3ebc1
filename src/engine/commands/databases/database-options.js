/** The options of CREATE DATABASE. */
import {
  invalidDatabaseStrategy, undefinedTemplate, optionNeedsInteger, invalidConnectionLimit,
} from '../../../errors/commands/databases.js'
import { undefinedRole } from '../../../errors/ddl/roles.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { conflictingOptions } from '../../../errors/ddl/sequences.js'
import { icuLocaleAlone, invalidLocale, unknownLocaleProvider } from '../../../errors/ddl/collations.js'
import { denied } from '../../../errors/privileges.js'
import { hasPrivsOf } from '../../../catalog/roles.js'
import { syntaxError } from '../../../errors/syntax.js'
import { isKnownLocale } from '../../../types/collation/locale-names.js'
import { flagOf } from '../routines/definition.js'
import { requireTablespace } from '../../session/tablespaces.js'
import { globalAsDefault } from '../../../errors/commands/tablespaces.js'

/** @import { DbError } from '../../../errors/db-error.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { Tree } from '../../../parser/tree.js' */
/** @import { ParseNode } from '../../../parser/tree.js' */

const STRATEGIES = ['wal_log', 'file_copy']
const UNLIMITED = -1
const TEMPLATES_LOCALE = { collate: null, ctype: null }

/**
 * @typedef {{ owner: { oid: number, name: string }, connectionLimit: number, allowConnections: boolean,
 *   isTemplate: boolean, template: string, collate: string | null, ctype: string | null }} DatabaseOptions null: the
 *   template's
 */

/**
 * @param {Session} session
 * @param {ParseNode[]} list DefElem nodes
 * @returns {DatabaseOptions}
 * @throws {DbError} 42601, 42704, 3D000, 22023; 0A000 for what a database cannot be here
 */
export function databaseOptions(session, list) {
  /** @type {DatabaseOptions} */
  const options = {
    owner: { oid: session.roleOid, name: session.user }, connectionLimit: UNLIMITED, allowConnections: true,
    isTemplate: false, template: 'template1', ...TEMPLATES_LOCALE,
  }
  const seen = new Set()
  for (const { DefElem: item } of list) {
    if (seen.has(item.defname)) throw conflictingOptions(item.location)
    seen.add(item.defname)
    const isDefault = item.arg === undefined
    const word = String(item.arg?.String?.sval ?? '')
    switch (item.defname) {
      case 'template':
        if (!isDefault) options.template = word
        break
      case 'encoding':
        if (!isDefault && !['utf8', 'utf-8'].includes(word.toLowerCase()) && item.arg?.Integer?.ival !== 6)
          throw featureNotSupported(`CREATE DATABASE with ENCODING ${word}`)
        break
      case 'locale': case 'lc_collate': case 'lc_ctype':
        if (isDefault) break
        if (!isKnownLocale(word)) throw invalidLocale(word)
        setLocale(options, item.defname, word === 'POSIX' ? 'C' : word) // as the system calls it
        break
      case 'owner': if (!isDefault) options.owner = ownerNamed(session, word); break
      case 'connection_limit': if (!isDefault) options.connectionLimit = limitOf(item); break
      case 'is_template': options.isTemplate = !isDefault && flagOf(item); break
      case 'allow_connections': options.allowConnections = isDefault || flagOf(item); break
      case 'strategy':
        if (!isDefault && !STRATEGIES.includes(word)) throw invalidDatabaseStrategy(word)
        break
      case 'tablespace':
        if (isDefault || word === 'pg_default') break
        requireTablespace(session, word)
        throw globalAsDefault()
      case 'locale_provider':
        if (!isDefault) requireLibc(word)
        break
      case 'icu_locale':
        if (!isDefault) throw icuLocaleAlone()
        break
      case 'collation_version': case 'oid':
        throw featureNotSupported(`CREATE DATABASE with ${item.defname.toUpperCase()}`)
      default: throw syntaxError(`option "${item.defname}" not recognized`, item)
    }
  }
  return options
}

/**
 * @param {Session} session @param {string} template
 * @returns {import('../../../catalog/descriptors.js').DatabaseDesc} that is copied
 * @throws {DbError} 3D000, 42501: somebody else's database
 */
export function templateNamed(session, template) {
  const found = session.cluster.anyDatabase().catalog.shared.databaseByName(template)
  if (found === undefined) throw undefinedTemplate(template)
  if (!found.isTemplate && !hasPrivsOf(session.catalog(), session.roleOid, found.ownerOid))
    throw denied(`permission denied to copy database "${template}"`)
  return found
}

/**
 * What is said of one of the two stands above what is said of both.
 * @param {DatabaseOptions} options @param {string} which @param {string} locale
 */
function setLocale(options, which, locale) {
  if (which === 'lc_collate') options.collate = locale
  else if (which === 'lc_ctype') options.ctype = locale
  else {
    options.collate ??= locale
    options.ctype ??= locale
  }
}

/** @param {string} provider of locales @throws {DbError} 0A000, 42P17 */
function requireLibc(provider) {
  const name = provider.toLowerCase()
  if (name === 'icu') throw featureNotSupported('CREATE DATABASE with LOCALE_PROVIDER icu')
  if (name !== 'libc') throw unknownLocaleProvider(provider)
}

/** @param {Session} session @param {string} name @returns {{ oid: number, name: string }} */
function ownerNamed(session, name) {
  const role = session.cluster.role(name)
  if (role === null) throw undefinedRole(name)
  return { oid: role.oid, name }
}

/** @param {Tree<import('@pgsql/types').DefElem>} item @returns {number} */
export function limitOf(item) {
  const { arg } = item
  if (arg.Integer === undefined) throw optionNeedsInteger(item.defname)
  const limit = arg.Integer.ival ?? 0
  if (limit < UNLIMITED) throw invalidConnectionLimit(limit)
  return limit
}
