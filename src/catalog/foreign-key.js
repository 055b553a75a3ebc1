/**
 * Foreign keys as the relations on both sides of them see them: read from pg_trigger (which rows name the relation) and
 * pg_constraint.
 */
import { catalogShape } from './store/shapes.js'
import { items } from './descriptors.js'
import { exprFromText } from './expr-text.js'
import { byName, firesIn, triggerDesc } from './triggers.js'

/** @import { CatalogRow } from './descriptors.js' */

/**
 * @typedef {object} ForeignKeyDesc
 * @property {number} oid
 * @property {string} name
 * @property {number} relationOid that refers
 * @property {number} referencedOid
 * @property {number[]} attnums
 * @property {number[]} referencedAttnums in the order of attnums
 * @property {number} indexOid unique index of the referenced relation
 * @property {'s' | 'f'} match
 * @property {'a' | 'r' | 'c' | 'n' | 'd'} onUpdate no action, restrict, cascade, set null, set default
 * @property {'a' | 'r' | 'c' | 'n' | 'd'} onDelete
 * @property {number[]} deleteSetAttnums columns ON DELETE SET NULL (…) names; empty: all
 * @property {number[]} operators referenced = referring, per column
 * @property {boolean} deferrable
 * @property {boolean} deferred
 * @property {number} parentOid of a partition's part of it (on either side): the constraint it is part of; 0: it stands
 *   alone
 * @property {boolean} checked its check of this relation's rows is on (ALTER TABLE … DISABLE TRIGGER)
 * @property {boolean} acts its actions at this relation's rows are on
 * @property {import('./triggers.js').FiresIn} checksIn when the check is on
 * @property {import('./triggers.js').FiresIn} actsIn when the actions are on
 */
/**
 * @typedef {{ foreignKeys: ForeignKeyDesc[], referencedBy: ForeignKeyDesc[], triggers:
 *   import('./triggers.js').TriggerDesc[] }} TriggerFacts triggers: of users
 */

/** RI_FKey_check_ins, RI_FKey_check_upd */
const CHECKS = new Set([1644, 1645])

/**
 * @param {(catalog: string, index: string, key: any[]) => { row: CatalogRow }[]} find
 * @param {number} relationOid
 * @returns {TriggerFacts}
 */
export function triggerFacts(find, relationOid) {
  const { at } = catalogShape('pg_trigger')
  /** @type {Map<number, ForeignKeyDesc>} */
  const own = new Map()
  /** @type {Map<number, ForeignKeyDesc>} */
  const others = new Map()
  /** @type {import('./triggers.js').TriggerDesc[]} */
  const triggers = []
  for (const { row } of find('pg_trigger', 'pg_trigger_tgrelid_tgname_index', [relationOid])) {
    const constraintOid = row[at.tgconstraint]
    if (!row[at.tgisinternal] || constraintOid === 0) {
      triggers.push(triggerDesc(row, exprFromText))
      continue
    }
    const mode = /** @type {import('./triggers.js').FiresIn} */ (String.fromCharCode(row[at.tgenabled]))
    const isCheck = CHECKS.has(row[at.tgfoid])
    const side = isCheck ? own : others
    let known = side.get(constraintOid)
    if (known === undefined) {
      const [found] = find('pg_constraint', 'pg_constraint_oid_index', [constraintOid])
      if (found === undefined || found.row[catalogShape('pg_constraint').at.contype] !== 102) continue
      known = foreignKeyDesc(found.row)
      side.set(constraintOid, known)
    }
    if (isCheck) known.checksIn = mode
    else known.actsIn = mode
    known.checked = firesIn(known.checksIn, false)
    known.acts = firesIn(known.actsIn, false)
  }
  const inOrder = (/** @type {Map<number, ForeignKeyDesc>} */ map) => [...map.values()].sort((a, b) => a.oid - b.oid)
  return { foreignKeys: inOrder(own), referencedBy: inOrder(others), triggers: byName(triggers) }
}

/** @param {CatalogRow} row of pg_constraint @returns {ForeignKeyDesc} */
export function foreignKeyDesc(row) {
  const { at } = catalogShape('pg_constraint')
  const letter = (/** @type {string} */ column) => /** @type {any} */ (String.fromCharCode(row[at[column]]))
  const list = (/** @type {string} */ column) => row[at[column]] === null ? [] : items(row[at[column]])
  return {
    oid: row[at.oid], name: row[at.conname], relationOid: row[at.conrelid], referencedOid: row[at.confrelid],
    attnums: list('conkey'), referencedAttnums: list('confkey'), indexOid: row[at.conindid],
    match: letter('confmatchtype'), onUpdate: letter('confupdtype'), onDelete: letter('confdeltype'),
    deleteSetAttnums: list('confdelsetcols'), operators: list('conpfeqop'), deferrable: row[at.condeferrable],
    deferred: row[at.condeferred], parentOid: row[at.conparentid], checked: false, acts: false, checksIn: 'D',
    actsIn: 'D',
  }
}

/**
 * The unique index of the keys that it refers to. It may not be ready: indisready can be cleared, and changes of rows
 * do not reach the index until it is set again.
 * @param {import('./relation.js').RelationDesc} referenced @param {{ indexOid: number }} foreignKey
 * @returns {import('./relation.js').IndexDesc}
 */
export const referencedIndex = ({ indexes, unreadyIndexes }, { indexOid }) =>
  /** @type {import('./relation.js').IndexDesc} */ (
    indexes.find(({ oid }) => oid === indexOid) ?? unreadyIndexes.find(({ oid }) => oid === indexOid)
  )
