import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readFiles } from '../../cli/config/read-files.ts'
import { runCommand } from '../harness/command.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-variables-'))
after(() => rmSync(folder, { recursive: true }))

test('what looks like a variable in a file of another tool is text, and no variable goes to the service by it', async () => {
  const file = join(folder, 'checks.yml')
  const into = join(folder, 'files')
  const pattern = '^[${TOKEN}]$${x}'
  writeFileSync(
    file,
    `checks for orders.csv:\n  - invalid_count(name) = 0:\n      name: of \${TOKEN}\n      valid regex: '${pattern}'\n`,
  )
  const given = ['import', 'soda', file, into, '--datastore', 'Shop'] as const
  const said = await runCommand(given)
  assert.equal(said.code, 0, said.errors)
  const [check, ...others] = await readFiles(into, { TOKEN: 'secret' })
  assert.deepEqual([check?.spec['properties'], others], [{ pattern }, []])
  assert.match(`${String(check?.spec['description'])} ${String(check?.spec['key'])}`, /of \$\{TOKEN\}/)
  assert.match((await runCommand(given)).out, /\(0 files written anew\)/)
})
