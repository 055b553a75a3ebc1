/**
 * TPC-B by three sessions on shared rows, and a fourth that watches: at no moment do the sums differ. Each session is a
 * lane of its own; what they share is checked by the sums.
 */
import assert from 'node:assert/strict'
import { linesOf, turns } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

const ACCOUNTS = 6000

export const name = 'transfers'
export const tables = ['bank.accounts', 'bank.tellers', 'bank.branches', 'bank.history']
export const parts = 3

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(`create schema bank;
    create table bank.branches (bid int primary key, balance int8 not null, filler text); create table bank.tellers (tid int primary key, balance int8 not null);
    create table bank.accounts (aid int primary key, balance int8 not null, filler char(84)); create table bank.history (lane int, number int, delta int8, at timestamptz);
    insert into bank.branches select g, 0, '' from generate_series(1, 2) g; insert into bank.tellers select g, 0 from generate_series(1, 10) g;
    insert into bank.accounts select g, 0, '' from generate_series(1, ${ACCOUNTS}) g`)
}

/** What a transfer changes a row of. */
const MOVED = [
  { table: 'accounts', id: 'aid', count: ACCOUNTS },
  { table: 'tellers', id: 'tid', count: 10 },
  { table: 'branches', id: 'bid', count: 2 },
]

/** @param {EmbeddedSession} session @param {number} part */
export const look = async (session, part) =>
  (await linesOf(session, `select count(*), coalesce(max(number), 0) from bank.history where lane = ${part}`))[0]

/** @param {LaneContext} lane @param {number} part */
export async function run(lane, part) {
  const { random } = lane
  const session = await lane.connect()
  const before = await lane.first(() => look(session, part))
  if (before === null) return
  let number = Number(before.split(' ')[1])
  while (!lane.over()) {
    const delta = random.below(10001) - 5000
    const move = async () => {
      for (const { table, id, count } of MOVED) {
        const to = 1 + random.below(count)
        await session.query(`update bank.${table} set balance = balance + $1 where ${id} = $2`, [delta, to])
      }
    }
    if (random.below(6) === 0) await lane.never(session, move)
    const through = await lane.step(session, async () => {
      if (random.below(6) === 0) {
        await session.exec('savepoint s')
        await move()
        await session.exec('rollback to s')
      }
      await move()
      await session.query('insert into bank.history values ($1, $2, $3, now())', [part, number + 1, delta])
    })
    if (through) number++
    if (part === 0 && random.below(8) === 0) await lane.attempt(() => agree(session))
    if (random.below(4) === 0) await turns(random.below(6))
  }
  await session.release()
}

/** @param {EmbeddedSession} session */
async function agree(session) {
  const [sums] = await linesOf(session, `select (select sum(balance) from bank.accounts), (select sum(balance) from bank.tellers), (select sum(balance) from bank.branches),
    (select coalesce(sum(delta), 0) from bank.history)`)
  assert.ok(new Set(sums.split(' ')).size === 1, `the four sums of TPC-B differ: ${sums}`)
}

/** @param {EmbeddedSession} db */
export const verify = agree
