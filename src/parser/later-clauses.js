/**
 * Clauses that the later grammar here reads and PostgreSQL 15's does not. The tree says that one is there, the text
 * where: 42601 at the word that PostgreSQL 15 stumbles over, at the first of several.
 */
import { foreignKeyNoInherit } from '../errors/ddl/alter.js'
import { aliasMissing, grammarRefuses, syntaxErrorNear } from '../errors/syntax.js'
import { StatementTokens, offsetAt } from './statement-tokens.js'

/** @import { DbError } from '../errors/db-error.js' */
/** @import { ParseNode, Tree } from './tree.js' */
/** @import { Constraint, ReturningClause } from '@pgsql/types' */

/** Words of each clause. */
const WORDS = [
  'is json', 'is not json', 'generated', 'enforced', 'storage', 'overlaps', 'period', 'expression', 'merge', 'reindex',
  'vacuum', 'analy[sz]e', 'at local', 'indent', 'alter operator', 'create statistics', 'with admin', 'with inherit',
  'with set', 'returning with', 'alter constraint', 'method default', 'statistics default', 'null no inherit',
].map((words) => `\\b${words.replaceAll(' ', '\\s+')}\\b`)
/** NOT NULL as a constraint of a table, subqueries that may lack an alias, CLUSTER with options. */
const OTHERS = [
  '(?:[(,]|\\badd|\\bconstraint\\s+\\S+)\\s*not\\s+null', '\\b(?:from|join|lateral)\\s*\\(',
  ',\\s*\\(\\s*(?:select|values|with|table)\\b', '\\bcluster\\s*\\(',
]
/** Whether it is worth looking closely. */
const SUSPECT = new RegExp([...WORDS, ...OTHERS].join('|'), 'i')

const MAY_BE_ENFORCED = new Set(['CONSTR_CHECK', 'CONSTR_FOREIGN', 'CONSTR_ATTR_ENFORCED', 'CONSTR_ATTR_NOT_ENFORCED'])

/**
 * What is refused of each node, by its tag.
 * @type {{ [K in keyof ParseNode]?: (tokens: StatementTokens, node: ParseNode[K]) => void }}
 */
const LATER = {
  JsonIsPredicate(tokens, node) {
    const from = tokens.indexOf(node.location)
    const plain = tokens.indexOfWords('is json', from)
    const negated = tokens.indexOfWords('is not json', from)
    tokens.refuse(plain < 0 || (negated >= 0 && negated < plain) ? negated : plain)
  },
  Constraint(tokens, node) {
    const { contype, location } = node
    if (contype === 'CONSTR_GENERATED' && node.generated_kind !== 's') {
      tokens.refuse(tokens.behindParentheses(tokens.indexOf(location)))
    }
    if (MAY_BE_ENFORCED.has(contype) && tokens.mentions('enforced')) tokens.refuseInElement('enforced', location)
    if (contype === 'CONSTR_NOTNULL' && node.is_no_inherit) tokens.refuseInElement('no', location)
    if (node.without_overlaps) tokens.refuse(tokens.indexOfWords('without overlaps', tokens.indexOf(location)) - 1)
    if (node.fk_with_period || node.pk_with_period) {
      tokens.refuse(tokens.indexOfWords('period', tokens.indexOf(location)) + 1)
    }
  },
  ColumnDef(tokens, node) {
    if (node.storage_name) tokens.refuse(tokens.indexInElement(tokens.indexOf(node.location) + 1, 'storage'))
  },
  CreateStmt(tokens, node) {
    for (const element of node.tableElts ?? []) notNullOfTable(tokens, element.Constraint)
  },
  AlterDomainStmt(tokens, node) {
    notNullOfTable(tokens, node.def?.Constraint)
  },
  AlterTableCmd(tokens, { subtype, def, name }) {
    if (subtype === 'AT_AddConstraint') notNullOfTable(tokens, def?.Constraint)
    if (subtype === 'AT_SetExpression') tokens.refuseWords('set expression')
    if (subtype === 'AT_SetAccessMethod' && name === undefined) tokens.refuseWords('access method default')
    if (subtype === 'AT_SetStatistics' && def === undefined) tokens.refuseWords('statistics default')
    if (subtype !== 'AT_AlterConstraint') return
    const change = def.ATAlterConstraint
    const from = tokens.indexOfWords('alter constraint') + 2
    if (change.alterEnforceability) tokens.refuse(tokens.indexInElement(from, 'enforced'))
    if (change.alterInheritability) {
      tokens.refuse(tokens.indexInElement(from, 'inherit'), change.noinherit ? foreignKeyNoInherit : undefined)
    }
  },
  AlterStatsStmt(tokens, node) {
    if (node.stxstattarget === undefined) tokens.refuseWords('statistics default')
  },
  CreateStatsStmt(tokens, node) {
    if (node.defnames) return
    const at = tokens.indexOfWords('statistics')
    tokens.refuse(tokens.indexOfWords('if not exists') === at + 3 ? at + 4 : at + 1)
  },
  GrantRoleStmt(tokens, node) {
    if (!node.is_grant) return
    for (const { DefElem: option } of node.opt ?? []) {
      const at = tokens.indexOf(option.location)
      if (option.defname !== 'admin') tokens.refuse(at)
      else if (tokens.tokens[at + 1]?.word !== 'option') tokens.refuse(at + 1)
    }
  },
  MergeStmt(tokens, node) {
    const merge = tokens.indexOfWords('merge into')
    if (node.mergeWhenClauses.some((clause) => clause.MergeWhenClause.matchKind !== 'MERGE_WHEN_MATCHED')) {
      tokens.refuseWords('matched by', merge)
    }
    if (node.returningClause) {
      tokens.refuse(tokens.indexInElement(merge, 'returning'))
      laterReturning(tokens, node.returningClause)
    }
  },
  InsertStmt: (tokens, node) => laterReturning(tokens, node.returningClause),
  UpdateStmt: (tokens, node) => laterReturning(tokens, node.returningClause),
  DeleteStmt: (tokens, node) => laterReturning(tokens, node.returningClause),
  ReindexStmt(tokens, node) {
    if (node.name === undefined && node.relation === undefined) tokens.refuse(tokens.tokens.length)
  },
  ClusterStmt(tokens, node) {
    if (node.params && node.relation === undefined) tokens.refuse(tokens.tokens.length)
  },
  VacuumRelation(tokens, node) {
    if (node.relation !== undefined && node.relation.inh !== true) tokens.refuseWords('only')
  },
  RangeSubselect(tokens, { alias, subquery }) {
    if (alias !== undefined) return
    const isValues = subquery.SelectStmt.valuesLists !== undefined
    tokens.refuse(parenthesisBefore(tokens, subquery), (position) => aliasMissing(isValues, position))
  },
  FuncCall(tokens, node) {
    const isWords = node.funcformat === 'COERCE_SQL_SYNTAX' && node.args?.length === 1
    if (isWords && node.funcname.at(-1)?.String.sval === 'timezone') tokens.refuseWords('at local')
  },
  XmlSerialize(tokens, node) {
    const from = tokens.indexOf(node.location)
    const at = tokens.indexOfWords('indent )', from) - 1
    if (at < 0 || tokens.tokens[at].depth !== tokens.tokens[from].depth + 1) return
    const before = tokens.tokens[at - 1].word
    if (before !== 'as') tokens.refuse(before === 'no' ? at - 1 : at)
  },
  AlterOperatorStmt(tokens, node) {
    for (const { DefElem: option } of node.options ?? []) {
      const next = tokens.indexOf(option.location) + 1
      if (option.arg === undefined && tokens.tokens[next]?.word !== '=') tokens.refuse(next)
    }
  },
}

/** NOT NULL as a constraint of the table. @param {StatementTokens} tokens @param {Tree<Constraint> | undefined} node */
function notNullOfTable(tokens, node) {
  if (node?.contype === 'CONSTR_NOTNULL') tokens.refuseInElement('not', node.location)
}

/** @param {StatementTokens} tokens @param {Tree<ReturningClause>} clause */
function laterReturning(tokens, clause) {
  if (clause?.options) tokens.refuseWords('returning with')
}

/** What a subquery begins with. */
const QUERY_WORDS = new Set(['select', 'values', 'with', 'table', '('])

/** @param {StatementTokens} tokens @param {object} subquery @returns {number} of the parenthesis around it */
function parenthesisBefore(tokens, subquery) {
  let first = Infinity
  /** @type {Record<string, unknown>[]} */
  const rest = [/** @type {Record<string, unknown>} */ (subquery)]
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    for (const key in node) {
      const part = node[key]
      if (typeof part === 'object' && part !== null) rest.push(/** @type {Record<string, unknown>} */ (part))
      else if (key === 'location') first = Math.min(first, Number(part))
    }
  }
  let index = tokens.indexOf(first)
  let depth = tokens.tokens[index]?.depth ?? 0
  for (index--; index > 0; index--) {
    const token = tokens.tokens[index]
    if (token.depth >= depth) continue
    depth = token.depth
    if (QUERY_WORDS.has(tokens.tokens[index + 1].word)) break
  }
  return index
}

/** Whether it is worth looking closely. @param {string} text @returns {boolean} */
export const maySayLater = (text) => SUSPECT.test(text)

/**
 * @param {import('./wide.js').Tree} tree of the whole text
 * @param {string} text
 * @throws {DbError} 42601
 */
export function refuseLater(tree, text) {
  let start = { bytes: 0, units: 0 }
  for (const raw of tree.stmts ?? []) {
    start = offsetAt(text, raw.stmt_location ?? 0, start)
    const tokens = new StatementTokens(text, start, raw.stmt_len ?? Infinity)
    const rest = [raw.stmt]
    while (rest.length > 0) {
      const node = rest.pop()
      for (const key in node) {
        const part = node[key]
        if (typeof part !== 'object' || part === null) continue
        rest.push(part)
        LATER[/** @type {keyof ParseNode} */ (key)]?.(tokens, /** @type {never} */ (part))
      }
    }
    if (tokens.first !== null) throw refused(tokens, tokens.first)
  }
}

/** @param {StatementTokens} tokens @param {import('./statement-tokens.js').Token} token @returns {DbError} */
function refused({ text, complaint }, { at, end }) {
  const position = Array.from(text.slice(0, at)).length + 1
  if (complaint !== null) return complaint(position)
  if (at >= text.length) return grammarRefuses('syntax error at end of input', position)
  return syntaxErrorNear('syntax error', text.slice(at, end), position)
}
