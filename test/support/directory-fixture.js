/**
 * Data directories in one compressed file, so that tests can open what earlier releases made: JSON of what is in it, a
 * line feed, then all bytes one behind the other. Template files hold deflated pages, which compress no further and
 * repeat from directory to directory: they are kept as their pages.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { TEMPLATE_PATH, WholeTemplate, wholeTemplate } from '../../src/storage/template.js'

/** @typedef {Map<string, Uint8Array>} Directory bytes by path */

/** @param {Record<string, Directory>} directories by name @returns {Uint8Array} */
export function pack(directories) {
  /** @type {Uint8Array[]} */
  const parts = []
  const contents = Object.entries(directories).map(([name, files]) => ({
    name,
    files: [...files].map(([path, bytes]) => {
      if (path !== TEMPLATE_PATH) {
        parts.push(bytes)
        return { path, bytes: bytes.length }
      }
      const template = WholeTemplate.of(bytes)
      const relations = [...template.extents.keys()].map((fileId) => {
        const pages = template.pages(fileId).slice()
        parts.push(pages)
        return { fileId, bytes: pages.length }
      })
      return { path, stamp: template.stamp, relations }
    }),
  }))
  const whole = Buffer.concat([Buffer.from(`${JSON.stringify(contents)}\n`), ...parts])
  return brotliCompressSync(whole, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
    },
  })
}

/** @param {Uint8Array} packed @returns {Record<string, Directory>} */
export function unpack(packed) {
  const whole = brotliDecompressSync(packed)
  let at = whole.indexOf(10) + 1
  const take = (/** @type {number} */ count) => whole.subarray(at, at += count)
  return Object.fromEntries(
    JSON.parse(whole.subarray(0, at).toString()).map((/** @type {any} */ { name, files }) => [
      name,
      new Map(
        files.map((/** @type {any} */ file) => [
          file.path,
          file.relations === undefined
            ? take(file.bytes)
            : wholeTemplate(
                file.stamp,
                file.relations.map((/** @type {any} */ { fileId, bytes }) => ({
                  fileId,
                  pages: new Uint8Array(take(bytes)),
                })),
              ),
        ]),
      ),
    ]),
  )
}

/** @param {Directory} directory @param {any} vfs empty; gets its files, synced */
export function putInto(directory, vfs) {
  for (const [path, bytes] of directory) {
    const slash = path.lastIndexOf('/')
    if (slash > 0) vfs.mkdir(path.slice(0, slash))
    const file = vfs.open(path, { create: true })
    file.writeSync(bytes, 0, bytes.length, 0)
    file.syncSync()
    file.close()
    vfs.syncDir(slash > 0 ? path.slice(0, slash) : '')
  }
  vfs.syncDir('')
}
