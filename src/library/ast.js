/**
 * Statements as trees of `pgsql-ast-parser`, which is what the JavaScript world rewrites SQL with: `db.query(tree)`
 * takes them, `db.intercept(fn)` hands them out and takes back what `fn` made of them. The package is the program's own
 * to install; it is loaded when first asked for. Statements run by their text, in PostgreSQL's grammar: this grammar is
 * a smaller one, and what it cannot say is refused (0A000) instead of run as something else.
 *
 *   query(tree)       tree ─ print ─► text ─ read again: the same tree? ─► run
 *   intercept(fn)     text ─ read ─► tree ─ fn ─► tree as it was?   ─► run the text
 *                                                 otherwise: did it say all that the text did? ─► print, run that
 */
import { isDeepStrictEqual } from 'node:util'
import { DbError } from '../errors/db-error.js'
import { astParserMissing, interceptFailed, treeCannotBeSaid, treeIsNoStatement } from '../errors/library.js'
import { parse } from '../parser/parser.js'
import { isPromise, mayNotWait } from './callbacks.js'
import { sampleOf } from './long-trees.js'
import { sameMeaning } from './same-tree.js'

/** A node of a tree, whose fields its `type` says. @typedef {Record<string, any>} Node */
/** A statement of `pgsql-ast-parser`: its `Statement`. @typedef {{ type: string } & Node} StatementTree */
/**
 * What is told of each statement; what it returns runs instead, nothing: the statement as it is.
 * @typedef {(tree: any) => StatementTree | null | undefined | void} Interceptor
 */
/**
 * @typedef {object} AstParser
 * @property {(text: string) => StatementTree[]} parse
 * @property {{ statement: (tree: Node) => string, expr: (node: Node) => string }} toSql
 * @property {(make: (mapper: Node) => Record<string, (node: Node) => Node>) => Node} astMapper
 */

const NAME = 'pgsql-ast-parser'
/** Texts from here on are read again in part. */
const LONG_UNITS = 8 * 1024
/** Commands that are not handed out where the grammar has not got them: they are about sessions, not about data. */
const ABOUT_SESSIONS = new Set(['TransactionStmt', 'ListenStmt', 'UnlistenStmt', 'NotifyStmt', 'VariableSetStmt',
  'VariableShowStmt', 'DiscardStmt', 'DeallocateStmt'])

/** @type {AstParser | null} */
let loaded = null

/** @returns {Promise<AstParser>} @throws {DbError} 0A000 it is not installed */
export async function loadAstParser() {
  if (loaded !== null) return loaded
  /** @type {Node} */
  let module
  try {
    module = await import(/* @vite-ignore */ NAME)
  } catch (error) {
    throw astParserMissing(error)
  }
  return loaded = /** @type {AstParser} */ (module.default?.parse === undefined ? module : module.default)
}

/** @param {unknown} query @returns {query is StatementTree} */
export const isTree = (query) => typeof query === 'object' && query !== null
  && 'type' in query && typeof query.type === 'string' && !('text' in query)

/**
 * A tree as a statement's text.
 * @param {AstParser} parser @param {StatementTree} tree
 * @returns {string}
 * @throws {DbError} 0A000 printed and read again it is another one; 22023 it is no statement
 */
export function textOf(parser, tree) {
  const text = printed(parser, tree)
  const shown = text.length < LONG_UNITS ? tree : sampleOf(parser, tree)
  /** @type {StatementTree[]} */
  let again
  try {
    again = parser.parse(shown === tree ? text : printed(parser, shown))
  } catch (error) {
    throw treeCannotBeSaid(text, error)
  }
  const wanted = plain(mapped(parser, shown))
  if (again.length !== 1 || !isDeepStrictEqual(plain(mapped(parser, again[0])), wanted) || mixesUnions(wanted)) {
    throw treeCannotBeSaid(text)
  }
  return text
}

/** What runs instead of a text, once `intercept` was called. */
export class Interception {
  /** @type {Set<Interceptor>} */
  listeners = new Set()

  /** @param {AstParser} parser */
  constructor(parser) { this.parser = parser }

  /**
   * @param {string} text of one statement or several
   * @returns {string} the same where nobody changed anything
   * @throws {DbError} 0A000 the grammar has not got it, or not all of it; 38000 what an interceptor throws
   */
  rewrite(text) {
    if (this.listeners.size === 0) return text
    const statements = attempt(() => parse(text))
    if (statements instanceof Error) return text // it is said when it runs
    const now = statements.map((statement) => this.#rewritten(statement.text, statement.tag))
    return statements.every((statement, at) => statement.text === now[at]) ? text : now.join(';')
  }

  /** @param {string} text one statement @param {string} tag its kind @returns {string} */
  #rewritten(text, tag) {
    const trees = attempt(() => this.parser.parse(text))
    if (trees instanceof Error) {
      if (ABOUT_SESSIONS.has(tag)) return text
      throw treeCannotBeSaid(text, trees)
    }
    const [tree] = trees
    const before = attempt(() => printed(this.parser, tree))
    const given = this.#told(tree)
    const after = attempt(() => printed(this.parser, given))
    if (before === after || (before instanceof Error && after instanceof Error)) return text
    if (after instanceof Error) throw after
    if (before instanceof Error || !sameMeaning(text, before)) throw treeCannotBeSaid(text, before)
    return textOf(this.parser, given)
  }

  /** @param {StatementTree} tree @returns {StatementTree} */
  #told(tree) {
    let now = tree
    for (const listener of this.listeners) {
      /** @type {unknown} */
      let given
      try {
        given = listener(now)
      } catch (error) {
        throw error instanceof DbError ? error : interceptFailed(error)
      }
      if (isPromise(given)) {
        given.then(undefined, () => undefined)
        throw mayNotWait('the function given to intercept()')
      }
      if (given !== undefined && given !== null && !isTree(given)) throw treeIsNoStatement(given)
      now = given ?? now
    }
    return now
  }
}

const UNIONS = new Set(['union', 'union all'])

/**
 * `a UNION ALL b UNION c` has the tree of `a UNION ALL (b UNION c)`, which says something else, and is printed alike.
 * @param {unknown} node @returns {boolean}
 */
function mixesUnions(node) {
  if (Array.isArray(node)) return node.some(mixesUnions)
  if (node === null || typeof node !== 'object') return false
  const { type, right } = /** @type {Node} */ (node)
  if (UNIONS.has(type) && UNIONS.has(right?.type) && type !== right.type) return true
  return Object.values(node).some(mixesUnions)
}

/** @template T @param {() => T} work @returns {T | Error} */
function attempt(work) {
  try {
    return work()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** @param {AstParser} parser @param {StatementTree} tree @returns {string} @throws {DbError} 22023, 0A000 */
function printed(parser, tree) {
  if (!isTree(tree)) throw treeIsNoStatement(tree)
  let text
  try {
    text = parser.toSql.statement(mapped(parser, tree))
  } catch (error) {
    throw error instanceof DbError ? error : treeCannotBeSaid(JSON.stringify(plain(tree)), error)
  }
  return QUANTIFIERS.reduce(withQuantifier, text)
}

/** `x = ANY (…)` has the tree of a function's call, printed as the call of a function with that name. */
const QUANTIFIERS = ['any', 'some']
/** What stands behind IN as it is printed. */
const LISTS = /^(?:list|select|union|union all|values|with|with recursive|array|array select)$/
/**
 * Words with a precision have the tree of a function's call, whose name would be quoted: they are printed as casts to
 * their types, which round alike.
 * @type {Record<string, string>}
 */
const CLOCKS = {
  current_time: 'timetz', current_timestamp: 'timestamptz', localtime: 'time', localtimestamp: 'timestamp',
}
/** What such a call is called while it is printed. @param {string} word */
const standIn = (word) => `seawall_quantifier_${word}`

/**
 * The tree as its printer says it well: `x IN (y)` has no list of one there, and quantifiers are no names of functions.
 * @param {AstParser} parser @param {Node} tree @returns {Node}
 */
const mapped = (parser, tree) => parser.astMapper((mapper) => ({
  binary: (node) => {
    const made = mapper.super().binary(node)
    if (!/^(?:NOT )?IN$/.test(made.op) || LISTS.test(made.right.type)) return made
    return { ...made, right: { type: 'list', expressions: [made.right] } }
  },
  call: (node) => {
    const made = mapper.super().call(node)
    const { name, schema } = made.function ?? {}
    if (schema !== undefined) return made
    const clock = CLOCKS[name]
    if (clock !== undefined && node.args.length === 1 && node.args[0].type === 'integer')
      return {
        type: 'cast', operand: { type: 'keyword', keyword: name }, to: { name: clock, config: [node.args[0].value] },
      }
    const isPosition = name === 'position' && node.args.length === 1 && node.args[0].op === 'IN'
    if (isPosition) return positionIn(mapper, made, node.args[0])
    return QUANTIFIERS.includes(name) ? { ...made, function: { ...made.function, name: standIn(name) } } : made
  },
})).statement(tree)

/**
 * What PostgreSQL's grammar makes of `position(x IN y)`, whose tree is that of a call with a comparison.
 * @param {Node} mapper @param {Node} call @param {Node} comparison @returns {Node}
 */
const positionIn = (mapper, call, { left, right }) => ({
  ...call, function: { name: 'position', schema: 'pg_catalog' }, args: [mapper.expr(right), mapper.expr(left)],
})

/**
 * Puts a quantifier where its stand-in was called: without the parentheses around the call, and around a query in it.
 * @param {string} text @param {string} word @returns {string}
 */
function withQuantifier(text, word) {
  const name = standIn(word)
  for (;;) {
    const at = text.indexOf(name)
    if (at < 0) return text
    const open = text.indexOf('(', at)
    const end = closing(text, open)
    let inside = stripped(text.slice(open + 1, end))
    while (/^\( *(?:\(|SELECT|WITH|VALUES)/.test(inside) && closing(inside, 0) === inside.length - 1) {
      inside = stripped(inside.slice(1, -1))
    }
    const [before] = /\( *$/.exec(text.slice(0, at)) ?? ['']
    const [after] = /^ *\)/.exec(text.slice(end + 1)) ?? ['']
    const isEnclosed = before !== '' && after !== ''
    const from = isEnclosed ? at - before.length : at
    const to = end + 1 + (isEnclosed ? after.length : 0)
    text = `${text.slice(0, from)}${word} (${inside})${text.slice(to)}`
  }
}

/** @param {string} text @returns {string} without the spaces around it */
const stripped = (text) => text.replace(/^ +| +$/g, '')

/** @param {string} text @param {number} open where a parenthesis opens @returns {number} where it closes */
function closing(text, open) {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    const char = text[at]
    if (char === '(') depth++
    else if (char === ')' && --depth === 0) return at
    else if (char === "'" || char === '"') at = quoteEnd(text, at)
  }
  return text.length
}

/**
 * @param {string} text @param {number} start of a quoted piece, as the printer writes them
 * @returns {number} its end
 */
function quoteEnd(text, start) {
  const escapes = text[start] === "'" && /\bE$/i.test(text.slice(0, start))
  for (let at = start + 1; at < text.length; at++) {
    if (escapes && text[at] === '\\') at++
    else if (text[at] === text[start]) return at
  }
  return text.length
}

/**
 * A tree without what it does not say: places, and fields that have no value.
 * @param {unknown} node @returns {unknown}
 */
function plain(node) {
  if (Array.isArray(node)) return node.map(plain)
  if (node === null || typeof node !== 'object') return node
  const fields = Object.entries(node)
  const kept = fields.filter(([name, value]) => name !== '_location' && value !== undefined && value !== null)
  return Object.fromEntries(kept.map(([name, value]) => [name, plain(value)]))
}
