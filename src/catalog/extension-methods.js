/**
 * Access methods of indexes that extensions bring, by the code of their handlers. Each is kept as one of the built-in
 * methods is, its entries made by the keys that the extension's library enters for its handler (GinClass of
 * types/libraries.js), whatever the operator class: a new one is a row here, and a library.
 */
import { classNumber } from '../types/libraries.js'
import { FIRST_USER_OID, GIN } from '../types/oids.js'
import { LIBRARY_DIRECTORY, librarySource } from './languages.js'
import { catalogShape } from './store/shapes.js'

/** @import { Parameter } from './ddl/options.js' */
/** @import { CatalogRow } from './descriptors.js' */


/**
 * @typedef {object} ExtensionMethod
 * @property {string} name that its extension gives it
 * @property {string} handler its code, as librarySource
 * @property {number} keptAs of pg_am: whose pages and scans its indexes have
 * @property {{ ordered: boolean, unique: boolean, many: boolean, include: boolean }} index what CREATE INDEX may ask
 * @property {{ operators: number, functions: number, options: number, storage: boolean, ordering: boolean }} classes
 *   what its operator classes may have (commands/routines/operator-families.js)
 * @property {ReadonlySet<number>} types those whose equal values are the same here: others' classes are refused
 * @property {Record<string, Parameter>} parameters of WITH
 */
/** @typedef {{ rowsWith: (catalog: string, column: string, value: unknown) => CatalogRow[],
 *   func: (oid: number) => { source: string } | undefined }} Looked */

/** @type {ExtensionMethod[]} */
const METHODS = [
  {
    name: 'bloom', handler: librarySource(`${LIBRARY_DIRECTORY}bloom`, 'blhandler'), keptAs: GIN,
    index: { ordered: false, unique: false, many: true, include: false },
    classes: { operators: 1, functions: 2, options: 2, storage: false, ordering: false },
    types: new Set([16, 17, 18, 19, 20, 21, 23, 25, 26, 2950]),
    // What its signatures take, and each column's share in them.
    parameters: {
      length: { kind: 'integer', min: 1, max: 4096 },
      ...Object.fromEntries(Array.from({ length: 32 }, (_, at) =>
        [`col${at + 1}`, /** @type {Parameter} */ ({ kind: 'integer', min: 1, max: 4095 })])),
    },
  },
]

/** @param {string} source code of a handler @returns {ExtensionMethod | undefined} */
export const methodOfHandler = (source) => METHODS.find(({ handler }) => handler === source)

/** What entries of an index of the method are made by (IndexKey.keysBy). @param {ExtensionMethod} method */
export const keysOfMethod = ({ handler }) => classNumber(handler)

/** The parameters of a method of this name. @param {string} name @returns {Record<string, Parameter> | undefined} */
export const parametersOfMethod = (name) => METHODS.find((method) => method.name === name)?.parameters

/** @param {Looked} catalog @param {CatalogRow | undefined} row of pg_am */
function methodOfRow(catalog, row) {
  if (row === undefined) return undefined
  return methodOfHandler(catalog.func(row[catalogShape('pg_am').at.amhandler])?.source ?? '')
}

/**
 * @param {Looked} catalog @param {number} oid of pg_am @returns {ExtensionMethod | undefined} undefined: no extension's
 */
export const extensionMethod = (catalog, oid) =>
  oid < FIRST_USER_OID ? undefined : methodOfRow(catalog, catalog.rowsWith('pg_am', 'oid', oid)[0])

/** @param {Looked} catalog @param {string} name @returns {ExtensionMethod | undefined} undefined: no extension's */
export const extensionMethodNamed = (catalog, name) =>
  methodOfRow(catalog, catalog.rowsWith('pg_am', 'amname', name)[0])
