/**
 * OPTIONS (…) of foreign data: what there was, changed as a statement says (ADD, SET, DROP), and shown to the wrapper's
 * validator, which is any function of (text[], oid) and raises an error when it does not like them.
 */
import { quoteIdentifier, quoteLiteral } from '../../../catalog/deparse/names.js'
import { optionNotFound, optionTwice, optionWithEquals } from '../../../errors/ddl/foreign.js'
import { internalRows } from '../../statements/core/internal-query.js'

/** @import { Session } from '../../session/session.js' */
/** @import { ParseNode } from '../../../parser/tree.js' */

/**
 * @typedef {object} OptionsOf
 * @property {string[]} current each "name=value"
 * @property {number} validatorOid 0: none
 * @property {number} classId catalog's OID of what has the options, which the validator is told
 */

/**
 * @param {Session} session @param {OptionsOf} of @param {ParseNode[]} [nodes] DefElem nodes
 * @returns {Generator<Promise<unknown>, string[], void>} all options as they are from now on
 * @throws {DbError} 42704, 42710, 22023, and whatever the validator raises
 */
export function* changedOptions(session, { current, validatorOid, classId }, nodes = []) {
  const options = new Map(current.map((text) => {
    const equals = text.indexOf('=')
    return [text.slice(0, equals), text.slice(equals + 1)]
  }))
  for (const { DefElem: { defname, defaction, arg } } of nodes) {
    const isThere = options.has(defname)
    if (defaction === 'DEFELEM_DROP' || defaction === 'DEFELEM_SET') {
      if (!isThere) throw optionNotFound(defname)
      if (defaction === 'DEFELEM_DROP') options.delete(defname)
      else options.set(defname, arg.String.sval)
    } else if (isThere) throw optionTwice(defname)
    else options.set(defname, arg.String.sval)
  }
  for (const name of options.keys()) if (name.includes('=')) throw optionWithEquals(name)
  const changed = [...options].map(([name, value]) => `${name}=${value}`)
  if (validatorOid !== 0) yield* validate(session, validatorOid, changed, classId)
  return changed
}

/** @param {Session} session @param {number} validatorOid @param {string[]} options @param {number} classId */
function* validate(session, validatorOid, options, classId) {
  const catalog = session.catalog()
  const { name, namespaceOid } = catalog.func(validatorOid)
  const called = `${quoteIdentifier(catalog.namespace(namespaceOid)?.name ?? '')}.${quoteIdentifier(name)}`
  const list = `array[${options.map(quoteLiteral).join(', ')}]::pg_catalog.text[]`
  yield* internalRows(session, `select ${called}(${list}, ${classId}::pg_catalog.oid)`)
}
