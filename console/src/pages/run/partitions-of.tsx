import type { Operation, PartitionProgress } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Failure } from '../../kit/failure.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { State } from '../../kit/state.tsx'
import { count } from '../../words/numbers.ts'
import { duration } from '../../words/times.ts'

/** How often the partitions of a run that goes on are looked at anew, milliseconds: its stream counts them only. */
const often = 2_000

const states: Record<PartitionProgress['state'], readonly [string, string]> = {
  waiting: ['queued', 'Waiting'],
  running: ['running', 'Being read'],
  done: ['success', 'Read'],
  failed: ['failure', 'Failed'],
  stopping: ['warning', 'Being stopped'],
  stopped: ['aborted', 'Stopped'],
}

/** The partitions of one container of a run, each with how far it is. */
export function PartitionsOf({ run, containerId }: { run: Operation; containerId: number }) {
  const { data, error, refetch } = useAnswer(
    'GET /api/operations/{id}/containers',
    { path: { id: run.id }, query: { container: [containerId], partitions: 'all' } },
    { every: run.end_time === null && often },
  )
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  const [part] = data?.items ?? []
  if (part === undefined || !('partitions' in part)) return null
  const listed = part.partition_list ?? []
  if (listed.length === 0)
    return <p className="muted">{part.container.name} has no partitions that this run told of.</p>
  return (
    <PlainTable
      isOfValues
      label={`Partitions of ${part.container.name}`}
      heads={['Partition', 'State', 'Records', 'Took']}
      rows={listed.map(({ name, state, records_processed, start_time, end_time }) => [
        name,
        <State key="state" name={states[state][0]} word={states[state][1]} />,
        records_processed === null ? '—' : count(records_processed),
        start_time === null || end_time === null ? '—' : duration(start_time, end_time),
      ])}
    />
  )
}
