/**
 * jsonb_path_exists, _match, _query, _query_array, _query_first, their _tz variants, and the operators over a jsonb and
 * a path.
 */
import { jsonPathError } from '../../../errors/json.js'
import { DEFAULT_ENV } from '../../../types/type-ops.js'
import { encodeJson } from '../../../types/json/jsonb.js'
import { Family } from '../../impl.js'
import { FAILED, PathRun } from './evaluate.js'
import { nodeOf } from './items.js'
/** @import { Jsonb } from '../../../types/json/jsonb.js' */
/** @import { JsonPath } from '../../../types/jsonpath/type.js' */
/** @import { TypeEnv } from '../../../types/type-ops.js' */
/** @import { Item } from './items.js' */

const family = new Family()
export const jsonPathFunctions = family.functions

/** @typedef {TypeEnv | null} Env */

/**
 * @param {Env} env
 * @param {Jsonb} target
 * @param {JsonPath} path
 * @param {Jsonb | null} variables
 * @param {boolean} silent
 * @returns {boolean | null}
 */
function exists(env, target, path, variables, silent) {
  const outcome = new PathRun(path, target, variables, !silent, env).run(null)
  return outcome === FAILED ? null : outcome === 0
}

/**
 * @param {Env} env
 * @param {Jsonb} target
 * @param {JsonPath} path
 * @param {Jsonb | null} variables
 * @param {boolean} silent
 * @returns {boolean | null}
 */
function match(env, target, path, variables, silent) {
  /** @type {Item[]} */
  const found = []
  new PathRun(path, target, variables, !silent, env).run(found)
  if (found.length === 1 && (typeof found[0] === 'boolean' || found[0] === null)) return found[0]
  if (!silent) throw jsonPathError('22038', 'single boolean result is expected')
  return null
}

/**
 * @param {Env} env
 * @param {Jsonb} target
 * @param {JsonPath} path
 * @param {Jsonb | null} variables
 * @param {boolean} silent
 * @returns {Item[]}
 */
function query(env, target, path, variables, silent) {
  /** @type {Item[]} */
  const found = []
  // What was found before a silent error counts.
  new PathRun(path, target, variables, !silent, env).run(found)
  return found
}

/** @param {Item[]} items */
function* each(items) {
  for (const item of items) yield encodeJson(nodeOf(item))
}

/** @param {Item[]} items */
const first = (items) => (items.length === 0 ? null : encodeJson(nodeOf(items[0])))

/** @param {Item[]} items */
const asArray = (items) => encodeJson(items.map(nodeOf))

family.add('jsonb_path_exists', (target, path, variables, silent) => exists(null, target, path, variables, silent), {
  long: true,
})
family.add('jsonb_path_match', (target, path, variables, silent) => match(null, target, path, variables, silent), {
  long: true,
})
family.add(
  'jsonb_path_query',
  (target, path, variables, silent) => each(query(null, target, path, variables, silent)),
  { set: true, long: true }
)
family.add(
  'jsonb_path_query_array',
  (target, path, variables, silent) => asArray(query(null, target, path, variables, silent)),
  { long: true }
)
family.add(
  'jsonb_path_query_first',
  (target, path, variables, silent) => first(query(null, target, path, variables, silent)),
  { long: true }
)
family.add('jsonb_path_exists_opr', (target, path) => exists(null, target, path, null, true), { long: true })
family.add('jsonb_path_match_opr', (target, path) => match(null, target, path, null, true), { long: true })

/** @param {string} timeZone @param {number | bigint} now @returns {Env} */
const zonedBy = (timeZone, now) => ({ ...DEFAULT_ENV, timeZone, now })

/** Theirs may use the session's time zone. */
const ZONED = { long: true, zoned: true }

family.add('jsonb_path_exists_tz', (zone, now, target, path, variables, silent) =>
  exists(zonedBy(zone, now), target, path, variables, silent), ZONED)
family.add('jsonb_path_match_tz', (zone, now, target, path, variables, silent) =>
  match(zonedBy(zone, now), target, path, variables, silent), ZONED)
family.add('jsonb_path_query_tz', (zone, now, target, path, variables, silent) =>
  each(query(zonedBy(zone, now), target, path, variables, silent)), { ...ZONED, set: true })
family.add('jsonb_path_query_array_tz', (zone, now, target, path, variables, silent) =>
  asArray(query(zonedBy(zone, now), target, path, variables, silent)), ZONED)
family.add('jsonb_path_query_first_tz', (zone, now, target, path, variables, silent) =>
  first(query(zonedBy(zone, now), target, path, variables, silent)), ZONED)
