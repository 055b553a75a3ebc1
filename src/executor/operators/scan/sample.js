/**
 * TABLESAMPLE: a row is in the sample when a hash of its place (block and slot for BERNOULLI, block alone for SYSTEM) and the seed is below the percentage.
 * The same seed over the same places gives the same rows; without REPEATABLE each execution draws a seed of its own.
 */
import { expression } from '../../expressions/compile.js'
import { SLOTS_MAX } from '../../../util/tuple-id.js'
import { sampleNull, samplePercentage, sampleRepeatNull } from '../../../errors/sampling.js'

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */


/** Reads the clause's values; call it before the scan's loop. @param {FunctionBuilder} fn @param {any} sample of a scan @returns {(tid: string) => string} source of "this row is in the sample" */
export function beginSample(fn, sample) {
  const { module } = fn
  const name = module.name('sample')
  const repeatable = sample.repeatable === null ? 'undefined' : expression(fn, sample.repeatable).js
  fn.line(`const ${name} = new ${module.constant(Sample, 'Sample')}(ctx, ${expression(fn, sample.percent).js}, ${repeatable})`)
  return (tid) => `${name}.has(${sample.method === 'system' ? `Math.floor(${tid} / ${SLOTS_MAX})` : tid})`
}

class Sample {
  /** @param {import('../../context.js').ExecContext} ctx @param {number | null} percent @param {number | null | undefined} repeatable */
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
