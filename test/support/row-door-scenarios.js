/**
 * Ways in which rows of a table change, for the row-change door's tests: `tables` get a listener (or a trigger) for
 * every moment, `run` is what they report about. A string is a statement; `copy` is
 * COPY … FROM STDIN of these lines; `many` one statement for many rows of parameters. `expected` is what PostgreSQL
 * 15's triggers report, in its order
 * (scratch programs make it anew: triggers `before_row` and so on, whose function raises `timing level operation table:
 * old -> new`).
 */

/**
 * @typedef {{ name: string, setup: string[], tables: string[], clones?: string[], run: (string | { copy: string, lines:
 *   string[] } | { many: string, rows: any[][] })[], expected: string[] }} Scenario
 */

/** @type {Omit<Scenario, 'expected'>[]} */
export const WAYS = [
  {
    name: 'one row of VALUES',
    setup: ['create table t(a int, b text)'],
    tables: ['t'],
    run: ["insert into t values (1, 'x')"],
  },
  {
    name: 'several rows',
    setup: ['create table t(a int primary key, b text)'],
    tables: ['t'],
    run: ["insert into t values (1, 'x'), (2, null)", 'insert into t select n, n::text from generate_series(3, 5) n'],
  },
  {
    name: 'RETURNING',
    setup: ['create table t(a int primary key, b text)'],
    tables: ['t'],
    run: [
      "insert into t values (1, 'x'), (2, 'y') returning b",
      "update t set b = b || '!' returning a",
      'delete from t where a = 1 returning *',
    ],
  },
  {
    name: 'COPY',
    setup: ['create table t(a int primary key, b text)'],
    tables: ['t'],
    run: [{ copy: 't', lines: ['1\tx', '2\ty', '3\t\\N'] }],
  },
  {
    name: 'COPY FREEZE',
    setup: [],
    tables: [],
    run: [
      'begin',
      'create table t(a int, b text)',
      { copy: 't FROM STDIN (FREEZE) --', lines: ['1\tx', '2\ty'] },
      'commit',
    ],
    clones: ['t'],
  },
  {
    name: 'many rows of parameters',
    setup: ['create table t(a int primary key, b text)'],
    tables: ['t'],
    run: [
      {
        many: 'insert into t values ($1, $2)',
        rows: [
          [1, 'x'],
          [2, 'y'],
          [3, 'z'],
        ],
      },
    ],
  },
  {
    name: 'UPDATE',
    setup: [
      'create table t(a int primary key, b text, n int)',
      "insert into t values (1, 'x', 5), (2, 'y', null), (3, 'z', 7)",
    ],
    tables: ['t'],
    run: [
      'update t set n = n + 1 where a <> 2',
      "update t set b = 'long ' || repeat('b', 20), a = a + 10 where a = 2",
      'update t set n = 1 where false',
    ],
  },
  {
    name: 'UPDATE of a join meets a row once',
    setup: [
      'create table t(a int primary key, b text)',
      'create table s(a int, b text)',
      "insert into t values (1, 'x'), (2, 'y')",
      "insert into s values (1, 'p'), (1, 'q')",
    ],
    tables: ['t'],
    run: ['update t set b = s.b from s where s.a = t.a', 'delete from t using s where s.a = t.a'],
  },
  {
    name: 'DELETE',
    setup: ['create table t(a int primary key, b text)', "insert into t values (1, 'x'), (2, 'y'), (3, 'z')"],
    tables: ['t'],
    run: ['delete from t where a > 1', 'delete from t where a > 1'],
  },
  {
    name: 'ON CONFLICT',
    setup: ['create table t(a int primary key, b text)', "insert into t values (1, 'x')"],
    tables: ['t'],
    run: [
      "insert into t values (1, 'n'), (2, 'y') on conflict do nothing",
      "insert into t values (1, 'u'), (3, 'z') on conflict (a) do update set b = excluded.b",
      "insert into t values (1, 'w') on conflict (a) do update set b = excluded.b where false",
    ],
  },
  {
    name: 'MERGE',
    setup: [
      'create table t(a int primary key, b text)',
      'create table s(a int, b text)',
      "insert into t values (1, 'x'), (2, 'y'), (3, 'z')",
      "insert into s values (1, 'p'), (2, null), (4, 'q'), (3, 'keep')",
    ],
    tables: ['t'],
    run: [
      "merge into t using s on s.a = t.a when matched and s.b is null then delete when matched and s.b = 'keep' then do nothing when matched then update set b = s.b when not matched then insert values (s.a, s.b)",
    ],
  },
  {
    name: 'writing CTEs',
    setup: [
      'create table t(a int primary key, b text)',
      'create table u(a int, b text)',
      "insert into t values (1, 'x'), (2, 'y')",
    ],
    tables: ['t', 'u'],
    run: [
      'with gone as (delete from t where a = 1 returning a, b) insert into u select * from gone',
      'with new as (insert into u values (7, null)) select 1',
    ],
  },
  {
    name: 'partitions',
    setup: [
      'create table p(a int, b text) partition by range (a)',
      'create table p1 partition of p for values from (0) to (10)',
      'create table p2(b text, a int)',
      'alter table p attach partition p2 for values from (10) to (20)',
    ],
    tables: ['p', 'p1', 'p2'],
    run: [
      "insert into p values (1, 'x'), (11, 'y')",
      "insert into p1 values (2, 'direct')",
      "update p set b = b || '!'",
      'update p set a = a + 10 where a = 1',
      "update p set b = 'z' where a > 100",
      'delete from p where a = 11',
      "insert into p select n, 'many' from generate_series(8, 12) n",
      { copy: 'p', lines: ['3\tcopied', '13\tcopied'] },
      'delete from p1 where a = 2',
    ],
  },
  {
    name: 'partitions under MERGE and ON CONFLICT',
    setup: [
      'create table p(a int primary key, b text) partition by range (a)',
      'create table p1 partition of p for values from (0) to (10)',
      'create table p2 partition of p for values from (10) to (20)',
      "insert into p values (1, 'x'), (12, 'y')",
      'create table s(a int, b text)',
      "insert into s values (1, 'm'), (5, 'i'), (12, null)",
    ],
    tables: ['p', 'p1', 'p2'],
    run: [
      "insert into p values (1, 'c') on conflict (a) do update set b = excluded.b",
      'merge into p using s on s.a = p.a when matched and s.b is null then delete when matched then update set a = p.a + 10, b = s.b when not matched then insert values (s.a, s.b)',
    ],
  },
  {
    name: 'inheritance',
    setup: [
      'create table i(a int, b text)',
      'create table j(c int) inherits (i)',
      "insert into i values (1, 'x')",
      "insert into j values (2, 'y', 3)",
    ],
    tables: ['i', 'j'],
    run: [
      "update i set b = b || '!'",
      "update only i set b = 'only'",
      'delete from i',
      "insert into j select 5, 'z', 6",
    ],
  },
  {
    name: 'actions of foreign keys',
    setup: [
      'create table k(a int primary key)',
      'create table r(a int references k on delete cascade on update cascade, n int)',
      'create table q(a int references k on delete set null)',
      'insert into k values (1), (2), (3)',
      'insert into r values (1, 1), (1, 2), (2, 3)',
      'insert into q values (3)',
    ],
    tables: ['k', 'r', 'q'],
    run: ['delete from k where a in (1, 3)', 'update k set a = a + 10'],
  },
  {
    name: 'a view in between',
    setup: [
      'create table t(a int primary key, b text)',
      'create view v as select a, b from t where a > 0 with check option',
    ],
    tables: ['t'],
    run: ["insert into v values (1, 'x'), (2, 'y')", "update v set b = 'v' where a = 1", 'delete from v'],
  },
  {
    name: 'generated columns and defaults',
    setup: ["create table t(a int primary key, b text default 'd', g int generated always as (a * 2) stored)"],
    tables: ['t'],
    run: ['insert into t(a) values (1), (2)', 'update t set a = a + 10', 'delete from t where g = 22'],
  },
]
