/** The values that a token can stand for, with an example for trying a message out. */
const exampleValues = {
  flow_name: 'Example flow',
  datastore_name: 'Example datastore',
  datastore_link: 'https://assay.example/datastores/1',
  container_name: 'example_table',
  container_link: 'https://assay.example/containers/1',
  scan_target_name: 'example_partition',
  anomaly_type: 'record',
  anomaly_status: 'Acknowledged',
  anomaly_message: 'The example_field value of -1 is not positive',
  anomaly_count: '3',
  check_description: 'example_field is positive',
  operation_type: 'scan',
  operation_result: 'success',
  operation_message: '3 anomalies found',
  inactivity_timeframe: '30',
  target_link: 'https://assay.example/anomalies/1',
} as const
type Token = keyof typeof exampleValues

/** The tokens that a flow's message may hold, by the trigger of the flow. A trigger that is not listed fills nothing in. */
interface TriggerTokens {
  trigger_type: string
  tokens: readonly Token[]
  default_message: string
}

const datastore = ['flow_name', 'datastore_name', 'datastore_link'] as const
const container = ['container_name', 'container_link'] as const
const inactivity = [...datastore, 'anomaly_count', 'inactivity_timeframe', 'target_link'] as const

/** Every trigger type whose messages have tokens. */
export const triggerTokens: readonly TriggerTokens[] = [
  {
    trigger_type: 'anomaly',
    tokens: [
      ...datastore,
      ...container,
      'anomaly_type',
      'anomaly_message',
      'check_description',
      'target_link',
    ],
    default_message:
      '{{ flow_name }}: a {{ anomaly_type }} anomaly in {{ container_name }} of {{ datastore_name }}. {{ anomaly_message }} {{ target_link }}',
  },
  {
    trigger_type: 'anomaly_status',
    tokens: [
      ...datastore,
      ...container,
      'anomaly_type',
      'anomaly_status',
      'anomaly_message',
      'check_description',
      'target_link',
    ],
    default_message:
      '{{ flow_name }}: an anomaly in {{ container_name }} of {{ datastore_name }} is now {{ anomaly_status }}. {{ anomaly_message }} {{ target_link }}',
  },
  {
    trigger_type: 'partition_scan',
    tokens: [
      ...datastore,
      ...container,
      'scan_target_name',
      'anomaly_count',
      'anomaly_message',
      'check_description',
      'target_link',
    ],
    default_message:
      '{{ flow_name }}: anomalies in {{ scan_target_name }}, {{ container_name }} of {{ datastore_name }}: {{ anomaly_count }}. {{ target_link }}',
  },
  {
    trigger_type: 'operation',
    tokens: [...datastore, 'operation_type', 'operation_result', 'operation_message', 'target_link'],
    default_message:
      '{{ flow_name }}: the {{ operation_type }} of {{ datastore_name }} ended with {{ operation_result }}. {{ operation_message }} {{ target_link }}',
  },
  {
    trigger_type: 'anomaly_archive',
    tokens: inactivity,
    default_message:
      '{{ flow_name }}: {{ anomaly_count }} anomalies of {{ datastore_name }} were archived after {{ inactivity_timeframe }} days of inactivity. {{ target_link }}',
  },
  {
    trigger_type: 'anomaly_delete',
    tokens: inactivity,
    default_message:
      '{{ flow_name }}: {{ anomaly_count }} anomalies of {{ datastore_name }} were deleted after {{ inactivity_timeframe }} days of inactivity. {{ target_link }}',
  },
]

/**
 * The text with `{{name}}` and `{{ name }}` replaced by the values, each written by `plain` (default: as it is). Tokens without a
 * value stay as written. One pass: a value that looks like a token is not filled in again.
 */
export function fillTokens(
  template: string,
  values: Readonly<Record<string, string>>,
  plain: (value: string, template: string) => string = (value) => value,
): string {
  return template.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (written, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return value === undefined ? written : plain(value, template)
  })
}

/** The text as it would read with an example for every known token. */
export function fillWithExamples(
  template: string,
  plain?: (value: string, template: string) => string,
): string {
  return fillTokens(template, exampleValues, plain)
}

/** The names of the tokens in a text, each once, as they stand between the braces. */
export function tokensIn(template: string): string[] {
  const names = new Set<string>()
  let end = 0
  // Not by a pattern: that would look for the end anew from every brace.
  for (;;) {
    const start = template.indexOf('{{', end)
    end = start < 0 ? -1 : template.indexOf('}}', start + 2)
    if (end < 0) return [...names]
    names.add(template.slice(start + 2, end).trim())
    end += 2
  }
}
