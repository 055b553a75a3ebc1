/**
 * CoerceToDomain: a value of the base type becomes one of the domain if NOT NULL and every CHECK of the domain, and of
 * the domains below it, allow it. The checks are compiled into the statement; the plan depends on the domain's version.
 */
import { exprFromText, walkExpr } from '../../catalog/expr-text.js'
import { formatType } from '../../types/format-type.js'
import { rightsToCall } from '../call-rights.js'
import { domainCheckViolation, domainNotNull } from '../../errors/ddl/types.js'

/** @import { CatalogSnapshot } from '../../catalog/snapshot.js' */
/** @import { CoerceToDomain, Expr } from '../../catalog/expr.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */

/** @param {FunctionBuilder} fn @param {CoerceToDomain} expr @returns {Value} */
export function compileDomain(fn, expr) {
  const arg = fn.expression(expr.arg)
  const { notNull, checks } = domainRules(fn.module.catalog, expr.type)
  if (!notNull && checks.length === 0) return arg
  const body = fn.module.define('domain', null, (inner) => defineCheck(inner, expr.type))
  return { js: body.call([arg.js]), nullable: arg.nullable && !notNull }
}

/**
 * The body of a function of one parameter, `value`, that returns it or throws.
 * @param {FunctionBuilder} inner
 * @param {number} typeOid of the domain
 */
export function defineCheck(inner, typeOid) {
  const { catalog } = inner.module
  const { notNull, checks } = domainRules(catalog, typeOid)
  const type = catalog.type(typeOid)
  const place = inner.module.constant(
    { schema: catalog.namespace(type.namespaceOid)?.name ?? '', dataType: type.name },
    'place',
  )
  const shown = inner.module.constant(shownName(type), 'shownName')
  const name = `${shown}(ctx)`
  inner.ownParams = ['value']
  if (notNull)
    inner.line(`if (value === null) throw ${inner.module.constant(domainNotNull, 'domainNotNull')}(${name}, ${place})`)
  if (checks.length > 0) {
    const rights = rightsToCall(checks.map(({ expr }) => expr))
    inner.line(`${inner.module.constant(rights, 'rights')}(ctx)`)
  }
  inner.caseTests.push({ js: 'value', nullable: !notNull, atom: true })
  for (const check of checks) {
    const violated = inner.module.constant(domainCheckViolation, 'domainCheckViolation')
    inner.line(`if (${inner.expression(check.expr).js} === false) throw ${violated}(${name}, ${JSON.stringify(check.name)}, ${place})`)
  }
  inner.caseTests.pop()
  inner.line('return value')
}

/**
 * With its schema unless the search path, which may have changed since, leads to it.
 * @param {import('../../catalog/descriptors.js').TypeDesc} domain
 * @returns {(ctx: import('../context.js').ExecContext) => string}
 */
const shownName = ({ oid, name }) => ({ catalog }) => catalog === null ? name : formatType(oid, -1, catalog)

/**
 * What a domain asks of its values, the deepest domain's rules first.
 * @param {CatalogSnapshot} catalog
 * @param {number} typeOid
 * @returns {{ notNull: boolean, checks: { name: string, expr: Expr }[] }}
 */
function domainRules(catalog, typeOid) {
  let notNull = false
  /** @type {{ name: string, expr: Expr }[]} */
  let checks = []
  for (let type = catalog.type(typeOid); type !== undefined && type.kind === 'd'; type = catalog.type(type.baseType)) {
    if (type.notNull) notNull = true
    for (const constraint of type.constraints) constraint.expr ??= exprFromText(constraint.text)
    checks = [...type.constraints, ...checks]
  }
  return { notNull, checks }
}

/**
 * What domains ask that values become.
 * @param {CatalogSnapshot} catalog @param {Expr | Expr[]} exprs @returns {Expr[]}
 */
export function domainChecksOf(catalog, exprs) {
  /** @type {Expr[]} */
  const found = []
  walkExpr(exprs, (node) => {
    if (node.kind === 'domain') found.push(...domainRules(catalog, node.type).checks.map(({ expr }) => expr))
  })
  return found
}
