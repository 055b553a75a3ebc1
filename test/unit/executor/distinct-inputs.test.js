/**
 * count, sum and avg over one DISTINCT input are grouped twice by hashing: the answers are those of the sorted way,
 * which any aggregate beside them asks for.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { rounds } from '../../support/rounds.js'

/** @type {any} */
let db
beforeAll(async () => {
  db = await open(/** @type {any} */ ({ vfs: new MemoryVfs(), walSync: 'none', bufferPool: '8MB' }))
  await db.exec(`create table v (n int, s int2, b int8, d numeric, t text, c char(6), f float8);
    insert into v select i, nullif(i % 17, 3), nullif(i % 91, 4) * 10000000000000, (i % 23)::numeric / (10 ^ (i % 3))::numeric, nullif('t' || i % 300, 't7'), 'c' || i % 40, case i % 9 when 1 then 'NaN' when 2 then -0.0 else i % 5 end
      from generate_series(1, 12000) i; analyze`)
})
afterAll(() => db.close())

/** @param {string} query @returns {Promise<any[][]>} */
const rows = async (query) => (await db.query({ text: query, rowMode: 'array' })).rows

for (const keys of rounds(['', 'c, s'], ['', 't', 'c, s', 'd'])) {
  for (const [list, beside] of [
    ['count(distinct b), sum(distinct b), avg(distinct b)', 'max(n)'], ['count(distinct d)', 'max(n)'],
    ['count(distinct t)', 'min(n)'], ['count(distinct c)', 'count(*)'], ['count(distinct f)', 'count(*)'],
    ['sum(distinct s), count(distinct s)', 'count(b)'], ['count(distinct n % 7)', 'count(*)'],
  ]) {
    test(`${list} by ${keys || 'nothing'}`, async () => {
      const shape = (/** @type {string} */ more, /** @type {string} */ having) => `select ${list}${keys === '' ? '' : `, ${keys}`}${more} from v${keys === '' ? '' : ` group by ${keys}${having} order by ${keys}`}`
      for (const memory of ['64kB', '16MB']) {
        await db.exec(`set work_mem = '${memory}'`)
        assert.match(JSON.stringify(await rows(`explain ${shape('', '')}`)), /HashAggregate.*Seq Scan/)
        const wanted = (await rows(shape(`, ${beside}`, ''))).map((row) => row.slice(0, -1))
        assert.deepEqual(await rows(shape('', '')), wanted)
        if (keys !== '')
          assert.equal(
            (await rows(shape('', ' having count(distinct s) > 4'))).length,
            (await rows(shape(`, ${beside}`, ' having count(distinct s) > 4'))).length,
          )
      }
    })
  }
}
