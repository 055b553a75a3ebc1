/** xpath(), xpath_exists() and XMLEXISTS: a query over a document, and its answer as values of type xml. */
import { DbError } from '../../../errors/db-error.js'
import {
  cannotParseDocument, emptyXpath, namespacesShape, nullNamespace,
} from '../../../errors/xml.js'
import { arrayOf } from '../../../types/array.js'
import { formatFloat8 } from '../../../types/numbers/floats.js'
import * as T from '../../../types/oids.js'
import { readXml } from '../../../types/xml/xml.js'
import { atOnce } from '../../../util/effort.js'
import { Family } from '../../impl.js'
import { escapeContent } from '../values.js'
import { evaluate } from './evaluate.js'
import { parseXpath } from './parse.js'
import { TreeBuilder, writeNode } from './tree.js'

/** @import { Steps } from '../../../util/effort.js' */
/** @import { PgArray } from '../../../types/array.js' */
/** @import { XpathValue } from './evaluate.js' */
/** @import { XmlNode } from './tree.js' */

const family = new Family()
export const xpathFunctions = family.functions

/**
 * @param {string} query @param {string} document @param {PgArray | null} mappings prefix and URI, row by row
 * @returns {XpathValue} @throws {DbError} 22000, 22004, 2200M, XX000
 */
function answer(query, document, mappings) {
  const namespaces = namespacesOf(mappings)
  if (query === '') throw emptyXpath()
  const node = documentTree(document)
  return evaluate(parseXpath(query), { node, position: -1, size: -1, namespaces })
}

/** @param {string} document @returns {XmlNode} its root @throws {DbError} 2200M */
export const documentTree = (document) => atOnce(documentTreeSteps(document))

/** @param {string} document @returns {Steps<XmlNode>} its root @throws {DbError} 2200M */
export function* documentTreeSteps(document) {
  const builder = new TreeBuilder()
  try {
    yield* readXml(document, 'document', builder)
  } catch (error) {
    throw error instanceof DbError && error.code === '2200M' ? cannotParseDocument(error) : error
  }
  return builder.root
}

/** What prefixes mean without being told. @type {readonly (readonly [string, string])[]} */
export const XML_PREFIXES = [['xml', 'http://www.w3.org/XML/1998/namespace']]

/** @param {PgArray | null} mappings @returns {Map<string, string>} */
function namespacesOf(mappings) {
  const found = new Map(XML_PREFIXES)
  if (mappings === null || mappings.values.length === 0) return found
  if (mappings.dims.length !== 2 || mappings.dims[1] !== 2) throw namespacesShape()
  for (let at = 0; at < mappings.values.length; at += 2) {
    const [prefix, uri] = mappings.values.slice(at, at + 2)
    if (prefix === null || uri === null) throw nullNamespace()
    found.set(prefix, uri)
  }
  return found
}

/** @param {string} query @param {string} document @param {PgArray | null} [mappings] @returns {PgArray} */
function xpath(query, document, mappings = null) {
  const value = answer(query, document, mappings)
  if (Array.isArray(value)) return arrayOf(T.XML, value.map(writeNode))
  return arrayOf(T.XML, [typeof value === 'number' ? formatFloat8(value) : escapeContent(String(value))])
}

/** @param {string} query @param {string} document @param {PgArray | null} [mappings] @returns {boolean} */
function exists(query, document, mappings = null) {
  const value = answer(query, document, mappings)
  return !Array.isArray(value) || value.length > 0
}

/** A query may look at each node from each other one. */
const LONG = { long: true }
family.add('xpath', xpath, LONG)
family.add('xpath(text,xml)', (query, document) => xpath(query, document), LONG)
family.add('xpath_exists', exists, LONG)
family.add('xpath_exists(text,xml)', (query, document) => exists(query, document), LONG)
family.add('xmlexists', (query, document) => exists(query, document), LONG)
