import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, finish, scanned } from '../harness/runs.ts'
import { datastoreOn, tableStores } from '../harness/table-stores.ts'
import type { Source } from '../harness/working-app.ts'

describeRuns('times with a zone', (app) => {
  /** The value of `at` in a source record, and those of its profile. */
  const shown = async (source: Source, container: string) => {
    await app.trigger(source, { type: 'profile', inference_threshold: 0 })
    await finish(app)
    await app.check(source, container, { rule: 'notNegative', fields: ['price'] })
    const { container_scans: scans } = await scanned(app, source)
    const { body } = await app.ask('GET', `/api/container-scans/${scans[0].id}/source-records`)
    const id = (await app.containers(source)).get(container) ?? 0
    const { body: profiles } = await app.ask('GET', `/api/containers/${id}/field-profiles`)
    const { histogram_buckets: buckets } = profiles.items.find(({ name }: { name: string }) => name === 'at')
    return {
      record: body.items[0].record.at,
      buckets: buckets.map(({ value }: { value: string }) => value).sort(),
    }
  }
  const asOneSpelling = {
    record: '2026-01-31 10:00:00Z',
    buckets: ['2026-01-31 10:00:00Z', '2026-01-31 12:30:00.5Z'],
  }

  test('of a file are spelled in profiles as in source records', async () => {
    const source = await app.source({
      'a.csv': 'price,at\n-1,2026-01-31T12:00:00+02:00\n2,2026-01-31T12:30:00.5Z\n',
    })
    assert.deepEqual(await shown(source, 'a.csv'), asOneSpelling)
  })

  test('of PostgreSQL are spelled in profiles as in source records', async () => {
    const store = await tableStores['postgresql']?.(app.folder)
    assert.ok(store)
    try {
      await store.run([
        'create table moments (price bigint, at timestamptz)',
        `insert into moments values (-1, '2026-01-31 12:00:00+02'), (2, '2026-01-31 12:30:00.5Z')`,
      ])
      const source = await datastoreOn(app, 'postgresql', store)
      await app.trigger(source, { type: 'sync' })
      await finish(app)
      assert.deepEqual(await shown(source, 'moments'), asOneSpelling)
    } finally {
      await store.close()
    }
  })
})
