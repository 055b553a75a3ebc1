/** The functions of a type that SQL may call like any other: what reads, prints and sends its values. */
import { Family } from '../functions/impl.js'
import { builtinType } from '../types/lookup.js'
import { TypeOps } from '../types/type-ops.js'
import { cannotBeRead, cannotBeShown } from '../errors/extensions.js'
import { ByteWriter } from '../util/byte-writer.js'

/** @import { FunctionImpl } from '../functions/impl.js' */

/** @param {number} oid @returns {TypeOps} of a value that is at hand, so its type is there */
const opsOf = (oid) => /** @type {TypeOps} */ (builtinType(oid))

/**
 * @param {{ input?: string[], output?: string[], send?: string[] }} symbols of several types
 * @returns {FunctionImpl[]}
 */
export function valueFunctions({ input = [], output = [], send = [] }) {
  const family = new Family()
  family.typed(input, (ctx, types, text, _oid, typmod) => opsOf(types.result).parse(text, typmod ?? -1, ctx.env))
  family.typed(output, (ctx, types, value) => opsOf(types.args[0]).format(value, ctx.env))
  family.typed(send, (ctx, types, value) => {
    const writer = new ByteWriter(64)
    opsOf(types.args[0]).send(value, writer, ctx.env)
    return writer.bytes.slice(0, writer.at)
  })
  return family.functions
}

/**
 * A type that only keys of PostgreSQL's gist indexes have: nobody has a value of it.
 * @param {import('../types/libraries.js').TypeOfLibrary} type
 */
export const keyType = ({ oid, name, category }) => new TypeOps({
  oid, name, category, kind: 'var',
  parse: () => { throw cannotBeRead(name) },
  format: () => { throw cannotBeShown(name) },
  encode: () => { throw cannotBeShown(name) },
  decode: () => { throw cannotBeShown(name) },
})
