/**
 * Access privileges: the has_*_privilege family, default privileges, aclitem arrays taken apart.
 */
import {
  ACL_KINDS, aclOf, defaultAcl, optionsIn, readAcl, TEMPORARY, writeAcl,
} from '../../catalog/acl.js'
import {
  DATABASE, FUNCTION, guardedColumn, guardedRow, LANGUAGE, optionsOn, PARAMETER, privilegesOn, privilegesOnColumn,
  RELATION, SCHEMA, SERVER, TABLESPACE, TYPE, WRAPPER,
} from '../../catalog/guarded.js'
import { hasPrivsOf, isAdminOf, isMember, isSuperuser, PUBLIC } from '../../catalog/roles.js'
import { catalogShape } from '../../catalog/store/shapes.js'
import { undefinedSchema } from '../../errors/ddl/catalog.js'
import {
  noSuchObject, undefinedColumn, undefinedDatabase, unknownPrivilege, wrongObject,
} from '../../errors/functions.js'
import { undefinedRole } from '../../errors/ddl/roles.js'
import { PRIVILEGES, readItem, sameItem, writeItem } from '../../types/acl-item.js'
import { builtinType } from '../../types/lookup.js'
import * as T from '../../types/oids.js'
import { findRelation, findType } from '../../types/reg.js'
import { trimBlanks } from '../../util/ascii.js'
import { Family } from '../impl.js'
/** @import { FunctionContext } from '../impl.js' */

const family = new Family()
export const privilegeFunctions = family.functions

/** @typedef {import('../../types/acl-item.js').AclItem} AclItem */

/** Bits by the words of SQL. @type {Map<string, number>} */
const BIT_OF = new Map(PRIVILEGES.map(([, name], bit) => [name, 1 << bit]))
BIT_OF.set('TEMP', TEMPORARY)

/** A privilege of tables that there once was: it can be asked for, and nobody holds it. */
const RULE = 0

// ---- aclitem arrays

family.add('acldefault_sql', (kind, owner) => {
  const letter = String.fromCharCode(kind)
  return writeAcl(defaultAcl(letter, owner))
})
family.add(
  'aclexplode',
  function* (acl) {
    for (const { grantor, grantee, privileges, options } of readAcl(acl)) {
      for (let bit = 0; bit < PRIVILEGES.length; bit++) {
        if ((privileges >> bit) & 1) yield [grantor, grantee, PRIVILEGES[bit][1], ((options >> bit) & 1) === 1]
      }
    }
  },
  { set: true }
)
family.add('makeaclitem', (grantee, grantor, text, option) => {
  const privileges = BIT_OF.get(text.toUpperCase()) ?? fail(unknownPrivilege(text))
  return writeItem({ grantee, grantor, privileges, options: option ? privileges : 0 })
})
family.add('aclcontains', (acl, item) => {
  const wanted = readItem(item)
  return readAcl(acl).some(({ grantee, grantor, privileges, options }) => grantee === wanted.grantee
    && grantor === wanted.grantor && (wanted.privileges & ~privileges) === 0 && (wanted.options & ~options) === 0)
})
family.add('aclitem_eq', sameItem)

// ---- who may what

/** @param {Error} error @returns {never} */
function fail(error) {
  throw error
}

/**
 * Privileges asked for: any of them is enough.
 * @typedef {{ bit: number, option: boolean }} Wanted
 */

/** @param {string} text @param {number} allowed @returns {Wanted[]} @throws {DbError} 22023 */
function wantedPrivileges(text, allowed) {
  return text.split(',').map((part) => {
    const word = trimBlanks(part)
    const match = /^([^]*?)([ \t-\r]+WITH GRANT OPTION)?$/i.exec(word)
    const name = /** @type {RegExpExecArray} */ (match)[1].toUpperCase()
    const bit = allowed === ACL_KINDS.r.all && name === 'RULE' ? RULE : BIT_OF.get(name)
    if (bit === undefined || (bit !== RULE && (allowed & bit) === 0)) throw unknownPrivilege(word)
    return { bit, option: match?.[2] !== undefined }
  })
}

/**
 * @param {any} catalog @param {number} role @param {number} classId @param {number} oid @param {Wanted[]} wanted
 * @returns {boolean | null} null: no such object
 */
function permitted(catalog, role, classId, oid, wanted) {
  for (const { bit, option } of wanted) {
    const found = option ? optionsOn(catalog, role, classId, oid, bit) : privilegesOn(catalog, role, classId, oid, bit)
    if (found < 0) return null
    if (found !== 0) return true
  }
  return false
}

/**
 * @param {FunctionContext} ctx
 * @param {string | number | undefined} user a name, an OID, or nobody named: the current one
 * @returns {number}
 */
function roleArgument({ catalog, session }, user) {
  if (typeof user === 'number') return user
  if (user === 'public') return PUBLIC
  if (user === undefined) return session.roleOid
  const role = catalog.roleByName(user)
  if (role === undefined) throw undefinedRole(user)
  return role.oid
}

/**
 * @typedef {object} ObjectKind
 * @property {number} classId
 * @property {number} allowed privileges that can be asked for
 * @property {(ctx: FunctionContext, name: string) => number} find by name; throws
 * @property {(catalog: any, oid: number) => void} [check] throws
 */

/**
 * @param {any} catalog
 * @param {string} name of the catalog
 * @param {string} nameColumn
 * @param {string} nameKey
 * @param {string} kind
 */
function oidByName(catalog, name, nameColumn, nameKey, kind) {
  const { at } = catalogShape(name)
  const [row] = catalog.rowsWith(name, nameColumn, nameKey)
  if (row === undefined) throw noSuchObject(kind, nameKey)
  return row[at.oid]
}

/** @type {(ctx: FunctionContext, name: string) => number} */
const tableNamed = ({ catalog }, name) => findRelation(catalog, name)

/** @type {Record<string, ObjectKind>} */
const KINDS = {
  table: { classId: RELATION, allowed: ACL_KINDS.r.all, find: tableNamed },
  sequence: {
    classId: RELATION,
    allowed: ACL_KINDS.s.all,
    find: tableNamed,
    check: (catalog, oid) => {
      const row = guardedRow(catalog, RELATION, oid)
      const { at } = catalogShape('pg_class')
      if (row !== undefined && row[at.relkind] !== 83) throw wrongObject(`"${row[at.relname]}" is not a sequence`)
    },
  },
  schema: {
    classId: SCHEMA,
    allowed: ACL_KINDS.n.all,
    find: ({ catalog }, name) => catalog.namespaceOid(name) || fail(undefinedSchema(name)),
  },
  database: {
    classId: DATABASE,
    allowed: ACL_KINDS.d.all,
    find: ({ catalog }, name) => catalog.databaseByName(name)?.oid ?? fail(undefinedDatabase(name)),
  },
  function: {
    classId: FUNCTION,
    allowed: ACL_KINDS.f.all,
    find: ({ env }, name) => builtinType(T.REGPROCEDURE)?.parse(name, -1, env),
  },
  language: {
    classId: LANGUAGE,
    allowed: ACL_KINDS.l.all,
    find: ({ catalog }, name) => oidByName(catalog, 'pg_language', 'lanname', name, 'language'),
  },
  tablespace: {
    classId: TABLESPACE,
    allowed: ACL_KINDS.t.all,
    find: ({ catalog }, name) => oidByName(catalog, 'pg_tablespace', 'spcname', name, 'tablespace'),
  },
  type: { classId: TYPE, allowed: ACL_KINDS.T.all, find: ({ catalog }, name) => findType(catalog, name) },
  foreign_data_wrapper: {
    classId: WRAPPER,
    allowed: ACL_KINDS.F.all,
    find: ({ catalog }, name) => oidByName(catalog, 'pg_foreign_data_wrapper', 'fdwname', name, 'foreign-data wrapper'),
  },
  server: {
    classId: SERVER,
    allowed: ACL_KINDS.S.all,
    find: ({ catalog }, name) => oidByName(catalog, 'pg_foreign_server', 'srvname', name, 'server'),
  },
}

for (const [name, kind] of Object.entries(KINDS)) {
  /**
   * @param {FunctionContext} ctx
   * @param {string | number | undefined} user
   * @param {string | number} which
   * @param {string} privilege
   */
  const ask = (ctx, user, which, privilege) => {
    const role = roleArgument(ctx, user)
    const oid = typeof which === 'number' ? which : kind.find(ctx, which)
    const wanted = wantedPrivileges(privilege, kind.allowed)
    kind.check?.(ctx.catalog, oid)
    return permitted(ctx.catalog, role, kind.classId, oid, wanted)
  }
  family.context(
    ['name_name', 'name_id', 'id_name', 'id_id'].map((types) => `has_${name}_privilege_${types}`),
    ask
  )
  family.context(
    ['name', 'id'].map((types) => `has_${name}_privilege_${types}`),
    (ctx, which, privilege) => ask(ctx, undefined, which, privilege)
  )
}

/** @param {any} catalog @param {number} role @param {number} oid @param {number} attnum @param {Wanted} wanted */
function columnHolds(catalog, role, oid, attnum, { bit, option }) {
  if (!option) return privilegesOnColumn(catalog, role, oid, attnum, bit) > 0
  const object = guardedColumn(catalog, oid, attnum)
  return object !== null && optionsIn(catalog, aclOf(object), role, object.owner, bit) !== 0
}

/**
 * @param {FunctionContext} ctx
 * @param {string | number | undefined} user
 * @param {string | number} table
 * @param {string | number} column
 * @param {string} privilege
 */
function columnPrivilege(ctx, user, table, column, privilege) {
  const { catalog } = ctx
  const role = roleArgument(ctx, user)
  const oid = typeof table === 'number' ? table : findRelation(catalog, table)
  const { at } = catalogShape('pg_attribute')
  const rows = catalog.rows('pg_attribute', 'pg_attribute_relid_attnum_index', [oid])
  const row = rows.find(
    (/** @type {any[]} */ candidate) =>
      !candidate[at.attisdropped] && candidate[typeof column === 'number' ? at.attnum : at.attname] === column
  )
  if (row === undefined && typeof column === 'string') {
    const relation = guardedRow(catalog, RELATION, oid)
    if (relation !== undefined) throw undefinedColumn(column, relation[catalogShape('pg_class').at.relname])
  }
  const wanted = wantedPrivileges(privilege, ACL_KINDS.c.all)
  const ofTable = permitted(catalog, role, RELATION, oid, wanted)
  if (ofTable === null || row === undefined) return null
  return ofTable || wanted.some((one) => columnHolds(catalog, role, oid, row[at.attnum], one))
}

/**
 * Of the table, or of any of its columns.
 * @param {FunctionContext} ctx @param {string | number | undefined} user @param {string | number} table
 * @param {string} privilege
 */
function anyColumnPrivilege(ctx, user, table, privilege) {
  const { catalog } = ctx
  const role = roleArgument(ctx, user)
  const oid = typeof table === 'number' ? table : findRelation(catalog, table)
  const wanted = wantedPrivileges(privilege, ACL_KINDS.c.all)
  const ofTable = permitted(catalog, role, RELATION, oid, wanted)
  if (ofTable !== false) return ofTable
  const { at } = catalogShape('pg_attribute')
  return catalog.rows('pg_attribute', 'pg_attribute_relid_attnum_index', [oid]).some((/** @type {any[]} */ row) =>
    row[at.attnum] > 0 && !row[at.attisdropped]
    && wanted.some((one) => columnHolds(catalog, role, oid, row[at.attnum], one)))
}
family.context(
  ['name_name', 'name_id', 'id_name', 'id_id'].map((types) => `has_any_column_privilege_${types}`),
  anyColumnPrivilege
)
family.context(
  ['name', 'id'].map((types) => `has_any_column_privilege_${types}`),
  (ctx, which, privilege) => anyColumnPrivilege(ctx, undefined, which, privilege)
)
for (const table of ['name', 'id']) {
  for (const column of ['name', 'attnum']) {
    family.context(`has_column_privilege_${table}_${column}`, (ctx, which, field, privilege) =>
      columnPrivilege(ctx, undefined, which, field, privilege)
    )
    family.context(
      ['name', 'id'].map((user) => `has_column_privilege_${user}_${table}_${column}`),
      columnPrivilege
    )
  }
}

/** @param {FunctionContext} ctx @param {string | number | undefined} user @param {string} privilege */
function parameterPrivilege(ctx, user, /** @type {string} */ parameter, privilege) {
  const role = roleArgument(ctx, user)
  const wanted = wantedPrivileges(privilege, ACL_KINDS.p.all)
  const [row] = ctx.catalog.rowsWith('pg_parameter_acl', 'parname', parameter.toLowerCase())
  if (row !== undefined) return permitted(ctx.catalog, role, PARAMETER, row[0], wanted)
  return role !== PUBLIC && isSuperuser(ctx.catalog, role)
}
family.context(['has_parameter_privilege_name_name', 'has_parameter_privilege_id_name'], parameterPrivilege)
family.context('has_parameter_privilege_name', (ctx, parameter, privilege) =>
  parameterPrivilege(ctx, undefined, parameter, privilege)
)

/**
 * @param {FunctionContext} ctx
 * @param {string | number | undefined} user
 * @param {string | number} role
 * @param {string} privilege
 */
function hasRole(ctx, user, role, privilege) {
  const { catalog } = ctx
  for (const name of [user, role]) if (name === 'public') throw undefinedRole(name)
  const member = roleArgument(ctx, user)
  const wanted = roleArgument(ctx, role)
  return privilege.split(',').map((part) => {
    const word = trimBlanks(part)
    const match = /^(MEMBER|USAGE)([ \t-\r]+WITH (?:GRANT|ADMIN) OPTION)?$/i.exec(word)
    if (match === null) throw unknownPrivilege(word)
    if (match[2] !== undefined) return isAdminOf
    return match[1].toUpperCase() === 'MEMBER' ? isMember : hasPrivsOf
  }).some((asks) => asks(catalog, member, wanted))
}
family.context(
  ['name_name', 'name_id', 'id_name', 'id_id'].map((types) => `pg_has_role_${types}`),
  hasRole
)
family.context(['pg_has_role_name', 'pg_has_role_id'], (ctx, role, privilege) =>
  hasRole(ctx, undefined, role, privilege)
)
