import type { Requirement } from './requirements.ts'

/** Quality scores: seen from Reporter on, weighed by Editors. */
export const scores: readonly Requirement[] = [
  { endpoint: 'GET /datastores/{id}/quality-scores', target: 'datastore' },
  { endpoint: 'GET /containers/{id}/quality-scores', target: 'container' },
  { endpoint: 'GET /fields/{id}/quality-scores', target: 'field' },
  { endpoint: 'GET /datastores/{id}/score-settings', target: 'datastore' },
  {
    endpoint: 'PUT /datastores/{id}/score-settings',
    target: 'datastore',
    body: () => ({ accuracy_weight: 2 }),
  },
  { endpoint: 'GET /containers/{id}/score-settings', target: 'container' },
  {
    endpoint: 'PUT /containers/{id}/score-settings',
    target: 'container',
    body: () => ({ accuracy_weight: 2 }),
  },
]
