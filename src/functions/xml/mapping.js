/** Tables, queries, cursors, schemas and databases as XML: table_to_xml and its kind (SQL/XML's mappings). */
import { permissionDenied } from '../../errors/privileges.js'
import { undefinedSchema } from '../../errors/ddl/catalog.js'
import { relationIsIndex } from '../../errors/functions.js'
import { noRelationWithOid } from '../../errors/ddl/sequences.js'
import { notASelect } from '../../errors/xml.js'
import { charge } from '../../errors/value-size.js'
import { USAGE } from '../../catalog/acl.js'
import { SCHEMA, privilegesOn, relationNameAt } from '../../catalog/guarded.js'
import { builtinType, isBuiltinType } from '../../types/lookup.js'
import * as T from '../../types/oids.js'
import { Family } from '../impl.js'
import { XmlSchemaWriter, elementName } from './mapping-schema.js'
import { xmlText } from './values.js'

/** @import { Column, RoutineCall, Value } from '../routine-call.js' */
/** @import { TypeOps } from '../../types/type-ops.js' */
/** @import { Mapping, Named } from './mapping-schema.js' */
/** @import { XmlTypes } from './values.js' */

const family = new Family()
export const xmlMappingFunctions = family.functions

const BATCH = 500
const INSTANCE = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

/** @template V @typedef {Generator<Promise<unknown>, V, void>} Work */
/** @typedef {Named & { oid: number }} Table */

/** @param {boolean} nulls @param {boolean} tableForest @param {string} targetNamespace @returns {Mapping} */
const mappingOf = (nulls, tableForest, targetNamespace) => ({ nulls, tableForest, targetNamespace })

// ---- rows

/** An element around what is inside. */
class Element {
  /**
   * @param {string} name @param {Mapping} mapping @param {string | null} schema that describes it
   * @param {boolean} isTop
   */
  constructor(name, { targetNamespace }, schema, isTop) {
    const own = isTop ? INSTANCE + (targetNamespace === '' ? '' : ` xmlns="${targetNamespace}"`) : ''
    const described = schema === null ? ''
      : targetNamespace === '' ? ' xsi:noNamespaceSchemaLocation="#"' : ` xsi:schemaLocation="${targetNamespace} #"`
    this.start = `<${name}${own}${described}>\n`
    this.end = `</${name}>\n`
  }
}

/** Rows of one table or query, gathered as text. */
class RowWriter {
  /** @param {RoutineCall} call @param {Mapping} mapping @param {string | null} table @param {boolean} isTop */
  constructor(call, mapping, table, isTop) {
    const { catalog } = call
    /** @type {XmlTypes} */
    this.types = {
      env: call.context.env,
      opsOf: (type) => /** @type {TypeOps} */ (isBuiltinType(type) ? builtinType(type) : catalog.userTypeOps(type)),
    }
    this.mapping = mapping
    this.name = table === null ? mapping.tableForest ? 'row' : 'table' : elementName(table)
    const row = new Element(this.name, mapping, null, isTop)
    this.start = mapping.tableForest ? row.start : '<row>\n'
    this.end = mapping.tableForest ? `${row.end}\n` : '</row>\n\n'
    this.text = ''
  }

  /** @param {Column[]} columns @param {Value[][]} rows @throws {DbError} 53200 */
  add(columns, rows) {
    const names = columns.map(({ name }) => elementName(name))
    for (const row of rows) {
      let text = this.start
      columns.forEach(({ type }, at) => {
        if (row[at] !== null) text += `  <${names[at]}>${xmlText(this.types, type, row[at], true)}</${names[at]}>\n`
        else if (this.mapping.nulls) text += `  <${names[at]} xsi:nil="true"/>\n`
      })
      this.text += text + this.end
      charge(this.text.length, 'XML')
    }
  }
}

/**
 * @param {RoutineCall} call @param {string} text of the query @param {string | null} table what it is read from
 * @param {string | null} schema @param {Mapping} mapping @param {boolean} isTop @returns {Work<string>}
 */
function* queryText(call, text, table, schema, mapping, isTop) {
  const writer = new RowWriter(call, mapping, table, isTop)
  const query = yield* call.query(text)
  try {
    if (query.columns.length === 0 && !query.gives) throw notASelect()
    for (;;) {
      const rows = yield* query.fetch(BATCH)
      writer.add(query.columns, rows)
      if (rows.length < BATCH) break
      if (call.isTired()) yield call.rest()
    }
  } finally {
    query.close()
  }
  const described = schema === null ? '' : `${schema}\n\n`
  if (mapping.tableForest) return described + writer.text
  const whole = new Element(writer.name, mapping, schema, isTop)
  return `${whole.start}\n${described}${writer.text}${whole.end}`
}

/**
 * @param {RoutineCall} call @param {number} oid @param {string | null} schema @param {Mapping} mapping
 * @param {boolean} [isTop] @returns {Work<string>}
 */
function* tableText(call, oid, schema, mapping, isTop = true) {
  const named = /** @type {TypeOps} */ (builtinType(T.REGCLASS)).format(oid, call.context.env)
  const name = call.catalog.relation(oid)?.name ?? null
  return yield* queryText(call, `SELECT * FROM ${named}`, name, schema, mapping, isTop)
}

/**
 * @param {RoutineCall} call @param {string} name @param {number} count @param {Mapping} mapping
 * @returns {Work<string>}
 */
function* cursorText(call, name, count, mapping) {
  const writer = new RowWriter(call, mapping, null, true)
  const cursor = call.cursor(name)
  writer.add(cursor.columns, yield* cursor.fetch(count))
  if (mapping.tableForest) return writer.text
  const whole = new Element(writer.name, mapping, null, true)
  return `${whole.start}\n${writer.text}${whole.end}`
}

// ---- what can be seen

/** @param {RoutineCall} call @param {string} text @returns {Work<Value[][]>} */
function* rowsOf(call, text) {
  const query = yield* call.query(text)
  try {
    return yield* query.fetch(Infinity)
  } finally {
    query.close()
  }
}

const READABLE = "relkind IN ('r', 'm', 'v') AND pg_catalog.has_table_privilege(c.oid, 'SELECT')"
const VISIBLE = `pg_catalog.has_schema_privilege(n.oid, 'USAGE')
  AND nspname !~ '^pg_' AND nspname <> 'information_schema'`
const TABLES = `SELECT c.oid, nspname, relname FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = relnamespace WHERE ${READABLE}`

/** @param {RoutineCall} call @param {string} where @returns {Work<Table[]>} by schema and name */
function* tablesOf(call, where) {
  const rows = yield* rowsOf(call, `${TABLES} AND ${where} ORDER BY nspname, relname`)
  return rows.map(([oid, schema, name]) => ({ oid, schema, name }))
}

/** @param {RoutineCall} call @param {string} schema @returns {Work<Table[]>} @throws {DbError} 3F000, 42501 */
function* tablesIn(call, schema) {
  const { catalog } = call
  const oid = catalog.namespaceOid(schema)
  if (oid === 0) throw undefinedSchema(schema)
  if (privilegesOn(catalog, catalog.roleOid, SCHEMA, oid, USAGE) === 0) throw permissionDenied('schema', schema)
  return yield* tablesOf(call, `relnamespace = ${oid}`)
}

/** @param {RoutineCall} call @returns {Work<string[]>} */
function* schemasOf(call) {
  const rows = yield* rowsOf(call, `SELECT nspname FROM pg_catalog.pg_namespace n WHERE ${VISIBLE} ORDER BY nspname`)
  return rows.map(([name]) => name)
}

/** @param {RoutineCall} call @param {number} oid @returns {Column[]} @throws {DbError} XX000, 42809 */
function columnsOf(call, oid) {
  const relation = call.catalog.relation(oid)
  if (relation === undefined) {
    const name = relationNameAt(call.catalog, oid)
    throw name === undefined ? noRelationWithOid(oid) : relationIsIndex(name)
  }
  return relation.columns.filter((/** @type {Value} */ { dropped }) => !dropped)
    .map((/** @type {Value} */ { name, typeOid, typmod }) => ({ name, type: typeOid, typmod }))
}

// ---- schemas and databases

/**
 * @param {RoutineCall} call @param {string} schema @param {Table[]} tables @param {string | null} description
 * @param {Mapping} mapping @param {boolean} isTop @returns {Work<string>}
 */
function* schemaText(call, schema, tables, description, mapping, isTop) {
  const whole = new Element(elementName(schema), mapping, description, isTop)
  let text = `${whole.start}\n${description === null ? '' : `${description}\n\n`}`
  for (const { oid } of tables) {
    if (call.isTired()) yield call.rest()
    text += `${yield* tableText(call, oid, null, mapping, false)}\n`
    charge(text.length, 'XML')
  }
  return text + whole.end
}

/** @param {RoutineCall} call @param {string | null} description @param {Mapping} mapping @returns {Work<string>} */
function* databaseText(call, description, mapping) {
  const whole = new Element(elementName(call.context.session.database.name), mapping, description, true)
  let text = `${whole.start}\n${description === null ? '' : `${description}\n\n`}`
  for (const schema of yield* schemasOf(call)) {
    text += `${yield* schemaText(call, schema, yield* tablesIn(call, schema), null, mapping, false)}\n`
    charge(text.length, 'XML')
  }
  return text + whole.end
}

/** @param {RoutineCall} call @param {number} oid @param {Mapping} mapping */
function tableSchema(call, oid, mapping) {
  const columns = columnsOf(call, oid)
  const { name, namespaceOid } = call.catalog.relation(oid)
  const writer = new XmlSchemaWriter(call, mapping)
  return writer.schema(writer.table(columns, { schema: call.catalog.namespace(namespaceOid).name, name }))
}

/** @param {RoutineCall} call @param {Column[]} columns @param {Mapping} mapping */
function rowsSchema(call, columns, mapping) {
  const writer = new XmlSchemaWriter(call, mapping)
  return writer.schema(writer.table(columns, null))
}

/** @param {RoutineCall} call @param {Table[]} tables @returns {Work<Column[][]>} of each */
function* columnsOfAll(call, tables) {
  const columns = []
  for (const { oid } of tables) {
    if (call.isTired()) yield call.rest()
    columns.push(columnsOf(call, oid))
  }
  return columns
}

/**
 * @param {RoutineCall} call @param {string} schema @param {Table[]} tables @param {Mapping} mapping
 * @returns {Work<string>}
 */
function* schemaSchema(call, schema, tables, mapping) {
  const writer = new XmlSchemaWriter(call, mapping)
  return writer.schema(writer.types(yield* columnsOfAll(call, tables)) + writer.tables(schema, tables))
}

/** @param {RoutineCall} call @param {Mapping} mapping @returns {Work<string>} */
function* databaseSchema(call, mapping) {
  const writer = new XmlSchemaWriter(call, mapping)
  const tables = yield* tablesOf(call, VISIBLE)
  return writer.schema(writer.types(yield* columnsOfAll(call, tables))
    + writer.schemas(yield* schemasOf(call)))
}

// ---- functions

/** @typedef {[nulls: boolean, tableForest: boolean, targetNamespace: string]} How */

family.routine('table_to_xml', function* (call, oid, /** @type {How} */ ...how) {
  return yield* tableText(call, oid, null, mappingOf(...how))
})
family.routine('table_to_xmlschema', function* (call, oid, /** @type {How} */ ...how) {
  return tableSchema(call, oid, mappingOf(...how))
})
family.routine('table_to_xml_and_xmlschema', function* (call, oid, /** @type {How} */ ...how) {
  return yield* tableText(call, oid, tableSchema(call, oid, mappingOf(...how)), mappingOf(...how))
})
family.routine('query_to_xml', function* (call, text, /** @type {How} */ ...how) {
  return yield* queryText(call, text, null, null, mappingOf(...how), true)
})
family.routine('query_to_xmlschema', function* (call, text, /** @type {How} */ ...how) {
  return rowsSchema(call, call.describe(text), mappingOf(...how))
})
family.routine('query_to_xml_and_xmlschema', function* (call, text, /** @type {How} */ ...how) {
  const mapping = mappingOf(...how)
  return yield* queryText(call, text, null, rowsSchema(call, call.describe(text), mapping), mapping, true)
})
family.routine('cursor_to_xml', function* (call, name, count, /** @type {How} */ ...how) {
  return yield* cursorText(call, name, count, mappingOf(...how))
})
family.routine('cursor_to_xmlschema', function* (call, name, /** @type {How} */ ...how) {
  return rowsSchema(call, call.cursor(name).columns, mappingOf(...how))
})
family.routine('schema_to_xml', function* (call, schema, /** @type {How} */ ...how) {
  return yield* schemaText(call, schema, yield* tablesIn(call, schema), null, mappingOf(...how), true)
})
family.routine('schema_to_xmlschema', function* (call, schema, /** @type {How} */ ...how) {
  return yield* schemaSchema(call, schema, yield* tablesIn(call, schema), mappingOf(...how))
})
family.routine('schema_to_xml_and_xmlschema', function* (call, schema, /** @type {How} */ ...how) {
  const mapping = mappingOf(...how)
  const tables = yield* tablesIn(call, schema)
  return yield* schemaText(call, schema, tables, yield* schemaSchema(call, schema, tables, mapping), mapping, true)
})
family.routine('database_to_xml', function* (call, /** @type {How} */ ...how) {
  return yield* databaseText(call, null, mappingOf(...how))
})
family.routine('database_to_xmlschema', function* (call, /** @type {How} */ ...how) {
  return yield* databaseSchema(call, mappingOf(...how))
})
family.routine('database_to_xml_and_xmlschema', function* (call, /** @type {How} */ ...how) {
  const mapping = mappingOf(...how)
  return yield* databaseText(call, yield* databaseSchema(call, mapping), mapping)
})
