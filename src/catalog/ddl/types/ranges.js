/**
 * CREATE TYPE … AS RANGE: the range type and the multirange type over it, each with its array type; their row in
 * pg_range; their constructors; the cast from the one to the other. All of it goes with the range type.
 */
/** @import { DbError } from '../../../errors/db-error.js' */
import { createFunction } from '../routines/functions.js'
import { createCast } from '../routines/operators.js'
import { CLASS, char } from '../context.js'
import { address, recordDependencies } from '../dependencies.js'
import { insertType } from './types.js'
import { BOOTSTRAP_ROLE } from '../../roles.js'
import { multirangeTypeExists } from '../../../errors/ddl/definitions.js'

/** @import { DdlContext } from '../context.js' */

/**
 * @typedef {object} RangeDefinition
 * @property {string} name
 * @property {number} namespaceOid
 * @property {string | null} multirangeName null: made from the name
 * @property {number} multirangeNamespace
 * @property {number} subtype
 * @property {number} opclass btree, of the subtype
 * @property {number} collation 0: none
 * @property {number} canonical function, 0: none
 * @property {number} diff function, 0: none
 * @property {number} shellOid of the shell that becomes the range type, 0: none
 */

const INTERNAL = 12
const TEXT = 25

/** @param {DdlContext} ddl @param {RangeDefinition} definition @returns {number} OID @throws {DbError} 42710 */
export function createRange(
  ddl,
  { name, namespaceOid, multirangeName, multirangeNamespace, subtype, opclass, collation, canonical, diff, shellOid }
) {
  const align = ddl.view.type(subtype)?.align === 'd' ? 'd' : 'i'
  const common = { typlen: -1, typcategory: char('R'), typstorage: char('x') }
  const rangeOid = insertType(
    ddl,
    { name, namespaceOid, align, shellOid },
    {
      ...common, typtype: char('r'), typinput: 3834, typoutput: 3835, typreceive: 3836, typsend: 3837, typanalyze: 3916,
    },
  )
  const second = multirangeName ?? multirangeNameFor(name)
  if (multirangeName === null && ddl.view.typeIn(multirangeNamespace, second) !== undefined) {
    throw multirangeTypeExists(second, name)
  }
  const multirangeOid = insertType(
    ddl,
    { name: second, namespaceOid: multirangeNamespace, align },
    {
      ...common, typtype: char('m'), typinput: 4231, typoutput: 4232, typreceive: 4233, typsend: 4234, typanalyze: 4242,
    },
  )
  ddl.insert('pg_range', {
    rngtypid: rangeOid, rngsubtype: subtype, rngmultitypid: multirangeOid, rngcollation: collation, rngsubopc: opclass,
    rngcanonical: canonical, rngsubdiff: diff,
  })
  const self = address(CLASS.TYPE, rangeOid)
  const needs = [
    address(CLASS.TYPE, subtype), address(CLASS.OPCLASS, opclass), address(CLASS.COLLATION, collation),
    address(CLASS.PROC, canonical), address(CLASS.PROC, diff),
  ]
  recordDependencies(ddl, self, needs.filter((target) => target.objectId !== 0), 'n')
  recordDependencies(ddl, address(CLASS.TYPE, multirangeOid), [self], 'i')
  ddl.touch([rangeOid, multirangeOid])
  constructor(ddl, name, namespaceOid, rangeOid, [subtype, subtype], 'range_constructor2')
  constructor(ddl, name, namespaceOid, rangeOid, [subtype, subtype, TEXT], 'range_constructor3')
  constructor(ddl, second, multirangeNamespace, multirangeOid, [], 'multirange_constructor0')
  const toMultirange = constructor(
    ddl, second, multirangeNamespace, multirangeOid, [rangeOid], 'multirange_constructor1',
  )
  constructor(
    ddl, second, multirangeNamespace, multirangeOid, [ddl.view.arrayType(rangeOid)], 'multirange_constructor2',
    rangeOid,
  )
  const cast = createCast(
    ddl, { source: rangeOid, target: multirangeOid, funcOid: toMultirange, context: 'e', method: 'f' },
    `type ${name} to type ${second}`,
  )
  recordDependencies(ddl, address(CLASS.CAST, cast), [address(CLASS.PROC, toMultirange)], 'i')
  return rangeOid
}

/** @param {string} name of the range type */
const multirangeNameFor = (name) => {
  const made = name.includes('range') ? name.replace('range', 'multirange') : `${name}_multirange`
  return Buffer.byteLength(made) <= 63 ? made : Buffer.from(made).subarray(0, 63).toString().replace(/\ufffd$/, '')
}

/**
 * @param {DdlContext} ddl
 * @param {string} name
 * @param {number} namespaceOid
 * @param {number} result
 * @param {number[]} argTypes
 * @param {string} source
 * @param {number} [variadicType]
 * @returns {number} OID
 */
function constructor(ddl, name, namespaceOid, result, argTypes, source, variadicType = 0) {
  const variadic = variadicType !== 0
  const oid = createFunction(
    ddl,
    {
      name, namespaceOid, kind: 'f', language: INTERNAL, argTypes, allArgTypes: variadic ? argTypes : [],
      argModes: variadic ? ['v'] : [], argNames: [], defaults: [], variadicType, returnType: result, retset: false,
      strict: source.startsWith('multirange'), securityDefiner: false, leakproof: false, volatility: 'i', parallel: 's',
      cost: 1, rows: 0, source, body: null, config: [], owner: BOOTSTRAP_ROLE,
    },
    false,
  )
  recordDependencies(ddl, address(CLASS.PROC, oid), [address(CLASS.TYPE, result)], 'i')
  return oid
}
