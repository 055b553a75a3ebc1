/**
 * SEARCH and CYCLE of a recursive query: columns it gains, and how its two terms compute them.
 *
 *   depth first    base: ARRAY[ROW(by…)]     step: seq || ARRAY[ROW(by…)]
 *   breadth first  base: ROW(0, by…)         step: ROW(depth of seq + 1, by…)
 *   cycle          base: default, ARRAY[ROW(cols…)]
 *                  step: CASE WHEN ROW(cols…) = ANY (path) THEN value ELSE default END, path || ARRAY[ROW(cols…)], for
 *                  rows whose own mark is not the value
 *
 * Each term becomes a subquery, so that its columns are computed once. `*` does not show the added columns inside the
 * recursion.
 */
import { BOOL, INT8, RECORD } from '../../types/oids.js'
import { DbError } from '../../errors/db-error.js'
import { located } from '../../errors/syntax.js'
import { coerceTo, constant } from './expressions/coerce.js'
import { coerceToCommon, commonType } from './expressions/common-type.js'
import { bindExpr } from './expressions/expressions.js'
import { nameParts } from './expressions/typename.js'
import { arrayOperator, findOperator, operatorCall } from './expressions/operators.js'
import { emptyQuery } from './select.js'
import { equalityOf } from './sorting.js'
import { visibleTargets } from './targets.js'
import { Level } from './context.js'
/** @import { Tree } from '../../parser/tree.js' */

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('../../catalog/query.js').OutColumn} OutColumn */
/** @typedef {import('./context.js').BindContext} BindContext */

const ARRAY_CAT = 383
const RECORD_ARRAY = 2287

/** @param {number} type @param {any} expr @returns {Expr} */
const typed = (type, expr) => ({ typmod: -1, collation: 0, location: -1, type, ...expr })

/** The first of a row that SEARCH BREADTH FIRST makes. */
const DEPTH = '*DEPTH*'

/** @param {Expr[]} args @param {string[]} names @returns {Expr} */
const rowOf = (args, names) => typed(RECORD, { kind: 'row', args, names })

/** @param {Expr} row @returns {Expr} */
const arrayWith = (row) =>
  typed(RECORD_ARRAY, { kind: 'array', elementType: RECORD, elements: [row], multidims: false })

/** @param {Expr} array @param {Expr} row @returns {Expr} */
const appended = (array, row) =>
  typed(RECORD_ARRAY, {
    kind: 'func', oid: ARRAY_CAT, args: [array, arrayWith(row)], variadic: false, retset: false, display: 'call',
  })

export class SearchAndCycle {
  /**
   * @param {BindContext} ctx
   * @param {Level} level the recursive query's
   * @param {Tree<import('@pgsql/types').CommonTableExpr>} node
   * @param {Tree<import('@pgsql/types').SelectStmt>} select its UNION
   * @param {OutColumn[]} columns its own
   */
  constructor(ctx, level, node, select, columns) {
    this.ctx = ctx
    this.level = level
    this.name = node.ctename
    this.own = columns
    const { search_clause: search, cycle_clause: cycle } = node
    if (select.larg.op !== 'SETOP_NONE') throw this.shape('0A000', 'the left side of the UNION must be a SELECT')
    if (select.rarg.op !== 'SETOP_NONE' || select.rarg.valuesLists)
      throw this.shape('42601', 'the right side of the UNION must be a SELECT')
    this.search = search
      ? {
          breadth: search.search_breadth_first === true,
          by: this.places(search.search_col_list, 'search', search.location ?? 0),
        }
      : null
    /** @type {(OutColumn & { hidden?: boolean })[]} */
    this.columns = []
    if (search) {
      this.free(search.search_seq_column, 'search sequence column', search.location ?? 0)
      this.columns.push(hidden(search.search_seq_column, this.search?.breadth ? RECORD : RECORD_ARRAY))
    }
    /** @type {{ by: number[], value: Expr, other: Expr } | null} */
    this.cycle = null
    if (cycle) this.readCycle(search, cycle)
    /** For printing the query again. @type {import('../../catalog/query.js').SearchCycleClauses} */
    this.clauses = {
      search: search
        ? {
            breadth: search.search_breadth_first === true,
            by: nameParts(search.search_col_list),
            column: search.search_seq_column,
          }
        : null,
      cycle: cycle
        ? {
            by: nameParts(cycle.cycle_col_list),
            mark: cycle.cycle_mark_column,
            path: cycle.cycle_path_column,
            value: /** @type {any} */ (this.cycle).value,
            other: /** @type {any} */ (this.cycle).other,
          }
        : null,
    }
  }

  /** @param {string} code @param {string} what */
  shape(code, what) {
    return located(code, `with a SEARCH or CYCLE clause, ${what}`)
  }

  /**
   * @param {Tree<import('@pgsql/types').CTESearchClause>} search
   * @param {Tree<import('@pgsql/types').CTECycleClause>} cycle
   */
  readCycle(search, cycle) {
    const { ctx, level } = this
    const location = cycle.location ?? 0
    const by = this.places(cycle.cycle_col_list, 'cycle', location)
    const constantOf = (/** @type {unknown} */ item, /** @type {boolean} */ standard) =>
      item ? bindExpr(ctx, level, item) : constant(BOOL, standard)
    const values = [constantOf(cycle.cycle_mark_value, true), constantOf(cycle.cycle_mark_default, false)]
    const type = commonType(ctx, values, 'CYCLE')
    const [value, other] = values.map((expr) => coerceToCommon(ctx, expr, type, 'CYCLE'))
    this.free(cycle.cycle_mark_column, 'cycle mark column', location)
    this.free(cycle.cycle_path_column, 'cycle path column', location)
    const same = (/** @type {string} */ a, /** @type {string} */ b) => {
      throw located('42601', `${a} column name and ${b} column name are the same`, { location })
    }
    if (cycle.cycle_mark_column === cycle.cycle_path_column) same('cycle mark', 'cycle path')
    if (search?.search_seq_column === cycle.cycle_mark_column) same('search sequence', 'cycle mark')
    if (search?.search_seq_column === cycle.cycle_path_column) same('search sequence', 'cycle path')
    equalityOf(ctx, type, location)
    if (!hasInequality(ctx, type))
      throw located('42883', `could not identify an inequality operator for type ${ctx.view.typeName(type)}`, {
        location,
      })
    this.cycle = { by, value, other }
    this.columns.push(
      { ...hidden(cycle.cycle_mark_column, type), collation: value.collation },
      hidden(cycle.cycle_path_column, RECORD_ARRAY),
    )
  }

  /** @param {unknown[]} list @param {string} kind @param {number} location @returns {number[]} */
  places(list, kind, location) {
    /** @type {number[]} */
    const found = []
    for (const name of nameParts(list)) {
      const at = this.own.findIndex((column) => column.name === name)
      if (at < 0) throw located('42601', `${kind} column "${name}" not in WITH query column list`, { location })
      if (found.includes(at)) throw located('42701', `${kind} column "${name}" specified more than once`, { location })
      found.push(at)
    }
    return found
  }

  /** @param {string} name @param {string} what @param {number} location */
  free(name, what, location) {
    if (this.own.some((column) => column.name === name))
      throw located('42601', `${what} name "${name}" already used in WITH query column list`, { location })
  }

  /** @param {number[]} by places of columns @param {Expr[]} own */
  rowBy(by, own) {
    return rowOf(by.map((at) => own[at]), by.map((at) => this.own[at].name))
  }

  /** @param {Expr} depth @param {Expr[]} own */
  breadthRow(depth, own) {
    const { by } = /** @type {{ by: number[] }} */ (this.search)
    return rowOf([depth, ...by.map((at) => own[at])], [DEPTH, ...by.map((at) => this.own[at].name)])
  }

  /** @param {Query} query the base term @returns {Query} */
  base(query) {
    return this.around(query, [], (own) => {
      const added = []
      if (this.search)
        added.push(
          this.search.breadth ? this.breadthRow(constant(INT8, 0), own) : arrayWith(this.rowBy(this.search.by, own)),
        )
      if (this.cycle) added.push(this.cycle.other, arrayWith(this.rowBy(this.cycle.by, own)))
      return { added, where: null }
    })
  }

  /** @param {Query} query the recursive term @param {unknown} self CteEntry @returns {Query} */
  step(query, self) {
    const { ctx } = this
    const reference = query.entries.find((entry) => entry.cte === self)
    if (reference === undefined) throw located('0A000', `with a SEARCH or CYCLE clause, the recursive reference to WITH query "${this.name}" must be at the top level of its right-hand SELECT`)
    const before = this.columns.map((column, at) =>
      typed(column.type, {
        kind: 'column', rt: reference.rt, attnum: this.own.length + at + 1, collation: column.collation,
      }),
    )
    return this.around(query, before, (own, earlier) => {
      const added = []
      let place = 0
      if (this.search) {
        const seq = earlier[place++]
        if (this.search.breadth) {
          const depth = typed(INT8, { kind: 'field', arg: seq, attnum: 1 })
          added.push(this.breadthRow(operatorCall(ctx, '+', depth, constant(INT8, 1), -1), own))
        } else added.push(appended(seq, this.rowBy(this.search.by, own)))
      }
      /** @type {Expr | null} */
      let where = null
      if (this.cycle) {
        const [mark, path] = [earlier[place++], earlier[place++]]
        const row = this.rowBy(this.cycle.by, own)
        const seen = arrayOperator(ctx, [{ String: { sval: '=' } }], row, path, false, -1)
        added.push(
          typed(mark.type, {
            kind: 'case', arg: null, whens: [{ when: seen, then: this.cycle.value }], else: this.cycle.other,
            collation: mark.collation,
          }),
          appended(path, row),
        )
        where = operatorCall(ctx, '<>', mark, this.cycle.value, -1)
      }
      return { added, where }
    })
  }

  /**
   * A query over a term as a subquery. @param {Query} query @param {Expr[]} extra more outputs of the term
   * @param {(own: Expr[], extra: Expr[]) => { added: Expr[], where: Expr | null }} compute @returns {Query}
   */
  around(query, extra, compute) {
    const { ctx } = this
    const outputs = visibleTargets(query)
    outputs.forEach((target, at) => {
      const column = this.own[at]
      if (column) target.expr = coerceTo(ctx, target.expr, column.type, column.typmod, 'implicit') ?? target.expr
    })
    const columns = [
      ...outputs.map((target) => ({ name: target.name, ...shapeOf(target.expr) })),
      ...extra.map((expr, at) => ({ name: `*extra ${at}*`, ...shapeOf(expr) })),
    ]
    const inner = {
      ...query,
      targets: [
        ...query.targets.filter((target) => !target.resjunk),
        ...extra.map((expr) => ({ expr, name: '', resjunk: false, tableOid: 0, attnum: 0 })),
        ...query.targets.filter((target) => target.resjunk),
      ],
    }
    const wrapper = emptyQuery()
    const level = new Level(this.level)
    const entry = ctx.addEntry(level, { kind: 'subquery', alias: this.name, query: inner, lateral: false, columns })
    const refs = columns.map((column, at) =>
      typed(column.type, {
        kind: 'column', rt: entry.rt, attnum: at + 1, typmod: column.typmod, collation: column.collation,
      }),
    )
    const own = refs.slice(0, outputs.length)
    const { added, where } = compute(own, refs.slice(outputs.length))
    wrapper.from = [{ kind: 'entry', rt: entry.rt }]
    wrapper.entries = level.entries
    wrapper.where = where
    wrapper.targets = [
      ...own.map((expr, at) => ({ expr, name: outputs[at].name, resjunk: false, tableOid: 0, attnum: 0 })),
      ...added.map((expr, at) => ({ expr, name: this.columns[at].name, resjunk: false, tableOid: 0, attnum: 0 })),
    ]
    return wrapper
  }
}

/** @param {string} name @param {number} type @returns {OutColumn & { hidden: boolean }} */
const hidden = (name, type) => ({ name, type, typmod: -1, collation: 0, hidden: true })

/** @param {Expr} expr */
const shapeOf = (expr) => ({ type: expr.type, typmod: expr.typmod, collation: expr.collation })

/** @param {BindContext} ctx @param {number} type */
function hasInequality(ctx, type) {
  try {
    return findOperator(ctx, /** @type {any} */ ('<>'), type, type, -1) !== null
  } catch (error) {
    if (error instanceof DbError) return false
    throw error
  }
}
