/** uuid: 16 bytes, ordered as bytes; text input takes braces and hyphens behind any group of four digits. */
import { invalidInput } from '../errors/data.js'
import { copyOf } from '../util/buffer-text.js'
import { mix32 } from './numbers/int8.js'
import * as T from './oids.js'
import { toHex } from './strings/text.js'
import { expectBytes, TypeOps } from './type-ops.js'

const PATTERN = /^(?:[0-9a-f]{4}-?){7}[0-9a-f]{4}$/i

/** @param {string} text @returns {Uint8Array} */
function parseUuid(text) {
  const inner = text[0] === '{' && text.endsWith('}') ? text.slice(1, -1) : text
  if (!PATTERN.test(inner)) throw invalidInput('uuid', text)
  const hex = inner.replaceAll('-', '')
  const bytes = new Uint8Array(16)
  for (let i = 0; i < 16; i++) bytes[i] = parseInt(hex.slice(2 * i, 2 * i + 2), 16)
  return bytes
}

/** @param {Uint8Array} bytes */
function formatUuid(bytes) {
  const hex = toHex(bytes)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** @param {Uint8Array} a @param {Uint8Array} b */
export function compareUuid(a, b) {
  for (let i = 0; i < 16; i++) if (a[i] !== b[i]) return a[i] - b[i]
  return 0
}

/** @param {Uint8Array} bytes */
function hashUuid(bytes) {
  let hash = 0
  for (let i = 0; i < 16; i += 4)
    hash = mix32(hash ^ (bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24)))
  return hash
}

export const uuidType = new TypeOps({
  oid: T.UUID, name: 'uuid', kind: 'fixed16', category: 'U',
  parse: parseUuid, format: formatUuid,
  receive: (bytes, start, end) => {
    expectBytes(start, end, 16)
    return copyOf(bytes, start, end)
  },
  send: (value, writer) => writer.raw(value, 0, 16),
  compare: compareUuid, hash: hashUuid,
  encode: (value, bytes, view, at) => {
    for (let i = 0; i < 16; i++) bytes[at + i] = value[i]
    return at + 16
  },
  decode: (bytes, view, start) => bytes.slice(start, start + 16),
})
