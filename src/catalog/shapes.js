/**
 * The shape of every system catalog: its columns with types and positions, and its indexes. Facts from the static pg_class, pg_attribute and
 * pg_index; they cannot change in a running database, so everything that reads or writes catalog rows names columns through here.
 */
import { staticTable } from './static-data.js'
import { assert } from '../util/assert.js'

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

/** @param {string} catalog @param {string} index @returns {CatalogIndexShape} */
export function catalogIndex(catalog, index) {
  const found = catalogShape(catalog).indexes.find((candidate) => candidate.name === index)
  assert(found !== undefined, `${index} is an index of ${catalog}`)
  return found
}

/** @returns {Map<string, CatalogShape>} */
function readShapes() {
  /** @type {Map<number, CatalogShape>} */
  const byOid = new Map()
  /** @type {Map<number, string>} */
  const indexNames = new Map()
  const classes = staticTable('pg_class')
  const at = { oid: 0, name: classes.at('relname'), kind: classes.at('relkind'), shared: classes.at('relisshared'), type: classes.at('reltype') }
  for (let row = 0; row < classes.count; row++) {
    const values = classes.values(row)
    const oid = Number(values[at.oid])
    const name = String(values[at.name])
    if (values[at.kind] === 105) indexNames.set(oid, name)
    else byOid.set(oid, { oid, name, shared: values[at.shared] === true, rowTypeOid: Number(values[at.type]), columns: [], at: {}, indexes: [] })
  }
  const attributes = staticTable('pg_attribute')
  const attribute = { name: attributes.at('attname'), type: attributes.at('atttypid'), notNull: attributes.at('attnotnull'),
    collation: attributes.at('attcollation') }
  for (let row = 0; row < attributes.count; row++) {
    const shape = byOid.get(Number(attributes.cell(row, 0)))
    if (shape === undefined) continue
    const values = attributes.values(row)
    const name = String(values[attribute.name])
    shape.at[name] = shape.columns.length
    shape.columns.push({ name, type: Number(values[attribute.type]), notNull: values[attribute.notNull] === true,
      collation: Number(values[attribute.collation]) })
  }
  const indexes = staticTable('pg_index')
  const key = { unique: indexes.at('indisunique'), primary: indexes.at('indisprimary'), attnums: indexes.at('indkey') }
  for (let row = 0; row < indexes.count; row++) {
    const values = indexes.values(row)
    const oid = Number(values[0])
    byOid.get(Number(values[1]))?.indexes.push({ oid, name: indexNames.get(oid) ?? '', unique: values[key.unique] === true,
      primary: values[key.primary] === true, attnums: /** @type {number[]} */ (values[key.attnums]) })
  }
  return new Map([...byOid.values()].map((shape) => [shape.name, shape]))
}
