/**
 * Tells V8 which functions of the grammar's WebAssembly the first statements call, in a section of its own ("compilationHints"): those are compiled beside the main thread while the
 * package loads, the others when they are called. Engines that are not told to read the section (load.js tells) pass over it.
 */
import { readFileSync } from 'node:fs'

const IMPORTS = 2
const FUNCTIONS = 3
const CODE = 10
const LAZY = 1
const EAGER = 2

/** @param {string} log what V8 wrote with --log-code @returns {Set<number>} the functions of WebAssembly it compiled */
export const compiledFunctions = (log) => new Set([...readFileSync(log, 'latin1').matchAll(/wasm-function\[(\d+)\]/g)].map((match) => Number(match[1])))

/** @param {Uint8Array} module @param {Set<number>} eager function numbers @returns {Uint8Array} */
export function withHints(module, eager) {
  let at = 8
  const number = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++]
      value |= (byte & 127) << shift
      if (byte < 128) return value >>> 0
    }
  }
  const skip = () => {
    const length = number()
    at += length
  }
  const limits = () => {
    const hasMaximum = (number() & 1) === 1
    number()
    if (hasMaximum) number()
  }
  let imported = 0
  let declared = 0
  while (at < module.length) {
    const section = at
    const id = number()
    const size = number()
    const end = at + size
    if (id === IMPORTS) {
      for (let left = number(); left > 0; left--) {
        skip()
        skip()
        const kind = number()
        if (kind === 0) imported++
        if (kind === 0 || kind === 1) number()
        if (kind === 1 || kind === 2) limits()
        if (kind === 3) at += 2
      }
    } else if (id === FUNCTIONS) declared = number()
    else if (id === CODE) {
      const hints = Uint8Array.from({ length: declared }, (_, index) => eager.has(imported + index) ? EAGER : LAZY)
      const name = Buffer.from('compilationHints')
      const content = Buffer.concat([leb(name.length), name, leb(declared), hints])
      return Buffer.concat([module.subarray(0, section), leb(0), leb(content.length), content, module.subarray(section)])
    }
    at = end
  }
  throw new Error('the grammar has no code')
}

/** @param {number} value */
function leb(value) {
  const bytes = []
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128)
  return Buffer.from([...bytes, value])
}
