/** The statements behind foreign keys as PostgreSQL writes them, for contexts of errors. Nothing runs them. */
import { quotedName } from '../../types/identifiers.js'
import { VARCHAR } from '../../types/oids.js'

/** @import { ForeignKeyDesc } from '../foreign-key.js' */
/** @import { RelationDesc } from '../relation.js' */
/** @import { CatalogSnapshot } from '../snapshot.js' */
/** @typedef {'delete' | 'update' | 'null' | 'default' | 'nullOnDelete' | 'defaultOnDelete'} ActionKind */

/** @param {CatalogSnapshot} catalog @param {RelationDesc} relation */
function tableText(catalog, { namespaceOid, name, kind }) {
  const schema = catalog.namespace(namespaceOid)?.name ?? ''
  return `${kind === 'p' ? '' : 'ONLY '}${quotedName(schema)}.${quotedName(name)}`
}

/** varchar is compared as text. @param {RelationDesc} relation @param {number} attnum */
const castOf = ({ columns }, attnum) => (columns[attnum - 1].typeOid === VARCHAR ? '::pg_catalog.text' : '')

/** @param {RelationDesc} relation @param {number} attnum */
const columnText = ({ columns }, attnum) => quotedName(columns[attnum - 1].name)

/**
 * What looks for the key of a referring row.
 * @param {CatalogSnapshot} catalog @param {ForeignKeyDesc} key @returns {string}
 */
export function lookupText(catalog, key) {
  const relation = catalog.relation(key.relationOid)
  const referenced = catalog.relation(key.referencedOid)
  if (relation === undefined || referenced === undefined) return ''
  const where = key.referencedAttnums.map((attnum, at) => {
    const column = `${columnText(referenced, attnum)}${castOf(referenced, attnum)}`
    return `${column} OPERATOR(pg_catalog.=) $${at + 1}${castOf(relation, key.attnums[at])}`
  }).join(' AND ')
  return `SELECT 1 FROM ${tableText(catalog, referenced)} x WHERE ${where} FOR KEY SHARE OF x`
}

/**
 * What looks whether a key that was changed or deleted is there again.
 * @param {CatalogSnapshot} catalog @param {ForeignKeyDesc} key @returns {string}
 */
export function keyText(catalog, key) {
  const referenced = catalog.relation(key.referencedOid)
  if (referenced === undefined) return ''
  const where = key.referencedAttnums.map((attnum, at) => {
    const cast = castOf(referenced, attnum)
    return `${columnText(referenced, attnum)}${cast} OPERATOR(pg_catalog.=) $${at + 1}${cast}`
  }).join(' AND ')
  return `SELECT 1 FROM ${tableText(catalog, referenced)} x WHERE ${where} FOR KEY SHARE OF x`
}

/**
 * What looks for rows that refer to a key.
 * @param {CatalogSnapshot} catalog @param {ForeignKeyDesc} key @returns {string}
 */
export function referText(catalog, key) {
  const relation = catalog.relation(key.relationOid)
  const referenced = catalog.relation(key.referencedOid)
  if (relation === undefined || referenced === undefined) return ''
  const where = key.attnums.map((attnum, at) => {
    const value = `$${at + 1}${castOf(referenced, key.referencedAttnums[at])}`
    return `${value} OPERATOR(pg_catalog.=) ${columnText(relation, attnum)}${castOf(relation, attnum)}`
  }).join(' AND ')
  return `SELECT 1 FROM ${tableText(catalog, relation)} x WHERE ${where} FOR KEY SHARE OF x`
}

/**
 * What an action does to the referring rows.
 * @param {CatalogSnapshot} catalog @param {ForeignKeyDesc} key @param {ActionKind} kind @returns {string}
 */
export function actionText(catalog, key, kind) {
  const relation = catalog.relation(key.relationOid)
  const referenced = catalog.relation(key.referencedOid)
  if (relation === undefined || referenced === undefined) return ''
  const table = tableText(catalog, relation)
  const isUpdate = kind === 'update'
  const where = key.attnums.map((attnum, at) => {
    const number = at + 1 + (isUpdate ? key.attnums.length : 0)
    const value = `$${number}${castOf(referenced, key.referencedAttnums[at])}`
    return `${value} OPERATOR(pg_catalog.=) ${columnText(relation, attnum)}${castOf(relation, attnum)}`
  }).join(' AND ')
  if (kind === 'delete') return `DELETE FROM ${table} WHERE ${where}`
  const only = kind.endsWith('OnDelete') && key.deleteSetAttnums.length > 0 ? key.deleteSetAttnums : key.attnums
  const set = only.map((attnum, at) => {
    const value = isUpdate ? `$${at + 1}` : kind.startsWith('null') ? 'NULL' : 'DEFAULT'
    return `${columnText(relation, attnum)} = ${value}`
  })
  return `UPDATE ${table} SET ${set.join(', ')} WHERE ${where}`
}
