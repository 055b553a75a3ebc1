/** nextval in transactions that commit and that do not, looked at meanwhile: no number is given twice. */
import assert from 'node:assert/strict'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */
/** @import { History } from '../history.js' */

export const name = 'sequences'
export const tables = ['sequences.numbers']

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(
    'create schema sequences; create sequence sequences.s; create table sequences.numbers (n bigint primary key)'
  )
}

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random, history } = lane
  const session = await lane.connect()
  while (!lane.over()) {
    const isBlock = random.below(2) === 0
    const through = await lane.attempt(async () => {
      if (isBlock) await session.exec('begin')
      for (let count = random.below(40); count >= 0; count--) {
        const { n } = (
          await session.query(
            lane.pick([
              "insert into sequences.numbers values (nextval('sequences.s')) returning n",
              "select nextval('sequences.s') as n",
            ])
          )
        ).rows[0]
        const before = history.shown.get('a number of the sequence') ?? 0
        assert.ok(Number(n) > before, `nextval gave ${n} after ${before}`)
        history.show('a number of the sequence', Number(n), 'nextval')
        // Its page is brought up to date, and may reach the disk.
        if (random.below(8) === 0) await session.query('select * from sequences.s')
        if (!isBlock && random.below(16) === 0) await session.exec('checkpoint')
      }
      if (isBlock) await session.exec(random.below(2) === 0 ? 'commit' : 'rollback')
    })
    if (!through && isBlock) await lane.attempt(() => session.exec('rollback'))
  }
  await session.release()
}

/** @param {EmbeddedSession} db @param {History} history @param {boolean} nothingLost */
export async function verify(db, history, nothingLost) {
  const next = Number((await db.query("select nextval('sequences.s') as n")).rows[0].n)
  const top = Number((await db.query('select coalesce(max(n), 0) as n from sequences.numbers')).rows[0].n)
  assert.ok(next > top, `nextval gives ${next}, and ${top} is in a table`)
  const shown = history.shown.get('a number of the sequence') ?? 0
  if (nothingLost) assert.ok(next > shown, `nextval gives ${next} again after ${shown}`)
  history.shown.set('a number of the sequence', next)
}
