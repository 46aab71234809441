import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { joinedRows } from '../../src/engine/joined-rows.ts'
import { openStagedTables, openStagedWriter } from '../../src/engine/staged-tables.ts'
import type { WrittenType } from '../../src/connectors/writer.ts'
import type { JoinComputation, JoinSide, JoinType } from '../../src/model/container.ts'
import type { DiscoveredField } from '../../src/model/field.ts'
import { select } from '../../src/sql/build.ts'
import { printSelect } from '../../src/sql/print.ts'
import { boundsIn } from '../harness/example-tables.ts'

const whole: DiscoveredField = { name: 'k', type: 'Integral', native_type: 'numeric(38,0)', nullable: true }
const loose: DiscoveredField = { name: 'k', type: 'Fractional', native_type: 'numeric', nullable: true }

const sideOf = (name: string, field: DiscoveredField): JoinSide => ({
  datastore_id: name === 'l' ? 1 : 2,
  source: { name, container_type: 'table', file_options: {}, fields: [field] },
  prefix: name,
  join_field: 'k',
  staged_as: name,
})

describe('a join over two datastores by numbers whose store declares no digits', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-staged-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  test('lets no number meet another one, whatever digits both have', async () => {
    const bounds = boundsIn(folder)
    const writer = await openStagedWriter(bounds, null)
    const tables: [name: string, type: WrittenType, values: (string | null)[]][] = [
      ['l', { digits: 2, scale: 1 }, ['1.5', '2', '1', null]],
      ['r', { digits: 38, scale: 0 }, ['2', '2', '7', null]],
    ]
    for (const [name, type, values] of tables) {
      await writer.begin({ name, columns: [{ name: 'k', type }] }, null)
      await writer.write(values.map((value) => [value]))
      await writer.commit()
    }
    await writer.close()
    const session = await openStagedTables(bounds)
    const keysIn = async (join_type: JoinType): Promise<string[]> => {
      const computation: JoinComputation = {
        kind: 'computed_join',
        left: sideOf('l', loose),
        right: sideOf('r', whole),
        join_type,
        select_clause: '*',
        where_clause: null,
        group_by_clause: null,
        is_staged: true,
      }
      const from = joinedRows(session, computation, () => assert.fail('both sides are staged'))
      const { rows } = await session.query(printSelect(select({ items: 'all', from }), session.dialect))
      return rows.map((row) => row.map(String).join()).toSorted()
    }
    try {
      assert.deepEqual(await keysIn('left_semi'), ['2.0'])
      assert.deepEqual(await keysIn('left_anti'), ['1.0', '1.5', 'null'])
      assert.deepEqual(await keysIn('inner'), ['2.0,2', '2.0,2'])
    } finally {
      await session.close()
    }
  })
})
