/**
 * Access control lists: what an owner has granted of an object, one item for each grantee and grantor. A list that was
 * never touched is null and means the default of its kind. Rules as PostgreSQL's acl.c has them: an owner holds all
 * grant options for good; a grant option that goes takes with it what was granted by it, and fails (2BP01) where that
 * was not asked for.
 */
import { dependentPrivileges, grantsToGrantor, grantsToPublic, kindUnknown } from '../errors/privileges.js'
import { arrayOf } from '../types/array.js'
import { ACLITEM } from '../types/oids.js'
import { readItem, writeItem } from '../types/acl-item.js'
import { items } from './descriptors.js'
import { hasPrivsOf, privilegedAs, isSuperuser, PUBLIC } from './roles.js'

/** @import { AclItem } from '../types/acl-item.js' */
/** @import { PgArray } from '../types/array.js' */
/** @import { RoleView } from './roles.js' */
/** @typedef {AclItem[]} Acl */

export const INSERT = 1, SELECT = 2, UPDATE = 4, DELETE = 8, TRUNCATE = 16, REFERENCES = 32, TRIGGER = 64
export const EXECUTE = 128, USAGE = 256, CREATE = 512, TEMPORARY = 1024, CONNECT = 2048, SET = 4096, ALTER_SYSTEM = 8192

const TABLE_ALL = INSERT | SELECT | UPDATE | DELETE | TRUNCATE | REFERENCES | TRIGGER

/**
 * @typedef {{ all: number, world: number }} AclKind all: what can be granted, which the owner has; world: what all
 *   have
 */

/** Kinds of objects by the letters of acldefault(). @type {Record<string, AclKind>} */
export const ACL_KINDS = {
  c: { all: INSERT | SELECT | UPDATE | REFERENCES, world: 0 },
  r: { all: TABLE_ALL, world: 0 },
  s: { all: SELECT | UPDATE | USAGE, world: 0 },
  d: { all: CREATE | TEMPORARY | CONNECT, world: TEMPORARY | CONNECT },
  f: { all: EXECUTE, world: EXECUTE },
  l: { all: USAGE, world: USAGE },
  L: { all: SELECT | UPDATE, world: 0 },
  n: { all: USAGE | CREATE, world: 0 },
  p: { all: SET | ALTER_SYSTEM, world: 0 },
  t: { all: CREATE, world: 0 },
  F: { all: USAGE, world: 0 },
  S: { all: USAGE, world: 0 },
  T: { all: USAGE, world: USAGE },
}

/** @param {PgArray} value aclitem[] @returns {Acl} */
export const readAcl = (value) => items(value).map(readItem)
/** @param {Acl} acl */
export const writeAcl = (acl) => arrayOf(ACLITEM, acl.map(writeItem))

/**
 * @param {string} kind letter @param {number} owner @returns {Acl} what holds while nothing was said
 * @throws {DbError} XX000
 */
export function defaultAcl(kind, owner) {
  const entry = ACL_KINDS[kind]
  if (entry === undefined) throw kindUnknown(kind)
  /** @type {Acl} */
  const acl = []
  if (entry.world !== 0) acl.push({ grantee: PUBLIC, grantor: owner, privileges: entry.world, options: 0 })
  if (entry.all !== 0 && kind !== 'c') acl.push({ grantee: owner, grantor: owner, privileges: entry.all, options: 0 })
  return acl
}

/**
 * @typedef {{ owner: number, acl: PgArray | null, kind: string }} Guarded an object's owner, its list, its kind's
 *   letter
 */

/** @param {Guarded} object @returns {Acl} */
export const aclOf = ({ owner, acl, kind }) => acl === null ? defaultAcl(kind, owner) : readAcl(acl)

/**
 * Which of the privileges a role holds by a list, superuser or not. @param {RoleView} view
 * @param {Acl} acl @param {number} role @param {number} mask @returns {number}
 */
export function privilegesIn(view, acl, role, mask) {
  let found = 0
  const own = role === PUBLIC ? null : privilegedAs(view, role)
  const all = role !== PUBLIC && isSuperuser(view, role)
  for (const { grantee, privileges } of acl) {
    if (grantee === PUBLIC || all || own?.has(grantee) === true) found |= privileges & mask
  }
  return found
}

/**
 * Which of the privileges a role may grant. @param {RoleView} view @param {Acl} acl
 * @param {number} role @param {number} owner @param {number} mask @returns {number}
 */
export function optionsIn(view, acl, role, owner, mask) {
  if (role === PUBLIC) return acl.reduce((sum, item) => item.grantee === PUBLIC ? sum | (item.options & mask) : sum, 0)
  if (hasPrivsOf(view, role, owner)) return mask
  const own = privilegedAs(view, role)
  let found = 0
  for (const { grantee, options } of acl) if (grantee === PUBLIC || own.has(grantee)) found |= options & mask
  return found
}

/**
 * Grant options that one role holds itself, not by way of others. @param {Acl} acl
 * @param {number} role @param {number} owner @param {number} mask
 */
function directOptions(acl, role, owner, mask) {
  if (role === owner) return mask
  let found = 0
  for (const { grantee, options } of acl) if (grantee === role || grantee === PUBLIC) found |= options & mask
  return found
}

/**
 * In whose name a role grants: the owner's where it is that or a superuser, else that of the role among its own which
 * may grant most of it.
 * @param {RoleView} view @param {number} role @param {number} mask @param {Acl} acl @param {number} owner
 * @returns {{ grantor: number, options: number }} options: those of the privileges that it may grant
 */
export function bestGrantor(view, role, mask, acl, owner) {
  if (role === owner || isSuperuser(view, role)) return { grantor: owner, options: mask }
  let best = { grantor: role, options: 0 }
  let most = 0
  for (const other of privilegedAs(view, role)) {
    const options = directOptions(acl, other, owner, mask)
    if (options === mask) return { grantor: other, options }
    const count = bitCount(options)
    if (count > most) {
      best = { grantor: other, options }
      most = count
    }
  }
  return best
}

/** @param {number} bits */
function bitCount(bits) {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

/**
 * @typedef {object} Change
 * @property {boolean} isGrant
 * @property {boolean} optionOnly WITH GRANT OPTION; of a REVOKE: GRANT OPTION FOR
 * @property {boolean} cascade
 * @property {number[]} grantees
 * @property {number} privileges
 */

/**
 * What a list becomes. @param {RoleView} view @param {Acl} acl @param {Change} change
 * @param {number} grantor @param {number} owner @returns {Acl} @throws {DbError} 0LP01, 2BP01
 */
export function changedAcl(view, acl, change, grantor, owner) {
  const { isGrant, optionOnly, cascade, privileges } = change
  let result = acl
  for (const grantee of change.grantees) {
    if (isGrant && optionOnly && grantee === PUBLIC) throw grantsToPublic()
    const item = {
      grantee, grantor,
      privileges: isGrant || !optionOnly ? privileges : 0,
      options: !isGrant || optionOnly ? privileges : 0,
    }
    result = applied(view, result, item, isGrant, owner, cascade)
  }
  return result
}

/**
 * @param {RoleView} view @param {Acl} acl @param {AclItem} item @param {boolean} isGrant @param {number} owner
 * @param {boolean} cascade @returns {Acl}
 */
function applied(view, acl, item, isGrant, owner, cascade) {
  if (isGrant && item.options !== 0) refuseCircle(view, acl, item, owner)
  const at = acl.findIndex(({ grantee, grantor }) => grantee === item.grantee && grantor === item.grantor)
  const old = at < 0 ? { grantee: item.grantee, grantor: item.grantor, privileges: 0, options: 0 } : acl[at]
  const next = isGrant
    ? { ...old, privileges: old.privileges | item.privileges, options: old.options | item.options }
    : { ...old, privileges: old.privileges & ~item.privileges, options: old.options & ~item.options }
  const isEmpty = next.privileges === 0 && next.options === 0
  const result = acl.slice()
  if (at < 0) {
    if (!isEmpty) result.push(next)
  } else if (isEmpty) result.splice(at, 1)
  else result[at] = next
  const lost = old.options & ~next.options
  return lost === 0 ? result : withoutDependents(view, result, item.grantee, lost, owner, cascade)
}

/**
 * Nobody may grant an option to whom he has it from. @param {RoleView} view @param {Acl} acl
 * @param {AclItem} item @param {number} owner @throws {DbError} 0LP01
 */
function refuseCircle(view, acl, item, owner) {
  if (item.grantor === owner) return
  let rest = acl
  for (;;) {
    const next = rest.find(({ grantee, options }) => grantee === item.grantee && options !== 0)
    if (next === undefined) break
    rest = applied(view, rest, { ...next, privileges: 0 }, false, owner, true)
  }
  const own = optionsIn(view, rest, item.grantor, owner, item.options)
  if ((item.options & ~own) !== 0) throw grantsToGrantor()
}

/**
 * What a role granted by options it has no more goes too.
 * @param {RoleView} view @param {Acl} acl @param {number} grantee
 * @param {number} lost @param {number} owner @param {boolean} cascade @returns {Acl} @throws {DbError} 2BP01
 */
function withoutDependents(view, acl, grantee, lost, owner, cascade) {
  if (grantee === owner) return acl
  let result = acl
  // It may still have them from others.
  const gone = lost & ~optionsIn(view, acl, grantee, owner, lost)
  if (gone === 0) return acl
  for (;;) {
    const item = result.find(({ grantor, privileges }) => grantor === grantee && (privileges & gone) !== 0)
    if (item === undefined) return result
    if (!cascade) throw dependentPrivileges()
    result = applied(view, result, { ...item, privileges: gone, options: gone }, false, owner, cascade)
  }
}

/**
 * The list under another owner: what was the old one's is the new one's. @param {Acl} acl
 * @param {number} from @param {number} to @returns {Acl}
 */
export function withNewOwner(acl, from, to) {
  /** @type {Acl} */
  const result = []
  for (const item of acl) {
    const grantee = item.grantee === from ? to : item.grantee
    const grantor = item.grantor === from ? to : item.grantor
    const twin = result.find((other) => other.grantee === grantee && other.grantor === grantor)
    if (twin === undefined) result.push({ ...item, grantee, grantor })
    else {
      twin.privileges |= item.privileges
      twin.options |= item.options
    }
  }
  return result
}

/** Roles that a list names, PUBLIC not being one. @param {PgArray | null} value aclitem[] @returns {Set<number>} */
export function membersOf(value) {
  const members = new Set()
  if (value === null) return members
  for (const { grantee, grantor } of readAcl(value)) {
    if (grantee !== PUBLIC) members.add(grantee)
    if (grantor !== PUBLIC) members.add(grantor)
  }
  return members
}

/** @param {AclItem} a @param {AclItem} b in the order of aclitemsort */
const byRole = (a, b) =>
  a.grantee - b.grantee || a.grantor - b.grantor || a.privileges - b.privileges || a.options - b.options

/** @param {Acl} acl @returns {Acl} */
export const sortedAcl = (acl) => acl.slice().sort(byRole)

/** Whether two lists say the same, whatever their order. @param {Acl} a @param {Acl} b */
export function sameAcl(a, b) {
  const left = sortedAcl(a)
  const right = sortedAcl(b)
  return left.length === right.length && left.every((item, at) => byRole(item, right[at]) === 0)
}
