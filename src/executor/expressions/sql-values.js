/** CURRENT_DATE, CURRENT_TIMESTAMP and their kin: of the transaction's start and of the session. */
import { timestampToDate, timestamptzToTimestamp, timestampType, timestamptzType } from '../../types/datetime.js'
import { featureNotSupported } from '../../errors/db-error.js'

/** @type {Record<string, (ctx: import('../context.js').ExecContext, typmod: number) => any>} */
const VALUES = {
  current_timestamp: (ctx, typmod) => timestamptzType.applyTypmod(ctx.now, typmod, true),
  localtimestamp: (ctx, typmod) => timestampType.applyTypmod(timestamptzToTimestamp(ctx.now, ctx.env), typmod, true),
  current_date: (ctx) => timestampToDate(timestamptzToTimestamp(ctx.now, ctx.env)),
  current_user: (ctx) => ctx.session.user,
  current_role: (ctx) => ctx.session.user,
  user: (ctx) => ctx.session.user,
  session_user: (ctx) => ctx.session.sessionUser ?? ctx.session.user,
  current_catalog: (ctx) => ctx.session.database.name ?? ctx.session.database,
}

/** @param {string} name @returns {(ctx: import('../context.js').ExecContext, typmod: number) => any} */
export function sqlValue(name) {
  const found = VALUES[name.toLowerCase()]
  if (found === undefined) throw featureNotSupported(name.toUpperCase())
  return found
}
