/**
 * FOREIGN KEY in CREATE TABLE and ALTER TABLE: what it refers to, whether it can be compared, and whether existing rows
 * obey it.
 */
import { REFERENCES } from '../../../catalog/acl.js'
import { privilegesOnColumn } from '../../../catalog/guarded.js'
import { Turns } from '../../turns/steps.js'
import { asAnyone, toReference, toTruncate } from '../../session/access.js'
import { foreignKeyDesc } from '../../../catalog/foreign-key.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { foreignKeyName, setDeferrable, setValidated } from '../../../catalog/ddl/constraints/foreign-keys.js'
import { isOthersTemporary } from '../../../catalog/temporary.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { systemCatalog } from '../../../errors/ddl/row-security.js'
import { undefinedConstraint } from '../../../errors/ddl/catalog.js'
import { notAForeignKey } from '../../../errors/commands/constraints.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import {
  actionOnGenerated, columnCountsDisagree, deferrableReferenced, incompatibleKeyTypes, noMatchingUnique, noPrimaryKey,
  persistenceMismatch, referencedNotTable, referencedTwice, setColumnNotInKey, systemForeignKeyColumn,
  tooManyForeignKeyColumns, truncateReferenced, undefinedForeignKeyColumn,
} from '../../../errors/ddl/foreign-keys.js'
import { referencesOthersTemporary } from '../../../errors/ddl/temporary.js'
import { derivedConstraint, notValidPartitioned, onlyPartitioned } from '../../../errors/ddl/foreign-key-parts.js'
import { createExclusion, distinctExclusions } from './exclusion.js'
import { lockTree } from '../tables/trees.js'
import { addForeignKeyTree, checkForeignKeyRows, wholeForeignKey } from './foreign-key-trees.js'
import {
  ACCESS_EXCLUSIVE, ROW_SHARE, SHARE_ROW_EXCLUSIVE, lockOid, lockRelation, rangeName,
} from '../../session/ddl.js'
import { refuseOthersTemporary, refuseWhileInUse } from '../in-use.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @import { Session } from '../../session/session.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { ParseNode } from '../../../parser/tree.js' */
/** @import { RelationDesc, IndexDesc } from '../../../catalog/relation.js' */
/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { ConstraintDesc } from '../../../catalog/relation.js' */
/** @import { ColumnDesc } from '../../../catalog/relation.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/**
 * Constraint nodes of type CONSTR_FOREIGN and CONSTR_EXCLUSION, which come after the table and its keys, with the
 * columns of a column constraint.
 * @typedef {{ node: any, columns: string[] | null }} ForeignKeyNode
 */

const KEYS_MAX = 32
const SYSTEM_COLUMNS = new Set(['ctid', 'xmin', 'cmin', 'xmax', 'cmax', 'tableoid'])

/** @param {any} node Constraint @param {string[] | null} columns of a column constraint @returns {ForeignKeyNode} */
export function readForeignKey(node, columns) {
  if (node.fk_matchtype === 'p') throw featureNotSupported('MATCH PARTIAL')
  return { node, columns }
}

/**
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {ForeignKeyNode[]} nodes
 * @param {boolean} isNew the table has no rows yet
 * @param {{ later?: boolean, only?: boolean }} [options] later: rows are checked by who calls; only: ONLY was said
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* createTableConstraints(session, ddl, relationOid, nodes, isNew, options = {}) {
  // Indexes first: a key may refer to the table itself.
  const exclusions = nodes.flatMap(({ node }) => (node.contype === 'CONSTR_EXCLUSION' ? [node] : []))
  for (const node of distinctExclusions(exclusions)) yield* createExclusion(session, ddl, relationOid, node, isNew)
  const turns = new Turns(session)
  for (const key of nodes) {
    if (key.node.contype === 'CONSTR_EXCLUSION') continue
    yield* createForeignKey(session, ddl, relationOid, key, { isNew, ...options })
    if (turns.isOver()) yield turns.next()
  }
}

/**
 * REFERENCES of the table, or of all columns that are referred to.
 * @param {Session} session @param {number} oid @param {number[]} attnums
 */
function requireReferences(session, oid, attnums) {
  const catalog = session.catalog()
  const granted = attnums.every((attnum) => privilegesOnColumn(catalog, session.roleOid, oid, attnum, REFERENCES) > 0)
  if (!granted) toReference(session, oid)
}

/**
 * Adds one; the table it is on is locked. Existing rows are checked unless `validate` says they need not be.
 * @param {Session} session @param {any} ddl @param {number} relationOid @param {ForeignKeyNode} key
 * @param {{ isNew: boolean, later?: boolean, only?: boolean }} table isNew: it has no rows yet; later: they are checked
 *   by who calls; only: ONLY was said
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* createForeignKey(session, ddl, relationOid, key, { isNew, later = false, only = false }) {
  const { node } = key
  const referencedOid = yield* lockRelation(session, node.pktable, SHARE_ROW_EXCLUSIVE, false, asAnyone)
  const relation = ddl.view.relation(relationOid)
  const referenced = ddl.view.relation(referencedOid)
  if (referenced === undefined || !['r', 'p'].includes(referenced.kind))
    throw referencedNotTable(rangeName(node.pktable).split('.').at(-1) ?? '')
  if (referencedOid < FIRST_USER_OID) throw systemCatalog(referenced.name)
  if (relation.kind === 'p' && only) throw onlyPartitioned(relation.name, referenced.name)
  if (relation.kind === 'p' && node.skip_validation === true && !isNew)
    throw notValidPartitioned(relation.name, referenced.name)
  checkPersistence(session.catalog(), relation, referenced)
  const names = key.columns ?? node.fk_attrs.map(nameOf)
  const attnums = columnNumbers(relation, names)
  const deleteSetAttnums = [...new Set(columnNumbers(relation, (node.fk_del_set_cols ?? []).map(nameOf)))]
  for (const attnum of deleteSetAttnums)
    if (!attnums.includes(attnum)) throw setColumnNotInKey(relation.columns[attnum - 1].name)
  const target = referencedIndex(referenced, node.pk_attrs?.map(nameOf) ?? null)
  requireReferences(session, referencedOid, target.attnums)
  const onUpdate = node.fk_upd_action ?? 'a'
  const onDelete = node.fk_del_action ?? 'a'
  for (const attnum of attnums) {
    if (relation.columns[attnum - 1].generated !== 's') continue
    if (onUpdate === 'n' || onUpdate === 'd' || onUpdate === 'c') throw actionOnGenerated('ON UPDATE')
    if (onDelete === 'n' || onDelete === 'd') throw actionOnGenerated('ON DELETE')
  }
  if (attnums.length !== target.attnums.length) throw columnCountsDisagree()
  const name = node.conname ?? foreignKeyName(ddl, relationOid, names)
  const operators = attnums.map((attnum, at) =>
    comparison(ddl.view, name, relation.columns[attnum - 1], referenced.columns[target.attnums[at] - 1], target.index),
  )
  const validated = node.skip_validation !== true && !later
  const match = /** @type {'s' | 'f'} */ (node.fk_matchtype ?? 's')
  const oid = yield* addForeignKeyTree(session, ddl, relationOid, {
    name, referencedOid, attnums, referencedAttnums: target.attnums, indexOid: target.index.oid, match, onUpdate,
    onDelete, deleteSetAttnums, deferrable: node.deferrable === true, deferred: node.initdeferred === true,
    validated: validated || isNew, pfeqop: operators.map((one) => one.pf), ppeqop: operators.map((one) => one.pp),
    ffeqop: operators.map((one) => one.ff),
  })
  session.names.forget()
  if (validated && !isNew) {
    session.block.txn.nextCommand()
    yield* checkForeignKeyRows(session, ddl, oid)
  }
}

/** @param {ParseNode} item */
const nameOf = (item) => item.String.sval

/** @param {CatalogSnapshot} catalog @param {any} relation @param {RelationDesc} referenced */
function checkPersistence(catalog, relation, referenced) {
  if (relation.persistence === 'p' && referenced.persistence !== 'p') throw persistenceMismatch('permanent')
  if (relation.persistence === 'u' && referenced.persistence === 't') throw persistenceMismatch('unlogged')
  if (relation.persistence === 't' && referenced.persistence !== 't') throw persistenceMismatch('temporary')
  if (isOthersTemporary(catalog, relation) || isOthersTemporary(catalog, referenced)) throw referencesOthersTemporary()
}

/** @param {any} relation @param {string[]} names @returns {number[]} */
function columnNumbers(relation, names) {
  if (names.length > KEYS_MAX) throw tooManyForeignKeyColumns()
  return names.map((name) => {
    const column = relation.columns.find(
      (/** @type {ColumnDesc} */ candidate) => candidate.name === name && !candidate.dropped,
    )
    if (column !== undefined) return column.attnum
    if (SYSTEM_COLUMNS.has(name)) throw systemForeignKeyColumn()
    throw undefinedForeignKeyColumn(name)
  })
}

/**
 * The unique index the key refers to.
 * @param {RelationDesc} referenced
 * @param {string[] | null} names null: the primary key
 * @returns {{ attnums: number[], index: any }} in the order the key names them
 */
function referencedIndex(referenced, names) {
  if (names === null) {
    const index = referenced.indexes.find((candidate) => candidate.primary && candidate.valid)
    if (index === undefined) throw noPrimaryKey(referenced.name)
    if (!index.immediate) throw deferrableReferenced('primary key', referenced.name)
    return { attnums: index.keyAttnums, index }
  }
  const attnums = columnNumbers(referenced, names)
  if (new Set(attnums).size < attnums.length) throw referencedTwice()
  let sawDeferrable = false
  for (const index of referenced.indexes) {
    if (
      !index.unique || !index.valid || index.predicate !== null || index.keyAttnums.length !== attnums.length
      || !index.keyAttnums.every((/** @type {number} */ attnum) => attnums.includes(attnum))
    )
      continue
    if (index.immediate) return { attnums, index }
    sawDeferrable = true
  }
  throw sawDeferrable ? deferrableReferenced('unique constraint', referenced.name) : noMatchingUnique(referenced.name)
}

const EQUAL = 3
const POLYMORPHIC = new Set([2277, 2283, 3500, 3831, 4537])

/**
 * The equality operators of one pair of columns.
 * @param {any} catalog
 * @param {string} constraint
 * @param {any} column
 * @param {any} referenced
 * @param {IndexDesc} index
 * @returns {{ pf: number, pp: number, ff: number }}
 */
function comparison(catalog, constraint, column, referenced, index) {
  const key = index.keys[index.keyAttnums.indexOf(referenced.attnum)]
  const inputType = catalog.opclass(key.opclass).inputType
  const pp = catalog.familyOperator(key.family, inputType, inputType, EQUAL)
  const type = catalog.baseType(column.typeOid)
  let pf = catalog.familyOperator(key.family, inputType, type, EQUAL)
  let ff = pf === 0 ? 0 : catalog.familyOperator(key.family, type, type, EQUAL)
  if (pf === 0 || ff === 0) {
    const same = POLYMORPHIC.has(inputType) ? type === catalog.baseType(referenced.typeOid)
      : isImplicit(catalog, type, inputType) && isImplicit(catalog, catalog.baseType(referenced.typeOid), inputType)
    if (!same)
      throw incompatibleKeyTypes(
        constraint, column.name, referenced.name, formatType(catalog, column.typeOid, -1),
        formatType(catalog, referenced.typeOid, -1),
      )
    pf = ff = pp
  }
  return { pf, pp, ff }
}

/** @param {CatalogSnapshot} catalog @param {number} from @param {number} to */
function isImplicit(catalog, from, to) {
  if (from === to) return true
  const cast = catalog.cast(from, to)
  return cast !== undefined && cast.context === 'i'
}

/**
 * TRUNCATE: tables that refer to one of these go along (CASCADE), or must be among them.
 * @param {Session} session
 * @param {number[]} oids locked; CASCADE adds to them
 * @param {boolean} cascade
 * @returns {Generator<Promise<unknown>, void, void>}
 * @throws {DbError} 0A000, 55006
 */
export function* referringTables(session, oids, cascade) {
  for (let at = 0; at < oids.length; at++) {
    const referenced = session.catalog().relation(oids[at])
    for (const key of referenced.referencedBy) {
      if (oids.includes(key.relationOid)) continue
      if (!cascade) throw truncateReferenced(session.catalog().relation(key.relationOid).name, referenced.name)
      yield* lockOid(session, key.relationOid, ACCESS_EXCLUSIVE)
      const relation = session.catalog().relation(key.relationOid)
      const tree = relation.kind === 'p' ? yield* lockTree(session, relation.oid, ACCESS_EXCLUSIVE) : [relation]
      for (const { oid, name } of tree) {
        if (oids.includes(oid)) continue
        session.notice({ severity: 'NOTICE', code: '00000', message: `truncate cascades to table "${name}"` })
        toTruncate(session, oid)
        refuseOthersTemporary(session, [oid], 'truncate')
        refuseWhileInUse(session, [oid], 'TRUNCATE')
        oids.push(oid)
      }
    }
  }
}

/**
 * VALIDATE CONSTRAINT of a foreign key.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {ConstraintDesc} constraint
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* validateForeignKey(session, ddl, relation, constraint) {
  const [row] = session.catalog().rows('pg_constraint', 'pg_constraint_oid_index', [constraint.oid])
  const key = foreignKeyDesc(row)
  if (row[catalogShape('pg_constraint').at.convalidated]) return
  yield* lockOid(session, key.referencedOid, ROW_SHARE)
  yield* checkForeignKeyRows(session, ddl, key.oid)
  for (const part of wholeForeignKey(ddl, key.oid)) setValidated(ddl, part.relationOid, part.oid)
}

/**
 * ALTER CONSTRAINT.
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {Tree<import('@pgsql/types').ATAlterConstraint>} node Constraint
 * @throws {DbError} 42809
 */
export function alterConstraint(ddl, relation, node) {
  const constraint = relation.constraints.find((candidate) => candidate.name === node.conname)
  if (constraint === undefined) throw undefinedConstraint(node.conname, relation.name)
  if (constraint.type !== 'f') throw notAForeignKey(node.conname, relation.name)
  const { parentOid } = foreignKeyDesc(ddl.one('pg_constraint', 'pg_constraint_oid_index', [constraint.oid]).row)
  if (parentOid !== 0) {
    const whole = foreignKeyDesc(ddl.one('pg_constraint', 'pg_constraint_oid_index', [parentOid]).row)
    throw derivedConstraint(
      constraint.name, relation.name, whole.name, ddl.view.relation(whole.relationOid)?.name ?? '',
    )
  }
  for (const part of wholeForeignKey(ddl, constraint.oid))
    setDeferrable(ddl, part.oid, node.deferrable === true, node.initdeferred === true)
}
