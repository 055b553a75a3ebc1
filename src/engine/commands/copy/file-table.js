/**
 * Rows of file_fdw's tables: a file of the server in one of COPY's formats, read as COPY FROM reads it. What nobody
 * looks at is not converted, unless it is nothing at all: a bad number in another column is no error, as in PostgreSQL.
 */
import { foreignTableOf, optionsOf, optionValues } from '../../../catalog/foreign.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { isTrue } from '../../../extensions/wrapper-options.js'
import { TEXT } from '../../../types/oids.js'
import { copyOptions } from './options.js'
import { rowReader } from './readers.js'
import { FileToRead, requireServerFiles } from './server-file.js'

/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { Session } from '../../session/session.js' */

/** @typedef {{ String: { sval: string } } | { List: { items: { String: { sval: string } }[] } }} OptionValue */

class FileTable {
  /** @param {Session} session @param {number} relationOid @param {number[]} attnums of columns that are looked at */
  constructor(session, relationOid, attnums) {
    requireServerFiles(session)
    const catalog = session.catalog()
    const relation = /** @type {RelationDesc} */ (catalog.relation(relationOid))
    const { filename, options } = optionsOfTable(session, relation)
    const columns = relation.columns.filter((column) => !column.dropped && column.generated !== 's')
    /** By place in a line, the column's place in a row; -1: nobody looks at it. */
    const all = !attnums.some((attnum) => attnum > 0)
    this.places = columns.map(({ attnum }) => all || attnums.includes(attnum) ? attnum - 1 : -1)
    this.width = relation.columns.length
    this.reader = rowReader(relation.name, columns.map((column, at) => {
      const type = this.places[at] < 0 ? TEXT : column.typeOid
      return { name: column.name, type, typmod: this.places[at] < 0 ? -1 : column.typmod, ops: session.typeOps(type) }
    }), options, options.format === 'binary' ? session.clientEnv : session.env)
    this.file = new FileToRead(session, filename)
    /** @type {{ promise: Promise<void> } | null} */
    this.wait = null
    this.isOpen = false
  }

  /** @returns {unknown[] | null | undefined} undefined: when `wait` is over */
  next() {
    if (!this.isOpen) {
      this.isOpen = true
      this.wait = { promise: this.file.opened() }
      return undefined
    }
    const values = this.reader.next()
    if (values === undefined) {
      this.wait = { promise: this.file.copyRead().then((piece) => this.take(piece)) }
      return undefined
    }
    return values === null ? null : this.row(values)
  }

  /** @param {Buffer | null} piece */
  take(piece) {
    if (piece === null) this.reader.end()
    else this.reader.feed(piece)
  }

  /** @param {unknown[]} values of a line */
  row(values) {
    const row = new Array(this.width).fill(null)
    const { places } = this
    for (let at = 0; at < places.length; at++) if (places[at] >= 0) row[places[at]] = values[at]
    return row
  }

  release() { /* nothing is pinned */ }

  end() { this.file.abandon() }
}

/** @type {import('../../session/above.js').Commands['openForeign']} */
export const openForeign = (session, relationOid, attnums) => new FileTable(session, relationOid, attnums)

/** What COPY would be told. @param {Session} session @param {RelationDesc} relation */
function optionsOfTable(session, relation) {
  const catalog = session.catalog()
  let filename = ''
  /** @type {Map<string, OptionValue>} */
  const given = new Map()
  for (const [name, value] of optionValues(foreignTableOf(catalog, relation.oid).options)) {
    if (name === 'program') throw featureNotSupported('file_fdw with a program')
    if (name === 'filename') filename = value
    else given.set(name, { String: { sval: value } })
  }
  const { at } = catalogShape('pg_attribute')
  for (const row of catalog.rowsWith('pg_attribute', 'attrelid', relation.oid)) {
    for (const [name, value] of optionValues(optionsOf(row[at.attfdwoptions]))) {
      if (!isTrue(value)) continue
      const list = /** @type {any} */ (given.get(name) ?? { List: { items: [] } })
      list.List.items.push({ String: { sval: row[at.attname] } })
      given.set(name, list)
    }
  }
  const elements = [...given].map(([defname, arg]) => ({ DefElem: { defname, arg, location: -1 } }))
  return { filename, options: copyOptions(elements, true, session.settings.show('client_encoding')) }
}
