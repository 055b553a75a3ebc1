/**
 * Relations as a session sees them that applies changes made elsewhere (session_replication_role = replica): foreign
 * keys neither check nor act unless their triggers are ENABLE ALWAYS or REPLICA.
 */
import { firesIn } from './triggers.js'

/** @import { ForeignKeyDesc } from './foreign-key.js' */
/** @import { RelationDesc } from './relation.js' */

/** @type {WeakMap<RelationDesc, RelationDesc>} */
const known = new WeakMap()

/** @param {RelationDesc | undefined} relation @returns {RelationDesc | undefined} the same for the same */
export function asReplica(relation) {
  if (relation === undefined || (relation.foreignKeys.length === 0 && relation.referencedBy.length === 0))
    return relation
  let found = known.get(relation)
  if (found === undefined) {
    found = {
      ...relation, foreignKeys: relation.foreignKeys.map(keyOf), referencedBy: relation.referencedBy.map(keyOf),
    }
    known.set(relation, found)
  }
  return found
}

/** @param {ForeignKeyDesc} key @returns {ForeignKeyDesc} */
const keyOf = (key) => ({ ...key, checked: firesIn(key.checksIn, true), acts: firesIn(key.actsIn, true) })
