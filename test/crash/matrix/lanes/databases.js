/** CREATE DATABASE, work in it, a copy of it, DROP DATABASE. */
import { linesOf, turns } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */
/** @import { Database } from '../../../../src/index.js' */

export const name = 'databases'
export const tables = /** @type {string[]} */ ([])

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec('create schema databases')
}

/**
 * Of the whole cluster: the other database, its copy, and what is in them. @param {Database} db
 * @returns {Promise<string>}
 */
export async function look(db) {
  const [other, copy] = [await lookOf(db, 'other'), await lookOf(db, 'copy')]
  return copy === 'none' ? other : `${other}, copied ${copy}`
}

/** @param {Database} db @param {string} database */
async function lookOf(db, database) {
  if ((await linesOf(db, `select datname from pg_database where datname = '${database}'`)).length === 0) return 'none'
  const session = await db.connect({ database })
  const tables = await linesOf(session, "select relname from pg_class where relname = 'made'")
  const text =
    tables.length === 0 ? 'empty' : `rows ${(await linesOf(session, 'select count(*), sum(length(b)) from made'))[0]}`
  await session.release()
  return text
}

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random, db } = lane
  const session = await lane.connect()
  /** @param {string} after @param {() => Promise<any>} work */
  const doing = async (after, work) => {
    const state = lane.lane.asks(after)
    if (await lane.attempt(work)) {
      lane.lane.answered(state)
      return true
    }
    lane.lane.refused(state)
    return false
  }
  while (!lane.over()) {
    await turns(random.below(60))
    const found = await look(db)
    if (found === 'none') await doing('empty', () => session.exec('create database other'))
    else if (found === 'empty') {
      const count = 10 + random.below(400)
      const other = await lane.connect({}, 'other')
      await doing(`rows ${count} ${count * 40}`, () =>
        other.exec(`begin; create table made (a int primary key, b text); create index on made (b);
        insert into made select g, repeat('b', 40) from generate_series(1, ${count}) g; commit`)
      )
      await other.release()
    } else if (!found.includes('copied') && random.below(3) > 0) {
      if (random.below(2) > 0) await lane.attempt(() => session.exec('checkpoint'))
      await doing(`${found}, copied ${found}`, () => session.exec('create database copy template other'))
    } else if (found.includes('copied')) {
      // The two are apart: what happens in one is not seen in the other.
      const copy = await lane.connect({}, 'copy')
      const rows = /^rows \d+ \d+/.exec(found)?.[0]
      await doing(`${rows}, copied rows 1 1`, () =>
        copy.exec(`begin; truncate made; create index on made (b, a); insert into made values (0, 'c'); commit`))
      await copy.release()
      if (random.below(2) > 0) await doing('none, copied rows 1 1', () => session.exec('drop database other'))
      await doing((await lookOf(db, 'other')), () => session.exec('drop database copy'))
    } else {
      const other = await lane.connect({}, 'other')
      await lane.attempt(() => other.exec("begin; update made set b = b || 'x'; create table never (a int); rollback"))
      await other.release()
      await doing('none', () => session.exec('drop database other'))
    }
  }
  await session.release()
}
