import assert from 'node:assert/strict'
import { test } from 'node:test'
import { duckdb } from '../../sql/dialects/duckdb.dialect.ts'
import type { Rows, Session } from '../connector.ts'
import { exactColumns } from './exact-columns.ts'

/** A session with members of its own, whose answers always have the columns `id` and `name`. */
class OwnSession implements Session {
  readonly dialect = duckdb
  readonly #remembered: string[] = []
  readonly answer: Rows = {
    columns: [
      { name: 'id', type: 'Integral' },
      { name: 'name', type: 'String' },
    ],
    rows: [[1, 'one']],
  }

  /** Told by no other session. */
  remember(word: string): number {
    return this.#remembered.push(word)
  }

  get remembered(): readonly string[] {
    return this.#remembered
  }

  async *discover() {}
  fieldsOf = () => Promise.resolve([])
  describe = () => Promise.resolve({ fields: [], partitions: [] })
  relation: Session['relation'] = () => ({ kind: 'store', sql: 'rows' })
  query: Session['query'] = () => Promise.resolve(this.answer)
  stream: Session['stream'] = () => ReadableStream.from([this.answer])
  close = () => Promise.resolve()
}

test('a member that only some sessions have is there behind the guard of columns, in its type too', () => {
  const guarded = exactColumns(new OwnSession())
  assert.equal(guarded.remember('one'), 1)
  assert.equal(guarded.remember('two'), 2)
  assert.deepEqual(guarded.remembered, ['one', 'two'])
  assert.ok('remember' in guarded)
  assert.ok(!('skipped' in guarded), 'what the session does not have is not there')
})

test('an answer with other columns than those asked for is refused, whole or in batches', async () => {
  const guarded = exactColumns(new OwnSession())
  const asked = (columns: string[]) => ({ sql: 'select', parameters: [], columns })
  assert.equal((await guarded.query(asked(['ID', 'name']))).rows.length, 1)
  for (const columns of [['id'], ['name', 'id'], ['id', 'name', 'more']]) {
    await assert.rejects(guarded.query(asked(columns)), { name: 'StatementRefused' })
    await assert.rejects(
      async () => {
        for await (const batch of guarded.stream(asked(columns))) assert.fail(String(batch.rows.length))
      },
      { name: 'StatementRefused' },
    )
  }
})

test('the rows of a container are asked for by the names of its fields', () => {
  const guarded = exactColumns(new OwnSession())
  const field = { name: 'id', type: 'Integral', native_type: 'BIGINT', nullable: false } as const
  const container = { name: 'rows', container_type: 'table', table_type: 'table', file_options: {} } as const
  assert.deepEqual(guarded.relation(container, [field], 'all'), {
    kind: 'store',
    sql: 'rows',
    columns: ['id'],
  })
})
