/** suppress_redundant_updates_trigger(): an update that changes nothing is left out. */
import { triggerProtocol } from '../errors/extension-triggers.js'
import { builtinType } from '../types/lookup.js'

/** @typedef {import('../catalog/triggers.js').TriggerData} TriggerData */

const NAME = 'suppress_redundant_updates_trigger'

/**
 * @param {TriggerData} data
 * @returns {any[] | null} null: the rows are alike
 * @throws {DbError} 39P01 it is called for something else
 */
export function suppressRedundant({ trigger, operation, relation, old, new: row }) {
  if (operation !== 'update') throw triggerProtocol(NAME, 'must be called on update')
  if (trigger.timing !== 'before') throw triggerProtocol(NAME, 'must be called before update')
  if (old === null || row === null) throw triggerProtocol(NAME, 'must be called for each row')
  for (const column of relation.columns) {
    if (column.dropped || column.generated === 's') continue
    if (!sameImage(column.typeOid, old[column.attnum - 1], row[column.attnum - 1])) return row
  }
  return null
}

/** Byte by byte, as the tuples would be: 1.0 and 1.00 differ. @param {number} type @param {any} a @param {any} b */
function sameImage(type, a, b) {
  if (a === null || b === null) return a === b
  if (a === b) return true
  const ops = builtinType(type)
  if (ops === undefined) return false
  const images = [a, b].map((value) => {
    const bytes = new Uint8Array(ops.encodedBytes(value) + 64)
    const view = new DataView(bytes.buffer)
    const end = ops.encode(value, bytes, view, 0)
    return Buffer.from(bytes.buffer, 0, end)
  })
  return images[0].equals(images[1])
}
