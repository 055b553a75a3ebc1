/**
 * Sorts records of a few 32-bit words by the bits in which they differ: dealt out by up to 11 bits at a time, the large
 * ranges in place, small ones through a scratch area, and the smallest by insertion. What is compared lies in the
 * records themselves, so that a sort of many asks memory for nothing far away.
 *
 * A record's first `keyWords` words are unsigned numbers that order it, the first one first. Where these are only the
 * beginning of something longer, `more` brings the next piece of it for records that are alike so far, and says the
 * order of two.
 */

/** So many records are dealt with before others may be asked for their turn. */
export const RECORDS_AT_ONCE = 8192

const INSERTED_MAX = 20
const DIGIT_BITS_MAX = 11
/** Records per bucket that dealing out aims at, as a power of two. */
const BUCKET_BITS = 3

/**
 * Instead of a depth: what lies behind the words has ended in all of a range's records, and the words hold how long it
 * is.
 */
export const LENGTHS = 2 ** 30

/**
 * What is behind the words of a record, which are the bytes of it from `depth` on.
 * @typedef {object} More
 * @property {(words: Uint32Array, from: number, to: number, depth: number, known: Shared) => void} share makes `known`
 *   true of records [from, to) too, whose words are the same
 * @property {(words: Uint32Array, from: number, to: number, depth: number) => void} load gives records [from, to) the
 *   words of another depth, or LENGTHS
 * @property {(words: Uint32Array, a: number, b: number, depth: number) => number} tie order of the records at words a
 *   and b, whose words are equal
 */

/**
 * Of some records: how many bytes all begin with, and how many the longest has.
 * @typedef {{ first: number, bytes: number, longest: number }} Shared
 */

export class WordSort {
  /**
   * @param {Uint32Array} words
   * @param {number} width words of a record
   * @param {number} keyWords of these, at the front, order it
   * @param {More | null} more
   */
  constructor(words, width, keyWords, more) {
    this.words = words
    this.width = width
    this.keyWords = keyWords
    this.more = more
    this.scratch = new Uint32Array(RECORDS_AT_ONCE * width)
    this.held = new Uint32Array(width)
    this.differences = new Uint32Array(keyWords)
    /**
     * Of the range dealt out: the word its digit begins in, how far that is shifted to the left, and how many bits are
     * left over at the right.
     */
    this.word = 0
    this.left = 0
    this.right = 0
    /** Ends of buckets, for each level of ranges within ranges. @type {Int32Array[]} */
    this.ends = []
  }

  /**
   * @param {number} count records
   * @param {number} [depth] of their words
   * @returns {Generator<number, void, void>} says now and then how many it has dealt with
   */
  steps(count, depth = 0) {
    return this.#rangeSteps(0, count, depth, 0)
  }

  /**
   * @param {number} from
   * @param {number} to
   * @param {number} depth
   * @param {number} level
   * @returns {Generator<number, void, void>}
   */
  * #rangeSteps(from, to, depth, level) {
    const count = to - from
    if (count <= RECORDS_AT_ONCE) {
      this.#sort(from, to, depth, level)
      yield count
      return
    }
    this.differences.fill(0)
    for (let at = from; at < to; at += RECORDS_AT_ONCE) {
      this.#gatherDifferences(from, at, Math.min(to, at + RECORDS_AT_ONCE))
      yield RECORDS_AT_ONCE
    }
    const bits = this.#chooseDigit(count)
    if (bits === 0) {
      const { more } = this
      if (more === null || depth === LENGTHS) return
      const known = { first: from, bytes: LENGTHS, longest: 0 }
      for (let at = from; at < to; at += RECORDS_AT_ONCE) {
        more.share(this.words, at, Math.min(to, at + RECORDS_AT_ONCE), depth, known)
        yield RECORDS_AT_ONCE
      }
      const next = this.#nextDepth(depth, known)
      for (let at = from; at < to; at += RECORDS_AT_ONCE) {
        more.load(this.words, at, Math.min(to, at + RECORDS_AT_ONCE), next)
        yield RECORDS_AT_ONCE
      }
      yield* this.#rangeSteps(from, to, next, level)
      return
    }
    const { word, left, right } = this
    const ends = this.#endsOf(level, bits)
    for (let at = from; at < to; at += RECORDS_AT_ONCE) {
      this.#countDigits(ends, at, Math.min(to, at + RECORDS_AT_ONCE))
      yield RECORDS_AT_ONCE
    }
    const buckets = 1 << bits
    const nexts = new Int32Array(buckets)
    for (let bucket = 0, end = from; bucket < buckets; bucket++) {
      nexts[bucket] = end
      ends[bucket] = end += ends[bucket]
    }
    for (let bucket = 0; bucket < buckets;) {
      this.word = word
      this.left = left
      this.right = right
      bucket = this.#permute(nexts, ends, bucket, buckets)
      yield RECORDS_AT_ONCE
    }
    let waiting = 0
    for (let bucket = 0, start = from; bucket < buckets; start = ends[bucket++]) {
      const size = ends[bucket] - start
      if (size > RECORDS_AT_ONCE) yield* this.#rangeSteps(start, ends[bucket], depth, level + 1)
      else if (size > 1) this.#sort(start, ends[bucket], depth, level + 1)
      waiting += size
      if (waiting < RECORDS_AT_ONCE) continue
      yield waiting
      waiting = 0
    }
  }

  /**
   * A range that is sorted at once.
   * @param {number} from
   * @param {number} to
   * @param {number} depth
   * @param {number} level
   */
  #sort(from, to, depth, level) {
    const count = to - from
    if (count <= INSERTED_MAX) {
      this.#insertionSort(from, to, depth)
      return
    }
    this.differences.fill(0)
    this.#gatherDifferences(from, from, to)
    const bits = this.#chooseDigit(count)
    if (bits === 0) {
      const { more } = this
      if (more === null || depth === LENGTHS) return
      const known = { first: from, bytes: LENGTHS, longest: 0 }
      more.share(this.words, from, to, depth, known)
      const next = this.#nextDepth(depth, known)
      more.load(this.words, from, to, next)
      this.#sort(from, to, next, level)
      return
    }
    const { words, scratch, width } = this
    const ends = this.#endsOf(level, bits)
    this.#countDigits(ends, from, to)
    const buckets = 1 << bits
    for (let bucket = 0, end = 0; bucket < buckets; bucket++) {
      const size = ends[bucket]
      ends[bucket] = end
      end += size
    }
    this.#deal(ends, from, to)
    const first = from * width
    const filled = count * width
    for (let at = 0; at < filled; at++) words[first + at] = scratch[at]
    for (let bucket = 0, start = 0; bucket < buckets; start = ends[bucket++]) {
      if (ends[bucket] - start > 1) this.#sort(from + start, from + ends[bucket], depth, level + 1)
    }
  }

  /** @param {number} depth of words that are the same in all of a range @param {Shared} known of them */
  #nextDepth(depth, { bytes, longest }) {
    const next = Math.max(bytes, depth + 4 * this.keyWords)
    return next < longest ? next : LENGTHS
  }

  /** Zeros, as many as a digit has values. @param {number} level @param {number} bits */
  #endsOf(level, bits) {
    const ends = this.ends[level] ??= new Int32Array(1 << DIGIT_BITS_MAX)
    return ends.fill(0, 0, 1 << bits)
  }

  /**
   * In which bits do records [from, to) differ from the range's first?
   * @param {number} first
   * @param {number} from
   * @param {number} to
   */
  #gatherDifferences(first, from, to) {
    const { words, width, keyWords, differences } = this
    const end = to * width
    for (let word = 0; word < keyWords; word++) {
      const value = words[first * width + word]
      let difference = differences[word]
      for (let at = from * width + word; at < end; at += width) difference |= words[at] ^ value
      differences[word] = difference
      if (difference !== 0) return // the words after it do not matter now
    }
  }

  /**
   * @param {number} count of records
   * @returns {number} bits of the digit they are dealt out by; 0: they are all alike
   */
  #chooseDigit(count) {
    const { differences, keyWords } = this
    let word = 0
    while (word < keyWords && differences[word] === 0) word++
    if (word === keyWords) return 0
    let bits = Math.min(DIGIT_BITS_MAX, Math.max(2, 32 - Math.clz32(count >>> BUCKET_BITS)))
    const left = Math.clz32(differences[word])
    if (word === keyWords - 1) bits = Math.min(bits, 32 - left)
    this.word = word
    this.left = left
    this.right = 32 - bits
    return bits
  }

  /** @param {Int32Array} counts @param {number} from @param {number} to */
  #countDigits(counts, from, to) {
    const { words, width, word, left, right } = this
    const end = to * width
    if (left + 32 - right <= 32) {
      for (let at = from * width + word; at < end; at += width) counts[words[at] << left >>> right]++
    } else {
      const rest = 32 - left
      for (let at = from * width + word; at < end; at += width)
        counts[((words[at] << left) | (words[at + 1] >>> rest)) >>> right]++
    }
  }

  /**
   * Into the scratch area.
   * @param {Int32Array} nexts where in it each bucket begins; then where it ends
   * @param {number} from
   * @param {number} to
   */
  #deal(nexts, from, to) {
    const { words, scratch, width, word, left, right } = this
    const end = to * width
    const within = left + 32 - right <= 32
    const rest = within ? 0 : 32 - left
    for (let at = from * width; at < end; at += width) {
      const digit =
        (within ? words[at + word] << left : (words[at + word] << left) | (words[at + word + 1] >>> rest)) >>> right
      let into = nexts[digit]++ * width
      const stop = at + width
      for (let each = at; each < stop; each++) scratch[into++] = words[each]
    }
  }

  /**
   * In place: what lies in a bucket and does not belong there goes where it does, and what lay there goes on. Goes back
   * when it has moved many.
   * @param {Int32Array} nexts of each bucket, the first record not known to belong there
   * @param {Int32Array} ends
   * @param {number} bucket to begin with
   * @param {number} buckets
   * @returns {number} bucket to go on with
   */
  #permute(nexts, ends, bucket, buckets) {
    const { words, width, word, left, right, held } = this
    const within = left + 32 - right <= 32
    const rest = within ? 0 : 32 - left
    let moved = 0
    for (; bucket < buckets; bucket++) {
      const end = ends[bucket]
      for (let next = nexts[bucket]; next < end; nexts[bucket] = ++next) {
        const at = next * width
        let digit =
          (within ? words[at + word] << left : (words[at + word] << left) | (words[at + word + 1] >>> rest)) >>> right
        if (digit === bucket) continue
        if (moved >= RECORDS_AT_ONCE) return bucket
        for (let index = 0; index < width; index++) held[index] = words[at + index]
        do {
          const to = nexts[digit]++ * width
          digit =
            (within ? words[to + word] << left : (words[to + word] << left) | (words[to + word + 1] >>> rest)) >>> right
          for (let index = 0; index < width; index++) {
            const other = words[to + index]
            words[to + index] = held[index]
            held[index] = other
          }
          moved++
        } while (digit !== bucket)
        for (let index = 0; index < width; index++) words[at + index] = held[index]
      }
    }
    return bucket
  }

  /** @param {number} from @param {number} to @param {number} depth */
  #insertionSort(from, to, depth) {
    const { words, width, held } = this
    const first = from * width
    const end = to * width
    for (let next = first + width; next < end; next += width) {
      let at = next
      while (at > first && this.#isBefore(next, at - width, depth)) at -= width
      if (at === next) continue
      for (let index = 0; index < width; index++) held[index] = words[next + index]
      for (let index = next - 1; index >= at; index--) words[index + width] = words[index]
      for (let index = 0; index < width; index++) words[at + index] = held[index]
    }
  }

  /** @param {number} a @param {number} b places of records in words @param {number} depth */
  #isBefore(a, b, depth) {
    const { words, keyWords, more } = this
    for (let index = 0; index < keyWords; index++) {
      const x = words[a + index]
      const y = words[b + index]
      if (x !== y) return x < y
    }
    return more !== null && more.tie(words, a, b, depth) < 0
  }
}
