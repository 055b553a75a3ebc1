/**
 * CREATE CONVERSION: which function turns one encoding into another. Texts are UTF-8 here whatever a client asks for,
 * so that a conversion is looked up, named and dropped, but asked for nothing.
 */
import { CLASS } from '../../../catalog/ddl/context.js'
import { address, recordDependencies } from '../../../catalog/ddl/dependencies.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { duplicateObject } from '../../../errors/ddl/catalog.js'
/** @import { DbError } from '../../../errors/db-error.js' */
import { ENCODINGS, encodingNumber } from '../../../types/strings/encodings.js'
import { requireExecute } from '../../../catalog/guarded.js'
import { beginDdl, creationNamespace, endDdl } from '../../session/ddl.js'
import { namesOf } from '../objects/object-address.js'
import {
  conversionOfSqlAscii, conversionReturns, defaultConversionExists, encodingDoesNotExist, wrongDestinationEncoding,
  wrongSourceEncoding,
} from '../../../errors/commands/types.js'
import { noSuchTypeFunction } from '../../../errors/ddl/base-types.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */
/** @import { Datum } from '../../../types/datum.js' */

/** pg_conversion */
const CONVERSION = 2607
/** integer, integer, cstring, internal, integer, boolean */
const ARGUMENTS = [23, 23, 2275, 2281, 23, 16]
const INT4 = 23

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreateConversionStmt>} node
 * @param {UtilityCall} call
 */
export function runCreateConversion(session, node, call) {
  const names = namesOf(node.conversion_name)
  const name = /** @type {string} */ (names.at(-1))
  const connamespace = creationNamespace(session, {
    schemaname: names.length > 1 ? names.at(-2) : undefined,
    relname: name,
  })
  const [conforencoding, contoencoding] = [
    encodingOf(node.for_encoding_name, 'source'),
    encodingOf(node.to_encoding_name, 'destination'),
  ]
  if (conforencoding === 0 || contoencoding === 0) throw conversionOfSqlAscii()
  const conproc = conversionFunction(session, namesOf(node.func_name))
  const { at } = catalogShape('pg_conversion')
  requireEncodings(session, conproc, conforencoding, contoencoding)
  const condefault = node.def === true
  for (const row of session.catalog().rowsWith('pg_conversion', 'connamespace', connamespace)) {
    if (row[at.conname] === name) throw duplicateObject('conversion', name)
    if (
      condefault && row[at.condefault] && row[at.conforencoding] === conforencoding
      && row[at.contoencoding] === contoencoding
    ) {
      throw defaultConversionExists(node.for_encoding_name, node.to_encoding_name)
    }
  }
  const ddl = beginDdl(session)
  const oid = ddl.newOid()
  ddl.insert('pg_conversion', {
    oid, conname: name, connamespace, conowner: session.roleOid, conforencoding, contoencoding, conproc, condefault,
  })
  recordDependencies(
    ddl, address(CONVERSION, oid), [address(CLASS.PROC, conproc), address(CLASS.NAMESPACE, connamespace)], 'n',
  )
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE CONVERSION')
}

/**
 * A conversion function is called once: PostgreSQL's own say for which encodings they are.
 * @param {Session} session
 * @param {number} conproc
 * @param {number} source
 * @param {number} destination
 */
function requireEncodings(session, conproc, source, destination) {
  const { at } = catalogShape('pg_conversion')
  const own = session
    .catalog()
    .rowsWith('pg_conversion', 'conproc', conproc)
    .filter((/** @type {any[]} */ row) => row[at.oid] < FIRST_USER_OID)
  if (
    own.length === 0
    || own.some(
      (/** @type {Datum[]} */ row) => row[at.conforencoding] === source && row[at.contoencoding] === destination,
    )
  )
    return
  if (!own.some((/** @type {Datum[]} */ row) => row[at.conforencoding] === source))
    throw wrongSourceEncoding(ENCODINGS[own[0][at.conforencoding]], ENCODINGS[source])
  throw wrongDestinationEncoding(ENCODINGS[own[0][at.contoencoding]], ENCODINGS[destination])
}

/** @param {string} name @param {string} which @returns {number} @throws {DbError} 42704 */
function encodingOf(name, which) {
  const number = encodingNumber(name)
  if (number < 0) throw encodingDoesNotExist(which, name)
  return number
}

/** @param {Session} session @param {string[]} names @returns {number} @throws {DbError} 42883, 42P17 */
function conversionFunction(session, names) {
  const catalog = session.catalog()
  const name = /** @type {string} */ (names.at(-1))
  const found = catalog
    .functionsNamed(name, names.length > 1 ? names[names.length - 2] : null)
    .find(
      (/** @type {import('../../../catalog/descriptors.js').FuncDesc} */ func) =>
        func.argTypes.join() === ARGUMENTS.join(),
    )
  if (found === undefined)
    throw noSuchTypeFunction(names.join('.'), ARGUMENTS.map((type) => formatType(catalog, type, -1)).join(', '))
  if (found.returnType !== INT4) throw conversionReturns(names.join('.'))
  requireExecute(catalog, session.roleOid, found.oid, names.join('.'))
  return found.oid
}
