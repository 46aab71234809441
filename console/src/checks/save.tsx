import type { Endpoints, QualityCheck } from '../api/api.generated.ts'
import { ask } from '../api/ask.ts'
import { SaveList, type Members } from '../bulk/save-list.tsx'

const members: Members<QualityCheck> = [
  ['id', ({ id }) => id],
  ['status', ({ status }) => status],
  ['rule_type', ({ rule_type }) => rule_type],
  ['description', ({ description }) => description],
  ['datastore', ({ datastore }) => datastore.name],
  ['container', ({ container }) => container.name],
  ['fields', ({ fields }) => fields.map(({ name }) => name).join('; ')],
  ['filter', ({ filter }) => filter],
  ['coverage', ({ coverage }) => coverage],
  ['properties', ({ properties }) => JSON.stringify(properties)],
  ['weight', ({ weight }) => weight],
  ['tags', ({ global_tags }) => global_tags.map(({ name }) => name).join('; ')],
  ['last_asserted', ({ last_asserted }) => last_asserted],
  ['is_passing', ({ is_passing }) => (is_passing === null ? null : String(is_passing))],
  ['active_anomaly_count', ({ active_anomaly_count }) => active_anomaly_count],
]

/** Saves the checks that a list shows. */
export function SaveChecks({
  total,
  query,
}: {
  total: number | null
  query: Endpoints['GET /api/quality-checks']['query']
}) {
  return (
    <SaveList
      total={total}
      name="checks"
      members={members}
      read={async (page, signal) => {
        const { items, pages } = await ask(
          'GET /api/quality-checks',
          { query: { ...query, ...page } },
          { signal },
        )
        // Templates are listed only where they are asked for.
        return { items: items as QualityCheck[], pages }
      }}
    />
  )
}
