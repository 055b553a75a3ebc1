/**
 * Programs in the database: functions and triggers in PL/pgSQL over tables of their own, and what each is called with.
 */

/** @typedef {(n: number) => number} Below a number drawn from 0 to n - 1 */

/**
 * @typedef {object} Work
 * @property {string} name
 * @property {number} [clients] at a time; 1 unless said
 * @property {string} text of the statement
 * @property {(below: Below) => unknown[]} [values] its parameters
 * @property {string} [after] run behind each; its time is not measured, its processor time is
 * @property {string} [balanced] a query of the data afterwards: no row, or they are wrong
 */

const ACCOUNTS = 100_000

/** What the two triggers are on, and the same table without any. */
const WATCHED = ['watched', 'plain'].map((name) =>
  `CREATE TABLE ${name} (id int PRIMARY KEY, a int, b text, changed int)`)

export const SCHEMA = [
  `CREATE FUNCTION steps(n int, by int) RETURNS bigint LANGUAGE plpgsql AS $$
     DECLARE total int := 0; BEGIN
       FOR i IN 1..n LOOP total := (total + i * by) % 1000003; END LOOP;
       RETURN total;
     END $$`,
  `CREATE FUNCTION twenty(a int, b int) RETURNS int LANGUAGE plpgsql AS $$
     DECLARE x int := a; y int := b; s text := ''; f boolean := false; n numeric := 0;
     BEGIN
       x := x + 1; y := y * 2; IF x > y THEN x := x - y; ELSE y := y - x; END IF; s := s || x; f := x = y;
       x := x + length(s); y := y % 97; n := n + x; IF f THEN y := 0; END IF; s := upper(s); x := greatest(x, y);
       y := coalesce(y, 1); CASE WHEN x < 10 THEN y := y + 1; ELSE y := y + 2; END CASE; x := abs(x - y);
       n := n * 2; s := substr(s, 1, 3); f := NOT f; x := x + y; y := y + length(s);
       RETURN x + y + n::int;
     END $$`,
  'CREATE TABLE branches (bid int PRIMARY KEY, bbalance int) WITH (fillfactor = 50)',
  'CREATE TABLE tellers (tid int PRIMARY KEY, bid int, tbalance int) WITH (fillfactor = 50)',
  'CREATE TABLE accounts (aid int PRIMARY KEY, bid int, abalance int, filler char(84)) WITH (fillfactor = 80)',
  'CREATE TABLE history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))',
  'INSERT INTO branches SELECT i, 0 FROM generate_series(1, 64) i',
  'INSERT INTO tellers SELECT i, i % 64 + 1, 0 FROM generate_series(1, 640) i',
  `INSERT INTO accounts SELECT i, i % 64 + 1, 0, '' FROM generate_series(1, ${ACCOUNTS}) i`,
  `CREATE FUNCTION tpcb(a int, t int, b int, d int) RETURNS int LANGUAGE plpgsql AS $$
     DECLARE balance int; BEGIN
       UPDATE accounts SET abalance = abalance + d WHERE aid = a;
       SELECT abalance INTO balance FROM accounts WHERE aid = a;
       UPDATE tellers SET tbalance = tbalance + d WHERE tid = t;
       UPDATE branches SET bbalance = bbalance + d WHERE bid = b;
       INSERT INTO history (tid, bid, aid, delta, mtime) VALUES (t, b, a, d, CURRENT_TIMESTAMP);
       RETURN balance;
     END $$`,
  ...WATCHED,
  'CREATE TABLE sums (id int PRIMARY KEY, total bigint)',
  `CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN NEW.changed := NEW.a % 1000; IF NEW.b IS NULL THEN NEW.b := 'none'; END IF; RETURN NEW; END $$`,
  `CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN IF NEW.changed <> NEW.a % 1000 THEN RAISE EXCEPTION 'not stamped: %', NEW.id; END IF; RETURN NULL; END $$`,
  'CREATE TRIGGER stamp BEFORE INSERT ON watched FOR EACH ROW EXECUTE FUNCTION stamp()',
  'CREATE TRIGGER look AFTER INSERT ON watched FOR EACH ROW EXECUTE FUNCTION look()',
  `CREATE FUNCTION blocks(n int) RETURNS int LANGUAGE plpgsql AS $$
     DECLARE caught int := 0; BEGIN
       FOR i IN 1..n LOOP
         BEGIN
           IF i % 2 = 0 THEN RAISE division_by_zero; END IF;
         EXCEPTION WHEN division_by_zero THEN caught := caught + 1;
         END;
       END LOOP;
       RETURN caught;
     END $$`,
  'VACUUM ANALYZE',
]

/** @param {string} table */
const fill = (table) => `INSERT INTO ${table} SELECT i, i * 7, CASE WHEN i % 3 > 0 THEN 'some' END, 0
  FROM generate_series(1, 200000) i`

/** @type {Work[]} */
export const WORK = [
  { name: 'ten million integer steps', text: 'SELECT steps($1, $2)', values: (below) => [10_000_000, 1 + below(9)] },
  { name: 'twenty simple statements', text: 'SELECT twenty($1, $2)', values: (below) => [below(1000), below(1000)] },
  {
    name: 'twenty simple statements, 10,000 calls', text: 'SELECT sum(twenty(i, $1)) FROM generate_series(1, 10000) i',
    values: (below) => [below(1000)],
  },
  {
    name: 'TPC-B as a function', clients: 32, text: 'SELECT tpcb($1, $2, $3, $4)',
    values: (below) => [1 + below(ACCOUNTS), 1 + below(640), 1 + below(64), below(10_000) - 5000],
    balanced: `SELECT 1 WHERE (SELECT sum(abalance) FROM accounts) <> (SELECT sum(bbalance) FROM branches)
      OR (SELECT sum(tbalance) FROM tellers) <> (SELECT coalesce(sum(delta), 0) FROM history)`,
  },
  { name: '200,000 rows under two triggers', text: fill('watched'), after: 'TRUNCATE watched' },
  { name: '200,000 rows without triggers', text: fill('plain'), after: 'TRUNCATE plain' },
  { name: '6,000 exception blocks', text: 'SELECT blocks($1)', values: () => [6000] },
]
