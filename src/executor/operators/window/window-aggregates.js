/**
 * Aggregates over window frames. All calls of a node share the frame, so they share how far they have come: rows [from,
 * to) are in every state. When the frame's end moves, rows are stepped in; when its start moves, rows are taken back
 * where the aggregate can (functions/aggregates/moving-aggregates.js), else that state starts anew. With EXCLUDE every
 * row's states start anew.
 */
import { slotKey } from '../../codegen/function.js'
import { aggregateSource, movingSource } from '../aggregate/aggregate-states.js'

/** @import { WindowCall } from '../../../catalog/expr.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

export class WindowAggregates {
  /**
   * @param {FunctionBuilder} fn
   * @param {any} node WindowAgg
   * @param {import('./window.js').WindowNames} at
   * @param {boolean} isRunning states outlive a batch of rows: frames begin with the partition
   */
  constructor(fn, node, at, isRunning) {
    const { module } = fn
    this.fn = fn
    this.node = node
    this.at = at
    this.isRunning = isRunning
    const { start, exclude } = node.frame
    this.excluding = exclude !== 'none'
    this.moving = start.kind !== 'unboundedPreceding' && !this.excluding
    this.calls = node.calls.flatMap((/** @type {any} */ call, /** @type {number} */ slot) => {
      if (!call.aggregate) return []
      const inverse = this.moving ? movingSource(fn, call) : null
      return [
        {
          call, slot, moving: inverse, source: inverse ?? aggregateSource(fn, call), state: module.name('state'),
          result: module.name('result'), again: module.name('again'), nullable: true,
        },
      ]
    })
    this.from = module.name('from')
    this.to = module.name('to')
  }

  /** Before all rows, of states that outlive a batch. */
  declare() {
    for (const { state, result, source } of this.calls)
      this.fn.line(`let ${state} = ${source.initial}, ${result} = null`)
  }

  /** At the beginning of a partition. */
  begin() {
    if (this.calls.length === 0) return
    const { fn } = this
    if (this.isRunning) {
      fn.line(`let ${this.to} = 0`)
      return
    }
    for (const { state, result, source } of this.calls) fn.line(`let ${state} = ${source.initial}, ${result} = null`)
    if (!this.excluding) fn.line(`let ${this.from} = -1, ${this.to} = -1`)
  }

  /** At each row, when the frame is known. */
  advance() {
    if (this.calls.length === 0) return
    const { fn, at, from, to } = this
    if (this.isRunning) {
      fn.open(`if (${at.frame}.to0 !== ${to}) {`)
      this.stepRows(to, `${at.frame}.to0`, this.calls)
      fn.line(`${to} = ${at.frame}.to0`)
      this.finish()
      fn.close()
      return
    }
    if (this.excluding) {
      this.startOver()
      for (const span of ['0', '1', '2']) this.stepRows(`${at.frame}.from${span}`, `${at.frame}.to${span}`, this.calls)
      this.finish()
      return
    }
    fn.open(`if (${at.frame}.from0 !== ${from} || ${at.frame}.to0 !== ${to}) {`)
    fn.open(`if (${at.frame}.from0 >= ${to}) {`)
    this.startOver()
    fn.line(`${from} = ${to} = ${at.frame}.from0`)
    if (this.moving) {
      fn.swap(`} else if (${at.frame}.from0 > ${from}) {`)
      this.takeBack()
    }
    fn.close()
    this.stepRows(to, `${at.frame}.to0`, this.calls)
    fn.line(`${to} = ${at.frame}.to0`)
    this.finish()
    fn.close()
  }

  startOver() {
    for (const { state, source } of this.calls) this.fn.line(`${state} = ${source.initial}`)
  }

  /** Rows at the start left the frame. */
  takeBack() {
    const { fn, at, from, to } = this
    for (const { again, moving } of this.calls) fn.line(`let ${again} = ${moving === null}`)
    const reversible = this.calls.filter((/** @type {any} */ item) => item.moving !== null)
    if (reversible.length > 0) {
      this.eachRow(from, `${at.frame}.from0`, (row) => {
        for (const { call, state, moving, again } of reversible) {
          const { args, nullable } = this.inputs(call, row)
          const wanted = call.filter === null ? '' : `${at.arg(call.filter, row).js} === true && `
          fn.line(`if (!${again} && ${wanted}${moving.inverse(state, args, nullable)}) ${again} = true`)
        }
      })
    }
    fn.line(`${from} = ${at.frame}.from0`)
    for (const item of this.calls) {
      fn.open(`if (${item.again}) {`)
      fn.line(`${item.state} = ${item.source.initial}`)
      this.stepRows(from, to, [item])
      fn.close()
    }
  }

  /** @param {string} from @param {string} to @param {any[]} calls */
  stepRows(from, to, calls) {
    const { fn, at } = this
    this.eachRow(from, to, (row) => {
      for (const { call, state, source } of calls) {
        fn.open(call.filter === null ? '{' : `if (${at.arg(call.filter, row).js} === true) {`)
        const { args, nullable } = this.inputs(call, row)
        source.step(state, args, nullable)
        fn.close()
      }
    })
  }

  /** @param {string} from @param {string} to @param {(row: string) => void} body */
  eachRow(from, to, body) {
    const { fn, at } = this
    const index = fn.module.name('i')
    const row = fn.module.name('row')
    fn.open(`for (let ${index} = ${from}; ${index} < ${to}; ${index}++) {`)
    fn.loopHead()
    fn.line(`const ${row} = ${at.part}.row(${index})`)
    body(row)
    fn.close()
  }

  /** Arguments as locals. @param {WindowCall} call @param {string} row */
  inputs(call, row) {
    const { fn, at } = this
    /** @type {boolean[]} */
    const nullable = []
    const args = call.args.map((arg) => {
      const value = at.arg(arg, row)
      nullable.push(value.nullable)
      if (value.atom) return value.js
      const name = fn.module.name('x')
      fn.line(`const ${name} = ${value.js}`)
      return name
    })
    return { args, nullable }
  }

  finish() {
    for (const item of this.calls) {
      const value = item.source.finish(item.state)
      item.nullable = value.nullable
      this.fn.line(`${item.result} = ${value.js}`)
    }
  }

  bind() {
    for (const { slot, result, nullable } of this.calls)
      this.fn.bind(slotKey({ node: this.node.id, index: slot }), { js: result, nullable })
  }
}
