/**
 * Every built-in type by OID. The one place that knows them all; the files beside it each know a family.
 */
import { bitTypes } from './strings/bit.js'
import {
  boolType, charType, cidType, int2Type, int4Type, int8Type, lsnType, oidType, tidType, xid8Type, xidType,
} from './numbers/integers.js'
import { anyArrayType, arrayType, vectorType } from './array.js'
import { dateType, timestampType, timestamptzType } from './datetime/datetime.js'
import { float4Type, float8Type } from './numbers/floats.js'
import { geometryTypes } from './geometry/types.js'
import { inetTypes } from './network/inet.js'
import { intervalType } from './datetime/interval.js'
import { jsonbType, jsonType } from './json/types.js'
import { jsonpathType } from './jsonpath/type.js'
import { macTypes } from './network/macaddr.js'
import { moneyType } from './numbers/money.js'
import { numericType } from './numbers/numeric-type.js'
import { builtinRangeTypes } from './range/types.js'
import { recordType } from './record.js'
import { regTypes } from './reg.js'
import { snapshotTypes } from './snapshot.js'
import { xmlTypes } from './xml/xml.js'
import { byteaType, textTypes } from './strings/text.js'
import { aclItemType } from './acl-item.js'
import { timeType, timetzType } from './datetime/time.js'
import { tsqueryType, tsvectorType } from './textsearch/types.js'
import { uuidType } from './uuid.js'
import { builtinType, isBuiltinType, laterTypes, ownType, types } from './lookup.js'
import * as T from './oids.js'
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
  [[T.TIME, T.TIMETZ], () => [timeType, timetzType]],
  [[T.INTERVAL], () => [intervalType]],
  [[T.UUID], () => [uuidType]],
  [[T.TSVECTOR, T.TSQUERY], () => [tsvectorType, tsqueryType]],
  [[T.RECORD], () => [recordType]],
  [[T.JSON, T.JSONB], () => [jsonType, jsonbType]],
  [[T.JSONPATH], () => [jsonpathType]],
  [[T.MONEY], () => [moneyType]],
  [[T.BIT, T.VARBIT], () => bitTypes],
  [[T.MACADDR, T.MACADDR8], () => macTypes],
  [[T.POINT, T.LSEG, T.BOX, T.LINE, T.CIRCLE, T.POLYGON, T.PATH], () => geometryTypes],
  [[T.PG_SNAPSHOT, T.TXID_SNAPSHOT], () => snapshotTypes],
  [
    [
      T.REGCLASS, T.REGPROC, T.REGPROCEDURE, T.REGOPER, T.REGOPERATOR, T.REGTYPE, T.REGNAMESPACE, T.REGROLE,
      T.REGCOLLATION, T.REGCONFIG, T.REGDICTIONARY,
    ],
    () => regTypes,
  ],
  [[T.XML], () => xmlTypes],
  [[T.INET, T.CIDR], () => inetTypes],
  [[T.ACLITEM], () => [aclItemType]],
  [[T.ANYARRAY], () => [anyArrayType]],
  [[T.INT2VECTOR], () => [vectorType(T.INT2VECTOR, 'int2vector', int2Type)]],
  [[T.OIDVECTOR], () => [vectorType(T.OIDVECTOR, 'oidvector', oidType)]],
  ...T.RANGES.map((range) => /** @type {[number[], () => TypeOps[]]} */ (
    [[range.oid, range.multirangeOid], () => builtinRangeTypes(range)]
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
