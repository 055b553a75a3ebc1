/**
 * bloom 1.0: an index of many columns that finds rows by equality of any of them. It is kept as a gin index, whose
 * entries are four bytes of hash for each column (catalog/operator-classes.js): smaller than an index per column, as
 * PostgreSQL's signatures are, and hardly ever wrong where those go by chance. Their options are checked and kept, and
 * size nothing.
 */
import { FunctionImpl } from '../functions/impl.js'
import { functionScript } from './script.js'

/** @import { GinClass } from '../types/libraries.js' */
/** @import { ExtensionModule } from './bundled.js' */

const script = [
  functionScript('bloom', [['blhandler(internal)', 'index_am_handler', 'blhandler', 'vu']]),
  'CREATE ACCESS METHOD bloom TYPE INDEX HANDLER blhandler',
  `COMMENT ON ACCESS METHOD bloom IS 'bloom index access method'`,
  'CREATE OPERATOR CLASS int4_ops DEFAULT FOR TYPE int4 USING bloom AS ' +
    'OPERATOR 1 =(int4, int4), FUNCTION 1 hashint4(int4)',
  'CREATE OPERATOR CLASS text_ops DEFAULT FOR TYPE text USING bloom AS ' +
    'OPERATOR 1 =(text, text), FUNCTION 1 hashtext(text)',
].join(';\n')

/** A hash of four bytes of what a value is here: equal values have the same. @param {unknown} value */
function keyOf(value) {
  let hash = 0x811c9dc5
  if (value instanceof Uint8Array) for (const byte of value) hash = Math.imul(hash ^ byte, 0x01000193)
  else {
    const text = typeof value === 'string' ? value : String(value)
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash ^= hash >>> 15
  return Uint8Array.of(hash >>> 24, hash >>> 16, hash >>> 8, hash)
}

/** @type {GinClass} */
const hashed = {
  strategies: [1],
  extract: (value, put) => put(keyOf(value)),
  query: (_strategy, value) => ({ all: true, keys: [keyOf(value)] }),
}

/** @type {ExtensionModule} */
export const extension = {
  script,
  functions: [new FunctionImpl('blhandler', () => null, {})],
  values: { gin: { blhandler: hashed } },
}
