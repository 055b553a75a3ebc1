/** Scripts of extensions whose objects are functions: a line each. */

const VOLATILITY = /** @type {Record<string, string>} */ ({ i: 'IMMUTABLE', s: 'STABLE', v: 'VOLATILE' })

/**
 * @param {string} library as `$libdir/NAME`
 * @param {[signature: string, result: string, symbol: string, flags: string][]} functions flags: volatility, then
 *   s when it is strict
 * @returns {string} CREATE FUNCTION statements, of functions in C that may run in parallel
 */
export const functionScript = (library, functions) => functions.map(([signature, result, symbol, flags]) =>
  `CREATE FUNCTION ${signature} RETURNS ${result} LANGUAGE c ${VOLATILITY[flags[0]]} PARALLEL SAFE` +
  `${flags[1] === 's' ? ' STRICT' : ''} AS '$libdir/${library}', '${symbol}'`).join(';\n')
