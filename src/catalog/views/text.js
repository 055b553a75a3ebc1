/**
 * How the texts of the system views are written down: a line per column, "name type expression"; the query casts each
 * expression to its column's type.
 */

/** @typedef {import('./views.js').SystemView} SystemView */

export const CATALOG_SCHEMA = 11
export const INFORMATION_SCHEMA = 13207

/** Of the standard: what information_schema's columns are of. */
const DOMAINS = new Set(['cardinal_number', 'character_data', 'sql_identifier', 'time_stamp', 'yes_or_no'])

/** @param {string} type */
const schemaOf = (type) => DOMAINS.has(type) ? 'information_schema' : 'pg_catalog'

/** A view; its columns and query are made of the lines when somebody asks for them. */
class ViewText {
  /**
   * @param {number} namespaceOid
   * @param {number} oid
   * @param {string} name
   * @param {string} lines
   * @param {string} rest
   */
  constructor(namespaceOid, oid, name, lines, rest) {
    this.oid = oid
    this.name = name
    this.namespaceOid = namespaceOid
    this.lines = lines
    this.rest = rest
  }

  /** @returns {string[][]} name, type, expression */
  parts() {
    return this.lines
      .trim()
      .split('\n')
      .map((line) => /** @type {RegExpExecArray} */ (/^ *(\w+) (\w+) (.*?),? *$/.exec(line)).slice(1))
  }

  get columns() {
    return this.parts().map(([column, type]) => `${column} ${type}`).join(', ')
  }

  get sql() {
    // Nothing can be cast to a polymorphic type.
    const items = this.parts().map(
      ([column, type, expression]) =>
        `${type === 'anyarray' ? expression : `(${expression})::${schemaOf(type)}.${type}`} as ${column}`
    )
    return `select ${items.join(', ')} ${this.rest}`
  }
}

/**
 * @param {number} namespaceOid @param {number} oid @param {string} name
 * @param {string} lines columns @param {string} rest the query from its FROM on, or a FROM-less condition
 * @returns {SystemView}
 */
export const systemView = (namespaceOid, oid, name, lines, rest) => new ViewText(namespaceOid, oid, name, lines, rest)
