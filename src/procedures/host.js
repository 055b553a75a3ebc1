/**
 * What a language needs of the session its functions run in. The engine hands one down per session (engine/procedure-host.js); nothing here knows
 * sessions, portals or the wire.
 */

/**
 * A statement of a body under way.
 * @typedef {object} HostCursor
 * @property {() => Generator<Promise<unknown>, void, void>} run to its end; rows are dropped
 * @property {() => Generator<Promise<unknown>, any[][], void>} first at most one row; a change runs to its end
 * @property {(count: number) => Generator<Promise<unknown>, any[][], void>} fetch fewer than count: there are no more
 * @property {() => void} close gives up what it holds; idempotent
 */
/**
 * @typedef {object} ProcedureHost
 * @property {any} session
 * @property {() => any} catalog CatalogSnapshot of this moment
 * @property {(parsed: any, text: string, argTypes: number[], scope: { name: string, argNames: string[] }) => any} prepare a statement of a body, not yet analysed
 * @property {(prepared: any, args: any[], snapshot: any) => HostCursor} open snapshot null: one of its own, after what the transaction did so far
 * @property {(prepared: any, args: any[], snapshot: any) => any[][]} rowsNow of a SELECT, where nothing can wait
 * @property {(prepared: any) => string} tagOf INSERT, CREATE TABLE …
 * @property {() => any} expressionContext ExecContext for expressions outside statements
 */

export {}
