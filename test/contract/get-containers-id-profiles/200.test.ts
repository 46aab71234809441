import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, finish } from '../../harness/runs.ts'

describeRuns('GET /containers/{id}/profiles', (app) => {
  test('is the history of the container, newest first, with its partitions where asked for', async () => {
    const source = await app.source({
      'orders_1.csv': 'id,price\n1,5\n2,7\n',
      'orders_2.csv': 'id,price\n3,9\n',
    })
    const id = (await app.containers(source)).get('orders_*.csv') ?? 0
    const list = async (query = '') => {
      const { status, body } = await app.ask('GET', `/api/containers/${id}/profiles${query}`)
      assert.equal(status, 200)
      return body.items
    }
    assert.deepEqual(await list(), [])
    const first = await app.trigger(source, { type: 'profile' })
    await finish(app)
    assert.deepEqual((await app.ended(first)).status.partitions_analyzed, 2)
    const second = await app.trigger(source, { type: 'profile', max_records_analyzed_per_partition: 1 })
    await finish(app)
    const [newest, oldest] = await list()
    assert.deepEqual([newest.operation_id, oldest.operation_id], [second, first])
    assert.deepEqual(
      [oldest.records_count, oldest.records_processed, oldest.field_profiles_count, oldest.result],
      [3, 3, 2, 'success'],
    )
    // A cap holds for each partition, and lowers what was read, not what there is.
    assert.deepEqual([newest.records_count, newest.records_processed], [3, 2])
    const all = (await list('?parts=true')).filter(
      ({ operation_id }: { operation_id: number }) => operation_id === first,
    )
    const parts = all.filter(({ partition }: { partition: string | null }) => partition !== null)
    assert.deepEqual(
      parts.map((part: { partition: string; records_processed: number; parent_profile_id: number }) => [
        part.partition,
        part.records_processed,
        part.parent_profile_id,
      ]),
      [
        ['orders_2.csv', 1, oldest.id],
        ['orders_1.csv', 2, oldest.id],
      ],
    )
    const { body } = await app.ask('GET', `/api/containers/${id}/field-profiles?profile=${parts[1].id}`)
    assert.deepEqual(
      [body.items[1].name, body.items[1].partition, body.items[1].sum],
      ['price', 'orders_1.csv', 12],
    )
    const whole = await app.ask('GET', `/api/containers/${id}/field-profiles?profile=${oldest.id}`)
    assert.deepEqual([whole.body.items[1].partition, whole.body.items[1].sum], [null, 21])
  })
})
