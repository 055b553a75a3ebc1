/**
 * Objects by address and by name: pg_describe_object, pg_identify_object, pg_identify_object_as_address,
 * pg_get_object_address.
 */
import { addressOf, identityOf, isUnmadeClass, objectWord, schemaAndName } from '../../catalog/deparse/identity.js'
import { describeIfExists } from '../../catalog/object-classes.js'
import { arrayOf } from '../../types/array.js'
import * as T from '../../types/oids.js'
import { PgRecord } from '../../types/record.js'
import { Family } from '../impl.js'

const family = new Family()
export const objectAddressFunctions = family.functions

const TEXT_ARRAY = 1009

family.context('pg_describe_object', ({ catalog }, classId, objectId, subId) =>
  (classId === 0 && objectId === 0) || isUnmadeClass(classId)
    ? null
    : describeIfExists(catalog, addressOf(classId, objectId, subId))
)

family.context('pg_identify_object', ({ catalog }, classId, objectId, subId) => {
  const object = addressOf(classId, objectId, subId)
  const identity = identityOf(catalog, object)
  const { schema, name } = identity === null ? { schema: null, name: null } : schemaAndName(catalog, object)
  return new PgRecord(
    T.RECORD,
    [objectWord(catalog, object), schema, name, identity === null ? null : identity.text],
    [T.TEXT, T.TEXT, T.TEXT, T.TEXT]
  )
})

family.context('pg_identify_object_as_address', ({ catalog }, classId, objectId, subId) => {
  const object = addressOf(classId, objectId, subId)
  const identity = identityOf(catalog, object)
  const lists = identity === null ? [null, null] : [arrayOf(T.TEXT, identity.names), arrayOf(T.TEXT, identity.args)]
  return new PgRecord(T.RECORD, [objectWord(catalog, object), ...lists], [T.TEXT, TEXT_ARRAY, TEXT_ARRAY])
})

family.context('pg_get_object_address', ({ session }, type, names, args) => {
  const { classId, objectId, subId } = session.objectOfParts(type, names.values, args.values)
  return new PgRecord(T.RECORD, [classId, objectId, subId], [T.OID, T.OID, T.INT4])
})
