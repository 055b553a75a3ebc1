/**
 * The synchronous API in loops that give the event loop no turn: run, runMany, transactionSync. Batches of pages are
 * written by the foreground then, and grow. The lane knows what `bulk.s` will look like before it asks, because nothing
 * can be looked at inside one `run`.
 */
import { DbError } from '../../../../src/index.js'
import { lookOfTables, lookQuery, turns } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

export const name = 'bulk'
export const tables = ['bulk.t', 'bulk.s']

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(`create schema bulk; create table bulk.t (id int primary key, k text, v text); create index on bulk.t (k);
    insert into bulk.t select g, md5(g::text), repeat('v', 100) from generate_series(1, 2500) g; create table bulk.s (id int primary key, v text)`)
}

const S_LOOK = 'select count(*), coalesce(min(id), 0), coalesce(max(id), 0) from bulk.s'

/** @param {EmbeddedSession} session */
export async function look(session) {
  const { rows } = await session.query({ text: S_LOOK, rowMode: 'array' })
  return `${rows[0].join(' ')}\n${await lookOfTables(session, ['bulk.t'])}`
}

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random } = lane
  const session = await lane.connect()
  const before = await lane.first(() => look(session))
  if (before === null) return
  let [s, t] = before.split('\n')
  const insert = session.prepare('insert into bulk.s values ($1, $2)')
  const update = session.prepare('update bulk.t set v = $2, k = $3 where id = $1')
  const remove = session.prepare('delete from bulk.s where id < $1')
  const tLook = session.prepare(lookQuery('bulk.t'))
  /**
   * Notes, does and answers.
   * @param {[number, number, number]} after of bulk.s
   * @param {string} tAfter
   * @param {() => void} work
   */
  const doing = (after, tAfter, work) => {
    const state = lane.lane.asks(`${after.join(' ')}\n${tAfter}`)
    try {
      work()
    } catch (error) {
      if (!(error instanceof DbError) || error.code !== '55P03') throw error
      lane.lane.refused(state) // it would have had to wait
      return
    }
    lane.lane.answered(state)
    s = after.join(' ')
    t = tAfter
  }
  while (!lane.over()) {
    const [count, low, high] = s.split(' ').map(Number)
    const kind = random.below(5)
    await lane.attempt(async () => {
      if (kind === 0) {
        for (let more = random.below(30), at = 1; at <= more; at++)
          doing([count + at, low || 1, high + at], t, () => {
            insert.run(high + at, 's'.repeat(random.below(300)))
          })
      } else if (kind === 1) {
        const rows = Array.from({ length: 1 + random.below(400) }, (_row, at) => [
          high + 1 + at,
          'm'.repeat(random.below(200)),
        ])
        doing([count + rows.length, low || 1, high + rows.length], t, () => {
          insert.runMany(rows)
        })
      } else if (kind === 2 && count > 500) {
        const until = low + Math.floor((high - low) * random.double())
        doing([high - until + 1, until, high], t, () => { remove.run(until) })
      } else {
        /** @type {import('../history.js').State | null} */
        let state = null
        const isUndone = random.below(4) === 0
        try {
          session.transactionSync(() => {
            for (let more = 50 + random.below(800); more > 0; more--)
              update.run(1 + random.below(2500), 'u'.repeat(random.below(260)), `k${random.uint32()}`)
            const row = Object.values(tLook.get()).join(' ')
            if (isUndone) throw new Error('no more')
            state = lane.lane.asks(`${s}\nbulk.t: ${row}`)
          })
        } catch (error) {
          if (isUndone && /** @type {Error} */ (error).message === 'no more') return
          throw error
        }
        const asked = /** @type {import('../history.js').State} */ (/** @type {unknown} */ (state))
        lane.lane.answered(asked)
        t = asked.look.split('\n')[1]
      }
    })
    if (random.below(3) > 0) await turns(1 + random.below(4))
  }
  await session.release()
}
