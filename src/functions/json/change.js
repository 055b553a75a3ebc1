/**
 * jsonb changed: ||, -, #-, jsonb_set, jsonb_set_lax, jsonb_insert, subscript assignment, jsonb_strip_nulls,
 * jsonb_pretty; json_strip_nulls.
 *
 * Only containers on the way to the change are taken apart; the rest is copied as bytes.
 */
import {
  jsonInvalid, nullJsonValue, nullJsonbSubscript, pathElementNull, pathNotInteger, wrongSubscripts,
} from '../../errors/json.js'
import * as B from '../../types/json/jsonb.js'
import { findNodeKey, JsonObject, objectNode, withKey } from '../../types/json/node.js'
import { withoutNulls } from '../../types/json/text-nav.js'
import { prettyJsonb } from '../../types/json/text-output.js'
import { Family } from '../impl.js'
import { followPath, pathIndex } from './access.js'
/** @import { Jsonb } from '../../types/json/jsonb.js' */
/** @import { JsonNode } from '../../types/json/node.js' */

const family = new Family()
export const jsonChangeFunctions = family.functions

const EMPTY_ARRAY = B.encodeJson([])
const EMPTY_OBJECT = B.encodeJson(new JsonObject([], []))
const JSON_NULL = B.encodeJson(null)

/** @param {Jsonb} value */
const isScalar = (value) => value.tag < B.ARRAY

/** @param {Jsonb} value an array, or what counts as one @returns {Jsonb[]} */
const asElements = (value) => (value.tag === B.ARRAY ? B.elementsOf(value) : [value])

/** @param {Jsonb} a @param {Jsonb} b */
function concatenate(a, b) {
  const [left, right] = [a.tag === B.OBJECT, b.tag === B.OBJECT]
  if (left === right) {
    if (!isScalar(a) && !isScalar(b)) {
      if (B.countOf(a) === 0) return b
      if (B.countOf(b) === 0) return a
    }
    if (left) return B.encodeJson(objectNode([...B.keysOf(a), ...B.keysOf(b)], [...B.valuesOf(a), ...B.valuesOf(b)]))
  }
  return B.encodeJson([...asElements(a), ...asElements(b)])
}

/** Without members of these names, or elements that are these strings. @param {Jsonb} value @param {string[]} names */
function withoutNames(value, names) {
  if (isScalar(value)) throw jsonInvalid('cannot delete from scalar')
  if (names.length === 0 || B.countOf(value) === 0) return value
  if (value.tag === B.ARRAY)
    return B.encodeJson(B.elementsOf(value).filter((one) => one.tag !== B.STRING || !names.includes(B.stringOf(one))))
  if (!names.some((name) => B.findKey(value, name) >= 0)) return value
  const keys = B.keysOf(value)
  const kept = keys.flatMap((key, at) => (names.includes(key) ? [] : [at]))
  return B.encodeJson(new JsonObject(kept.map((at) => keys[at]), kept.map((at) => B.valueAt(value, at))))
}

/** @param {Jsonb} value @param {number} index */
function withoutElement(value, index) {
  if (isScalar(value)) throw jsonInvalid('cannot delete from scalar')
  if (value.tag === B.OBJECT) throw jsonInvalid('cannot delete from object using integer index')
  const count = B.countOf(value)
  const at = index < 0 ? index + count : index
  if (at < 0 || at >= count) return value
  return B.encodeJson(B.elementsOf(value).filter((_, position) => position !== at))
}

// ---- along a path

/**
 * @typedef {'replace' | 'create' | 'delete' | 'before' | 'after' | 'assign'} Change assign: subscripts, which make what
 *   is missing on the way
 */

/**
 * @param {Jsonb} value
 * @param {(string | null)[]} path not empty
 * @param {JsonNode} next
 * @param {Change} change
 * @param {number} level
 * @returns {JsonNode}
 */
function changeAt(value, path, next, change, level) {
  const step = path[level]
  if (step === null) throw pathElementNull(level + 1)
  if (value.tag === B.OBJECT) return changeMember(value, path, step, next, change, level)
  if (value.tag === B.ARRAY) return changeElement(value, path, step, next, change, level)
  if (change === 'assign')
    throw jsonInvalid(
      'cannot replace existing key',
      undefined,
      'The path assumes key is a composite object, but it is a scalar value.'
    )
  return value
}

/** @param {Change} change */
const adds = (change) => change !== 'replace' && change !== 'delete'

/**
 * @param {Jsonb} value
 * @param {(string | null)[]} path
 * @param {string} key
 * @param {JsonNode} next
 * @param {Change} change
 * @param {number} level
 */
function changeMember(value, path, key, next, change, level) {
  const last = level === path.length - 1
  const object = new JsonObject(B.keysOf(value), B.valuesOf(value))
  const at = findNodeKey(object, key)
  if (at < 0) {
    if (last) return adds(change) ? withKey(object, key, next) : value
    return change === 'assign' ? withKey(object, key, missing(path, next, level)) : value
  }
  if (!last) return withKey(object, key, changeAt(B.valueAt(value, at), path, next, change, level + 1))
  if (change === 'before' || change === 'after')
    throw jsonInvalid('cannot replace existing key', 'Try using the function jsonb_set to replace key value.')
  if (change !== 'delete') return withKey(object, key, next)
  return new JsonObject(object.keys.filter((_, i) => i !== at), object.values.filter((_, i) => i !== at))
}

/**
 * @param {Jsonb} value
 * @param {(string | null)[]} path
 * @param {string} step
 * @param {JsonNode} next
 * @param {Change} change
 * @param {number} level
 */
function changeElement(value, path, step, next, change, level) {
  let index = pathIndex(step)
  if (index !== index) throw pathNotInteger(level + 1, step)
  const last = level === path.length - 1
  /** @type {JsonNode[]} */
  const elements = B.elementsOf(value)
  const count = elements.length
  let before = false
  if (index < 0) {
    if (-index > count) {
      if (change === 'assign') throw jsonInvalid(`path element at position ${level + 1} is out of range: ${index}`)
      before = true
    } else {
      index += count
    }
  }
  if (!before && index < count) {
    if (!last) elements[index] = changeAt(/** @type {Jsonb} */ (elements[index]), path, next, change, level + 1)
    else if (change === 'delete') elements.splice(index, 1)
    else if (change === 'before') elements.splice(index, 0, next)
    else if (change === 'after') elements.splice(index + 1, 0, next)
    else elements[index] = next
    return elements
  }
  if (last) {
    if (!adds(change)) return value
    if (before) return [next, ...elements]
    if (change === 'assign') while (elements.length < index) elements.push(null)
    elements.push(next)
    return elements
  }
  if (change !== 'assign') return value
  while (elements.length < index) elements.push(null)
  elements.push(missing(path, next, level))
  return elements
}

/**
 * What the path below `level` stands for when nothing is there: arrays for numbers, objects for names.
 * @param {(string | null)[]} path
 * @param {JsonNode} next
 * @param {number} level
 * @returns {JsonNode}
 */
function missing(path, next, level) {
  let node = next
  for (let at = path.length - 1; at > level; at--) {
    const step = path[at]
    if (step === null) throw pathElementNull(at + 1)
    const index = pathIndex(step)
    node = index === index ? [...new Array(Math.max(index, 0)).fill(null), node] : new JsonObject([step], [node])
  }
  return node
}

/** @param {any} path PgArray @param {Jsonb} value @param {string} scalarMessage */
function checkPath(path, value, scalarMessage) {
  if (path.dims.length > 1) throw wrongSubscripts()
  if (isScalar(value)) throw jsonInvalid(scalarMessage)
}

/** @param {Jsonb} value @param {any} path @param {Jsonb} next @param {boolean} create */
function set(value, path, next, create) {
  checkPath(path, value, 'cannot set path in scalar')
  if ((B.countOf(value) === 0 && !create) || path.values.length === 0) return value
  return B.encodeJson(changeAt(value, path.values, next, create ? 'create' : 'replace', 0))
}

/** @param {Jsonb} value @param {any} path */
function deletePath(value, path) {
  checkPath(path, value, 'cannot delete path in scalar')
  if (B.countOf(value) === 0 || path.values.length === 0) return value
  return B.encodeJson(changeAt(value, path.values, null, 'delete', 0))
}

/** @param {(string | number | null)[]} subscripts @returns {(string | null)[]} */
const asPath = (subscripts) => subscripts.map((one) => (typeof one === 'number' ? String(one) : one))

/** value[…]. @param {Jsonb | null} value @param {(string | number | null)[]} subscripts */
export const jsonbPart = (value, subscripts) => (value === null ? null : followPath(value, asPath(subscripts)))

/**
 * SET column[…] = value. Nothing there yet: an array if the first subscript is a number, else an object.
 * @param {Jsonb | null} value
 * @param {(string | number | null)[]} subscripts
 * @param {Jsonb | null} next null is JSON's null
 * @returns {Jsonb}
 */
export function assignJsonb(value, subscripts, next) {
  if (subscripts.includes(null)) throw nullJsonbSubscript()
  return B.encodeJson(
    changeAt(
      value ?? (typeof subscripts[0] === 'number' ? EMPTY_ARRAY : EMPTY_OBJECT), asPath(subscripts), next ?? JSON_NULL,
      'assign', 0,
    ),
  )
}

family.all({
  jsonb_concat: concatenate,
  jsonb_delete: (value, name) => withoutNames(value, [name]),
  jsonb_delete_array: (value, names) => {
    if (names.dims.length > 1) throw wrongSubscripts()
    return withoutNames(value, names.values.filter((/** @type {string | null} */ name) => name !== null))
  },
  jsonb_delete_idx: withoutElement,
  jsonb_delete_path: deletePath,
  jsonb_set: set,
  jsonb_insert: (value, path, next, after) => {
    checkPath(path, value, 'cannot set path in scalar')
    if (path.values.length === 0) return value
    return B.encodeJson(changeAt(value, path.values, next, after ? 'after' : 'before', 0))
  },
  jsonb_set_lax: (value, path, next, create, treatment) => {
    if (value === null || path === null || create === null) return null
    const choices = 'null_value_treatment must be "delete_key", "return_target", "use_json_null", or "raise_exception"'
    if (treatment === null) throw jsonInvalid(choices)
    if (next !== null) return set(value, path, next, create)
    switch (treatment) {
      case 'raise_exception':
        throw nullJsonValue()
      case 'use_json_null':
        return set(value, path, JSON_NULL, create)
      case 'delete_key':
        return deletePath(value, path)
      case 'return_target':
        return value
      default:
        throw jsonInvalid(choices)
    }
  },
  jsonb_strip_nulls: (value) => (isScalar(value) ? value : B.encodeJson(stripped(value))),
  json_strip_nulls: withoutNulls,
  jsonb_pretty: prettyJsonb,
})

/** @param {Jsonb} value @returns {JsonNode} */
function stripped(value) {
  if (value.tag === B.ARRAY) return B.elementsOf(value).map(stripped)
  if (value.tag !== B.OBJECT) return value
  const keys = B.keysOf(value)
  const values = B.valuesOf(value)
  const kept = keys.flatMap((_, at) => (values[at].tag === B.NULL ? [] : [at]))
  return new JsonObject(kept.map((at) => keys[at]), kept.map((at) => stripped(values[at])))
}
