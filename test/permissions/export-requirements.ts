import type { Requirement } from './requirements.ts'
import type { Caller } from './world.ts'

const elsewhere = ({ permission, where }: Caller): boolean => permission === null || where !== 'own'

/** What leaves the service for enrichment datastores, and what is read there; the datastore is linked to one before. */
export const exports: readonly Requirement[] = [
  ...['anomalies', 'checks', 'field-profiles'].map((noun) => ({
    endpoint: `POST /export/${noun}`,
    target: 'datastore' as const,
    query: 'datastore={id}',
  })),
  {
    endpoint: 'POST /export/check-templates',
    target: 'enrichment',
    query: 'enrich_datastore_id={id}',
    hiddenFrom: elsewhere,
  },
  { endpoint: 'GET /datastores/{id}/listing', target: 'enrichment', hiddenFrom: elsewhere },
  {
    endpoint: 'GET /datastores/{id}/source-records',
    target: 'enrichment',
    // The templates were written by the request above.
    query: 'path=_kept_check_templates_export',
    hiddenFrom: elsewhere,
  },
]
