/** The targets by name. */
import { binary } from './binary.js'
import { copy } from './copy.js'
import { log, pages } from './disk.js'
import { protocol } from './protocol.js'
import { sql } from './sql.js'

/** @type {Record<string, import('./episode.js').Target>} */
export const TARGETS = { protocol, sql, copy, binary, log, pages }
