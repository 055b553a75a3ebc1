/**
 * Every built-in type by OID. The one place that knows them all; the files beside it each know a family.
 */
import {
  boolType, charType, cidType, int2Type, int4Type, int8Type, lsnType, oidType, tidType, xid8Type, xidType,
} from './numbers/integers.js'
import { anyArrayType, arrayType, vectorType } from './array.js'
import { dateType, timestampType, timestamptzType } from './datetime/datetime.js'
import { float4Type, float8Type } from './numbers/floats.js'
import { numericType } from './numbers/numeric-type.js'
import { recordType } from './record.js'
import { byteaType, textTypes } from './strings/text.js'
import { builtinType, isBuiltinType, laterTypes, ownType, types } from './lookup.js'
import * as T from './oids.js'
import { later } from '../util/later.js'

/** @type {() => typeof import('./strings/bit.js')} */
const bit = later(import.meta.url, './strings/bit.js')
/** @type {() => typeof import('./geometry/types.js')} */
const geometry = later(import.meta.url, './geometry/types.js')
/** @type {() => typeof import('./network/inet.js')} */
const inet = later(import.meta.url, './network/inet.js')
/** @type {() => typeof import('./datetime/interval.js')} */
const interval = later(import.meta.url, './datetime/interval.js')
/** @type {() => typeof import('./json/types.js')} */
const json = later(import.meta.url, './json/types.js')
/** @type {() => typeof import('./jsonpath/type.js')} */
const jsonpath = later(import.meta.url, './jsonpath/type.js')
/** @type {() => typeof import('./network/macaddr.js')} */
const macaddr = later(import.meta.url, './network/macaddr.js')
/** @type {() => typeof import('./numbers/money.js')} */
const money = later(import.meta.url, './numbers/money.js')
/** @type {() => typeof import('./range/types.js')} */
const ranges = later(import.meta.url, './range/types.js')
/** @type {() => typeof import('./reg.js')} */
const reg = later(import.meta.url, './reg.js')
/** @type {() => typeof import('./snapshot.js')} */
const snapshot = later(import.meta.url, './snapshot.js')
/** @type {() => typeof import('./xml/xml.js')} */
const xml = later(import.meta.url, './xml/xml.js')
/** @type {() => typeof import('./acl-item.js')} */
const aclItem = later(import.meta.url, './acl-item.js')
/** @type {() => typeof import('./datetime/time.js')} */
const time = later(import.meta.url, './datetime/time.js')
/** @type {() => typeof import('./textsearch/types.js')} */
const textSearch = later(import.meta.url, './textsearch/types.js')
/** @type {() => typeof import('./uuid.js')} */
const uuid = later(import.meta.url, './uuid.js')
/** @import { TypeOps } from './type-ops.js' */

for (const type of [
  boolType, charType, int2Type, int4Type, int8Type, oidType, xidType, cidType, xid8Type, lsnType, tidType, byteaType,
  ...textTypes,
])
  types.set(type.oid, type)

/**
 * A family is made when one of its types is asked for: most programs have few of them, and in the published package
 * the others' modules are not even evaluated. A test compares the OIDs.
 * @type {[oids: number[], types: () => TypeOps[]][]}
 */
export const FAMILIES = [
  [[T.FLOAT4, T.FLOAT8], () => [float4Type, float8Type]],
  [[T.NUMERIC], () => [numericType]],
  [[T.DATE, T.TIMESTAMP, T.TIMESTAMPTZ], () => [dateType, timestampType, timestamptzType]],
  [[T.TIME, T.TIMETZ], () => [time().timeType, time().timetzType]],
  [[T.INTERVAL], () => [interval().intervalType]],
  [[T.UUID], () => [uuid().uuidType]],
  [[T.TSVECTOR, T.TSQUERY], () => [textSearch().tsvectorType, textSearch().tsqueryType]],
  [[T.RECORD], () => [recordType]],
  [[T.JSON, T.JSONB], () => [json().jsonType, json().jsonbType]],
  [[T.JSONPATH], () => [jsonpath().jsonpathType]],
  [[T.MONEY], () => [money().moneyType]],
  [[T.BIT, T.VARBIT], () => bit().bitTypes],
  [[T.MACADDR, T.MACADDR8], () => macaddr().macTypes],
  [[T.POINT, T.LSEG, T.BOX, T.LINE, T.CIRCLE, T.POLYGON, T.PATH], () => geometry().geometryTypes],
  [[T.PG_SNAPSHOT, T.TXID_SNAPSHOT], () => snapshot().snapshotTypes],
  [
    [
      T.REGCLASS, T.REGPROC, T.REGPROCEDURE, T.REGOPER, T.REGOPERATOR, T.REGTYPE, T.REGNAMESPACE, T.REGROLE,
      T.REGCOLLATION, T.REGCONFIG, T.REGDICTIONARY,
    ],
    () => reg().regTypes,
  ],
  [[T.XML], () => xml().xmlTypes],
  [[T.INET, T.CIDR], () => inet().inetTypes],
  [[T.ACLITEM], () => [aclItem().aclItemType]],
  [[T.ANYARRAY], () => [anyArrayType]],
  [[T.INT2VECTOR], () => [vectorType(T.INT2VECTOR, 'int2vector', int2Type)]],
  [[T.OIDVECTOR], () => [vectorType(T.OIDVECTOR, 'oidvector', oidType)]],
  ...T.RANGES.map((range) => /** @type {[number[], () => TypeOps[]]} */ (
    [[range.oid, range.multirangeOid], () => ranges().builtinRangeTypes(range)]
  )),
]

for (const [oids, make] of FAMILIES) laterTypes(oids, make)
for (const [element, array] of T.ARRAY_PAIRS) {
  if (isBuiltinType(element))
    laterTypes([array], () => {
      const ops = /** @type {TypeOps} */ (ownType(element))
      return [arrayType(array, `_${ops.name}`, ops)]
    })
}

export { builtinType }

/** @typedef {import('./type-ops.js').TypeEnv} TypeEnv */
