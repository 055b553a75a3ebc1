/** What RAISE says, and what GET STACKED DIAGNOSTICS tells of an error. */
import { unknownCondition, raiseOptionTwice } from '../../errors/plpgsql-run.js'
import { conditionCodes } from './conditions.js'

/** @import { DbError } from '../../errors/db-error.js' */

/**
 * @typedef {{ level: string, condition: string, format: string | null, code?: string }} RaiseStatement code: the
 *   condition's, once it was asked for
 */

/** @type {Record<string, (error: DbError) => string | undefined>} */
export const STACKED = {
  returned_sqlstate: (error) => error.code,
  message_text: (error) => error.message,
  pg_exception_detail: (error) => error.detail,
  pg_exception_hint: (error) => error.hint,
  pg_exception_context: (error) => error.where,
  column_name: (error) => error.column,
  constraint_name: (error) => error.constraint,
  pg_datatype_name: (error) => error.dataType,
  table_name: (error) => error.table,
  schema_name: (error) => error.schema,
}

/**
 * @param {RaiseStatement} raise @param {string[]} values @param {[string, string][]} options
 * @throws {DbError} 42601, 42704
 */
export function messageOf(raise, values, options) {
  const { condition, format } = raise
  /** @type {Record<string, string>} */
  const fields = {}
  let name = condition
  let code = raise.code ??= condition === '' ? '' : codeOf(condition)
  if (format !== null) fields.message = formatted(format, values)
  for (const [option, text] of options) {
    if (option === 'errcode') {
      if (code !== '') throw twice('ERRCODE')
      code = codeOf(text)
      name = text
    } else {
      if (fields[option] !== undefined) throw twice(option.toUpperCase())
      fields[option] = text
    }
  }
  const message = fields.message ?? (name === '' ? code === '' ? 'P0001' : code : name)
  const { detail, hint, schema, table, column, constraint, datatype: dataType } = fields
  return {
    code, message,
    fields: { detail, hint, schema, table, column, constraint, dataType, routine: 'exec_stmt_raise' },
  }
}

/** A condition's SQLSTATE, or one itself. @param {string} text */
function codeOf(text) {
  if (/^[0-9A-Z]{5}$/.test(text)) return text
  const [code] = conditionCodes(text)
  if (code === undefined) throw unknownCondition(text)
  return code
}

/** @param {string} option */
const twice = (option) => raiseOptionTwice(option)

/** @param {string} format @param {string[]} values */
function formatted(format, values) {
  if (!format.includes('%')) return format
  let next = 0
  return format.replace(/%%|%/g, (mark) => mark === '%%' ? '%' : values[next++])
}
