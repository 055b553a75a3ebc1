/** In which order the subcommands of one ALTER TABLE run, whatever their order in the statement. */

export const PASS = Object.freeze({
  DROP: 0, ALTER_TYPE: 1, OLD_INDEX: 2, OLD_CONSTRAINT: 3, ADD_COLUMN: 4, COLUMN_ATTRIBUTES: 5, ADD_KEY: 6,
  ADD_CONSTRAINT: 7, MISC: 8,
})
export const PASS_COUNT = 9

const KEYS = new Set(['CONSTR_PRIMARY', 'CONSTR_UNIQUE', 'CONSTR_EXCLUSION'])

/** All others are MISC. @type {Record<string, number>} */
const PASSES = {
  AT_DropColumn: PASS.DROP, AT_DropConstraint: PASS.DROP, AT_DropExpression: PASS.DROP, AT_DropIdentity: PASS.DROP,
  AT_DropNotNull: PASS.DROP, AT_DropOids: PASS.DROP,
  AT_AlterColumnType: PASS.ALTER_TYPE,
  AT_AddColumn: PASS.ADD_COLUMN,
  AT_SetNotNull: PASS.COLUMN_ATTRIBUTES,
  AT_AddIdentity: PASS.ADD_CONSTRAINT,
}

/**
 * @param {{ subtype?: string, def?: any }} command AlterTableCmd
 * @returns {number} of PASS
 */
export function passOf({ subtype, def }) {
  if (subtype === 'AT_ColumnDefault') return def === undefined ? PASS.DROP : PASS.ADD_CONSTRAINT
  if (subtype === 'AT_AddConstraint') return KEYS.has(def.Constraint.contype) ? PASS.ADD_KEY : PASS.ADD_CONSTRAINT
  return PASSES[subtype ?? ''] ?? PASS.MISC
}
