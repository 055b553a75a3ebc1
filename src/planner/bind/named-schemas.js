/** Schemas that a statement names: who runs its plan must have USAGE of them, whoever made it. */
import { USAGE } from '../../catalog/acl.js'
import { privilegesOn, SCHEMA } from '../../catalog/guarded.js'
import { permissionDenied } from '../../errors/privileges.js'
import { placed } from '../../errors/syntax.js'

/** @import { BindContext } from './context.js' */

const PG_CATALOG = 11

/**
 * To be called before anything is looked up in the schema.
 * @param {BindContext} ctx @param {string} name @param {number} location bytes; -1: unknown
 * @throws {DbError} 42501
 */
export function namesSchema(ctx, name, location) {
  if (ctx.isTrusted || ctx.checkAs !== undefined) return
  const { catalog } = ctx
  const oid = catalog.namespaceOid(name)
  if (oid === 0 || oid === PG_CATALOG) return
  if (!ctx.needs.schemas.has(oid)) ctx.needs.schemas.set(oid, location)
  if (privilegesOn(catalog, catalog.roleOid, SCHEMA, oid, USAGE) !== 0) return
  throw placed(permissionDenied('schema', name), location)
}

/**
 * Of a name in parts, its schema last but one.
 * @param {BindContext} ctx
 * @param {string[]} parts
 * @param {number} location
 */
export function namesSchemaOf(ctx, parts, location) {
  if (parts.length > 1) namesSchema(ctx, parts[parts.length - 2], location)
}
