/**
 * pg_snapshot (and txid_snapshot, its older name): which transactions count as over. xmin: all below are; xmax: none
 * from there on is; between them those that are listed were in progress. Text is xmin:xmax:xip,xip…; stored are the
 * bounds and the list, each as an int8 (LE).
 */
import { invalidBinary, invalidInput } from '../errors/data.js'
import { readInt8, INT8_MAX } from './numbers/int8.js'
import * as T from './oids.js'
import { readI32, TypeOps, viewOf } from './type-ops.js'

export class XidSnapshot {
  /** @param {bigint} xmin @param {bigint} xmax @param {bigint[]} inProgress ascending */
  constructor(xmin, xmax, inProgress) {
    this.xmin = xmin
    this.xmax = xmax
    this.inProgress = inProgress
  }
}

/**
 * @param {bigint} xmin
 * @param {bigint} xmax
 * @param {bigint[]} list
 * @returns {XidSnapshot | null} repeated ones are left out
 */
function make(xmin, xmax, list) {
  if (xmin <= 0n || xmax <= 0n || xmin > xmax || xmax > INT8_MAX) return null
  const inProgress = []
  let last = 0n
  for (const xid of list) {
    if (xid < xmin || xid >= xmax || xid < last) return null
    if (xid !== last) inProgress.push(xid)
    last = xid
  }
  return new XidSnapshot(xmin, xmax, inProgress)
}

/** @param {string} text */
function parseSnapshot(text) {
  const match = /^([ \t-\r]*\d{1,20}):([ \t-\r]*\d{1,20}):([ \t-\r]*\d{1,20}(?:,[ \t-\r]*\d{1,20})*)?,?$/.exec(text)
  const value =
    match === null
      ? null
      : make(BigInt(match[1]), BigInt(match[2]), (match[3] === undefined ? [] : match[3].split(',')).map(BigInt))
  if (value === null) throw invalidInput('pg_snapshot', text)
  return value
}

/** @param {XidSnapshot} value */
const formatSnapshot = ({ xmin, xmax, inProgress }) => `${xmin}:${xmax}:${inProgress.join(',')}`

/** @param {number} oid @param {string} name */
const snapshotType = (oid, name) => new TypeOps({
  oid, name, kind: 'var', category: 'U', parse: parseSnapshot, format: formatSnapshot,
  receive: (bytes, start, end) => {
    const count = end - start < 20 ? -1 : readI32(bytes, start)
    if (count < 0 || end - start !== 20 + 8 * count) throw invalidBinary('invalid external pg_snapshot data')
    const view = viewOf(bytes)
    const numbers = Array.from({ length: count + 2 }, (_, at) => BigInt(readInt8(view, start + 4 + 8 * at, false)))
    const value = make(numbers[0], numbers[1], numbers.slice(2))
    if (value === null) throw invalidBinary('invalid external pg_snapshot data')
    return value
  },
  send: (value, writer) => {
    writer.i32(value.inProgress.length)
    writer.i64(value.xmin)
    writer.i64(value.xmax)
    for (const xid of value.inProgress) writer.i64(xid)
  },
  encodedBytes: (value) => 16 + 8 * value.inProgress.length,
  encode: (value, bytes, view, at) => {
    for (const xid of [value.xmin, value.xmax, ...value.inProgress]) {
      view.setBigInt64(at, xid, true)
      at += 8
    }
    return at
  },
  decode: (bytes, view, start, end) => {
    const inProgress = []
    for (let at = start + 16; at < end; at += 8) inProgress.push(view.getBigInt64(at, true))
    return new XidSnapshot(view.getBigInt64(start, true), view.getBigInt64(start + 8, true), inProgress)
  },
})

export const snapshotTypes = [
  snapshotType(T.PG_SNAPSHOT, 'pg_snapshot'),
  snapshotType(T.TXID_SNAPSHOT, 'txid_snapshot'),
]
