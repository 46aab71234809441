import type { Anomaly, Operation } from '../../api/api.generated.ts'
import { DraftsWaiting } from '../../checks/drafts.tsx'
import { Empty } from '../../kit/empty.tsx'
import { usePagedList } from '../../tables/paged-list.ts'
import { Table } from '../../tables/table.tsx'
import { columns } from '../../triage/columns.tsx'

/** The anomalies that a scan found or found again, the heaviest first, whatever became of them since. */
export function RunAnomalies({ run }: { run: Operation }) {
  const list = usePagedList('GET /api/anomalies', { query: { operation: run.id, sort_weight: 'desc' } })
  return (
    <Table<Anomaly>
      label="Anomalies"
      list={list}
      columns={columns.filter(({ key }) => key !== 'datastore')}
      address={({ id }) => `/anomalies/${id}`}
      empty={
        <Empty title="No anomaly">
          <p>{run.end_time === null ? 'None was found so far.' : 'The run found none.'}</p>
          {run.end_time !== null && <DraftsWaiting datastoreId={run.datastore.id} />}
        </Empty>
      }
    />
  )
}
