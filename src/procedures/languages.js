/** Languages in which functions are written, and the check of a function about to be made. */
import { JAVASCRIPT, PLPGSQL, languageCode, languageDesc } from '../catalog/languages.js'
import { isPolymorphic } from '../planner/bind/expressions/polymorphic.js'
import { bodyStatements } from './body.js'
import { JavaScriptRoutine, validateJavaScript } from './javascript.js'
import { LibraryRoutine } from './library-routine.js'
import { SqlRoutine } from './sql-routine.js'
import { later } from '../util/later.js'

/** @type {() => typeof import('./plpgsql/routine.js')} */
const plpgsql = later(import.meta.url, './plpgsql/routine.js')
/** @type {() => typeof import('./plpgsql/validate.js')} */
const validation = later(import.meta.url, './plpgsql/validate.js')

/** @import { DbError } from '../errors/db-error.js' */
/** @import { LanguageDesc } from '../catalog/languages.js' */
/** @import { ProcedureHost } from './host.js' */
/** @import { PlpgsqlRoutine } from './plpgsql/routine.js' */

/** @typedef {SqlRoutine | JavaScriptRoutine | PlpgsqlRoutine | LibraryRoutine} Routine */

export const SQL = 14

/**
 * Routine makers by the language's name: a language is a class with validate, value, valueNow and rows. Their modules
 * wait in the package, PL/pgSQL's everywhere, until a function in the language is called.
 * @type {Record<string, () => new (host: ProcedureHost, func: any, call: any) => Routine>}
 */
export const LANGUAGES = Object.assign(Object.create(null), {
  sql: () => SqlRoutine,
  [JAVASCRIPT]: () => JavaScriptRoutine,
  [PLPGSQL]: () => plpgsql().PlpgsqlRoutine,
  c: () => LibraryRoutine,
})

/** @param {any} catalog @param {number} language OID */
export const hasLanguage = (catalog, language) => languageCode(catalog, language) in LANGUAGES

/**
 * A function about to be made: its body is analysed, unless types of its arguments are known only when it is called.
 * @param {ProcedureHost} host @param {any} definition FunctionDefinition
 * @returns {Generator<Promise<unknown>, void, void>} @throws {DbError}
 */
export function* validateRoutine(host, definition) {
  const { code, validates } = /** @type {LanguageDesc} */ (languageDesc(host.catalog(), definition.language))
  if (code === PLPGSQL && validates) {
    const steps = () => validation().validatePlpgsql(host, definition)
    yield* host.session.longCall({ steps }, [])
  }
  if (code === JAVASCRIPT) validateJavaScript(host, definition)
  if (definition.language !== SQL) return
  const func = { ...definition, oid: 0 }
  if (definition.argTypes.some(isPolymorphic)) bodyStatements(func)
  else {
    const routine = new SqlRoutine(host, func, { oid: 0, args: definition.argTypes, result: definition.returnType })
    yield* host.session.longCall({ steps: () => routine.validate(host) }, [])
  }
}
