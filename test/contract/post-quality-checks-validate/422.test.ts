import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('POST /quality-checks/validate refuses', (app) => {
  let container = 0
  before(async () => void ({ container } = await makePeople(app)))
  const refused = (members: object, more: object = {}) =>
    assertRefused(
      app,
      () =>
        app.ask('POST', '/api/quality-checks/validate', {
          quality_check: { container_id: container, description: 'x', ...members },
          ...more,
        }),
      422,
      'invalid',
    )

  test('what no check of the container can be, naming the member', async () => {
    for (const [members, place] of [
      [{ rule: 'notNull', fields: ['nobody'] }, 'body.quality_check.fields'],
      [{ rule: 'between', fields: ['age'] }, 'body.quality_check.properties.min'],
      [
        { rule: 'notNull', fields: ['age'], anomaly_message_field: 'nobody' },
        'body.quality_check.anomaly_message_field',
      ],
      [{ rule: 'noSuchRule', fields: ['age'] }, 'body.quality_check.rule'],
    ] as const)
      assert.deepEqual(places(await refused(members)), [place])
  })

  test('a bound beyond a million rows', async () => {
    const answer = await refused(
      { rule: 'notNull', fields: ['age'] },
      { max_records_analyzed_per_partition: 1_000_001 },
    )
    assert.deepEqual(places(answer), ['body.max_records_analyzed_per_partition'])
  })
})
