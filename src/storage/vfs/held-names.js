/** The syncs of directories, which can be held back. Whoever extends it says how one is synced. @abstract */
export class HeldNames {
  /** Directories to be synced later; null: none is held back. @type {Set<string> | null} */
  #held = null

  /**
   * From here on syncDir only remembers its directory: while a data directory is made, nothing in it counts before its
   * last name.
   */
  holdNames() { this.#held = new Set() }

  /** Syncs the directories that were remembered, each once; from here on syncDir syncs again. */
  syncHeldNames() {
    const dirs = this.#held ?? []
    this.#held = null
    for (const dir of dirs) this.syncNames(dir)
  }

  /** @param {string} dir */
  syncDir(dir) {
    if (this.#held === null) this.syncNames(dir)
    else this.#held.add(dir)
  }

  /** @abstract @param {string} dir */
  syncNames(dir) {
    throw new Error(`nothing syncs the names in "${dir}"`)
  }
}
