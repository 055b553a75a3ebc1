/** Whether what a program says of an extension is one, before anything is made of it: what is wrong is told by name. */
import { brokenExtension } from '../errors/extensions.js'

/** @import { Datum as Given } from './definition.js' */
/** @typedef {(given: Given) => string} Rule '': it is as it must be; else what it must be */

/** @param {Given} given */
const isObject = (given) => typeof given === 'object' && given !== null && !Array.isArray(given)
/** @type {(holds: (given: Given) => boolean, what: string) => Rule} */
const rule = (holds, what) => (given) => holds(given) ? '' : what
const text = rule((given) => typeof given === 'string', 'a string')
const flag = rule((given) => typeof given === 'boolean', 'true or false')
const object = rule(isObject, 'an object')
const list = rule(Array.isArray, 'an array')
const texts = rule((given) => Array.isArray(given) && given.every((each) => typeof each === 'string'),
  'an array of strings')
const paths = rule((given) => isObject(given) && Object.entries(given).every(([path, sql]) =>
  /^.+--.+$/.test(path) && typeof sql === 'string'), `an object like { '1.0--1.1': 'SQL' }`)

/** Functions that never answer with a value: a statement cannot wait for them. */
const WAITING = /** @type {Record<string, string>} */ ({
  AsyncFunction: 'async', GeneratorFunction: 'a generator', AsyncGeneratorFunction: 'an async generator',
})

/** @type {Rule} */
function call(given) {
  if (typeof given !== 'function') return 'a function'
  const kind = WAITING[Object.prototype.toString.call(given).slice(8, -1)]
  return kind === undefined ? '' : `a function that returns its value: it is ${kind}, and statements do not wait for it`
}

/** What there may be. A word that is none of these would do nothing. @type {Record<string, Record<string, Rule>>} */
const MEMBERS = {
  extension: {
    name: text, version: text, comment: text, requires: texts, relocatable: flag, types: object, functions: object,
    operators: list, script: text, hooks: object, updates: paths,
  },
  type: { parse: call, format: call, compare: call, key: call, encode: call, decode: call },
  func: {
    args: texts, returns: text, strict: flag, call,
    volatility: rule((given) => ['immutable', 'stable', 'volatile'].includes(given), 'immutable, stable or volatile'),
  },
  operator: { name: text, left: text, right: text, function: text, commutator: text, negator: text },
  hooks: { statement: call },
}
const NAME = /^[a-z_][a-z0-9_]*$/

/** What is given in place of a definition, and how it is put right. @param {Given} given @returns {[string, string]} */
function notDefinition(given) {
  if (given instanceof Promise) return ['promise', 'it is a promise: await it']
  if (typeof given === 'string') return [given, `it is a name: import its module, and give what that exports`]
  if (typeof given === 'function') return [given.name || 'function', 'it is a function: give what it returns']
  return [String(given), 'it is no object']
}

/**
 * @param {Given} given
 * @throws {DbError} 22023 what is wrong with it, by its name
 */
export function checkDefinition(given) {
  if (!isObject(given) || given instanceof Promise) throw brokenExtension(...notDefinition(given))
  if (Object.prototype.toString.call(given) === '[object Module]' || (!('name' in given) && isObject(given.default))) {
    throw brokenExtension(isObject(given.default) ? String(given.default.name) : 'module',
      `it is a module: give what it exports (import extension from '…', or module.default)`)
  }
  const { name } = given
  const refuse = (/** @type {string} */ what) => { throw brokenExtension(String(name), what) }
  /** @param {string} of @param {Given} members @param {string} what */
  const check = (of, members, what) => {
    if (!isObject(members)) refuse(`${what} must be an object`)
    for (const [member, value] of Object.entries(members)) {
      if (!Object.hasOwn(MEMBERS[of], member)) {
        refuse(`${what} has no "${member}", only ${Object.keys(MEMBERS[of]).join(', ')}`)
      }
      const wanted = value === undefined ? '' : MEMBERS[of][member](value)
      if (wanted !== '') refuse(`"${member}" of ${what} must be ${wanted}`)
    }
  }
  if (typeof name !== 'string' || !/^[a-zA-Z_][\w-]*$/.test(name)) refuse('its name must be an identifier')
  if (typeof given.version !== 'string' || given.version === '') refuse('it must have a version, a string')
  check('extension', given, 'an extension')
  const { types = {}, functions = {}, operators = [], hooks = {} } = given
  for (const [type, members] of Object.entries(types)) {
    check('type', members, `type "${type}"`)
    const { parse, format, compare, key, encode, decode } = members
    if (!NAME.test(type)) refuse(`type "${type}" must be named in lower case`)
    if (parse === undefined || format === undefined) refuse(`type "${type}" must have parse and format`)
    if ((compare === undefined) !== (key === undefined)) refuse(`type "${type}" must have compare and key, or neither`)
    if ((encode === undefined) !== (decode === undefined)) {
      refuse(`type "${type}" must have encode and decode, or neither`)
    }
  }
  for (const [func, members] of Object.entries(functions)) {
    check('func', members, `function "${func}"`)
    if (!NAME.test(func)) refuse(`function "${func}" must be named in lower case`)
    if (members.args === undefined || members.returns === undefined) {
      refuse(`function "${func}" must have args and returns`)
    }
    if (members.call === undefined) refuse(`function "${func}" must have call`)
  }
  for (const [at, operator] of operators.entries()) {
    check('operator', operator, `operator ${operator?.name ?? at + 1}`)
    if (operator.name === undefined || operator.right === undefined) {
      refuse(`operator ${operator.name ?? at + 1} must have name and right`)
    }
    if (!Object.hasOwn(functions, operator.function)) refuse(`operator ${operator.name} must name one of its functions`)
  }
  check('hooks', hooks, 'hooks')
}
