/**
 * More statements of PL/pgSQL programs: cursors in every direction, composites, elements and slices as targets,
   domains,
 * jsonb, messages with all their options, results of sets, calls with outputs, changes of every kind. They go over the
 * variables that `PARTS_DECLARED` declares and the objects of `PARTS_MADE`.
 */
import { maybe, sql } from './node.js'

/** @import { SqlNode } from './node.js' */
/** @import { Place, ProgramMaker } from './programs.js' */

/** What they need, and what takes it away again. */
export const PARTS_MADE = [
  'CREATE TYPE prog_pair AS (x int, y text)',
  'CREATE TYPE prog_nest AS (p prog_pair, q int[], s prog_pair[])',
  'CREATE DOMAIN prog_small AS int CHECK (VALUE BETWEEN -50 AND 50)',
  `CREATE PROCEDURE prog_q(IN a int, INOUT b int, OUT c text, d int DEFAULT 4) LANGUAGE plpgsql AS $body$ BEGIN
    c := concat_ws('/', a, b, d); b := coalesce(b, 0) + a; IF a = 3 THEN RAISE EXCEPTION 'three' USING ERRCODE =
      'ZX003';
    END IF; END $body$`,
  `CREATE FUNCTION prog_v(a int, b text DEFAULT 'dflt', VARIADIC r int[] DEFAULT '{}') RETURNS text LANGUAGE plpgsql
    AS $body$ BEGIN RETURN concat_ws(':', a, b, r::text, array_length(r, 1)); END $body$`,
  `CREATE FUNCTION prog_any(a anyelement, b anyarray, OUT c anyelement, OUT d anyarray) LANGUAGE plpgsql AS $body$ BEGIN
    c := coalesce(b[1], a); d := b || a; END $body$`,
]
export const PARTS_DROPPED = ['DROP FUNCTION prog_any(anyelement, anyarray)', 'DROP FUNCTION prog_v(int, text, int[])',
  'DROP PROCEDURE prog_q(int, int, int)', 'DROP TYPE prog_nest', 'DROP TYPE prog_pair', 'DROP DOMAIN prog_small']
export const PARTS_DECLARED = `pr prog_pair; pn prog_nest; pa prog_pair[]; d1 prog_small := 0; mat int[][] :=
  '{{1,2,3},{4,5,6}}'; j1 jsonb := '{}'; rn record; big bigint := 7; f1 float8; v1 varchar(5); ts timestamp;
  c2 SCROLL CURSOR FOR SELECT * FROM prog ORDER BY id; c3 NO SCROLL CURSOR (lo int, hi int) FOR SELECT id, a FROM prog
  WHERE id BETWEEN lo AND hi ORDER BY id;`

/** @type {((maker: ProgramMaker, place: Place) => SqlNode)[]} */
const SIMPLE = [parts, parts, elements, elements, odd, told, called, results, merged, settled]
/** @type {((maker: ProgramMaker, place: Place) => SqlNode)[]} */
const NESTED = [scrolled, scrolled, bound, stacked, stacked, positioned, looped]

/** @param {ProgramMaker} maker @param {Place} place @param {boolean} isNested @returns {SqlNode} */
export function morePart(maker, place, isNested) {
  return maker.random.pick(isNested ? NESTED : SIMPLE)(maker, place)
}

/** Fields of composites. @param {ProgramMaker} maker @param {Place} place */
function parts(maker, place) {
  const { random } = maker
  const [int, text] = [maker.int(place, 1), maker.text(place)]
  return sql`${random.pick([
    `pr.x := ${int};`, `pr.y := ${text};`, `pr := ROW(${int}, ${text});`, `pr := NULL;`, `pr := ROW(${text}, ${int});`,
    `pr := ROW(1);`, `pn.p.x := ${int};`, `pn.p := pr;`, `pn.q[${random.between(1, 3)}] := ${int};`,
    `pn.s[${random.between(0, 2)}].y := ${text};`, `pn.s := ARRAY[pr, ROW(${int}, 'in')::prog_pair];`, `pa[2] := pr;`,
    `pa := pa || pr;`, `pa[1].x := ${int};`, `SELECT ${int}, ${text} INTO pr;`, `SELECT ROW(${int},
      'q')::prog_pair INTO pr;`,
    `SELECT id, b INTO pr.x, pr.y FROM prog ORDER BY id LIMIT 1;`, `rn := pr;`, `rn := pn;`, `rn.x := ${int};`,
    `SELECT pr.*, ${int} AS z INTO rn;`, `w1 := ROW(${int}, ${int}, 'w', 1.5);`, `w1.nope := 1;`, `pr.nope := 1;`,
    `i1 := (pn.p).x;`, `i1 := pn.q[1];`, `t1 := (pn.s)[1].y;`, `pn := ROW(pr, '{1,2}', NULL);`,
      `w1 := (SELECT prog FROM prog
      WHERE id = ${int});`, `pr := '(5,five)';`, `pn.q := '{7,8}';`, `pr := (w1.id, w1.b);`, `r1.x := ${int};`,
  ])} ${maker.note(random.pick(['pr', 'pn', 'pa', 'rn', 'pr.x', '(pn).p', 'pn.q', 'pr IS NULL',
    'pr = ROW(1, \'x\')::prog_pair',
    'pn.s[1].y', 'rn.x']))}`
}

/** Elements and slices. @param {ProgramMaker} maker @param {Place} place */
function elements(maker, place) {
  const { random } = maker
  const [int, other] = [maker.int(place, 1), maker.int(place, 0)]
  return sql`${random.pick([
    `arr[${random.between(0, 6)}] := ${int};`, `arr[2:3] := ARRAY[${int}, ${other}];`, `arr[:2] := '{8,9}';`,
    `arr[2:] := ARRAY[${int}];`, `mat[1][${random.between(1, 4)}] := ${int};`,
      `mat[2:2][1:2] := ARRAY[${int}, ${other}];`,
    `mat[1] := 5;`, `arr := NULL;`, `arr[NULL] := 1;`, `arr := arr[2:3];`, `arr := mat[1:1];`, `arr[${other}] := NULL;`,
    `mat := mat || ARRAY[[${int}, 1, 2]];`, `arr := array_append(arr, ${int});`,
      `arr := ARRAY[${int}, ${other}] || arr;`,
    `arr := '{}'; arr[${random.between(1, 3)}] := 1;`, `arr := string_to_array('1,2,' || t1, ',')::int[];`,
    `j1['k'] := to_jsonb(${int});`, `j1['l'][${random.between(0, 2)}] := '"e"';`, `j1 := jsonb_build_object('t', t1);`,
    `j1['k']['deep'] := 'null';`, `arr[1] := ${maker.text(place)};`,
  ])} ${maker.note(random.pick(['arr', 'mat', 'j1', 'arr[1:2]', 'mat[2][1]', 'array_length(arr, 1)', "j1['k']",
    'cardinality(mat)']))}`
}

/** Types with rules of their own. @param {ProgramMaker} maker @param {Place} place */
function odd(maker, place) {
  const int = maker.int(place, 1)
  return sql`${maker.random.pick([
    `d1 := ${int};`, `d1 := ${int} * 10;`, `d1 := NULL;`, `v1 := ${maker.text(place)} || 'long';`, `v1 := 'ab   ';`,
    `big := ${int} * 3000000000;`, `big := 9223372036854775807; big := big + ${int};`, `f1 := ${int} / 4.0;`,
    `i1 := f1;`, `i1 := big;`, `ts := '2020-02-30';`, `ts := timestamp '2020-01-31' + ${int} * interval '1 month';`,
    `t1 := ts;`, `b1 := ${maker.text(place)};`, `b1 := NULL;`, `n1 := f1;`, `i1 := 2147483647; i1 := i1 + ${int};`,
    `i1 := '${maker.random.pick(['2147483648', '-1', '0x1', '1_000', ''])}';`, `i2 := d1 + i1;`, `i3 := 5;`,
  ])} ${maker.note(maker.random.pick(['d1', 'v1', 'big', 'f1', 'ts', 'i1', 'b1', 'pg_typeof(i1 + d1)',
    'pg_typeof(v1)']))}`
}

/** Messages. @param {ProgramMaker} maker @param {Place} place */
function told(maker, place) {
  const { random } = maker
  const option = () => random.pick([`DETAIL = ${maker.text(place)}`, "HINT = 'hint'", "ERRCODE = 'unique_violation'",
    "COLUMN = 'col'", "CONSTRAINT = 'con'", "DATATYPE = 'typ'", "TABLE = 'tab'", "SCHEMA = 'sch'", "ERRCODE = '22012'"])
  const level = random.pick(['NOTICE', 'NOTICE', 'WARNING', 'INFO', 'LOG', 'DEBUG'])
  const using = random.chance(0.4) ? ` USING ${[option(), ...random.chance(0.5) ? [option()] : []].join(', ')}` : ''
  return sql`${random.pick([
    `RAISE ${level} 'at % of %%: %', ${maker.int(place, 1)}, ${maker.text(place)}${using};`,
    `RAISE ${level} '%', ${random.pick(['arr', 'w1', 'r1', 'n1', 'b1', 'NULL', 'pr', 'ts'])}${using};`,
    `RAISE ${level} USING MESSAGE = ${maker.text(place)}${using.replace(' USING ', ', ')};`,
    `RAISE ${level} division_by_zero${using.includes('ERRCODE') ? '' : using};`, `RAISE ${level} SQLSTATE 'AB999';`,
    `ASSERT ${maker.condition(place)};`, `ASSERT i1 IS NOT NULL, ${maker.text(place)};`,
    `IF ${maker.condition(place)} THEN RAISE EXCEPTION 'with %', 1${using}; END IF;`,
    `PERFORM set_config('prog.seen', ${maker.text(place)}, true); ${maker.note("current_setting('prog.seen')")}`,
  ])}`
}

/** Calls with outputs, defaults, names. @param {ProgramMaker} maker @param {Place} place */
function called(maker, place) {
  const { random } = maker
  const int = maker.int(place, 0)
  const call = random.pick([
    `CALL prog_q(${int}, i1, t1);`, `CALL prog_q(a => ${int}, b => i2, c => t1);`,
      `CALL prog_q(${int}, i1, t1, ${int});`,
    `CALL prog_q(3, i1, t1);`, `CALL prog_q(${int}, pr.x, pr.y);`, `CALL prog_q(${int}, 5, t1);`,
      `CALL prog_q(1, i3, t1);`,
    `CALL prog_q(${int}, arr[1], t1);`, `t1 := prog_v(${int});`, `t1 := prog_v(${int}, 'b', 1, ${int});`,
    `t1 := prog_v(${int}, b => 'named');`, `t1 := prog_v(${int}, 'b', VARIADIC arr);`,
      `t1 := prog_v(b => 'x', a => ${int});`,
    `SELECT * INTO r1 FROM prog_any(${int}, arr);`, `SELECT * INTO i1, arr FROM prog_any(${int}, arr);`,
    `t1 := prog_any('x'::text, ARRAY['y'])::text;`, `PERFORM prog_v(${int}, r => arr);`, `r1 := prog_any(${int}, arr);`,
  ])
  return sql`${call} ${maker.note(random.pick(['i1', 't1', 'i2', 'r1', 'pr', 'arr']))}`
}

/** What a set gives. @param {ProgramMaker} maker @param {Place} place */
function results(maker, place) {
  const { random } = maker
  if (place.kind !== 'set') return odd(maker, place)
  return sql`${random.pick([
    `RETURN QUERY SELECT b FROM prog WHERE id < ${maker.int(place, 0)} ORDER BY id;`,
    `RETURN QUERY EXECUTE 'SELECT b FROM prog WHERE id = $1 OR a = $2' USING ${maker.int(place, 0)}, i1;`,
    `RETURN QUERY VALUES ('v1'), (t1);`,
    `RETURN QUERY SELECT id FROM prog;`,
    `RETURN QUERY SELECT b, a FROM prog;`,
    `RETURN QUERY UPDATE prog SET a = a WHERE id = ${maker.int(place, 0)} RETURNING b;`,
    `RETURN QUERY SELECT b::varchar FROM prog ORDER BY id LIMIT 1;`,
    `RETURN NEXT ${maker.int(place, 0)};`,
    `RETURN NEXT NULL;`,
    `RETURN QUERY DELETE FROM prog WHERE id = 99;`,
  ])} ${maker.note('found')} GET DIAGNOSTICS rc = ROW_COUNT; ${maker.note('rc')}`
}

/** Changes of several kinds. @param {ProgramMaker} maker @param {Place} place */
function merged(maker, place) {
  const { random } = maker
  const id = random.between(1, 12)
  return sql`${random.pick([
    `MERGE INTO prog USING (SELECT ${id} AS k) s ON id = k WHEN MATCHED AND a > ${maker.int(place, 0)} THEN UPDATE
      SET b = t1
      WHEN MATCHED THEN DO NOTHING WHEN NOT MATCHED THEN INSERT (id, a) VALUES (k, i1);`,
    `MERGE INTO prog p USING prog q ON p.id = q.id AND p.id = ${id} WHEN MATCHED THEN DELETE;`,
    `INSERT INTO prog VALUES (${id}, i1, t1) ON CONFLICT (id) DO UPDATE SET a = prog.a + 1 WHERE prog.a < i2
      RETURNING id, a INTO i1, i2;`,
    `WITH gone AS (DELETE FROM prog WHERE id = ${id} RETURNING *) INSERT INTO prog SELECT id + 50, a, b, c FROM gone;`,
    `WITH n AS (SELECT max(id) m FROM prog) SELECT m INTO i1 FROM n;`, `TRUNCATE prog_log;`,
    `INSERT INTO prog SELECT id + 100, a, b FROM prog WHERE id = ${id};`,
      `UPDATE prog SET (a, b) = (i1, t1) WHERE id = ${id};`,
    `UPDATE prog SET a = i1 WHERE id = ${id} RETURNING id, b INTO STRICT pr;`,
      `UPDATE prog SET b = i1 WHERE id = ${id};`,
    `CREATE TEMP TABLE IF NOT EXISTS prog_tmp (z int) ON COMMIT DROP; INSERT INTO prog_tmp VALUES (i1);`,
    `SELECT a AS i1 INTO i1 FROM prog WHERE id = i1;`, `SELECT id INTO i1 FROM prog WHERE id = prog.a;`,
    `DELETE FROM prog USING (VALUES (${id})) v(k) WHERE id = k;`, `LOCK TABLE prog;`,
  ])} GET DIAGNOSTICS rc = ROW_COUNT; ${maker.note("concat_ws(',', found, rc)")}`
}

/** Settings, contexts. @param {ProgramMaker} maker @param {Place} _place */
function settled(maker, _place) {
  return sql`${maker.random.pick([
    `GET DIAGNOSTICS t1 = PG_CONTEXT, i1 = ROW_COUNT; ${maker.note('t1')}`, `GET CURRENT DIAGNOSTICS rc = ROW_COUNT;`,
    `SET LOCAL work_mem TO '1MB'; ${maker.note("current_setting('work_mem')")}`,
      `GET STACKED DIAGNOSTICS st = MESSAGE_TEXT;`,
    `SAVEPOINT s1;`, `COMMIT;`, `RAISE;`, `GET DIAGNOSTICS arr[1] = ROW_COUNT;`, `NULL;`,
    `EXECUTE 'SET LOCAL work_mem TO ''2MB''';`, `EXECUTE 'SELECT 1; SELECT 2' INTO i1;`, `EXECUTE 'COMMIT';`,
    `EXECUTE 'SELECT id, b FROM prog ORDER BY id DESC LIMIT 2' INTO i1, t1; ${maker.note('t1')}`, `EXECUTE '' ;`,
    `EXECUTE 'CALL prog_q($1, $2, NULL)' INTO r1 USING 1, 2; ${maker.note('r1')}`,
      `EXECUTE 'SELECT $1[2]' INTO i1 USING arr;`,
    `EXECUTE 'SELECT ($1).y' INTO t1 USING pr;`, `EXECUTE 'INSERT INTO prog VALUES ($1, $2) RETURNING *' INTO w1
      USING i1, i2;`,
    `EXECUTE format('SELECT %L::int + %s', i1, i2) INTO i1;`, `EXECUTE 'SELECT $3' INTO i1 USING 1, 2;`,
  ])}`
}

const MOVES = ['NEXT', 'PRIOR', 'FIRST', 'LAST', 'ABSOLUTE 2', 'ABSOLUTE -1', 'ABSOLUTE 0', 'RELATIVE 2', 'RELATIVE -1',
  'RELATIVE 0', 'FORWARD', 'BACKWARD', 'ABSOLUTE i1', 'RELATIVE i2', 'ABSOLUTE 99']

/** A cursor that goes both ways. @param {ProgramMaker} maker @param {Place} place */
function scrolled(maker, place) {
  const { random } = maker
  const [name, open] = random.pick([['c2', 'OPEN c2;'], ['c2', 'OPEN c2;'],
    ['cur', `cur := NULL; OPEN cur ${random.pick(['SCROLL ', 'NO SCROLL ',
      ''])}FOR SELECT * FROM prog WHERE id <> ${maker.int(place, 0)}
      ORDER BY id DESC;`],
    ['cur', `cur := 'named${++maker.counters}'; OPEN cur FOR EXECUTE 'SELECT * FROM prog WHERE id > $1 ORDER BY id'
      USING i1;`],
    ['cur', `cur := NULL; OPEN cur SCROLL FOR VALUES (1, 2, 'x', 3.5), (2, NULL, NULL, NULL);`]])
  const step = () => random.chance(0.3)
    ? maybe`MOVE ${random.pick([...MOVES, 'FORWARD 2', 'FORWARD ALL', 'BACKWARD 2', 'BACKWARD ALL'])} FROM ${name};
        GET DIAGNOSTICS rc = ROW_COUNT; ${maker.note("concat_ws(',', found, rc)")} `
    : maybe`FETCH ${random.pick(MOVES)} ${random.pick(['FROM', 'IN'])} ${name} INTO
        ${random.pick(['w1', 'w1', 'r1', 'i1, i2, t1', 'i1'])}; ${maker.note("concat_ws(',', found, w1, i1)")} `
  return sql`${open} ${step()}${step()}${step()}${step()}${random.chance(0.85) ? `CLOSE ${name};` : ''}`
}

/** A cursor with arguments. @param {ProgramMaker} maker @param {Place} place */
function bound(maker, place) {
  const { random } = maker
  const [low, high] = [maker.int(place, 0), maker.int(place, 0)]
  const args = random.pick([`${low}, ${high}`, `lo := ${low}, hi := ${high}`, `hi := ${high}, lo := ${low}`,
    `hi => ${high}`])
  if (random.chance(0.5)) return sql`FOR rx IN c3(${args})
    LOOP ${maker.note('rx')} ${maker.block(maker.inside(place), 1)}END LOOP;`
  return sql`OPEN c3(${args}); FETCH c3 INTO ${random.pick(['i1, i2', 'r1', 'pr', 'i1'])}; ${maker.note('found')}
    ${maybe`FETCH ${random.pick(['PRIOR', 'NEXT', 'FIRST', 'LAST'])} FROM c3 INTO r1; ${maker.note('r1')} `}CLOSE c3;`
}

/** Exceptions in exceptions, with all that is known of them. @param {ProgramMaker} maker @param {Place} place */
function stacked(maker, place) {
  const { random } = maker
  const inner = maker.inside(place)
  const known = `GET STACKED DIAGNOSTICS st = RETURNED_SQLSTATE, ms = MESSAGE_TEXT, cx = PG_EXCEPTION_CONTEXT,
    t1 = ${random.pick(['PG_EXCEPTION_HINT', 'COLUMN_NAME', 'CONSTRAINT_NAME', 'PG_DATATYPE_NAME', 'TABLE_NAME',
      'SCHEMA_NAME'])}; ${maker.note("concat_ws('|', st, ms, t1, cx, sqlstate, sqlerrm)")}`
  return sql`BEGIN ${maker.block(inner, 2)}BEGIN ${maker.statement(inner)} ${maker.fail(inner)} EXCEPTION
    WHEN ${random.pick(['division_by_zero', 'raise_exception', 'integrity_constraint_violation',
      'others'])} THEN ${known}
    ${random.pick(['', 'RAISE;', "RAISE EXCEPTION 'again: %', sqlerrm;", 'i1 := 1 / (i3 - 4);', ''])}
    END; EXCEPTION WHEN ${random.pick(['others', 'others', 'data_exception OR raise_exception',
      'syntax_error_or_access_rule_violation OR others'])}
    THEN ${known} ${maybe`${maker.statement(inner)}`} END;`
}

/** CURRENT OF. @param {ProgramMaker} maker @param {Place} place */
function positioned(maker, place) {
  const { random } = maker
  const change = () => random.pick(['UPDATE prog SET b = t1 WHERE CURRENT OF cur;',
    'DELETE FROM prog WHERE CURRENT OF cur;',
    'UPDATE prog SET a = a + 10 WHERE CURRENT OF cur RETURNING * INTO w1;', 'FETCH cur INTO w1;'])
  return sql`cur := NULL; OPEN cur FOR SELECT * FROM prog WHERE id = coalesce(${maker.int(place, 0)},
    1)${random.pick([' FOR UPDATE', ''])};
    ${maybe`FETCH cur INTO w1; `}${change()} ${maybe`${change()} `}GET DIAGNOSTICS rc = ROW_COUNT;
    ${maker.note("concat_ws(',', found, rc)")} CLOSE cur;`
}

/** Loops over rows of several kinds. @param {ProgramMaker} maker @param {Place} place */
function looped(maker, place) {
  const { random } = maker
  const label = maker.label()
  const inner = maker.inside(place, { loops: [...place.loops, label] })
  const head = random.pick([
    'FOR r1 IN SELECT id AS x, b AS y FROM prog ORDER BY id LIMIT 3',
      'FOR i1, t1 IN SELECT id, b FROM prog ORDER BY id',
    'FOR pr IN SELECT a, b FROM prog ORDER BY id LIMIT 2', 
    "FOR r1 IN EXECUTE 'SELECT 1 AS x UNION SELECT 2 ORDER BY 1'",
    'FOR r1 IN UPDATE prog SET a = a WHERE id = 1 RETURNING id AS x', 'FOREACH i1 IN ARRAY mat',
      'FOR i1 IN SELECT 1 WHERE false',
    'FOREACH arr SLICE 1 IN ARRAY mat', 'FOREACH mat SLICE 2 IN ARRAY mat', 'FOREACH i1 SLICE 1 IN ARRAY mat',
    'FOREACH pr IN ARRAY pa', 'FOREACH i1 IN ARRAY arr[2:3]', 'FOREACH t1 IN ARRAY arr',
      'FOREACH i1 IN ARRAY NULL::int[]',
    'FOR k IN REVERSE 3..1 BY 2', 'FOR k IN 1..n1::int', 'FOR k IN 2147483646..2147483647', 'FOR i1 IN 1..2 BY i2',
  ])
  return sql`<<${label}>> ${head} LOOP ${maker.note(random.pick(['i1', 'r1', 'pr', 't1', 'arr']))}
    ${maker.block(inner, 1)}END LOOP ${label}; ${maker.note('found')}`
}
