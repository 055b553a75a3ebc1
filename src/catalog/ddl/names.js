/**
 * Names DDL makes up: constraints, indexes, array types. As PostgreSQL: parts joined by underscores, cut to 63 bytes by
 * shortening the longer of the first two, a number added until the name is free.
 */

import { duplicateConstraint, duplicateRelation } from '../../errors/ddl/catalog.js'

/** @import { DdlContext } from './context.js' */
/** @import { RelationDesc } from '../relation.js' */

export const NAME_BYTES_MAX = 63

/** @param {string} text @param {number} bytesMax @returns {string} without a torn character */
export function cutName(text, bytesMax) {
  if (Buffer.byteLength(text) <= bytesMax) return text
  let bytes = 0
  let end = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > bytesMax) break
    end += character.length
  }
  return text.slice(0, end)
}

/** @param {string} first @param {string | null} second @param {string} label @returns {string} */
export function objectName(first, second, label) {
  const overhead = (second === null ? 0 : 1) + (label === '' ? 0 : Buffer.byteLength(label) + 1)
  let firstBytes = Buffer.byteLength(first)
  let secondBytes = second === null ? 0 : Buffer.byteLength(second)
  while (firstBytes + secondBytes > NAME_BYTES_MAX - overhead) {
    if (firstBytes > secondBytes) firstBytes--
    else secondBytes--
  }
  return (
    cutName(first, firstBytes) +
    (second === null ? '' : `_${cutName(second, secondBytes)}`) +
    (label === '' ? '' : `_${label}`)
  )
}

/**
 * A free relation name in the schema; for constraints' indexes also free among constraint names there.
 * @param {DdlContext} ddl
 * @param {string} first
 * @param {string | null} second
 * @param {string} label
 * @param {number} namespaceOid
 * @param {boolean} isConstraint
 */
export function chooseRelationName(ddl, first, second, label, namespaceOid, isConstraint) {
  const source = ddl.view.source
  for (let pass = 0; ; pass++) {
    const name = objectName(first, second, pass === 0 ? label : `${label}${pass}`)
    if (source.relationOid(namespaceOid, name) === 0 && !(isConstraint && constraintExists(ddl, name, namespaceOid)))
      return name
  }
}

/**
 * @param {DdlContext} ddl
 * @param {string} first
 * @param {string | null} second
 * @param {string} label
 * @param {number} namespaceOid
 * @param {ReadonlySet<string>} taken
 * @param {Map<string, number>} [tried] how many names of those parts are known to be taken
 */
export function chooseConstraintName(ddl, first, second, label, namespaceOid, taken, tried) {
  const parts = `${first}\0${second}\0${label}`
  for (let pass = tried?.get(parts) ?? 0; ; pass++) {
    const name = objectName(first, second, pass === 0 ? label : `${label}${pass}`)
    if (taken.has(name) || constraintExists(ddl, name, namespaceOid)) continue
    tried?.set(parts, pass)
    return name
  }
}

/** @param {DdlContext} ddl @param {string} name @param {number} namespaceOid */
function constraintExists(ddl, name, namespaceOid) {
  return ddl.find('pg_constraint', 'pg_constraint_conname_nsp_index', [name, namespaceOid]).length > 0
}

/**
 * A constraint's name that is its index's, too. @param {DdlContext} ddl @param {RelationDesc} relation
 * @param {string} name @throws {DbError} 42P07, 42710
 */
export function requireFreeName(ddl, relation, name) {
  if (ddl.view.source.relationOid(relation.namespaceOid, name) !== 0) throw duplicateRelation(name)
  if (relation.constraints.some((constraint) => constraint.name === name))
    throw duplicateConstraint(name, relation.name)
}

/** The part of an index's name made of its columns. @param {string[]} names */
export function joinedColumns(names) {
  let joined = ''
  for (const name of names) {
    joined += (joined === '' ? '' : '_') + name
    if (Buffer.byteLength(joined) >= 2 * NAME_BYTES_MAX) break
  }
  return joined
}
