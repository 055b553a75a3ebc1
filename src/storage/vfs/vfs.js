/**
 * The file system as everything above sees it: two small interfaces whose comments are promises. `DiskVfs` is the real
 * one, `MemoryVfs` keeps files in memory, as does the tests' `FaultVfs`, which fails and loses power on request.
 *
 * Paths are strings relative to the Vfs' root, parts joined by '/', without '.' and '..'; '' is the root directory
 * itself. Every failure is a `DbError` of src/errors/storage.js (58P01 no such file, 58P02 exists, 53100 disk full,
 * 58030 and others), whatever the implementation.
 */
import { assert } from '../../util/assert.js'

/**
 * @typedef {object} VfsFile
 * @property {string} path as given to open; for messages
 * @property {(bytes: Uint8Array, start: number, length: number, position: number) => number} readSync
 *   fills bytes[start, start+length) from the file's `position`; returns bytes read, short only at the end of the file
 * @property {(bytes: Uint8Array, start: number, length: number, position: number) => void} writeSync writes all of it
 *   or throws; visible to every read at once, durable only after a sync; may extend the file (a gap reads as zeros)
 * @property {() => void} syncSync returns when every write before it survives a power cut (data and size, not times)
 * @property {(bytes: Uint8Array, start: number, length: number, position: number) => Promise<number>} read
 *   as readSync, off the main thread; `bytes` belongs to the call until it settles
 * @property {(bytes: Uint8Array, start: number, length: number, position: number) => Promise<void>} write
 *   as writeSync, off the main thread; `bytes` must not change until it settles
 * @property {() => Promise<void>} sync as syncSync, off the main thread: covers the writes finished before the call,
 *   and says nothing about later ones. A rejection is final: the unsynced writes may be lost even if a later sync
 *   resolves
 * @property {(size: number) => void} truncate cuts or extends (with zeros) to `size`; durable after a sync
 * @property {() => number} size in bytes
 * @property {(size: number) => void} allocate extends the file to at least `size` by *writing* zeros, so that a sync
 *   after a later write inside it changes no metadata; durable after a sync; never shrinks
 * @property {() => void} close exactly once; asynchronous calls still under way finish first
 * @property {() => void} [closeLater] instead: a large nameless file gives back its room off the thread
 */

/**
 * @typedef {object} OpenOptions
 * @property {boolean} [create] makes the file if it is absent (its name is durable after syncDir of its directory)
 * @property {boolean} [exclusive] with create: 58P02 if it exists
 * @property {boolean} [readOnly] writes fail; for files that may not be written
 */

/**
 * @typedef {object} Vfs
 * @property {string} name for messages: the root directory, or ':memory:'
 * @property {(path: string, options?: OpenOptions) => VfsFile} open for reading and writing; 58P01 if absent and not
 *   `create`
 * @property {(path: string) => boolean} exists file or directory; throws where the system does not say
 * @property {(dir: string) => string[]} list names in the directory, sorted; empty if there is no such directory
 * @property {(path: string) => void} mkdir with its parents; no error if it is there already. Of '', the names of all
 *   that it makes are durable when it returns
 * @property {(from: string, to: string) => void} rename atomically replaces `to`; durable after syncDir of both
 *   directories
 * @property {(path: string) => void} unlink removes a file; open handles keep working; durable after syncDir
 * @property {(dir: string) => void} syncDir returns when names made, renamed and removed in `dir` before it survive a
 *   power cut
 * @property {() => void} holdNames from here on syncDir only remembers its directory: while a data directory is made
 *   nothing in it counts before its last name
 * @property {() => void} syncHeldNames syncs the directories that were remembered, each once; syncDir syncs again
 * @property {(path: string) => Promise<void>} unlinkLater as unlink, off the main thread: giving back a large file's
 *   blocks takes long
 * @property {(path: string) => Promise<void>} unlinkInSteps as unlinkLater, but shortens the file step by step before:
 *   a sync of another file waits for one of these at most. A crash may leave it shorter
 * @property {(dir: string) => Promise<void>} syncDirLater as syncDir, off the main thread: covers the names changed
 *   before the call
 * @property {(path: string, holderText: string, onLost?: (error: Error) => void, shared?: boolean
 *   ) => (() => void) | Promise<() => void>}
 *   lock takes the lock named `path` for this process and returns what releases it; 55006 naming the holder while
 *   another living process (or this one) has it; a dead process' lock is taken over. `onLost` is told when it is held
 *   no longer. Those who share it do not exclude each other
 * @property {() => boolean} [giveDescriptor] set by who keeps files open that it can open again, and called when the
 *   system has no descriptor left: closes one; false: there is none to close
 * @property {() => Promise<void>} [rest] before the lock is let go: resolves when it makes nothing of its own accord
 *   any more
 * @property {() => number} freeBytes what files may still grow by, as far as the system says; Infinity: it does not
 * @property {() => VfsFile} tempFile a nameless file that is gone when it is closed, or the process ends
 */

/** The directory part of a path. @param {string} path */
export function directoryOf(path) {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? '' : path.slice(0, slash)
}

/** The last part of a path. @param {string} path */
export const baseName = (path) => path.slice(path.lastIndexOf('/') + 1)

/** @param {string} path */
export function assertRelative(path) {
  const isInside = !path.startsWith('/') && !path.endsWith('/')
    && (!path.includes('..') || !path.split('/').includes('..'))
  if (!isInside) assert(false, `"${path}" is a path inside the root`)
}
