/** docs/api says what types/index.d.ts does (which `npm run check` compares with src). */
import { afterAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'seawall-api-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('the API reference is current (else: npm run api)', () => {
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typedoc/bin/typedoc'), '--out', dir], {
    cwd: ROOT,
    stdio: 'pipe',
  })
  assert.equal(readFileSync(join(dir, 'README.md'), 'utf8'), readFileSync(join(ROOT, 'docs/api/README.md'), 'utf8'))
})
