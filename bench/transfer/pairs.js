/**
 * The pairs of accounts of keynote-2's transfer benchmark, bit for bit: its generator (a state that is a double and
 * never wrapped), its Zipf table, its way of drawing a pair again when both ends are one account. Account 0 is the
 * hottest.
 */

const SEED = 0x12345678
const REDRAWS_MAX = 32
/** Above, the original samples by rejection, in another sequence. */
const ACCOUNTS_MAX = 100_000

/** @returns {() => number} uniform in [0, 1) */
export function uniform() {
  let t = SEED
  return () => {
    t += 0x6D2B79F5
    let r = Math.imul(t ^ (t >>> 15), 1 | t)
    r ^= r + Math.imul(r ^ (r >>> 7), 61 | r)
    return ((r ^ (r >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * @param {number} accounts
 * @param {number} alpha
 * @returns {() => number} account ids, by Zipf's law; uniform when alpha is 0
 */
function zipf(accounts, alpha) {
  const next = uniform()
  if (alpha <= 0) return () => Math.floor(next() * accounts)
  if (accounts > ACCOUNTS_MAX)
    throw new Error(`a Zipf distribution of more than ${ACCOUNTS_MAX} accounts is not rebuilt`)
  const cumulative = new Float64Array(accounts)
  const weight = (/** @type {number} */ rank) => Math.pow(rank + 1, -alpha)
  const total = kahan(accounts, weight)
  let sum = 0
  let lost = 0
  for (let rank = 0; rank < accounts; rank++) {
    const y = weight(rank) / total - lost
    const t = sum + y
    lost = (t - sum) - y
    sum = t
    cumulative[rank] = sum
  }
  cumulative[accounts - 1] = 1
  return () => {
    const u = next()
    let low = 0
    let high = accounts - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (cumulative[middle] >= u) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** @param {number} count @param {(at: number) => number} term */
function kahan(count, term) {
  let sum = 0
  let lost = 0
  for (let at = 0; at < count; at++) {
    const y = term(at) - lost
    const t = sum + y
    lost = (t - sum) - y
    sum = t
  }
  return sum
}

/** @param {number} accounts @param {number} alpha @param {number} count @returns {Int32Array} from, to, from, to … */
export function drawPairs(accounts, alpha, count) {
  const pick = zipf(accounts, alpha)
  const pairs = new Int32Array(count * 2)
  for (let at = 0; at < pairs.length; at += 2) {
    const from = pick()
    let to = pick()
    for (let again = 0; to === from && again < REDRAWS_MAX; again++) to = pick()
    pairs[at] = from
    pairs[at + 1] = to
  }
  return pairs
}

/**
 * FNV-1a over the first pairs, each id as four little-endian bytes.
 * @param {Int32Array} pairs
 * @param {number} count
 * @returns {string} hex
 */
function fingerprint(pairs, count) {
  let hash = 0x811c9dc5
  for (let at = 0; at < count * 2; at++) {
    for (let shift = 0; shift < 32; shift += 8) hash = Math.imul(hash ^ ((pairs[at] >>> shift) & 255), 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** Of the first 100,000 pairs over 100,000 accounts. */
const FINGERPRINTS = /** @type {Record<string, string>} */ ({
  0: 'bdfb79fa',
  0.5: '73b22c35',
  1: '51c4b07a',
  1.5: '99f28e0f',
})

/**
 * @param {Int32Array} pairs
 * @param {number} accounts
 * @param {number} alpha
 * @throws {Error} the generator is not the original's
 */
export function checkPairs(pairs, accounts, alpha) {
  const known = FINGERPRINTS[alpha]
  if (known === undefined || accounts !== ACCOUNTS_MAX || pairs.length < 200_000) return
  const found = fingerprint(pairs, 100_000)
  if (found !== known) throw new Error(`the pairs for alpha ${alpha} have the fingerprint ${found}, not ${known}`)
}
