/** The types of Seawall. Made of src by `npm run types`; what has changed here has changed for programs. */

/**
 * Opens a database cluster, running recovery if the last close was not clean. Prints nothing and installs no signal
 * handler.
 * @param where a directory (created if absent, locked against other processes until `close()`), ':memory:',
 *   `postgres://…` for the same API over a server (docs/outgrowing.md), or options with `path`
 * @returns resolves when queries may run
 * @throws {DbError} 55006 in use elsewhere; XX001 corrupt; 58030 I/O error; 22023 an option that does not fit or does
 *   not exist; 0A000 one that is not supported
 */
export function open(where?: string | URL | OpenOptions, options?: OpenOptions): Promise<Database>;

export type OpenOptions = ClusterOptions & LibraryOptions;

export type ClusterOptions = {
    /** a directory, or ':memory:' */
    path?: string | URL | undefined;
    /** make the directory if it is absent */
    create?: boolean | undefined;
    /** see the table in README */
    walSync?: "immediate" | "batch" | "none" | undefined;
    /** longest time a commit may stay unsynced in `batch` */
    walBatchMs?: number | undefined;
    /** most commits that may stay unsynced in `batch` */
    walBatchCommits?: number | undefined;
    /** memory for pages, at least 2 MB */
    bufferPool?: string | number | undefined;
    /** default of the setting work_mem */
    workMem?: string | undefined;
    /**
     * what the engine may hold in memory, at least 32 MB; what would pass it is refused (53200). Defaults of
     * bufferPool, workMem and maxWal follow it (storage/README.md, "Memory")
     */
    memoryLimit?: string | number | undefined;
    /** of a new directory; 16 MB on disk, 1 MB in memory */
    walSegmentBytes?: number | undefined;
    /** time between checkpoints; checkpoint_timeout, if not given */
    checkpointMs?: number | undefined;
    /** log written between checkpoints; in memory 256 MB */
    maxWal?: string | number | undefined;
    /**
     * COPY and file_fdw read and write files of this machine for superusers and members of pg_read_server_files and
     * pg_write_server_files; false: for nobody
     */
    serverFiles?: boolean | undefined;
    /** measure where the engine's time goes */
    profile?: boolean | undefined;
    /**
     * statements that take longer are told to `logger`, of whichever session: the default of log_min_duration_statement
     */
    slowQueryMs?: number | undefined;
    /** one line per notable event; nothing is printed without it */
    logger?: ((line: string) => void) | undefined;
};

export type LibraryOptions = {
    /**
     * ro: any number of processes may read the directory at a time, as long as none opens it to write; all transactions
     * are read-only (25006), nothing in the directory is written, and what recovery of a directory that was not closed
     * changes is kept in memory
     */
    mode?: "rw" | "ro" | undefined;
    /**
     * the engine runs in a thread of its own, and no statement holds this one's event loop: true, or the path of a
     * module whose default export is called with the thread's Database first (functions in JavaScript are made there)
     * and which may export `extensions`. The synchronous API and functions made here are 0A000 (docs/worker.md)
     */
    worker?: string | boolean | URL | undefined;
    /**
     * another process has the directory open: wait until it has closed it, or become its client where it serves clients
     * (docs/outgrowing.md says what a client cannot have)
     */
    ifLocked?: "fail" | "wait" | "connect" | undefined;
    /** what int8 values are in results */
    int8?: "string" | "number" | "bigint" | undefined;
    /** what numeric values are in results */
    numeric?: "string" | "number" | undefined;
    /** by type OID: makes a result value from its text */
    parsers?: Record<number, (text: string) => any> | undefined;
    user?: string | undefined;
    database?: string | undefined;
    /** of the main session */
    settings?: Record<string, string> | undefined;
    /**
     * SQL may bring functions whose body is JavaScript (CREATE FUNCTION … LANGUAGE javascript, DO LANGUAGE javascript):
     * for superusers, with all that this process may do (docs/javascript.md)
     */
    javascript?: boolean | undefined;
    /** of the main session */
    onNotice?: ((notice: any) => void) | undefined;
    /**
     * that the program brings (`defineExtension` of 'seawall/extension'), for CREATE EXTENSION and for databases that
     * have them
     */
    extensions?: ExtensionDefinition[] | undefined;
};

export type ExtensionDefinition = {
    /** as CREATE EXTENSION says it */
    name: string;
    version: string;
    comment?: string | undefined;
    /** other extensions */
    requires?: string[] | undefined;
    /** ALTER EXTENSION … SET SCHEMA may move it */
    relocatable?: boolean | undefined;
    types?: Record<string, ExtensionType<any>> | undefined;
    functions?: Record<string, ExtensionFunction> | undefined;
    operators?: ExtensionOperator[] | undefined;
    /** further SQL: aggregates, casts, operator classes, views */
    script?: string | undefined;
    hooks?: ExtensionHooks | undefined;
    /** SQL by the versions it leads from and to: `'1.0--1.1'` */
    updates?: Record<string, string> | undefined;
};

export type ExtensionType<Value = unknown> = {
    /** a value of its text; what it throws is 22P02 with its message */
    parse: (text: string) => Value;
    format: (value: Value) => string;
    /**
     * below 0, 0, above 0. With it (and `key`) come the operators < <= = >= > <> and the default operator classes for
     * btree and hash
     */
    compare?: ((a: Value, b: Value) => number) | undefined;
    /** what sorts as `compare` does: index entries are made of it */
    key?: ((value: Value) => KeyPart | KeyPart[]) | undefined;
    /** stored form; the text unless said */
    encode?: ((value: Value) => Uint8Array) | undefined;
    decode?: ((bytes: Uint8Array) => Value) | undefined;
};

export type KeyPart = number | string | Uint8Array;

export type ExtensionFunction = {
    /** types, as SQL names them */
    args: string[];
    returns: string;
    volatility?: "immutable" | "stable" | "volatile" | undefined;
    /** not called, and null, when an argument is null */
    strict?: boolean | undefined;
    /**
     * values of the extension's own types are what their `parse` made; booleans, integers, floats and texts are
     * JavaScript's; arrays are arrays; everything else is its text
     */
    call: (...args: Datum[]) => Datum;
};

/** A value as programs have it: of SQL's types, or what the `parse` of a type of theirs makes. */
export type Datum = any;

export type ExtensionOperator = {
    name: string;
    /** none: a prefix operator */
    left?: string | undefined;
    right: string;
    /** name of one of the extension's */
    function: string;
    commutator?: string | undefined;
    negator?: string | undefined;
};

/**
 * What an extension is told of while it is created in a database of the directory. A hook must not wait, and what it
 * throws is logged.
 */
export type ExtensionHooks = {
    /** of each statement that ended well, in every database */
    statement?: ((report: StatementReport) => void) | undefined;
};

/** A statement that ended well, as programs are told of it. */
export type StatementReport = {
    text: string;
    /** whose rights counted */
    user: string;
    database: string;
    /** no SELECT, INSERT, UPDATE, DELETE or MERGE */
    isUtility: boolean;
    /** within a function or another statement */
    isNested: boolean;
    planMs: number;
    executionMs: number;
    /** given or changed */
    rows: number;
    /** found in the pool, read, written to make room */
    pages: {
        hits: number;
        reads: number;
        written: number;
    };
    /** what it logged */
    log: {
        records: number;
        bytes: number;
    };
};

/** The handle `open` gives: a session of its own, and everything about the whole database. */
export class Database extends EmbeddedSession {
    private constructor();
    /** A session of its own: transaction, settings, temporary tables. */
    connect({ user, database, settings }?: {
        user?: string;
        database?: string;
        settings?: Record<string, string>;
    }): Promise<EmbeddedSession>;
    /**
     * Accepts PostgreSQL clients.
     * @throws {DbError} 57P01 the database is closing
     */
    serve(options?: Omit<ListenOptions, "log"> & {
        log?: (line: string) => void;
    }): Promise<Served>;
    /**
     * A connection that speaks PostgreSQL's protocol inside the process: for drivers that take a stream, such as `pg`
     * and `postgres`. A session of its own begins with the client's first message and ends with the stream.
     * @returns connected
     * @throws {DbError} 57P01 the database is closing
     */
    createConnection(): import("node:stream").Duplex;
    /** Writes all changes to the data files, so that recovery has little to do. */
    checkpoint(): Promise<void>;
    /**
     * A copy on write of everything that is committed now, in milliseconds whatever its size: a database of its own, in
     * memory, which keeps only what it changes. Neither sees what the other does from here on; transactions under way
     * are not in it. It is gone when it is closed, and its user, database, settings and options are this one's.
     * @returns resolves when queries may run; to be closed
     * @throws {DbError} 57P01, 57P03 the database is closing; 53100 pages wait for room on the disk; 58030
     */
    fork(): Promise<Database>;
    /**
     * What is committed now, for `restore`: costs what `fork` costs. That of a directory, or of a fork of one, is good
     * until this database is closed: only forks, which are databases of their own, keep a directory locked beyond.
     * @returns to be closed
     * @throws {DbError} as `fork`
     */
    snapshot(): Promise<Snapshot>;
    /**
     * Puts a database in memory back to what a snapshot of it holds, in milliseconds. This handle goes on with a new
     * main session; sessions of `connect()`, listeners and prepared statements end with what was (57P03).
     * @param snapshot of this database, or of another one
     * @throws {DbError} 0A000 the database is in a directory, which is not taken back; 55006 it serves clients
     */
    restore(snapshot: Snapshot): Promise<void>;
    /**
     * Hands every statement that clients of this database ask for (in this program, by `seawall/pg`, over the wire) to
     * `listener` before it runs, as a tree of the package `pgsql-ast-parser`, which the program installs. A tree that
     * it returns, or changes in place, runs instead; otherwise the statement runs as it was written. Several listeners
     * are told one after the other, each what the one before made of it. Bodies of functions are not handed out, nor
     * commands about transactions and sessions that its grammar has not got (SAVEPOINT, LISTEN).
     * @param listener no async function
     * @returns resolves when it is told; ends that
     * @throws {DbError} 0A000 the package is not installed, or the engine is elsewhere. Statements reject with 0A000
     *   where the grammar of `pgsql-ast-parser` cannot say them, and with 38000 where a listener throws
     */
    intercept(listener: Interceptor): Promise<{
        unsubscribe: () => void;
    }>;
    /** Counters of the log, the buffer pool and transactions. */
    stats(): any;
    /**
     * Reads everything and says what is damaged: pages, rows, each index against its table, catalogs and files. Writes
     * nothing.
     */
    check(): Promise<CheckReport>;
    /**
     * Statements of a text, parsed by PostgreSQL's grammar.
     * @returns trees
     */
    parse(text: string): any[];
    /**
     * Ends all sessions and closes the files after a checkpoint. Statements under way may end by themselves for two
     * seconds; then they are ended (57014).
     */
    close(): Promise<void>;
}

export class EmbeddedSession {
    private constructor();
    /**
     * One statement, with parameters. In TypeScript `query<Row>(…)` says what its rows are. A statement may be a tree
     * of the package `pgsql-ast-parser`, which the program installs.
     * @returns resolves when the answer is durable in the sense of `walSync`
     * @throws {DbError} 57014 when `limits` ended it; 0A000 a tree that is printed as another statement; 22023 what is
     *   given is none of this
     */
    query<Row = any>(query: string | QueryConfig | StatementTree, values?: any[], limits?: QueryLimits): Promise<QueryResult<Row>>;
    /**
     * Hears notifications of a channel, from any session of the database: `await db.listen('jobs', (payload) => …)`.
     * @returns ends it
     */
    listen(channel: string, handler: (payload: string, from: {
        channel: string;
        pid: number;
    }) => void): Promise<() => Promise<void>>;
    /** Tells whoever listens, when the transaction commits. */
    notify(channel: string, payload?: string): Promise<void>;
    /**
     * Several statements, without parameters.
     * @returns one result each
     */
    exec(script: string): Promise<QueryResult[]>;
    /** As a template: `` sql`select * from t where id = ${id}` ``. */
    sql<Row = any>(parts: TemplateStringsArray, ...values: any[]): Promise<QueryResult<Row>>;
    /**
     * Runs `work` in a transaction: commit when it resolves, rollback when it throws. Inside another one it is a
     * savepoint.
     * @param options retry: how often 40001 and 40P01 are tried again
     */
    transaction<T>(work: (tx: EmbeddedSession) => Promise<T>, options?: TransactionOptions): Promise<T>;
    /**
     * COPY FROM STDIN: `await db.copyFrom('t(a, b)', createReadStream('rows.csv'), { format: 'csv' })`.
     * @returns rows
     */
    copyFrom(target: string, source: CopySource, format?: CopyFormat): Promise<number>;
    /**
     * COPY TO STDOUT: `for await (const bytes of db.copyTo('(select * from t)')) …`. Nothing runs before the first
     * piece is asked for.
     */
    copyTo(source: string, format?: CopyFormat): AsyncGenerator<Buffer, void, void>;
    /**
     * The rows of a statement one by one, as they are made: `for await (const row of db.stream('select …', [1])) …`.
     * Who reads slowly makes the statement wait, and who stops early ends it; in a transaction block its other rows are
     * passed over. Nothing runs before the first row is asked for; the session's other statements wait for its end:
     * where one is asked for between two rows, the rest of the rows is read into memory first. Where they are many, it
     * is better another session's (`await db.connect()`).
     * @throws {DbError} where the rows are read: 57014 when `limits` ended it; 22023 what is given is none of this
     */
    stream<Row = any>(query: string | QueryConfig | StatementTree, values?: any[], limits?: QueryLimits): AsyncGenerator<Row, void, void>;
    /**
     * A statement for the synchronous API. In TypeScript `prepare<Row>(…)` says what its rows are.
     * @throws {DbError}
     */
    prepare<Row = any>(text: string): Statement<Row>;
    /**
     * A function whose body is JavaScript, for SQL on every connection of this database: `db.createFunction('slug', {
     * args: ['text'], returns: 'text' }, (title) => …)`. Its body runs inside the calling statement's transaction; with
     * one parameter more than `args` it gets that transaction first (`tx.get`, `tx.all`, `tx.run`). A synchronous body
     * may run more than once for one call, where a statement in it has to wait; only the last run counts. Code lasts as
     * long as the program: enter it after each open.
     * @returns when calls may come
     * @throws {DbError}
     */
    createFunction(name: string, options: RoutineOptions, body: (...args: any[]) => any): void;
    /**
     * The same as a procedure, for CALL; the body gets the transaction first: `db.createProcedure('transfer', { args:
     * ['int4', 'int4', 'int8'] }, (tx, from, to, amount) => { … })`. Over a connection to a server the body, which is
     * async there, runs in this program when its handle is called: in a transaction, again after 40001 and 40P01.
     * @returns its handle: a call with these arguments, which resolves when that is durable
     * @throws {DbError}
     */
    createProcedure(name: string, options: RoutineOptions, body: (...args: any[]) => any): (...args: unknown[]) => Promise<void>;
    /**
     * Runs `work` in one transaction, synchronously: commit when it returns, rollback when it throws.
     * @param work an ordinary function: what an async one does after its first wait would be outside
     * @throws {DbError} 22023 `work` is async, or returned a promise: everything was rolled back
     */
    transactionSync<T>(work: () => T): T;
    /** Resolves when everything this session has been told is durable. */
    flushed(): Promise<void>;
    /** Stops the running statement: it rejects with 57014. */
    cancel(): void;
    /** Ends the session; an open transaction is rolled back. */
    release(): Promise<void>;
    /** For `await using session = await db.connect()`. */
    [Symbol.asyncDispose](): Promise<void>;
}

/** A statement; its name is not needed: plans are found by their text. */
export type QueryConfig = {
    text: string;
    values?: any[];
    rowMode?: "array";
    name?: string;
};

/** A statement of `pgsql-ast-parser`: its `Statement`. */
export type StatementTree = {
    type: string;
} & Node;

/** A node of a tree, whose fields its `type` says. */
export type Node = Record<string, any>;

/** What ends a statement early: an aborted signal, so many milliseconds. */
export type QueryLimits = {
    signal?: AbortSignal;
    timeout?: number;
};

export type QueryResult<Row = any> = {
    command: string;
    rowCount: number | null;
    rows: Row[];
    fields: Field[];
};

export type Field = {
    name: string;
    tableID: number;
    columnID: number;
    dataTypeID: number;
    dataTypeSize: number;
    dataTypeModifier: number;
    format: "text";
};

export type TransactionOptions = {
    isolation?: "read committed" | "repeatable read" | "serializable";
    readOnly?: boolean;
    deferrable?: boolean;
    retry?: number;
};

/** pieces of any size; a Readable is one */
export type CopySource = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

export type CopyFormat = {
    format?: "text" | "csv";
    header?: boolean;
    delimiter?: string;
    null?: string;
};

export class Statement<Row = any> {
    private constructor();
    /** The first row, or undefined. */
    get(...values: any[]): Row | undefined;
    /** All rows. */
    all(...values: any[]): Row[];
    /**
     * Runs for the effect.
     * @returns rows inserted, updated or deleted
     */
    run(...values: any[]): {
        changes: number;
    };
    /**
     * Runs for each row of values, in their order and in one transaction, as `run` in a loop would; rows that an INSERT
     * adds are written many at a time.
     * @param rows each an array of values, or the value of the only parameter
     * @returns rows inserted, updated or deleted
     */
    runMany(rows: Iterable<any>): {
        changes: number;
    };
    /** Rows one by one. They are all read before the first is given. */
    iterate(...values: any[]): IterableIterator<any>;
}

export type RoutineOptions = {
    /** types as SQL writes them, each with a name before it if wanted: `['int4', 'amount int8']` */
    args?: string[] | undefined;
    /**
     * type of a function's result; `setof type`: the body returns something iterable; `trigger`: the body is told what
     * happened (a TriggerEvent) and gives the row to write, null to leave it alone, or nothing; `event_trigger`: it is
     * told of the command (`{ event, tag }`)
     */
    returns?: string | undefined;
    /** the first two may read under the caller's snapshot, and write nothing */
    volatility?: "immutable" | "stable" | "volatile" | undefined;
    /** null for a null argument, without a call */
    strict?: boolean | undefined;
};

export type ListenOptions = {
    /** 0 for any free port */
    port?: number | undefined;
    host?: string | undefined;
    /** also listen on `<dir>/.s.PGSQL.<port>`; made for this user alone where it is absent */
    socketDir?: string | undefined;
    /**
     * how clients prove who they are where the data directory has no pg_hba.conf: `trust` lets in who comes by loopback
     * or the socket
     */
    auth?: "trust" | "scram-sha-256" | "md5" | "password" | undefined;
    /**
     * TLS with this certificate and key, and whose word is taken for clients' certificates: paths, or PEM. Default: the
     * settings ssl, ssl_cert_file …
     */
    tls?: {
        cert: string;
        key: string;
        ca?: string;
        crl?: string;
    } | undefined;
    /** default: the setting max_connections (100) */
    connectionsMax?: number | undefined;
    /**
     * the process has nothing to do but serve: it may wait for the disk while there is one client, V8 is told to inline
     * more, and to optimize late while statements are new and soon once they repeat
     */
    dedicated?: boolean | undefined;
    /**
     * microseconds after an answer in which the next message is waited for awake, while clients answer at once; 0:
     * never. Default 100 in a dedicated process on more than one processor, else 0
     */
    busyPollUs?: number | undefined;
    log?: ((line: string) => void) | undefined;
};

/** Where clients find a database that is served. */
export type Served = {
    port: number;
    url: string;
    close: () => Promise<void>;
};

/** What a database held at a moment. It costs what changes afterwards, and is good for any number of restores. */
export class Snapshot {
    private constructor();
    /** Gives its memory back. */
    close(): Promise<void>;
    /** For `await using snapshot = await db.snapshot()`. */
    [Symbol.asyncDispose](): Promise<void>;
}

/** What is told of each statement; what it returns runs instead, nothing: the statement as it is. */
export type Interceptor = (tree: any) => StatementTree | null | undefined | void;

export type CheckReport = {
    databases: number;
    tables: number;
    indexes: number;
    rows: number;
    entries: number;
    staleEntries: number;
    pages: number;
    problems: (Finding & {
        database: string;
    })[];
};

export type Finding = {
    relation: string;
    code: string;
    message: string;
    detail?: string;
};

export class DbError extends Error {
    /**
     * @param code SQLSTATE, five characters
     * @param message primary message: lower case, one fact
     */
    constructor(code: string, message: string, fields?: DbErrorFields);
    code: string;
    severity: "ERROR" | "FATAL" | "PANIC";
    detail: string | undefined;
    hint: string | undefined;
    position: number | undefined;
    internalPosition: number | undefined;
    internalQuery: string | undefined;
    where: string | undefined;
    schema: string | undefined;
    table: string | undefined;
    column: string | undefined;
    dataType: string | undefined;
    constraint: string | undefined;
    set routine(routine: string | undefined);
    /** PostgreSQL's function that reports this, where it is known: looked for when somebody asks. */
    get routine(): string | undefined;
    #private;
}

export type DbErrorFields = {
    detail?: string | undefined;
    hint?: string | undefined;
    /** 1-based character position in the statement's text */
    position?: number | undefined;
    internalPosition?: number | undefined;
    internalQuery?: string | undefined;
    /** context lines */
    where?: string | undefined;
    schema?: string | undefined;
    table?: string | undefined;
    column?: string | undefined;
    dataType?: string | undefined;
    constraint?: string | undefined;
    /** PostgreSQL's function that reports it, where SQLSTATE and message do not say (routines/) */
    routine?: string | undefined;
    severity?: "ERROR" | "FATAL" | "PANIC" | undefined;
    cause?: unknown;
};
