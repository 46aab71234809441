import type { Anomaly, Endpoints } from '../api/api.generated.ts'
import { ask } from '../api/ask.ts'
import { tsvOf } from '../bulk/csv.ts'
import { SaveList, type Members } from '../bulk/save-list.tsx'
import { copyText } from '../kit/copy.ts'
import { counted } from '../words/numbers.ts'

const members: Members<Anomaly> = [
  ['id', ({ id }) => id],
  ['status', ({ status }) => status],
  ['weight', ({ weight }) => weight],
  ['message', ({ message }) => message],
  ['description', ({ description }) => description],
  ['datastore', ({ datastore }) => datastore.name],
  ['container', ({ container }) => container.name],
  ['type', ({ type }) => type],
  ['anomalous_records_count', ({ anomalous_records_count }) => anomalous_records_count],
  ['created', ({ created }) => created],
  ['last_detected', ({ last_detected }) => last_detected],
  ['assignees', ({ assignees }) => assignees.map(({ user_name }) => user_name).join('; ')],
  ['tags', ({ global_tags }) => global_tags.map(({ name }) => name).join('; ')],
  [
    'failed_checks',
    ({ failed_checks }) => failed_checks.map(({ quality_check }) => quality_check.id).join('; '),
  ],
]

/** Saves the anomalies that a list shows. */
export function SaveAnomalies({
  total,
  query,
}: {
  total: number | null
  query: Endpoints['GET /api/anomalies']['query']
}) {
  return (
    <SaveList
      total={total}
      name="anomalies"
      members={members}
      read={(page, signal) => ask('GET /api/anomalies', { query: { ...query, ...page } }, { signal })}
    />
  )
}

/** Puts anomalies into the clipboard, a line for each, as cells that a spreadsheet takes. */
export async function copyAnomalies(anomalies: readonly Anomaly[]): Promise<void> {
  const lines = anomalies.map((anomaly) => members.map(([, cell]) => cell(anomaly)))
  await copyText(
    tsvOf([members.map(([head]) => head), ...lines]),
    `${counted(anomalies.length, 'anomaly is', 'anomalies are')} copied as cells of a spreadsheet.`,
  )
}
