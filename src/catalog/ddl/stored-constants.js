/**
 * Constants that earlier versions stored by their text, put by their value (expr-text.js) before an ALTER TYPE changes
 * what the text means. A directory made since has none, and nothing is written then.
 */
import { DbError } from '../../errors/db-error.js'
import { isBuiltinType } from '../../types/lookup.js'
import { exprFromText, exprToText } from '../expr-text.js'
import { catalogShape } from '../store/shapes.js'
import { touchFunction } from './routines/functions.js'

/** @import { DdlContext } from './context.js' */

/**
 * Where stored expressions are: the columns, and the column whose object's descriptor holds them.
 * @type {[catalog: string, columns: string[], owner: string[]][]}
 */
const PLACES = [
  ['pg_attrdef', ['adbin'], ['adrelid']],
  ['pg_constraint', ['conbin'], ['conrelid', 'contypid']],
  ['pg_index', ['indexprs', 'indpred'], ['indrelid', 'indexrelid']],
  ['pg_rewrite', ['ev_qual', 'ev_action'], ['ev_class']],
  ['pg_policy', ['polqual', 'polwithcheck'], ['polrelid']],
  ['pg_proc', ['proargdefaults', 'prosqlbody'], ['oid']],
  ['pg_type', ['typdefaultbin'], ['oid']],
  ['pg_class', ['relpartbound'], ['oid']],
  ['pg_partitioned_table', ['partexprs'], ['partrelid']],
  ['pg_statistic_ext', ['stxexprs'], ['stxrelid']],
]

/** @param {DdlContext} ddl */
export function storeConstantsByValue(ddl) {
  for (const [catalog, columns, owners] of PLACES) {
    const { at } = catalogShape(catalog)
    for (const found of ddl.scan(catalog)) {
      /** @type {Record<string, string>} */
      const changed = {}
      for (const column of columns) {
        const text = found.row[at[column]]
        const again = text === null ? null : byValue(text)
        if (again !== null) changed[column] = again
      }
      if (Object.keys(changed).length === 0) continue
      ddl.update(catalog, found, changed)
      if (catalog === 'pg_proc')
        touchFunction(ddl, found.row[at.oid], found.row[at.proname], found.row[at.pronamespace])
      const oids = owners.map((owner) => found.row[at[owner]]).filter((oid) => oid !== 0)
      // A partitioned table's descriptor has its partitions' bounds.
      ddl.touch(oids.flatMap((oid) => [oid, ...ddl.view.relation(oid)?.parents ?? []]))
    }
  }
}

/** @param {string} text @returns {string | null} null: it is as it should be, or of built-in types only */
function byValue(text) {
  // System views are SQL.
  if (!/^[{[]/.test(text) || !text.includes('const')) return null
  const tree = JSON.parse(text)
  // The statements of BEGIN ATOMIC are texts in a text.
  if (Array.isArray(tree.statements)) {
    let changed = false
    for (const { StoredQuery: statement } of tree.statements) {
      const again = byValue(statement.text)
      if (again === null) continue
      statement.text = again
      changed = true
    }
    return changed ? JSON.stringify(tree) : null
  }
  if (!hasText(tree)) return null
  try {
    return exprToText(exprFromText(text))
  } catch (error) {
    // A label that was renamed before this version: what it meant is not known any more.
    if (error instanceof DbError) return null
    throw error
  }
}

/**
 * @param {any} node
 * @returns {boolean} a constant in it is kept by its text and of a type that may read it differently
 */
function hasText(node) {
  if (node === null || typeof node !== 'object') return false
  if (node.kind === 'const') return typeof node.value === 'string' && !isBuiltinType(node.type)
  return Object.values(node).some(hasText)
}
