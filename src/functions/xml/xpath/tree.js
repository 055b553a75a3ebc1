/** An XML document as a tree, for XPath: built by what the reader tells (types/xml/reader.js), written back as text. */
import { charge } from '../../../errors/value-size.js'
import { spend } from '../../../util/effort.js'
import { escapeAttribute, escapeContent } from '../values.js'

/** @import { XmlSink } from '../../../types/xml/reader.js' */

/**
 * @typedef {object} XmlNode
 * @property {'root' | 'element' | 'attribute' | 'text' | 'section' | 'comment' | 'instruction'} kind
 *   section: a text that is written as CDATA
 * @property {string} name with its prefix; an instruction's target
 * @property {string} value of what has no children
 * @property {XmlNode | null} parent
 * @property {XmlNode[]} children
 * @property {XmlNode[]} attributes namespaces' declarations as well
 * @property {number} order in the document
 */

/** What a node costs whoever goes through it, as steps (util/effort.js). */
const STEPS = 20
/** What a node takes, besides its text. */
const NODE_BYTES = 160

/** @implements {XmlSink} */
export class TreeBuilder {
  constructor() {
    this.count = 0
    this.bytes = 0
    this.root = this.#node('root', '', '', null)
    this.at = this.root
  }

  /**
   * @param {XmlNode['kind']} kind @param {string} name @param {string} value @param {XmlNode | null} parent
   * @returns {XmlNode}
   */
  #node(kind, name, value, parent) {
    this.bytes += NODE_BYTES + 2 * (name.length + value.length)
    if ((this.count & 255) === 0) charge(this.bytes, 'a document')
    return { kind, name, value, parent, children: [], attributes: [], order: this.count++ }
  }

  /** @param {string} name @param {[string, string][]} attributes */
  open(name, attributes) {
    const node = this.#node('element', name, '', this.at)
    for (const [key, value] of attributes) node.attributes.push(this.#node('attribute', key, value, node))
    this.at.children.push(node)
    this.at = node
  }

  close() {
    this.at = /** @type {XmlNode} */ (this.at.parent)
  }

  /** @param {string} text */
  text(text) {
    const last = this.at.children.at(-1)
    if (last?.kind === 'text') last.value += text
    else this.at.children.push(this.#node('text', '', text, this.at))
  }

  /** @param {string} text */
  section(text) {
    this.at.children.push(this.#node('section', '', text, this.at))
  }

  /** @param {string} text */
  comment(text) {
    this.at.children.push(this.#node('comment', '', text, this.at))
  }

  /** @param {string} target @param {string} text */
  instruction(target, text) {
    this.at.children.push(this.#node('instruction', target, text, this.at))
  }
}

/** @param {string} name @returns {string} '': none */
export const prefixOf = (name) => name.includes(':') ? name.slice(0, name.indexOf(':')) : ''
/** @param {string} name */
export const localName = (name) => name.slice(name.indexOf(':') + 1)

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'

/**
 * What a prefix stands for at a node.
 * @param {XmlNode | null} node @param {string} prefix @returns {string} '': nothing
 */
export function namespaceOf(node, prefix) {
  if (prefix === 'xml') return XML_NAMESPACE
  const wanted = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
  for (let at = node; at !== null; at = at.parent) {
    for (const { name, value } of at.attributes) if (name === wanted) return value
  }
  return ''
}

/** @param {XmlNode} node */
export const isDeclaration = ({ kind, name }) => kind === 'attribute' && (name === 'xmlns' || name.startsWith('xmlns:'))

/** XPath's string value. @param {XmlNode} node @returns {string} */
export function stringValue(node) {
  spend(STEPS)
  if (node.kind !== 'element' && node.kind !== 'root') return node.value
  let text = ''
  for (const child of node.children) {
    if (child.kind !== 'comment' && child.kind !== 'instruction') text += stringValue(child)
  }
  return text
}

/**
 * A node as a value of type xml; an element brings the namespaces that it uses.
 * @param {XmlNode} node @returns {string}
 */
export function writeNode(node) {
  if (node.kind === 'root') return `${node.children.map((child) => written(child, '')).join('')}\n`
  if (node.kind !== 'element') return node.kind === 'attribute' ? escapeContent(node.value) : written(node, '')
  /** @type {Set<string>} */
  const used = new Set()
  usedPrefixes(node, used)
  let declarations = ''
  for (const prefix of used) {
    const name = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
    const value = namespaceOf(node.parent, prefix)
    if (value === '' || prefix === 'xml' || node.attributes.some((own) => own.name === name)) continue
    declarations += ` ${name}="${escapeAttribute(value)}"`
  }
  return written(node, declarations)
}

/** A node as it stands in its document, attributes with their names. @param {XmlNode} node @returns {string} */
export function dumpNode(node) {
  if (node.kind === 'attribute') return ` ${node.name}="${escapeAttribute(node.value)}"`
  return node.kind === 'root' ? `<?xml version="1.0" encoding="UTF-8"?>\n${writeNode(node)}` : written(node, '')
}

/** @param {XmlNode} node @param {Set<string>} used */
function usedPrefixes(node, used) {
  used.add(prefixOf(node.name))
  for (const attribute of node.attributes) {
    if (!isDeclaration(attribute) && prefixOf(attribute.name) !== '') used.add(prefixOf(attribute.name))
  }
  for (const child of node.children) if (child.kind === 'element') usedPrefixes(child, used)
}

/** @param {XmlNode} node @param {string} declarations @returns {string} */
function written(node, declarations) {
  spend(STEPS)
  switch (node.kind) {
    case 'text': return escapeContent(node.value)
    case 'section': return `<![CDATA[${node.value}]]>`
    case 'comment': return `<!--${node.value}-->`
    case 'instruction': return `<?${node.name}${node.value === '' ? '' : ` ${node.value}`}?>`
    default:
  }
  const attributes = node.attributes.map(({ name, value }) => ` ${name}="${escapeAttribute(value)}"`).join('')
  const content = node.children.map((child) => written(child, '')).join('')
  const tag = `<${node.name}${declarations}${attributes}`
  return node.children.length === 0 ? `${tag}/>` : `${tag}>${content}</${node.name}>`
}
