/** What became of an attempt to lock or change a row (README.md says who does what then). */
export const OK = 0
/** No version of the row is visible to the snapshot. */
export const INVISIBLE = 1
/** This transaction changed or deleted it after the snapshot's command. */
export const SELF_MODIFIED = 2
/** A newer committed version exists; it is locked and at `heap.currentAt`. */
export const UPDATED = 3
/** A committed transaction deleted it. */
export const DELETED = 4
/** Somebody else holds it: `heap.wait`. */
export const WAIT = 5
