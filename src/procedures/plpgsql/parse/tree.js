/**
 * The tree of a body: what parse.js makes and emit/ reads. Statements have `kind` and `line` (1-based, in the body).
 */

/** @typedef {import('../../host.js').Value} Value */

/** @typedef {import('./names.js').Datum} Datum */
/** @typedef {import('./names.js').Scope} Scope */

/**
 * SQL in a body, by its text. expression: the part behind SELECT; assign: `target := expression`, of which the first
 *   `names` names are the
 * variable's; statement: a whole one.
 * @typedef {object} Expression
 * @property {'expression' | 'assign' | 'statement'} mode
 * @property {string} text
 * @property {number} at of the text in the body
 * @property {number} names of an assignment's target
 * @property {Scope} scope what names mean there
 */

/** @typedef {{ kind: string, line: number, [field: string]: Value }} Statement one of the shapes below, by `kind` */
/**
 * @typedef {object} Block
 * @property {'block'} kind
 * @property {number} line
 * @property {string} label
 * @property {Datum[]} variables
 * @property {Statement[]} body
 * @property {Handlers | null} handlers
 * @property {Scope} scope
 */
/**
 * @typedef {{ state: Datum, message: Datum, list: { conditions: Condition[], line: number, body: Statement[] }[] }}
 *   Handlers
 */
/** @typedef {{ name: string, codes: string[] }} Condition codes: SQLSTATEs; none: OTHERS */
/**
 * @typedef {object} ParsedBody
 * @property {Block} block
 * @property {Datum[]} datums by number
 * @property {Scope} outer the function's own names
 * @property {Datum} found
 * @property {string} variableConflict 'error' | 'use_variable' | 'use_column'
 * @property {boolean} printStrictParams
 * @property {boolean} beginsOthers there is a COMMIT, ROLLBACK or CALL
 */

export {}
