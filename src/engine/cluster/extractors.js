/**
 * What makes the keys of indexes over expressions, and of partial ones. It is compiled when somebody first needs it:
 * schema changes read an index's description again and again, mostly for other reasons, and mostly it is what it was.
 */
import { SPEAKS_OF_USERS } from '../../catalog/expr-text.js'

/** @import { IndexDesc, RelationDesc } from '../../catalog/relation.js' */
/** @typedef {NonNullable<IndexDesc['extractKey']>} ExtractKey */
/** @typedef {{ extract: ExtractKey, computed: ReturnType<NonNullable<IndexDesc['computed']>> }} Made */
/** @typedef {{ layout: unknown, text: string, made: () => Made }} Known */

const KNOWN_MAX = 1000

export class Extractors {
  constructor() {
    /** By the index's OID. @type {Map<number, Known>} */
    this.known = new Map()
  }

  /**
   * @param {IndexDesc} index gets `computed` @param {RelationDesc} relation with its layout
   * @param {() => Made} make @returns {ExtractKey}
   */
  of(index, relation, make) {
    const made = this.find(index, relation, make)
    index.computed = () => made().computed
    return (bytes, view, tupleAt, out, outAt) => made().extract(bytes, view, tupleAt, out, outAt)
  }

  /** @param {IndexDesc} index @param {RelationDesc} relation @param {() => Made} make @returns {() => Made} */
  find(index, relation, make) {
    const text = index.storedText
    const found = this.known.get(index.oid)
    if (found !== undefined && found.layout === relation.layout && found.text === text) return found.made
    const made = once(make)
    if (index.storedText !== '' && !SPEAKS_OF_USERS.test(text)) {
      if (this.known.size >= KNOWN_MAX) this.known.clear()
      this.known.set(index.oid, { layout: relation.layout, text, made })
    }
    return made
  }
}

/** @param {() => Made} make @returns {() => Made} */
function once(make) {
  /** @type {(() => Made) | null} */
  let source = make
  /** @type {Made | null} */
  let made = null
  return () => {
    if (made === null && source !== null) {
      made = source()
      source = null
    }
    return /** @type {Made} */ (made)
  }
}
