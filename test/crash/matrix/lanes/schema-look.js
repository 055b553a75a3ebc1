/** What a whole schema looks like, definitions and rows, but for what upkeep changes. */
import { linesOf } from '../lane-context.js'

/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

/**
 * @param {EmbeddedSession} session
 * @param {string} schema
 * @returns {Promise<{ name: string, kind: string, parent: string, bound: string }[]>}
 */
export async function tablesOf(session, schema) {
  return (await session.query(`select c.relname as name, c.relkind as kind, coalesce(p.relname, '') as parent, '' as bound from pg_class c
    left join pg_inherits on inhrelid = c.oid and c.relispartition left join pg_class p on p.oid = inhparent
    where c.relnamespace = '${schema}'::regnamespace and c.relkind in ('r', 'p', 'm') order by c.oid`)).rows
}

/**
 * @param {EmbeddedSession} session with the schema alone on its search path
 * @param {string} schema
 * @returns {Promise<string>}
 */
export async function lookOfSchema(session, schema) {
  const where = `relnamespace = '${schema}'::regnamespace`
  const look = [
    ...(await linesOf(
      session,
      `select relname, relkind, relispartition, relhasrules from pg_class where ${where} and relkind <> 'i' order by 1`,
    )),
    ...(await linesOf(
      session,
      `select c.relname, attnum, attname, atttypid::regtype, atttypmod, attnotnull from pg_attribute join pg_class c on c.oid = attrelid where ${where} and relkind <> 'i' and attnum > 0
      and not attisdropped order by 1, 2`,
    )),
    ...(await linesOf(
      session,
      `select c.relname, conname, convalidated, pg_get_constraintdef(k.oid) from pg_constraint k join pg_class c on c.oid = conrelid where ${where} order by 1, 2`,
    )),
    ...(await linesOf(
      session,
      `select pg_get_indexdef(c.oid) from pg_class c where ${where} and relkind in ('i', 'I') and relname !~ '(^ci_|_ccnew|_ccold)' order by 1`,
    )),
    ...(await linesOf(
      session,
      `select typname, typtype from pg_type where typnamespace = '${schema}'::regnamespace order by 1`,
    )),
    ...(await linesOf(
      session,
      `select proname from pg_proc where pronamespace = '${schema}'::regnamespace order by 1`,
    )),
  ]
  for (const { name, kind } of await tablesOf(session, schema)) {
    if (kind !== 'p') look.push(`${name}: ${(await linesOf(session, `select count(*), sum(hashtext(t::text)::bigint) from only ${schema}.${name} t`))[0]}`)
  }
  return look.join('\n')
}
