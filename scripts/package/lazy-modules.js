/**
 * Makes the modules that a first statement does not need wait inside the package's script until something of theirs is
 * used.
 *
 * esbuild puts all modules into one scope, each behind a comment with its path, and gives every name of that scope and
 * of those within it a name of its own. So an identifier that equals a name of the scope means it, wherever it stands.
 * A module that waits becomes a function; what others use of it are variables beside it:
 *
 *     var $7, less$7                                                      whether it has run, and what it has for others
 *     function $$7() { $7 = true; var less = (a, b) => …; less$7 = less } its text
 *     ($7 || $$7(), less$7)(one, two)                                     a use of it elsewhere
 *     { get less() { return … } }                                         a use as an entry of a module's table
 *
 * Of Node's own modules those of BUILT_IN wait likewise: `import_node_net.createServer` becomes
 * `(import_node_net ??= require("node:net")).createServer`.
 *
 * V8 compiles no function of a module that waits, makes none of its tables and closures, and its code cache knows it as
 * one function that has not run. The order of evaluation differs from the modules' own only for those that change
 * nothing outside themselves (`changesOthers`); modules whose exports are assigned again are left as they are.
 */
import ts from 'typescript'

/** Such as take long to be there and are not needed to open a database. */
const BUILT_IN = /^(?:node:)?(crypto|net|os|stream|tls|worker_threads|zlib)$/
const MARK = /^\/\/ ((?:\.\.\/)*[\w/.@-]+\.js)$/gm

/**
 * @typedef {object} Region a module's part of the script
 * @property {string} name its path
 * @property {number} start @property {number} end
 * @property {import('typescript').Statement[]} statements
 * @property {boolean} waits
 */

/** @typedef {{ at: number, end: number, text: string }} Edit */

/**
 * The modules of a script made by esbuild.
 * @param {string} text
 * @returns {{ name: string, start: number, end: number }[]}
 */
export function modulesOf(text) {
  const marks = [...text.matchAll(MARK)]
  return marks.map((mark, index) => ({ name: mark[1], start: mark.index, end: marks[index + 1]?.index ?? text.length }))
}

/**
 * Node's own modules as they are: esbuild would make an object with a getter for each of their exports, so that a
 * default import reads `default`.
 * @param {string} text of all modules
 */
export function withPlainBuiltIns(text) {
  const names = new Set()
  const plain = text.replace(/^(var (import_\w+) = )__toESM\((require\("[^"]+"\)), 1\);$/gm, (_, start, name, made) => {
    names.add(name)
    return `${start}${made};`
  })
  return plain.replace(/\b(import_\w+)\.default\b/g, (use, name) => (names.has(name) ? name : use))
}

/**
 * @param {string} text of all modules
 * @param {(name: string) => boolean} mayWait
 * @returns {{ text: string, waiting: string[] }}
 */
export function withWaitingModules(text, mayWait) {
  const source = ts.createSourceFile('script.js', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS)
  const regions = modulesOf(text).map((module) => /** @type {Region} */ ({ ...module, statements: [], waits: false }))
  const regionAt = finder(regions)
  const builtIn = builtInsOf(source)
  const ofBuiltIn = new Set(builtIn.values())
  /** @type {Map<string, { region: Region, isFunction: boolean }>} */
  const names = new Map()
  /** @type {Set<import('typescript').Node>} */
  const declared = new Set()
  for (const statement of source.statements) {
    const region = regionAt(statement.getStart())
    if (region === undefined || ofBuiltIn.has(statement)) continue
    region.statements.push(statement)
    for (const name of declaredNames(statement)) {
      declared.add(name)
      names.set(name.text, { region, isFunction: ts.isFunctionDeclaration(statement) })
    }
  }
  const uses = usesOf(source, names, declared, regionAt)
  for (const region of regions) {
    region.waits =
      mayWait(region.name) && region.statements.length > 0 && !uses.changing.has(region)
      && !region.statements.some((statement) => changesOthers(statement, region, names))
  }
  return {
    text: rewritten(text, regions, names, uses.elsewhere, builtInEdits(source, builtIn)),
    waiting: regions.filter(({ waits }) => waits).map(({ name }) => name),
  }
}

/** @param {Region[]} regions in order @returns {(at: number) => Region | undefined} */
const finder = (regions) => (at) => {
  let low = 0
  let high = regions.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (regions[middle].start <= at) low = middle + 1
    else high = middle
  }
  return regions[low - 1]
}

/** @param {import('typescript').Statement} statement @returns {import('typescript').Identifier[]} */
function declaredNames(statement) {
  if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name !== undefined)
    return [statement.name]
  /** @type {import('typescript').Identifier[]} */
  const found = []
  const collect = (/** @type {import('typescript').BindingName} */ name) => {
    if (ts.isIdentifier(name)) found.push(name)
    else for (const element of name.elements) if (!ts.isOmittedExpression(element)) collect(element.name)
  }
  if (ts.isVariableStatement(statement)) for (const { name } of statement.declarationList.declarations) collect(name)
  return found
}

/**
 * Whether running a statement calls what may keep something of this module: anything of another module that is not part
 * of a declaration or makes an argument, as in `family.add(name, inPieces(call))`.
 * @param {import('typescript').Node} statement
 * @param {Region} region
 *  @param {Map<string, { region: Region }>} names
 */
function changesOthers(statement, region, names) {
  if (ts.isVariableStatement(statement) || ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return false
  let found = false
  const look = (/** @type {import('typescript').Node} */ node) => {
    if (ts.isFunctionLike(node) || ts.isVariableDeclarationList(node)) return
    const target =
      ts.isCallExpression(node) || ts.isNewExpression(node)
        ? node.expression
        : ts.isBinaryExpression(node) && isAssignment(node)
          ? node.left
          : null
    const root = target === null ? null : rootOf(target)
    if (root !== null && (names.get(root.text)?.region ?? region) !== region) found = true
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) look(node.expression)
    else ts.forEachChild(node, look)
  }
  look(statement)
  return found
}

/** @param {import('typescript').Expression} expression @returns {import('typescript').Identifier | null} */
function rootOf(expression) {
  while (
    ts.isPropertyAccessExpression(expression) ||
    ts.isElementAccessExpression(expression) ||
    ts.isCallExpression(expression) ||
    ts.isParenthesizedExpression(expression)
  )
    expression = expression.expression
  return ts.isIdentifier(expression) ? expression : null
}

/** @param {import('typescript').BinaryExpression} node */
const isAssignment = ({ operatorToken: { kind } }) =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment

/**
 * @param {import('typescript').SourceFile} source
 * @param {Map<string, { region: Region }>} names
 * @param {Set<import('typescript').Node>} declared where they are declared
 * @param {(at: number) => Region | undefined} regionAt
 * @returns {{ elsewhere: import('typescript').Identifier[], changing: Set<Region | undefined> }} uses of names outside
 *   their modules; modules with such names that are assigned again or that another scope has too
 */
function usesOf(source, names, declared, regionAt) {
  /** @type {import('typescript').Identifier[]} */
  const elsewhere = []
  /** @type {Set<string>} */
  const changed = new Set()
  const visit = (/** @type {import('typescript').Node} */ node) => {
    if (ts.isIdentifier(node) && names.has(node.text)) {
      const { region } = /** @type {{ region: Region }} */ (names.get(node.text))
      if (isUse(node)) {
        if (regionAt(node.getStart()) !== region) elsewhere.push(node)
        if (isChanged(node)) changed.add(node.text)
      } else if (isDeclaration(node) && !declared.has(node)) changed.add(node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return {
    elsewhere,
    changing: new Set(elsewhere.filter(({ text }) => changed.has(text)).map(({ text }) => names.get(text)?.region)),
  }
}

/**
 * Variables of the script's scope that hold one of Node's modules, as `var import_node_net = require("node:net")`, and
 * what declares them.
 * @param {import('typescript').SourceFile} source
 */
function builtInsOf(source) {
  /** @type {Map<string, import('typescript').Statement>} */
  const found = new Map()
  for (const statement of source.statements) {
    const made = /^var (import_\w+) = require\("([^"]+)"\);$/.exec(statement.getText())
    if (made !== null && BUILT_IN.test(made[2])) found.set(made[1], statement)
  }
  return found
}

/**
 * @param {import('typescript').SourceFile} source
 * @param {Map<string, import('typescript').Statement>} builtIn
 * @returns {Edit[]}
 */
function builtInEdits(source, builtIn) {
  /** @type {Edit[]} */
  const edits = []
  const visit = (/** @type {import('typescript').Node} */ node) => {
    const statement = ts.isIdentifier(node) ? builtIn.get(node.text) : undefined
    if (statement !== undefined && isUse(/** @type {import('typescript').Identifier} */ (node))) {
      edits.push({
        at: node.getStart(),
        end: node.end,
        text: `(${node.getText()} ??=${statement.getText().slice(statement.getText().indexOf('=') + 1, -1)})`,
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  // esbuild declares them where their modules come first, not where they are used.
  for (const statement of builtIn.values()) edits.push({ at: statement.getStart(), end: statement.end, text: '' })
  if (builtIn.size > 0) edits.push({ at: 0, end: 0, text: `var ${[...builtIn.keys()].join(', ')};\n` })
  return edits
}

/**
 * Whether an identifier stands for a value, rather than naming a property or declaring something.
 * @param {import('typescript').Identifier} node
 */
function isUse(node) {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name !== node
  if (ts.isShorthandPropertyAssignment(parent)) return true
  if (ts.isBindingElement(parent)) return parent.initializer === node
  if (
    ts.isPropertyAssignment(parent) ||
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isPropertyDeclaration(parent)
  )
    return parent.initializer === node
  return !(
    (ts.isFunctionLike(parent) && parent.name === node) ||
    (ts.isClassLike(parent) && parent.name === node) ||
    ts.isLabeledStatement(parent) ||
    ts.isBreakOrContinueStatement(parent) ||
    ts.isMetaProperty(parent)
  )
}

/** Assigned, other than where it is declared. @param {import('typescript').Identifier} node */
function isChanged(node) {
  /** @type {import('typescript').Node} */
  let inner = node
  let { parent } = inner
  // [a, b] = …, ({ a } = …)
  while (
    ts.isArrayLiteralExpression(parent) ||
    ts.isObjectLiteralExpression(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    (ts.isPropertyAssignment(parent) && parent.initializer === inner)
  ) {
    inner = parent
    parent = inner.parent
  }
  if (ts.isBinaryExpression(parent)) return parent.left === inner && isAssignment(parent)
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent))
    return parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken
  return (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) && parent.initializer === inner
}

/** @param {import('typescript').Identifier} node not a use */
function isDeclaration(node) {
  const { parent } = node
  if (ts.isBindingElement(parent)) return parent.propertyName !== node
  return (
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isFunctionExpression(parent) ||
    ts.isClassLike(parent)
  )
}

/**
 * Whether an identifier is a value in a table that is made while its module runs, as { CopyStmt: { run: runCopy } }: a
 * getter there waits too.
 * @param {import('typescript').Identifier} node
 * @returns {node is import('typescript').Identifier & { parent: import('typescript').PropertyAssignment
 *   | import('typescript').ShorthandPropertyAssignment }}
 */
function isTableEntry(node) {
  /** @type {import('typescript').Node} */
  let { parent } = node
  if (
    !ts.isShorthandPropertyAssignment(parent) &&
    !(ts.isPropertyAssignment(parent) && parent.initializer === node && !ts.isComputedPropertyName(parent.name))
  )
    return false
  for (; !ts.isStatement(parent); parent = parent.parent)
    if (ts.isFunctionLike(parent) || ts.isCallExpression(parent) || ts.isBinaryExpression(parent)) return false
  return ts.isVariableStatement(parent)
}

/**
 * @param {string} text
 * @param {Region[]} regions
 * @param {Map<string, { region: Region, isFunction: boolean }>} names
 * @param {import('typescript').Identifier[]} elsewhere
 *  @param {Edit[]} more
 */
function rewritten(text, regions, names, elsewhere, more) {
  const numbers = new Map(regions.map((region, index) => [region, index]))
  /** @type {Map<Region, Set<string>>} */
  const asked = new Map()
  const edits = [...more]
  for (const node of elsewhere) {
    const { region } = /** @type {{ region: Region }} */ (names.get(node.text))
    if (!region.waits) continue
    const number = numbers.get(region)
    asked.set(region, (asked.get(region) ?? new Set()).add(node.text))
    const use = `($${number} || $$${number}(), ${node.text}$${number})`
    const { parent } = node
    if (isTableEntry(node))
      edits.push({
        at: parent.getStart(), end: parent.end,
        text: `get ${/** @type {import('typescript').PropertyAssignment} */ (parent).name.getText()}() { return ${use}; }`,
      })
    else
      edits.push({
        at: node.getStart(), end: node.end,
        text: ts.isShorthandPropertyAssignment(parent) ? `${node.text}: ${use}` : use,
      })
  }
  for (const region of regions) {
    if (!region.waits) continue
    const number = numbers.get(region)
    const wanted = [...(asked.get(region) ?? [])]
    const give = (/** @type {boolean} */ functions) =>
      wanted
        .filter((name) => names.get(name)?.isFunction === functions)
        .map((name) => `${name}$${number} = ${name};`)
        .join(' ')
    // Functions are there before the module runs, as modules that need each other expect.
    edits.push({ at: region.statements[0].getStart(), end: region.statements[0].getStart(), text: `${[`var $${number}`, ...wanted.map((name) => `${name}$${number}`)].join(', ')};\nfunction $$${number}() {\n$${number} = true; ${give(true)}\n` })
    const end = /** @type {import('typescript').Statement} */ (region.statements.at(-1)).end
    edits.push({ at: end, end, text: `\n${give(false)}\n}` })
  }
  edits.sort((a, b) => a.at - b.at || a.end - b.end)
  let at = 0
  const parts = []
  for (const edit of edits) {
    parts.push(text.slice(at, edit.at), edit.text)
    at = edit.end
  }
  return parts.join('') + text.slice(at)
}
