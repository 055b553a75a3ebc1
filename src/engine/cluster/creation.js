/**
 * Making a data directory, whole or not at all. The mark is the first thing in a new directory and durable before the
 * second; it goes when the control file, the last, is there. So what is found with a mark and without a control file is
 * half made, and nobody's data: it is swept away and made anew.
 *
 *   EMPTY ──► MARKED ──► template, log, areas ──► their names synced ──► control file ──► mark removed: COMPLETE
 *               ▲ sweep       │ crash
 *               └─────────────┘
 *
 * Without either, but with files of a database, the control file was lost: that is refused, never swept.
 */
import { dataCorrupted, notOurDirectory } from '../../errors/storage.js'

/** @import { Vfs } from '../../storage/vfs/vfs.js' */

const MARK = 'creation'
/** Folders of a data directory, and what is in them. */
const CONTENTS = /** @type {[string, RegExp][]} */ ([
  ['base', /^[0-9a-f]{8}(\.free(\..*)?)?$/], ['wal', /^([0-9a-f]{16}|preparing\.\d+|reserve)$/],
  ['', /^(double-write|control\.creating|catalog-template|catalog-base)/],
])

/**
 * What may lie in the root of a directory that is to become a data directory: what an attempt that failed left, and
 * what no program means by itself.
 */
const OWN_NAMES = /^(base|wal|temp|creation|seawall\.lock.*|control\.creating|catalog-template.*|catalog-base.*|double-write.*|postgresql\.auto\.conf.*|lost\+found|\..*)$/

/**
 * A directory that is somebody else's is left alone.
 * @param {Vfs} vfs a directory without a control file
 * @param {string} name of it
 * @throws {DbError} 58P02
 */
export function refuseForeign(vfs, name) {
  const names = vfs.list('')
  if (names.includes('catalog-template')) return // ours, and if its control file is gone beginCreation says so
  const foreign = names.includes('PG_VERSION') ? 'PG_VERSION' : names.find((one) => !OWN_NAMES.test(one))
  if (foreign !== undefined) throw notOurDirectory(name, foreign)
}

/**
 * Before anything of a new directory is made.
 * @param {Vfs} vfs
 * @throws {DbError} XX001 there is a database without a control file
 */
export function beginCreation(vfs) {
  const left = CONTENTS.flatMap(([dir, names]) =>
    dir !== '' && !vfs.exists(dir)
      ? []
      : vfs
          .list(dir)
          .filter((name) => names.test(name))
          .map((name) => (dir === '' ? name : `${dir}/${name}`)),
  )
  if (left.length > 0 && !vfs.exists(MARK)) {
    throw dataCorrupted('the control file is missing', {
      detail: `The directory holds files of a database, such as "${left[0]}".`,
      hint: 'Restore the data directory from a copy, or choose an empty one.',
    })
  }
  vfs.syncHeldNames() // of an attempt that failed
  if (!vfs.exists(MARK)) vfs.open(MARK, { create: true }).close()
  vfs.syncDir('') // also a mark that is there: a process that was killed may not have synced it
  for (const path of left) vfs.unlink(path)
  vfs.holdNames()
}

/** All but the control file is there, its contents synced. @param {Vfs} vfs */
export const syncCreated = (vfs) => vfs.syncHeldNames()

/** The control file is durable: nothing is half made any more. @param {Vfs} vfs */
export function endCreation(vfs) {
  if (!vfs.exists(MARK)) return
  vfs.unlink(MARK)
  vfs.syncDir('')
}
