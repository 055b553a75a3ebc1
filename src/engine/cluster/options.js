/** What a cluster is opened with. */

/** @import { Clock } from '../turns/clock.js' */
/** @import { Vfs } from '../../storage/vfs/vfs.js' */

/**
 * @typedef {object} ClusterOptions
 * @property {string | URL} [path=':memory:'] a directory, or ':memory:'
 * @property {Vfs} [vfs] instead of a path: where everything is kept (tests)
 * @property {Clock} [clock] where time and timers come from (tests)
 * @property {import('../../util/prng.js').Random} [random] what random() and gen_random_uuid() draw from (tests)
 * @property {boolean} [create=true] make the directory if it is absent
 * @property {'immediate' | 'batch' | 'none'} [walSync='immediate'] see the table in README
 * @property {number} [walBatchMs=5] longest time a commit may stay unsynced in `batch`
 * @property {number} [walBatchCommits=1000] most commits that may stay unsynced in `batch`
 * @property {string | number} [bufferPool='128MB'] memory for pages, at least 2 MB
 * @property {string} [workMem] default of the setting work_mem
 * @property {string | number} [memoryLimit] what the engine may hold in memory, at least 32 MB; what would pass it is
 *   refused (53200). Defaults of bufferPool, workMem and maxWal follow it (storage/README.md, "Memory")
 * @property {number} [walSegmentBytes] of a new directory; 16 MB on disk, 1 MB in memory
 * @property {number} [checkpointMs] time between checkpoints; checkpoint_timeout, if not given
 * @property {string | number} [maxWal='1GB'] log written between checkpoints; in memory 256 MB
 * @property {boolean} [serverFiles=true] COPY and file_fdw read and write files of this machine for superusers and
 *   members of pg_read_server_files and pg_write_server_files; false: for nobody
 * @property {boolean} [profile=false] measure where the engine's time goes
 * @property {number} [slowQueryMs] statements that take longer are told to `logger`, of whichever session: the default
 *   of log_min_duration_statement
 * @property {(line: string) => void} [logger] one line per notable event; nothing is printed without it
 */

export {}
