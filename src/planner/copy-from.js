/**
 * The plan by which COPY's rows enter a table: an INSERT over an `external` scan, which hands out what the client sent;
 * with WHERE, a filter between.
 */
import { generatedInCopyWhere } from '../errors/copy.js'
import { columnsOf, rebuild } from './expr-tools.js'
import { functionsIn } from './needs.js'
import { plan } from './planner.js'
import { bindCopyWhere, folded } from './table-expressions.js'

/** @import { RelationDesc } from '../catalog/relation.js' */
/** @import { ParseNode } from '../parser/tree.js' */
/** @import { CatalogSnapshot } from '../catalog/snapshot.js' */
/** @typedef {import('../catalog/expr.js').Expr} Expr */
/** @typedef {import('./table-expressions.js').Options} Options */

/** Not a range-table number any statement reaches. */
const EXTERNAL_RT = 1000000
const EXTERNAL_NODE = 1000000
const FILTER_NODE = 1000001
const PROJECT_NODE = 1000002

/**
 * INSERT of rows that come from outside: the columns named take what comes, the others their defaults.
 * @param {CatalogSnapshot} catalog
 * @param {RelationDesc} relation RelationDesc
 * @param {number[]} attnums in the order of the incoming values
 * @param {Expr | null} where COPY's WHERE, bound
 * @param {Options} [options]
 * @returns {import('./plan.js').PlannedStatement}
 */
export function planCopyFrom(catalog, relation, attnums, where, options = {}) {
  const columns = attnums.map((attnum) => relation.columns[attnum - 1])
  const schema = catalog.namespace(relation.namespaceOid)?.name
  const insert = { InsertStmt: {
    relation: { schemaname: schema, relname: relation.name, inh: true, relpersistence: 'p', location: 0 },
    cols: columns.map((column) => ({ ResTarget: { name: column.name, location: 0 } })),
    selectStmt: {
      SelectStmt: {
        valuesLists: [
          { List: { items: columns.map((_column, index) => ({ ParamRef: { number: index + 1, location: 0 } })) } },
        ],
        limitOption: 'LIMIT_OPTION_DEFAULT',
        op: 'SETOP_NONE',
      },
    },
    override: 'OVERRIDING_USER_VALUE' } }
  const planned = plan(insert, catalog, {
    settings: options.settings, env: options.env, paramTypes: columns.map((column) => column.typeOid),
    copies: true,
  })
  const root = /** @type {any} */ (planned.root)
  /** @param {number} number of the incoming value, from 1 @returns {Expr} */
  const external = (number) => {
    const column = columns[number - 1]
    return {
      kind: 'column', rt: EXTERNAL_RT, attnum: number, type: column.typeOid, typmod: column.typmod,
      collation: column.collation, location: -1,
    }
  }
  const values = root.values.map((/** @type {Expr} */ value, /** @type {number} */ index) => {
    const at = attnums.indexOf(index + 1)
    // Generated columns were made over the parameters that stand for what comes.
    if (at < 0) return rebuild(value, (node) => node.kind === 'param' ? external(node.number) : undefined)
    const column = relation.columns[index]
    const given = external(at + 1)
    // The input function has checked what is not null.
    return catalog.type(column.typeOid)?.kind === 'd'
      ? {
          kind: 'domain',
          arg: given,
          type: column.typeOid,
          typmod: -1,
          collation: column.collation,
          display: 'implicit',
          location: -1,
        }
      : given
  })
  const estimate = { rows: 1000, width: 100, startupCost: 0, totalCost: 0 }
  const input = {
    node: 'external', id: EXTERNAL_NODE, rt: EXTERNAL_RT, types: columns.map((column) => column.typeOid), estimate,
  }
  const over = where === null ? null : folded(catalog, where)
  for (const oid of functionsIn(over)) planned.needs?.functions.add(oid)
  const filtered = over === null ? { input, values } : filter(input, values, over, relation)
  return { ...planned, tag: 'COPY', paramTypes: [], bounded: false, straight: false, root: ({ ...root, ...filtered }) }
}

/**
 * COPY's WHERE, bound.
 * @param {CatalogSnapshot} catalog
 * @param {RelationDesc} relation
 * @param {ParseNode} where
 * @param {Options} options
 * @returns {Expr} @throws {DbError} 42P10
 */
export function copyCondition(catalog, relation, where, options) {
  const expr = bindCopyWhere(catalog, where, relation, options)
  const used = columnsOf(expr)
  for (const column of relation.columns) {
    if (column.generated === 's' && used.some(({ attnum }) => attnum === 0 || attnum === column.attnum))
      throw generatedInCopyWhere(column.name)
  }
  return expr
}

/**
 * Rows the condition is true for. What the columns hold is computed once, before it.
 * @param {any} input
 * @param {Expr[]} values
 * @param {Expr} where
 * @param {RelationDesc} relation
 */
function filter(input, values, where, relation) {
  /** @type {Expr[]} */
  const outputs = []
  const slots = values.map((value, index) => {
    if (value.kind === 'column' || value.kind === 'const' || relation.columns[index].generated === 's') return value
    outputs.push(value)
    return /** @type {Expr} */ ({
      kind: 'slot', node: PROJECT_NODE, index: outputs.length - 1, type: value.type, typmod: value.typmod,
      collation: value.collation, location: -1,
    })
  })
  const { estimate } = input
  const projected = outputs.length === 0 ? input : { node: 'project', id: PROJECT_NODE, input, outputs, estimate }
  const over = rebuild(where, (node) => node.kind !== 'column' ? undefined : node.attnum > 0 ? slots[node.attnum - 1]
    : node.attnum === 0 ? { kind: 'row', args: slots, names: relation.columns.map((column) => column.name), type: relation.typeOid, typmod: -1, collation: 0, location: -1 } : tableoid(relation))
  return { input: { node: 'filter', id: FILTER_NODE, input: projected, filter: over, estimate }, values: slots }
}

/** The only system column a row that is nowhere yet has. @param {RelationDesc} relation @returns {Expr} */
const tableoid = (relation) => ({
  kind: 'const', value: relation.oid, type: 26, typmod: -1, collation: 0, location: -1,
})
