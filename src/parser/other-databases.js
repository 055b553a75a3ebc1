/**
 * Names with a database before the schema: `other.public.t`. There is one database at hand, so such a name is good when
 * it says that one, and means what it means without; else it is refused, wherever it stands. The grammar's tree has
 * them in many kinds of nodes; they are gathered here once, when a text is parsed, and whoever runs the statement
 * compares (engine/session/own-database.js).
 */
import { STRETCH, lookedAt } from './ahead.js'
/** @import { Rest } from './ahead.js' */

/**
 * @typedef {object} DatabaseName
 * @property {string} database
 * @property {string} name the whole of it, as a message shows it
 * @property {number} location in bytes; -1: the message has no place
 */

/**
 * A node of any kind, by what is looked at; under other names it has nodes and lists of them.
 * @typedef {object} Node
 * @property {string} [catalogname] of a RangeVar, with the next two
 * @property {string} [schemaname]
 * @property {string} [relname]
 * @property {number} [location]
 * @property {unknown} [funcformat] of a FuncCall
 * @property {number} [typemod] of a TypeName, with the next two
 * @property {boolean} [pct_type]
 * @property {unknown} [names]
 * @property {unknown} [kind] of an A_Expr, with its name
 * @property {unknown} [name]
 * @property {unknown} [fields] of a ColumnRef
 * @property {string} [removeType] OBJECT_…
 * @property {string} [objectType]
 * @property {string} [renameType]
 * @property {string} [objtype]
 * @property {Node} [object]
 * @property {Node[]} [objects]
 * @property {{ items?: unknown }} [List]
 * @property {unknown} [tableElts] of a CreateStmt
 */

/** Three parts with dots between: texts without are not looked at. */
const DOTTED = /[\w$"\u0080-\uffff][ \t\n\f\r]*\.[ \t\n\f\r]*(?:"(?:[^"]|"")*"|[\w$\u0080-\uffff]+)[ \t\n\f\r]*\./
const TEXT_MAX = 100_000

/** Fields that hold a name in parts. */
const NAMES = ['funcname', 'collname', 'objname', 'defnames', 'typeName', 'domainname', 'opclassname', 'opfamilyname',
  'opclass', 'conversion_name', 'func_name']
/** Of these, the list of a DROP is one of names. */
const NAMED_OBJECTS = new Set(['OBJECT_COLLATION', 'OBJECT_CONVERSION', 'OBJECT_STATISTIC_EXT', 'OBJECT_TSPARSER',
  'OBJECT_TSDICTIONARY', 'OBJECT_TSTEMPLATE', 'OBJECT_TSCONFIGURATION'])
const TYPES = new Set(['OBJECT_TYPE', 'OBJECT_DOMAIN'])
/** Statements that are understood before they run: there a table's name has its place. */
const QUERIES = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']

/**
 * The same of a long text, where the expression might need more than its stack: quotes and comments are not looked
 * into.
 * @param {string} text @returns {boolean} false: there are no three parts
 * @throws {Rest}
 */
export const mayBeDotted = (text) => text.length <= TEXT_MAX || lookedAt('dotted', text, () => dottedSteps(text))

/** @param {string} text @returns {Generator<void, boolean, void>} */
function* dottedSteps(text) {
  if (text.includes('/*') || text.includes('--')) return true
  let restAt = STRETCH
  for (let dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', dot + 1)) {
    if (dot > restAt) {
      restAt = dot + STRETCH
      yield
    }
    let at = dot + 1
    while (isBlank(text.charCodeAt(at))) at++
    if (text[at] === '"') return true
    const start = at
    while (isOfName(text.charCodeAt(at))) at++
    if (at === start) continue
    while (isBlank(text.charCodeAt(at))) at++
    if (text[at] === '.') return true
  }
  return false
}

/** @param {number} unit */
const isBlank = (unit) => unit === 32 || (unit >= 9 && unit <= 13)

/** @param {number} unit */
const isOfName = (unit) => (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57)
  || unit === 95 || unit === 36 || unit > 127

/** @param {unknown} parts @returns {string[] | null} of a list of nothing but names */
function strings(parts) {
  if (!Array.isArray(parts)) return null
  const texts = parts.map((part) => part?.String?.sval)
  return texts.every((text) => typeof text === 'string') ? texts : null
}

/**
 * @param {Node} stmt tagged
 * @param {string} text that was parsed
 * @param {boolean} isDotted what mayBeDotted says of the whole text
 * @returns {DatabaseName[] | undefined} in no order; undefined: none
 */
export function databasesNamed(stmt, text, isDotted) {
  if (!isDotted || (text.length <= TEXT_MAX && !DOTTED.test(text))) return undefined
  /** @type {DatabaseName[]} */
  const found = []
  /** @param {string[] | null} parts @param {number} location @param {number} [length] */
  const add = (parts, location, length = 3) => {
    if (parts !== null && parts.length === length) found.push({ database: parts[0], name: parts.join('.'), location })
  }
  /** @type {{ node: Node, placed: boolean }[]} */
  const rest = [{ node: stmt, placed: false }]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { node, placed } = next
    if (typeof node.catalogname === 'string') {
      const name = `"${node.catalogname}.${node.schemaname}.${node.relname}"`
      found.push({ database: node.catalogname, name, location: placed ? node.location ?? 0 : -1 })
    }
    for (const field of NAMES) {
      const hasPlace = field === 'collname' || (field === 'funcname' && node.funcformat !== undefined)
      const parts = /** @type {Record<string, unknown>} */ (node)[field]
      if (parts !== undefined) add(strings(parts), hasPlace ? node.location ?? 0 : -1)
    }
    if (node.typemod !== undefined && node.pct_type !== true) add(strings(node.names), -1)
    if (node.kind !== undefined && Array.isArray(node.name)) add(strings(node.name), -1)
    if (Array.isArray(node.fields)) add(strings(node.fields), node.location ?? 0, 4)
    const ofOne = node.objectType ?? node.renameType ?? ''
    if (NAMED_OBJECTS.has(ofOne) || TYPES.has(node.renameType ?? '')) add(strings(node.object?.List?.items), -1)
    if (NAMED_OBJECTS.has(node.removeType ?? '') || TYPES.has(node.objtype ?? ''))
      for (const object of node.objects ?? []) add(strings(object.List?.items), -1)
    for (const key in node) {
      const part = /** @type {Record<string, unknown>} */ (node)[key]
      if (typeof part !== 'object' || part === null) continue
      const isPlaced = placed || QUERIES.includes(key) || key === 'TableLikeClause' ||
        (key === 'relation' && node.tableElts !== undefined)
      rest.push({ node: part, placed: isPlaced })
    }
  }
  return found.length === 0 ? undefined : found
}
