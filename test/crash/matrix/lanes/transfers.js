/**
 * TPC-B by three sessions on shared rows, and a fourth that watches: at no moment do the sums differ. Each session is a
 * lane of its own; what they share is checked by the sums.
 */
import assert from 'node:assert/strict'
import { linesOf, turns } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/database.js' */

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

/** @param {EmbeddedSession} session @param {number} part */
export const look = async (session, part) =>
  (await linesOf(session, `select count(*), coalesce(max(number), 0) from bank.history where lane = ${part}`))[0]

/** @param {LaneContext} lane @param {number} part */
export async function run(lane, part) {
  const { random } = lane
  const session = await lane.connect()
  let number = Number((await look(session, part)).split(' ')[1])
  while (!lane.over()) {
    const aid = 1 + random.below(ACCOUNTS)
    const delta = random.below(10001) - 5000
    const through = await lane.step(session, async () => {
      await session.query('update bank.accounts set balance = balance + $1 where aid = $2', [delta, aid])
      await session.query('update bank.tellers set balance = balance + $1 where tid = $2', [
        delta,
        1 + random.below(10),
      ])
      await session.query('update bank.branches set balance = balance + $1 where bid = $2', [
        delta,
        1 + random.below(2),
      ])
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
