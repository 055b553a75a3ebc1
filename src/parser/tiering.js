/**
 * Keeps V8 from optimising the grammar's WebAssembly. Its first compiler's code is what runs soon and as fast:
 * statements parse within 4 % of the optimised code, while the optimising compiler takes 35 MB and a good part of a
 * second of another core over the grammar's one huge function, and starts at it with the first statements.
 *
 * The budget after which a function is optimised is a setting of V8's that each module takes along when it is compiled.
 * It is raised before libpg-query's is, which begins when that package is evaluated, and put back once it is there:
 * modules of the host program keep theirs. Where the usual value is not known, or the host set its own, it is left
 * alone.
 */
import v8 from 'node:v8'

const NEVER = 2 ** 30
const USUAL = /^11\./.test(process.versions.v8) ? 1_800_000 : 0
const setByHost = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((text) => text.includes('tier'))

/** @param {number} budget */
function setBudget(budget) {
  if (USUAL !== 0 && !setByHost) v8.setFlagsFromString(`--wasm-tiering-budget=${budget}`)
}

setBudget(NEVER)

/** The grammar is compiled. */
export const restoreTiering = () => setBudget(USUAL)
