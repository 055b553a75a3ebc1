/**
 * aclitem: what one role was granted by another, printed as grantee=letters/grantor, a star behind a letter for its
 * grant option; no grantee is PUBLIC.
 *
 * The value is a text of the same form whose roles are numbers, #16384=r/#10, so that a renamed role stays what it is.
 * What came with the catalogs has the name postgres for the role 10, whatever that is called now.
 */
import { undefinedRole } from '../errors/ddl/roles.js'
import { identifierTooLong, malformedAclItem } from '../errors/privileges.js'
import { hashText, textFields, utf8Bytes } from './strings/text.js'
import * as T from './oids.js'
import { TypeOps } from './type-ops.js'
import { quotedName } from './identifiers.js'

/** @import { TypeEnv } from './type-ops.js' */
/**
 * @typedef {{ role: (oid: number) => { name: string } | undefined,
 *   roleByName: (name: string) => { oid: number } | undefined }} RoleNames
 */
/** @typedef {{ grantee: number, grantor: number, privileges: number, options: number }} AclItem bits of PRIVILEGES */

/** Letters in the order of their bits, with what SQL calls them. @type {[string, string][]} */
export const PRIVILEGES = [['a', 'INSERT'], ['r', 'SELECT'], ['w', 'UPDATE'], ['d', 'DELETE'], ['D', 'TRUNCATE'],
  ['x', 'REFERENCES'], ['t', 'TRIGGER'], ['X', 'EXECUTE'], ['U', 'USAGE'], ['C', 'CREATE'], ['T', 'TEMPORARY'],
  ['c', 'CONNECT'], ['s', 'SET'], ['A', 'ALTER SYSTEM']]
export const LETTERS = PRIVILEGES.map(([letter]) => letter).join('')

const BOOTSTRAP = 10
/** Of a role's name. */
const NAME_BYTES_MAX = 63
const BOOTSTRAP_NAME = 'postgres'
/** Predefined roles that built-in grants name. @type {Record<string, number>} */
const PREDEFINED = {
  pg_monitor: 3373, pg_read_all_settings: 3374, pg_read_all_stats: 3375, pg_stat_scan_tables: 3377,
  pg_signal_backend: 4200, pg_checkpoint: 4544, pg_read_server_files: 4569, pg_write_server_files: 4570,
  pg_execute_server_program: 4571, pg_database_owner: 6171, pg_read_all_data: 6181, pg_write_all_data: 6182,
}

/** @param {string} text a role in a stored value @returns {number} */
function storedRole(text) {
  if (text === '') return 0
  if (text.startsWith('#')) return Number(text.slice(1))
  return text === BOOTSTRAP_NAME ? BOOTSTRAP : PREDEFINED[text] ?? 0
}

/** @param {string} stored @returns {AclItem} */
export function readItem(stored) {
  const equals = stored.indexOf('=')
  const slash = stored.lastIndexOf('/')
  let privileges = 0
  let options = 0
  for (let at = equals + 1; at < slash; at++) {
    const bit = 1 << LETTERS.indexOf(stored[at])
    privileges |= bit
    if (stored[at + 1] === '*') {
      options |= bit
      at++
    }
  }
  const grantee = storedRole(stored.slice(0, equals))
  return { grantee, grantor: storedRole(stored.slice(slash + 1)), privileges, options }
}

/** @param {number} privileges @param {number} options */
function lettersOf(privileges, options) {
  let text = ''
  for (let bit = 0; bit < LETTERS.length; bit++) {
    if (((privileges | options) >> bit) & 1) text += LETTERS[bit] + ((options >> bit) & 1 ? '*' : '')
  }
  return text
}

/** @param {number} oid */
const storedName = (oid) => oid === 0 ? '' : `#${oid}`

/** @param {AclItem} item @returns {string} the value */
export const writeItem = ({ grantee, grantor, privileges, options }) =>
  `${storedName(grantee)}=${lettersOf(privileges, options)}/${storedName(grantor)}`

/** @param {string} name */
const shownName = (name) => /^\w+$/.test(name) ? name : quotedName(name)

/** @param {string} stored @param {RoleNames | undefined} catalog @returns {string} */
function format(stored, catalog) {
  const { grantee, grantor, privileges, options } = readItem(stored)
  const name = (/** @type {number} */ oid) => oid === 0 ? '' : shownName(catalog?.role(oid)?.name ?? String(oid))
  return `${name(grantee)}=${lettersOf(privileges, options)}/${name(grantor)}`
}

/** @param {string} text @param {RoleNames | undefined} catalog @param {TypeEnv['notice']} notice @returns {string} */
function parse(text, catalog, notice) {
  let at = 0
  const blanks = () => { while (/[ \t\n\r\f\v]/.test(text[at] ?? '')) at++ }
  const identifier = () => {
    blanks()
    let name = ''
    let quoted = false
    for (; at < text.length; at++) {
      if (utf8Bytes(name) > NAME_BYTES_MAX) throw identifierTooLong()
      if (text[at] === '"') {
        if (quoted && text[at + 1] === '"') name += text[at++]
        else quoted = !quoted
      } else if (quoted || /[\w\u0080-\uffff]/.test(text[at])) name += text[at]
      else break
    }
    if (utf8Bytes(name) > NAME_BYTES_MAX) throw identifierTooLong()
    blanks()
    return name
  }
  const roleNamed = (/** @type {string} */ name) => {
    const role = catalog?.roleByName(name)
    if (role === undefined) throw undefinedRole(name)
    return role.oid
  }
  let name = identifier()
  if (text[at] !== '=') {
    if (name !== 'group' && name !== 'user') {
      throw malformedAclItem(`unrecognized key word: "${name}"`, { hint: 'ACL key word must be "group" or "user".' })
    }
    name = identifier()
    if (name === '')
      throw malformedAclItem('missing name', { hint: 'A name must follow the "group" or "user" key word.' })
  }
  if (text[at] !== '=') throw malformedAclItem('missing "=" sign')
  let privileges = 0
  let options = 0
  let last = 0
  for (at++; /[A-Za-z*]/.test(text[at] ?? ''); at++) {
    if (text[at] === '*') {
      options |= last
      continue
    }
    const bit = LETTERS.indexOf(text[at])
    if (bit < 0) throw malformedAclItem(`invalid mode character: must be one of "${LETTERS}"`)
    privileges |= last = 1 << bit
  }
  const grantee = name === '' ? 0 : roleNamed(name)
  let grantor = BOOTSTRAP
  if (text[at] === '/') {
    at++
    const by = identifier()
    if (by === '') throw malformedAclItem('a name must follow the "/" sign')
    grantor = roleNamed(by)
  } else notice?.({ severity: 'WARNING', code: '0L000', message: `defaulting grantor to user ID ${BOOTSTRAP}` })
  blanks()
  if (at < text.length) throw malformedAclItem('extra garbage at the end of the ACL specification')
  return writeItem({ grantee, grantor, privileges, options })
}

/** @param {string} a @param {string} b both stored */
export const sameItem = (a, b) => a === b || writeItem(readItem(a)) === writeItem(readItem(b))

export const aclItemType = new TypeOps({
  ...textFields(T.ACLITEM, 'aclitem'), category: 'U', textIsStored: false,
  parse: (text, _typmod, env) => parse(text, env.catalog, env.notice),
  format: (stored, env) => format(stored, env.catalog),
  writeText: undefined, receive: undefined, send: undefined,
  compare: undefined, equals: sameItem, hash: (stored) => hashText(writeItem(readItem(stored))),
})
