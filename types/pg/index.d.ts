/** There is no binding in C. */
export const native: null;
export class Client {
    [inherited: string]: any;
    /** @param {string | ClientConfig} [config] @throws {DbError} 08001 */
    constructor(config?: string | ClientConfig);
    seawall: ClientEnd | null;
    /**
     * @param {(error?: Error) => void} [callback]
     * @returns {Promise<void> | undefined} resolves when the session is gone, and the database closed if it was the last
     */
    end(callback?: (error?: Error) => void): Promise<void> | undefined;
}
export class Pool {
    [inherited: string]: any;
    /** @param {ClientConfig} [config] @throws {DbError} 08001 */
    constructor(config?: ClientConfig);
    seawall: SharedDatabase | null;
    /** The pool's own use of the database: its clients come and go. @type {Promise<unknown> | null} */
    held: Promise<unknown> | null;
    /** Ends of its clients' connections: the pool forgets a client when it begins to end. @type {Set<ClientEnd>} */
    ends: Set<ClientEnd>;
    leaving: Promise<void>;
    /** @param {(error: any, client?: any) => void} [callback] @returns {any} */
    connect(callback?: (error: any, client?: any) => void): any;
    /**
     * @param {(error?: Error) => void} [callback]
     * @returns {Promise<void> | undefined} resolves when the database is closed too, if nobody else has use of it
     */
    end(callback?: (error?: Error) => void): Promise<void> | undefined;
}
declare namespace _default {
    export { Client };
    export { Pool };
    export { Connection };
    export { DatabaseError };
    export { Query };
    export { Result };
    export { TypeOverrides };
    export { defaults };
    export { escapeIdentifier };
    export { escapeLiteral };
    export { types };
    export { native };
    export { use };
}
export default _default;
/**
 * node-postgres' options too; host, port, password and ssl have no meaning here, unless `use` named a server.
 */
export type ClientConfig = Where & Record<string, any>;
export const Connection: any;
export const DatabaseError: any;
export const Query: any;
export const Result: any;
export const TypeOverrides: any;
export const defaults: any;
export const escapeIdentifier: any;
export const escapeLiteral: any;
export const types: any;
import { use } from './databases.js';
/** The client's end of a connection, which begins when the database is open. */
declare class ClientEnd extends StreamEnd {
    /** @param {SharedDatabase} shared */
    constructor(shared: SharedDatabase);
    shared: SharedDatabase;
    /** There was an attempt to connect. */
    isUsed: boolean;
    /** Settled when this client has no use of the database any more. @type {Promise<void>} */
    left: Promise<void>;
    /** @override */
    override connect(): this;
}
import type { SharedDatabase } from './databases.js';
import type { Where } from './databases.js';
import { StreamEnd } from '../util/stream-pair.js';
export { use };
