/**
 * Looks at the files of a data directory that cannot be opened, without changing any of them: what `seawall check`
 * still says then. The control file, the log as far as recovery would read it, the checksum of every page.
 */
import { DbError } from '../../errors/db-error.js'
import { PAGE_BYTES, pageProblem } from '../../storage/page.js'
import { ControlFile } from '../../wal/control-file.js'
import { findEnd } from '../../wal/log-reader.js'

/** @import { Vfs } from '../../storage/vfs/vfs.js' */

/** @typedef {{ path: string, message: string, code: string }} FileFinding */
/** @typedef {{ pages: number, files: number, findings: FileFinding[] }} FilesReport */

const PAGES_AT_ONCE = 128
/** Damaged pages of one file that are told one by one. */
const TOLD_MAX = 10

/**
 * @param {Vfs} vfs locked by the caller, who keeps others out
 * @returns {FilesReport} pages that a crash tore are among the findings: opening, if it comes so far, mends them
 */
export function checkFilesOnly(vfs) {
  /** @type {FilesReport} */
  const report = { pages: 0, files: 0, findings: [] }
  guard(report, 'control', () => {
    const control = ControlFile.open(vfs)
    control.close()
    const { walSegmentBytes: segmentBytes, systemIdentifier, redoLsn } = control.fields
    guard(report, 'wal', () => findEnd(vfs, redoLsn, { segmentBytes, systemIdentifier }))
  })
  guard(report, 'base', () => {
    for (const name of vfs.list('base')) {
      if (/^[0-9a-f]{8}$/.test(name)) guard(report, `base/${name}`, () => checkPages(vfs, `base/${name}`, report))
    }
  })
  return report
}

/** @param {FilesReport} report @param {string} path @param {() => void} step what it stumbles over is a finding */
function guard(report, path, step) {
  try {
    step()
  } catch (error) {
    const code = error instanceof DbError ? error.code : 'XX001'
    report.findings.push({ path, message: error instanceof Error ? error.message : String(error), code })
  }
}

/** @param {Vfs} vfs @param {string} path @param {FilesReport} report */
function checkPages(vfs, path, report) {
  const fileId = Number.parseInt(path.slice(-8), 16)
  const bytes = new Uint8Array(PAGES_AT_ONCE * PAGE_BYTES)
  const view = new DataView(bytes.buffer)
  const file = vfs.open(path)
  let damaged = 0
  try {
    report.files++
    for (let first = 0, count = bytes.length; count === bytes.length; first += PAGES_AT_ONCE) {
      count = file.readSync(bytes, 0, bytes.length, first * PAGE_BYTES)
      for (let at = 0; at < count; at += PAGE_BYTES) {
        const block = first + at / PAGE_BYTES
        const why = at + PAGE_BYTES > count ? 'It is cut short.' : pageProblem(view, bytes, at, fileId, block)
        report.pages++
        if (why === '' || ++damaged > TOLD_MAX) continue
        report.findings.push({ path, message: `invalid page in block ${block}: ${why}`, code: 'XX001' })
      }
    }
  } finally {
    file.close()
  }
  if (damaged <= TOLD_MAX) return
  report.findings.push({ path, message: `${damaged - TOLD_MAX} more blocks are damaged`, code: 'XX001' })
}
