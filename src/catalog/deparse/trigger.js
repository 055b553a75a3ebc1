/** A trigger as SQL text: what pg_get_triggerdef prints. */
import { OLD_RT, triggerDesc } from '../triggers.js'
import { exprFromText } from '../expr-text.js'
import { deparse, SYSTEM_NAMES } from './expressions.js'
import { quoteIdentifier, simpleLiteral } from './names.js'
import { qualifiedName, relationName } from './objects.js'

/** @import { CatalogSnapshot } from '../snapshot.js' */
/** @import { RelationDesc } from '../relation.js' */
/** @import { CatalogRow } from '../descriptors.js' */

const TIMINGS = { before: 'BEFORE', after: 'AFTER', instead: 'INSTEAD OF' }

/** @param {CatalogSnapshot} catalog @param {CatalogRow} row of pg_trigger @param {boolean} pretty @returns {string} */
export function triggerText(catalog, row, pretty) {
  const trigger = triggerDesc(row, exprFromText)
  const relation = /** @type {RelationDesc} */ (catalog.relation(trigger.relationOid))
  const visible = (/** @type {RelationDesc} */ one) => relationName(catalog, one.oid, one.name, one.namespaceOid)
  const table = pretty ? visible(relation) : qualifiedName(catalog, relation.name, relation.namespaceOid)
  const events = trigger.operations.map((operation) =>
    operation !== 'update' || trigger.attnums.length === 0
      ? operation.toUpperCase()
      : `UPDATE OF ${trigger.attnums.map((attnum) => quoteIdentifier(relation.columns[attnum - 1].name)).join(', ')}`,
  )
  const isConstraint = trigger.constraintOid !== 0
  let text = `CREATE ${isConstraint ? 'CONSTRAINT ' : ''}TRIGGER ${quoteIdentifier(trigger.name)} ${TIMINGS[trigger.timing]} ${events.join(' OR ')} ON ${table} `
  if (isConstraint) {
    if (trigger.referencedOid !== 0)
      text += `FROM ${visible(/** @type {RelationDesc} */ (catalog.relation(trigger.referencedOid)))} `
    text += `${trigger.deferrable ? '' : 'NOT '}DEFERRABLE INITIALLY ${trigger.deferred ? 'DEFERRED' : 'IMMEDIATE'} `
  }
  if (trigger.oldTable !== null || trigger.newTable !== null) {
    text += 'REFERENCING '
    if (trigger.oldTable !== null) text += `OLD TABLE AS ${quoteIdentifier(trigger.oldTable)} `
    if (trigger.newTable !== null) text += `NEW TABLE AS ${quoteIdentifier(trigger.newTable)} `
  }
  text += `FOR EACH ${trigger.level === 'row' ? 'ROW' : 'STATEMENT'} `
  if (trigger.when !== null) {
    const columnName = (/** @type {{ rt: number, attnum: number }} */ { rt, attnum }) => {
      const row = quoteIdentifier(rt === OLD_RT ? 'old' : 'new')
      const name = attnum > 0 ? relation.columns[attnum - 1].name : SYSTEM_NAMES[attnum]
      return `${row}.${attnum === 0 ? '*' : quoteIdentifier(name)}`
    }
    const condition = deparse(catalog, trigger.when, { pretty, column: columnName })
    text += `WHEN (${condition}) `
  }
  const func = /** @type {import('../descriptors.js').FuncDesc} */ (catalog.func(trigger.functionOid))
  const isVisible =
    catalog.functionsNamed(func.name).find((one) => one.argTypes.length === 0)?.oid === func.oid
  const name = isVisible
    ? quoteIdentifier(func.name)
    : `${quoteIdentifier(catalog.namespace(func.namespaceOid)?.name ?? '')}.${quoteIdentifier(func.name)}`
  return `${text}EXECUTE FUNCTION ${name}(${trigger.args.map((arg) => simpleLiteral(arg)).join(', ')})`
}
