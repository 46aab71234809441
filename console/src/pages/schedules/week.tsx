import { useAnswer } from '../../api/answers.ts'
import { usePreference } from '../../shell/preferences.ts'
import { count, counted } from '../../words/numbers.ts'
import { calledOf } from './called.ts'
import { useComing } from './coming.ts'
import { byDay, clockOf, type Hour } from './hours.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** How much will start in each hour of the next seven days; what piles up stands out. A hundred of the schedules that are on are counted. */
export function Week() {
  const [zone] = usePreference('zone')
  const { data } = useAnswer('GET /api/operations/schedule', { query: { deactivated: false, size: 100 } })
  const coming = useComing(data?.items ?? [])
  const starts = coming.flatMap(({ schedule, preview }) =>
    (preview.hours ?? []).map(({ at, ticks }) => ({ at, ticks, what: [calledOf(schedule)] })),
  )
  if (starts.length === 0) return null
  const clock = clockOf(zone)
  const days = byDay(starts, clock, Date.now())
  const most = Math.max(...days.flatMap(({ cells }) => [...cells.values()].map(({ ticks }) => ticks)))
  return (
    <section className="stack tight" aria-label="The next seven days">
      <h2>The next seven days</h2>
      <p className="muted">
        Runs that schedules will start, by the hour of {clock}. At most {counted(most, 'run')} in an hour.
        {data && data.total > data.items.length && (
          <>
            {' '}
            Those of {data.items.length} schedules are counted; {count(data.total)} are on.
          </>
        )}
      </p>
      <div className="plain-table week" tabIndex={0} role="group" aria-label="Starts by day and hour">
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {String(hour).padStart(2, '0')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, cells }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                {hours.map((hour) => (
                  <Cell key={hour} hour={cells.get(hour)} most={most} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Cell({ hour, most }: { hour: Hour | undefined; most: number }) {
  if (hour === undefined) return <td />
  return (
    <td className={hour.ticks === most && most > 1 ? 'most' : 'some'} title={hour.what.join('\n')}>
      {hour.ticks}
    </td>
  )
}
