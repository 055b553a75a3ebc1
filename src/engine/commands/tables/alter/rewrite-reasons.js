/** Why a table's rows go to a new file, as pg_event_trigger_table_rewrite_reason() says it: bits. */
export const REWRITE = Object.freeze({ PERSISTENCE: 1, DEFAULT_VALUE: 2, COLUMN: 4 })
