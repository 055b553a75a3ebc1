/**
 * Type names: `varchar(10)`, `int[]`, `interval day to second`, `t.c%TYPE` as a parse tree gives them, to (OID,
 * typmod).
 */
import {
  BPCHAR, VARCHAR, BIT, VARBIT, NUMERIC, INTERVAL, TIME, TIMETZ, TIMESTAMP, TIMESTAMPTZ,
} from '../../../types/oids.js'
import { namesSchemaOf } from '../named-schemas.js'
import {
  undefinedObject, undefinedSchema, syntaxError, invalidParameter, notSupportedAt,
} from '../../../errors/syntax.js'
/** @import { ParseNode } from '../../../parser/tree.js' */

/** @typedef {import('../context.js').BindContext} BindContext */

/** @param {any[]} names String nodes @returns {string[]} */
export const nameParts = (names) => names.map((part) => part.String?.sval ?? part.sval ?? '')

/**
 * @param {BindContext} ctx @param {any} node TypeName @returns {{ type: number, typmod: number, collation: number }}
 * @throws 42704 when there is no such type, 3F000 no such schema
 */
export function bindTypeName(ctx, node) {
  const location = node.location ?? 0
  if (node.setof) throw syntaxError('type modifier SETOF is not allowed here', { location })
  if (node.pct_type) throw notSupportedAt('%TYPE references are not supported here', { location })
  const parts = nameParts(node.names ?? [])
  namesSchemaOf(ctx, parts, location)
  let info = null
  if (parts.length === 0) info = ctx.catalog.type(node.typeOid)
  else if (parts.length <= 2) info = ctx.view.typeByName(parts.length === 2 ? parts[0] : null, parts[parts.length - 1])
  else if (parts.length === 3) info = ctx.view.typeByName(parts[1], parts[2])
  if (!info) {
    const schema = parts.at(-2)
    if (schema !== undefined && ctx.catalog.namespaceOid(schema) === 0) throw undefinedSchema(schema, { location })
    throw undefinedObject(`type "${parts.join('.')}${node.arrayBounds?.length > 0 ? '[]' : ''}" does not exist`,
      { location, routine: 'typenameType' })
  }
  if (info.defined === false) throw undefinedObject(`type "${info.name}" is only a shell`, { location })
  const typmod = node.typmods ? typmodOf(ctx, info, node.typmods, location) : (node.typemod ?? -1)
  let type = info.oid
  if (node.arrayBounds?.length) {
    type = info.arrayType
    if (!type) throw undefinedObject(`type "${info.name}[]" does not exist`, { location })
  }
  return { type, typmod, collation: ctx.view.type(type).collation }
}

/**
 * @param {BindContext} ctx
 * @param {import('../../catalog-view.js').TypeInfo} info
 * @param {ParseNode[]} nodes
 * @param {number} location
 */
function typmodOf(ctx, info, nodes, location) {
  const values = nodes.map((item) => {
    if (item.A_Const?.ival) return item.A_Const.ival.ival ?? 0
    if (item.A_Const?.fval) return Number(item.A_Const.fval.fval)
    if (item.A_Const?.sval) return Number(item.A_Const.sval.sval)
    throw syntaxError('type modifiers must be simple constants or identifiers', { location })
  })
  switch (info.oid) {
    case BPCHAR: return characterTypmod('char', values, 10485760, location) + 4
    case VARCHAR: return characterTypmod('varchar', values, 10485760, location) + 4
    case BIT: return characterTypmod('bit', values, 83886080, location)
    case VARBIT: return characterTypmod('varbit', values, 83886080, location)
    case NUMERIC: return numericTypmod(values, location)
    case INTERVAL: return intervalTypmod(values, location)
    case TIME: case TIMETZ: case TIMESTAMP: case TIMESTAMPTZ: return precision(info, values, location)
    default: throw syntaxError(`type modifier is not allowed for type "${info.name}"`, { location })
  }
}

/** @param {string} name @param {number[]} values @param {number} max @param {number} location */
function characterTypmod(name, values, max, location) {
  if (values.length !== 1) throw invalidParameter('invalid type modifier', { location })
  if (values[0] < 1) throw invalidParameter(`length for type ${name} must be at least 1`, { location })
  if (values[0] > max) throw invalidParameter(`length for type ${name} cannot exceed ${max}`, { location })
  return values[0]
}

/** @param {number[]} values @param {number} location */
function numericTypmod(values, location) {
  if (values.length > 2) throw invalidParameter('invalid NUMERIC type modifier', { location })
  const [digits, scale = 0] = values
  if (digits < 1 || digits > 1000)
    throw invalidParameter(`NUMERIC precision ${digits} must be between 1 and 1000`, { location })
  if (scale < -1000 || scale > 1000)
    throw invalidParameter(`NUMERIC scale ${scale} must be between -1000 and 1000`, { location })
  return ((digits << 16) | (scale & 0x7ff)) + 4
}

const FULL_RANGE = 0x7fff
const INTERVAL_RANGES = new Set([4, 2, 8, 1024, 2048, 4096, 6, 1032, 3080, 7176, 3072, 7168, 6144, FULL_RANGE])

/** @param {number[]} values @param {number} location */
function intervalTypmod(values, location) {
  const [range, digits = 0xffff] = values
  if (!INTERVAL_RANGES.has(range)) throw invalidParameter('invalid INTERVAL type modifier', { location })
  if (values.length === 1) return range === FULL_RANGE ? -1 : ((0xffff & 0xffff) | (range << 16))
  if (digits < 0) throw invalidParameter(`INTERVAL(${digits}) precision must not be negative`, { location })
  return (Math.min(digits, 6) & 0xffff) | (range << 16)
}

/** @param {import('../../catalog-view.js').TypeInfo} info @param {number[]} values @param {number} location */
function precision(info, values, location) {
  if (values.length !== 1) throw invalidParameter('invalid type modifier', { location })
  const zone = info.oid === TIMETZ || info.oid === TIMESTAMPTZ ? ' WITH TIME ZONE' : ''
  const name = info.oid === TIME || info.oid === TIMETZ ? 'TIME' : 'TIMESTAMP'
  if (values[0] < 0) throw invalidParameter(`${name}(${values[0]})${zone} precision must not be negative`, { location })
  return Math.min(values[0], 6)
}
