/** What values that a statement makes may take. */
import { memoryNow, valueBytesMax } from '../util/effort.js'
import { DbError } from './db-error.js'

/**
 * Before the work begins: refuses values that are more than one may take.
 * @param {number} bytes what it will take, roughly: characters count as one
 * @param {string} what as the message names it
 * @throws {DbError} 53200
 */
export function charge(bytes, what) {
  if (bytes > valueBytesMax()) throw valueTooLarge(bytes, what)
  if (bytes > CHARGED_BYTES_MIN) memoryNow().require(bytes, what)
}

/** Smaller values do not make the difference. */
const CHARGED_BYTES_MIN = 65536

/** 53200. @param {number} bytes @param {string} what */
const valueTooLarge = (bytes, what) =>
  new DbError('53200', `out of memory: ${what} would take ${sizeOf(bytes)}`, {
    detail: `One value may take ${sizeOf(valueBytesMax())}.`,
    hint: 'The setting "max_value_size" says how much one value may take.',
  })

/**
 * 53200: `memoryLimit` of the engine.
 * @param {number} bytes that are wanted @param {string} what @param {{ held: number, limit: number }} account
 */
export const memoryLimitReached = (bytes, what, { held, limit }) =>
  new DbError('53200', `out of memory: ${what} would take ${sizeOf(bytes)}`, {
    detail: `The engine holds ${sizeOf(held)} of ${sizeOf(limit)}.`,
    hint: 'The option "memoryLimit" of open() says how much memory the engine may hold.',
  })

/** 53200: V8's own limit. @param {number} bytes that live @param {number} limit */
export const heapNearlyFull = (bytes, limit) =>
  new DbError('53200', 'out of memory', {
    detail: `JavaScript's heap holds ${sizeOf(bytes)} of ${sizeOf(limit)}.`,
    hint: 'Node\'s option "--max-old-space-size" says how large it may become.',
  })

/** @param {number} bytes */
const sizeOf = (bytes) => bytes >= 10 * 1048576 ? `${Math.ceil(bytes / 1048576)} MB` : `${Math.ceil(bytes / 1024)} kB`
