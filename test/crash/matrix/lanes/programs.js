/**
 * PL/pgSQL: procedures whose steps are undone by exception blocks, nested too, and that COMMIT and ROLLBACK on their
 * way, in loops over rows and in procedures they call; triggers that write to tables of their own, with exception
 * blocks in them. What a call is to do follows from its arguments, and is computed here as well (`Model`): after each
 * COMMIT the tables must look like that and nothing between. A notice behind a COMMIT is its answer.
 */
import assert from 'node:assert/strict'
import { linesOf, turns } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */
/** @import { State } from '../history.js' */

const ACCOUNTS = 8
const KINDS = 11

export const name = 'programs'
export const tables = ['programs.accounts', 'programs.items', 'programs.audit', 'programs.seen']
export const parts = 2

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(`create schema programs;
    create table programs.accounts (part int, id int, balance int8 not null, primary key (part, id));
    create table programs.items (part int, k int, body text, primary key (part, k));
    create table programs.audit (part int, id int, change int8, note text default repeat('n', 40));
    create table programs.seen (part int, id int, primary key (part, id));
    insert into programs.accounts select p, i, 0 from generate_series(0, ${parts - 1}) p,
      generate_series(0, ${ACCOUNTS - 1}) i;
    create function programs.noted() returns trigger language plpgsql as $$
      begin
        insert into programs.audit (part, id, change) values (new.part, new.id, new.balance - old.balance);
        begin
          insert into programs.seen values (new.part, new.id);
        exception when unique_violation then null;
        end;
        return null;
      end $$;
    create trigger noted after update on programs.accounts for each row execute function programs.noted();
    create function programs.marked() returns trigger language plpgsql as $$
      begin new.body := new.body || '!'; return new; end $$;
    create trigger marked before insert on programs.items for each row execute function programs.marked();
    create function programs.counted() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into programs.audit (part, id, change) select part, -1, count(*) from changed group by part;
        else
          insert into programs.audit (part, id, change) select part, -2, count(*) from changed group by part;
        end if;
        return null;
      end $$;
    create trigger counted after insert on programs.items referencing new table as changed
      for each statement execute function programs.counted();
    create trigger uncounted after delete on programs.items referencing old table as changed
      for each statement execute function programs.counted();
    create procedure programs.add(p int, a int, d int) language plpgsql as $$
      begin update programs.accounts set balance = balance + d where part = p and id = a; end $$;
    create procedure programs.make(p int, count int, size int) language plpgsql as $$
      declare top int;
      begin
        select coalesce(max(k), 0) into top from programs.items where part = p;
        insert into programs.items select p, top + g, repeat('b', size) from generate_series(1, count) g;
      end $$;
    create procedure programs.inner(p int, a int, d int) language plpgsql as $$
      begin
        call programs.add(p, a, d);
        commit;
        raise notice 'committed';
        call programs.add(p, a, 1000);
        rollback and chain;
        call programs.add(p, a, 2);
      end $$;
    create procedure programs.work(p int, seed int8, steps int) language plpgsql as $$
      declare x int8 := seed; kind int; d int; a int; b int; r record;
      begin
        for step in 1..steps loop
          x := (x * 1103515245 + 12345) % 2147483648;
          kind := x / 65536 % ${KINDS};
          x := (x * 1103515245 + 12345) % 2147483648;
          d := x / 65536 % 100 + 1;
          a := x / 8388608 % ${ACCOUNTS};
          b := (a + d) % ${ACCOUNTS};
          if kind = 0 then
            call programs.add(p, a, d);
          elsif kind = 1 then
            begin
              call programs.add(p, a, d);
              insert into programs.accounts values (p, b, 0);
            exception when unique_violation then
              call programs.add(p, b, 1);
            end;
          elsif kind = 2 then
            begin
              call programs.add(p, a, d);
              begin
                call programs.add(p, b, d);
                perform 1 / (d % 3);
              exception when division_by_zero then
                call programs.make(p, 1, 7);
              end;
              if d % 2 = 0 then raise exception 'all of it'; end if;
            exception when raise_exception then
              call programs.add(p, b, -1);
            end;
          elsif kind = 3 then
            call programs.make(p, d % 20, d * 3);
          elsif kind = 4 then
            begin
              call programs.make(p, d, d * 40);
              delete from programs.items where part = p and k % 2 = 0;
              perform 1 / 0;
            exception when others then
              call programs.make(p, 2, 5);
            end;
          elsif kind = 5 then
            delete from programs.items where part = p and k % 3 = d % 3;
          elsif kind = 6 then
            rollback;
          elsif kind = 7 then
            for r in select id from programs.accounts where part = p order by id loop
              call programs.add(p, r.id, 1);
              if r.id % 3 = 0 then
                commit;
                raise notice 'committed';
              end if;
            end loop;
          elsif kind = 8 then
            call programs.inner(p, a, d);
          elsif kind = 9 then
            for i in 1..d % 5 loop
              begin
                call programs.make(p, 3, 200);
                if i % 2 = 0 then raise division_by_zero; end if;
              exception when division_by_zero then
                call programs.add(p, a, i);
              end;
            end loop;
          else
            commit;
            raise notice 'committed';
          end if;
        end loop;
      end $$`)
}

/** What a part's tables hold, as far as it is looked at. */
class Model {
  balances = new Array(ACCOUNTS).fill(0)
  /** Count, sum of changes, sum of changes times ids. */
  audit = [0, 0, 0]
  /** Length of each body, by its number. @type {Map<number, number>} */
  items = new Map()
  /** @type {Set<number>} */
  seen = new Set()

  copy() {
    const made = new Model()
    made.balances = [...this.balances]
    made.audit = [...this.audit]
    made.items = new Map(this.items)
    made.seen = new Set(this.seen)
    return made
  }

  /** @param {number} id @param {number} change */
  note(id, change) {
    this.audit[0]++
    this.audit[1] += change
    this.audit[2] += change * id
  }

  /** @param {number} a @param {number} d */
  add(a, d) {
    this.balances[a] += d
    this.note(a, d)
    this.seen.add(a)
  }

  /** @param {number} count @param {number} size */
  make(count, size) {
    const top = Math.max(0, ...this.items.keys())
    for (let at = 1; at <= count; at++) this.items.set(top + at, size + 1)
    if (count > 0) this.note(-1, count)
  }

  /** @param {(k: number) => boolean} goes */
  remove(goes) {
    const gone = [...this.items.keys()].filter(goes)
    for (const k of gone) this.items.delete(k)
    if (gone.length > 0) this.note(-2, gone.length)
  }

  get look() {
    const keys = [...this.items.keys()]
    const sizes = [...this.items.values()]
    const sum = (/** @type {number[]} */ list) => list.reduce((total, one) => total + one, 0)
    return [this.balances.join(), this.audit.join(), [keys.length, sum(keys), sum(sizes)].join(),
      [...this.seen].sort((one, other) => one - other).join()].join('\n')
  }
}

/** The same, of the tables. @param {EmbeddedSession} session @param {number} part */
export async function look(session, part) {
  const lines = await linesOf(session, `select (select string_agg(balance::text, ',' order by id) from programs.accounts
      where part = ${part}),
    (select concat_ws(',', count(*), coalesce(sum(change), 0), coalesce(sum(change * id), 0)) from programs.audit
      where part = ${part}),
    (select concat_ws(',', count(*), coalesce(sum(k), 0), coalesce(sum(length(body)), 0)) from programs.items
      where part = ${part}),
    (select coalesce(string_agg(id::text, ',' order by id), '') from programs.seen where part = ${part})`)
  return lines[0].replaceAll(' ', '\n')
}

/** @param {EmbeddedSession} session @param {number} part @returns {Promise<Model>} */
async function read(session, part) {
  const model = new Model()
  const [balances, audit, , seen] = (await look(session, part)).split('\n')
  model.balances = balances.split(',').map(Number)
  model.audit = audit.split(',').map(Number)
  model.seen = new Set(seen === '' ? [] : seen.split(',').map(Number))
  const items = await linesOf(session, `select k, length(body) from programs.items where part = ${part}`)
  model.items = new Map(items.map((line) => /** @type {[number, number]} */ (line.split(' ').map(Number))))
  return model
}

/**
 * What `programs.work` does.
 * @param {Model} before
 * @param {number} seed
 * @param {number} steps
 * @returns {Model[]} as each COMMIT leaves it, the one at the end of the call too
 */
function worked(before, seed, steps) {
  /** @type {Model[]} */
  const committed = []
  let now = before.copy()
  const commit = () => {
    committed.push(now)
    now = now.copy()
  }
  const rollback = () => { now = (committed.at(-1) ?? before).copy() }
  let x = BigInt(seed)
  const next = () => {
    x = (x * 1103515245n + 12345n) % 2147483648n
    return Number(x)
  }
  for (let step = 1; step <= steps; step++) {
    const kind = Math.floor(next() / 65536) % KINDS
    next()
    const d = Math.floor(Number(x) / 65536) % 100 + 1
    const a = Math.floor(Number(x) / 8388608) % ACCOUNTS
    const b = (a + d) % ACCOUNTS
    if (kind === 0) now.add(a, d)
    else if (kind === 1) now.add(b, 1)
    else if (kind === 2) {
      if (d % 2 === 0) now.add(b, -1)
      else {
        now.add(a, d)
        if (d % 3 === 0) now.make(1, 7)
        else now.add(b, d)
      }
    } else if (kind === 3) now.make(d % 20, d * 3)
    else if (kind === 4) now.make(2, 5)
    else if (kind === 5) now.remove((k) => k % 3 === d % 3)
    else if (kind === 6) rollback()
    else if (kind === 7) {
      for (let id = 0; id < ACCOUNTS; id++) {
        now.add(id, 1)
        if (id % 3 === 0) commit()
      }
    } else if (kind === 8) {
      now.add(a, d)
      commit()
      now.add(a, 2)
    } else if (kind === 9) {
      for (let i = 1; i <= d % 5; i++) {
        if (i % 2 === 0) now.add(a, i)
        else now.make(3, 200)
      }
    } else commit()
  }
  commit()
  return committed
}

/** @param {LaneContext} lane @param {number} part */
export async function run(lane, part) {
  const { random } = lane
  const session = await lane.connect()
  /** Of the call under way: its commits, as they are told. @type {State[]} */
  let told = []
  session.door.onNotice(({ message }) => {
    const state = message === 'committed' ? told.shift() : undefined
    // Without a wait for the log a notice is sooner than the write.
    if (state !== undefined && lane.history.mode !== 'off') lane.lane.answered(state)
  })
  /** null: not known since something failed. @type {Model | null} */
  let model = null
  while (!lane.over()) {
    if (model === null && !await lane.attempt(async () => { model = await read(session, part) })) continue
    const before = /** @type {Model} */ (/** @type {unknown} */ (model))
    const seed = random.below(2147483648)
    const steps = 1 + random.below(12)
    const isInBlock = random.below(5) === 0
    const call = `call programs.work(${part}, ${seed}, ${steps})`
    if (isInBlock) {
      // COMMIT in a block is refused, and what came before it in the exception block goes.
      const one = before.copy()
      const d = 1 + random.below(9)
      one.add(part, d)
      const through = await lane.step(session, async () => {
        await session.query(`do $$ begin call programs.add(${part}, ${part}, ${d}); begin ${call};
          raise division_by_zero; exception when division_by_zero or invalid_transaction_termination then null; end;
          end $$`)
        assert.equal(await look(session, part), one.look)
      })
      model = through ? one : null
    } else {
      const commits = worked(before, seed, steps)
      const states = commits.map((one) => lane.lane.asks(one.look))
      told = states.slice(0, -1)
      const text = random.below(3) === 0 ? `do $$ begin ${call}; end $$` : call
      const through = await lane.attempt(() => session.query(text))
      told = []
      model = through ? commits[commits.length - 1] : null
      if (through) lane.lane.answered(states[states.length - 1])
      else await lane.attempt(() => halfWay(lane, session, part, before, states))
    }
    if (random.below(4) === 0) await turns(random.below(6))
  }
  await session.release()
}

/**
 * A call that failed: what it committed is there, the rest is not.
 * @param {LaneContext} lane @param {EmbeddedSession} session @param {number} part @param {Model} before
 * @param {State[]} states
 */
async function halfWay(lane, session, part, before, states) {
  const now = await look(session, part)
  const last = states.findLastIndex((state) => state.look === now)
  assert.ok(last >= 0 || now === before.look, `part ${part} looks as after none of a failed call's commits`)
  const told = states.findLastIndex((state) => state.answered < Infinity)
  assert.ok(last >= told, `part ${part} was told of commit ${told}, and looks as after ${last}`)
  if (lane.history.tolerated.source === '^$') for (const state of states.slice(last + 1)) lane.lane.refused(state)
  // What comes next is compared with what is there, not with what the failed call was to do.
  else lane.lane.asks(now)
}
