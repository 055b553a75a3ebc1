/**
 * One declaration file of many: what index.js exports, and every type those declarations name, found by way of their
 * imports. Left out are members marked `@internal`, constructors so marked (nobody makes such an object himself), and
 * options that say `(tests)`.
 */
import { dirname, join } from 'node:path'
import ts from 'typescript'

const HEADER =
  '/** The types of Seawall. Made of src by `npm run types`; what has changed here has changed for programs. */\n'

/**
 * @typedef {object} Declarations of one file
 * @property {ts.SourceFile} source
 * @property {Map<string, ts.Statement>} own by name
 * @property {Map<string, { path: string, name: string }>} imported by the name here
 * @property {{ path: string, name: string }[]} passedOn
 */

/**
 * @param {string} entry path of the file whose exports are wanted
 * @param {(path: string) => string} declarationsOf the text of a file's declarations
 * @returns {string}
 */
export function rollUp(entry, declarationsOf) {
  /** @type {Map<string, Declarations>} */
  const files = new Map()
  const fileAt = (/** @type {string} */ path) => {
    let file = files.get(path)
    if (file === undefined) files.set(path, file = declarations(path, declarationsOf(path)))
    return file
  }
  /** Names taken, and by whom. @type {Map<string, string>} */
  const taken = new Map()
  /** @type {string[]} */
  const texts = []
  const want = (/** @type {string} */ path, /** @type {string} */ name) => {
    const file = fileAt(path)
    const statement = file.own.get(name)
    if (statement === undefined) {
      const from = file.imported.get(name) ?? file.passedOn.find((one) => one.name === name)
      if (from !== undefined) want(from.path, from.name)
      return
    }
    const before = taken.get(name)
    if (before === path) return
    if (before !== undefined) throw new Error(`${before} and ${path} both have a type ${name}`)
    taken.set(name, path)
    const at = texts.push('') - 1
    texts[at] = shown(file.source, statement, (from, type) =>
      want(from === null ? path : join(dirname(path), from), type)
    )
  }
  const { own, passedOn } = fileAt(entry)
  for (const name of own.keys()) want(entry, name)
  for (const { path, name } of passedOn) want(path, name)
  return `${HEADER}\n${withoutTypes(texts.join('\n\n'))}\n`
}

/** @param {string} path @param {string} text @returns {Declarations} */
function declarations(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  /** @type {Declarations} */
  const found = { source, own: new Map(), imported: new Map(), passedOn: [] }
  for (const statement of source.statements) {
    const from = /** @type {any} */ (statement).moduleSpecifier?.text
    const elements =
      /** @type {any} */ (statement).importClause?.namedBindings?.elements ??
      /** @type {any} */ (statement).exportClause?.elements ??
      []
    for (const { name, propertyName = name } of elements) {
      const origin = { path: join(dirname(path), String(from)), name: propertyName.text }
      if (ts.isImportDeclaration(statement)) found.imported.set(name.text, origin)
      else if (from !== undefined) found.passedOn.push(origin)
    }
    const { name, type } = /** @type {any} */ (statement)
    if (name === undefined) continue
    // A name that only stands for another file's type is an import.
    const stands =
      ts.isTypeAliasDeclaration(statement) && ts.isImportTypeNode(type) && type.qualifier?.getText() === name.text
    if (stands) found.passedOn.push({ path: join(dirname(path), type.argument.literal.text), name: name.text })
    else found.own.set(name.text, statement)
  }
  return found
}

/**
 * @param {ts.SourceFile} source
 * @param {ts.Statement} statement
 * @param {(from: string | null, name: string) => void} names told of each type it names; null: of the same file
 */
function shown(source, statement, names) {
  const whole = source.text
  /** @type {[from: number, to: number, text: string][]} */
  const edits = []
  const isOwn = (/** @type {ts.Node} */ node) =>
    /@internal\b|\(tests\)/.test(whole.slice(node.getFullStart(), node.getStart()))
  const walk = (/** @type {ts.Node} */ node) => {
    if (node !== statement && (ts.isClassElement(node) || ts.isTypeElement(node)) && isOwn(node)) {
      const text = ts.isConstructorDeclaration(node) ? '\n    private constructor();' : ''
      edits.push([node.getFullStart(), node.getEnd(), text])
      return
    }
    if (ts.isImportTypeNode(node) && node.qualifier !== undefined) {
      const name = node.qualifier.getText()
      const from = /** @type {any} */ (node.argument).literal.text
      if (!from.startsWith('.')) return
      names(from, name)
      edits.push([node.getStart(), node.qualifier.getEnd(), name])
      node.typeArguments?.forEach(walk)
      return
    }
    if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
      names(null, (/** @type {any} */ (node).typeName ?? /** @type {any} */ (node).expression).getText())
    }
    ts.forEachChild(node, walk)
  }
  walk(statement)
  const from = docOf(whole, statement)
  let text = whole.slice(from, statement.getEnd())
  for (const [start, end, by] of edits.sort((a, b) => b[0] - a[0]))
    text = text.slice(0, start - from) + by + text.slice(end - from)
  return text.trim()
}

/**
 * Where its own comment begins, if it has one: comments of types for JavaScript stand before it too.
 * @param {string} text
 * @param {ts.Statement} statement
 */
function docOf(text, statement) {
  const comments = ts.getLeadingCommentRanges(text, statement.getFullStart()) ?? []
  const last = comments[comments.length - 1]
  return last === undefined || /@(typedef|import)\b/.test(text.slice(last.pos, last.end))
    ? statement.getStart()
    : last.pos
}

const COLUMNS_MAX = 120
const TAG = /(?<=^|\s)@(?=(?:param|returns|throws|template|type|property|typedef|deprecated|see)\b)/

/**
 * Comments without what the declaration beside them says: types, and tags that say nothing else. One tag a line.
 * @param {string} text
 */
function withoutTypes(text) {
  return text.replace(/^( *)\/\*\*([^]*?)\*\/\n/gm, (_whole, indent, inner) => {
    const plain = inner.split('\n').map((/** @type {string} */ line) => line.replace(/^\s*\* ?/, '')).join('\n').trim()
    const lines = plain.split(TAG).flatMap((/** @type {string} */ part, /** @type {number} */ at) => {
      const said = at === 0 ? part.trim() : tagged(part)
      return said === ''
        ? []
        : said.split(/\n\s*\n/).flatMap((paragraph) => wrapped(paragraph, COLUMNS_MAX - indent.length - 3))
    })
    if (lines.length === 0) return ''
    if (lines.length === 1 && lines[0].length + indent.length + 7 <= COLUMNS_MAX) return `${indent}/** ${lines[0]} */\n`
    return `${indent}/**\n${lines.map((/** @type {string} */ line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
  })
}

/** @param {string} text of a tag, without its @ @returns {string} empty: the declaration says as much */
function tagged(text) {
  const [, tag, rest] = /** @type {RegExpExecArray} */ (/^(\w+)\s*([^]*)$/.exec(text.trim()))
  if (tag === 'template' || tag === 'type') return ''
  const said = rest.startsWith('{') && tag !== 'throws' ? rest.slice(closing(rest) + 1).trim() : rest
  if (tag === 'param')
    return /^\[?[\w.]+(=[^\]]*)?\]?\s+\S/.test(said) ? `@param ${said.replace(/^\[([\w.]+)[^\]]*\]/, '$1')}` : ''
  return said === '' ? '' : `@${tag} ${said}`
}

/** @param {string} text that begins with a brace @returns {number} where that ends */
function closing(text) {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at
  }
  return text.length
}

/** @param {string} text @param {number} columns @returns {string[]} */
function wrapped(text, columns) {
  /** @type {string[]} */
  const lines = []
  let line = ''
  for (const word of text.match(/(?:`[^`]{1,60}`|\S)+/g) ?? []) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = text.startsWith('@') ? `  ${word}` : word
    } else line += line === '' ? word : ` ${word}`
  }
  return [...lines, line]
}
