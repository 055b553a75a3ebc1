/**
 * Parts of relations that a transaction which changes the catalog has read in its own view. Each of its changes of a
 * relation makes the whole descriptor stale, though it changed one catalog: what the other catalogs say is kept here.
 *
 * A part is good while the transaction has written to none of the catalogs it came from, nothing it wrote there was
 * rolled back, and nobody has committed.
 */

/** @typedef {{ value: unknown, catalogs: readonly string[], serial: number, csn: number }} Part */

export class OwnReads {
  constructor() {
    this.serial = 0
    /** When each catalog was last written, or a write undone. @type {Map<string, number>} */
    this.changed = new Map()
    /** @type {Map<string, Part>} */
    this.parts = new Map()
  }

  /** The transaction wrote to a catalog, or that was rolled back. @param {string} catalog */
  note(catalog) {
    this.changed.set(catalog, ++this.serial)
  }

  /**
   * @template T
   * @param {string} key what it is, and of which object
   * @param {number} csn of the snapshot it is read under
   * @param {() => T} read
   * @param {(value: T) => readonly string[]} catalogsOf what it was read from
   * @returns {T} not to be changed
   */
  part(key, csn, read, catalogsOf) {
    const known = this.parts.get(key)
    if (known !== undefined && known.csn === csn && this.#isUnchanged(known)) return /** @type {T} */ (known.value)
    const { serial } = this
    const value = read()
    this.parts.set(key, { value, catalogs: catalogsOf(value), serial, csn })
    return value
  }

  /** @param {Part} part */
  #isUnchanged({ catalogs, serial }) {
    return catalogs.every((catalog) => (this.changed.get(catalog) ?? 0) <= serial)
  }
}
