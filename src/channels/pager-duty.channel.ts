import { Type } from 'typebox'
import { defineChannel, delivered, isAccepted, refusedBy, undelivered } from './channel.ts'
import { cut, cutToBytes } from '../kernel/cut.ts'
import { setting, text, webAddress } from '../kernel/setting.ts'
import { workspace } from './workspace.ts'

/** Characters; PagerDuty takes no more. */
const longestSummary = 1024
/** Bytes of the whole message among the details: events of more than 512 KB are refused. */
const longestDetail = 200 * 1024

const pagerDuty = workspace({
  settings: {
    routing_key: setting({
      variable: 'ASSAY_PAGERDUTY_ROUTING_KEY',
      schema: Type.Union([text, Type.Null()]),
      expected: 'the integration key of a PagerDuty service',
      fallback: null,
      absent: 'every notification must bring a key of its own',
      sentence: 'The PagerDuty service that incidents are opened on (its Events API v2 integration).',
      secret: true,
    }),
    url: setting({
      variable: 'ASSAY_PAGERDUTY_URL',
      schema: webAddress,
      expected: 'https://host/path',
      fallback: 'https://events.pagerduty.com/v2/enqueue',
      sentence: 'Where PagerDuty takes events; accounts in Europe have another host.',
    }),
  },
  connect: (values) => values,
  secrets: ({ routing_key }) => ({ secrets: routing_key === null ? [] : [routing_key] }),
})

/** Opens an incident through version 2 of the PagerDuty Events API. */
export default defineChannel({
  type: 'PagerDuty',
  display_name: 'PagerDuty',
  workspace: pagerDuty,
  properties: [
    {
      field: 'severity',
      title: 'Severity',
      type: 'enum',
      required: false,
      values: [
        { label: 'Info', value: 'info' },
        { label: 'Warning', value: 'warning' },
        { label: 'Error', value: 'error' },
        { label: 'Critical', value: 'critical' },
      ],
      default: 'info',
      info: 'How serious the incident is for the service that it is opened on.',
    },
    {
      field: 'custom_details',
      title: 'Additional Details',
      type: 'object',
      required: false,
      info: 'Keys and values that are shown with the incident.',
    },
    {
      field: 'routing_key',
      title: 'Routing Key Override',
      type: 'string',
      required: false,
      secret: true,
      info: 'The integration key of another PagerDuty service; without it, the key of the settings is used.',
    },
  ],
  async deliver({ text, delivery_id }, { severity, custom_details, routing_key }, { workspace, http }) {
    const key = routing_key ?? workspace.routing_key
    if (key === null) {
      return undelivered(
        'PagerDuty is not connected: set ASSAY_PAGERDUTY_ROUTING_KEY to the integration key of a PagerDuty service, or give a routing key.',
      )
    }
    const isLong = text.length > longestSummary
    const details = { ...custom_details, ...(isLong && { message: cutToBytes(text, longestDetail) }) }
    const answer = await http.send({
      method: 'POST',
      url: workspace.url,
      body: JSON.stringify({
        routing_key: key,
        event_action: 'trigger',
        dedup_key: delivery_id,
        client: 'Assay',
        payload: {
          summary: cut(text, longestSummary),
          source: 'assay',
          severity,
          ...(Object.keys(details).length > 0 && { custom_details: details }),
        },
      }),
    })
    return isAccepted(answer) ? delivered('PagerDuty accepted the event.') : refusedBy('PagerDuty', answer)
  },
  examples: [
    {
      shows: 'opens an incident on the service of the settings, with severity info',
      settings: {
        ASSAY_PAGERDUTY_URL: 'http://sink.example/v2/enqueue',
        ASSAY_PAGERDUTY_ROUTING_KEY: '0123456789abcdef0123456789abcdef',
      },
      parameters: {},
      message: { text: 'orders: 3 rows have no customer', delivery_id: 'delivery-1' },
      sends: {
        path: '/v2/enqueue',
        body: {
          routing_key: '0123456789abcdef0123456789abcdef',
          event_action: 'trigger',
          dedup_key: 'delivery-1',
          client: 'Assay',
          payload: { summary: 'orders: 3 rows have no customer', source: 'assay', severity: 'info' },
        },
      },
      answers: { status: 202, body: { status: 'success', message: 'Event processed' } },
      outcome: { success: true, message: 'PagerDuty accepted the event.' },
    },
    {
      shows: 'goes to another service by a key of its own, with details',
      settings: {
        ASSAY_PAGERDUTY_URL: 'http://sink.example/v2/enqueue',
        ASSAY_PAGERDUTY_ROUTING_KEY: '0123456789abcdef0123456789abcdef',
      },
      parameters: {
        severity: 'critical',
        custom_details: { team: 'billing' },
        routing_key: 'fedcba9876543210fedcba9876543210',
      },
      message: { text: 'x'.repeat(1025), delivery_id: 'delivery-2' },
      sends: {
        path: '/v2/enqueue',
        body: {
          routing_key: 'fedcba9876543210fedcba9876543210',
          event_action: 'trigger',
          dedup_key: 'delivery-2',
          client: 'Assay',
          payload: {
            summary: `${'x'.repeat(1023)}…`,
            source: 'assay',
            severity: 'critical',
            custom_details: { team: 'billing', message: 'x'.repeat(1025) },
          },
        },
      },
      answers: { status: 202, body: { status: 'success' } },
      outcome: { success: true, message: 'PagerDuty accepted the event.' },
    },
    {
      shows: 'hands on why an event was refused',
      settings: {
        ASSAY_PAGERDUTY_URL: 'http://sink.example/v2/enqueue',
        ASSAY_PAGERDUTY_ROUTING_KEY: 'short',
      },
      parameters: { severity: 'error' },
      message: { text: 'orders are late', delivery_id: 'delivery-3' },
      sends: {
        path: '/v2/enqueue',
        body: {
          routing_key: 'short',
          event_action: 'trigger',
          dedup_key: 'delivery-3',
          client: 'Assay',
          payload: { summary: 'orders are late', source: 'assay', severity: 'error' },
        },
      },
      answers: { status: 400, body: { errors: ["'routing_key' has the wrong length"] } },
      outcome: {
        success: false,
        message: `PagerDuty answered 400: {"errors":["'routing_key' has the wrong length"]}`,
      },
    },
    {
      shows: 'says what to set when it has no key',
      parameters: {},
      message: { text: 'orders are late', delivery_id: 'delivery-4' },
      sends: null,
      outcome: {
        success: false,
        message:
          'PagerDuty is not connected: set ASSAY_PAGERDUTY_ROUTING_KEY to the integration key of a PagerDuty service, or give a routing key.',
      },
    },
  ],
})
