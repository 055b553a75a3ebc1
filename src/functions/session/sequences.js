/**
 * nextval, currval, lastval, setval and what describes sequences. A session remembers every sequence it touched: the
 * value it got last, and the values it may still hand out by itself (CACHE).
 */
import { SELECT, UPDATE, USAGE } from '../../catalog/acl.js'
import { privilegesOn, RELATION, relationNameAt } from '../../catalog/guarded.js'
import { isOthersTemporary } from '../../catalog/temporary.js'
import { temporaryTableOfOthers } from '../../errors/ddl/temporary.js'
import { permissionDenied } from '../../errors/privileges.js'
import { sequenceParameters } from '../../catalog/sequences.js'
import {
  currvalUndefined, lastvalUndefined, noRelationWithOid, noSequenceWithOid, notASequence, readOnlyForSequence,
  sequenceLocked, undefinedRelationWithOid, valueOutOfBounds,
} from '../../errors/ddl/sequences.js'
import { int8Add } from '../../types/numbers/int8.js'
import { PgRecord } from '../../types/record.js'
import { Family } from '../impl.js'

/** @import { CatalogRow } from '../../catalog/descriptors.js' */
/** @import { RelationDesc } from '../../catalog/relation.js' */
/** @import { FunctionContext } from '../impl.js' */
/** @import { SequenceCounter } from '../../catalog/sequences.js' */

/** @typedef {number | bigint} Int8 */

const family = new Family()
export const sequenceFunctions = family.functions

const ROW_EXCLUSIVE = 3

/** A sequence as one session knows it. */
class OwnSequence {
  /** @param {number} oid @param {string} name */
  constructor(oid, name) {
    this.oid = oid
    this.name = name
    this.counter = /** @type {SequenceCounter} */ (/** @type {unknown} */ (null))
    /** The transaction that holds its lock, and the catalog's epoch it was found under. @type {any} */
    this.txn = null
    this.epoch = -1
    this.temporary = false
    /** What currval says. @type {Int8} */
    this.last = 0
    this.isDefined = false
    /** Whose privileges on it were looked at last, which, and when. */
    this.grantedRole = -1
    this.grantedMask = 0
    this.grantedAt = -1
    /** The last value it may hand out by itself. @type {Int8} */
    this.cached = 0
  }
}

/**
 * @param {any} catalog @param {number} oid @returns {RelationDesc}
 * @throws {DbError} 42809 of another kind, XX000 there is no such relation
 */
function sequenceOf(catalog, oid) {
  const relation = catalog.relation(oid)
  if (relation?.kind === 'S') return relation
  const name = relationNameAt(catalog, oid)
  throw name === undefined ? noRelationWithOid(oid) : notASequence(name)
}

/**
 * The session's sequence, locked for the rest of the transaction.
 * @param {any} ctx
 * @param {number} oid
 * @returns {OwnSequence}
 * @throws {DbError} 42809, XX000, 55P03
 */
function open(ctx, oid) {
  const { session, catalog, txn } = ctx
  const known = session.sequences.get(oid)
  const { catalog: all } = session.database
  if (known !== undefined && known.txn === txn && known.epoch === all.epoch && !catalog.isPrivate) return known
  const relation = sequenceOf(catalog, oid)
  const wait = session.shared.txns.locks.acquire(txn, oid, ROW_EXCLUSIVE)
  if (wait !== null) {
    wait.promise.catch(() => undefined)
    wait.cancel(sequenceLocked(relation.name))
    throw sequenceLocked(relation.name)
  }
  let own = known
  if (own === undefined) session.sequences.set(oid, own = new OwnSequence(oid, relation.name))
  const counter = session.shared.sequences.of(catalog, relation)
  if (own.counter !== counter) {
    // Another file: whatever was cached of the old one is void.
    own.counter = counter
    own.cached = own.last
  }
  own.name = relation.name
  own.txn = txn
  // What the transaction itself changed may be rolled back without a trace in the epoch.
  own.epoch = catalog.isPrivate ? -1 : all.epoch
  own.temporary = relation.persistence === 't'
  return own
}

/**
 * Any of the privileges is enough. Settled once for a role and a state of the catalog.
 * @param {FunctionContext} ctx @param {number} oid @param {number} mask @throws {DbError} 42501
 */
function requireGranted({ catalog, session }, oid, mask) {
  const own = session.sequences.get(oid)
  const at = session.database.catalog.epoch
  if (own.grantedRole === session.roleOid && own.grantedAt === at && own.grantedMask === mask) return
  if (privilegesOn(catalog, session.roleOid, RELATION, oid, mask) === 0) {
    throw permissionDenied('sequence', own.name)
  }
  if (isOthersTemporary(catalog, sequenceOf(catalog, oid))) throw temporaryTableOfOthers()
  if (catalog.isPrivate) return
  own.grantedRole = session.roleOid
  own.grantedAt = at
  own.grantedMask = mask
}

/**
 * @param {any} ctx @param {number} oid @param {boolean} [forIdentity] who may insert into its table may count
 * @returns {Int8}
 */
function nextval(ctx, oid, forIdentity = false) {
  const { session } = ctx
  const own = open(ctx, oid)
  if (!forIdentity) requireGranted(ctx, oid, USAGE | UPDATE)
  if (session.block.readOnly && !own.temporary) throw readOnlyForSequence('nextval()')
  const { counter } = own
  session.lastSequence = own
  if (own.last !== own.cached) {
    own.last = int8Add(own.last, counter.parameters.increment)
    return own.last
  }
  let value = /** @type {Int8 | undefined} */ (counter.advance())
  if (value === undefined) {
    counter.gate(ctx) // that there is no further value tells of those before
    const { first, last } = counter.fetch(own.name)
    value = first
    own.cached = last
  } else own.cached = value
  own.last = value
  own.isDefined = true
  counter.gate(ctx)
  return value
}
family.context('nextval_oid', nextval, { nullable: false })

family.context('currval_oid', (ctx, oid) => {
  const own = open(ctx, oid)
  requireGranted(ctx, oid, SELECT | USAGE)
  if (!own.isDefined) throw currvalUndefined(own.name)
  return own.last
}, { nullable: false })

family.context('lastval', (/** @type {any} */ ctx) => {
  const own = ctx.session.lastSequence
  if (own === null || ctx.catalog.relation(own.oid) === undefined) throw lastvalUndefined()
  requireGranted(ctx, own.oid, SELECT | USAGE)
  return open(ctx, own.oid).last
}, { nullable: false })

/** @param {any} ctx @param {number} oid @param {Int8} value @param {boolean} isCalled */
function setval(ctx, oid, value, isCalled) {
  const own = open(ctx, oid)
  requireGranted(ctx, oid, UPDATE)
  if (ctx.session.block.readOnly && !own.temporary) throw readOnlyForSequence('setval()')
  const { counter } = own
  const { min, max } = counter.parameters
  if (value < min || value > max) throw valueOutOfBounds(value, own.name, min, max)
  if (isCalled) {
    own.last = value
    own.isDefined = true
  }
  own.cached = own.last
  counter.set(value, isCalled)
  counter.gate(ctx)
  return value
}
family.context('setval_oid', (ctx, oid, value) => setval(ctx, oid, value, true), { nullable: false })
family.context('setval3_oid', setval, { nullable: false })

// ---- about sequences

/**
 * @param {any} ctx @param {number} oid of a relation @param {number} mask any is enough
 * @throws {DbError} 42501, 42P01 there is no such relation
 */
function requireAnyOf({ catalog, session }, oid, mask) {
  const held = privilegesOn(catalog, session.roleOid, RELATION, oid, mask)
  if (held < 0) throw undefinedRelationWithOid(oid)
  if (held === 0) throw permissionDenied('sequence', relationNameAt(catalog, oid) ?? '')
}

family.context('pg_sequence_last_value', (ctx, oid) => {
  const relation = sequenceOf(ctx.catalog, oid)
  requireAnyOf(ctx, oid, SELECT | USAGE)
  if (isOthersTemporary(ctx.catalog, relation)) return null
  const counter = ctx.session.shared.sequences.of(ctx.catalog, relation)
  counter.gate(/** @type {any} */ (ctx))
  const { isCalled, lastValue } = counter
  return isCalled ? lastValue : null
})

family.context('pg_sequence_parameters', (ctx, oid) => {
  // As in PostgreSQL, rights come before what the relation is.
  requireAnyOf(ctx, oid, SELECT | UPDATE | USAGE)
  const parameters = sequenceParameters(ctx.catalog, oid)
  if (parameters === undefined) throw noSequenceWithOid(oid)
  const { start, min, max, increment, cycle, cache, typeOid } = parameters
  return new PgRecord(2249, [start, min, max, increment, cycle, cache, typeOid], [20, 20, 20, 20, 16, 20, 26])
})
