import type { Client } from '../client/src/index.ts'

const name = 'Containers with anomalies'

/** Makes the flow that puts a message into the inbox for each container with anomalies, unless an earlier demo did. */
export async function ensureFlow(client: Client): Promise<void> {
  const flows = await client.listFlowStubs()
  if (flows.some((flow) => flow.name === name)) return
  await client.createFlow({
    body: {
      name,
      trigger_type: 'partition_scan',
      actions: [
        {
          type: 'notification',
          notification_type: 'InApp',
          tokenized_message: 'Anomalies in {{ container_name }} of {{ datastore_name }}: {{ anomaly_count }}',
        },
      ],
    },
  })
}
