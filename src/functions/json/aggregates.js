/**
 * json_agg, jsonb_agg, json_object_agg, jsonb_object_agg. Values wait as datums: only the end knows the session's time
 * zone.
 */
import { jsonInvalid } from '../../errors/json.js'
import { charge } from '../../errors/value-size.js'
import { encodeJson } from '../../types/json/jsonb.js'
import { objectNode } from '../../types/json/node.js'
import { quoteJson } from '../../types/json/text-output.js'
import { parseJsonbInSteps } from '../../types/json/types.js'
import * as T from '../../types/oids.js'
import { atOnce } from '../../util/effort.js'
import { grown } from '../aggregates/gathering.js'
import { isStructured, jsonNode, jsonText, keyText } from './from-values.js'
/** @import { AggregateImpl } from '../aggregates/aggregates.js' */
/** @import { TypeEnv } from '../../types/type-ops.js' */
/** @import { Steps } from '../../util/effort.js' */

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

/** Values between two looks at the clock. */
const VALUES_AT_ONCE = 1024

/** Whether the end is made in steps. @param {Gathered} state */
const isLong = ({ values }) => values.length > VALUES_AT_ONCE

/** @param {Gathered} state */
const work = ({ values }) => values.length

/**
 * @param {TypeEnv} env @param {number} count of members @param {(at: number) => string} member as text, with what is
 *   before it
 * @returns {Steps<string>} all of them @throws {DbError} 53200
 */
function* membersInSteps(env, count, member) {
  let text = ''
  for (let at = 0; at < count; at++) {
    text += member(at)
    if (at % VALUES_AT_ONCE !== VALUES_AT_ONCE - 1) continue
    charge(text.length, 'a gathered value')
    yield
  }
  return text
}

/** @param {Gathered} state @param {TypeEnv} env @returns {Steps<string>} */
function* arraySteps({ type, values }, env) {
  const between = isStructured(env, type) ? ', \n ' : ', '
  const member = (/** @type {number} */ at) =>
    (at === 0 ? '' : values[at] === null ? ', ' : between) + jsonText(env, type, values[at])
  return `[${yield* membersInSteps(env, values.length, member)}]`
}

/** @param {GatheredPairs} state @param {TypeEnv} env @returns {Steps<string>} */
function* objectSteps({ keyType, type, keys, values }, env) {
  const member = (/** @type {number} */ at) =>
    `${at === 0 ? '' : ', '}${quoteJson(keyText(env, keyType, keys[at]))} : ${jsonText(env, type, values[at])}`
  return `{ ${yield* membersInSteps(env, keys.length, member)} }`
}

/** @type {Map<string, AggregateImpl>} */
export const jsonAggregates = new Map([
  ['json_agg(anyelement)', { ...gather, inline: undefined, isLong, work, finalSteps: arraySteps,
    final: (/** @type {Gathered} */ state, env) => state.values.length === 0 ? null : atOnce(arraySteps(state, env)) }],
  ['jsonb_agg(anyelement)', { ...gather, inline: undefined, isLong, work,
    finalSteps: function* (/** @type {Gathered} */ state, env) {
      return yield* parseJsonbInSteps(yield* arraySteps(state, env))
    },
    final: (/** @type {Gathered} */ { type, values }, env) => (
      values.length === 0 ? null : encodeJson(values.map((value) => jsonNode(env, type, value)))) }],
  ['json_object_agg(any,any)', { ...gatherPairs, inline: undefined, isLong, work, finalSteps: objectSteps,
    final: (/** @type {GatheredPairs} */ state, env) =>
      state.keys.length === 0 ? null : atOnce(objectSteps(state, env)) }],
  ['jsonb_object_agg(any,any)', { ...gatherPairs, inline: undefined, isLong, work,
    finalSteps: function* (/** @type {GatheredPairs} */ state, env) {
      return yield* parseJsonbInSteps(yield* objectSteps(state, env))
    },
    final: (/** @type {GatheredPairs} */ { keyType, type, keys, values }, env) => (
      keys.length === 0 ? null : encodeJson(objectNode(keys.map((key) => keyText(env, keyType, key)),
        values.map((value) => jsonNode(env, type, value))))) }],
])
