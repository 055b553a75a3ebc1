/** The columns in which rows keep keys of an index (catalog/kept-keys.js): made with it, and left behind by it. */
import { isToBeKept, keptOf, keptOption } from '../../kept-keys.js'
import { ADDED_LATER } from '../../store/relation-reader.js'
import { catalogShape } from '../../store/shapes.js'
import { items } from '../../descriptors.js'
import { textArray } from '../../store/vectors.js'
import { tooManyTableColumns } from '../../../errors/ddl/catalog.js'
import { attributeRow, droppedName } from '../tables/table-rows.js'

/** @import { Expr } from '../../expr.js' */
/** @import { RelationDesc } from '../../relation.js' */
/** @import { DdlContext } from '../context.js' */

const COLUMNS_MAX = 1600
const BOOL = 16

/**
 * A column for each of an index's keys, and for its predicate, that calls what users wrote. Rows that are there hold
 * nothing in it yet.
 * @param {DdlContext} ddl @param {RelationDesc} relation @param {number} indexOid
 * @param {(Expr | null)[]} exprs of its keys @param {Expr | null} predicate
 * @throws {DbError} 54011
 */
export function keepKeys(ddl, relation, indexOid, exprs, predicate) {
  const wanted = [predicate, ...exprs].flatMap((expr, key) => (isToBeKept(ddl.view, expr) ? [{ key, expr }] : []))
  if (wanted.length === 0) return
  const first = relation.columns.length + 1
  if (relation.columns.length + wanted.length > COLUMNS_MAX) throw tooManyTableColumns()
  const isEmpty = relation.heap === null || relation.heap.file.blockCount === 0
  const rows = wanted.map(({ key, expr }, at) => {
    const typeOid = key === 0 ? BOOL : /** @type {Expr} */ (expr).type
    const name = droppedName(first + at)
    const row = attributeRow(ddl, relation.oid, first + at, { name, typeOid, notNull: false, default: null })
    const gone = { atttypid: 0, attisdropped: true, attstattarget: 0, attcollation: 0 }
    const options = textArray([keptOption({ indexOid, key, typeOid })])
    return { ...row, ...gone, attoptions: options, attcacheoff: isEmpty ? -1 : ADDED_LATER }
  })
  ddl.insertMany('pg_attribute', rows)
  const own = ddl.one('pg_class', 'pg_class_oid_index', [relation.oid])
  ddl.update('pg_class', own, { relnatts: relation.columns.length + wanted.length })
}

/**
 * The index goes: its columns are dropped ones like others.
 * @param {DdlContext} ddl @param {number} relationOid @param {number} indexOid
 */
export function forgetKeys(ddl, relationOid, indexOid) {
  const { at } = catalogShape('pg_attribute')
  for (const found of ddl.find('pg_attribute', 'pg_attribute_relid_attnum_index', [relationOid])) {
    const { row } = found
    if (!row[at.attisdropped] || row[at.attoptions] === null) continue
    if (keptOf(items(row[at.attoptions]))?.indexOid !== indexOid) continue
    ddl.update('pg_attribute', found, { attoptions: null })
  }
}
