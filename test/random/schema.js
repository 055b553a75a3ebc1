/** Random tables, partitions, keys, indexes, views and their rows. */
import { COLUMN_TYPES, OWN_TYPES, TYPES, cell, literal } from './values.js'

/** @import { Random } from './random.js' */
/** @import { QueryMaker } from './queries.js' */

/**
 * @typedef
 *   {{ name: string, type: string, declared: string, isGenerated?: boolean, isKey?: boolean, isRequired?: boolean }}
 *   Column
 * @typedef
 *   {{ name: string, columns: Column[], isTable: boolean, isPartitioned?: boolean, parent: string | null, nextId:
 *   number
 *   }} Relation isTable: it may be changed; parent: whom its key refers to
 */

const ACTIONS = [
  '', ' ON DELETE CASCADE', ' ON DELETE SET NULL', ' ON DELETE RESTRICT', ' ON UPDATE CASCADE ON DELETE CASCADE',
  ' ON DELETE SET DEFAULT', ' DEFERRABLE INITIALLY DEFERRED',
]

export class Schema {
  /** @param {Random} random */
  constructor(random) {
    this.random = random
    /** @type {Relation[]} */
    this.relations = []
    /** What makes it. @type {string[]} */
    this.statements = [...OWN_TYPES]
    for (let number = random.between(2, 4); number > 0; number--) this.addTable()
  }

  get tables() { return this.relations.filter((relation) => relation.isTable) }

  addTable() {
    const { random } = this
    const name = `t${this.relations.length + 1}`
    /** @type {Column[]} */
    const columns = [{ name: 'id', type: 'int4', declared: 'int', isKey: true }]
    const types = ['int4', 'text', ...random.times(random.between(1, 5), () => random.pick(TYPES))]
    types.forEach((type, at) => columns.push({ name: `c${at + 1}`, type, declared: random.pick(COLUMN_TYPES[type]) }))
    const parts = columns.map((column) => `${column.name} ${column.declared}${this.columnConstraint(column)}`)
    if (random.chance(0.2)) {
      columns.push({ name: 'g', type: 'int4', declared: 'int', isGenerated: true })
      parts.push('g int GENERATED ALWAYS AS (id * 2 + 1) STORED')
    }
    const partition = random.chance(0.25) ? random.pick(['range', 'list', 'hash']) : ''
    const parent = this.tables.length > 0 && random.chance(0.6) ? random.pick(this.tables).name : null
    if (parent !== null) {
      columns.push({ name: 'ref', type: 'int4', declared: 'int' })
      parts.push(`ref int REFERENCES ${parent} (id)${random.pick(ACTIONS)}`)
    }
    parts.push('PRIMARY KEY (id)')
    if (random.chance(0.3)) parts.push(`CHECK (id > -100000 AND c1 IS DISTINCT FROM 777)`)
    this.statements.push(
      `CREATE TABLE ${name} (${parts.join(', ')})${partition === '' ? '' : ` PARTITION BY ${partition} (id)`}`
    )
    this.addPartitions(name, partition)
    const relation = { name, columns, isTable: true, isPartitioned: partition !== '', parent, nextId: 1 }
    for (let count = random.between(0, 3); count > 0; count--) this.addIndex(relation, partition !== '')
    this.relations.push(relation)
    this.fill(relation)
    // Before and after the rows: one is built row by row, the other at once.
    for (let count = random.between(0, 2); count > 0; count--) this.addIndex(relation, partition !== '')
    if (random.chance(0.5)) this.statements.push(`ANALYZE ${name}`)
  }

  /** @param {Column} column */
  columnConstraint(column) {
    const { random } = this
    if (column.isKey) return ''
    if (random.chance(0.12)) return ` DEFAULT ${literal(random, column.type)}`
    if (random.chance(0.92)) return ''
    column.isRequired = true
    return ` NOT NULL DEFAULT ${literal(random, column.type)}`
  }

  /** @param {string} name @param {string} kind */
  addPartitions(name, kind) {
    const { random } = this
    if (kind === 'range') {
      this.statements.push(
        `CREATE TABLE ${name}_p1 PARTITION OF ${name} FOR VALUES FROM (MINVALUE) TO (8)`,
        `CREATE TABLE ${name}_p2 PARTITION OF ${name} FOR VALUES FROM (8) TO (20)`,
        `CREATE TABLE ${name}_p3 PARTITION OF ${name} ${random.chance(0.5) ? 'DEFAULT' : 'FOR VALUES FROM (20) TO (MAXVALUE)'}`,
      )
    } else if (kind === 'list') {
      this.statements.push(
        `CREATE TABLE ${name}_p1 PARTITION OF ${name} FOR VALUES IN (1, 2, 3, 5, 7, 11)`,
        `CREATE TABLE ${name}_p2 PARTITION OF ${name} DEFAULT PARTITION BY HASH (id)`,
        `CREATE TABLE ${name}_p2a PARTITION OF ${name}_p2 FOR VALUES WITH (MODULUS 2, REMAINDER 0)`,
        `CREATE TABLE ${name}_p2b PARTITION OF ${name}_p2 FOR VALUES WITH (MODULUS 2, REMAINDER 1)`
      )
    } else if (kind === 'hash') {
      for (let part = 0; part < 3; part++)
        this.statements.push(
          `CREATE TABLE ${name}_p${part} PARTITION OF ${name} FOR VALUES WITH (MODULUS 3, REMAINDER ${part})`
        )
    }
  }

  /** @param {Relation} relation @param {boolean} isPartitioned */
  addIndex(relation, isPartitioned) {
    const { random } = this
    const { name } = relation
    const plain = relation.columns.filter(
      (column) => column.type !== 'jsonb' && !column.type.endsWith('[]') && !column.type.endsWith('range')
    )
    const order = () => random.pick(['', '', ' DESC', ' NULLS FIRST', ' DESC NULLS LAST'])
    const where = random.chance(0.2)
      ? ` WHERE ${random.pick(['c1 > 3', 'c1 IS NOT NULL', 'id % 2 = 0', 'c2 IS NULL'])}`
      : ''
    const column = random.pick(plain)
    const wide = relation.columns.find(
      (candidate) => candidate.type === 'jsonb' || candidate.type === 'int4[]' || candidate.type === 'text[]'
    )
    switch (random.below(8)) {
      case 0: case 1: case 2: this.statements.push(`CREATE INDEX ON ${name} (${column.name}${order()})${where}`); return
      case 3: this.statements.push(`CREATE INDEX ON ${name} (${column.name}${order()}, ${random.pick(plain).name}${order()})${where}`); return
      case 4: this.statements.push(`CREATE INDEX ON ${name} (${random.pick(['lower(c2::text)', '(c1 + id)', '(c1 % 3)', 'length(c2::text)'])}${order()})${where}`); return
      case 5: this.statements.push(`CREATE UNIQUE INDEX ON ${name} (${random.pick(['id DESC', `id, ${column.name}`])})${isPartitioned ? '' : where}`); return
      case 6: this.statements.push(`CREATE INDEX ON ${name} USING hash (${column.name})`); return
      default:
        if (wide !== undefined) this.statements.push(`CREATE INDEX ON ${name} USING gin (${wide.name})`)
        else this.statements.push(`CREATE INDEX ON ${name} (${column.name}) INCLUDE (id)`)
    }
  }

  /** @param {Relation} relation */
  fill(relation) {
    const { random } = this
    const nulls = random.pick([0, 0.1, 0.3])
    const columns = relation.columns.filter((column) => column.isGenerated !== true)
    const count = random.pick([0, 3, 8, 15, 30])
    if (count === 0) return
    const rows = random.times(
      count,
      () => `(${columns.map((column) => this.cellOf(relation, column, nulls)).join(', ')})`
    )
    this.statements.push(
      `INSERT INTO ${relation.name} (${columns.map((column) => column.name).join(', ')}) VALUES ${rows.join(', ')}`
    )
  }

  /** @param {Relation} relation @param {Column} column @param {number} nulls */
  cellOf(relation, column, nulls) {
    const { random } = this
    if (column.isKey) return String(relation.nextId++)
    if (column.name === 'ref') {
      const target = this.relations.find((candidate) => candidate.name === relation.parent)
      return target === undefined || target.nextId === 1 || random.chance(0.2)
        ? 'NULL'
        : String(random.between(1, target.nextId - 1))
    }
    return cell(random, column.type, column.isRequired ? 0 : nulls)
  }

  /** Views are made once there is who makes queries. @param {QueryMaker} queries */
  addViews(queries) {
    for (let count = this.random.between(0, 2); count > 0; count--) {
      const types = this.random.times(this.random.between(1, 4), () => this.random.pick(TYPES))
      const name = `v${this.relations.length + 1}`
      const columns = types.map((type, at) => ({ name: `c${at + 1}`, type, declared: '' }))
      queries.begin()
      this.statements.push(`CREATE VIEW ${name} (${columns.map((column) => column.name).join(', ')}) AS ${queries.select(types, { columns: [], depth: 1 }, 1)}`)
      this.relations.push({ name, columns, isTable: false, parent: null, nextId: 1 })
    }
  }
}
