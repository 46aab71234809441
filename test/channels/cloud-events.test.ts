import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { CloudEvent, HTTP } from 'cloudevents'
import { createIntegrations } from '../../src/channels/create-integrations.ts'
import webhook from '../../src/channels/webhook.channel.ts'
import { loadConfig } from '../../src/config.ts'
import { startHttpSink, type HttpSink } from '../harness/http-sink.ts'

describe('a webhook in the format of CloudEvents', () => {
  let sink: HttpSink
  before(async () => void (sink = await startHttpSink()))
  after(() => sink.close())

  const settings = { ASSAY_ALLOWED_TARGETS: '127.0.0.1' }
  const nothing = { datastore_id: null, operation_id: null, container_scan_id: null, anomaly_ids: [] }
  const send = async (trigger_type: string | null, ids: object = {}) => {
    sink.received.length = 0
    const about = { ...nothing, flow_id: 3, anomaly_count: 0, ...ids }
    const outcome = await webhook.deliver(
      {
        text: '{"quoted": "é\u0000\n"}',
        delivery_id: 'delivery-1',
        time: '2026-03-01T12:00:00.000Z',
        ...(trigger_type !== null && { about: { ...about, trigger_type } }),
      },
      { url: `${sink.url}/hook`, secret: 'between us', format: 'cloudevents' },
      { ...createIntegrations(loadConfig(settings)), inbox: { post: async () => undefined } },
    )
    assert.deepEqual(outcome.success, true)
    const [received] = sink.received
    assert.ok(received)
    return received
  }

  test('is read and found valid by their own library, whatever set it off', async () => {
    const expected: [string | null, object, string | undefined][] = [
      ['operation', { operation_id: 5 }, 'operations/5'],
      [
        'anomaly',
        { operation_id: 5, container_scan_id: 6, anomaly_count: 1, anomaly_ids: [7] },
        'anomalies/7',
      ],
      ['anomaly', { container_scan_id: 6, anomaly_count: 950 }, 'container-scans/6'],
      ['partition_scan', { container_scan_id: 6, anomaly_count: 1, anomaly_ids: [7] }, 'container-scans/6'],
      ['anomaly_status', { anomaly_count: 1, anomaly_ids: [7] }, 'anomalies/7'],
      ['schedule', {}, undefined],
      ['manual', {}, undefined],
      [null, {}, undefined],
    ]
    for (const [trigger, ids, subject] of expected) {
      const { headers, text } = await send(trigger, ids)
      const event = HTTP.toEvent({ headers, body: text })
      assert.ok(event instanceof CloudEvent)
      assert.equal(event.validate(), true)
      assert.deepEqual(
        [event.id, event.type, event.subject, event.time],
        ['delivery-1', `assay.${trigger ?? 'test'}`, subject, '2026-03-01T12:00:00.000Z'],
      )
      assert.equal((event.data as { message: string }).message, '{"quoted": "é\u0000\n"}')
    }
  })

  test('is signed as any other', async () => {
    const { headers, text } = await send('manual')
    const signature = createHmac('sha256', 'between us').update(text).digest('hex')
    assert.equal(headers['x-assay-signature'], `sha256=${signature}`)
    assert.equal(headers['idempotency-key'], 'delivery-1')
  })
})
