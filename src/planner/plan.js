/**
 * Physical plan nodes: what the planner decides and the executor compiles. Frozen plain data; running state lives
 * elsewhere. EXPLAIN prints exactly these.
 *
 * Every node has a unique `id` in its statement, `columns` (what it outputs: each an Expr with its name), and the
 * planner's estimates. How an expression above a node refers to what flows up: a base table column stays
 * {kind:'column', rt, attnum} all the way (the executor holds it in a local variable of the pipeline, or saves and
 * restores it across a pipeline breaker); anything computed by a node is {kind:'slot', node: id, index}. A node that
 * breaks the pipeline (sort, hash build, aggregate, materialise) lists in `carry` every Expr of kind column or slot
 * that operators above it still need, so the executor knows what to store.
 */

/** @typedef {import('../catalog/expr.js').Expr} Expr */
/** @typedef {import('../catalog/expr.js').SortKey} SortKey */
/** @typedef {{ rows: number, width: number, startupCost: number, totalCost: number }} Estimate */
/** @typedef {{ id: number, estimate: Estimate }} Common */

/** @typedef {Common & { node: 'seqScan', rt: number, relationOid: number, alias: string, attnums: number[], filter: Expr
 *   | null,
 *   sample?: NonNullable<import('../catalog/query.js').RangeEntry['sample']> }} SeqScan attnums: columns anybody needs
 */
/** @typedef {Common & { node: 'indexScan', rt: number, relationOid: number, indexOid: number, alias: string, attnums:
 *   number[], backward: boolean,
 *   keys: IndexBound[], ranges?: IndexBound[][], filter: Expr | null, recheck: Expr | null, held?:
 *   { recheck: Expr | null, filter: Expr | null }, uniqueMatch: boolean,
 *   readable: number[], implied: boolean, indexOnly?: boolean, also?: IndexScan, asked?: Asked,
 *   orderBy?: { column: number, value: Expr, strategy: number, expr: Expr } }} IndexScan
 *   keys: equality prefix, then at most one column with range bounds. `recheck` repeats the bounds as a filter (an
 *   entry may be stale).
 *   held: both conditions, asked of what rows keep of the keys (catalog/kept-keys.js).
 *   also: looks up no rows but those that this scan's entries, too, lead to
 *   readable: columns that can be read out of entries; implied: what is in the range needs no recheck; indexOnly:
 *   entries are all that is needed
 *   ranges: the stretches that are read, each as keys would bound it; keys are then the equalities that all of them
 *   have
 *   orderBy: of a gist index, the nearest to value first; expr is what the rows come in the order of
 *   uniqueMatch: the index is unique and every key column is bound by equality: at most one row
 */
/**
 * @typedef {{ of: Expr | null, rest: Expr | null }} Asked for EXPLAIN, of several indexes: what they serve together,
 *   and what else rows are asked
 */
/**
 * @typedef {Common & { node: 'indexOr', rt: number, relationOid: number, alias: string, inputs: { input: IndexScan,
 *   outputs: Expr[] }[], asked: Asked }} IndexOr scans of one table that give no row twice
 */
/** @typedef {Common & { node: 'treeScan', rt: number, relationOid: number, alias: string, attnums: number[], filter:
 *   Expr | null, members: TreeMember[], memberRt: number,
 *   lockMode: number, prune: PruneNode | null, pruneValues: Expr[], indexed: boolean, sample: any,
 *   order?: { keys: SortKey[], backward: boolean, merged: boolean } }} TreeScan
 *   every stored table of an inheritance or partition tree, in order, its rows as rows of the table at the top.
 *   order: that rows come in: each member's by its index, merged, or one member's after the other's
 *   memberRt: an rt of nobody, under which generated code speaks of
 *   a member's own columns. indexed: some member is read by index
 */
/** What a run can rule out: tests of one partitioned table's key over pruneValues (null: none), and by partition its
 * OID, the next level, or -1 when it was ruled out before.
 * @typedef {{ relationOid: number, test: import('../catalog/partitions/prune.js').Test | null, children: (number |
 *   PruneNode)[] }} PruneNode
 */
/**
 * @typedef {{ mode: number, prune: PruneNode, values: Expr[], oids: number[] }} PrunedLock values: constants and
 *   parameters
 */
/** @typedef {{ relationOid: number, map: number[] | null, indexOid: number, keys: IndexBound[], uniqueMatch: boolean,
 *   filter: Expr | null, recheck: Expr | null,
 *   rows: number, cost: number }} TreeMember
 *   map: the member's attnum by the tree's attnum - 1, null where they are alike. indexOid 0: read from end to end.
 *   keys as in IndexScan; the node's filter holds every
 *   condition, those of the bounds too; filter and recheck are for EXPLAIN alone
 */
/** @typedef {{ column: number, op: '=' | '<' | '<=' | '>' | '>=' | 'isnull' | 'notnull' | 'gin' | 'gist', value: Expr |
 *   null, any?: boolean, strategy?: number }} IndexBound
 *   column: 0-based index column; value never references the scanned relation; any: value is an array, probe each
 *   element (= ANY);
 *   gin, gist: column and value under the operator with this strategy in the column's family
 */
/** Scans of what is not a table also carry `names: string[]`, their column names, for EXPLAIN alone. */
/**
 * @typedef {Common & { node: 'values', rt: number, rows: Expr[][], rowWidth?: number, value?:
 *   import('../catalog/wide.js').RowLists }} ValuesScan outputs {kind:'column', rt, attnum}; rowWidth: the row stands
 *   for one per so many parameters, which are the columns behind its own
 */
/**
 * @typedef {Common & { node: 'functionScan', rt: number, alias: string, functions: { expr: Expr, columnCount: number
 *   }[], ordinality: boolean, filter: Expr | null }} FunctionScan
 */
/** @typedef {Common & { node: 'subqueryScan', rt: number, alias: string, input: PlanNode, outputs: Expr[], filter: Expr
 *   | null }} SubqueryScan
 *   outputs[i] over `input` becomes {kind:'column', rt, attnum: i + 1}
 */
/** @typedef {Common & { node: 'cteScan', rt: number, cte: number, alias: string, filter: Expr | null, types: number[],
 *   captured: Expr[] }} CteScan cte: index into PlannedStatement.ctes; captured: columns
 * of queries around the WITH query that it uses
 */
/**
 * @typedef {Common & { node: 'workTableScan', rt: number, recursion: number, alias: string, filter: Expr | null, types:
 *   number[] }} WorkTableScan
 */
/** @typedef {Common & { node: 'foreignScan', rt: number, relationOid: number, alias: string, attnums: number[],
 *   filter: Expr | null }} ForeignScan rows of file_fdw's tables
 */
/** @typedef {Common & { node: 'external', rt: number, types: number[] }} ExternalScan rows that come from outside (COPY
 *   FROM): arrays of values that
 *   `ctx.source` hands out, as {kind:'column', rt, attnum: 1…}
 */
/**
 * @typedef {Common & { node: 'result', filter: Expr | null }} Result exactly one row, or none when the filter is not
 *   true; no columns
 */
/** @typedef {Common & { node: 'filter', input: PlanNode, filter: Expr }} Filter */
/**
 * @typedef {Common & { node: 'project', input: PlanNode, outputs: Expr[] }} Project computes outputs[i] as
 *   {kind:'slot', node: id, index: i}
 */
/** @typedef {Common & { node: 'projectSet', input: PlanNode, outputs: Expr[], beside: Expr[] }} ProjectSet some outputs
 *   are set-returning; runs them in lockstep (PostgreSQL 10+). beside: volatile and failing ones next to them, slots
 *   behind those of outputs: computed for each row, and once more when the sets have ended
 */
/** @typedef {Common & { node: 'nestLoop', join: 'inner' | 'left' | 'semi' | 'anti', outer: PlanNode, inner: PlanNode,
 *   on: Expr | null, filter: Expr | null,
 *   nullable: Expr[] }} NestLoop inner may reference outer columns (parameterised scan, LATERAL). nullable: inner
 *   columns/slots set to null for an unmatched left row.
 *   `on` decides matching, `filter` applies after the join (outer joins)
 */
/** @typedef {Common & { node: 'hashJoin', join: 'inner' | 'left' | 'right' | 'full' | 'semi' | 'anti' | 'rightSemi',
 *   outer: PlanNode, inner: PlanNode, outerKeys: Expr[], innerKeys: Expr[],
 *   keyTypes: number[], on: Expr | null, filter: Expr | null, carry: Expr[], outerNullable: Expr[], innerNullable:
 *   Expr[], nullAware: boolean,
 *   outerCarry: Expr[], outerOnce: boolean }} HashJoin
 *   builds on `inner`; carry, outerCarry: inner and outer columns/slots needed above. outerOnce: the outer side run
 *   again could give other rows. nullAware: anti join for NOT IN (a null key on either side means unknown)
 */
/** @typedef {Common & { node: 'sort', input: PlanNode, keys: SortKey[], carry: Expr[], limit: Expr | null, presorted?:
 *   number }} Sort limit: top-N bound when a Limit sits right above.
 *   presorted: the input comes in the order of so many first keys, and is sorted a stretch at a time
 */
/**
 * @typedef {Common & { node: 'limit', input: PlanNode, count: Expr | null, offset: Expr | null, withTies: SortKey[] |
 *   null }} Limit
 */
/**
 * @typedef {object} GroupSequence in which order groups leave that nothing sorts (build/group-sequence.js)
 * @property {'hash' | 'order'} by PostgreSQL's hash table, or a sort of the keys
 * @property {{ key: number, desc: boolean, nullsFirst: boolean }[]} keys which of them, in which order
 * @property {number} expected groups
 */
/** @typedef {Common & { node: 'aggregate', strategy: 'plain' | 'hash' | 'sorted' | 'ordered', input: PlanNode, groupBy:
 *   Expr[], sequence: GroupSequence | null, groupEquals: number[], aggregates: import('../catalog/expr.js').Aggref[],
 *   groupingSets: number[][] | null, filter: Expr | null }} Aggregate outputs: slot 0..groupBy.length-1 are the group
 *   keys, then the aggregates in order. filter = HAVING.
 *   sorted: the node sorts its input by the keys; ordered: rows of a group come next to each other, no grouping sets.
 *   With groupingSets (indexes into groupBy), absent keys are null and slot groupBy.length + aggregates.length is the
 *   set's bitmask for GROUPING()
 */
/**
 * @typedef {Common & { node: 'distinct', input: PlanNode, keys: Expr[], strategy: 'hash' | 'sorted', sequence:
 *   GroupSequence | null, carry: Expr[] }} Distinct first row of each key (DISTINCT, DISTINCT ON)
 */
/**
 * @typedef {Common & { node: 'append', inputs: { input: PlanNode, outputs: Expr[] }[], types: number[] }} Append UNION
 *   ALL; outputs are {kind:'slot', node: id, index}
 */
/**
 * @typedef {Common & { node: 'setOp', op: 'union' | 'intersect' | 'except', all: boolean, left: { input: PlanNode,
 *   outputs: Expr[] }, right: { input: PlanNode, outputs: Expr[] }, types: number[], sequence: GroupSequence | null }}
 *   SetOp null: by a sort
 */
/**
 * @typedef {Common & { node: 'recursiveUnion', recursion: number, all: boolean, base: { input: PlanNode, outputs:
 *   Expr[] }, step: { input: PlanNode, outputs: Expr[] }, types: number[] }} RecursiveUnion
 */
/** @typedef {Common & { node: 'windowAgg', input: PlanNode, partitionBy: Expr[], orderBy: SortKey[], frame: any, calls:
 *   import('../catalog/expr.js').WindowCall[], carry: Expr[], isRunning: boolean,
 *   runCondition: Expr | null }} WindowAgg isRunning: what the calls give in a row is known from the partition's rows
 *   up to its last peer. runCondition: over the calls' slots; where it does not hold, neither does it in the
 *   partition's rows behind, of which nobody wants any
 */
/**
 * @typedef {Common & { node: 'materialize', input: PlanNode, carry: Expr[] }} Materialize inner side of a nested loop
 *   that is run again
 */
/** @typedef {Common & { node: 'lockRows', input: PlanNode, locks: RowLock[], recheck: Expr | null,
 *   again: { node: number, outputs: Expr[] } | null }} LockRows again: what was computed before the row was locked, by the
 *   node of that id; of a row's newer version it is computed once more */
/** @typedef {{ rt: number, relationOid: number, strength: 'keyshare' | 'share' | 'nokeyupdate' | 'update', wait: 'block'
 *   | 'skip' | 'error',
 *   tree: { relationOid: number, map: number[] | null }[] | null }} RowLock tree: the row is in one of these tables
 */
/** @typedef {Common & { node: 'modify', operation: 'insert' | 'update' | 'delete', relationOid: number, rt: number,
 *   input: PlanNode,
 *   values: Expr[] | null, assignments: { attnum: number, expr: Expr }[] | null, checks:
 *   { name: string, expr: Expr }[], notNull: number[],
 *   recheck: Expr | null, onConflict: any, returning: Expr[] | null, returningRt: number, changedAttnums: number[],
 *   named: number[],
 *   old: Expr[] | null, tree: { members: { relationOid: number, map: number[] | null }[], moves: boolean } | null }}
 *   Modify
 *   insert: `values` has one Expr per attribute of the table, in attnum order, over `input` (dropped ones null).
 *   update: assignments over input, the old
 *   row's columns being {kind:'column', rt, …}. recheck: every condition of the statement that involves the target,
 *   evaluated again on the
 *   newest version after a wait (EvalPlanQual). tree: rows of any of these tables are changed; assignments and
 *   conditions speak of the target's columns,
 *   checks and notNull are each member's own, and the executor's to find. moves: a row may change its partition. checks
 *   and returning see the new row as {kind:'column', rt: returningRt}.
 *   old: a view's INSTEAD OF triggers are told of the row; its columns over input, none of an insert's
 */

/** @typedef {Common & { node: 'merge', relationOid: number, rt: number, named: number[], returningRt: number, input:
 *   PlanNode, actions: (import('../catalog/query.js').MergeAction & { changedAttnums: number[] })[],
 *   checks: { name: string, expr: Expr }[], on: Expr | null, tree:
 *   { members: { relationOid: number, map: number[] | null }[], moves: boolean } | null }} Merge input: the source
 *   joined with the target, whose ctid is null where none matched. The first action
 *   whose condition holds is done. on: the join condition, evaluated again on a row's newest version after a wait
 */

/** @typedef {SeqScan | ForeignScan | IndexScan | IndexOr | TreeScan | ValuesScan | ExternalScan | FunctionScan |
 *   SubqueryScan | CteScan | WorkTableScan | Result | Filter | Project | ProjectSet | NestLoop | HashJoin
 *   | Sort | Limit | Aggregate | Distinct | Append | SetOp | RecursiveUnion | WindowAgg | Materialize | LockRows |
 *   Modify | Merge} PlanNode
 */

/**
 * @typedef {object} PlannedStatement
 * @property {'select' | 'insert' | 'update' | 'delete' | 'merge' | 'utility'} command
 * @property {string} tag first word(s) of the command tag
 * @property {string} name what refusals call it: SELECT FOR UPDATE
 * @property {boolean} writesStored it changes or locks rows of what is not temporary: not in a READ ONLY transaction
 * @property {PlanNode | null} root null for utility
 * @property {Expr[]} outputs what the client sees, over root (SELECT list or RETURNING), resjunk removed
 * @property {ResultColumn[]} columns
 * @property {number[]} paramTypes OIDs, resolved
 * @property {{ name: string, plan: PlanNode, outputs: Expr[], types: number[], recursive: boolean, materialized:
 *   boolean, modifies: boolean }[]} ctes
 * @property {{ relationOid: number, mode: number }[]} locks table locks to take before running
 * @property {PrunedLock[]} prunedLocks locks on members of trees, of which a run takes those its parameters leave
 * @property {Map<number | string, number>} dependencies object OID, or the catalog's key of a name -> version it was
 *   planned under
 * @property {boolean} callsRoutines one row made of calls of the program's own functions: what they do is undone where
 *   one would have to wait
 * @property {Expr[]} bodyCalls one row made of calls of PL/pgSQL functions: these; a plain body serves while nothing in
 *   theirs waits
 * @property {boolean} bounded touches a bounded number of rows whatever the data (point statements): the plain body
 *   serves
 * @property {boolean} straight reads by one pass, however long, and never waits: the plain body serves whoever has the
 *   thread for itself
 * @property {boolean} readOnly
 * @property {boolean} repeatable it may be begun again before it has changed a row: no function in it has an effect
 * @property {boolean} restartable as long as it gave no row, it may begin again: nothing in it is volatile (told only
 *   of those that may want to: not bounded, or with hash joins)
 * @property {any} utility parse-tree node for utility statements
 * @property {import('./build/estimates/value-classes.js').ValueClasses | null} classes of parameters' values; null: one
 * @property {{ planned: PlannedStatement, isTagged: boolean, source: import('./rewrite/fire-rules.js').Source }[] |
 *   null} steps what rules made of it, to be run one after the other, each seeing what those before it did; then `root`
 *   is
 *   null, and the tagged one's rows are the statement's
 * @property {import('../errors/db-error.js').DbError | null} failure a constant in it cannot be computed: executing it
 *   fails so, describing it does not
 * @property {import('../errors/db-error.js').DbError | null} lateFailure what it fails by after its BEFORE STATEMENT
 *   triggers
 * @property {import('../catalog/expr.js').Expr[]} paramCalls what is computed from parameters alone and may fail, but
 *   for INSERT without nextval, which computes all of its values anyway
 * @property {boolean} zoneDependent a literal was read under the session's TimeZone, and under nothing else that is its
 *   own
 * @property {boolean} [roleDependent] it holds what is so for its role and setting of row_security alone
 * @property {boolean} sessionDependent a literal was read under the session's settings (styles, names): share the plan
 *   with no other session
 * @property {import('./needs.js').Needs} [needs] what whoever runs it is to have been granted
 * @property {boolean} [locksRows] of a cursor's query: FOR UPDATE or FOR SHARE
 * @property {{ relationOid: number, output: number }[]} [rowIds] of a cursor's query: outputs[output] is the tuple id,
 *   the next the table's OID
 * @property {boolean} clockDependent a literal was 'now', 'today' …: PostgreSQL fixes it when the statement is
 *   prepared; do not cache by text
 */
/** @typedef {{ name: string, type: number, typmod: number, tableOid: number, attnum: number }} ResultColumn */

export {}
