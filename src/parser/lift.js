/**
 * Which literals of a statement may become parameters: decided on the real tree, the first time a shape is seen. Only
 * where a value cannot change what the statement means: a column set equal to a constant (or IN constants, or a string
 * cast to a type) in WHERE and ON, the right side of SET, the cells of INSERT's VALUES, the arguments of the one call
 * that a SELECT is about (`SELECT f(1)`, `SELECT * FROM f(1)`). Select lists, ORDER BY, GROUP BY, LIMIT, other casts,
 * type modifiers, intervals, patterns, ranges (whose selectivity decides the plan) and everything else keep their text.
 */
import { listSize } from './in-list.js'
import { BIGINT, BIGINT_LIST, INT, INT_LIST, NUMBER, ODD, shape, STRING, STRING_LIST } from './literals.js'
import { spacesEnd } from './tokens.js'

/** @typedef {import('./parser.js').ParsedStatement} ParsedStatement */
/**
 * @typedef {object} Mark
 * @property {number} literal its number in the text
 * @property {boolean} negative the grammar took a minus sign into the constant
 * @property {boolean} isCondition stands in WHERE or ON
 * @property {boolean} [isList] the elements of an IN list
 * @property {string} [call] an argument of a call of that name: lifted if it calls what users wrote
 */

/**
 * @typedef {object} Call FuncCall
 * @property {{ String?: { sval?: string } }[]} [funcname]
 * @property {{ NamedArgExpr?: { arg: object } }[]} [args]
 * @property {object} [agg_order]
 * @property {object} [agg_filter]
 * @property {object} [over]
 * @property {boolean} [func_variadic]
 * @property {boolean} [agg_distinct]
 * @property {boolean} [agg_within_group]
 */
/** @typedef {{ is_rowsfrom?: boolean, functions?: { List?: { items: { FuncCall?: Call }[] } }[] }} RangeFunction */
/**
 * @typedef {object} Select SelectStmt, as far as it matters here
 * @property {{ ResTarget?: { val?: { FuncCall?: Call } } }[]} [targetList]
 * @property {{ RangeFunction?: RangeFunction }[]} [fromClause]
 * @property {object} [whereClause]
 * @property {object} [groupClause]
 * @property {object} [withClause]
 */

/** Parameter types of the classes: those the binder gives such constants; 0 is for it to find out. */
const TYPE_OF = /** @type {Record<number, number>} */ ({
  [INT]: 23, [BIGINT]: 20, [NUMBER]: 1700, [STRING]: 0, [INT_LIST]: 23, [BIGINT_LIST]: 20, [STRING_LIST]: 0,
})

/**
 * Replaces the liftable constants of a freshly parsed statement by parameters, in the order of the text.
 * @param {ParsedStatement} parsed its tree is changed
 * @param {string} text whose scan `shape` holds
 * @param {(mark: Mark) => boolean} wanted
 * @returns {{ marks: Mark[], types: number[] }}
 */
export function liftConstants(parsed, text, wanted) {
  const lifter = new Lifter(text, wanted)
  lifter.visitStatement(parsed)
  return lifter.replace()
}

/** Goes through a tree where constants may be liftable, and keeps those that are wanted. */
class Lifter {
  /** @param {string} text @param {(mark: Mark) => boolean} wanted */
  constructor(text, wanted) {
    this.text = text
    this.wanted = wanted
    this.offsets = byteOffsets(text)
    /** By offset. @type {Map<number, number>} */
    this.literalAt = new Map()
    for (let index = 0; index < shape.count; index++) this.literalAt.set(this.offsets[index], index)
    /** @type {{ holder: any, mark: Mark, location: number }[]} */
    this.found = []
  }

  /** @param {ParsedStatement} parsed */
  visitStatement({ tag, node }) {
    switch (tag) {
      case 'SelectStmt': this.#visitSelect(node); return
      case 'UpdateStmt':
        for (const item of node.targetList ?? []) this.#visitAssigned(item.ResTarget?.val)
        this.#visitFrom(node.fromClause)
        this.#visitCondition(node.whereClause)
        return
      case 'DeleteStmt':
        this.#visitFrom(node.usingClause)
        this.#visitCondition(node.whereClause)
        return
      case 'InsertStmt': {
        const select = node.selectStmt?.SelectStmt
        if (select?.valuesLists)
          for (const row of select.valuesLists) for (const cell of row.List.items) this.#take(cell, false)
        else if (select) this.#visitSelect(select)
        if (node.onConflictClause)
          for (const item of node.onConflictClause.targetList ?? []) this.#visitAssigned(item.ResTarget?.val)
        return
      }
      default:
    }
  }

  /** @param {any} node SelectStmt */
  #visitSelect(node) {
    if (node.op && node.op !== 'SETOP_NONE') return
    this.#visitFrom(node.fromClause)
    this.#visitCondition(node.whereClause)
    this.#visitCall(theCall(node))
  }

  /** @param {Call | undefined} call */
  #visitCall(call) {
    const name = call?.funcname?.at(-1)?.String?.sval
    for (const arg of call?.args ?? []) this.#take(uncast(arg.NamedArgExpr?.arg ?? arg), false, name)
  }

  /** @param {any[] | undefined} items */
  #visitFrom(items) {
    for (const item of items ?? []) {
      const join = item?.JoinExpr
      if (join === undefined) continue
      this.#visitFrom([join.larg, join.rarg])
      this.#visitCondition(join.quals)
    }
  }

  /** SET a = 5, a = a + 5. @param {any} holder */
  #visitAssigned(holder) {
    if (holder?.A_Const) { this.#take(holder, false); return }
    const expr = holder?.A_Expr
    if (expr?.kind !== 'AEXPR_OP' || !expr.lexpr || !/^[-+*]$/.test(operatorName(expr))) return
    for (const side of [expr.lexpr, expr.rexpr])
      if (!side.A_Const || side.A_Const.sval === undefined) this.#visitAssigned(side)
  }

  /** @param {any} holder */
  #visitCondition(holder) {
    if (holder?.BoolExpr) {
      for (const arg of holder.BoolExpr.args) this.#visitCondition(arg)
      return
    }
    const expr = holder?.A_Expr
    if (expr?.kind === 'AEXPR_IN' && expr.lexpr?.ColumnRef && this.#takeList(expr)) return
    if (expr === undefined || operatorName(expr) !== '=') return
    if (expr.kind === 'AEXPR_OP') {
      if (expr.lexpr?.ColumnRef) this.#take(uncast(expr.rexpr), true)
      else if (expr.rexpr?.ColumnRef) this.#take(uncast(expr.lexpr), true)
    } else if (expr.kind === 'AEXPR_IN' && expr.lexpr?.ColumnRef) {
      for (const item of expr.rexpr.List?.items ?? []) this.#take(item, true)
    }
  }

  /**
   * @param {any} holder of a constant, perhaps
   * @param {boolean} isCondition
   * @param {string} [call] of which it is an argument
   */
  #take(holder, isCondition, call) {
    const constant = holder?.A_Const
    if (constant === undefined || constant.isnull || !(constant.ival || constant.fval || constant.sval)) return
    const location = constant.location ?? 0
    let literal = this.literalAt.get(location)
    const written = constant.fval?.fval ?? ''
    // The sign is where the constant is. A zero's is to be seen in the text alone.
    const isZero = constant.ival !== undefined && !constant.ival.ival
    const negative = isZero ? literal === undefined : constant.ival?.ival < 0 || written.startsWith('-')
    if (literal === undefined && negative) literal = this.offsets.findIndex((offset) => offset > location)
    if (literal === undefined || literal < 0 || (isZero && negative && !this.#isSigned(literal, location))) return
    if (
      shape.kinds[literal] >= INT_LIST ||
      shape.kinds[literal] === ODD ||
      (shape.kinds[literal] === STRING) !== (constant.sval !== undefined)
    )
      return
    const mark = { literal, negative, isCondition }
    this.#keep(holder, call === undefined ? mark : { ...mark, call }, location)
  }

  /** Whether the minus sign before a literal is at an offset. @param {number} literal @param {number} location */
  #isSigned(literal, location) {
    const start = shape.starts[literal]
    let at = start - 1
    while (spacesEnd(this.text, at) > at) at--
    return this.text.charCodeAt(at) === 45 && this.offsets[literal] - (start - at) === location
  }

  /** @param {any} expr IN @returns {boolean} whether its list is one literal */
  #takeList(expr) {
    const first = expr.rexpr.List?.items[0]?.A_Const
    const literal = this.literalAt.get(first?.location ?? -1)
    if (literal === undefined || shape.kinds[literal] < INT_LIST) return false
    this.#keep(expr, { literal, negative: false, isCondition: true, isList: true }, first.location)
    return true
  }

  /** @param {any} holder @param {Mark} mark @param {number} location */
  #keep(holder, mark, location) {
    if (this.wanted(mark)) this.found.push({ holder, mark, location })
  }

  /** @returns {{ marks: Mark[], types: number[] }} */
  replace() {
    const { found } = this
    found.sort((a, b) => a.mark.literal - b.mark.literal)
    const marks = /** @type {Mark[]} */ ([])
    const types = /** @type {number[]} */ ([])
    const listAt = found.findIndex(({ mark }) => mark.isList)
    for (const { holder, mark, location } of found) {
      marks.push(mark)
      types.push(TYPE_OF[shape.kinds[mark.literal]])
      const after = found.length - marks.length
      /** @type {any} */
      const parameter = { number: marks.length, location }
      if (mark.isList) {
        holder.rexpr.List.items = [{ ParamRef: parameter }]
        holder.inList = { after, rows: listSize(shape.listCount), literals: true }
        continue
      }
      if (listAt >= 0 && marks.length > listAt) parameter.fromEnd = after
      delete holder.A_Const
      holder.ParamRef = parameter
    }
    return { marks, types }
  }
}

/**
 * The string in `'t'::regclass`: a parameter there is of the type that is named, as the string is. Lengths and array
 * brackets are more than a type.
 * @param {any} holder
 */
function uncast(holder) {
  const cast = holder?.TypeCast
  if (cast?.arg?.A_Const?.sval === undefined) return holder
  const { typmods, arrayBounds, typemod } = cast.typeName
  return typmods === undefined && arrayBounds === undefined && (typemod ?? -1) === -1 ? cast.arg : holder
}

/**
 * What a SELECT without anything else calls.
 * @param {Select} node @returns {Call | undefined} undefined: it is more than that
 */
function theCall({ targetList, fromClause, whereClause, groupClause, withClause }) {
  if (whereClause || groupClause || withClause || targetList?.length !== 1) return undefined
  const call = fromClause === undefined
    ? targetList[0].ResTarget?.val?.FuncCall
    : fromClause.length === 1 ? onlyFunction(fromClause[0].RangeFunction) : undefined
  const isPlain = call !== undefined && !call.agg_order && !call.agg_filter && !call.over && !call.func_variadic
  return isPlain && !call.agg_distinct && !call.agg_within_group ? call : undefined
}

/** @param {RangeFunction | undefined} item */
const onlyFunction = (item) =>
  item?.functions?.length === 1 && !item.is_rowsfrom ? item.functions[0].List?.items[0]?.FuncCall : undefined

/** @param {any} expr A_Expr */
const operatorName = (expr) => expr.name?.length === 1 ? expr.name[0].String?.sval ?? '' : ''

/** The literals' byte offsets in UTF-8, which is what the tree counts in. @param {string} text @returns {number[]} */
function byteOffsets(text) {
  const offsets = new Array(shape.count)
  let extra = 0
  let at = 0
  for (let index = 0; index < shape.count; index++) {
    const start = shape.starts[index]
    for (; at < start; at++) {
      const unit = text.charCodeAt(at)
      if (unit > 127) extra += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2
    }
    offsets[index] = start + extra
  }
  return offsets
}
