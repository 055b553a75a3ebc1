/**
 * Bound expressions as SQL text, the way pg_get_expr and the other pg_get_* functions print them: operators and boolean
 * tests always in parentheses, casts as ::, constants with their type where the text alone would not say it. With
 * `pretty`, parentheses only where reading needs them.
 */
import { collationName, operatorName } from './visible.js'
import { nameOfXml } from '../../types/xml/names.js'
import { builtinType } from '../../types/registry.js'
import { DEFAULT_ENV } from '../../types/type-ops.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { quoteConstant, quoteIdentifier } from './names.js'
import { qualifiedName } from './objects.js'
import { recordFieldName } from './record-fields.js'
import { sqlSyntax } from './sql-syntax.js'
import { formatType } from './types.js'
import { boundText, isPartitionBound } from '../partitions/bound.js'

/** @import { Expr } from '../expr.js' */
/** @import { CatalogSnapshot } from '../snapshot.js' */

/**
 * @typedef {object} DeparseOptions
 * @property {(column: { rt: number, attnum: number }) => string} column how a column reference prints, already quoted
 * @property {(number: number) => string} [param] how $number prints, where it has a name
 * @property {boolean} [pretty] only the parentheses that PostgreSQL's pretty printer keeps
 */

/** Where a line begins; spaces before it go, as PostgreSQL's printer does it. */
export const LINE = '\u0001'

/**
 * @param {CatalogSnapshot} catalog
 * @param {Expr} expr
 * @param {DeparseOptions} options
 * @returns {string} with parentheses where PostgreSQL puts them
 */
export function deparse(catalog, expr, options) {
  return finished(new Deparser(catalog, options).text(expr, false))
}

/** Lines as they are to be read. @param {string} text */
export const finished = (text) => text.replace(/ *\u0001/g, '\n')

/**
 * Over one relation, as pg_get_expr(adbin, adrelid).
 * @param {CatalogSnapshot} catalog
 * @param {Expr} expr
 * @param {{ name?: string, columns: { name: string }[] } | null} relation
 * @param {boolean} [pretty]
 */
export function deparseOver(catalog, expr, relation, pretty = false) {
  return deparse(catalog, expr, {
    pretty,
    column: ({ attnum }) =>
      attnum > 0 && relation !== null
        ? quoteIdentifier(relation.columns[attnum - 1].name)
        : attnum === 0 && relation?.name !== undefined
          ? `${quoteIdentifier(relation.name)}.*`
          : (SYSTEM_NAMES[attnum] ?? '?column?'),
  })
}

/** Whether an index key prints without parentheses of its own. @param {Expr} expr */
export function looksLikeFunction(expr) {
  return (
    (expr.kind === 'func' && expr.display === 'call') ||
    ['coalesce', 'greatest', 'least', 'nullif', 'sqlvalue'].includes(expr.kind)
  )
}

/** By attnum. */
export const SYSTEM_NAMES = /** @type {Record<number, string>} */ ({
  [-1]: 'ctid',
  [-2]: 'xmin',
  [-3]: 'cmin',
  [-4]: 'xmax',
  [-5]: 'cmax',
  [-6]: 'tableoid',
})

export class Deparser {
  /** @param {CatalogSnapshot} catalog @param {DeparseOptions} options */
  constructor(catalog, options) {
    this.catalog = catalog
    this.options = options
    this.indent = 0
  }

  /**
   * @param {Expr} expr
   * @param {boolean} showImplicit implicit casts are printed under operators and calls, not at the top
   * @returns {string}
   */
  text(expr, showImplicit) {
    if (isPartitionBound(expr)) return boundText(expr, (value) => this.constant(value, false))
    switch (expr.kind) {
      case 'const': return this.constant(expr, true)
      case 'param': return this.options.param?.(expr.number) ?? `$${expr.number}`
      case 'column': return this.options.column(expr)
      case 'func': return this.call(expr, showImplicit)
      case 'op': return this.operator(expr)
      case 'anyall': return this.wrapped(`${this.under(expr.args[0], true, expr)} ${this.operatorName(expr.oid)} ${expr.all ? 'ALL' : 'ANY'} (${this.under(expr.args[1], true, expr)})`)
      case 'distinct': return this.wrapped(`${this.under(expr.args[0], true, expr)} IS DISTINCT FROM ${this.under(expr.args[1], true, expr)}`)
      case 'nullif': return `NULLIF(${this.list(expr.args)})`
      case 'and': case 'or': return this.wrapped(expr.args.map((arg) => this.under(arg, false, expr)).join(expr.kind === 'and' ? ' AND ' : ' OR '))
      case 'not': return this.wrapped(`NOT ${this.under(expr.args[0], false, expr)}`)
      case 'isnull': return this.wrapped(`${this.under(expr.arg, true, expr)} IS ${expr.scalar === true ? `${expr.not ? '' : 'NOT '}DISTINCT FROM ` : expr.not ? 'NOT ' : ''}NULL`)
      case 'booltest': return this.wrapped(`${this.under(expr.arg, false, expr)} IS ${expr.not ? 'NOT ' : ''}${expr.test.toUpperCase()}`)
      case 'case': return this.caseText(expr)
      case 'coalesce': case 'greatest': case 'least': return `${expr.kind.toUpperCase()}(${this.list(expr.args)})`
      case 'xml': return this.xmlText(expr)
      case 'relabel': case 'viaio': case 'rowconvert': case 'arraycoerce': case 'domain':
        return expr.display === 'implicit' && !showImplicit
          ? this.under(expr.arg, false, expr)
          : this.cast(expr.arg, expr.type, expr.typmod, expr)
      case 'array': return `ARRAY[${this.list(expr.elements)}]${expr.elements.length === 0 ? `::${this.typeName(expr.type, -1)}` : ''}`
      case 'row': return `ROW(${this.list(expr.args)})${expr.display === 'cast' ? `::${this.typeName(expr.type, -1)}` : ''}`
      case 'rowcompare': return `(ROW(${this.list(expr.left)}) ${expr.op} ROW(${this.list(expr.right)}))`
      case 'subscript': return this.subscript(expr)
      case 'field': return this.field(expr)
      case 'collate': return this.wrapped(`${this.under(expr.arg, showImplicit, expr)} COLLATE ${collationName(this.catalog, expr.collation)}`)
      case 'sqlvalue': return expr.name.toUpperCase() + (expr.typmod >= 0 ? `(${expr.typmod})` : '')
      case 'caseTest': return 'VALUE'
      default: return this.ofQuery(expr)
    }
  }

  /** @param {import('../expr.js').XmlExpr} expr @returns {string} */
  xmlText(expr) {
    const { op, args, option } = expr
    const content = option.toUpperCase()
    const asSql = (/** @type {string} */ name) => quoteIdentifier(nameOfXml(name))
    const named = expr.named.map((arg, at) => `${this.text(arg, true)} AS ${asSql(expr.argNames[at])}`)
    const name = `NAME ${asSql(expr.name)}`
    const list = args.map((arg) => this.text(arg, true))
    switch (op) {
      // The pretty printer has parentheses around whatever it is.
      case 'document': return this.options.pretty ? `(${list[0]}) IS DOCUMENT` : `${list[0]} IS DOCUMENT`
      case 'element': {
        const attributes = named.length === 0 ? [] : [`XMLATTRIBUTES(${named.join(', ')})`]
        return `XMLELEMENT(${[name, ...attributes, ...list].join(', ')})`
      }
      case 'forest': return `XMLFOREST(${named.join(', ')})`
      case 'pi': return `XMLPI(${[name, ...list].join(', ')})`
      case 'parse': return `XMLPARSE(${content} ${list[0]} ${isTrue(args[1]) ? 'PRESERVE' : 'STRIP'} WHITESPACE)`
      case 'root': {
        const version = isNullConstant(args[1]) ? 'NO VALUE' : list[1]
        return `XMLROOT(${list[0]}, VERSION ${version}${standaloneText(args[2])})`
      }
      case 'serialize': {
        const { type, typmod } = /** @type {{ type: number, typmod: number }} */ (expr.as)
        return `XMLSERIALIZE(${content} ${list[0]} AS ${this.typeName(type, typmod)})`
      }
      default: return `XMLCONCAT(${list.join(', ')})`
    }
  }

  /** What only stands in a query. @param {Expr} expr @returns {string} */
  ofQuery(expr) {
    throw featureNotSupported(`printing an expression of kind ${expr.kind}`)
  }

  /** @param {string} text */
  wrapped(text) {
    return this.options.pretty ? text : `(${text})`
  }

  /**
   * An operand: only the pretty printer asks whether it needs parentheses of its own.
   * @param {Expr} expr
   * @param {boolean} showImplicit
   * @param {Expr} parent
   * @returns {string}
   */
  under(expr, showImplicit, parent) {
    const text = this.text(expr, showImplicit)
    return this.options.pretty && !this.isSimple(expr, parent) ? `(${text})` : text
  }

  /**
   * Whether it reads well below `parent` without parentheses.
   * @param {Expr} expr
   * @param {Expr} parent
   * @returns {boolean}
   */
  isSimple(expr, parent) {
    switch (expr.kind) {
      case 'relabel':
      case 'viaio':
      case 'rowconvert':
      case 'arraycoerce':
      case 'domain':
        return this.isSimple(expr.arg, expr)
      case 'field':
        return parent.kind !== 'field'
      case 'and':
      case 'not':
        if (parent.kind === 'and' || parent.kind === 'or' || parent.kind === 'not') return parent.kind !== 'not'
        return delimits(parent)
      case 'or':
        if (parent.kind === 'and' || parent.kind === 'or' || parent.kind === 'not') return parent.kind === 'or'
        return delimits(parent)
      case 'op':
        if (parent.kind === 'op') return this.bindsTighter(expr, parent)
        return delimits(parent) || isBoolean(parent)
      case 'sublink': case 'isnull': case 'booltest': case 'distinct': return delimits(parent) || isBoolean(parent)
      case 'anyall': case 'collate': case 'rowcompare': return false
      default: return true
    }
  }

  /**
   * Arithmetic below arithmetic: * / % before + -, and the left operand among equals.
   * @param {import('../expr.js').OpCall} expr
   * @param {import('../expr.js').OpCall} parent
   */
  bindsTighter(expr, parent) {
    const own = arithmeticLevel(expr.args.length === 2 ? this.operatorName(expr.oid) : '')
    const above = arithmeticLevel(parent.args.length === 2 ? this.operatorName(parent.oid) : '')
    if (own === 0 || above === 0) return false
    return own === above ? parent.args[0] === expr : own > above
  }

  /** @param {Expr[]} exprs */
  list(exprs) {
    return exprs.map((expr) => this.text(expr, true)).join(', ')
  }

  /** @param {import('../expr.js').Const} expr @param {boolean} withType @returns {string} */
  constant({ type, typmod, value }, withType) {
    const suffix = withType ? `::${this.typeName(type, typmod)}` : ''
    if (value === null) return `NULL${suffix}`
    if (type === 16) return value ? 'true' : 'false'
    const ops = builtinType(type)
    const text =
      ops === undefined
        ? String(value)
        : ops.format(value, { ...(this.catalog.env ?? DEFAULT_ENV), catalog: this.catalog })
    if (type === 23) return text.startsWith('-') ? `'${text}'${suffix}` : text
    if (type === 1700 && /^\d.*[.eE]/.test(text)) return typmod >= 0 ? text + suffix : text
    return quoteConstant(text) + (type === 705 ? '' : suffix)
  }

  /** @param {import('../expr.js').FuncCall} expr @param {boolean} showImplicit @returns {string} */
  call(expr, showImplicit) {
    if (expr.display === 'implicit' && !showImplicit) return this.under(expr.args[0], false, expr)
    if (expr.display === 'cast' || expr.display === 'implicit')
      return this.cast(expr.args[0], expr.type, expr.typmod, expr)
    const written = expr.sqlSyntax === true ? sqlSyntax(expr, (arg, implicit) => this.text(arg, implicit)) : null
    if (written !== null) return written
    if (expr.written) return `${this.functionName(expr.oid)}(${expr.written.map(({ at, name }) => `${name === null ? '' : `${quoteIdentifier(name)} => `}${this.text(expr.args[at], true)}`).join(', ')})`
    const args = expr.args
      .map((arg, at) => (expr.variadic && at === expr.args.length - 1 ? 'VARIADIC ' : '') + this.text(arg, true))
      .join(', ')
    return `${this.functionName(expr.oid)}(${args})`
  }

  /** @param {number} oid @returns {string} */
  functionName(oid) {
    const func = this.catalog.func(oid)
    if (func === undefined) throw featureNotSupported(`printing a call of function ${oid}`)
    const visible = this.catalog.functionsNamed(func.name).some((candidate) => candidate.oid === func.oid)
    return visible ? quoteIdentifier(func.name) : qualifiedName(this.catalog, func.name, func.namespaceOid)
  }

  /** @param {import('../expr.js').OpCall} expr @returns {string} */
  operator(expr) {
    const name = this.operatorName(expr.oid)
    if (expr.args.length === 1) return this.wrapped(`${name} ${this.under(expr.args[0], true, expr)}`)
    return this.wrapped(`${this.under(expr.args[0], true, expr)} ${name} ${this.under(expr.args[1], true, expr)}`)
  }

  /** @param {number} oid */
  operatorName(oid) {
    return operatorName(this.catalog, oid)
  }

  /**
   * A constant of the type itself is not cast again.
   * @param {Expr} arg
   * @param {number} type
   * @param {number} typmod
   * @param {Expr} parent
   * @returns {string}
   */
  cast(arg, type, typmod, parent) {
    const text =
      arg.kind === 'const' && arg.type === type && arg.typmod === -1
        ? this.constant(arg, false)
        : this.wrapped(this.under(arg, false, parent))
    return `${text}::${this.typeName(type, typmod)}`
  }

  /** On lines of its own. @param {import('../expr.js').CaseExpr} expr @returns {string} */
  caseText(expr) {
    const outer = LINE + ' '.repeat(this.indent)
    this.indent += 4
    const inner = LINE + ' '.repeat(this.indent)
    const head = outer + (expr.arg === null ? 'CASE' : `CASE ${this.text(expr.arg, true)}`)
    const whens = expr.whens.map(({ when, then }) =>
      `${inner}WHEN ${this.text(expr.arg === null ? when : comparedWith(when), false)} THEN ${this.text(then, true)}`)
    const otherwise = expr.else === null ? `NULL::${this.typeName(expr.type, -1)}` : this.text(expr.else, true)
    this.indent -= 4
    return `${head}${whens.join('')}${inner}ELSE ${otherwise}${outer}END`
  }

  /** @param {import('../expr.js').Subscript} expr @returns {string} */
  subscript(expr) {
    const base = this.text(expr.arg, true)
    return (expr.arg.kind === 'column' || expr.arg.kind === 'param' ? base : `(${base})`) + this.subscripts(expr)
  }

  /** @param {{ upper: (Expr | null)[], lower: (Expr | null)[] | null }} expr @returns {string} */
  subscripts({ upper: uppers, lower: lowers }) {
    return uppers.map((upper, at) => {
      const text = upper === null ? '' : this.text(upper, false)
      if (lowers === null) return `[${text}]`
      const lower = lowers[at]
      return `[${lower === null ? '' : this.text(lower, false)}:${text}]`
    }).join('')
  }

  /** @param {import('../expr.js').FieldSelect} expr @returns {string} */
  field(expr) {
    const relation = this.catalog.relation(this.catalog.type(this.catalog.baseType(expr.arg.type))?.relationOid ?? 0)
    const name =
      relation?.columns[expr.attnum - 1].name
      ?? recordFieldName(this.catalog, expr.arg, expr.attnum, this.entriesInScope())
    const base = this.text(expr.arg, true)
    return `${expr.arg.kind === 'subscript' || expr.arg.kind === 'field' ? base : `(${base})`}.${quoteIdentifier(name)}`
  }

  /** The range table that column references mean. @returns {import('../query.js').RangeEntry[]} */
  entriesInScope() {
    return []
  }

  /** @param {number} type @param {number} typmod */
  typeName(type, typmod) {
    return formatType(this.catalog, type, typmod)
  }
}

/** @param {Expr | undefined} expr */
const isTrue = (expr) => expr?.kind === 'const' && expr.value === true
/** @param {Expr} expr */
const isNullConstant = (expr) => expr.kind === 'const' && expr.value === null

/** Of XMLROOT. @param {Expr} expr a constant */
const standaloneText = (expr) => expr.kind !== 'const' || expr.value === null || expr.value === 3 ? ''
  : `, STANDALONE ${['YES', 'NO', 'NO VALUE'][expr.value]}`

/** Parents that set their operands apart by brackets, commas or keywords. @param {Expr} parent */
const delimits = (parent) => (parent.kind === 'func' && parent.display === 'call')
  || ['subscript', 'array', 'row', 'coalesce', 'greatest', 'least', 'nullif', 'case', 'xml'].includes(parent.kind)

/** @param {Expr} parent */
const isBoolean = (parent) => parent.kind === 'and' || parent.kind === 'or' || parent.kind === 'not'

/** 2 for * / %, 1 for + and -, 0 for every other operator. @param {string} name */
const arithmeticLevel = (name) =>
  name === '+' || name === '-' ? 1 : name === '*' || name === '/' || name === '%' ? 2 : 0

/** CASE x WHEN v: the value out of the whole comparison. @param {Expr} when @returns {Expr} */
function comparedWith(when) {
  return when.kind === 'op' && when.args.length === 2 ? when.args[1] : when
}
