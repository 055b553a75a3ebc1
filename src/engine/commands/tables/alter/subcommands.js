/**
 * The subcommands of ALTER TABLE: in which pass each runs, under which lock, on which kinds of relations, and what runs
 * it. A subcommand that is not here is 0A000 under its name.
 */
import {
  addTableColumn, alterColumnOptions, alterCompression, alterDefault, alterDropNotNull, alterSetNotNull,
  alterStatistics, alterStorage, dropTableColumn,
} from './columns.js'
import { alterColumnType } from './column-type.js'
import { addIdentity, dropExpression, dropIdentity, setIdentity } from './identity.js'
import { addTableConstraint, alterTableConstraint, dropTableConstraint, validateConstraint } from './constraints.js'
import {
  alterAccessMethod, alterClusterOn, alterDropCluster, alterOptions, alterOwner, alterReplicaIdentity, alterRules,
  alterTablespace, alterTriggers,
} from './relation.js'
import { alterForeignColumn, alterForeignTable } from '../foreign-tables.js'
import { alterRowSecurity } from '../policies.js'
import { alterAddOf, alterDropOf } from '../typed-tables.js'
import { ACCESS_EXCLUSIVE, SHARE_ROW_EXCLUSIVE, SHARE_UPDATE_EXCLUSIVE } from '../../../../txn/lock-modes.js'

/** @import { TableWork } from './work.js' */

/** In this order, whatever the order in the statement. */
export const PASS = Object.freeze({
  DROP: 0, ALTER_TYPE: 1, OLD_INDEX: 2, OLD_CONSTRAINT: 3, ADD_COLUMN: 4, COLUMN_ATTRIBUTES: 5, ADD_KEY: 6,
  ADD_CONSTRAINT: 7, MISC: 8,
})
export const PASS_COUNT = 9

/**
 * @typedef {object} Subcommand
 * @property {string} action as error messages name it
 * @property {string} kinds relkinds it works on
 * @property {number} lock
 * @property {(command: any) => number} pass
 * @property {(work: TableWork, command: any, reach: Reach) => void | Generator<Promise<unknown>, unknown, void>} run
 * @property {boolean} [each] on every table below, too, as if it were named
 */
/**
 * recurse: tables below follow; recursing: this is one of them.
 * @typedef {{ recurse: boolean, recursing: boolean }} Reach
 */

/**
 * @param {string} action
 * @param {string} kinds
 * @param {number} pass
 * @param {Subcommand['run']} run
 * @param {number} [lock]
 * @returns {Subcommand}
 */
const entry = (action, kinds, pass, run, lock = ACCESS_EXCLUSIVE) => ({ action, kinds, lock, pass: () => pass, run })

const nothing = () => undefined
const KEYS = new Set(['CONSTR_PRIMARY', 'CONSTR_UNIQUE', 'CONSTR_EXCLUSION'])

/** @type {Record<string, Subcommand>} */
export const SUBCOMMANDS = {
  AT_AddColumn: entry('ADD COLUMN', 'rpcf', PASS.ADD_COLUMN, addTableColumn),
  AT_DropColumn: entry('DROP COLUMN', 'rpcf', PASS.DROP, dropTableColumn),
  AT_AlterColumnType: entry('ALTER COLUMN ... SET DATA TYPE', 'rpcf', PASS.ALTER_TYPE, alterColumnType),
  AT_ColumnDefault: {
    ...entry('ALTER COLUMN ... SET DEFAULT', 'rpvf', PASS.DROP, alterDefault),
    pass: (command) => (command.def === undefined ? PASS.DROP : PASS.ADD_CONSTRAINT),
  },
  AT_AddIdentity: entry('ALTER COLUMN ... ADD IDENTITY', 'rpvf', PASS.ADD_CONSTRAINT, addIdentity),
  AT_SetIdentity: entry('ALTER COLUMN ... SET', 'rpvf', PASS.MISC, setIdentity),
  AT_DropIdentity: entry('ALTER COLUMN ... DROP IDENTITY', 'rpvf', PASS.DROP, dropIdentity),
  AT_DropExpression: entry('ALTER COLUMN ... DROP EXPRESSION', 'rpf', PASS.DROP, dropExpression),
  AT_SetNotNull: entry('ALTER COLUMN ... SET NOT NULL', 'rpf', PASS.COLUMN_ATTRIBUTES, alterSetNotNull),
  AT_DropNotNull: entry('ALTER COLUMN ... DROP NOT NULL', 'rpf', PASS.DROP, alterDropNotNull),
  AT_SetStatistics: entry(
    'ALTER COLUMN ... SET STATISTICS', 'rpmiIf', PASS.MISC, alterStatistics, SHARE_UPDATE_EXCLUSIVE,
  ),
  AT_SetOptions: entry('ALTER COLUMN ... SET', 'rpmf', PASS.MISC, alterColumnOptions, SHARE_UPDATE_EXCLUSIVE),
  AT_ResetOptions: entry('ALTER COLUMN ... RESET', 'rpmf', PASS.MISC, alterColumnOptions, SHARE_UPDATE_EXCLUSIVE),
  AT_SetStorage: entry('ALTER COLUMN ... SET STORAGE', 'rpmf', PASS.MISC, alterStorage),
  AT_SetCompression: entry('ALTER COLUMN ... SET COMPRESSION', 'rpm', PASS.MISC, alterCompression),
  AT_AddConstraint: {
    ...entry('ADD CONSTRAINT', 'rpf', PASS.ADD_CONSTRAINT, (work, command, reach) =>
      addTableConstraint(work, command.def.Constraint, reach),
    ),
    pass: (command) => (KEYS.has(command.def.Constraint.contype) ? PASS.ADD_KEY : PASS.ADD_CONSTRAINT),
  },
  AT_DropConstraint: entry('DROP CONSTRAINT', 'rpf', PASS.DROP, dropTableConstraint),
  AT_ValidateConstraint: entry('VALIDATE CONSTRAINT', 'rpf', PASS.MISC, validateConstraint, SHARE_UPDATE_EXCLUSIVE),
  AT_AlterConstraint: entry('ALTER CONSTRAINT', 'rp', PASS.MISC, alterTableConstraint),
  AT_SetRelOptions: entry('SET', 'rpvmi', PASS.MISC, alterOptions, SHARE_UPDATE_EXCLUSIVE),
  AT_ResetRelOptions: entry('RESET', 'rpvmi', PASS.MISC, alterOptions, SHARE_UPDATE_EXCLUSIVE),
  AT_ChangeOwner: entry('OWNER TO', 'rpvmiIScf', PASS.MISC, alterOwner),
  AT_ClusterOn: entry('CLUSTER ON', 'rpm', PASS.MISC, alterClusterOn, SHARE_UPDATE_EXCLUSIVE),
  AT_DropCluster: entry('SET WITHOUT CLUSTER', 'rpm', PASS.MISC, alterDropCluster, SHARE_UPDATE_EXCLUSIVE),
  AT_ReplicaIdentity: entry('REPLICA IDENTITY', 'rpm', PASS.MISC, alterReplicaIdentity),
  // Done before the passes.
  AT_SetLogged: entry('SET LOGGED', 'rpS', PASS.MISC, nothing),
  AT_SetUnLogged: entry('SET UNLOGGED', 'rpS', PASS.MISC, nothing),
  AT_SetTableSpace: entry('SET TABLESPACE', 'rpmiI', PASS.MISC, alterTablespace),
  AT_SetAccessMethod: entry('SET ACCESS METHOD', 'rpm', PASS.MISC, alterAccessMethod),
  AT_DropOids: entry('SET WITHOUT OIDS', 'rpf', PASS.DROP, nothing),
  AT_EnableTrig: entry('ENABLE TRIGGER', 'rpf', PASS.MISC, alterTriggers, SHARE_ROW_EXCLUSIVE),
  AT_DisableTrig: entry('DISABLE TRIGGER', 'rpf', PASS.MISC, alterTriggers, SHARE_ROW_EXCLUSIVE),
  AT_EnableAlwaysTrig: entry('ENABLE ALWAYS TRIGGER', 'rpf', PASS.MISC, alterTriggers, SHARE_ROW_EXCLUSIVE),
  AT_EnableReplicaTrig: entry('ENABLE REPLICA TRIGGER', 'rpf', PASS.MISC, alterTriggers, SHARE_ROW_EXCLUSIVE),
  AT_EnableTrigAll: entry('ENABLE TRIGGER ALL', 'rpf', PASS.MISC, alterTriggers, SHARE_ROW_EXCLUSIVE),
  AT_DisableTrigAll: entry('DISABLE TRIGGER ALL', 'rpf', PASS.MISC, alterTriggers, SHARE_ROW_EXCLUSIVE),
  AT_EnableTrigUser: entry('ENABLE TRIGGER USER', 'rpf', PASS.MISC, alterTriggers, SHARE_ROW_EXCLUSIVE),
  AT_DisableTrigUser: entry('DISABLE TRIGGER USER', 'rpf', PASS.MISC, alterTriggers, SHARE_ROW_EXCLUSIVE),
  AT_EnableRule: entry('ENABLE RULE', 'rp', PASS.MISC, alterRules),
  AT_DisableRule: entry('DISABLE RULE', 'rp', PASS.MISC, alterRules),
  AT_EnableAlwaysRule: entry('ENABLE ALWAYS RULE', 'rp', PASS.MISC, alterRules),
  AT_EnableReplicaRule: entry('ENABLE REPLICA RULE', 'rp', PASS.MISC, alterRules),
  AT_EnableRowSecurity: entry('ENABLE ROW SECURITY', 'rp', PASS.MISC, alterRowSecurity),
  AT_DisableRowSecurity: entry('DISABLE ROW SECURITY', 'rp', PASS.MISC, alterRowSecurity),
  AT_ForceRowSecurity: entry('FORCE ROW SECURITY', 'rp', PASS.MISC, alterRowSecurity),
  AT_NoForceRowSecurity: entry('NO FORCE ROW SECURITY', 'rp', PASS.MISC, alterRowSecurity),
  AT_GenericOptions: entry('OPTIONS', 'f', PASS.MISC, alterForeignTable),
  AT_AlterColumnGenericOptions: entry('ALTER COLUMN ... OPTIONS', 'f', PASS.MISC, alterForeignColumn),
  AT_AddOf: entry('OF', 'rp', PASS.MISC, alterAddOf),
  AT_DropOf: entry('NOT OF', 'rp', PASS.MISC, alterDropOf),
}

for (const subtype of [
  'AT_AlterColumnType', 'AT_ColumnDefault', 'AT_SetNotNull', 'AT_DropNotNull', 'AT_DropExpression', 'AT_SetStatistics',
  'AT_SetStorage',
])
  SUBCOMMANDS[subtype].each = true
