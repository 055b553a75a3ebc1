/** hstore 1.8: sets of pairs of texts. */
import { arraySubscript, nullNotAllowed } from '../../errors/data.js'
import { nullSubscript } from '../../errors/extensions.js'
import { wrongObjectType } from '../../errors/syntax.js'
import { Family } from '../../functions/impl.js'
import { fieldNames, fieldsOf, fieldTypesOf } from '../../functions/json/fields.js'
import { arrayOf, PgArray, PgRecord } from '../../types/array.js'
import { builtinType } from '../../types/lookup.js'
import { JSONB, RECORD, TEXT } from '../../types/oids.js'
import { setColumn } from '../../types/gist/sets.js'
import { hash32, textKey } from '../index-keys.js'
import { keyType, valueFunctions } from '../value-functions.js'
import { toUtf8 } from '../../types/strings/text.js'
import { atOnce } from '../../util/effort.js'
import { hstoreScript } from './script.js'
import { compareHstores, hashHstore, Hstore, hstoreOf, hstoreSteps, hstoreType } from './value.js'

/** @import { CallTypes, FunctionContext } from '../../functions/impl.js' */
/** @import { Steps } from '../../util/effort.js' */
/** @import { TypeOps } from '../../types/type-ops.js' */

const family = new Family()

/** Texts of an array that are not null. @param {PgArray} array @returns {string[]} */
const textsOf = (array) => array.values.filter((value) => value !== null)

/** @param {Hstore} value @param {(key: string, value: string | null) => boolean} keeps */
function filtered({ keys, values }, keeps) {
  const places = keys.map((_, at) => at).filter((at) => keeps(keys[at], values[at]))
  return new Hstore(places.map((at) => keys[at]), places.map((at) => values[at]))
}

/** @param {Hstore} value @param {string} key @returns {string | null} */
const fetch = (value, key) => value.values[value.find(key)] ?? null

/** `value[key] = text`. @param {Hstore | null} value @param {string | null} key @param {string | null} text */
function withPair(value, key, text) {
  if (key === null) throw nullSubscript('hstore')
  return hstoreOf([[key, text], ...value === null ? [] : pairsOf(value)])
}

/** Whether all pairs of the second are pairs of the first. @param {Hstore} outer @param {Hstore} inner */
const contains = (outer, inner) => inner.keys.every((key, at) => {
  const place = outer.find(key)
  return place >= 0 && outer.values[place] === inner.values[at]
})

family.all({
  hstore_version_diag: () => 2,
  hstore_fetchval: fetch,
  hstore_exists: (value, key) => value.find(key) >= 0,
  hstore_exists_any: (value, keys) => textsOf(keys).some((key) => value.find(key) >= 0),
  hstore_exists_all: (value, keys) => textsOf(keys).every((key) => value.find(key) >= 0),
  hstore_defined: (value, key) => fetch(value, key) !== null,
  hstore_delete: (value, gone) => filtered(value, (key) => key !== gone),
  hstore_delete_array: (value, keys) => {
    const gone = new Set(textsOf(keys))
    return filtered(value, (key) => !gone.has(key))
  },
  hstore_delete_hstore: (value, other) => filtered(value, (key, text) => {
    const place = other.find(key)
    return place < 0 || other.values[place] !== text
  }),
  hstore_contains: contains,
  hstore_contained: (a, b) => contains(b, a),
  hstore_slice_to_array: (value, keys) => new PgArray(TEXT, keys.dims, keys.lowerBounds,
    keys.values.map((/** @type {string | null} */ key) => key === null ? null : fetch(value, key))),
  hstore_slice_to_hstore: (value, keys) => {
    const wanted = new Set(textsOf(keys))
    return filtered(value, (key) => wanted.has(key))
  },
  hstore_akeys: (value) => arrayOf(TEXT, value.keys),
  hstore_avals: (value) => arrayOf(TEXT, value.values),
  hstore_to_array: (value) => arrayOf(TEXT, pairsOf(value).flat()),
  hstore_to_matrix: (value) => value.keys.length === 0 ? arrayOf(TEXT, [])
    : new PgArray(TEXT, [value.keys.length, 2], [1, 1], pairsOf(value).flat()),
  hstore_eq: (a, b) => compareHstores(a, b) === 0,
  hstore_ne: (a, b) => compareHstores(a, b) !== 0,
  hstore_lt: (a, b) => compareHstores(a, b) < 0,
  hstore_le: (a, b) => compareHstores(a, b) <= 0,
  hstore_gt: (a, b) => compareHstores(a, b) > 0,
  hstore_ge: (a, b) => compareHstores(a, b) >= 0,
  hstore_cmp: (a, b) => Math.sign(compareHstores(a, b)),
  hstore_hash: (value) => hashHstore(value).low,
  hstore_hash_extended: (value, seed) => hashHstore(value, BigInt(seed)).wide,
})
/** A pair costs as much as so many bytes of a text. */
const PAIR_BYTES = 64
/** @param {Hstore} a @param {Hstore} b */
const concatSteps = (a, b) => hstoreSteps([...pairsOf(b), ...pairsOf(a)])
family.add('hstore_concat', (a, b) => atOnce(concatSteps(a, b)),
  { steps: concatSteps, work: (a, b) => (a.keys.length + b.keys.length) * PAIR_BYTES })
family.add('hstore_skeys', (value) => value.keys, { set: true })
family.add('hstore_svals', (value) => value.values, { set: true })
family.add('hstore_each', (value) => pairsOf(value), { set: true })

/** @param {Hstore} value @returns {[string, string | null][]} */
function pairsOf({ keys, values }) {
  return keys.map((key, at) => [key, values[at]])
}

// ---- from texts and arrays

/** @param {string | null} key @returns {string} */
function requireKey(key) {
  if (key === null) throw nullNotAllowed('null value not allowed for hstore key')
  return key
}

family.add('hstore_from_text', (key, value) => key === null ? null : hstoreOf([[key, value]]))

/** @param {PgArray | null} keys @param {PgArray | null} values @returns {Steps<Hstore | null>} */
function* fromArrays(keys, values) {
  if (keys === null) return null
  if (keys.dims.length > 1 || (values !== null && values.dims.length > 1)) {
    throw arraySubscript('wrong number of array subscripts')
  }
  const shape = (/** @type {PgArray} */ { dims, lowerBounds }) => `${dims.join()}/${lowerBounds.join()}`
  if (values !== null && shape(keys) !== shape(values)) {
    throw arraySubscript('arrays must have same bounds')
  }
  return yield* hstoreSteps(keys.values.map((/** @type {string | null} */ key, /** @type {number} */ at) =>
    [requireKey(key), values === null ? null : values.values[at]]))
}
family.add('hstore_from_arrays', (keys, values) => atOnce(fromArrays(keys, values)), { steps: fromArrays })

family.add('hstore_from_array', ({ dims, values }) => {
  if (dims.length > 2) throw arraySubscript('wrong number of array subscripts')
  if (dims.length === 2 && dims[1] !== 2) throw arraySubscript('array must have two columns')
  if (dims.length === 1 && dims[0] % 2 !== 0) throw arraySubscript('array must have even number of elements')
  /** @type {[string, string | null][]} */
  const pairs = []
  for (let at = 0; at < values.length; at += 2) pairs.push([requireKey(values[at]), values[at + 1]])
  return hstoreOf(pairs)
})

// ---- rows

/** @param {number} oid @returns {TypeOps} */
const opsOf = (oid) => /** @type {TypeOps} */ (builtinType(oid))

family.typed('hstore_from_record', (ctx, types, record) => {
  if (record === null && types.args[0] === RECORD) throw wrongObjectType('record type has not been registered')
  const declared = fieldsOf(ctx.catalog, types.args[0]) ?? []
  const names = record === null ? declared.map(({ name, dropped }) => dropped ? null : name)
    : fieldNames(ctx.catalog, record)
  const fieldTypes = record === null ? [] : fieldTypesOf(ctx.catalog, record)
  /** @type {[string, string | null][]} */
  const pairs = []
  names.forEach((name, at) => {
    if (name === null) return
    const value = record === null ? null : record.values[at]
    pairs.push([name, value === null ? null : opsOf(fieldTypes[at]).format(value, ctx.env)])
  })
  return hstoreOf(pairs)
})

family.typed('hstore_populate_record', (ctx, types, base, value) => {
  if (value === null) return base
  const type = base !== null && base.typeOid !== RECORD ? base.typeOid : types.args[0]
  const fields = fieldsOf(ctx.catalog, type)
  const fieldTypes = fields?.map((field) => field.type) ?? fieldTypesOf(ctx.catalog, base)
  const names = fields?.map(({ name, dropped }) => dropped ? null : name) ?? fieldNames(ctx.catalog, base)
  if (base !== null && value.keys.length === 0) return base
  const values = fieldTypes.map((fieldType, at) => {
    const name = names[at]
    if (name === null) return null
    const place = value.find(name)
    const before = base === null ? null : base.values[at] ?? null
    if (place < 0 && base !== null) return before
    const text = place < 0 ? null : value.values[place]
    const ops = opsOf(fieldType)
    if (text !== null) return ops.parse(text, fields?.[at].typmod ?? -1, ctx.env)
    const isDomain = ctx.env.checkDomain !== undefined && ctx.catalog.type(fieldType)?.kind === 'd'
    return isDomain ? ctx.env.checkDomain?.(fieldType, null) : null
  })
  return new PgRecord(type, values, fieldTypes, fields === null ? names : undefined)
}, { records: true })

// ---- JSON

const JSON_NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/

/** @param {Hstore} value @param {boolean} loose numbers and booleans are what they look like */
const jsonOf = (value, loose) => `{${pairsOf(value).map(([key, text]) => {
  const shown = text === null ? 'null' : loose && (text === 't' || text === 'f') ? (text === 't' ? 'true' : 'false')
    : loose && JSON_NUMBER.test(text) ? text : JSON.stringify(text)
  return `${JSON.stringify(key)}: ${shown}`
}).join(', ')}}`

for (const loose of [false, true]) {
  const suffix = loose ? '_loose' : ''
  family.add(`hstore_to_json${suffix}`, (value) => jsonOf(value, loose))
  family.context(`hstore_to_jsonb${suffix}`, (ctx, value) => opsOf(JSONB).parse(jsonOf(value, loose), -1, ctx.env))
}

// ---- indexes: a key has K before it, a value V, a null is N

const [CONTAINS, EXISTS, EXISTS_ANY, EXISTS_ALL] = [7, 9, 10, 11]

/** One of the three, by the strategy. @typedef {Hstore & string & PgArray} Operand */

/** @param {Hstore} value @returns {string[]} */
const itemsOf = (value) => pairsOf(value).flatMap(([key, text]) => [`K${key}`, text === null ? 'N' : `V${text}`])

/**
 * What an operator looks for. @param {number} strategy @param {Operand} value
 * @returns {{ all: boolean, items: string[] }}
 */
function wantedBy(strategy, value) {
  switch (strategy) {
    case CONTAINS: return { all: true, items: itemsOf(value) }
    case EXISTS: return { all: true, items: [`K${value}`] }
    default: return { all: strategy === EXISTS_ALL, items: textsOf(value).map((key) => `K${key}`) }
  }
}

/** @param {string} item */
const memberOf = (item) => hash32(toUtf8(item), 0)

/** @type {import('../../types/libraries.js').GinClass} */
const ginClass = {
  strategies: [CONTAINS, EXISTS, EXISTS_ANY, EXISTS_ALL],
  extract: (value, put) => { for (const item of itemsOf(value)) put(textKey(item)) },
  query: (strategy, value) => {
    const { all, items } = wantedBy(strategy, value)
    return all && items.length === 0 ? null : { all, keys: items.map(textKey) }
  },
}

const gistColumn = () => setColumn({
  members: (value) => itemsOf(value).map(memberOf),
  query: (strategy, value) => {
    const { all, items } = wantedBy(strategy, value)
    return { all, members: items.map(memberOf) }
  },
  consistent: (key, { all, members }) =>
    all ? members.every((member) => key.has(member)) : members.some((member) => key.has(member)),
})

/** @type {import('../bundled.js').ExtensionModule} */
export const extension = {
  script: hstoreScript,
  functions: [
    ...valueFunctions({
      input: ['hstore_in', 'ghstore_in'], output: ['hstore_out', 'ghstore_out'], send: ['hstore_send'],
    }),
    ...family.functions,
  ],
  values: {
    types: { hstore_in: hstoreType, ghstore_in: keyType },
    natural: ['hstore_cmp', 'hstore_hash'],
    subscripts: { hstore_subscript_handler: { key: TEXT, element: TEXT, get: fetch, set: withPair } },
    gin: { gin_extract_hstore: ginClass },
    gist: { ghstore_consistent: gistColumn },
  },
}
