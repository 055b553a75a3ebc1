/**
 * Seawall: the PostgreSQL you can import. The modules of this folder are in ../lib/seawall.js, one script that loads at
 * once; here they are to be read.
 */
import { loadBundle } from '../lib/load.js'

const { exports } = loadBundle()
export const { Database, DbError, EmbeddedSession, Statement, open } = exports
