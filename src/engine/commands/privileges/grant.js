/**
 * GRANT and REVOKE on objects: whose name they are made in, what of them may be granted, and the list written. Roles
 * are granted in ../databases/role-members.js.
 */
import {
  ACL_KINDS, aclOf, bestGrantor, changedAcl, defaultAcl, optionsIn, sameAcl, SELECT,
} from '../../../catalog/acl.js'
import { setAcl } from '../../../catalog/ddl/privileges.js'
import {
  guarded, guardedColumn, GUARDED_CLASSES, LARGE_OBJECT, PARAMETER, privilegesOn, privilegesOnColumn, RELATION,
} from '../../../catalog/guarded.js'
import { PUBLIC } from '../../../catalog/roles.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { featureRefused } from '../../../errors/ddl/roles.js'
import { columnDenied, invalidPrivilege, permissionDenied, wrongKind } from '../../../errors/privileges.js'
import { undefinedColumn } from '../../../errors/functions.js'
import { beginDdl, endDdl } from '../../session/ddl.js'
import { roleOf } from '../databases/role-spec.js'
import { targetsOf } from './grant-targets.js'
import { refuseColumnPrivileges, wantedPrivileges } from './privilege-words.js'

/** @import { Acl, Change, Guarded } from '../../../catalog/acl.js' */
/** @import { GuardedClass } from '../../../catalog/guarded.js' */
/** @import { CatalogRow } from '../../../catalog/descriptors.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Target } from './grant-targets.js' */
/** @import { GrantNode, WantedPrivileges } from './privilege-words.js' */

/**
 * A statement, its roles found.
 * @typedef {Omit<Change, 'privileges'> & { objectType: string, wanted: WantedPrivileges }} Grant
 */

/**
 * @param {Session} session @param {GrantNode['grantees']} specs @returns {number[]} 0: PUBLIC
 * @throws {DbError} 42704
 */
export const granteesOf = (session, specs) => (specs ?? []).map(({ RoleSpec: spec }) =>
  spec.roletype === 'ROLESPEC_PUBLIC' ? PUBLIC : roleOf(session, spec).oid)

/**
 * @param {Session} session @param {GrantNode} node GrantStmt @param {UtilityCall} call
 * @throws {DbError} 0A000, 42501, 42704, 0LP01, 2BP01
 */
export function runGrant(session, node, call) {
  session.block.ensure()
  const isGrant = node.is_grant === true
  if (node.grantor && roleOf(session, node.grantor.RoleSpec ?? node.grantor).oid !== session.roleOid) {
    throw featureRefused('grantor must be current user')
  }
  const targets = targetsOf(session, node)
  const grant = {
    isGrant, optionOnly: node.grant_option === true, cascade: node.behavior === 'DROP_CASCADE',
    grantees: granteesOf(session, node.grantees), objectType: node.objtype,
    wanted: wantedPrivileges(node.privileges, node.objtype),
  }
  const ddl = beginDdl(session)
  for (const target of targets) grantOn(session, ddl, target, grant)
  endDdl(session, ddl)
  call.sink.commandComplete(isGrant ? 'GRANT' : 'REVOKE')
}

/** @param {Session} session @param {DdlContext} ddl @param {Target} target @param {Grant} grant */
export function grantOn(session, ddl, target, grant) {
  if (target.classId === RELATION) {
    onRelation(session, ddl, target, grant)
    return
  }
  const { kind, word } = /** @type {GuardedClass} */ (GUARDED_CLASSES.get(target.classId))
  if (target.classId === PARAMETER && target.oid === 0) {
    if (!grant.isGrant) return
    target.oid = newParameter(ddl, target.name)
  }
  const object = /** @type {Guarded} */ (guarded(ddl.view, target.classId, target.oid))
  const bits = grant.wanted.all ? ACL_KINDS[kind].all : grant.wanted.bits
  // A refusal then says so twice, as PostgreSQL's.
  const name = target.classId === LARGE_OBJECT ? `${word} ${target.name}` : target.name
  const acl = changed(session, ddl, object, aclOf(object), bits, grant, {
    all: ACL_KINDS[kind].all, saidAll: grant.wanted.all, name, refusal: () => permissionDenied(word, name),
    held: (role, mask) => privilegesOn(ddl.view, role, target.classId, target.oid, mask),
  })
  session.block.txn.nextCommand()
  if (target.classId === PARAMETER && sameAcl(acl, defaultAcl('p', object.owner))) {
    ddl.remove('pg_parameter_acl', ddl.byOid('pg_parameter_acl', target.oid))
    ddl.touch([target.oid])
  } else setAcl(ddl, target.classId, target.oid, 0, acl)
  session.block.txn.nextCommand()
}

/** @param {DdlContext} ddl @param {string} name @returns {number} */
function newParameter(ddl, name) {
  const oid = ddl.newOid()
  ddl.insert('pg_parameter_acl', { oid, parname: name, paracl: null })
  return oid
}

/**
 * @typedef {object} Place where a change is made, for messages
 * @property {number} all what its kind has @property {boolean} saidAll
 * @property {string} name @property {string} [column] @property {() => Error} refusal
 * @property {(role: number, mask: number) => number} held what a role may do there, by whatever gives it leave
 */

/**
 * The list as the statement leaves it. @param {Session} session @param {DdlContext} ddl @param {Guarded} object
 * @param {Acl} options the list by which the grantor's options count @param {number} bits
 * @param {Grant} grant @param {Place} place @returns {Acl} @throws {DbError} 42501, 0LP01, 2BP01
 */
function changed(session, ddl, object, options, bits, grant, place) {
  const { grantor, options: mayGrant } = bestGrantor(ddl.view, session.roleOid, bits, options, object.owner)
  if (mayGrant === 0) {
    // Who may do anything there at all is only warned.
    const holds = place.held(grantor, place.all)
      | optionsIn(ddl.view, options, grantor, object.owner, place.all)
    if (holds === 0) throw place.refusal()
  }
  const allowed = bits & mayGrant
  if (allowed === 0 || (!place.saidAll && allowed !== bits)) warn(session, grant.isGrant, allowed === 0, place)
  return changedAcl(ddl.view, aclOf(object), { ...grant, privileges: allowed }, grantor, object.owner)
}

/** @param {Session} session @param {boolean} isGrant @param {boolean} none @param {Place} place */
function warn(session, isGrant, none, { name, column }) {
  const where = column === undefined ? `"${name}"` : `column "${column}" of relation "${name}"`
  const message = isGrant ? `${none ? 'no' : 'not all'} privileges were granted for ${where}`
    : `${none ? 'no' : 'not all'} privileges could be revoked for ${where}`
  session.notice({ severity: 'WARNING', code: isGrant ? '01007' : '01006', message })
}

/** @param {Session} session @param {DdlContext} ddl @param {Target} target @param {Grant} grant */
function onRelation(session, ddl, target, grant) {
  const { at } = catalogShape('pg_class')
  const row = ddl.view.rowsWith('pg_class', 'oid', target.oid)[0]
  const relkind = String.fromCharCode(row[at.relkind])
  if (relkind === 'i' || relkind === 'I') throw wrongKind(`"${target.name}" is an index`)
  if (relkind === 'c') throw wrongKind(`"${target.name}" is a composite type`)
  if (grant.objectType === 'OBJECT_SEQUENCE' && relkind !== 'S') throw wrongKind(`"${target.name}" is not a sequence`)
  const { all } = ACL_KINDS[relkind === 'S' ? 's' : 'r']
  const saidAll = grant.wanted.all
  let bits = saidAll ? all : grant.wanted.bits
  if (relkind === 'S') {
    if ((bits & ~all) !== 0) {
      session.notice({
        severity: 'WARNING', code: '0LP01',
        message: `sequence "${target.name}" only supports USAGE, SELECT, and UPDATE privileges`,
      })
    }
    bits &= all
  } else if ((bits & ~all) !== 0) throw invalidPrivilege('USAGE', 'table')
  const columns = columnBits(session, ddl, target, grant, relkind, bits)
  const object = /** @type {Guarded} */ (guarded(ddl.view, RELATION, target.oid))
  const before = aclOf(object)
  const held = (/** @type {number} */ role, /** @type {number} */ mask) =>
    privilegesOn(ddl.view, role, RELATION, target.oid, mask)
  if (bits !== 0) {
    setAcl(ddl, RELATION, target.oid, 0, changed(session, ddl, object, before, bits, grant, {
      all, saidAll, name: target.name, held,
      refusal: () => permissionDenied(relkind === 'S' ? 'sequence' : 'table', target.name),
    }))
    session.block.txn.nextCommand()
  }
  for (const [attnum, one] of columns) onColumn(session, ddl, target, attnum, one, before, grant)
}

/**
 * A table's REVOKE is its columns' too. @param {Session} session @param {DdlContext} ddl
 * @param {Target} target @param {Grant} grant @param {string} relkind @param {number} bits of the table
 * @returns {Map<number, { name: string, bits: number, saidAll: boolean }>} by attnum
 */
function columnBits(session, ddl, target, grant, relkind, bits) {
  /** @type {Map<number, { name: string, bits: number, saidAll: boolean }>} */
  const found = new Map()
  const { at } = catalogShape('pg_attribute')
  if (grant.isGrant && grant.wanted.ofColumns.length === 0) return found
  const rows = ddl.view.rows('pg_attribute', 'pg_attribute_relid_attnum_index', [target.oid])
    .filter((row) => !row[at.attisdropped])
  const add = (/** @type {CatalogRow} */ row, /** @type {number} */ more) => {
    const known = found.get(row[at.attnum])
    found.set(row[at.attnum], { name: row[at.attname], bits: (known?.bits ?? 0) | more, saidAll: false })
  }
  const { all } = ACL_KINDS.c
  if (!grant.isGrant && (bits & all) !== 0) for (const row of rows) add(row, bits & all)
  for (const { columns, bits: wanted, all: every } of grant.wanted.ofColumns) {
    if ((wanted & ~all) !== 0) refuseColumnPrivileges(wanted)
    let one = every ? all : wanted
    if (relkind === 'S' && (one & ~SELECT) !== 0) {
      session.notice({
        severity: 'WARNING', code: '0LP01', message: `sequence "${target.name}" only supports SELECT column privileges`,
      })
      one &= SELECT
    }
    for (const column of columns) {
      const row = rows.find((candidate) => candidate[at.attname] === column)
      if (row === undefined) throw undefinedColumn(column, target.name)
      add(row, one)
    }
  }
  for (const one of found.values()) one.saidAll = one.bits === all
  return found
}

/**
 * @param {Session} session @param {DdlContext} ddl @param {Target} target @param {number} attnum
 * @param {{ name: string, bits: number, saidAll: boolean }} column @param {Acl} ofTable @param {Grant} grant
 */
function onColumn(session, ddl, target, attnum, column, ofTable, grant) {
  const object = /** @type {Guarded} */ (guardedColumn(ddl.view, target.oid, attnum))
  const acl = changed(session, ddl, object, [...ofTable, ...aclOf(object)], column.bits, grant, {
    all: ACL_KINDS.c.all, saidAll: column.saidAll, name: target.name, column: column.name,
    refusal: () => columnDenied(column.name, target.name),
    held: (role, mask) => privilegesOn(ddl.view, role, RELATION, target.oid, mask)
      | privilegesOnColumn(ddl.view, role, target.oid, attnum, mask),
  })
  if (acl.length === 0 && object.acl === null) return
  setAcl(ddl, RELATION, target.oid, attnum, acl.length === 0 ? null : acl)
  session.block.txn.nextCommand()
}
