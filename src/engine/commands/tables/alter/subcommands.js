/**
 * The subcommands of ALTER TABLE: under which lock each runs, on which kinds of relations, and what runs it (when:
 * passes.js). A subcommand that is not here is 0A000 under its name.
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

/**
 * @typedef {object} Subcommand
 * @property {string} action as error messages name it
 * @property {string} kinds relkinds it works on
 * @property {number} lock
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
 * @param {Subcommand['run']} run
 * @param {number} [lock]
 * @returns {Subcommand}
 */
const entry = (action, kinds, run, lock = ACCESS_EXCLUSIVE) => ({ action, kinds, lock, run })

const nothing = () => undefined

/** @type {Record<string, Subcommand>} */
export const SUBCOMMANDS = {
  AT_AddColumn: entry('ADD COLUMN', 'rpcf', addTableColumn),
  AT_DropColumn: entry('DROP COLUMN', 'rpcf', dropTableColumn),
  AT_AlterColumnType: entry('ALTER COLUMN ... SET DATA TYPE', 'rpcf', alterColumnType),
  AT_ColumnDefault: entry('ALTER COLUMN ... SET DEFAULT', 'rpvf', alterDefault),
  AT_AddIdentity: entry('ALTER COLUMN ... ADD IDENTITY', 'rpvf', addIdentity),
  AT_SetIdentity: entry('ALTER COLUMN ... SET', 'rpvf', setIdentity),
  AT_DropIdentity: entry('ALTER COLUMN ... DROP IDENTITY', 'rpvf', dropIdentity),
  AT_DropExpression: entry('ALTER COLUMN ... DROP EXPRESSION', 'rpf', dropExpression),
  AT_SetNotNull: entry('ALTER COLUMN ... SET NOT NULL', 'rpf', alterSetNotNull),
  AT_DropNotNull: entry('ALTER COLUMN ... DROP NOT NULL', 'rpf', alterDropNotNull),
  AT_SetStatistics: entry(
    'ALTER COLUMN ... SET STATISTICS', 'rpmiIf', alterStatistics, SHARE_UPDATE_EXCLUSIVE,
  ),
  AT_SetOptions: entry('ALTER COLUMN ... SET', 'rpmf', alterColumnOptions, SHARE_UPDATE_EXCLUSIVE),
  AT_ResetOptions: entry('ALTER COLUMN ... RESET', 'rpmf', alterColumnOptions, SHARE_UPDATE_EXCLUSIVE),
  AT_SetStorage: entry('ALTER COLUMN ... SET STORAGE', 'rpmf', alterStorage),
  AT_SetCompression: entry('ALTER COLUMN ... SET COMPRESSION', 'rpm', alterCompression),
  AT_AddConstraint: entry('ADD CONSTRAINT', 'rpf', (work, command, reach) =>
    addTableConstraint(work, command.def.Constraint, reach),
  ),
  AT_DropConstraint: entry('DROP CONSTRAINT', 'rpf', dropTableConstraint),
  AT_ValidateConstraint: entry('VALIDATE CONSTRAINT', 'rpf', validateConstraint, SHARE_UPDATE_EXCLUSIVE),
  AT_AlterConstraint: entry('ALTER CONSTRAINT', 'rp', alterTableConstraint),
  AT_SetRelOptions: entry('SET', 'rpvmi', alterOptions, SHARE_UPDATE_EXCLUSIVE),
  AT_ResetRelOptions: entry('RESET', 'rpvmi', alterOptions, SHARE_UPDATE_EXCLUSIVE),
  AT_ChangeOwner: entry('OWNER TO', 'rpvmiIScf', alterOwner),
  AT_ClusterOn: entry('CLUSTER ON', 'rpm', alterClusterOn, SHARE_UPDATE_EXCLUSIVE),
  AT_DropCluster: entry('SET WITHOUT CLUSTER', 'rpm', alterDropCluster, SHARE_UPDATE_EXCLUSIVE),
  AT_ReplicaIdentity: entry('REPLICA IDENTITY', 'rpm', alterReplicaIdentity),
  // Done before the passes.
  AT_SetLogged: entry('SET LOGGED', 'rpS', nothing),
  AT_SetUnLogged: entry('SET UNLOGGED', 'rpS', nothing),
  AT_SetTableSpace: entry('SET TABLESPACE', 'rpmiI', alterTablespace),
  AT_SetAccessMethod: entry('SET ACCESS METHOD', 'rpm', alterAccessMethod),
  AT_DropOids: entry('SET WITHOUT OIDS', 'rpf', nothing),
  AT_EnableTrig: entry('ENABLE TRIGGER', 'rpf', alterTriggers, SHARE_ROW_EXCLUSIVE),
  AT_DisableTrig: entry('DISABLE TRIGGER', 'rpf', alterTriggers, SHARE_ROW_EXCLUSIVE),
  AT_EnableAlwaysTrig: entry('ENABLE ALWAYS TRIGGER', 'rpf', alterTriggers, SHARE_ROW_EXCLUSIVE),
  AT_EnableReplicaTrig: entry('ENABLE REPLICA TRIGGER', 'rpf', alterTriggers, SHARE_ROW_EXCLUSIVE),
  AT_EnableTrigAll: entry('ENABLE TRIGGER ALL', 'rpf', alterTriggers, SHARE_ROW_EXCLUSIVE),
  AT_DisableTrigAll: entry('DISABLE TRIGGER ALL', 'rpf', alterTriggers, SHARE_ROW_EXCLUSIVE),
  AT_EnableTrigUser: entry('ENABLE TRIGGER USER', 'rpf', alterTriggers, SHARE_ROW_EXCLUSIVE),
  AT_DisableTrigUser: entry('DISABLE TRIGGER USER', 'rpf', alterTriggers, SHARE_ROW_EXCLUSIVE),
  AT_EnableRule: entry('ENABLE RULE', 'rp', alterRules),
  AT_DisableRule: entry('DISABLE RULE', 'rp', alterRules),
  AT_EnableAlwaysRule: entry('ENABLE ALWAYS RULE', 'rp', alterRules),
  AT_EnableReplicaRule: entry('ENABLE REPLICA RULE', 'rp', alterRules),
  AT_EnableRowSecurity: entry('ENABLE ROW SECURITY', 'rp', alterRowSecurity),
  AT_DisableRowSecurity: entry('DISABLE ROW SECURITY', 'rp', alterRowSecurity),
  AT_ForceRowSecurity: entry('FORCE ROW SECURITY', 'rp', alterRowSecurity),
  AT_NoForceRowSecurity: entry('NO FORCE ROW SECURITY', 'rp', alterRowSecurity),
  AT_GenericOptions: entry('OPTIONS', 'f', alterForeignTable),
  AT_AlterColumnGenericOptions: entry('ALTER COLUMN ... OPTIONS', 'f', alterForeignColumn),
  AT_AddOf: entry('OF', 'rp', alterAddOf),
  AT_DropOf: entry('NOT OF', 'rp', alterDropOf),
}

for (const subtype of [
  'AT_AlterColumnType', 'AT_ColumnDefault', 'AT_SetNotNull', 'AT_DropNotNull', 'AT_DropExpression', 'AT_SetStatistics',
  'AT_SetStorage',
])
  SUBCOMMANDS[subtype].each = true
