/**
 * Rules of pg_hba.conf: who may connect, from where, and how they prove who they are. One line is one rule:
 *
 *   local                    DATABASES  USERS             METHOD  [NAME=VALUE …]
 *   host|hostssl|hostnossl|… DATABASES  USERS  ADDRESSES  METHOD  [NAME=VALUE …]
 *
 * This reads them; src/server/auth/rules.js finds the one that holds for a client.
 */
import { addressText, maskOf, parseAddress } from './address.js'
import { isKeyword, tokenLines } from './tokens.js'

/** @import { Reader, Token, TokenLine } from './tokens.js' */

/**
 * Which addresses. @typedef {{ kind: 'all' | 'samehost' | 'samenet' }
 *   | { kind: 'range', address: Uint8Array, mask: Uint8Array } | { kind: 'name', name: string }} HbaAddress
 */
/** @typedef {'trust' | 'reject' | 'password' | 'md5' | 'scram-sha-256' | 'cert'} HbaMethod */
/**
 * @typedef {object} HbaRule
 * @property {number} line @property {string} text of the line
 * @property {string} type local, host, hostssl …
 * @property {Token[]} databases @property {Token[]} users
 * @property {HbaAddress | null} address null: of `local`
 * @property {HbaMethod} method
 * @property {string | null} map of names in certificates
 * @property {'verify-ca' | 'verify-full' | null} clientCert null: none is asked for
 * @property {'CN' | 'DN'} clientName what of the certificate is the user's name
 */
/**
 * One line: the rule, or what is wrong with it; both where it makes sense and can never hold.
 * @typedef {{ line: number, rule: HbaRule | null, error: string | null, hint?: string }} HbaLine
 */

const TYPES = new Set(['local', 'host', 'hostssl', 'hostnossl', 'hostgssenc', 'hostnogssenc'])
const METHODS = new Set(['trust', 'reject', 'password', 'md5', 'scram-sha-256', 'cert'])
/** Those of PostgreSQL's that need more of the operating system, or of other servers, than Node reaches. */
const REFUSED = new Set(['peer', 'ident', 'gss', 'sspi', 'ldap', 'radius', 'pam', 'bsd'])

/** Options of methods, and which these are. */
const OF_METHODS = /** @type {Record<string, string>} */ ({
  ...of('pam', 'pamservice pam_use_hostname'),
  ...of('ldap', 'ldapurl ldaptls ldapscheme ldapserver ldapport ldapbinddn ldapbindpasswd ldapsearchattribute '
    + 'ldapsearchfilter ldapbasedn ldapprefix ldapsuffix'),
  ...of('radius', 'radiusservers radiusports radiussecrets radiusidentifiers'),
  ...of('gssapi and sspi', 'krb_realm include_realm'),
  ...of('sspi', 'compat_realm upn_username'),
})

/** @param {string} methods @param {string} names @returns {Record<string, string>} */
function of(methods, names) { return Object.fromEntries(names.split(' ').map((name) => [name, methods])) }

/** What is wrong with a line. */
class RuleError extends Error {
  /** @param {string} message @param {string} [hint] */
  constructor(message, hint) {
    super(message)
    this.hint = hint
  }
}

/**
 * @param {string} text of the file @param {string} path @param {Reader} read what `@file` names
 * @param {boolean} hasTls whether hostssl can match
 * @returns {HbaLine[]}
 */
export function parseHba(text, path, read, hasTls) {
  return tokenLines(text, path, read).map((line) => {
    if (line.error !== null) return { line: line.number, rule: null, error: line.error }
    try {
      const rule = ruleOf(line)
      if (rule.type === 'hostssl' && !hasTls) return { ...SSL_DISABLED, line: line.number, rule }
      if (rule.type === 'hostgssenc') return { ...GSS_MISSING, line: line.number, rule }
      return { line: line.number, rule, error: null }
    } catch (error) {
      if (!(error instanceof RuleError)) throw error
      return { line: line.number, rule: null, error: error.message, hint: error.hint }
    }
  })
}

const SSL_DISABLED = {
  error: 'hostssl record cannot match because SSL is disabled', hint: 'Set ssl = on in postgresql.conf.',
}
const GSS_MISSING = { error: 'hostgssenc record cannot match because GSSAPI is not supported by this build' }

/** @param {TokenLine} line @returns {HbaRule} @throws {RuleError} */
function ruleOf({ number, text, fields }) {
  let at = 0
  /** @param {string} what @param {string} [hint] @returns {Token[]} */
  const next = (what, hint) => {
    const field = fields[at++]
    if (field === undefined) throw new RuleError(`end-of-line before ${what}`, hint)
    return field
  }
  /** @param {Token[]} field @param {string} what @param {string} [hint] @returns {Token} */
  const single = (field, what, hint) => {
    if (field.length > 1) throw new RuleError(`multiple values specified for ${what}`, hint)
    return field[0]
  }
  const type = single(next(''), 'connection type', 'Specify exactly one connection type per line.').text
  if (!TYPES.has(type)) throw new RuleError(`invalid connection type "${type}"`)
  const databases = next('database specification')
  const users = next('role specification')
  /** @type {HbaAddress | null} */
  let address = null
  if (type !== 'local') {
    const field = next('IP address specification')
    const given = single(field, 'host address', 'Specify one address range per line.')
    address = addressOf(given, () => single(next('netmask specification',
      'Specify an address range in CIDR notation, or provide a separate netmask.'), 'netmask').text)
  }
  const named = single(next('authentication method'), 'authentication type',
    'Specify exactly one authentication type per line.').text
  if (REFUSED.has(named)) throw new RuleError(`invalid authentication method "${named}": not supported by this build`)
  if (!METHODS.has(named)) throw new RuleError(`invalid authentication method "${named}"`)
  const method = /** @type {HbaMethod} */ (named)
  if (method === 'cert' && type !== 'hostssl')
    throw new RuleError('cert authentication is only supported on hostssl connections')
  /** @type {HbaRule} */
  const rule = {
    line: number, text, type, databases, users, address, method, map: null, clientCert: null, clientName: 'CN',
  }
  for (const field of fields.slice(at)) for (const option of field) setOption(rule, option.text)
  if (method === 'cert') rule.clientCert = 'verify-full'
  return rule
}

/** @param {Token} given @param {() => string} nextMask @returns {HbaAddress} @throws {RuleError} */
function addressOf(given, nextMask) {
  for (const kind of /** @type {const} */ (['all', 'samehost', 'samenet'])) if (isKeyword(given, kind)) return { kind }
  const slash = given.text.indexOf('/')
  const host = slash < 0 ? given.text : given.text.slice(0, slash)
  const address = parseAddress(host)
  if (slash >= 0) {
    if (address === null)
      throw new RuleError(`specifying both host name and CIDR mask is invalid: "${given.text}"`)
    const bits = given.text.slice(slash + 1)
    if (!/^\d{1,9}$/.test(bits) || Number(bits) > address.length * 8)
      throw new RuleError(`invalid CIDR mask in address "${given.text}"`)
    return { kind: 'range', address, mask: maskOf(Number(bits), address.length) }
  }
  if (address === null) return { kind: 'name', name: host }
  const maskText = nextMask()
  const mask = parseAddress(maskText)
  if (mask === null) throw new RuleError(`invalid IP mask "${maskText}": Name or service not known`)
  if (mask.length !== address.length) throw new RuleError('IP address and mask do not match')
  return { kind: 'range', address, mask }
}

/** @param {HbaRule} rule @param {string} option @throws {RuleError} */
function setOption(rule, option) {
  const equals = option.indexOf('=')
  if (equals < 0) throw new RuleError(`authentication option not in name=value format: ${option}`)
  const name = option.slice(0, equals)
  const value = option.slice(equals + 1)
  const onlyFor = (/** @type {string} */ methods) =>
    new RuleError(`authentication option "${name}" is only valid for authentication methods ${methods}`)
  switch (name) {
    case 'map':
      if (rule.method !== 'cert') throw onlyFor('ident, peer, gssapi, sspi, and cert')
      rule.map = value
      return
    case 'clientcert':
      requireTlsRow(rule, name)
      if (value !== 'verify-ca' && value !== 'verify-full')
        throw new RuleError(`invalid value for clientcert: "${value}"`)
      if (rule.method === 'cert' && value === 'verify-ca')
        throw new RuleError('clientcert can only be set to "verify-full" when using "cert" authentication')
      rule.clientCert = value
      return
    case 'clientname':
      requireTlsRow(rule, name)
      if (value !== 'CN' && value !== 'DN') throw new RuleError(`invalid value for clientname: "${value}"`)
      rule.clientName = value
      return
    default:
      if (Object.hasOwn(OF_METHODS, name)) throw onlyFor(OF_METHODS[name])
      throw new RuleError(`unrecognized authentication option name: "${name}"`)
  }
}

/** @param {HbaRule} rule @param {string} name @throws {RuleError} */
function requireTlsRow({ type }, name) {
  if (type !== 'hostssl') throw new RuleError(`${name} can only be configured for "hostssl" rows`)
}

/**
 * What pg_hba_file_rules shows of a rule.
 * @param {HbaRule} rule
 * @returns {{ type: string, databases: string[], users: string[], address: string | null, mask: string | null,
 *   method: string, options: string[] | null }}
 */
export function shownRule({ type, databases, users, address, method, map, clientCert }) {
  const isRange = address?.kind === 'range'
  const options = [
    ...(map === null ? [] : [`map=${map}`]),
    ...(clientCert === null ? [] : [`clientcert=${clientCert}`]),
  ]
  return {
    type,
    databases: databases.map(({ text }) => text),
    users: users.map(({ text }) => text),
    address: address === null ? null
      : isRange ? addressText(address.address) : address.kind === 'name' ? address.name : address.kind,
    mask: isRange ? addressText(address.mask) : null,
    method,
    options: options.length === 0 ? null : options,
  }
}
