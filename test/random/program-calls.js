/**
 * Scenes of calls: procedures that commit and roll back in loops and between exceptions, event triggers and the
 * definitions they watch, functions of polymorphic, variadic and row types, that call themselves, that return sets,
 * cursors left open for their caller, names that are a variable's and a column's.
 */
import { NO_EVENT_TRIGGERS } from './compare.js'
import { sql } from './node.js'

/** @import { Random } from './random.js' */
/** @import { SqlNode } from './node.js' */

/** @param {Random} random @returns {SqlNode[]} */
export const callScene = (random) => random.pick([committing, committing, watched, polymorphic, returning, cursors,
  conflicting])(random)

/** Procedures and blocks that end transactions. @param {Random} random @returns {SqlNode[]} */
function committing(random) {
  const made = [
    sql`CREATE TABLE sc_a (id int PRIMARY KEY, a int, b text)`,
    sql`INSERT INTO sc_a SELECT i, i % 3, 'r' FROM generate_series(1, 4) i`,
    sql`CREATE TABLE sc_d (id int PRIMARY KEY, a int REFERENCES sc_a DEFERRABLE INITIALLY DEFERRED)`,
    sql`CREATE PROCEDURE sc_in(INOUT n int) LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO sc_a VALUES (n + 50, n, 'in');
      ${random.pick(['COMMIT;', 'ROLLBACK;', '', 'IF n % 2 = 0 THEN COMMIT; ELSE ROLLBACK AND CHAIN; END IF;'])}
      n := n + 1; END $body$`,
  ]
  let counter = 0
  /** @param {number} depth @param {boolean} guarded @returns {string} */
  const step = (depth, guarded) => {
    const id = random.between(1, 12)
    const nested = depth < 3 && random.chance(0.45)
    const end = () => random.pick(['COMMIT;', 'ROLLBACK;', 'COMMIT AND CHAIN;', 'ROLLBACK AND CHAIN;'])
    const more = (/** @type {boolean} */ inside) =>
      random.times(random.between(1, 3), () => step(depth + 1, inside)).join(' ')
    if (!nested) return random.pick([
      `INSERT INTO sc_a VALUES (${id}, n, 's');`, `INSERT INTO sc_a VALUES (${id} + n * 10, n, 't');`,
      `UPDATE sc_a SET a = a + n WHERE id = ${id};`, `DELETE FROM sc_a WHERE id = ${id};`, 'n := n + 1;',
      `INSERT INTO sc_d VALUES (${id} + n * 100, ${id});`, 'SET LOCAL work_mem = \'1MB\';',
      `RAISE WARNING 'n % rows % mem %', n, (SELECT count(*) FROM sc_a), current_setting('work_mem');`,
      ...guarded && random.chance(0.8) ? [] : [end(), end(), end()], 'CALL sc_in(n);', 'PERFORM 1 / (n - 2);',
      `RAISE WARNING 'iso % ro %', current_setting('transaction_isolation'), current_setting('transaction_read_only');`,
      `SET TRANSACTION ${random.pick(['READ ONLY', 'ISOLATION LEVEL REPEATABLE READ'])};`,
        'SET CONSTRAINTS ALL IMMEDIATE;',
      `EXECUTE 'INSERT INTO sc_a VALUES ($1, 0, ''dyn'')' USING n + ${id * 10};`, `IF n > ${id} THEN RETURN; END IF;`,
      `EXECUTE 'CALL sc_in($1)' INTO n USING n;`, `CREATE TEMP TABLE sc_tmp ON COMMIT DROP AS SELECT n;`,
    ])
    const name = `k${++counter}`
    return random.pick([
      () => `FOR ${name} IN 1..${random.between(2, 3)} LOOP ${more(guarded)} ${guarded ? '' : end()} END LOOP;`,
      () => `FOR r IN SELECT * FROM sc_a ORDER BY id LIMIT 3 LOOP RAISE WARNING 'row %', r; ${more(guarded)} END LOOP;`,
      () => `FOR r IN UPDATE sc_a SET a = a WHERE id = ${id} RETURNING * LOOP ${more(guarded)} END LOOP;`,
      () => `BEGIN ${more(true)} EXCEPTION WHEN ${random.pick(['others', 'unique_violation OR division_by_zero',
        'foreign_key_violation'])} THEN RAISE WARNING 'caught % %', sqlstate, sqlerrm; ${random.chance(0.4)
        ? more(guarded) : ''} END;`,
      () => `OPEN c FOR SELECT id FROM sc_a ORDER BY id; FETCH c INTO n; ${more(guarded)} FETCH c INTO n; CLOSE c;`,
      () => `IF n > ${random.between(0, 3)} THEN ${more(guarded)} ELSE ${more(guarded)} END IF;`,
    ])()
  }
  const body = (/** @type {number} */ most) => random.times(random.between(2, most), () => step(0, false)).join(' ')
  const setting = random.chance(0.15) ? " SET work_mem = '2MB'" : ''
  made.push(sql`CREATE PROCEDURE sc_p(INOUT n int) LANGUAGE plpgsql${setting} AS $body$ DECLARE r record; c refcursor;
    BEGIN ${body(5)} END $body$`)
  for (let call = random.between(2, 4); call > 0; call--) made.push(sql`${random.pick([
    `CALL sc_p(${random.between(0, 3)})`, `CALL sc_p(${random.between(0, 3)})`,
    `DO $$ DECLARE n int := ${random.between(0, 3)}; r record; c refcursor; BEGIN ${body(3)} END $$`,
    'DO $$ DECLARE n int := 1; BEGIN CALL sc_p(n); RAISE WARNING \'out %\', n; COMMIT; CALL sc_p(n); END $$',
    'BEGIN; CALL sc_p(1); COMMIT', 'ROLLBACK', 'CALL sc_p(2); SELECT count(*) FROM sc_a',
  ])}`, sql`ROLLBACK`, sql`SELECT * FROM sc_a`, sql`SELECT * FROM sc_d`, sql`SHOW work_mem`)
  made.push(sql`DROP TABLE sc_d, sc_a`, sql`DROP PROCEDURE sc_p(int), sc_in(int)`)
  return made
}

/** Definitions, and who is told of them. @param {Random} random @returns {SqlNode[]} */
function watched(random) {
  /** @type {SqlNode[]} */
  const made = []
  const count = random.between(1, 3)
  const tags = ['CREATE TABLE', 'ALTER TABLE', 'DROP TABLE', 'CREATE INDEX', 'CREATE VIEW', 'CREATE FUNCTION',
    'COMMENT',
    'CREATE TABLE AS', 'DROP VIEW', 'GRANT', 'CREATE TYPE', 'SELECT INTO', 'ALTER FUNCTION', 'CREATE SCHEMA']
  for (let at = 1; at <= count; at++) {
    const event = random.pick(['ddl_command_start', 'ddl_command_end', 'ddl_command_end', 'sql_drop', 'sql_drop',
      'table_rewrite'])
    const told = {
      ddl_command_start: '',
      ddl_command_end: `FOR r IN SELECT command_tag, object_type, schema_name, object_identity, in_extension
        FROM pg_event_trigger_ddl_commands() LOOP RAISE WARNING '% did %', tg_tag, r; END LOOP;`,
      sql_drop: `FOR r IN SELECT original, normal, is_temporary, object_type, schema_name, object_name, object_identity,
        address_names, address_args FROM pg_event_trigger_dropped_objects() WHERE object_identity !~ 'pg_toast' LOOP
        RAISE WARNING '% dropped %', tg_tag, r; END LOOP;`,
      table_rewrite: `RAISE WARNING 'rewrites % for %', pg_event_trigger_table_rewrite_oid()::regclass,
        pg_event_trigger_table_rewrite_reason();`,
    }[event]
    const does = random.pick(['', '', '', `IF tg_tag = '${random.pick(tags)}' THEN RAISE EXCEPTION 'not %', tg_tag;
      END IF;`, 'PERFORM pg_event_trigger_dropped_objects();', 'PERFORM * FROM pg_event_trigger_ddl_commands();'])
    const when = random.chance(0.4) && event !== 'table_rewrite'
      ? ` WHEN TAG IN (${random.some(tags, 4).map((tag) => `'${tag}'`).join(', ')})` : ''
    made.push(sql`CREATE FUNCTION sc_e${at}() RETURNS event_trigger LANGUAGE plpgsql AS $body$ DECLARE r record; BEGIN
      RAISE WARNING '% % ${at}', tg_event, tg_tag; ${told ?? ''} ${does} END $body$`)
    made.push(sql`CREATE EVENT TRIGGER sc_t${at} ON ${event}${when} EXECUTE FUNCTION sc_e${at}()`)
  }
  made.push(sql`CREATE TABLE sc_a (id int PRIMARY KEY, a int DEFAULT 3, b text)`)
  const statements = [
    'CREATE TABLE sc_b (id serial PRIMARY KEY, a int REFERENCES sc_a, UNIQUE (a))', 'CREATE INDEX ON sc_a (a)',
    'CREATE VIEW sc_v AS SELECT id, a FROM sc_a', 'CREATE TABLE sc_c AS SELECT * FROM sc_a', 'DROP TABLE sc_b',
    'ALTER TABLE sc_a ADD COLUMN c int', 'ALTER TABLE sc_a ADD COLUMN d float DEFAULT random()', 'DROP VIEW sc_v',
    'ALTER TABLE sc_a ALTER COLUMN a TYPE bigint', 'ALTER TABLE sc_a DROP COLUMN b', 'DROP TABLE sc_a CASCADE',
    'CREATE FUNCTION sc_f(int) RETURNS int LANGUAGE sql AS $q$ SELECT $1 $q$', 'DROP FUNCTION sc_f(int)',
    "COMMENT ON TABLE sc_a IS 'c'", 'GRANT SELECT ON sc_a TO public', 'CREATE SCHEMA sc_s CREATE TABLE sc_x (i int)',
    'DROP SCHEMA sc_s CASCADE', 'CREATE TYPE sc_e AS ENUM (\'a\')', "ALTER TYPE sc_e ADD VALUE 'b'", 'DROP TYPE sc_e',
    'ALTER TABLE sc_a RENAME TO sc_z', 'ALTER TABLE sc_z RENAME TO sc_a', 'SELECT 1 AS x INTO sc_i', 'DROP TABLE sc_i',
    'CREATE TEMP TABLE sc_tmp (i int PRIMARY KEY)', 'DROP TABLE sc_tmp', 'CREATE SEQUENCE sc_q OWNED BY sc_a.a',
    'ALTER TABLE sc_a SET UNLOGGED', 'ALTER TABLE sc_a ADD CHECK (a > 0), ALTER a SET NOT NULL, ADD UNIQUE (a)',
    'CREATE TRIGGER sc_t AFTER INSERT ON sc_a EXECUTE FUNCTION suppress_redundant_updates_trigger()',
    'DROP TRIGGER sc_t ON sc_a', 'CREATE DOMAIN sc_dom AS int CHECK (VALUE > 0)', 'DROP DOMAIN sc_dom',
      'DROP INDEX sc_a_a_idx',
    'CREATE RULE sc_r AS ON DELETE TO sc_a DO INSTEAD NOTHING', 'DROP RULE sc_r ON sc_a', 'REINDEX TABLE sc_a',
    'CREATE POLICY sc_pol ON sc_a USING (a > 0)', 'DROP POLICY sc_pol ON sc_a',
      'CREATE STATISTICS sc_st ON id, a FROM sc_a',
    'CREATE MATERIALIZED VIEW sc_m AS SELECT 1 AS i', 'REFRESH MATERIALIZED VIEW sc_m', 'DROP MATERIALIZED VIEW sc_m',
    'CREATE TABLE sc_pt (i int) PARTITION BY LIST (i)', 'CREATE TABLE sc_pp PARTITION OF sc_pt FOR VALUES IN (1)',
    'ALTER TABLE sc_pt ADD PRIMARY KEY (i)', 'DROP TABLE sc_pt',
      'ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO public',
    'ALTER DEFAULT PRIVILEGES REVOKE SELECT ON TABLES FROM public', 'ALTER TABLE IF EXISTS sc_none ADD x int',
    'DROP TABLE IF EXISTS sc_none', 'CREATE TABLE IF NOT EXISTS sc_a (i int)', 'DROP OWNED BY sc_nobody',
    'DO $$ BEGIN CREATE TABLE sc_do (i int); DROP TABLE sc_do; END $$',
      'CREATE OR REPLACE VIEW sc_v AS SELECT id, a, 1 AS x FROM sc_a',
    'CREATE AGGREGATE sc_ag (int) (SFUNC = int4pl, STYPE = int)', 'DROP AGGREGATE sc_ag (int)',
      'CREATE CAST (text AS point) WITH INOUT',
    'DROP CAST (text AS point)', 'CREATE OPERATOR === (LEFTARG = int, RIGHTARG = int, FUNCTION = int4eq)',
    'DROP OPERATOR === (int, int)', 'ALTER TABLE sc_a ALTER a SET DEFAULT 4', 'TRUNCATE sc_a',
      'CREATE COLLATION sc_co FROM "C"', 'DROP COLLATION sc_co',
  ]
  for (let step = random.between(5, 12); step > 0; step--) made.push(random.chance(0.1)
    ? sql`ALTER EVENT TRIGGER sc_t${random.between(1, count)} ${random.pick(['DISABLE', 'ENABLE', 'ENABLE REPLICA',
      'ENABLE ALWAYS', `RENAME TO sc_u${step}`])}` : sql`${random.pick(statements)}`)
  made.push(sql`SELECT evtname, evtevent, evtenabled, evttags FROM pg_event_trigger`)
  made.push(sql`DROP FUNCTION sc_e1() CASCADE`, sql`${NO_EVENT_TRIGGERS}`,
    sql`DROP SCHEMA IF EXISTS sc_s CASCADE`, sql`DROP SCHEMA public CASCADE`, sql`CREATE SCHEMA public`,
    sql`DROP CAST IF EXISTS (text AS point)`, sql`DROP TABLE IF EXISTS sc_tmp`,
    sql`ALTER DEFAULT PRIVILEGES REVOKE SELECT ON TABLES FROM public`)
  return made
}

/** Functions whose types follow their arguments. @param {Random} random @returns {SqlNode[]} */
function polymorphic(random) {
  const [args, result] = random.pick([['a anyelement, b anyelement', 'anyelement'], ['a anyarray, b anyelement',
    'anyarray'],
    ['a anyelement, VARIADIC b anyarray', 'anyelement'], ['a anycompatible, b anycompatible', 'anycompatible'],
    ['a anycompatible, VARIADIC b anycompatiblearray', 'anycompatiblearray'], ['a anyelement, b text', 'anyarray'],
    ['a anyenum, b anyenum', 'anyenum'], ['a anyrange, b anyelement', 'anyelement'], ['a anynonarray, b anyarray',
      'anyelement'],
    ['a anyelement, b anyelement', 'TABLE (x anyelement, y int)'], ['a anyelement, b anyelement', 'SETOF anyelement'],
    ['a "any", b int', 'text']])
  const isSet = /^(SETOF|TABLE)/.test(result)
  const give = (/** @type {string} */ value) => result.startsWith('TABLE') ? `x := ${value}; y := 1; RETURN NEXT;`
    : isSet ? `RETURN NEXT ${value};` : `RETURN ${value};`
  const body = random.times(random.between(1, 3), () => random.pick([
    "RAISE WARNING '% % %', a, b, pg_typeof(a);", 'v := a;', 'v := NULL;', "RAISE WARNING '%', pg_typeof(v);",
    'w := ARRAY[a, v];', 'w := w || a;', 'IF a = v THEN v := a; END IF;', 'v := b;', "v := '1';",
    'FOREACH v IN ARRAY w LOOP RAISE WARNING \'%\', v; END LOOP;', give(random.pick(['v', 'a', 'b', 'w', 'NULL'])),
  ])).join(' ')
  const made = [
    sql`CREATE TYPE sc_mood AS ENUM ('sad', 'ok')`, sql`CREATE TYPE sc_pair AS (x int, y text)`,
    sql`CREATE DOMAIN sc_dom AS int CHECK (VALUE < 100)`,
    sql`CREATE FUNCTION sc_f(${args}) RETURNS ${result} LANGUAGE plpgsql AS $body$ DECLARE v a%TYPE := a; w ${
      random.pick(['int[]', 'text[]', 'numeric[]'])}; BEGIN ${body} ${give(random.pick(['a', 'b', 'v', 'w', 'a']))}
      END $body$`,
  ]
  const values = ['1', '2.5', "'x'", "'x'::text", 'NULL', 'NULL::int', "ARRAY[1, 2]", "ARRAY['p', 'q']",
    "'{1,2}'::int[]",
    "'sad'::sc_mood", "'ok'", "int4range(1, 5)", "ROW(1, 'r')::sc_pair", "ROW(1, 2)", '7::sc_dom', '99::bigint', 'true',
    "VARIADIC ARRAY[3, 4]", "date '2020-01-01'", "ARRAY[]::int[]"]
  for (let call = random.between(3, 8); call > 0; call--) {
    const given = random.times(random.pick([2, 2, 2, 3]), () => random.pick(values))
    made.push(sql`SELECT ${random.chance(0.7) ? 'x, pg_typeof(x) FROM' : '* FROM'} sc_f(${given.join(', ')}) x`)
  }
  made.push(sql`SELECT pg_get_functiondef(oid) FROM pg_proc WHERE proname = 'sc_f'`, sql`DROP ROUTINE IF EXISTS sc_f`,
    sql`DROP TYPE sc_mood, sc_pair`, sql`DROP DOMAIN sc_dom`)
  return made
}

/** Rows, sets, outputs, recursion. @param {Random} random @returns {SqlNode[]} */
function returning(random) {
  const [result, args] = random.pick([['SETOF sc_a', ''], ['TABLE (k int, v text)', ''], ['SETOF record',
    ', OUT k int, OUT v text'],
    ['record', ', OUT k int, OUT v text'], ['SETOF int', ''], ['sc_a', ''], ['sc_a[]', ''], ['record',
      ''], ['SETOF record', ''],
    ['text', ', OUT v text'], ['void', ''], ['int', ', INOUT v int DEFAULT 3'], ['SETOF sc_pair', ''], ['sc_dom', '']])
  const isSet = /^(SETOF|TABLE)/.test(result)
  const outs = args.includes('OUT') || result.startsWith('TABLE')
  const row = () => random.pick(["ROW(n, 'r')", 'r', "(n, n, 'full')", 'NULL', 'n', "ROW(n, n, 'f')::sc_a",
    "ROW(n, 'p')::sc_pair", "'t'",
    '(SELECT a FROM sc_a a WHERE id = 1)', "ARRAY[ROW(1, 1, 'x')::sc_a]", "ROW(n::bigint, 'x'::varchar)"])
  const give = () => outs ? random.pick(["k := n; v := 'v'; RETURN NEXT;", 'RETURN NEXT;', "v := '5';", 'RETURN;',
    'RETURN NEXT n;'])
    : isSet ? random.pick([`RETURN NEXT ${row()};`, `RETURN NEXT ${row()};`, 'RETURN;']) : `RETURN ${row()};`
  const query = () => random.pick(['SELECT * FROM sc_a ORDER BY id', 'SELECT id, b FROM sc_a ORDER BY id LIMIT 2',
    'SELECT id FROM sc_a',
    "VALUES (1, 'one'), (n, 'n')", "DELETE FROM sc_a WHERE id = n RETURNING *", 'SELECT a FROM sc_a a',
      'SELECT (a).* FROM sc_a a WHERE id = n',
    'SELECT id, a::bigint, b FROM sc_a', 'SHOW work_mem', "SELECT n, 'x'"])
  const steps = random.times(random.between(1, 4), () => random.pick([
    () => 'SELECT * INTO r FROM sc_a WHERE id = n;', give, give, () => `RETURN QUERY ${query()};`,
    () => `RETURN QUERY EXECUTE '${query().replaceAll("'", "''").replace(/\bn\b/g, '$1')}' USING n;`,
    () => isSet && !outs ? 'IF n > 0 THEN RETURN QUERY SELECT * FROM sc_f(n - 1); END IF;'
      : 'IF n > 3 THEN PERFORM sc_f(n - 1); END IF;',
    () => `IF n = ${random.between(0, 4)} THEN ${give()} END IF;`,
      () => 'GET DIAGNOSTICS m = ROW_COUNT; RAISE WARNING \'% %\', m, found;',
    () => `FOR r IN ${query()} LOOP RAISE WARNING '%', r; ${give()} END LOOP;`, () => "r := ROW(1, 'made');",
      () => 'n := n + 1;',
    () => `BEGIN ${give()} PERFORM 1 / (n - 2); EXCEPTION WHEN division_by_zero THEN RAISE WARNING 'undone'; END;`,
  ])()).join(' ')
  const options = random.pick(['', '', ' STRICT', ' STABLE', ' SET search_path = pg_temp, public',
    ' SECURITY DEFINER', ' IMMUTABLE', ' ROWS 5'])
  const made = [
    sql`CREATE TABLE sc_a (id int PRIMARY KEY, a int, b text)`, sql`CREATE TYPE sc_pair AS (x int, y text)`,
    sql`CREATE DOMAIN sc_dom AS int CHECK (VALUE < 3)`,
    sql`INSERT INTO sc_a SELECT i, i * 2, 'b' || i FROM generate_series(1, 4) i`,
    sql`CREATE FUNCTION sc_f(n int${args}) RETURNS ${result} LANGUAGE plpgsql${options} AS $body$ DECLARE r record;
      m int;
      BEGIN ${steps} ${random.chance(0.7) ? give() : ''} END $body$`,
  ]
  for (let call = random.between(2, 5); call > 0; call--) made.push(sql`${random.pick([
    'SELECT * FROM sc_f(1)', 'SELECT sc_f(2)', 'SELECT (sc_f(0)).*', 'SELECT * FROM sc_f(2) AS t (p int, q text)',
    'SELECT id, f.* FROM sc_a, LATERAL sc_f(id) f ORDER BY id', 'SELECT * FROM sc_f(NULL)',
      'SELECT sc_f(id) FROM sc_a ORDER BY id',
    'SELECT * FROM sc_f(3) WITH ORDINALITY', 'SELECT * FROM sc_f(1) AS t (p int, q int, s text)',
      'SELECT * FROM ROWS FROM (sc_f(1), sc_f(2))',
    'SELECT count(*) FROM sc_f(4)', 'SELECT * FROM sc_f(2) LIMIT 1', 'CREATE TABLE sc_m AS SELECT * FROM sc_f(1)',
      'SELECT sc_f(n => 1)',
  ])}`)
  made.push(sql`DROP TABLE IF EXISTS sc_m`, sql`SELECT * FROM sc_a`, sql`DROP ROUTINE IF EXISTS sc_f`,
    sql`DROP TABLE sc_a`, sql`DROP TYPE sc_pair`, sql`DROP DOMAIN sc_dom`)
  return made
}

/** Cursors that are left to the caller. @param {Random} random @returns {SqlNode[]} */
function cursors(random) {
  const query = random.pick(['SELECT * FROM sc_a ORDER BY id', 'SELECT id FROM sc_a WHERE id > n ORDER BY id',
    'SELECT * FROM sc_a WHERE id = n FOR UPDATE',
    // Rows grouped through a sort cannot be read backward, sorted groups can: which it is depends on the plan.
    'SELECT a, count(*) FROM sc_a GROUP BY a ORDER BY 2, a'])
  const scroll = random.pick(['', 'SCROLL ', 'NO SCROLL '])
  const isProcedure = random.chance(0.4)
  const head = isProcedure ? 'PROCEDURE sc_f(n int, INOUT c refcursor)'
    : 'FUNCTION sc_f(n int, c refcursor) RETURNS refcursor'
  const made = [
    sql`CREATE TABLE sc_a (id int PRIMARY KEY, a int, b text)`,
    sql`INSERT INTO sc_a SELECT i, i % 3, 'b' || i FROM generate_series(1, 7) i`,
    sql`CREATE ${head} LANGUAGE plpgsql AS $body$ DECLARE r record; BEGIN
      OPEN c ${scroll}FOR ${random.pick([query, `EXECUTE '${query.replace(/\bn\b/, '$1')}' USING n`])};
      ${random.pick(['', 'FETCH c INTO r;', 'MOVE FORWARD 2 IN c;', 'MOVE LAST FROM c;',
        "BEGIN PERFORM 1 / 0; EXCEPTION WHEN others THEN NULL; END;",
        'CLOSE c; OPEN c FOR SELECT 1;'])} ${isProcedure ? random.pick(['', 'COMMIT;']) : 'RETURN c;'} END $body$`,
  ]
  const call = (/** @type {string} */ name) => isProcedure ? `CALL sc_f(2, ${name})` : `SELECT sc_f(2, ${name})`
  made.push(sql`${random.pick(['BEGIN', 'BEGIN', 'SELECT 1'])}`, sql`${call("'cc'")}`)
  const move = () => random.pick(['', 'NEXT', 'PRIOR', 'FIRST', 'LAST', 'ALL', '2', 'BACKWARD 2', 'BACKWARD ALL',
    'ABSOLUTE 2', 'ABSOLUTE -1',
    'RELATIVE 0', 'RELATIVE -1', 'FORWARD 0', 'ABSOLUTE 0', 'FORWARD ALL'])
  // Of an ordered cursor a change finds the row only if the plan has no sort, and settings forbid that or the index.
  const changes = query.includes('ORDER BY id') ? []
    : [`UPDATE sc_a SET b = 'cur' WHERE CURRENT OF cc RETURNING *`, 'DELETE FROM sc_a WHERE CURRENT OF cc']
  for (let step = random.between(2, 7); step > 0; step--) made.push(sql`${random.pick([
    ...changes, `FETCH ${move()} FROM cc`, `FETCH ${move()} FROM cc`, `MOVE ${move()} FROM cc`,
      'CLOSE cc', call("'cc'"), call("'dd'"), 'FETCH dd',
    'SAVEPOINT s', 'ROLLBACK TO s',
    `DO $$ DECLARE c refcursor := 'cc'; r record; BEGIN FETCH ${move().replace(/ALL|^2$|D 2|D 0/,
      'NEXT').replace(/^.*(NEXT)$/, '$1')} FROM c INTO r;
      RAISE WARNING '% %', r, found; ${random.pick(['', 'CLOSE c;', 'FOR r IN SELECT 1 LOOP NULL; END LOOP;'])} END $$`,
    'SELECT name, statement, is_holdable FROM pg_cursors ORDER BY name',
      'DECLARE ee CURSOR WITH HOLD FOR SELECT id FROM sc_a ORDER BY id',
    'FETCH 2 FROM ee',
  ])}`)
  made.push(sql`${random.pick(['COMMIT', 'ROLLBACK'])}`, sql`FETCH cc`, sql`CLOSE ALL`, sql`SELECT * FROM sc_a`,
    sql`DROP ROUTINE sc_f`, sql`DROP TABLE sc_a`)
  return made
}

/** Names that are both. @param {Random} random @returns {SqlNode[]} */
function conflicting(random) {
  const directive = random.pick(['', '#variable_conflict error', '#variable_conflict use_variable',
    '#variable_conflict use_column',
    '#print_strict_params on'])
  const steps = random.times(random.between(2, 5), () => random.pick([
    'SELECT a INTO b FROM sc_a WHERE id = id ORDER BY sc_a.id;', 'UPDATE sc_a SET a = a + 1 WHERE sc_a.id = sc_f.id;',
      'SELECT count(*) INTO a FROM sc_a WHERE a = sc_f.id;',
    'INSERT INTO sc_a (id, a) VALUES (id + 20, a);',
    "INSERT INTO sc_a VALUES (id, 1, 'z') ON CONFLICT (id) DO UPDATE SET b = 'dup';",
    'a := (SELECT max(id) FROM sc_a);', 'a := id + inner_one.a;', 'FOR id IN 1..2 LOOP a := id; END LOOP;',
      'RAISE WARNING \'% % %\', id, a, b;',
    'SELECT * INTO STRICT row FROM sc_a WHERE sc_a.id = sc_f.id;',
      'SELECT id INTO STRICT a FROM sc_a WHERE sc_a.id > sc_f.id;', 'a := sc_f.a;',
    'FOR row IN SELECT id, a FROM sc_a ORDER BY id LIMIT 2 LOOP RAISE WARNING \'%\', row.id; END LOOP;',
      'a := (SELECT id FROM (VALUES (5)) v(id));',
    '<<inner_one>> DECLARE a int := 9; id text := \'in\'; BEGIN '
      + "RAISE WARNING '% % %', a, sc_f.id, inner_one.id; a := sc_f.id; END;",
    'SELECT row.id INTO a FROM sc_a row ORDER BY 1 LIMIT 1;', 'DELETE FROM sc_a WHERE sc_a.a = a;',
      'b := (SELECT b FROM sc_a ORDER BY sc_a.id LIMIT 1);',
    'MERGE INTO sc_a USING (SELECT id) s ON sc_a.id = s.id WHEN MATCHED THEN UPDATE SET a = 0;',
      'ALTER TABLE sc_a ADD COLUMN IF NOT EXISTS extra int;',
    'row := (SELECT sc_a FROM sc_a WHERE sc_a.id = 1);', 'CREATE TABLE sc_made AS SELECT id FROM sc_a;',
      'a := count(*) FROM sc_a;', 'a := id FROM sc_a ORDER BY sc_a.id LIMIT 1;',
  ])).join(' ')
  const made = [
    sql`CREATE TABLE sc_a (id int PRIMARY KEY, a int, b text)`, sql`INSERT INTO sc_a SELECT i, i * 2,
      'b' || i FROM generate_series(1, 4) i`,
    sql`${random.chance(0.2) ? `SET plpgsql.variable_conflict = '${random.pick(['error', 'use_variable',
      'use_column'])}'` : 'SELECT 1'}`,
    sql`CREATE FUNCTION sc_f(id int) RETURNS text LANGUAGE plpgsql AS $body$
      ${directive}
      DECLARE a int := 2; b text; row record; BEGIN ${steps} RETURN concat_ws(',', sc_f.id, a, b); END $body$`,
  ]
  made.push(...random.times(3, (at) => sql`SELECT sc_f(${at + 1})`), sql`RESET plpgsql.variable_conflict`,
    sql`SELECT * FROM sc_a`,
    sql`DROP FUNCTION IF EXISTS sc_f(int)`, sql`DROP TABLE sc_a`, sql`DROP TABLE IF EXISTS sc_made`)
  return made
}
