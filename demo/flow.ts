import type { Client } from './client.ts'

const name = 'Containers with anomalies'

/** Makes the flow that puts a message into the inbox for each container with anomalies, unless an earlier demo did. */
export async function ensureFlow(client: Client): Promise<void> {
  const flows = await client.get<{ name: string }[]>('/flows/listing')
  if (flows.some((flow) => flow.name === name)) return
  await client.post('/flows', {
    name,
    trigger_type: 'partition_scan',
    actions: [
      {
        type: 'notification',
        notification_type: 'InApp',
        tokenized_message: '{{ anomaly_count }} anomalies in {{ container_name }} of {{ datastore_name }}',
      },
    ],
  })
}
