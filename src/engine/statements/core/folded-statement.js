/** Statements that run as their template does (folded.js says how a text becomes one). */
import { DbError, isInterruption } from '../../../errors/db-error.js'
import { parse } from '../../../parser/parser.js'
import { resultTypeChanged } from '../../../errors/engine.js'
import { expandTypes, foldTypes } from './folded.js'
import { Prepared, sameTypes } from './prepared.js'

/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { InList } from '../../../parser/in-list.js' */
/** @import { RowList } from '../../../parser/row-list.js' */
/** @import { PlannedStatement, ResultColumn } from '../../../planner/plan.js' */
/** @import { Session } from '../../session/session.js' */

/**
 * A statement whose text was folded (folded.js): it has parameters of its own; its plan, and what is compiled of it, is
 * the template's.
 */
export class Folded extends Prepared {
  /**
   * @param {Prepared} template
   * @param {string} text
   * @param {RowList | InList} fold
   * @param {number[]} [declaredTypes] of the whole text's parameters
   */
  constructor(template, text, fold, declaredTypes = []) {
    super({ ...template.parsed, text }, text, declaredTypes)
    this.template = template
    /** null: the text is planned as it is written. @type {RowList | InList | null} */
    this.fold = fold
  }

  /** A template of its own, if one fits them all. @param {number[]} types @returns {Prepared} */
  withTypes(types) {
    const { template, fold } = this
    const own = fold === null ? null : foldTypes(fold, types)
    return own === null
      ? this.asWritten(types)
      : new Folded(template.withTypes(own), this.sourceText, /** @type {RowList | InList} */ (fold), types)
  }

  /** @param {number[]} types @returns {Prepared} */
  asWritten(types) { return new Prepared(parse(this.sourceText)[0], this.sourceText, types) }

  /** @param {Session} session @param {boolean} [keepColumns] @param {boolean} [toDescribe] */
  prepare(session, keepColumns = false, toDescribe = false) {
    const { template } = this
    try {
      template.prepare(session, false, toDescribe)
    } catch (error) {
      if (this.fold === null || !(error instanceof DbError) || isInterruption(error)) throw error
      const whole = this.asWritten(this.declaredTypes)
      whole.prepare(session, false, toDescribe) // or says what is wrong, and where
      this.template = whole
      this.fold = null
    }
    this.#takeTemplates(keepColumns ? session : null)
  }

  /**
   * Its template is short.
   * @param {Session} session
   * @param {boolean} [keepColumns]
   * @param {boolean} [toDescribe]
   */
  *prepareInTurns(session, keepColumns = false, toDescribe = false) {
    this.prepare(session, keepColumns, toDescribe)
  }

  /** @param {Session} session @param {number[]} types @param {boolean} [keepColumns] */
  prepareFor(session, types, keepColumns = false) {
    const isFirst = this.planned === null
    this.prepare(session, keepColumns)
    if (isFirst || sameTypes(this.paramTypes, types)) return
    const own = this.fold === null ? types : foldTypes(this.fold, types)
    if (own === null) throw resultTypeChanged() // one parameter of the template, several types
    try {
      this.template.prepareFor(session, own)
    } catch (error) {
      // says what is wrong, and where
      if (this.fold !== null && error instanceof DbError && !isInterruption(error)) {
        this.asWritten(types).prepare(session)
      }
      throw error
    }
    this.#takeTemplates(keepColumns ? session : null)
  }

  /** @param {Session | null} keeper */
  #takeTemplates(keeper) {
    const { planned, columns, typeSizes } = this.template
    if (planned !== null && planned !== this.planned) this.takePlan(planned, columns, typeSizes, keeper)
  }

  /**
   * @param {PlannedStatement} planned @param {ResultColumn[] | null} columns @param {number[]} typeSizes
   * @param {Session | null} keeper
   */
  takePlan(planned, columns, typeSizes, keeper) {
    super.takePlan(planned, columns, typeSizes, keeper)
    if (this.fold === null) return
    this.paramTypes = expandTypes(this.fold, this.paramTypes)
    // Who runs bounded statements reads parameters by their number.
    this.isBounded = false
  }

  /** @param {Session} session */
  rewritten(session) { return this.template.rewritten(session) }

  /** @param {Session} session @param {CatalogSnapshot} catalog */
  isCurrent(session, catalog) { return this.template.isCurrent(session, catalog) }

  /** @param {Session} session @param {'wire' | 'rows' | 'objects' | 'none'} output @param {string} formats */
  executable(session, output, formats) { return this.template.executable(session, output, formats) }

  get mayCustomize() { return false }
}
