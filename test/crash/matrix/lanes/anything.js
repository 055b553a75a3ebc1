/**
 * Two sessions, each in a schema of its own, that do anything there is (statements.js) in transactions of every level:
 * savepoints, failures, rollbacks, partitions, large objects, types.
 */
import { lookOfSchema, tablesOf } from './schema-look.js'
import { changing } from './statements.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

export const name = 'anything'
export const tables = /** @type {string[]} */ ([])
export const parts = 2

const schemaOf = (/** @type {number} */ part) => `any${part}`

/** @param {EmbeddedSession} db */
export async function fill(db) {
  for (let part = 0; part < parts; part++) await db.exec(`create schema ${schemaOf(part)}`)
}

/** @param {EmbeddedSession} session @param {number} part */
export async function look(session, part) {
  await session.exec(`set search_path = ${schemaOf(part)}`)
  return lookOfSchema(session, schemaOf(part))
}

/** @param {LaneContext} lane @param {number} part */
export async function run(lane, part) {
  const { random } = lane
  const schema = schemaOf(part)
  const session = await lane.connect({ search_path: schema, work_mem: '64kB', maintenance_work_mem: '1MB' })
  let number = random.below(1e6)
  while (!lane.over()) {
    const begin = `begin isolation level ${lane.pick(['read committed', 'read committed', 'repeatable read', 'serializable'])}`
    const work = async () => {
      for (let count = 1 + random.below(5); count > 0; count--) {
        const guarded = random.below(4) > 0
        if (guarded) await session.exec('savepoint s')
        const through = await lane.attempt(async () => {
          await session.exec(changing(random, await tablesOf(session, schema), ++number))
        })
        if (!through && !guarded) return
        if (guarded && (!through || random.below(6) === 0)) await session.exec('rollback to s')
      }
      await session.exec('set constraints all immediate')
    }
    if (random.below(7) === 0) await lane.never(session, work)
    else await lane.step(session, work, begin)
  }
  await session.release()
}
