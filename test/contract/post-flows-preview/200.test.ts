import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('POST /flows/preview', (app) => {
  test('a message can be looked at before: with examples, and as it is where the trigger has no tokens', async () => {
    const look = async (members: object) => (await app.ask('POST', '/api/flows/preview', members)).body
    const slack = {
      notification_type: 'Slack',
      tokenized_message: '{{ anomaly_type }} in {{container_name}}',
    }
    assert.deepEqual(await look({ trigger_type: 'anomaly', ...slack }), {
      message: 'record in example_table',
      is_example: true,
    })
    assert.deepEqual(await look({ trigger_type: 'manual', tokenized_message: 'as {{ it }} is' }), {
      message: 'as {{ it }} is',
      is_example: false,
    })
    const wrong = { trigger_type: 'anomaly', tokenized_message: '{{ anomaly_typ }}' }
    await assertRefused(app, () => app.ask('POST', '/api/flows/preview', wrong), 422, 'invalid')
  })
})
