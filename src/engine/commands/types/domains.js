/** CREATE DOMAIN and ALTER DOMAIN, and the check of stored values against a new rule. */
import { Turns, inTurns } from '../../turns/steps.js'
import { LAYER } from '../../../profile/profile.js'
import { withoutPlaces, withoutPlacesSteps } from '../../../errors/syntax.js'
import { CLASS } from '../../../catalog/ddl/context.js'
import { address } from '../../../catalog/ddl/dependencies.js'
import { requireOwner } from '../../../catalog/ddl/may-change.js'
import {
  addDomainCheck, columnsOfType, createDomain, markDomainCheckValid, renameDomainConstraint, setDomainDefault,
  setDomainNotNull,
} from '../../../catalog/ddl/types/domains.js'
import { dropObjects } from '../../../catalog/ddl/drop.js'
import { deparseOver } from '../../../catalog/deparse/expressions.js'
import { quoteIdentifier } from '../../../catalog/deparse/names.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { exprFromText } from '../../../catalog/expr-text.js'
import { featureNotSupported } from '../../../errors/db-error.js'
/** @import { DbError } from '../../../errors/db-error.js' */
import { domainColumnNulls, domainColumnViolation } from '../../../errors/ddl/types.js'
import { bindDefault, bindDomainCheck, isNullDefault, typeOfName } from '../../../planner/table-expressions.js'
import { FIRST_USER_OID } from '../../../types/oids.js'
import { beginDdl, creationNamespace, endDdl, lockOid, SHARE } from '../../session/ddl.js'
import { collationOf, nameOf, requireType } from './types.js'
import { requireCalls } from '../../statements/core/permit.js'
import { internalRows } from '../../statements/core/internal-query.js'
import {
  badDomainBase, conflictingNullConstraints, deferrabilityOnDomain, domainCheckNoInherit, exclusionOnDomain,
  foreignKeyOnDomain, multipleDefaults, noConstraintOfDomain, notADomain, primaryKeyOnDomain, typeNameTaken,
  typeUsedByColumn, uniqueOnDomain,
} from '../../../errors/commands/types.js'
import { domainConstraintTaken } from '../../../errors/ddl/definitions.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { TypeDesc } from '../../../catalog/descriptors.js' */
/** @import { ColumnDesc } from '../../../catalog/relation.js' */

/**
 * @param {Session} session @param {any} node CreateDomainStmt @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runCreateDomain(session, node, call) {
  const target = nameOf(node.domainname)
  const namespaceOid = creationNamespace(session, target)
  const catalog = session.catalog()
  const { sourceText } = call.prepared
  const existing = catalog.typeIn(namespaceOid, target.relname)
  if (existing !== undefined && existing.category !== 'A') throw typeNameTaken(target.relname)
  const { type: baseType, typmod, collation } = withoutPlaces(() => typeOfName(catalog, node.typeName))
  const base = catalog.type(baseType)
  if (!'bcderm'.includes(base.kind)) throw badDomainBase(formatType(catalog, baseType))
  session.typeOps(baseType)
  const collationOid =
    node.collClause === undefined
      ? collation
      : collationOf(session, { ...node.collClause, location: undefined }, baseType)
  let notNull = false
  let saidNull = false
  let saidDefault = false
  /** @type {any} */
  let defaultNode = null
  /** @type {any[]} */
  const checkNodes = []
  for (const { Constraint: constraint } of node.constraints ?? []) {
    switch (constraint.contype) {
      case 'CONSTR_DEFAULT':
        if (saidDefault) throw multipleDefaults()
        saidDefault = true
        defaultNode = constraint.raw_expr
        break
      case 'CONSTR_NOTNULL': if (saidNull) throw conflictingNullConstraints(); notNull = true; break
      case 'CONSTR_NULL': if (notNull) throw conflictingNullConstraints(); saidNull = true; break
      case 'CONSTR_CHECK':
        if (constraint.is_no_inherit) throw domainCheckNoInherit()
        checkNodes.push(constraint)
        break
      default: throw refusedConstraint(constraint.contype)
    }
  }
  const value = { type: baseType, typmod, collation }
  const options = { settings: session.settings, sourceText }
  const checks = []
  const turns = new Turns(session)
  for (const { conname, raw_expr: raw } of checkNodes) {
    const bound = withoutPlacesSteps(bindDomainCheck(catalog, raw, value, options))
    checks.push({ name: conname ?? null, expr: yield* inTurns(session, bound, LAYER.analyze) })
    if (turns.isOver()) yield turns.next()
  }
  const named = checks.map((check) => check.name).filter((name) => name !== null)
  const twice = named.find((name, at) => named.indexOf(name) !== at)
  if (twice !== undefined) throw domainConstraintTaken(twice, target.relname)
  const own =
    defaultNode === null
      ? null
      : domainDefault(session, defaultNode, { name: target.relname, typeOid: baseType, typmod }, sourceText)
  const ddl = beginDdl(session)
  yield* inTurns(session, createDomain(ddl, {
    name: target.relname, namespaceOid, baseType, typmod, dimensions: node.typeName.arrayBounds?.length ?? 0,
    collation: collationOid, notNull, default: own, checks,
  }), LAYER.execute)
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE DOMAIN')
}

/** @param {string} contype @returns {DbError} */
function refusedConstraint(contype) {
  switch (contype) {
    case 'CONSTR_UNIQUE': return uniqueOnDomain()
    case 'CONSTR_PRIMARY': return primaryKeyOnDomain()
    case 'CONSTR_EXCLUSION': return exclusionOnDomain()
    case 'CONSTR_FOREIGN': return foreignKeyOnDomain()
    case 'CONSTR_ATTR_DEFERRABLE': case 'CONSTR_ATTR_NOT_DEFERRABLE': case 'CONSTR_ATTR_DEFERRED': case 'CONSTR_ATTR_IMMEDIATE':
      return deferrabilityOnDomain()
    default: return featureNotSupported(contype)
  }
}

/**
 * @param {Session} session
 * @param {ParseNode} node
 * @param {{ name: string, typeOid: number, typmod: number }} column
 * @param {string} sourceText
 */
function domainDefault(session, node, column, sourceText) {
  const expr = withoutPlaces(() =>
    bindDefault(session.catalog(), node, column, { settings: session.settings, sourceText }),
  )
  if (isNullDefault(expr)) return null
  return { expr, sql: deparseOver(session.catalog(), expr, null) }
}

/**
 * information_schema's domains stay what the program says they are.
 * @param {Session} session @param {DdlContext} ddl @param {TypeDesc} type
 */
function requireUsers(session, ddl, type) {
  if (type.oid >= FIRST_USER_OID) return
  requireOwner(ddl, address(CLASS.TYPE, type.oid))
  throw featureNotSupported(`ALTER DOMAIN of ${formatType(session.catalog(), type.oid)}, which is built in`)
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').AlterDomainStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runAlterDomain(session, node, call) {
  const type = requireType(session, { names: node.typeName })
  if (type.kind !== 'd') throw notADomain(formatType(session.catalog(), type.oid))
  const { sourceText } = call.prepared
  const ddl = beginDdl(session)
  requireUsers(session, ddl, type)
  const base = {
    type: type.baseType, typmod: type.typmod, collation: session.catalog().type(type.baseType)?.collation ?? 0,
  }
  switch (node.subtype) {
    case 'T':
      setDomainDefault(
        ddl,
        type.oid,
        node.def === undefined
          ? null
          : domainDefault(
              session,
              node.def,
              { name: type.name, typeOid: type.baseType, typmod: type.typmod },
              sourceText,
            ),
      )
      break
    case 'N': setDomainNotNull(ddl, type.oid, false); break
    case 'O':
      if (!type.notNull) {
        yield* requireNoNulls(session, ddl, type)
        setDomainNotNull(ddl, type.oid, true)
      }
      break
    case 'C': yield* addConstraint(session, ddl, type, node.def.Constraint, base, sourceText); break
    case 'X': {
      const constraint = type.constraints.find((/** @type {any} */ candidate) => candidate.name === node.name)
      if (constraint !== undefined)
        dropObjects(ddl, [address(CLASS.CONSTRAINT, constraint.oid)], { cascade: node.behavior === 'DROP_CASCADE' })
      else if (!node.missing_ok) throw noConstraintOfDomain(node.name, type.name)
      else ddl.notices.push({ message: `constraint "${node.name}" of domain "${type.name}" does not exist, skipping` })
      break
    }
    case 'V': {
      const constraint = type.constraints.find((/** @type {any} */ candidate) => candidate.name === node.name)
      if (constraint === undefined) throw noConstraintOfDomain(node.name, type.name)
      if (!constraint.validated) {
        yield* requireValues(session, ddl, type, exprFromText(constraint.text), constraint.name)
        markDomainCheckValid(ddl, type.oid, constraint.oid)
      }
      break
    }
    default: throw featureNotSupported(`ALTER DOMAIN of kind ${node.subtype}`)
  }
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER DOMAIN')
}

/**
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {TypeDesc} type
 * @param {Tree<import('@pgsql/types').Constraint>} node
 * @param {{ type: number, typmod: number, collation: number }} base
 * @param {string} sourceText
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* addConstraint(session, ddl, type, node, base, sourceText) {
  if (node.contype === 'CONSTR_NOTNULL') {
    if (type.notNull) return
    yield* requireNoNulls(session, ddl, type)
    setDomainNotNull(ddl, type.oid, true)
    return
  }
  if (node.contype !== 'CONSTR_CHECK') throw refusedConstraint(node.contype)
  const options = { settings: session.settings, sourceText }
  const bound = withoutPlacesSteps(bindDomainCheck(session.catalog(), node.raw_expr, base, options))
  const expr = yield* inTurns(session, bound, LAYER.analyze)
  const validated = node.skip_validation !== true
  const check = { name: node.conname ?? null, expr, validated }
  const name = yield* inTurns(session, addDomainCheck(ddl, type.oid, check), LAYER.execute)
  if (validated) yield* requireValues(session, ddl, type, expr, name)
}

/**
 * A CHECK that the domain had before the type under it changed.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {TypeDesc} type
 * @param {Tree<import('@pgsql/types').Constraint>} node
 * @returns {Generator<Promise<unknown>, number, void>} OID
 */
export function* addDomainConstraint(session, ddl, type, node) {
  endDdl(session, ddl)
  yield* addConstraint(
    session, ddl, type, node,
    { type: type.baseType, typmod: type.typmod, collation: session.catalog().type(type.baseType)?.collation ?? 0 }, '',
  )
  return (
    ddl.view.type(type.oid)?.constraints.find((constraint) => constraint.name === node.conname)?.oid
    ?? 0
  )
}

/**
 * Every stored value must pass, and whoever says so must be allowed to ask, be there values or not.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {TypeDesc} type
 * @param {Expr} expr
 * @param {string} constraint
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* requireValues(session, ddl, type, expr, constraint) {
  requireCalls(session, expr)
  for (const { relation, column } of yield* lockedColumns(session, ddl, type)) {
    const condition = deparseOver(session.catalog(), overColumn(expr, column.attnum), relation)
    const found = yield* internalRows(
      session,
      `SELECT 1 FROM ${tableName(session, relation)} WHERE (${condition}) IS FALSE LIMIT 1`,
    )
    if (found.length > 0) {
      throw domainColumnViolation(column.name, relation.name, {
        schema: session.catalog().namespace(relation.namespaceOid)?.name, table: relation.name, column: column.name,
      })
    }
  }
}

/**
 * The check with a column for VALUE. Inside CASE x WHEN and array casts, caseTest is theirs.
 * @param {Expr} expr
 * @param {number} attnum
 * @returns {any}
 */
function overColumn(expr, attnum) {
  if (expr === null || typeof expr !== 'object') return expr
  if (Array.isArray(expr)) return expr.map((item) => overColumn(item, attnum))
  if (expr.kind === 'caseTest') return { ...expr, kind: 'column', rt: 1, attnum }
  if (expr.kind === 'const') return expr
  return Object.fromEntries(
    Object.entries(expr).map(([key, value]) => [
      key,
      (expr.kind === 'case' && expr.arg !== null && key === 'whens')
      || (expr.kind === 'arraycoerce' && key === 'element')
        ? value
        : overColumn(value, attnum),
    ]),
  )
}

/**
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {TypeDesc} type
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* requireNoNulls(session, ddl, type) {
  for (const { relation, column } of yield* lockedColumns(session, ddl, type)) {
    const found = yield* internalRows(
      session,
      `SELECT 1 FROM ${tableName(session, relation)} WHERE ${quoteIdentifier(column.name)} IS NULL LIMIT 1`,
    )
    if (found.length > 0)
      throw domainColumnNulls(column.name, relation.name, {
        schema: session.catalog().namespace(relation.namespaceOid)?.name, table: relation.name, column: column.name,
      })
  }
}

/**
 * The columns that hold the domain, their tables locked against writers. One inside an array or a composite is refused,
 * as PostgreSQL does.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {TypeDesc} type
 * @returns {Generator<Promise<unknown>, { relation: RelationDesc, column: ColumnDesc }[], void>}
 */
function* lockedColumns(session, ddl, type) {
  const found = []
  for (const { relationOid, attnum, typeOid } of columnsOfType(ddl, type.oid)) {
    yield* lockOid(session, relationOid, SHARE)
    const relation = ddl.view.relation(relationOid)
    if (relation === undefined) continue
    const column = relation.columns[attnum - 1]
    if (!isDomainOver(ddl, typeOid, type.oid)) {
      throw typeUsedByColumn(type.name, relation.name, column.name)
    }
    found.push({ relation, column })
  }
  return found
}

/** @param {DdlContext} ddl @param {number} oid @param {number} domain @returns {boolean} */
function isDomainOver(ddl, oid, domain) {
  if (oid === domain) return true
  const type = ddl.view.type(oid)
  return type?.kind === 'd' && isDomainOver(ddl, type.baseType, domain)
}

/** @param {Session} session @param {RelationDesc} relation */
const tableName = (session, relation) =>
  `${quoteIdentifier(session.catalog().namespace(relation.namespaceOid)?.name ?? '')}.${quoteIdentifier(relation.name)}`

/** @param {Session} session @param {Tree<import('@pgsql/types').RenameStmt>} node @param {UtilityCall} call */
export function runRenameDomainConstraint(session, node, call) {
  const type = requireType(session, { names: node.object.List.items })
  if (type.kind !== 'd') throw notADomain(formatType(session.catalog(), type.oid))
  const ddl = beginDdl(session)
  requireUsers(session, ddl, type)
  requireOwner(ddl, address(CLASS.TYPE, type.oid))
  renameDomainConstraint(ddl, type.oid, node.subname, node.newname)
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER DOMAIN')
}
