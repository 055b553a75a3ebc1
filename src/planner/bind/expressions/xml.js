/** XMLELEMENT, XMLFOREST, XMLCONCAT, XMLPARSE, XMLPI, XMLROOT, IS DOCUMENT and XMLSERIALIZE: one kind of node. */
import { attributeTwice, cannotSerialize, unnamedXml } from '../../../errors/xml.js'
import { placed } from '../../../errors/syntax.js'
import { xmlNameOf } from '../../../types/xml/names.js'
import { BOOL, INT4, TEXT, XML } from '../../../types/oids.js'

/** @import { Expr, XmlExpr } from '../../../catalog/expr.js' */
/** @import { BindContext } from '../context.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */
/**
 * How what stands inside is bound and taken for something.
 * @typedef {object} Parts
 * @property {(node: ParseNode) => Expr} bind
 * @property {(expr: Expr, type: number, clause: string) => Expr} coerce 42804 where it cannot be
 * @property {(expr: Expr, type: number, typmod: number) => Expr | null} assign null where it cannot be
 * @property {(node: Tree<import('@pgsql/types').TypeName>) => { type: number, typmod: number, collation: number }}
 *   typeOf
 */

/** @type {Record<string, XmlExpr['op']>} */
const OPERATIONS = {
  IS_XMLCONCAT: 'concat', IS_XMLELEMENT: 'element', IS_XMLFOREST: 'forest', IS_XMLPARSE: 'parse', IS_XMLPI: 'pi',
  IS_XMLROOT: 'root', IS_DOCUMENT: 'document',
}
/** What arguments are taken for, the last for all that follow. @type {Record<string, number[]>} */
const TYPES = { concat: [XML], parse: [TEXT, BOOL], pi: [TEXT], root: [XML, TEXT, INT4], document: [XML] }
/** @type {Record<string, string>} */
const CLAUSES = { concat: 'XMLCONCAT', parse: 'XMLPARSE', pi: 'XMLPI', root: 'XMLROOT', document: 'IS DOCUMENT' }

/** @param {string} option XMLOPTION_… */
const optionOf = (option) => option === 'XMLOPTION_DOCUMENT' ? 'document' : 'content'

/**
 * @param {Tree<import('@pgsql/types').XmlExpr>} node @param {Parts} parts
 * @returns {XmlExpr} @throws {DbError} 42601, 42804
 */
export function bindXml(node, { bind, coerce }) {
  const op = OPERATIONS[node.op]
  /** @type {string[]} */
  const argNames = []
  const named = (node.named_args ?? []).map((/** @type {ParseNode} */ { ResTarget: target }) => {
    const isColumn = target.val.ColumnRef !== undefined
    if (target.name === undefined && !isColumn) {
      throw placed(unnamedXml(op === 'element' ? 'attribute' : 'element'), target.location ?? -1)
    }
    const name =
      target.name === undefined
        ? xmlNameOf(target.val.ColumnRef.fields.at(-1)?.String?.sval ?? '', { fully: true })
        : xmlNameOf(target.name, { fully: false })
    if (op === 'element' && argNames.includes(name)) throw placed(attributeTwice(name), target.location ?? -1)
    argNames.push(name)
    return bind(target.val)
  })
  const types = TYPES[op]
  const args = (node.args ?? []).map((/** @type {ParseNode} */ arg, /** @type {number} */ at) => {
    const expr = bind(arg)
    return types === undefined ? expr : coerce(expr, types[Math.min(at, types.length - 1)], CLAUSES[op])
  })
  return {
    kind: 'xml', op, name: node.name === undefined ? '' : xmlNameOf(node.name, { fully: false }), argNames, named, args,
    option: optionOf(node.xmloption), type: op === 'document' ? BOOL : XML, typmod: -1, collation: 0,
    location: node.location ?? -1,
  }
}

/**
 * @param {BindContext} ctx @param {Tree<import('@pgsql/types').XmlSerialize>} node @param {Parts} parts
 * @returns {Expr} @throws {DbError} 42846
 */
export function bindXmlSerialize(ctx, node, { bind, coerce, assign, typeOf }) {
  const arg = coerce(bind(node.expr), XML, 'XMLSERIALIZE')
  const { type, typmod, collation } = typeOf(node.typeName)
  /** @type {XmlExpr} */
  const text = {
    kind: 'xml', op: 'serialize', name: '', argNames: [], named: [], args: [arg], option: optionOf(node.xmloption),
    as: { type, typmod }, type: TEXT, typmod: -1, collation: collation || 100, location: node.location ?? -1,
  }
  const converted = assign(text, type, typmod)
  if (converted === null) throw placed(cannotSerialize(ctx.view.typeName(type)), node.location ?? -1)
  return converted
}
