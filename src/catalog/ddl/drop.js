/**
 * DROP: the one walk over pg_depend for all kinds of objects. Finds everything that depends on what is dropped, refuses
 * (2BP01) or cascades as asked, then removes dependents before what they need.
 *
 * The order is PostgreSQL's, since its DETAIL lists show it: dependents newest first, each after its own dependents;
 * reported from the end. A part (deptype i) stands for its whole: reached from elsewhere, the whole is dropped instead;
 * named alone, it is refused.
 */
import { dependentsExist, requiredBy, requiredBySystem } from '../../errors/ddl/catalog.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { LARGE_OBJECT } from '../guarded.js'
import { describeObject, OBJECT_CLASSES } from '../object-classes.js'
import { catalogShape } from '../store/shapes.js'
import { CLASS, char } from './context.js'
import { address, removeDependenciesOf } from './dependencies.js'
import { requireOwner } from './may-change.js'
import { forgetInitial } from './privileges.js'
import { REMOVERS } from './removers.js'
import { FIRST_USER_OID } from '../../types/oids.js'
import { atOnce, isTired } from '../../util/effort.js'

/** @import { Steps } from '../../util/effort.js' */
/** @import { DdlContext, ObjectAddress } from './context.js' */

// Why an object goes; several may hold.
const ORIGINAL = 1
const NORMAL = 2
const AUTOMATIC = 4
const INTERNAL = 8
const PARTITION = 16
const REVERSE = 32
const IS_PARTITION = 64
const EXTENSION = 3079
/** A column of what goes as a whole. */
const SUBSUMED = 128

const SILENT = AUTOMATIC | INTERNAL | PARTITION
const LINES_MAX = 100

/** @typedef {{ object: ObjectAddress, flags: number, because: ObjectAddress | null }} Doomed */
/**
 * What is being visited, innermost first.
 * @typedef {{ object: ObjectAddress, flags: number, next: Visit | null }} Visit
 */
/**
 * @typedef {object} DropOptions
 * @property {boolean} cascade
 * @property {boolean} [quiet] no NOTICE about what goes along
 * @property {boolean} [keepOriginals] only what depends on them goes
 * @property {boolean} [isTrusted] nobody's leave is asked
 * @property {boolean} [isInternal] a part of another change: event triggers are not told
 */

/** information_schema's domains: what they are is not read from their rows. @param {ObjectAddress} target */
const isOurs = ({ classId, objectId }) => classId === CLASS.TYPE && objectId < FIRST_USER_OID

/**
 * Drops objects, all or none. Their locks are held; 42501 where they are not this role's to drop.
 * @param {DdlContext} ddl @param {ObjectAddress[]} targets @param {DropOptions} options
 * @throws {DbError} 2BP01
 */
export function dropObjects(ddl, targets, options) { atOnce(dropSteps(ddl, targets, options)) }

/**
 * The same of perhaps thousands, with rests.
 * @param {DdlContext} ddl @param {ObjectAddress[]} targets @param {DropOptions} options
 * @returns {Steps<void>} @throws {DbError} 2BP01
 */
export function* dropSteps(ddl, targets, { cascade, quiet = false, keepOriginals = false, isTrusted = false,
  isInternal = false }) {
  if (targets.length === 0) return
  const walk = new DropWalk(ddl, targets)
  for (const target of targets) {
    if (!isTrusted) requireOwner(ddl, target, { dropping: true })
    // A large object may have any number.
    if (target.subId === 0 && target.classId !== LARGE_OBJECT && (ddl.isPinned(target.objectId) || isOurs(target)))
      throw requiredBySystem(describeObject(ddl.view, target))
    walk.visit(target, ORIGINAL, null)
    if (isTired()) yield
  }
  report(ddl, walk, targets, cascade, quiet)
  if (ddl.events !== null && !isInternal) noteDrops(ddl, walk, keepOriginals)
  const goes = (/** @type {ObjectAddress} */ object) => walk.doomed.has(keyOf(object))
  const isLeft = (/** @type {number} */ relationOid) => keepOriginals || !goes(address(CLASS.RELATION, relationOid))
  const hasComments = ddl.catalog.store.hasUserObjects('pg_description', COMMENTS_BY_OBJECT)
  for (const { object, flags } of walk.doomed.values()) {
    if (keepOriginals && (flags & ORIGINAL) !== 0) continue
    const remove = REMOVERS.get(object.classId)
    if (remove === undefined)
      throw featureNotSupported(
        `dropping a ${OBJECT_CLASSES.get(object.classId)?.word ?? `object of catalog ${object.classId}`}`
      )
    if (isTired()) yield
    remove(ddl, object, goes, isLeft)
    removeDependenciesOf(ddl, object)
    if (!hasComments && object.objectId >= FIRST_USER_OID) continue
    const key = [object.objectId, object.classId]
    ddl.removeAll('pg_description', COMMENTS_BY_OBJECT, object.subId === 0 ? key : [...key, object.subId])
  }
  if (targets.some(({ classId }) => classId === EXTENSION)) {
    forgetInitial(ddl, ({ classId, objectId }) => goes(address(classId, objectId)))
  }
}

/** @param {DdlContext} ddl @param {DropWalk} walk @param {boolean} keepOriginals */
function noteDrops({ events, view }, walk, keepOriginals) {
  for (const { object, flags } of walk.doomed.values()) {
    const original = (flags & ORIGINAL) !== 0
    if (keepOriginals && original) continue
    // A rule's query names its own table as NEW and OLD.
    const normal = (flags & (NORMAL | REVERSE)) !== 0 || (object.classId === CLASS.REWRITE && !original)
    events?.drops(view, object, original, normal)
  }
}

/** @param {DdlContext} ddl @param {number} oid @param {DropOptions} options table, view, sequence or index */
export const dropRelation = (ddl, oid, options) => dropObjects(ddl, [address(CLASS.RELATION, oid)], options)

/** @param {DdlContext} ddl @param {number} oid of pg_constraint @param {DropOptions} options */
export const dropConstraint = (ddl, oid, options) => dropObjects(ddl, [address(CLASS.CONSTRAINT, oid)], options)

const COMMENTS_BY_OBJECT = 'pg_description_o_c_o_index'

/** @param {ObjectAddress} object */
const keyOf = ({ classId, objectId, subId }) => `${classId},${objectId},${subId}`

/** @param {ObjectAddress} a @param {ObjectAddress} b */
const isSameObject = (a, b) => a.classId === b.classId && a.objectId === b.objectId

class DropWalk {
  /** @param {DdlContext} ddl @param {ObjectAddress[]} targets */
  constructor(ddl, targets) {
    this.ddl = ddl
    this.named = new Set(targets.map(keyOf))
    /** In the order of removal: dependents first. @type {Map<string, Doomed>} */
    this.doomed = new Map()
    /** Columns found, by their whole. @type {Map<string, Doomed[]>} */
    this.columns = new Map()
  }

  /** @param {ObjectAddress} object @param {number} flags @param {Visit | null} stack */
  visit(object, flags, stack) {
    if (onStack(object, flags, stack) || this.isDoomed(object, flags)) return
    const { at } = catalogShape('pg_depend')
    /** @type {ObjectAddress | null} */
    let partitionOf = null
    for (const { row } of this.ddl.find('pg_depend', 'pg_depend_depender_index', prefixOf(object))) {
      const owner = address(row[at.refclassid], row[at.refobjid], row[at.refobjsubid])
      // A partition key's column cannot go without its table.
      if (isSameObject(owner, object) && object.subId === 0) continue
      const type = row[at.deptype]
      if (type === char('P') || type === char('S')) {
        flags |= IS_PARTITION
        if (type === char('P') || partitionOf === null) partitionOf = owner
      } else if (type === char('i') || type === char('e')) {
        if (stack === null) {
          // Named along with its whole: that one takes it.
          if (this.named.has(keyOf(owner)) || this.named.has(keyOf({ ...owner, subId: 0 }))) return
          throw requiredBy(describeObject(this.ddl.view, object), describeObject(this.ddl.view, owner))
        }
        if (onStack(owner, 0, stack)) break
        this.visit(owner, REVERSE, stack)
        this.isDoomed(object, flags)
        return
      }
    }
    /** @type {Visit} */
    const here = { object, flags, next: stack }
    for (const dependent of this.dependents(object)) this.visit(dependent.object, dependent.flags, here)
    const entry = {
      object,
      flags: here.flags,
      because: (here.flags & IS_PARTITION) !== 0 && partitionOf !== null ? partitionOf : (stack?.object ?? null),
    }
    this.doomed.set(keyOf(object), entry)
    if (object.subId !== 0) {
      const whole = keyOf({ ...object, subId: 0 })
      this.columns.set(whole, [...this.columns.get(whole) ?? [], entry])
    }
  }

  /** Whether it was found before; the new reason is added. @param {ObjectAddress} object @param {number} flags */
  isDoomed(object, flags) {
    const known = this.doomed.get(keyOf(object))
    if (known !== undefined) {
      known.flags |= flags
      return true
    }
    if (object.subId !== 0) return this.doomed.has(keyOf({ ...object, subId: 0 }))
    for (const column of this.columns.get(keyOf(object)) ?? []) column.flags |= flags | SUBSUMED
    return false
  }

  /** Newest first. @param {ObjectAddress} object @returns {{ object: ObjectAddress, flags: number }[]} */
  dependents(object) {
    const { at } = catalogShape('pg_depend')
    return this.ddl
      .find('pg_depend', 'pg_depend_reference_index', prefixOf(object))
      .map(({ row }) => ({
        object: address(row[at.classid], row[at.objid], row[at.objsubid]),
        flags: FLAGS_OF[String.fromCharCode(row[at.deptype])],
      }))
      .filter((dependent) => !isSameObject(dependent.object, object))
      .sort(
        (a, b) =>
          b.object.objectId - a.object.objectId ||
          a.object.classId - b.object.classId ||
          a.object.subId - b.object.subId
      )
  }
}

const FLAGS_OF = /** @type {Record<string, number>} */ ({
  n: NORMAL, a: AUTOMATIC, i: INTERNAL, P: PARTITION, S: PARTITION, e: INTERNAL, x: AUTOMATIC,
})

/** Key prefix in pg_depend: a whole object stands for its columns too. @param {ObjectAddress} object */
const prefixOf = ({ classId, objectId, subId }) => subId === 0 ? [classId, objectId] : [classId, objectId, subId]

/**
 * Whether it is being visited; the new reason is added.
 * @param {ObjectAddress} object
 * @param {number} flags
 * @param {Visit | null} stack
 */
function onStack(object, flags, stack) {
  let found = false
  for (let at = stack; at !== null; at = at.next) {
    if (!isSameObject(at.object, object)) continue
    if (at.object.subId === object.subId) {
      at.flags |= flags
      found = true
    } else if (at.object.subId === 0) found = true
    else if (object.subId === 0) at.flags |= flags | SUBSUMED
  }
  return found
}

/**
 * @param {DdlContext} ddl
 * @param {DropWalk} walk
 * @param {ObjectAddress[]} targets
 * @param {boolean} cascade
 * @param {boolean} quiet
 */
function report(ddl, walk, targets, cascade, quiet) {
  const entries = [...walk.doomed.values()].reverse()
  for (const { object, flags, because } of entries) {
    // A partition's part (an index, a trigger) goes only when its partition or its parent does.
    if ((flags & IS_PARTITION) !== 0 && (flags & (PARTITION | SUBSUMED)) === 0 && because !== null) {
      throw requiredBy(describeObject(ddl.view, object), describeObject(ddl.view, because))
    }
  }
  const reported = entries.filter(({ flags }) => (flags & (ORIGINAL | SUBSUMED | SILENT)) === 0)
  if (reported.length === 0 || (cascade && quiet)) return
  const text = (/** @type {ObjectAddress} */ object) => describeObject(ddl.view, object)
  const shown = reported.slice(0, LINES_MAX)
  const rest = reported.length - shown.length
  const more = rest === 0 ? '' : `\nand ${rest} other object${rest === 1 ? '' : 's'} (see server log for list)`
  if (!cascade) {
    const lines = shown.map(({ object, because }) => `${text(object)} depends on ${text(because ?? targets[0])}`)
    throw dependentsExist(targets.length === 1 ? text(targets[0]) : null, lines.join('\n') + more)
  }
  const lines = shown.map(({ object }) => `drop cascades to ${text(object)}`)
  ddl.notices.push(reported.length === 1 ? { message: lines[0] }
    : { message: `drop cascades to ${reported.length} other objects`, detail: lines.join('\n') + more })
}
