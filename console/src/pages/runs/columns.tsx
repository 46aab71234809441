import type { ListedOperation } from '../../api/api.generated.ts'
import { State } from '../../kit/state.tsx'
import { Lasted } from '../../kit/lasted.tsx'
import { Time } from '../../kit/time.tsx'
import type { Column } from '../../tables/table.tsx'
import { count } from '../../words/numbers.ts'
import { kindOf, progressOf } from '../../words/runs.ts'

/** What the list shows of each run. */
export const columns: Column<ListedOperation>[] = [
  {
    key: 'type',
    head: 'Run',
    width: 'minmax(110px, 1fr)',
    cell: (run) => `${kindOf(run)} ${run.id}${run.name ? ` · ${run.name}` : ''}`,
  },
  { key: 'result', head: 'Result', width: '110px', cell: ({ result }) => <State name={result} /> },
  {
    key: 'message',
    head: 'Message',
    width: 'minmax(60px, 1.6fr)',
    narrow: 'hidden',
    leaves: 3,
    cell: ({ message }) => message ?? '',
  },
  {
    key: 'datastore',
    head: 'Datastore',
    width: 'minmax(100px, 2fr)',
    narrow: 'second',
    cell: ({ datastore }) => datastore?.name ?? '—',
  },
  {
    key: 'containers',
    head: 'Containers',
    width: '90px',
    narrow: 'hidden',
    isNumeric: true,
    leaves: 2,
    cell: (run) => {
      const progress = progressOf(run)
      return progress === null ? '—' : `${count(progress.done)} of ${count(progress.total)}`
    },
  },
  {
    key: 'records',
    head: 'Records',
    width: '100px',
    narrow: 'hidden',
    isNumeric: true,
    leaves: 4,
    cell: ({ status }) => counted(status['records_processed']),
  },
  {
    key: 'findings',
    head: 'Anomalies',
    width: '80px',
    narrow: 'hidden',
    isNumeric: true,
    leaves: 5,
    cell: ({ status }) => counted(status['anomalies_identified']),
  },
  {
    key: 'started',
    head: 'Started',
    width: '100px',
    narrow: 'second',
    cell: ({ start_time }) => <Time at={start_time} />,
  },
  {
    key: 'duration',
    head: 'Took',
    width: '80px',
    narrow: 'second',
    isNumeric: true,
    isPlain: true,
    cell: ({ start_time, end_time }) =>
      start_time === null ? '—' : <Lasted from={start_time} to={end_time} />,
  },
  {
    key: 'by',
    head: 'By',
    width: 'minmax(60px, 0.7fr)',
    narrow: 'hidden',
    leaves: 1,
    cell: ({ schedule, triggered_by }) => (schedule === null ? triggered_by : (schedule.name ?? 'schedule')),
  },
]

function counted(value: number | undefined): string {
  return value === undefined ? '—' : count(value)
}
