/**
 * Programs in the database: PL/pgSQL functions of blocks, loops, cursors, exceptions and statements, procedures, and
 * triggers of every moment, over tables of their own. What a program does it writes into a text, which it returns: the
 * path taken, values, SQLSTATEs and contexts are compared.
 */
import { list, maybe, sql } from './node.js'
import { callScene } from './program-calls.js'
import { PARTS_DECLARED, PARTS_DROPPED, PARTS_MADE, morePart } from './program-parts.js'
import { scene } from './program-scenes.js'

/** @import { ChangeMaker } from './changes.js' */
/** @import { Random } from './random.js' */
/** @import { SqlNode } from './node.js' */

const DEPTH_MAX = 3

/** One of all kinds of programs. @param {ChangeMaker} changes @returns {SqlNode[]} */
export function someProgram(changes) {
  const { random } = changes
  const roll = random.below(4)
  return roll < 2 ? program(changes) : roll === 2 ? scene(random) : callScene(random)
}

/** @param {ChangeMaker} changes @returns {SqlNode[]} */
export function program(changes) {
  const { random } = changes
  const maker = new ProgramMaker(random)
  const made = [
    sql`CREATE TABLE prog (id int PRIMARY KEY, a int, b text, c numeric(6,2) CHECK (c < 500), UNIQUE (a, b))`,
    sql`CREATE TABLE prog_log (n int GENERATED ALWAYS AS IDENTITY, what text)`,
    ...PARTS_MADE.map((text) => sql`${text}`),
    sql`INSERT INTO prog SELECT i, i * 7 % 5, chr(96 + i), i * 1.5 FROM generate_series(1, 8) i`,
  ]
  const triggers = random.chance(0.5) ? random.between(1, 3) : 0
  for (let at = 1; at <= triggers; at++) made.push(...maker.trigger(`prog_t${at}`))
  made.push(maker.makeFunction('prog_f'))
  for (const [a, b] of [['1', "'x'"], ['7', "'yy'"], ['-3', 'NULL'], ['NULL',
    "''"]]) made.push(sql`SELECT prog_f(${a}, ${b})`)
  if (random.chance(0.4)) made.push(maker.set('prog_s'), sql`SELECT * FROM prog_s(${random.between(0, 6)})`)
  if (random.chance(0.3)) made.push(maker.procedure('prog_p'), sql`CALL prog_p(${random.between(0, 6)}, 'p')`)
  if (triggers > 0) {
    made.push(
      sql`UPDATE prog SET a = a + 1, b = b || '.' WHERE id < ${random.between(2, 9)} RETURNING *`,
      sql`INSERT INTO prog VALUES (${random.between(7, 40)}, 1, 'new', 1), (${random.between(41, 60)}, 2, 'newer', NULL)
        RETURNING *`,
      sql`INSERT INTO prog VALUES (${random.between(1, 12)}, 3, 'c', 3)
        ON CONFLICT (id) DO UPDATE SET b = excluded.b, c = prog.c + 1`,
      sql`MERGE INTO prog USING (VALUES (1), (5), (99)) s(k) ON prog.id = s.k WHEN MATCHED AND k > 3 THEN DELETE
        WHEN MATCHED THEN UPDATE SET a = k WHEN NOT MATCHED THEN INSERT VALUES (k, k, 'm', k)`,
      sql`DELETE FROM prog WHERE id % 3 = ${random.below(3)} RETURNING id`,
    )
  }
  made.push(sql`SELECT * FROM prog`, Object.assign(sql`SELECT what FROM prog_log`, { isBag: true }))
  made.push(sql`DROP TABLE prog CASCADE`, sql`DROP TABLE prog_log`)
  made.push(sql`DROP ROUTINE IF EXISTS prog_f(int, text), prog_s(int), prog_p(int, text)`)
  for (let at = 1; at <= triggers; at++) made.push(sql`DROP FUNCTION prog_t${at}()`)
  made.push(...PARTS_DROPPED.map((text) => sql`${text}`))
  return made
}

/**
 * Where a statement stands.
 * @typedef {{ depth: number, loops: string[], kind: 'function' | 'set' | 'procedure' |
 *   'trigger', reads: string[] }} Place
 */

export class ProgramMaker {
  /** @param {Random} random */
  constructor(random) {
    this.random = random
    this.labels = 0
    this.counters = 0
  }

  /** Variables that every program declares. */
  get declarations() {
    return sql`i1 int := ${this.random.between(0, 5)}; i2 int DEFAULT 3; i3 CONSTANT int := 4; n1 numeric(8,3);
      t1 text := 'v'; b1 boolean; arr int[] := '{3,1,2}'; r1 record; w1 prog%ROWTYPE; cur refcursor;
      c1 CURSOR (k int) FOR SELECT id, b FROM prog WHERE id >= k
        ORDER BY id; st text; ms text; cx text; rc bigint; trace text := '';
      ${PARTS_DECLARED}`
  }

  /** @param {string} name */
  makeFunction(name) {
    const place = /** @type {Place} */ ({ depth: 0, loops: [], kind: 'function', reads: ['p1', 'i1', 'i2', 'i3'] })
    const config = this.random.chance(0.1) ? " SET search_path TO public SET work_mem TO '2MB'" : ''
    return sql`CREATE FUNCTION ${name}(p1 int, p2 text) RETURNS text LANGUAGE plpgsql${config} AS $body$
      DECLARE ${this.declarations} BEGIN ${this.block(place, 6)} RETURN trace; END $body$`
  }

  /** @param {string} name */
  set(name) {
    const place = /** @type {Place} */ ({ depth: 0, loops: [], kind: 'set', reads: ['p1', 'i1', 'i2', 'i3'] })
    return sql`CREATE FUNCTION ${name}(p1 int) RETURNS SETOF text LANGUAGE plpgsql AS $body$ DECLARE p2 text := 'p2';
      ${this.declarations} BEGIN ${this.block(place, 5)} RETURN NEXT trace; END $body$`
  }

  /** @param {string} name */
  procedure(name) {
    const place = /** @type {Place} */ ({ depth: 0, loops: [], kind: 'procedure', reads: ['p1', 'i1', 'i2', 'i3'] })
    return sql`CREATE PROCEDURE ${name}(p1 int, INOUT p2 text) LANGUAGE plpgsql AS $body$ DECLARE ${this.declarations}
      BEGIN ${this.block(place, 5)} p2 := trace; END $body$`
  }

  /** @param {string} name */
  trigger(name) {
    const { random } = this
    const place = /** @type {Place} */ ({ depth: 1, loops: [], kind: 'trigger', reads: ['p1', 'i1', 'i2', 'i3'] })
    const isRow = random.chance(0.7)
    const timing = random.pick(['BEFORE', 'AFTER'])
    const events = random.some(['INSERT', 'UPDATE', 'DELETE'], random.between(1, 3))
    const touch = isRow && timing === 'BEFORE'
      ? maybe`IF tg_op <> 'DELETE' THEN new.c := coalesce(new.c, 0) + ${random.between(1, 3)};
        ${maybe`IF new.a = ${random.below(6)} THEN RETURN NULL; END IF;`} END IF; `
      : ''
    const seen = isRow ? `trace := trace || coalesce(CASE WHEN tg_op <> 'INSERT'
      THEN old::text END, '-') || '>' || coalesce(CASE WHEN tg_op <> 'DELETE' THEN new.b END, '-'); ` : ''
    const end = isRow ? "IF tg_op = 'DELETE' THEN RETURN old; END IF; RETURN new;" : 'RETURN NULL;'
    const when = isRow && events.length === 1 && random.chance(0.4)
      ? {
          INSERT: ' WHEN (new.id % 2 = 1)',
          UPDATE: ' WHEN (old.* IS DISTINCT FROM new.*)',
          DELETE: " WHEN (old.b <> 'a')",
        }[events[0]]
      : ''
    const body = random.chance(0.4) ? this.block(place, 2) : ''
    const args = random.pick(['', "'x'", "1, 'y'"])
    return [
      sql`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $body$ DECLARE p1 int := 2;
        p2 text := tg_name; ${this.declarations} BEGIN trace := concat_ws(' ', tg_name, tg_when, tg_level, tg_op,
          tg_nargs, pg_trigger_depth(), ''); IF pg_trigger_depth() > 3 THEN ${end} END IF;
            ${touch}${seen}${body}INSERT INTO prog_log (what) VALUES (trace); ${end} END $body$`,
      sql`CREATE TRIGGER ${name} ${timing} ${events.join(' OR ')} ON prog
        FOR EACH ${isRow ? 'ROW' : 'STATEMENT'}${when ?? ''} EXECUTE FUNCTION ${name}(${args})`,
    ]
  }

  // --- expressions -------------------------------------------------------------------------------------------------

  /** @param {Place} place @param {number} [size] @returns {string} */
  int(place, size = 2) {
    const { random } = this
    if (size === 0 || random.chance(0.35)) return random.pick([...place.reads, String(random.between(-2, 9)),
      'coalesce(p1, 1)'])
    const [left, right] = [this.int(place, size - 1), this.int(place, size - 1)]
    return random.pick([
      `(${left} + ${right})`, `(${left} - ${right})`, `(${left} * ${right}) % 97`, `(${left} / ${right})`,
        `abs(${left})`, `length(t1)`,
      `coalesce(${left}, ${right})`, `CASE WHEN ${this.condition(place, 0)} THEN ${left} ELSE ${right} END`,
        `arr[${left}]`,
      `greatest(${left}, ${right})`, place.kind === 'trigger' ? left : `(SELECT max(a) FROM prog WHERE id < ${left})`,
        `(w1).a`, 'w1.id',
    ])
  }

  /** @param {Place} place @returns {string} */
  text(place) {
    const { random } = this
    return random.pick(["t1", "p2", "coalesce(p2, '?')", `left(t1, 3) || ${this.int(place, 1)}`,
      `'k' || (${this.int(place, 0)})::text`, 'w1.b', 'upper(p2)', `repeat('z', ${random.between(0, 4)})`, `n1::text`])
  }

  /** @param {Place} place @param {number} [size] @returns {string} */
  condition(place, size = 1) {
    const { random } = this
    const [left, right] = [this.int(place, size), this.int(place, 0)]
    return random.pick([`${left} > ${right}`, `${left} = ${right}`, `${left} IS NULL`, `b1`, `NOT found`, `found`,
      `t1 LIKE 'v%'`, `${left} BETWEEN 0 AND ${right}`,
      place.kind === 'trigger' ? 'b1' : `EXISTS (SELECT FROM prog WHERE a = ${left})`, `${left} = ANY (arr)`,
        `p2 IS NOT NULL AND ${left} < ${right}`])
  }

  // --- statements --------------------------------------------------------------------------------------------------

  /** @param {Place} place @param {number} most @returns {SqlNode} */
  block(place, most) {
    return list(this.random.times(this.random.between(1, most), () => maybe`${this.statement(place)} `), '')
  }

  /** @param {string} what source of a text @returns {string} */
  note(what) { return `trace := trace || '[' || coalesce((${what})::text, 'null') || ']';` }

  /** @param {Place} place @returns {SqlNode} */
  statement(place) {
    const { random } = this
    // What a trigger finds in the table depends on the order in which rows are met.
    const isTrigger = place.kind === 'trigger'
    const isNested = place.depth < DEPTH_MAX && random.chance(0.5)
    if (!isTrigger && random.chance(0.4)) return morePart(this, place, isNested)
    const simple = isTrigger
      ? [this.assign, this.say, this.fail, this.leave]
      : [this.assign, this.assign, this.say, this.say, this.change, this.change, this.into, this.diagnostics,
          this.execute, this.fail, this.leave]
    const nested = isTrigger
      ? [this.branch, this.choose, this.range, this.again, this.each, this.guarded, this.inner]
      : [this.branch, this.branch, this.choose, this.range, this.rows, this.again, this.each, this.guarded,
          this.guarded, this.inner, this.cursor]
    const kind = isNested ? random.pick(nested) : random.pick(simple)
    return kind.call(this, place)
  }

  /** @param {Place} place @param {Partial<Place>} [more] @returns {Place} */
  inside(place, more = {}) { return { ...place, depth: place.depth + 1, ...more } }

  /**
   * Of r1 no row of a named type: PostgreSQL refuses an expression that meets another type of it than the first time
   * (42804), here it is bound anew.
   * @param {Place} place
   */
  assign(place) {
    return sql`${this.random.pick([
      `i1 := ${this.int(place)};`, `i2 := ${this.int(place)};`, `t1 := ${this.text(place)};`,
        `n1 := ${this.int(place)} / 3.0;`, `b1 := ${this.condition(place)};`,
      `arr[${this.random.between(1, 4)}] := ${this.int(place, 1)};`, `arr := arr || ${this.int(place, 0)};`,
        `w1.a := ${this.int(place, 1)};`, `w1.b := ${this.text(place)};`,
      `i1 = '${this.random.pick(['12', ' 7 ', 'x', '1.5'])}';`, `n1 := ${this.random.pick(['12345.6789', '999999',
        '1e3', "'NaN'"])};`, `i1 := ${this.int(place, 1)} + n1;`,
      'SELECT w1.* INTO r1;', `r1 := row(${this.int(place, 0)}, 'r');`,
    ])}`
  }

  /** @param {Place} place */
  say(place) {
    const what = this.random.pick([this.int(place), this.text(place), this.condition(place), 'w1', 'arr', 'n1', 'i1',
      'found', 'r1'])
    if (place.kind === 'set' && this.random.chance(0.3)) return sql`RETURN NEXT ${this.text(place)};`
    return sql`${this.note(what)}`
  }

  /** @param {Place} place */
  change(place) {
    const { random } = this
    if (place.kind === 'trigger') return this.say(place)
    const where = `WHERE id ${random.pick(['=', '<', '>'])} ${this.int(place, 0)}`
    // Whether it is computed where no row is met depends on the plan.
    const value = () => this.int(place, 1).replaceAll(' / ', ' + ')
    return sql`${random.pick([
      `INSERT INTO prog VALUES (${this.int(place, 1)}, ${this.int(place, 0)}, ${this.text(place)},
        ${this.int(place, 0)});`,
      `INSERT INTO prog VALUES (${random.between(1, 30)}, i1, t1, n1) ON CONFLICT (id) DO ${random.pick(['NOTHING',
        'UPDATE SET b = excluded.b'])};`,
      `UPDATE prog SET a = ${value()} ${where};`, `UPDATE prog SET c = c * ${random.pick(['2', '1.5',
        '400'])} ${where};`, `DELETE FROM prog ${where};`,
      `INSERT INTO prog (id, a) VALUES (${random.between(20, 60)}, ${this.int(place, 1)}) RETURNING id, a INTO i1, i2;`,
      `UPDATE prog SET b = t1 WHERE id = ${this.int(place, 0)} RETURNING * INTO w1;`,
      `DELETE FROM prog WHERE id = ${this.int(place, 0)} RETURNING b INTO ${random.pick(['', 'STRICT '])}t1;`,
    ])}`
  }

  /** @param {Place} place */
  into(place) {
    const { random } = this
    const strict = random.pick(['', '', 'STRICT '])
    return sql`${random.pick([
      `SELECT id, a INTO ${strict}i1, i2 FROM prog WHERE id = ${this.int(place, 0)};`,
        `SELECT * INTO ${strict}w1 FROM prog WHERE id ${random.pick(['=', '>='])} ${this.int(place, 0)} ORDER BY id;`,
      `SELECT a, count(*) AS n INTO r1 FROM prog GROUP BY a ORDER BY a LIMIT 1; ${this.note('r1.n')}`,
        `PERFORM 1 FROM prog WHERE a = ${this.int(place, 1)}; ${this.note('found')}`,
      `i1 := (SELECT sum(a) FROM prog); `, `SELECT string_agg(b, ',' ORDER BY id) INTO t1 FROM prog;`,
    ])}`
  }

  /** @param {Place} _place */
  diagnostics(_place) { return sql`GET DIAGNOSTICS rc = ROW_COUNT; ${this.note('rc')}` }

  /** @param {Place} place */
  execute(place) {
    const { random } = this
    return sql`${random.pick([
      `EXECUTE 'SELECT $1 + $2' INTO i1 USING ${this.int(place, 0)}, ${this.int(place, 0)};`,
        `EXECUTE format('SELECT count(*) FROM prog WHERE id > %s', ${this.int(place, 0)}) INTO i2;`,
      `EXECUTE 'SELECT * FROM prog WHERE id = $1' INTO ${random.pick(['',
        'STRICT '])}w1 USING ${this.int(place, 0)};`, `EXECUTE 'SELECT ' || ${random.pick(["'1/0'", "'nope'", "'2'",
        'NULL'])} INTO i1;`,
      ...(place.kind === 'trigger' ? [] : [`EXECUTE 'UPDATE prog SET a = a + 1 WHERE id = $1'
        USING ${this.int(place, 0)}; GET DIAGNOSTICS rc = ROW_COUNT; ${this.note('rc')}`]),
    ])}`
  }

  /** @param {Place} place */
  fail(place) {
    const { random } = this
    const when = this.condition(place)
    return sql`IF ${when} THEN ${random.pick([
      `RAISE EXCEPTION 'bad % at %', ${this.int(place, 0)}, t1;`, `RAISE EXCEPTION
        USING ERRCODE = '${random.pick(['22012', 'ZX001', 'P0001'])}', MESSAGE = t1, DETAIL = 'd', HINT = 'h';`,
      `RAISE ${random.pick(['unique_violation', 'division_by_zero', 'SQLSTATE \'AB123\''])};`, `i1 := 1 / (i3 - 4);`,
        `RAISE no_data_found USING MESSAGE = 'none';`, `ASSERT i1 > 100, 'small';`, `PERFORM * FROM nowhere;`,
    ])} END IF;`
  }

  /** @param {Place} place */
  leave(place) {
    const { random } = this
    if (place.loops.length === 0) {
      const value = { function: "trace || '!'", set: '', procedure: '', trigger: 'NULL' }[place.kind]
      return sql`IF ${this.condition(place)} THEN RETURN ${value}; END IF;`
    }
    const label = random.chance(0.5) ? ` ${random.pick(place.loops)}` : ''
    return sql`${random.pick(['EXIT', 'CONTINUE'])}${label} WHEN ${this.condition(place)};`
  }

  /** @param {Place} place */
  branch(place) {
    const inner = this.inside(place)
    return sql`IF ${this.condition(place)} THEN ${this.block(inner, 2)}${maybe`ELSIF ${this.condition(place)}
      THEN ${this.block(inner, 2)}`}${maybe`ELSE ${this.block(inner, 2)}`}END IF;`
  }

  /** @param {Place} place */
  choose(place) {
    const inner = this.inside(place)
    const subject = this.random.chance(0.5)
    const arm = () => subject ? `${this.int(place, 0)}, ${this.int(place, 0)}` : this.condition(place)
    return sql`CASE ${subject ? this.int(place, 1) : ''} WHEN ${arm()}
      THEN ${this.block(inner, 1)}${maybe`WHEN ${arm()}
      THEN ${this.block(inner, 1)}`}${maybe`ELSE ${this.block(inner, 1)}`}END CASE;`
  }

  /** A label of its own. */
  label() { return `l${++this.labels}` }

  /** @param {Place} place */
  range(place) {
    const { random } = this
    const label = this.label()
    const name = `k${++this.counters}`
    const inner = this.inside(place, { loops: [...place.loops, label], reads: [...place.reads, name] })
    const [from, to] = [random.between(-1, 2), random.between(0, 4)]
    const bounds = random.chance(0.3) ? `REVERSE ${to} .. ${from}` : `${from} .. ${to}`
    return sql`<<${label}>> FOR ${name} IN ${bounds}${random.chance(0.3) ? ` BY ${random.between(1, 2)}` : ''}
      LOOP ${this.block(inner, 3)}END LOOP ${random.pick(['', label])};`
  }

  /** @param {Place} place */
  rows(place) {
    const { random } = this
    const label = this.label()
    const inner = this.inside(place, { loops: [...place.loops, label] })
    const query = random.pick([`SELECT * FROM prog WHERE id < ${this.int(place, 0)} ORDER BY id`,
      'SELECT id, a, b, c FROM prog ORDER BY a NULLS FIRST, id DESC LIMIT 3',
      "EXECUTE 'SELECT * FROM prog WHERE id > $1 ORDER BY id' USING 4"])
    return sql`<<${label}>> FOR w1 IN ${query} LOOP ${this.note('w1.id')} ${this.block(inner, 2)}END LOOP;`
  }

  /** @param {Place} place */
  again(place) {
    const { random } = this
    const label = this.label()
    const count = `z${++this.counters}`
    const inner = this.inside(place, { loops: [...place.loops, label], reads: [...place.reads, count] })
    const until = random.chance(0.5)
      ? sql`WHILE ${count} < ${random.between(1, 4)} LOOP ${count} := ${count} + 1; ${this.block(inner, 2)}END LOOP;`
      : sql`LOOP ${count} := ${count} + 1; EXIT WHEN ${count} > ${random.between(1, 4)}; ${this.block(inner, 2)}END
        LOOP;`
    return sql`DECLARE ${count} int := 0; BEGIN <<${label}>> ${until} END;`
  }

  /** @param {Place} place */
  each(place) {
    const label = this.label()
    const inner = this.inside(place, { loops: [...place.loops, label] })
    return this.random.chance(0.7)
      ? sql`<<${label}>> FOREACH i2 IN ARRAY arr LOOP ${this.note('i2')} ${this.block(inner, 2)}END LOOP;`
      : sql`DECLARE s int[]; BEGIN <<${label}>> FOREACH s SLICE 1 IN ARRAY '{{1,2},{3,4}}'::int[]
        LOOP ${this.note('s')} ${this.block(inner, 1)}END LOOP; END;`
  }

  /** @param {Place} place */
  guarded(place) {
    const { random } = this
    const inner = this.inside(place)
    const name = random.pick(['division_by_zero', 'unique_violation OR check_violation', 'others', 'others',
      "SQLSTATE 'ZX001'", 'no_data_found', 'data_exception', 'too_many_rows', 'raise_exception', 'assert_failure',
      'null_value_not_allowed'])
    const told = `GET STACKED DIAGNOSTICS st = RETURNED_SQLSTATE, ms = MESSAGE_TEXT, cx = PG_EXCEPTION_CONTEXT;
      ${this.note("concat_ws('|', st, ms, cx)")}`
    return sql`BEGIN ${this.block(inner, 4)}EXCEPTION WHEN ${name}
      THEN ${told} ${this.block(inner, 1)}${maybe`WHEN others THEN ${this.note('sqlstate')} ${maybe`RAISE;`}`}END;`
  }

  /** @param {Place} place */
  inner(place) {
    const inner = this.inside(place)
    return sql`DECLARE i1 int := ${this.int(place, 1)}; t1 text NOT NULL := ${this.random.pick(["'inner'",
      "coalesce(p2, 'q')", 'p2'])}; BEGIN ${this.block(inner, 3)}END;`
  }

  /** @param {Place} place */
  cursor(place) {
    const { random } = this
    const label = this.label()
    const inner = this.inside(place, { loops: [...place.loops, label] })
    if (random.chance(0.4)) return sql`<<${label}>> FOR row1 IN c1(${this.int(place, 0)})
      LOOP ${this.note('row1.b')} ${this.block(inner, 1)}END LOOP;`
    const move = () => random.pick(['NEXT', 'PRIOR', 'FIRST', 'LAST', 'ABSOLUTE 2', 'RELATIVE -1', 'FORWARD 2'])
    return sql`OPEN cur SCROLL FOR SELECT * FROM prog ORDER BY id; FETCH ${random.pick(['NEXT', 'FIRST', 'LAST',
      'ABSOLUTE 3'])} FROM cur INTO w1; ${this.note('w1.id')} ${maybe`MOVE ${move()} FROM cur; `}FETCH cur INTO w1;
      ${this.note('w1.id')} ${this.block(this.inside(place), 1)}CLOSE cur;`
  }
}
