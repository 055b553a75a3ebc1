/**
 * Extensions that programs bring (definition.js), made into what bundled ones are: a script of SQL and a library of
 * functions and types.
 */
import { addKnownExtension, KNOWN_EXTENSIONS } from '../catalog/known-extensions.js'
import { DbError } from '../errors/db-error.js'
import { badAnswer, brokenExtension, failedFunction } from '../errors/extensions.js'
import { invalidText } from '../errors/data.js'
import { Family } from '../functions/impl.js'
import { hash32 } from './index-keys.js'
import { builtinType, isBuiltinType } from '../types/lookup.js'
import { PgArray } from '../types/array.js'
import { KEY_BUFFER_BYTES } from '../types/key.js'
import { putFloat } from '../types/key/fixed.js'
import { putBytea, putText } from '../types/key/variable.js'
import { sendText, toUtf8 } from '../types/strings/text.js'
import { decodeUtf8, receivedText } from '../types/strings/utf8.js'
import { TypeOps } from '../types/type-ops.js'
import { addExtensionModule } from './bundled.js'
import { defineExtension } from './definition.js'
import { extensionScript } from './script.js'
import { valueFunctions } from './value-functions.js'

/** @import { FunctionContext } from '../functions/impl.js' */
/** @import { TypeOfLibrary } from '../types/libraries.js' */
/** @import { Datum, ExtensionDefinition, ExtensionType, KeyPart } from './definition.js' */
/** @import { StatementReport, StatementSeen } from './definition.js' */
/** @import { FunctionLine, OperatorLine } from './script.js' */

const ORDER = /** @type {[string, string, string, string, (order: number) => boolean][]} */ ([
  ['<', 'lt', '>', '>=', (order) => order < 0], ['<=', 'le', '>=', '>', (order) => order <= 0],
  ['=', 'eq', '=', '<>', (order) => order === 0], ['<>', 'ne', '<>', '=', (order) => order !== 0],
  ['>=', 'ge', '<=', '<', (order) => order >= 0], ['>', 'gt', '<', '<=', (order) => order > 0],
])

/** Of what comes with the program. */
const OWN_NAMES = new Set(Object.keys(KNOWN_EXTENSIONS))

/** Makes an extension known to this program. @param {ExtensionDefinition} definition of defineExtension */
export function useExtension(definition) {
  const checked = defineExtension(definition)
  if (OWN_NAMES.has(checked.name)) throw brokenExtension(checked.name, 'one that comes with the program has its name')
  const { name, version, comment = '', requires = [], relocatable = true, updates = {} } = checked
  addKnownExtension(name,
    { version, comment, requires, relocatable, trusted: true, schema: null, updates, isBrought: true })
  addExtensionModule(name, extensionModule(checked))
}

/** @param {ExtensionDefinition} definition @returns {import('./bundled.js').ExtensionModule} */
function extensionModule({ name, types = {}, functions = {}, operators = [], script = '', hooks = {} }) {
  const family = new Family()
  /** @type {FunctionLine[]} */
  const lines = []
  /** @type {OperatorLine[]} */
  const operatorLines = []
  const names = Object.keys(types)
  /** @type {string[]} */
  const after = []
  for (const type of names) {
    const { compare } = types[type]
    if (compare === undefined) continue
    for (const [operator, suffix, commutator, negator, holds] of ORDER) {
      family.typed(`${type}_${suffix}`, (_ctx, { args }, a, b) => holds(orderOf(args[0], a, b)))
      lines.push([`${type}_${suffix}(${type}, ${type})`, 'bool', `${type}_${suffix}`, 'is'])
      const [restrict, join] = selectivityOf(operator)
      const flags = operator === '=' ? 'hm' : ''
      operatorLines.push([operator, type, type, `${type}_${suffix}`, commutator, negator, restrict, join, flags])
    }
    family.typed(`${type}_cmp`, (_ctx, { args }, a, b) => Math.sign(orderOf(args[0], a, b)))
    family.typed(`${type}_hash`, (_ctx, { args }, value) => opsOf(args[0]).hash?.(value))
    lines.push([`${type}_cmp(${type}, ${type})`, 'int4', `${type}_cmp`, 'is'])
    lines.push([`${type}_hash(${type})`, 'int4', `${type}_hash`, 'is'])
    after.push(
      `CREATE OPERATOR CLASS ${type}_ops DEFAULT FOR TYPE ${type} USING btree AS OPERATOR 1 <, OPERATOR 2 <=, ` +
      `OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 ${type}_cmp(${type}, ${type})`,
      `CREATE OPERATOR CLASS ${type}_ops DEFAULT FOR TYPE ${type} USING hash AS OPERATOR 1 =, ` +
      `FUNCTION 1 ${type}_hash(${type})`)
  }
  for (const [func, { args, returns, volatility = 'immutable', strict = true, call }] of Object.entries(functions)) {
    const what = `${name}.${func}`
    family.typed(func, (ctx, { args: given, result }, ...values) => called(ctx, call, given, values, result, what))
    lines.push([`${func}(${args.join(', ')})`, returns, func, `${volatility[0]}${strict ? 's' : ''}`])
  }
  for (const { name: operator, left = '', right, function: func, commutator, negator } of operators) {
    operatorLines.push([operator, left, right, func, commutator, negator])
  }
  after.push(script)
  const { statement } = hooks
  return {
    observe: statement === undefined ? undefined : () => (seen) => { if (seen.hasEnded) statement(reportOf(seen)) },
    script: extensionScript({
      library: name, shells: names,
      io: names.flatMap((type) => /** @type {FunctionLine[]} */ ([
        [`${type}_in(cstring)`, type, `${type}_in`, 'is'], [`${type}_out(${type})`, 'cstring', `${type}_out`, 'is'],
        [`${type}_recv(internal)`, type, `${type}_recv`, 'is'],
        [`${type}_send(${type})`, 'bytea', `${type}_send`, 'is'],
      ])),
      types: names.map((type) => `CREATE TYPE ${type} (INPUT = ${type}_in, OUTPUT = ${type}_out, ` +
        `RECEIVE = ${type}_recv, SEND = ${type}_send, INTERNALLENGTH = VARIABLE, STORAGE = extended)`).join(';\n'),
      functions: lines, operators: operatorLines, after: after.filter((part) => !/^[ \n]*$/.test(part)).join(';\n'),
    }),
    functions: [
      ...valueFunctions({
        input: names.map((type) => `${type}_in`), output: names.map((type) => `${type}_out`),
        send: names.map((type) => `${type}_send`),
      }), ...family.functions,
    ],
    values: {
      types: Object.fromEntries(names.map((type) => [`${type}_in`, typeMaker(types[type])])),
      natural: names.filter((type) => types[type].compare !== undefined)
        .flatMap((type) => [`${type}_cmp`, `${type}_hash`]),
    },
  }
}

/** As the type's `compare`, guarded, says. @param {number} oid @param {Datum} a @param {Datum} b @returns {number} */
const orderOf = (oid, a, b) => /** @type {(a: Datum, b: Datum) => number} */ (opsOf(oid).compare)(a, b)

/** @param {StatementSeen} seen @returns {StatementReport} */
const reportOf = ({ session, text, isUtility, depth, within, planMs, executionMs, rows, blocks, wal }) => ({
  text, user: session.user, database: session.database.name, isUtility, isNested: depth + within > 0, planMs,
  executionMs, rows, pages: blocks, log: { records: wal.records, bytes: wal.bytes },
})

/** @param {string} operator @returns {[restrict: string, join: string]} */
function selectivityOf(operator) {
  const word = /** @type {Record<string, string>} */ ({
    '=': 'eq', '<>': 'neq', '<': 'scalarlt', '<=': 'scalarle', '>': 'scalargt', '>=': 'scalarge',
  })[operator]
  return [`${word}sel`, `${word}joinsel`]
}

// ---- types

/**
 * What a type's function throws is 38000, and so is an answer that is none: neither reaches rows or indexes.
 * @template {unknown[]} A @template R
 * @param {string} what @param {(...args: A) => R} call @param {(answer: unknown) => boolean} isFine
 * @param {string} shape
 * @returns {(...args: A) => R}
 */
const guarded = (what, call, isFine, shape) => (...args) => {
  let answer
  try {
    answer = call(...args)
  } catch (error) {
    throw error instanceof DbError ? error : failedFunction(what, error)
  }
  if (!isFine(answer)) throw badAnswer(what, answer, shape)
  return answer
}

const isText = (/** @type {unknown} */ answer) => typeof answer === 'string' && isStorable(answer)
const isBytes = (/** @type {unknown} */ answer) => answer instanceof Uint8Array
/** @param {unknown} answer @returns {boolean} */
const isKey = (answer) => Array.isArray(answer) ? answer.every(isKey)
  : typeof answer === 'number' || typeof answer === 'string' || isBytes(answer)
const isValue = (/** @type {unknown} */ answer) =>
  answer !== undefined && answer !== null && !(answer instanceof Promise)

/** A text that is the same once it was stored: no NUL, no half of a character. @param {string} text */
const isStorable = (text) => /^[\x01-\x7f]*$/.test(text) || !/[\0\p{Surrogate}]/u.test(text)

/** @param {ExtensionType<Datum>} type @returns {(type: TypeOfLibrary) => TypeOps} */
const typeMaker = (type) => ({ oid, name, category }) => {
  const { compare, key, encode, decode } = type
  const parse = guarded(`${name}.parse`, type.parse, isValue, 'a value')
  const format = guarded(`${name}.format`, type.format, isText, 'a text')
  const keyOf = key && guarded(`${name}.key`, key, isKey, 'a number, a text, bytes or a list of them')
  const read = (/** @type {string} */ text) => {
    let value
    try {
      value = type.parse(text)
    } catch (error) {
      if (error instanceof DbError) throw error
      const detail = error instanceof Error ? error.message : undefined
      throw invalidText(`invalid input syntax for type ${name}: "${text}"`, detail)
    }
    if (!isValue(value)) throw badAnswer(`${name}.parse`, value, 'a value')
    return value
  }
  const bytesOf = encode === undefined ? (/** @type {unknown} */ value) => toUtf8(format(value))
    : guarded(`${name}.encode`, encode, isBytes, 'bytes')
  const valueOf = decode && guarded(`${name}.decode`, decode, isValue, 'a value')
  return new TypeOps({
    oid, name, category, kind: 'var', parse: read, format,
    receive: (bytes, start, end, _typmod, env) => read(receivedText(bytes, start, end, env)),
    send: (value, writer, env) => sendText(format(value), writer, env),
    compare: compare && guarded(`${name}.compare`, compare,
      (answer) => typeof answer === 'number' && !Number.isNaN(answer), 'a number'),
    hash: keyOf === undefined ? undefined : (value) => hash32(keyBytes(keyOf(value)), 0) | 0,
    encodedBytes: (value) => bytesOf(value).length,
    encode: (value, bytes, _view, at) => {
      const own = bytesOf(value)
      bytes.set(own, at)
      return at + own.length
    },
    decode: valueOf === undefined ? (bytes, _view, start, end) => parse(decodeUtf8(bytes, start, end))
      : (bytes, _view, start, end) => valueOf(bytes.slice(start, end)),
    putKey: keyOf === undefined ? undefined : (value, out, at) => putKeyOf(keyOf(value), out, at),
  })
}

/** @param {KeyPart | KeyPart[]} key @param {Uint8Array} out @param {number} at @returns {number} */
function putKeyOf(key, out, at) {
  if (Array.isArray(key)) {
    for (const part of key) at = putKeyOf(part, out, at)
    return at
  }
  if (typeof key === 'number') return putFloat(key, out, at)
  return typeof key === 'string' ? putText(key, out, at) : putBytea(key, out, at)
}

/** @param {KeyPart | KeyPart[]} key @returns {Uint8Array} */
function keyBytes(key) {
  let out = new Uint8Array(KEY_BUFFER_BYTES)
  let end = putKeyOf(key, out, 0)
  if (end > out.length) {
    out = new Uint8Array(end)
    end = putKeyOf(key, out, 0)
  }
  return out.subarray(0, end)
}

// ---- functions

/** bool, int2, int4, int8, oid, float4, float8, text, varchar, name: as JavaScript has them. */
const AS_THEY_ARE = new Set([16, 21, 23, 20, 26, 700, 701, 25, 1043, 19])

/** @param {number} oid @returns {TypeOps} of a value at hand */
const opsOf = (oid) => /** @type {TypeOps} */ (builtinType(oid))

/** @param {FunctionContext} ctx @param {number} oid @param {Datum} value @returns {unknown} as programs have it */
function outside(ctx, oid, value) {
  if (value === null || AS_THEY_ARE.has(oid)) return value
  if (value instanceof PgArray) return value.values.map((element) => outside(ctx, value.elementType, element))
  return isBuiltinType(oid) ? opsOf(oid).format(value, ctx.env) : value
}

const BYTEA = 17

/**
 * @param {FunctionContext} ctx @param {number} oid @param {Datum} value @param {string} what
 * @returns {Datum} as the engine has it
 * @throws {DbError} 38000 an object, a promise: no value
 */
function inside(ctx, oid, value, what) {
  if (value === null || value === undefined) return null
  if (value instanceof Promise) throw badAnswer(what, value, 'a value')
  if (oid === BYTEA && value instanceof Uint8Array) return Uint8Array.from(value)
  const ops = opsOf(oid)
  const { elementType } = ops
  if (elementType !== 0 && Array.isArray(value)) {
    const values = value.map((element) => inside(ctx, elementType, element, what))
    return new PgArray(elementType, values.length === 0 ? [] : [values.length], values.length === 0 ? [] : [1], values)
  }
  if (!isBuiltinType(oid)) return value
  if (typeof value === 'object' || typeof value === 'symbol' || typeof value === 'function')
    throw badAnswer(what, value, `a value of type ${ops.name}`)
  const text = String(value)
  if (!isStorable(text)) throw badAnswer(what, value, `a value of type ${ops.name}`)
  return ops.parse(text, -1, ctx.env)
}

/**
 * @param {FunctionContext} ctx @param {(...args: Datum[]) => Datum} call
 * @param {number[]} types @param {Datum[]} values
 * @param {number} result @param {string} what
 * @throws {DbError} what the function throws, or 38000 around it
 */
function called(ctx, call, types, values, result, what) {
  let answer
  try {
    answer = call(...values.map((value, at) => outside(ctx, types[at], value)))
  } catch (error) {
    throw error instanceof DbError ? error : failedFunction(what, error)
  }
  return inside(ctx, result, answer, what)
}
