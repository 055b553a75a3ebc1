/**
 * Scenes of triggers: tables, what watches them and statements that set it off. Late constraint triggers, partitions,
 * referential actions, transition tables, views with INSTEAD OF, rows that their own triggers change. A trigger tells
 * what it sees by warnings, whose order counts for a statement over one row and not for one over many (`bag`).
 */
import { sql } from './node.js'

/** @import { Random } from './random.js' */
/** @import { SqlNode } from './node.js' */

/** What all of them tell of themselves. */
const TOLD = "concat_ws(' ', tg_table_name, tg_name, tg_when, tg_level, tg_op, pg_trigger_depth())"
const ROWS = "coalesce(CASE WHEN tg_op <> 'INSERT' THEN old::text END, '-') || ' > ' || coalesce(CASE WHEN tg_op <> "
  + "'DELETE' THEN new::text END, '-')"

/** Over many rows, or rows met in any order. @param {readonly string[]} texts @param {...(string | number)} pieces */
const bag = (texts, ...pieces) => Object.assign(sql(texts, ...pieces), { isBag: true })

/** @param {Random} random @returns {SqlNode[]} */
export const scene = (random) =>
  random.pick([late, late, parted, parted, cascading, transitions, instead, selfChanging])(random)

/**
 * A trigger's function that tells, and then does `does`.
 * @param {string} name @param {string} does @param {{ isRow?: boolean, declared?: string }} [options]
 */
export const teller = (name, does, { isRow = true, declared = '' } = {}) =>
  sql`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $body$ DECLARE n int; t text; ${declared} BEGIN
    RAISE WARNING '% %', ${TOLD}, ${isRow ? ROWS : "''"};
    IF pg_trigger_depth() < 4 THEN ${does} END IF;
    ${isRow ? "IF tg_op = 'DELETE' THEN RETURN old; END IF; RETURN new;" : 'RETURN NULL;'} END $body$`

/** @param {Random} random @param {string} table @returns {SqlNode} one row of (id, a, b) changed, or asked for */
function single(random, table) {
  const [id, a] = [random.between(1, 9), random.between(0, 7)]
  return sql`${random.pick([
    `INSERT INTO ${table} VALUES (${id}, ${a}, 'i')`, `INSERT INTO ${table} VALUES (${id + 9}, ${a}, 'j') RETURNING *`,
    `UPDATE ${table} SET a = a + ${a} WHERE id = ${id}`,
    `UPDATE ${table} SET b = b || 'u' WHERE id = ${id} RETURNING *`,
    `UPDATE ${table} SET id = ${id + 20} WHERE id = ${id}`, `UPDATE ${table} SET id = id WHERE id = ${id}`,
    `DELETE FROM ${table} WHERE id = ${id}`, `DELETE FROM ${table} WHERE id = ${id} RETURNING b`,
    `INSERT INTO ${table} VALUES (${id}, ${a}, 'c') ON CONFLICT (id) DO UPDATE SET a = excluded.a RETURNING *`,
    `INSERT INTO ${table} VALUES (${id}, ${a}, 'n') ON CONFLICT DO NOTHING`,
    `MERGE INTO ${table} t USING (VALUES (${id})) s(k) ON t.id = s.k WHEN MATCHED AND a > 3 THEN DELETE
      WHEN MATCHED THEN UPDATE SET a = 5 WHEN NOT MATCHED THEN INSERT VALUES (k, ${a}, 'm')`,
  ])}`
}

/** Constraint triggers and keys that wait, moved by SET CONSTRAINTS. @param {Random} random @returns {SqlNode[]} */
function late(random) {
  const how = () => random.pick(['', 'DEFERRABLE', 'DEFERRABLE INITIALLY DEFERRED', 'DEFERRABLE INITIALLY DEFERRED',
    'INITIALLY DEFERRED', 'NOT DEFERRABLE'])
  const made = [
    sql`CREATE TABLE sc_a (id int PRIMARY KEY ${how()}, a int, b text, CONSTRAINT sc_u UNIQUE (a) ${how()})`,
    sql`CREATE TABLE sc_b (id int PRIMARY KEY, a int, b text)`,
  ]
  made.push(sql`INSERT INTO sc_a VALUES (1, 1, 'a'), (2, 2, 'b'), (3, 3, 'c')`)
  const count = random.between(1, 3)
  const names = ['sc_u', 'sc_a_pkey']
  for (let at = 1; at <= count; at++) {
    const events = random.some(['INSERT', 'UPDATE', 'UPDATE OF a', 'DELETE'], random.between(1, 2))
      .filter((event, index, all) => index === 0 || !all[0].startsWith(event.slice(0, 6)))
    const does = random.pick(['', '', `IF tg_op <> 'DELETE' AND new.a > ${random.between(2, 6)} THEN
        RAISE EXCEPTION 'too much %', new.a; END IF;`,
      "IF tg_op <> 'DELETE' AND length(new.b) < 3 THEN UPDATE sc_a SET b = b || 't' WHERE id = new.id; END IF;",
      "INSERT INTO sc_b SELECT count(*) + 1, 0, tg_name FROM sc_b;", 'SET CONSTRAINTS ALL IMMEDIATE;',
      "BEGIN INSERT INTO sc_b VALUES (1, 1, 'once'); EXCEPTION WHEN unique_violation THEN RAISE WARNING 'twice'; END;",
      "IF tg_op = 'DELETE' THEN DELETE FROM sc_a WHERE id = old.id + 1; END IF;", 'SET CONSTRAINTS ALL DEFERRED;',
      "SELECT count(*) INTO n FROM sc_a; RAISE WARNING 'sees %', n;"])
    const when = events.length > 1 || random.chance(0.6) ? '' : events[0] === 'DELETE' ? ' WHEN (old.a > 1)'
      : events[0] === 'INSERT' ? ' WHEN (new.a > 1)' : ' WHEN (old.a IS DISTINCT FROM new.a)'
    names.push(`sc_t${at}`)
    made.push(teller(`sc_f${at}`, does), sql`CREATE CONSTRAINT TRIGGER sc_t${at} AFTER ${events.join(' OR ')} ON sc_a
      ${random.chance(0.2) ? 'FROM sc_b ' : ''}${how()} FOR EACH ROW${when} EXECUTE FUNCTION sc_f${at}()`)
  }
  const set = () => `SET CONSTRAINTS ${random.chance(0.4) ? 'ALL' : random.some(names, random.between(1, 2)).join(', ')}
    ${random.pick(['IMMEDIATE', 'DEFERRED'])}`
  for (let block = random.between(1, 3); block > 0; block--) {
    made.push(sql`BEGIN`)
    let saved = false
    for (let step = random.between(2, 7); step > 0; step--) {
      const kind = random.below(8)
      if (kind < 4) made.push(single(random, 'sc_a'))
      else if (kind === 4) made.push(sql`${set()}`)
      else if (kind === 5) {
        made.push(saved ? sql`${random.pick(['ROLLBACK TO s1', 'RELEASE s1'])}` : sql`SAVEPOINT s1`)
        saved = !saved
      } else if (kind === 6) made.push(sql`DO $$ BEGIN ${String(single(random, 'sc_a')).replace(/ RETURNING .*/, '')};
        ${random.chance(0.5) ? `${set()};` : ''} ${random.pick(['', 'PERFORM 1/0;', 'RAISE unique_violation;'])}
        EXCEPTION WHEN ${random.pick(['others', 'unique_violation OR division_by_zero'])} THEN
        RAISE WARNING 'caught % %', sqlstate, sqlerrm; ${random.chance(0.3) ? `${set()};` : ''} END $$`)
      else made.push(sql`SELECT * FROM sc_a`)
    }
    made.push(random.chance(0.85) ? sql`COMMIT` : sql`ROLLBACK`)
  }
  made.push(sql`SELECT * FROM sc_a`, sql`SELECT * FROM sc_b`, sql`DROP TABLE sc_a, sc_b CASCADE`)
  for (let at = 1; at <= count; at++) made.push(sql`DROP FUNCTION sc_f${at}()`)
  return made
}

/** Triggers of a partitioned table and of its partitions. @param {Random} random @returns {SqlNode[]} */
function parted(random) {
  const byRange = random.chance(0.5)
  const bounds = (/** @type {number} */ low, /** @type {number} */ high) => byRange
    ? `FROM (${low}) TO (${high + 1})`
    : `IN (${Array.from({ length: high - low + 1 }, (_, at) => low + at).join(', ')})`
  const made = [
    sql`CREATE TABLE sc_p (id int, a int, b text) PARTITION BY ${byRange ? 'RANGE' : 'LIST'} (a)`,
    sql`CREATE TABLE sc_p1 PARTITION OF sc_p FOR VALUES ${bounds(0, 2)}`,
    sql`CREATE TABLE sc_p2 ${random.pick([
      `PARTITION OF sc_p FOR VALUES ${bounds(3, 5)}`, '(b text, gone int, a int, id int)',
    ])}`,
  ]
  const [last] = made.slice(-1)
  if (String(last).includes('gone')) made.push(sql`ALTER TABLE sc_p2 DROP COLUMN gone`,
    sql`ALTER TABLE sc_p ATTACH PARTITION sc_p2 FOR VALUES ${bounds(3, 5)}`)
  const tables = ['sc_p', 'sc_p1', 'sc_p2']
  if (random.chance(0.4)) {
    made.push(sql`CREATE TABLE sc_p3 PARTITION OF sc_p FOR VALUES ${bounds(6, 7)} PARTITION BY LIST (id)`,
      sql`CREATE TABLE sc_p31 PARTITION OF sc_p3 FOR VALUES IN (1, 2, 3, 4)`,
      sql`CREATE TABLE sc_p3x PARTITION OF sc_p3 DEFAULT`)
    tables.push('sc_p3', 'sc_p31')
  }
  if (random.chance(0.4)) made.push(sql`CREATE TABLE sc_px PARTITION OF sc_p DEFAULT`)
  const count = random.between(1, 4)
  for (let at = 1; at <= count; at++) {
    const isRow = random.chance(0.7)
    const timing = random.pick(['BEFORE', 'AFTER'])
    const events = random.some(['INSERT', 'UPDATE', 'DELETE'], random.between(1, 3))
    const table = random.pick(['sc_p', 'sc_p', ...tables])
    const before = isRow && timing === 'BEFORE'
    const transition = !isRow && timing === 'AFTER' && events.length === 1 && random.chance(0.6)
    const [old, fresh] = [transition && events[0] !== 'INSERT', transition && events[0] !== 'DELETE']
    const seen = (/** @type {string} */ name) =>
      `SELECT string_agg(x::text, ' ' ORDER BY x::text) INTO t FROM ${name} x; RAISE WARNING '${name} %', t;`
    const does = before ? random.pick(['', "IF tg_op <> 'DELETE' THEN new.b := new.b || 'x'; END IF;",
      "IF tg_op <> 'DELETE' THEN new.a := new.a + 1; END IF;",
      `IF tg_op <> 'DELETE' AND new.a = ${random.between(0, 7)} THEN RETURN NULL; END IF;`])
      : transition ? `${old ? seen('old_rows') : ''} ${fresh ? seen('new_rows') : ''}`
        : random.pick(['', `SELECT count(*) INTO n FROM sc_p; RAISE WARNING 'sees %', n;`])
    const when = isRow && events.length === 1 && random.chance(0.3)
      ? { INSERT: ' WHEN (new.a > 2)', UPDATE: ' WHEN (old.a <> new.a)', DELETE: " WHEN (old.b <> '')" }[events[0]] : ''
    const named = transition
      ? ` REFERENCING ${old ? 'OLD TABLE AS old_rows ' : ''}${fresh ? 'NEW TABLE AS new_rows' : ''}` : ''
    made.push(teller(`sc_f${at}`, does, { isRow }), sql`CREATE TRIGGER sc_t${at} ${timing} ${events.join(' OR ')}
      ON ${table}${named} FOR EACH ${isRow ? 'ROW' : 'STATEMENT'}${when ?? ''} EXECUTE FUNCTION sc_f${at}()`)
  }
  const rows = random.times(random.between(2, 5), (at) => `(${at + 1}, ${random.between(0, 7)}, 'r')`)
  made.push(bag`INSERT INTO sc_p VALUES ${rows.join(', ')}`)
  for (let step = random.between(3, 8); step > 0; step--) {
    const [id, a] = [random.between(1, 6), random.between(0, 8)]
    made.push(random.pick([
      () => sql`INSERT INTO ${random.pick(tables)} VALUES (${id}, ${a}, 'n') RETURNING tableoid::regclass, *`,
      () => sql`INSERT INTO sc_p VALUES (${id}, ${a}, 'n')`,
      () => bag`UPDATE ${random.pick(['sc_p', 'sc_p', 'sc_p1', 'sc_p2'])} SET a = ${a} WHERE id = ${id}
        RETURNING tableoid::regclass, *`,
      () => bag`UPDATE sc_p SET a = a + 3, b = b || 'm' WHERE a < 3`, () => bag`UPDATE sc_p SET b = b || 's'`,
      () => bag`DELETE FROM ${random.pick(tables)} WHERE id = ${id}`,
      () => bag`MERGE INTO sc_p t USING (VALUES (${id}), (${id + 5})) s(k) ON t.id = k AND t.a = ${a % 6}
        WHEN MATCHED THEN UPDATE SET b = 'merged' WHEN NOT MATCHED THEN INSERT VALUES (k, ${a}, 'made')`,
      () => sql`ALTER TABLE ${random.pick(tables)} ${random.pick(['DISABLE', 'ENABLE', 'ENABLE REPLICA',
        'ENABLE ALWAYS'])} TRIGGER sc_t${random.between(1, count)}`,
      () => sql`ALTER TABLE sc_p DETACH PARTITION sc_p1`,
      () => sql`ALTER TABLE sc_p ATTACH PARTITION sc_p1 FOR VALUES ${bounds(0, 2)}`,
      () => sql`DROP TRIGGER sc_t${random.between(1, count)} ON ${random.pick(tables)}`,
      () => sql`ALTER TRIGGER sc_t${random.between(1, count)} ON sc_p RENAME TO sc_r${step}`,
      () => sql`COPY sc_p FROM STDIN\n${id}\t${a % 6}\tcopied\n`, () => sql`TRUNCATE ${random.pick(tables)}`,
    ])())
  }
  made.push(sql`SELECT tableoid::regclass, * FROM sc_p`,
    sql`SELECT tgrelid::regclass, tgname, tgenabled, tgtype, tgparentid <> 0, pg_get_triggerdef(oid) FROM pg_trigger
      WHERE NOT tgisinternal OR tgparentid <> 0`,
    sql`DROP TABLE IF EXISTS sc_p, sc_p1, sc_p2 CASCADE`)
  for (let at = 1; at <= count; at++) made.push(sql`DROP FUNCTION sc_f${at}() CASCADE`)
  return made
}

/** Referential actions, and triggers on both tables. @param {Random} random @returns {SqlNode[]} */
function cascading(random) {
  const action = () => random.pick(['CASCADE', 'CASCADE', 'SET NULL', 'SET DEFAULT', 'RESTRICT', 'NO ACTION'])
  const late = random.pick(['', '', ' DEFERRABLE INITIALLY DEFERRED', ' DEFERRABLE'])
  const made = [
    sql`CREATE TABLE sc_k (id int PRIMARY KEY, a int, b text)`,
    sql`CREATE TABLE sc_c (id int PRIMARY KEY, a int DEFAULT 1 REFERENCES sc_k ON DELETE ${action()}
      ON UPDATE ${action()}${late}, b text)`,
    sql`CREATE TABLE sc_g (id int PRIMARY KEY, a int DEFAULT 1 REFERENCES sc_c ON DELETE ${action()}
      ON UPDATE ${action()}${late}, up int REFERENCES sc_g ON DELETE CASCADE)`,
    sql`INSERT INTO sc_k SELECT i, i, 'k' FROM generate_series(1, 5) i`,
    sql`INSERT INTO sc_c SELECT i * 10, i, 'c' FROM generate_series(1, 5) i`,
    sql`INSERT INTO sc_g SELECT i * 100, i * 10, CASE WHEN i > 1 THEN 100 END FROM generate_series(1, 5) i`,
  ]
  const count = random.between(1, 4)
  for (let at = 1; at <= count; at++) {
    const isRow = random.chance(0.7)
    const timing = random.pick(['BEFORE', 'AFTER'])
    const events = random.some(['INSERT', 'UPDATE', 'DELETE'], random.between(1, 3))
    const table = random.pick(['sc_k', 'sc_c', 'sc_c', 'sc_g'])
    const does = isRow && timing === 'BEFORE'
      ? random.pick(['', '', "IF tg_op = 'UPDATE' AND new.a IS NULL THEN RETURN NULL; END IF;",
          "IF tg_op = 'DELETE' AND old.id % 3 = 0 THEN RETURN NULL; END IF;",
          "IF tg_op = 'UPDATE' AND new.a IS NULL THEN new.a := 2; END IF;",
          "IF tg_op = 'DELETE' THEN DELETE FROM sc_g WHERE a = old.id; END IF;",
          "IF tg_op <> 'DELETE' THEN new.b := new.b || '+'; END IF;"])
      : random.pick(['', "SELECT count(*) INTO n FROM sc_c; RAISE WARNING 'sees %', n;",
        'SELECT sum(a) INTO n FROM sc_k; RAISE WARNING \'adds to %\', n;'])
    made.push(teller(`sc_f${at}`, table === 'sc_g' ? does.replace(/new\.b := .*?;/, '') : does, { isRow }),
      sql`CREATE TRIGGER sc_t${at} ${timing} ${events.join(' OR ')} ON ${table} FOR EACH
        ${isRow ? 'ROW' : 'STATEMENT'} EXECUTE FUNCTION sc_f${at}()`)
  }
  for (let step = random.between(3, 7); step > 0; step--) {
    const id = random.between(1, 6)
    made.push(bag`${random.pick([
      `DELETE FROM sc_k WHERE id = ${id}`, `UPDATE sc_k SET id = ${id + 6} WHERE id = ${id}`, 'UPDATE sc_k SET b = b',
      `UPDATE sc_c SET a = ${id} WHERE id = ${random.between(1, 5) * 10}`, `DELETE FROM sc_c WHERE id = ${id * 10}`,
      `DELETE FROM sc_g WHERE id = ${id * 100}`, `INSERT INTO sc_c VALUES (${id + 60}, ${id}, 'n')`,
      `UPDATE sc_c SET id = id + 1 WHERE id = ${id * 10}`, `INSERT INTO sc_c VALUES (${id + 70}, 77, 'bad')`,
      `WITH gone AS (DELETE FROM sc_k WHERE id = ${id} RETURNING id) INSERT INTO sc_k SELECT id, 0, 'again' FROM gone`,
      `BEGIN; DELETE FROM sc_k WHERE id = ${id}; INSERT INTO sc_k VALUES (${id}, 1, 'back'); COMMIT`, 'ROLLBACK',
      `DO $$ BEGIN DELETE FROM sc_k WHERE id = ${id}; EXCEPTION WHEN foreign_key_violation THEN
        RAISE WARNING 'kept %', sqlerrm; END $$`,
    ])}`)
  }
  made.push(sql`ROLLBACK`, ...['sc_k', 'sc_c', 'sc_g'].map((name) => sql`SELECT * FROM ${name}`),
    sql`DROP TABLE sc_k, sc_c, sc_g`)
  for (let at = 1; at <= count; at++) made.push(sql`DROP FUNCTION sc_f${at}()`)
  return made
}

/** What statements of every kind leave in transition tables. @param {Random} random @returns {SqlNode[]} */
function transitions(random) {
  const made = [
    sql`CREATE TABLE sc_a (id int PRIMARY KEY, a int, b text)`,
    sql`CREATE TABLE sc_c (id int PRIMARY KEY, a int REFERENCES sc_a ON DELETE ${random.pick(['CASCADE', 'SET NULL'])}
      ON UPDATE CASCADE, b text)`,
    sql`INSERT INTO sc_a SELECT i, i, 'a' FROM generate_series(1, 5) i`,
    sql`INSERT INTO sc_c SELECT i, i % 3 + 1, 'c' FROM generate_series(1, 5) i`,
  ]
  if (random.chance(0.3)) made.push(sql`CREATE TABLE sc_i (more int) INHERITS (sc_a)`,
    sql`INSERT INTO sc_i VALUES (50, 5, 'i', 1)`)
  const watched = random.some(['INSERT', 'UPDATE', 'DELETE'], random.between(1, 3))
  for (const table of ['sc_a', 'sc_c']) {
    for (const event of watched) {
      const isRow = random.chance(0.25)
      const names = [...event === 'INSERT' ? [] : ['old_rows'], ...event === 'DELETE' ? [] : ['new_rows']]
      const name = `${table}_${event.toLowerCase()}`
      const seen = names.map((rows) => `SELECT string_agg(x::text, ' ' ORDER BY x::text), count(*) INTO t, n
        FROM ${rows} x; RAISE WARNING '${rows} % %', n, t;`).join(' ')
      const more = random.pick(['', '', 'UPDATE sc_c SET b = b WHERE id = 1 AND b IS NOT NULL;', names.length < 2 ? ''
        : "FOR t IN SELECT o.b || '>' || w.b FROM old_rows o JOIN new_rows w USING (id) ORDER BY 1 LOOP "
          + "RAISE WARNING 'both %', t; END LOOP;", `PERFORM 1 FROM ${names[0]} WHERE nope = 1;`,
        `EXECUTE 'SELECT count(*) FROM ${names[0]}' INTO n; RAISE WARNING 'by name %', n;`,
        `DELETE FROM ${names[0]};`])
      made.push(teller(`${name}_f`, `${seen} ${more}`, { isRow }), sql`CREATE TRIGGER ${name} AFTER ${event} ON ${table}
        REFERENCING ${names.map((rows) => `${rows.slice(0, 3).toUpperCase()} TABLE AS ${rows}`).join(' ')}
        FOR EACH ${isRow ? 'ROW' : 'STATEMENT'} EXECUTE FUNCTION ${name}_f()`)
    }
  }
  for (let step = random.between(3, 7); step > 0; step--) {
    const id = random.between(1, 7)
    made.push(bag`${random.pick([
      `INSERT INTO sc_a VALUES (${id}, 0, 'n'), (${id + 5}, 1, 'n') ON CONFLICT (id) DO UPDATE SET b = 'hit'`,
      `MERGE INTO sc_a t USING generate_series(${id}, ${id + 3}) k ON t.id = k WHEN MATCHED AND k = ${id} THEN DELETE
        WHEN MATCHED THEN UPDATE SET b = b || 'm' WHEN NOT MATCHED AND k < 9 THEN INSERT VALUES (k, k, 'new')`,
      `DELETE FROM sc_a WHERE id = ${id}`, `UPDATE sc_a SET id = id + 20 WHERE id = ${id}`, 'UPDATE sc_a SET b = b',
      `WITH w AS (UPDATE sc_a SET a = 9 WHERE id = ${id} RETURNING id), d AS (DELETE FROM sc_c WHERE a = ${id})
        INSERT INTO sc_c SELECT id + 30, id, 'w' FROM w`, 'DELETE FROM sc_c WHERE false',
      `INSERT INTO sc_c VALUES (${id + 40}, 1, 'x') ON CONFLICT DO NOTHING`, 'UPDATE ONLY sc_a SET a = a + 1',
      `COPY sc_a FROM STDIN\n${id + 70}\t1\tcp\n${id + 80}\t2\tcq\n`, `TRUNCATE sc_c`,
    ])}`)
  }
  made.push(sql`SELECT * FROM sc_a`, sql`SELECT * FROM sc_c`, sql`DROP TABLE sc_a, sc_c CASCADE`)
  for (const table of ['sc_a', 'sc_c'])
    for (const event of watched) made.push(sql`DROP FUNCTION ${table}_${event.toLowerCase()}_f()`)
  return made
}

/** Views that are changed by their triggers. @param {Random} random @returns {SqlNode[]} */
function instead(random) {
  const made = [
    sql`CREATE TABLE sc_a (id int PRIMARY KEY, a int, b text)`,
    sql`INSERT INTO sc_a SELECT i, i % 4, 'v' || i FROM generate_series(1, 6) i`,
    sql`CREATE VIEW sc_v AS ${random.pick(['SELECT id, a, b FROM sc_a', 'SELECT id, a, b FROM sc_a WHERE a > 0',
      'SELECT max(id) AS id, a, min(b) AS b FROM sc_a GROUP BY a', 'SELECT id, a + 0 AS a, upper(b) AS b FROM sc_a'])}`,
  ]
  const watched = random.some(['INSERT', 'UPDATE', 'DELETE'], random.between(1, 3))
  for (const event of watched) {
    const does = random.pick(['', `IF ${event === 'DELETE' ? 'old' : 'new'}.a = 2 THEN RETURN NULL; END IF;`,
      `RAISE EXCEPTION 'not this one' USING ERRCODE = 'ZX009';`, {
        INSERT: "INSERT INTO sc_a VALUES (new.id, new.a, new.b) RETURNING a + 100 INTO new.a;",
        UPDATE: "UPDATE sc_a SET a = new.a, b = new.b WHERE id = old.id; new.b := 'seen';",
        DELETE: "DELETE FROM sc_a WHERE id = old.id; GET DIAGNOSTICS n = ROW_COUNT; RAISE WARNING 'gone %', n;",
      }[event] ?? ''])
    const name = event.toLowerCase()
    made.push(teller(`sc_${name}`, does), sql`CREATE TRIGGER sc_t${name} INSTEAD OF ${event} ON sc_v FOR EACH ROW
      EXECUTE FUNCTION sc_${name}()`)
  }
  if (random.chance(0.5)) made.push(teller('sc_s', '', { isRow: false }), sql`CREATE TRIGGER sc_ts
    ${random.pick(['BEFORE', 'AFTER'])} INSERT OR UPDATE OR DELETE ON sc_v EXECUTE FUNCTION sc_s()`)
  for (let step = random.between(3, 7); step > 0; step--) {
    const id = random.between(1, 9)
    made.push(bag`${random.pick([
      `INSERT INTO sc_v VALUES (${id + 5}, 3, 'new') RETURNING *`, `INSERT INTO sc_v (id) VALUES (${id + 10})`,
      `UPDATE sc_v SET a = a + 1 WHERE id = ${id} RETURNING *`, `UPDATE sc_v SET b = 'all' RETURNING id, b`,
      `DELETE FROM sc_v WHERE id = ${id} RETURNING *`, `DELETE FROM sc_v WHERE a = 1`,
      `INSERT INTO sc_v SELECT id + 20, a, b FROM sc_v WHERE id = ${id}`, `UPDATE sc_v v SET b = s.b FROM sc_a s
        WHERE s.id = v.id + 1 AND v.id = ${id} RETURNING v.*, s.b`,
      `WITH w AS (DELETE FROM sc_v WHERE id = ${id} RETURNING *) INSERT INTO sc_v SELECT id + 30, a, b FROM w`,
      `INSERT INTO sc_v VALUES (${id}, 1, 'c') ON CONFLICT DO NOTHING`, `SELECT * FROM sc_v FOR UPDATE`,
      `COPY sc_v FROM STDIN\n${id + 60}\t3\tcopied\n`, 'TRUNCATE sc_v',
    ])}`)
  }
  made.push(sql`SELECT * FROM sc_a`, sql`DROP VIEW sc_v`, sql`DROP TABLE sc_a`)
  for (const event of watched) made.push(sql`DROP FUNCTION sc_${event.toLowerCase()}()`)
  made.push(sql`DROP FUNCTION IF EXISTS sc_s()`)
  return made
}

/** Rows that their own statement's triggers change or take away: 27000, cursors' rows. @param {Random} random */
function selfChanging(random) {
  const made = [
    sql`CREATE TABLE sc_a (id int PRIMARY KEY, a int, b text)`,
    sql`INSERT INTO sc_a SELECT i, i % 4, 'v' || i FROM generate_series(1, 6) i`,
    sql`CREATE SEQUENCE sc_own START 200`,
  ]
  const timing = random.pick(['BEFORE', 'BEFORE', 'AFTER'])
  const events = random.some(['INSERT', 'UPDATE', 'DELETE'], random.between(1, 3))
  const isRow = random.chance(0.8)
  const own = isRow ? "CASE WHEN tg_op = 'INSERT' THEN new.id ELSE old.id END" : String(random.between(1, 6))
  const does = random.pick([`UPDATE sc_a SET a = a + 10 WHERE id = ${own};`, `DELETE FROM sc_a WHERE id = ${own};`,
    `UPDATE sc_a SET b = b || '!' WHERE id = ${own} + 1;`, `DELETE FROM sc_a WHERE id = ${own} + 1;`,
    // A key that no other row has: whether one is gone yet would depend on the order of rows.
    `INSERT INTO sc_a VALUES (nextval('sc_own'), 0, 'sown');`,
    `INSERT INTO sc_a VALUES (${own}, 0, 'first') ON CONFLICT (id) DO UPDATE SET b = 'took';`,
    `UPDATE sc_a SET id = id + 100 WHERE id = ${own};`, `PERFORM 1 FROM sc_a WHERE id = ${own} FOR UPDATE;`,
    `BEGIN UPDATE sc_a SET a = 77 WHERE id = ${own}; RAISE division_by_zero; EXCEPTION WHEN others THEN NULL; END;`])
  made.push(teller('sc_f1', `IF pg_trigger_depth() < 2 THEN ${does} END IF;`, { isRow }), sql`CREATE TRIGGER sc_t1
    ${timing} ${events.join(' OR ')} ON sc_a FOR EACH ${isRow ? 'ROW' : 'STATEMENT'} EXECUTE FUNCTION sc_f1()`)
  for (let step = random.between(3, 8); step > 0; step--) {
    const id = random.between(1, 7)
    const positioned = `DO $$ DECLARE c CURSOR FOR SELECT * FROM sc_a WHERE id = ${id}${random.pick([' FOR UPDATE',
      ''])};
      r record; BEGIN OPEN c; FETCH c INTO r; ${random.pick([`UPDATE sc_a SET b = 'at' WHERE CURRENT OF c`,
        'DELETE FROM sc_a WHERE CURRENT OF c'])}; RAISE WARNING 'found %', found; ${random.pick(['', `UPDATE sc_a
        SET b = 'again' WHERE CURRENT OF c; RAISE WARNING 'found %', found;`])} CLOSE c; END $$`
    made.push(random.chance(0.3) ? sql`${positioned}` : random.chance(0.7) ? single(random,
      'sc_a') : bag`${random.pick([
      `UPDATE sc_a SET a = a + 1 WHERE id IN (${id}, ${id + 1})`, `DELETE FROM sc_a WHERE id >= ${id}`,
      `WITH w AS (UPDATE sc_a SET a = 5 WHERE id = ${id} RETURNING *) SELECT * FROM w`,
      `WITH w AS (UPDATE sc_a SET a = 5 WHERE id = ${id} RETURNING *), d AS (DELETE FROM sc_a WHERE id = ${id}
        RETURNING *) SELECT 1 FROM w`,
      `UPDATE sc_a SET a = s.a FROM sc_a s WHERE s.id = sc_a.id + 1 AND sc_a.id = ${id} RETURNING sc_a.*`,
      `INSERT INTO sc_a SELECT id + 10, a, b FROM sc_a WHERE id < 4 ON CONFLICT (id) DO UPDATE SET b = 'dup'`,
    ])}`)
  }
  made.push(sql`SELECT * FROM sc_a`, sql`DROP TABLE sc_a`, sql`DROP FUNCTION sc_f1()`,
    sql`DROP SEQUENCE sc_own`)
  return made
}
