/**
 * Parts of relations that a transaction which changes the catalog has read in its own view. Each of its changes of a
 * relation makes the whole descriptor stale, though it changed one catalog: what the other catalogs say is kept here.
 *
 * A part is good while the transaction has written to none of the catalogs it came from, nothing it wrote there was
 * rolled back, and nobody has committed. Of catalogs whose rows belong to one relation each, only that one's rows
 * count: an index's columns are written to pg_attribute too.
 */

/** @typedef {{ value: unknown, catalogs: readonly string[], serial: number, csn: number }} Part */

/** Catalogs whose rows say of which relation they are, with the column that does. */
export const OWNER_COLUMNS = new Map([['pg_attribute', 'attrelid'], ['pg_attrdef', 'adrelid'],
  ['pg_constraint', 'conrelid'], ['pg_trigger', 'tgrelid'], ['pg_inherits', 'inhrelid']])

/** A relation's rows of such a catalog. @param {string} catalog @param {number} oid */
export const rowsOf = (catalog, oid) => `${catalog} ${oid}`

export class OwnReads {
  constructor() {
    this.serial = 0
    /**
     * When a catalog, or one relation's rows of it, was last written, or a write undone.
     * @type {Map<string, number>}
     */
    this.changed = new Map()
    /** @type {Map<string, Part>} */
    this.parts = new Map()
  }

  /**
   * The transaction wrote to a catalog, or that was rolled back.
   * @param {string} catalog @param {number} [owner] the relation whose rows were written
   */
  note(catalog, owner = 0) {
    const serial = ++this.serial
    this.changed.set(catalog, serial)
    if (owner !== 0) this.changed.set(rowsOf(catalog, owner), serial)
  }

  /**
   * @template T
   * @param {string} key what it is, and of which object
   * @param {number} csn of the snapshot it is read under
   * @param {() => T} read
   * @param {(value: T) => readonly string[]} catalogsOf what it was read from: catalogs, or `rowsOf` a relation
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

  /**
   * Whether what is committed of these is the transaction's own view of them, too.
   * @param {readonly string[]} catalogs as `part` has them
   */
  wroteNone(catalogs) {
    return catalogs.every((catalog) => !this.changed.has(catalog))
  }

  /** @param {Part} part */
  #isUnchanged({ catalogs, serial }) {
    return catalogs.every((catalog) => (this.changed.get(catalog) ?? 0) <= serial)
  }
}
