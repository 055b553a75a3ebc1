/** Functions as SQL text: arguments, results and whole definitions, as psql's \df and \sf and pg_dump ask for them. */
import { exprFromText } from '../../catalog/expr-text.js'
import { languageName } from '../../catalog/languages.js'
import { deparse } from '../../catalog/deparse/expressions.js'
import { functionBodyText } from '../../catalog/deparse/function-body.js'
import { quoteIdentifier, simpleLiteral } from '../../catalog/deparse/names.js'
import { qualifiedName } from '../../catalog/deparse/objects.js'
import { formatType } from '../../catalog/deparse/types.js'
import { catalogShape } from '../../catalog/store/shapes.js'
import { items } from '../../catalog/descriptors.js'
import { wrongObject } from '../../errors/functions.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { nameList } from '../../types/identifiers.js'
import { Family } from '../impl.js'
import { FIRST_USER_OID } from '../../types/oids.js'
/** @import { FuncDesc } from '../../catalog/descriptors.js' */

const family = new Family()
export const functionTextFunctions = family.functions

const MODES = /** @type {Record<string, string>} */ ({ i: '', o: 'OUT ', b: 'INOUT ', v: 'VARIADIC ', t: '' })
const LANGUAGES = /** @type {Record<number, string>} */ ({ 12: 'internal', 13: 'c', 14: 'sql' })

/**
 * One argument of a function.
 * @param {any} catalog
 * @param {FuncDesc} func
 * @returns {{ mode: string, name: string, type: string }[]}
 */
function argumentsOf(catalog, func) {
  const types = func.allArgTypes.length > 0 ? func.allArgTypes : func.argTypes
  return types.map((type, at) => ({
    mode: func.argModes[at] ?? (func.variadicType !== 0 && at === types.length - 1 ? 'v' : 'i'),
    name: func.argNames[at] ?? '',
    type: formatType(catalog, type),
  }))
}

/** @param {any} catalog @param {FuncDesc} func @param {boolean} withDefaults */
function argumentText(catalog, func, withDefaults) {
  const defaults = withDefaults && func.defaults !== null ? exprFromText(func.defaults) : []
  let input = 0
  const aggregate = func.kind === 'a' ? catalog.aggregate(func.oid) : undefined
  const direct = aggregate === undefined || aggregate.kind === 'n' ? -1 : aggregate.directArgs
  const first = func.argTypes.length - defaults.length
  const texts = []
  for (const { mode, name, type } of argumentsOf(catalog, func)) {
    const isInput = mode === 'i' || mode === 'b' || mode === 'v'
    const at = isInput ? input++ : -1
    if (mode === 't') continue
    const prefix = mode === 'i' && func.kind === 'p' ? 'IN ' : MODES[mode]
    const value =
      isInput && at >= first && withDefaults
        ? ` DEFAULT ${deparse(catalog, defaults[at - first], { column: () => '?column?' })}`
        : ''
    texts.push(`${prefix}${name === '' ? '' : `${quoteIdentifier(name)} `}${type}${value}`)
  }
  if (direct < 0) return texts.join(', ')
  // An ordered-set aggregate; what is both direct and aggregated is told twice.
  return `${texts.slice(0, direct).join(', ')}${direct === 0 ? '' : ' '}ORDER BY ${(direct < texts.length ? texts.slice(direct) : texts.slice(-1)).join(', ')}`
}

/** @param {any} catalog @param {FuncDesc} func */
function resultText(catalog, func) {
  const columns = argumentsOf(catalog, func).filter(({ mode }) => mode === 't')
  if (columns.length > 0) return `TABLE(${columns.map(({ name, type }) => `${name === '' ? '' : `${quoteIdentifier(name)} `}${type}`).join(', ')})`
  return `${func.retset ? 'SETOF ' : ''}${formatType(catalog, func.returnType)}`
}

/** @param {string} prosrc @param {(catalog: any, func: FuncDesc) => string | null} print */
const ofFunction = (prosrc, print) => family.context(prosrc, ({ catalog }, oid) => {
  const func = catalog.func(oid)
  return func === undefined ? null : print(catalog, func)
})
ofFunction('pg_get_function_arguments', (catalog, func) => argumentText(catalog, func, true))
ofFunction('pg_get_function_identity_arguments', (catalog, func) => argumentText(catalog, func, false))
ofFunction('pg_get_function_result', (catalog, func) => (func.kind === 'p' ? null : resultText(catalog, func)))
ofFunction('pg_get_functiondef', functionText)

family.context('pg_get_function_arg_default', ({ catalog }, oid, number) => {
  const func = catalog.func(oid)
  if (func === undefined || func.defaults === null) return null
  const inputs = argumentsOf(catalog, func)
    .map(({ mode }, at) => ({ mode, at }))
    .filter(({ mode }) => 'ibv'.includes(mode))
  const defaults = exprFromText(func.defaults)
  const at = inputs.findIndex((input) => input.at === number - 1) - (inputs.length - defaults.length)
  return at < 0 || at >= defaults.length ? null : deparse(catalog, defaults[at], { column: () => '?column?' })
})

/** The body of a function that is one SQL expression or BEGIN ATOMIC; the built-in ones here are not kept as such. */
family.context('pg_get_function_sqlbody', ({ catalog }, oid) => {
  const func = catalog.func(oid)
  return func === undefined || func.body === null ? null : functionBodyText(catalog, func)
})

/** The whole CREATE FUNCTION. @param {any} catalog @param {FuncDesc} func */
function functionText(catalog, func) {
  if (func.kind === 'a') throw wrongObject(`"${func.name}" is an aggregate function`)
  const { at } = catalogShape('pg_proc')
  const [row] = catalog.rows('pg_proc', 'pg_proc_oid_index', [func.oid])
  if (row === undefined) return null
  if (func.oid < FIRST_USER_OID && func.language === 14 && row[at.prosrc] === '')
    throw featureNotSupported('printing an SQL function body')
  const name = qualifiedName(catalog, func.name, func.namespaceOid)
  const words = []
  if (func.kind === 'w') words.push('WINDOW')
  if (func.volatility !== 'v') words.push(func.volatility === 'i' ? 'IMMUTABLE' : 'STABLE')
  if (func.parallel !== 'u') words.push(func.parallel === 's' ? 'PARALLEL SAFE' : 'PARALLEL RESTRICTED')
  if (func.strict) words.push('STRICT')
  if (func.securityDefiner) words.push('SECURITY DEFINER')
  if (row[at.proleakproof]) words.push('LEAKPROOF')
  if (func.cost !== (func.language === 12 || func.language === 13 ? 1 : 100)) words.push(`COST ${func.cost}`)
  if (func.rows > 0 && func.rows !== 1000) words.push(`ROWS ${func.rows}`)
  const settings = row[at.proconfig] === null ? [] : items(row[at.proconfig])
  const source = row[at.prosrc]
  const library = row[at.probin] === null ? '' : `'${row[at.probin].replaceAll("'", "''")}', `
  const language = LANGUAGES[func.language] ?? languageName(catalog, func.language)
  let tag = func.kind === 'p' ? 'procedure' : 'function'
  while (source.includes(`$${tag}$`)) tag += 'x'
  return [
    `CREATE OR REPLACE ${func.kind === 'p' ? 'PROCEDURE' : 'FUNCTION'} ${name}(${argumentText(catalog, func, true)})`,
    ...(func.kind === 'p' ? [] : [` RETURNS ${resultText(catalog, func)}`]),
    ` LANGUAGE ${quoteIdentifier(language)}`,
    ...(words.length === 0 ? [] : [` ${words.join(' ')}`]),
    ...settings.map((/** @type {string} */ setting) => ` SET ${quoteIdentifier(setting.slice(0, setting.indexOf('=')))} TO ${settingText(setting.slice(0, setting.indexOf('=')), setting.slice(setting.indexOf('=') + 1))}`),
    func.body === null ? `AS ${library}$${tag}$${source}$${tag}$\n` : `${functionBodyText(catalog, func)}\n`,
  ].join('\n')
}

/** Settings that are lists of names: each is quoted for itself. */
const LISTS = new Set(['search_path', 'temp_tablespaces', 'session_preload_libraries', 'shared_preload_libraries',
  'local_preload_libraries', 'unix_socket_directories'])

/** @param {string} name @param {string} value */
function settingText(name, value) {
  const names = LISTS.has(name.toLowerCase()) ? nameList(value) : null
  return names === null ? simpleLiteral(value) : names.map(simpleLiteral).join(', ')
}

/** Names of argument types, as pg_proc.proargtypes prints in older clients. */
family.context('oidvectortypes', ({ catalog }, types) =>
  types.values.map((/** @type {number} */ type) => formatType(catalog, type)).join(', ')
)
