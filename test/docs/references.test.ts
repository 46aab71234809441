import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

test('a document may name a build that was not made yet, and no file that there is not', () => {
  const checkout = mkdtempSync(join(tmpdir(), 'assay-references-'))
  const check = (text: string) => {
    writeFileSync(join(checkout, 'README.md'), text)
    const script = join(import.meta.dirname, '../../scripts/check-doc-refs.ts')
    return spawnSync(process.execPath, [script], { cwd: checkout, encoding: 'utf8' })
  }
  try {
    mkdirSync(join(checkout, 'docs'))
    const fresh = check('The build is in `console/dist` and `client/dist/index.js`.\n')
    assert.deepEqual([fresh.status, fresh.stderr], [0, ''])
    const stale = check('The build is made by `scripts/nowhere.ts`.\n')
    assert.deepEqual([stale.status, stale.stderr], [1, 'README.md: scripts/nowhere.ts does not exist.\n'])
  } finally {
    rmSync(checkout, { recursive: true, force: true })
  }
})
