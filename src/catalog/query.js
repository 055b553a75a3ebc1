/**
 * Bound queries: what the binder makes of a parse tree and the planner turns into a plan. Every name is an OID or a
 * range-table number, every expression is typed (catalog/expr.js), set operations have common types, USING and NATURAL
 * columns are already the expression they stand for. Plain data.
 *
 * Range-table numbers (`rt`) are unique in the statement, subqueries included. A Query never refers to a deeper query's
 * rt except through a subquery entry; it may refer to an outer one's (correlation, LATERAL).
 */

/** @typedef {import('./expr.js').Expr} Expr */
/** @typedef {import('./expr.js').SortKey} SortKey */

/**
 * @typedef {{ name: string, type: number, typmod: number, collation: number, hidden?: boolean }} OutColumn hidden: `*`
 *   leaves it out
 */

/**
 * @typedef {object} RangeEntry
 * @property {'relation' | 'subquery' | 'function' | 'values' | 'cte' | 'new'} kind `new`: the row being written, for
 *   checks and RETURNING
 * @property {number} rt
 * @property {string} alias
 * @property {OutColumn[]} columns attnum - 1 is the index (dropped columns of a table keep their place with type 0)
 * @property {any} [relation] RelationDesc, for a relation
 * @property {import('./relation.js').RelationDesc[] | null} [tree] the stored tables that hold its rows, where that is
 *   not simply the relation itself: inheritance children, partitions. Null: just the relation
 * @property {number} [lockMode] of the tree's members, ACCESS SHARE unless given
 * @property {Query} [query] for a subquery
 * @property {{ expr: Expr, columnCount: number, defined?: boolean }[]} [functions] for ROWS FROM; defined: with a
 *   column definition list
 * @property {boolean} [ordinality]
 * @property {Expr[][]} [rows] for VALUES
 * @property {number} [rowWidth] its one row stands for many, of so many parameters each
 * @property {import('./wide.js').RowLists} [value] of so many literals each, which are here
 * @property {CteEntry} [cte] for a reference to a WITH query; `selfReference` inside its own recursive term
 * @property {boolean} [selfReference]
 * @property {boolean} lateral may refer to entries on its left
 * @property {boolean} [aliased] an alias was written; with `columnNames`, names of its columns. These two and the next
 *   are for printing the query again
 * @property {string[]} [columnNames]
 * @property {boolean} [inh] a relation named without ONLY
 * @property {number} [parsedColumns] of a stored query: how many columns the relation had when it was made
 * @property {boolean} [lateralWritten] a function said to be LATERAL, or using what stands before it
 * @property {{ method: string, percent: Expr, repeatable: Expr | null, handler?: number, source?: string }} [sample]
 *   TABLESAMPLE of a relation. handler: OID of an extension's method, source: its code; `percent` is what it takes
 * @property {Expr[]} [security] conditions that a row must meet before anything else may look at it, in this order:
 *   row security's, those of security barrier views a write came through
 * @property {boolean} [isSecured] it had such conditions, which have joined the others
 * @property {boolean} [barrier] a security barrier view: nothing that could tell its rows goes below it
 * @property {number} [checkAs] OID of the role whose rights count instead of the session's: the owner of the view or
 *   rule it stands in
 * @property {boolean} [target] the relation that is written: no rows of a view, but the view itself
 */

/**
 * @typedef {{ kind: 'entry', rt: number } | { kind: 'nothing' } | JoinNode} FromNode `nothing`: one row of no columns,
 *   an inner join's empty side
 */
/**
 * @typedef {{ kind: 'join', join: 'inner' | 'left' | 'right' | 'full', left: FromNode, right: FromNode,
 *   on: Expr | null, rt?: number, alias?: string | null, aliasNames?: string[], using?: string[]
 *   | null, usingAlias?: string | null, mergedComputed?: boolean, columns?: { name: string, left:
 *   number, right: number }[] }} JoinNode from `rt` on: how a join as written prints (mergedComputed: some USING column
 *   is neither input as it is). An expression's `syn` {rt, attnum} says that it was named as that join's column
 */

/**
 * @typedef {{ expr: Expr, name: string, resjunk: boolean, tableOid: number, attnum: number }} Target tableOid, attnum:
 *   where a plain column came from, else 0
 */

/**
 * @typedef {{ name: string | null, partitionBy: Expr[], orderBy: SortKey[], frame: WindowFrame, definition?:
 *   number, refName?: string, copiedOrder?: boolean }} WindowSpec definition: its place in the WINDOW clause; refName,
 *   copiedOrder: built on another window, with its ORDER BY
 */
/**
 * @typedef {{ kind: 'empty' | 'simple' | 'rollup' | 'cube' | 'sets', keys: number[], content: GroupingItem[] }}
 *   GroupingItem keys: indexes into groupBy
 */
/**
 * @typedef {{ mode: 'range' | 'rows' | 'groups', start: FrameBound, end: FrameBound, exclude: 'none' |
 *   'current' | 'group' | 'ties', explicit: boolean, between?: boolean, inRangeFunc?: number, inRangeEndFunc?:
 *   number }} WindowFrame
 */
/**
 * @typedef {{ kind: 'unboundedPreceding' | 'preceding' | 'current' | 'following' | 'unboundedFollowing',
 *   offset: Expr | null }} FrameBound
 */

/**
 * @typedef {{ search: { breadth: boolean, by: string[], column: string } | null, cycle: { by: string[],
 *   mark: string, path: string, value: Expr, other: Expr } | null }} SearchCycleClauses
 */

/**
 * @typedef {object} CteEntry
 * @property {string} name
 * @property {Query} query
 * @property {OutColumn[]} columns
 * @property {boolean} recursive
 * @property {string[]} [columnNames] as written
 * @property {'default' | 'always' | 'never'} materialize
 * @property {SearchCycleClauses} [clauses] SEARCH and CYCLE as written: its query has them worked in already, each term
 *   a subquery
 * @property {number} references how many FROM items name it
 * @property {number} id unique in the statement
 */

/**
 * @typedef {{ rt: number, strength: 'keyshare' | 'share' | 'nokeyupdate' | 'update', wait: 'block' | 'skip'
 *   | 'error', pushed?: boolean }} RowLocking pushed: not written in this query but in one around it
 */

/**
 * @typedef {object} Query
 * @property {'select' | 'insert' | 'update' | 'delete' | 'merge'} command
 * @property {RangeEntry[]} entries of this level
 * @property {FromNode[]} from
 * @property {Expr | null} where
 * @property {Target[]} targets
 * @property {Expr[]} groupBy distinct grouping expressions
 * @property {number[][] | null} groupingSets indexes into groupBy
 * @property {number[]} [groupTargets] with grouping sets: the target each of groupBy was written as
 * @property {GroupingItem[]} [groupingClause] the clause as written, if it has sets
 * @property {boolean} [groupDistinct] GROUP BY DISTINCT
 * @property {number[]} [primaryKeys] OIDs of constraints that make columns depend on the grouped ones
 * @property {boolean} [withRecursive] WITH RECURSIVE was written
 * @property {boolean} [limitAll] LIMIT ALL was written
 * @property {Expr | null} having
 * @property {boolean} hasAggregates
 * @property {boolean} grouped GROUP BY, HAVING or an aggregate is present
 * @property {WindowSpec[]} windows
 * @property {boolean} hasWindowCalls
 * @property {WindowSpec[]} [unusedWindows] of the WINDOW clause, which no call names
 * @property {boolean} hasSetReturning in the target list
 * @property {null | number[]} distinct target indexes that must differ
 * @property {boolean} distinctOn
 * @property {{ target: number, desc: boolean, nullsFirst: boolean, opOid: number, collation: number }[]} orderBy
 * @property {Expr | null} limit
 * @property {Expr | null} offset
 * @property {boolean} withTies
 * @property {CteEntry[]} ctes
 * @property {RowLocking[]} locks of tables, and of subqueries (whose own queries then have the `pushed` locks of their
 *   tables)
 * @property {SetOperation | null} setOperation then entries, from, where, grouping are empty and targets are its output
 *   columns
 * @property {WriteTarget | null} write
 */

/**
 * @typedef {object} SetOperation
 * @property {'union' | 'intersect' | 'except'} op
 * @property {boolean} all
 * @property {Query | SetOperation} left
 * @property {Query | SetOperation} right
 * @property {OutColumn[]} columns
 * @property {Expr[]} leftOutputs each side's columns coerced: over {kind:'subcolumn', index} of that side
 * @property {Expr[]} rightOutputs
 */

/**
 * @typedef {object} WriteTarget
 * @property {any} relation RelationDesc
 * @property {number} rt the old row
 * @property {number} newRt the new row in checks and RETURNING
 * @property {{ attnum: number, expr: Expr | null }[] | null} given insert: as written, null for DEFAULT (cells of
 *   VALUES may be {kind:'default'} until rewriting)
 * @property {Expr[] | null} values insert, once rewritten: one per attribute (null literal for dropped ones), over the
 *   source query's entries
 * @property {{ attnum: number, expr: Expr }[] | null} assignments update; {kind:'default'} until rewriting
 * @property {OnConflict | null} onConflict
 * @property {Target[] | null} returning
 * @property {{ name: string | null, expr: Expr, view?: boolean, policy?: PolicyCheck }[]} checks view: of a view's
 *   check
 *   option; policy: of row security, by the name of a restrictive policy
 * @property {boolean} [readsTarget] it looks at rows of the target: SELECT's policies hold, too
 * @property {boolean} [cascades] a check option of a view above holds for those below
 * @property {number[]} notNull
 * @property {{ relationOid: number, attnum: number, expr: Expr }[]} [kept] what rows keep of their keys in indexes,
 *   over newRt
 * @property {Expr[]} [old] the view's INSTEAD OF triggers are told: its row's columns (insert: none)
 * @property {boolean} [moves] an update that may move rows to other partitions
 * @property {import('./relation.js').RelationDesc[]} [tree] merge: the stored tables whose rows it may change, or
 *   insert into a partition of
 * @property {'user' | 'system' | null} overriding
 * @property {MergeAction[]} [actions] merge: the first that applies to a row is done
 */

/**
 * @typedef {{ moment: 'insert' | 'update' | 'conflict' | 'merge update' | 'merge delete', row: 'new' | 'conflict' |
 *   'target', rt: number, table: string }} PolicyCheck moment: when it is asked, of which row (rt); row: as the message
 *   calls it
 */

/**
 * @typedef {{ matched: boolean, condition: Expr | null, operation: 'insert' | 'update' | 'delete' | 'nothing',
 *   values: Expr[] | null, assignments: { attnum: number, expr: Expr }[] | null, notNull: number[],
 *   written?: number[] }} MergeAction written: the columns that the statement itself names
 */

/**
 * @typedef {{ constraint: string | null, keys: Expr[], where: Expr | null, collations?: number[], opclasses?:
 *   number[] }} Inference keys, where: over the existing row; collations, opclasses: that a key is to have, 0: any
 */

/**
 * @typedef {object} OnConflict
 * @property {'nothing' | 'update'} action
 * @property {Inference | null} infer as written
 * @property {number[]} indexOids arbiters, once rewritten; empty: any unique index
 * @property {number} excludedRt
 * @property {number} rt the existing row
 * @property {{ attnum: number, expr: Expr }[]} assignments
 * @property {Expr | null} where
 */

export {}
