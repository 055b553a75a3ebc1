/**
 * What the body of an SQL function may not hold, and what does not fit its declared result.
 * Messages as PostgreSQL 15 words them.
 */
import { DbError } from '../db-error.js'

/** 42P13. @param {string} type @param {string} detail @param {string} name of the function */
export const returnTypeMismatch = (type, detail, name) =>
  new DbError('42P13', `return type mismatch in function declared to return ${type}`, {
    detail,
    where: `SQL function "${name}"`,
  })

/** 42P13. @param {string} type */
export const sqlFunctionsCannotReturn = (type) => new DbError('42P13', `SQL functions cannot return type ${type}`)

/** 42P13. @param {string} type */
export const resultNotSupported = (type) =>
  new DbError('42P13', `return type ${type} is not supported for SQL functions`)

/** 42883. @param {string} signature */
export const undefinedSignature = (signature) => new DbError('42883', `function ${signature} does not exist`)

/** 42804. @param {string} signature */
export const functionReturnsSet = (signature) => new DbError('42804', `function ${signature} returns a set`)

/** 42804. @param {string} signature */
export const mustAcceptVariadicAny = (signature) =>
  new DbError('42804', `function ${signature} must accept VARIADIC ANY to be used in this aggregate`)

/** 42804. @param {string} name @param {string} types */
export const needsCoercion = (name, types) =>
  new DbError('42804', `function ${name}(${types}) requires run-time type coercion`)

/** 0A000. @param {string} command */
export const notInSqlFunction = (command) => new DbError('0A000', `${command} is not allowed in an SQL function`)

/** 0A000 */
export const copyInSqlFunction = () => new DbError('0A000', 'cannot COPY to/from client in an SQL function')
