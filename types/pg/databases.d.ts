/** @typedef {{ host: string, port: number }} Server */
/**
 * Clients and pools that name no database have this one from here on, whatever host and port they name.
 * @param {Database | null} db who opened it closes it
 * @param {Partial<Server>} [server] that it stands for: options mean what they mean to node-postgres then, and who is
 *   to reach another host or port reaches it by a socket; host: 'localhost' by default, port: 5432
 */
export function use(db: Database | null, server?: Partial<Server>): void;
/**
 * @typedef {object} Where beside node-postgres' own options
 * @property {Database} [db] an open database
 * @property {string} [directory] or ':memory:', a database of its own
 * @property {string} [connectionString] a directory, `seawall:` before one, a file URL, ':memory:'; `postgres://` or a
 *   word names user and database alone, and where the data is, is said by `use`, `db`, `directory` or the environment
 */
/**
 * @param {Where & { host?: string, [SHARED]?: SharedDatabase | null }} config
 * @returns {SharedDatabase | null} null: a server's, that `use` was told not to stand for
 * @throws {DbError} 08001 it names a server, and nothing says where the data is
 */
export function databaseOf(config: Where & {
    host?: string;
    [SHARED]?: SharedDatabase | null;
}): SharedDatabase | null;
/** @import { Database } from '../index.js' */
/** Where a pool tells its clients which database is theirs. */
export const SHARED: unique symbol;
/** A database that is open as long as somebody has use of it. */
export class SharedDatabase {
    [inherited: string]: any;
    /** @param {() => Promise<Database>} start @param {(closed: Promise<void>) => void} [ended] it is being closed */
    constructor(start: () => Promise<Database>, ended?: (closed: Promise<void>) => void);
    start: () => Promise<Database>;
    ended: (closed: Promise<void>) => void;
    users: number;
    /** @type {Promise<Database> | null} */
    db: Promise<Database> | null;
    /** @returns {Promise<Database>} @throws {DbError} as `open` does */
    acquire(): Promise<Database>;
    /** @returns {Promise<void>} resolves when the database is closed, if this was the last user */
    release(): Promise<void>;
}
export function isStandIn({ db, directory, connectionString }: Where): boolean;
export function ownDatabase(db: Database | undefined, directory: string | undefined): string | undefined;
export function namesServer(text: string | undefined): text is string;
export type Server = {
    host: string;
    port: number;
};
/**
 * beside node-postgres' own options
 */
export type Where = {
    /**
     * an open database
     */
    db?: Database | undefined;
    /**
     * or ':memory:', a database of its own
     */
    directory?: string | undefined;
    /**
     * a directory, `seawall:` before one, a file URL, ':memory:'; `postgres://` or a
     * word names user and database alone, and where the data is, is said by `use`, `db`, `directory` or the environment
     */
    connectionString?: string | undefined;
};
import type { Database } from '../index.js';
