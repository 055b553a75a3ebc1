/**
 * Makes src/catalog/data/template.bin: the pages of a new database's system catalogs (src/catalog/template.js), so that opening one need not build them. Run it
 * after the data files, the system views' columns, or the formats of pages, rows or keys changed; test/unit/catalog/template.test.js says when:
 *
 *     node scripts/make-template.js
 */
import { writeFileSync } from 'node:fs'
import { makeTemplate } from '../src/catalog/template.js'

const bytes = makeTemplate().whole()
writeFileSync(new URL('../src/catalog/data/template.bin', import.meta.url), bytes)
console.log(`src/catalog/data/template.bin: ${bytes.length} bytes`)
