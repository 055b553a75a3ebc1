/** XMLTABLE's rows: nodes that a query over the document finds, and what further queries say of each. */
import { DbError } from '../../errors/db-error.js'
import {
  defaultNamespace, emptyTablePath, invalidTablePath, nullCell, nullColumnPath, nullNamespaceUri, nullRowPath,
  severalXmlValues,
} from '../../errors/xml.js'
import * as T from '../../types/oids.js'
import { escapeContent } from './values.js'
import { evaluate } from './xpath/evaluate.js'
import { parseXpath } from './xpath/parse.js'
import { numberText } from './xpath/number-text.js'
import { stringValue, writeNode } from './xpath/tree.js'
import { XML_PREFIXES } from './xpath/xpath.js'

/** @import { XmlNode } from './xpath/tree.js' */
/** @import { XpathExpr } from './xpath/parse.js' */
/** @import { XpathValue } from './xpath/evaluate.js' */

/**
 * What a plan knows of a column: numbers are told from other types, and xml is made of nodes as they are.
 * @typedef {{ name: string, isNumber: boolean, isXml: boolean }} XmlCell
 */

/** Made step by step in the order in which errors are told: document, namespaces, rows' path, columns' paths. */
export class XmlRows {
  /** @type {XmlNode[]} */
  #rows = []
  /** @type {XpathExpr[]} */
  #paths = []
  #root
  #prefixes = new Map(XML_PREFIXES)
  /** @type {XpathExpr} */
  #rowPath = { kind: 'number', value: 0 }

  /** @param {XmlNode} root of the document */
  constructor(root) {
    this.#root = root
  }

  /** @param {string | null} name @param {string | null} uri @throws {DbError} 22004, 0A000 */
  namespace(name, uri) {
    if (uri === null) throw nullNamespaceUri()
    if (name === null) throw defaultNamespace()
    this.#prefixes.set(name, uri)
  }

  /** @param {string | null} path @throws {DbError} 22004, 22000, 42601 */
  rowPath(path) {
    if (path === null) throw nullRowPath()
    if (path === '') throw emptyTablePath('row')
    this.#rowPath = parsed(path, 'rows')
  }

  /** @param {XmlCell} cell the next one @param {string | null} path @throws {DbError} 22004, 22000 */
  columnPath(cell, path) {
    if (path === null) throw nullColumnPath(cell.name)
    if (path === '') throw emptyTablePath('column')
    this.#paths.push(parsed(path, 'columns'))
  }

  /** @returns {number} how many rows there are */
  find() {
    const found = this.#evaluate(this.#rowPath, this.#root)
    if (Array.isArray(found)) this.#rows = found
    return this.#rows.length
  }

  /** @param {number} row @param {number} column @param {XmlCell} cell @returns {string | null} for its type to read */
  text(row, column, { isNumber, isXml }) {
    const value = this.#evaluate(this.#paths[column], this.#rows[row])
    if (Array.isArray(value)) {
      if (value.length === 0) return null
      if (isXml) return value.map(writeNode).join('')
      if (value.length > 1) throw severalXmlValues()
      return stringValue(value[0])
    }
    if (typeof value === 'string') return isXml ? escapeContent(value) : value
    return typeof value === 'number' || isNumber ? numberText(Number(value)) : String(value)
  }

  /** @param {XpathExpr} path @param {XmlNode} node @returns {XpathValue} */
  #evaluate(path, node) {
    return evaluate(path, { node, position: -1, size: -1, namespaces: this.#prefixes })
  }
}

/** @param {string} path @param {'rows' | 'columns'} what @returns {XpathExpr} */
function parsed(path, what) {
  try {
    return parseXpath(path)
  } catch (error) {
    throw error instanceof DbError && error.code === 'XX000' ? invalidTablePath(what) : error
  }
}

/**
 * @param {string} name @param {number} base its type, below domains @param {string} category of that
 * @returns {XmlCell}
 */
export const xmlCell = (name, base, category) => ({ name, isNumber: category === 'N', isXml: base === T.XML })

/** Refuses a null. @template V @param {V | null} value @param {string} column @returns {V} @throws {DbError} 22004 */
export function filledCell(value, column) {
  if (value === null) throw nullCell(column)
  return value
}
