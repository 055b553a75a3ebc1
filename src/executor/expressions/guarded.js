/** Calls that give null as soon as one of their arguments is. */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */

/**
 * A strict call: all arguments are evaluated, then null if one of them is.
 * @param {FunctionBuilder} fn
 * @param {Value[]} args
 * @param {(names: string[]) => string} source
 * @param {boolean} mayReturnNull
 * @returns {Value}
 */
export function guarded(fn, args, source, mayReturnNull) {
  if (args.every((arg) => !arg.nullable))
    return { js: `(${source(args.map((arg) => arg.js))})`, nullable: mayReturnNull }
  const parts = args.map((arg) => {
    const { first, again } = fn.once(arg)
    return { first, again, nullable: arg.nullable, atom: arg.atom }
  })
  const before = parts.filter((part) => !part.atom).map((part) => part.first)
  const nulls = parts.filter((part) => part.nullable).map((part) => `${part.again} === null`).join(' || ')
  const text = `${nulls} ? null : ${source(parts.map((part) => part.again))}`
  return { js: `(${[...before, text].join(', ')})`, nullable: true }
}
