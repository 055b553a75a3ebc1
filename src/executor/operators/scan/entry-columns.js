/** Columns of a row out of an index entry that leads to it (planner/build/access/index-only.js says when). */
import { NOT_NULL_MARKER } from '../../../types/key.js'
import { keyReader, keyReaders } from '../../../types/key/read.js'
import { copyEntry } from '../../../storage/btree/node.js'
import { baseType } from '../../expressions/operations.js'
import { columnKey } from '../../codegen/function.js'
import { ENTRY, currentOf } from './index-keys.js'

/** @import { IndexDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { FunctionBuilder } from '../../codegen/function.js' */

/**
 * Reads what is wanted of the entry at hand.
 * @param {FunctionBuilder} fn @param {number} rt @param {RelationDesc} relation @param {IndexDesc} index
 * @param {string} cursor @param {string | undefined} position source; undefined: the entry the cursor gave last
 * @param {number[]} attnums
 */
export function bindEntry(fn, rt, relation, index, cursor, position, attnums) {
  const last = index.keys.findLastIndex(({ attnum }) => attnums.includes(attnum))
  if (last < 0) return
  const { module } = fn
  const entry = module.constant(ENTRY, 'entry')
  const readers = module.constant(keyReaders, 'keyReaders')
  const at = module.name('at')
  const place = `${cursor}.base, ${position ?? currentOf(cursor)}`
  fn.line(`${module.constant(copyEntry, 'copyEntry')}(view, bytes, ${place}, ${entry}, 0)`)
  fn.line(`let ${at} = 0`)
  for (const { attnum, typeOid, collation, desc } of index.keys.slice(0, last + 1)) {
    const reader = keyReader(baseType(module, typeOid), collation, desc)
    if (reader === null) throw new Error('a column that is not to be read out of entries')
    const isNull = !relation.columns[attnum - 1].neverNull
    const value = `${readers}.${reader.name}(${entry}, ${at} + 1, ${desc ? 255 : 0})`
    const step = reader.width === 0 ? `${at} = ${readers}.textEnd(${entry}, ${at} + 1)` : `${at} += ${1 + reader.width}`
    const isWanted = attnums.includes(attnum)
    const name = module.name(`c${rt}_${attnum}_`)
    if (isWanted) fn.line(`${isNull ? 'let' : 'const'} ${name} = ${isNull ? 'null' : value}`)
    if (isNull) {
      fn.line(`if (${entry}[${at}] !== ${NOT_NULL_MARKER}) ${at}++`)
      fn.line(`else { ${isWanted ? `${name} = ${value}; ` : ''}${step} }`)
    } else fn.line(step)
    if (isWanted) fn.bind(columnKey({ rt, attnum }), { js: name, nullable: isNull })
  }
}
