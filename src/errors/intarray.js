/** What query_int's input refuses. Messages as PostgreSQL 15 words them. */
import { DbError } from './db-error.js'

/** 42601 */
export const badIntArrayQuery = () => new DbError('42601', 'syntax error')
