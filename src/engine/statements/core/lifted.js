/**
 * Values of lifted literals: from their place in the text to what the plan's parameters expect. A string is read by its
 * parameter's input function at every execution, so what its reading depends on (time zone, clock) is always the
 * session's own.
 */
import { BIGINT, INT, shape, STRING, stringContent, wholeNumber } from '../../../parser/literals.js'
import { parseNumeric } from '../../../types/numbers/numeric-input.js'
import { compileExpression } from '../../../executor/evaluate.js'
import { contains } from '../../../planner/expr-tools.js'
import { FIRST_USER_OID } from '../../../types/oids.js'
import { builtinType } from '../../../types/registry.js'

/** @import { Mark } from '../../../parser/lift.js' */
/** @import { Prepared } from './prepared.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { TypeOps } from '../../../types/type-ops.js' */
/** @import { Numeric } from '../../../types/numbers/numeric.js' */

/**
 * Types whose input is a matter of the text and the session alone: bool, numbers, texts, dates and times, uuid, bytea,
 * relations by name.
 */
const READABLE = new Set([
  16, 17, 19, 20, 21, 23, 25, 26, 700, 701, 1042, 1043, 1082, 1083, 1114, 1184, 1700, 2950, 2205,
])

/**
 * @param {string} text whose scan `shape` holds
 * @param {Mark} mark
 * @returns {number | bigint | string | Numeric} a number's value; a string's content
 */
export function readLiteral(text, mark) {
  const { literal, negative } = mark
  const start = shape.starts[literal]
  const end = shape.ends[literal]
  switch (shape.kinds[literal]) {
    case INT: {
      let value = 0
      for (let at = start; at < end; at++) value = value * 10 + text.charCodeAt(at) - 48
      return negative && value !== 0 ? -value : value
    }
    case BIGINT: return wholeNumber(`${negative ? '-' : ''}${text.slice(start, end)}`)
    case STRING: return stringContent(text, start, end)
    default: {
      const written = text.slice(start, end)
      return parseNumeric(negative ? `-${written}` : written)
    }
  }
}

/**
 * Reads the strings among the values in place, and computes what is made of literals alone (lengths, scales): it throws
 * where the text's own plan would.
 * @param {Session} session
 * @param {Prepared} prepared planned
 * @param {unknown[]} values
 * @returns {number[] | null} parameters whose literals may not be lifted (from 0); null: all is well
 */
export function readLifted(session, prepared, values) {
  if (prepared.liftedPlan !== prepared.planned) {
    const refused = notLiftable(session, prepared)
    if (refused.length > 0) return refused
    prepared.liftedPlan = prepared.planned
    const catalog = session.catalog()
    prepared.liftedChecks = /** @type {import('../../../planner/plan.js').PlannedStatement} */ (
      prepared.planned
    ).paramCalls.map((call) => compileExpression(call, catalog))
  }
  const { paramTypes, marks } = prepared
  // The elements of the list, if there is one, are between the others.
  const elements = values.length - marks.length + 1
  const listAt = marks.findIndex((mark) => mark.isList)
  for (let index = 0, param = 0; index < values.length; index++) {
    const type = paramTypes[param]
    const value = values[index]
    if (typeof value === 'string') {
      if (type !== 25 && type !== 1043)
        values[index] = /** @type {TypeOps} */ (builtinType(type)).parse(value, -1, session.env)
    } else if (param === listAt && type !== 23 && type !== 20)
      values[index] = type === 1700 ? parseNumeric(String(value)) : Number(value)
    if (param !== listAt || index === listAt + elements - 1) param++
  }
  if (prepared.liftedChecks.length > 0) {
    const ctx = session.expressionContext(values)
    for (const check of prepared.liftedChecks) check(ctx)
  }
  return null
}

/** A call that is left of what users wrote. @param {{ kind?: string, oid?: number }} node of a plan */
const isRoutine = ({ kind, oid = 0 }) => kind === 'func' && oid >= FIRST_USER_OID

/** @param {Session} session @param {Prepared} prepared @returns {number[]} */
function notLiftable(session, prepared) {
  const catalog = session.catalog()
  const planned = /** @type {import('../../../planner/plan.js').PlannedStatement} */ (prepared.planned)
  // An index on some rows only, or on an expression, is matched by the constants themselves.
  const particular = planned.locks.some(({ relationOid }) =>
    catalog
      .relation(relationOid)
      ?.indexes.some(
        (/** @type {any} */ index) => index.predicate || index.keys.some((/** @type {any} */ key) => !key.attnum),
      ),
  )
  const callsUsers = prepared.marks.some(({ call }) => call !== undefined)
    && contains([planned.root, planned.outputs], isRoutine)
  /** @type {number[]} */
  const refused = []
  prepared.marks.forEach((mark, index) => {
    if (
      (particular && mark.isCondition) || !READABLE.has(prepared.paramTypes[index])
      // What is built in may be computed when it is planned, and says then what is wrong with it.
      || (mark.call !== undefined && !callsUsers)
    )
      refused.push(index)
  })
  return refused
}
