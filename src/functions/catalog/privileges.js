/**
 * Access privileges: the has_*_privilege family, default privileges, aclitem arrays taken apart. An aclitem is kept as
 * its text, grantee=letters/grantor, a star behind a letter for its grant option; no grantee is PUBLIC.
 */
import { catalogShape } from '../../catalog/store/shapes.js'
import { items } from '../../catalog/descriptors.js'
import { hasPrivsOf, isAdminOf, isMember, privilegedAs, PUBLIC } from '../../catalog/roles.js'
import { quoteIdentifier } from '../../catalog/deparse/names.js'
import { invalidParameter, undefinedSchema } from '../../errors/data.js'
import {
  wrongObject,
  noSuchObject,
  undefinedColumn,
  undefinedDatabase,
  undefinedRole,
  unknownPrivilege,
} from '../../errors/functions.js'
import { arrayOf } from '../../types/array.js'
import { builtinType } from '../../types/lookup.js'
import * as T from '../../types/oids.js'
import { findRelation, findType } from '../../types/reg.js'
import { Family } from '../impl.js'
import { trimBlanks } from '../../util/ascii.js'
/** @import { FunctionContext } from '../impl.js' */

const family = new Family()
export const privilegeFunctions = family.functions

/** Letters as aclitem prints them, in its order, with their names. @type {[string, string][]} */
const LETTERS = [['a', 'INSERT'], ['r', 'SELECT'], ['w', 'UPDATE'], ['d', 'DELETE'], ['D', 'TRUNCATE'], ['x', 'REFERENCES'], ['t', 'TRIGGER'], ['X', 'EXECUTE'],
  ['U', 'USAGE'], ['C', 'CREATE'], ['T', 'TEMPORARY'], ['c', 'CONNECT'], ['s', 'SET'], ['A', 'ALTER SYSTEM']]
const LETTER_OF = new Map(LETTERS.map(([letter, name]) => [name, letter]))
LETTER_OF.set('TEMP', 'T')

/**
 * Kinds of objects as acldefault takes them: what PUBLIC has by default, and what the owner has.
 * @type {Record<string, [string, string]>}
 */
const DEFAULTS = { c: ['', ''], r: ['', 'arwdDxt'], s: ['', 'rwU'], d: ['Tc', 'CTc'], f: ['X', 'X'], l: ['U', 'U'], L: ['', 'rw'], n: ['', 'UC'], p: ['', 'sA'],
  t: ['', 'C'], F: ['', 'U'], S: ['', 'U'], T: ['U', 'U'] }

/** @typedef {{ grantee: number, grantor: number, letters: Map<string, boolean> }} AclItem letters to grant option */

// ---- aclitem arrays

/** @param {any} catalog @param {number} oid */
const roleName = (catalog, oid) => (oid === PUBLIC ? '' : quoteIdentifier(catalog.role(oid)?.name ?? String(oid)))

/** @param {any} catalog @param {string} name '' is PUBLIC */
const roleOid = (catalog, name) =>
  name === ''
    ? PUBLIC
    : (catalog.roleByName(name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name)?.oid ?? Number(name))

/** @param {any} catalog @param {string} text @returns {AclItem} */
function parseItem(catalog, text) {
  const match = /^("(?:[^"]|"")*"|[^=]*)=([A-Za-z*]*)(?:\/([^]*))?$/.exec(text)
  if (match === null) throw invalidParameter(`invalid access control item: ${text}`)
  /** @type {Map<string, boolean>} */
  const letters = new Map()
  for (const [, letter, star] of match[2].matchAll(/([A-Za-z])(\*?)/g)) letters.set(letter, star !== '')
  return { grantee: roleOid(catalog, match[1]), grantor: roleOid(catalog, match[3] ?? ''), letters }
}

/** @param {any} catalog @param {number} owner @param {string} kind @returns {string[]} */
function defaultItems(catalog, owner, kind) {
  const entry = DEFAULTS[kind]
  if (entry === undefined) throw invalidParameter(`unrecognized object type abbreviation: ${kind}`)
  const name = roleName(catalog, owner)
  return [
    ...(entry[0] === '' ? [] : [`=${entry[0]}/${name}`]),
    ...(entry[1] === '' ? [] : [`${name}=${entry[1]}/${name}`]),
  ]
}
family.context('acldefault_sql', ({ catalog }, kind, owner) =>
  arrayOf(T.ACLITEM, defaultItems(catalog, owner, String.fromCharCode(kind)))
)
family.context(
  'aclexplode',
  function* ({ catalog }, acl) {
    for (const text of items(acl)) {
      const item = parseItem(catalog, text)
      // In the order of the bits, which is not the order of the letters' alphabet.
      for (const [letter, name] of LETTERS)
        if (item.letters.has(letter)) yield [item.grantor, item.grantee, name, item.letters.get(letter)]
    }
  },
  { set: true }
)
family.context('makeaclitem', ({ catalog }, grantee, grantor, privileges, option) => {
  const letters = new Set(words(privileges).map((word) => LETTER_OF.get(word) ?? fail(unknownPrivilege(word))))
  const text = LETTERS.map(([letter]) => (letters.has(letter) ? letter + (option ? '*' : '') : '')).join('')
  return `${roleName(catalog, grantee)}=${text}/${roleName(catalog, grantor)}`
})
family.context('aclcontains', ({ catalog }, acl, item) => {
  const wanted = parseItem(catalog, item)
  return items(acl).some((/** @type {string} */ text) => {
    const have = parseItem(catalog, text)
    return (
      have.grantee === wanted.grantee &&
      have.grantor === wanted.grantor &&
      [...wanted.letters].every(([letter, option]) => have.letters.has(letter) && (!option || have.letters.get(letter)))
    )
  })
})
family.add('aclitem_eq', (a, b) => a === b)

// ---- who may what

/** @param {Error} error @returns {never} */
function fail(error) {
  throw error
}

/** @param {string} text */
const words = (text) => text.split(',').map((word) => trimBlanks(word).toUpperCase())

/**
 * Privileges asked for: any of them suffices.
 * @param {string} text
 * @param {string} allowed letters
 * @returns {{ letter: string, option: boolean }[]}
 */
function wantedPrivileges(text, allowed) {
  return text.split(',').map((part) => {
    const word = trimBlanks(part)
    const match = /^([^]*?)([ \t-\r]+WITH GRANT OPTION)?$/i.exec(word)
    const letter = LETTER_OF.get(/** @type {RegExpExecArray} */ (match)[1].toUpperCase())
    if (letter === undefined || !allowed.includes(letter)) throw unknownPrivilege(word)
    return { letter, option: match?.[2] !== undefined }
  })
}

/**
 * @param {any} catalog @param {number} role @param {{ owner: number, acl: any, kind: string }} object
 * @param {{ letter: string, option: boolean }[]} wanted
 */
function permitted(catalog, role, object, wanted) {
  if (role !== PUBLIC && catalog.role(role)?.superuser) return true
  const roles = privilegedAs(catalog, role)
  const owns = roles.has(object.owner)
  const acl = (object.acl === null ? defaultItems(catalog, object.owner, object.kind) : items(object.acl)).map(
    (/** @type {string} */ text) => parseItem(catalog, text)
  )
  return wanted.some(({ letter, option }) =>
    acl.some(
      (/** @type {AclItem} */ item) =>
        (item.grantee === PUBLIC || roles.has(item.grantee)) &&
        item.letters.has(letter) &&
        (!option || owns || item.letters.get(letter))
    )
  )
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
 * @param {any} catalog
 * @param {string} name of the catalog
 * @param {string} keyColumn
 * @param {any} key
 * @param {string} ownerColumn
 * @param {string} aclColumn
 * @param {string} kind
 */
function objectRow(catalog, name, keyColumn, key, ownerColumn, aclColumn, kind) {
  const { at } = catalogShape(name)
  const [row] = catalog.rowsWith(name, keyColumn, key)
  return row === undefined ? null : { owner: row[at[ownerColumn]], acl: row[at[aclColumn]], kind, row, at }
}

/**
 * @typedef {object} ObjectKind
 * @property {string} allowed privilege letters
 * @property {(ctx: FunctionContext, name: string) => number} find by name; throws
 * @property {(catalog: any, oid: number) => { owner: number, acl: any, kind: string } | null} read
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
/** @param {any} catalog @param {number} oid */
const tableRow = (catalog, oid) => {
  const found = objectRow(catalog, 'pg_class', 'oid', oid, 'relowner', 'relacl', 'r')
  if (found !== null && found.row[found.at.relkind] === 83) found.kind = 's'
  return found
}

/** @type {Record<string, ObjectKind>} */
const KINDS = {
  table: { allowed: 'arwdDxt', find: tableNamed, read: tableRow },
  sequence: {
    allowed: 'rwU',
    find: tableNamed,
    read: (catalog, oid) => {
      const found = tableRow(catalog, oid)
      if (found !== null && found.kind !== 's') throw wrongObject(`"${catalog.relation(oid)?.name}" is not a sequence`)
      return found
    },
  },
  any_column: { allowed: 'arwx', find: tableNamed, read: tableRow },
  schema: {
    allowed: 'UC',
    read: (catalog, oid) => objectRow(catalog, 'pg_namespace', 'oid', oid, 'nspowner', 'nspacl', 'n'),
    find: ({ catalog }, name) => catalog.namespaceOid(name) || fail(undefinedSchema(name)),
  },
  database: {
    allowed: 'CTc',
    read: (catalog, oid) => objectRow(catalog, 'pg_database', 'oid', oid, 'datdba', 'datacl', 'd'),
    find: ({ catalog }, name) => catalog.databaseByName(name)?.oid ?? fail(undefinedDatabase(name)),
  },
  function: {
    allowed: 'X',
    read: (catalog, oid) => objectRow(catalog, 'pg_proc', 'oid', oid, 'proowner', 'proacl', 'f'),
    find: ({ env }, name) => builtinType(T.REGPROCEDURE)?.parse(name, -1, env),
  },
  language: {
    allowed: 'U',
    read: (catalog, oid) => objectRow(catalog, 'pg_language', 'oid', oid, 'lanowner', 'lanacl', 'l'),
    find: ({ catalog }, name) => oidByName(catalog, 'pg_language', 'lanname', name, 'language'),
  },
  tablespace: {
    allowed: 'C',
    read: (catalog, oid) => objectRow(catalog, 'pg_tablespace', 'oid', oid, 'spcowner', 'spcacl', 't'),
    find: ({ catalog }, name) => oidByName(catalog, 'pg_tablespace', 'spcname', name, 'tablespace'),
  },
  type: {
    allowed: 'U',
    read: (catalog, oid) => objectRow(catalog, 'pg_type', 'oid', oid, 'typowner', 'typacl', 'T'),
    find: ({ catalog }, name) => findType(catalog, name),
  },
  foreign_data_wrapper: {
    allowed: 'U',
    read: (catalog, oid) => objectRow(catalog, 'pg_foreign_data_wrapper', 'oid', oid, 'fdwowner', 'fdwacl', 'F'),
    find: ({ catalog }, name) => oidByName(catalog, 'pg_foreign_data_wrapper', 'fdwname', name, 'foreign-data wrapper'),
  },
  server: {
    allowed: 'U',
    read: (catalog, oid) => objectRow(catalog, 'pg_foreign_server', 'oid', oid, 'srvowner', 'srvacl', 'S'),
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
    const object = kind.read(ctx.catalog, oid)
    return object === null ? null : permitted(ctx.catalog, role, object, wanted)
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
  const wanted = wantedPrivileges(privilege, 'arwx')
  const { at } = catalogShape('pg_attribute')
  const object = tableRow(catalog, oid)
  if (object === null) return null
  const rows = catalog.rows('pg_attribute', 'pg_attribute_relid_attnum_index', [oid])
  const row = rows.find(
    (/** @type {any[]} */ candidate) =>
      !candidate[at.attisdropped] && candidate[typeof column === 'number' ? at.attnum : at.attname] === column
  )
  if (row === undefined) {
    if (typeof column === 'string') throw undefinedColumn(column, object.row[object.at.relname])
    return null
  }
  return (
    permitted(catalog, role, object, wanted) ||
    (row[at.attacl] !== null &&
      permitted(catalog, role, { owner: object.owner, acl: row[at.attacl], kind: 'c' }, wanted))
  )
}
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
  const wanted = wantedPrivileges(privilege, 'sA')
  const object = objectRow(ctx.catalog, 'pg_parameter_acl', 'parname', parameter.toLowerCase(), 'oid', 'paracl', 'p')
  return permitted(ctx.catalog, role, { owner: 10, acl: object?.acl ?? null, kind: 'p' }, wanted)
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
