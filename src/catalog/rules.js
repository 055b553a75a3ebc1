/**
 * Rules of tables and views (CREATE RULE), views' own `_RETURN` aside. What pg_rewrite.ev_action holds is the text
 * (stored-query.js) of a RuleBody: the rows OLD and NEW as range-table entries, the condition, and the actions as bound
 * queries over them.
 */
import { loadQuery } from './stored-query.js'

/**
 * @typedef {object} RuleDesc
 * @property {number} oid
 * @property {string} name
 * @property {'update' | 'insert' | 'delete'} event
 * @property {boolean} instead
 * @property {boolean} conditional it has a WHERE
 * @property {'O' | 'D' | 'R' | 'A'} enabled as pg_rewrite.ev_enabled
 * @property {string} text of its RuleBody
 */
/** @typedef {{ command: 'utility', node: any }} UtilityAction a parse tree: NOTIFY */
/**
 * @typedef {object} RuleBody
 * @property {import('./query.js').RangeEntry} old
 * @property {import('./query.js').RangeEntry} new
 * @property {import('./expr.js').Expr | null} qual
 * @property {(import('./query.js').Query | UtilityAction)[]} actions none: NOTHING
 */

const EVENTS = /** @type {Record<string, RuleDesc['event']>} */ ({ 2: 'update', 3: 'insert', 4: 'delete' })

/** pg_rewrite.ev_type of an event. */
export const EVENT_TYPES = { select: '1', update: '2', insert: '3', delete: '4' }

/**
 * @param {any[]} row of pg_rewrite
 * @param {Record<string, number>} at
 * @returns {RuleDesc | null} null: a view's query
 */
export function ruleDesc(row, at) {
  const event = EVENTS[String.fromCharCode(row[at.ev_type])]
  if (event === undefined) return null
  return {
    oid: row[at.oid],
    name: row[at.rulename],
    event,
    instead: row[at.is_instead],
    conditional: row[at.ev_qual] !== '<>',
    enabled: /** @type {any} */ (String.fromCharCode(row[at.ev_enabled])),
    text: row[at.ev_action],
  }
}

/** A rule's text by its actions: each by itself is a text that may be loaded. */
export class RulePieces {
  /** @param {string} text */
  constructor(text) {
    this.rule = JSON.parse(text)
    /** How many there are. @type {number} */
    this.count = this.rule.actions.length
  }

  /** @param {number} at beyond the last: without any @returns {string} */
  withAction(at) { return JSON.stringify({ ...this.rule, actions: this.rule.actions.slice(at, at + 1) }) }
}

/**
 * @param {string} text
 * @param {(oid: number) => any} relationOf
 * @param {{ rt: number, cte: number }} [after] numbers already given out
 * @returns {{ rule: RuleBody, entries: any[], lastRt: number, lastCte: number }}
 */
export function loadRule(text, relationOf, after) {
  const { query, ...rest } = loadQuery(text, relationOf, after)
  return { rule: query, ...rest }
}
