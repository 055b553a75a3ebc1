/**
 * One client connection: bytes in, messages handled in order, bytes out. The state machine of protocol 3.0 lives here;
 * how a client comes in stands in entrance.js, what its messages ask in messages.js, what it is told of a statement in
 * client-sink.js.
 *
 *   STARTUP ──► AUTHENTICATING ──► READY ◄──► SKIPPING (after an error in the extended protocol, until Sync)
 *                                    ▲ ▼
 *                                   COPY_IN (CopyData, CopyDone, CopyFail go to the running COPY)
 *
 * Messages are decoded in place in the chunk the socket delivered. A handler runs to its end synchronously when nothing
 * must be waited for; else it returns a promise and later messages wait in the input. All answers of a turn leave in
 * one write.
 *
 * Gated answers: when a turn ends, the session's gate says how far the log must be durable before these bytes may
 * leave. Until then they wait in the outbox, in order; the connection goes on reading meanwhile.
 */
import { DbError } from '../errors/db-error.js'
import { asDbError } from '../errors/engine.js'
import {
  adminShutdown, authenticationTimeout, fatalProtocolViolation, internalError, messageTooLarge,
} from '../errors/protocol.js'
import { emptyInbox } from '../engine/session/notify.js'
import { nextTurn } from '../engine/turns/drive.js'
import { bytesInSteps } from '../types/strings/long-text.js'
import { ClientSink } from './client-sink.js'
import { CopyInput } from './copy-input.js'
import { Entrance } from './entrance.js'
import { IdleTimer } from './idle-timer.js'
import { handleMessage, LONG_BYTES } from './messages.js'
import { Outbox } from './outbox.js'
import * as backend from './protocol/backend.js'
import { MESSAGE_BYTES_MAX, MessageReader, STARTUP_BYTES_MAX } from './protocol/frontend.js'
import {
  BIND, CLOSE, COPY_DATA, DESCRIBE, EXECUTE, FUNCTION_CALL, PARSE, PROOF, QUERY, SYNC, TERMINATE,
} from './protocol/message-types.js'
import { RepeatedCalls } from './repeated-calls.js'
import { RepeatedParses } from './repeated-parses.js'
import { hearSocket, outlives } from './socket-input.js'
import { transcoder } from './transcoder.js'

/** @typedef {import('../engine/session/session.js').Session} Session */
/** @typedef {import('./listener.js').Listener} Listener */
/** @typedef {import('./transcoder.js').Transcoder} Transcoder */

/** ReadyForQuery's status inside a transaction block. */
const INSIDE = 84

const STARTUP = 0
const AUTHENTICATING = 1
const READY = 2
const SKIPPING = 3
const COPY_IN = 4
const CLOSED = 5

/** Bytes of input (messages behind a running statement, COPY data) that may wait before the socket is paused. */
const INPUT_HIGH_WATER = 1024 * 1024
const OUTPUT_HIGH_WATER = 1024 * 1024
/** Of a message that says who a client is. */
const PROOF_BYTES_MAX = 65536
const EMPTY = Buffer.alloc(0)

/** As much as PostgreSQL gathers. */
const GATHERED_BYTES = 8192

export class Connection {
  /**
   * @param {Listener} listener @param {import('node:net').Socket} socket
   * @param {import('./listener.js').Door} [door] by which it came
   */
  constructor(listener, socket, door = 'program') {
    this.listener = listener
    this.socket = socket
    this.door = door
    this.state = STARTUP
    this.outbox = new Outbox(socket, listener)
    this.out = this.outbox.out
    this.reader = new MessageReader()
    /** @type {Buffer} input being cut into messages */
    this.input = EMPTY
    this.inputAt = 0
    /** Chunks behind it: joined when a whole message is there, so that a long one is copied once. @type {Buffer[]} */
    this.later = []
    this.laterBytes = 0
    /** Bytes of `input` and `later` together that the next step needs. */
    this.neededBytes = 0
    /** Pipelined calls that are known as a whole. */
    this.repeated = new RepeatedCalls(this)
    this.parses = new RepeatedParses(this)
    /** Where in `input` the last Bind was that was handled by itself; -1: no longer there. */
    this.bindAt = -1
    /** What is here in `input` is to be handled message by message. */
    this.generalAt = -1
    this.busy = false
    /** What is answered belongs to messages behind which neither Sync nor Flush has come: it waits for them. */
    this.gathers = false
    /** A long message is being put together. */
    this.gathering = false
    /** A message that is too long to be kept. @type {{ type: number, bytes: number, left: number } | null} */
    this.dropping = null
    /** The socket was told to read no more for now. */
    this.paused = false
    this.ending = false
    /** @type {Session | null} */
    this.session = null
    /** @type {IdleTimer | null} null: nobody limits how long it may be idle */
    this.idle = null
    /** @type {(() => void)[]} */
    this.drainWaiters = []
    this.copy = new CopyInput(() => { if (this.paused) this.throttle() })
    this.entrance = new Entrance(this)
    this.sink = new ClientSink(this)
    /** Settings the client was told, as it was told them. @type {Map<string, string>} */
    this.reported = new Map()
    this.settingsChanged = false
    /** @type {Transcoder | null} null: the client speaks UTF-8 */
    this.transcoder = null
    socket.setNoDelay(true)
    this.listen(socket)
  }

  /** @param {import('node:net').Socket} socket from here on */
  listen(socket) {
    this.socket = socket
    this.outbox.socket = socket
    hearSocket(socket, (chunk) => this.receive(chunk), this.listener.sharesReads)
    socket.on('drain', () => this.drained())
    socket.on('error', () => this.socket.destroy())
    socket.on('close', () => this.closed())
  }

  // --- input ---

  /** @param {Buffer} chunk */
  receive(chunk) {
    const profile = this.listener.profile
    const before = profile === null ? 0 : profile.enter(1)
    this.listener.heard(this)
    if (this.dropping !== null) chunk = this.dropped(chunk)
    const isFirst = this.inputAt === this.input.length && this.laterBytes === 0 && !this.gathering
    if (isFirst && (!this.busy || this.state === COPY_IN)) {
      this.input = chunk
      this.inputAt = 0
      this.moved()
      this.pump()
      if (this.input.length > 0) this.keep()
    } else {
      this.later.push(outlives(chunk))
      this.laterBytes += chunk.length
      const bytes = this.input.length - this.inputAt + this.laterBytes
      if ((!this.busy || this.state === COPY_IN) && bytes >= this.neededBytes) this.pump()
    }
    this.throttle()
    if (profile !== null) profile.leave(before)
  }

  /** What is left of the input waits for another turn. */
  keep() {
    const { input } = this
    const kept = this.inputAt < input.length ? outlives(input.subarray(this.inputAt)) : EMPTY
    if (kept.buffer === input.buffer) return
    this.input = kept
    this.inputAt = 0
    this.moved()
  }

  /** Places in `input` mean nothing any more. */
  moved() {
    this.bindAt = this.generalAt = -1
    this.repeated.nextAt = -1
  }

  /** Makes `input` hold all there is. @returns {boolean} false: it will, and then the input is looked at again */
  gather() {
    if (this.gathering) return false
    if (this.later.length === 0) return true
    const rest = this.input.subarray(this.inputAt)
    // A long message that is whole is not moved once more.
    if (this.state >= READY && rest.length > LONG_BYTES && rest.length > rest.readInt32BE(1)) return true
    const parts = [rest, ...this.later]
    const isLong = this.laterBytes > INPUT_HIGH_WATER
    this.later = []
    this.laterBytes = 0
    if (isLong) void this.gatherInTurns(parts)
    else this.replaceInput(rest.length === 0 && parts.length === 2 ? parts[1] : Buffer.concat(parts))
    return !isLong
  }

  /** Puts a long message together, others having turns meanwhile. @param {Buffer[]} parts */
  async gatherInTurns(parts) {
    this.gathering = true
    const steps = bytesInSteps(parts)
    let step = steps.next()
    for (; !step.done; step = steps.next()) await nextTurn()
    this.gathering = false
    this.replaceInput(step.value)
    this.resumeInput()
  }

  /** @param {Buffer} input all there is */
  replaceInput(input) {
    this.input = input
    this.inputAt = 0
    this.moved()
  }

  /** The socket pauses while more waits than a client may send ahead; TCP holds the client back. */
  throttle() {
    const isHeld = this.gathering || (this.busy && this.state !== COPY_IN)
    const full = this.copy.bytes > INPUT_HIGH_WATER || (isHeld && this.laterBytes > INPUT_HIGH_WATER)
    if (full === this.paused) return
    this.paused = full
    if (full) this.socket.pause()
    else this.socket.resume()
  }

  /** Handles every whole message there is, unless one of them has to wait. */
  pump() {
    if (!this.gather()) return
    this.neededBytes = 0
    while (this.state !== CLOSED) {
      if (this.busy && this.state !== COPY_IN) break
      const left = this.input.length - this.inputAt
      if (this.state === STARTUP) {
        if (left < 4) break
        const length = this.input.readInt32BE(this.inputAt)
        if (length < 8 || length > STARTUP_BYTES_MAX) {
          this.garbage(`a first packet of ${length} bytes`)
          return
        }
        if (left < length) { this.neededBytes = length; break }
        this.reader.open(this.input, this.inputAt + 4, this.inputAt + length)
        this.inputAt += length
        this.entrance.packet()
        continue
      }
      if (this.state === AUTHENTICATING && left > 0 && this.input[this.inputAt] !== PROOF) {
        this.entrance.told(this.input[this.inputAt])
        break
      }
      if (left < 5) break
      const { input, inputAt } = this
      const type = input[inputAt]
      const length = (input[inputAt + 1] << 24) | (input[inputAt + 2] << 16) | (input[inputAt + 3] << 8)
        | input[inputAt + 4]
      const bytesMax = this.state === AUTHENTICATING ? PROOF_BYTES_MAX : MESSAGE_BYTES_MAX
      if (length < 4 || length > bytesMax) {
        this.garbage(`a message of type ${type} and ${length} bytes`)
        return
      }
      if (left < length + 1) {
        if (length > this.listener.messageBytesMax && this.state !== COPY_IN) this.drop(type, length + 1)
        else this.neededBytes = length + 1
        break
      }
      if (type === COPY_DATA && this.state === COPY_IN) {
        this.inputAt = this.copy.offerRun(input, inputAt)
        continue
      }
      if (type === BIND && this.state === READY && this.transcoder === null) {
        if (this.repeated.last !== null && inputAt !== this.generalAt) {
          this.repeated.run()
          if (this.inputAt !== inputAt) this.gathers = false
          continue
        }
        this.bindAt = inputAt
      }
      const isParse = type === PARSE && this.state === READY && this.transcoder === null
      if (isParse && this.parses.run(1 + length)) {
        this.inputAt = inputAt + 1 + length
        continue
      }
      this.reader.open(this.input, this.inputAt + 5, this.inputAt + 1 + length)
      this.inputAt += 1 + length
      this.dispatch(type)
      if (isParse && !this.busy && this.state === READY) this.parses.learn(input, inputAt, 1 + length)
      if (type === SYNC && this.bindAt >= 0 && !this.busy && this.state === READY) this.learn()
    }
    if (this.inputAt >= this.input.length) { this.input = EMPTY; this.inputAt = 0 }
    if (this.busy && this.state !== COPY_IN) return
    const bytes = this.input.length - this.inputAt + this.laterBytes
    if (this.laterBytes > 0 && this.state !== CLOSED && bytes >= this.neededBytes) this.pump()
    else this.flushAsked()
  }

  /**
   * A message that announces more than the server would hold: what comes of it is not kept, and at its end the client
   * is told.
   * @param {number} type @param {number} bytes with its head
   */
  drop(type, bytes) {
    this.dropping = { type, bytes, left: bytes - (this.input.length - this.inputAt) }
    this.input = EMPTY
    this.inputAt = 0
    this.moved()
  }

  /** @param {Buffer} chunk of a message that is dropped @returns {Buffer} what is behind it */
  dropped(chunk) {
    const { dropping } = this
    if (dropping === null) return chunk
    if (chunk.length < dropping.left) {
      dropping.left -= chunk.length
      return EMPTY
    }
    this.dropping = null
    const wasSkipped = this.state === SKIPPING && dropping.type !== SYNC
    if (!wasSkipped) this.reportError(messageTooLarge(dropping.bytes, this.listener.messageBytesMax), dropping.type)
    if (!this.busy) this.flush()
    return chunk.subarray(dropping.left)
  }

  /** A Sync was handled: the call it ended may come again. */
  learn() {
    const { bindAt, input, inputAt, listener, repeated } = this
    this.bindAt = -1
    if (listener.profile !== null) return
    if (input[inputAt] === BIND) repeated.learn(bindAt)
    else if (inputAt === input.length) repeated.count(bindAt)
  }

  /** @param {number} type */
  dispatch(type) {
    if (this.idle !== null) this.idle.end()
    if (this.state === COPY_IN) {
      if (this.copy.message(type, this.reader)) this.state = READY
      return
    }
    if (this.state === AUTHENTICATING) { this.entrance.answered(type); return }
    if (this.state === SKIPPING && type !== SYNC && type !== TERMINATE) return
    this.gathers = this.gathersSince(type)
    try {
      if (this.transcoder !== null) this.transcoder.incoming(type, this.reader, /** @type {Session} */ (this.session))
      const session = /** @type {Session} */ (this.session)
      if (session.extended.deadlineMs < Infinity) session.extended.checkDeadline()
      const pending = handleMessage(this, type, session)
      if (pending !== null) {
        this.busy = true
        this.flushAsked()
        pending.then(() => this.resume(), (error) => { this.reportError(error, type); this.resume() })
      }
    } catch (error) {
      this.reportError(error, type)
    }
  }

  resume() {
    this.busy = false
    if (this.state === COPY_IN) this.state = READY
    this.resumeInput()
  }

  /** Goes on with what has come in meanwhile. */
  resumeInput() {
    const profile = this.listener.profile
    const before = profile === null ? 0 : profile.enter(1)
    this.pump()
    this.throttle()
    if (profile !== null) profile.leave(before)
  }

  /** The next message is handled, whatever became of those before it. */
  synced() { this.state = READY }

  /** Messages are now what a client says that proves who it is. */
  authenticates() { this.state = AUTHENTICATING }

  get isClosed() { return this.state === CLOSED }

  /** Something has come in that nobody has looked at. */
  get hasInput() { return this.inputAt < this.input.length || this.later.length > 0 }

  /** A COPY takes what comes in. */
  beginCopyIn() {
    this.state = COPY_IN
    // Its data may be here already, behind an earlier COPY of the same message.
    if (this.hasInput) setImmediate(() => { if (this.state === COPY_IN) this.pump() })
    this.copy.begin()
    this.flush()
  }

  /** @param {Promise<void> | null} pending */
  afterQuery(pending) {
    if (pending === null) { this.ready(); return null }
    return pending.then(() => this.ready())
  }

  ready() {
    if (this.settingsChanged) this.reportSettings()
    const session = /** @type {Session} */ (this.session)
    backend.ReadyForQuery(this.out, session.statusByte())
    if (session.idlesNotForever) this.idles(session)
  }

  /** From here on its client is idle, which it may be for a while only. @param {Session} session */
  idles(session) {
    this.idle ??= new IdleTimer(session, (error) => session.terminate(error))
    this.idle.begin()
  }

  /** Settings the client follows are told before ReadyForQuery, where they differ from what it was told last. */
  reportSettings() {
    this.settingsChanged = false
    const { settings } = /** @type {Session} */ (this.session)
    for (const [name, told] of this.reported) {
      const value = settings.show(name)
      if (value === told) continue
      this.reported.set(name, value)
      backend.ParameterStatus(this.out, name, value)
    }
  }

  /** @param {unknown} error @param {number} type of the message that failed */
  reportError(error, type) {
    if (this.state === CLOSED) return
    this.gathers = false
    this.transcoder?.forget()
    this.bindAt = -1
    if (this.session !== null) this.session.extended.deadlineMs = Infinity
    error = asDbError(error)
    if (!(error instanceof DbError)) { this.listener.internalError(error); error = internalError(error) }
    const failure = /** @type {DbError} */ (error)
    backend.ErrorResponse(this.out, failure)
    if (failure.severity !== 'ERROR') { this.end(); return }
    if (type === QUERY || type === SYNC || type === FUNCTION_CALL) {
      this.state = READY
      this.ready()
    } else {
      this.state = SKIPPING
    }
  }

  /** What arrived is not this protocol: one log line, no crash. @param {string} what */
  garbage(what) {
    const from = this.socket.remoteAddress ?? 'a local socket'
    this.listener.log(`closed a connection from ${from}: ${what} is not PostgreSQL's protocol`)
    if (this.state !== STARTUP) backend.ErrorResponse(this.out, fatalProtocolViolation('invalid message length'))
    this.end()
  }

  // --- output ---

  /** @param {any} notice {severity, code, message, …} */
  notice(notice) {
    if (this.state === CLOSED) return
    this.gathers = false
    backend.NoticeResponse(this.out, notice)
    // Many long ones are not gathered, unless they come between the parts of a row.
    if (this.out.at > OUTPUT_HIGH_WATER && this.out.open < 0) this.flush()
  }

  /** What it listened for. @param {Session} session */
  notifications(session) {
    // A client that does not read leaves them where their number is bounded.
    if (this.state !== CLOSED && this.socket.writableNeedDrain) return
    for (const { pid, channel, payload } of emptyInbox(session))
      if (this.state !== CLOSED) backend.NotificationResponse(this.out, pid, channel, payload)
    if (!session.running && !this.busy) this.flush()
  }

  /**
   * Sends what is there and waits until the client has taken it.
   * @returns {Promise<void> | null} null: go on at once
   */
  drain() {
    this.transcoder?.settleRows()
    this.flush()
    if (this.state === CLOSED) return null
    if (!this.outbox.isFull) return null
    if (this.session !== null) this.session.awaitsClient = true
    return new Promise((resolve) => { this.drainWaiters.push(resolve) })
  }


  /**
   * Whether all that is to be sent belongs to messages that no Sync follows yet: what a Sync before them ended leaves
   * at once, however long they take. @param {number} type of the message that comes now
   */
  gathersSince(type) {
    if (!this.gathers && this.out.at > 0) return false
    return type === BIND || type === EXECUTE || type === PARSE || type === DESCRIBE || type === CLOSE
  }

  /** Sends what a client waits for that speaks to PostgreSQL: of a pipeline nothing before its Sync, or Flush. */
  flushAsked() {
    if (!this.gathers || this.out.at > GATHERED_BYTES) this.flush()
  }

  /** Sends what is there, in one write; or holds it until the log is durable as far as it reveals. */
  flush() {
    if (this.out.at === 0 || this.state === CLOSED) return
    this.transcoder?.convert()
    const { listener, session } = this
    const { profile } = listener
    const before = profile === null ? 0 : profile.enter(14)
    if (session !== null) session.settleStart()
    const lsn = session === null ? listener.gateOfStrangers() : session.gate.ask()
    if (this.outbox.send(lsn)) listener.holding(this)
    if (this.transcoder !== null) this.transcoder.at = 0
    listener.busyPoll.idle()
    if (profile !== null) profile.leave(before)
  }

  /** From here on. @param {string} name of the client's encoding */
  setEncoding(name) {
    this.transcoder?.convert()
    this.transcoder = transcoder(name, this.out)
  }

  /**
   * It was to be told something whose log has not become durable; what waits for a Sync may be older than that.
   * @returns {boolean}
   */
  get isInDoubt() {
    const { listener, outbox, session } = this
    if (!this.gathers || outbox.held.length > 0 || session === null) return outbox.owes
    return session.gate.needed() > listener.cluster.wal.durableLsn
  }

  /** Its client's transaction goes on. */
  get isInside() { return this.session !== null && this.session.statusByte() === INSIDE }

  /**
   * The log is durable up to `durableLsn`: answers that waited for it leave.
   * @param {number} durableLsn
   * @returns {boolean} whether some still wait
   */
  releaseHeld(durableLsn) {
    const { outbox } = this
    outbox.release(durableLsn)
    if (outbox.held.length > 0) return true
    if (this.ending) {
      this.socket.end()
      this.listener.strangers.leaves(this)
    } else if (!this.socket.writableNeedDrain) this.drained()
    return false
  }

  drained() {
    if (this.outbox.held.length > 0) return
    const waiters = this.drainWaiters
    this.drainWaiters = []
    if (this.session !== null) this.session.awaitsClient = false
    for (const resolve of waiters) resolve()
    if (this.session !== null && !this.session.running && !this.busy) this.session.passOn()
  }

  /** No more input is handled; what was answered still leaves. */
  end() {
    if (this.state === CLOSED) return
    this.flush()
    this.state = CLOSED
    this.ending = true
    this.idle?.stop()
    if (this.outbox.held.length > 0) return
    this.socket.end()
    this.listener.strangers.leaves(this)
  }

  /** It has not said who it is in time, or not gone; or others need its place. @param {boolean} isLate */
  cutOff(isLate) {
    if (isLate && this.state === AUTHENTICATING && this.session === null && !this.ending) {
      backend.ErrorResponse(this.out, authenticationTimeout())
      this.flush()
      this.state = CLOSED
      this.socket.destroySoon()
    } else this.socket.destroy()
  }

  /** The session or the server ends: the client is told why. @param {DbError} [error] */
  shutdown(error = adminShutdown()) {
    if (this.state === CLOSED) return
    if (this.session !== null) backend.ErrorResponse(this.out, error)
    this.end()
    // Who does not read would never hear of it, and its statement waits for it to read.
    if (this.drainWaiters.length > 0) this.socket.destroy()
  }

  closed() {
    this.state = CLOSED
    this.listener.strangers.left(this)
    this.idle?.stop()
    this.copy.cut()
    this.outbox.held.length = 0
    this.drained()
    if (this.session !== null) {
      const session = this.session
      this.session = null
      session.close()
    }
    this.listener.gone(this)
  }
}
