import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '../../harness/app.ts'

let app: TestApp
before(async () => void (app = await startApp()))
after(() => app.close())

test('a Member reads the tokens of each trigger, ready to be put into a message, and a message to begin with', async () => {
  const member = await app.user('Member')
  const { status, body } = await app.ask('GET', '/api/flows/actions/notification/tokens', undefined, member)
  assert.equal(status, 200)
  assert.deepEqual(
    Object.fromEntries(
      body.map((entry: { trigger_type: string; valid_message_tokens: string[] }) => [
        entry.trigger_type,
        entry.valid_message_tokens.join(' '),
      ]),
    ),
    {
      anomaly:
        '{{flow_name}} {{datastore_name}} {{datastore_link}} {{container_name}} {{container_link}} {{anomaly_type}} {{anomaly_message}} {{check_description}} {{target_link}}',
      anomaly_status:
        '{{flow_name}} {{datastore_name}} {{datastore_link}} {{container_name}} {{container_link}} {{anomaly_type}} {{anomaly_status}} {{anomaly_message}} {{check_description}} {{target_link}}',
      partition_scan:
        '{{flow_name}} {{datastore_name}} {{datastore_link}} {{container_name}} {{container_link}} {{scan_target_name}} {{anomaly_count}} {{anomaly_message}} {{check_description}} {{target_link}}',
      operation:
        '{{flow_name}} {{datastore_name}} {{datastore_link}} {{operation_type}} {{operation_result}} {{operation_message}} {{target_link}}',
      anomaly_archive:
        '{{flow_name}} {{datastore_name}} {{datastore_link}} {{anomaly_count}} {{inactivity_timeframe}} {{target_link}}',
      anomaly_delete:
        '{{flow_name}} {{datastore_name}} {{datastore_link}} {{anomaly_count}} {{inactivity_timeframe}} {{target_link}}',
    },
  )
  for (const { default_message } of body) assert.match(default_message, /^\{\{ flow_name \}\}/)
})
