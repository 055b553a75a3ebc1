/** uuid-ossp: identifiers of RFC 4122's versions 1, 3, 4 and 5, and the namespaces it names. */
import { createHash } from 'node:crypto'
import { Family } from '../functions/impl.js'
import { lookup } from '../functions/lookup.js'
import { chanceBytes } from './chance.js'
import { functionScript } from './script.js'
/** @import { FunctionContext } from '../functions/impl.js' */

const family = new Family()

const script = functionScript('uuid-ossp', [
  ['uuid_nil()', 'uuid', 'uuid_nil', 'is'],
  ['uuid_ns_dns()', 'uuid', 'uuid_ns_dns', 'is'],
  ['uuid_ns_url()', 'uuid', 'uuid_ns_url', 'is'],
  ['uuid_ns_oid()', 'uuid', 'uuid_ns_oid', 'is'],
  ['uuid_ns_x500()', 'uuid', 'uuid_ns_x500', 'is'],
  ['uuid_generate_v1()', 'uuid', 'uuid_generate_v1', 'vs'],
  ['uuid_generate_v1mc()', 'uuid', 'uuid_generate_v1mc', 'vs'],
  ['uuid_generate_v3(namespace uuid, name text)', 'uuid', 'uuid_generate_v3', 'is'],
  ['uuid_generate_v4()', 'uuid', 'uuid_generate_v4', 'vs'],
  ['uuid_generate_v5(namespace uuid, name text)', 'uuid', 'uuid_generate_v5', 'is'],
])

/** The namespaces of RFC 4122, appendix C, differ in one byte. @param {number} last of the first four bytes */
const namespace = (last) => Uint8Array.from(
  [0x6b, 0xa7, 0xb8, last, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8])

family.add('uuid_nil', () => new Uint8Array(16))
family.add('uuid_ns_dns', () => namespace(0x10))
family.add('uuid_ns_url', () => namespace(0x11))
family.add('uuid_ns_oid', () => namespace(0x12))
family.add('uuid_ns_x500', () => namespace(0x14))

/** @param {Uint8Array} bytes 16, changed in place @param {number} version */
function stamped(bytes, version) {
  bytes[6] = (bytes[6] & 0x0f) | (version << 4)
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  return bytes
}

/** @param {'md5' | 'sha1'} hash @param {number} version */
const named = (hash, version) => (/** @type {Uint8Array} */ space, /** @type {string} */ name) =>
  stamped(Uint8Array.from(createHash(hash).update(space).update(name, 'utf8').digest().subarray(0, 16)), version)

family.add('uuid_generate_v3', named('md5', 3))
family.add('uuid_generate_v5', named('sha1', 5))
family.context('uuid_generate_v4', (ctx) => lookup('gen_random_uuid').call(ctx))

// Version 1 is the time in steps of 100 ns since the Gregorian calendar began, a clock's number, and a machine's. The
// last two are chance here, marked as no machine's own, which the RFC allows; a session keeps its machine.
const GREGORIAN_TO_2000_US = 13166064000000000n
/** By session. @type {WeakMap<object, Uint8Array>} */
const machines = new WeakMap()

/** @param {FunctionContext} ctx @param {Uint8Array} machine six bytes */
function timed(ctx, machine) {
  const steps = (BigInt(ctx.session.clock()) + GREGORIAN_TO_2000_US) * 10n
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, Number(steps & 0xffffffffn))
  view.setUint16(4, Number((steps >> 32n) & 0xffffn))
  view.setUint16(6, Number((steps >> 48n) & 0x0fffn))
  bytes.set(chanceBytes(ctx, 2), 8)
  bytes.set(machine, 10)
  return stamped(bytes, 1)
}

/** @param {FunctionContext} ctx @returns {Uint8Array} six bytes, of which no machine has the first */
function chanceMachine(ctx) {
  const bytes = chanceBytes(ctx, 6)
  bytes[0] |= 0x01
  return bytes
}

family.context('uuid_generate_v1', (ctx) => {
  let machine = machines.get(ctx.session)
  if (machine === undefined) machines.set(ctx.session, machine = chanceMachine(ctx))
  return timed(ctx, machine)
})
family.context('uuid_generate_v1mc', (ctx) => timed(ctx, chanceMachine(ctx)))

/** @type {import('./bundled.js').ExtensionModule} */
export const extension = { script, functions: family.functions }
