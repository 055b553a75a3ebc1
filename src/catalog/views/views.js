/**
 * System views, as our own SQL over the catalogs. They are part of the program, not rows: the same in every database,
 * expanded by the planner like any view. Their pg_class and pg_attribute rows are in the template (template.js), under
 * PostgreSQL's OIDs; their row types are among the other types (data/pg_type.js).
 */
import { SYSTEM_VIEWS } from './sql.js'
import { builtins } from '../store/builtins.js'
import { columnDesc, relationDesc } from '../relation.js'
import { staticTable } from '../store/static-data.js'
import { FIRST_USER_OID } from '../../types/oids.js'

/** @import { RelationDesc } from '../relation.js' */

/**
 * @typedef {{ oid: number, name: string, namespaceOid: number, columns: string, sql: string }} SystemView columns:
 *   "name type, name type" with internal type names
 */

/** @type {Map<number, RelationDesc>} those somebody asked for */
const described = new Map()
/** @type {Map<number, SystemView> | null} */
let byOid = null

const all = () => byOid ??= new Map(SYSTEM_VIEWS.map((view) => [view.oid, view]))

/** @param {number} oid @returns {RelationDesc | undefined} */
function describedView(oid) {
  let relation = described.get(oid)
  if (relation === undefined) {
    const view = all().get(oid)
    if (view === undefined) return undefined
    described.set(oid, relation = describe(view))
  }
  return relation
}

export const views = {
  /** @param {number} oid @returns {RelationDesc | undefined} */
  byOid: (oid) => oid < FIRST_USER_OID ? describedView(oid) : undefined,
  /** @returns {Iterable<RelationDesc>} */
  list: () => SYSTEM_VIEWS.map((view) => /** @type {RelationDesc} */ (describedView(view.oid))),
}

/** @param {number} oid of a view @returns {number} OID of its row type */
function rowTypeOf(oid) {
  const types = staticTable('pg_type')
  const [row] = types.rowsWhere(types.at('typrelid'), String(oid))
  return Number(types.cell(row, 0))
}

/** @param {SystemView} view @returns {RelationDesc} */
function describe({ oid, name, namespaceOid, columns, sql }) {
  return relationDesc({
    oid, name, namespaceOid, typeOid: rowTypeOf(oid), kind: 'v', viewSql: sql, version: 1,
    columns: columns.split(',').map((text, at) => {
      const [column, typeName] = text.trim().split(' ')
      const type = builtins.typesNamed(typeName)[0]
      return columnDesc({
        attnum: at + 1,
        name: column,
        typeOid: type.oid,
        collation: type.collation,
        length: type.length,
      })
    }),
  })
}
