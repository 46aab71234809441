import type { Requirement } from './requirements.ts'
import type { World } from './world.ts'

const plain = 'it starts no runs'
const starting = 'it starts runs, on the datastore of each'
const run = (world: World) => ({
  type: 'operation',
  operation: { type: 'sync', datastore_id: world.own.datastore },
})

/** Flows: of the workspace, seen by Members and written by Managers; whoever lets one start runs may start those runs. */
export const flows: readonly Requirement[] = [
  { endpoint: 'POST /flows', when: plain, body: () => ({ name: 'x', trigger_type: 'manual' }) },
  {
    endpoint: 'POST /flows',
    when: starting,
    body: (world) => ({ name: 'x', trigger_type: 'manual', actions: [run(world)] }),
  },
  { endpoint: 'PUT /flows/{id}', when: plain, target: 'flow', body: () => ({ description: 'x' }) },
  { endpoint: 'PUT /flows/{id}', when: starting, target: 'startingFlow', body: () => ({ description: 'x' }) },
  { endpoint: 'DELETE /flows/{id}', target: 'flow', fresh: true },
  { endpoint: 'PATCH /flows/{id}/deactivated', target: 'flow', body: () => ({ deactivated: true }) },
  { endpoint: 'POST /flows/{id}/clone', when: plain, target: 'flow' },
  { endpoint: 'POST /flows/{id}/clone', when: starting, target: 'startingFlow' },
  { endpoint: 'POST /flows/{id}/execute', target: 'flow', fresh: true },
  {
    endpoint: 'PATCH /flows/actions/notification/{id}/muted',
    target: 'notification',
    body: () => ({ muted: true }),
  },
  { endpoint: 'POST /flows/preview', body: () => ({ trigger_type: 'anomaly', tokenized_message: 'x' }) },
  { endpoint: 'GET /flows/executions' },
  { endpoint: 'POST /flows/executions/{id}/abort', target: 'execution', fresh: true },
  { endpoint: 'POST /flows/executions/{id}/resend', target: 'undelivered', fresh: true },
]
