/**
 * Who a session is. Three roles, each usually the one before it:
 *
 *   authenticated   who connected; never changes
 *   session user    SET SESSION AUTHORIZATION: whose memberships say which roles can be taken
 *   current user    SET ROLE, or for the time of a call the owner of a SECURITY DEFINER function: whose rights count
 *
 * The first two follow from the settings session_authorization and role, which end, roll back and are local to a
 * transaction as all settings are. A setting holds a name; whose it was when it was set is kept beside, as the role may
 * have another name since. `session.roleOid` is the current user.
 */
import { isMember, isSuperuser } from '../../catalog/roles.js'
import {
  invalidRole, mayNotBeSession, mayNotSetRole, notWithinDefiner, restrictedOperation, unknownRoleSetting,
} from '../../errors/ddl/roles.js'

/** @import { DbError } from '../../errors/db-error.js' */
/** @import { Session } from './session.js' */
/** @import { Roles, RoleView } from '../../catalog/roles.js' */

const NONE = 'none'

export class Identity {
  /** @param {Session} session @param {number} oid of who connected @param {string} name */
  constructor(session, oid, name) {
    this.session = session
    this.authenticatedOid = oid
    this.sessionOid = oid
    /** The current user where no function says otherwise. */
    this.outerOid = oid
    /** Calls of SECURITY DEFINER functions under way, one inside the other. */
    this.depth = 0
    /** Work for a table's owner under way (`restricted`), one inside the other. */
    this.restrictions = 0
    /** Whose the names are that settings have had. @type {Map<string, number>} */
    this.named = new Map([[name, oid]])
    /** Seen as a superuser when it connected. */
    this.connectedAsSuperuser = isSuperuser(this.view(), oid)
  }

  /** Roles as the session's transaction sees them, where membership is asked. @returns {RoleView} */
  view() {
    const { session } = this
    const { catalog } = session.database
    const txn = session.block?.txn ?? null
    const own = txn === null || catalog.changing === 0 ? undefined : catalog.changesOf.get(txn)
    const source = own?.source ?? catalog.shared
    return { roles: () => source.roles(), database: (oid) => source.database(oid), databaseOid: catalog.databaseOid }
  }

  /** @returns {Roles} */
  roles() { return this.view().roles() }

  /** @param {number} oid */
  nameOf(oid) { return this.roles().byOid.get(oid)?.name ?? `unknown (OID=${oid})` }

  /** Of a role that ought to be there. @param {number} oid @throws {DbError} 42704 somebody dropped it */
  existingNameOf(oid) {
    const role = this.roles().byOid.get(oid)
    if (role === undefined) throw invalidRole(oid)
    return role.name
  }

  get isSuperuser() { return isSuperuser(this.view(), this.session.roleOid) }

  /**
   * Whether the session may be who a setting names.
   * @param {'session_authorization' | 'role'} key @param {string} name @throws {DbError} 22023, 42501
   */
  admit(key, name) {
    if (key === 'role' && name === NONE) return
    const view = this.view()
    const role = view.roles().byName.get(name)
    const oid = role?.oid ?? (name === this.session.settings.reset.get(key) ? this.named.get(name) : undefined)
    if (oid === undefined) throw unknownRoleSetting(name)
    if (key === 'role') {
      if (!isMember(view, this.sessionOid, oid)) throw mayNotSetRole(name)
    } else if (oid !== this.authenticatedOid && !this.connectedAsSuperuser) throw mayNotBeSession(name)
    this.named.set(name, oid)
  }

  /**
   * What is stored for later is no error: who will have it may be another.
   * @param {'session_authorization' | 'role'} key @param {string} name
   */
  foretell(key, name) {
    try {
      this.admit(key, name)
    } catch (error) {
      const { code, message } = /** @type {DbError} */ (error)
      const isDenied = code === '42501'
      this.session.notice({
        severity: 'NOTICE', code: isDenied ? code : '42704',
        message: isDenied ? message.replace(/^permission denied/, 'permission will be denied') : message,
      })
    }
  }

  /**
   * SET ROLE and SET SESSION AUTHORIZATION, which also gives up a role that was set: for none, or, where the session
   * becomes who it began as, for the role that it began with.
   * @param {'session_authorization' | 'role'} key @param {string | null} text null: what the session began with
   * @param {boolean} local @throws {DbError} 22023, 42501
   */
  change(key, text, local) {
    const { settings } = this.session
    if (this.depth > 0) throw notWithinDefiner(key)
    this.refuseRestricted(`set parameter "${key}"`)
    const name = text ?? String(settings.reset.get(key))
    this.admit(key, name)
    settings.set(key, name, local)
    if (key === 'session_authorization') settings.set('role', text === null ? null : NONE, local)
  }

  /** One of the two settings has another value. */
  settingsChanged() {
    const { settings } = this.session
    const role = String(settings.get('role'))
    this.sessionOid = this.named.get(String(settings.get('session_authorization'))) ?? this.authenticatedOid
    this.outerOid = role === NONE ? this.sessionOid : this.named.get(role) ?? this.sessionOid
    if (this.isInside) return
    this.become(this.outerOid)
    settings.assign('is_superuser', 'is_superuser', this.isSuperuser)
  }

  /** @param {number} oid */
  become(oid) {
    const { session } = this
    if (session.roleOid === oid) return
    session.roleOid = oid
    session.names.forgetPath()
  }

  /** For the time of a call, somebody else. @param {number} oid @returns {number} who it was, for `leave` */
  enter(oid) {
    const before = this.session.roleOid
    this.depth++
    this.become(oid)
    return before
  }

  /** @param {number} before */
  leave(before) {
    this.depth--
    // A rollback inside may have taken back who the session is.
    this.become(this.isInside ? before : this.outerOid)
  }

  /** Not who its settings say it is. */
  get isInside() { return this.depth > 0 || this.restrictions > 0 }

  /**
   * What the system does for a table's owner with code that is the owner's: it runs as the owner, and may leave nothing
   * behind in a session that may be somebody else's, not even a setting.
   * @template T @param {number} owner @param {() => Generator<Promise<unknown>, T, void>} work
   * @returns {Generator<Promise<unknown>, T, void>}
   */
  *restricted(owner, work) {
    const { session } = this
    const before = session.roleOid
    const mark = session.settings.mark()
    this.restrictions++
    this.become(owner)
    try {
      return yield* work()
    } finally {
      session.settings.rollbackTo(mark)
      this.restrictions--
      this.become(this.isInside ? before : this.outerOid)
    }
  }

  /** @param {string} what may not be done within such work @throws {DbError} 42501 */
  refuseRestricted(what) {
    if (this.restrictions > 0) throw restrictedOperation(what)
  }
}
