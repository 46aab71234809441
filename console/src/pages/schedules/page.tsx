import { Link } from '@tanstack/react-router'
import type { Schedule } from '../../api/api.generated.ts'
import { useAnswer, useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Failure } from '../../kit/failure.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { State } from '../../kit/state.tsx'
import { Time } from '../../kit/time.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRefusal } from '../../shell/rights.ts'
import { counted } from '../../words/numbers.ts'
import { NewSchedule } from './new-schedule.tsx'

/** What will happen when; the first hundred schedules. */
export default function Schedules() {
  const { data, error, refetch } = useAnswer('GET /api/operations/schedule', { query: { size: 100 } })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Reading the schedules …</p>
  return (
    <div className="stack">
      <title>Schedules · Assay</title>
      <h1>Schedules</h1>
      {data.total === 0 ? (
        <Empty title="Nothing is scheduled" />
      ) : (
        <>
          {data.total > data.items.length && (
            <p>
              The first {data.items.length} of {counted(data.total, 'schedule')}
            </p>
          )}
          <PlainTable
            label="Schedules"
            heads={['Schedule', 'Datastore', 'When', 'Zone', 'Next', 'Last', 'Owner', 'State', 'Act']}
            rows={data.items.map(cellsOf)}
          />
        </>
      )}
      <NewSchedule />
    </div>
  )
}

function cellsOf(schedule: Schedule) {
  const { name, type, datastore, crontab, timezone, next_run, last_run, owner, message } = schedule
  return [
    <span key="name">
      {name ?? type} {name !== null && <span className="muted">{type}</span>}
    </span>,
    <Link key="datastore" to={`/datastores/${datastore.id}` as string}>
      {datastore.name}
    </Link>,
    <code key="when">{crontab}</code>,
    timezone,
    <Time key="next" at={next_run} />,
    <Time key="last" at={last_run} />,
    owner,
    message === null ? (
      <State
        key="state"
        name={schedule.deactivated ? 'aborted' : 'queued'}
        word={schedule.deactivated ? 'Off' : 'On'}
      />
    ) : (
      <span key="state">
        <State name="warning" word={schedule.deactivated ? 'Off' : 'On'} /> {message}
      </span>
    ),
    <Switch key="act" schedule={schedule} />,
  ]
}

/** Turns a schedule off or on; its crontab stays. */
function Switch({ schedule: { id, datastore, deactivated } }: { schedule: Schedule }) {
  const refused = useRefusal(datastore.id, 'Editor')
  const change = useChange('PUT /api/operations/schedule/{id}')
  return (
    <Button
      refused={refused}
      disabled={change.isPending}
      onClick={() =>
        change.mutate(
          { path: { id }, body: { deactivated: !deactivated } },
          { onError: ({ message }) => tell(message) },
        )
      }
    >
      {deactivated ? 'Turn on' : 'Turn off'}
    </Button>
  )
}
