/** DROP TRIGGER, DROP RULE and DROP POLICY: each names a part of a table, by the table's name and its own there. */
import { CLASS } from '../../../catalog/ddl/context.js'
import { address } from '../../../catalog/ddl/dependencies.js'
import { dropObjects } from '../../../catalog/ddl/drop.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { undefinedPolicy } from '../../../errors/ddl/row-security.js'
import { undefinedRule } from '../../../errors/ddl/rules.js'
import { undefinedTrigger } from '../../../errors/triggers.js'
import { asAnyone } from '../../session/access.js'
import { ACCESS_EXCLUSIVE, beginDdl, endDdl, lockRelation } from '../../session/ddl.js'

/** @import { CatalogRow } from '../../../catalog/descriptors.js' */
/** @import { DropStmt } from '@pgsql/types' */
/** @import { Tree } from '../../../parser/tree.js' */

/**
 * Where parts of a kind are recorded, with which table and by which name.
 * @typedef {{ word: string, catalog: string, table: string, name: string, classId: number,
 *   missing: (name: string, table: string) => Error }} PartKind
 */

/** @type {Record<string, PartKind>} */
const PARTS = {
  OBJECT_TRIGGER: {
    word: 'trigger', catalog: 'pg_trigger', table: 'tgrelid', name: 'tgname', classId: CLASS.TRIGGER,
    missing: undefinedTrigger,
  },
  OBJECT_RULE: {
    word: 'rule', catalog: 'pg_rewrite', table: 'ev_class', name: 'rulename', classId: CLASS.REWRITE,
    missing: undefinedRule,
  },
  OBJECT_POLICY: {
    word: 'policy', catalog: 'pg_policy', table: 'polrelid', name: 'polname', classId: CLASS.POLICY,
    missing: undefinedPolicy,
  },
}

/**
 * @param {import('../../session/session.js').Session} session
 * @param {Tree<DropStmt>} node
 * @param {import('../dispatch.js').UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 * @throws {import('../../../errors/db-error.js').DbError} 42704, 42P01, 42501
 */
export function* runDropOfTable(session, node, call) {
  const kind = PARTS[node.removeType]
  const targets = []
  const skip = (/** @type {string} */ what) =>
    session.notice({ severity: 'NOTICE', code: '00000', message: `${what} does not exist, skipping` })
  for (const object of node.objects) {
    const names = object.List.items.map((item) => item.String.sval)
    const name = /** @type {string} */ (names.pop())
    const [schemaname, relname] = [names.at(-2), /** @type {string} */ (names.at(-1))]
    const rangeVar = { relname, schemaname, catalogname: names.at(-3) }
    const oid = yield* lockRelation(session, rangeVar, ACCESS_EXCLUSIVE, node.missing_ok === true, asAnyone)
    if (oid === 0) {
      const missingSchema = schemaname !== undefined && session.catalog().namespaceOid(schemaname) === 0
      skip(missingSchema ? `schema "${schemaname}"` : `relation "${names.join('.')}"`)
      continue
    }
    const { at } = catalogShape(kind.catalog)
    const row = session.catalog().rowsWith(kind.catalog, kind.table, oid)
      .find((/** @type {CatalogRow} */ one) => one[at[kind.name]] === name)
    if (row !== undefined) targets.push(address(kind.classId, row[at.oid]))
    else if (node.missing_ok) skip(`${kind.word} "${name}" for relation "${names.join('.')}"`)
    else throw kind.missing(name, relname)
  }
  if (targets.length > 0) {
    const ddl = beginDdl(session)
    dropObjects(ddl, targets, { cascade: node.behavior === 'DROP_CASCADE' })
    endDdl(session, ddl)
  }
  call.sink.commandComplete(`DROP ${kind.word.toUpperCase()}`)
}
