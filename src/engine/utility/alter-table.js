/** ALTER TABLE: one subcommand after the other, each a catalog primitive and, where existing rows must agree, a check of them. */
import { addColumn, renameColumn, renameConstraint, renameRelation, setColumnDefault, setColumnStatisticsTarget, setOptions } from '../../catalog/ddl/alter.js'
import { addChecks, addKeyConstraint, columnNumber, constraintOid, setNotNull } from '../../catalog/ddl/constraints.js'
import { setValidated } from '../../catalog/ddl/foreign-keys.js'
import { dropColumn, dropConstraint } from '../../catalog/ddl/drop.js'
import { renameNamespace } from '../../catalog/ddl/namespace.js'
import { deparseOver } from '../../catalog/deparse/expressions.js'
import { DbError, featureNotSupported } from '../../errors/db-error.js'
import { evaluate } from '../../executor/evaluate.js'
import { bindCheck, bindDefault } from '../../planner/table-expressions.js'
import { alterConstraint, createTableConstraints, validateForeignKey } from './foreign-keys.js'
import { refuseWhileInUse } from './in-use.js'
import { fillIndex } from './create-index.js'
import { readColumn, readTableConstraint } from './create-table.js'
import { ACCESS_EXCLUSIVE, beginDdl, endDdl, lockRelation, storageOptions } from './ddl.js'

/** @import { Session } from '../session.js' */
/** @import { UtilityCall } from './dispatch.js' */

/** @param {Session} session @param {any} node AlterTableStmt @param {UtilityCall} call @returns {Generator<Promise<unknown>, void, void>} */
export function* runAlterTable(session, node, call) {
  const tag = node.objtype === 'OBJECT_INDEX' ? 'ALTER INDEX' : 'ALTER TABLE'
  if (node.objtype !== 'OBJECT_TABLE' && node.objtype !== 'OBJECT_INDEX') throw featureNotSupported(`ALTER ${String(node.objtype).replace('OBJECT_', '')}`)
  const oid = yield* lockRelation(session, node.relation, ACCESS_EXCLUSIVE, node.missing_ok === true)
  if (oid === 0) {
    session.notice({ severity: 'NOTICE', code: '00000', message: `relation "${node.relation.relname}" does not exist, skipping` })
    call.sink.commandComplete(tag)
    return
  }
  if (oid < 16384) throw new DbError('42501', `permission denied: "${node.relation.relname}" is a system catalog`)
  refuseWhileInUse(session, [oid], tag)
  for (const { AlterTableCmd: command } of node.cmds) yield* alter(session, oid, command, node)
  call.sink.commandComplete(tag)
}

/** @param {Session} session @param {number} oid @param {any} command AlterTableCmd @param {any} node @returns {Generator<Promise<unknown>, void, void>} */
function* alter(session, oid, command, node) {
  const ddl = beginDdl(session)
  const relation = () => /** @type {any} */ (ddl.view.relation(oid))
  const cascade = command.behavior === 'DROP_CASCADE'
  switch (command.subtype) {
    case 'AT_AddConstraint': yield* addConstraint(session, ddl, oid, command.def.Constraint); break
    case 'AT_DropConstraint': {
      const existing = relation().constraints.find((/** @type {any} */ constraint) => constraint.name === command.name)
      if (existing === undefined && command.missing_ok) {
        session.notice({ severity: 'NOTICE', code: '00000', message: `constraint "${command.name}" of relation "${relation().name}" does not exist, skipping` })
        break
      }
      dropConstraint(ddl, constraintOid(relation(), command.name), { cascade })
      break
    }
    case 'AT_ValidateConstraint': yield* validateConstraint(session, ddl, relation(), command.name); break
    case 'AT_AlterConstraint': alterConstraint(ddl, relation(), command.def.Constraint); break
    case 'AT_AddColumn': yield* addTableColumn(session, ddl, oid, command); break
    case 'AT_DropColumn': {
      if (command.missing_ok && !relation().columns.some((/** @type {any} */ column) => !column.dropped && column.name === command.name)) {
        session.notice({ severity: 'NOTICE', code: '00000', message: `column "${command.name}" of relation "${relation().name}" does not exist, skipping` })
        break
      }
      dropColumn(ddl, oid, columnNumber(relation(), command.name), { cascade })
      break
    }
    case 'AT_ColumnDefault': {
      const attnum = columnNumber(relation(), command.name)
      const column = relation().columns[attnum - 1]
      setColumnDefault(ddl, oid, attnum, command.def === undefined ? null : bindDefault(session.catalog(), command.def, column, { settings: session.settings }))
      break
    }
    case 'AT_SetNotNull': {
      const attnum = columnNumber(relation(), command.name)
      yield* requireNoNulls(session, relation(), [attnum])
      setNotNull(ddl, oid, attnum, true)
      break
    }
    case 'AT_DropNotNull': setNotNull(ddl, oid, columnNumber(relation(), command.name), false); break
    case 'AT_SetStatistics': setColumnStatisticsTarget(ddl, oid, columnNumber(relation(), command.name), command.def?.Integer?.ival ?? -1); break
    case 'AT_SetRelOptions': setOptions(ddl, oid, storageOptions(command.def.List.items)); break
    case 'AT_ResetRelOptions': setOptions(ddl, oid, {}, Object.keys(storageOptions(command.def.List.items))); break
    default: throw featureNotSupported(`ALTER ${node.objtype === 'OBJECT_INDEX' ? 'INDEX' : 'TABLE'} … ${command.subtype.replace('AT_', '').replace(/([a-z])([A-Z])/g, '$1 $2').toUpperCase()}`)
  }
  endDdl(session, ddl)
}

/** @param {Session} session @param {any} ddl @param {any} relation @param {string} name @returns {Generator<Promise<unknown>, void, void>} @throws {DbError} 42704, 42809 */
function* validateConstraint(session, ddl, relation, name) {
  const constraint = relation.constraints.find((/** @type {any} */ candidate) => candidate.name === name)
  if (constraint === undefined) throw new DbError('42704', `constraint "${name}" of relation "${relation.name}" does not exist`)
  if (constraint.type === 'f') {
    yield* validateForeignKey(session, ddl, relation, constraint)
    return
  }
  if (constraint.type !== 'c') throw new DbError('42809', `constraint "${name}" of relation "${relation.name}" is not a foreign key or check constraint`)
  const check = relation.checks.find((/** @type {any} */ candidate) => candidate.name === name)
  if (check.validated) return
  yield* requireCheck(session, relation, name, check.expr)
  setValidated(ddl, relation.oid, check.oid)
}

/** @param {Session} session @param {any} relation @param {string} name @param {any} expr @returns {Generator<Promise<unknown>, void, void>} @throws {DbError} 23514 */
function* requireCheck(session, relation, name, expr) {
  const condition = deparseOver(session.catalog(), expr, relation)
  const rows = yield* session.internalRows(`SELECT 1 FROM ONLY ${qualifiedName(session, relation)} WHERE NOT (${condition}) LIMIT 1`)
  if (rows.length > 0) throw new DbError('23514', `check constraint "${name}" of relation "${relation.name}" is violated by some row`, { schema: schemaName(session, relation), table: relation.name, constraint: name })
}

/** @param {Session} session @param {any} ddl @param {number} oid @param {any} constraint @returns {Generator<Promise<unknown>, void, void>} */
function* addConstraint(session, ddl, oid, constraint) {
  const relation = ddl.view.relation(oid)
  /** @type {import('./create-table.js').KeyDefinition[]} */
  const keys = []
  /** @type {import('./create-table.js').CheckNode[]} */
  const checks = []
  /** @type {import('./foreign-keys.js').ForeignKeyNode[]} */
  const foreignKeys = []
  readTableConstraint(constraint, keys, checks, foreignKeys)
  for (const key of keys) {
    const { indexOid, newlyNotNull } = addKeyConstraint(ddl, oid, key)
    if (newlyNotNull.length > 0) yield* requireNoNulls(session, relation, newlyNotNull)
    yield* fillIndex(session, ddl, indexOid)
  }
  yield* createTableConstraints(session, ddl, oid, foreignKeys, false)
  for (const check of checks) {
    const expr = bindCheck(session.catalog(), check.raw, relation.name, relation.columns.filter((/** @type {any} */ column) => !column.dropped), { settings: session.settings })
    const validated = constraint.skip_validation !== true
    const [name] = addChecks(ddl, oid, [{ name: check.name, expr, noInherit: check.noInherit, validated }])
    if (!validated) continue
    yield* requireCheck(session, relation, name, expr)
  }
}

/** @param {Session} session @param {any} ddl @param {number} oid @param {any} command @returns {Generator<Promise<unknown>, void, void>} */
function* addTableColumn(session, ddl, oid, command) {
  const relation = ddl.view.relation(oid)
  const definition = command.def.ColumnDef
  if (relation.columns.some((/** @type {any} */ column) => !column.dropped && column.name === definition.colname) && command.missing_ok) {
    session.notice({ severity: 'NOTICE', code: '42701', message: `column "${definition.colname}" of relation "${relation.name}" already exists, skipping` })
    return
  }
  const { column, keys, checks, foreignKeys, defaultNode } = readColumn(session, definition)
  let missing = null
  if (defaultNode !== null) {
    column.default = bindDefault(session.catalog(), defaultNode, column, { settings: session.settings })
    if (isVolatile(session, column.default)) throw featureNotSupported('ADD COLUMN with a volatile default')
    missing = evaluate(column.default, session.expressionContext([]))
  }
  if (column.notNull && missing === null) {
    const rows = yield* session.internalRows(`SELECT 1 FROM ONLY ${qualifiedName(session, relation)} LIMIT 1`)
    if (rows.length > 0) throw nullsFound(session, relation, definition.colname)
  }
  addColumn(ddl, oid, column, missing)
  session.block.txn.nextCommand()
  session.catalogSnapshot = null
  for (const key of keys) {
    const { indexOid } = addKeyConstraint(ddl, oid, key)
    if (key.primary && missing === null) {
      const rows = yield* session.internalRows(`SELECT 1 FROM ONLY ${qualifiedName(session, relation)} LIMIT 1`)
      if (rows.length > 0) throw nullsFound(session, relation, definition.colname)
    }
    yield* fillIndex(session, ddl, indexOid)
  }
  yield* createTableConstraints(session, ddl, oid, foreignKeys, false)
  for (const check of checks) yield* addConstraint(session, ddl, oid, { contype: 'CONSTR_CHECK', conname: check.name ?? undefined, raw_expr: check.raw })
}

/** @param {Session} session @param {any} expr */
function isVolatile(session, expr) {
  let volatile = false
  const visit = (/** @type {any} */ node) => {
    if (node === null || typeof node !== 'object' || volatile) return
    if (Array.isArray(node)) { node.forEach(visit); return }
    const funcOid = node.kind === 'func' ? node.oid : node.funcOid
    if (typeof funcOid === 'number' && session.catalog().func(funcOid)?.volatility === 'v') volatile = true
    for (const key of Object.keys(node)) if (key !== 'value') visit(node[key])
  }
  visit(expr)
  return volatile
}

/** @param {Session} session @param {any} relation @param {number[]} attnums @returns {Generator<Promise<unknown>, void, void>} @throws {DbError} 23502 */
function* requireNoNulls(session, relation, attnums) {
  for (const attnum of attnums) {
    const { name } = relation.columns[attnum - 1]
    const rows = yield* session.internalRows(`SELECT 1 FROM ONLY ${qualifiedName(session, relation)} WHERE ${quote(name)} IS NULL LIMIT 1`)
    if (rows.length > 0) throw nullsFound(session, relation, name)
  }
}

/** @param {Session} session @param {any} relation @param {string} column */
const nullsFound = (session, relation, column) => new DbError('23502', `column "${column}" of relation "${relation.name}" contains null values`,
  { schema: schemaName(session, relation), table: relation.name, column })

/** @param {string} name */
const quote = (name) => `"${name.replaceAll('"', '""')}"`
/** @param {Session} session @param {any} relation */
const schemaName = (session, relation) => session.catalog().namespace(relation.namespaceOid)?.name ?? ''
/** @param {Session} session @param {any} relation */
const qualifiedName = (session, relation) => `${quote(schemaName(session, relation))}.${quote(relation.name)}`

const RENAME_TAGS = /** @type {Record<string, string>} */ ({ OBJECT_TABLE: 'ALTER TABLE', OBJECT_INDEX: 'ALTER INDEX', OBJECT_VIEW: 'ALTER VIEW', OBJECT_SEQUENCE: 'ALTER SEQUENCE', OBJECT_SCHEMA: 'ALTER SCHEMA' })

/** @param {Session} session @param {any} node RenameStmt @param {UtilityCall} call @returns {Generator<Promise<unknown>, void, void>} */
export function* runRename(session, node, call) {
  if (node.renameType === 'OBJECT_SCHEMA') {
    const oid = session.catalog().namespaceOid(node.subname)
    if (oid === 0) throw new DbError('3F000', `schema "${node.subname}" does not exist`)
    const ddl = beginDdl(session)
    renameNamespace(ddl, oid, node.newname)
    endDdl(session, ddl)
    call.sink.commandComplete('ALTER SCHEMA')
    return
  }
  const isPart = node.renameType === 'OBJECT_COLUMN' || node.renameType === 'OBJECT_TABCONSTRAINT'
  const tag = RENAME_TAGS[isPart ? node.relationType ?? 'OBJECT_TABLE' : node.renameType]
  if (tag === undefined) throw featureNotSupported(`ALTER ${node.renameType.replace('OBJECT_', '')} RENAME`)
  const oid = yield* lockRelation(session, node.relation, ACCESS_EXCLUSIVE, node.missing_ok === true)
  if (oid !== 0) {
    if (oid < 16384) throw new DbError('42501', `permission denied: "${node.relation.relname}" is a system catalog`)
    const ddl = beginDdl(session)
    const relation = ddl.view.relation(oid)
    if (isPart && relation === undefined) throw new DbError('42809', `"${node.relation.relname}" is not a table`)
    if (node.renameType === 'OBJECT_COLUMN') renameColumn(ddl, oid, columnNumber(/** @type {any} */ (relation), node.subname), node.newname)
    else if (node.renameType === 'OBJECT_TABCONSTRAINT') renameConstraint(ddl, oid, constraintOid(/** @type {any} */ (relation), node.subname), node.newname)
    else renameRelation(ddl, oid, node.newname)
    endDdl(session, ddl)
  } else session.notice({ severity: 'NOTICE', code: '00000', message: `relation "${node.relation.relname}" does not exist, skipping` })
  call.sink.commandComplete(tag)
}
