/**
 * Eight digits for all built-in rows and where they are: what a directory's version stands for (src/catalog/README.md,
 * "Versions").
 */
import { catalogShapes } from '../../src/catalog/store/shapes.js'
import { TEMPLATE_SLOT } from '../../src/storage/template.js'
import { crc32 } from '../../src/util/crc32.js'

/** @import { Template } from '../../src/storage/template.js' */

/** @param {Template} template @returns {string} */
export function fingerprintOf(template) {
  let crc = 0
  for (const { oid, shared, indexes } of catalogShapes().values()) {
    for (const one of [oid, ...indexes.map((index) => index.oid)]) {
      const pages = template.pages(shared ? one : TEMPLATE_SLOT * 16384 + one)
      crc = crc32(pages, 0, pages.length, crc)
    }
  }
  return (crc >>> 0).toString(16).padStart(8, '0')
}
