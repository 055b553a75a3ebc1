/**
 * What the grammar itself complains of, beyond "syntax error at or near": libpg-query hands over message and position
 * but no SQLSTATE and no hint. One table from the message to both; where PostgreSQL gives no position, none is given.
 * All else it says is 42601.
 */
import { DbError } from '../errors/db-error.js'

/**
 * @typedef {{ code: string, hint?: string, detail?: string, nowhere?: boolean, message?: string }} Known message: where
 *   PostgreSQL 15 says it otherwise
 */

/** @type {[RegExp, Known][]} */
const KNOWN = [
  [/^column number must be in range/, { code: '22023' }],
  [/^frame (start|end|starting)/, { code: '42P20' }],
  [/^precision for type float/, { code: '22023' }],
  [/^(CREATE SCHEMA IF NOT EXISTS cannot|current database cannot|aggregates cannot have output|an ordered-set aggregate with a VARIADIC)/, { code: '0A000' }],
  [/^MATCH PARTIAL not yet|FROM is no longer supported|^WITH CHECK OPTION not supported/, { code: '0A000' }],
  [
    /^UNENCRYPTED PASSWORD/,
    { code: '0A000', hint: 'Remove UNENCRYPTED to store the password in encrypted form instead.' },
  ],
  [/^CREATE OR REPLACE CONSTRAINT TRIGGER/, { code: '0A000', nowhere: true }],
  [/not yet implemented$/, { code: '0A000', nowhere: true }],
  [/constraints cannot be marked/, { code: '0A000', nowhere: true }],
  [
    /^constraints cannot be altered to be NOT VALID$/,
    { code: '0A000', message: 'FOREIGN KEY constraints cannot be marked NOT VALID', nowhere: true },
  ],
  [/^a column list with SET (NULL|DEFAULT) is only supported/, { code: '0A000' }],
  [/^role name ".*" is reserved$|cannot be used as a role name here$/, { code: '42939' }],
  [/^WITH TIES cannot be|^SKIP LOCKED and WITH TIES|^remainder for hash partition must|^modulus for hash partition must/, { code: '42601', nowhere: true }],
  [/^LIMIT #,# syntax/, { code: '42601', hint: 'Use separate LIMIT and OFFSET clauses.' }],
  [/^invalid Unicode escape$/, { code: '42601', hint: 'Unicode escapes must be \\XXXX or \\+XXXXXX.' }],
  [/^invalid Unicode/, { code: '42601' }],
  [/^missing argument$/, { code: '42601', hint: 'Use NONE to denote the missing argument of a unary operator.' }],
  [/for hash partition provided more than once$/, { code: '42710' }],
  [/^unrecognized partitioning strategy/, { code: '22023', nowhere: true }],
  [
    /^invalid publication object list$/,
    {
      code: '42601',
      detail: 'One of TABLE or TABLES IN SCHEMA must be specified before a standalone table or schema name.',
    },
  ],
  [/^invalid byte sequence/, { code: '22021' }],
  [/^nonstandard use of|^unsafe use of/, { code: '22P06' }],
  [/is not supported|not implemented|cannot be used with/i, { code: '0A000' }],
]

const SYNTAX = /** @type {Known} */ ({ code: '42601' })

/** In E'…', where an escape has a u in it. @type {Known} */
const BAD_ESCAPE = { code: '22025', hint: 'Unicode escapes must be \\uXXXX or \\UXXXXXXXX.' }

/**
 * @param {string} message
 * @param {number} cursor 0-based, in characters, -1: nowhere
 * @param {string} text
 * @returns {DbError}
 */
export function grammarError(message, cursor, text) {
  const inEscape =
    message === 'invalid Unicode escape'
    && /^\\[uU]/.test(
      Array.from(text)
        .slice(cursor, cursor + 2)
        .join(''),
    )
  const {
    code, hint, detail, nowhere, message: said = message,
  } = inEscape ? BAD_ESCAPE : (KNOWN.find(([pattern]) => pattern.test(message))?.[1] ?? SYNTAX)
  return new DbError(code, said, {
    ...(hint === undefined ? {} : { hint }), ...(detail === undefined ? {} : { detail }),
    ...(nowhere === true || cursor < 0 ? {} : { position: cursor + 1 }),
  })
}
