/** Conditions of NOTIFY and pg_notify. Messages as PostgreSQL 15 words them. */
import { DbError } from './db-error.js'

/** 54000 */
export const tooManyNotifications = () => new DbError('54000', 'too many notifications in the NOTIFY queue')

/** 22023 */
export const payloadTooLong = () => new DbError('22023', 'payload string too long')

/** 22023 */
export const emptyChannel = () => new DbError('22023', 'channel name cannot be empty')

/** 22023 */
export const channelTooLong = () => new DbError('22023', 'channel name too long')
