/** CREATE TABLE: columns, defaults, NOT NULL, CHECK, PRIMARY KEY and UNIQUE, WITH. */
import { Turns, inTurns } from '../../turns/steps.js'
import { LAYER } from '../../../profile/profile.js'
import { isTired } from '../../../util/effort.js'
import { collationOf } from '../types/types.js'
import { addingChecks, addKeyConstraint } from '../../../catalog/ddl/constraints/constraints.js'
import { addDefaults, createTable } from '../../../catalog/ddl/tables/table.js'
import { accessMethodOnPartitioned, identityOnPartition, setofColumn } from '../../../errors/commands/tables.js'
import { DbError, featureNotSupported } from '../../../errors/db-error.js'
import { partitionedChild } from '../../../errors/ddl/partitions.js'
import { onCommitNeedsTemporary } from '../../../errors/ddl/temporary.js'
import { located, placed, syntaxError } from '../../../errors/syntax.js'
import { pseudoTypeColumn } from '../../../errors/ddl/catalog.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { tableMethod } from '../../session/access-methods.js'
import { isNot } from '../../../errors/ddl/alter.js'
import { constraintOnForeignTable, likeForForeignTable } from '../../../errors/ddl/foreign.js'
import { noInheritOnPartitioned } from '../../../errors/ddl/inherited-changes.js'
import { clausesConflict, conflictingNull, multipleIdentity } from '../../../errors/ddl/generated.js'
import { bindCheck, bindDefault, bindGenerated, isNullDefault, typeOfName } from '../../../planner/table-expressions.js'
import { addParents } from '../../../catalog/ddl/tables/inherit.js'
import { noteOnCommit } from '../../session/temporary.js'
import { asInParent, readPartitioning, storePartitioning } from './create-partition.js'
import { lockParents, mergeChecks, mergeParents } from './merge-parents.js'
import { finishLike, likeChecks, likeColumns, likeDefaults, lockLikes } from './like.js'
import { compressionOf, storageOf } from './column-storage.js'
import { attachColumnSequence, makeColumnSequence, readIdentity, serialType } from './column-sequences.js'
import { foldAttributes } from '../constraints/constraint-attributes.js'
import { createTableConstraints, readForeignKey } from '../constraints/foreign-keys.js'
import { withTypedColumns } from './typed-tables.js'
import {
  beginDdl, creationNamespace, endDdl, persistenceIn, rangeName, storageOptions,
} from '../../session/ddl.js'
import { requireNewTablespace } from '../../session/tablespaces.js'
import { constantParts } from '../../statements/core/constant-parts.js'

/** @import { Steps } from '../../../util/effort.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */

/** record[] */
const RECORD_ARRAY = 2287

/** @typedef {import('./column-sequences.js').ColumnSequence} ColumnSequence */
/** @typedef {import('../../../catalog/ddl/tables/table.js').ColumnDefinition} ColumnDefinition */
/**
 * @typedef {{ name: string | null, primary: boolean, columns: string[], include: string[], nullsNotDistinct: boolean,
 *   options: Record<string, string | null>, deferrable: boolean, deferred: boolean, tablespace?: string,
 *   location?: number }} KeyDefinition
 */
/** @typedef {import('../constraints/foreign-keys.js').ForeignKeyNode} ForeignKeyNode */
/** @typedef {{ name: string | null, raw: ParseNode, column: string | null, noInherit: boolean }} CheckNode */

/**
 * What is wrong with a key's columns is said of the constraint.
 * @param {DdlContext} ddl @param {number} oid @param {KeyDefinition} key
 */
function addKeyOf(ddl, oid, key) {
  try {
    addKeyConstraint(ddl, oid, key)
  } catch (error) {
    const ofColumns = error instanceof DbError && (error.code === '42703' || error.code === '42701')
    throw ofColumns ? placed(error, key.location ?? -1) : error
  }
}

/**
 * Where the table goes; what is wrong with that is said of its name.
 * @param {Session} session @param {{ location?: number }} relation RangeVar
 */
function namedPlace(session, relation) {
  try {
    return creationNamespace(session, relation)
  } catch (error) {
    throw placed(error, relation.location ?? -1)
  }
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreateStmt>} statement
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runCreateTable(session, statement, call) {
  yield* makeTable(session, statement, call, false)
  call.sink.commandComplete('CREATE TABLE')
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreateStmt>} statement
 * @param {UtilityCall} call
 * @param {boolean} isForeign of kind f: what makes it a server's is up to who calls
 * @returns {Generator<Promise<unknown>, number, void>} OID, 0: IF NOT EXISTS, and it does
 */
export function* makeTable(session, statement, call, isForeign) {
  const { node, ofType } = withTypedColumns(session, statement)
  if (node.accessMethod && node.partspec) throw accessMethodOnPartitioned()
  const accessMethod = node.partspec ? undefined : tableMethod(session, node.accessMethod)
  const { relation } = node
  const namespaceOid = namedPlace(session, relation)
  const persistence = persistenceIn(session, namespaceOid, relation)
  if (node.oncommit !== 'ONCOMMIT_NOOP' && persistence !== 't') throw onCommitNeedsTemporary()
  const catalog = session.catalog()
  if (node.if_not_exists && catalog.source.relationOid(namespaceOid, relation.relname) !== 0) {
    session.notice({
      severity: 'NOTICE', code: '42P07', message: `relation "${relation.relname}" already exists, skipping`,
    })
    return 0
  }
  if (node.partspec && node.inhRelations?.length && !node.partbound) throw partitionedChild()
  const parents = yield* lockParents(session, node.inhRelations ?? [], {
    partition: node.partbound !== undefined,
    persistence,
  })
  if (isForeign) refuseLike(node)
  const likes = yield* lockLikes(session, node.tableElts ?? [])
  const table = readTable(session, node, rangeName(relation), parents, likes, isForeign)
  const ddl = beginDdl(session)
  const turns = new Turns(session)
  const isTemporary = persistence === 't'
  for (const sequence of table.sequences) {
    makeColumnSequence(session, ddl, { name: relation.relname, namespaceOid, persistence }, sequence)
    if (turns.isOver()) yield turns.next()
  }
  requireNewTablespace(session, node.tablespacename, isTemporary)
  const oid = createTable(ddl, {
    name: relation.relname, namespaceOid, columns: table.columns, persistence,
    options: storageOptions(node.options, true), ofType, kind: isForeign ? 'f' : node.partspec ? 'p' : 'r',
    accessMethod,
  })
  for (const sequence of table.sequences) {
    attachColumnSequence(ddl, oid, table.columns.indexOf(sequence.column) + 1, sequence)
    if (turns.isOver()) yield turns.next()
  }
  yield* inTurns(session, storeDefaults(session, ddl, oid, table, likes), LAYER.execute)
  if (parents.length > 0 && !node.partbound) addParents(ddl, oid, parents.map((parent) => parent.oid))
  const partitioning = yield* readPartitioning(session, node, parents[0],
    { columns: table.columns, typeOid: node.partspec ? ddl.view.relation(oid)?.typeOid ?? 0 : 0 }, call)
  if (turns.isOver()) yield turns.next()
  yield* storePartitioning(session, ddl, oid, parents[0], partitioning)
  if (turns.isOver()) yield turns.next()
  const isPartition = node.partbound !== undefined
  yield* inTurns(session, storeChecks(session, ddl, oid, table, likes, isPartition), LAYER.execute)
  for (const like of likes.values()) yield* finishLike(session, ddl, oid, like)
  // The primary key's index is the first.
  for (const key of distinctKeys(table.keys.sort((a, b) => Number(b.primary) - Number(a.primary)))) {
    requireNewTablespace(session, key.tablespace, isTemporary)
    addKeyOf(ddl, oid, key)
  }
  yield* createTableConstraints(session, ddl, oid, table.foreignKeys, true)
  noteOnCommit(session, oid, node.oncommit)
  endDdl(session, ddl)
  if (!isForeign) refuseColumnOptions(node)
  return oid
}

/** @param {Tree<import('@pgsql/types').CreateStmt>} node of a foreign table @throws {DbError} 0A000 */
function refuseLike(node) {
  for (const { TableLikeClause: like } of node.tableElts ?? []) {
    if (like !== undefined) throw placed(likeForForeignTable(), like.relation.location ?? -1)
  }
}

/**
 * OPTIONS (…) of columns.
 * @param {Tree<import('@pgsql/types').CreateStmt>} node of no foreign table @throws {DbError} 42809
 */
function refuseColumnOptions({ relation, tableElts = [] }) {
  if (tableElts.some((/** @type {ParseNode} */ element) => element.ColumnDef?.fdwoptions !== undefined)) {
    throw isNot(relation.relname, 'a foreign table')
  }
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreateStmt>} node
 * @param {string} tableName
 * @param {import('../../../catalog/relation.js').RelationDesc[]} parents
 * @param {Map<any, import('./like.js').Like>} likes
 * @param {boolean} isForeign
 */
function readTable(session, node, tableName, parents, likes, isForeign) {
  /** @type {ColumnDefinition[]} */
  const own = []
  /** @type {KeyDefinition[]} */
  const keys = []
  /** @type {CheckNode[]} */
  const checkNodes = []
  /** @type {{ column: ColumnDefinition, raw: any }[]} */
  const defaults = []
  /** @type {{ column: ColumnDefinition, raw: any }[]} */
  const generated = []
  /** @type {ColumnSequence[]} */
  const sequences = []
  /** @type {ForeignKeyNode[]} */
  const foreignKeys = []
  for (const element of node.tableElts ?? []) {
    if (element.ColumnDef) {
      const read = readColumn(
        session, node.partbound ? asInParent(session, element.ColumnDef, parents[0]) : element.ColumnDef,
        node.relation.relname,
      )
      own.push(read.column)
      keys.push(...read.keys)
      checkNodes.push(...read.checks)
      foreignKeys.push(...read.foreignKeys)
      if (read.defaultNode !== null) defaults.push({ column: read.column, raw: read.defaultNode })
      if (read.generatedNode !== null) generated.push({ column: read.column, raw: read.generatedNode })
      if (read.sequence !== null) sequences.push(read.sequence)
    } else if (element.Constraint) readTableConstraint(element.Constraint, keys, checkNodes, foreignKeys)
    else if (element.TableLikeClause) {
      const read = likeColumns(session, /** @type {import('./like.js').Like} */ (likes.get(element.TableLikeClause)))
      own.push(...read.columns)
      sequences.push(...read.sequences)
    } else throw featureNotSupported('this table element')
    if (isForeign) refuseForeignKeys(keys, foreignKeys)
  }
  const second = keys.filter((key) => key.primary)[1]
  if (second !== undefined)
    throw located('42P16', `multiple primary keys for table "${node.relation.relname}" are not allowed`, {
      location: second.location,
    })
  const merged = mergeParents(
    session, parents, own, new Set([...defaults, ...generated].map(({ column }) => column.name)),
    node.partbound !== undefined,
  )
  const { columns } = merged
  for (const key of keys)
    if (key.primary)
      for (const name of key.columns) for (const column of columns) if (column.name === name) column.notNull = true
  if (node.partbound && sequences.some(({ identity }) => identity !== '')) throw identityOnPartition()
  return {
    columns, keys, defaults, generated, checkNodes, inheritedChecks: merged.checks, foreignKeys, tableName, sequences,
  }
}

/**
 * What foreign tables cannot have.
 * @param {KeyDefinition[]} keys @param {ForeignKeyNode[]} others @throws {DbError} 0A000
 */
export function refuseForeignKeys(keys, others) {
  for (const { primary, location } of keys) {
    throw placed(constraintOnForeignTable(primary ? 'primary key' : 'unique'), location ?? -1)
  }
  for (const { node: { contype, location } } of others) {
    throw placed(constraintOnForeignTable(contype === 'CONSTR_EXCLUSION' ? 'exclusion' : 'foreign key'), location ?? -1)
  }
}

/** @typedef {ReturnType<typeof readTable>} ReadTable */

/**
 * Keys over the same columns are one index, with the first name that one of them has.
 * @param {KeyDefinition[]} keys the primary one first @returns {KeyDefinition[]}
 */
function distinctKeys(keys) {
  /** @type {KeyDefinition[]} */
  const made = []
  const what = (/** @type {KeyDefinition} */ key) => JSON.stringify({ ...key, name: null, primary: false, location: 0 })
  for (const key of keys) {
    const same = made.find((other) => what(other) === what(key))
    if (same === undefined) made.push(key)
    else same.name ??= key.name
  }
  return made
}

/** What the statement has made so far can be named in what it says next. @param {Session} session */
function seeItself(session) {
  session.block.txn.nextCommand()
  session.names.forget()
  return session.catalog()
}

/**
 * Defaults and generation expressions, which may name the table.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {ReadTable} table
 * @param {Map<any, import('./like.js').Like>} likes
 * @returns {Steps<void>}
 */
function* storeDefaults(session, ddl, oid, { columns, defaults, generated }, likes) {
  if (defaults.length === 0 && generated.length === 0 && likes.size === 0) return
  const catalog = seeItself(session)
  const options = { settings: session.settings }
  /** @type {import('../../../catalog/ddl/tables/table.js').NewDefault[]} */
  const found = []
  const attnum = (/** @type {ColumnDefinition} */ column) => columns.indexOf(column) + 1
  for (const { column, raw } of defaults) {
    const expr = bindDefault(catalog, raw, column, options)
    if (!isNullDefault(expr)) found.push({ attnum: attnum(column), expr, generated: false })
    if (isTired()) yield
  }
  // Nothing else of what is said here names the table.
  const { name, columns: described } = generated.length === 0 ? { name: '', columns: [] } : catalog.relation(oid)
  for (const { column, raw } of generated) {
    const expr = bindGenerated(catalog, raw, column, name, described, options)
    yield* constantParts(session, expr)
    found.push({ attnum: attnum(column), expr, generated: true })
    if (isTired()) yield
  }
  for (const like of likes.values()) found.push(...likeDefaults(like, columns))
  yield* addDefaults(ddl, oid, found)
}

/**
 * CHECKs, its own and what LIKE brings, beside those its parents gave it.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {ReadTable} table
 * @param {Map<any, import('./like.js').Like>} likes
 * @param {boolean} isPartition
 * @returns {Steps<void>}
 */
function* storeChecks(session, ddl, oid, { columns, checkNodes, inheritedChecks }, likes, isPartition) {
  if (checkNodes.length === 0 && inheritedChecks.length === 0 && likes.size === 0) return
  const catalog = seeItself(session)
  const relation = catalog.relation(oid)
  const { name, kind } = relation
  /** @type {import('../../../catalog/ddl/constraints/constraints.js').NewCheck[]} */
  const own = []
  for (const { name: given, noInherit, raw } of checkNodes) {
    const expr = yield* bindCheck(catalog, raw, relation, { settings: session.settings })
    own.push({ name: given, noInherit, expr })
    if (isTired()) yield
  }
  if (kind === 'p' && own.some((check) => check.noInherit)) throw noInheritOnPartitioned(name)
  for (const like of likes.values()) own.push(...likeChecks(like, columns).map((check) => ({ ...check, copied: true })))
  yield* addingChecks(ddl, oid, mergeChecks(session, name, inheritedChecks, own, isPartition))
}

/**
 * One column with the constraints written behind it.
 * @param {Session} session @param {any} node ColumnDef @param {string} table for messages
 * @returns {{ column: ColumnDefinition, keys: KeyDefinition[], checks: CheckNode[], foreignKeys: ForeignKeyNode[],
 *   defaultNode: any, generatedNode: any, sequence: ColumnSequence | null }}
 */
export function readColumn(session, node, table) {
  const typeName = node.typeName
  const serial = serialType(typeName)
  const { type, typmod, collation } =
    serial === 0
      ? typeOfName(session.catalog(), typeName.setof ? { ...typeName, setof: false } : typeName)
      : { type: serial, typmod: -1, collation: 0 }
  if (typeName.setof) throw setofColumn(node.colname)
  const described = session.catalog().type(type)
  if (described?.kind === 'p' && type !== RECORD_ARRAY)
    throw pseudoTypeColumn(node.colname, formatType(session.catalog(), type, -1))
  // A type whose values cannot be stored is refused here, not when the table is first read.
  session.typeOps(type)
  /** @type {ColumnDefinition} */
  const column = {
    name: node.colname, typeOid: type, typmod, collation, dimensions: typeName.arrayBounds?.length ?? 0, notNull: false,
    default: null,
  }
  if (node.collClause) column.collation = collationOf(session, node.collClause, type)
  if (node.storage_name) column.storage = storageOf(session.catalog(), type, node.storage_name)
  if (node.compression) column.compression = compressionOf(session.catalog(), type, node.compression)
  /** @type {KeyDefinition[]} */
  const keys = []
  /** @type {CheckNode[]} */
  const checks = []
  /** @type {ForeignKeyNode[]} */
  const foreignKeys = []
  let defaultNode = null
  let generatedNode = null
  let saidNull = false
  /** @type {ColumnSequence | null} */
  let sequence = serial === 0 ? null : { column, identity: '', options: {}, oid: 0 }
  /** @param {string} what @param {Tree<import('@pgsql/types').Constraint>} constraint */
  const conflict = (what, constraint) => clausesConflict(what, node.colname, table, constraint.location)
  for (const constraint of foldAttributes(node.constraints ?? [])) {
    switch (constraint.contype) {
      case 'CONSTR_NOTNULL':
        if (saidNull) throw conflictingNull(node.colname, table, constraint.location)
        column.notNull = true
        break
      case 'CONSTR_NULL':
        if (column.notNull) throw conflictingNull(node.colname, table, constraint.location)
        saidNull = true
        break
      case 'CONSTR_DEFAULT':
        if (serial !== 0) throw clausesConflict('multiple default values', node.colname, table, -1)
        if (defaultNode !== null) throw conflict('multiple default values', constraint)
        if (column.identity) throw conflict('both default and identity', constraint)
        if (generatedNode !== null) throw conflict('both default and generation expression', constraint)
        defaultNode = constraint.raw_expr
        break
      case 'CONSTR_IDENTITY':
        if (column.identity) throw multipleIdentity(node.colname, table, constraint.location)
        if (defaultNode !== null || serial !== 0) throw conflict('both default and identity', constraint)
        if (generatedNode !== null) throw conflict('both identity and generation expression', constraint)
        if (saidNull) throw conflictingNull(node.colname, table, constraint.location)
        sequence = readIdentity(session, column, constraint)
        break
      case 'CONSTR_GENERATED':
        if (generatedNode !== null) throw conflict('multiple generation clauses', constraint)
        if (defaultNode !== null || serial !== 0) throw conflict('both default and generation expression', constraint)
        if (column.identity) throw conflict('both identity and generation expression', constraint)
        column.generated = 's'
        generatedNode = constraint.raw_expr
        break
      case 'CONSTR_CHECK': checks.push({ name: constraint.conname ?? null, raw: constraint.raw_expr, column: node.colname, noInherit: constraint.is_no_inherit === true }); break
      case 'CONSTR_PRIMARY': case 'CONSTR_UNIQUE': keys.push(readKey(constraint, [node.colname])); break
      case 'CONSTR_FOREIGN': foreignKeys.push(readForeignKey(constraint, [node.colname])); break
      default: throw featureNotSupported(constraint.contype)
    }
  }
  if (serial !== 0) {
    if (saidNull) throw conflictingNull(node.colname, table)
    column.notNull = true
  }
  return { column, keys, checks, foreignKeys, defaultNode, generatedNode, sequence }
}

/**
 * @param {Tree<import('@pgsql/types').Constraint>} constraint
 * @param {KeyDefinition[]} keys
 * @param {CheckNode[]} checks
 * @param {ForeignKeyNode[]} foreignKeys
 */
export function readTableConstraint(constraint, keys, checks, foreignKeys) {
  switch (constraint.contype) {
    case 'CONSTR_CHECK': checks.push({ name: constraint.conname ?? null, raw: constraint.raw_expr, column: null, noInherit: constraint.is_no_inherit === true }); return
    case 'CONSTR_PRIMARY': case 'CONSTR_UNIQUE': keys.push(readKey(constraint, null)); return
    case 'CONSTR_FOREIGN': foreignKeys.push(readForeignKey(constraint, null)); return
    case 'CONSTR_EXCLUSION': foreignKeys.push({ node: constraint, columns: null }); return
    case 'CONSTR_NOTNULL': throw syntaxError('syntax error at or near "NOT"', { location: constraint.location })
    default: throw featureNotSupported(constraint.contype)
  }
}

/**
 * @param {Tree<import('@pgsql/types').Constraint>} constraint
 * @param {string[] | null} columns of a column constraint
 * @returns {KeyDefinition}
 */
function readKey(constraint, columns) {
  if (constraint.indexname) throw featureNotSupported('a constraint USING INDEX')
  const name = (/** @type {ParseNode} */ item) => item.String.sval
  return {
    name: constraint.conname ?? null, primary: constraint.contype === 'CONSTR_PRIMARY',
    columns: columns ?? (constraint.keys ?? []).map(name), include: (constraint.including ?? []).map(name),
    nullsNotDistinct: constraint.nulls_not_distinct === true, options: storageOptions(constraint.options),
    deferrable: constraint.deferrable === true, deferred: constraint.initdeferred === true,
    tablespace: constraint.indexspace, location: constraint.location ?? 0,
  }
}
