import type { CheckResult, Operation } from '../../api/api.generated.ts'
import { showEvidence } from '../../checks/evidence.ts'
import { Empty } from '../../kit/empty.tsx'
import { State } from '../../kit/state.tsx'
import { usePagedList } from '../../tables/paged-list.ts'
import { Table, type Column } from '../../tables/table.tsx'
import { count } from '../../words/numbers.ts'

const columns: Column<CheckResult>[] = [
  {
    key: 'description',
    head: 'Check',
    width: 'minmax(160px, 3fr)',
    cell: ({ description, rule_type }) => description || rule_type,
  },
  {
    key: 'result',
    head: 'Verdict',
    width: '110px',
    cell: ({ assertion_result }) => <State name={assertion_result} />,
  },
  {
    key: 'container',
    head: 'Container',
    width: 'minmax(100px, 1fr)',
    narrow: 'second',
    cell: ({ container }) => container.name,
  },
  {
    key: 'failing',
    head: 'Failing of judged',
    width: '150px',
    narrow: 'second',
    isNumeric: true,
    cell: ({ asserted_records: judged, anomalous_records: failing }) =>
      judged === null ? '—' : `${count(failing ?? 0)} of ${count(judged)}`,
  },
  {
    key: 'details',
    head: 'Why',
    width: 'minmax(80px, 3fr)',
    narrow: 'hidden',
    cell: ({ assertion_details }) => assertion_details ?? '',
  },
]

/** What the checks of a scan concluded, with the reason where one did not. */
export function RunChecks({ run }: { run: Operation }) {
  const list = usePagedList('GET /api/operations/{id}/scan-checks', { path: { id: run.id } })
  return (
    <Table
      label="Checks"
      list={list}
      columns={columns}
      address={({ id }) => `/checks/${id}`}
      onKey={(check, { key, ctrlKey, metaKey, altKey }) => {
        if (key !== 'q' || ctrlKey || metaKey || altKey) return false
        showEvidence(check)
        return true
      }}
      empty={
        <Empty title="No verdict yet">
          <p>
            {run.end_time === null
              ? 'No check has been judged so far.'
              : 'The scanned containers have no active checks.'}
          </p>
        </Empty>
      }
    />
  )
}
