/** A rule as SQL text: what pg_get_ruledef prints. */
import { finished } from './expressions.js'
import { quoteIdentifier } from './names.js'
import { qualifiedName, relationName } from './objects.js'
import { nameQuery } from './query-names.js'
import { QueryDeparser } from './query.js'
import { nameable, notifyText } from './write-query.js'

/** @import { CatalogSnapshot } from '../snapshot.js' */
/** @import { RuleBody, RuleDesc } from '../rules.js' */
/** @typedef {import('../query.js').Query} Query */

const STEP = 8

/**
 * @param {CatalogSnapshot} catalog
 * @param {Pick<RuleDesc, 'name' | 'event' | 'instead'>} rule
 * @param {any} relation
 * @param {RuleBody} body loaded
 * @param {boolean} pretty
 */
export function ruleText(catalog, rule, relation, body, pretty) {
  const table = pretty
    ? relationName(catalog, relation.oid, relation.name, relation.namespaceOid)
    : qualifiedName(catalog, relation.name, relation.namespaceOid)
  const printer = () => {
    const made = new QueryDeparser(catalog, pretty, 0)
    for (const entry of [body.old, body.new])
      made.named.set(entry.rt, {
        name: entry.alias, columns: entry.columns.map((column) => (column.type === 0 ? null : column.name)), shown: [],
        added: [], printColumns: false, using: [], reserved: [],
      })
    return made
  }
  let text = `CREATE RULE ${quoteIdentifier(rule.name)} AS\n    ON ${rule.event.toUpperCase()} TO ${table}`
  if (body.qual !== null) {
    const own = printer()
    own.indent = STEP
    own.names = ['old', 'new', ...namesOf(body.actions[0])]
    text += `\n   WHERE ${finished(own.text(body.qual, false))}`
  }
  text += ` DO ${rule.instead ? 'INSTEAD ' : ''}`
  if (body.actions.length === 0) return `${text}NOTHING;`
  const actions = body.actions.map((action) => {
    const own = printer()
    return finished(
      action.command === 'utility'
        ? own.line('', 0, STEP, 1) + notifyText(action.node)
        : own.query(/** @type {Query} */ (action), ['old', 'new'], null, true)
    )
  })
  // What begins on a line of its own leaves no blank behind DO.
  if (actions.length === 1 && actions[0].startsWith('\n')) text = text.replace(/ $/, '')
  return actions.length === 1
    ? `${text}${actions[0]};`
    : `${text}(${actions.map((action) => `${action};\n`).join('')});`
}

/**
 * Names in an action that a condition's subqueries must not take.
 * @param {RuleBody['actions'][number] | undefined} action
 * @returns {string[]}
 */
function namesOf(action) {
  if (action === undefined || action.command === 'utility') return []
  const query = /** @type {Query} */ (action)
  const source =
    query.command === 'insert'
      ? query.entries.find((entry) => entry.kind === 'subquery' && entry.query)?.query
      : undefined
  return nameQuery(nameable(source ?? query), ['old', 'new'], (entry) =>
    entry.relation ? entry.relation.name : entry.cte ? entry.cte.name : entry.alias
  ).names
}
