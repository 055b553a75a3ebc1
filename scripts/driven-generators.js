/**
 * A lint rule: a generator that is called must be driven. Work in steps (src/util/effort.js) and whatever may wait are
 * generators; a call without `yield*`, `atOnce` or another driver does nothing, and the type checker is content
 * wherever the result is not looked at. By names: those of functions that are declared as generators only, where they
 * are imported or declared.
 */
import { readFileSync, readdirSync } from 'node:fs'

const GENERATOR = /^(?:export )?function\* ?(\w+)/gm
const OTHER = /^(?:export )?(?:async )?(?:function (\w+)|(?:const|let) (\w+) =)/gm
const SOURCES = new URL('../src/', import.meta.url)

/** @returns {Set<string>} */
function generatorNames() {
  /** @type {Set<string>} */
  const generators = new Set()
  /** @type {Set<string>} */
  const others = new Set()
  for (const file of /** @type {string[]} */ (readdirSync(SOURCES, { recursive: true }))) {
    if (!file.endsWith('.js')) continue
    const source = readFileSync(new URL(file.replaceAll('\\', '/'), SOURCES), 'utf8')
    for (const [, name] of source.matchAll(GENERATOR)) generators.add(name)
    for (const [, name, constant] of source.matchAll(OTHER)) others.add(name ?? constant)
  }
  for (const name of others) generators.delete(name)
  return generators
}

/** @type {Set<string> | null} */
let names = null

/** What hands a value on as it is. */
const PASSING = new Set(['ConditionalExpression', 'LogicalExpression', 'SequenceExpression'])
/** What neither drives a generator nor gives it to somebody who may. */
const LOST = new Set([
  'ExpressionStatement', 'AwaitExpression', 'BinaryExpression', 'UnaryExpression', 'IfStatement', 'TemplateLiteral',
])

/**
 * Whether the name means a generator where it is called: imported, or declared as one; not something of the function's
 * own that has the same name.
 * @param {any} scope @param {string} name @returns {boolean}
 */
function meansGenerator(scope, name) {
  for (let at = scope; at !== null; at = at.upper) {
    const definition = at.set.get(name)?.defs[0]
    if (definition === undefined) continue
    return definition.type === 'ImportBinding' || (definition.type === 'FunctionName' && definition.node.generator)
  }
  return false
}

/** @type {import('eslint').Rule.RuleModule} */
export default {
  meta: {
    type: 'problem', schema: [],
    messages: { lost: '{{name}}() is a generator: yield* it, or drive it with atOnce' },
  },
  create(context) {
    names ??= generatorNames()
    const known = names
    return {
      CallExpression(/** @type {any} */ node) {
        const { name } = node.callee
        if (node.callee.type !== 'Identifier' || !known.has(name)) return
        if (!meansGenerator(context.sourceCode.getScope(node), name)) return
        let inner = node
        while (PASSING.has(inner.parent.type) && inner.parent.test !== inner) inner = inner.parent
        const { parent } = inner
        const isLost = LOST.has(parent.type) || parent.test === inner
          || (parent.type === 'YieldExpression' && !parent.delegate)
          || (parent.type === 'MemberExpression' && parent.object === inner && parent.property.name !== 'next')
          || (parent.type === 'VariableDeclarator' && parent.id.type === 'ObjectPattern')
        if (isLost) context.report({ node, messageId: 'lost', data: { name } })
      },
    }
  },
}
