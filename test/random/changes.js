/**
 * Random INSERT, UPDATE, DELETE, MERGE, and transactions. What they do never depends on the order in which rows come.
 */
import { joined, list, maybe, sql, typed } from './node.js'
import { literal } from './values.js'

/** @import { QueryMaker } from './queries.js' */
/** @import { SqlNode } from './node.js' */
/** @import { Column, Relation } from './schema.js' */
/** @import { Scope } from './expressions.js' */

export class ChangeMaker {
  /** @param {QueryMaker} queries */
  constructor(queries) {
    this.queries = queries
    this.random = queries.random
    this.exprs = queries.exprs
    this.schema = queries.schema
    this.inBlock = false
    /** Columns added so far. */
    this.added = 0
    /** @type {string[]} */
    this.savepoints = []
  }

  /** @returns {SqlNode} */
  statement() {
    const { random } = this
    const table = random.pick(this.schema.tables)
    switch (random.below(13)) {
      case 12:
        return random.chance(0.1)
          ? sql`TRUNCATE ${table.name} CASCADE`
          : random.chance(0.5)
            ? this.insertingWith(table)
            : this.updateRows(table)
      case 0:
      case 1:
        return this.insert(table)
      case 2:
        return this.upsert(table)
      case 3:
        return this.insertQuery(table)
      case 4:
      case 5:
        return this.update(table)
      case 6:
        return this.updateFrom(table)
      case 7:
        return this.remove(table)
      case 8:
        return this.removeUsing(table)
      case 9:
        return this.merge(table)
      case 10:
        return this.changingWith(table)
      default:
        return this.transaction()
    }
  }

  /** @param {Relation} table */
  settable(table) { return table.columns.filter((column) => column.isGenerated !== true && column.isKey !== true) }

  /** RETURNING, sometimes. @param {string} name @param {Relation} table */
  returning(name, table) {
    const { random } = this
    if (random.chance(0.5)) return ''
    if (random.chance(0.3)) return maybe` RETURNING *`
    const scope = this.scopeOf(name, table)
    return maybe` RETURNING ${random.times(random.between(1, 3), () => this.exprs.expr(this.exprs.typeAtHand(scope), scope, 1))}`
  }

  /** @param {string} name @param {Relation} table @returns {Scope} */
  scopeOf(name, table) {
    return { columns: table.columns.map((column) => ({ text: `${name}.${column.name}`, type: column.type })), depth: 1 }
  }

  /** @param {Relation} table @param {Column} column @param {Scope} scope @returns {SqlNode} */
  value(table, column, scope) {
    const { random } = this
    if (random.chance(0.05)) return sql`DEFAULT`
    if (column.name === 'ref') return typed('int4')`${this.schema.cellOf(table, column, 0)}`
    if (column.declared === 'varchar(12)') return typed('text')`left(${this.exprs.expr('text', scope, 1)}, 12)`
    if (column.declared === 'numeric(6,3)') return typed('numeric')`(${this.exprs.expr('int4', scope, 1)} % 900)`
    if (column.declared === 'numeric(10,2)') return typed('numeric')`(${this.exprs.expr('int4', scope, 1)} / 4.0)`
    if (column.isRequired && random.chance(0.9))
      return typed(column.type)`COALESCE(${this.exprs.expr(column.type, scope, 1)}, ${literal(random, column.type)})`
    return this.exprs.expr(column.type, scope, 1)
  }

  /** @param {Relation} table */
  insert(table) {
    const { random } = this
    const columns = this.settable(table)
    const nothing = { columns: [], depth: 1 }
    const rows = random.times(
      random.between(1, 4),
      () => sql`(${[sql`${this.key(table)}`, ...columns.map((column) => this.value(table, column, nothing))]})`
    )
    return sql`INSERT INTO ${table.name} (id, ${columns.map((column) => column.name).join(', ')}) VALUES ${list(rows)}${this.returning(table.name, table)}`
  }

  /** New, most of the time. @param {Relation} table */
  key(table) { return this.random.chance(0.9) ? table.nextId++ : this.random.between(1, table.nextId) }

  /** @param {Relation} table */
  upsert(table) {
    const { random } = this
    const columns = this.settable(table)
    const nothing = { columns: [], depth: 1 }
    const ids = random.some(random.times(table.nextId + 2, (at) => at + 1), random.between(1, 4))
    const rows = ids.map((id) => sql`(${[sql`${id}`, ...columns.map((column) => this.value(table, column, nothing))]})`)
    table.nextId += 2
    const names = columns.map((column) => column.name).join(', ')
    const scope = {
      columns: [
        ...this.scopeOf('a1', table).columns,
        ...this.scopeOf('excluded', table).columns.filter((column) => !String(column.text).endsWith('.g')),
      ],
      depth: 1,
    }
    const action = random.chance(0.3) ? sql`${random.pick(['(id) ', ''])}DO NOTHING` : sql`(id) DO UPDATE SET ${this.assignments(table, scope)}${random.chance(0.4) ? maybe` WHERE ${this.exprs.condition(scope, 1)}` : ''}`
    return sql`INSERT INTO ${table.name} AS a1 (id, ${names}) VALUES ${list(rows)} ON CONFLICT ${action}${this.returning('a1', table)}`
  }

  /** @param {Relation} table @param {Scope} scope */
  assignments(table, scope) {
    const { random } = this
    const columns = random.some(this.settable(table), random.between(1, 3))
    if (columns.length > 1 && random.chance(0.2)) return sql`(${columns.map((column) => column.name).join(', ')}) = ROW(${columns.map((column) => this.value(table, column, scope))})`
    return list(columns.map((column) => sql`${column.name} = ${this.value(table, column, scope)}`))
  }

  /** @param {Relation} table */
  insertQuery(table) {
    const { random } = this
    const columns = random
      .some(this.settable(table), random.between(1, 3))
      .filter((column) => column.name !== 'ref' && !/\(/.test(column.declared))
    const types = columns.map((column) => column.type)
    const base = table.nextId
    table.nextId += 10
    const name = this.queries.alias()
    const query = this.queries.ordered(['int4', ...types], { columns: [], depth: 1 }, 1)
    const names = ['x', ...columns.map((column) => column.name)]
    const taken = columns.map((column) => `, ${name}.${column.name}`).join('')
    return sql`INSERT INTO ${table.name} (${['id', ...columns.map((column) => column.name)].join(', ')}) SELECT ${base} + row_number() OVER (ORDER BY ${names.map((one) => `${name}.${one}`).join(', ')})${taken} FROM (SELECT * FROM (${query}) AS ${name}x ORDER BY ${names.map((_, at) => at + 1).join(', ')} LIMIT 8) AS ${name}(${names.join(', ')})${this.returning(table.name, table)}`
  }

  /** @param {Relation} table */
  update(table) {
    const { random } = this
    const scope = { ...this.scopeOf('a1', table), depth: 0 }
    // By so much that no row meets another on its way.
    const id = random.chance(0.05) ? `id = a1.id + ${1000 * random.between(1, 900)}, ` : ''
    return sql`UPDATE ${table.name} AS a1 SET ${id}${this.assignments(table, scope)}${this.filter(scope)}${this.returning('a1', table)}`
  }

  /** @param {Scope} scope */
  filter(scope) {
    const { random } = this
    if (random.chance(0.1)) return ''
    return maybe` WHERE ${random.chance(0.4) ? sql`a1.id ${random.pick(['=', '<', '>'])} ${random.between(1, 20)} AND ` : ''}${this.exprs.condition(scope, 2)}`
  }

  /** Several columns from one subquery. @param {Relation} table @returns {SqlNode} */
  updateRows(table) {
    const { random } = this
    const columns = random.some(
      this.settable(table).filter(
        (column) => column.name !== 'ref' && column.isRequired !== true && !/\(|word/.test(column.declared)
      ),
      random.between(1, 3)
    )
    if (columns.length === 0) return this.update(table)
    const scope = { ...this.scopeOf('a1', table), depth: 1 }
    const other = random.pick(this.schema.tables)
    const inner = { columns: [...scope.columns, ...this.scopeOf('b1', other).columns], depth: 2 }
    return sql`UPDATE ${table.name} AS a1 SET (${columns.map((column) => column.name).join(', ')}) = (SELECT ${columns.map((column) => this.exprs.expr(column.type, inner, 1))} FROM ${other.name} AS b1 WHERE b1.id = a1.id${maybe` AND ${this.exprs.condition(inner, 1)}`})${this.filter({ ...scope, depth: 0 })}${this.returning('a1', table)}`
  }

  /** A change whose rows the statement around it reads. @param {Relation} table @returns {SqlNode} */
  insertingWith(table) {
    const nothing = { columns: [], depth: 1 }
    const columns = this.settable(table)
    const seen = {
      columns: [
        { text: 'w.id', type: 'int4' },
        { text: 'w.c1', type: 'int4' },
        { text: 'w.c2', type: 'text' },
      ],
      depth: 1,
    }
    const rows = this.random.times(
      2,
      () => sql`(${[sql`${table.nextId++}`, ...columns.map((column) => this.value(table, column, nothing))]})`
    )
    return sql`WITH w AS (INSERT INTO ${table.name} (id, ${columns.map((column) => column.name).join(', ')}) VALUES ${list(rows)} RETURNING id, c1, c2) SELECT ${[this.exprs.expr('int4', seen, 1), this.exprs.expr('text', seen, 1)]}, (SELECT count(*) FROM ${table.name}) FROM w${maybe` WHERE ${this.exprs.condition(seen, 1)}`}`
  }

  /** Who joins is unique by its key, so each row has one partner at most. @param {Relation} table */
  updateFrom(table) {
    const { random } = this
    const other = random.pick(this.schema.tables)
    const scope = { columns: [...this.scopeOf('a1', table).columns, ...this.scopeOf('b1', other).columns], depth: 1 }
    const ints = table.columns.filter((column) => column.type === 'int4')
    return sql`UPDATE ${table.name} AS a1 SET ${this.assignments(table, scope)} FROM ${other.name} AS b1 WHERE b1.id = a1.${random.pick(ints).name}${maybe` AND ${this.exprs.condition(scope, 1)}`}${this.returning('a1', table)}`
  }

  /** @param {Relation} table */
  remove(table) {
    const scope = { ...this.scopeOf('a1', table), depth: 0 }
    return sql`DELETE FROM ${table.name} AS a1 WHERE a1.id % ${this.random.between(4, 7)} = 1 AND ${this.exprs.condition(scope, 2)}${this.returning('a1', table)}`
  }

  /** @param {Relation} table */
  removeUsing(table) {
    const { random } = this
    const other = random.pick(this.schema.tables)
    const scope = { columns: [...this.scopeOf('a1', table).columns, ...this.scopeOf('b1', other).columns], depth: 1 }
    return sql`DELETE FROM ${table.name} AS a1 USING ${other.name} AS b1 WHERE a1.id = b1.id + 3 AND b1.id % 3 = 0${maybe` AND ${this.exprs.condition(scope, 1)}`}${this.returning('a1', table)}`
  }

  /** @param {Relation} table */
  merge(table) {
    const { random, exprs } = this
    const other = random.pick(this.schema.tables)
    const target = this.scopeOf('a1', table).columns
    const source = this.scopeOf('b1', other).columns
    const both = { columns: [...target, ...source], depth: 1 }
    const columns = this.settable(table)
    const matched = random.times(
      random.between(1, 2),
      () =>
        sql` WHEN MATCHED${random.chance(0.5) ? maybe` AND ${exprs.condition(both, 1)}` : ''} THEN ${random.pick([
          () => sql`UPDATE SET ${this.assignments(table, both)}`,
          () => sql`DELETE`,
          () => sql`DO NOTHING`,
          () => sql`UPDATE SET ${this.assignments(table, both)}`,
        ])()}`
    )
    const scope = { columns: source, depth: 1 }
    const base = table.nextId + 100
    table.nextId += 200
    const insert = random.chance(0.6) ? sql` WHEN NOT MATCHED${random.chance(0.4) ? maybe` AND ${exprs.condition(scope, 1)}` : ''} THEN ${random.chance(0.2) ? sql`DO NOTHING` : sql`INSERT (id, ${columns.map((column) => column.name).join(', ')}) VALUES (${[sql`${base} + b1.id`, ...columns.map((column) => this.value(table, column, scope))]})`}` : ''
    return sql`MERGE INTO ${table.name} AS a1 USING ${other.name} AS b1 ON a1.id = b1.id${random.chance(0.4) ? ' + 2' : ''}${joined(matched, '')}${insert}`
  }

  /** @param {Relation} table */
  changingWith(table) {
    const { random } = this
    const scope = { ...this.scopeOf('a1', table), depth: 1 }
    const change = random.chance(0.5) ? sql`UPDATE ${table.name} AS a1 SET ${this.assignments(table, scope)} WHERE ${this.exprs.condition(scope, 1)} RETURNING id, c1, c2` : sql`DELETE FROM ${table.name} AS a1 WHERE a1.id % 9 = 4 AND ${this.exprs.condition(scope, 1)} RETURNING id, c1, c2`
    const seen = {
      columns: [
        { text: 'w.id', type: 'int4' }, { text: 'w.c1', type: 'int4' }, { text: 'w.c2', type: 'text' },
      ],
      depth: 1,
    }
    return sql`WITH w AS (${change}) SELECT ${[this.exprs.expr('int4', seen, 1), this.exprs.expr('text', seen, 1)]} FROM w LEFT JOIN ${table.name} AS b1 ON b1.id = w.id${maybe` WHERE ${this.exprs.condition(seen, 1)}`}`
  }

  /** A table made of a query, looked at, changed and dropped. @param {string[]} types @returns {SqlNode[]} */
  madeTable(types) {
    const { random } = this
    const kind = random.pick(['TABLE', 'TEMP TABLE', 'MATERIALIZED VIEW', 'VIEW'])
    const query = this.queries.select(types, { columns: [], depth: 0 }, 2)
    const drop = sql`DROP ${kind === 'TEMP TABLE' ? 'TABLE' : kind} m1`
    const looked = [sql`SELECT attname, format_type(atttypid, atttypmod), attnotnull FROM pg_attribute WHERE attrelid = 'm1'::regclass AND attnum > 0 ORDER BY attnum`, sql`SELECT * FROM m1`]
    if (kind !== 'TABLE')
      return [
        sql`CREATE ${kind} m1 AS ${query}`, ...looked,
        ...(kind === 'MATERIALIZED VIEW' ? [sql`REFRESH MATERIALIZED VIEW m1`, sql`SELECT count(*) FROM m1`] : []),
        drop,
      ]
    return [
      sql`CREATE TABLE m1 AS ${query}${random.pick(['', ' WITH NO DATA'])}`, ...looked, sql`INSERT INTO m1 ${query}`,
      sql`ALTER TABLE m1 ADD COLUMN z int DEFAULT ${random.between(1, 9)}`, sql`SELECT * FROM m1`, sql`TRUNCATE m1`,
      sql`SELECT count(*) FROM m1`, drop,
    ]
  }

  /** Tables and indexes change, and what is in them stays what it is on both sides. @returns {SqlNode[]} */
  definition() {
    const { random } = this
    const table = random.pick(this.schema.tables)
    const { name } = table
    const looked = sql`SELECT * FROM ${name}`
    const column = random.pick(this.settable(table).filter((candidate) => candidate.name !== 'ref'))
    switch (random.below(9)) {
      case 0: {
        const added = `x${++this.added}`
        const type = this.exprs.someType()
        const value = literal(random, type)
        return [sql`ALTER TABLE ${name} ADD COLUMN ${added} ${type} ${random.pick(['', `DEFAULT ${value}`, `NOT NULL DEFAULT ${value}`])}`, looked, sql`UPDATE ${name} SET ${added} = ${random.chance(0.5) ? 'DEFAULT' : value} WHERE id % 2 = 0`, looked, ...(random.chance(0.7) ? [sql`ALTER TABLE ${name} DROP COLUMN ${added}`, looked] : [])]
      }
      case 1:
        return [
          sql`ALTER TABLE ${name} ALTER COLUMN ${column.name} SET DEFAULT ${literal(random, column.type)}`,
          sql`INSERT INTO ${name} (id) VALUES (${table.nextId++})`,
          looked,
          sql`ALTER TABLE ${name} ALTER COLUMN ${column.name} DROP DEFAULT`,
        ]
      case 2:
        return [
          sql`ALTER TABLE ${name} ALTER COLUMN ${column.name} SET NOT NULL`,
          sql`ALTER TABLE ${name} ALTER COLUMN ${column.name} DROP NOT NULL`,
        ]
      case 3:
        return [
          sql`CREATE INDEX i1 ON ${name} (${column.name})`,
          sql`SELECT * FROM ${name} WHERE ${this.exprs.condition(this.scopeOf(name, table), 1)}`,
          sql`DROP INDEX i1`,
        ]
      case 4:
        return [
          sql`ALTER TABLE ${name} ADD CONSTRAINT k1 CHECK (${this.exprs.condition(this.scopeOf(name, table), 1)})`,
          sql`ALTER TABLE ${name} DROP CONSTRAINT IF EXISTS k1`,
        ]
      case 5:
        return [
          sql`ALTER TABLE ${name} RENAME COLUMN ${column.name} TO renamed`,
          looked,
          sql`ALTER TABLE ${name} RENAME COLUMN renamed TO ${column.name}`,
        ]
      case 6:
        return [
          sql`ALTER TABLE ${name} ALTER COLUMN c2 TYPE varchar(${random.pick([3, 40])})`,
          looked,
          sql`ALTER TABLE ${name} ALTER COLUMN c2 TYPE text`,
        ]
      case 7:
        return [sql`ANALYZE ${name}`, sql`REINDEX TABLE ${name}`, looked]
      default:
        return [
          sql`CREATE UNIQUE INDEX u1 ON ${name} (id, ${column.name})`,
          sql`SELECT count(*) FROM ${name}`,
          sql`DROP INDEX IF EXISTS u1`,
        ]
    }
  }

  /** @returns {SqlNode} */
  transaction() {
    const { random } = this
    if (!this.inBlock) {
      this.inBlock = true
      this.savepoints = []
      return sql`BEGIN${random.pick(['', '', ' ISOLATION LEVEL REPEATABLE READ', ' ISOLATION LEVEL SERIALIZABLE'])}`
    }
    const roll = random.below(6)
    if (roll < 2) {
      const name = `s${random.below(3)}`
      this.savepoints.push(name)
      return sql`SAVEPOINT ${name}`
    }
    if (roll < 4 && this.savepoints.length > 0)
      return random.chance(0.7)
        ? sql`ROLLBACK TO ${random.pick(this.savepoints)}`
        : sql`RELEASE ${random.pick(this.savepoints)}`
    return this.end()
  }

  /** The block is aborted: on to where it was right, or out. @returns {SqlNode} */
  recover() {
    if (this.savepoints.length > 0 && this.random.chance(0.6))
      return sql`ROLLBACK TO ${this.random.pick(this.savepoints)}`
    this.inBlock = false
    return sql`ROLLBACK`
  }

  /** @returns {SqlNode} */
  end() {
    this.inBlock = false
    return sql`${this.random.pick(['COMMIT', 'COMMIT', 'ROLLBACK'])}`
  }
}
