/**
 * CREATE OPERATOR, CREATE CAST and the catalog part of CREATE AGGREGATE. Everything is resolved before: types,
 * functions.
 */
/** @import { DbError } from '../../../errors/db-error.js' */
import { requireOwner } from '../may-change.js'
import { noteMember } from '../members.js'
import { catalogShape } from '../../store/shapes.js'
import { CLASS, char } from '../context.js'
import { address, recordDependencies, removeDependenciesOf } from '../dependencies.js'
import { createFunction } from './functions.js'
import {
  cannotChangeRoutineKind, castExists, directArgumentCountChanged, operatorAlreadyExists, ownNegator,
} from '../../../errors/ddl/definitions.js'

/** @import { DdlContext } from '../context.js' */
/** @import { FunctionDefinition } from './functions.js' */

/**
 * @typedef {object} OperatorDefinition
 * @property {string} name
 * @property {number} namespaceOid
 * @property {number} left 0: prefix
 * @property {number} right
 * @property {number} result 0 of a shell
 * @property {number} funcOid 0: a shell, named by another operator before it is made
 * @property {boolean} canMerge
 * @property {boolean} canHash
 * @property {number} restrict selectivity functions
 * @property {number} join
 * @property {(() => OperatorName) | null} commutator looked up when its turn has come
 * @property {(() => OperatorName) | null} negator
 */
/**
 * @typedef {{ name: string, namespaceOid: number, written?: string }} OperatorName
 *   written: as messages call it
 */

/**
 * @param {DdlContext} ddl
 * @param {OperatorDefinition} definition
 * @returns {number} OID
 * @throws {DbError} 42723, 42P13
 */
export function createOperator(ddl, definition) {
  const { name, namespaceOid, left, right } = definition
  const [known] = ddl.find('pg_operator', 'pg_operator_oprname_l_r_n_index', [name, left, right, namespaceOid])
  const { at } = catalogShape('pg_operator')
  if (known !== undefined && known.row[at.oprcode] !== 0) throw operatorAlreadyExists(name)
  const knownOid = known === undefined ? 0 : known.row[at.oid]
  if (known !== undefined) requireOwner(ddl, address(CLASS.OPERATOR, knownOid), { name })
  const commutator = partnerOf(ddl, knownOid, definition, definition.commutator?.(), right, left)
  const negator = partnerOf(ddl, knownOid, definition, definition.negator?.(), left, right)
  if (negator === 0) throw ownNegator()
  const oid = known === undefined ? ddl.newOid() : knownOid
  const self = address(CLASS.OPERATOR, oid)
  const fields = {
    ...rowOf(definition), oprowner: ddl.userOid, oprcom: Math.max(commutator || oid, 0),
    oprnegate: Math.max(negator, 0),
  }
  if (known === undefined) ddl.insert('pg_operator', { oid, ...fields })
  else ddl.update('pg_operator', ddl.one('pg_operator', 'pg_operator_oid_index', [oid]), fields)
  touchOperator(ddl, oid, definition)
  if (known !== undefined) {
    removeDependenciesOf(ddl, self)
    if (ddl.extensionOid !== 0) noteMember(ddl, 'pg_operator', known.row)
  }
  recordDependencies(
    ddl,
    self,
    [
      address(CLASS.NAMESPACE, namespaceOid),
      ...[left, right, definition.result].filter((type) => type !== 0).map((type) => address(CLASS.TYPE, type)),
      ...[definition.funcOid, definition.restrict, definition.join]
        .filter((func) => func !== 0)
        .map((func) => address(CLASS.PROC, func)),
    ],
    'n'
  )
  linkBack(ddl, oid, commutator, 'oprcom')
  linkBack(ddl, oid, negator, 'oprnegate')
  return oid
}

/** @param {OperatorDefinition} definition */
function rowOf({ name, namespaceOid, left, right, result, funcOid, canMerge, canHash, restrict, join }) {
  return {
    oprname: name, oprnamespace: namespaceOid, oprkind: char(left === 0 ? 'l' : 'b'), oprcanmerge: canMerge,
    oprcanhash: canHash, oprleft: left, oprright: right, oprresult: result, oprcom: 0, oprnegate: 0, oprcode: funcOid,
    oprrest: restrict, oprjoin: join,
  }
}

/** @param {DdlContext} ddl @param {number} oid @param {{ name: string, namespaceOid: number }} operator */
function touchOperator(ddl, oid, { name, namespaceOid }) {
  ddl.touch([oid, namespaceOid], [`o:${name}`])
}

/**
 * The commutator or negator: who defines an operator owns both. One that is not there yet becomes a shell, in a schema
 * where its maker may make things.
 * @param {DdlContext} ddl
 * @param {number} oid of the operator itself, if a shell of it is there
 * @param {OperatorDefinition} definition
 * @param {OperatorName | undefined} partner @param {number} left @param {number} right
 * @returns {number} OID; 0: the operator itself, which is to be; -1: none
 * @throws {DbError} 42501
 */
function partnerOf(ddl, oid, definition, partner, left, right) {
  if (partner === undefined) return -1
  // In its schema, be that on the search path or not.
  const key = [partner.name, left, right, partner.namespaceOid]
  const [known] = ddl.find('pg_operator', 'pg_operator_oprname_l_r_n_index', key)
  if (known !== undefined) {
    const knownOid = known.row[catalogShape('pg_operator').at.oid]
    requireOwner(ddl, address(CLASS.OPERATOR, knownOid), { name: partner.written })
    return knownOid
  }
  const { name, namespaceOid } = definition
  const isSelf = partner.name === name && partner.namespaceOid === namespaceOid
  if (oid === 0 && isSelf && left === definition.left && right === definition.right) return 0
  const partnerOid = ddl.newOid()
  const shell = {
    ...definition, name: partner.name, namespaceOid: partner.namespaceOid, left, right, result: 0, funcOid: 0,
    canMerge: false, canHash: false, restrict: 0, join: 0,
  }
  ddl.insert('pg_operator', { oid: partnerOid, oprowner: ddl.userOid, ...rowOf(shell) })
  recordDependencies(
    ddl,
    address(CLASS.OPERATOR, partnerOid),
    [
      address(CLASS.NAMESPACE, partner.namespaceOid),
      ...[left, right].filter((type) => type !== 0).map((type) => address(CLASS.TYPE, type)),
    ],
    'n',
  )
  touchOperator(ddl, partnerOid, partner)
  return partnerOid
}

/**
 * The other operator is told of this one, unless it has one already. Built-in ones stay as they are.
 * @param {DdlContext} ddl @param {number} oid @param {number} partnerOid @param {'oprcom' | 'oprnegate'} column
 */
function linkBack(ddl, oid, partnerOid, column) {
  if (partnerOid <= 0 || partnerOid === oid || ddl.isPinned(partnerOid)) return
  const { at } = catalogShape('pg_operator')
  const found = ddl.one('pg_operator', 'pg_operator_oid_index', [partnerOid])
  if (found.row[at[column]] !== 0) return
  ddl.update('pg_operator', found, { [column]: oid })
  touchOperator(ddl, partnerOid, { name: found.row[at.oprname], namespaceOid: found.row[at.oprnamespace] })
}

/**
 * @param {DdlContext} ddl
 * @param {{ source: number, target: number, funcOid: number, context: 'i' | 'a' | 'e', method: 'f' | 'i' | 'b' }} cast
 * @param {string} shown for the message
 * @returns {number} OID @throws {DbError} 42710
 */
export function createCast(ddl, { source, target, funcOid, context, method }, shown) {
  if (ddl.view.cast(source, target) !== undefined) throw castExists(shown)
  const oid = ddl.newOid()
  ddl.insert('pg_cast', {
    oid, castsource: source, casttarget: target, castfunc: funcOid, castcontext: char(context),
    castmethod: char(method),
  })
  recordDependencies(
    ddl,
    address(CLASS.CAST, oid),
    [
      address(CLASS.TYPE, source), address(CLASS.TYPE, target),
      ...(funcOid === 0 ? [] : [address(CLASS.PROC, funcOid)]),
    ],
    'n',
  )
  // Plans that used types without the cast are reconsidered through the types and, for built-in ones, not at all: their
  // casts are pinned.
  ddl.touch([oid, source, target], [`c:${source}.${target}`])
  return oid
}

/**
 * @param {DdlContext} ddl
 * @param {FunctionDefinition} definition of its pg_proc row
 * @param {Record<string, any>} fields of pg_aggregate
 * @param {boolean} replace
 * @returns {number} OID
 */
export function createAggregate(ddl, definition, fields, replace) {
  const oid = createFunction(ddl, definition, replace)
  const [known] = ddl.find('pg_aggregate', 'pg_aggregate_fnoid_index', [oid])
  if (known !== undefined) requireSameKind(definition.name, known.row, fields)
  if (known === undefined) ddl.insert('pg_aggregate', { aggfnoid: oid, ...fields })
  else ddl.update('pg_aggregate', known, fields)
  const functions = [
    'aggtransfn', 'aggfinalfn', 'aggcombinefn', 'aggserialfn', 'aggdeserialfn', 'aggmtransfn', 'aggminvtransfn',
    'aggmfinalfn',
  ]
    .map((column) => fields[column])
    .filter((func) => func !== 0)
  recordDependencies(
    ddl,
    address(CLASS.PROC, oid),
    [
      ...functions.map((func) => address(CLASS.PROC, func)),
      ...(fields.aggsortop === 0 ? [] : [address(CLASS.OPERATOR, fields.aggsortop)]),
    ],
    'n',
  )
  ddl.touch([oid])
  return oid
}

const KINDS = /** @type {Record<string, string>} */ ({
  n: 'an ordinary aggregate function',
  o: 'an ordered-set aggregate',
  h: 'a hypothetical-set aggregate',
})

/**
 * What calls rely on stays.
 * @param {string} name
 * @param {any[]} row of pg_aggregate
 * @param {Record<string, any>} fields
 * @throws {DbError} 42809, 42P13
 */
function requireSameKind(name, row, fields) {
  const { at } = catalogShape('pg_aggregate')
  if (row[at.aggkind] !== fields.aggkind)
    throw cannotChangeRoutineKind(name, KINDS[String.fromCharCode(row[at.aggkind])])
  if (row[at.aggnumdirectargs] !== fields.aggnumdirectargs)
    throw directArgumentCountChanged()
}

/**
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {{ restrict?: number, join?: number }} changes OIDs, 0: none; what is left out stays
 */
export function setOperatorEstimators(ddl, oid, { restrict, join }) {
  const { at } = catalogShape('pg_operator')
  const dependAt = catalogShape('pg_depend').at
  const found = ddl.one('pg_operator', 'pg_operator_oid_index', [oid])
  const { row } = found
  const kept = [row[at.oprcode], restrict ?? row[at.oprrest], join ?? row[at.oprjoin]]
  ddl.update('pg_operator', found, { oprrest: kept[1], oprjoin: kept[2] })
  for (const depend of ddl.find('pg_depend', 'pg_depend_depender_index', [CLASS.OPERATOR, oid, 0])) {
    if (depend.row[dependAt.refclassid] === CLASS.PROC && depend.row[dependAt.deptype] === char('n'))
      ddl.remove('pg_depend', depend)
  }
  recordDependencies(
    ddl,
    address(CLASS.OPERATOR, oid),
    kept.filter((func) => func !== 0).map((func) => address(CLASS.PROC, func)),
    'n'
  )
  touchOperator(ddl, oid, { name: row[at.oprname], namespaceOid: row[at.oprnamespace] })
}
