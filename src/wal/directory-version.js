/**
 * Which directories this release makes, and which it opens: its own, and those of the version before, which it upgrades
 * (catalog/README.md, "Versions"). The number stands in the control file; it is raised with the first change, since a
 * release, of what is in a directory: built-in rows of the catalogs, the form of pages, rows, keys or log records.
 */

export const DIRECTORY_VERSION = 2
/** The oldest that is opened. */
export const OLDEST_VERSION = 1
