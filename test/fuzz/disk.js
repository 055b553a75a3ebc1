/**
 * Targets: bytes on the disk. `log`: the log of a killed process is damaged; what opens has a state that some prefix of
 * the commits had. `pages`: files at rest are damaged; an answer is right, or an error.
 */
import { open } from '../../src/index.js'
import { DbError } from '../../src/errors/db-error.js'
import { FaultVfs } from '../support/disk/fault-vfs.js'
import { change, cutShort, flipBit, zero } from '../support/disk/rot.js'
import { pick } from './episode.js'

/** @import { Random } from '../../src/util/prng.js' */

const ACCOUNTS = 20
const SETUP = `create table accounts (id int primary key, balance int not null); insert into accounts select g, 100 from generate_series(1, ${ACCOUNTS}) g;
  create table steps (n int primary key, note text); create index on steps (left(note, 20))`

class Complaint extends Error {}

/**
 * Every disk is refused in these words or none: nothing else may come out of damaged bytes.
 * @param {unknown} error
 * @param {string} about
 */
function refusal(error, about) {
  if (error instanceof Complaint) throw error
  if (error instanceof DbError && /^(XX001|XX002|58030|58P01)$/.test(error.code)) return
  throw new Complaint(`${error instanceof Error ? error.message : error}\n    ${about}`, { cause: error })
}

/** @param {FaultVfs} disk @param {RegExp} paths @param {Random} random @returns {string} what was done */
function damage(disk, paths, random) {
  const files = disk.allFiles().filter((path) => paths.test(path) && disk.atRest(path)[0].size > 0)
  const path = pick(random, files)
  const { size } = disk.atRest(path)[0]
  const at = random.below(size)
  switch (random.below(5)) {
    case 0:
      cutShort(disk, path, at)
      return `${path} cut at ${at} of ${size}`
    case 1: {
      const length = 1 + random.below(Math.min(8192, size - at))
      zero(disk, path, at, length)
      return `${path} ${length} zeros at ${at}`
    }
    case 2: {
      const length = 1 + random.below(Math.min(64, size - at))
      change(disk, path, at, length, (bytes) => {
        for (let index = 0; index < bytes.length; index++) bytes[index] = random.below(256)
      })
      return `${path} ${length} bytes at ${at}`
    }
    default: {
      const flipped = flipBit(disk, paths, random)
      return `${flipped?.path} bit ${flipped?.bit} at ${flipped?.position}`
    }
  }
}

/** @type {import('./episode.js').Target} */
export async function log({ random, tried }) {
  const disk = new FaultVfs({ seed: random.below(1e9) })
  const db = await open({ vfs: disk, path: 'data', bufferPool: '2MB' })
  await db.exec(SETUP)
  const steps = 5 + random.below(40)
  for (let step = 0; step < steps; step++) {
    await db.transaction(async (tx) => {
      await tx.query('update accounts set balance = balance - 1 where id = $1', [1 + random.below(ACCOUNTS)])
      await tx.query('insert into steps values ($1, $2)', [step, 'x'.repeat(random.below(3000))])
      await tx.query('update accounts set balance = balance + 1 where id = $1', [1 + random.below(ACCOUNTS)])
      if (random.below(4) === 0) await tx.query('delete from steps where n = $1', [step - 3])
    })
    if (random.below(15) === 0) await db.exec('checkpoint')
  }
  for (let image = 0; image < 6; image++) {
    const killed = disk.afterKill({ seed: image })
    const what = damage(killed, /^(log|wal|pg_wal)\//, random)
    tried()
    /** @type {import('../../src/index.js').Database | null} */
    let again = null
    try {
      again = await open({ vfs: killed, path: 'data', bufferPool: '2MB' })
      const { rows: [sum] } = await again.query('select count(*)::int as n, sum(balance)::int as total, (select coalesce(max(n), -1) from steps) as last, (select count(*)::int from steps) as left from accounts')
        .catch((error) => { if (error.code === '42P01') return { rows: [null] }; throw error })
      if (sum !== null && sum.n > 0 && (sum.n !== ACCOUNTS || sum.total !== ACCOUNTS * 100 || sum.last >= steps))
        throw new Complaint(`half a transaction: ${JSON.stringify(sum)}\n    ${what}`)
      const { problems } = await again.check()
      if (problems.length > 0)
        throw new Complaint(`check: ${problems.map((problem) => JSON.stringify(problem)).join('; ')}\n    ${what}`)
    } catch (error) {
      refusal(error, what)
    } finally {
      await again?.close().catch((error) => refusal(error, what))
    }
  }
  disk.cut()
  await db.close().catch(() => undefined) // its power is off
}

const QUERIES = [
  'select count(*)::int as n, sum(id)::int as s from accounts',
  'select balance from accounts where id = 7',
  "select n, length(note) as l from steps where left(note, 20) > 'b' order by left(note, 20), n limit 5",
  'select count(*)::int as n, sum(length(note))::int as s from steps',
  'select n from steps where n = 150',
  'select max(n) as n from steps',
  'select a.id from accounts a join steps s on s.n = a.id order by 1 desc limit 3',
]

/** @type {import('./episode.js').Target} */
export async function pages({ random, tried }) {
  const disk = new FaultVfs({ seed: random.below(1e9) })
  const db = await open({ vfs: disk, path: 'data', bufferPool: '2MB' })
  await db.exec(
    `${SETUP}; insert into steps select g, repeat(chr(97 + g % 26), g % 9 * 400) from generate_series(1, 300) g`
  )
  const expected = []
  for (const text of QUERIES) expected.push(JSON.stringify((await db.query(text)).rows))
  await db.close()
  for (let image = 0; image < 8; image++) {
    const damagedDisk = disk.afterKill({ seed: image })
    const what = damage(damagedDisk, /^base\/1[0-9a-f]{7}$/, random)
    tried()
    /** @type {import('../../src/index.js').Database | null} */
    let again = null
    try {
      again = await open({ vfs: damagedDisk, path: 'data', bufferPool: '2MB' })
      for (const [index, text] of QUERIES.entries()) {
        try {
          const got = JSON.stringify((await again.query(text)).rows)
          if (got !== expected[index])
            throw new Complaint(
              `a wrong answer to ${text}: ${got.slice(0, 100)}, not ${expected[index].slice(0, 100)}\n    ${what}`
            )
        } catch (error) {
          refusal(error, what)
        }
      }
      await again.check().catch((error) => refusal(error, what))
    } catch (error) {
      refusal(error, what)
    } finally {
      await again?.close().catch((error) => refusal(error, what))
    }
  }
}
