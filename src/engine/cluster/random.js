/**
 * The engine's random source for SQL: strong enough for gen_random_uuid, as everything random() needs. Tests pass a
 * seeded one.
 */
import { randomBytes } from 'node:crypto'

const POOL_BYTES = 4096
let pool = Buffer.alloc(0)
let at = POOL_BYTES

function uint32() {
  if (at + 4 > POOL_BYTES) {
    pool = randomBytes(POOL_BYTES)
    at = 0
  }
  at += 4
  return pool.readUInt32LE(at - 4)
}

/** @type {import('../../util/prng.js').Random} */
export const systemRandom = {
  uint32,
  below: (bound) => Math.floor((uint32() / 4294967296) * bound),
  double: () => ((uint32() >>> 5) * 67108864 + (uint32() >>> 6)) / 9007199254740992,
}
