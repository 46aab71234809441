import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { connectors } from '../../src/connectors/registry.ts'
import { RunFailure } from '../../src/kernel/errors.ts'
import { boundsIn } from '../harness/example-stores.ts'

const top = realpathSync(mkdtempSync(join(tmpdir(), 'assay-swapped-')))
after(() => rmSync(top, { recursive: true, force: true }))
let count = 0

const texts = {
  'a.csv': ['name\ninside\n', 'name\nSECRET\n'],
  'a.json': ['[{"name":"inside"}]', '[{"name":"SECRET"}]'],
} as const

/** What is swapped for a link to its twin outside the folder of the datastore. */
const swaps: Record<string, (root: string, outside: string, file: string) => void> = {
  'the file': (root, outside, file) => {
    symlinkSync(join(outside, file), join(root, 'swap'))
    renameSync(join(root, 'swap'), join(root, 'sub', file))
  },
  'its folder': (root, outside) => {
    renameSync(join(root, 'sub'), join(root, 'was'))
    symlinkSync(outside, join(root, 'sub'))
  },
  'the folder of the datastore': (root, outside) => {
    renameSync(root, `${root}-was`)
    mkdirSync(root)
    symlinkSync(outside, join(root, 'sub'))
  },
}

const steps = ['opened', 'described', 'related', 'counted'] as const

/** Reads a file step by step and swaps something after one of them; the values that were read. */
async function readWith(file: keyof typeof texts, swap: string, moment: string): Promise<unknown[]> {
  count += 1
  const root = join(top, `${count}`)
  const outside = join(top, `${count}-outside`)
  for (const folder of [join(root, 'sub'), outside]) mkdirSync(folder, { recursive: true })
  const [inside, secret] = texts[file]
  writeFileSync(join(root, 'sub', file), inside)
  writeFileSync(join(outside, file), secret)
  const bounds = { ...boundsIn(join(top, 'bounds')), allowed_paths: [root] }
  const at = (step: string) => step === moment && swaps[swap]?.(root, outside, file)
  const session = await connectors
    .get('local')
    .open({}, { database: null, schema: null, root_path: root }, bounds)
  const seen: unknown[] = []
  try {
    at('opened')
    const container = { name: `sub/${file}`, container_type: 'file' as const, file_options: {} }
    const { fields } = await session.describe(container)
    at('described')
    const relation = session.relation(container, fields, 'all')
    assert(relation.kind === 'store')
    at('related')
    const statement = { sql: `select * from ${relation.sql}`, parameters: [] }
    seen.push(...(await session.query(statement)).rows.flat())
    at('counted')
    for await (const batch of session.stream(statement)) seen.push(...batch.rows.flat())
  } catch (error) {
    assert(error instanceof RunFailure, String(error))
    assert.match(error.message, /^The file "sub\/a\.\w+" was moved/)
    seen.push('refused')
  } finally {
    await session.close()
  }
  return seen
}

describe('a link that is put in the place of what is being read leads nowhere', () => {
  for (const file of Object.keys(texts) as (keyof typeof texts)[]) {
    for (const swap of Object.keys(swaps)) {
      for (const moment of steps) {
        test(`${file}: ${swap} after it was ${moment}`, async () => {
          const seen = await readWith(file, swap, moment)
          assert.ok(seen.includes('inside') || seen.includes('refused'))
          assert.ok(!seen.includes('SECRET'))
        })
      }
    }
  }
})
