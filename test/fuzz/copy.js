/** Target: COPY FROM. Rows written by COPY TO, damaged, read again: all of them or none. */
import { open } from '../../src/index.js'
import { acceptable, damaged, pick } from './episode.js'

const TABLE = `create table t (a int, b text, c numeric(10, 2), d timestamptz, e int[], f jsonb, g bytea, h uuid, i interval, j float8, k point, l varchar(20), m bool, n inet, o int4range);
  insert into t select g, repeat('ü', g % 5) || e'\\t"\\\\', g / 3.0, now(), array[g, null], '{"a": [1, "x"]}', '\\x00ff', gen_random_uuid(), '1 mon 2 days', g * 1e30, '(1,2)', 'x', g % 2 = 0, '10.0.0.1/8', int4range(g, g + 5)
  from generate_series(1, 6) g; insert into t default values; create table into_t (like t)`
/** Binary is not among what the library names, but passes. @type {any[]} */
const FORMATS = [{}, { format: 'csv' }, { format: 'csv', header: true }, { format: 'binary' }]

/** @param {AsyncIterable<Uint8Array>} pieces */
async function whole(pieces) {
  const list = []
  for await (const piece of pieces) list.push(piece)
  return Buffer.concat(list)
}

/** @type {import('./episode.js').Target} */
export async function copy({ random, tried }, input) {
  const db = await open(':memory:')
  try {
    await db.exec(TABLE)
    const count = async () => (await db.query('select count(*)::int as n from into_t')).rows[0].n
    for (let left = input === undefined ? 40 : 1; left > 0; left--) {
      const format = input?.format ?? pick(random, FORMATS)
      const bytes =
        input === undefined ? damaged(await whole(db.copyTo('t', format)), random) : Buffer.from(input.base64, 'base64')
      tried()
      const before = await count()
      const step = 1 + random.below(200)
      const pieces = Array.from({ length: Math.ceil(bytes.length / step) }, (_, index) =>
        bytes.subarray(index * step, (index + 1) * step)
      )
      let came = 0
      try {
        came = await db.copyFrom('into_t', pieces, format)
      } catch (error) {
        acceptable(error, `${JSON.stringify(format)} ${bytes.toString('base64')}`)
      }
      const after = await count()
      if (after - before !== came)
        throw new Error(
          `COPY said ${came} rows and left ${after - before}: ${JSON.stringify(format)} ${bytes.toString('base64')}`
        )
    }
    // What came in can be written again.
    for (const format of FORMATS) await whole(db.copyTo('into_t', format))
    const { problems } = await db.check()
    if (problems.length > 0) throw new Error(`check: ${problems.map((problem) => JSON.stringify(problem)).join('; ')}`)
  } finally {
    await db.close()
  }
}
