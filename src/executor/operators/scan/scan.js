/**
 * Table scans. A seqScan walks the heap; an indexScan encodes its bounds as key bytes, walks the B+tree range and
 * fetches the version the snapshot sees. uniqueMatch looks the key up without a cursor, first where its row was last
 * (storage/btree/row-hints.js).
 *
 * An index entry may be stale: it is believed only if the fetched version has the entry's key. Where all key columns
 * are bound by equality the recheck of the bounds says so; in a range, and where one probe of several (= ANY) found it,
 * the version's key bytes are compared with the entry's, so that a row that has two entries in the range is given out
 * once.
 */
import { condition, expression, whenTrue } from '../../expressions/compile.js'
import { compareSource } from '../../expressions/operations.js'
import { WaitSignal } from '../../codes.js'
import { bindTuple, cached, openFetch, openIndex, relationOf, startScan } from './access.js'
import { isGin, produceGinScan } from './gin-scan.js'
import { isGist, produceGistScan } from './gist-scan.js'
import { eachElement } from '../../expressions/stored-text.js'
import { FunctionBuilder, slotKey } from '../../codegen/function.js'
import { references } from '../references.js'
import { beginSample } from './sample.js'
import { bindEntry } from './entry-columns.js'
import { noteRows } from './noted-rows.js'
import { leafTid } from '../../../storage/btree/node.js'
/** @import { IndexBound, IndexScan } from '../../../planner/plan.js' */
/** @import { IndexDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { IndexOr, SeqScan } from '../../../planner/plan.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { IndexKey } from '../../../catalog/relation.js' */
import { KeyRanges } from './key-ranges.js'
import { KeyCode, KEY_BYTES_MAX, entryMatches, keyMatches, storedEntryMatches, storedKeyIs } from './index-keys.js'


/** @param {SeqScan} node @param {FunctionBuilder} fn @param {() => void} consume */
export function produceSeqScan(node, fn, consume) {
  const { module } = fn
  const relation = relationOf(module, node.relationOid)
  const at = module.name('at')
  fn.settle()
  if (relation.kind === 'S')
    fn.line(`${module.constant(showSequence, 'showSequence')}(ctx, ${module.constant(relation, 'sequence')})`)
  const sample = node.sample ? beginSample(fn, node.sample) : null
  const scan = startScan(fn, relation)
  sample?.open(scan)
  fn.line(`if (ctx.txn.serializable !== null) ctx.txn.serializable.readFile(${relation.heap.fileId})`)
  fn.open('for (;;) {')
  fn.loopHead()
  fn.line(`const ${at} = ${scan}.next()`)
  if (module.generator) {
    fn.open(`if (${at} < 0) {`)
    fn.line(`if (${at} === -1) break`)
    fn.line(`if (ctx.session?.synchronous) { ${scan}.readNow(); continue }`)
    fn.line(`ctx.wait = { promise: ${scan}.prefetch() }`)
    fn.line(`${module.constant(module.releaseCursors, 'releaseCursors')}(ctx)`)
    fn.line('yield 4')
    fn.line('continue')
    fn.close()
  } else fn.line(`if (${at} < 0) break`)
  if (sample !== null) fn.line(`if (!${sample.takes(scan, `${scan}.tid`)}) continue`)
  bindTuple(fn, node.rt, relation, at, `${scan}.tid`, node.attnums)
  whenTrue(fn, node.filter, consume)
  fn.close()
}

/**
 * A sequence counts in memory: what it has counted goes to its page first.
 * @param {import('../../context.js').ExecContext} ctx
 * @param {RelationDesc} relation
 */
function showSequence(ctx, relation) {
  const counter = ctx.session.cluster.sequences.of(ctx.catalog, relation)
  counter.show()
  counter.gate(ctx)
}

/** @param {any} scan IndexScan @param {FunctionBuilder} fn @param {() => void} consume */
export function produceIndexScan(scan, fn, consume) {
  const node = scan.held === undefined ? scan : { ...scan, ...scan.held }
  const relation = relationOf(fn.module, node.relationOid)
  const index =
    relation.indexes.find((/** @type {any} */ candidate) => candidate.oid === node.indexOid)
    ?? fn.module.catalog.index(node.indexOid)
  fn.settle()
  if (isGist(index)) {
    produceGistScan(node, fn, consume, relation, index)
    return
  }
  if (isGin(index)) {
    produceGinScan(node, fn, consume, relation, index)
    return
  }
  if (node.ranges !== undefined) {
    produceRanges(node, fn, consume, relation, index)
    return
  }
  // = ANY (array): the whole probe once per element, in index order, each value once.
  const bounds = node.keys.map((/** @type {any} */ bound) => {
    if (bound.op === 'isnull' || bound.op === 'notnull') return { ...bound, name: '' }
    const name = fn.module.name('bound')
    const value = expression(fn, bound.value)
    if (bound.any) return { ...bound, name, array: value.js }
    fn.line(`const ${name} = ${value.js}`)
    return { ...bound, name, nullable: value.nullable }
  })
  const loops = bounds.filter((/** @type {any} */ bound) => bound.any)
  fn.open('{')
  for (const bound of loops) {
    const type = index.keys[bound.column].typeOid
    const compare = fn.module.helper(
      'byValue', 'a, b', `  return ${node.backward ? '-' : ''}${compareSource(fn.module, type, 'a', 'b')}`,
    )
    fn.open(`for (const ${bound.name} of ${fn.module.constant(distinctElements, 'distinctElements')}(${bound.array}, ${compare})) {`)
    fn.loopHead()
    bound.nullable = false
    fn.bind(slotKey({ node: node.id, index: -1 - bound.column }), { js: bound.name, nullable: false })
  }
  const probe = loops.length === 0 ? node : { ...node, recheck: recheckOfProbe(fn, node, loops) }
  const nulls = bounds
    .filter((/** @type {any} */ bound) => bound.nullable)
    .map((/** @type {any} */ bound) => `${bound.name} !== null`)
    .join(' && ')
  if (nulls !== '') fn.open(`if (${nulls}) {`)
  const key = new KeyCode(fn, index, bounds)
  const guard = key.guard()
  if (guard !== '') fn.open(`if (${guard}) {`)
  if (node.uniqueMatch) pointLookup(probe, fn, consume, relation, index, key)
  else rangeScan(probe, fn, consume, relation, index, key)
  if (guard !== '') fn.close()
  if (nulls !== '') fn.close()
  for (let count = loops.length; count > 0; count--) fn.close()
  fn.close()
}

/**
 * The element that a probe is for.
 * @param {FunctionBuilder} fn @param {{ id: number }} node IndexScan @param {{ column: number }} bound
 * @param {{ args: import('../../../catalog/expr.js').Expr[] }} listed ScalarArrayOp
 */
function elementOf(fn, node, bound, { args: [left, array] }) {
  const type = fn.module.catalog?.elementType?.(array.type) || left.type
  return { ...left, type, kind: 'slot', node: node.id, index: -1 - bound.column }
}

/**
 * The recheck of one probe of several: of the array only the element at hand, since a long one would be gone through
 * for each row.
 * @param {FunctionBuilder} fn @param {IndexScan} node @param {any[]} loops its bounds that are arrays
 */
export function recheckOfProbe(fn, node, loops) {
  const { recheck } = node
  const conditions = recheck === null ? [] : recheck.kind === 'and' ? recheck.args : [recheck]
  const [listed, ...others] = conditions.filter((/** @type {Expr} */ condition) => condition.kind === 'anyall')
  if (listed === undefined || others.length > 0 || loops.length > 1) return recheck
  const [probed] = eachElement(listed, [elementOf(fn, node, loops[0], listed)])
  return recheck === listed
    ? probed
    : {
        ...recheck,
        args: conditions.map((/** @type {Expr} */ condition) => (condition === listed ? probed : condition)),
      }
}

/**
 * Scans of one table by several indexes, which give no row twice.
 * @param {IndexOr} node
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 */
export function produceIndexOr(node, fn, consume) {
  for (const { input } of node.inputs) {
    fn.open('{')
    produceIndexScan(input, fn, consume)
    fn.close()
  }
}

/** Is the recheck nothing but the comparisons that became bounds (a LIKE that gave one says more)? @param {any} node */
function saysBounds({ recheck, keys, ranges }) {
  if (ranges !== undefined) return false
  const conditions = recheck === null ? [] : recheck.kind === 'and' ? recheck.args : [recheck]
  return conditions.every(
    (/** @type {any} */ condition) =>
      condition.kind === 'op' && keys.some((/** @type {any} */ bound) => condition.args.includes(bound.value)),
  )
}

/**
 * What comparing a version's key with its entry reads as well.
 * @param {IndexScan} node
 * @param {IndexDesc} index
 * @returns {number[]}
 */
const withKeys = (node, index) => [...node.attnums, ...index.keys.flatMap((/** @type {any} */ key) => {
  const attnum = key.attnum || key.keptAt
  return attnum > 0 ? [attnum] : [...references([key.expr]).values()].map((column) => column.attnum)
})]

/**
 * May a row be looked for where it was last (row-hints.js)? If no snapshot sees two rows with one key, and the recheck
 * compares all of it.
 * @param {IndexScan} node @param {IndexDesc} index
 */
export const isGuessed = (node, index) =>
  index.unique && index.immediate && index.predicate === null && node.recheck !== null
  && node.keys.every((/** @type {IndexBound} */ bound) => bound.op === '=')

/**
 * One row or none; but a REPEATABLE READ transaction may have inserted a key beside the row that its snapshot still
 * sees with it, and then sees both.
 * @param {any} node
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 * @param {any} relation
 * @param {any} index
 * @param {KeyCode} key
 */
function pointLookup(node, fn, consume, relation, index, key) {
  const { module } = fn
  const tree = module.constant(index.tree, 'tree')
  const fetch = openFetch(fn, relation)
  const [at, tid, cell, tag, guessed, both] = ['at', 'tid', 'cell', 'tag', 'guessed', 'both'].map((name) =>
    module.name(name),
  )
  const { buffer, end } = key.point()
  const counters = module.constant(index.tree.counters, 'counters')
  fn.line(`${counters}.scans++`)
  fn.open(`if (${end} <= ${KEY_BYTES_MAX}) {`)
  fn.line(`if (ctx.txn.serializable !== null) ctx.txn.serializable.readKey(${index.fileId}, ${buffer}, ${end})`)
  const any = node.keys.some((/** @type {IndexBound} */ bound) => bound.any)
  const lookup = `${tree}.lookup(${buffer}, 0, ${end})`
  const next = `${tree}.lookupAfter(${buffer}, 0, ${end}, ${tid})`
  const hints = isGuessed(node, index) && !any ? module.constant(index.tree.env.hints, 'hints') : ''
  fn.line(`const ${both} = ctx.txn.repeatableRead && ctx.txn.xid !== 0`)
  // A plain body may wait for its one row, but not for a second one after it wrote the first.
  const oneOnly = () => {
    if (!module.generator)
      fn.line(
        `if (${both} && ${tid} >= 0 && ${next} >= 0) throw new ${module.constant(WaitSignal, 'WaitSignal')}(null)`,
      )
  }
  if (hints === '') {
    fn.line(`let ${tid} = ${lookup}`)
    oneOnly()
    fn.open(`for (; ${tid} >= 0; ${tid} = ${next}) {`)
  } else {
    fn.line(`const ${cell} = ${hints}.place(${index.fileId}, ${buffer}, ${end}), ${tag} = ${hints}.tag`)
    fn.line(`let ${tid} = ${both} ? -1 : ${hints}.guess(${cell}, ${tag}, ${module.constant(relation.heap.file, 'file')}), ${guessed} = ${tid} >= 0`)
    fn.line(`if (!${guessed}) ${tid} = ${lookup}`)
    oneOnly()
    fn.open(`for (; ${tid} >= 0; ${tid} = ${guessed} ? ${lookup} : ${next}, ${guessed} = false) {`)
  }
  fn.line(`const ${at} = ${fetch}.fetch(${tid}, ctx.snapshot)`)
  fn.line(`if (${at} < 0) continue`)
  bindTuple(fn, node.rt, relation, at, tid, any ? withKeys(node, index) : node.attnums)
  if (any) fn.line(`if (!${keyMatches(fn, index, node.rt, buffer, end)}) continue`)
  if (node.recheck !== null)
    fn.line(`if (!(${storedKeyIs(fn, node, index, buffer, end) ?? condition(fn, node.recheck)})) continue`)
  if (hints !== '') fn.line(`if (!${guessed}) ${hints}.put(${cell}, ${tag}, ${tid})`)
  fn.line(`${counters}.rows++`)
  fn.line(`if (ctx.txn.serializable !== null) ctx.txn.serializable.readRow(${relation.heap.fileId}, ${tid})`)
  // A partial index has keys of rows that have left it, in front of the one that is in it.
  const mayFollow = index.predicate !== null && node.filter !== null
  if (mayFollow) fn.line(`if (!(${condition(fn, node.filter)})) continue`)
  whenTrue(fn, mayFollow ? null : node.filter, consume)
  fn.line(`if (!${both}) break`)
  fn.close()
  fn.close()
}

/**
 * @param {any} node
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 * @param {any} relation
 * @param {any} index
 * @param {KeyCode} key
 */
function rangeScan(node, fn, consume, relation, index, key) {
  const noted = node.also === undefined ? ''
    : noteRows(fn, node.also, relation, (own, cursor, tid) => stepEntries(node.also, own, cursor, tid))
  const cursor = openIndex(fn, index)
  key.range(cursor)
  fn.line(`${cursor}.${node.backward ? 'toEnd' : 'toStart'}()`)
  const compares = !key.allEqual || node.keys.some((/** @type {IndexBound} */ bound) => bound.any)
  readStretch(node, fn, consume, relation, index, cursor, compares, noted)
}

/**
 * Several stretches, one after the other (key-ranges.js).
 * @param {IndexScan} node with ranges @param {FunctionBuilder} fn @param {() => void} consume
 * @param {RelationDesc} relation @param {IndexDesc} index
 */
function produceRanges(node, fn, consume, relation, index) {
  const { module } = fn
  const ranges = cached(fn, 'ranges', `new ${module.constant(KeyRanges, 'KeyRanges')}()`)
  fn.line(`${ranges}.clear()`)
  for (const bounds of node.ranges ?? []) {
    const values = bounds.flatMap(({ value }) => value === null ? [] : [expression(fn, value).js])
    fn.line(`${addRange(fn, index, bounds)}(${[ranges, ...values].join(', ')})`)
  }
  const cursor = openIndex(fn, index)
  fn.line(`${ranges}.settle(${node.backward})`)
  fn.open(`while (${ranges}.next(ctx, ${index.fileId}, ${cursor}, ${node.backward})) {`)
  readStretch(node, fn, consume, relation, index, cursor, true)
  fn.close()
}

/** @param {IndexBound} bound */
const isList = (bound) => bound['any'] === true

/**
 * A function that adds the stretch between bounds, from their values; bounds of one form share one.
 * @param {FunctionBuilder} fn @param {IndexDesc} index @param {IndexBound[]} bounds @returns {string} its name
 */
function addRange({ module }, index, bounds) {
  const form = bounds.map((bound) => `${bound.column} ${bound.op} ${isList(bound)} ${bound.value?.type}`).join()
  return module.memo(`add ${index.oid} ${form}`, () => {
    const own = new FunctionBuilder(module, module.name('addRange'), null)
    const named = bounds.map((bound) => ({ ...bound, name: bound.value === null ? '' : module.name('bound') }))
    const given = named.filter(({ value }) => value !== null)
    const params = given.map((bound) => isList(bound) ? `${bound.name}s` : bound.name)
    if (params.length > 0) own.line(`if (${params.map((name) => `${name} === null`).join(' || ')}) return`)
    const loops = given.filter(isList)
    for (const { name } of loops) {
      own.open(`for (const ${name} of ${name}s.values) {`)
      own.line(`if (${name} === null) continue`)
    }
    const key = new KeyCode(own, index, named)
    const guard = key.guard()
    if (guard !== '') own.open(`if (${guard}) {`)
    const { low, lowEnd, lowAfter, high, highEnd, highAfter } = key.ends()
    own.line(`ranges.add(${[low, lowEnd, lowAfter, high, highEnd, highAfter].join(', ')})`)
    if (guard !== '') own.close()
    for (let count = loops.length; count > 0; count--) own.close()
    module.functions.push(`function ${own.name}(${['ranges', ...params].join(', ')}) {\n${own.lines.join('\n')}\n}`)
    return own.name
  })
}

/**
 * The rows of the entries between a cursor's position and the end of its range.
 * @param {IndexScan} node @param {FunctionBuilder} fn @param {() => void} consume
 * @param {RelationDesc} relation
 * @param {IndexDesc} index
 * @param {string} cursor
 * @param {boolean} compares whether an entry may be another version's
 * @param {string} [noted] name of the NotedRows without which no row is looked up
 */
function readStretch(node, fn, consume, relation, index, cursor, compares, noted = '') {
  const { module } = fn
  const fetch = openFetch(fn, relation)
  const tid = module.name('tid')
  const at = module.name('at')
  const counters = module.constant(index.tree.counters, 'counters')
  fn.line(`${counters}.scans++`)
  // Where the recheck tells whether the entry is the row's, a settled row needs none if the range says all of it.
  const trusted = mayTrust(index) && (compares || node.implied || node.indexOnly === true) ? module.name('trusted') : ''
  if (trusted !== '') fn.line(`const ${trusted} = !${module.constant(relation.heap.env.txns.sweepFiles, 'sweepFiles')}.has(${relation.heap.fileId})`)
  const position = module.looksUp ? eachEntry(node, fn, cursor, tid) : undefined
  if (position === undefined) stepEntries(node, fn, cursor, tid)
  const reads = `if (ctx.txn.serializable !== null) ctx.txn.serializable.readRow(${relation.heap.fileId}, ${tid})`
  if (noted !== '') fn.line(`if (!${noted}.has(${tid})) continue`)
  const isOnly = node.indexOnly === true && trusted !== ''
  const attnums = compares || node.indexOnly ? withKeys(node, index) : node.attnums
  if (isOnly) fn.open(`if (!(${trusted} && ${fetch}.isSettled(${tid}))) {`)
  else if (trusted !== '') {
    fn.line(`let ${at} = ${trusted} ? ${fetch}.settledAt(${tid}) : -1`)
    fn.open(`if (${at} < 0) {`)
  }
  fn.line(`${trusted === '' || isOnly ? 'const ' : ''}${at} = ${fetch}.fetch(${tid}, ctx.snapshot)`)
  fn.line(`if (${at} < 0) continue`)
  fn.line(reads)
  bindTuple(fn, node.rt, relation, at, tid, attnums)
  const stored = compares ? storedEntryMatches(fn, node, index, cursor, position) : null
  if (compares) fn.line(`if (!(${stored ?? entryMatches(fn, index, node.rt, cursor, position)})) continue`)
  else if (trusted !== '' && node.recheck !== null) fn.line(`if (!(${condition(fn, node.recheck)})) continue`)
  if (trusted !== '') {
    fn.close(`} else ${reads}`)
    if (isOnly) bindEntry(fn, node.rt, relation, index, cursor, position, node.attnums)
    else bindTuple(fn, node.rt, relation, at, tid, node.attnums)
  }
  fn.line(`${counters}.rows++`)
  const isImplied = (stored !== null && saysBounds(node)) || (trusted !== '' && node.implied)
  whenTrue(fn, isImplied ? null : node.recheck, () => whenTrue(fn, node.filter, consume))
  fn.close()
  if (position !== undefined) fn.close()
}

/**
 * Is an index's entry that leads to a settled row (HeapCursor.settledAt) the row's own? Where columns are its keys, or
 * rows keep them; what functions give may be another thing by now.
 * @param {IndexDesc} index
 */
export const mayTrust = (index) => index.keys.every((/** @type {IndexKey} */ key) => key.attnum > 0 || key.keptAt > 0)

/**
 * Opens the loop of a body that may yield, or write between two steps.
 * @param {IndexScan} node
 * @param {FunctionBuilder} fn
 * @param {string} cursor
 * @param {string} tid name
 */
function stepEntries(node, fn, cursor, tid) {
  const { module } = fn
  fn.open('for (;;) {')
  fn.loopHead()
  fn.line(`const ${tid} = ${cursor}.${node.backward ? 'prev' : 'next'}()`)
  if (module.generator) {
    fn.open(`if (${tid} < 0) {`)
    fn.line(`if (${tid} === -1) break`)
    fn.line(`if (ctx.session?.synchronous) { ${cursor}.readNow(); continue }`)
    fn.line(`ctx.wait = { promise: ${cursor}.prefetch() }`)
    fn.line(`${module.constant(module.releaseCursors, 'releaseCursors')}(ctx)`)
    fn.line('yield 4')
    fn.line('continue')
    fn.close()
  } else fn.line(`if (${tid} < 0) break`)
}

/**
 * Opens two loops, over pages and over the entries of each, of a body that only reads and keeps the thread.
 * @param {IndexScan} node
 * @param {FunctionBuilder} fn
 * @param {string} cursor
 * @param {string} tid name
 * @returns {string} the entry's place in its page
 */
function eachEntry(node, fn, cursor, tid) {
  const { module } = fn
  const place = module.name('place')
  const base = module.name('base')
  const end = module.name('end')
  fn.open(`while (${cursor}.${node.backward ? 'previousRun' : 'nextRun'}()) {`)
  fn.line(`const ${base} = ${cursor}.base, ${end} = ${cursor}.${node.backward ? 'low' : 'high'}`)
  fn.open(
    node.backward
      ? `for (let ${place} = ${cursor}.index - 1; ${place} >= ${end}; ${place}--) {`
      : `for (let ${place} = ${cursor}.index; ${place} < ${end}; ${place}++) {`,
  )
  fn.loopHead()
  fn.line(`const ${tid} = ${module.constant(leafTid, 'leafTid')}(view, bytes, ${base}, ${place})`)
  return place
}

/**
 * @param {any} array
 * @param {(a: any, b: any) => number} compare
 * @returns {any[]} its elements in order, each once, without nulls
 */
export function distinctElements(array, compare) {
  if (array === null) return []
  const sorted = array.values.filter((/** @type {Expr} */ value) => value !== null).sort(compare)
  return sorted.filter(
    (/** @type {Expr} */ value, /** @type {number} */ at) => at === 0 || compare(sorted[at - 1], value) !== 0,
  )
}
