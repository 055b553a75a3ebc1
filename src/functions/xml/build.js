/**
 * What SQL/XML's expressions compute: XMLELEMENT and its like, one function over a description that stands in the plan
 * (catalog/expr.js, XmlExpr). Values are texts that are known to be well formed, put together as they are.
 */
import { instructionEnds, invalidTarget, notXmlDocument } from '../../errors/xml.js'
import { declarationOf, writeDeclaration } from '../../types/xml/declaration.js'
import { isXml, parseXml } from '../../types/xml/xml.js'
import { atOnce } from '../../util/effort.js'
import { escapeAttribute, xmlText } from './values.js'

/** @import { Steps } from '../../util/effort.js' */
/** @import { XmlTypes } from './values.js' */

/**
 * @typedef {object} XmlSpec
 * @property {'concat' | 'element' | 'forest' | 'parse' | 'pi' | 'root' | 'document' | 'serialize'} op
 * @property {string} name of the element or the instruction, as XML has it
 * @property {string[]} argNames of attributes, or of the elements of a forest
 * @property {number[]} namedTypes OIDs of their values
 * @property {number[]} argTypes OIDs of the others'
 * @property {'document' | 'content'} option
 */

/** XMLROOT's standalone, as the grammar numbers it. */
const STANDALONE = [true, false, null]

/**
 * @param {XmlTypes} types @param {XmlSpec} spec @param {unknown[]} named values @param {unknown[]} args
 * @returns {string | boolean | null} null: of nulls
 */
export function xmlValue(types, spec, named, args) {
  if (spec.op === 'element') return element(types, spec, named, args)
  if (spec.op === 'forest') return forest(types, spec, named)
  const texts = /** @type {(string | null)[]} */ (args)
  if (spec.op === 'concat') return concatenated(texts)
  if (spec.op === 'pi') return instruction(spec.name, texts)
  const [text] = texts
  if (text === null) return null
  switch (spec.op) {
    case 'parse': return parseXml(text, spec.option)
    case 'root': return root(text, texts[1], Number(args[2]))
    case 'document': return isXml(text, 'document')
    default: return serialized(text, spec.option)
  }
}

/** @param {XmlTypes} types @param {XmlSpec} spec @param {unknown[]} named @param {unknown[]} args */
function element(types, { name, argNames, namedTypes, argTypes }, named, args) {
  let tag = name
  named.forEach((value, at) => {
    if (value === null) return
    tag += ` ${argNames[at]}="${escapeAttribute(xmlText(types, namedTypes[at], value, false))}"`
  })
  let content = ''
  let isEmpty = true
  args.forEach((value, at) => {
    if (value === null) return
    isEmpty = false
    content += xmlText(types, argTypes[at], value, true)
  })
  return isEmpty ? `<${tag}/>` : `<${tag}>${content}</${name}>`
}

/** @param {XmlTypes} types @param {XmlSpec} spec @param {unknown[]} named */
function forest(types, { argNames, namedTypes }, named) {
  let text = ''
  let isNull = true
  named.forEach((value, at) => {
    if (value === null) return
    isNull = false
    text += `<${argNames[at]}>${xmlText(types, namedTypes[at], value, true)}</${argNames[at]}>`
  })
  return isNull ? null : text
}

const PARTS_MAX = 4096

/**
 * One after the other, under the one declaration that fits all: their version if they agree, standalone if all are.
 * @param {(string | null)[]} values @returns {string | null}
 */
export const concatenated = (values) => atOnce(concatenatedSteps(values))

/**
 * The same with rests.
 * @param {(string | null)[]} values @returns {Steps<string | null>}
 */
export function* concatenatedSteps(values) {
  /** @type {string[]} a text of a million small ones would be put together when it is first looked at */
  const pieces = []
  /** @type {string[]} */
  let parts = []
  /** @type {string | null | undefined} */
  let version
  let agree = true
  /** @type {boolean | null} */
  let standalone = true
  let isNull = true
  for (const value of values) {
    if (value === null) continue
    isNull = false
    const own = declarationOf(value)
    if (own.standalone === null) standalone = null
    else if (!own.standalone && standalone === true) standalone = false
    if (own.version === null || (version !== undefined && version !== own.version)) agree = false
    else version ??= own.version
    if (parts.push(value.slice(own.length)) < PARTS_MAX) continue
    pieces.push(parts.join(''))
    parts = []
    yield
  }
  if (isNull) return null
  pieces.push(parts.join(''))
  return writeDeclaration(agree ? version ?? null : null, standalone) + pieces.join('')
}

/** @param {string} target @param {(string | null)[]} args one or none */
function instruction(target, args) {
  if (target.toLowerCase() === 'xml') throw invalidTarget(target)
  if (args.length === 0) return `<?${target}?>`
  const [text] = args
  if (text === null) return null
  if (text.includes('?>')) throw instructionEnds()
  return `<?${target} ${text.replace(/^ +/, '')}?>`
}

/** @param {string} value @param {string | null} version @param {number} standalone 3: as it was */
function root(value, version, standalone) {
  const own = declarationOf(value)
  const said = standalone === 3 ? own.standalone : STANDALONE[standalone]
  return writeDeclaration(version, said) + value.slice(own.length)
}

/** @param {string} value @param {'document' | 'content'} option @throws {DbError} 2200L */
function serialized(value, option) {
  if (option === 'document' && !isXml(value, 'document')) throw notXmlDocument()
  return value
}
