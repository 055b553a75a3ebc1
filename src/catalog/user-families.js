/**
 * Operator classes and families that were made here, and members added to built-in families: read whole when something
 * asks for one of them, which databases without any never do.
 */
import { familyOperator, opclassDesc } from './descriptors.js'
import { catalogShape } from './store/shapes.js'
import { FIRST_USER_OID } from '../types/oids.js'

/** @import { FamilyOperator, OpClassDesc } from './descriptors.js' */

/**
 * @typedef {{ opclasses: OpClassDesc[], byOid: Map<number, OpClassDesc>, byOperator: Map<number, FamilyOperator[]>,
 *   operators: Map<string, number>, functions: Map<string, number> }} UserFamilies operators and functions by
 *   "family,left,right,number"
 */

/** @param {(catalog: string) => any[][]} allRows @returns {UserFamilies} */
export function readUserFamilies(allRows) {
  const own = (/** @type {string} */ catalog) => allRows(catalog).filter((row) => row[0] >= FIRST_USER_OID)
  const opclasses = own('pg_opclass').map(opclassDesc)
  const members = own('pg_amop').map(familyOperator)
  /** @type {Map<number, FamilyOperator[]>} */
  const byOperator = new Map()
  for (const member of members) byOperator.set(member.operator, [...byOperator.get(member.operator) ?? [], member])
  const { at } = catalogShape('pg_amproc')
  return {
    opclasses,
    byOid: new Map(opclasses.map((opclass) => [opclass.oid, opclass])),
    byOperator,
    operators: new Map(
      members
        .filter((member) => member.purpose === 's')
        .map((member) => [`${member.family},${member.left},${member.right},${member.strategy}`, member.operator])
    ),
    functions: new Map(
      own('pg_amproc').map((row) => [
        `${row[at.amprocfamily]},${row[at.amproclefttype]},${row[at.amprocrighttype]},${row[at.amprocnum]}`,
        row[at.amproc],
      ])
    ),
  }
}

/** @type {UserFamilies} */
export const NO_FAMILIES = Object.freeze({
  opclasses: [],
  byOid: new Map(),
  byOperator: new Map(),
  operators: new Map(),
  functions: new Map(),
})
