/**
 * CREATE EXTENSION's catalog part. What an extension brings depends on it (deptype e), so that it goes with it and not
 * without it. Most bring it by a script of statements (../../extensions); btree_gist, whose gist operator classes of
 * types with an order and distance operators are all alike, brings them here.
 */
import { KNOWN_EXTENSIONS } from '../known-extensions.js'
import { items } from '../descriptors.js'
import { catalogShape } from '../store/shapes.js'
import { arrayOf } from '../../types/array.js'
import * as T from '../../types/oids.js'
import { setComment } from './comments.js'
import { CLASS, char } from './context.js'
import { address, recordDependencies } from './dependencies.js'
import { createFunction } from './routines/functions.js'
import { createFamily, createOperatorClass } from './routines/operator-families.js'
import { createOperator } from './routines/operators.js'
import { GIST } from '../../types/oids.js'

/** @import { DdlContext, ObjectAddress } from './context.js' */

export const EXTENSION = 3079
const INTERNAL = 12
const DISTANCE = 15
const ORDER = ['<', '<=', '=', '>=', '>', '<>']

/**
 * Class gist_NAME_ops over a type, whose operators are those of `operators` (the type itself unless said); distance:
 * function and its result.
 * @type {{ name: string, type: number, operators?: number, distance?: [string, number] }[]}
 */
const CLASSES = [
  { name: 'bit', type: 1560 },
  { name: 'bool', type: 16 },
  { name: 'bpchar', type: 1042 },
  { name: 'bytea', type: 17 },
  { name: 'cash', type: 790, distance: ['cash_dist', 790] },
  { name: 'cidr', type: 650, operators: 869 },
  { name: 'date', type: 1082, distance: ['date_dist', 23] },
  { name: 'enum', type: 3500 },
  { name: 'float4', type: 700, distance: ['float4_dist', 700] },
  { name: 'float8', type: 701, distance: ['float8_dist', 701] },
  { name: 'inet', type: 869 },
  { name: 'int2', type: 21, distance: ['int2_dist', 21] },
  { name: 'int4', type: 23, distance: ['int4_dist', 23] },
  { name: 'int8', type: 20, distance: ['int8_dist', 20] },
  { name: 'interval', type: 1186, distance: ['interval_dist', 1186] },
  { name: 'macaddr8', type: 774 },
  { name: 'macaddr', type: 829 },
  { name: 'numeric', type: 1700 },
  { name: 'oid', type: 26, distance: ['oid_dist', 26] },
  { name: 'text', type: 25 },
  { name: 'time', type: 1083, distance: ['time_dist', 1186] },
  { name: 'timestamp', type: 1114, distance: ['ts_dist', 1186] },
  { name: 'timestamptz', type: 1184, distance: ['tstz_dist', 1186] },
  { name: 'timetz', type: 1266 },
  { name: 'uuid', type: 2950 },
  { name: 'vbit', type: 1562 },
]

/**
 * The row of an extension, and what it brings if that is not the work of a script.
 * @param {DdlContext} ddl @param {string} name of KNOWN_EXTENSIONS @param {number} namespaceOid
 * @param {number[]} required OIDs of extensions it needs @returns {number} OID
 */
export function createExtension(ddl, name, namespaceOid, required) {
  const { version, relocatable, comment } = KNOWN_EXTENSIONS[name]
  const oid = ddl.newOid()
  ddl.insert('pg_extension', {
    oid, extname: name, extowner: ddl.userOid, extnamespace: namespaceOid, extrelocatable: relocatable,
    extversion: version, extconfig: null, extcondition: null,
  })
  const self = address(EXTENSION, oid)
  const needs = required.map((other) => address(EXTENSION, other))
  recordDependencies(ddl, self, [address(CLASS.NAMESPACE, namespaceOid), ...needs], 'n')
  if (comment !== '') setComment(ddl, self, comment)
  if (name === 'btree_gist') {
    for (const member of makeBtreeGist(ddl, namespaceOid)) recordDependencies(ddl, member, [self], 'e')
  }
  ddl.touch([oid])
  return oid
}

/** @param {DdlContext} ddl @param {number} namespaceOid @returns {ObjectAddress[]} */
function makeBtreeGist(ddl, namespaceOid) {
  /** @type {ObjectAddress[]} */
  const made = []
  for (const { name, type, operators = type, distance } of CLASSES) {
    const family = createFamily(ddl, { name: `gist_${name}_ops`, namespaceOid, method: GIST })
    const members = ORDER.map((text, at) => ({
      isFunction: false,
      number: at + 1,
      object: ddl.view.operatorsNamed(text, operators, operators, 'pg_catalog')[0].oid,
      left: type,
      right: type,
      sortFamily: 0,
    }))
    if (distance !== undefined) {
      const [func, result] = distance
      const funcOid = createFunction(
        ddl,
        {
          name: func, namespaceOid, kind: 'f', language: INTERNAL, argTypes: [type, type], allArgTypes: [],
          argModes: [], argNames: [], defaults: [], variadicType: 0, returnType: result, retset: false, strict: true,
          securityDefiner: false, leakproof: false, volatility: 'i', parallel: 's', cost: 1, rows: 0, source: func,
          body: null, config: [],
        },
        false,
      )
      const object = createOperator(ddl, {
        name: '<->', namespaceOid, left: type, right: type, result, funcOid, canMerge: false, canHash: false,
        restrict: 0, join: 0, commutator: () => ({ name: '<->', namespaceOid }), negator: null,
      })
      made.push(address(CLASS.PROC, funcOid), address(CLASS.OPERATOR, object))
      members.push({
        isFunction: false,
        number: DISTANCE,
        object,
        left: type,
        right: type,
        sortFamily: /** @type {any} */ (ddl.view.orderingOps(result)).family,
      })
    }
    const opclass = createOperatorClass(
      ddl,
      { name: `gist_${name}_ops`, namespaceOid, method: GIST, family, inputType: type, isDefault: true, keyType: 0 },
      members
    )
    made.push(address(CLASS.OPFAMILY, family), address(CLASS.OPCLASS, opclass))
  }
  return made
}

/** Whether an extension brought it. @param {DdlContext} ddl @param {number} classId @param {number} oid */
export const isOfExtension = (ddl, classId, oid) =>
  ddl.find('pg_depend', 'pg_depend_depender_index', [classId, oid, 0]).some(({ row }) => row[3] === EXTENSION)

const OF_EXTENSION = 'e'.charCodeAt(0)

/** What an extension has. @param {DdlContext} ddl @param {number} oid @returns {ObjectAddress[]} */
export const membersOf = (ddl, oid) => ddl.find('pg_depend', 'pg_depend_reference_index', [EXTENSION, oid])
  .filter(({ row }) => row[6] === OF_EXTENSION).map(({ row }) => address(row[0], row[1], row[2]))

/** Whose it is. @param {DdlContext} ddl @param {ObjectAddress} object @returns {number} OID, 0: no extension's */
export function extensionOf(ddl, { classId, objectId }) {
  const found = ddl.find('pg_depend', 'pg_depend_depender_index', [classId, objectId, 0])
    .find(({ row }) => row[3] === EXTENSION && row[6] === OF_EXTENSION)
  return found === undefined ? 0 : found.row[4]
}

/** @param {DdlContext} ddl @param {number} oid @param {ObjectAddress} object */
export const addMember = (ddl, oid, object) => recordDependencies(ddl, object, [address(EXTENSION, oid)], 'e')

/** @param {DdlContext} ddl @param {number} oid @param {ObjectAddress} object */
export function dropMember(ddl, oid, { classId, objectId }) {
  for (const found of ddl.find('pg_depend', 'pg_depend_depender_index', [classId, objectId, 0])) {
    if (found.row[3] === EXTENSION && found.row[4] === oid) ddl.remove('pg_depend', found)
  }
}

/**
 * Whether an object that is not the extension's goes with it (deptype x).
 * @param {DdlContext} ddl
 * @param {ObjectAddress} object
 * @param {number} oid of the extension
 * @param {boolean} follows
 */
export function setFollowsExtension(ddl, object, oid, follows) {
  const known = ddl.find('pg_depend', 'pg_depend_depender_index', [object.classId, object.objectId, object.subId])
    .filter(({ row }) => row[3] === EXTENSION && row[4] === oid && row[6] === char('x'))
  if (follows && known.length === 0) recordDependencies(ddl, object, [address(EXTENSION, oid)], 'x')
  if (!follows) for (const found of known) ddl.remove('pg_depend', found)
}

/**
 * @param {DdlContext} ddl @param {number} oid
 * @param {{ extversion?: string, extnamespace?: number, extconfig?: unknown, extcondition?: unknown }} fields
 */
export function updateExtension(ddl, oid, fields) {
  ddl.update('pg_extension', ddl.one('pg_extension', 'pg_extension_oid_index', [oid]), fields)
  ddl.touch([oid])
}

/**
 * Rows of a member table are data of whoever has the extension: pg_dump writes those for which the condition holds.
 * @param {DdlContext} ddl @param {number} oid of the extension
 * @param {number} tableOid @param {string} condition a WHERE clause, or empty
 */
export function setTableDumped(ddl, oid, tableOid, condition) {
  const { tables, conditions } = dumpedTables(ddl, oid)
  const known = tables.indexOf(tableOid)
  const place = known < 0 ? tables.length : known
  tables[place] = tableOid
  conditions[place] = condition
  updateExtension(ddl, oid, { extconfig: arrayOf(T.OID, tables), extcondition: arrayOf(T.TEXT, conditions) })
}

/** A table is no member any more. @param {DdlContext} ddl @param {number} oid @param {number} tableOid */
export function forgetDumped(ddl, oid, tableOid) {
  const { tables, conditions } = dumpedTables(ddl, oid)
  const known = tables.indexOf(tableOid)
  if (known < 0) return
  tables.splice(known, 1)
  conditions.splice(known, 1)
  updateExtension(ddl, oid, tables.length === 0 ? { extconfig: null, extcondition: null }
    : { extconfig: arrayOf(T.OID, tables), extcondition: arrayOf(T.TEXT, conditions) })
}

/** @param {DdlContext} ddl @param {number} oid @returns {{ tables: number[], conditions: string[] }} */
function dumpedTables(ddl, oid) {
  const { row } = ddl.one('pg_extension', 'pg_extension_oid_index', [oid])
  const { at } = catalogShape('pg_extension')
  return {
    tables: row[at.extconfig] === null ? [] : [...items(row[at.extconfig])],
    conditions: row[at.extcondition] === null ? [] : [...items(row[at.extcondition])],
  }
}
