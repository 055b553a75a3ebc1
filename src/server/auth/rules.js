/**
 * Which rule of pg_hba.conf holds for a client: the first whose kind of connection, database, user and address are its
 * own. Only names of hosts have to be waited for.
 */
import { lookup, lookupService } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { isKeyword } from '../../config/access/tokens.js'
import { isWithin, parseAddress } from '../../config/access/address.js'

/** @import { HbaAddress, HbaRule } from '../../config/access/hba.js' */

/**
 * @typedef {object} Caller who wants to be let in
 * @property {string | null} address null: by a Unix socket
 * @property {number} port
 * @property {boolean} isEncrypted
 * @property {string} user @property {string} database
 * @property {(group: string) => boolean} isMember whether the user is one of a role
 */

/**
 * Of whom the address is not known (it has gone again), no rule holds.
 * @param {HbaRule[]} rules
 * @param {Caller} caller
 * @returns {HbaRule | null | Promise<HbaRule | null>}
 */
export function ruleFor(rules, caller) {
  const bytes = caller.address === null ? null : parseAddress(caller.address)
  if (bytes === null && caller.address !== null) return null
  for (const [at, rule] of rules.entries()) {
    if (!fits(rule, caller)) continue
    if (rule.address === null || bytes === null) return rule
    if (rule.address.kind === 'name') return ruleByName(rules.slice(at), caller, bytes)
    if (holdsFor(rule.address, bytes)) return rule
  }
  return null
}

/** @param {HbaRule[]} rules @param {Caller} caller @param {Uint8Array} bytes @returns {Promise<HbaRule | null>} */
async function ruleByName(rules, caller, bytes) {
  const host = await nameOf(caller)
  /** @type {boolean | null} whether the name leads back to the address; null: nobody has asked */
  let isSure = null
  for (const rule of rules) {
    if (!fits(rule, caller) || rule.address === null) continue
    if (rule.address.kind !== 'name') {
      if (holdsFor(rule.address, bytes)) return rule
      continue
    }
    if (host === null || !isNamed(host, rule.address.name)) continue
    isSure ??= await leadsTo(host, bytes)
    if (isSure) return rule
  }
  return null
}

/** All but the address. @param {HbaRule} rule @param {Caller} caller */
function fits({ type, databases, users }, caller) {
  const isLocal = caller.address === null
  if (isLocal !== (type === 'local') || type === 'hostgssenc') return false
  if (type === 'hostssl' ? !caller.isEncrypted : type === 'hostnossl' && caller.isEncrypted) return false
  const { user, database, isMember } = caller
  const isDatabase = databases.some((token) => {
    if (isKeyword(token, 'all')) return true
    if (isKeyword(token, 'sameuser')) return database === user
    if (isKeyword(token, 'samerole') || isKeyword(token, 'samegroup')) return isMember(database)
    return !isKeyword(token, 'replication') && token.text === database
  })
  return isDatabase && users.some((token) => {
    if (!token.isQuoted && token.text.startsWith('+')) return isMember(token.text.slice(1))
    return isKeyword(token, 'all') || token.text === user
  })
}

/** @param {HbaAddress} address by no name @param {Uint8Array} bytes */
function holdsFor(address, bytes) {
  switch (address.kind) {
    case 'all': return true
    case 'range': return isWithin(bytes, address.address, address.mask)
    case 'samehost': case 'samenet': return isOurs(bytes, address.kind === 'samenet')
    default: return false
  }
}

/** @param {Uint8Array} bytes @param {boolean} wholeNet */
function isOurs(bytes, wholeNet) {
  for (const list of Object.values(networkInterfaces())) {
    for (const { address, netmask } of list ?? []) {
      const own = parseAddress(address)
      const mask = wholeNet ? parseAddress(netmask) : new Uint8Array(16).fill(255)
      if (own !== null && mask !== null && isWithin(bytes, own, mask)) return true
    }
  }
  return false
}

/** What the address is called. @param {Caller} caller @returns {Promise<string | null>} */
async function nameOf({ address, port }) {
  try {
    return (await lookupService(String(address), port)).hostname
  } catch {
    return null // it has no name, which is no error
  }
}

/**
 * Whether a name has the address: who may name addresses may not name ours. @param {string} host @param {Uint8Array}
 * bytes
 */
async function leadsTo(host, bytes) {
  try {
    const all = await lookup(host, { all: true })
    const full = new Uint8Array(16).fill(255)
    return all.some(({ address }) => {
      const known = parseAddress(address)
      return known !== null && isWithin(bytes, known, full)
    })
  } catch {
    return false
  }
}

/** @param {string} host @param {string} wanted a name, or what names end with, from its dot on */
function isNamed(host, wanted) {
  const [name, pattern] = [host.toLowerCase(), wanted.toLowerCase()]
  return pattern.startsWith('.') ? name.endsWith(pattern) : name === pattern
}
