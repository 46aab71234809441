import type { Container, ContainerStatus } from '../../api/api.generated.ts'
import { State } from '../../kit/state.tsx'
import { Time } from '../../kit/time.tsx'
import { VerdictCounts } from '../../sources/verdict-counts.tsx'
import type { Column } from '../../tables/table.tsx'
import { count } from '../../words/numbers.ts'

/** Why the checks of a container cannot be judged now, by its status. */
const unusable: Partial<Record<ContainerStatus, string>> = {
  inaccessible: 'not found by the last sync',
  unloadable: 'cannot be read',
}

/** What the list says of a table or file. */
export const columns: Column<Container>[] = [
  { key: 'name', head: 'Table or file', width: 'minmax(160px, 2fr)', cell: ({ name }) => name },
  {
    key: 'verdicts',
    head: 'Checks',
    width: 'minmax(260px, 2fr)',
    narrow: 'second',
    cell: ({ verdicts, status, status_reason }) =>
      unusable[status] === undefined ? (
        <VerdictCounts verdicts={verdicts} />
      ) : (
        <span title={status_reason ?? undefined}>
          <State name="failure" word={unusable[status]} />
        </span>
      ),
  },
  {
    key: 'anomalies',
    head: 'Open anomalies',
    width: '110px',
    narrow: 'hidden',
    isNumeric: true,
    leaves: 3,
    cell: ({ open_anomalies }) => count(open_anomalies ?? 0),
  },
  {
    key: 'rows',
    head: 'Rows at the last scan',
    width: '140px',
    narrow: 'hidden',
    isNumeric: true,
    leaves: 1,
    cell: ({ last_scan }) => (last_scan ? count(last_scan.records_processed) : '—'),
  },
  {
    key: 'scan',
    head: 'Last scan',
    width: '100px',
    narrow: 'hidden',
    leaves: 2,
    cell: ({ last_scan }) => <Time at={last_scan?.start_time ?? null} />,
  },
]
