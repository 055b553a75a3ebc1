/** COPY FROM STDIN, all rows of one or none, and COPY to others' eyes. */
import { linesOf } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

export const name = 'copies'
export const tables = ['copies.t']

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(
    'create schema copies; create table copies.t (batch int, line int, body text, primary key (batch, line))'
  )
}

/** @param {EmbeddedSession} session */
export const look = async (session) =>
  (
    await linesOf(
      session,
      'select batch, count(*), sum(line), sum(length(body)) from copies.t group by batch order by batch'
    )
  ).join('\n')

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random } = lane
  const session = await lane.connect()
  for (let batch = random.below(1e6); !lane.over(); batch++) {
    const lines = Array.from(
      { length: 20 + random.below(400) },
      (_line, line) => `${batch}\t${line}\t${'c'.repeat(random.below(200))}\n`
    )
    await lane.step(session, () => session.copyFrom('copies.t', lines))
    if (random.below(4) === 0)
      await lane.never(session, () =>
        session.copyFrom(
          'copies.t',
          lines.slice(0, 100).map((line) => `9${line}`)
        )
      )
    if (random.below(3) === 0)
      await lane.step(session, () =>
        session.query('delete from copies.t where batch <= $1 and batch % 3 = 0', [batch - random.below(4)])
      )
    if (random.below(6) === 0) await lane.step(session, () => session.exec('truncate copies.t'))
    if (random.below(6) === 0) { // what is empty at the end is cut off
      await lane.step(session, () => session.query('delete from copies.t'))
      await lane.attempt(() => session.exec('vacuum copies.t'))
    }
  }
  await session.release()
}
