import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('POST /containers makes a computed container', (app) => {
  test('of files by clauses, with its fields, and starts its profile', async () => {
    const { datastore, container } = await makePeople(app)
    const settings = {
      container_type: 'computed_file',
      name: 'adults',
      source_container_id: container,
      select_clause: 'name, age + 1 as next_age',
      where_clause: 'age > 40',
      group_by_clause: null,
      description: 'Forty and older',
      additional_metadata: { owner: 'data' },
    }
    const { status, body } = await app.ask('POST', '/api/containers', { ...settings, tags: ['people'] })
    assert.equal(status, 201, JSON.stringify(body))
    for (const [member, value] of Object.entries(settings)) assert.deepEqual(body[member], value, member)
    assert.deepEqual([body.datastore_id, body.query, body.metrics.fields], [datastore, null, 2])
    assert.deepEqual(
      body.global_tags.map(({ name }: { name: string }) => name),
      ['people'],
    )
    const fields = await app.ask('GET', `/api/containers/${body.id}/fields`)
    assert.deepEqual(
      fields.body.map(({ name, type }: { name: string; type: string }) => [name, type]),
      [
        ['name', 'String'],
        ['next_age', 'Integral'],
      ],
    )
    const runs = await app.ask('GET', `/api/operations?datastore=${datastore}&operation_type=profile`)
    assert.deepEqual(
      runs.body.items.map((run: { container_names: string[]; result: string }) => [
        run.container_names,
        run.result,
      ]),
      [[['adults'], 'queued']],
    )
    const again = await app.ask('PUT', `/api/containers/${body.id}`, body)
    assert.deepEqual([again.status, again.body], [200, body])
  })
})
