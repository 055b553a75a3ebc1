/**
 * TABLESAMPLE: a row is in the sample when a hash of its place (block and slot for BERNOULLI, block alone for SYSTEM)
 * and the seed is below the percentage. The same seed over the same places gives the same rows; without REPEATABLE each
 * execution draws a seed of its own.
 */
import { expression } from '../../expressions/compile.js'
import { sampleMethod } from '../../../functions/sampling.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { SLOTS_MAX } from '../../../util/tuple-id.js'
import { sampleNull, samplePercentage, sampleRepeatNull } from '../../../errors/sampling.js'

/** @import { DbError } from '../../../errors/db-error.js' */
/** @import { RangeEntry } from '../../../catalog/query.js' */
/** @import { SampleMethod } from '../../../functions/sampling.js' */
/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

/**
 * How a scan's code takes a sample.
 * @typedef {object} SampleCode
 * @property {(scan: string) => void} open writes what is to be done where a table's scan begins
 * @property {(scan: string, tid: string) => string} takes source of "the row given last is in the sample"
 */

/**
 * Reads the clause's values; call it before the scan's loop.
 * @param {FunctionBuilder} fn @param {NonNullable<RangeEntry['sample']>} sample of a scan @returns {SampleCode}
 */
export function beginSample(fn, sample) {
  const { module } = fn
  const name = module.name('sample')
  const value = expression(fn, sample.percent).js
  if (sample.source !== undefined) {
    const method = sampleMethod(sample.source)
    if (method === undefined) throw featureNotSupported(`the TABLESAMPLE method ${sample.method}`)
    const begin = module.constant(beginMethod, 'beginMethod')
    fn.line(`const ${name} = ${begin}(ctx, ${module.constant(method, 'method')}, ${value})`)
    return { open: (scan) => fn.line(`${name}.open(${scan})`), takes: (scan) => `${name}.takes(${scan})` }
  }
  const repeatable = sample.repeatable === null ? 'undefined' : expression(fn, sample.repeatable).js
  fn.line(`const ${name} = new ${module.constant(Sample, 'Sample')}(ctx, ${value}, ${repeatable})`)
  const isByBlock = sample.method === 'system'
  return {
    open: () => undefined, takes: (_, tid) => `${name}.has(${isByBlock ? `Math.floor(${tid} / ${SLOTS_MAX})` : tid})`,
  }
}

/**
 * @param {import('../../context.js').ExecContext} ctx @param {SampleMethod} method @param {number | null} value
 * @returns {import('../../../functions/sampling.js').Sampling} @throws {DbError} 2202H
 */
function beginMethod({ session }, method, value) {
  if (value === null) throw sampleNull()
  return method.begin(value, {
    random: () => session.random.uint32(), nowMs: () => session.cluster.clock.monotonicMs(),
  })
}

class Sample {
  /**
   * @param {import('../../context.js').ExecContext} ctx
   * @param {number | null} percent
   * @param {number | null | undefined} repeatable
   */
  constructor(ctx, percent, repeatable) {
    if (percent === null) throw sampleNull()
    if (repeatable === null) throw sampleRepeatNull()
    if (!(percent >= 0 && percent <= 100)) throw samplePercentage()
    this.cutoff = percent / 100 * 4294967296
    this.seed = repeatable === undefined ? ctx.session.random.uint32() : hashFloat(repeatable)
  }

  /** @param {number} place */
  has(place) {
    let hash = Math.imul((place | 0) ^ Math.floor(place / 4294967296) ^ this.seed, 0x9e3779b1)
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    return ((hash ^ (hash >>> 16)) >>> 0) < this.cutoff
  }
}

const words = new DataView(new ArrayBuffer(8))

/** @param {number} value */
function hashFloat(value) {
  words.setFloat64(0, value + 0)
  return Math.imul(words.getInt32(0) ^ Math.imul(words.getInt32(4), 0x85ebca6b), 0x9e3779b1)
}
