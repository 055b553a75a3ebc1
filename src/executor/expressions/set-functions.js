/**
 * Calls of set-returning functions: an iterable of values, or of PgRecords for functions with several output columns.
 */
import { baseType, builtin, collatedCall, functionInfo } from './operations.js'
import { longSource } from './long-calls.js'
import { ProcedureSet, callSite, isProcedural } from './procedures.js'
import { featureNotSupported } from '../../errors/db-error.js'

/** @import { Expr } from '../../catalog/expr.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

/**
 * What stands for the implementation of a function of the procedures layer.
 * @type {{ context: boolean, typed: boolean, records: boolean }}
 */
const PROCEDURE = { context: false, typed: false, records: false }
/** A ProcedureSet without rows. */
const NO_ROWS = Object.freeze({ hungry: false, next: () => ({ done: true, value: undefined }) })

/**
 * A function in FROM or in a select list. One that returns no set gives one row. A strict one with a null argument
 * gives none if it returns a set, one null otherwise.
 * @param {FunctionBuilder} fn
 * @param {any} expr
 * @returns {{ js: string, record: '' | '.values' | null, filled: boolean }} js: an iterable; record: null for single
 *   values, else how to
 *   get at the columns; filled: the iterator is a ProcedureSet, to be filled when it is hungry
 */
export function callSetFunction(fn, expr) {
  if ((expr.kind !== 'func' && expr.kind !== 'op') || !expr.retset) {
    // What is no call any more is the body of one.
    const record = returnsRecord(fn, expr) ? '.values' : null
    return { js: `[${fn.expression(expr).js}]`, record, filled: false }
  }
  const oid = expr.kind === 'op' ? expr.funcOid : expr.oid
  const info = functionInfo(fn.module, oid)
  const procedural = isProcedural(info)
  const impl = procedural ? PROCEDURE : builtin(fn.module, oid, expr.inputCollation)
  const args = expr.args.map((/** @type {Expr} */ arg) => fn.expression(arg))
  const names = args.map((/** @type {any} */ arg) => {
    if (arg.atom) return arg.js
    const name = fn.temp()
    fn.line(`${name} = ${arg.js}`)
    return name
  })
  const extra = []
  if (impl.context) extra.push('ctx')
  if (impl.typed)
    extra.push(
      fn.module.constant(
        {
          result: expr.type, args: expr.args.map((/** @type {any} */ arg) => arg.type),
          variadic: expr.variadic ?? false, columns: expr.columns,
        },
        'types',
      ),
    )
  const nulls = args
    .map((/** @type {any} */ arg, /** @type {number} */ at) => (arg.nullable ? `${names[at]} === null` : ''))
    .filter(Boolean)
    .join(' || ')
  if (procedural) {
    if (!fn.module.generator) throw featureNotSupported('a set-returning function in this place')
    const make = `new ${fn.module.constant(ProcedureSet, 'ProcedureSet')}(ctx, ${fn.module.constant({ ...callSite(info, expr), resumes: fn.module.writes }, 'site')}, [${names.join(', ')}])`
    const single =
      info.returnType !== 2249 && fn.module.catalog?.type?.(fn.module.catalog.baseType(expr.type))?.kind !== 'c'
    const empty = fn.module.constant(NO_ROWS, 'noRows')
    return {
      js: info.strict && nulls !== '' ? `(${nulls} ? ${empty} : ${make})` : make, record: single ? null : '.values',
      filled: true,
    }
  }
  const collated = expr.inputCollation ? collatedCall(fn, { funcOid: oid, inputCollation: expr.inputCollation }) : null
  const call = collated !== null ? `${collated}(${names.join(', ')})`
    : impl.long && !impl.context && !impl.typed ? longSource(fn, impl)(names)
      : `${fn.module.constant(impl.call, info.name)}(${[...extra, ...names].join(', ')})`
  // What gives the rows it is given (unnest of a composite's array) has them as values; those that make rows of their
  // own, as lists.
  const record = impl.records || (info.returnType !== 2249 && returnsRecord(fn, expr)) ? '.values' : ''
  return { js: info.strict && nulls !== '' ? `(${nulls} ? [] : ${call})` : call, record, filled: false }
}

/** @param {FunctionBuilder} fn @param {Expr} expr */
function returnsRecord(fn, expr) {
  if (expr.type === 2249 || (expr.kind === 'func' && functionInfo(fn.module, expr.oid).returnType === 2249)) return true
  return fn.module.catalog?.type?.(baseType(fn.module, expr.type))?.kind === 'c'
}
