/**
 * Which literals of a statement may become parameters: decided on the real tree, the first time a shape is seen. Only where a value cannot change
 * what the statement means: a column set equal to a constant (or IN constants) in WHERE and ON, the right side of SET, the cells of
 * INSERT's VALUES. Select lists, ORDER BY, GROUP BY, LIMIT, casts, type modifiers, intervals, patterns, ranges (whose selectivity
 * decides the plan) and everything else keep their text.
 */
import { listSize } from './in-list.js'
import { BIGINT, BIGINT_LIST, INT, INT_LIST, NUMBER, ODD, shape, STRING, STRING_LIST } from './literals.js'

/** @typedef {import('./parser.js').ParsedStatement} ParsedStatement */
/**
 * @typedef {object} Mark
 * @property {number} literal its number in the text
 * @property {boolean} negative the grammar took a minus sign into the constant
 * @property {boolean} isCondition stands in WHERE or ON
 * @property {boolean} [isList] the elements of an IN list
 */

/** Parameter types of the classes: those the binder gives such constants; 0 is for it to find out. */
const TYPE_OF = /** @type {Record<number, number>} */ ({ [INT]: 23, [BIGINT]: 20, [NUMBER]: 1700, [STRING]: 0, [INT_LIST]: 23, [BIGINT_LIST]: 20, [STRING_LIST]: 0 })

/**
 * Replaces the liftable constants of a freshly parsed statement by parameters, in the order of the text.
 * @param {ParsedStatement} parsed its tree is changed @param {string} text whose scan `shape` holds @param {(mark: Mark) => boolean} wanted
 * @returns {{ marks: Mark[], types: number[] }}
 */
export function liftConstants(parsed, text, wanted) {
  /** @type {Map<number, number>} */
  const literalAt = new Map()
  const offsets = byteOffsets(text)
  for (let index = 0; index < shape.count; index++) literalAt.set(offsets[index], index)
  /** @type {{ holder: any, mark: Mark, location: number }[]} */
  const found = []
  const take = (/** @type {any} */ holder, /** @type {boolean} */ isCondition) => {
    const constant = holder?.A_Const
    if (constant === undefined || constant.isnull || !(constant.ival || constant.fval || constant.sval)) return
    const location = constant.location ?? 0
    let literal = literalAt.get(location)
    const written = constant.fval?.fval ?? ''
    const negative = constant.ival?.ival < 0 || written.startsWith('-')
    if (literal === undefined && negative) literal = offsets.findIndex((offset) => offset > location)
    if (literal === undefined || literal < 0) return
    // Zero has no sign to see: -0 stays as it is written.
    if (literalAt.get(location) === undefined && !negative) return
    if (shape.kinds[literal] >= INT_LIST || shape.kinds[literal] === ODD || (shape.kinds[literal] === STRING) !== (constant.sval !== undefined)) return
    const mark = { literal, negative, isCondition }
    if (wanted(mark)) found.push({ holder, mark, location })
  }
  /** @param {any} expr IN @returns {boolean} whether its list is one literal */
  const takeList = (expr) => {
    const first = expr.rexpr.List?.items[0].A_Const
    const literal = literalAt.get(first?.location ?? -1)
    if (literal === undefined || shape.kinds[literal] < INT_LIST) return false
    const mark = { literal, negative: false, isCondition: true, isList: true }
    if (wanted(mark)) found.push({ holder: expr, mark, location: first.location })
    return true
  }
  visitStatement(parsed, take, takeList)
  found.sort((a, b) => a.mark.literal - b.mark.literal)
  const marks = /** @type {Mark[]} */ ([])
  const types = /** @type {number[]} */ ([])
  const listAt = found.findIndex(({ mark }) => mark.isList)
  for (const { holder, mark, location } of found) {
    marks.push(mark)
    types.push(TYPE_OF[shape.kinds[mark.literal]])
    /** @type {any} */
    const parameter = { number: marks.length, location }
    if (mark.isList) {
      holder.rexpr.List.items = [{ ParamRef: parameter }]
      holder.inList = { after: found.length - marks.length, rows: listSize(shape.listCount), literals: true }
      continue
    }
    if (listAt >= 0 && marks.length > listAt) parameter.fromEnd = found.length - marks.length
    delete holder.A_Const
    holder.ParamRef = parameter
  }
  return { marks, types }
}

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

/** @typedef {(holder: any, isCondition: boolean) => void} Take */
/** @typedef {(expr: any) => boolean} TakeList */

/** @param {ParsedStatement} parsed @param {Take} take @param {TakeList} takeList */
function visitStatement({ tag, node }, take, takeList) {
  switch (tag) {
    case 'SelectStmt': visitSelect(node, take, takeList); return
    case 'UpdateStmt':
      for (const item of node.targetList ?? []) visitAssigned(item.ResTarget?.val, take)
      visitFrom(node.fromClause, take, takeList)
      visitCondition(node.whereClause, take, takeList)
      return
    case 'DeleteStmt':
      visitFrom(node.usingClause, take, takeList)
      visitCondition(node.whereClause, take, takeList)
      return
    case 'InsertStmt': {
      const select = node.selectStmt?.SelectStmt
      if (select?.valuesLists) for (const row of select.valuesLists) for (const cell of row.List.items) take(cell, false)
      else if (select) visitSelect(select, take, takeList)
      if (node.onConflictClause) for (const item of node.onConflictClause.targetList ?? []) visitAssigned(item.ResTarget?.val, take)
      return
    }
    default:
  }
}

/** @param {any} node SelectStmt @param {Take} take @param {TakeList} takeList */
function visitSelect(node, take, takeList) {
  if (node.op && node.op !== 'SETOP_NONE') return
  visitFrom(node.fromClause, take, takeList)
  visitCondition(node.whereClause, take, takeList)
}

/** @param {any[] | undefined} items @param {Take} take @param {TakeList} takeList */
function visitFrom(items, take, takeList) {
  for (const item of items ?? []) {
    const join = item?.JoinExpr
    if (join === undefined) continue
    visitFrom([join.larg, join.rarg], take, takeList)
    visitCondition(join.quals, take, takeList)
  }
}

/** SET a = 5, a = a + 5. @param {any} holder @param {Take} take */
function visitAssigned(holder, take) {
  if (holder?.A_Const) { take(holder, false); return }
  const expr = holder?.A_Expr
  if (expr?.kind !== 'AEXPR_OP' || !expr.lexpr || !/^[-+*]$/.test(operatorName(expr))) return
  for (const side of [expr.lexpr, expr.rexpr]) if (!side.A_Const || side.A_Const.sval === undefined) visitAssigned(side, take)
}

/** @param {any} expr A_Expr */
const operatorName = (expr) => expr.name?.length === 1 ? expr.name[0].String?.sval ?? '' : ''

/** @param {any} holder @param {Take} take @param {TakeList} takeList */
function visitCondition(holder, take, takeList) {
  if (holder?.BoolExpr) {
    for (const arg of holder.BoolExpr.args) visitCondition(arg, take, takeList)
    return
  }
  const expr = holder?.A_Expr
  if (expr?.kind === 'AEXPR_IN' && expr.lexpr?.ColumnRef && takeList(expr)) return
  if (expr === undefined || operatorName(expr) !== '=') return
  if (expr.kind === 'AEXPR_OP') {
    if (expr.lexpr?.ColumnRef) take(expr.rexpr, true)
    else if (expr.rexpr?.ColumnRef) take(expr.lexpr, true)
  } else if (expr.kind === 'AEXPR_IN' && expr.lexpr?.ColumnRef) {
    for (const item of expr.rexpr.List?.items ?? []) take(item, true)
  }
}
