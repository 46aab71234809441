import { createHash } from 'node:crypto'
import { defineChannel, delivered, isAccepted, refusedBy, undelivered } from './channel.ts'
import { datasetName } from './dataset-names.ts'
import type { DatasetFacts, DatasetPlace, RunFacts } from './run-facts.ts'

const producer = 'urn:assay'
const spec = 'https://openlineage.io/spec'
const eventSchema = `${spec}/2-0-2/OpenLineage.json#/$defs/RunEvent`

/** Tells a service that keeps lineage of runs: when they begin, how they end, and what their checks say of each dataset. */
export default defineChannel({
  type: 'OpenLineage',
  display_name: 'OpenLineage',
  tells: 'runs',
  properties: [
    {
      field: 'url',
      title: 'URL',
      type: 'string',
      required: true,
      placeholder: 'https://lineage.example.com/api/v1/lineage',
      info: 'Where the service takes events.',
    },
    {
      field: 'api_key',
      title: 'API Key',
      type: 'string',
      required: false,
      secret: true,
      info: 'Sent as a bearer token.',
    },
    {
      field: 'namespace',
      title: 'Namespace',
      type: 'string',
      required: false,
      default: 'assay',
      info: 'The namespace of the jobs, and of datasets that are computed here.',
    },
  ],
  async deliver({ run, delivery_id }, { url, api_key, namespace }, { http }) {
    if (!run) return undelivered('OpenLineage takes events of runs alone, so there was nothing to send.')
    for (const event of eventsOf(run, namespace)) {
      const answer = await http.send({
        method: 'POST',
        url,
        headers: {
          'idempotency-key': `${delivery_id}-${event.eventType}`,
          ...(api_key !== null && { authorization: `Bearer ${api_key}` }),
        },
        body: JSON.stringify(event),
      })
      if (!isAccepted(answer)) return refusedBy('The lineage service', answer)
    }
    return delivered('The lineage service accepted the event.')
  },
  examples: [
    {
      shows: 'sends nothing but events of runs',
      parameters: { url: 'http://sink.example/api/v1/lineage' },
      message: { text: 'orders are late', delivery_id: 'delivery-1' },
      sends: null,
      outcome: {
        success: false,
        message: 'OpenLineage takes events of runs alone, so there was nothing to send.',
      },
    },
    {
      shows: 'tells how a scan ended and what its checks say',
      parameters: { url: 'http://sink.example/api/v1/lineage', api_key: 'a-key' },
      message: {
        text: 'the run ended',
        delivery_id: 'delivery-2',
        run: {
          phase: 'end',
          operation_id: 7,
          type: 'scan',
          result: 'success',
          message: null,
          created: '2026-03-01T12:00:00.000Z',
          resumed: null,
          start_time: '2026-03-01T12:00:01.000Z',
          end_time: '2026-03-01T12:00:05.000Z',
          datastore_name: 'shop',
          datasets: [
            {
              name: 'orders',
              is_computed: false,
              datastore_name: 'shop',
              connection_type: 'postgresql',
              host: 'db.example.com',
              port: null,
              uri: null,
              region: null,
              database: 'shop',
              schema: 'public',
              root_path: null,
              assertions: [
                { check_id: 3, rule_type: 'notNull', fields: ['customer'], passed: false },
                { check_id: 4, rule_type: 'unique', fields: ['a', 'b'], passed: true },
              ],
            },
          ],
          outputs: [
            {
              name: '_shop_check_metrics',
              is_computed: false,
              datastore_name: 'results',
              connection_type: 'postgresql',
              host: 'db.example.com',
              port: 5433,
              uri: null,
              region: null,
              database: 'results',
              schema: 'public',
              root_path: null,
            },
          ],
        },
      },
      sends: {
        path: '/api/v1/lineage',
        headers: { authorization: 'Bearer a-key', 'idempotency-key': 'delivery-2-COMPLETE' },
        body: {
          eventType: 'COMPLETE',
          eventTime: '2026-03-01T12:00:05.000Z',
          producer: 'urn:assay',
          schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
          run: { runId: 'b4c02f80-16b6-819f-a013-2e8e00e6b175', facets: {} },
          job: {
            namespace: 'assay',
            name: 'shop.scan',
            facets: {
              jobType: {
                _producer: 'urn:assay',
                _schemaURL:
                  'https://openlineage.io/spec/facets/2-0-4/JobTypeJobFacet.json#/$defs/JobTypeJobFacet',
                processingType: 'BATCH',
                integration: 'ASSAY',
                jobType: 'SCAN',
              },
            },
          },
          inputs: [
            {
              namespace: 'postgres://db.example.com:5432',
              name: 'shop.public.orders',
              facets: {
                dataSource: {
                  _producer: 'urn:assay',
                  _schemaURL:
                    'https://openlineage.io/spec/facets/1-0-1/DatasourceDatasetFacet.json#/$defs/DatasourceDatasetFacet',
                  name: 'shop',
                },
              },
              inputFacets: {
                dataQualityAssertions: {
                  _producer: 'urn:assay',
                  _schemaURL:
                    'https://openlineage.io/spec/facets/1-1-0/DataQualityAssertionsDatasetFacet.json#/$defs/DataQualityAssertionsDatasetFacet',
                  assertions: [
                    { assertion: 'notNull', success: false, column: 'customer', name: 'quality-checks/3' },
                    {
                      assertion: 'unique',
                      success: true,
                      name: 'quality-checks/4',
                      params: { columns: ['a', 'b'] },
                    },
                  ],
                },
              },
            },
          ],
          outputs: [
            {
              namespace: 'postgres://db.example.com:5433',
              name: 'results.public._shop_check_metrics',
              facets: {
                dataSource: {
                  _producer: 'urn:assay',
                  _schemaURL:
                    'https://openlineage.io/spec/facets/1-0-1/DatasourceDatasetFacet.json#/$defs/DatasourceDatasetFacet',
                  name: 'results',
                },
              },
            },
          ],
        },
      },
      answers: { status: 201, body: '' },
      outcome: { success: true, message: 'The lineage service accepted the event.' },
    },
  ],
})

type EventType = 'START' | 'COMPLETE' | 'FAIL' | 'ABORT'

/** One event; two for a run that ended before it began, because every run must begin. */
function eventsOf(run: RunFacts, namespace: string): { eventType: EventType }[] {
  const started = run.resumed ?? run.start_time ?? run.end_time ?? run.created
  const start = () => event(run, namespace, 'START', started)
  if (run.phase === 'start') return [start()]
  const end = event(run, namespace, endOf(run), run.end_time ?? started)
  return run.start_time === null ? [start(), end] : [end]
}

function endOf({ result }: RunFacts): EventType {
  if (result === 'failure') return 'FAIL'
  return result === 'aborted' ? 'ABORT' : 'COMPLETE'
}

function event(run: RunFacts, namespace: string, eventType: EventType, eventTime: string) {
  const { type, message, datastore_name, datasets } = run
  const isFault = eventType === 'FAIL' || eventType === 'ABORT'
  return {
    eventType,
    eventTime,
    producer,
    schemaURL: eventSchema,
    run: {
      runId: runIdOf(run),
      facets: {
        ...(isFault && {
          errorMessage: {
            ...facet('1-0-1', 'ErrorMessageRunFacet'),
            message: message ?? `The run ended with ${run.result}.`,
            programmingLanguage: 'en',
          },
        }),
      },
    },
    job: {
      namespace,
      name: datastore_name === null ? type : `${datastore_name}.${type}`,
      facets: {
        jobType: {
          ...facet('2-0-4', 'JobTypeJobFacet'),
          processingType: 'BATCH',
          integration: 'ASSAY',
          jobType: type.toUpperCase(),
        },
      },
    },
    inputs: datasets.map((dataset) => inputOf(dataset, namespace, eventType)),
    // Before the end nobody knows that anything is written, and a fault may come before it.
    outputs: eventType === 'COMPLETE' ? run.outputs.map((output) => datasetOf(output, namespace)) : [],
  }
}

function datasetOf(dataset: DatasetPlace, namespace: string) {
  return {
    ...datasetName(dataset, namespace),
    facets: {
      dataSource: { ...facet('1-0-1', 'DatasourceDatasetFacet'), name: dataset.datastore_name },
    },
  }
}

function inputOf(dataset: DatasetFacts, namespace: string, eventType: EventType) {
  const assertions = dataset.assertions.map(({ check_id, rule_type, fields, passed }) => {
    const [column] = fields
    return {
      assertion: rule_type,
      success: passed,
      ...(column !== undefined && fields.length === 1 && { column }),
      name: `quality-checks/${check_id}`,
      ...(fields.length > 1 && { params: { columns: fields } }),
    }
  })
  return {
    ...datasetOf(dataset, namespace),
    ...(eventType !== 'START' &&
      assertions.length > 0 && {
        inputFacets: {
          dataQualityAssertions: { ...facet('1-1-0', 'DataQualityAssertionsDatasetFacet'), assertions },
        },
      }),
  }
}

function facet(version: string, name: string) {
  return { _producer: producer, _schemaURL: `${spec}/facets/${version}/${name}.json#/$defs/${name}` }
}

/**
 * A UUID of version 8 that all events of a run share; the time keeps runs of other installations apart. A run that is taken up again is
 * another one for lineage, whose runs begin and end once.
 */
function runIdOf({ operation_id, created, resumed }: RunFacts): string {
  const digits = createHash('sha256')
    .update(`assay run ${operation_id} ${resumed ?? created}`)
    .digest('hex')
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `a${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ]
  return parts.join('-')
}
