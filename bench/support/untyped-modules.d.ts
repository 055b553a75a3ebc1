/** Packages without type declarations that benches and tests use from outside; better-sqlite3 is optional. */
declare module 'pg'
declare module 'better-sqlite3'
