/** Full text search: every function of it, in one list. */
import { documentFunctions } from './documents.js'
import { jsonDocumentFunctions } from './json.js'
import { queryFunctions } from './queries.js'
import { rankFunctions } from './rank.js'
import { rewritten } from './rewrite.js'
import { statementFunctions } from './statements.js'
import { vectorFunctions } from './vectors.js'
import { FunctionImpl } from '../impl.js'

export const textSearchFunctions = [
  ...vectorFunctions, ...queryFunctions, ...rankFunctions, ...documentFunctions,
  ...jsonDocumentFunctions, ...statementFunctions,
  new FunctionImpl('tsquery_rewrite', rewritten, {}),
]
