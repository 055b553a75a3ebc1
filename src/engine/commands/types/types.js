/**
 * CREATE TYPE (enum, composite), CREATE DOMAIN, ALTER TYPE, ALTER DOMAIN, DROP TYPE, DROP DOMAIN; RENAME, SET SCHEMA
 * and OWNER TO of types.
 */
import { LAYER } from '../../../profile/profile.js'
import { inTurns } from '../../turns/steps.js'
import { writtenType } from '../routines/routine-names.js'
import { CLASS } from '../../../catalog/ddl/context.js'
import { address } from '../../../catalog/ddl/dependencies.js'
import { dropObjects } from '../../../catalog/ddl/drop.js'
import { createTable } from '../../../catalog/ddl/tables/table.js'
import {
  addEnumValue, createEnum, moveType, renameEnumValue, renameType, setTypeOwner,
} from '../../../catalog/ddl/types/types.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { located, withoutPlaces } from '../../../errors/syntax.js'
import { typeOfName } from '../../../planner/table-expressions.js'
import { beginDdl, creationNamespace, endDdl, persistenceIn } from '../../session/ddl.js'
import {
  arrayTypeNotAltered, isRowType, mustBeOwnerOfType, notADomain, notADomainQuoted, notAnEnum, onlyAShell,
  typeNameTaken,
} from '../../../errors/commands/types.js'
import { undefinedType } from '../../../errors/data.js'
import { undefinedSchema } from '../../../errors/ddl/catalog.js'
import { isAlready, objectOwner, requireOwner } from '../../../catalog/ddl/may-change.js'
import { asker } from '../../session/access.js'
import { roleOf } from '../databases/role-spec.js'
import { requireReceiver, targetSchema } from '../objects/object-names.js'
import { requireNewTablespace } from '../../session/tablespaces.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */
/** @import { TypeDesc } from '../../../catalog/descriptors.js' */
/** @import { ParseNode } from '../../../parser/tree.js' */

/**
 * @param {{ String: { sval: string } }[]} names
 * @returns {{ schemaname: string | undefined, relname: string, relpersistence: string }} as creationNamespace wants it
 */
export function nameOf(names) {
  const parts = names.map((part) => part.String.sval)
  return { schemaname: parts.at(-2), relname: /** @type {string} */ (parts.at(-1)), relpersistence: 'p' }
}

/**
 * @param {Session} session @param {Tree<import('@pgsql/types').CreateEnumStmt>} node @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runCreateEnum(session, node, call) {
  const target = nameOf(node.typeName)
  const namespaceOid = creationNamespace(session, target)
  const ddl = beginDdl(session)
  fillShell(ddl, session.catalog().typeIn(namespaceOid, target.relname))
  const labels = (node.vals ?? []).map((item) => item.String.sval)
  yield* inTurns(session, createEnum(ddl, { name: target.relname, namespaceOid, labels }), LAYER.execute)
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE TYPE')
}

/**
 * A shell of that name makes way for the type it stood for.
 * @param {import('../../../catalog/ddl/context.js').DdlContext} ddl
 * @param {TypeDesc} existing
 */
function fillShell(ddl, existing) {
  if (existing !== undefined && !existing.defined)
    dropObjects(ddl, [address(CLASS.TYPE, existing.oid)], { cascade: false })
}

/** @param {Session} session @param {Tree<import('@pgsql/types').CompositeTypeStmt>} node @param {UtilityCall} call */
export function runCreateComposite(session, node, call) {
  const namespaceOid = creationNamespace(session, node.typevar)
  const catalog = session.catalog()
  const name = node.typevar.relname
  const existing = catalog.typeIn(namespaceOid, name)
  if (existing !== undefined && existing.defined && existing.category !== 'A') throw typeNameTaken(name)
  persistenceIn(session, namespaceOid, node.typevar)
  const columns = (node.coldeflist ?? []).map((item) =>
    attributeOf(session, item.ColumnDef, call.prepared.sourceText),
  )
  requireNewTablespace(session, undefined, false)
  const ddl = beginDdl(session)
  fillShell(ddl, existing)
  createTable(ddl, { name, namespaceOid, columns, kind: 'c' })
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE TYPE')
}

/**
 * One attribute of a composite type.
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').ColumnDef>} node
 * @param {string} sourceText
 * @returns {import('../../../catalog/ddl/tables/table.js').ColumnDefinition}
 */
function attributeOf(session, node, sourceText) {
  const { type, typmod, collation } = withoutPlaces(() => typeOfName(session.catalog(), node.typeName, sourceText))
  if (session.catalog().type(type)?.kind !== 'p') session.typeOps(type)
  return {
    name: node.colname, typeOid: type, typmod,
    collation: node.collClause === undefined ? collation : collationOf(session, node.collClause, type),
    dimensions: node.typeName.arrayBounds?.length ?? 0,
  }
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CollateClause>} clause
 * @param {number} type
 * @returns {number}
 */
export function collationOf(session, clause, type) {
  const names = clause.collname.map((part) => part.String.sval)
  const found = session.catalog().collationByName(names.length > 1 ? names.at(-2) : null, names.at(-1))
  const { location } = clause
  if (found === undefined)
    throw located('42704', `collation "${names.join('.')}" for encoding "UTF8" does not exist`, { location })
  if (session.catalog().type(type).collation === 0)
    throw located('42804', `collations are not supported by type ${formatType(session.catalog(), type)}`, { location })
  return found.oid
}

/**
 * The type a statement names; 42704 when there is none.
 * @param {Session} session
 * @param {any} typeName TypeName
 * @returns {any} TypeDesc
 */
export function requireType(session, typeName) {
  const type = findType(session, typeName)
  if (type !== undefined && type.defined) return type
  if (type !== undefined) throw onlyAShell(type.name)
  throw undefinedType(typeName.names.map((/** @type {ParseNode} */ part) => part.String.sval).join('.'))
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').TypeName>} typeName
 * @returns {any} TypeDesc or undefined
 */
export function findType(session, typeName) {
  const names = typeName.names.map((part) => part.String.sval)
  const type = session.catalog().typeByName(names.length > 1 ? names.at(-2) : null, names.at(-1))
  return type !== undefined && typeName.arrayBounds?.length ? session.catalog().type(type.arrayType) : type
}

/** @param {Session} session @param {Tree<import('@pgsql/types').AlterEnumStmt>} node @param {UtilityCall} call */
export function runAlterEnum(session, node, call) {
  const type = requireType(session, { names: node.typeName })
  if (type.kind !== 'e') throw notAnEnum(formatType(session.catalog(), type.oid))
  const ddl = beginDdl(session)
  if (node.oldVal !== undefined) renameEnumValue(ddl, type.oid, node.oldVal, node.newVal ?? '')
  else {
    addEnumValue(ddl, type.oid, {
      label: node.newVal ?? '', neighbor: node.newValNeighbor ?? null, after: node.newValIsAfter === true,
      ifNotExists: node.skipIfNewValExists === true,
    })
  }
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER TYPE')
}

/** DROP TYPE and DROP DOMAIN. @param {Session} session @param {any} node DropStmt @param {UtilityCall} call */
export function runDropType(session, node, call) {
  const domain = node.removeType === 'OBJECT_DOMAIN'
  const targets = []
  for (const { TypeName: typeName } of node.objects) {
    const type = findType(session, typeName)
    const name = writtenType(typeName)
    if (type === undefined) {
      const schema = typeName.names.length > 1 ? typeName.names.at(-2).String.sval : null
      const missingSchema = schema !== null && session.catalog().namespaceOid(schema) === 0
      if (!node.missing_ok) throw missingSchema ? undefinedSchema(schema) : undefinedType(name)
      session.notice({
        severity: 'NOTICE',
        code: '00000',
        message: missingSchema
          ? `schema "${schema}" does not exist, skipping`
          : `type "${name}" does not exist, skipping`,
      })
      continue
    }
    if (domain && type.kind !== 'd') throw notADomainQuoted(formatType(session.catalog(), type.oid))
    targets.push(address(CLASS.TYPE, type.oid))
  }
  if (targets.length > 0) {
    const ddl = beginDdl(session)
    dropObjects(ddl, targets, { cascade: node.behavior === 'DROP_CASCADE' })
    endDdl(session, ddl)
  }
  call.sink.commandComplete(domain ? 'DROP DOMAIN' : 'DROP TYPE')
}

/**
 * Which type a RENAME, SET SCHEMA or OWNER TO means, and whether it may be changed by itself.
 * @param {Session} session
 * @param {ParseNode} object List
 * @param {boolean} domain
 * @param {number} [owner] who has it asks nobody
 */
function changeable(session, object, domain, owner = 0) {
  const type = requireType(session, { names: object.List.items })
  const catalog = session.catalog()
  const shown = formatType(catalog, type.oid)
  if (domain && type.kind !== 'd') throw notADomain(shown)
  if (type.kind === 'c' && catalog.relation(type.relationOid)?.kind !== 'c') throw isRowType(shown)
  if (type.subscriptFunction === 6179 && type.elementType !== 0) {
    throw arrayTypeNotAltered(shown, formatType(catalog, type.elementType))
  }
  if (owner !== 0 && objectOwner(asker(session), address(CLASS.TYPE, type.oid)) === owner) return type
  if (type.oid < FIRST_USER_OID) throw mustBeOwnerOfType(shown)
  requireOwner(asker(session), address(CLASS.TYPE, type.oid))
  return type
}

/** @param {Session} session @param {Tree<import('@pgsql/types').RenameStmt>} node @param {UtilityCall} call */
export function runRenameType(session, node, call) {
  const domain = node.renameType === 'OBJECT_DOMAIN'
  const type = changeable(session, node.object, domain)
  const ddl = beginDdl(session)
  renameType(ddl, type.oid, node.newname)
  endDdl(session, ddl)
  call.sink.commandComplete(domain ? 'ALTER DOMAIN' : 'ALTER TYPE')
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').AlterObjectSchemaStmt>} node
 * @param {UtilityCall} call
 */
export function runMoveType(session, node, call) {
  const domain = node.objectType === 'OBJECT_DOMAIN'
  const known = requireType(session, { names: node.object.List.items })
  const ddl = beginDdl(session)
  const target = () => targetSchema(session, ddl, node.newschema, known.namespaceOid)
  // pg_temp can be made for anyone: that nothing moves there is said to its owner.
  if (node.newschema !== 'pg_temp') target()
  const type = changeable(session, node.object, domain)
  const namespaceOid = target()
  moveType(ddl, type.oid, namespaceOid)
  endDdl(session, ddl)
  call.sink.commandComplete(domain ? 'ALTER DOMAIN' : 'ALTER TYPE')
}

/** @param {Session} session @param {Tree<import('@pgsql/types').AlterOwnerStmt>} node @param {UtilityCall} call */
export function runOwnType(session, node, call) {
  const domain = node.objectType === 'OBJECT_DOMAIN'
  const owner = roleOf(session, node.newowner)
  const type = changeable(session, node.object, domain, owner.oid)
  const ddl = beginDdl(session)
  const object = address(CLASS.TYPE, type.oid)
  if (!isAlready(ddl, object, owner.oid)) {
    requireReceiver(session, ddl, object, owner)
    setTypeOwner(ddl, type.oid, owner.oid)
    endDdl(session, ddl)
  }
  call.sink.commandComplete(domain ? 'ALTER DOMAIN' : 'ALTER TYPE')
}
