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
  return (
    <div className="stack">
      <title>Schedules · Assay</title>
      <div className="row">
        <h1>Schedules</h1>
        <span className="push" />
        {data && data.total > 0 && <ToForm id="new-schedule" words="Make a schedule" />}
      </div>
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <p className="muted">Reading the schedules …</p>}
      {data?.total === 0 && <NothingScheduled />}
      {data && data.total > 0 && (
        <>
          <PlainTable
            label="Schedules"
            heads={isNarrow ? narrowHeads : heads}
            rows={data.items.map((schedule) => (isNarrow ? narrowCellsOf : cellsOf)(schedule, coming))}
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

function NothingScheduled() {
  return (
    <OnceConnected>
      <Empty title="Nothing is scheduled">
        <p>A schedule starts syncs, profiles, scans and exports at its times. Make one here:</p>
      </Empty>
      <NewSchedule />
    </OnceConnected>
  )
}

const heads = ['Schedule', 'Datastore', 'When', 'Next', 'Last', 'Owner', 'State', 'Acts']

function cellsOf(schedule: Schedule, coming: Coming) {
  const { name, type, datastore, last_run, owner } = schedule
  return [
    <span key="name">
      {name ?? type} {name !== null && <span className="muted">{type}</span>}
    </span>,
    <Link key="datastore" to={`/datastores/${datastore.id}` as string}>
      {datastore.name}
    </Link>,
    <When key="when" schedule={schedule} />,
    <NextRun key="next" schedule={schedule} ticks={ticksOf(coming, schedule)} />,
    <Time key="last" at={last_run} />,
    owner,
    <Standing key="state" schedule={schedule} />,
    <ScheduleActs key="acts" schedule={schedule} />,
  ]
}

const narrowHeads = ['Schedule', 'Next', 'Last', 'State']

/** On a narrow screen: what can be done stands behind the name, in a menu, and what is as usual is left out. */
function narrowCellsOf(schedule: Schedule, coming: Coming) {
  const { name, type, datastore, last_run, deactivated, message } = schedule
  return [
    <div key="name" className="schedule-name">
      <div>
        {name ?? type}{' '}
        <div>
          <span className="muted">{name === null ? 'of' : `${type} of`}</span>{' '}
          <Link to={`/datastores/${datastore.id}` as string}>{datastore.name}</Link>
        </div>
        <When schedule={schedule} isShort />
      </div>
      <ScheduleMenu schedule={schedule} />
    </div>,
    !deactivated && <NextRun key="next" schedule={schedule} ticks={ticksOf(coming, schedule)} />,
    last_run !== null && <Time key="last" at={last_run} />,
    (deactivated || message !== null) && <Standing key="state" schedule={schedule} />,
  ]
}

/** When it fires, in words where there are some; `isShort` leaves the crontab itself out then. */
function When({
  schedule: { crontab, timezone },
  isShort = false,
}: {
  schedule: Schedule
  isShort?: boolean
}) {
  const words = whenOfCrontab(crontab)
  return (
    <span>
      {(!isShort || words === null) && <code className="crontab">{crontab}</code>}{' '}
      <span className="muted">{words}</span> {timezone}
    </span>
  )
}

/** Whether it is on, and what went wrong when it fired last. */
function Standing({ schedule: { deactivated, message } }: { schedule: Schedule }) {
  const word = deactivated ? 'Off' : 'On'
  if (message === null) return <State name={deactivated ? 'aborted' : 'queued'} word={word} />
  return (
    <span>
      <State name="warning" word={word} /> {message}
    </span>
  )
}
