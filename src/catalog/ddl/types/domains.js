/**
 * CREATE DOMAIN and ALTER DOMAIN: the catalog part. Whether stored values obey a new rule is the caller's to check (it
 * scans tables). A CHECK is kept with its VALUE as {kind: 'caseTest'}; typdefaultbin holds the default as stored
 * expressions are, typdefault its SQL.
 */
/** @import { DbError } from '../../../errors/db-error.js' */
import { requireTypeUsage } from '../may-change.js'
import { exprTextSteps, exprToText } from '../../expr-text.js'
import { isTired } from '../../../util/effort.js'
import { CONSTRAINT_DEFAULTS } from '../constraints/constraint-row.js'
import { CLASS, char } from '../context.js'
import { address, expressionDependencies, expressionDependencySteps, recordDependencies } from '../dependencies.js'
import { chooseConstraintName } from '../names.js'
import { insertType } from './types.js'
import {
  domainConstraintExists, domainConstraintTaken, undefinedDomainConstraint,
} from '../../../errors/ddl/definitions.js'

/** @import { Expr } from '../../expr.js' */
/** @import { DdlContext } from '../context.js' */
/** @import { TypeDesc } from '../../descriptors.js' */
/** @template T @typedef {import('../../../util/effort.js').Steps<T>} Steps */

/**
 * @typedef {object} DomainDefinition
 * @property {string} name
 * @property {number} namespaceOid
 * @property {number} baseType
 * @property {number} typmod
 * @property {number} dimensions
 * @property {number} collation
 * @property {boolean} notNull
 * @property {DomainDefault | null} default
 * @property {{ name: string | null, expr: Expr }[]} checks
 */
/** @typedef {{ expr: Expr, sql: string }} DomainDefault */

/** @param {DdlContext} ddl @param {DomainDefinition} definition @returns {Steps<number>} OID */
export function* createDomain(
  ddl,
  { name, namespaceOid, baseType, typmod, dimensions, collation, notNull, default: value, checks }
) {
  const base = typeOf(ddl, baseType)
  requireTypeUsage(ddl, baseType)
  const oid = insertType(
    ddl,
    { name, namespaceOid, align: base.align, collation },
    {
      typlen: base.length,
      typbyval: base.byValue,
      typtype: char('d'),
      typcategory: char(base.category),
      typstorage: char(base.storage),
      typinput: 2597,
      typoutput: base.outputFunction,
      typreceive: 2598,
      typsend: base.sendFunction,
      typsubscript: 0,
      typnotnull: notNull,
      typbasetype: baseType,
      typtypmod: typmod,
      typndims: dimensions,
      typdefaultbin: value === null ? base.defaultExpr : exprToText(value.expr),
      typdefault: value === null ? base.default : value.sql,
    }
  )
  const self = address(CLASS.TYPE, oid)
  recordDependencies(
    ddl,
    self,
    [address(CLASS.TYPE, baseType), address(CLASS.COLLATION, collation === base.collation ? 0 : collation)].filter(
      (target) => target.objectId !== 0
    ),
    'n'
  )
  if (value !== null) recordDependencies(ddl, self, expressionDependencies(value.expr, 0, ddl.view).others, 'n')
  for (const check of checks) {
    yield* addDomainCheck(ddl, oid, check)
    yield
  }
  return oid
}

/** @param {DdlContext} ddl @param {number} oid @returns {TypeDesc} */
const typeOf = (ddl, oid) => /** @type {TypeDesc} */ (ddl.view.type(oid))

/**
 * @param {DdlContext} ddl
 * @param {number} typeOid
 * @param {{ name: string | null, expr: Expr, validated?: boolean }} check
 * @returns {Steps<string>} its name
 * @throws {DbError} 42710
 */
export function* addDomainCheck(ddl, typeOid, { name, expr, validated = true }) {
  const type = typeOf(ddl, typeOid)
  if (name !== null && type.constraints.some((constraint) => constraint.name === name)) {
    throw domainConstraintTaken(name, type.name)
  }
  const conname = name ?? chooseConstraintName(ddl, type.name, null, 'check', type.namespaceOid, new Set())
  const oid = ddl.newOid()
  const conbin = yield* exprTextSteps(expr)
  if (isTired()) yield
  ddl.insert('pg_constraint', {
    ...CONSTRAINT_DEFAULTS, oid, conname, connamespace: type.namespaceOid, contype: char('c'), conrelid: 0,
    contypid: typeOid, convalidated: validated, conkey: null, conbin,
  })
  if (isTired()) yield
  const self = address(CLASS.CONSTRAINT, oid)
  recordDependencies(ddl, self, [address(CLASS.TYPE, typeOid)], 'a')
  recordDependencies(
    ddl,
    self,
    (yield* expressionDependencySteps(expr, 0, ddl.view)).others.filter((target) => target.objectId !== typeOid),
    'n'
  )
  ddl.touch([typeOid])
  return conname
}

/** @param {DdlContext} ddl @param {number} typeOid @param {string} from @param {string} to */
export function renameDomainConstraint(ddl, typeOid, from, to) {
  const type = typeOf(ddl, typeOid)
  const constraint = type.constraints.find((candidate) => candidate.name === from)
  if (constraint === undefined)
    throw undefinedDomainConstraint(from, type.name)
  if (type.constraints.some((candidate) => candidate.name === to))
    throw domainConstraintExists(to, type.name)
  ddl.update('pg_constraint', ddl.one('pg_constraint', 'pg_constraint_oid_index', [constraint.oid]), { conname: to })
  ddl.touch([typeOid])
}

/** @param {DdlContext} ddl @param {number} typeOid @param {number} constraintOid */
export function markDomainCheckValid(ddl, typeOid, constraintOid) {
  ddl.update('pg_constraint', ddl.one('pg_constraint', 'pg_constraint_oid_index', [constraintOid]), {
    convalidated: true,
  })
  ddl.touch([typeOid])
}

/** @param {DdlContext} ddl @param {number} typeOid @param {DomainDefault | null} value */
export function setDomainDefault(ddl, typeOid, value) {
  ddl.update('pg_type', ddl.one('pg_type', 'pg_type_oid_index', [typeOid]), {
    typdefaultbin: value === null ? null : exprToText(value.expr),
    typdefault: value?.sql ?? null,
  })
  ddl.touch([typeOid])
}

/** @param {DdlContext} ddl @param {number} typeOid @param {boolean} notNull */
export function setDomainNotNull(ddl, typeOid, notNull) {
  ddl.update('pg_type', ddl.one('pg_type', 'pg_type_oid_index', [typeOid]), { typnotnull: notNull })
  ddl.touch([typeOid])
}

/**
 * Tables with columns whose values hold the domain somewhere inside.
 * @param {DdlContext} ddl
 * @param {number} typeOid
 * @returns {{ relationOid: number, attnum: number, typeOid: number }[]}
 */
export function columnsOfType(ddl, typeOid) {
  /** @type {{ relationOid: number, attnum: number, typeOid: number }[]} */
  const found = []
  const seen = new Set([typeOid])
  const queue = [typeOid]
  for (let oid = queue.pop(); oid !== undefined; oid = queue.pop()) {
    for (const { row } of ddl.find('pg_depend', 'pg_depend_reference_index', [CLASS.TYPE, oid])) {
      const [classId, objectId, subId] = row
      if (classId === CLASS.TYPE && !seen.has(objectId)) { seen.add(objectId); queue.push(objectId) }
      if (classId !== CLASS.RELATION || subId === 0) continue
      const relation = ddl.view.relation(objectId)
      if (relation === undefined) continue
      if (relation.kind === 'r' || relation.kind === 'm' || relation.kind === 'p')
        found.push({ relationOid: objectId, attnum: subId, typeOid: oid })
      if (relation.typeOid !== 0 && !seen.has(relation.typeOid)) {
        seen.add(relation.typeOid)
        queue.push(relation.typeOid)
      }
    }
  }
  return found
}
