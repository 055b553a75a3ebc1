/**
 * Storage parameters: WITH (…) and SET (…). Known names are checked and kept in reloptions; those that steer VACUUM are
 * accepted and have no effect on correctness.
 */
/** @import { DbError } from '../../errors/db-error.js' */
import { invalidParameter, malformedParameter, unknownParameter } from '../../errors/ddl/catalog.js'
import { parametersOfMethod } from '../extension-methods.js'
import { lowerAscii, trimBlanks } from '../../util/ascii.js'
import {
  notAMultiple, operatorClassHasNoOptions, unrecognizedParameterNamespace,
} from '../../errors/ddl/definitions.js'

/**
 * @typedef {{ kind: 'integer' | 'boolean' | 'floating point' | 'enum', min?: number, max?: number,
 *   multiple?: number, values?: string[], detail?: string }} Parameter
 */

const TABLE = /** @type {Record<string, Parameter>} */ ({
  fillfactor: { kind: 'integer', min: 10, max: 100 },
  toast_tuple_target: { kind: 'integer', min: 128, max: 8160 },
  parallel_workers: { kind: 'integer', min: 0, max: 1024 },
  user_catalog_table: { kind: 'boolean' },
  vacuum_truncate: { kind: 'boolean' },
  vacuum_index_cleanup: {
    kind: 'enum',
    values: ['auto', 'on', 'off', 'true', 'false', 'yes', 'no', '1', '0'],
    detail: 'Valid values are "on", "off", and "auto".',
  },
  autovacuum_enabled: { kind: 'boolean' },
  autovacuum_vacuum_threshold: { kind: 'integer', min: 0, max: 2147483647 },
  autovacuum_vacuum_insert_threshold: { kind: 'integer', min: -1, max: 2147483647 },
  autovacuum_analyze_threshold: { kind: 'integer', min: 0, max: 2147483647 },
  autovacuum_vacuum_cost_limit: { kind: 'integer', min: 1, max: 10000 },
  autovacuum_freeze_min_age: { kind: 'integer', min: 0, max: 1000000000 },
  autovacuum_freeze_max_age: { kind: 'integer', min: 100000, max: 2000000000 },
  autovacuum_freeze_table_age: { kind: 'integer', min: 0, max: 2000000000 },
  autovacuum_vacuum_scale_factor: { kind: 'floating point', min: 0, max: 100 },
  autovacuum_vacuum_insert_scale_factor: { kind: 'floating point', min: 0, max: 100 },
  autovacuum_analyze_scale_factor: { kind: 'floating point', min: 0, max: 100 },
  autovacuum_vacuum_cost_delay: { kind: 'floating point', min: 0, max: 100 },
  log_autovacuum_min_duration: { kind: 'integer', min: -1, max: 2147483647 },
})
const BTREE = /** @type {Record<string, Parameter>} */ ({
  fillfactor: { kind: 'integer', min: 10, max: 100 },
  deduplicate_items: { kind: 'boolean' },
})
const FILL = /** @type {Record<string, Parameter>} */ ({ fillfactor: { kind: 'integer', min: 10, max: 100 } })
/** Of indexes that are no B-trees, by access method. What an index is filled and flushed by changes no answer. */
const INDEXES = /** @type {Record<string, Record<string, Parameter>>} */ ({
  btree: BTREE,
  hash: FILL,
  spgist: FILL,
  gist: {
    ...FILL,
    buffering: { kind: 'enum', values: ['auto', 'on', 'off'], detail: 'Valid values are "on", "off", and "auto".' },
  },
  brin: { pages_per_range: { kind: 'integer', min: 1, max: 131072 }, autosummarize: { kind: 'boolean' } },
  gin: { fastupdate: { kind: 'boolean' }, gin_pending_list_limit: { kind: 'integer', min: 64, max: 2147483647 } },
})
const VIEW = /** @type {Record<string, Parameter>} */ ({
  check_option: { kind: 'enum', values: ['local', 'cascaded'], detail: 'Valid values are "local" and "cascaded".' },
  security_barrier: { kind: 'boolean' },
  security_invoker: { kind: 'boolean' },
})
const COLUMN = /** @type {Record<string, Parameter>} */ ({
  n_distinct: { kind: 'floating point', min: -1, max: Number.MAX_VALUE },
  n_distinct_inherited: { kind: 'floating point', min: -1, max: Number.MAX_VALUE },
})
/**
 * What may be set for a table's long values, which are in the table's own file: it tunes their vacuum alone, so it is
 * checked and forgotten.
 */
const OUT_OF_LINE = /^(autovacuum_(?!analyze)|vacuum_|log_autovacuum)/

const NONE = /** @type {Record<string, Parameter>} */ ({})

/**
 * @param {Record<string, string | null>} options null: given without a value, which means true
 * @param {string} kind pg_class.relkind
 * @param {string} [method] of an index
 * @returns {string[]} name=value, in the order given
 * @throws {DbError} 22023
 */
export function storedOptions(options, kind, method) {
  return storedIn(parametersOf(kind, method), options)
}

/** @param {Record<string, Parameter>} known @param {Record<string, string | null>} options */
function storedIn(known, options) {
  return Object.entries(options).flatMap(([name, given]) => {
    const [space, own] = name.split('.')
    if (own !== undefined) {
      if (known !== TABLE || space !== 'toast')
        throw unrecognizedParameterNamespace(space)
      const parameter = OUT_OF_LINE.test(own) ? TABLE[own] : undefined
      if (parameter === undefined) throw unknownParameter(own)
      check(own, parameter, given ?? 'true')
      return []
    }
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined
    if (parameter === undefined) throw unknownParameter(name)
    const value = given ?? 'true'
    check(name, parameter, value)
    return `${name}=${value}`
  })
}

/**
 * Of operator classes that have any: what a brin index counts in its ranges, how long a gist signature is. They size
 * what is kept here in another way.
 */
const BLOOM = /** @type {Record<string, Parameter>} */ ({
  n_distinct_per_range: { kind: 'floating point', min: -1, max: 2147483647 },
  false_positive_rate: { kind: 'floating point', min: 0.0001, max: 0.25 },
})
const MINMAX_MULTI = /** @type {Record<string, Parameter>} */ ({
  values_per_range: { kind: 'integer', min: 8, max: 256 },
})
/** @type {Record<string, Parameter>} */
const SIGNATURE = { siglen: { kind: 'integer', min: 1, max: 2024 } }
/** @type {Map<string, Record<string, Parameter>>} */
const GIST_CLASSES = new Map([
  ...['tsvector_ops', 'gist_trgm_ops', 'gist_hstore_ops', 'gist__intbig_ops', 'gist__ltree_ops']
    .map((name) => /** @type {[string, Record<string, Parameter>]} */ ([name, SIGNATURE])),
  ['gist_ltree_ops', { siglen: { kind: 'integer', min: 4, max: 2024, multiple: 4 } }],
  ['gist__int_ops', { numranges: { kind: 'integer', min: 1, max: 252 } }],
])

/**
 * @param {string} method
 * @param {string} opclass
 * @param {Record<string, string | null>} options
 * @returns {string[]} name=value
 * @throws {DbError} 22023
 */
export function storedClassOptions(method, opclass, options) {
  const known =
    method === 'brin' && /_bloom_ops$/.test(opclass)
      ? BLOOM
      : method === 'brin' && /_minmax_multi_ops$/.test(opclass)
        ? MINMAX_MULTI
        : method === 'gist' ? GIST_CLASSES.get(opclass) : undefined
  if (known === undefined) throw operatorClassHasNoOptions(opclass)
  return storedIn(known, options)
}

/** Of a column. @param {Record<string, string | null>} set @returns {string[]} @throws {DbError} 22023 */
export const storedColumnOptions = (set) => storedIn(COLUMN, set)

/** @param {string} kind @param {string} [method] */
const parametersOf = (kind, method = 'btree') =>
  kind === 'r' || kind === 'm'
    ? TABLE
    : kind === 'i' || kind === 'I'
      ? (INDEXES[method] ?? parametersOfMethod(method) ?? NONE)
      : kind === 'v'
        ? VIEW
        : NONE

/** @param {string} name @param {Parameter} parameter @param {string} value */
function check(name, parameter, value) {
  const { kind, min = 0, max = 0, multiple = 0 } = parameter
  if (kind === 'enum') {
    if (!(parameter.values ?? []).includes(lowerAscii(value)))
      throw malformedParameter(name, 'enum', value, parameter.detail)
  } else if (kind === 'boolean') {
    if (!/^(t|tr|tru|true|f|fa|fal|fals|false|y|ye|yes|n|no|on|of|off|1|0)$/i.test(value))
      throw malformedParameter(name, 'boolean', value)
  } else {
    const given = Number(value)
    if (trimBlanks(value) === '' || !Number.isFinite(given)) throw malformedParameter(name, kind, value)
    const number = kind === 'integer' ? Math.round(given) : given
    if (number < min || number > max) throw invalidParameter(name, value, kind === 'integer' ? `Valid values are between "${min}" and "${max}".`
      : `Valid values are between "${min.toFixed(6)}" and "${max < 1e21 ? max.toFixed(6) : `${BigInt(max)}.000000`}".`)
    if (multiple > 0 && number % multiple !== 0) throw notAMultiple(name, multiple)
  }
}
