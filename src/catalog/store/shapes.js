/**
 * The shape of every system catalog, and of information_schema's few tables: its columns with types and positions, and
 * its indexes. Facts from the static pg_class, pg_attribute and pg_index; they cannot change in a running database, so
 * everything that reads or writes catalog rows names columns through here.
 */
import { staticTable } from './static-data.js'
import { assert } from '../../util/assert.js'

/**
 * @typedef {object} CatalogColumn
 * @property {string} name
 * @property {number} type OID
 * @property {boolean} notNull
 * @property {number} collation
 */
/**
 * @typedef {object} CatalogIndexShape
 * @property {number} oid
 * @property {string} name
 * @property {boolean} unique
 * @property {boolean} primary
 * @property {number[]} attnums 1-based
 */
/**
 * @typedef {object} CatalogShape
 * @property {number} oid
 * @property {string} name
 * @property {number} namespaceOid
 * @property {boolean} shared one for the whole cluster
 * @property {number} rowTypeOid
 * @property {CatalogColumn[]} columns
 * @property {Record<string, number>} at position of each column in a row of values
 * @property {CatalogIndexShape[]} indexes
 */

/** @type {Map<string, CatalogShape> | null} */
let shapesByName = null

/** @returns {Map<string, CatalogShape>} every system catalog by name */
export function catalogShapes() {
  return shapesByName ??= readShapes()
}

/** @param {string} name @returns {CatalogShape} */
export function catalogShape(name) {
  const shape = catalogShapes().get(name)
  assert(shape !== undefined, `${name} is a system catalog`)
  return shape
}

/** @implements {CatalogShape} */
class Shape {
  /** @type {CatalogIndexShape[]} */
  indexes = []
  /** @type {CatalogColumn[] | null} */
  #columns = null
  /** @type {Record<string, number> | null} */
  #at = null

  /**
   * @param {number} oid
   * @param {string} name
   * @param {number} namespaceOid
   * @param {boolean} shared
   * @param {number} rowTypeOid
   */
  constructor(oid, name, namespaceOid, shared, rowTypeOid) {
    this.oid = oid
    this.name = name
    this.namespaceOid = namespaceOid
    this.shared = shared
    this.rowTypeOid = rowTypeOid
  }

  /** @returns {CatalogColumn[]} */
  get columns() {
    return this.#columns ??= readColumns(this.oid)
  }

  get at() {
    return this.#at ??= Object.fromEntries(this.columns.map(({ name }, position) => [name, position]))
  }
}

/** @param {number} oid of a catalog @returns {CatalogColumn[]} */
function readColumns(oid) {
  const table = staticTable('pg_attribute')
  const [name, type, notNull, collation] = ['attname', 'atttypid', 'attnotnull', 'attcollation'].map((column) =>
    table.at(column)
  )
  const columns = []
  const first = table.rowOf(oid)
  for (let row = first; row >= 0 && row < table.count && Number(table.cell(row, 0)) === oid; row++) {
    const values = table.values(row)
    columns.push({
      name: String(values[name]),
      type: Number(values[type]),
      notNull: values[notNull] === true,
      collation: Number(values[collation]),
    })
  }
  return columns
}

/** @returns {Map<string, CatalogShape>} */
function readShapes() {
  /** @type {Map<number, Shape>} */
  const byOid = new Map()
  /** @type {Map<number, string>} */
  const indexNames = new Map()
  const classes = staticTable('pg_class')
  const at = {
    name: classes.at('relname'),
    namespace: classes.at('relnamespace'),
    kind: classes.at('relkind'),
    shared: classes.at('relisshared'),
    type: classes.at('reltype'),
  }
  for (let row = 0; row < classes.count; row++) {
    const oid = Number(classes.cell(row, 0))
    const name = String(classes.cell(row, at.name))
    if (classes.cell(row, at.kind) === 'i') indexNames.set(oid, name)
    else
      byOid.set(
        oid,
        new Shape(
          oid, name, Number(classes.cell(row, at.namespace)), classes.cell(row, at.shared) === 't',
          Number(classes.cell(row, at.type)),
        ),
      )
  }
  const indexes = staticTable('pg_index')
  const key = { unique: indexes.at('indisunique'), primary: indexes.at('indisprimary'), attnums: indexes.at('indkey') }
  for (let row = 0; row < indexes.count; row++) {
    const values = indexes.values(row)
    const oid = Number(values[0])
    byOid
      .get(Number(values[1]))
      ?.indexes.push({
        oid,
        name: indexNames.get(oid) ?? '',
        unique: values[key.unique] === true,
        primary: values[key.primary] === true,
        attnums: /** @type {number[]} */ (values[key.attnums]),
      })
  }
  return new Map([...byOid.values()].map((shape) => [shape.name, shape]))
}
