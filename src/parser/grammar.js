/**
 * One statement text through PostgreSQL's grammar: libpg-query's WebAssembly, its C function called directly.
 *
 * A statement may be more than it can carry. The machine's stack overflows under deep nesting (54001), or the 1 GB that
 * its memory may grow to is not enough (53200). Either leaves the C code in the middle of something, and what it had
 * allocated is never given back. So a new instance of the module takes its place: at once where memory ran out, and
 * where a stack overflowed once the texts that did it add up (a text leaves some 150 times its own length). Making one
 * takes a turn of promises; statements meanwhile use the old one.
 *
 *   USED ──memory ran out, or overflows add up──► REPLACED when the new one is there
 */
import { noAddressSpace } from '../errors/syntax.js'
import { readLists } from './column-lists.js'
import libpgQuery from 'libpg-query/wasm/libpg-query.js'

/**
 * @typedef {object} Instance what emscripten makes of the module
 * @property {(bytes: number) => number} _malloc @property {(at: number) => void} _free
 * @property {(text: string) => number} lengthBytesUTF8
 * @property {(text: string, at: number, room: number) => void} stringToUTF8
 * @property {(at: number) => string} UTF8ToString @property {(at: number, type: 'i32') => number} getValue
 * @property {(text: number) => number} _wasm_parse_query_raw
 * @property {(result: number) => void} _wasm_free_parse_result
 */

/** What the grammar says of a text. `cursor`: 0-based, in characters; 0 also where it names no place. */
export class GrammarComplaint extends Error {
  /** @param {string} message @param {number} cursor */
  constructor(message, cursor) {
    super(message)
    this.cursor = cursor
  }
}

/** The machine's stack ended. */
export class GrammarStackOverflow extends Error {}
/** The grammar's memory ended. */
export class GrammarOutOfMemory extends Error {}

/**
 * What a grammar says, as a message to another thread; the other way round: `grammarFailed`.
 * @typedef {{ kind: 'complaint' | 'stack' | 'memory' | 'other', message: string, cursor: number }} Failure
 */

/** @param {unknown} error @returns {Failure} */
export function grammarFailure(error) {
  const { message } = /** @type {Error} */ (error)
  if (error instanceof GrammarComplaint) return { kind: 'complaint', message, cursor: error.cursor }
  return {
    kind:
      error instanceof GrammarOutOfMemory
        ? 'memory'
        : error instanceof GrammarStackOverflow || error instanceof RangeError
          ? 'stack'
          : 'other',
    message,
    cursor: 0,
  }
}

/** @param {Failure} failure @returns {Error} */
export function grammarFailed({ kind, message, cursor }) {
  if (kind === 'complaint') return new GrammarComplaint(message, cursor)
  return kind === 'memory'
    ? new GrammarOutOfMemory(message)
    : kind === 'stack'
      ? new GrammarStackOverflow(message)
      : new Error(message)
}

/** Texts of so many characters may have overflowed the stack: they have left some 40 MB. */
const OVERFLOWED_MAX = 256 * 1024

export class Grammar {
  /** @param {() => Promise<Instance>} make */
  constructor(make) {
    this.make = make
    /** @type {Instance | null} */
    this.instance = null
    /** Characters of texts that overflowed the stack since this instance was made. */
    this.overflowed = 0
    this.isReplacing = false
  }

  /** Must have resolved before the first parse. @throws {DbError} 53200 no memory to be had for it */
  async load() {
    try {
      this.instance = await this.make()
    } catch (error) {
      throw error instanceof RangeError ? noAddressSpace(error.message) : error
    }
  }

  /**
   * @param {string} text not empty, without NUL
   * @returns {any} libpg-query's tree
   * @throws {GrammarComplaint | GrammarStackOverflow | GrammarOutOfMemory}
   */
  treeOf(text) {
    const { instance } = this
    if (instance === null) throw new Error('The parser is not loaded yet: await loadParser() first.')
    return readLists(text, (piece) => this.read(instance, piece))
  }

  /** @param {Instance} instance @param {string} text @returns {import('./wide.js').Tree} */
  read(instance, text) {
    let json
    try {
      json = parseWith(instance, text)
    } catch (error) {
      throw this.spoilt(error, text)
    }
    return JSON.parse(json)
  }

  /**
   * What became of a call; and whether the instance can stay.
   * @param {unknown} error
   * @param {string} text
   * @returns {unknown}
   */
  spoilt(error, text) {
    const { name, message } = /** @type {Error} */ (error)
    if (error instanceof GrammarComplaint && message !== 'out of memory') return error
    if (error instanceof RangeError || name === 'RuntimeError') {
      this.overflowed += text.length
      if (this.overflowed > OVERFLOWED_MAX) this.replace()
      return new GrammarStackOverflow(message)
    }
    // By a complaint, by exit() in the C code, or by an allocation that returned nothing.
    if (error instanceof GrammarComplaint || error instanceof GrammarOutOfMemory || name === 'ExitStatus') {
      this.replace()
      return new GrammarOutOfMemory(message)
    }
    return error
  }

  replace() {
    if (this.isReplacing) return
    this.isReplacing = true
    this.make().then((made) => {
      this.instance = made
      this.overflowed = 0
    }, () => undefined).finally(() => { this.isReplacing = false }) // Without memory for a new one the old one stays.
  }
}

/** @param {Instance} grammar @param {string} text @returns {string} JSON */
function parseWith(grammar, text) {
  const room = grammar.lengthBytesUTF8(text) + 1
  const at = allocated(grammar._malloc(room))
  grammar.stringToUTF8(text, at, room)
  const result = allocated(grammar._wasm_parse_query_raw(at))
  // struct PgQueryParseResult { char *parse_tree; char *stderr_buffer; PgQueryError *error }
  const tree = grammar.getValue(result, 'i32')
  const error = grammar.getValue(result + 8, 'i32')
  const complaint = error === 0 ? null : complaintAt(grammar, error)
  const json = error === 0 ? grammar.UTF8ToString(allocated(tree)) : ''
  grammar._free(at)
  grammar._wasm_free_parse_result(result)
  if (complaint !== null) throw complaint
  return json
}

/** @param {number} pointer @returns {number} */
function allocated(pointer) {
  if (pointer === 0) throw new GrammarOutOfMemory('the grammar has no memory left')
  return pointer
}

/**
 * struct PgQueryError { char *message; char *funcname; char *filename; int lineno; int cursorpos; … }
 * @param {Instance} grammar
 * @param {number} error
 */
const complaintAt = (grammar, error) =>
  new GrammarComplaint(
    grammar.UTF8ToString(grammar.getValue(error, 'i32')),
    Math.max(grammar.getValue(error + 16, 'i32') - 1, 0)
  )

/** @param {Promise<object>} compiled a WebAssembly.Module @returns {Promise<Instance>} */
export async function newInstance(compiled) {
  const module = await compiled
  return libpgQuery({
    /** @param {object} imports @param {(instance: object) => void} done */
    instantiateWasm(imports, done) {
      done(new (/** @type {any} */ (globalThis)).WebAssembly.Instance(module, imports))
      return {}
    },
    // C's account of its memory when that runs out.
    print: () => undefined,
    printErr: () => undefined,
  })
}
