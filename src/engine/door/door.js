/**
 * The door of an engine: all that the library asks of who runs its statements. Behind it stands the engine of this
 * process (here.js); it is drawn so that another can stand there, which asks a server.
 *
 *     EngineDoor      a cluster, open: makes sessions, is checked, checkpointed, closed
 *       └ SessionDoor   one session: texts, queries, COPY by a text and its sink, notices, notifications
 *           └ CallDoor    one statement for synchronous calls
 *
 *  1. A session is asked one thing at a time; who asks waits for its end.
 *  2. What may wait returns null when it is done already, and a promise otherwise; errors before the first wait are
 *     thrown. What its name calls synchronous never waits: 55P03 instead.
 *  3. Values are datums, made and read by `types`. Rows are arrays of them, until a sink makes something else of them.
 *  4. What an answer or an error tells may be told when `opened` resolves or `settle` has returned (../README.md, "The
 *     gate"). Nobody else waits for the log.
 *  5. Transactions of several statements are texts (BEGIN, SAVEPOINT, COMMIT) and `state`: the library's transaction()
 *     and its retries need nothing else. The synchronous ones are three calls, as no text may run around them.
 */

/** @import { Notification } from '../session/notify.js' */
/** @import { ResultSink } from '../statements/core/result-sink.js' */
/** @import { ResultColumn } from '../../planner/plan.js' */
/** @import { JavaScriptCode } from '../../procedures/javascript.js' */
/** @import { TypeEnv, TypeOps } from '../../types/type-ops.js' */

/** @typedef {import('../statements/core/point.js').RowShape} RowShape */
/** @typedef {import('../cluster/check.js').CheckReport} CheckReport */
/** Where a session's transaction block stands. @typedef {'idle' | 'implicit' | 'open' | 'failed'} BlockState */

/**
 * What values are made and read by: types as the session knows them now, and the settings they depend on.
 * @typedef {object} Types
 * @property {(type: number) => TypeOps} typeOps @property {TypeEnv} env
 * @property {() => any} catalog CatalogSnapshot
 * @property {(value: string | Uint8Array) => boolean} [takesLong] it is long, and goes on as it is: the engine looks
 *   at it, and nobody here
 * @property {(type: number) => ((text: string) => unknown) | null} [decoder] of a server: what makes a datum of its
 *   text; null: that is it
 * @property {(parsers: Record<number, unknown>) => void} [heed] of a server: values of these types stay its texts
 */

/**
 * @typedef {object} EngineDoor
 * @property {(who: { user: string, database: string, settings: Record<string, string> }, asker: SessionDoor | null
 *   ) => Promise<SessionDoor>} connect a session of its own. A refusal (28000, 3D000, 53300, 57P03) tells of roles and
 *   databases: it rejects when the asker may be told
 * @property {boolean} isInMemory nothing of it outlives `close`
 * @property {boolean} isOfDirectory it, or what it is a fork of, is in a directory, which it keeps from others
 * @property {() => Promise<void>} checkpoint
 * @property {() => Promise<EngineDoor>} fork a copy on write of what is committed, in memory; to be closed
 * @property {(rewrite: ((text: string) => string) | null) => void} intercept what makes of a client's text the one that
 *   runs; null: nothing does
 * @property {(asker: SessionDoor) => Promise<CheckReport>} check reads everything, writes nothing
 * @property {() => any} stats counters
 * @property {() => boolean} isBusy some session runs a statement
 * @property {(ms: number) => Promise<void>} pause
 * @property {() => number} nowMs of a clock that only goes forward
 * @property {() => Promise<void>} close ends all sessions, after a checkpoint
 * @property {any} cluster for who serves it to others, and for tests
 */

/**
 * @typedef {object} SessionDoor
 * @property {boolean} isServer its statements run elsewhere: only what may wait can be asked for
 * @property {string} user @property {string} database its name
 * @property {Types} types
 * @property {() => BlockState} state
 * @property {(text: string, sink: ResultSink) => Promise<void> | null} script statements of a text, without parameters
 * @property {(text: string, sink: ResultSink, values: ValuesFor) => Promise<void> | null} query one statement
 * @property {(text: string, uses: CallUses) => CallDoor} prepare a statement for synchronous calls
 * @property {() => void} beginSync @property {() => void} commitSync with what waits for it
 * @property {() => void} rollbackSync if there is still something to roll back
 * @property {() => Promise<unknown> | undefined} opened @property {() => void} settle
 * @property {() => void} settleError as `settle`, for what an error tells; 58030 instead
 * @property {() => Promise<void>} flushed all that was told so far is durable
 * @property {(hear: (notice: any) => void) => void} onNotice called when it may be told, in order
 * @property {(hear: (notification: Notification) => void) => void} onNotification
 * @property {() => void} cancel the statement under way
 * @property {(ms: number) => () => void} limit statement_timeout until the answer is called
 * @property {(define: () => void) => number} defineRoutine CREATE FUNCTION of a function that is the program's: its OID
 * @property {(oid: number, code: JavaScriptCode) => void} enterRoutine its code, for all sessions of the database
 * @property {(schema: string | null, name: string, write: (text: string) => void, say: (line: string) => void
 *   ) => { rows: number, lost: number }} salvage what can be read of a damaged table
 * @property {() => void} close
 * @property {any} session for tests
 */

/**
 * The datums of a statement's parameters, or of those between two places. exactly: there are as many as types, or it is
 * 08P01.
 * @typedef {(types: number[], exactly: boolean, from?: number, to?: number) => any[]} ValuesFor
 */

/**
 * What the library does with a statement's values.
 * @typedef {object} CallUses
 * @property {(values: any[], types: number[]) => any[]} parameters of `run`: datums of these types
 * @property {(row: any, types: number[]) => any[]} row the same of `runMany`
 * @property {(columns: ResultColumn[]) => RowShape | null} shape of objects that code can make; null: rows are arrays
 */

/**
 * @typedef {object} CallDoor
 * @property {any[]} rows of the last run: objects if `asObjects`, else arrays; the caller takes them away
 * @property {boolean} asObjects
 * @property {ResultColumn[] | null} columns of what it returns; null: nothing
 * @property {(values: any[]) => number} run once; rows or changes
 * @property {(rows: any[]) => number} runMany as `run` in a loop, in one transaction
 */

export {}
