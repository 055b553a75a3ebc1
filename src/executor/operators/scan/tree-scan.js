/**
 * Scan of a tree of tables: inheritance children, partitions. One loop over the members around one loop over rows, so
 * that what is above stands in the code once. Members whose rows are read by the same code (same offsets, same kind of
 * access path) are of one class; the code has a case per class, and takes heap, layout and tree from the member at
 * hand. With a single class columns are read when needed; with several, each case reads what is needed.
 */
import { expression, whenTrue } from '../../expressions/compile.js'
import { compareSource } from '../../expressions/operations.js'
import { columnKey } from '../../codegen/function.js'
import { isStored } from '../../../catalog/kept-keys.js'
import { makeRecord } from '../../expressions/composite.js'
import { Pruner } from './prune.js'
import { heapNames, relationOf } from './access.js'
import { KeyCode, entryMatches, mergedEntryMatches } from './index-keys.js'
import { distinctElements } from './scan.js'
import { beginSample } from './sample.js'
import { Member, MemberCursors, openMembers } from './tree-members.js'

/** @import { ColumnDesc } from '../../../catalog/relation.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { TupleLayout } from '../../../storage/heap/tuple.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @param {any} node TreeScan @param {FunctionBuilder} fn @param {() => void} consume */
export function produceTreeScan(node, fn, consume) {
  const { module } = fn
  if (node.members.length === 0) { produceNothing(node, fn, consume); return }
  fn.settle()
  const members = node.members.map((/** @type {any} */ plan) => new Member(relationOf(module, plan.relationOid), plan))
  for (const member of members) heapNames(module, member.relation)
  const needed = neededColumns(node, module)
  const classes = classesOf(node, members, needed)
  const cursors = module.name('cursors')
  if (module.generator) {
    const state = module.state()
    fn.prologue.push(`const ${cursors} = ${state} === undefined ? (${state} = ${module.constant(openMembers, 'openMembers')}(ctx, ${module.constant(members, 'members')}, true)) : ${state}`)
  } else {
    // A plain body runs to its end before anybody else does.
    fn.prologue.push(
      `const ${cursors} = ${module.constant(new MemberCursors(null, members, false), 'cursors')}`,
      `if (!ctx.cursors.includes(${cursors})) ctx.cursors.push(${cursors})`,
    )
  }
  const scan = {
    node, cursors, members: module.constant(members, 'members'), number: module.name('number'),
    member: module.name('member'), layout: module.name('layout'), at: module.name('at'), tid: module.name('tid'),
    rows: fn.label(), needed, single: classes.length === 1, merged: node.order?.merged ? module.name('merged') : '',
  }
  const { merged } = scan
  if (merged !== '') fn.line(`const ${merged} = ${cursors}.merged`)
  const sample = node.sample ? beginSample(fn, node.sample) : null
  const chosen = chosenMembers(fn, node, members)
  const rounds = classes.map((members_) => openClass(fn, scan, members_[0]))
  if (merged !== '') fn.line(`${merged}.clear(${node.order.backward})`)
  const turn = module.name('turn')
  fn.open(`for (let ${turn} = 0; ${turn} < ${chosen === null ? members.length : `${chosen}.length`}; ${turn}++) {`)
  fn.line(`const ${scan.number} = ${chosen === null ? turn : `${chosen}[${turn}]`}`)
  fn.line(`const ${scan.member} = ${scan.members}[${scan.number}], ${scan.layout} = ${scan.member}.layout`)
  fn.line(`if (ctx.txn.serializable !== null) ctx.txn.serializable.readFile(${scan.member}.relation.heap.fileId)`)
  // At most one bound is a list; without one there is one round.
  if (rounds.some((round) => round.elements !== null)) {
    const element = module.name('element')
    const list = module.name('elements')
    fn.line(`const ${list} = ${rounds.map((round, kind) => `${scan.member}.kind === ${kind} ? ${round.elements ?? module.constant(ONE_ROUND, 'oneRound')} : `).join('')}null`)
    fn.open(`for (const ${element} of ${list}) {`)
    for (const round of rounds) round.element = element
  } else fn.open('{')
  const source = module.name('source')
  const fetch = module.name('fetch')
  fn.line(`let ${source} = null, ${fetch} = null`)
  rounds.forEach((round, kind) => inClass(fn, scan, kind, () => round.open(source, fetch)))
  if (sample !== null) {
    fn.open(`if (${source} !== null) {`)
    sample.open(source)
    fn.close()
  }
  if (merged !== '') {
    fn.line(`if (${source} !== null) ${merged}.add(${scan.number}, ${source})`)
    fn.close()
    fn.close()
  }
  fn.open(`${scan.rows}: for (;;) {`)
  fn.loopHead()
  if (merged === '') fn.line(`if (${source} === null) break`)
  else stepMerged(fn, scan, merged, fetch)
  if (scan.single) {
    rounds[0].next(source, fetch, `const `)
    bindTree(fn, scan, members[0])
  } else {
    fn.line(merged === '' ? `let ${scan.at} = -1, ${scan.tid} = -1` : `let ${scan.at} = -1`)
    const locals = needed.columns.map((attnum) => ({ attnum, name: module.name(`c${node.rt}_${attnum}_`) }))
    if (locals.length > 0) fn.line(`let ${locals.map(({ name }) => `${name} = null`).join(', ')}`)
    classes.forEach((list, kind) => inClass(fn, scan, kind, () => {
      rounds[kind].next(source, fetch, '')
      for (const { attnum, name } of locals)
        fn.line(`${name} = ${fn.resolve(columnKey({ rt: node.memberRt, attnum: list[0].attnum(attnum) })).js}`)
    }))
    const nullable = (/** @type {number} */ attnum) =>
      classes.some(([member]) => !member.relation.columns[member.attnum(attnum) - 1].neverNull)
    for (const { attnum, name } of locals)
      fn.bind(columnKey({ rt: node.rt, attnum }), { js: name, nullable: nullable(attnum) })
    bindSystem(fn, scan)
  }
  if (sample !== null) fn.line(`if (!${sample.takes(source, scan.tid)}) continue`)
  if (needed.row) bindRow(fn, node)
  whenTrue(fn, node.filter, consume)
  fn.close()
  if (merged !== '') return
  fn.close()
  fn.close()
}

/**
 * The next entry of all members' and whose it is.
 * @param {FunctionBuilder} fn @param {any} scan @param {string} merged name of the MergedCursors @param {string} fetch
 */
function stepMerged(fn, scan, merged, fetch) {
  fn.line(`const ${scan.tid} = ${merged}.next()`)
  waitWhereMissing(fn, scan.rows, merged, scan.tid)
  fn.line(`const ${scan.number} = ${merged}.number, ${scan.member} = ${scan.members}[${scan.number}]`)
  fn.line(`const ${scan.layout} = ${scan.member}.layout, ${fetch} = ${scan.cursors}.mergedFetch(${scan.number})`)
}

/**
 * What a step that gave no tuple id means: the end, or a page that is not in memory.
 * @param {FunctionBuilder} fn @param {string} rows label of the loop @param {string} source name of what was asked
 * @param {string} value name of its answer
 */
function waitWhereMissing(fn, rows, source, value) {
  const { module } = fn
  if (!module.generator) { fn.line(`if (${value} < 0) break ${rows}`); return }
  fn.open(`if (${value} < 0) {`)
  fn.line(`if (${value} === -1) break ${rows}`)
  fn.line(`if (ctx.session?.synchronous) { ${source}.readNow(); continue ${rows} }`)
  fn.line(`ctx.wait = { promise: ${source}.prefetch() }`)
  fn.line(`${module.constant(module.releaseCursors, 'releaseCursors')}(ctx)`)
  fn.line('yield 4')
  fn.line(`continue ${rows}`)
  fn.close()
}

/**
 * The members that this run's values leave.
 * @param {FunctionBuilder} fn
 * @param {any} node
 * @param {Member[]} members
 * @returns {string | null} name of a list of their numbers, null: all
 */
function chosenMembers(fn, node, members) {
  if (node.prune === null) return null
  const { module } = fn
  const chosen = module.name('chosen')
  const pruner = module.constant(new Pruner(module.catalog, node.prune, members.map((member) => member.oid)), 'pruner')
  fn.line(`const ${chosen} = ${pruner}.choose([${node.pruneValues.map((/** @type {any} */ value) => expression(fn, value).js).join(', ')}])`)
  return chosen
}

/**
 * No member: what stands above is written all the same, and never runs.
 * @param {any} node
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 */
function produceNothing(node, fn, consume) {
  fn.open('while (false) {')
  for (const attnum of [...node.attnums, -1, -6])
    fn.bind(columnKey({ rt: node.rt, attnum }), { js: 'null', nullable: true })
  consume()
  fn.close()
}

/** @type {[null]} */
const ONE_ROUND = [null]

/**
 * @param {any} node
 * @param {import('../../codegen/module.js').Module} module
 * @returns {{ columns: number[], row: boolean }} columns of the tree that rows must bring along
 */
function neededColumns(node, module) {
  const row = node.attnums.includes(0)
  const top = module.catalog.relation(node.relationOid)
  const columns = row
    ? top.columns.flatMap((column) => (column.dropped ? [] : [column.attnum]))
    : node.attnums.filter((/** @type {number} */ attnum) => attnum > 0)
  return { columns, row }
}

/**
 * Members by the code that reads them; `kind` of each is its class's number.
 * @param {Expr} node
 * @param {Member[]} members
 * @param {{ columns: number[] }} needed
 * @returns {Member[][]}
 */
function classesOf(node, members, needed) {
  /** @type {Map<string, Member[]>} */
  const classes = new Map()
  /** Values that are objects: the members' plans share them. @type {Map<object, number>} */
  const objects = new Map()
  const signed = (/** @type {string} */ key, /** @type {any} */ value) => {
    if (key === 'location' || key === 'opclass') return undefined
    if (typeof value === 'bigint') return `${value}n`
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
    if (
      value === null || typeof value !== 'object' || Array.isArray(value)
      || Object.getPrototypeOf(value) === Object.prototype
    )
      return value
    if (!objects.has(value)) objects.set(value, objects.size)
    return `#${objects.get(value)}`
  }
  /** @type {Map<string, number>} */
  const texts = new Map()
  for (const member of members) {
    const attnums = new Set(needed.columns.map((attnum) => member.attnum(attnum)))
    for (const attnum of indexAttnums(member)) attnums.add(attnum)
    const { index, plan } = member
    const path = index === null ? ''
      : keysText(index, signed) + (plan.keys.length === 0 ? '' : JSON.stringify(plan.keys, signed))
    // Texts are kept, their hashes with them: a long one made of both would be hashed for each member.
    const signature = `${numberOf(texts, readsText(member, [...attnums]))} ${numberOf(texts, path)}`
    const known = classes.get(signature)
    member.kind = known === undefined ? classes.size : known[0].kind
    if (known === undefined) classes.set(signature, [member])
    else known.push(member)
  }
  return [...classes.values()]
}

/** @param {Map<string, number>} numbers of texts, as they come @param {string} text */
function numberOf(numbers, text) {
  let number = numbers.get(text)
  if (number === undefined) numbers.set(text, number = numbers.size)
  return number
}

/** What reads columns of a layout, by which: statements of other members and later ones ask the same. */
const reads = /** @type {WeakMap<TupleLayout, Map<string, string>>} */ (new WeakMap())
const READS_MAX = 16

/** @param {Member} member @param {number[]} attnums @returns {string} */
function readsText({ layout, relation }, attnums) {
  const isNullable = (/** @type {number} */ attnum) => relation.columns[attnum - 1].neverNull !== true
  const key = attnums.map((attnum) => isNullable(attnum) ? attnum : -attnum).join()
  let known = reads.get(layout)
  if (known === undefined || known.size >= READS_MAX) reads.set(layout, known = new Map())
  let text = known.get(key)
  if (text === undefined) {
    text = attnums.map((attnum) => {
      const at = attnum - 1
      const extent = layout.columns[at].isVar ? `${layout.emitVarStart(at, 'at')} ${layout.emitVarEnd(at, 'at')}` : ''
      return `${attnum} ${layout.emitRead(at, 'at')} ${isNullable(attnum) ? layout.emitIsNull(at, 'at') : ''} ${extent}`
    }).join('\n')
    known.set(key, text)
  }
  return text
}

/** Of indexes whose keys hold nothing that a statement numbers. @type {WeakMap<object, string>} */
const keyTexts = new WeakMap()

/** @param {NonNullable<Member['index']>} index @param {(key: string, value: unknown) => unknown} signed */
function keysText({ keys }, signed) {
  const known = keyTexts.get(keys)
  if (known !== undefined) return known
  const text = JSON.stringify(keys, signed)
  if (!text.includes('"#')) keyTexts.set(keys, text)
  return text
}

/**
 * Columns an index's keys are made of: a row's entry is checked against them.
 * @param {Member} member
 * @returns {number[]}
 */
function indexAttnums(member) {
  if (member.index === null) return []
  const found = new Set(member.index.keyAttnums.filter((/** @type {number} */ attnum) => attnum > 0))
  const visit = (/** @type {any} */ value) => {
    if (value === null || typeof value !== 'object') return
    if (value.kind === 'column') found.add(value.attnum)
    else if (value.kind !== 'const') Object.values(value).forEach(visit)
  }
  for (const key of member.index.keys) if (key.keptAt > 0) found.add(key.keptAt); else visit(key.expr)
  return [...found]
}

/**
 * Code for members of one class only.
 * @param {FunctionBuilder} fn
 * @param {any} scan
 * @param {number} kind
 * @param {() => void} body
 */
function inClass(fn, scan, kind, body) {
  if (scan.single) { body(); return }
  fn.open(`if (${scan.member}.kind === ${kind}) {`)
  body()
  fn.close()
}

/**
 * How rows of a class are found. @param {FunctionBuilder} fn @param {any} scan @param {Member} member any of the class
 * @returns {{ elements: string | null, element: string, open: (source: string, fetch: string) => void, next: (source:
 *   string, fetch: string, declare: string) => void }}
 */
function openClass(fn, scan, member) {
  const { module } = fn
  const { node, cursors, number, at, tid, rows, merged } = scan
  if (member.index === null) {
    return { elements: null, element: '',
      open: (source) => fn.line(`${source} = ${cursors}.scan(ctx, ${number})`),
      next: (source, _fetch, declare) => {
        fn.line(`${declare}${at} = ${source}.next()`)
        waitWhereMissing(fn, rows, source, at)
        fn.line(`${declare}${tid} = ${source}.tid`)
        bindMember(fn, scan, member)
      } }
  }
  const { index } = member
  const backward = node.order?.backward === true
  const bounds = member.plan.keys.map((/** @type {any} */ bound) => ({ ...bound, name: '' }))
  const listed = bounds.find((/** @type {any} */ bound) => bound.any)
  const compare = listed
    ? module.helper('byValue', 'a, b', `  return ${compareSource(module, index.keys[listed.column].typeOid, 'a', 'b')}`)
    : ''
  const round = {
    elements: listed
      ? `${module.constant(distinctElements, 'distinctElements')}(${expression(fn, listed.value).js}, ${compare})`
      : null,
    element: '',
    open: (/** @type {string} */ source, /** @type {string} */ fetch) => {
      for (const bound of bounds) {
        if (bound.op === 'isnull' || bound.op === 'notnull') continue
        if (bound.any) { bound.name = round.element; continue }
        const value = expression(fn, bound.value)
        bound.name = module.name('bound')
        bound.nullable = value.nullable
        fn.line(`const ${bound.name} = ${value.js}`)
      }
      const key = new KeyCode(fn, index, bounds)
      const conditions = [
        ...bounds
          .filter((/** @type {any} */ bound) => bound.nullable)
          .map((/** @type {any} */ bound) => `${bound.name} !== null`),
        key.guard(),
      ]
        .filter(Boolean)
        .join(' && ')
      fn.open(conditions === '' ? '{' : `if (${conditions}) {`)
      fn.line(`${source} = ${cursors}.${merged === '' ? 'tree' : 'cursor'}(${number})`)
      if (merged === '') fn.line(`${fetch} = ${cursors}.fetch(${number})`)
      key.range(source)
      fn.line(`${source}.${backward ? 'toEnd' : 'toStart'}()`)
      fn.close()
    },
    next: (/** @type {string} */ source, /** @type {string} */ fetch, /** @type {string} */ declare) => {
      if (merged === '') {
        fn.line(`${declare}${tid} = ${source}.${backward ? 'prev' : 'next'}()`)
        waitWhereMissing(fn, rows, source, tid)
      }
      fn.line(`${declare}${at} = ${fetch}.fetch(${tid}, ctx.snapshot)`)
      fn.line(`if (${at} < 0) continue ${rows}`)
      bindMember(fn, scan, member)
      const matches = merged === ''
        ? entryMatches(fn, index, node.memberRt, source) : mergedEntryMatches(fn, index, node.memberRt, merged)
      fn.line(`if (!${matches}) continue ${rows}`)
    },
  }
  return round
}

/**
 * The member's own columns, under memberRt.
 * @param {FunctionBuilder} fn
 * @param {any} scan
 * @param {Member} member any of the class
 */
function bindMember(fn, scan, member) {
  const { layout } = member
  member.relation.columns.forEach((/** @type {any} */ column, /** @type {number} */ index) => {
    if (!isStored(column)) return
    fn.bind(columnKey({ rt: scan.node.memberRt, attnum: index + 1 }), bindingOf(scan, layout, column, index))
  })
}

/**
 * @param {any} scan
 * @param {TupleLayout} layout
 * @param {ColumnDesc} column
 * @param {number} index
 * @returns {import('../../codegen/function.js').Binding}
 */
function bindingOf(scan, layout, column, index) {
  const read = layout.emitRead(index, scan.at, scan.layout)
  const isNull = column.neverNull ? null : layout.emitIsNull(index, scan.at, scan.layout)
  const shorter = layout.hasAdded()
  return {
    read: isNull === null || shorter ? read : `${isNull} ? null : ${read}`,
    nullable: !column.neverNull,
    memory: true,
    raw:
      layout.columns[index].isVar && !shorter
        ? {
            isNull,
            start: layout.emitVarStart(index, scan.at),
            endWord: layout.emitVarEnd(index, scan.at),
            at: scan.at,
            layout: scan.layout,
            index,
          }
        : undefined,
  }
}

/**
 * The tree's columns, each read where it is in the (only) class.
 * @param {FunctionBuilder} fn
 * @param {any} scan
 * @param {Member} member
 */
function bindTree(fn, scan, member) {
  for (const attnum of scan.needed.columns) {
    const index = member.attnum(attnum) - 1
    fn.bind(
      columnKey({ rt: scan.node.rt, attnum }),
      bindingOf(scan, member.layout, member.relation.columns[index], index),
    )
  }
  bindSystem(fn, scan)
}

/** @param {FunctionBuilder} fn @param {any} scan */
function bindSystem(fn, scan) {
  const { rt } = scan.node
  fn.bind(columnKey({ rt, attnum: -1 }), { js: scan.tid, nullable: false })
  fn.bind(columnKey({ rt, attnum: -6 }), { read: `${scan.member}.oid`, nullable: false })
  fn.bind(columnKey({ rt, attnum: -2 }), { read: `view.getUint32(${scan.at}, true)`, nullable: false, memory: true })
  for (const attnum of [-3, -4, -5]) fn.bind(columnKey({ rt, attnum }), { js: '0', nullable: false })
}

/** The whole row, as a row of the table at the top. @param {FunctionBuilder} fn @param {any} node */
function bindRow(fn, node) {
  const { module } = fn
  const top = module.catalog.relation(node.relationOid)
  const values = top.columns.map((column) =>
    column.dropped ? 'null' : fn.resolve(columnKey({ rt: node.rt, attnum: column.attnum })).js,
  )
  const types = module.constant(
    top.columns.map((column) => (column.dropped ? 0 : column.typeOid)),
    'types',
  )
  fn.bind(columnKey({ rt: node.rt, attnum: 0 }), {
    read: `${module.constant(makeRecord, 'makeRecord')}(${top.typeOid}, [${values.join(', ')}], ${types})`,
    nullable: false,
  })
}
