/** The catalog part of base types: CREATE TYPE (INPUT, OUTPUT …) over a shell, and ALTER TYPE … SET. */
import { CLASS, char } from '../context.js'
import { address, recordDependencies } from '../dependencies.js'
import { insertType } from './types.js'

const EXTENSION = 3079
/** Place of refclassid in pg_depend. */
const DEPENDS_ON_CLASS = 3

/** @import { DdlContext } from '../context.js' */

/**
 * Functions by their column of pg_type, 0 for none.
 * @typedef {object} TypeFunctions
 * @property {number} typinput
 * @property {number} typoutput
 * @property {number} typreceive
 * @property {number} typsend
 * @property {number} typmodin
 * @property {number} typmodout
 * @property {number} typanalyze
 * @property {number} typsubscript
 */
/**
 * @typedef {object} BaseTypeDefinition
 * @property {string} name
 * @property {number} namespaceOid
 * @property {number} shellOid
 * @property {TypeFunctions} functions
 * @property {number} length bytes, -1 variable
 * @property {boolean} byValue
 * @property {string} align c, s, i, d
 * @property {string} storage p, e, m, x
 * @property {string} category
 * @property {boolean} preferred
 * @property {string} delimiter
 * @property {number} element 0: none
 * @property {number} collation
 * @property {string | null} default as text
 */

/** @param {DdlContext} ddl @param {BaseTypeDefinition} definition @returns {number} OID */
export function createBaseType(ddl, definition) {
  const { name, namespaceOid, shellOid, functions, align, collation, element } = definition
  const oid = insertType(ddl, { name, namespaceOid, align, collation, shellOid }, {
    typlen: definition.length, typbyval: definition.byValue, typtype: char('b'),
    typcategory: char(definition.category), typispreferred: definition.preferred, typisdefined: true,
    typdelim: char(definition.delimiter), typelem: element, typstorage: char(definition.storage),
    typdefault: definition.default, ...functions,
  })
  recordTypeNeeds(ddl, oid, namespaceOid, functions, [element, collation])
  return oid
}

/**
 * @param {DdlContext} ddl @param {number} oid @param {number} namespaceOid @param {Partial<TypeFunctions>} functions
 * @param {[element: number, collation: number]} others
 */
function recordTypeNeeds(ddl, oid, namespaceOid, functions, [element, collation]) {
  const self = address(CLASS.TYPE, oid)
  const needs = Object.values(functions).filter((func) => func !== 0).map((func) => address(CLASS.PROC, func))
  if (element !== 0) needs.push(address(CLASS.TYPE, element))
  if (collation !== 0) needs.push(address(CLASS.COLLATION, collation))
  recordDependencies(ddl, self, needs, 'n')
}

/**
 * ALTER TYPE … SET, of the type, its array type's modifiers and the domains over it.
 * @param {DdlContext} ddl @param {number} oid
 * @param {Partial<TypeFunctions> & { typstorage?: number }} fields
 */
export function alterBaseType(ddl, oid, fields) {
  const type = /** @type {import('../../descriptors.js').TypeDesc} */ (ddl.view.type(oid))
  const functions = { ...fields }
  delete functions.typstorage
  ddl.update('pg_type', ddl.one('pg_type', 'pg_type_oid_index', [oid]), fields)
  ddl.touch([oid])
  const kept = {
    typinput: type.inputFunction, typoutput: type.outputFunction, typreceive: type.receiveFunction,
    typsend: type.sendFunction, typmodin: type.typmodIn, typmodout: type.typmodOut,
    typsubscript: type.subscriptFunction, ...functions,
  }
  for (const found of ddl.find('pg_depend', 'pg_depend_depender_index', [CLASS.TYPE, oid, 0])) {
    if (found.row[DEPENDS_ON_CLASS] !== CLASS.NAMESPACE && found.row[DEPENDS_ON_CLASS] !== EXTENSION) {
      ddl.remove('pg_depend', found)
    }
  }
  recordTypeNeeds(ddl, oid, type.namespaceOid, kept, [type.elementType, type.collation])
  const { typmodin, typmodout } = functions
  if (type.arrayType !== 0 && (typmodin !== undefined || typmodout !== undefined)) {
    ddl.update('pg_type', ddl.one('pg_type', 'pg_type_oid_index', [type.arrayType]), {
      ...(typmodin === undefined ? {} : { typmodin }), ...(typmodout === undefined ? {} : { typmodout }),
    })
    ddl.touch([type.arrayType])
  }
}
