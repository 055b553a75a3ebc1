/**
 * Functions of what is not here: replication slots, validation of a function that stands in the
 * catalog. Each asks first what it would ask if it were, so that a role without the right hears of the right (42501);
 * who has it hears that no such thing exists, or 0A000 with the function's name.
 */
import { USAGE } from '../../catalog/acl.js'
import { LANGUAGE, privilegesOn, requireExecute } from '../../catalog/guarded.js'
import { catalogShape } from '../../catalog/store/shapes.js'
import { featureNotSupported } from '../../errors/db-error.js'
import {
  noFunctionWithOid, noReplicationSlot, notLogical, otherLanguagesValidator,
} from '../../errors/functions.js'
import { denied, permissionDenied } from '../../errors/privileges.js'
import { Family } from '../impl.js'

/** @import { FunctionContext } from '../impl.js' */

const family = new Family()
export const absentFunctions = family.functions

/** @param {string} name with its types, as messages show it */
const missing = (name) => featureNotSupported(`function ${name}`)

// ---- replication slots

/** @param {FunctionContext} ctx @throws {DbError} 42501 */
function requireReplication({ catalog, session }) {
  const role = catalog.role(session.roleOid)
  if (role?.superuser || role?.replication) return
  throw denied('must be superuser or replication role to use replication slots')
}

/** @param {FunctionContext} ctx @throws {DbError} 55000 */
function requireLogical({ session }) {
  if (session.settings.get('wal_level') !== 'logical') throw notLogical()
}

family.context('pg_create_physical_replication_slot', (ctx) => {
  requireReplication(ctx)
  throw missing('pg_create_physical_replication_slot(name, boolean, boolean)')
})
family.context('pg_create_logical_replication_slot', (ctx) => {
  requireReplication(ctx)
  requireLogical(ctx)
  throw missing('pg_create_logical_replication_slot(name, name, boolean, boolean)')
})
family.context([
  'pg_drop_replication_slot', 'pg_replication_slot_advance', 'pg_copy_physical_replication_slot_a',
  'pg_copy_physical_replication_slot_b',
], (ctx, slot) => {
  requireReplication(ctx)
  throw noReplicationSlot(slot)
})
family.context([
  'pg_copy_logical_replication_slot_a', 'pg_copy_logical_replication_slot_b', 'pg_copy_logical_replication_slot_c',
], (ctx, slot) => {
  requireReplication(ctx)
  requireLogical(ctx)
  throw noReplicationSlot(slot)
})
family.context([
  'pg_logical_slot_get_changes', 'pg_logical_slot_get_binary_changes', 'pg_logical_slot_peek_changes',
  'pg_logical_slot_peek_binary_changes',
], function* (ctx, slot) {
  requireReplication(ctx)
  requireLogical(ctx)
  throw noReplicationSlot(slot)
}, { set: true })

// ---- validators

/**
 * @param {string} source @param {number} validator its OID
 * @param {(() => string) | null} after null: what was found sound when it was made
 */
function validates(source, validator, after) {
  family.context(source, ({ catalog, session }, oid) => {
    const func = catalog.func(oid)
    if (func === undefined) throw noFunctionWithOid(oid)
    const { at } = catalogShape('pg_language')
    const [language] = catalog.rowsWith('pg_language', 'oid', func.language)
    if (language[at.lanvalidator] !== validator) {
      throw otherLanguagesValidator(validator, func.language, language[at.lanvalidator])
    }
    if (privilegesOn(catalog, session.roleOid, LANGUAGE, func.language, USAGE) === 0) {
      throw permissionDenied('language', language[at.lanname])
    }
    requireExecute(catalog, session.roleOid, oid)
    if (after !== null && session.settings.get('check_function_bodies') === true) return after()
    return ''
  })
}
validates('fmgr_internal_validator', 2246, null)
validates('fmgr_c_validator', 2247, null)
validates('fmgr_sql_validator', 2248, () => { throw missing('fmgr_sql_validator(oid)') })
validates('plpgsql_validator', 13562, () => { throw missing('plpgsql_validator(oid)') })
