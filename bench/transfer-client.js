#!/usr/bin/env node
/**
 * The client side of the transfer bench, a program of its own: N connections, each with up to K transfers in flight,
 * every one its own transaction with its own timed answer. The clock starts after a warm-up. Speaks PostgreSQL's
 * protocol (Bind, Execute, Sync per call) or JSON over WebSocket. Takes its task as JSON, prints its figures as JSON.
 */
import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { latencies, latencyHistogram } from './support/measure.js'
import { checkPairs, drawPairs } from './transfer/pairs.js'
import { PostgresLane } from './transfer/postgres-lane.js'
import { HttpLane, WebSocketLane } from './transfer/web-lanes.js'
import { StepsLane } from './transfer/steps-lane.js'

/**
 * @typedef {object} Task
 * @property {'postgres' | 'websocket' | 'http' | 'steps'} protocol
 * @property {number} port
 * @property {string} [text] statement of one call
 * @property {number} connections
 * @property {number} inflight
 * @property {number} warmUp seconds before the clock starts
 * @property {number} seconds
 * @property {number} alpha
 * @property {number} accounts
 * @property {number} test 1 or 2
 * @property {number} pairs drawn before the clock starts
 */

/**
 * One connection's calls: sends, counts answers.
 * @typedef {{ open: () => Promise<void>, send: (from: number, to: number) => void, flush: () => void,
 *   close: () => void }} Lane
 */

/** What answers are told to. */
class Meter {
  constructor() {
    this.endsMs = Infinity
    this.startMs = 0
    this.completed = 0
    /** With those of the warm-up. */
    this.acknowledged = 0
    this.failed = 0
    this.histogram = latencyHistogram()
    /** @type {number[]} */
    this.perSecond = []
    /** @type {string | null} */
    this.firstError = null
  }

  /** @param {number} sentMs @param {string | null} error */
  answered(sentMs, error) {
    const now = performance.now()
    if (error !== null) {
      this.failed++
      this.firstError ??= error
      return
    }
    this.acknowledged++
    if (now < this.startMs || now > this.endsMs) return
    this.completed++
    this.histogram.record(Math.max(1, Math.round((now - sentMs) * 1e6)))
    const second = Math.floor((now - this.startMs) / 1000)
    this.perSecond[second] = (this.perSecond[second] ?? 0) + 1
  }
}

/** @type {Task} */
const task = JSON.parse(process.argv[2])
const pairs = drawPairs(task.accounts, task.alpha, task.pairs)
checkPairs(pairs, task.accounts, task.alpha)
const meter = new Meter()
const LANES = { postgres: PostgresLane, websocket: WebSocketLane, http: HttpLane, steps: StepsLane }

/** A worker of keynote-2's client: starts at its own place in the pairs and walks on through all of them. */
class Worker {
  /** @param {number} index */
  constructor(index) {
    this.at = index * Math.floor(task.pairs / task.connections) * 2
    this.outstanding = 0
    this.lane = new LANES[task.protocol](task, (/** @type {number} */ sentMs, /** @type {string | null} */ error) => {
      this.outstanding--
      meter.answered(sentMs, error)
    }, () => this.fill())
  }

  /** Sends as many as may be in flight. */
  fill() {
    if (performance.now() < meter.endsMs) {
      while (this.outstanding < task.inflight) {
        const from = pairs[this.at]
        const to = pairs[this.at + 1]
        this.at += 2
        if (this.at === pairs.length) this.at = 0
        this.outstanding++
        this.lane.send(from, to)
      }
    }
    this.lane.flush()
  }
}

const workers = Array.from({ length: task.connections }, (_, index) => new Worker(index))
await Promise.all(workers.map((worker) => worker.lane.open(connect)))
meter.startMs = performance.now() + task.warmUp * 1000
meter.endsMs = meter.startMs + task.seconds * 1000
for (const worker of workers) worker.fill()
const giveUpMs = meter.endsMs + 15_000
while (workers.some((worker) => worker.outstanding > 0) && performance.now() < giveUpMs)
  await new Promise((resolve) => {
    setTimeout(resolve, 20)
  })
for (const worker of workers) worker.lane.close()
const { p50Ms, p95Ms, p99Ms, p999Ms } = latencies(meter.histogram)
const open = workers.reduce((sum, worker) => sum + worker.outstanding, 0)
process.stdout.write(
  JSON.stringify({
    completed: meter.completed,
    acknowledged: meter.acknowledged,
    failed: meter.failed + open,
    firstError: meter.firstError,
    tps: meter.completed / task.seconds,
    p50Ms,
    p95Ms,
    p99Ms,
    p999Ms,
    perSecond: Array.from({ length: Math.floor(task.seconds) }, (_, at) => meter.perSecond[at] ?? 0),
  })
)
