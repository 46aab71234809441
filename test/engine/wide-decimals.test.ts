import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { connectors } from '../../src/connectors/registry.ts'
import { evaluated, type GivenCheck } from '../harness/engine.ts'
import { boundsIn } from '../harness/example-stores.ts'

test('a Parquet decimal of more than 38 digits is no number that nobody wrote: its checks say why they are not judged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-wide-'))
  const written = join(import.meta.dirname, 'wide-decimals', 'wide-decimals.parquet')
  for (const name of ['whole', 'part_1', 'part_2']) cpSync(written, join(folder, `${name}.parquet`))
  const session = await connectors
    .get('local')
    .open({}, { database: null, schema: null, root_path: folder }, boundsIn(folder))
  const store = {
    session,
    container: (name: string) => ({
      name: `${name}.parquet`,
      container_type: 'file' as const,
      file_options: {},
    }),
    close: () => session.close(),
  }
  try {
    for (const name of ['whole', 'part_*']) {
      const { fields } = await session.describe(store.container(name))
      assert.deepEqual(
        fields.map(({ type, native_type }) => [type, native_type]),
        [
          ['Integral', 'INTEGER'],
          ['Unknown', 'DECIMAL(50,2)'],
          ['Fractional', 'DECIMAL(20,2)'],
          ['Fractional', 'DOUBLE'],
        ],
      )
      const checks: GivenCheck[] = [
        { rule_type: 'unique', fields: ['wide'] },
        { rule_type: 'notNull', fields: ['wide'] },
        { rule_type: 'equalToField', fields: ['narrow'], properties: { field_name: 'wide' } },
        { rule_type: 'notNull', fields: ['id'] },
        { rule_type: 'maxValue', fields: ['narrow'], properties: { value: 1 } },
      ]
      const { outcomes, records } = await evaluated(store, name, checks)
      for (const id of [1, 2, 3]) {
        assert.equal(outcomes.get(id)?.assertion_result, 'unasserted')
        assert.match(
          outcomes.get(id)?.assertion_details ?? '',
          /`wide` is a DECIMAL\(50,2\).*more than 38 digits/,
        )
      }
      assert.equal(outcomes.get(4)?.assertion_result, 'passed')
      assert.deepEqual(
        records.map(({ record }) => record),
        ['{"id":1,"wide":"DECIMAL(50,2) cannot be read","narrow":1.25,"ratio":0.5}'],
      )
    }
  } finally {
    await session.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
