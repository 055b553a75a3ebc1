/**
 * Numbers that name things. All are plain numbers, and a plain number (a sum, what was read from bytes) may stand for
 * each; what has one of these types may not stand for another, so that a block is never taken for a slot.
 */

/** A position in the log, in bytes since its beginning. @typedef {number & { readonly kind?: 'lsn' }} Lsn */
/** A page of a relation's file, from 0. @typedef {number & { readonly kind?: 'block' }} BlockNumber */
/** A page's place in the buffer pool, from 0. @typedef {number & { readonly kind?: 'frame' }} FrameNumber */
/** A row's place in its page, from 0. @typedef {number & { readonly kind?: 'slot' }} SlotNumber */
/** Where a row is: its block and its slot in one number. @typedef {number & { readonly kind?: 'tid' }} Tid */
/** A transaction that has written; 0: none. @typedef {number & { readonly kind?: 'xid' }} Xid */

export {}
