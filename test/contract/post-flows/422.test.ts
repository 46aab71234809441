import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'
import { actionUuids, inApp } from '../../harness/flows.ts'

const [first, second] = actionUuids

describeContract('POST /flows refuses', (app) => {
  const refused = (body: object) =>
    assertRefused(app, () => app.ask('POST', '/api/flows', { name: 'x', ...body }), 422, 'invalid')

  test('what no flow could be, naming the member', async () => {
    const { datastore } = await makePeople(app)
    const sync = { type: 'operation', operation: { type: 'sync', datastore_id: datastore } }
    for (const [members, place] of [
      [{}, 'body.trigger_type'],
      [{ trigger_type: 'schedule' }, 'body.crontab'],
      [{ trigger_type: 'schedule', crontab: '* *' }, 'body.crontab'],
      [{ trigger_type: 'manual', timezone: 'Mars/Base' }, 'body.timezone'],
      [{ trigger_type: 'operation', weight_threshold: 5 }, 'body.weight_threshold'],
      [{ trigger_type: 'anomaly', check_rule_types: ['notNul'] }, 'body.check_rule_types'],
      [
        { trigger_type: 'manual', actions: [inApp({ tokenized_message: undefined })] },
        'body.actions.0.tokenized_message',
      ],
      [
        { trigger_type: 'anomaly', actions: [inApp({ notification_type: 'Pigeon' })] },
        'body.actions.0.notification_type',
      ],
      [
        { trigger_type: 'anomaly', actions: [inApp({ notification_type: 'Webhook' })] },
        'body.actions.0.parameters.url',
      ],
      [{ trigger_type: 'anomaly', actions: [{ type: 'operation' }] }, 'body.actions.0.operation'],
      [{ trigger_type: 'anomaly', actions: [{ type: 'anomaly' }] }, 'body.actions.0.anomaly'],
      [
        { trigger_type: 'manual', actions: [{ ...sync, operation: { type: 'dance' } }] },
        'body.actions.0.operation.type',
      ],
      [
        { trigger_type: 'anomaly', actions: [inApp({ uuid: first }), inApp({ uuid: first })] },
        'body.actions.1.uuid',
      ],
      [
        { trigger_type: 'anomaly', actions: [inApp({ parent_action_uuid: first })] },
        'body.actions.0.parent_action_uuid',
      ],
      [
        {
          trigger_type: 'anomaly',
          actions: [
            inApp({ uuid: first, parent_action_uuid: second }),
            inApp({ uuid: second, parent_action_uuid: first }),
          ],
        },
        'body.actions.0.parent_action_uuid',
      ],
    ] as const) {
      assert.deepEqual(places(await refused(members)), [place], JSON.stringify(members))
    }
  })

  test('a token that the trigger does not have, with the nearest one', async () => {
    const { body } = await refused({
      trigger_type: 'operation',
      actions: [inApp({ tokenized_message: '{{ operation_resultt }}' })],
    })
    assert.equal(
      body.detail[0].msg,
      'The trigger operation has no token {{operation_resultt}}; did you mean {{operation_result}}?',
    )
  })

  test('a flow that would set itself off again, by itself or through another one', async () => {
    const { datastore } = await makePeople(app)
    const starting = (type: string) => [{ type: 'operation', operation: { type, datastore_id: datastore } }]
    const own = { trigger_type: 'operation', filter_datastores: [datastore] }
    assert.deepEqual(places(await refused({ ...own, actions: starting('scan') })), ['body.actions'])
    assert.deepEqual(
      places(
        await refused({ trigger_type: 'anomaly', filter_datastores: [datastore], actions: starting('scan') }),
      ),
      ['body.actions'],
    )
    const other = { name: 'Profile', ...own, filter_operation_type: ['sync'], actions: starting('profile') }
    assert.equal((await app.ask('POST', '/api/flows', other)).status, 201)
    const { body } = await refused({ ...own, filter_operation_type: ['profile'], actions: starting('sync') })
    assert.match(body.detail[0].msg, /through "Profile"/)
  })
})
