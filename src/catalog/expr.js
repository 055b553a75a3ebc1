/**
 * Bound expressions: every name resolved to an OID, every node typed. Plain data, so they can be stored (column
 * defaults, CHECK constraints, index expressions, views), compared, rewritten and compiled. The parser's tree comes
 * before this; generated JavaScript comes after.
 *
 * Every node has `kind`, `type` (OID), `typmod` (-1 when none), `collation` (OID, 0 when none) and, when it came from a
 * text, `location` (byte offset in the source, -1 unknown).
 *
 * Columns name a range-table entry by `rt`, a number unique in the whole statement (subqueries included), and an
 * attribute by its 1-based number; 0 is the whole row, negatives are system columns (-1 ctid, -6 tableoid, -2 xmin …).
 * A correlated reference looks like any other: its `rt` belongs to an outer query.
 */

/**
 * @typedef {{ type: number, typmod: number, collation: number, location?: number, syn?: { rt: number,
 *   attnum: number }, inputCollation?: number, level?: number }} Typed level: of a condition, those of lower ones are
 *   asked before (planner/build/access/secured.js); inputCollation: what a call compares its arguments by, where
 *   that is not C's order; -1: they disagree. syn: the join column it was named as, for printing a query; it means
 *   nothing else
 */

/**
 * @typedef {Typed & { kind: 'const', value: any, lifted?: number }} Const value as docs/seams.md section 1; null for
 *   NULL; lifted: the mark of a literal that stands for many (parser/wide.js)
 */
/**
 * @typedef {Typed & { kind: 'param', number: number, fromEnd?: number, list?: { elementType: number, after:
 *   number, rows: number } }} Param $number, 1-based; list: an array of this one and those behind it but for the last
 *   `after`, some `rows` of them; fromEnd: behind such a list, so many parameters before the last. With either `number`
 *   does not say where the value is
 */
/**
 * @typedef {Typed & { kind: 'column', rt: number, attnum: number, isAssigned?: boolean }} Column
 *   isAssigned: a part of it is assigned, for which it is not read
 */
/**
 * @typedef {Typed & { kind: 'func', oid: number, args: Expr[], variadic: boolean, retset: boolean, display:
 *   'call' | 'cast' | 'implicit', sqlSyntax?: boolean, written?: { at: number, name: string | null
 *   }[], columns?: { name: string, type: number, typmod: number }[] }} FuncCall pg_proc OID; written: where some
 *   arguments were left out or named, those there were, by their place in args; `display` tells the deparser how it was
 *   written; sqlSyntax: in words, as EXTRACT(year FROM d); columns: of the column definition list behind a function in
 *   FROM
 */
/**
 * @typedef {Typed & { kind: 'op', oid: number, funcOid: number, args: Expr[], retset: boolean }} OpCall pg_operator OID
 *   and its function; one or two args
 */
/**
 * @typedef {Typed & { kind: 'anyall', oid: number, funcOid: number, all: boolean, args: [Expr, Expr] }} ScalarArrayOp
 *   left op ANY|ALL (array)
 */
/**
 * @typedef {Typed & { kind: 'distinct', oid: number, funcOid: number, args: [Expr, Expr] }} DistinctExpr IS DISTINCT
 *   FROM; oid is the = operator
 */
/** @typedef {Typed & { kind: 'nullif', oid: number, funcOid: number, args: [Expr, Expr] }} NullIf */
/** @typedef {Typed & { kind: 'and' | 'or' | 'not', args: Expr[] }} BoolExpr */
/**
 * @typedef {Typed & { kind: 'wide', op: 'and' | 'or', args: Expr[], value: import('./wide.js').WideBody }}
 *   WideCondition many alike terms over the same columns, `args`
 */
/**
 * @typedef {Typed & { kind: 'outlined', args: Column[], value: import('./wide.js').OutlinedBody }} Outlined an
 *   expression with a long list, over its columns
 */
/**
 * @typedef {Typed & { kind: 'isnull', arg: Expr, not: boolean, scalar?: boolean }} NullTest of a row: of all its
 *   fields, unless `scalar`, which asks for the value itself
 */
/** @typedef {Typed & { kind: 'booltest', arg: Expr, test: 'true' | 'false' | 'unknown', not: boolean }} BooleanTest */
/**
 * @typedef {Typed & { kind: 'case', arg: Expr | null, whens: { when: Expr, then: Expr }[], else: Expr | null }}
 *   CaseExpr with `arg`, each `when` is a whole comparison over a {kind:'caseTest'} node
 */
/**
 * @typedef {Typed & { kind: 'domain', arg: Expr, display: 'cast' | 'implicit' }} CoerceToDomain `type` is the domain:
 *   checks its constraints, which belong to run time
 */
/**
 * @typedef {Typed & { kind: 'subscriptAssign', arg: Expr, upper: (Expr | null)[], lower: (Expr | null)[]
 *   | null, elementType: number, source: Expr }} SubscriptAssign the array `arg` with the element or slice replaced by
 *   `source` (UPDATE … SET a[1] = …)
 */
/**
 * @typedef {Typed & { kind: 'fieldAssign', arg: Expr, attnum: number, source: Expr }} FieldAssign the composite value
 *   `arg` (null: all nulls) with one field replaced (UPDATE … SET c.f = …)
 */
/**
 * @typedef {Typed & { kind: 'caseTest' }} CaseTest the value of the enclosing CASE's arg (or of a domain being checked)
 */
/** @typedef {Typed & { kind: 'coalesce' | 'greatest' | 'least', args: Expr[] }} VariadicExpr */
/**
 * SQL/XML's expressions. Names are as XML writes them; `named` are attributes of an element, or elements of a forest;
 * `as` is what XMLSERIALIZE was told, whose own value is a text.
 * @typedef {Typed & { kind: 'xml', op: 'concat' | 'element' | 'forest' | 'parse' | 'pi' | 'root' | 'document'
 *   | 'serialize', name: string, argNames: string[], named: Expr[], args: Expr[], option: 'document' | 'content',
 *   as?: { type: number, typmod: number } }} XmlExpr
 */
/**
 * XMLTABLE in FROM, whose value is a set of rows. A namespace without a name is the default one.
 * @typedef {Typed & { kind: 'xmltable', namespaces: { name: string | null, uri: Expr }[], row: Expr, document: Expr,
 *   columns: XmlTableColumn[] }} XmlTable
 */
/**
 * path: null where it is the column's name, as for the row's number (`ordinality`); fallback: DEFAULT.
 * @typedef {object} XmlTableColumn
 * @property {string} name
 * @property {number} type
 * @property {number} typmod
 * @property {number} collation
 * @property {boolean} ordinality
 * @property {Expr | null} path
 * @property {Expr | null} fallback
 * @property {boolean} notNull
 */
/**
 * @typedef {Typed & { kind: 'relabel', arg: Expr, display: 'cast' | 'implicit' }} Relabel binary-compatible cast: same
 *   value, other type
 */
/**
 * @typedef {Typed & { kind: 'viaio', arg: Expr, display: 'cast' | 'implicit' }} CoerceViaIO output function, then input
 *   function
 */
/**
 * @typedef {Typed & { kind: 'rowconvert', arg: Expr, map: number[], display: 'cast' | 'implicit' }} ConvertRow a
 *   child's row as its parent's, a typed table's as its type's: map[attnum - 1] of the target is the source's attnum, 0
 *   for a dropped one
 */
/**
 * @typedef {Typed & { kind: 'arraycoerce', arg: Expr, element: Expr, display: 'cast' | 'implicit' }} ArrayCoerce
 *   element over caseTest
 */
/** @typedef {Typed & { kind: 'array', elementType: number, elements: Expr[], multidims: boolean }} ArrayExpr */
/** @typedef {Typed & { kind: 'row', args: Expr[], names: string[], display?: 'cast' | 'implicit' }} RowExpr */
/**
 * @typedef {Typed & { kind: 'rowcompare', op: '<' | '<=' | '>' | '>=', opOids: number[], funcOids: number[],
 *   left: Expr[], right: Expr[], inputCollations?: number[] }} RowCompare
 */
/**
 * @typedef {Typed & { kind: 'subscript', arg: Expr, upper: (Expr | null)[], lower: (Expr | null)[] | null,
 *   elementType: number }} Subscript array[upper] or, with lower, array[lower:upper]
 */
/** @typedef {Typed & { kind: 'field', arg: Expr, attnum: number }} FieldSelect */
/** @typedef {Typed & { kind: 'collate', arg: Expr }} CollateExpr */
/**
 * @typedef {Typed & { kind: 'keybound', of: import('../types/key-bounds.js').KeyBoundKind, arg: Expr }} KeyBoundOf a
 *   bound of an index's keys that follows from a value (planner only)
 */
/** @typedef {Typed & { kind: 'sqlvalue', name: string }} SqlValue current_date, current_timestamp, current_user … */
/**
 * @typedef {Typed & { kind: 'agg', oid: number, args: Expr[], directArgs: Expr[], distinct: boolean, star:
 *   boolean, variadic: boolean, orderBy: SortKey[], filter: Expr | null, levelsUp: number, slot:
 *   number, transType?: number, first?: boolean }} Aggref slot: its number in the Aggregate node that computes it;
 *   transType: of a user's aggregate, settled; first: no aggregate, but the argument's value in the group's first row
 *   (planner only)
 */
/**
 * @typedef {Typed & { kind: 'window', oid: number, args: Expr[], star: boolean, filter: Expr | null, window:
 *   number, slot: number }} WindowCall
 */
/** @typedef {Typed & { kind: 'grouping', args: Expr[], slot: number }} GroupingCall */
/**
 * @typedef {Typed & { kind: 'sublink', link: 'exists' | 'any' | 'all' | 'expr' | 'array' | 'multiexpr',
 *   test: Expr | null, testColumns: number[], query: any, plan?: any, correlated?: boolean }} SubLink `query` is a
 *   bound query (query.js), replaced by `plan` in a planned statement. For any/all, `test` is a boolean over
 *   {kind:'subcolumn'}
 */
/**
 * @typedef {Typed & { kind: 'subcolumn', index: number }} SubColumn 0-based output column of the sublink's query,
 *   inside its test
 */
/**
 * @typedef {Typed & { kind: 'slot', node: number, index: number }} SlotRef output column `index` of plan node `node`
 *   (id), used above aggregates, sorts of computed values, subquery scans, set operations
 */
/** @typedef {Typed & { kind: 'default' }} SetToDefault only until the rewriter replaces it */

/**
 * @typedef {{ expr: Expr, desc: boolean, nullsFirst: boolean, opOid: number, collation: number }} SortKey opOid: the <
 *   or > operator
 */

/**
 * @typedef {Const | WideCondition | Outlined | Param | Column | FuncCall | OpCall | ScalarArrayOp | DistinctExpr | NullIf
 *   | BoolExpr
 *   | NullTest | BooleanTest | CaseExpr | CaseTest
 *   | CoerceToDomain | SubscriptAssign | FieldAssign | VariadicExpr | XmlExpr | XmlTable | Relabel | CoerceViaIO |
 *   ConvertRow | ArrayCoerce | ArrayExpr | RowExpr | RowCompare | Subscript | FieldSelect | CollateExpr | SqlValue
 *   | KeyBoundOf | Aggref
 *   | WindowCall | GroupingCall | SubLink | SubColumn | SlotRef | SetToDefault} Expr
 */

/**
 * Whether a condition holds for no row, whatever the data: one of its parts is the constant false or NULL.
 * @param {Expr | null | undefined} expr
 * @returns {boolean}
 */
export function isNever(expr) {
  if (expr === null || expr === undefined) return false
  if (expr.kind === 'and') return expr.args.some((arg) => isNever(arg))
  return expr.kind === 'const' && expr.value !== true
}
