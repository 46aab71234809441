import type { Client } from '../../client/src/index.ts'
import type { AnomalyListOptions } from '../commands/anomalies.ts'
import type { CheckListOptions } from '../commands/checks.ts'
import { counted } from '../output/numbers.ts'
import { printList } from '../output/print-list.ts'
import { openClient } from './find-service.ts'
import { findDatastore } from './named.ts'

/** Prints the open anomalies. */
export async function listAnomalies(options: AnomalyListOptions): Promise<void> {
  const client = openClient(options)
  const { items } = await client.listAnomalies({
    ...(await datastoreFilter(client, options.datastore)),
    sort_weight: 'desc',
    size: options.limit,
  })
  printList(
    items,
    {
      Id: ({ id }) => id,
      Status: ({ status }) => status,
      Weight: ({ weight }) => weight,
      Datastore: ({ datastore }) => datastore.name,
      Container: ({ container }) => container.name,
      Rows: ({ anomalous_records_count: rows }) => (rows === null ? '-' : counted(rows)),
      Message: ({ message }) => message,
    },
    options,
    'There are no open anomalies.',
  )
}

/** Prints checks. */
export async function listChecks(options: CheckListOptions): Promise<void> {
  const client = openClient(options)
  const { items } = await client.listChecks({
    ...(await datastoreFilter(client, options.datastore)),
    ...(options.status && { status: [options.status] }),
    size: options.limit,
  })
  printList(
    items.filter((check) => 'container' in check),
    {
      Id: ({ id }) => id,
      Status: ({ status }) => status,
      Container: ({ container }) => container.name,
      Rule: ({ rule_type }) => rule_type,
      Fields: ({ fields }) => fields.map(({ name }) => name).join(', '),
      Open: ({ active_anomaly_count }) => active_anomaly_count,
      Description: ({ description }) => description,
    },
    options,
    'There are no checks. Try: assay profile DATASTORE',
  )
}

async function datastoreFilter(
  client: Client,
  wanted: string | undefined,
): Promise<{ datastore?: number[] }> {
  return wanted === undefined ? {} : { datastore: [(await findDatastore(client, wanted)).id] }
}
