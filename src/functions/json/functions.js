/** All functions over json, jsonb and jsonpath. */
import { jsonAccessFunctions } from './access.js'
import { jsonBuildFunctions } from './build.js'
import { jsonChangeFunctions } from './change.js'
import { jsonPathFunctions } from './path/functions.js'
import { jsonPopulateFunctions } from './populate.js'
import { jsonSearchFunctions } from './search.js'

export const jsonFunctions = [...jsonAccessFunctions, ...jsonBuildFunctions, ...jsonChangeFunctions, ...jsonSearchFunctions, ...jsonPathFunctions, ...jsonPopulateFunctions]
