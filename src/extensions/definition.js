/** Extensions that programs bring: what is written of one. */
import { checkDefinition } from './definition-check.js'

/** A value as programs have it: of SQL's types, or what the `parse` of a type of theirs makes. @typedef {any} Datum */
/** @typedef {number | string | Uint8Array} KeyPart */
/**
 * @template [Value=unknown]
 * @typedef {object} ExtensionType
 * @property {(text: string) => Value} parse a value of its text; what it throws is 22P02 with its message
 * @property {(value: Value) => string} format
 * @property {(a: Value, b: Value) => number} [compare] below 0, 0, above 0. With it (and `key`) come the operators < <=
 *   = >= > <> and the default operator classes for btree and hash
 * @property {(value: Value) => KeyPart | KeyPart[]} [key] what sorts as `compare` does: index entries are made of it
 * @property {(value: Value) => Uint8Array} [encode] stored form; the text unless said
 * @property {(bytes: Uint8Array) => Value} [decode]
 */
/**
 * @typedef {object} ExtensionFunction
 * @property {string[]} args types, as SQL names them
 * @property {string} returns
 * @property {'immutable' | 'stable' | 'volatile'} [volatility='immutable']
 * @property {boolean} [strict=true] not called, and null, when an argument is null
 * @property {(...args: Datum[]) => Datum} call values of the extension's own types are what their `parse` made;
 *   booleans, integers, floats and texts are JavaScript's; arrays are arrays; everything else is its text
 */
/**
 * @typedef {object} ExtensionOperator
 * @property {string} name
 * @property {string} [left] none: a prefix operator
 * @property {string} right
 * @property {string} function name of one of the extension's
 * @property {string} [commutator]
 * @property {string} [negator]
 */
/**
 * A statement that ended well, as programs are told of it.
 * @typedef {object} StatementReport
 * @property {string} text
 * @property {string} user whose rights counted
 * @property {string} database
 * @property {boolean} isUtility no SELECT, INSERT, UPDATE, DELETE or MERGE
 * @property {boolean} isNested within a function or another statement
 * @property {number} planMs
 * @property {number} executionMs
 * @property {number} rows given or changed
 * @property {{ hits: number, reads: number, written: number }} pages found in the pool, read, written to make room
 * @property {{ records: number, bytes: number }} log what it logged
 */
/**
 * What an extension is told of while it is created in a database of the directory. A hook must not wait, and what it
 * throws is logged.
 * @typedef {object} ExtensionHooks
 * @property {(report: StatementReport) => void} [statement] of each statement that ended well, in every database
 */
/**
 * @typedef {object} ExtensionDefinition
 * @property {string} name as CREATE EXTENSION says it
 * @property {string} version
 * @property {string} [comment]
 * @property {string[]} [requires] other extensions
 * @property {boolean} [relocatable=true] ALTER EXTENSION … SET SCHEMA may move it
 * @property {Record<string, ExtensionType<Datum>>} [types]
 * @property {Record<string, ExtensionFunction>} [functions]
 * @property {ExtensionOperator[]} [operators]
 * @property {string} [script] further SQL: aggregates, casts, operator classes, views
 * @property {ExtensionHooks} [hooks]
 * @property {Record<string, string>} [updates] SQL by the versions it leads from and to: `'1.0--1.1'`
 */

/**
 * A statement that ended well, or was planned and begins.
 * @typedef {object} StatementSeen
 * @property {boolean} hasEnded
 * @property {Datum} session
 * @property {object} statement the same object for each run of one that is kept
 * @property {string} text
 * @property {boolean} isUtility
 * @property {number} depth functions it is within
 * @property {number} within utility statements it is within
 * @property {number} userOid
 * @property {number} databaseOid
 * @property {number} plans how often it was planned since it was told of last
 * @property {number} planMs
 * @property {number} executionMs
 * @property {number} rows
 * @property {{ hits: number, reads: number, written: number }} blocks
 * @property {{ records: number, images: number, bytes: number }} wal
 */
/**
 * What an observer may ask of where it is.
 * @typedef {object} ObserverHost
 * @property {object} shared the same for all sessions
 * @property {() => number} now microseconds since 2000-01-01 UTC
 * @property {(path: string) => Uint8Array | null} read a file of the directory
 * @property {(path: string, bytes: Uint8Array) => void} write in a new file that takes the old one's place
 * @property {(path: string) => void} remove
 * @property {(save: () => void) => void} whenClosed
 */

/**
 * Describes an extension for `open(dir, { extensions: [...] })`; CREATE EXTENSION then makes it in a database.
 * @param {ExtensionDefinition} definition
 * @returns {Readonly<ExtensionDefinition>}
 * @throws 22023 what is wrong with it, by its name
 */
export function defineExtension(definition) {
  checkDefinition(definition)
  return Object.freeze({ ...definition })
}
