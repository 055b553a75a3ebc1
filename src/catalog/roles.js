/**
 * Who is what to whom: roles, and which of them are members of which (pg_authid, pg_auth_members). Read whole once,
 * kept until a commit changes either catalog; a transaction that changed them has its own (store/cached-source.js).
 *
 *   isMember     may SET ROLE to it: whatever is granted, directly or not
 *   hasPrivsOf   may do what it may: the same, but not by way of a role that is NOINHERIT
 *   isAdminOf    may grant it to others
 *
 * A superuser is a member of every role. The owner of a database is the one member of pg_database_owner there.
 */
import { isGuardedSetting } from '../config/setting-flags.js'
import { roleDesc } from './descriptors.js'
import { catalogShape } from './store/shapes.js'

/** @import { CatalogRow, RoleDesc } from './descriptors.js' */
/** @import { Catalog } from './catalog.js' */

/**
 * What membership is asked of: a CatalogSnapshot, or what is below one.
 * @typedef {object} RoleView
 * @property {() => Roles} roles
 * @property {(oid: number) => { ownerOid: number } | undefined} database
 * @property {number} databaseOid
 */

/** The first superuser, who was there before all others. */
export const BOOTSTRAP_ROLE = 10
/** The role whose one member is the owner of the database asked in. */
export const DATABASE_OWNER = 6171
/** pg_read_all_settings */
export const READ_ALL_SETTINGS = 3374
/** pg_read_all_stats */
export const READ_ALL_STATS = 3375
/** pg_stat_scan_tables */
export const STAT_SCAN_TABLES = 3377
/** pg_checkpoint */
export const CHECKPOINTER = 4544
export const READ_ALL_DATA = 6181
/** pg_signal_backend */
export const SIGNAL_BACKEND = 4200
/** Roles for files and programs of the server. */
export const READ_SERVER_FILES = 4569, WRITE_SERVER_FILES = 4570, EXECUTE_SERVER_PROGRAM = 4571
export const WRITE_ALL_DATA = 6182
/** What a transaction touches that changes roles, who is a member of them, or a database's owner. */
export const ROLES = 'x:roles'
/** pg_authid, whose version is that of roles and their members. */
export const AUTHID = 1260
/** Who is not a role, but everybody. */
export const PUBLIC = 0

/** @type {{ roleOid: number, isAdmin: boolean }[]} */
const NOWHERE = []

export class Roles {
  /** @param {CatalogRow[]} roleRows of pg_authid @param {CatalogRow[]} memberRows of pg_auth_members */
  constructor(roleRows, memberRows) {
    /** @type {Map<number, RoleDesc>} */
    this.byOid = new Map()
    /** @type {Map<string, RoleDesc>} */
    this.byName = new Map()
    /** What a role is directly a member of. @type {Map<number, { roleOid: number, isAdmin: boolean }[]>} */
    this.grantedTo = new Map()
    /** @type {Map<string, Set<number>>} */
    this.closures = new Map()
    /** Owners of databases, by their OIDs. @type {Map<number, number>} */
    this.databaseOwners = new Map()
    for (const row of roleRows) {
      const role = roleDesc(row)
      this.byOid.set(role.oid, role)
      this.byName.set(role.name, role)
    }
    const { at } = catalogShape('pg_auth_members')
    for (const row of memberRows) {
      const granted = { roleOid: row[at.roleid], isAdmin: row[at.admin_option] }
      const known = this.grantedTo.get(row[at.member])
      if (known === undefined) this.grantedTo.set(row[at.member], [granted])
      else known.push(granted)
    }
  }

  /**
   * The role and all it is a member of. @param {number} member @param {boolean} inherited only what it inherits from
   * @param {RoleView} view @returns {Set<number>}
   */
  closure(member, inherited, view) {
    const { databaseOid } = view
    const key = `${databaseOid} ${member} ${inherited}`
    const known = this.closures.get(key)
    if (known !== undefined) return known
    let owner = this.databaseOwners.get(databaseOid)
    if (owner === undefined) this.databaseOwners.set(databaseOid, owner = view.database(databaseOid)?.ownerOid ?? 0)
    const found = new Set([member])
    for (const oid of found) {
      if (inherited && this.byOid.get(oid)?.inherit !== true) continue
      for (const { roleOid } of this.grantedTo.get(oid) ?? NOWHERE) found.add(roleOid)
      if (oid === owner) found.add(DATABASE_OWNER)
    }
    this.closures.set(key, found)
    return found
  }
}

/** What all databases of a cluster share: the committed roles, and who is to hear of a change. */
export class SharedRoles {
  constructor() {
    /** @type {Roles | null} null: to be read */
    this.current = null
    /** @type {Set<Catalog>} */
    this.catalogs = new Set()
  }

  /** They changed: every plan and snapshot is looked at again, and those that roles had a say in are made anew. */
  changed() {
    this.current = null
    for (const catalog of this.catalogs) {
      catalog.versions.set(AUTHID, ++catalog.lastVersion)
      // Paths leave out what may not be used.
      catalog.namespaceEpoch++
    }
  }
}

/** @param {RoleView} view @param {number} role */
export const isSuperuser = (view, role) => view.roles().byOid.get(role)?.superuser === true

/** Superusers are members of nothing by that. @param {RoleView} view @param {number} member @param {number} role */
export const isPlainMember = (view, member, role) =>
  member === role || view.roles().closure(member, false, view).has(role)

/** @param {RoleView} view @param {number} member @param {number} role */
export const isMember = (view, member, role) =>
  member === role || isSuperuser(view, member) || view.roles().closure(member, false, view).has(role)

/** @param {RoleView} view @param {number} member @param {number} role */
export const hasPrivsOf = (view, member, role) =>
  member === role || isSuperuser(view, member) || view.roles().closure(member, true, view).has(role)

/** Whether it may be told a setting. @param {RoleView} view @param {number} role @param {string} name */
export const maySeeSetting = (view, role, name) => !isGuardedSetting(name) || hasPrivsOf(view, role, READ_ALL_SETTINGS)

/** The roles whose privileges it has, itself included. @param {RoleView} view @param {number} member */
export const privilegedAs = (view, member) => view.roles().closure(member, true, view)

/**
 * May it grant the role? Nobody holds a role's admin option by being that role.
 * @param {RoleView} view @param {number} member @param {number} role
 */
export function isAdminOf(view, member, role) {
  if (isSuperuser(view, member)) return true
  if (member === role) return false
  const roles = view.roles()
  for (const oid of roles.closure(member, false, view)) {
    for (const { roleOid, isAdmin } of roles.grantedTo.get(oid) ?? NOWHERE) if (isAdmin && roleOid === role) return true
  }
  return false
}

/** @param {RoleView} view @param {number} role */
export const hasCreateRole = (view, role) =>
  isSuperuser(view, role) || view.roles().byOid.get(role)?.createRole === true

/** @param {RoleView} view @param {number} role whose row security is off */
export const hasBypassRls = (view, role) =>
  isSuperuser(view, role) || view.roles().byOid.get(role)?.bypassRls === true
