import { Link } from '@tanstack/react-router'
import type { Schedule } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Empty } from '../../kit/empty.tsx'
import { Failure } from '../../kit/failure.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { ToForm } from '../../kit/to-form.tsx'
import { State } from '../../kit/state.tsx'
import { Time } from '../../kit/time.tsx'
import { OnceConnected } from '../../sources/nothing-seen.tsx'
import { whenOfCrontab } from '../../words/crontab.ts'
import { counted } from '../../words/numbers.ts'
import { ScheduleActs } from './acts.tsx'
import { ticksOf, useComing, type Coming } from './coming.ts'
import { NewSchedule } from './new-schedule.tsx'
import { NextRun } from './next-run.tsx'
import { Week } from './week.tsx'
import './schedules.css'

/** What will happen when; the first hundred schedules. */
export default function Schedules() {
  const { data, error, refetch } = useAnswer('GET /api/operations/schedule', { query: { size: 100 } })
  const coming = useComing(data?.items ?? [])
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Reading the schedules …</p>
  return (
    <div className="stack">
      <title>Schedules · Assay</title>
      <div className="row">
        <h1>Schedules</h1>
        <span className="push" />
        {data.total > 0 && <ToForm id="new-schedule" words="Make a schedule" />}
      </div>
      {data.total === 0 ? (
        <OnceConnected>
          <Empty title="Nothing is scheduled">
            <p>A schedule starts syncs, profiles, scans and exports at its times. Make one here:</p>
          </Empty>
          <NewSchedule />
        </OnceConnected>
      ) : (
        <>
          {data.total > data.items.length && (
            <p>
              The first {data.items.length} of {counted(data.total, 'schedule')}
            </p>
          )}
          <PlainTable
            label="Schedules"
            heads={['Schedule', 'Datastore', 'When', 'Next', 'Last', 'Owner', 'State', 'Acts']}
            rows={data.items.map((schedule) => cellsOf(schedule, coming))}
            keys={data.items.map(({ id }) => id)}
          />
          <Week coming={coming} />
          <NewSchedule />
        </>
      )}
    </div>
  )
}

function cellsOf(schedule: Schedule, coming: Coming) {
  const { name, type, datastore, crontab, timezone, last_run, owner, message } = schedule
  return [
    <span key="name">
      {name ?? type} {name !== null && <span className="muted">{type}</span>}
    </span>,
    <Link key="datastore" to={`/datastores/${datastore.id}` as string}>
      {datastore.name}
    </Link>,
    <span key="when">
      <code className="crontab">{crontab}</code> <span className="muted">{whenOfCrontab(crontab)}</span>{' '}
      {timezone}
    </span>,
    <NextRun key="next" schedule={schedule} ticks={ticksOf(coming, schedule)} />,
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
    <ScheduleActs key="acts" schedule={schedule} />,
  ]
}
