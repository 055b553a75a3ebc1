/**
 * Rules: what a write of a table or view becomes by the rules of that relation. An action is joined with the rows the
 * write is about: OLD is the row found by the write's own FROM and WHERE, NEW is what the write would put there. So an
 * action's query holds the write's FROM and WHERE beside its own.
 */
import { gatherNeeds } from '../needs.js'
import { isOn, loadedRule, viewQuery } from '../bind/views.js'
import { RulePieces } from '../../catalog/rules.js'
import { isTired } from '../../util/effort.js'
import { bindTree } from '../bind/trees.js'
import { columnsOf, conjunction, conjuncts, contains, rebuild } from '../expr-tools.js'
import { conditionalSetOperation, cteNameTwice, writingCteInInsertSelect } from '../../errors/ddl/rules.js'
import { copyTree, registerEntries } from './copy.js'
import { nullOf } from './complete.js'
import { defaultsAreNull } from './instead-of.js'
/** @import { ColumnDesc } from '../../catalog/relation.js' */

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('../../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {import('../../catalog/query.js').WriteTarget} WriteTarget */
/** @typedef {import('../../catalog/rules.js').RuleDesc} RuleDesc */
/** @typedef {import('../../catalog/rules.js').RuleBody} RuleBody */
/** @typedef {import('../bind/context.js').BindContext} BindContext */
/**
 * @typedef {'original' | 'instead' | 'maybeInstead' | 'also'} Source what a query is: the statement itself, or an
 *   action by the kind of its rule
 */
/** @typedef {{ query: Query | null, utility: any, source: Source }} Rewritten */
/**
 * @typedef {object} Fired
 * @property {Rewritten[]} products not rewritten themselves yet
 * @property {boolean} instead the write itself is not done
 * @property {boolean} returned some action does what the write's RETURNING asks for
 * @property {Query | null} rest the write for the rows that no conditional INSTEAD rule takes, if there are such rules
 */

/**
 * @param {BindContext} ctx
 * @param {Query} query completed, if it is of a table
 * @param {RuleDesc[]} rules that fire, by name
 * @returns {import('../../util/effort.js').Steps<Fired>}
 */
export function* fireRules(ctx, query, rules) {
  /** @type {Fired} */
  const fired = { products: [], instead: false, returned: false, rest: null }
  const owner = /** @type {WriteTarget} */ (query.write).relation.ownerOid
  for (const rule of rules) {
    const pieces = new RulePieces(rule.text)
    const body = loadedRule(ctx, pieces.withAction(0), owner)
    if (body.qual !== null) gatherNeeds(ctx, body.qual)
    /** @type {Source} */
    const source = !rule.instead ? 'also' : body.qual === null ? 'instead' : 'maybeInstead'
    if (source === 'maybeInstead' && !fired.instead) fired.rest = withoutRows(ctx, fired.rest ?? query, body)
    if (source === 'instead') fired.instead = true
    // Each action is loaded for itself: its range-table numbers are its own.
    for (let at = 0; at < pieces.count; at++) {
      const own = at === 0 ? body : loadedRule(ctx, pieces.withAction(at), owner)
      const [action] = own.actions
      if (action.command === 'utility') { fired.products.push({ query: null, utility: action.node, source }); continue }
      gatherNeeds(ctx, action)
      const made = product(ctx, query, own, action)
      if (made.returned) fired.returned = true
      fired.products.push({ query: made.query, utility: null, source })
      if (isTired()) yield
    }
  }
  return fired
}

/**
 * The write, for the rows that a rule's condition does not take.
 * @param {BindContext} ctx
 * @param {Query} query
 * @param {RuleBody} body
 * @returns {Query}
 */
function withoutRows(ctx, query, body) {
  const copy = copyTree(ctx, query)
  const qual = /** @type {Expr} */ (overRows(ctx, copy, body, copyTree(ctx, body.qual)))
  const untaken = /** @type {Expr} */ ({
    kind: 'booltest', arg: qual, test: 'true', not: true, type: 16, typmod: -1, collation: 0, location: -1,
  })
  return { ...copy, where: conjunction([...conjuncts(copy.where), untaken]) }
}

/**
 * Something of a rule's with OLD and NEW replaced by what they are in a write.
 * @template T
 * @param {BindContext} ctx
 * @param {Query} query
 * @param {RuleBody} body
 * @param {T} part
 * @returns {T}
 */
function overRows(ctx, query, body, part) {
  const write = /** @type {WriteTarget} */ (query.write)
  const { relation } = write
  const value = (/** @type {number} */ attnum) => {
    const expr = newValue(query, attnum)
    return contains(expr, (node) => node.kind === 'sublink') ? copyTree(ctx, expr) : expr
  }
  return rebuild(part, (node) => {
    if (node.kind !== 'column') return undefined
    if (node.rt === body.old.rt) return { ...node, rt: write.rt }
    if (node.rt !== body.new.rt) return undefined
    if (node.attnum > 0) return value(node.attnum)
    if (node.attnum < 0)
      return query.command === 'insert' ? { ...node, kind: 'const', value: null } : { ...node, rt: write.rt }
    const live = relation.columns.filter((/** @type {ColumnDesc} */ column) => !column.dropped)
    return {
      kind: 'row', args: live.map((/** @type {ColumnDesc} */ column) => value(column.attnum)),
      names: live.map((/** @type {any} */ column) => column.name), type: relation.typeOid, typmod: -1, collation: 0,
      location: -1,
    }
  })
}

/** What a write puts into a column. @param {Query} query @param {number} attnum @returns {Expr} */
function newValue(query, attnum) {
  const write = /** @type {WriteTarget} */ (query.write)
  const column = write.relation.columns[attnum - 1]
  /** @type {Expr | null | undefined} */
  let expr
  if (query.command === 'insert')
    expr =
      (write.values ? write.values[attnum - 1] : write.given?.find((item) => item.attnum === attnum)?.expr)
      ?? nullOf(column)
  else
    expr = write.assignments?.find((item) => item.attnum === attnum)?.expr ?? {
      kind: 'column', rt: write.rt, attnum, type: column.typeOid, typmod: column.typmod, collation: column.collation,
      location: -1,
    }
  // A generated column may read the row as it is made; here there is none.
  return rebuild(expr, (node) =>
    node.kind === 'column' && node.rt === write.newRt && node.rt !== write.rt
      ? newValue(query, node.attnum)
      : undefined,
  )
}

/**
 * An action over the rows of a write.
 * @param {BindContext} ctx
 * @param {Query} original
 * @param {RuleBody} body
 * @param {Query} written the action
 * @returns {{ query: Query, returned: boolean }}
 */
function product(ctx, original, body, written) {
  const query = copyTree(ctx, original)
  const write = /** @type {WriteTarget} */ (query.write)
  defaultsAreNull(query)
  const usesOld = [written, body.qual].some((part) =>
    contains(
      part,
      (node) =>
        node.kind === 'column' && (node.rt === body.old.rt || (node.rt === body.new.rt && query.command === 'update')),
    ),
  )
  let action = overRows(ctx, query, body, written)
  const qual = overRows(ctx, query, body, body.qual)
  const source = insertSource(action)
  const inner = source ? /** @type {Query} */ (source.query) : action
  const target = /** @type {RangeEntry} */ (query.entries.find((entry) => entry.rt === write.rt))
  const others = query.from.filter((node) => !(node.kind === 'entry' && node.rt === write.rt))
  const otherEntries = query.entries.filter((entry) => entry.rt !== write.rt && entry.kind !== 'new')
  const keepsTarget =
    query.command !== 'insert'
    && (usesOld || columnsOf([query.where, qual, others, otherEntries]).some((column) => column.rt === write.rt))
  const from = [...keepsTarget ? [/** @type {const} */ ({ kind: 'entry', rt: write.rt })] : [], ...others]
  const where = conjunction([...conjuncts(query.where), ...conjuncts(qual), ...conjuncts(inner.where)])
  if (inner.setOperation && (from.length > 0 || where !== null)) throw conditionalSetOperation()
  const merged = withCtes(
    query,
    {
      ...inner,
      from: [...from, ...inner.from],
      where,
      entries: [
        ...(keepsTarget ? [scanned(ctx, target)] : []), ...otherEntries,
        ...besideRows(inner.entries, new Set([write.rt, ...otherEntries.map((entry) => entry.rt)])),
      ],
    },
    source !== null,
  )
  action =
    source === null
      ? merged
      : {
          ...action,
          entries: action.entries.map((entry) => (entry.rt === source.rt ? { ...entry, query: merged } : entry)),
        }
  const returned = Boolean(action.write?.returning) && Boolean(write.returning)
  if (action.write)
    action = { ...action, write: { ...action.write, returning: returned ? returningOf(write, action.write) : null } }
  registerEntries(ctx, action)
  return { query: action, returned }
}

/** INSERT … SELECT: the entry of its query. @param {Query} action @returns {RangeEntry | null} */
function insertSource(action) {
  if (action.command !== 'insert' || action.from.length !== 1) return null
  const [node] = action.from
  const entry = node.kind === 'entry' ? action.entries.find((candidate) => candidate.rt === node.rt) : undefined
  return entry?.kind === 'subquery' && !entry.relation && entry.query ? entry : null
}

/**
 * The written relation as one that is read.
 * @param {BindContext} ctx
 * @param {RangeEntry} target
 * @returns {RangeEntry}
 */
function scanned(ctx, target) {
  const { relation } = target
  ctx.lock(relation.oid, 1)
  if (relation.kind === 'v')
    return {
      ...target, kind: 'subquery', query: viewQuery(ctx, relation), barrier: isOn(relation.options.security_barrier),
      target: undefined,
    }
  return { ...target, tree: bindTree(ctx, relation, target.inh === true, 1), lockMode: 1, target: undefined }
}

/**
 * Entries of an action that look at the write's rows are beside them.
 * @param {RangeEntry[]} entries
 * @param {Set<number>} rows
 * @returns {RangeEntry[]}
 */
const besideRows = (entries, rows) =>
  entries.map((entry) =>
    !entry.lateral && columnsOf([entry.query, entry.rows, entry.functions]).some((column) => rows.has(column.rt))
      ? { ...entry, lateral: true }
      : entry,
  )

/**
 * The write's WITH queries come first.
 * @param {Query} query
 * @param {Query} action
 * @param {boolean} isSource of an INSERT … SELECT
 * @returns {Query}
 */
function withCtes(query, action, isSource) {
  if (query.ctes.length === 0) return action
  if (isSource && query.ctes.some((cte) => cte.query.command !== 'select')) throw writingCteInInsertSelect()
  for (const { name } of action.ctes) if (query.ctes.some((cte) => cte.name === name)) throw cteNameTwice(name)
  return { ...action, ctes: [...query.ctes, ...action.ctes] }
}

/**
 * What the write's RETURNING asks for, of an action's.
 * @param {WriteTarget} write
 * @param {WriteTarget} action
 * @returns {import('../../catalog/query.js').Target[]}
 */
function returningOf(write, action) {
  const given = /** @type {import('../../catalog/query.js').Target[]} */ (action.returning)
  const { relation } = write
  return rebuild(/** @type {any[]} */ (write.returning), (node) => {
    if (node.kind !== 'column' || (node.rt !== write.newRt && node.rt !== write.rt)) return undefined
    const live = relation.columns.filter((/** @type {any} */ column) => !column.dropped)
    if (node.attnum > 0) return given[live.findIndex((/** @type {any} */ column) => column.attnum === node.attnum)].expr
    if (node.attnum === 0)
      return {
        kind: 'row', args: given.map((target) => target.expr),
        names: live.map((/** @type {any} */ column) => column.name), type: relation.typeOid, typmod: -1, collation: 0,
        location: -1,
      }
    return { ...node, kind: 'const', value: null }
  })
}
