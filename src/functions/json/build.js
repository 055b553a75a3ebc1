/** Functions that make JSON of SQL values: to_json(b), array_to_json, row_to_json, json(b)_build_*, json(b)_object. */
import * as T from '../../types/oids.js'
import { datatypeMismatch } from '../../errors/data.js'
import {
  jsonInvalid, jsonPairsNotInTwo, mismatchedArrayDimensions, nullObjectKey, unevenJsonPairs, wrongSubscripts,
} from '../../errors/json.js'
import { charge } from '../../errors/value-size.js'
import { encodeJson } from '../../types/json/jsonb.js'
import { objectNode } from '../../types/json/node.js'
import { quoteJson } from '../../types/json/text-output.js'
import { parseJsonbInSteps } from '../../types/json/types.js'
import { atOnce } from '../../util/effort.js'
import { Family } from '../impl.js'
import { jsonText, jsonNode, arrayText, rowText, keyText } from './from-values.js'
import {
  rowBytes, textInSteps, documentInSteps, arrayTextInSteps, rowTextInSteps, membersInSteps, ELEMENTS_AT_ONCE,
} from './from-values-in-steps.js'

/** @import { PgArray } from '../../types/array.js' */
/** @import { CallTypes, FunctionContext } from '../impl.js' */

const family = new Family()
export const jsonBuildFunctions = family.functions

// ---- functions
/** @param {CallTypes} types */
const argType = (types) => {
  if (types.args[0] === T.UNKNOWN)
    throw datatypeMismatch('could not determine polymorphic type because input has type unknown')
  return types.args[0]
}

family.typed('to_json', (ctx, types, value) => jsonText(ctx.env, argType(types), value),
  { work: rowBytes, steps: (ctx, types, value) => textInSteps(ctx.env, argType(types), value) })
family.typed('to_jsonb', (ctx, types, value) => encodeJson(jsonNode(ctx.env, argType(types), value)), {
  steps: (ctx, types, value) => documentInSteps(ctx.env, argType(types), value),
})
family.context('array_to_json', (ctx, array) => arrayText(ctx.env, array, ''), {
  steps: (ctx, array) => arrayTextInSteps(ctx.env, array),
})
family.context('array_to_json_pretty', (ctx, array, pretty) => arrayText(ctx.env, array, pretty ? '\n ' : ''),
  { steps: (ctx, array, pretty) => arrayTextInSteps(ctx.env, array, pretty ? '\n ' : '') })
family.context('row_to_json', (ctx, row) => rowText(ctx.env, row, ''),
  { work: rowBytes, steps: (ctx, row) => rowTextInSteps(ctx.env, row, '') })
family.context('row_to_json_pretty', (ctx, row, pretty) => rowText(ctx.env, row, pretty ? '\n ' : ''),
  { work: rowBytes, steps: (ctx, row, pretty) => rowTextInSteps(ctx.env, row, pretty ? '\n ' : '') })

/**
 * Arguments with their types, an explicit VARIADIC array spread; null when that array is null.
 * @param {CallTypes} types
 * @param {any[]} args
 */
function spread(types, args) {
  if (!types.variadic)
    return args.map((value, at) => ({ value, type: types.args[at] === T.UNKNOWN ? T.TEXT : types.args[at] }))
  const array = args[args.length - 1]
  return array === null ? null : array.values.map((/** @type {any} */ value) => ({ value, type: array.elementType }))
}

/**
 * @param {FunctionContext} ctx
 * @param {CallTypes} types
 * @param {any[]} args
 * @param {string} name
 * @param {(at: number) => Error} nullKey
 * @returns {{ key: string, type: number, value: any }[] | null}
 */
function memberArguments(ctx, types, args, name, nullKey) {
  const list = spread(types, args)
  if (list === null) return null
  if (list.length % 2 !== 0)
    throw jsonInvalid(
      'argument list must have even number of elements',
      `The arguments of ${name}() must consist of alternating keys and values.`,
    )
  const result = []
  for (let at = 0; at < list.length; at += 2) {
    if (list[at].value === null) throw nullKey(at + 1)
    result.push({
      key: keyText(ctx.env, list[at].type, list[at].value), type: list[at + 1].type, value: list[at + 1].value,
    })
  }
  return result
}
family.typed(['json_build_object', 'json_build_object_noargs'], (ctx, types, ...args) => {
  const list = memberArguments(ctx, types, args, 'json_build_object', (at) =>
    jsonInvalid(`argument ${at} cannot be null`, 'Object keys should be text.'),
  )
  return list === null
    ? null
    : `{${list.map(({ key, type, value }) => `${quoteJson(key)} : ${jsonText(ctx.env, type, value)}`).join(', ')}}`
}, { steps: function* (ctx, types, ...args) {
  const list = memberArguments(ctx, types, args, 'json_build_object', (at) =>
    jsonInvalid(`argument ${at} cannot be null`, 'Object keys should be text.'),
  )
  if (list === null) return null
  const texts = yield* membersInSteps(ctx, list, 'json_build_object')
  return `{${list.map(({ key }, at) => `${quoteJson(key)} : ${texts[at]}`).join(', ')}}`
} })
family.typed(['jsonb_build_object', 'jsonb_build_object_noargs'], (ctx, types, ...args) => {
  const list = memberArguments(ctx, types, args, 'jsonb_build_object', (at) =>
    jsonInvalid(`argument ${at}: key must not be null`),
  )
  return list === null
    ? null
    : encodeJson(
        objectNode(
          list.map(({ key }) => key),
          list.map(({ type, value }) => jsonNode(ctx.env, type, value)),
        ),
      )
})
family.typed(['json_build_array', 'json_build_array_noargs'], (ctx, types, ...args) => {
  const list = spread(types, args)
  return list === null
    ? null
    : `[${list.map((/** @type {any} */ { type, value }) => jsonText(ctx.env, type, value)).join(', ')}]`
}, { steps: function* (ctx, types, ...args) {
  const list = spread(types, args)
  return list === null ? null : `[${(yield* membersInSteps(ctx, list, 'json_build_array')).join(', ')}]`
} })
family.typed(['jsonb_build_array', 'jsonb_build_array_noargs'], (ctx, types, ...args) => {
  const list = spread(types, args)
  return list === null
    ? null
    : encodeJson(list.map((/** @type {any} */ { type, value }) => jsonNode(ctx.env, type, value)))
})

/** Names and values of an object: of each list so many in a row belong to one pair. */
class Pairs {
  /**
   * @param {(string | null)[]} keys @param {(string | null)[]} values @param {number} stride
   * @param {number} offset of the first value
   */
  constructor(keys, values, stride, offset) {
    this.keys = keys
    this.values = values
    this.stride = stride
    this.offset = offset
    this.count = keys.length / stride
  }

  /** @param {number} at @returns {string} 22004 */
  key(at) {
    const key = this.keys[at * this.stride]
    if (key === null) throw nullObjectKey()
    return key
  }

  /** @param {number} at */
  value(at) { return this.values[at * this.stride + this.offset] }

  /** @param {number} at */
  text(at) {
    const key = quoteJson(this.key(at))
    const value = this.value(at)
    return `${key} : ${value === null ? 'null' : quoteJson(value)}`
  }
}

/** json_object(text[]): pairs in a row, or one a row. @param {PgArray} array @returns {Pairs} */
function textPairs(array) {
  if (array.dims.length === 1 && array.dims[0] % 2 !== 0) throw unevenJsonPairs()
  if (array.dims.length === 2 && array.dims[1] !== 2) throw jsonPairsNotInTwo()
  if (array.dims.length > 2) throw wrongSubscripts()
  return new Pairs(array.values, array.values, 2, 1)
}

/** @param {PgArray} keys @param {PgArray} values of text @returns {Pairs} */
function zippedPairs(keys, values) {
  if (keys.dims.length > 1 || keys.dims.length !== values.dims.length) throw wrongSubscripts()
  if (keys.values.length !== values.values.length) throw mismatchedArrayDimensions()
  return new Pairs(keys.values, values.values, 1, 0)
}

/** @param {Pairs} pairs @returns {string} */
const pairsText = (pairs) => atOnce(pairsTextInSteps(pairs))

/** @param {Pairs} pairs */
function pairsValue(pairs) {
  const keys = Array.from({ length: pairs.count }, (_, at) => pairs.key(at))
  return encodeJson(objectNode(keys, keys.map((_, at) => pairs.value(at))))
}

/**
 * The text of pairs, with a rest now and then.
 * @param {Pairs} pairs
 * @returns {Generator<void, string, void>} 53200
 */
function* pairsTextInSteps(pairs) {
  let text = '{'
  for (let at = 0; at < pairs.count; at++) {
    text += at > 0 ? `, ${pairs.text(at)}` : pairs.text(at)
    if (at % ELEMENTS_AT_ONCE !== ELEMENTS_AT_ONCE - 1) continue
    charge(text.length, 'the result of json_object()')
    yield
  }
  return `${text}}`
}
family.add('json_object', (array) => pairsText(textPairs(array)), {
  steps: (array) => pairsTextInSteps(textPairs(array)),
})
family.add('json_object_two_arg', (keys, values) => pairsText(zippedPairs(keys, values)), {
  steps: (keys, values) => pairsTextInSteps(zippedPairs(keys, values)),
})
family.add('jsonb_object', (array) => pairsValue(textPairs(array)), {
  steps: function* (array) {
    return yield* parseJsonbInSteps(yield* pairsTextInSteps(textPairs(array)))
  },
})
family.add('jsonb_object_two_arg', (keys, values) => pairsValue(zippedPairs(keys, values)), {
  steps: function* (keys, values) {
    return yield* parseJsonbInSteps(yield* pairsTextInSteps(zippedPairs(keys, values)))
  },
})
