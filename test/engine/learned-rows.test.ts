import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Rows, Session } from '../../src/connectors/connector.ts'
import { readLearned } from '../../src/engine/inference/read-learned.ts'
import { emptyMetrics } from '../../src/engine/profile/metrics.ts'
import { boolean } from '../../src/sql/build.ts'
import { duckdb } from '../../src/sql/dialects/duckdb.dialect.ts'

const fields = Array.from({ length: 50 }, (_, place) => {
  const name = `t${place}`
  const field = { name, type: 'String' as const, native_type: 'VARCHAR', nullable: true }
  return { field, place, metrics: emptyMetrics('String', true) }
})

/** A source of 200 batches of 100 rows, all of whose values are this text; says how many batches were asked for. */
function sourceOf(text: string) {
  const source = { asked: 0, isOpen: true }
  async function* stream(): AsyncGenerator<Rows> {
    try {
      for (; source.asked < 200; source.asked += 1)
        yield { columns: [], rows: Array.from({ length: 100 }, () => fields.map(() => text)) }
    } finally {
      source.isOpen = false
    }
  }
  const session: Session = {
    dialect: duckdb,
    async *discover() {},
    describe: async () => ({ fields: [], partitions: [] }),
    fieldsOf: async () => [],
    relation: (_container, shown) => ({ kind: 'store', sql: 't', columns: shown.map(({ name }) => name) }),
    query: async () => ({ columns: [], rows: [] }),
    stream,
    close: async () => undefined,
  }
  const from = { kind: 'store' as const, sql: 't' }
  return { source, learned: () => readLearned(session, from, boolean(true), fields) }
}

test('a profile learns from as many rows as their texts fit into memory, and leaves the source then', async () => {
  const { source, learned } = sourceOf('x'.repeat(1000))
  const { rows, fields: read } = await learned()
  assert.ok(rows >= 1000 && rows < 2000, String(rows))
  assert.deepEqual(
    read.map(({ values }) => values.length),
    fields.map(() => rows),
  )
  assert.deepEqual([source.asked < 200, source.isOpen], [true, false])
})

test('a profile learns from all rows that it asks for where their texts are short', async () => {
  const { source, learned } = sourceOf('short')
  const { rows } = await learned()
  assert.deepEqual([rows, source.asked, source.isOpen], [20_000, 200, false])
})
