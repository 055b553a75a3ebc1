/**
 * Types that can be subscripted though they are no arrays: point and line by coordinate, lseg and box by point, name by
 * byte. Subscripts count from 0; outside there is null to read and nothing to write.
 */
import { Box, Line, Point, Segment } from './geometry/values.js'
import * as T from './oids.js'
import { truncateName } from './strings/text.js'

/**
 * @typedef {object} FixedArray
 * @property {number} count
 * @property {(value: any, index: number) => any} get null beyond the end
 * @property {(value: any, index: number, element: any) => any} put
 */

/** @type {Map<number, FixedArray>} */
const TYPES = new Map([
  [
    T.POINT,
    {
      count: 2, get: (value, at) => (at === 0 ? value.x : value.y),
      put: (value, at, x) => (at === 0 ? new Point(x, value.y) : new Point(value.x, x)),
    },
  ],
  [
    T.LSEG,
    {
      count: 2, get: (value, at) => (at === 0 ? value.a : value.b),
      put: (value, at, point) => (at === 0 ? new Segment(point, value.b) : new Segment(value.a, point)),
    },
  ],
  // Corners are put where they are said to be, not in order.
  [
    T.BOX,
    {
      count: 2, get: (value, at) => (at === 0 ? value.high : value.low),
      put: (value, at, point) => (at === 0 ? new Box(point, value.low) : new Box(value.high, point)),
    },
  ],
  [
    T.LINE,
    {
      count: 3,
      get: (value, at) => [value.a, value.b, value.c][at],
      put: (value, at, number) =>
        new Line(at === 0 ? number : value.a, at === 1 ? number : value.b, at === 2 ? number : value.c),
    },
  ],
  [
    T.NAME,
    {
      count: 64,
      get: (value, at) => Buffer.from(value, 'utf8')[at] ?? 0,
      put: (value, at, byte) => {
        const bytes = new Uint8Array(64)
        bytes.set(Buffer.from(value, 'utf8').subarray(0, 64))
        bytes[at] = byte
        const end = bytes.indexOf(0)
        return truncateName(Buffer.from(end < 0 ? bytes : bytes.subarray(0, end)).toString('utf8'))
      },
    },
  ],
])

/** @param {number} typeOid @returns {FixedArray | undefined} */
export const fixedArray = (typeOid) => TYPES.get(typeOid)
