/** Random queries: FROM with joins of every kind, subqueries, grouping, windows, set operations, WITH. */
import { ExpressionMaker } from './expressions.js'
import { aggregate, windowCall } from './aggregates.js'
import { joined, list, maybe, sql, typed } from './node.js'
import { literal } from './values.js'

/** @import { Random } from './random.js' */
/** @import { SqlNode } from './node.js' */
/** @import { Scope, ScopeColumn } from './expressions.js' */
/** @import { Schema, Relation } from './schema.js' */

/**
 * @typedef {{ node: SqlNode, columns: ScopeColumn[], keys: string[], alias?: string }} Source keys: columns that
 *   together make a row unique; empty: unknown; alias: of a single relation
 */

export class QueryMaker {
  /** @param {Random} random @param {Schema} schema */
  constructor(random, schema) {
    this.random = random
    this.schema = schema
    this.exprs = new ExpressionMaker(random, this)
    this.aliases = 1
    /** In sight: names of WITH. @type {Relation[]} */
    this.ctes = []
  }

  /** A new statement. */
  begin() {
    this.aliases = 1
    this.ctes = []
  }

  alias() { return `a${++this.aliases}` }

  /** @param {Scope} scope @returns {Scope} what a subquery in `scope` sees of it */
  inner(scope) { return { columns: scope.columns.filter((column) => column.isLocal !== true), depth: scope.depth + 1 } }

  /**
   * Rows of these types, in no order.
   * @param {string[]} types
   * @param {Scope} scope
   * @param {number} size
   * @returns {SqlNode}
   */
  select(types, scope, size) {
    const { random } = this
    const roll = scope.depth > 2 ? 1 : random.next() / 4294967296
    if (roll < 0.1) return this.setOperation(types, scope, size)
    if (roll < 0.15) return this.values(types, scope, size)
    if (roll < 0.22) return this.withQuery(types, scope, size)
    if (roll < 0.4) return this.grouped(types, scope, size)
    if (roll < 0.5) return this.windowed(types, scope, size)
    return this.plain(types, scope, size)
  }

  /**
   * The same rows in an order that leaves nothing open.
   * @param {string[]} types
   * @param {Scope} scope
   * @param {number} size
   * @returns {SqlNode}
   */
  ordered(types, scope, size) {
    const { random } = this
    const limit = random.chance(0.3) ? maybe` LIMIT ${random.between(0, 9)}` : ''
    const offset = random.chance(0.15) ? maybe` OFFSET ${random.between(0, 4)}` : ''
    return sql`${this.select(types, scope, size)} ORDER BY ${this.orderBy(types)}${limit}${offset}`
  }

  /** All columns by number. @param {string[]} types */
  orderBy(types) {
    const places = this.random.some(
      types.map((_, at) => at + 1),
      types.length
    )
    return places
      .map((place) => `${place}${this.random.pick(['', '', ' DESC', ' NULLS FIRST', ' DESC NULLS LAST', ' ASC'])}`)
      .join(', ')
  }

  /** @param {string[]} types @param {Scope} scope @param {number} size */
  items(types, scope, size) {
    return types.map((type, at) => sql`${this.exprs.expr(type, scope, size)} AS c${at + 1}`)
  }

  /** @param {Scope} scope @param {number} size */
  where(scope, size) {
    const { random } = this
    if (random.chance(0.35)) return ''
    return maybe` WHERE ${list(
      random.times(random.between(1, 2), () => this.exprs.condition(scope, size)),
      random.pick([' AND ', ' AND ', ' OR '])
    )}`
  }

  /** @param {string[]} types @param {Scope} outer @param {number} size */
  plain(types, outer, size) {
    const { random } = this
    const from = this.from(outer, size)
    const scope = { columns: [...outer.columns, ...from.columns, ...from.columns], depth: outer.depth }
    const where = this.where(scope, size)
    const items = this.items(types, scope, size)
    if (random.chance(0.06)) {
      const at = types.findIndex((type) => type === 'int4' || type === 'text')
      if (at >= 0)
        items[at] =
          types[at] === 'int4'
            ? sql`generate_series(${random.between(0, 2)}, abs(${this.exprs.expr('int4', scope, 1)} % 4)) AS c${at + 1}`
            : sql`unnest(${this.exprs.expr('text[]', scope, 1)}) AS c${at + 1}`
    }
    if (random.chance(0.12)) return sql`SELECT DISTINCT ${items} FROM ${from.node}${where}`
    if (random.chance(0.06)) {
      // The first row of each group is one only if the rest of the order leaves no choice.
      const order = types.map((_, at) => `c${at + 1}${random.pick(['', ' DESC', ' NULLS FIRST'])}`)
      return sql`SELECT * FROM (SELECT DISTINCT ON (c1) * FROM (SELECT ${items} FROM ${from.node}${where}) AS ${this.alias()} ORDER BY ${order.join(', ')}) AS ${this.alias()}`
    }
    return sql`SELECT ${items} FROM ${from.node}${where}`
  }

  /** @param {string[]} types @param {Scope} outer @param {number} size */
  grouped(types, outer, size) {
    const { random, exprs } = this
    const from = this.from(outer, size)
    const scope = { columns: [...outer.columns, ...from.columns], depth: outer.depth }
    const where = this.where(scope, size)
    const keys = random.times(random.below(4), () => {
      const column = random.pick(from.columns)
      if (random.chance(0.7)) return { node: typed(column.type)`${column.text}`, type: column.type }
      // An expression, and not a constant: that would be a place in the list, and under grouping sets PostgreSQL tells
      // equal constants not apart.
      const type = random.pick(['int4', 'text', 'bool', 'numeric'])
      return { node: typed(type)`CASE WHEN ${column.text} IS NULL THEN ${literal(random, type)} ELSE ${exprs.expr(type, { columns: from.columns, depth: 9, isKey: true }, 1)} END`, type }
    })
    const calls = random.times(random.between(1, 3), () =>
      aggregate(
        this,
        random.pick(random.chance(0.5) ? types : ['int8', 'numeric', 'text', 'int4']),
        { columns: from.columns, depth: 9 },
        size
      )
    )
    /** @type {Scope} */
    const above = {
      columns: [
        ...outer.columns, ...keys.map((key) => ({ text: key.node, type: key.type })),
        ...calls.map((call) => ({ text: call, type: /** @type {string} */ (call.type), isLocal: true })),
      ],
      depth: outer.depth,
    }
    if (keys.length > 0 && random.chance(0.2))
      above.columns.push({
        text: typed('int4')`GROUPING(${random.some(keys, random.between(1, 2)).map((key) => key.node)})`, type: 'int4',
        isLocal: true,
      })
    const windows = random.chance(0.3)
      ? random.times(random.between(1, 2), () =>
          this.windowOverGroups(
            keys.map((key) => key.node),
            calls,
          ),
        )
      : []
    const having = random.chance(0.25) ? maybe` HAVING ${exprs.condition(above, 1)}` : ''
    const by =
      keys.length === 0
        ? ''
        : sql` GROUP BY ${random.chance(0.1) ? maybe`DISTINCT ` : ''}${this.groupBy(keys.map((key) => key.node))}`
    const shown = {
      ...above,
      columns: [
        ...above.columns,
        ...windows.flatMap((call) =>
          [0, 0].map(() => ({ text: call, type: /** @type {string} */ (call.type), isLocal: true })),
        ),
      ],
    }
    return sql`SELECT ${this.items(types, shown, size)} FROM ${from.node}${where}${by}${having}`
  }

  /**
   * A window over rows that stand for groups: peers are treated alike, so that their order is open.
   * @param {SqlNode[]} keys
   * @param {SqlNode[]} calls aggregates
   * @returns {SqlNode}
   */
  windowOverGroups(keys, calls) {
    const { random } = this
    const one = () => random.pick([...keys, ...calls])
    const partition = random.chance(0.5) ? maybe`PARTITION BY ${one()} ` : ''
    const over = sql`(${partition}ORDER BY ${one()}${random.pick(['', ' DESC', ' NULLS FIRST'])}${random.chance(0.3) ? maybe` GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW` : ''})`
    return random.pick([
      () => typed('int8')`${random.pick(['rank', 'dense_rank'])}() OVER ${over}`,
      () => typed('int8')`count(*) OVER ${over}`,
      () => typed('int8')`count(${one()}) OVER (${partition})`,
      () => typed('numeric')`sum(count(*)) OVER ${over}`,
      () => typed('numeric')`avg(sum(1)) OVER ${over}`,
    ])()
  }

  /** @param {SqlNode[]} keys */
  groupBy(keys) {
    const { random } = this
    const some = () => sql`(${random.some(keys, random.below(keys.length + 1))})`
    switch (random.below(8)) {
      case 0: return sql`ROLLUP (${keys})`
      case 1: return sql`CUBE (${keys})`
      case 2: return sql`GROUPING SETS ((${keys}), ${list([some(), some()])})`
      case 3: return keys.length > 1 ? sql`${keys[0]}, ROLLUP (${keys.slice(1)})` : sql`${keys}`
      default: return sql`${keys}`
    }
  }

  /** @param {string[]} types @param {Scope} outer @param {number} size */
  windowed(types, outer, size) {
    const { random } = this
    const from = this.from(outer, size)
    const scope = { columns: [...outer.columns, ...from.columns], depth: outer.depth }
    const where = this.where(scope, size)
    const calls = random.times(random.between(1, 3), () =>
      windowCall(
        this,
        random.pick(random.chance(0.5) ? types : ['int8', 'numeric', 'int4', 'text']),
        { columns: from.columns, depth: 9 },
        from.columns
      )
    )
    /** @type {Scope} */
    const above = {
      columns: [
        ...scope.columns,
        ...calls.flatMap((call) =>
          [0, 0].map(() => ({ text: call, type: /** @type {string} */ (call.type), isLocal: true })),
        ),
      ],
      depth: outer.depth,
    }
    return sql`SELECT ${this.items(types, above, size)} FROM ${from.node}${where}`
  }

  /** @param {string[]} types @param {Scope} scope @param {number} size */
  setOperation(types, scope, size) {
    const { random } = this
    const operation = random.pick(['UNION', 'UNION ALL', 'INTERSECT', 'INTERSECT ALL', 'EXCEPT', 'EXCEPT ALL'])
    const arm = () => sql`(${random.chance(0.2) ? this.ordered(types, { columns: scope.columns, depth: scope.depth + 1 }, size) : this.select(types, { columns: scope.columns, depth: scope.depth + 1 }, size)})`
    return sql`${arm()} ${operation} ${arm()}`
  }

  /** @param {string[]} types @param {Scope} scope @param {number} size */
  values(types, scope, size) {
    const { random } = this
    const rows = random.times(random.between(1, 4), () => sql`(${types.map((type) => this.exprs.expr(type, { columns: scope.columns, depth: scope.depth + 1 }, Math.min(size, 1)))})`)
    return sql`VALUES ${list(rows)}`
  }

  /** @param {string[]} types @param {Scope} scope @param {number} size */
  withQuery(types, scope, size) {
    const { random } = this
    const before = this.ctes
    const parts = random.times(random.between(1, 2), () => {
      const name = `w${++this.aliases}`
      const own = random.times(random.between(1, 3), () => this.exprs.someType())
      const isRecursive = random.chance(0.3)
      if (isRecursive) own[0] = 'int4'
      const columns = own.map((type, at) => ({ name: `c${at + 1}`, type, declared: '' }))
      const body = isRecursive
        ? this.recursion(name, own, scope, size)
        : this.select(own, { columns: scope.columns, depth: scope.depth + 1 }, size)
      const path = isRecursive && random.chance(0.4) ? this.searchAndCycle(columns) : ''
      const written = own.map((_, at) => `c${at + 1}`).join(', ')
      const text = sql`${name}(${written}) AS ${isRecursive ? '' : random.pick(['', '', 'MATERIALIZED ', 'NOT MATERIALIZED '])}(${body})${path}`
      this.ctes = [...this.ctes, { name, columns, isTable: false, parent: null, nextId: 1 }]
      return text
    })
    const main = this.plain(types, scope, size)
    this.ctes = before
    return sql`WITH RECURSIVE ${parts} ${main}`
  }

  /**
   * What goes behind a recursive query, and the columns it adds.
   * @param {{ name: string, type: string, declared: string }[]} columns of the query
   */
  searchAndCycle(columns) {
    const { random } = this
    const names = columns.map((column) => column.name)
    const search = random.chance(0.6) ? ` SEARCH ${random.pick(['DEPTH', 'BREADTH'])} FIRST BY ${random.some(names, random.between(1, names.length)).join(', ')} SET o1` : ''
    const cycle = search === '' || random.chance(0.4) ? ` CYCLE ${random.some(names, random.between(1, names.length)).join(', ')} SET y1${random.pick(['', ' TO true DEFAULT false'])} USING p1` : ''
    if (cycle !== '')
      columns.push({ name: 'y1', type: 'bool', declared: '' }, { name: 'p1::text', type: 'text', declared: '' })
    if (search !== '') columns.push({ name: 'o1::text', type: 'text', declared: '' })
    return search + cycle
  }

  /**
   * Ends, because its first column counts.
   * @param {string} name
   * @param {string[]} types
   * @param {Scope} scope
   * @param {number} size
   */
  recursion(name, types, scope, size) {
    const { random } = this
    const inside = { columns: types.map((type, at) => ({ text: `${name}.c${at + 1}`, type })), depth: scope.depth + 2 }
    // Both arms cast: an untyped literal in the first would be text by itself, numeric(10,2) in the other an error.
    const start = types.map((type, at) =>
      at === 0 ? sql`${random.between(0, 2)}` : sql`(${this.exprs.expr(type, { columns: [], depth: 9 }, 1)})::${type}`
    )
    const step = types.map((type, at) =>
      at === 0 ? sql`${name}.c1 + 1` : sql`(${this.exprs.expr(type, inside, Math.min(size, 1))})::${type}`
    )
    return sql`SELECT ${start} UNION ${random.pick(['', 'ALL '])}SELECT ${step} FROM ${name} WHERE ${name}.c1 < ${random.between(2, 5)}${maybe` AND ${this.exprs.condition(inside, 1)}`}`
  }

  // --- FROM

  /** @param {Scope} outer @param {number} size @returns {Source} */
  from(outer, size) {
    const { random } = this
    let source = this.source(outer, size)
    const more = outer.depth > 1 ? random.below(2) : random.pick([0, 0, 1, 1, 1, 2, 2, 3])
    for (let count = 0; count < more; count++) source = this.join(source, outer, size)
    return source
  }

  /** @param {Source} left @param {Scope} outer @param {number} size @returns {Source} */
  join(left, outer, size) {
    const { random } = this
    const kind = random.pick([
      'JOIN', 'JOIN', 'LEFT JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN', 'CROSS JOIN', 'LATERAL',
    ])
    if (kind === 'LATERAL' && outer.depth < 2) {
      const types = random.times(random.between(1, 2), () => this.exprs.someType())
      const name = this.alias()
      const body = this.random.chance(0.6)
        ? this.select(
            types,
            { columns: [...outer.columns, ...left.columns], depth: outer.depth + 1 },
            Math.min(size, 1),
          )
        : this.ordered(
            types,
            { columns: [...outer.columns, ...left.columns], depth: outer.depth + 1 },
            Math.min(size, 1),
          )
      const node = sql`${left.node} ${random.pick(['LEFT JOIN', 'JOIN'])} LATERAL (${body}) AS ${name}(${types.map((_, at) => `c${at + 1}`).join(', ')}) ON ${random.chance(0.7) ? 'true' : this.exprs.condition({ columns: left.columns, depth: 9 }, 1)}`
      return {
        node,
        columns: [...left.columns, ...types.map((type, at) => ({ text: `${name}.c${at + 1}`, type }))],
        keys: [],
      }
    }
    if (kind === 'CROSS JOIN' && random.chance(0.3)) return this.functionJoin(left)
    const right = this.source(outer, size)
    const columns = [...left.columns, ...right.columns]
    const merged = random.chance(0.25) ? this.mergedJoin(left, right) : null
    if (merged !== null) return merged
    const scope = { columns: [...outer.columns, ...columns, ...columns], depth: outer.depth + 1 }
    const equal = this.equality(left, right)
    if (kind === 'CROSS JOIN' && (equal === null || random.chance(0.3)))
      return { node: sql`${left.node} CROSS JOIN ${right.node}`, columns, keys: [] }
    if (kind === 'FULL JOIN') {
      if (equal === null)
        return {
          node: sql`${left.node} LEFT JOIN ${right.node} ON ${this.exprs.condition(scope, 1)}`,
          columns,
          keys: [],
        }
      return { node: sql`${left.node} FULL JOIN ${right.node} ON ${equal}`, columns, keys: [] }
    }
    const condition =
      equal === null || random.chance(0.15)
        ? sql`${this.exprs.condition(scope, 1)}`
        : sql`${equal}${random.chance(0.3) ? maybe` AND ${this.exprs.condition(scope, 1)}` : ''}`
    const word = kind === 'LATERAL' || kind === 'CROSS JOIN' ? 'JOIN' : kind
    const node =
      random.chance(0.2) && left.keys.length > 0
        ? sql`(${left.node} ${word} ${right.node} ON ${condition})`
        : sql`${left.node} ${word} ${right.node} ON ${condition}`
    return { node, columns, keys: [...left.keys, ...right.keys] }
  }

  /**
   * USING or NATURAL, of two relations that have columns of one name and type.
   * @param {Source} left
   * @param {Source} right
   * @returns {Source | null}
   */
  mergedJoin(left, right) {
    const { random } = this
    if (left.alias === undefined || right.alias === undefined) return null
    const nameOf = (/** @type {ScopeColumn} */ column) => String(column.text).split('.')[1]
    const shared = left.columns.flatMap((a) =>
      right.columns
        .filter((b) => nameOf(a) === nameOf(b))
        .map((b) => ({ name: nameOf(a), type: a.type, same: a.type === b.type }))
    )
    const usable = shared.filter(({ same }) => same)
    if (usable.length === 0) return null
    const word = random.pick(['JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN'])
    if (usable.length === shared.length && random.chance(0.3))
      return {
        node: sql`${left.node} NATURAL ${word} ${right.node}`,
        columns: [...left.columns, ...right.columns],
        keys: [],
      }
    const chosen = random.some(usable, random.between(1, 2))
    const name = this.alias()
    return { node: sql`${left.node} ${word} ${right.node} USING (${chosen.map((column) => column.name).join(', ')}) AS ${name}`, columns: [...left.columns, ...right.columns, ...chosen.flatMap((column) => [0, 0].map(() => ({ text: `${name}.${column.name}`, type: column.type })))], keys: [] }
  }

  /** Rows that a function makes of those before it. @param {Source} left @returns {Source} */
  functionJoin(left) {
    const { random, exprs } = this
    const name = this.alias()
    const scope = { columns: left.columns, depth: 9 }
    const [call, columns] = random.pick(
      /** @type {(() => [SqlNode, ScopeColumn[]])[]} */ ([
        () => [
          sql`generate_series(1, abs(${exprs.expr('int4', scope, 1)} % 4)) AS ${name}(c1)`,
          [{ text: `${name}.c1`, type: 'int4' }],
        ],
        () => [
          sql`unnest(${exprs.expr('int4[]', scope, 1)}) WITH ORDINALITY AS ${name}(c1, c2)`,
          [
            { text: `${name}.c1`, type: 'int4' },
            { text: `${name}.c2`, type: 'int8' },
          ],
        ],
        () => [
          sql`ROWS FROM (unnest(${exprs.expr('text[]', scope, 1)}), generate_series(1, 2)) AS ${name}(c1, c2)`,
          [
            { text: `${name}.c1`, type: 'text' },
            { text: `${name}.c2`, type: 'int4' },
          ],
        ],
        () => [
          sql`jsonb_array_elements(jsonb_build_array(${exprs.expr('jsonb', scope, 1)}, ${exprs.expr('int4', scope, 0)})) AS ${name}(c1)`,
          [{ text: `${name}.c1`, type: 'jsonb' }],
        ],
        () => [
          sql`jsonb_to_record(jsonb_build_object('x', ${exprs.expr('int4', scope, 1)}, 'y', ${exprs.expr('text', scope, 0)})) AS ${name}(x int, y text)`,
          [
            { text: `${name}.x`, type: 'int4' },
            { text: `${name}.y`, type: 'text' },
          ],
        ],
      ]),
    )()
    return { node: sql`${left.node} ${random.pick([sql`CROSS JOIN LATERAL ${call}`, sql`LEFT JOIN LATERAL ${call} ON ${exprs.condition({ columns: [...left.columns, ...columns], depth: 9 }, 1)}`, sql`CROSS JOIN ${call}`])}`, columns: [...left.columns, ...columns], keys: [] }
  }

  /** @param {Source} left @param {Source} right @returns {SqlNode | null} */
  equality(left, right) {
    const pairs = left.columns.flatMap((a) =>
      right.columns.filter((b) => b.type === a.type).map((b) => sql`${a.text} = ${b.text}`)
    )
    if (pairs.length === 0) return null
    const count = this.random.chance(0.2) ? 2 : 1
    return joined(this.random.some(pairs, count), ' AND ')
  }

  /** @param {Scope} outer @param {number} size @returns {Source} */
  source(outer, size) {
    const { random } = this
    const name = this.alias()
    const roll = random.next() / 4294967296
    if (roll < 0.7 || outer.depth > 2) {
      const relation =
        this.ctes.length > 0 && random.chance(0.5) ? random.pick(this.ctes) : random.pick(this.schema.relations)
      const isTable = relation.isTable
      const only = isTable && random.chance(0.03) ? 'ONLY ' : ''
      const sample =
        isTable && random.chance(0.03)
          ? random.pick([
              ' TABLESAMPLE SYSTEM (100)',
              ' TABLESAMPLE BERNOULLI (100) REPEATABLE (3)',
              ' TABLESAMPLE BERNOULLI (0)',
            ])
          : ''
      return {
        node: sql`${only}${relation.name} AS ${name}${sample}`,
        columns: relation.columns.map((column) => ({ text: `${name}.${column.name}`, type: column.type })),
        keys: isTable ? [`${name}.id`] : [],
        alias: name,
      }
    }
    if (roll < 0.85) {
      const types = random.times(random.between(1, 4), () => this.exprs.someType())
      const body = random.chance(0.7)
        ? this.select(types, { columns: [], depth: outer.depth + 1 }, Math.min(size, 2))
        : this.ordered(types, { columns: [], depth: outer.depth + 1 }, Math.min(size, 2))
      return {
        node: sql`(${body}) AS ${name}(${types.map((_, at) => `c${at + 1}`).join(', ')})`,
        columns: types.map((type, at) => ({ text: `${name}.c${at + 1}`, type })),
        keys: [],
        alias: name,
      }
    }
    if (roll < 0.92) {
      const types = random.times(random.between(1, 3), () => this.exprs.someType())
      return { node: sql`(${this.values(types, { columns: [], depth: 9 }, 0)}) AS ${name}(${types.map((_, at) => `c${at + 1}`).join(', ')})`, columns: types.map((type, at) => ({ text: `${name}.c${at + 1}`, type })), keys: [] }
    }
    return this.functionSource(name)
  }

  /** @param {string} name @returns {Source} */
  functionSource(name) {
    const { random, exprs } = this
    const nothing = { columns: [], depth: 9 }
    switch (random.below(6)) {
      case 0: return { node: sql`generate_series(${random.between(-2, 3)}, ${random.between(0, 12)}${random.pick(['', ', 2', ', 3'])}) AS ${name}(c1)`, columns: [{ text: `${name}.c1`, type: 'int4' }], keys: [] }
      case 1: return { node: sql`unnest(${exprs.expr('int4[]', nothing, 1)}) WITH ORDINALITY AS ${name}(c1, c2)`, columns: [{ text: `${name}.c1`, type: 'int4' }, { text: `${name}.c2`, type: 'int8' }], keys: [] }
      case 2: return { node: sql`generate_series(TIMESTAMP '2024-01-01', TIMESTAMP '2024-01-0${random.between(1, 9)}', ${random.pick(["'1 day'", "'36 hours'"])}) AS ${name}(c1)`, columns: [{ text: `${name}.c1`, type: 'timestamp' }], keys: [] }
      case 3: return { node: sql`unnest(${exprs.expr('text[]', nothing, 1)}, ${exprs.expr('int4[]', nothing, 1)}) AS ${name}(c1, c2)`, columns: [{ text: `${name}.c1`, type: 'text' }, { text: `${name}.c2`, type: 'int4' }], keys: [] }
      case 4: return { node: sql`regexp_split_to_table(${exprs.expr('text', nothing, 1)}, 'a') AS ${name}(c1)`, columns: [{ text: `${name}.c1`, type: 'text' }], keys: [] }
      default: return { node: sql`jsonb_each('{"a": 1, "b": [2], "c": null}'::jsonb) AS ${name}(c1, c2)`, columns: [{ text: `${name}.c1`, type: 'text' }, { text: `${name}.c2`, type: 'jsonb' }], keys: [] }
    }
  }

  // --- statements that are no part of others

  /**
   * Ties make the number of rows certain, not their order.
   * @param {string[]} types
   * @param {number} size
   * @returns {SqlNode}
   */
  withTies(types, size) {
    const { random } = this
    const by = random.some(types.map((_, at) => at + 1), random.between(1, types.length))
    return sql`${this.select(types, { columns: [], depth: 0 }, size)} ORDER BY ${by.map((place) => `${place}${random.pick(['', ' DESC', ' NULLS FIRST'])}`).join(', ')} FETCH FIRST ${random.between(1, 5)} ROWS WITH TIES`
  }

  /** Rows locked as they are read. @param {number} size @returns {SqlNode} */
  locking(size) {
    const { random } = this
    const [one, two] = [random.pick(this.schema.tables), random.pick(this.schema.tables)]
    const columns = (/** @type {string} */ name, /** @type {Relation} */ table) =>
      table.columns.map((column) => ({ text: `${name}.${column.name}`, type: column.type }))
    const scope = { columns: [...columns('a1', one), ...columns('b1', two)], depth: 1 }
    const strength = random.pick(['UPDATE', 'NO KEY UPDATE', 'SHARE', 'KEY SHARE'])
    return sql`SELECT a1.*, ${this.exprs.expr('int4', scope, 1)} FROM ${one.name} AS a1 ${random.pick(['JOIN', 'LEFT JOIN'])} ${two.name} AS b1 ON a1.id = b1.id${maybe` AND ${this.exprs.condition(scope, 1)}`}${maybe` WHERE ${this.exprs.condition(scope, size)}`} FOR ${strength} OF a1${random.pick(['', ' NOWAIT', ' SKIP LOCKED'])}`
  }

  /**
   * The same query, planned for any values: literals of its expressions are parameters.
   * @param {string[]} types
   * @param {number} size
   * @returns {SqlNode[]}
   */
  prepared(types, size) {
    const { random } = this
    const wanted = random.times(random.between(1, 3), () => this.exprs.someType())
    const scope = { columns: wanted.map((type, at) => ({ text: `$${at + 1}`, type })), depth: 1 }
    const name = `p${random.below(3)}`
    const query = this.select(types, scope, size)
    const run = () => sql`EXECUTE ${name}(${wanted.map((type) => literal(random, type))})`
    return [
      sql`DEALLOCATE ALL`,
      sql`PREPARE ${name}(${wanted.join(', ')}) AS ${query}`,
      ...random.times(random.pick([2, 2, 8]), run),
    ]
  }

  // --- subqueries in expressions

  /** One value. @param {string} type @param {Scope} scope @param {number} size @returns {SqlNode} */
  scalar(type, scope, size) {
    const { random } = this
    const inner = this.inner(scope)
    const tables = this.schema.tables.filter((table) => table.columns.some((column) => column.type === type))
    if (tables.length > 0 && random.chance(0.5)) {
      const table = random.pick(tables)
      const name = this.alias()
      const column = random.pick(table.columns.filter((candidate) => candidate.type === type))
      return typed(type)`(SELECT ${name}.${column.name} FROM ${table.name} AS ${name} WHERE ${name}.id = ${this.exprs.expr('int4', inner, Math.min(size, 1))})`
    }
    if (random.chance(0.5)) {
      const from = this.from(inner, Math.min(size, 1))
      const wide = { columns: [...inner.columns, ...from.columns, ...from.columns], depth: inner.depth }
      return typed(type)`(SELECT ${aggregate(this, type, { columns: from.columns, depth: 9 }, 1)} FROM ${from.node}${this.where(wide, Math.min(size, 1))})`
    }
    return typed(type)`(${this.select([type], inner, Math.min(size, 1))} ORDER BY 1${random.pick(['', ' DESC', ' NULLS FIRST'])} LIMIT 1)`
  }

  /** EXISTS, IN, ANY, ALL. @param {Scope} scope @param {number} size @returns {SqlNode} */
  membership(scope, size) {
    const { random, exprs } = this
    const inner = this.inner(scope)
    const less = Math.min(size, 1)
    const bool = typed('bool')
    const type = exprs.typeAtHand(scope)
    switch (random.below(6)) {
      case 0: case 1: return bool`${random.pick(['', 'NOT '])}EXISTS (${this.select([exprs.someType()], inner, less)})`
      case 2: return bool`(${exprs.expr(type, scope, less)} ${random.pick(['', 'NOT '])}IN (${this.select([type], inner, less)}))`
      case 3: {
        const other = exprs.typeAtHand(scope)
        return bool`((${exprs.expr(type, scope, less)}, ${exprs.expr(other, scope, 0)}) ${random.pick(['', 'NOT '])}IN (${this.select([type, other], inner, less)}))`
      }
      default: return bool`(${exprs.expr(type, scope, less)} ${random.pick(['=', '<>', '<', '>='])} ${random.pick(['ANY', 'ALL'])} (${this.select([type], inner, less)}))`
    }
  }
}
