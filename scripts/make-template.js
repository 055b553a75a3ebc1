/**
 * Makes src/catalog/data/template.bin: the pages of a new database's system catalogs (src/catalog/template.js), so that
 * opening one need not build them. Run it after the data files, the system views' columns, or the formats of pages,
 * rows or keys changed; test/unit/catalog/template.test.js says when:
 *
 *     node scripts/make-template.js
 *
 * It also notes the rows' fingerprint as that of the directories' version, and refuses if that version was released
 * with others (src/catalog/README.md, "Versions").
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { makeTemplate } from '../src/catalog/template.js'
import { DIRECTORY_VERSION } from '../src/wal/directory-version.js'
import { fingerprintOf } from '../test/support/catalog-fingerprint.js'

const template = makeTemplate()
const versionsPath = new URL('../test/fixtures/directory-versions.json', import.meta.url)
const versions = JSON.parse(readFileSync(versionsPath, 'utf8'))
const fingerprint = fingerprintOf(template)
if (DIRECTORY_VERSION <= versions.released && versions.fingerprints[DIRECTORY_VERSION] !== fingerprint) {
  console.error(`Directories of version ${DIRECTORY_VERSION} were released with other built-in rows: raise DIRECTORY_VERSION and OLDEST_VERSION in src/wal/directory-version.js, and run this again.`)
  process.exit(1)
}
versions.fingerprints[DIRECTORY_VERSION] = fingerprint
writeFileSync(versionsPath, `${JSON.stringify(versions, null, 2)}\n`)
const bytes = template.whole()
writeFileSync(new URL('../src/catalog/data/template.bin', import.meta.url), bytes)
console.log(`src/catalog/data/template.bin: ${bytes.length} bytes, fingerprint ${fingerprint}`)
