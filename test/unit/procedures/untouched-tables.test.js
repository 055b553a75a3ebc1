/** A table without triggers pays nothing for them: the code of what changes it is what it was. */
import { expect, test } from 'vitest'
import { open } from '../../../src/index.js'

const CHANGES = [
  'INSERT INTO plain VALUES (1, 2)', 'INSERT INTO plain SELECT i, i FROM generate_series(1, 9) i',
  'INSERT INTO plain VALUES (1, 2) ON CONFLICT (a) DO UPDATE SET b = 3', 'UPDATE plain SET b = b + 1 WHERE a = 1',
  'UPDATE plain SET a = a + 1', 'DELETE FROM plain WHERE a = 1',
  'MERGE INTO plain USING (VALUES (1)) s (x) ON a = x WHEN MATCHED THEN UPDATE SET b = 0',
]

/** @param {import('../../../src/index.js').Database} db @returns {Promise<string[]>} by statement */
async function codes(db) {
  const made = []
  for (const text of CHANGES) {
    const { rows } = await db.query(`EXPLAIN (CODE, COSTS OFF) ${text}`)
    made.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return made
}

test('triggers of other tables, and such as were there once', async () => {
  const db = await open(':memory:')
  try {
    await db.exec(`CREATE TABLE plain (a int PRIMARY KEY, b int); CREATE TABLE watched (a int PRIMARY KEY, b int);
      CREATE FUNCTION seen() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$`)
    const before = await codes(db)
    for (const code of before) expect(code).not.toMatch(/trigger|seen/i)
    await db.exec(`CREATE TRIGGER one BEFORE INSERT OR UPDATE OR DELETE ON watched FOR EACH ROW EXECUTE FUNCTION seen();
      CREATE TRIGGER two AFTER INSERT OR UPDATE OR DELETE ON watched FOR EACH ROW EXECUTE FUNCTION seen()`)
    expect(await codes(db)).toEqual(before)
    await db.exec('CREATE TRIGGER own BEFORE INSERT OR UPDATE OR DELETE ON plain FOR EACH ROW EXECUTE FUNCTION seen()')
    expect((await codes(db)).filter((code) => before.includes(code))).toEqual([])
    await db.exec('DROP TRIGGER own ON plain')
    expect(await codes(db)).toEqual(before)
  } finally {
    await db.close()
  }
})
