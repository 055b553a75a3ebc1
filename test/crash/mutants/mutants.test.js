/** Every mutant has its place in the source, once. What becomes of them: `npm run crash -- --mutants`. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { MUTANTS } from './list.js'
import { changed } from './loader.js'

test('every mutant changes one place of the source', () => {
  const sources = new Map()
  for (const { name, edits } of MUTANTS) {
    for (const edit of edits) {
      if (!sources.has(edit.file))
        sources.set(edit.file, fs.readFileSync(new URL(`../../../${edit.file}`, import.meta.url), 'utf8'))
      assert.notEqual(changed(sources.get(edit.file), edit), sources.get(edit.file), name)
    }
  }
  assert.equal(new Set(MUTANTS.map(({ name }) => name)).size, MUTANTS.length)
})
