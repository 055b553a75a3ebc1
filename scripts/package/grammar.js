/**
 * Fits the grammar's WebAssembly to a quick start (docs/decisions/0005). Its code stays as it is; two things of how V8
 * treats it change:
 *
 * - Its memory is shared memory. V8 counts the 128 MB of other memory (of which statements touch a few hundred kB) as
 *   held by this thread, and collects the whole heap for it, twice while a database opens.
 * - The large functions that first statements call are named in a section "compilationHints" (V8's, experimental;
 *   ignored unless load.js turns it on): other threads compile them while the database opens.
 *
 * Formats: WebAssembly core specification 2.0, 5.5 (modules); threads proposal, limits; "Compilation hints" in
 * WebAssembly/design. Sections: id byte, size, contents; numbers are LEB128.
 */
const MEMORY = 5
const FUNCTIONS = 3
const IMPORTS = 2
const CODE = 10
const CUSTOM = 0

/** Flags of a memory's limits. */
const HAS_MAXIMUM = 1
const SHARED = 2

/** A function's code from which on its compilation takes a millisecond and more. */
const LARGE_BYTES = 10_000

/** Hints: how to compile, and with which compiler first and later (V8, wasm-module.h). */
const LAZY = 1
const EAGER = 2
const BASELINE_TWICE = (1 << 2) | (1 << 4)

/**
 * @param {Buffer} wasm a module with one memory of its own that has a maximum
 * @param {Set<number>} eager indexes of functions, as V8's traces count them: imported ones first
 * @returns {Buffer}
 * @throws {Error} the module is of another shape
 */
export function fittedGrammar(wasm, eager) {
  const sections = sectionsOf(wasm)
  const memory = sections.get(MEMORY),
    code = sections.get(CODE)
  if (memory === undefined || code === undefined || wasm[memory.body] !== 1 || wasm[memory.body + 1] !== HAS_MAXIMUM)
    throw new Error('the grammar has another kind of memory than one with a maximum')
  const hints = hintsSection(wasm, sections, eager)
  const fitted = Buffer.concat([wasm.subarray(0, code.start), hints, wasm.subarray(code.start)])
  fitted[memory.body + 1] = HAS_MAXIMUM | SHARED
  return fitted
}

/**
 * The functions of a run whose compilation takes so long that another thread should do it.
 * @param {string} trace what `node --trace-wasm-compilation-times` printed @returns {Set<number>}
 */
export function largeFunctions(trace) {
  const found = [...trace.matchAll(/#(\d+) using \w+, took .*? bodysize (\d+)/g)]
    .filter(([, , bytes]) => Number(bytes) >= LARGE_BYTES)
    .map(([, index]) => Number(index))
  if (found.length === 0) throw new Error('the trace of compilations names no large function')
  return new Set(found)
}
/** @typedef {{ start: number, body: number, end: number }} Section offsets */

/** @param {Buffer} wasm @returns {Map<number, Section>} by id; custom ones are left out */
function sectionsOf(wasm) {
  const sections = new Map()
  for (let start = 8; start < wasm.length;) {
    const { value: size, at: body } = number(wasm, start + 1)
    if (wasm[start] !== CUSTOM) sections.set(wasm[start], { start, body, end: body + size })
    start = body + size
  }
  return sections
}

/**
 * One hint for each function that is not imported.
 * @param {Buffer} wasm
 * @param {Map<number, Section>} sections
 * @param {Set<number>} eager
 */
function hintsSection(wasm, sections, eager) {
  const functions = sections.get(FUNCTIONS)
  if (functions === undefined) throw new Error('the grammar has no functions')
  const { value: declared } = number(wasm, functions.body)
  const imported = importedFunctions(wasm, sections.get(IMPORTS))
  const hints = Array.from(
    { length: declared },
    (_, index) => (eager.has(imported + index) ? EAGER : LAZY) | BASELINE_TWICE
  )
  const name = Buffer.from('compilationHints')
  const contents = Buffer.from([...encoded(name.length), ...name, ...encoded(declared), ...hints])
  return Buffer.concat([Buffer.from([CUSTOM, ...encoded(contents.length)]), contents])
}

/** @param {Buffer} wasm @param {Section | undefined} imports */
function importedFunctions(wasm, imports) {
  if (imports === undefined) return 0
  const { value: count, at: first } = number(wasm, imports.body)
  let at = first
  for (let left = count; left > 0; left--) {
    for (const part of ['module', 'name']) {
      const { value: length, at: text } = number(wasm, at)
      if (text + length > imports.end) throw new Error(`an import's ${part} is longer than its section`)
      at = text + length
    }
    if (wasm[at] !== 0) throw new Error('the grammar imports more than functions')
    at = number(wasm, at + 1).at
  }
  return count
}

/** @param {Buffer} wasm @param {number} at */
function number(wasm, at) {
  let value = 0
  for (let scale = 1; ; scale *= 128) {
    const byte = wasm[at++]
    value += (byte & 127) * scale
    if (byte < 128) return { value, at }
  }
}

/** @param {number} value @returns {number[]} */
const encoded = (value) => value < 128 ? [value] : [(value & 127) | 128, ...encoded(Math.floor(value / 128))]
