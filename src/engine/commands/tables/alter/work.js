/**
 * One ALTER TABLE on one table: what its subcommands have found out about rows, for the single pass over them at the
 * end (rows.js), and what is still to be done in later passes.
 */
import { replaceHeapFile } from '../../../../catalog/ddl/tables/relation-file.js'
import { requireUnused } from '../typed-tables.js'
import { asOwner } from '../../../session/access.js'
import { beginDdl, endDdl } from '../../../session/ddl.js'

/** @import { DdlContext } from '../../../../catalog/ddl/context.js' */
/** @import { Rebuilt } from '../../../../catalog/ddl/tables/column-type.js' */
/** @import { Expr } from '../../../../catalog/expr.js' */
/** @import { RelationDesc } from '../../../../catalog/relation.js' */
/** @import { Session } from '../../../session/session.js' */

/**
 * A new value for all existing rows; `over`: which row its columns are of.
 * @typedef {{ attnum: number, expr: Expr, over: 'old' | 'new' }} NewValue
 */

/** Of an index: nothing is stored that subcommands look at. */
const NO_TABLE = { fileId: 0, columns: [], namespaceOid: 0 }

/** The tables one statement changes: the one it names, and those below it. */
export class AlterStatement {
  /** @param {Session} session @param {string} sourceText @param {TableWork | null} [first] */
  constructor(session, sourceText, first = null) {
    this.session = session
    this.sourceText = sourceText
    /** @type {Map<number, TableWork>} */
    this.works = new Map(first === null ? [] : [[first.oid, first]])
    /** Objects made again after ALTER COLUMN TYPE, by what they were. @type {Set<number>} */
    this.restored = new Set()
  }

  /** @param {number} oid of a locked table @returns {TableWork} */
  workOf(oid) {
    let work = this.works.get(oid)
    if (work === undefined) this.works.set(oid, work = new TableWork(this.session, oid, this.sourceText, this))
    return work
  }

  /**
   * One that a command reaches by way of another table: it has its own owner.
   * @param {number} oid
   * @returns {TableWork}
   * @throws {DbError} 42501
   */
  below(oid) {
    asOwner(this.session, oid)
    return this.workOf(oid)
  }
}

export class TableWork {
  /**
   * @param {Session} session
   * @param {number} oid
   * @param {string} sourceText of the statement, for error positions
   * @param {AlterStatement | null} [statement]
   */
  constructor(session, oid, sourceText, statement = null) {
    this.statement = statement ?? new AlterStatement(session, sourceText, this)
    this.session = session
    this.oid = oid
    this.ddl = beginDdl(session)
    /** The table as the rows are stored. */
    this.before = /** @type {RelationDesc} */ (this.ddl.view.relation(oid) ?? NO_TABLE)
    this.options = { settings: session.settings, env: session.env, sourceText }
    /** Rows go to a new file. */
    this.rewrites = false
    /** Bits of REWRITE. */
    this.rewriteReason = 0
    /** SET ACCESS METHOD named another than it had. */
    this.methodChanged = false
    /** @type {NewValue[]} */
    this.newValues = []
    /** Existing rows must have no null in a NOT NULL column. */
    this.verifyNotNull = false
    /** Existing rows must pass. @type {{ name: string, expr: Expr }[]} */
    this.checks = []
    /** Subcommands that came out of others, for later passes. @type {any[]} */
    this.queued = []
    /** Dropped because a column's type changes, and made again. @type {Rebuilt[]} */
    this.rebuilt = []
    /** Constraints come back that were dropped for a type's sake; children bring theirs themselves. */
    this.rebuilding = false
    /**
     * Checks over all rows by other means (foreign keys), run when rows are in place.
     * @type {(() => Generator<Promise<unknown>, void, void>)[]}
     */
    this.afterRows = []
  }

  /** The table as it is by now. @returns {RelationDesc} */
  get relation() {
    return /** @type {RelationDesc} */ (this.ddl.view.relation(this.oid))
  }

  get schemaName() {
    return this.ddl.view.namespace(this.before.namespaceOid)?.name ?? ''
  }

  /** From here on the table has a new, empty file; rows.js fills it. @param {number} reason of REWRITE */
  startRewrite(reason) {
    this.rewriteReason |= reason
    if (this.rewrites || this.before.fileId === 0) return
    requireUnused(this.session, this.before)
    this.rewrites = true
    replaceHeapFile(this.ddl, this.oid)
  }

  /** What was done so far is visible to the next step. */
  step() {
    endDdl(this.session, this.ddl)
    this.ddl.notices.length = 0
  }

  /** @param {string} message @param {string} [code] @param {string} [severity] */
  notice(message, code = '00000', severity = 'NOTICE') {
    this.session.notice({ severity, code, message })
  }
}
