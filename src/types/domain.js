/**
 * Domains: the base type's operations, with the domain's NOT NULL and CHECKs behind every input. Whoever converts an
 * expression to a domain checks by an expression of its own (CoerceToDomain); here it is values that arrive as text or
 * bytes. Checking needs the executor, so it comes with the session's TypeEnv.
 */
import { putValue } from './key.js'
import { TypeOps } from './type-ops.js'

/** @typedef {import('./type-ops.js').TypeOpsFields} TypeOpsFields */

/**
 * @param {number} oid
 * @param {string} name
 * @param {number} typmod of the domain
 * @param {TypeOps} base
 * @returns {TypeOps}
 */
export function domainOps(oid, name, typmod, base) {
  /** @type {TypeOpsFields} */
  const fields = {
    oid,
    name,
    display: name,
    kind: base.kind,
    category: base.category,
    elementType: base.elementType,
    textIsStored: base.textIsStored,
    parse: (text, _typmod, env) =>
      env.checkDomain === undefined
        ? base.parse(text, typmod, env)
        : env.checkDomain(oid, base.parse(text, typmod, env)),
    format: base.format,
    writeText: base.writeText,
    receive: (bytes, start, end, _typmod, env) => {
      const value = base.receive(bytes, start, end, typmod, env)
      return env.checkDomain === undefined ? value : env.checkDomain(oid, value)
    },
    send: base.send,
    compare: base.compare,
    equals: base.equals,
    hash: base.hash,
    encodedBytes: base.encodedBytes,
    encode: base.encode,
    decode: base.decode,
    applyTypmod: base.applyTypmod,
    putKey: base.putKey ?? ((value, out, at) => putValue(base.oid, value, out, at)),
    range: base.range,
  }
  return new TypeOps(fields)
}
