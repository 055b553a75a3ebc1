/** All functions over json, jsonb and jsonpath. */
import { jsonAccessFunctions } from './access.js'
import { jsonBuildFunctions } from './build.js'
import { jsonChangeFunctions } from './change.js'
import { jsonPathFunctions } from './path/functions.js'
import { jsonPopulateFunctions } from './populate.js'
import { jsonHashFunctions } from './hash.js'
import { jsonCastFunctions, jsonSearchFunctions } from './search.js'
/** @import { FunctionImpl } from '../impl.js' */

export const jsonFunctions = [
  ...jsonAccessFunctions,
  ...jsonBuildFunctions,
  ...jsonChangeFunctions,
  ...jsonSearchFunctions,
  ...jsonPathFunctions,
  ...jsonPopulateFunctions,
]

/**
 * Those that end in others of the registry.
 * @param {{ get: (prosrc: string) => FunctionImpl | undefined }} functions
 * @returns {FunctionImpl[]}
 */
export const dependentJsonFunctions = (functions) => [...jsonCastFunctions(functions), ...jsonHashFunctions(functions)]
