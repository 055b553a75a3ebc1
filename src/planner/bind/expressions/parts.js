/**
 * Assignment to a part of a column: an element or slice of an array, a field of a composite value, and any nesting of
 * these (SET c.f[1].g = …). The column is made anew from its old value with the part replaced; a domain on the way is
 * checked again.
 */
import { cannotCoerce, datatypeMismatch, notSupportedAt, undefinedColumn } from '../../../errors/syntax.js'
import { ownSubscripts } from '../../../catalog/subscripts.js'
import { INT2VECTOR, INT2_ARRAY, OIDVECTOR, OID_ARRAY } from '../../../types/oids.js'
import { coerceTo } from './coerce.js'
import { subscript } from './subscripts.js'
/** @import { ParseNode } from '../../../parser/tree.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../context.js').BindContext} BindContext */
/** @typedef {import('../context.js').Level} Level */
/** @typedef {{ type: number, typmod: number, collation: number }} PartType */

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {{ name: string, typeOid: number, typmod: number, collation: number }} column ColumnDesc
 * @param {Expr} base the column's value so far
 * @param {Expr} value
 * @param {unknown[]} steps indirection
 * @param {number} location of what is assigned to
 * @returns {Expr}
 */
export function partAssignment(ctx, level, column, base, value, steps, location) {
  return into(
    ctx, level, column.name, base, { type: column.typeOid, typmod: column.typmod, collation: column.collation }, steps,
    value, null, location,
  )
}

/**
 * The type of the part that is assigned to.
 * @param {BindContext} ctx
 * @param {{ name: string, typeOid: number, typmod: number, collation: number }} column
 * @param {any[]} steps
 * @param {number} location of what is assigned to
 * @returns {PartType}
 */
export function partType(ctx, column, steps, location) {
  /** @type {PartType} */
  let part = { type: column.typeOid, typmod: column.typmod, collation: column.collation }
  let { name } = column
  for (let at = 0; at < steps.length;) {
    if (steps[at].A_Indices) {
      let slice = false
      for (; at < steps.length && steps[at].A_Indices; at++) slice ||= steps[at].A_Indices.is_slice === true
      const base = ctx.view.baseType(part.type)
      const element = ownSubscripts(ctx.catalog, base)?.element ?? ctx.view.type(base).elementType
      if (!slice && element !== 0)
        part = { type: element, typmod: part.typmod, collation: ctx.view.type(element).collation }
    } else {
      const field = stepName(steps[at++])
      part = fieldOf(ctx, part.type, field, name, location)
      name = field
    }
  }
  return part
}

/** What DEFAULT for a part says. @param {ParseNode[]} steps */
export const refuseDefaultPart = (steps) =>
  notSupportedAt(steps[0].A_Indices ? 'cannot set an array element to DEFAULT' : 'cannot set a subfield to DEFAULT')

/** @param {any} step */
function stepName(step) {
  if (step.String === undefined) throw notSupportedAt('row expansion via "*" is not supported here')
  return step.String.sval
}

/**
 * @param {BindContext} ctx
 * @param {number} type
 * @param {string} name
 * @param {string} column
 * @param {number} location
 * @returns {PartType & { attnum: number }}
 */
function fieldOf(ctx, type, name, column, location) {
  const composite = ctx.view.type(ctx.view.baseType(type))
  if (composite.kind !== 'c') {
    throw datatypeMismatch(`cannot assign to field "${name}" of column "${column}" because its type ${ctx.view.typeName(type)} is not a composite type`, { location })
  }
  const columns = ctx.compositeColumns(composite.oid)
  const at = columns.findIndex((candidate) => candidate.name === name && !candidate.dropped)
  if (at < 0) throw undefinedColumn(`cannot assign to field "${name}" of column "${column}" because there is no such column in data type ${ctx.view.typeName(type)}`, { location })
  return { ...columns[at], attnum: at + 1 }
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {string} column or field, for messages
 * @param {Expr} base
 * @param {PartType} part what `base` is
 * @param {any[]} steps
 * @param {Expr} value
 * @param {'element' | 'field' | null} kind of the part @param {number} location of what is assigned to
 * @returns {Expr}
 */
function into(ctx, level, column, base, part, steps, value, kind, location) {
  if (steps.length === 0) {
    const converted = coerceTo(ctx, value, part.type, part.typmod, 'assignment')
    if (converted) return converted
    const types = `${ctx.view.typeName(part.type)} but expression is of type ${ctx.view.typeName(value.type)}`
    throw datatypeMismatch(
      kind === 'field'
        ? `subfield "${column}" is of type ${types}`
        : `subscripted assignment to "${column}" requires type ${types}`,
      { location, routine: 'transformAssignmentIndirection', hint: 'You will need to rewrite or cast the expression.' },
    )
  }
  const inner = ctx.view.baseType(part.type)
  // What another part of the column was assigned before is checked with the whole, not by itself.
  const plain =
    base.kind === 'domain'
      ? base.arg
      : inner === part.type
        ? base
        : /** @type {Expr} */ ({
            kind: 'relabel',
            arg: base,
            type: inner,
            typmod: -1,
            collation: part.collation,
            display: 'implicit',
            location: -1,
          })
  /** @type {Expr} */
  let made
  if (steps[0].A_Indices) {
    const count = steps.findIndex((step) => !step.A_Indices)
    const indices = (count < 0 ? steps : steps.slice(0, count)).map((step) => step.A_Indices)
    const place = /** @type {import('../../../catalog/expr.js').Subscript} */ (subscript(ctx, level, plain, indices))
    if (inner === OIDVECTOR || inner === INT2VECTOR) {
      const array = inner === OIDVECTOR ? OID_ARRAY : INT2_ARRAY
      throw cannotCoerce(`cannot cast type ${ctx.view.typeName(array)} to ${ctx.view.typeName(inner)}`, { location })
    }
    const wanted = place.lower ? place.type : place.elementType
    const element = { type: wanted, typmod: place.typmod, collation: ctx.view.type(wanted).collation }
    const source = into(ctx, level, column, place, element, steps.slice(indices.length), value, 'element', location)
    made = ({ ...place, kind: 'subscriptAssign', source, type: inner, typmod: part.typmod, collation: part.collation })
  } else {
    const fieldName = stepName(steps[0])
    const field = fieldOf(ctx, part.type, fieldName, column, location)
    const old = /** @type {Expr} */ ({
      kind: 'field', arg: plain, attnum: field.attnum, type: field.type, typmod: field.typmod,
      collation: field.collation, location: -1,
    })
    const source = into(ctx, level, fieldName, old, field, steps.slice(1), value, 'field', location)
    made = {
      kind: 'fieldAssign', arg: plain, attnum: field.attnum, source, type: inner, typmod: -1, collation: 0,
      location: -1,
    }
  }
  if (inner === part.type) return made
  const checked = coerceTo(ctx, made, part.type, part.typmod, 'assignment')
  if (!checked) throw datatypeMismatch(`column "${column}" cannot take this value`, { location })
  return checked
}
