/** NOT NULL and CHECK of the row about to be written, and the row as error messages print it. */
import { clipped } from '../../../util/buffer-text.js'
import { mapExpr } from '../../../catalog/expr-text.js'
import { condition, expression } from '../../expressions/compile.js'
import { mayYield } from '../references.js'
import { typeOps } from '../../expressions/operations.js'
import { emitCheckRights, emitRights } from './rights.js'
import { shownColumns } from '../../shown-rows.js'
import { partitionViolation } from '../../../errors/ddl/partitions.js'
import { checkViolation, notNullViolation } from '../../../errors/execution.js'
import { violatesPolicy } from '../../../errors/ddl/row-security.js'
import { checkOptionViolation } from '../../../errors/ddl/views.js'

/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { Modify } from '../../../planner/plan.js' */
/** @import { TypeEnv } from '../../../types/type-ops.js' */
/** @import { RowExpr } from '../../../catalog/expr.js' */

/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../shown-rows.js').Asker} Asker */
/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../../../catalog/query.js').PolicyCheck['moment']} PolicyMoment */
/**
 * A Modify, or a clause of a Merge.
 * @typedef {Pick<import('../../../catalog/query.js').WriteTarget, 'checks'>} Checked
 */

/** Error fields that say where. @param {RelationDesc} relation @param {CatalogSnapshot} catalog */
export const rowWhere = (relation, catalog) => ({
  schema: catalog?.namespace?.(relation.namespaceOid)?.name,
  table: relation.name,
})

/**
 * A row's own checks and, of the views a statement came through, those it must pass.
 * @typedef {'all' | 'own' | 'views'} Which
 */

/**
 * When a row is held to the views it came through: before it is written, once no key is in the way; what takes its time
 * comes after the row and its index entries,
 * since nothing may come between the look for keys and them.
 * @param {Modify} node @returns {'none' | 'before' | 'after'}
 */
export const whenViewsCheck = (node) => {
  const views = node.checks.filter((/** @type {any} */ check) => check.view)
  return views.length === 0 ? 'none' : mayYield(views.map((check) => check.expr)) ? 'after' : 'before'
}

/**
 * @param {FunctionBuilder} fn @param {any} node Modify @param {RelationDesc} relation
 * @param {string[] | null} values of the new row
 * @param {number[]} notNull attnums to check
 * @param {() => string[]} [all] reads them when `values` is null
 * @param {Which} [which]
 */
export function emitConstraints(fn, node, relation, values, notNull, all, which = 'all') {
  const { module } = fn
  const row = values ?? (all?.() ?? [])
  const printed = printedColumns(node, relation)
  const texts = printed.map((column) => row[column.attnum - 1]).join(', ')
  const types = module.constant(
    printed.map((column) => (column.dropped ? null : typeOps(module, column.typeOid))),
    'types',
  )
  const owner = module.constant(ownerOf(node, relation, module.catalog), 'owner')
  for (const attnum of notNull) {
    const column = relation.columns[attnum - 1]
    fn.line(`if (${row[attnum - 1]} === null) throw ${module.constant(nullFailure, 'nullFailure')}(${JSON.stringify(column.name)}, ${owner}, [${texts}], ${types}, ctx)`)
  }
  if (which !== 'views') emitCheckRights(fn, node, relation)
  for (const { name, expr: stored, partition, view, policy } of node.checks) {
    if (policy !== undefined) continue
    if (which !== 'all' && (which === 'views') !== (view === true)) continue
    const expr = ofNewRow(stored, node.returningRt, relation)
    if (view) {
      fn.line(`if (${expression(fn, expr).js} === false) throw ${module.constant(viewFailure, 'viewFailure')}(${JSON.stringify(name)}, ${owner}, [${texts}], ${types}, ctx)`)
      continue
    }
    if (partition) {
      emitRights(fn, [stored])
      const failure = module.constant(partitionFailure, 'partitionFailure')
      fn.line(`if (${expression(fn, expr).js} === false) throw ${failure}(${owner}, [${texts}], ${types}, ctx)`)
    } else fn.line(`if (${expression(fn, expr).js} === false) throw ${module.constant(checkFailure, 'checkFailure')}(${JSON.stringify(name)}, ${owner}, [${texts}], ${types}, ctx)`)
  }
}

/**
 * Row security's checks of one moment, before all others: of the row as it would become, or of the row that is there.
 * @param {FunctionBuilder} fn
 * @param {Checked} node
 * @param {RelationDesc} relation
 * @param {PolicyMoment} moment
 * @returns {boolean} they may have taken their time: positions of cursors are lost
 */
export function emitPolicies(fn, node, relation, moment) {
  const { module } = fn
  const checks = policiesAt(node, moment)
  for (const { name, expr, policy } of checks) {
    const holds = condition(fn, ofNewRow(expr, policy.rt, relation))
    const failure = [policy.row, name, policy.table].map((part) => JSON.stringify(part)).join(', ')
    fn.line(`if (!${holds}) throw ${module.constant(violatesPolicy, 'violatesPolicy')}(${failure})`)
  }
  return module.generator && checks.some(({ expr }) => mayYield(expr))
}

/** @param {Checked} node */
export const policyConditions = (node) => node.checks.flatMap(({ expr, policy }) => (policy === undefined ? [] : expr))

/** @param {Checked} node @param {PolicyMoment} moment */
export const policiesAt = (node, moment) =>
  node.checks.flatMap(({ name, expr, policy }) => (policy?.moment === moment ? { name, expr, policy } : []))

/**
 * A check that names the whole row, or the table it is in.
 * @param {Expr} expr
 * @param {number} rt of the new row
 * @param {RelationDesc} relation
 * @returns {any}
 */
export function ofNewRow(expr, rt, relation) {
  return mapExpr(expr, (node) => {
    if (node.kind !== 'column' || node.rt !== rt) return undefined
    if (node.attnum === TABLEOID)
      return { kind: 'const', value: relation.oid, type: node.type, typmod: -1, collation: 0, location: -1 }
    if (node.attnum !== 0) return undefined
    return rowOf(relation, rt, node.type)
  })
}

/**
 * A whole row spelt out.
 * @param {RelationDesc} relation whose row
 * @param {number} rt
 * @param {number} type its type
 * @returns {RowExpr}
 */
export function rowOf(relation, rt, type) {
  const live = relation.columns.filter((column) => !column.dropped)
  return {
    kind: 'row',
    args: live.map((column) => ({
      kind: 'column', rt, attnum: column.attnum, type: column.typeOid, typmod: column.typmod,
      collation: column.collation, location: -1,
    })),
    names: live.map((column) => column.name),
    type,
    typmod: -1,
    collation: 0,
    location: -1,
  }
}

const TABLEOID = -6

/**
 * The columns a message shows: a row that came through a table above is printed as that table has it.
 * @param {any} node
 * @param {RelationDesc} relation
 * @returns {any[]}
 */
const printedColumns = (node, relation) => node.printed === undefined ? relation.columns
  : node.printed.flatMap((/** @type {number} */ attnum) => attnum === 0 ? [] : [relation.columns[attnum - 1]])

/**
 * Whose row it is: the table's that the statement names, which says by whom and as what columns it may be seen.
 * @typedef {{ schema: string | undefined, table: string, shownOf: RelationDesc, attnums: number[],
 *   named: readonly number[] }} Owner attnums: of the values, in `shownOf`; named: columns the statement gives
 */

/**
 * @param {any} node Modify, or null: the table's own row
 * @param {RelationDesc} relation
 * @param {CatalogSnapshot} catalog
 * @returns {Owner}
 */
export function ownerOf(node, relation, catalog) {
  const attnums = node?.printed === undefined ? relation.columns.map((column) => column.attnum)
    : node.printed.flatMap((/** @type {number} */ attnum, /** @type {number} */ at) => attnum === 0 ? [] : [at + 1])
  return { ...rowWhere(relation, catalog), shownOf: node?.shownOf ?? relation, attnums, named: node?.named ?? [] }
}

/**
 * Of the columns' types, null for dropped ones.
 * @typedef {(import('../../../types/type-ops.js').TypeOps | null)[]} Printers
 */

/**
 * @param {string} column
 * @param {Owner} owner
 * @param {unknown[]} values
 * @param {Printers} types
 * @param {Asker} asker
 */
function nullFailure(column, owner, values, types, asker) {
  const { schema, table } = owner
  return notNullViolation(column, table, shownRow(owner, values, types, asker), { schema, table })
}

/**
 * @param {string} constraint
 * @param {Owner} owner
 * @param {unknown[]} values
 * @param {Printers} types
 * @param {Asker} asker
 */
function checkFailure(constraint, owner, values, types, asker) {
  const { schema, table } = owner
  return checkViolation(constraint, table, shownRow(owner, values, types, asker), { schema, table })
}

/** @param {string} view @param {Owner} owner @param {unknown[]} values @param {Printers} types @param {Asker} asker */
function viewFailure(view, owner, values, types, asker) {
  return checkOptionViolation(view, shownRow(owner, values, types, asker))
}

/** @param {Owner} owner @param {unknown[]} values @param {Printers} types @param {Asker} asker */
export function partitionFailure(owner, values, types, asker) {
  return partitionViolation(owner.table, owner.schema, shownRow(owner, values, types, asker))
}

/**
 * @param {Owner} owner
 * @param {unknown[]} values
 * @param {Printers} types null for dropped columns
 * @param {Asker} asker
 * @returns {import('../../../errors/execution.js').ShownRow | null} null: whoever asks may see nothing of it
 */
export function shownRow({ shownOf, attnums, named }, values, types, asker) {
  const shows = shownColumns(asker, shownOf, named)
  const columns = []
  const texts = []
  for (let at = 0; at < values.length; at++) {
    const type = types[at]
    if (type === null || shows?.(attnums[at]) === false) continue
    texts.push(values[at] === null ? 'null' : clipped(type.format(values[at], asker.env), SHOWN_MAX))
    if (shows !== null) columns.push(shownOf.columns[attnums[at] - 1].name)
  }
  if (shows !== null && columns.length === 0) return null
  return { columns: shows === null ? null : columns.join(', '), values: texts.join(', ') }
}

/** Bytes of a value that messages show. */
const SHOWN_MAX = 64
