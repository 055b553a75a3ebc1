/**
 * What ALTER TABLE did, in the order of its passes: a sequence that a subcommand makes or changes is a command of its
 * own before it, and what the table's own command had come to by then is told first.
 */
import { passOf } from '../tables/alter/passes.js'
import { serialType } from '../tables/column-sequences.js'

/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @typedef {import('../tables/create-trigger.js').ParseNode} ParseNode */
/** @typedef {{ oid: number, tag: string }} Part oid 0: the table */

/**
 * @param {CatalogSnapshot} catalog behind the command
 * @param {ParseNode} node AlterTableStmt
 * @param {number} table
 * @param {number[]} made sequences, in order
 * @returns {Part[]}
 */
export function alteredParts(catalog, node, table, made) {
  const columns = catalog.relation(table)?.columns ?? []
  const identityOf = (/** @type {string} */ name) =>
    columns.find((column) => column.name === name && !column.dropped)?.identitySequence ?? 0
  const left = [...made]
  /** @type {Part[]} */
  const parts = []
  /** @type {Part[]} */
  const after = []
  let isOwed = false
  const tellOwed = () => {
    if (isOwed) parts.push({ oid: 0, tag: 'ALTER TABLE' })
    isOwed = false
  }
  for (const command of inPasses(node)) {
    const oid = makesSequence(command) ? left.shift() ?? 0 : ALTERS.has(command.subtype) ? identityOf(command.name) : 0
    if (oid !== 0) {
      tellOwed()
      const isNew = !ALTERS.has(command.subtype)
      parts.push({ oid, tag: isNew ? 'CREATE SEQUENCE' : 'ALTER SEQUENCE' })
      if (isNew) (command.subtype === 'AT_AddColumn' ? after : parts).push({ oid, tag: 'ALTER SEQUENCE' })
    }
    isOwed = true
  }
  if (after.length > 0) tellOwed()
  parts.push(...after)
  tellOwed()
  return parts
}

/** Subcommands that change a column's identity sequence, if it has one. */
const ALTERS = new Set(['AT_SetIdentity', 'AT_AlterColumnType'])

/** @param {ParseNode} command */
const makesSequence = ({ subtype, def }) => subtype === 'AT_AddIdentity' || (subtype === 'AT_AddColumn' && (
  serialType(def.ColumnDef.typeName) !== 0
  || (def.ColumnDef.constraints ?? []).some((/** @type {ParseNode} */ { Constraint }) =>
    Constraint.contype === 'CONSTR_IDENTITY')))

/** @param {ParseNode} node @returns {ParseNode[]} */
const inPasses = (node) => node.cmds.map((/** @type {ParseNode} */ item) => item.AlterTableCmd)
  .sort((/** @type {ParseNode} */ a, /** @type {ParseNode} */ b) => passOf(a) - passOf(b))
