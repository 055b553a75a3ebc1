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
import { builtinType, types } from './lookup.js'
import * as T from './oids.js'
/** @import { TypeOps } from './type-ops.js' */

/** @param {TypeOps} type */
const add = (type) => types.set(type.oid, type)

for (const type of [
  boolType, charType, int2Type, int4Type, int8Type, oidType, xidType, cidType, xid8Type, lsnType, tidType, float4Type,
  float8Type, numericType, byteaType, dateType, timestampType, timestamptzType, timeType, timetzType, intervalType,
  uuidType, tsvectorType, tsqueryType, recordType, jsonType, jsonbType, jsonpathType, moneyType, ...bitTypes,
  ...macTypes, ...geometryTypes, ...snapshotTypes, ...regTypes, ...textTypes, ...xmlTypes, ...inetTypes,
])
  add(type)
add(aclItemType)
add(anyArrayType)
add(vectorType(T.INT2VECTOR, 'int2vector', int2Type))
add(vectorType(T.OIDVECTOR, 'oidvector', oidType))
for (const type of builtinRangeTypes(types)) add(type)
for (const [element, array] of T.ARRAY_PAIRS) {
  const ops = types.get(element)
  if (ops !== undefined) add(arrayType(array, `_${ops.name}`, ops))
}

export { builtinType }

/** @typedef {import('./type-ops.js').TypeEnv} TypeEnv */
