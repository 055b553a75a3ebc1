/** What an undo record undoes. Who registers for a kind says how (`handlers.js`); the numbers live in memory only. */
export const UNDO_KINDS = Object.freeze({
  INSERT: 1,
  INSERT_MANY: 2, //        before bytes: u16 slots of one page
  PATCH: 3, //              before bytes: the range
  UPDATE: 4, //             before bytes: the home tuple from offset 14
  DELETE: 5,
  LOCK: 6,
  INDEX_INSERT: 7, //       before bytes: the key; the entry was new
  INDEX_KEEP: 8, //         before bytes: the key; the entry existed
  OVERFLOW_STORED: 9, //    before bytes: the 16-byte pointer; freed by rollback
  OVERFLOW_DROPPED: 10, //  before bytes: the 16-byte pointer; freed by purge
  FILE_CREATED: 11,
  FILE_DROPPED: 12, //      purge unlinks the file
})
export const UNDO_KIND_COUNT = 13

/** Bits of `changed` in heap.patch and heap.update (and offset 1 of their undo records; TRIM there only). */
export const CHANGED = Object.freeze({
  KEY: 1, //      columns a foreign key could point at: the row lock is UPDATE, not NO KEY UPDATE
  INDEXED: 2, //  columns of any index: purge looks for stale entries
  TRIM: 4, //     the slot holds a good deal more than the new version needs: purge gives it back
})
