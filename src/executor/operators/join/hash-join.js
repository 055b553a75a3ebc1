/**
 * Hash join: the inner side becomes a JoinTable in a function of its own, the outer side probes it row by row. Joins
 * that keep unmatched outer rows run their probe loop once more with a row of nulls, so what follows is written once;
 * unmatched inner rows (right, full) follow in a loop behind. A build side beyond work_mem is joined in passes
 * (spill/join-table.js), or in parts over outer rows that were kept (spill/spooled-join.js).
 */
import { condition, whenTrue } from '../../expressions/compile.js'
import { keyOf } from '../../codegen/function.js'
import { ASIDE, JoinTable } from '../../spill/join-table.js'
import { SpooledJoin } from '../../spill/spooled-join.js'
import { Carry } from '../carry.js'
import { JoinCode } from './join-code.js'
import { cellBytes, kindOf, readCell, writeCell } from '../cells.js'
import { references } from '../references.js'
/** @import { HashJoin, NestLoop } from '../../../planner/plan.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */
/**
 * @typedef {{ carry: Carry, kinds: number[], table: string, columns: string[], code: JoinCode }} Stored how the build
 *   side's rows are kept, and the names of the table and its arrays where it is probed
 */

/** @param {any} node HashJoin @param {FunctionBuilder} fn @param {() => void} consume */
export function produceHashJoin(node, fn, consume) {
  const { module } = fn
  const table = module.name('table')
  const { build, stored } = buildSide(node, fn)
  fn.line(`const ${table} = ${build.call()}`)
  const spool = spools(module, node) ? outerSpool(node, fn, table, stored.code) : null
  if (spool === null && module.generator) fn.line(`${table}.weigh(${costs(node)})`)
  const keepsOuter = node.join === 'left' || node.join === 'full'
  const existence = node.join === 'semi' || node.join === 'anti'
  const keepsInner = node.join === 'right' || node.join === 'full'
  const numbered = keepsOuter || existence
  const number = module.name('number')
  stored.carry.fn = fn
  stored.table = table
  fn.open('do {')
  stored.columns = stored.kinds.map((_, at) => {
    const name = module.name('column')
    fn.line(`const ${name} = ${table}.columns[${at}]`)
    return name
  })
  if (numbered) fn.line(`let ${number} = -1`)
  const outerRows = (/** @type {() => void} */ take) =>
    spool === null ? fn.produce(node.outer, take) : readSpool(fn, table, spool, take)
  outerRows(() => {
    fn.settle()
    if (numbered) fn.line(`${number}++`)
    const first = spool === null ? probe(node, fn, table, stored) : spooledProbe(node, fn, table, stored, spool)
    if (existence) existenceProbe(node, fn, consume, { table, first, number, stored })
    else if (keepsOuter) outerProbe(node, fn, consume, { table, first, number, stored, mark: keepsInner })
    else innerProbe(node, fn, consume, { table, first, stored, mark: keepsInner || node.join === 'rightSemi' })
  })
  if (keepsInner) {
    const row = module.name('row')
    fn.open(`for (let ${row} = 0; ${row} < ${table}.count; ${row}++) {`)
    fn.loopHead()
    fn.line(`if (${table}.marks[${row}] === 1) continue`)
    for (const expr of node.outerNullable) fn.bind(keyOf(expr), { js: 'null', nullable: true })
    bindStored(fn, stored, row, false)
    whenTrue(fn, node.filter, consume)
    fn.close()
  }
  fn.close(`} while (${table}.more && ${module.generator ? `(yield* ${table}.passSteps())` : `${table}.nextPass()`})`)
  fn.line(`${table}.release()`)
}

/**
 * Are the outer rows kept, so that their plan runs once?
 * @param {import('../../codegen/module.js').Module} module
 * @param {HashJoin} node
 */
const spools = (module, node) =>
  node.outerOnce === true
  || (module.spooling !== null
    && (module.spooling.nodes.has(node.id)
      || node.inner.estimate.rows * (BUILD_ROW_BYTES + node.inner.estimate.width) > module.spooling.workMem))

/** Of a build row, besides its columns. */
const BUILD_ROW_BYTES = 16

/** What a row costs that is written and read again, in the planner's units. */
const SPOOLED_ROW_COST = 0.03

/** Arguments of weigh(). @param {any} node */
const costs = ({ id, outer: { estimate: outer }, inner: { estimate: inner } }) =>
  `${id}, ${Math.ceil(outer.totalCost)}, ${Math.ceil(inner.totalCost + SPOOLED_ROW_COST * outer.rows)}`

/**
 * Runs the outer side into the table.
 * @param {any} node
 * @param {FunctionBuilder} fn
 * @param {string} table
 * @param {JoinCode} code
 * @returns {Spool}
 */
function outerSpool(node, fn, table, code) {
  const { module } = fn
  /** @type {Carry | null} */
  let carry = null
  let nullable = false
  const spool = module.define('spool', fn, (inner) => {
    inner.ownParams = ['table']
    const at = inner.lines.length
    inner.line('')
    inner.produce(node.outer, () => {
      if (carry === null) {
        const wanted = [...references([node.outerCarry, node.on, node.filter]).values()].filter(
          (expr) => inner.peek(keyOf(expr)) !== null && !inner.params.has(keyOf(expr)),
        )
        carry = new Carry(inner, wanted)
      }
      const { names, nulls } = code.keys(inner, node.outerKeys)
      const values = carry.values()
      nullable ||= nulls !== ''
      if (nulls !== '')
        inner.line(`if (${nulls}) table.pushOuter([${['null', ...names.map(() => 'null'), ...values].join(', ')}])`)
      inner.line(
        `${nulls === '' ? '' : 'else '}table.pushOuter([${[code.hash(names), ...names, ...values].join(', ')}])`,
      )
    })
    const held = /** @type {Carry} */ (/** @type {unknown} */ (carry))
    inner.lines[at] =
      `  table.beginOuter(${module.constant([...code.asideTypes(inner), ...held.types()], 'outerTypes')})`
    inner.line('table.endOuter()')
  })
  if (module.generator) fn.line(`if (${table}.moving !== null) yield* ${table}.movedSteps()`)
  fn.line(`void ${spool.call([table])}`)
  fn.line(`if (${table}.outer.length === 0 && ${table}.more) ${module.generator ? `yield* ${table}.passSteps()` : `${table}.nextPass()`}`)
  return {
    carry: /** @type {Carry} */ (/** @type {unknown} */ (carry)), keys: 1 + node.outerKeys.length, nullable,
    row: module.name('kept'),
  }
}

/**
 * @typedef {{ carry: Carry, keys: number, nullable: boolean, row: string }} Spool what is where in the outer rows kept:
 *   behind the hash and the keys; the name of the row at hand
 */

/** @param {FunctionBuilder} fn @param {string} table @param {Spool} spool @param {() => void} take */
function readSpool(fn, table, { carry, keys, row }, take) {
  const reader = fn.module.name('reader')
  fn.line(`const ${reader} = ${table}.outer.reader()`)
  fn.open(`for (let ${row} = ${reader}.next(); ${row} !== undefined; ${row} = ${reader}.next()) {`)
  fn.loopHead()
  for (const [key, { place, nullable }] of carry.places) fn.bind(key, { read: `${row}[${keys + place}]`, nullable })
  take()
  fn.close()
}

/**
 * @param {HashJoin} node
 * @param {FunctionBuilder} fn
 * @param {string} table
 * @param {Stored} stored
 * @param {Spool} spool
 */
function spooledProbe(node, fn, table, { code }, { row, nullable }) {
  const first = fn.module.name('first')
  const found = code.find(
    table, `${row}[0]`, node.outerKeys.map((/** @type {any} */ _, /** @type {number} */ at) => `${row}[${1 + at}]`),
  )
  fn.line(`const ${first} = ${nullable ? `${row}[0] === null ? -1 : ${found}` : found}`)
  if (node.nullAware)
    fn.line(`const ${first}n = ${table}.total > 0 && (${table}.sawNull${nullable ? ` || ${row}[0] === null` : ''})`)
  return first
}

/** @param {FunctionBuilder} fn @param {Stored} stored @param {string} row @param {boolean} missing the row may be -1 */
function bindStored(fn, { carry, kinds, columns, table }, row, missing) {
  for (const [key, { place, nullable }] of carry.places) {
    const value = readCell(fn.module, kinds[place], nullable, {
      rows: `${table}.rows`, at: place, column: columns[place], row,
    })
    fn.bind(key, { read: missing ? `${row} < 0 ? null : ${value}` : value, nullable: nullable || missing })
  }
}

/** @param {any} node @param {FunctionBuilder} fn @returns {{ build: FunctionBuilder, stored: Stored }} */
function buildSide(node, fn) {
  const { module } = fn
  /** @type {Carry | null} */
  let carry = null
  /** @type {number[]} */
  let kinds = []
  const code = new JoinCode(fn, node)
  const keepsNull = node.join === 'right' || node.join === 'full'
  const build = module.define('build', fn, (inner) => {
    const at = inner.lines.length
    inner.line('')
    /**
     * where rows are stored: written when it is known how
     * @type {{ line: number, indent: string, row: string, key: string, values: string[] }[]}
     */
    const stores = []
    inner.produce(node.inner, () => {
      if (carry === null) {
        const wanted = [...references([node.carry, node.on, node.filter]).values()].filter(
          (expr) => inner.peek(keyOf(expr)) !== null && !inner.params.has(keyOf(expr)),
        )
        carry = new Carry(inner, wanted)
      }
      const { names, nulls } = code.keys(inner, node.innerKeys)
      const values = carry.values().map((js) => {
        const name = module.name('v')
        inner.line(`const ${name} = ${js}`)
        return name
      })
      if (node.nullAware) inner.line('table.total++')
      const [row, hash, found] = ['row', 'hash', 'found'].map((hint) => module.name(hint))
      if (nulls !== '') {
        inner.open(`if (${nulls}) {`)
        inner.line('table.sawNull = true')
        if (keepsNull) {
          inner.line(`const ${row} = table.addUnlinked()`)
          store(inner, row, '', ['null', ...names.map(() => 'null')], values)
        }
        inner.swap()
      }
      inner.line(`const ${hash} = ${code.hash(names)}, ${found} = ${code.find('table', hash, names)}, ${row} = table.add(${hash}, ${found})`)
      store(inner, row, `if (${found} < 0) ${code.put('table', row, names)}`, [hash, ...names], values)
      if (nulls !== '') inner.close()
    })
    const held = /** @type {Carry} */ (/** @type {unknown} */ (carry))
    kinds = [...held.places.values()].map(({ expr, nullable }) => kindOf(module, expr.type, nullable))
    for (const { line, indent, row, key, values } of stores) {
      const cells = kinds.map((kind, place) =>
        writeCell(
          module, kind, { rows: 'table.rows', at: place, column: `table.columns[${place}]`, row }, values[place],
        ),
      )
      const grown = cellBytes(module, kinds, values)
      inner.lines[line] = `${indent}if (${row} >= 0) { ${[...(key === '' ? [] : [key]), ...cells, ...(grown === '' ? [] : [`table.bytes += ${grown}`])].join('; ')} }`
    }
    const distinct = (node.join === 'semi' || node.join === 'anti') && node.on === null
    code.finish(kinds.length)
    const layout = {
      kinds, keyKinds: code.kinds, types: [...code.asideTypes(inner), ...held.types()], hashed: code.hashed, distinct,
      marks: keepsNull || node.join === 'rightSemi',
    }
    inner.lines[at] = `  const table = new ${spools(module, node) ? module.constant(SpooledJoin, 'SpooledJoin') : module.constant(JoinTable, 'JoinTable')}(ctx, ${module.constant(layout, 'layout')}, ${code.code}, ${Math.ceil(1.1 * (node.inner.estimate?.rows ?? 0))})`
    inner.line('return table')

    /**
     * @param {FunctionBuilder} to
     * @param {string} row
     * @param {string} key a statement that stores it, or ''
     * @param {string[]} hashAndKeys
     * @param {string[]} values
     */
    function store(to, row, key, hashAndKeys, values) {
      stores.push({ line: to.lines.length, indent: '  '.repeat(to.depth), row, key, values })
      to.line('')
      to.line(`if (${row} === ${ASIDE}) table.putAside([${[...hashAndKeys, ...values].join(', ')}])`)
    }
  })
  return {
    build,
    stored: { carry: /** @type {Carry} */ (/** @type {unknown} */ (carry)), kinds, table: '', columns: [], code },
  }
}

/**
 * The first row of the chain of this row's key, -1 without one.
 * @param {HashJoin} node
 * @param {FunctionBuilder} fn
 * @param {string} table
 * @param {Stored} stored
 */
function probe(node, fn, table, { code }) {
  const { names, nulls } = code.keys(fn, node.outerKeys)
  const first = fn.module.name('first')
  const found = code.find(table, code.hash(names), names)
  fn.line(`const ${first} = ${nulls === '' ? found : `${nulls} ? -1 : ${found}`}`)
  if (node.nullAware)
    fn.line(`const ${first}n = ${table}.total > 0 && (${table}.sawNull${nulls === '' ? '' : ` || ${nulls}`})`)
  return first
}

/**
 * @param {any} node
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 * @param {{ table: string, first: string, stored: Stored, mark: boolean }} names
 */
function innerProbe(node, fn, consume, { table, first, stored, mark }) {
  const row = fn.module.name('row')
  fn.open(`for (let ${row} = ${first}; ${row} >= 0; ${row} = ${table}.next[${row}]) {`)
  fn.loopHead()
  // A row of the build side is given out for the first partner it meets.
  if (node.join === 'rightSemi') fn.line(`if (${table}.marks[${row}] === 1) continue`)
  bindStored(fn, stored, row, false)
  whenTrue(fn, node.on, () => {
    if (mark) fn.line(`${table}.marks[${row}] = 1`)
    whenTrue(fn, node.filter, consume)
  })
  fn.close()
}

/**
 * @param {NestLoop} node
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 * @param {{ table: string, first: string, number: string, stored: Stored, mark: boolean }} names
 */
function outerProbe(node, fn, consume, { table, first, number, stored, mark }) {
  const { module } = fn
  const next = module.name('next')
  const row = module.name('row')
  const hit = module.name('hit')
  fn.line(`let ${next} = ${first}, ${hit} = ${table}.wasMatched(${number})`)
  fn.open('for (;;) {')
  fn.loopHead()
  fn.line(`const ${row} = ${next}`)
  fn.open(`if (${row} >= 0) {`)
  fn.line(`${next} = ${table}.next[${row}]`)
  bindStored(fn, stored, row, false)
  if (node.on !== null) fn.line(`if (!${condition(fn, node.on)}) continue`)
  if (mark) fn.line(`${table}.marks[${row}] = 1`)
  fn.line(`if (!${hit} && !${table}.last) ${table}.markMatched(${number})`)
  fn.swap()
  fn.line(`if (${hit} || !${table}.last) break`)
  fn.close()
  fn.line(`${hit} = true`)
  bindStored(fn, stored, row, true)
  whenTrue(fn, node.filter, consume)
  fn.close()
}

/**
 * @param {HashJoin} node
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 * @param {{ table: string, first: string, number: string, stored: Stored }} names
 */
function existenceProbe(node, fn, consume, { table, first, number, stored }) {
  const { module } = fn
  const row = module.name('row')
  const hit = module.name('hit')
  const before = `${table}.wasMatched(${number})`
  if (node.on === null) fn.line(`const ${hit} = ${first} >= 0`)
  else {
    fn.line(`let ${hit} = false`)
    fn.open(`for (let ${row} = ${first}; ${row} >= 0; ${row} = ${table}.next[${row}]) {`)
    fn.loopHead()
    bindStored(fn, stored, row, false)
    whenTrue(fn, node.on, () => {
      fn.line(`${hit} = true`)
      fn.line('break')
    })
    fn.close()
  }
  if (node.join === 'semi') fn.open(`if (${hit} && !${before}) {`)
  else fn.open(`if (!${hit} && ${table}.last && !${before}${node.nullAware ? ` && !${first}n` : ''}) {`)
  if (node.join === 'semi') fn.line(`if (!${table}.last) ${table}.markMatched(${number})`)
  whenTrue(fn, node.filter, consume)
  if (node.join === 'anti') fn.swap(`} else if (${hit} && !${table}.last) {`)
  if (node.join === 'anti') fn.line(`${table}.markMatched(${number})`)
  fn.close()
}
