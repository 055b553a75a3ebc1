/**
 * json_agg, jsonb_agg, json_object_agg, jsonb_object_agg. Values wait as datums: only the end knows the session's time
 * zone.
 */
import { jsonInvalid } from '../../errors/json.js'
import { encodeJson } from '../../types/json/jsonb.js'
import { objectNode } from '../../types/json/node.js'
import { quoteJson } from '../../types/json/text-output.js'
import * as T from '../../types/oids.js'
import { grown } from '../aggregates/gathering.js'
import { isStructured, jsonNode, jsonText, keyText } from './build.js'
/** @import { AggregateImpl } from '../aggregates/aggregates.js' */

/** @typedef {{ type: number, values: any[] }} Gathered */
/** @typedef {{ keyType: number, type: number, keys: any[], values: any[] }} GatheredPairs */

/** @param {{ args: number[] } | undefined} types @param {number} at */
const argType = (types, at) => {
  const type = types?.args[at] ?? T.TEXT
  return type === T.UNKNOWN ? T.TEXT : type
}

/** @type {Pick<AggregateImpl, 'init' | 'step' | 'strictStep' | 'typed'>} */
const gather = {
  init: (types) => ({ type: argType(types, 0), values: [], bytes: 0 }),
  step: (state, value) => {
    state.bytes = grown(state.bytes, value)
    state.values.push(value)
    return state
  },
  strictStep: false, typed: true,
}

/** @type {Pick<AggregateImpl, 'init' | 'step' | 'strictStep' | 'typed'>} */
const gatherPairs = {
  init: (types) => ({ keyType: argType(types, 0), type: argType(types, 1), keys: [], values: [], bytes: 0 }),
  step: (state, key, value) => {
    if (key === null) throw jsonInvalid('field name must not be null')
    state.bytes = grown(grown(state.bytes, key), value)
    state.keys.push(key)
    state.values.push(value)
    return state
  },
  strictStep: false, typed: true,
}

/** @type {Map<string, AggregateImpl>} */
export const jsonAggregates = new Map([
  ['json_agg(anyelement)', { ...gather, inline: undefined, final: (/** @type {Gathered} */ { type, values }, env) => {
    if (values.length === 0) return null
    const structured = isStructured(env, type)
    return `[${values.map((value, at) => (at === 0 ? '' : value !== null && structured ? ', \n ' : ', ') + jsonText(env, type, value)).join('')}]`
  } }],
  ['jsonb_agg(anyelement)', { ...gather, inline: undefined, final: (/** @type {Gathered} */ { type, values }, env) => (
    values.length === 0 ? null : encodeJson(values.map((value) => jsonNode(env, type, value)))) }],
  ['json_object_agg(any,any)', { ...gatherPairs, inline: undefined, final: (/** @type {GatheredPairs} */ { keyType, type, keys, values }, env) => (
    keys.length === 0 ? null : `{ ${keys.map((key, at) => `${quoteJson(keyText(env, keyType, key))} : ${jsonText(env, type, values[at])}`).join(', ')} }`) }],
  ['jsonb_object_agg(any,any)', { ...gatherPairs, inline: undefined, final: (/** @type {GatheredPairs} */ { keyType, type, keys, values }, env) => (
    keys.length === 0 ? null : encodeJson(objectNode(keys.map((key) => keyText(env, keyType, key)), values.map((value) => jsonNode(env, type, value))))) }],
])
