/**
 * CREATE and ALTER SEQUENCE's catalog part: options checked and completed, the relation with its row of pg_sequence,
 * its value in a file of its own, and the column that owns it. Parameters change by a new file, so a rollback brings
 * back both parameters and value.
 */
import { identityOwnership, invalidSequenceOption, ownedByOther } from '../../../errors/ddl/sequences.js'
import { SEQUENCE_TYPES } from '../../sequences.js'
import { formatType } from '../../deparse/types.js'
import { toInt8 } from '../../../types/numbers/int8.js'
import { catalogShape } from '../../store/shapes.js'
import { CLASS, char } from '../context.js'
import { address, recordDependencies } from '../dependencies.js'
import { relationOf } from '../constraints/constraint-row.js'
import { createTable } from './table.js'
import { swapFile } from './truncate.js'

/** @import { DdlContext } from '../context.js' */
/** @import { Int8, SequenceParameters } from '../../sequences.js' */

/**
 * What a statement says; undefined: nothing, null: NO MINVALUE, NO MAXVALUE, RESTART without a value.
 * @typedef {{ typeOid?: number, increment?: bigint, min?: bigint | null, max?: bigint | null, start?:
 *   bigint, restart?: bigint | null, cache?: bigint, cycle?: boolean }} SequenceOptions
 */
/** @typedef {{ lastValue: Int8, isCalled: boolean }} SequencePosition */

/** @param {number | bigint | undefined} value */
const big = (value) => BigInt(/** @type {number | bigint} */ (value))

/**
 * Parameters and position as the options make them.
 * @param {DdlContext} ddl @param {SequenceOptions} options
 * @param {(SequenceParameters & SequencePosition) | null} current null: a new sequence
 * @param {boolean} identity for messages
 * @returns {{ parameters: SequenceParameters, position: SequencePosition }} @throws {DbError} 22023
 */
export function completeOptions(ddl, options, current, identity) {
  const typeOid = options.typeOid ?? current?.typeOid ?? 20
  const bounds = SEQUENCE_TYPES[typeOid]
  if (bounds === undefined)
    throw invalidSequenceOption(
      `${identity ? 'identity column' : 'sequence'} type must be smallint, integer, or bigint`
    )
  const before = current === null ? null : SEQUENCE_TYPES[current.typeOid]
  const retyped = current !== null && typeOid !== current.typeOid
  const increment = options.increment ?? big(current?.increment ?? 1)
  if (increment === 0n) throw invalidSequenceOption('INCREMENT must not be zero')
  const cycle = options.cycle ?? current?.cycle ?? false
  const type = () => formatType(ddl.view, typeOid, -1)
  // A bound that was the old type's own becomes the new type's.
  const max =
    typeof options.max === 'bigint'
      ? options.max
      : current === null || options.max === null || (retyped && big(current.max) === before?.max)
        ? increment > 0n || (retyped && options.max === undefined)
          ? bounds.max
          : -1n
        : big(current.max)
  if (max > bounds.max || max < bounds.min)
    throw invalidSequenceOption(`MAXVALUE (${max}) is out of range for sequence data type ${type()}`)
  const min =
    typeof options.min === 'bigint'
      ? options.min
      : current === null || options.min === null || (retyped && big(current.min) === before?.min)
        ? increment < 0n || (retyped && options.min === undefined)
          ? bounds.min
          : 1n
        : big(current.min)
  if (min > bounds.max || min < bounds.min)
    throw invalidSequenceOption(`MINVALUE (${min}) is out of range for sequence data type ${type()}`)
  if (min >= max) throw invalidSequenceOption(`MINVALUE (${min}) must be less than MAXVALUE (${max})`)
  const start = options.start ?? (current === null ? (increment > 0n ? min : max) : big(current.start))
  requireWithin('START', start, min, max)
  const restarts = options.restart !== undefined || current === null
  const lastValue = restarts ? options.restart ?? start : big(current.lastValue)
  requireWithin('RESTART', lastValue, min, max)
  const cache = options.cache ?? big(current?.cache ?? 1)
  if (cache <= 0n) throw invalidSequenceOption(`CACHE (${cache}) must be greater than zero`)
  return {
    parameters: {
      typeOid, start: toInt8(start), increment: toInt8(increment), min: toInt8(min), max: toInt8(max),
      cache: toInt8(cache), cycle,
    },
    position: {
      lastValue: toInt8(lastValue),
      isCalled: !restarts && /** @type {SequencePosition} */ (current).isCalled,
    },
  }
}

/** @param {string} word @param {bigint} value @param {bigint} min @param {bigint} max */
function requireWithin(word, value, min, max) {
  if (value < min) throw invalidSequenceOption(`${word} value (${value}) cannot be less than MINVALUE (${min})`)
  if (value > max) throw invalidSequenceOption(`${word} value (${value}) cannot be greater than MAXVALUE (${max})`)
}

/** @param {SequenceParameters} parameters */
const sequenceRow = ({ typeOid, start, increment, min, max, cache, cycle }) => ({
  seqtypid: typeOid,
  seqstart: start,
  seqincrement: increment,
  seqmax: max,
  seqmin: min,
  seqcache: cache,
  seqcycle: cycle,
})

const COLUMNS = [
  { name: 'last_value', typeOid: 20, notNull: true },
  { name: 'log_cnt', typeOid: 20, notNull: true },
  { name: 'is_called', typeOid: 16, notNull: true },
]

/**
 * @param {DdlContext} ddl
 * @param {{ name: string, namespaceOid: number, persistence: 'p' | 'u' | 't', ownerOid?: number, options:
 *   SequenceOptions, identity?: boolean }} definition
 * @returns {number} OID @throws {DbError} 42P07, 22023
 */
export function createSequence(ddl, { name, namespaceOid, persistence, ownerOid, options, identity = false }) {
  const { parameters, position } = completeOptions(ddl, options, null, identity)
  const oid = createTable(ddl, { name, namespaceOid, columns: COLUMNS, kind: 'S', persistence, ownerOid })
  const found = ddl.one('pg_class', 'pg_class_oid_index', [oid])
  ddl.files?.setSequence(found.row[catalogShape('pg_class').at.relfilenode], position.lastValue, position.isCalled)
  ddl.insert('pg_sequence', { seqrelid: oid, ...sequenceRow(parameters) })
  return oid
}

/**
 * The caller holds SHARE ROW EXCLUSIVE.
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {SequenceParameters} parameters
 * @param {SequencePosition} position
 */
export function changeSequence(ddl, oid, parameters, position) {
  ddl.update('pg_sequence', ddl.one('pg_sequence', 'pg_sequence_seqrelid_index', [oid]), sequenceRow(parameters))
  moveSequence(ddl, oid, position)
}

/**
 * Elsewhere, in the manner of DDL: a rollback moves it back.
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {SequencePosition} position
 */
export function moveSequence(ddl, oid, position) {
  const fileId = swapFile(ddl, oid, 'createHeap', {})
  ddl.files?.setSequence(fileId, position.lastValue, position.isCalled)
  ddl.touch([oid])
}

/**
 * Whose the sequence is: it goes with the column. @param {DdlContext} ddl @param {number} oid
 * @param {{ relationOid: number, attnum: number } | null} column null: nobody's
 * @param {'a' | 'i'} type i: an identity column's
 */
export function setSequenceOwner(ddl, oid, column, type = 'a') {
  const { at } = catalogShape('pg_depend')
  const links = ddl
    .find('pg_depend', 'pg_depend_depender_index', [CLASS.RELATION, oid, 0])
    .filter(
      ({ row }) =>
        row[at.refclassid] === CLASS.RELATION &&
        row[at.refobjsubid] !== 0 &&
        (row[at.deptype] === char('a') || row[at.deptype] === char('i'))
    )
  const identity = links.find(({ row }) => row[at.deptype] === char('i'))
  if (identity !== undefined && type === 'a')
    throw identityOwnership(relationOf(ddl, oid).name, relationOf(ddl, identity.row[at.refobjid]).name)
  for (const link of links) ddl.remove('pg_depend', link)
  if (column === null) return
  const sequence = relationOf(ddl, oid)
  const table = relationOf(ddl, column.relationOid)
  if (sequence.ownerOid !== table.ownerOid) throw ownedByOther('owner')
  if (sequence.namespaceOid !== table.namespaceOid) throw ownedByOther('schema')
  ownSequence(ddl, oid, column, type)
  ddl.touchRelation(table)
}

/**
 * Of a sequence that was just made for the column, in the table's schema and its owner's: nobody else's, and nothing to
 * be read again.
 * @param {DdlContext} ddl @param {number} oid
 * @param {{ relationOid: number, attnum: number }} column
 * @param {'a' | 'i'} type
 */
export function ownSequence(ddl, oid, { relationOid, attnum }, type) {
  recordDependencies(ddl, address(CLASS.RELATION, oid), [address(CLASS.RELATION, relationOid, attnum)], type)
  ddl.touch([relationOid])
}

/**
 * Sequences that belong to a column, or to any column (attnum 0).
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {number} attnum
 * @param {string} types of dependency
 * @returns {number[]}
 */
export function ownedSequences(ddl, relationOid, attnum, types = 'ai') {
  const { at } = catalogShape('pg_depend')
  const key = attnum === 0 ? [CLASS.RELATION, relationOid] : [CLASS.RELATION, relationOid, attnum]
  return ddl
    .find('pg_depend', 'pg_depend_reference_index', key)
    .filter(
      ({ row }) =>
        row[at.classid] === CLASS.RELATION &&
        row[at.objsubid] === 0 &&
        row[at.refobjsubid] !== 0 &&
        types.includes(String.fromCharCode(row[at.deptype]))
    )
    .map(({ row }) => row[at.objid])
    .filter((oid) => ddl.view.relation(oid)?.kind === 'S')
}
