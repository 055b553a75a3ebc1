/**
 * What compares rows for equality without an operator being written: DISTINCT, GROUP BY, set operations, windows,
 * FETCH … WITH TIES. Whoever runs such a query must be granted the functions of the equality operators, as PostgreSQL
 * asks when it makes the comparison ready; of the functions that sort or hash it does not ask.
 */

/** @import { Aggref } from '../catalog/expr.js' */
/** @import { CatalogSnapshot } from '../catalog/snapshot.js' */
/** @import { Query, SetOperation } from '../catalog/query.js' */
/** @import { Needs } from './needs.js' */

/** Adds the function that compares values of a type. @callback Note @param {number} type @returns {void} */

/** @param {CatalogSnapshot} catalog @param {Needs} needs to add to @returns {Note} */
export const noteEquality = (catalog, { functions, comparing }) => (type) => {
  const ops = catalog.orderingOps(type) ?? catalog.hashOps(type)
  const oid = ops && catalog.operator(ops.eq)?.funcOid
  if (!oid) return
  functions.add(oid)
  comparing.add(oid)
}

/** Of a query, without those inside of it. @param {Query} query @param {Note} note */
export function queryEqualities({ targets, groupBy, distinct, windows, withTies, orderBy }, note) {
  for (const expr of groupBy ?? []) note(expr.type)
  for (const { partitionBy, orderBy: keys } of windows ?? []) {
    for (const expr of partitionBy) note(expr.type)
    for (const { expr } of keys) note(expr.type)
  }
  for (const at of distinct ?? []) note(targets[at].expr.type)
  if (withTies) for (const { target } of orderBy) note(targets[target].expr.type)
}

/** @param {SetOperation} operation @param {Note} note */
export function setEqualities({ op, all, columns }, note) {
  if (op === 'union' && all) return
  for (const { type } of columns) note(type)
}

/** Of several arguments; one alone is compared without asking. @param {Aggref} aggregate @param {Note} note */
export function aggregateEqualities({ distinct, args }, note) {
  if (distinct && args.length > 1) for (const { type } of args) note(type)
}
