/**
 * Tables of the elementary functions, made on first use from series in fixed point, exact to 2 ** -160; two numbers
 * stand for each value: the nearest one and the rest.
 */

const BITS = 160n
const ONE = 1n << BITS

/** @param {bigint} fixed @param {Float64Array} into @param {number} at */
function put(fixed, into, at) {
  const nearest = nearestOf(fixed)
  into[2 * at] = nearest
  into[2 * at + 1] = nearestOf(fixed - exact(nearest))
}

/** @param {bigint} fixed */
const nearestOf = (fixed) => Number(fixed) / 2 ** 80 / 2 ** 80

/** @param {number} value of no more than 160 binary places */
const exact = (value) => BigInt(value * 2 ** 80 * 2 ** 80)

/** @param {bigint} a @param {bigint} b */
const times = (a, b) => (a * b) >> BITS

/**
 * The sum of what becomes smaller and smaller.
 * @param {bigint} first
 * @param {(term: bigint, at: bigint) => bigint} next
 */
function series(first, next) {
  let sum = 0n
  for (let term = first, at = 1n; term !== 0n && term !== -1n; term = next(term, at), at++) sum += term
  return sum
}

/** 2 * artanh(z), which is ln((1 + z) / (1 - z)). @param {bigint} z */
function doubleArtanh(z) {
  const square = times(z, z)
  let sum = 0n
  for (let power = z, at = 1n; power !== 0n && power !== -1n; power = times(power, square), at += 2n) sum += power / at
  return 2n * sum
}

/** @param {bigint} z */
function arctangent(z) {
  const square = times(z, z)
  let sum = 0n
  for (let power = z, at = 1n; power !== 0n && power !== -1n; power = -times(power, square), at += 2n) sum += power / at
  return sum
}

/** 2 ** (j / 128), j from 0 to 127. */
export function exponentialTable() {
  const table = new Float64Array(256)
  const step = doubleArtanh(ONE / 3n) >> 7n
  const root = series(ONE, (term, at) => times(term, step) / at)
  for (let at = 0, value = ONE; at < 128; at++, value = times(value, root)) put(value, table, at)
  return table
}

/**
 * For each 128th of an octave (which starts at 0x3fe6a000 in the high word): an inverse of few bits of what is in its
 * middle, and minus its logarithm. Both neighbours of one take 1, so that nothing cancels there.
 */
export function logarithmTable() {
  const inverses = new Float64Array(128)
  const logarithms = new Float64Array(256)
  for (let at = 0; at < 128; at++) {
    const middle =
      at < 75 ? 0.5 + (0x6a000 + at * 0x2000 + 0x1000) / 0x200000 : 1 + ((at - 75) * 0x2000 + 0x1000) / 0x100000
    inverses[at] = at === 74 || at === 75 ? 1 : Math.round(512 / middle) / 512
    const inverse = exact(inverses[at])
    put(-doubleArtanh(((inverse - ONE) << BITS) / (inverse + ONE)), logarithms, at)
  }
  return { inverses, logarithms }
}

/** Sine and cosine of j / 64, j from 0 to 51: four numbers each. */
export function circularTable() {
  const table = new Float64Array(208)
  for (let at = 0; at < 52; at++) {
    const angle = (ONE * BigInt(at)) >> 6n
    const square = times(angle, angle)
    put(series(angle, (term, count) => -times(term, square) / (2n * count * (2n * count + 1n))), table, 2 * at)
    put(series(ONE, (term, count) => -times(term, square) / (2n * count * (2n * count - 1n))), table, 2 * at + 1)
  }
  return table
}

/** The arc tangent of j / 64, j from 0 to 64. */
export function arctangentTable() {
  const table = new Float64Array(130)
  let angle = 0n
  for (let at = 0; at <= 64; at++) {
    if (at > 0) angle += arctangent((ONE << 6n) / BigInt(4096 + at * (at - 1)))
    put(angle, table, at)
  }
  return table
}

/** 2 / pi in 1300 binary places (John Machin's series). */
export function twoOverPi() {
  const bits = 1340n
  /** @param {bigint} inverse */
  const part = (inverse) => {
    let sum = 0n
    for (
      let power = (1n << bits) / inverse, at = 1n, sign = 1n;
      power !== 0n;
      power /= inverse * inverse, at += 2n, sign = -sign
    )
      sum += sign * (power / at)
    return sum
  }
  return (1n << (bits + 1301n)) / (16n * part(5n) - 4n * part(239n))
}
