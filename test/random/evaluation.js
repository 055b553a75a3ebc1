/**
 * Statements of which somebody can tell what was computed for which rows, and how often: divisions that may be by zero,
 * casts that may fail, nextval. Rows are in one place and without indexes, so that there is one plan to think of.
 */
import { joined, list, maybe, sql } from './node.js'

/** @import { ChangeMaker } from './changes.js' */
/** @import { SqlNode } from './node.js' */

/** @param {ChangeMaker} changes @returns {SqlNode[]} */
export function evaluation({ random }) {
  const zero = () => random.pick([0, 3, 5, 12, 40])
  const risky = () =>
    random.pick([`1/(x - ${zero()})`, `y::int`, `x % (x - ${zero()})`, `10/(x - ${zero()}) + 1`, `sqrt(x - ${zero()})`])
  const output = () =>
    random.pick([
      risky, risky, risky, () => "nextval('w2')", () => 'x', () => 'y', () => `(SELECT ${risky()})`,
      () => `CASE WHEN x > ${zero()} THEN ${risky()} ELSE 0 END`, () => `COALESCE(${risky()}, 7)`,
      () => `length(${risky()}::text)`, () => `1 + ${risky()} + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1`,
      () => `(SELECT max(o.x) FROM w1 AS o WHERE o.x < w1.x) / (x - ${zero()})`,
    ])()
  const test = () =>
    random.pick([
      () => `${risky()} > 0`, () => `x <> ${zero()}`, () => `x > ${zero()}`, () => "y ~ '^[0-9]+$'",
      () => `${risky()} = 1`, () => `x = ${zero()}`, () => `x IN (${zero()}, ${zero()}, 7)`, () => 'x IS NOT NULL',
      () => `(x < ${zero()} OR ${risky()} < 5)`, () => `x BETWEEN ${zero()} AND 40`, () => 'g = 1',
      () => `NOT (x = ${zero()})`, () => `EXISTS (SELECT FROM w1 AS o WHERE o.x = w1.x + ${zero()})`,
    ])()
  const where = () =>
    random.chance(0.4)
      ? ''
      : maybe` WHERE ${joined(
          random.times(random.between(1, 3), () => sql`${test()}`),
          ' AND ',
        )}`
  const limit = () => `${random.chance(0.6) ? ` LIMIT ${random.between(0, 5)}` : ''}${random.chance(0.25) ? ` OFFSET ${random.between(0, 6)}` : ''}`
  const outputs = (count = random.between(1, 3)) => list(random.times(count, () => sql`${output()}`))
  const order = () => ` ORDER BY ${random.pick(['id', 'id DESC', 'y, id', 'g DESC, id', 'x DESC, id'])}`
  const sets = () => random.pick(['generate_series(1, 3)', 'generate_series(1, g)', "unnest(ARRAY['a', 'b'])"])
  const query = () =>
    random.pick([
      () => sql`SELECT id, ${outputs()} FROM w1${where()}${order()}${limit()}`,
      () => sql`SELECT id, ${outputs()} FROM w1${where()}${order()}${limit()}`,
      () => sql`SELECT ${outputs()} FROM w1${where()} ORDER BY id${limit()}`,
      () => sql`SELECT DISTINCT ON (g) g, ${outputs()} FROM w1${where()} ORDER BY g, id${limit()}`,
      () => sql`SELECT DISTINCT ${risky()}, g FROM w1${where()} ORDER BY g, 1${limit()}`,
      () =>
        sql`SELECT g, sum(x), ${random.pick([`1/(min(x) - ${zero()})`, `sum(${risky()})`, 'count(*)', "nextval('w2') > 0"])} FROM w1${where()} GROUP BY g${random.chance(0.5) ? ` HAVING ${random.pick(['g > 0', `min(x) > ${zero()}`, `1/(g - ${random.below(3)}) > 0 AND g <> ${random.below(3)}`, `g <> 1 AND 1/(min(x) - ${zero()}) > 0`])}` : ''} ORDER BY g`,
      () => sql`SELECT id, ${sets()}, ${outputs(1)} FROM w1${where()}${order()}${limit()}`,
      () => sql`SELECT ${sets()} AS s, ${outputs(1)} FROM w1${where()} ORDER BY s, id${limit()}`,
      () =>
        sql`SELECT s.a FROM (SELECT x AS a, ${risky()} AS b, nextval('w2') AS n FROM w1${where()}${order()}${limit()}) AS s${random.pick(['', ' WHERE b > 0', ' WHERE a > 3', ' ORDER BY a LIMIT 2'])}`,
      () =>
        sql`SELECT count(*) FROM (SELECT x AS a, ${risky()} AS b FROM w1${where()}${random.chance(0.5) ? order() : ''}${limit()}) AS s`,
      () => sql`SELECT EXISTS (SELECT ${outputs()} FROM w1${where()}${random.chance(0.5) ? order() : ''})`,
      () =>
        sql`WITH w AS ${random.pick(['', 'MATERIALIZED ', 'NOT MATERIALIZED '])}(SELECT id, x, ${risky()} AS b FROM w1${where()}) SELECT id FROM w${random.pick(['', ' WHERE x > 5', ' WHERE b = 0', ' ORDER BY id LIMIT 2'])}`,
      () => sql`WITH w AS (SELECT id, nextval('w2') > 0 AS b FROM w1) SELECT b FROM w${random.pick(['', ' LIMIT 2'])}`,
      () => sql`(SELECT ${risky()} FROM w1 ORDER BY id LIMIT 2) UNION ALL SELECT ${risky()} FROM w1 WHERE id = 1`,
      () =>
        sql`SELECT row_number() OVER (ORDER BY id), ${outputs(1)} FROM w1${where()} ORDER BY ${random.pick(['id', 'y, id', 'id DESC'])}${limit()}`,
      () =>
        sql`SELECT a.id FROM w1 AS a JOIN w1 AS b ON a.id = b.id + 1 WHERE a.x <> ${zero()} AND 1/(a.x - ${zero()}) >= 0 ORDER BY 1`,
      () => sql`UPDATE w1 SET g = g WHERE ${test()} AND ${test()} RETURNING id, ${output()}`,
      () =>
        sql`INSERT INTO w3 (n, v) SELECT ${random.pick(["nextval('w2')", 'id'])}, x FROM w1${where()}${order()}${limit()} RETURNING *`,
      () =>
        sql`INSERT INTO w3 (v) SELECT ${random.pick(['generate_series(1, 3)', 'x'])} FROM w1${where()}${order()} LIMIT 4 RETURNING n > 0`,
      () => sql`DELETE FROM w3 WHERE v > ${zero()} RETURNING nextval('w2') > 0`,
      () => sql`SELECT id FROM w1 ORDER BY ${risky()}, id${limit()}`,
      () => sql`SELECT sum(${risky()}) FILTER (WHERE ${test()}) FROM w1`,
    ])()
  const statements = [
    sql`CREATE TABLE w1 (id int, x int, y text, g int)`, sql`CREATE SEQUENCE w2`,
    sql`CREATE TABLE w3 (n bigint DEFAULT nextval('w2'), v int)`,
    sql`INSERT INTO w1 SELECT i, i * 7 % 20, CASE WHEN i % 4 = 0 THEN 'k' || i ELSE i::text END, i % 3 FROM generate_series(1, ${random.pick([9, 15, 22])}) AS i`,
    sql`ANALYZE w1`,
  ]
  for (let count = random.between(5, 9); count > 0; count--)
    statements.push(query(), ...(random.chance(0.5) ? [sql`SELECT last_value, is_called FROM w2`] : []))
  return [
    ...statements, sql`SELECT last_value FROM w2`, sql`SELECT * FROM w3`, sql`DROP TABLE w1, w3`, sql`DROP SEQUENCE w2`,
  ]
}
