/**
 * One generated function while it is written: lines, blocks, and which columns are in which local variables.
 *
 * Names follow blocks: `open` starts a block and a frame of bindings, `close` ends both, so a column that was read
 * inside an `if` is read again outside it. A lazy binding writes its `const` the first time it is asked for, at the
 * place reached by then. What an enclosing function has in a local becomes a parameter here (functions are not
 * closures; locals stay in registers).
 */
import { PgArray } from '../../types/array.js'
import { lookUp } from '../context.js'

/** @import { PlanNode } from '../../planner/plan.js' */

/**
 * @typedef {object} Value a JavaScript expression and whether it may be null
 * @property {string} js safe to repeat if and only if `atom`
 * @property {boolean} nullable
 * @property {boolean} [atom] an identifier or literal
 */
/**
 * @typedef {object} Binding
 * @property {string} [js] the local's name, once it exists
 * @property {boolean} nullable
 * @property {string} [read] source that reads it, while it is lazy
 * @property {boolean} [memory] `read` reads pool memory, which does not survive a nested loop or a yield
 * @property {RawRange} [raw] where its stored bytes are, for sinks that copy them
 * @property {TextCell} [text] the same of a text in a row of a RowSpace
 */
/** @typedef {{ space: string, at: string, cell: number, nullable: boolean }} TextCell cell: its offset in the row */
/** @typedef {{ isNull: string | null, start: string, endWord: string, at: string, layout: string, index: number }}
 *   RawRange sources over pool memory;
 *   endWord: the end relative to the tuple at `at`, bit 15 set when the bytes are out of line
 */

/**
 * Parameters as an array.
 * @param {unknown[]} params
 * @param {number} from
 * @param {number} after how many are behind it
 * @param {number} elementType
 */
function listOf(params, from, after, elementType) {
  const values = params.slice(from, params.length - after)
  return new PgArray(elementType, [values.length], [1], values)
}

/** Blocks whose lines are indented further: of hundreds within each other the code would be blanks. */
const INDENTED_MAX = 24

export class FunctionBuilder {
  /** @param {import('./module.js').Module} module @param {string} name @param {FunctionBuilder | null} parent */
  constructor(module, name, parent) {
    this.module = module
    this.name = name
    this.parent = parent
    /** @type {string[]} */
    this.lines = []
    this.depth = 1
    /** @type {Map<string, Binding>[]} */
    this.frames = [new Map()]
    /** names declared at the top of the function. @type {string[]} */
    this.temps = []
    /** lines at the top of the function. @type {string[]} */
    this.prologue = []
    /** own name -> text in the caller. @type {Map<string, string>} */
    this.params = new Map()
    /** Expressions around the one that is being compiled. */
    this.nesting = 0
    /** values of the CASE tests around the expression being compiled, innermost last. @type {Value[]} */
    this.caseTests = []
    /** columns of the sublink whose test is being compiled. @type {Value[][]} */
    this.subColumns = []
    /**
     * local that holds the row of a SET (…) = (SELECT …), by the subquery's place in the text.
     * @type {Map<number, string>}
     */
    this.multiRows = new Map()
    /** parameters already loaded. @type {Set<number>} */
    this.paramsLoaded = new Set()
    /** Values whose bytes are at hand, by name. @type {Set<string>} */
    this.bytesLoaded = new Set()
  }

  /** A statement, or a part of one that opens or closes a block. @param {string} text */
  line(text) {
    // No line goes on with the one before: lines end without semicolons.
    const mark = text[0] === '(' || text[0] === '[' || text[0] === '`' ? ';' : ''
    this.lines.push('  '.repeat(Math.min(this.depth, INDENTED_MAX)) + mark + text)
  }

  /** @param {string} text ends with an opening brace */
  open(text) {
    this.line(text)
    this.depth++
    this.frames.push(new Map())
  }

  /** @param {string} [text] */
  close(text = '}') {
    this.depth--
    this.frames.pop()
    this.line(text)
  }

  /** `} else {`: one frame ends, another begins. @param {string} [text] */
  swap(text = '} else {') {
    this.close(text)
    this.depth++
    this.frames.push(new Map())
  }

  /** A variable for a value inside an expression. @returns {string} */
  temp() {
    const name = this.module.name('t')
    this.temps.push(name)
    return name
  }

  /**
   * The loop that makes a plan node's rows.
   * @param {PlanNode} node
   * @param {() => void} consume may be called more than once
   */
  produce(node, consume) {
    this.module.implementations.produce(node, this, consume)
  }

  /** @param {import('../../catalog/expr.js').Expr} expr @returns {Value} */
  expression(expr) {
    this.nesting++
    const value = this.module.implementations.expression(this, expr)
    this.nesting--
    return value
  }

  /** Is it true? @param {import('../../catalog/expr.js').Expr} expr boolean @returns {string} a JavaScript boolean */
  condition(expr) {
    return this.module.implementations.condition(this, expr)
  }

  /**
   * A value that may be repeated: an identifier, or an assignment to a temp first.
   * @param {Value} value @returns {{ first: string, again: string }} `first` must be evaluated before `again`
   */
  once(value) {
    if (value.atom) return { first: value.js, again: value.js }
    const name = this.temp()
    return { first: `(${name} = ${value.js})`, again: name }
  }

  /** Statement label. @returns {string} */
  label() {
    return this.module.name('L')
  }

  /** @param {string} key @param {Binding} binding */
  bind(key, binding) {
    this.frames[this.frames.length - 1].set(key, binding)
  }

  /** Evaluates now and keeps it in a const. @param {string} key @param {Value} value */
  bindValue(key, value) {
    if (value.atom) {
      this.bind(key, { js: value.js, nullable: value.nullable })
      return
    }
    const name = this.module.name(`${key}_`)
    this.line(`const ${name} = ${value.js}`)
    this.bind(key, { js: name, nullable: value.nullable })
  }

  /** @param {string} key @returns {Binding | null} without loading it; only this function's */
  peek(key) {
    for (let at = this.frames.length - 1; at >= 0; at--) {
      const binding = this.frames[at].get(key)
      if (binding !== undefined) return binding
    }
    return null
  }

  /** @param {string} key @returns {boolean} */
  knows(key) {
    return this.peek(key) !== null || (this.parent?.knows(key) ?? false)
  }

  /** The local that holds a column, read now if it was not yet. @param {string} key @returns {Value} */
  resolve(key) {
    const binding = this.peek(key)
    if (binding !== null) {
      if (binding.js !== undefined) return { js: binding.js, nullable: binding.nullable, atom: true }
      const name = this.module.name(`${key}_`)
      this.line(`const ${name} = ${binding.read}`)
      this.bind(key, { js: name, nullable: binding.nullable })
      return { js: name, nullable: binding.nullable, atom: true }
    }
    if (this.parent === null) throw new Error(`the plan uses ${key}, which nothing below produces`)
    const outer = this.parent.resolve(key)
    this.params.set(key, outer.js)
    const nullable = outer.nullable || this.manyCallers
    this.frames[0].set(key, { js: key, nullable })
    return { js: key, nullable, atom: true }
  }

  /**
   * Reads every lazy column that lives in pool memory into a local: called before a nested loop or anything else that
   * moves cursors or yields while the current row is still needed.
   * @param {number} [exceptRt] a range-table entry whose columns will be bound anew
   */
  settle(exceptRt) {
    const except = exceptRt === undefined ? null : `c${exceptRt}_`
    const seen = new Set()
    for (let at = this.frames.length - 1; at >= 0; at--) {
      for (const [key, binding] of [...this.frames[at]]) {
        if (seen.has(key)) continue
        seen.add(key)
        if (binding.js === undefined && binding.memory && (except === null || !key.startsWith(except)))
          this.resolve(key)
      }
    }
  }

  /** @param {import('../../catalog/expr.js').Param} expr @returns {Value} */
  param({ number, list, fromEnd }) {
    const name = `p${number}`
    if (this.module.readsLate) return { js: `ctx.params[${number - 1}]`, nullable: true, atom: true }
    if (!this.paramsLoaded.has(number)) {
      this.paramsLoaded.add(number)
      let read = fromEnd === undefined ? `ctx.params[${number - 1}]` : `ctx.params[ctx.params.length - ${fromEnd + 1}]`
      if (list) {
        // Once an execution, whichever function asks first.
        const { state } = this.module.memo(`list ${number}`, () => ({ state: this.module.state() }))
        read = `${state} === undefined ? (${state} = ${this.module.constant(listOf, 'listOf')}(ctx.params, ${number - 1}, ${list.after}, ${list.elementType})) : ${state}`
      }
      this.prologue.push(`const ${name} = ${read}`)
    }
    return { js: name, nullable: true, atom: true }
  }

  /**
   * Gives way (in a generator body) or looks up (in a long plain one) when the fuel is used up. Call it at the head of
   * a loop, before anything is read.
   */
  loopHead() {
    if (!this.module.generator) {
      if (this.module.looksUp) this.line(`if (--ctx.fuel < 0) ${this.module.constant(lookUp, 'lookUp')}(ctx)`)
      return
    }
    const release = this.module.constant(this.module.releaseCursors, 'releaseCursors')
    this.line(`if (--ctx.fuel < 0) { ${release}(ctx); yield 1 }`)
  }

  /** Text that calls this function from its parent. @param {string[]} [extra] arguments before the captured ones */
  call(extra = []) { return this.callWith([...extra, ...this.params.values()]) }

  /** The same with the captured columns given, in the order of `params`. @param {string[]} values */
  callWith(values) {
    const args = ['ctx', ...values].join(', ')
    return this.module.generator ? `(yield* ${this.name}(${args}))` : `${this.name}(${args})`
  }

  /** @returns {string} */
  text() {
    const params = ['ctx', ...this.ownParams, ...this.params.keys()].join(', ')
    const top = this.prologue.map((text) => `  ${text}`)
    if (this.temps.length > 0) top.push(`  let ${this.temps.join(', ')}`)
    return `function${this.module.generator || this.resumable ? '*' : ''} ${this.name}(${params}) {\n${[...top, ...this.lines].join('\n')}\n}`
  }

  /** A generator in the plain body too: it stops where its caller is to have a turn. */
  resumable = false
  /** Declared parameters besides the captured columns. @type {string[]} */
  ownParams = []
  /** Called from several places: what is never null in the first, where it was made, may be in another. */
  manyCallers = false
}

/** Key of a column reference. @param {{ rt: number, attnum: number }} column */
export const columnKey = ({ rt, attnum }) => `c${rt}_${attnum < 0 ? `m${-attnum}` : attnum}`

/** Key of a slot. @param {{ node: number, index: number }} slot */
export const slotKey = ({ node, index }) => `s${node}_${index}`

/** Key of a column or slot. @param {any} expr */
export const keyOf = (expr) => expr.kind === 'column' ? columnKey(expr) : slotKey(expr)
