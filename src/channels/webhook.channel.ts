import { createHmac } from 'node:crypto'
import {
  defineChannel,
  delivered,
  isAccepted,
  refusedBy,
  type Message,
  type MessageSubject,
} from './channel.ts'

/** Posts the message as JSON to any address; with a secret, signed so that the receiver can tell who sent it. */
export default defineChannel({
  type: 'Webhook',
  display_name: 'Webhook',
  properties: [
    {
      field: 'url',
      title: 'URL',
      type: 'string',
      required: true,
      placeholder: 'https://example.com/hook',
      info: 'The message is posted here as JSON.',
    },
    {
      field: 'secret',
      title: 'Secret',
      type: 'string',
      required: false,
      secret: true,
      info: 'Signs the body: X-Assay-Signature is "sha256=" and the hex HMAC-SHA-256 of the body under this secret.',
    },
    {
      field: 'format',
      title: 'Format',
      type: 'enum',
      required: false,
      values: [
        { label: 'Assay', value: 'assay' },
        { label: 'CloudEvents 1.0', value: 'cloudevents' },
      ],
      default: 'assay',
      info: 'The form of the body: delivery_id, time and message, or a CloudEvent in structured mode.',
    },
  ],
  async deliver(message, { url, secret, format }, { http, public_url }) {
    const { delivery_id, text, time } = message
    const isCloudEvent = format === 'cloudevents'
    const body = JSON.stringify(
      isCloudEvent ? cloudEvent(message, public_url) : { delivery_id, time, message: text },
    )
    const answer = await http.send({
      method: 'POST',
      url,
      headers: {
        ...(isCloudEvent && { 'content-type': 'application/cloudevents+json; charset=utf-8' }),
        'idempotency-key': delivery_id,
        'x-assay-delivery': delivery_id,
        ...(time !== undefined && { 'x-assay-timestamp': time }),
        ...(secret !== null && { 'x-assay-signature': `sha256=${sign(body, secret)}` }),
      },
      body,
    })
    return isAccepted(answer)
      ? delivered(`The webhook accepted the message with ${answer.status}.`)
      : refusedBy('The webhook', answer)
  },
  examples: [
    {
      shows: 'posts the message unsigned without a secret',
      parameters: { url: 'http://sink.example/hook?of=assay' },
      message: {
        text: 'orders: 3 rows have no "customer"',
        delivery_id: 'delivery-1',
        time: '2026-03-01T12:00:00.000Z',
      },
      sends: {
        path: '/hook?of=assay',
        headers: {
          'idempotency-key': 'delivery-1',
          'x-assay-delivery': 'delivery-1',
          'x-assay-timestamp': '2026-03-01T12:00:00.000Z',
          'content-type': 'application/json; charset=utf-8',
        },
        body: {
          delivery_id: 'delivery-1',
          time: '2026-03-01T12:00:00.000Z',
          message: 'orders: 3 rows have no "customer"',
        },
      },
      answers: { status: 204, body: '' },
      outcome: { success: true, message: 'The webhook accepted the message with 204.' },
    },
    {
      shows: 'signs the body with the secret',
      parameters: { url: 'http://sink.example/hook', secret: 'between us' },
      message: { text: 'orders are late', delivery_id: 'delivery-2' },
      sends: {
        path: '/hook',
        headers: {
          'x-assay-signature': 'sha256=a26b6e20209fc0b302f81ee5e3516cc4cc5dff2ecd557e652d830514384dfb04',
        },
        body: { delivery_id: 'delivery-2', message: 'orders are late' },
      },
      outcome: { success: true, message: 'The webhook accepted the message with 200.' },
    },
    {
      shows: 'is a CloudEvent where that is asked for',
      settings: { ASSAY_PUBLIC_URL: 'https://assay.example.com/' },
      parameters: { url: 'http://sink.example/hook', format: 'cloudevents' },
      message: {
        text: 'orders are late',
        delivery_id: 'delivery-6',
        time: '2026-03-01T12:00:00.000Z',
        about: {
          trigger_type: 'anomaly',
          flow_id: 3,
          datastore_id: 2,
          operation_id: 5,
          container_scan_id: 6,
          anomaly_count: 1,
          anomaly_ids: [7],
        },
      },
      sends: {
        path: '/hook',
        headers: {
          'content-type': 'application/cloudevents+json; charset=utf-8',
          'idempotency-key': 'delivery-6',
        },
        body: {
          specversion: '1.0',
          id: 'delivery-6',
          source: 'https://assay.example.com/flows/3',
          type: 'assay.anomaly',
          subject: 'anomalies/7',
          time: '2026-03-01T12:00:00.000Z',
          datacontenttype: 'application/json',
          data: {
            message: 'orders are late',
            flow_id: 3,
            datastore_id: 2,
            operation_id: 5,
            container_scan_id: 6,
            anomaly_count: 1,
            anomaly_ids: [7],
          },
        },
      },
      outcome: { success: true, message: 'The webhook accepted the message with 200.' },
    },
    {
      shows: 'hands on the words of a target that refuses',
      parameters: { url: 'http://sink.example/hook' },
      message: { text: 'orders are late', delivery_id: 'delivery-3' },
      sends: { path: '/hook', body: { delivery_id: 'delivery-3', message: 'orders are late' } },
      answers: { status: 403, body: 'not from you' },
      outcome: { success: false, message: 'The webhook answered 403: not from you' },
    },
    {
      shows: 'says of a target that is busy that it can be asked again',
      parameters: { url: 'http://sink.example/hook' },
      message: { text: 'orders are late', delivery_id: 'delivery-5' },
      sends: { path: '/hook', body: { delivery_id: 'delivery-5', message: 'orders are late' } },
      answers: { status: 503, body: 'busy' },
      outcome: {
        success: false,
        message: 'The webhook answered 503: busy',
        retry: { after_seconds: null },
      },
    },
    {
      shows: 'says of a target that did not wait for the message that it can be asked again',
      parameters: { url: 'http://sink.example/hook' },
      message: { text: 'orders are late', delivery_id: 'delivery-7' },
      sends: { path: '/hook', body: { delivery_id: 'delivery-7', message: 'orders are late' } },
      answers: { status: 408, body: '' },
      outcome: {
        success: false,
        message: 'The webhook answered 408.',
        retry: { after_seconds: null },
      },
    },
    {
      shows: 'does not follow a redirect',
      parameters: { url: 'http://sink.example/hook' },
      message: { text: 'orders are late', delivery_id: 'delivery-4' },
      sends: { path: '/hook', body: { delivery_id: 'delivery-4', message: 'orders are late' } },
      answers: { status: 307, body: '' },
      outcome: {
        success: false,
        message: 'The webhook answered 307, a redirect, which is not followed: give the final address.',
      },
    },
  ],
})

function sign(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

/** All attempts of a delivery are the same event: `id` and `source` tell repetitions apart, as the format asks. */
function cloudEvent({ text, delivery_id, time, about }: Message, publicUrl: string | null): object {
  const { trigger_type = 'test', ...ids } = about ?? {}
  return {
    specversion: '1.0',
    id: delivery_id,
    source: `${publicUrl ?? ''}/flows${about ? `/${about.flow_id}` : ''}`,
    type: `assay.${trigger_type}`,
    ...(about && subjectOf(about)),
    ...(time !== undefined && { time }),
    datacontenttype: 'application/json',
    data: { message: text, ...ids },
  }
}

/** The one thing that it is about, as its address in the API ends; nothing for a time or a person. */
function subjectOf({
  trigger_type,
  operation_id,
  container_scan_id,
  anomaly_count,
  anomaly_ids,
}: MessageSubject): { subject?: string } {
  if (trigger_type === 'operation' && operation_id !== null) return { subject: `operations/${operation_id}` }
  if (anomaly_count === 1 && trigger_type !== 'partition_scan')
    return { subject: `anomalies/${anomaly_ids[0]}` }
  return container_scan_id === null ? {} : { subject: `container-scans/${container_scan_id}` }
}
