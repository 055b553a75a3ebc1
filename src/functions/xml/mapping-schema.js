/** Tables, schemas and databases described in XML Schema (SQL/XML's mapping of types). */
import * as T from '../../types/oids.js'
import { xmlNameOf } from '../../types/xml/names.js'

/** @import { Column, RoutineCall, Value } from '../routine-call.js' */

/**
 * How a mapping was asked for.
 * @typedef {object} Mapping
 * @property {boolean} nulls are elements of their own
 * @property {boolean} tableForest a table is a sequence of elements of its name, not one with rows inside
 * @property {string} targetNamespace '': none
 */
/** A table or a view. @typedef {{ schema: string, name: string }} Named */

/** @param {string} name of SQL @returns {string} */
export const elementName = (name) => xmlNameOf(name, { fully: true })

/** @param {string} head @param {string[]} names */
const typeNameOf = (head, names) =>
  [head, ...names.map((name) => xmlNameOf(name, { fully: true, period: true }))].join('.')

const NUMBER_NAMES = new Map([[T.INT4, 'INTEGER'], [T.INT2, 'SMALLINT'], [T.INT8, 'BIGINT'], [T.FLOAT4, 'REAL'],
  [T.FLOAT8, 'DOUBLE'], [T.BOOL, 'BOOLEAN'], [T.DATE, 'DATE'], [T.XML, 'XML']])
/** With a number behind, where there is a type modifier. */
const SIZED_NAMES = new Map([[T.BPCHAR, 'CHAR'], [T.VARCHAR, 'VARCHAR'], [T.NUMERIC, 'NUMERIC'], [T.TIME, 'TIME'],
  [T.TIMETZ, 'TIME_WTZ'], [T.TIMESTAMP, 'TIMESTAMP'], [T.TIMESTAMPTZ, 'TIMESTAMP_WTZ']])
const LENGTH_HEADER = 4

const CLOCK = String.raw`\p{Nd}{2}:\p{Nd}{2}:\p{Nd}{2}(.\p{Nd}+)?`
const DAY = String.raw`\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}`
const ZONE = String.raw`(\+|-)\p{Nd}{2}:\p{Nd}{2}`
const PATTERNS = new Map([[T.TIME, ['time', CLOCK]], [T.TIMETZ, ['time', CLOCK + ZONE]],
  [T.TIMESTAMP, ['dateTime', `${DAY}T${CLOCK}`]], [T.TIMESTAMPTZ, ['dateTime', `${DAY}T${CLOCK}${ZONE}`]],
  [T.DATE, ['date', DAY]]])
const INTEGERS = new Map([[T.INT2, ['short', '32767', '-32768']], [T.INT4, ['int', '2147483647', '-2147483648']],
  [T.INT8, ['long', '9223372036854775807', '-9223372036854775808']]])
const PLAIN = new Map([[T.FLOAT4, 'float'], [T.FLOAT8, 'double'], [T.BOOL, 'boolean']])
const STRINGS = new Set([T.BPCHAR, T.VARCHAR, T.TEXT])

const ANY_XML = `<xsd:complexType mixed="true">
  <xsd:sequence>
    <xsd:any name="element" minOccurs="0" maxOccurs="unbounded" processContents="skip"/>
  </xsd:sequence>
</xsd:complexType>
`

/** What describes types and tables of a call's database. */
export class XmlSchemaWriter {
  /** @param {RoutineCall} call @param {Mapping} mapping */
  constructor({ catalog, context }, mapping) {
    /** @type {Value} */
    this.catalog = catalog
    this.database = context.session.database.name
    this.binary = context.env.xmlBinary === 'hex' ? 'hexBinary' : 'base64Binary'
    this.mapping = mapping
  }

  /** The whole of it around. @param {string} content */
  schema(content) {
    const { targetNamespace } = this.mapping
    const target = targetNamespace === '' ? ''
      : `\n    targetNamespace="${targetNamespace}"\n    elementFormDefault="qualified"`
    return `<xsd:schema\n    xmlns:xsd="http://www.w3.org/2001/XMLSchema"${target}>\n\n${content}</xsd:schema>`
  }

  /** @param {Column[]} columns @param {Named | null} table null: of a query */
  table(columns, table) {
    const { nulls, tableForest } = this.mapping
    const name = table === null ? tableForest ? 'row' : 'table' : elementName(table.name)
    const rowType = table === null ? 'RowType' : this.typeOf('RowType', table)
    const tableType = table === null ? 'TableType' : this.typeOf('TableType', table)
    const may = nulls ? 'nillable="true"' : 'minOccurs="0"'
    const elements = columns.map(({ name: column, type }) => `    <xsd:element name="${elementName(column)}" `
      + `type="${this.typeName(type, -1)}" ${may}></xsd:element>\n`)
    const rows = `    <xsd:element name="row" type="${rowType}" minOccurs="0" maxOccurs="unbounded"/>\n`
    return this.types([columns]) + complexType(rowType, 'sequence', elements.join(''))
      + (tableForest ? '' : complexType(tableType, 'sequence', rows))
      + `<xsd:element name="${name}" type="${tableForest ? rowType : tableType}"/>\n\n`
  }

  /** @param {string} schema @param {Named[]} tables */
  tables(schema, tables) {
    const { tableForest } = this.mapping
    const type = tableForest ? 'RowType' : 'TableType'
    const many = tableForest ? ' minOccurs="0" maxOccurs="unbounded"' : ''
    const elements = tables.map((table) =>
      `    <xsd:element name="${elementName(table.name)}" type="${this.typeOf(type, table)}"${many}/>\n`)
    return this.whole(schema, this.schemaType(schema), tableForest ? 'sequence' : 'all', elements)
  }

  /** @param {string[]} schemas */
  schemas(schemas) {
    const elements = schemas.map((schema) =>
      `    <xsd:element name="${elementName(schema)}" type="${this.schemaType(schema)}"/>\n`)
    return this.whole(this.database, typeNameOf('CatalogType', [this.database]), 'all', elements)
  }

  /** @param {string} name @param {string} type @param {'sequence' | 'all'} group @param {string[]} elements */
  whole(name, type, group, elements) {
    return `${complexType(type, group, elements.join(''))}<xsd:element name="${elementName(name)}" type="${type}"/>\n\n`
  }

  /** @param {string} head @param {Named} table */
  typeOf(head, { schema, name }) { return typeNameOf(head, [this.database, schema, name]) }

  /** @param {string} schema */
  schemaType(schema) { return typeNameOf('SchemaType', [this.database, schema]) }

  /** Each type once, those below domains behind all others. @param {Column[][]} tables */
  types(tables) {
    const types = new Set(tables.flatMap((columns) => columns.map(({ type }) => type)))
    for (const type of [...types]) types.add(this.catalog.baseType(type))
    return [...types].map((type) => `${this.type(type)}\n`).join('')
  }

  /** @param {number} type @returns {string} its definition */
  type(type) {
    return type === T.XML ? ANY_XML
      : `<xsd:simpleType name="${this.typeName(type, -1)}">\n${this.restriction(type)}</xsd:simpleType>\n`
  }

  /** @param {number} type */
  restriction(type) {
    if (STRINGS.has(type)) return '  <xsd:restriction base="xsd:string">\n  </xsd:restriction>\n'
    if (type === T.BYTEA) return `  <xsd:restriction base="xsd:${this.binary}">\n  </xsd:restriction>\n`
    const plain = PLAIN.get(type)
    if (plain !== undefined) return `  <xsd:restriction base="xsd:${plain}"></xsd:restriction>\n`
    const integer = INTEGERS.get(type)
    if (integer !== undefined) {
      const [base, most, least] = integer
      return `  <xsd:restriction base="xsd:${base}">\n    <xsd:maxInclusive value="${most}"/>\n`
        + `    <xsd:minInclusive value="${least}"/>\n  </xsd:restriction>\n`
    }
    const pattern = PATTERNS.get(type)
    if (pattern !== undefined) {
      const [base, value] = pattern
      return `  <xsd:restriction base="xsd:${base}">\n    <xsd:pattern value="${value}"/>\n  </xsd:restriction>\n`
    }
    const info = this.catalog.type(type)
    if (info.kind !== 'd') return ''
    let typmod = -1
    for (let at = info; at.kind === 'd'; at = this.catalog.type(at.baseType)) typmod = at.typmod
    return `  <xsd:restriction base="${this.typeName(this.catalog.baseType(type), typmod)}"/>\n`
  }

  /** @param {number} type @param {number} typmod @returns {string} */
  typeName(type, typmod) {
    const known = NUMBER_NAMES.get(type)
    if (known !== undefined) return known
    const sized = SIZED_NAMES.get(type)
    if (sized !== undefined) return typmod === -1 ? sized : `${sized}_${sizeText(type, typmod)}`
    const { kind, name, namespaceOid } = this.catalog.type(type)
    return typeNameOf(kind === 'd' ? 'Domain' : 'UDT', [this.database, this.catalog.namespace(namespaceOid).name, name])
  }
}

/** @param {number} type @param {number} typmod */
function sizeText(type, typmod) {
  if (type === T.NUMERIC) return `${(typmod - LENGTH_HEADER) >> 16}_${(typmod - LENGTH_HEADER) & 0xffff}`
  return type === T.BPCHAR || type === T.VARCHAR ? typmod - LENGTH_HEADER : typmod
}

/** @param {string} name @param {'sequence' | 'all'} group @param {string} elements */
const complexType = (name, group, elements) =>
  `<xsd:complexType name="${name}">\n  <xsd:${group}>\n${elements}  </xsd:${group}>\n</xsd:complexType>\n\n`
