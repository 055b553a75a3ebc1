/**
 * Inheritance trees and partitions over a catalog snapshot: who is below a table, and which of its columns are whose.
 */
import { featureNotSupported } from '../errors/db-error.js'

/** @import { RelationDesc } from './relation.js' */

/**
 * What walking a tree asks of a catalog.
 * @typedef {{ relation: (oid: number) => RelationDesc | undefined }} Relations
 */

/**
 * A table and everything below it, breadth first, children by OID: each once, however many ways lead to it.
 * @param {Relations} catalog @param {number} oid @returns {RelationDesc[]} the table itself first
 */
export function inheritors(catalog, oid) {
  const first = catalog.relation(oid)
  if (first === undefined) return []
  const found = new Map([[oid, first]])
  for (const relation of found.values()) {
    for (const child of relation.children) {
      if (found.has(child)) continue
      const desc = catalog.relation(child)
      if (desc !== undefined) found.set(child, desc)
    }
  }
  return [...found.values()]
}

/**
 * Is `ancestor` above `oid`, or the same?
 * @param {Relations} catalog
 * @param {number} oid
 * @param {number} ancestor
 * @returns {boolean}
 */
export function descendsFrom(catalog, oid, ancestor) {
  return (
    oid === ancestor || (catalog.relation(oid)?.parents ?? []).some((parent) => descendsFrom(catalog, parent, ancestor))
  )
}

/**
 * Where a table's columns are in one of its descendants: they have the same name and type, not always the same number.
 * @param {RelationDesc} parent
 * @param {RelationDesc} child
 * @returns {number[] | null} child's attnum by parent's attnum - 1 (0 for dropped ones); null: every column is where it
 *   is in the parent
 */
export function columnMap(parent, child) {
  let same = parent.columns.length <= child.columns.length
  const map = parent.columns.map((column, at) => {
    if (column.dropped) {
      if (child.columns[at] !== undefined && !child.columns[at].dropped) same = false
      return 0
    }
    const there = child.columns[at]
    if (there !== undefined && !there.dropped && there.name === column.name) return at + 1
    same = false
    const found = child.columns.find((candidate) => !candidate.dropped && candidate.name === column.name)
    if (found === undefined) throw featureNotSupported(`"${child.name}" without its parent's column "${column.name}"`)
    return found.attnum
  })
  return same ? null : map
}
