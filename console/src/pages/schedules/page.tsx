import { Link } from '@tanstack/react-router'
import type { Schedule } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Empty } from '../../kit/empty.tsx'
import { Failure } from '../../kit/failure.tsx'
import { useNarrow } from '../../kit/narrow.ts'
import { pageNumber, Pages } from '../../kit/pages.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { ToForm } from '../../kit/to-form.tsx'
import { State } from '../../kit/state.tsx'
import { Time } from '../../kit/time.tsx'
import { useAddress } from '../../shell/search.ts'
import { OnceConnected } from '../../sources/nothing-seen.tsx'
import { whenOfCrontab } from '../../words/crontab.ts'
import { ScheduleActs, ScheduleMenu } from './acts.tsx'
import { ticksOf, useComing, type Coming } from './coming.ts'
import { NewSchedule } from './new-schedule.tsx'
import { NextRun } from './next-run.tsx'
import { Week } from './week.tsx'
import './schedules.css'

/** How many schedules a page shows. */
const size = 20

/** What will happen when. */
export default function Schedules() {
  const { one, change } = useAddress()
  const page = pageNumber(one('page'))
  const { data, error, refetch } = useAnswer(
    'GET /api/operations/schedule',
    { query: { page, size } },
    { keep: true },
  )
  const coming = useComing(data?.items ?? [])
  const isNarrow = useNarrow()
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
          <PlainTable
            label="Schedules"
            heads={['Schedule', 'Datastore', 'When', 'Next', 'Last', 'Owner', 'State', 'Acts']}
            rows={data.items.map((schedule) => cellsOf(schedule, coming, isNarrow))}
            keys={data.items.map(({ id }) => id)}
          />
          <Pages
            page={page}
            pages={data.pages}
            total={data.total}
            one="schedule"
            go={(next) => change({ page: String(next) })}
          />
          <Week />
          <NewSchedule />
        </>
      )}
    </div>
  )
}

/** On a narrow screen what can be done stands behind the name, in a menu. */
function cellsOf(schedule: Schedule, coming: Coming, isNarrow: boolean) {
  const { name, type, datastore, crontab, timezone, last_run, owner, message } = schedule
  return [
    <div key="name" className="schedule-name">
      <span>
        {name ?? type} {name !== null && <span className="muted">{type}</span>}
      </span>
      {isNarrow && <ScheduleMenu schedule={schedule} />}
    </div>,
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
    isNarrow ? null : <ScheduleActs key="acts" schedule={schedule} />,
  ]
}
