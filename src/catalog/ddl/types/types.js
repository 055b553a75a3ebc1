/**
 * CREATE TYPE's catalog part: rows of pg_type with their array types, enums and their values. A composite type is a
 * relation of kind c (table.js).
 */
import { isTired } from '../../../util/effort.js'
import { duplicateObject, noCreationSchema } from '../../../errors/ddl/catalog.js'
import { duplicateEnumLabel, enumLabelTooLong, noSuchEnumLabel, enumLabelExists } from '../../../errors/ddl/types.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { CLASS, char } from '../context.js'
import { address, recordDependencies } from '../dependencies.js'
import { storeConstantsByValue } from '../stored-constants.js'
import { freeArrayName, makesWay } from '../tables/table.js'
import { NAME_BYTES_MAX } from '../names.js'
import { typeAlreadyExistsInSchema } from '../../../errors/ddl/definitions.js'

/** @import { Steps } from '../../../util/effort.js' */
/** @import { DdlContext } from '../context.js' */
/** @import { EnumValue } from '../../../types/enum.js' */

/** Fields of pg_type that most new types share. */
const TYPE_DEFAULTS = Object.freeze({
  typbyval: false, typispreferred: false, typisdefined: true, typdelim: char(','), typrelid: 0, typsubscript: 0,
  typelem: 0, typarray: 0, typmodin: 0, typmodout: 0, typanalyze: 0, typnotnull: false, typbasetype: 0, typtypmod: -1,
  typndims: 0, typcollation: 0,
})

/**
 * A type and the array type over it. @param {DdlContext} ddl
 * @param {{ name: string, namespaceOid: number, align: string, collation?: number, ownerOid?: number,
 *   shellOid?: number }} type shellOid: of the shell that becomes it and keeps its number
 * @param {Record<string, any>} fields of pg_type
 * @returns {number} OID @throws {DbError} 42710, 3F000
 */
export function insertType(
  ddl,
  { name, namespaceOid, align, collation = 0, ownerOid = ddl.userOid, shellOid = 0 },
  fields
) {
  if (namespaceOid === 0) throw noCreationSchema()
  if (shellOid === 0 && ddl.view.typeIn(namespaceOid, name) !== undefined && !makesWay(ddl, namespaceOid, name))
    throw duplicateObject('type', name)
  const arrayOid = ddl.newOid()
  const oid = shellOid || ddl.newOid()
  const arrayName = freeArrayName(ddl, name, namespaceOid)
  const common = {
    ...TYPE_DEFAULTS,
    typnamespace: namespaceOid,
    typowner: ownerOid,
    typalign: char(align),
    typcollation: collation,
  }
  const row = { ...common, oid, typname: name, typarray: arrayOid, ...fields }
  if (shellOid === 0) ddl.insert('pg_type', row)
  else ddl.update('pg_type', ddl.one('pg_type', 'pg_type_oid_index', [shellOid]), row)
  ddl.insert('pg_type', {
    ...common,
    oid: arrayOid,
    typname: arrayName,
    typalign: char(align === 'd' ? 'd' : 'i'),
    ...ARRAY_FIELDS,
    typelem: oid,
  })
  if (shellOid === 0) recordDependencies(ddl, address(CLASS.TYPE, oid), [address(CLASS.NAMESPACE, namespaceOid)], 'n')
  recordDependencies(ddl, address(CLASS.TYPE, arrayOid), [address(CLASS.TYPE, oid)], 'i')
  ddl.touchTypeName(namespaceOid, name)
  ddl.touchTypeName(namespaceOid, arrayName)
  ddl.touch([oid, arrayOid])
  return oid
}

/**
 * A type that has only a name: CREATE TYPE name.
 * @param {DdlContext} ddl
 * @param {{ name: string, namespaceOid: number }} type
 * @returns {number} OID
 */
export function createShellType(ddl, { name, namespaceOid }) {
  if (namespaceOid === 0) throw noCreationSchema()
  makesWay(ddl, namespaceOid, name)
  const oid = ddl.newOid()
  ddl.insert('pg_type', {
    ...TYPE_DEFAULTS, oid, typname: name, typnamespace: namespaceOid, typowner: ddl.userOid, typlen: 4, typbyval: true,
    typtype: char('p'), typcategory: char('P'), typisdefined: false, typinput: 2398, typoutput: 2399, typreceive: 0,
    typsend: 0, typalign: char('i'), typstorage: char('p'),
  })
  recordDependencies(ddl, address(CLASS.TYPE, oid), [address(CLASS.NAMESPACE, namespaceOid)], 'n')
  ddl.touchTypeName(namespaceOid, name)
  ddl.touch([oid])
  return oid
}

const ARRAY_FIELDS = Object.freeze({
  typlen: -1, typtype: char('b'), typcategory: char('A'), typsubscript: 6179, typinput: 750, typoutput: 751,
  typreceive: 2400, typsend: 2401, typanalyze: 3816, typstorage: char('x'),
})

/** Labels stored between two rests. */
const LABELS_AT_ONCE = 32

/**
 * @param {DdlContext} ddl
 * @param {{ name: string, namespaceOid: number, labels: string[] }} definition
 * @returns {Steps<number>} OID
 */
export function* createEnum(ddl, { name, namespaceOid, labels }) {
  const seen = new Set()
  for (const label of labels) {
    checkLabel(label)
    if (seen.has(label)) throw duplicateEnumLabelKey(label)
    seen.add(label)
  }
  const oid = insertType(
    ddl,
    { name, namespaceOid, align: 'i' },
    {
      typlen: 4, typbyval: true, typtype: char('e'), typcategory: char('E'), typstorage: char('p'), typinput: 3506,
      typoutput: 3507, typreceive: 3532, typsend: 3533,
    },
  )
  for (let at = 0; at < labels.length; at += LABELS_AT_ONCE) {
    ddl.insertMany(
      'pg_enum',
      labels.slice(at, at + LABELS_AT_ONCE).map((label, place) => (
        { oid: ddl.newOid(), enumtypid: oid, enumsortorder: at + place + 1, enumlabel: label })),
      true,
    )
    if (isTired()) yield
  }
  ddl.touch([oid])
  return oid
}

/** @param {string} label */
const duplicateEnumLabelKey = (label) =>
  enumLabelExists(label)

/** @param {string} label @throws {DbError} 42602 */
function checkLabel(label) {
  if (Buffer.byteLength(label) > NAME_BYTES_MAX) throw enumLabelTooLong(label)
}

/**
 * ALTER TYPE … ADD VALUE. The new value's sort order is between its neighbours'; stored values and keys stay as they
 * are.
 * @param {DdlContext} ddl @param {number} typeOid
 * @param {{ label: string, neighbor: string | null, after: boolean, ifNotExists: boolean }} change neighbor null: at
 *   the end
 */
export function addEnumValue(ddl, typeOid, { label, neighbor, after, ifNotExists }) {
  checkLabel(label)
  const values = valuesOf(ddl, typeOid)
  if (values.some((value) => value.label === label)) {
    if (!ifNotExists) throw duplicateEnumLabel(label)
    ddl.notices.push({ code: '42710', message: `enum label "${label}" already exists, skipping` })
    return
  }
  let place = values.length
  if (neighbor !== null) {
    const at = values.findIndex((value) => value.label === neighbor)
    if (at < 0) throw noSuchEnumLabel(neighbor)
    place = at + (after ? 1 : 0)
  }
  const order = orderAt(ddl, typeOid, values, place)
  const oid = ddl.newOid()
  ddl.insert('pg_enum', { oid, enumtypid: typeOid, enumsortorder: order, enumlabel: label })
  ddl.catalog.begin(ddl.txn).source.unsafeEnumValues.add(oid)
  touchEnum(ddl, typeOid)
}

/**
 * A float4 between the neighbours of a place.
 * @param {DdlContext} ddl
 * @param {number} typeOid
 * @param {EnumValue[]} values
 * @param {number} place
 * @returns {number}
 */
function orderAt(ddl, typeOid, values, place) {
  if (values.length === 0) return 1
  if (place === 0) return Math.fround(values[0].order - 1)
  if (place === values.length) return Math.fround(values[place - 1].order + 1)
  const before = values[place - 1].order
  const after = values[place].order
  const middle = Math.fround((before + after) / 2)
  if (middle !== before && middle !== after) return middle
  renumber(ddl, typeOid)
  return Math.fround(place + 0.5)
}

/**
 * No float4 is left between two values: all are numbered anew. Key bytes come from these numbers, so indexes in use
 * forbid it.
 * @param {DdlContext} ddl
 * @param {number} typeOid
 */
function renumber(ddl, typeOid) {
  if (isIndexed(ddl, typeOid))
    throw featureNotSupported(
      `adding this value between two others of an enum that indexes use (too many were added at one place)`,
      { hint: 'Drop the indexes over columns of this type, add the value, and create them again.' }
    )
  const rows = ddl.find('pg_enum', 'pg_enum_typid_sortorder_index', [typeOid]).sort((a, b) => a.row[2] - b.row[2])
  // Downwards from the top, as the numbers grow: no two rows ever have the same one.
  const base = rows.length
  for (let at = base - 1; at >= 0; at--)
    ddl.update('pg_enum', rows[at], { enumsortorder: Math.fround(at + 1 + base * 2) })
  const again = ddl.find('pg_enum', 'pg_enum_typid_sortorder_index', [typeOid]).sort((a, b) => a.row[2] - b.row[2])
  again.forEach((found, at) => ddl.update('pg_enum', found, { enumsortorder: at + 1 }))
}

/**
 * Whether an index has keys made of the type's values: of columns of it, of arrays, domains or composites with it.
 * @param {DdlContext} ddl
 * @param {number} typeOid
 */
function isIndexed(ddl, typeOid) {
  const seen = new Set([typeOid])
  const queue = [typeOid]
  for (let oid = queue.pop(); oid !== undefined; oid = queue.pop()) {
    for (const { row } of ddl.find('pg_depend', 'pg_depend_reference_index', [CLASS.TYPE, oid])) {
      const [classId, objectId] = [row[0], row[1]]
      if (classId === CLASS.TYPE && !seen.has(objectId)) { seen.add(objectId); queue.push(objectId) }
      if (classId !== CLASS.RELATION) continue
      const relation = ddl.view.relation(objectId)
      if (relation === undefined) return true
      if (relation.indexes.length > 0) return true
      if (relation.typeOid !== 0 && !seen.has(relation.typeOid)) {
        seen.add(relation.typeOid)
        queue.push(relation.typeOid)
      }
    }
  }
  return false
}

/** @param {DdlContext} ddl @param {number} typeOid @param {string} from @param {string} to */
export function renameEnumValue(ddl, typeOid, from, to) {
  checkLabel(to)
  const values = valuesOf(ddl, typeOid)
  const value = values.find((candidate) => candidate.label === from)
  if (value === undefined) throw noSuchEnumLabel(from)
  if (values.some((candidate) => candidate.label === to)) throw duplicateEnumLabel(to)
  storeConstantsByValue(ddl)
  ddl.update('pg_enum', ddl.one('pg_enum', 'pg_enum_oid_index', [value.oid]), { enumlabel: to })
  touchEnum(ddl, typeOid)
}

/** @param {DdlContext} ddl @param {number} typeOid @returns {EnumValue[]} in order */
const valuesOf = (ddl, typeOid) => /** @type {any} */ (ddl.view.type(typeOid)).enumValues.list

/** @param {DdlContext} ddl @param {number} typeOid */
function touchEnum(ddl, typeOid) {
  ddl.touch([typeOid])
}

/**
 * @param {DdlContext} ddl @param {number} oid @param {string} name the new one @throws {DbError} 42710
 */
export function renameType(ddl, oid, name) {
  const type = /** @type {import('../../descriptors.js').TypeDesc} */ (ddl.view.type(oid))
  const inTheWay = ddl.view.typeIn(type.namespaceOid, name)
  if (inTheWay !== undefined && !makesWay(ddl, type.namespaceOid, name)) throw duplicateObject('type', name)
  placeType(ddl, type, name, type.namespaceOid, inTheWay?.oid === type.arrayType)
}

/** @param {DdlContext} ddl @param {number} oid @param {number} namespaceOid @throws {DbError} 42710 */
export function moveType(ddl, oid, namespaceOid) {
  const type = /** @type {import('../../descriptors.js').TypeDesc} */ (ddl.view.type(oid))
  if (type.namespaceOid === namespaceOid) return
  if (ddl.view.typeIn(namespaceOid, type.name) !== undefined)
    throw typeAlreadyExistsInSchema(type.name, ddl.view.namespace(namespaceOid)?.name)
  placeType(ddl, type, type.name, namespaceOid)
}

/**
 * Gives a type, its array type and its relation (composites) a name and a schema.
 * @param {DdlContext} ddl
 * @param {import('../../descriptors.js').TypeDesc} type
 * @param {string} name
 * @param {number} namespaceOid
 * @param {boolean} [arrayMoved] the array type had the name and has another one now
 */
function placeType(ddl, type, name, namespaceOid, arrayMoved = false) {
  const array = ddl.view.type(type.arrayType)
  setPlace(ddl, type, name, namespaceOid)
  if (array !== undefined)
    setPlace(
      ddl,
      array,
      name === type.name || arrayMoved ? array.name : freeArrayName(ddl, name, namespaceOid),
      namespaceOid
    )
  if (type.relationOid !== 0) {
    ddl.update('pg_class', ddl.one('pg_class', 'pg_class_oid_index', [type.relationOid]), {
      relname: name,
      relnamespace: namespaceOid,
    })
    ddl.touchRelationName(type.namespaceOid, type.name)
    ddl.touchRelationName(namespaceOid, name)
    ddl.touch([type.relationOid])
  }
  if (namespaceOid !== type.namespaceOid) moveDependency(ddl, CLASS.TYPE, type.oid, type.namespaceOid, namespaceOid)
  for (const { row } of ddl.find('pg_constraint', 'pg_constraint_contypid_index', [type.oid])) {
    ddl.update('pg_constraint', ddl.one('pg_constraint', 'pg_constraint_oid_index', [row[0]]), {
      connamespace: namespaceOid,
    })
  }
}

/**
 * @param {DdlContext} ddl
 * @param {number} classId
 * @param {number} oid
 * @param {number} from
 * @param {number} to namespaces
 */
export function moveDependency(ddl, classId, oid, from, to) {
  for (const found of ddl.find('pg_depend', 'pg_depend_depender_index', [classId, oid, 0])) {
    if (found.row[3] === CLASS.NAMESPACE && found.row[4] === from) ddl.remove('pg_depend', found)
  }
  recordDependencies(ddl, address(classId, oid), [address(CLASS.NAMESPACE, to)], 'n')
}

/**
 * @param {DdlContext} ddl
 * @param {import('../../descriptors.js').TypeDesc} type
 * @param {string} name
 * @param {number} namespaceOid
 */
function setPlace(ddl, type, name, namespaceOid) {
  ddl.update('pg_type', ddl.one('pg_type', 'pg_type_oid_index', [type.oid]), {
    typname: name,
    typnamespace: namespaceOid,
  })
  ddl.touchTypeName(type.namespaceOid, type.name)
  ddl.touchTypeName(namespaceOid, name)
  ddl.touch([type.oid])
}

/** @param {DdlContext} ddl @param {number} oid @param {number} ownerOid */
export function setTypeOwner(ddl, oid, ownerOid) {
  const type = /** @type {import('../../descriptors.js').TypeDesc} */ (ddl.view.type(oid))
  for (const target of [oid, type.arrayType]) {
    if (target === 0) continue
    ddl.update('pg_type', ddl.one('pg_type', 'pg_type_oid_index', [target]), { typowner: ownerOid })
    ddl.touch([target])
  }
  if (type.relationOid === 0) return
  ddl.update('pg_class', ddl.one('pg_class', 'pg_class_oid_index', [type.relationOid]), { relowner: ownerOid })
  ddl.touch([type.relationOid])
}
