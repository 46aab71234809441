import type { Requirement } from './requirements.ts'

/** Quality scores: seen from Reporter on, weighed by Editors. */
export const scores: readonly Requirement[] = [
  {
    endpoint: 'PUT /datastores/{id}/score-settings',
    target: 'datastore',
    body: () => ({ accuracy_weight: 2 }),
  },
  {
    endpoint: 'PUT /containers/{id}/score-settings',
    target: 'container',
    body: () => ({ accuracy_weight: 2 }),
  },
]
