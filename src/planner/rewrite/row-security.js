/**
 * Row security: what each table of a statement may show or take, by the policies for whoever asks. The last of the
 * rewriting, over everything that will be planned: views, rules and functions have become queries by then.
 *
 *   rows that are read, updated, deleted    RangeEntry.security: conditions of the scan, before all others
 *   rows that are written                   WriteTarget.checks with `policy`: an error where one does not hold
 *
 * Who asks is the session's role or, for what stands in a view or rule, its owner (RangeEntry.checkAs). What a policy's
 * own subqueries read is checked for the same role. A plan that row security had a say in is its role's own
 * (BindContext.roleDependent).
 */
import { functionsIn, gatherNeeds } from '../needs.js'
import { AUTHID, hasPrivsOf } from '../../catalog/roles.js'
import { loadCondition } from '../../catalog/stored-condition.js'
import { POLICY_RT, policiesFor } from '../../catalog/policies.js'
import { policyRecursion, wouldBeAffected } from '../../errors/ddl/row-security.js'
import { inLevels } from '../build/access/secured.js'
import { foldConstants } from '../build/fold.js'
import { condition } from '../build/simplify.js'
import { PlanState } from '../build/state.js'
import { takeIn } from '../bind/views.js'
import { dependOnTypes } from '../bind/stored.js'
import { atOnce } from '../../util/effort.js'
import { conjuncts, contains, exprKey, rebuild, walk } from '../expr-tools.js'
import { inlineCalls } from '../inline.js'

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../catalog/policies.js').PolicyDesc} PolicyDesc */
/** @typedef {import('../../catalog/query.js').PolicyCheck} PolicyCheck */
/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('../../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {import('../../catalog/query.js').SetOperation} SetOperation */
/** @typedef {import('../../catalog/query.js').WriteTarget} WriteTarget */
/** @typedef {import('../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../bind/context.js').BindContext} BindContext */
/** @typedef {{ permissive: PolicyDesc[], restrictive: PolicyDesc[] }} Policies */
/** @typedef {WriteTarget['checks'][number]} Check */

const PUBLIC = 0
const LOCKING = new Set(['update', 'nokeyupdate', 'share', 'keyshare'])

/**
 * Conditions and checks at every table that has row security: entries and writes are changed in place.
 * @param {BindContext} ctx
 * @param {Query} query as it is to be planned
 * @throws {DbError} 42P17, 42501
 */
export function applyRowSecurity(ctx, query) {
  if (ctx.bypassesRowSecurity) return
  for (const { relation, kind } of ctx.entryOf.values()) {
    if (kind !== 'relation' || !relation.rowSecurity) continue
    new RowSecurity(ctx).query(query)
    return
  }
}

class RowSecurity {
  /** @param {BindContext} ctx */
  constructor(ctx) {
    this.ctx = ctx
    this.state = new PlanState(ctx)
    /** Tables whose policies are being looked into, by OID. @type {number[]} */
    this.active = []
  }

  /** @param {Query} query */
  query(query) {
    for (const cte of query.ctes) this.query(cte.query)
    // Those that come with policies are seen to as they come.
    for (const entry of query.entries) {
      if (entry.query !== undefined) this.query(entry.query)
      else if (entry.kind === 'relation') this.relation(query, entry)
      this.inside([entry.functions, entry.rows, entry.sample])
    }
    if (query.setOperation !== null) this.branches(query.setOperation)
    const { targets, where, from, groupBy, having, windows, limit, offset, write } = query
    this.inside([targets, where, from, groupBy, having, windows, limit, offset])
    if (write === null) return
    this.inside([write.given, write.values, write.assignments, write.returning, write.actions, write.onConflict])
    this.inside(write.checks.map((check) => check.policy === undefined ? check.expr : null))
  }

  /** @param {SetOperation} operation */
  branches({ left, right }) {
    for (const side of [left, right]) {
      if ('columns' in side) this.branches(side)
      else this.query(side)
    }
  }

  /** Subqueries in expressions. @param {unknown} part */
  inside(part) {
    walk(part, (node) => {
      if (node.kind !== 'sublink') return false
      this.inside(node.test)
      this.query(node.query)
      return true
    })
  }

  /** @param {Query} query @param {RangeEntry} entry of it */
  relation(query, entry) {
    const { ctx } = this
    const relation = /** @type {RelationDesc} */ (entry.relation)
    if (!relation.rowSecurity) return
    const role = entry.checkAs ?? ctx.catalog.roleOid
    // By what the role is, and is a member of.
    ctx.view.dependsOn(AUTHID, ctx.catalog.version(AUTHID))
    ctx.roleDependent = true
    const who = policiesFor(ctx.catalog, relation, role)
    if (who === 'none') return
    if (ctx.settings.get?.('row_security') === false) throw wouldBeAffected(relation.name, who === 'owner')
    const write = query.write !== null && query.write.rt === entry.rt ? query.write : null
    const table = new TablePolicies(this, relation, role, entry)
    if (write === null) {
      if (query.locks.some((lock) => lock.rt === entry.rt && LOCKING.has(lock.strength))) table.filter('w')
      table.filter('r')
    } else this.target(table, query, write)
    this.lookInto(relation, table)
    const kept = entry.security ?? []
    const security = inLevels(ctx.catalog, [...table.quals, ...kept])
    entry.security = security.length === 0 ? undefined : security
    const known = ctx.entryOf.get(entry.rt)
    if (known !== undefined) known.security = entry.security
    if (write !== null) write.checks = [...table.checks, ...write.checks]
  }

  /** @param {TablePolicies} table @param {Query} query @param {WriteTarget} write */
  target(table, query, write) {
    const reads = write.readsTarget === true
    const { newRt } = write
    if (query.command === 'update' || query.command === 'delete') table.filter(query.command === 'update' ? 'w' : 'd')
    if (query.command !== 'insert' && reads) table.filter('r')
    if (query.command === 'insert' || query.command === 'update') {
      const moment = query.command
      table.check(query.command === 'insert' ? 'a' : 'w', { moment, row: 'new', rt: newRt }, false)
      if (reads) table.check('r', { moment, row: 'new', rt: newRt }, true)
    }
    if (query.command === 'insert' && write.onConflict?.action === 'update') {
      const { rt } = write.onConflict
      table.check('w', { moment: 'conflict', row: 'conflict', rt }, true)
      if (reads) table.check('r', { moment: 'conflict', row: 'conflict', rt }, true)
      table.check('w', { moment: 'update', row: 'new', rt: newRt }, false)
      if (reads) table.check('r', { moment: 'update', row: 'new', rt: newRt }, true)
    }
    if (query.command === 'merge') {
      table.check('w', { moment: 'merge update', row: 'target', rt: write.rt }, true)
      table.check('w', { moment: 'update', row: 'new', rt: newRt }, false)
      if (reads) table.check('r', { moment: 'update', row: 'new', rt: newRt }, true)
      table.check('d', { moment: 'merge delete', row: 'target', rt: write.rt }, true)
      table.check('a', { moment: 'insert', row: 'new', rt: newRt }, false)
    }
  }

  /**
   * Subqueries of a table's policies have tables with policies in their turn.
   * @param {RelationDesc} relation @param {TablePolicies} table
   */
  lookInto(relation, { quals, checks }) {
    const parts = [quals, checks.map((check) => check.expr)]
    if (!contains(parts, (node) => node.kind === 'sublink')) return
    if (this.active.includes(relation.oid)) throw policyRecursion(relation.name)
    this.active.push(relation.oid)
    this.inside(parts)
    this.active.pop()
  }
}

/** The policies of one table for one role, as conditions on a statement's rows of it. */
class TablePolicies {
  /** @param {RowSecurity} pass @param {RelationDesc} relation @param {number} role @param {RangeEntry} entry */
  constructor(pass, relation, role, entry) {
    this.pass = pass
    this.relation = relation
    this.entry = entry
    const { catalog } = pass.ctx
    this.policies = relation.policies.filter(({ roles }) =>
      roles.some((named) => named === PUBLIC || hasPrivsOf(catalog, role, named)))
    /** @type {Expr[]} */
    this.quals = []
    /** @type {Check[]} */
    this.checks = []
  }

  /** @param {PolicyDesc['command']} command @returns {Policies} */
  of(command) {
    const all = this.policies.filter((policy) => policy.command === '*' || policy.command === command)
    const [permissive, restrictive] = [true, false].map((kind) => all.filter((policy) => policy.permissive === kind))
    return { permissive, restrictive }
  }

  /** What rows must meet to be seen by a command. @param {PolicyDesc['command']} command */
  filter(command) {
    const { permissive, restrictive } = this.of(command)
    const some = permissive.flatMap(({ using }) => using ?? [])
    if (some.length === 0) { this.add(NEVER); return }
    const { rt } = this.entry
    for (const { using } of restrictive) if (using !== null) this.add(this.over(using, rt))
    this.add(either(some.map((text) => this.over(text, rt))))
  }

  /** @param {Expr} expr */
  add(expr) {
    for (const part of conjuncts(condition(this.pass.state, expr))) {
      if (part.kind === 'const' && part.value === true) continue
      const key = exprKey(part)
      if (!this.quals.some((known) => exprKey(known) === key)) this.quals.push(part)
    }
  }

  /**
   * What a row must meet.
   * @param {PolicyDesc['command']} command
   * @param {Omit<PolicyCheck, 'table'>} when
   * @param {boolean} asUsing its USING conditions: the row is to be visible
   */
  check(command, when, asUsing) {
    const { permissive, restrictive } = this.of(command)
    const policy = { ...when, table: this.relation.name }
    const textOf = (/** @type {PolicyDesc} */ { using, check }) => (asUsing ? using : check ?? using)
    const some = permissive.flatMap((one) => textOf(one) ?? [])
    if (some.length === 0) { this.checks.push({ name: null, expr: NEVER, policy }); return }
    this.addCheck({ name: null, expr: either(some.map((text) => this.over(text, when.rt))), policy })
    for (const one of restrictive) {
      const text = textOf(one)
      if (text !== null) this.addCheck({ name: one.name, expr: this.over(text, when.rt), policy })
    }
  }

  /** @param {Check} check */
  addCheck(check) {
    const key = (/** @type {Check} */ { name, expr, policy }) => `${name} ${policy?.moment} ${exprKey(expr)}`
    const own = key(check)
    if (!this.checks.some((known) => key(known) === own)) this.checks.push(check)
  }

  /**
   * A stored condition over a row of the statement, with everything in it as a statement has it.
   * @param {string} text @param {number} rt @returns {Expr}
   */
  over(text, rt) {
    const { ctx, state } = this.pass
    const after = { rt: ctx.nextRt - 1, cte: ctx.nextCte - 1 }
    const relationOf = (/** @type {number} */ oid) => {
      const relation = ctx.catalog.relation(oid)
      ctx.view.dependsOn(oid, relation?.version ?? 0)
      return relation
    }
    const { condition: stored, ...loaded } = loadCondition(text, relationOf, after)
    atOnce(takeIn(ctx, loaded, this.entry.checkAs))
    dependOnTypes(ctx, stored)
    gatherNeeds(ctx, stored)
    const row = after.rt + POLICY_RT
    const own = rebuild(stored, (node) => (node.kind === 'column' && node.rt === row ? { ...node, rt } : undefined))
    const inlined = this.inlined(own)
    const folded = foldConstants(state, inlined)
    return ctx.again === null ? folded : ctx.again.made(inlined, folded)
  }

  /** Leave is needed for what is in functions that take their calls' places. @param {Expr} expr @returns {Expr} */
  inlined(expr) {
    const { ctx } = this.pass
    ctx.needsInlined = true
    const made = inlineCalls(ctx, expr)
    ctx.needsInlined = false
    if (made !== expr) for (const oid of functionsIn(made)) ctx.needs.functions.add(oid)
    return made
  }
}

/** @param {Expr[]} args @returns {Expr} */
const either = (args) =>
  args.length === 1 ? args[0] : { kind: 'or', args, type: 16, typmod: -1, collation: 0, location: -1 }

/** @type {Expr} */
const NEVER = { kind: 'const', value: false, type: 16, typmod: -1, collation: 0, location: -1 }
