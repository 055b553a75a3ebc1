/**
 * A write of a view that has INSTEAD OF triggers for it. The view's query makes the rows to change, each with all of
 * its columns; what is written goes to the triggers, and nothing else happens.
 */
import { isOn, viewQuery } from '../bind/views.js'
import { rebuild } from '../expr-tools.js'
import { arbiters, nullOf, rowsOf } from './complete.js'
import { registerEntries } from './copy.js'

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('../../catalog/query.js').WriteTarget} WriteTarget */
/** @typedef {import('../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../bind/context.js').BindContext} BindContext */

/**
 * @param {BindContext} ctx
 * @param {Query} query INSERT, UPDATE or DELETE of a view, its own defaults filled in
 * @returns {Query}
 * @throws {DbError} 42P10 ON CONFLICT names a key
 */
export function insteadOfView(ctx, query) {
  const write = /** @type {WriteTarget} */ (query.write)
  const { columns } = /** @type {RelationDesc} */ (write.relation)
  if (query.command === 'insert') {
    const conflict = write.onConflict
    // A view has no keys: this says so.
    if (conflict?.infer) arbiters(ctx.catalog, write.relation, conflict.rt, conflict.infer, conflict.action)
    defaultsAreNull(query)
    const given = new Map(write.given?.map(({ attnum, expr }) => [attnum, expr]))
    const values = columns.map((column) => given.get(column.attnum) ?? nullOf(column))
    return { ...query, write: { ...write, values, onConflict: null, old: [] } }
  }
  ctx.lock(write.relation.oid, 1)
  const old = columns.map((column) => columnOf(write.rt, column))
  const names = columns.map((column) => column.name)
  const spelt = rebuild(query, (node) =>
    node.kind === 'column' && node.rt === write.rt && node.attnum === 0
      ? { kind: 'row', args: old, names, type: node.type, typmod: -1, collation: 0, location: node.location }
      : undefined,
  )
  const entries = spelt.entries.map((entry) =>
    entry.rt === write.rt
      ? {
          ...entry,
          kind: /** @type {const} */ ('subquery'),
          barrier: isOn(write.relation.options.security_barrier),
          query: viewQuery(ctx, write.relation),
          target: undefined,
        }
      : entry,
  )
  const made = { ...spelt, entries, write: { .../** @type {WriteTarget} */ (spelt.write), old } }
  registerEntries(ctx, made)
  return made
}

/** @param {number} rt @param {import('../../catalog/relation.js').ColumnDesc} column @returns {Expr} */
const columnOf = (rt, { attnum, typeOid, typmod, collation }) => ({
  kind: 'column',
  rt,
  attnum,
  type: typeOid,
  typmod,
  collation,
  location: -1,
})

/** DEFAULT among rows for a view whose column has none of its own. @param {Query} query */
export function defaultsAreNull(query) {
  const write = /** @type {WriteTarget} */ (query.write)
  for (const item of write.given ?? []) {
    rowsOf(query, item)?.forEach((row) =>
      row.forEach((cell, at) => {
        if (cell.kind === 'default') row[at] = { ...cell, kind: 'const', value: null, typmod: -1 }
      }),
    )
  }
}
