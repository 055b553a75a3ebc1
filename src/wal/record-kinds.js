/**
 * Every kind of WAL record, in one place: numbers are part of the on-disk format and never change meaning. The
 * payload's bytes are described beside the code that writes and redoes them (named in the comment).
 */
export const RECORD_KINDS = Object.freeze({
  // 1..9 transactions and checkpoints
  CHECKPOINT: 1,
  COMMIT: 2,
  ABORT: 3,
  XID_RANGE: 4, //         xids below this may have been handed out
  OID_RANGE: 5, //         object ids and file ids below these may have been handed out
  // 10..19 relation files: src/storage/relation-files.js
  FILE_CREATE: 10,
  FILE_DROP: 11,
  // 12 and 13 were never written
  PAGE_IMAGE: 14, //       whole pages, for bottom-up builds
  FILE_LENGTHS: 15, //     how long files are, as of a checkpoint: src/storage/file-lengths.js
  FILE_QUARANTINE: 16, //  a relation that is damaged: src/storage/quarantine.js
  // 20..39 heap: src/storage/heap/README.md
  HEAP_INSERT: 20,
  HEAP_INSERT_MANY: 21,
  HEAP_PATCH: 22,
  HEAP_UPDATE: 23,
  HEAP_DELETE: 24,
  HEAP_UNDO: 25,
  HEAP_PURGE: 26,
  // 40..49 B+tree: src/storage/btree/
  BTREE_INSERT: 40, //     one entry into a leaf; undone logically
  BTREE_REMOVE: 41, //     one entry out of a leaf: purge, or compensation of an insert
  BTREE_CHANGE: 42, //     several pages at once: splits, merges, builds
  BTREE_SPLICE: 43, //     a part of one entry of a leaf: src/storage/gin/, nobody's
  // 50..59 gist: src/storage/gist/
  GIST_INSERT: 50, //      one entry into a leaf; undone logically
  GIST_REMOVE: 51, //      one entry out of a leaf: purge, or compensation of an insert
  GIST_KEY: 52, //         the key of one inner entry
  // 60..69 out-of-line values and free space: src/storage/
  OVERFLOW_PAGE: 60,
  OVERFLOW_FREE: 61,
  // 70..79 sequences: src/storage/heap/sequence.js
  SEQUENCE_SET: 70,
})
