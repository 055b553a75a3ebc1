/** How the scripts of extensions are written: functions and operators in lists, everything else as SQL. */

const VOLATILITY = /** @type {Record<string, string>} */ ({ i: 'IMMUTABLE', s: 'STABLE', v: 'VOLATILE' })
const PARALLEL = /** @type {Record<string, string>} */ ({ u: 'UNSAFE', r: 'RESTRICTED' })

/** @typedef {[signature: string, result: string, symbol: string, flags: string]} FunctionLine */
/**
 * @typedef {[name: string, left: string, right: string, func: string, commutator?: string, negator?: string,
 *   restrict?: string, join?: string, flags?: string]} OperatorLine '' where there is none
 */

/**
 * @param {string} library as `$libdir/NAME`
 * @param {FunctionLine[]} functions flags: volatility; s when it is strict; u or r when it may not (or only outside
 *   workers) run in parallel
 * @returns {string} CREATE FUNCTION statements, of functions in C
 */
export const functionScript = (library, functions) => functions.map(([signature, result, symbol, flags]) =>
  `CREATE FUNCTION ${signature} RETURNS ${result} LANGUAGE c ${VOLATILITY[flags[0]]} ` +
  `PARALLEL ${PARALLEL[/** @type {string} */ (flags.at(-1))] ?? 'SAFE'}` +
  `${flags[1] === 's' ? ' STRICT' : ''} AS '$libdir/${library}', '${symbol}'`).join(';\n')

/**
 * @param {OperatorLine[]} operators flags: h for HASHES, m for MERGES
 * @returns {string} CREATE OPERATOR statements
 */
export const operatorScript = (operators) => operators.map(
  ([name, left, right, func, commutator = '', negator = '', restrict = '', join = '', flags = '']) => {
    const parts = [
      ['LEFTARG', left], ['RIGHTARG', right], ['FUNCTION', func], ['COMMUTATOR', commutator], ['NEGATOR', negator],
      ['RESTRICT', restrict], ['JOIN', join],
    ].filter(([, value]) => value !== '').map(([word, value]) => `${word} = ${value}`)
    if (flags.includes('h')) parts.push('HASHES')
    if (flags.includes('m')) parts.push('MERGES')
    return `CREATE OPERATOR ${name} (${parts.join(', ')})`
  }).join(';\n')

/**
 * A whole script, in the order in which PostgreSQL wants things: shells of types, the functions that read and print
 * them, the types, functions, operators, then what is made of all that.
 * @param {object} parts
 * @param {string} parts.library
 * @param {string[]} [parts.shells]
 * @param {FunctionLine[]} [parts.io]
 * @param {string} [parts.types]
 * @param {FunctionLine[]} [parts.functions]
 * @param {string} [parts.before] the operators
 * @param {OperatorLine[]} [parts.operators]
 * @param {string} [parts.after] operator classes, casts, aggregates, views
 * @returns {string}
 */
export const extensionScript = ({
  library, shells = [], io = [], types = '', functions = [], before = '', operators = [], after = '',
}) => [
  ...shells.map((name) => `CREATE TYPE ${name}`), functionScript(library, io), types,
  functionScript(library, functions), before, operatorScript(operators), after,
].filter((part) => part !== '').map((part) => part.replace(/;[ \n]*$/, '')).join(';\n')
