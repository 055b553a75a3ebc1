/** xml2 1.1: XPath over texts, as it was asked before there was a type xml; no XSLT. */
import { DbError, featureNotSupported } from '../errors/db-error.js'
import { noRowType } from '../errors/tablefunc.js'
import { notTwoColumns, xpathSyntax } from '../errors/xml2.js'
import { Family } from '../functions/impl.js'
import { evaluate, toNumber, toText } from '../functions/xml/xpath/evaluate.js'
import { parseXpath } from '../functions/xml/xpath/parse.js'
import { dumpNode, stringValue } from '../functions/xml/xpath/tree.js'
import { XML_PREFIXES, documentTreeSteps } from '../functions/xml/xpath/xpath.js'
import { builtinType, isBuiltinType } from '../types/lookup.js'
import { atOnce } from '../util/effort.js'
import { extensionScript } from './script.js'

/** @import { FunctionContext, ImplOptions } from '../functions/impl.js' */
/** @import { Steps } from '../util/effort.js' */
/** @import { RoutineCall } from '../functions/routine-call.js' */
/** @import { XpathExpr } from '../functions/xml/xpath/parse.js' */
/** @import { XpathValue } from '../functions/xml/xpath/evaluate.js' */
/** @import { XmlNode } from '../functions/xml/xpath/tree.js' */
/** @import { TypeOps } from '../types/type-ops.js' */
/** @import { Datum } from './definition.js' */

const family = new Family()
const BATCH = 500
const UNSUPPORTED = '<unsupported/>'

/** @param {string} query @returns {XpathExpr} @throws {DbError} 38000 */
function parsed(query) {
  try {
    return parseXpath(query)
  } catch (error) {
    throw error instanceof DbError && error.code === 'XX000' ? xpathSyntax() : error
  }
}

/** @param {string | null} text @returns {Steps<XmlNode | null>} null: it is no document */
function* treeOf(text) {
  if (text === null) return null
  try {
    return yield* documentTreeSteps(text)
  } catch (error) {
    if (error instanceof DbError && error.code === '2200M') return null
    throw error
  }
}

/** @param {XpathExpr} expr @param {XmlNode} node @returns {XpathValue | null} null: it means nothing here */
function found(expr, node) {
  try {
    return evaluate(expr, { node, position: -1, size: -1, namespaces: new Map(XML_PREFIXES) })
  } catch (error) {
    if (error instanceof DbError && error.code === 'XX000') return null
    throw error
  }
}

/** @param {string} document @param {string} query @returns {Steps<XpathValue | null>} null: there is no answer */
function* answerSteps(document, query) {
  const root = yield* treeOf(document)
  return root === null ? null : found(parsed(query), root)
}

/** @param {string} document @param {string} query */
const answer = (document, query) => atOnce(answerSteps(document, query))

/** What is neither nodes nor a text is not shown. @param {FunctionContext} ctx @param {XpathValue} value */
function plain(ctx, value) {
  if (typeof value === 'string') return value
  const kind = typeof value === 'boolean' ? 2 : 3
  ctx.session.notice({ severity: 'NOTICE', code: '00000', message: `unsupported XQuery result: ${kind}` })
  return UNSUPPORTED
}

/** @param {string} tag @param {string} content */
const within = (tag, content) => tag === '' ? content : `<${tag}>${content}</${tag}>`

const ENTITIES = /** @type {Record<string, string>} */ ({
  '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', '\r': '&#13;',
})
family.add('xml_encode_special_chars', (/** @type {string} */ text) =>
  text.replaceAll(/[<>&"\r]/g, (character) => ENTITIES[character]))

/** A query may look at each node from each other one. */
const LONG = { long: true }
family.add('xpath_string', (/** @type {string} */ document, /** @type {string} */ query) => {
  const value = answer(document, `string(${query})`)
  return value === null ? null : toText(value)
}, LONG)
family.add('xpath_number', (/** @type {string} */ document, /** @type {string} */ query) => {
  const value = answer(document, query)
  const number = value === null ? NaN : toNumber(value)
  return Number.isNaN(number) ? null : Math.fround(number)
}, LONG)
family.add('xpath_bool', (/** @type {string} */ document, /** @type {string} */ query) => {
  const value = answer(document, query)
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}, LONG)

/** A document costs as much as a text so many times its length. */
const DOCUMENT_WEIGHT = 16

/**
 * @param {string} name @param {(ctx: FunctionContext, ...args: string[]) => Steps<string | null>} steps
 */
const addSteps = (name, steps) => family.context(name, (ctx, ...args) => atOnce(steps(ctx, ...args)),
  { steps: /** @type {ImplOptions['steps']} */ (steps), work: (document) => document.length * DOCUMENT_WEIGHT })

addSteps('xpath_list', function* (ctx, document, query, separator) {
  const value = yield* answerSteps(document, query)
  if (value === null) return null
  return Array.isArray(value) ? value.map(stringValue).join(separator) : plain(ctx, value)
})
addSteps('xpath_nodeset', function* (ctx, document, query, top, each) {
  const value = yield* answerSteps(document, query)
  if (value === null) return null
  if (!Array.isArray(value)) return plain(ctx, value)
  return within(top, value.map((node) => within(each, dumpNode(node))).join(''))
})
family.add('xslt_process', () => { throw featureNotSupported('XSLT') })

/** @param {RoutineCall} call @param {number} type @returns {TypeOps} */
function opsOf({ catalog }, type) {
  const base = catalog.baseType(type)
  return isBuiltinType(base) ? /** @type {TypeOps} */ (builtinType(base)) : catalog.userTypeOps(base)
}

/**
 * The rows that paths find in one document: as many as the path that finds most nodes; of no document one, empty.
 * @param {FunctionContext} ctx @param {string | null} document @param {XpathExpr[]} paths
 * @returns {Generator<(string | null)[], void, void>}
 */
function* rowsOf(ctx, document, paths) {
  const root = atOnce(treeOf(document))
  if (root === null) {
    yield paths.map(() => null)
    return
  }
  const values = paths.map((path) => found(path, root))
  const count = Math.max(0, ...values.map((value) => Array.isArray(value) ? value.length : 0))
  for (let at = 0; at < count; at++) {
    yield values.map((value) => {
      if (Array.isArray(value)) return at < value.length ? stringValue(value[at]) : null
      return value === null ? null : plain(ctx, value)
    })
  }
}

/**
 * A key, and what each path finds in the text beside it. The query's parts are put together as they are.
 * @param {RoutineCall} call @param {string} key @param {string} documents @param {string} relation
 * @param {string} paths separated by | @param {string} condition
 * @returns {Generator<Promise<unknown> | Datum[], void, void>}
 */
function* xpathTable(call, key, documents, relation, paths, condition) {
  const columns = call.columns()
  if (columns === null) throw noRowType()
  const { context } = call
  const makers = columns.map(({ type, typmod }) => {
    const ops = opsOf(call, type)
    return (/** @type {string | null} */ text) => text === null ? null : ops.parse(text, typmod, context.env)
  })
  const query = yield* call.query(`SELECT ${key}, ${documents} FROM ${relation} WHERE ${condition}`)
  try {
    if (query.columns.length !== 2) throw notTwoColumns(query.columns.length)
    const texts = query.columns.map(({ type }) => opsOf(call, type))
    /** @type {XpathExpr[] | null} */
    let exprs = null
    for (let rows = yield* query.fetch(BATCH); rows.length > 0; rows = yield* query.fetch(BATCH)) {
      for (const row of rows) {
        const [own, text] = row.map((value, at) => value === null ? null : texts[at].format(value, context.env))
        if (text !== null) exprs ??= paths.split('|').slice(0, columns.length - 1).map(parsed)
        for (const values of rowsOf(context, text, exprs ?? [])) {
          yield makers.map((make, at) => make(at === 0 ? own : values[at - 1] ?? null))
          if (call.isTired()) yield call.rest()
        }
      }
      if (rows.length < BATCH) break
    }
  } finally {
    query.close()
  }
}
family.routine('xpath_table', xpathTable)

/** @type {import('./bundled.js').ExtensionModule} */
export const extension = {
  library: 'pgxml',
  script: extensionScript({
    library: 'pgxml',
    before: `CREATE FUNCTION xml_valid(text) RETURNS bool LANGUAGE internal STABLE STRICT PARALLEL SAFE
      AS 'xml_is_well_formed'`,
    functions: [
      ['xml_encode_special_chars(text)', 'text', 'xml_encode_special_chars', 'is'],
      ['xpath_string(text, text)', 'text', 'xpath_string', 'is'],
      ['xpath_nodeset(text, text, text, text)', 'text', 'xpath_nodeset', 'is'],
      ['xpath_number(text, text)', 'float4', 'xpath_number', 'is'],
      ['xpath_bool(text, text)', 'boolean', 'xpath_bool', 'is'],
      ['xpath_list(text, text, text)', 'text', 'xpath_list', 'is'],
      ['xpath_table(text, text, text, text, text)', 'SETOF record', 'xpath_table', 'ss'],
      ['xslt_process(text, text, text)', 'text', 'xslt_process', 'vs'],
      ['xslt_process(text, text)', 'text', 'xslt_process', 'is'],
    ],
    after: `CREATE FUNCTION xpath_list(text, text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
        AS 'SELECT xpath_list($1,$2,'','')';
      CREATE FUNCTION xpath_nodeset(text, text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
        AS 'SELECT xpath_nodeset($1,$2,'''','''')';
      CREATE FUNCTION xpath_nodeset(text, text, text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
        AS 'SELECT xpath_nodeset($1,$2,'''',$3)'`,
  }),
  functions: family.functions,
}
