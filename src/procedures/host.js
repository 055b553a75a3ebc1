/**
 * What a language needs of the session its functions run in. The engine hands one down per session
 * (engine/statements/core/procedure-host.js); nothing here knows sessions, portals or the wire.
 */

/** A value of some SQL type, as docs/seams.md 1 has them. @typedef {any} Value */
/** CatalogSnapshot of the engine's. @typedef {any} Catalog */
/** The engine's session. @typedef {any} Session */
/** The engine's Prepared. @typedef {any} Prepared */
/** Snapshot of the transaction layer's; null: none. @typedef {any} Snapshot */
/** ExecContext. @typedef {any} Context */

/**
 * A statement of a body under way.
 * @typedef {object} HostCursor
 * @property {() => Generator<Promise<unknown>, void, void>} run to its end; rows are dropped
 * @property {() => Generator<Promise<unknown>, any[][], void>} first at most one row; a change runs to its end
 * @property {(count: number, keeps?: boolean) => Generator<Promise<unknown>, any[][], void>} fetch fewer than count:
 *   there are no more, but for `trouble`; keeps: rows before one that fails are given first
 * @property {import('../errors/db-error.js').DbError | null} trouble what is said then
 * @property {() => { columns: Value[] | null, command: string }} ran the plan that it ran by
 * @property {number} count rows given, or changed, so far
 * @property {() => void} close gives up what it holds; idempotent
 */
/** @typedef {import('./javascript.js').FuncDesc} FuncDesc */
/** @typedef {import('./javascript.js').BodyCall} BodyCall */
/**
 * @typedef {object} ProcedureHost
 * @property {any} session
 * @property {() => any} catalog CatalogSnapshot of this moment
 * @property {(parsed: any, text: string, argTypes: number[], scope: { name: string, argNames: string[] } | undefined)
 *   =>
 *   any} prepare a statement of a body, not yet analysed
 * @property {(key: string, parsed: Value, text: string, argTypes: number[], scope: Value) => Prepared} prepareShared
 *   the same for all sessions; key: the function with its version, the place, and what names mean there
 * @property {(prepared: any, args: any[], snapshot: any) => HostCursor} open snapshot null: one of its own, after what
 *   the transaction did so far
 * @property {(work: Generator<Promise<unknown>, any, void>) => any} withoutRests work that gives nobody a turn; what
 *   has to wait is 0A000
 * @property {(prepared: any, args: any[], snapshot: any) => any[][]} rowsNow of a SELECT, where nothing can wait
 * @property {(prepared: any) => void} refuseCallOutputs of a CALL that would give rows
 * @property {(prepared: Prepared) => boolean} answers of a command: it gives rows
 * @property {(prepared: any) => string} tagOf INSERT, CREATE TABLE …
 * @property {(oid: number) => import('./javascript.js').JavaScriptCode | undefined} javaScript code the program has
 *   entered for a function
 * @property {(func: FuncDesc, call: BodyCall) => import('./javascript.js').JavaScriptCode} compileJavaScript of a body
 *   in SQL text
 * @property {(func: FuncDesc) => void} checkJavaScript whether it can be read
 * @property {(text: string) => any} statement of a JavaScript body, ready to run
 * @property {(prepared: any) => any} point what runs a statement of a JavaScript body again and again; null: nothing
 *   special does
 * @property {(prepared: any, params: any[], rows: any[][], point?: any) => number} execute a statement of a JavaScript
 *   body, to its end; rows or changes. Sets `blocked` and throws where it
 *   would have to wait
 * @property {{ prepared: any, params: any[] } | null} blocked the statement that would have had to wait
 * @property {any} readOnlySnapshot of the function under way that may change nothing; null: it may
 * @property {(prepared: any) => void} refuseWrite of a function that may change nothing: throws 0A000 unless the
 *   statement only reads
 * @property {(prepared: Value) => void} permit of a planned statement: throws 42501 unless the current user may run it
 * @property {() => any} mark of what the transaction did so far
 * @property {(mark: any) => void} undoTo undoes what it did since
 * @property {any} program what PL/pgSQL asks besides (engine/session/program-host.js)
 * @property {() => any} expressionContext ExecContext for expressions outside statements
 */

export {}
