/**
 * What a plan was made under. A statement is shared by all sessions of a database, and what it means to one may not be
 * what it means to the next: each thing that decides about that has a place of its own here. A place that is null or,
 * for classes of values, GENERIC, serves everybody.
 *
 *   path          the schemas that unqualified names are looked for in
 *   schemas       version of the database's schemas: what qualified names mean
 *   settings      the planner's settings, where they are not Seawall's own (session-settings.js)
 *   zone          TimeZone, if a literal was read under it
 *   role          who runs it, if the plan holds what is that role's (PlannedStatement.roleDependent)
 *   rowSecurity   the setting row_security, for the same plans
 *   values        the class of parameter values it was made for; GENERIC: any
 *
 * What it depends on in the catalog is no part of it: those are versions, and an older one is never asked for again
 * (`epoch`, PlannedStatement.dependencies). The tier (how a plan is run) is a place of what is compiled of it:
 * executableKey. A plan is private if nobody but the execution it was made for may use it.
 */

/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { PlannedStatement } from '../../../planner/plan.js' */
/** @import { Session } from '../../session/session.js' */

/** The class of parameter values of a plan that serves any. */
export const GENERIC = 0

export class PlanKey {
  /**
   * @param {Session} session @param {CatalogSnapshot} catalog what it was planned under
   * @param {PlannedStatement} planned says which of the places matter
   * @param {number} values
   */
  constructor(session, catalog, planned, values) {
    this.path = catalog.pathKey
    this.schemas = session.database.catalog.schemaEpoch
    this.settings = session.plannerKey
    /** @type {string | null} */
    this.zone = planned.zoneDependent ? session.env.timeZone : null
    /** @type {number | null} */
    this.role = planned.roleDependent ? session.roleOid : null
    /** @type {boolean | null} */
    this.rowSecurity = planned.roleDependent ? rowSecurityOf(session) : null
    this.values = values
    /** Good for one execution. */
    this.isPrivate = false
    /** The view that a transaction with schema changes has, by its serial number; 0: what all see. */
    this.madeUnder = catalog.isPrivate ? catalog.serial : 0
    /** Of the catalog when the plan was last found good. */
    this.epoch = session.database.catalog.epoch
    /**
     * Serial number of the catalog that it was last found good under, if nothing else needs to be looked at; 0: none.
     */
    this.goodUnder = 0
  }

  /** The plan was found good, all looked at. @param {Session} session @param {CatalogSnapshot} catalog */
  noteGood(session, catalog) {
    this.goodUnder = this.zone === null && this.role === null ? catalog.serial : 0
  }

  /**
   * Whether nothing has changed since it was found good: one look for the statement that runs again and again.
   * @param {Session} session @param {CatalogSnapshot} catalog
   */
  isStillGood(session, catalog) {
    const { txn } = session.block
    return this.goodUnder === catalog.serial && !this.isPrivate && this.epoch === session.database.catalog.lastVersion
      && this.settings === session.plannerKey
      && (txn === null || (txn.baseSnapshot === null && !txn.seesKeysTwice))
  }

  /** A transaction's that has changed the schema: nobody else's. */
  get isOwn() { return this.madeUnder !== 0 }

  /** @returns {PlanKey} that another catalog may move on */
  copy() { return Object.assign(Object.create(PlanKey.prototype), this) }

  /**
   * Whether a plan made under this serves these.
   * @param {Session} session
   * @param {CatalogSnapshot} catalog
   * @param {number} values
   */
  fits(session, catalog, values) {
    return this.settings === session.plannerKey && this.path === catalog.pathKey && this.values === values
      && (this.zone === null || this.zone === session.env.timeZone)
      && (this.role === null || (this.role === session.roleOid && this.rowSecurity === rowSecurityOf(session)))
  }
}

/** @param {Session} session */
const rowSecurityOf = (session) => session.settings.get('row_security') === true

/**
 * The key of what is compiled of a plan.
 * @param {'wire' | 'rows' | 'objects' | 'none'} output
 * @param {string} formats a digit a column, or '' when all are text (or no column is converted)
 */
export const executableKey = (output, formats) => output + formats
