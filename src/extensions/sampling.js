/**
 * tsm_system_rows and tsm_system_time 1.0: TABLESAMPLE by blocks in an order by chance, until there are so many rows,
 * or so many milliseconds have gone.
 */
import { negativeSample } from '../errors/sampling.js'
import { FunctionImpl } from '../functions/impl.js'
import { FLOAT8, INT8 } from '../types/oids.js'
import { functionScript } from './script.js'

/** @import { BlockNumber } from '../util/identifiers.js' */
/** @import { SampleHost, SampleMethod, SampledScan, Sampling } from '../functions/sampling.js' */
/** @import { ExtensionModule } from './bundled.js' */

/** Expected where the argument is not known. */
const ROWS_EXPECTED = 1000
const MS_EXPECTED = 1000

/** @param {number} a @param {number} b */
const commonDivisor = (a, b) => {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}

/** A block to begin with, and steps that come to every block. @param {SampledScan} scan @param {() => number} random */
function shuffle(scan, random) {
  const count = scan.blockEnd
  if (count < 2) return
  let step = 1 + random() % (count - 1)
  while (commonDivisor(step, count) > 1) step = 1 + random() % (count - 1)
  scan.visit(random() % count, step)
}

/** @implements {Sampling} */
class FirstRows {
  /** @param {number} limit @param {SampleHost} host */
  constructor(limit, { random }) {
    if (limit < 0) throw negativeSample('size')
    this.limit = limit
    this.random = random
    this.left = 0
  }

  /** @param {SampledScan} scan */
  open(scan) {
    this.left = Number(this.limit)
    if (this.left === 0) scan.finish()
    else shuffle(scan, this.random)
  }

  /** @param {SampledScan} scan */
  takes(scan) {
    if (this.left > 0) {
      this.left--
      return true
    }
    scan.finish()
    return false
  }
}

/** @implements {Sampling} */
class TimedRows {
  /** @param {number} limitMs @param {SampleHost} host */
  constructor(limitMs, { random, nowMs }) {
    if (!(limitMs >= 0)) throw negativeSample('collection time')
    this.limitMs = limitMs
    this.random = random
    this.nowMs = nowMs
    this.startMs = 0
    /** @type {BlockNumber} */
    this.block = -1
  }

  /** @param {SampledScan} scan */
  open(scan) {
    this.startMs = this.nowMs()
    /** @type {BlockNumber} */
    this.block = -1
    shuffle(scan, this.random)
  }

  /** A block that was begun is taken whole. @param {SampledScan} scan */
  takes(scan) {
    if (scan.block === this.block) return true
    if (this.nowMs() - this.startMs >= this.limitMs) {
      scan.finish()
      return false
    }
    this.block = scan.block
    return true
  }
}

/** @type {Record<string, { column: string, method: SampleMethod }>} */
const METHODS = {
  system_rows: {
    column: 'rows',
    method: {
      argument: INT8,
      estimate: (value, { pages, rows }) => {
        const wanted = Math.min(rows, value === null || value < 0 ? ROWS_EXPECTED : Number(value))
        return { rows: wanted, pages: Math.min(pages, Math.ceil(wanted / Math.max(1, rows / Math.max(1, pages)))) }
      },
      begin: (value, host) => new FirstRows(value, host),
    },
  },
  system_time: {
    column: 'milliseconds',
    method: {
      argument: FLOAT8,
      // As PostgreSQL: a page takes a millisecond.
      estimate: (value, { pages, rows }) => {
        const seen = Math.max(1, Math.min(pages, value === null || !(value >= 0) ? MS_EXPECTED : value))
        return { pages: Math.ceil(seen), rows: Math.max(1, Math.round(rows / Math.max(1, pages) * seen)) }
      },
      begin: (value, host) => new TimedRows(value, host),
    },
  },
}

/** @param {string} name @returns {ExtensionModule} */
const samplingModule = (name) => ({
  script: functionScript(`tsm_${name}`, [[`${name}(internal)`, 'tsm_handler', `tsm_${name}_handler`, 'vs']]),
  functions: [new FunctionImpl(`tsm_${name}_handler`, () => null, { sampling: METHODS[name].method })],
})

/** @type {Record<string, ExtensionModule>} */
export const extensions = {
  tsm_system_rows: samplingModule('system_rows'), tsm_system_time: samplingModule('system_time'),
}
