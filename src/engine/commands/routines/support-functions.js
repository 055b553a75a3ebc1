/**
 * What an access method expects of the support functions of its operator classes: arguments, result, and for which
 * types a function without any written is.
 */
import { badFamilyMember } from '../../../errors/ddl/operator-families.js'

/** @import { AccessMethod } from './operator-families.js' */
/** @import { FuncDesc } from '../../../catalog/descriptors.js' */

const BOOL = 16
const INT4 = 23
const INT8 = 20
const VOID = 2278
const INTERNAL = 2281

/**
 * @type {Record<string, Record<number, { what: string, arity: number, words: string, result: number, returns: string
 *   }>>}
 */
const SHAPES = {
  btree: {
    1: { what: 'btree comparison functions', arity: 2, words: 'two arguments', result: INT4, returns: 'integer' },
    3: { what: 'btree in_range functions', arity: 5, words: 'five arguments', result: BOOL, returns: 'boolean' },
    4: { what: 'btree equal image functions', arity: 1, words: 'one argument', result: BOOL, returns: 'boolean' },
  },
  hash: {
    1: { what: 'hash function 1', arity: 1, words: 'one argument', result: INT4, returns: 'integer' },
    2: { what: 'hash function 2', arity: 2, words: 'two arguments', result: INT8, returns: 'bigint' },
  },
}

/**
 * @param {AccessMethod} method
 * @param {FuncDesc} func
 * @param {number} number
 * @param {number[]} types as written, none or two
 * @param {number} inputType of the class, 0 in ALTER OPERATOR FAMILY
 * @returns {[number, number]} the types it is for @throws {DbError} 42P17
 */
export function checkSupportFunction(method, func, number, types, inputType) {
  let [left, right] = types.length === 0 ? [0, 0] : types
  if (number === method.options) {
    if (left === 0) left = right = inputType
    if (left !== right)
      throw badFamilyMember(
        'left and right associated data types for operator class options parsing functions must match',
      )
    if (func.argTypes.length !== 1 || func.argTypes[0] !== INTERNAL || func.returnType !== VOID) {
      throw badFamilyMember('invalid operator class options parsing function', {
        hint: 'Valid signature of operator class options parsing function is (internal) RETURNS void.',
      })
    }
  } else if (method.name === 'btree' && number === 2) {
    if (func.argTypes.length !== 1 || func.argTypes[0] !== INTERNAL)
      throw badFamilyMember('btree sort support functions must accept type "internal"')
    if (func.returnType !== VOID) throw badFamilyMember('btree sort support functions must return void')
  } else {
    const shape = SHAPES[method.name]?.[number]
    if (shape !== undefined) {
      if (func.argTypes.length !== shape.arity) throw badFamilyMember(`${shape.what} must have ${shape.words}`)
      if (func.returnType !== shape.result) throw badFamilyMember(`${shape.what} must return ${shape.returns}`)
      if (method.name === 'btree' && number === 4 && left !== right)
        throw badFamilyMember('btree equal image functions must not be cross-type')
      if (method.name === 'btree' && number !== 4)
        [left, right] = [left || func.argTypes[0], right || func.argTypes[number === 3 ? 2 : 1]]
      if (method.name === 'hash') [left, right] = [left || func.argTypes[0], right || func.argTypes[0]]
    }
  }
  if (inputType !== 0) return [left || inputType, right || inputType]
  if (left === 0 || right === 0)
    throw badFamilyMember('associated data types must be specified for index support function')
  return [left, right]
}
