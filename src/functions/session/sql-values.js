/**
 * The SQL-standard values that look like keywords: CURRENT_DATE, LOCALTIMESTAMP, CURRENT_USER … Called as value(ctx,
 * typmod).
 */
import {
  applyStampTypmod,
  offsetAt,
  sessionZone,
  splitStamp,
  timestampToDate,
  timestamptzToTimestamp,
} from '../../types/datetime/datetime.js'
import { applyTimeTypmod, Timetz } from '../../types/datetime/time.js'
/** @import { FunctionContext } from '../impl.js' */

/** @param {FunctionContext} ctx */
const local = (ctx) => timestamptzToTimestamp(ctx.now, ctx.env)

/** @param {FunctionContext} ctx @throws {DbError} 42704 */
export const currentUser = ({ session }) => session.identity.existingNameOf(session.roleOid)
/** @param {FunctionContext} ctx @throws {DbError} 42704 */
export const sessionUser = ({ session }) => session.identity.existingNameOf(session.identity.sessionOid)

/** @param {FunctionContext} ctx */
function currentSchema(ctx) {
  const oid = ctx.catalog.creationNamespace
  return oid === 0 ? null : ctx.catalog.namespace(oid)?.name ?? null
}

/** @type {Record<string, (ctx: FunctionContext, typmod: number) => any>} */
const VALUES = {
  current_date: (ctx) => timestampToDate(local(ctx)),
  current_time: (ctx, typmod) =>
    new Timetz(applyTimeTypmod(splitStamp(local(ctx)).micros, typmod), 0 - offsetAt(ctx.now, sessionZone(ctx.env))),
  current_timestamp: (ctx, typmod) => applyStampTypmod(ctx.now, typmod),
  localtime: (ctx, typmod) => applyTimeTypmod(splitStamp(local(ctx)).micros, typmod),
  localtimestamp: (ctx, typmod) => applyStampTypmod(local(ctx), typmod),
  current_user: currentUser,
  user: currentUser,
  current_role: currentUser,
  session_user: sessionUser,
  current_catalog: (ctx) => ctx.session.database.name,
  current_schema: currentSchema,
}

/** @param {string} name lower case @returns {((ctx: FunctionContext, typmod: number) => any) | undefined} */
export const sqlValue = (name) => (Object.hasOwn(VALUES, name) ? VALUES[name] : undefined)
