/** Constants in source: numbers, booleans and short strings as literals, everything else handed over as an object. */

/**
 * @param {import('../codegen/function.js').FunctionBuilder} fn @param {unknown} value as docs/seams.md section 1
 * @returns {import('../codegen/function.js').Value}
 */
export function literal(fn, value) {
  if (value === null) return { js: 'null', nullable: true, atom: true }
  switch (typeof value) {
    case 'boolean': return { js: String(value), nullable: false, atom: true }
    case 'number':
      if (Number.isFinite(value) && !Object.is(value, -0))
        return { js: value < 0 ? `(${value})` : String(value), nullable: false, atom: true }
      return { js: fn.module.constant(value), nullable: false, atom: true }
    case 'bigint': return { js: `${value < 0n ? `(${value}n)` : `${value}n`}`, nullable: false, atom: true }
    case 'string':
      if (value.length <= 200)
        return {
          js: JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029'), nullable: false,
          atom: true,
        }
      return { js: fn.module.constant(value), nullable: false, atom: true }
    default: return { js: fn.module.constant(value), nullable: false, atom: true }
  }
}
