/**
 * Recognises, in what a client sends, the same call again and again: Bind of one prepared statement to the unnamed
 * portal, mostly Describe of it, Execute of all rows, Sync, which differ in nothing but the parameters' bytes. Such
 * calls are handled without their messages being taken apart (engine/statements/ways-in/repeated.js).
 *
 * A call is learned when it has been handled message by message, and another Bind follows it or it has come some times.
 */
import { RepeatedCall, mayRepeat } from '../engine/statements/ways-in/repeated.js'
import { smallParameter } from '../engine/statements/core/parameters.js'
import * as backend from './protocol/backend.js'
import { BIND, DESCRIBE, EXECUTE, PORTAL, SYNC } from './protocol/message-types.js'

/** @import { Prepared } from '../engine/statements/core/prepared.js' */
/** @import { Connection } from './connection.js' */
/** @typedef {number | Prepared} CallKey */

/** Statements whose calls a connection keeps, the one learned first out first; and of each, by formats. */
const KNOWN_MAX = 256
const FORMATS_MAX = 8
/** One that comes alone is learned the third time; where that was in vain, the 64th, 128th … time. */
const ALONE_FIRST = 3
const ALONE_AGAIN = 64
/** Statements whose calls are counted until then. */
const COUNTED_MAX = 256
/** Calls whose rows are looked up together. */
const AHEAD_MAX = 48
/** Of a message that is not handled as a whole. */
const LONG_BYTES = 256 * 1024
/** Describe of the unnamed portal, Execute of it without a limit, and Sync. */
const DESCRIBE_BYTES = 7
const EXECUTE_BYTES = 10
const SYNC_BYTES = 5

class KnownCall {
  /**
   * @param {RepeatedCall} call
   * @param {Uint8Array} head of Bind's body: portal, statement, parameter formats, number of parameters
   * @param {number} count of them
   * @param {Uint8Array} tail result formats, Describe, Execute, Sync
   * @param {number} formatsAt in head
   * @param {number[]} formats of the parameters, as Bind gives them
   * @param {boolean} describes is there a Describe?
   */
  constructor(call, head, count, tail, formatsAt, formats, describes) {
    this.call = call
    /** Of `known`. */
    this.key = call.name === '' ? call.prepared : nameHash(head, 0)
    this.describes = describes
    /** Of what is behind Bind. */
    this.bytesBehind = (describes ? DESCRIBE_BYTES : 0) + EXECUTE_BYTES + SYNC_BYTES
    this.head = head
    this.count = count
    this.tail = tail
    this.formatsAt = formatsAt
    this.formats = formats
    /** The call that followed it last time: transactions mostly come again as a whole. @type {KnownCall | null} */
    this.next = null
  }

  /**
   * Adds the keys of rows that the call at `at`, which matched, is going to look up.
   * @param {Uint8Array} input
   * @param {number} at
   */
  addKeys(input, at) {
    const { keys } = this.call.keys
    const types = this.call.prepared.paramTypes
    let to = at + 5 + this.head.length
    for (let parameter = 0; parameter < this.count; parameter++) {
      const bytes = wordAt(input, to)
      to += 4
      if (bytes < 0) continue
      for (let index = 0; index < keys.length; index++) {
        if (keys[index].parameter !== parameter) continue
        const value = smallParameter(
          input,
          to,
          to + bytes,
          types[parameter],
          this.formats[this.formats.length === 1 ? 0 : parameter] ?? 0
        )
        if (value === value) keys[index].rows.add(value)
      }
      to += bytes
    }
  }

  /**
   * Are the bytes at `at` this call?
   * @param {Uint8Array} input
   * @param {number} at of Bind
   * @returns {number} where the result formats are; -1: no, or not all of it is here
   */
  match(input, at) {
    const { head, tail } = this
    if (wordAt(input, at + 1) > LONG_BYTES) return -1 // its values are read in steps
    let to = at + 5
    if (to + head.length > input.length) return -1
    for (let index = 0; index < head.length; index++) if (input[to + index] !== head[index]) return -1
    to += head.length
    for (let left = this.count; left > 0; left--) {
      if (to + 4 > input.length) return -1
      const bytes = wordAt(input, to)
      to += 4
      if (bytes > 0) to += bytes
    }
    if (
      to + tail.length > input.length ||
      at + 1 + wordAt(input, at + 1) !== to + tail.length - this.bytesBehind
    )
      return -1
    for (let index = 0; index < tail.length; index++) if (input[to + index] !== tail[index]) return -1
    return to
  }
}

export class RepeatedCalls {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection
    /** By the hash of their statements' names; of what has none, by the statement. @type {Map<CallKey, KnownCall[]>} */
    this.known = new Map()
    /** The one that matched last. @type {KnownCall | null} */
    this.last = null
    /** Calls that came alone, by the same. @type {Map<CallKey, number>} */
    this.alone = new Map()
    /**
     * Calls of that one that were found in the connection's input, one behind the other: where the result formats of
     * each are.
     */
    this.found = new Int32Array(AHEAD_MAX)
    this.foundCount = 0
    /** Those before it were handled. */
    this.foundAt = 0
    /** Where the next of them is; -1: look for it. */
    this.nextAt = -1
  }

  /**
   * Finds the calls from the Bind at `at` on, and looks their rows up together.
   * @param {Uint8Array} input
   * @param {number} at
   */
  find(input, at) {
    this.foundCount = this.foundAt = 0
    const first = at
    const before = this.last
    let to = before === null ? -1 : this.tryNext(before, input, at)
    if (to < 0) to = this.search(input, at)
    const { last } = this
    if (last === null) return
    if (before !== null && to >= 0) before.next = last
    while (to >= 0) {
      this.found[this.foundCount++] = to
      at = to + last.tail.length
      to = at < input.length && this.foundCount < AHEAD_MAX ? last.match(input, at) : -1
    }
    if (this.foundCount > 1 && last.call.isCurrent && last.call.keys.isUseful) this.lookAhead(last, input, first)
  }

  /**
   * Is it the call that followed `before` last time, or that one again?
   * @param {KnownCall} before
   * @param {Uint8Array} input
   * @param {number} at of Bind
   * @returns {number} where the result formats are; -1: neither
   */
  tryNext(before, input, at) {
    const { next } = before
    if (next !== null && next !== before && next.call.isMeant) {
      const to = next.match(input, at)
      if (to >= 0) {
        this.last = next
        return to
      }
    }
    return before.call.isMeant ? before.match(input, at) : -1
  }

  /**
   * Another known call than the last. @param {Uint8Array} input @param {number} at of Bind
   * @returns {number} where the result formats are; -1: there is none
   */
  search(input, at) {
    const calls = this.known.get(this.keyAt(input, at + 5))
    if (calls === undefined) return -1
    for (const known of calls) {
      const to = known.match(input, at)
      if (to < 0) continue
      this.last = known
      return to
    }
    return -1
  }

  /** @param {KnownCall} known @param {Uint8Array} input @param {number} at of the first of the calls that were found */
  lookAhead(known, input, at) {
    for (let index = 0; index < this.foundCount; index++) {
      known.addKeys(input, at)
      at = this.found[index] + known.tail.length
    }
    for (const { rows } of known.call.keys.keys) rows.look()
  }

  /**
   * Handles known calls from the Bind at the connection's place in its input. Where it stops, the connection goes on;
   * what it left for the connection to take apart is at `generalAt`.
   */
  run() {
    const { connection } = this
    const { input, out, reader } = connection
    for (
      let at = connection.inputAt;
      at < input.length && input[at] === BIND && connection.transcoder === null;
      at = connection.inputAt
    ) {
      if (at !== this.nextAt || this.foundAt === this.foundCount) this.find(input, at)
      const known = this.last
      if (known === null || this.foundCount === 0 || !known.call.isCurrent) break
      const { call } = known
      if (connection.idle !== null) connection.idle.end()
      const formatsAt = this.found[this.foundAt++]
      this.nextAt = formatsAt + known.tail.length
      reader.open(input, at + 5 + known.formatsAt, formatsAt)
      if (!call.bind(reader)) break
      const said = out.at
      backend.BindComplete(out)
      if (known.describes) call.describe(connection.sink)
      try {
        if (!call.execute(connection.sink)) {
          out.at = said
          break
        }
      } catch (error) {
        connection.inputAt = formatsAt + known.tail.length - SYNC_BYTES
        connection.reportError(error, EXECUTE)
        return
      }
      connection.inputAt = formatsAt + known.tail.length
      try {
        if (!call.end()) {
          connection.inputAt -= SYNC_BYTES
          return
        }
      } catch (error) {
        connection.reportError(error, SYNC)
        return
      }
      connection.ready()
    }
    connection.generalAt = connection.inputAt
  }

  /** @param {Uint8Array} bytes @param {number} at where the body of a Bind begins @returns {CallKey} */
  keyAt(bytes, at) {
    if (bytes[at] !== 0 || bytes[at + 1] !== 0) return nameHash(bytes, at)
    return this.connection.session?.prepared.get('') ?? 0
  }

  /** It takes the place of the same call, learned before. @param {KnownCall} call */
  keep(call) {
    const { key, head, tail } = call
    const { known } = this
    const same = (/** @type {KnownCall} */ other) => sameBytes(other.head, head) && sameBytes(other.tail, tail)
    const others = (known.get(key) ?? []).filter((other) => !same(other))
    known.delete(key)
    if (known.size >= KNOWN_MAX) for (const oldest of known.keys()) { known.delete(oldest); break }
    known.set(key, [...others.slice(1 - FORMATS_MAX), call])
  }

  /**
   * A Sync was handled, and nothing follows: was it the end of a call that comes again and again?
   * @param {number} at of the last Bind before it
   */
  count(at) {
    const { alone } = this
    const key = this.keyAt(this.connection.input, at + 5)
    const count = (alone.get(key) ?? 0) + 1
    if (alone.size >= COUNTED_MAX) alone.clear()
    alone.set(key, count)
    if (count === ALONE_FIRST || (count >= ALONE_AGAIN && (count & (count - 1)) === 0)) this.learn(at)
  }

  /**
   * A Sync was handled: was it the end of a call that may come again?
   * @param {number} at of the last Bind before it
   */
  learn(at) {
    const { inputAt, input, reader, session } = this.connection
    if (session === null) return
    const executeAt = inputAt - SYNC_BYTES - EXECUTE_BYTES
    const bindEnd = at + 1 + wordAt(input, at + 1)
    const describes = bindEnd === executeAt - DESCRIBE_BYTES && isDescribe(input, bindEnd)
    if (!describes && bindEnd !== executeAt) return
    if (
      input[executeAt] !== EXECUTE ||
      wordAt(input, executeAt + 1) !== 9 ||
      input[executeAt + 5] !== 0 ||
      wordAt(input, executeAt + 6) !== 0
    )
      return
    reader.open(input, at + 5, bindEnd)
    if (reader.cstr() !== '') return
    const name = reader.cstr()
    if (!mayRepeat(session, name, describes)) return
    const formatsAt = reader.at - at - 5
    /** @type {number[]} */
    const parameterFormats = []
    for (let left = reader.u16(); left > 0; left--) parameterFormats.push(reader.i16())
    const count = reader.u16()
    const head = input.slice(at + 5, reader.at)
    for (let left = count; left > 0; left--) {
      const bytes = reader.i32()
      if (bytes > 0) reader.at += bytes
    }
    const tail = input.slice(reader.at, inputAt)
    let formats = ''
    for (let left = reader.u16(); left > 0; left--) formats += reader.i16()
    this.nextAt = -1
    const call = new RepeatedCall(session, name, formats)
    const own = { head: new Uint8Array(head), tail: new Uint8Array(tail) }
    this.last = new KnownCall(call, own.head, count, own.tail, formatsAt, parameterFormats, describes)
    this.keep(this.last)
  }
}

/** Describe of the unnamed portal? @param {Uint8Array} input @param {number} at */
const isDescribe = (input, at) =>
  input[at] === DESCRIBE && wordAt(input, at + 1) === 6 && input[at + 5] === PORTAL && input[at + 6] === 0

/**
 * Of the names in a Bind: portal and statement. @param {Uint8Array} bytes @param {number} at where its body begins
 * @returns {number}
 */
function nameHash(bytes, at) {
  let hash = bytes[at]
  if (hash !== 0) return hash
  const end = Math.min(at + 1 + NAME_BYTES, bytes.length)
  for (let to = at + 1; to < end && bytes[to] !== 0; to++) hash = Math.imul(hash, 31) + bytes[to] | 0
  return hash
}

/** Of a name, that count. */
const NAME_BYTES = 64

/** @param {Uint8Array} a @param {Uint8Array} b */
const sameBytes = (a, b) => a.length === b.length && a.every((byte, index) => byte === b[index])

/** @param {Uint8Array} bytes @param {number} at */
const wordAt = (bytes, at) => (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]
