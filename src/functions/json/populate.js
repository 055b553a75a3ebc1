/**
 * JSON as rows: json(b)_populate_record(set), json(b)_to_record(set). A member goes into the field of its name: arrays
 * into arrays, objects into composite types, strings also through those types' text input, scalars through the input of
 * their type; domains check what comes.
 */
import { featureNotSupported } from '../../errors/db-error.js'
import { rowsDoNotMatch } from '../../errors/execution.js'
import { invalidText, programLimit } from '../../errors/data.js'
import { expectedJsonArray, jsonInvalid, notARowType, noRowTypeForResult } from '../../errors/json.js'
import { PgArray, PgRecord } from '../../types/array.js'
import { builtinType, isBuiltinType } from '../../types/lookup.js'
import * as T from '../../types/oids.js'
import { atOnce, isTired } from '../../util/effort.js'
import { Family } from '../impl.js'
import { fieldsOf } from './fields.js'
import { binarySource, textSource } from './source.js'
/** @import { CallTypes, FunctionContext } from '../impl.js' */
/** @import { Datum } from '../../types/datum.js' */
/** @import { Field } from './fields.js' */
/** @import { Source } from './source.js' */

const family = new Family()
export const jsonPopulateFunctions = family.functions

const DIMENSIONS_MAX = 6

/** @typedef {{ type: number, typmod: number }} Target */
/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */

/** @param {FunctionContext} ctx @param {number} type @returns {'scalar' | 'array' | 'composite' | 'domain'} */
function categoryOf(ctx, type) {
  if (type === T.RECORD) return 'composite'
  if (isBuiltinType(type))
    return T.elementTypeOf(type) !== 0 && type !== T.INT2VECTOR && type !== T.OIDVECTOR ? 'array' : 'scalar'
  const info = ctx.catalog.type(type)
  if (info?.kind === 'd') return 'domain'
  if (info?.kind === 'c') return 'composite'
  return info?.elementType && info.length === -1 && info.category === 'A' ? 'array' : 'scalar'
}

/** The composite type under a domain, 0 when there is none. @param {FunctionContext} ctx @param {number} type */
function compositeUnder(ctx, type) {
  let at = type
  while (categoryOf(ctx, at) === 'domain') at = ctx.catalog.type(at).baseType
  return categoryOf(ctx, at) === 'composite' ? at : 0
}

/**
 * @param {FunctionContext} ctx
 * @param {Target} target
 * @param {string | null} key the member's name, for hints
 * @param {Source | undefined} source undefined: not there
 * @param {any} before the field's value in the base row
 * @returns {Steps<Datum>}
 */
function* populateField(ctx, target, key, source, before) {
  const isNull = source === undefined || source.kind === 'null'
  switch (categoryOf(ctx, target.type)) {
    case 'domain': {
      const info = ctx.catalog.type(target.type)
      const composite = compositeUnder(ctx, target.type) !== 0 && !(source?.kind === 'string')
      const value = isNull
        ? null
        : composite
          ? yield* populateField(ctx, { type: info.baseType, typmod: info.typmod }, key, source, before)
          : yield* populateField(ctx, { type: info.baseType, typmod: info.typmod }, key, source, null)
      return ctx.env.checkDomain === undefined ? value : ctx.env.checkDomain(target.type, value)
    }
    case 'array':
      return isNull
        ? null
        : source.kind === 'string'
          ? scalar(ctx, target, source)
          : yield* populateArray(ctx, target, key, source)
    case 'composite':
      return isNull
        ? null
        : source.kind === 'string'
          ? scalar(ctx, target, source)
          : yield* populateComposite(ctx, target.type, source, before)
    default:
      return isNull ? null : scalar(ctx, target, source)
  }
}

/** @param {FunctionContext} ctx @param {Target} target @param {Source} source */
function scalar(ctx, { type, typmod }, source) {
  if (type === T.JSONB && source.jsonb !== null) return source.jsonb
  const ops = builtinType(type)
  if (ops === undefined) throw featureNotSupported(`type ${ctx.catalog.type(type)?.name ?? type}`)
  return ops.parse(type === T.JSON || type === T.JSONB ? source.literal : source.plain, typmod, ctx.env)
}

/**
 * @param {FunctionContext} ctx
 * @param {Target} target
 * @param {string | null} key
 * @param {Source} source
 * @returns {Steps<PgArray>}
 */
function* populateArray(ctx, target, key, source) {
  const elementType = isBuiltinType(target.type)
    ? T.elementTypeOf(target.type)
    : ctx.catalog.type(target.type).elementType
  const elements = { type: elementType, typmod: target.typmod }
  const isScalar = categoryOf(ctx, elementType) === 'scalar'
  /** @type {any[]} */
  const values = []
  /** @type {number[]} */
  const dims = []
  /** elements met so far, by level @type {number[]} */
  const sizes = []
  let depth = 0 // 0: not known yet
  yield* walk(source, 1)
  const shape = [sizes[0], ...dims.slice(1)]
  return values.length === 0
    ? new PgArray(elementType, [], [], [])
    : new PgArray(
        elementType,
        shape,
        shape.map(() => 1),
        values
      )

  /** @param {Source} part @param {number} level @returns {Steps<void>} */
  function* walk(part, level) {
    if (part.kind !== 'array') throw expectedArray(level - 1)
    sizes[level - 1] = 0
    let first = true
    for (const element of part.elements()) {
      if (isTired()) yield
      if (element === null) continue
      if (depth === 0 && first && element.kind !== 'array') settle(level)
      first = false
      if (depth > 0 && level >= depth) {
        values.push(
          isScalar ? element.kind === 'null' ? null : scalar(ctx, elements, element)
            : yield* populateField(ctx, elements, null, element, null),
        )
        sizes[level - 1]++
      } else {
        yield* walk(element, level + 1)
        const size = sizes[level]
        if (dims[level] === undefined) dims[level] = size
        else if (dims[level] !== size)
          throw invalidText(
            'malformed JSON array',
            'Multidimensional arrays must have sub-arrays with matching dimensions.'
          )
        sizes[level - 1]++
      }
    }
    if (depth === 0 && first) settle(level)
  }

  /** @param {number} level */
  function settle(level) {
    if (level > DIMENSIONS_MAX)
      throw programLimit(`number of array dimensions (${level}) exceeds the maximum allowed (${DIMENSIONS_MAX})`)
    depth = level
  }

  /** @param {number} level */
  function expectedArray(level) {
    const place = level <= 0 ? null : sizes.slice(0, level).map((size) => `[${size}]`).join('')
    const ofKey = key === null ? '' : ` of key "${key}"`
    return expectedJsonArray(place !== null
          ? `See the array element ${place}${ofKey}.`
          : key === null
            ? undefined
            : `See the value${ofKey}.`)
  }
}

/**
 * @param {FunctionContext} ctx
 * @param {number} type
 * @param {Source} source
 * @param {PgRecord | null} before
 * @returns {Steps<PgRecord>}
 */
function* populateComposite(ctx, type, source, before) {
  if (source.kind === 'array') throw jsonInvalid('cannot call populate_composite on an array')
  if (source.kind !== 'object') throw jsonInvalid('cannot call populate_composite on a scalar')
  const fields = fieldsOf(ctx.catalog, type)
  if (fields === null) throw featureNotSupported('an anonymous record here')
  return yield* populateRow(ctx, type, fields, source, before)
}

/**
 * @param {FunctionContext} ctx
 * @param {number} type
 * @param {Field[]} fields
 * @param {Source} source an object
 * @param {PgRecord | null} before
 * @returns {Steps<PgRecord>}
 */
function* populateRow(ctx, type, fields, source, before) {
  yield* source.read()
  if (before !== null && source.isEmpty()) return before
  /** @type {Datum[]} */
  const values = []
  for (const [at, field] of fields.entries()) {
    const member = field.dropped ? undefined : source.member(field.name)
    const own = before === null ? null : before.values[at] ?? null
    if (field.dropped) values.push(null)
    else if (member === undefined && before !== null) values.push(own)
    else if (categoryOf(ctx, field.type) === 'scalar')
      values.push(member === undefined || member.kind === 'null' ? null : scalar(ctx, field, member))
    else values.push(yield* populateField(ctx, field, field.name, member, own))
  }
  return new PgRecord(
    type,
    values,
    fields.map((field) => (field.dropped ? 0 : field.type)),
    type === T.RECORD ? fields.map(({ name }) => name) : undefined
  )
}

/**
 * Who is being made: its type, its fields, and the domain around it.
 * @typedef {{ type: number, domain: number, fields: Field[] }} RowShape
 */

/** As the query's column definition list says. @param {CallTypes} types @param {string} name @returns {RowShape} */
function definedShape(types, name) {
  if (types.columns === undefined) throw noRowTypeForResult(name)
  return {
    type: T.RECORD,
    domain: 0,
    fields: types.columns.map((column) => ({
      name: column.name, type: column.type, typmod: column.typmod, dropped: false,
    })),
  }
}

/**
 * As the first argument says.
 * @param {FunctionContext} ctx
 * @param {CallTypes} types
 * @param {PgRecord | null} base
 * @param {string} name
 * @returns {RowShape}
 */
function argumentShape(ctx, types, base, name) {
  const declared = types.args[0]
  const composite = declared === T.UNKNOWN ? 0 : compositeUnder(ctx, declared)
  if (composite === 0) throw notARowType(name)
  if (composite !== T.RECORD)
    return {
      type: composite,
      domain: composite === declared ? 0 : declared,
      fields: fieldsOf(ctx.catalog, composite) ?? [],
    }
  if (base === null) return definedShape(types, name)
  const fieldTypes = base.fieldTypes ?? []
  checkAgainst(ctx, types, fieldTypes)
  const known = base.typeOid === T.RECORD ? null : fieldsOf(ctx.catalog, base.typeOid)
  return {
    type: base.typeOid,
    domain: 0,
    fields:
      known ??
      fieldTypes.map((type, at) => ({ name: base.names?.[at] ?? `f${at + 1}`, type, typmod: -1, dropped: false })),
  }
}

/**
 * The row of the argument against the query's column definition list.
 * @param {FunctionContext} ctx
 * @param {CallTypes} types
 * @param {number[]} fieldTypes
 */
function checkAgainst(ctx, types, fieldTypes) {
  if (types.columns === undefined) return
  const mismatch = (/** @type {string} */ detail) =>
    rowsDoNotMatch(detail)
  const { columns } = types
  if (columns.length !== fieldTypes.length) {
    throw mismatch(`Returned row contains ${fieldTypes.length} attribute${fieldTypes.length === 1 ? '' : 's'}, but query expects ${columns.length}.`)
  }
  const typeName = (/** @type {number} */ type) => builtinType(type)?.display ?? String(type)
  columns.forEach((column, at) => {
    if (column.type !== fieldTypes[at]) throw mismatch(`Returned type ${typeName(fieldTypes[at])} at ordinal position ${at + 1}, but query expects ${typeName(column.type)}.`)
  })
}

/**
 * @param {FunctionContext} ctx
 * @param {RowShape} shape
 * @param {Source} source
 * @param {PgRecord | null} base
 * @returns {Steps<Datum>}
 */
function* makeRow(ctx, shape, source, base) {
  const row = yield* populateRow(ctx, shape.type, shape.fields, source, base)
  return shape.domain === 0 || ctx.env.checkDomain === undefined ? row : ctx.env.checkDomain(shape.domain, row)
}

/** @param {Source} source */
function requireObject(source) {
  if (source.kind === 'array') throw jsonInvalid('cannot call populate_composite on an array')
  if (source.kind !== 'object') throw jsonInvalid('cannot call populate_composite on a scalar')
}

/**
 * Rows of an array of objects, made one by one.
 * @param {FunctionContext} ctx
 * @param {RowShape} shape
 * @param {Source} source
 * @param {PgRecord | null} base
 * @param {string} name
 */
function* makeRows(ctx, shape, source, base, name) {
  for (const element of source.elements()) {
    if (element === null) continue
    if (element.kind !== 'object') throw jsonInvalid(`argument of ${name} must be an array of objects`)
    yield atOnce(makeRow(ctx, shape, element, base))
  }
}

/** @param {Source} source @param {string} name */
function requireArray(source, name) {
  if (source.kind === 'array') return
  if (source.jsonb !== null) throw jsonInvalid(`cannot call ${name} on a non-array`)
  throw jsonInvalid(`cannot call ${name} on ${source.kind === 'object' ? 'an object' : 'a scalar'}`)
}

for (const [prefix, open] of /** @type {[string, (value: any) => Source][]} */ ([
  ['json', textSource],
  ['jsonb', binarySource],
])) {
  const populate = `${prefix}_populate_record`
  /** @type {(ctx: FunctionContext, types: CallTypes, base: PgRecord | null, value: Datum) => Steps<Datum>} */
  const populateSteps = function* (ctx, types, base, value) {
    const shape = argumentShape(ctx, types, base, populate)
    if (value === null) return base
    const source = open(value)
    requireObject(source)
    return yield* makeRow(ctx, shape, source, base)
  }
  family.typed(populate, (ctx, types, base, value) => atOnce(populateSteps(ctx, types, base, value)),
    { records: true, steps: populateSteps })
  const toRecord = `${prefix}_to_record`
  /** @type {(ctx: FunctionContext, types: CallTypes, value: Datum) => Steps<Datum>} */
  const recordSteps = function* (ctx, types, value) {
    const shape = definedShape(types, toRecord)
    const source = open(value)
    requireObject(source)
    return yield* makeRow(ctx, shape, source, null)
  }
  family.typed(toRecord, (ctx, types, value) => atOnce(recordSteps(ctx, types, value)),
    { records: true, steps: recordSteps })
  const populateSet = `${prefix}_populate_recordset`
  family.typed(populateSet, (ctx, types, base, value) => {
    const shape = argumentShape(ctx, types, base, populateSet)
    if (value === null) return []
    const source = open(value)
    requireArray(source, populateSet)
    return makeRows(ctx, shape, source, base, populateSet)
  }, { set: true, records: true })
  const toSet = `${prefix}_to_recordset`
  family.typed(toSet, (ctx, types, value) => {
    const shape = definedShape(types, toSet)
    if (value === null) return []
    const source = open(value)
    requireArray(source, toSet)
    return makeRows(ctx, shape, source, null, toSet)
  }, { set: true, records: true })
}
