/**
 * Indexes over PL/pgSQL functions, whose keys rows keep: made, made again and dropped in transactions that commit and
 * that do not, over functions that raise for some rows, say something else each time, and are replaced.
 */
import { lookOfTables } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

export const name = 'kept'
export const tables = ['kept.t', 'kept.parts']

const NUMBERED = (/** @type {string} */ body) =>
  `create or replace function kept.numbered(x int) returns int language plpgsql immutable as $$ begin ${body} end $$`

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(`create schema kept; create table kept.t (id int primary key, a int, b text);
    create function kept.words(t text) returns text[] language plpgsql immutable as
      $$ begin return string_to_array(t, ' '); end $$;
    create function kept.refused(x int) returns int language plpgsql immutable as
      $$ begin if x % 13 = 0 then raise 'not this one'; end if; return x / 3; end $$;
    create function kept.other(x int) returns text language plpgsql immutable as
      $$ begin return x || coalesce(current_setting('kept.salt', true), ''); end $$;
    create function kept.some(x int) returns boolean language plpgsql immutable as $$ begin return x % 3 = 0; end $$;
    ${NUMBERED('return x + 1;')};
    create index on kept.t (kept.numbered(a)); create index on kept.t using gin (kept.words(b));
    create index on kept.t (kept.other(a)); create index on kept.t (kept.refused(a)) where a % 13 > 0;
    create index on kept.t (b, kept.numbered(id)) where kept.some(id); create unique index on kept.t (kept.other(id));
    create table kept.parts (id int, a int) partition by range (id);
    create table kept.parts1 partition of kept.parts for values from (0) to (1000);
    create table kept.parts2 partition of kept.parts for values from (1000) to (5000);
    create index on kept.parts (kept.numbered(a));
    insert into kept.t select g, g % 40, 'w' || g % 7 || ' v' || g from generate_series(1, 150) g;
    insert into kept.parts select g * 15, g % 40 from generate_series(1, 120) g`)
}

/** @param {EmbeddedSession} session */
export const look = (session) => lookOfTables(session, tables)

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random } = lane
  const session = await lane.connect()
  const any = () => random.below(2000)
  const rows = () => {
    const from = any()
    return lane.pick([
      `insert into kept.t select g, g % 40, 'w' || g % 7 from generate_series(${from}, ${from + random.below(90)}) g
        on conflict do nothing`,
      `insert into kept.t values (${from}, ${any()}, 'new')
        on conflict (kept.other(id)) do update set a = excluded.a, b = 'was'`,
      `update kept.t set a = a + 1 where id % 6 = ${random.below(6)}`,
      `update kept.t set b = b || ' ${any()}' where id % 9 = ${random.below(9)}`,
      `update kept.t set a = ${any()} where kept.numbered(a) = ${random.below(40)}`,
      `delete from kept.t where id % 8 = ${random.below(8)}`,
      `delete from kept.t where kept.words(b) @> '{w${random.below(7)}}'`,
      `update kept.t set id = -id where id % 12 = ${random.below(12)}`,
      `update kept.parts set id = (id + 700) % 5000 where id % 5 = ${random.below(5)}`,
      `delete from kept.parts where id % 20 = ${random.below(20)}`,
      `insert into kept.parts select g, g % 30 from generate_series(${from}, ${from + random.below(50)}) g`,
      `set kept.salt = '${random.below(3)}'`,
    ])
  }
  const definition = () => lane.pick([
    'create index made on kept.t (kept.refused(id + a)) where a > 100', 'drop index if exists kept.made',
    'create index made on kept.t (kept.numbered(a + 1), id)', 'drop index if exists kept.made', 'reindex table kept.t',
    'alter table kept.t add column more int default 3', 'alter table kept.t drop column if exists more',
    NUMBERED(`return x + ${random.below(3)};`), 'truncate kept.parts',
  ])
  const change = async () => session.exec(random.below(7) === 0 ? definition() : rows())
  while (!lane.over()) {
    await lane.step(session, async () => {
      for (let count = 1 + random.below(3); count > 0; count--) {
        await session.exec('savepoint s')
        const through = await lane.attempt(change)
        if (!through || random.below(4) === 0) await session.exec('rollback to s')
      }
    })
    if (random.below(3) === 0) await lane.never(session, change)
    const { count } = (await session.query('select count(*)::int as count from kept.t')).rows[0]
    if (count > 700) await lane.step(session, () => session.exec('delete from kept.t where id % 3 > 0'))
  }
  await session.release()
}
