/**
 * Recognises the Parse that a client sends again and again: most drivers prepare each statement anew, under no name.
 * Its bytes say what was found for them before, without the text being made and looked up.
 *
 * A message is learned when it comes the second time; only what stands in its place can be thrown out by it.
 */
import * as backend from './protocol/backend.js'
import { PARSE } from './protocol/message-types.js'

/** @import { KnownParse } from '../engine/statements/ways-in/extended.js' */
/** @import { Connection } from './connection.js' */

/** Messages a connection keeps, and how long they may be. */
const PLACES = 128
const BYTES_MAX = 2000
/** Of a message, that say which place is its. */
const LOOKS = 16
/** In front of a message's body. */
const HEAD_BYTES = 5

class Place {
  constructor() {
    /** Of the message that came last. */
    this.hash = 0
    /** The whole message that is known here. @type {Uint8Array | null} */
    this.bytes = null
    /** @type {KnownParse | null} */
    this.found = null
  }
}

export class RepeatedParses {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection
    /** @type {(Place | undefined)[]} */
    this.places = new Array(PLACES).fill(undefined)
  }

  /**
   * Handles the Parse at the connection's place in its input, if it is known.
   * @param {number} bytes of it
   * @returns {boolean} false: nothing has happened
   */
  run(bytes) {
    const { connection } = this
    const { input, inputAt, session } = connection
    if (bytes > BYTES_MAX || session === null) return false
    const place = this.places[hashOf(input, inputAt, bytes) & (PLACES - 1)]
    if (place === undefined || place.found === null || !isAt(place.bytes, input, inputAt, bytes)) return false
    if (!session.extended.parseAgain(place.found)) return false
    if (connection.idle !== null) connection.idle.end()
    connection.gathers = connection.gathersSince(PARSE)
    backend.ParseComplete(connection.out)
    return true
  }

  /**
   * A Parse was handled: may it come again?
   * @param {Uint8Array} input @param {number} at where it begins @param {number} bytes of it
   */
  learn(input, at, bytes) {
    const { session, listener } = this.connection
    if (bytes > BYTES_MAX || session === null || listener.profile !== null || input[at + HEAD_BYTES] !== 0) return
    const hash = hashOf(input, at, bytes)
    const place = this.places[hash & (PLACES - 1)] ??= new Place()
    if (place.hash === hash) {
      place.found = session.extended.knownParse()
      place.bytes = place.found === null ? null : new Uint8Array(input.subarray(at, at + bytes))
    } else place.hash = hash
  }
}

/** @param {Uint8Array | null} known @param {Uint8Array} input @param {number} at @param {number} bytes */
function isAt(known, input, at, bytes) {
  if (known === null || known.length !== bytes) return false
  for (let index = 0; index < bytes; index++) if (known[index] !== input[at + index]) return false
  return true
}

/** @param {Uint8Array} input @param {number} at @param {number} bytes @returns {number} of some of them */
function hashOf(input, at, bytes) {
  const step = 1 + Math.trunc(bytes / LOOKS)
  let hash = bytes
  for (let index = HEAD_BYTES; index < bytes; index += step) hash = Math.imul(hash, 31) + input[at + index] | 0
  return hash
}
