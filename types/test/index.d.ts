/**
 * Makes a template, or finds the one that is there (`directory`).
 * @param {TemplateOptions & ForkOptions} wanted
 * @returns {Promise<Template>} to be closed
 * @throws {import('../index.js').DbError} what `open` and the migrations throw
 */
export function createTemplate({ migrate, directory, version, ...how }: TemplateOptions & ForkOptions): Promise<Template>;
/** @import { Database, OpenOptions } from '../index.js' */
/**
 * @typedef {object} ForkOptions
 * @property {Pick<OpenOptions, 'int8' | 'numeric' | 'parsers' | 'user' | 'database' | 'settings' | 'onNotice'
 *   | 'extensions' | 'bufferPool' | 'workMem' | 'logger'>} [options] what forks are opened with, as of `open`
 * @property {(db: Database) => unknown} [setup] called with each fork before the test gets it: for what is not in
 *   files, as functions in JavaScript are
 */
/**
 * @typedef {object} TemplateOptions
 * @property {(db: Database) => unknown} migrate makes schema and first rows; awaited
 * @property {string} [directory] templates are kept there for all processes and later runs, and made by who comes
 *   first; without it the template is a temporary directory that goes with `close`
 * @property {string} [version=''] of what `migrate` makes, beside a directory: of another version the template is made
 *   anew
 */
/** A schema with its first rows, for any number of tests. */
export class Template {
    /** @param {string} path @param {() => Promise<Database>} fork @param {() => void} close */
    constructor(path: string, fork: () => Promise<Database>, close: () => void);
    /** The data directory; `openTemplate` of another process takes it. */
    path: string;
    /**
     * A database of its own, as the template was made: what it changes is in memory, and nobody else's.
     * @returns {Promise<Database>} to be closed
     */
    fork(): Promise<Database>;
    /**
     * Calls `test` with a fork, and closes that afterwards.
     * @template T @param {(db: Database) => Promise<T> | T} test @returns {Promise<T>}
     */
    run<T>(test: (db: Database) => Promise<T> | T): Promise<T>;
    /**
     * Calls `test` with the URL of a fork that is served meanwhile, for drivers that want one.
     * @template T @param {(url: string, db: Database) => Promise<T> | T} test @returns {Promise<T>}
     */
    serve<T>(test: (url: string, db: Database) => Promise<T> | T): Promise<T>;
    /** Forks that are open stay so. A temporary template is removed. @returns {Promise<void>} */
    close(): Promise<void>;
    /** For `await using template = await createTemplate(…)`. @returns {Promise<void>} */
    [Symbol.asyncDispose](): Promise<void>;
    #private;
}
export function openTemplate(path: string, how?: ForkOptions): Promise<Template>;
export type ForkOptions = {
    /**
     * what forks are opened with, as of `open`
     */
    options?: Pick<OpenOptions, "int8" | "numeric" | "parsers" | "user" | "database" | "settings" | "onNotice" | "bufferPool" | "workMem" | "logger" | "extensions"> | undefined;
    /**
     * called with each fork before the test gets it: for what is not in
     * files, as functions in JavaScript are
     */
    setup?: ((db: Database) => unknown) | undefined;
};
export type TemplateOptions = {
    /**
     * makes schema and first rows; awaited
     */
    migrate: (db: Database) => unknown;
    /**
     * templates are kept there for all processes and later runs, and made by who comes
     * first; without it the template is a temporary directory that goes with `close`
     */
    directory?: string | undefined;
    /**
     * of what `migrate` makes, beside a directory: of another version the template is made
     * anew
     */
    version?: string | undefined;
};
import type { Database } from '../index.js';
import type { OpenOptions } from '../index.js';
