/** Conditions around xml values. What is wrong is said in our own words: PostgreSQL's DETAIL is its parser's. */
import { DbError } from './db-error.js'

/** @typedef {'document' | 'content'} XmlOption what a text is taken for */

/** 2200M, 2200N @param {XmlOption} option @param {string} detail */
export const invalidXml = (option, detail) =>
  new DbError(option === 'document' ? '2200M' : '2200N', `invalid XML ${option}`, { detail })

/** 2200N @param {string} detail */
export const invalidDeclaration = (detail) =>
  new DbError('2200N', 'invalid XML content: invalid XML declaration', { detail })

/** 2200L */
export const notXmlDocument = () => new DbError('2200L', 'not an XML document')

/** 2200S */
export const invalidComment = () => new DbError('2200S', 'invalid XML comment')

/** 42601 @param {string} target */
export const invalidTarget = (target) => new DbError('42601', 'invalid XML processing instruction', {
  detail: `XML processing instruction target name cannot be "${target}".`,
})

/** 2200T */
export const instructionEnds = () => new DbError('2200T', 'invalid XML processing instruction', {
  detail: 'XML processing instruction cannot contain "?>".',
})

/** 22008 @param {'date' | 'timestamp'} type */
export const infiniteInXml = (type) => new DbError('22008', `${type} out of range`, {
  detail: `XML does not support infinite ${type} values.`,
})

/** 42601 @param {'attribute' | 'element'} what */
export const unnamedXml = (what) => new DbError('42601', `unnamed XML ${what} value must be a column reference`)

/** 42601 @param {string} name */
export const attributeTwice = (name) => new DbError('42601', `XML attribute name "${name}" appears more than once`)

/** 42846 @param {string} type */
export const cannotSerialize = (type) => new DbError('42846', `cannot cast XMLSERIALIZE result to ${type}`)

/** 0A000 */
export const notValidated = () => new DbError('0A000', 'xmlvalidate is not implemented')

/** XX000, as PostgreSQL says it. @param {string} query or the part of it that is wrong */
export const invalidXpath = (query) => new DbError('XX000', 'invalid XPath expression', { detail: query })

/** 42601, 22000: of XMLTABLE's rows, of its columns @param {'rows' | 'columns'} what */
export const invalidTablePath = (what) => new DbError(what === 'rows' ? '42601' : '22000', 'invalid XPath expression', {
  detail: 'Invalid expression',
})

/** XX000, as PostgreSQL says it: a query that reads well, and cannot be computed. @param {string} detail */
export const xpathFails = (detail) => new DbError('XX000', 'could not create XPath object', { detail })

/** 22000 @param {'row' | 'column'} what */
export const emptyTablePath = (what) => new DbError('22000', `${what} path filter must not be empty string`)

/** 22004 */
export const nullRowPath = () => new DbError('22004', 'row filter expression must not be null')

/** 22004 @param {string} column */
export const nullColumnPath = (column) => new DbError('22004', 'column filter expression must not be null', {
  detail: `Filter for column "${column}" is null.`,
})

/** 22004 */
export const nullNamespaceUri = () => new DbError('22004', 'namespace URI must not be null')

/** 0A000 */
export const defaultNamespace = () => new DbError('0A000', 'DEFAULT namespace is not supported')

/** 21000 */
export const severalXmlValues = () =>
  new DbError('21000', 'more than one value returned by column XPath expression')

/** 22004 @param {string} column */
export const nullCell = (column) => new DbError('22004', `null is not allowed in column "${column}"`)

/** 22000 */
export const emptyXpath = () => new DbError('22000', 'empty XPath expression')

/** 2200M @param {DbError} error why */
export const cannotParseDocument = ({ detail }) => new DbError('2200M', 'could not parse XML document', { detail })

/** 22000 */
export const namespacesShape = () => new DbError('22000', 'invalid array for XML namespace mapping', {
  detail: 'The array must be two-dimensional with length of the second axis equal to 2.',
})

/** 22004 */
export const nullNamespace = () => new DbError('22004', 'neither namespace name nor URI may be null')

/** 22000: for query_to_xml */
export const notASelect = () => new DbError('22000', 'invalid query')
